"""The army at a glance, as lines: numbers, points by role as bars, who arrives how."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from listbuilder.advice.glance import Glance, Share, compute_glance
from listbuilder.games.common.deployment_fields import make_unit_name
from listbuilder.games.common.labels import number_units
from listbuilder.model.army import Army
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.workspace.session import Session

if TYPE_CHECKING:
    from listbuilder.advice.measure import Measurer

BAR = 8  # cells of the longest bar
_EIGHTHS = " ▏▎▍▌▋▊▉█"


class GlancePane(Rows, can_focus=False):
    """The army at a glance as lines, with what was counted of each unit remembered."""

    _measurer: Measurer | None = None

    def refresh_from(self, session: Session, words: Words) -> None:
        """Show the army of `session` at a glance; the class `-filled` is set if it has units."""
        lines = self.make_lines(session, words)
        self.set_class(bool(lines), "-filled")
        self.show_lines(lines)

    def make_lines(self, session: Session, words: Words) -> list[Line]:
        """Return the army of `session` at a glance as lines; empty if it has no units."""
        from listbuilder.advice.measure import Measurer

        army = session.army
        if army is None or not army.units:
            return []
        if self._measurer is None:
            self._measurer = Measurer()
        glance = compute_glance(session.position, self._measurer)
        return list(yield_glance_lines(army, glance, words)) if glance is not None else []


def yield_glance_lines(army: Army, glance: Glance, words: Words) -> Iterator[Line]:
    """Yield the lines of `glance`; numbers that the game does not have are left out."""
    numbers = [words("glance.models", count=glance.models)]
    numbers += [words(f"glance.{name}", count=total) for name, total in glance.numbers]
    yield Line(left=" · ".join(numbers), look="name", wrap=True)
    for fact in glance.facts:
        yield Line(left=words.format_text(fact), look="dim", wrap=True)
    if glance.shares:
        yield Line(
            left=words("glance.shares" if army.counts_points else "glance.units"), look="head"
        )
    most = max((share.points for share in glance.shares), default=0)
    for share in glance.shares:
        role = words.format_text(share.title)
        if share.units:
            role = words("glance.share", role=role, count=share.units)
        yield Line(
            left=role,
            right=_format_share(share, most) if army.counts_points else "",
            indent=1,
            whole=True,
        )
    numbers_by_id = number_units(army.list_known_units())
    for arrival in glance.arrivals:
        names = [words.format_text(make_unit_name(unit, numbers_by_id)) for unit in arrival.units]
        title = words.translate_name(arrival.name)
        yield Line(left=words("glance.arrival", ability=title, count=len(names)), look="head")
        yield Line(left=words("listed", items=names), indent=1, wrap=True)


def _format_share(share: Share, most: int) -> str:
    """Return the points of `share` with a bar, of which that of `most` points is the longest."""
    eighths = share.points * BAR * 8 // most if most else 0
    bar = "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
    return f"{share.points:>4} {bar:<{BAR}}"
