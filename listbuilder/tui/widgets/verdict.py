"""The verdict: points against the limit as a bar, counts, and every finding with code, sentence and fixes."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.edit.session import Session
from listbuilder.law.position import Position
from listbuilder.tui.widgets.army import SIGNS
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.words import Words

VERDICTS = {"legal": ("✓", "good"), "illegal": ("✗", "bad"), "unread": ("?", "warn")}
_ORDER = {"error": 0, "warning": 1, "info": 2}
WITH_FIXES = 100  # findings with their fixes below them: looking for those of a thousand would stop the keyboard


class VerdictPane(Rows):
    """Keys are ("finding", place), ("fix", place, place of the fix) and ("problem", place)."""

    _last: tuple[Session, Words] | None = None

    def refresh_from(self, session: Session, words: Words) -> None:
        self._last = (session, words)
        self.show(list(_lines(session, words, max(self.scrollable_content_region.width - 2, 10))))

    def on_resize(self) -> None:
        """The bar is as wide as there is room."""
        if self._last is not None:
            self.refresh_from(*self._last)


def is_begun(position: Position) -> bool:
    """False: nothing was put into it yet, so nobody is to be told what is wrong with it."""
    return position.army is None or bool(position.army.units or position.problems)


def headline(position: Position, words: Words) -> tuple[str, str]:
    """The verdict in a few words, and its look: for wherever the pane itself is not seen."""
    if not is_begun(position):
        most = position.army.limit if position.army is not None and position.army.counts_points else None
        return f"{words('greeting.head')}{f'  0/{most}' if most else ''}", "name"
    sign, look = VERDICTS[position.verdict]
    text = f"{sign} {words.verdict(position.verdict)}"
    if position.army is not None and position.army.counts_points:
        limit = f"/{position.army.limit}" if position.army.limit is not None else ""
        text += f"  {position.points}{limit}"
    errors, warnings = position.count("error") + len(position.problems), position.count("warning")
    if errors:
        text += f"  {words('errors', count=errors)}"
    if warnings:
        text += f"  {words('warnings', count=warnings)}"
    return text, look


def bar(points: int, limit: int | None, width: int) -> str:
    """Full blocks up to the limit, and a mark of its own for what is over it."""
    if not limit:
        return ""
    if points <= limit:
        full = points * width // limit
        return "█" * full + "░" * (width - full)
    inside = max(limit * width // points, 1)
    return "█" * inside + "▚" * (width - inside)


def _lines(session: Session, words: Words, width: int) -> Iterator[Line]:
    position = session.position
    if not is_begun(position):
        yield from _greeting(session, words)
        return
    sign, look = VERDICTS[position.verdict]
    yield Line(left=words.verdict(position.verdict), mark=sign, look=look)
    army = position.army
    if army is not None:
        if army.counts_points:
            yield Line(left=_points(army.points, army.limit, words), look="name")
        if army.limit and army.counts_points:
            yield Line(left=bar(army.points, army.limit, min(width, 40)), look="bad" if army.points > army.limit else "good")
        if army.past_day:
            yield Line(left=words("day.judged", day=army.priced_on), look="warn", wrap=True)
        errors, warnings = position.count("error") + len(position.problems), position.count("warning")
        yield Line(left=f"{words('errors', count=errors)}, {words('warnings', count=warnings)}", look="dim")
    yield Line()
    for place, problem in enumerate(position.problems):
        yield Line(key=("problem", place), left=words.problem(problem), mark="✗", mark_look="bad", wrap=True)
    order = sorted(range(len(position.findings)), key=lambda place: _ORDER[position.findings[place].severity])
    mended = unmended = 0
    for place in order:
        finding = position.findings[place]
        sign, look = SIGNS[finding.severity]
        text = f"{finding.code} {words.finding(finding)}"
        yield Line(key=("finding", place), left=text, mark=sign, mark_look=look, wrap=True)
        if mended == WITH_FIXES:
            unmended += 1
            continue
        mended += bool(finding.fixes)
        for number, fix in enumerate(finding.fixes):
            yield Line(key=("fix", place, number), left=words.fix(finding, fix), mark="→", mark_look="good", indent=2, wrap=True)
    if unmended:
        yield Line(left=words("fixes_shown", count=mended), look="dim", wrap=True)
    yield from _footing(session, words)


def _greeting(session: Session, words: Words) -> Iterator[Line]:
    """What to do first, and what the list will need."""
    yield Line(left=words("greeting.head"), look="name")
    for key in ("add", "size", "next"):
        yield Line(left=words(f"greeting.{key}"), mark="→", mark_look="good", wrap=True)
    needs = [finding for finding in session.position.findings if finding.severity != "info"]
    if needs:
        yield Line()
        yield Line(left=words("greeting.needs"), look="head")
    for finding in needs:
        yield Line(left=words.finding(finding), mark="·", look="dim", wrap=True)
    yield from _footing(session, words)


def _points(points: int, limit: int | None, words: Words) -> str:
    if limit is None:
        return words("points", points=points)
    left = limit - points
    rest = words("points_left", points=left) if left >= 0 else words("points_over", points=-left)
    return f"{words('points_of', points=points, limit=limit)}  ({rest})"


def _footing(session: Session, words: Words) -> Iterator[Line]:
    """What the verdict rests on."""
    army = session.army
    if army is None:
        return
    yield Line()
    if army.priced_on:
        yield Line(left=words.dated(army), look="dim", wrap=True)
    for note in army.assumed:
        yield Line(left=words.basis("assumed", note), look="dim", wrap=True)
    for note in (*army.not_checked, *session.position.by_today):
        yield Line(left=words.basis("not_checked", note), look="dim", wrap=True)
