"""The header of the builder: whose list it is, its points by role, and the verdict as a badge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

import msgspec
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from listbuilder.advice.glance import list_shares
from listbuilder.model.safe_text import escape_hidden
from listbuilder.tui.text import Words
from listbuilder.tui.theme import SERIES
from listbuilder.tui.widgets.terminal_cells import cut_with_ellipsis
from listbuilder.tui.widgets.verdict import VERDICTS, is_begun
from listbuilder.workspace.session import Session

FILLED, FREE = "█", "░"
GAUGE = 48  # cells of the gauge at most
SMALL_GAUGE = 14  # ... if the header has only one line
LEAST_GAUGE = 6  # ... and at least, if the names of faction and detachment need the room


class NamedShare(msgspec.Struct, frozen=True):
    """The points of one part of the army, a role or a regiment, with its name in words."""

    title: str
    points: int


class HeaderContent(msgspec.Struct, frozen=True, kw_only=True):
    """The content of the header; equal contents look the same."""

    name: str
    file: str
    past_day: str  # the day whose prices are used, "" for today
    labels: tuple[str, ...] = ()
    verdict: str = ""
    look: str = ""
    counts: str = ""
    points: int | None = None
    limit: int | None = None
    left: str = ""
    shares: tuple[NamedShare, ...] = ()


Piece = tuple[str, str]  # a text and the name of its look


class Header(Widget):
    """One or two lines above the panes; the screen goes to the verdict after a click on it."""

    DEFAULT_CSS = """
    Header { height: 1; background: $panel; }
    Header.-tall { height: 2; }
    Header .header--name { color: $foreground; text-style: bold; }
    Header .header--dim { color: $text-muted; }
    Header .header--chip { background: $cursor-background; color: $cursor-text; text-style: bold; }
    Header .header--plain { background: $field; color: $foreground; }
    Header .header--good { background: $fill-success; color: $on-success; text-style: bold; }
    Header .header--bad { background: $fill-error; color: $on-error; text-style: bold; }
    Header .header--warn { background: $fill-warning; color: $on-warning; text-style: bold; }
    Header .header--over { color: $text-error; text-style: bold; }
    Header .header--role-1 { color: $series-1; }
    Header .header--role-2 { color: $series-2; }
    Header .header--role-3 { color: $series-3; }
    Header .header--role-4 { color: $series-4; }
    Header .header--role-5 { color: $series-5; }
    Header .header--role-6 { color: $series-6; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(
            f"header--{look}"
            for look in ("name", "dim", "chip", "plain", "good", "bad", "warn", "over")
        ),
        *(f"header--role-{number}" for number in range(1, len(SERIES) + 1)),
    }

    _content: HeaderContent | None = None

    def __init__(self, *, id: str) -> None:
        """Make a header that shows nothing yet."""
        super().__init__(id=id)
        self._styles: dict[str, Style] = {}

    def refresh_from(self, session: Session, words: Words) -> None:
        """Show what the roster of `session` is now."""
        content = make_header_content(session, words)
        if content != self._content:
            self._content = content
            self.refresh()

    def notify_style_update(self) -> None:
        """Forget the cached styles when the theme changes."""
        self._styles.clear()
        super().notify_style_update()

    # --- drawing ---

    def render_line(self, y: int) -> Strip:
        """Return line `y` of the header as a strip of exactly its width."""
        width, content = self.size.width, self._content
        if content is None:
            return Strip.blank(width, self._get_piece_style(""))
        if y:
            return self._make_strip(_list_gauge_pieces(content, width), [], width)
        is_tall = self.size.height > 1
        right = _list_verdict_pieces(content, width, is_tall=is_tall)
        room = width - _measure(right) - 1
        return self._make_strip(_list_name_pieces(content, room), right, width)

    def _make_strip(self, left: Sequence[Piece], right: Sequence[Piece], width: int) -> Strip:
        """Return a strip of `width` cells with pieces on both sides."""
        base = self._get_piece_style("")
        free = max(width - _measure(left) - _measure(right), 0)
        pieces = [*left, (" " * free, ""), *right]
        segments = [Segment(text, self._get_piece_style(look)) for text, look in pieces if text]
        return Strip(segments).adjust_cell_length(width, base)

    def _get_piece_style(self, look: str) -> Style:
        """Return the style of a piece with the look `look`."""
        if look not in self._styles:
            style = self.rich_style
            if look:
                style += self.get_component_rich_style(f"header--{look}", partial=True)
            self._styles[look] = style
        return self._styles[look]


def _measure(pieces: Iterable[Piece]) -> int:
    """Return how many cells the pieces take together."""
    return sum(cell_len(text) for text, _ in pieces)


def _list_name_pieces(content: HeaderContent, room: int, *, with_file: bool = True) -> list[Piece]:
    """Return the name of the list, the date if it is past, and as much else as there is room for.

    That is the faction, other labels and the file; the file only if all labels have room.
    """
    further: list[list[Piece]] = []
    for place, label in enumerate(content.labels):
        further.append([(" ", ""), (f" {label} ", "plain" if place else "chip")])
    labels = len(further)
    further.append([(f"  {content.file}", "dim")])
    day = f"  {content.past_day}" if content.past_day else ""  # at every width
    name_width = min(cell_len(content.name) + 1, max(room - cell_len(day), 0))
    pieces: list[Piece] = [(day, "dim")] if day else []
    taken = name_width + cell_len(day)
    shown = 0
    for place, group in enumerate(further):
        is_label = place < labels
        if taken + _measure(group) <= room and (is_label or shown == labels):
            pieces += group
            taken += _measure(group)
            shown += 1
    return [(cut_with_ellipsis(f" {content.name}", name_width), "name"), *pieces]


def _list_verdict_pieces(content: HeaderContent, width: int, *, is_tall: bool) -> list[Piece]:
    """Return the verdict as a badge, with the numbers before it that are not on a second line.

    The numbers of errors and warnings are left out where the name of the list would be cut.
    """
    pieces: list[Piece] = []
    if not is_tall and content.points is not None:
        pieces = [*_list_points_pieces(content), (" ", "")]
    badge: Piece = (f" {content.verdict} ", content.look)
    room = width - cell_len(content.name) - 2 - _measure([*pieces, badge])
    if content.counts and cell_len(content.counts) < room:
        pieces.append((f"{content.counts} ", "dim"))
        room -= cell_len(content.counts) + 1
    pieces.append(badge)
    if not is_tall and content.points is not None and (gauge := _choose_gauge(content, room)):
        pieces = [*_list_bar_pieces(content, gauge), (" ", ""), *pieces]
    return pieces


def _choose_gauge(content: HeaderContent, room: int) -> int:
    """Return how many cells the bar of points takes in the first line; 0 if it isn't shown.

    `room`: the cells that are free beside the name. The labels, such as faction and detachment,
    come before the bar: as many as leave it LEAST_GAUGE cells.
    """
    sizes = [cell_len(label) + 3 for label in content.labels]
    for count in range(len(sizes), -1, -1):
        free = room - sum(sizes[:count]) - 1
        if free >= LEAST_GAUGE:
            return min(free, SMALL_GAUGE)
    return 0


def _list_points_pieces(content: HeaderContent) -> list[Piece]:
    """Return the points and their limit; red if there are too many."""
    limit = f"/{content.limit}" if content.limit is not None else ""
    is_over = content.limit is not None and (content.points or 0) > content.limit
    return [(f"{content.points}{limit}", "over" if is_over else "name")]


def _list_gauge_pieces(content: HeaderContent, width: int) -> list[Piece]:
    """Return the second line: the points, how they are spent as a bar, and what its colours mean.

    As many parts are named as there is room for.
    """
    if content.points is None:
        return []
    pieces: list[Piece] = [(" ", ""), *_list_points_pieces(content), (" ", "")]
    pieces += _list_bar_pieces(content, min(GAUGE, width // 3))
    if content.left:
        pieces.append((f" {content.left} ", "dim"))
    for place, share in enumerate(content.shares):
        legend = f" {share.title} "
        number = str(share.points)
        if _measure(pieces) + cell_len(legend) + len(number) + 3 > width:
            break
        pieces += [("  ", ""), ("■", _get_role_look(place)), (legend, "dim"), (number, "name")]
    return pieces


def _list_bar_pieces(content: HeaderContent, width: int) -> list[Piece]:
    """Return the bar of points, `width` cells wide, with a piece for each part of the army."""
    spent = sum(share.points for share in content.shares)
    whole = max(content.limit or 0, spent, 1)
    pieces: list[Piece] = []
    drawn = total = 0
    for place, share in enumerate(content.shares):
        total += share.points
        end = round(total * width / whole)
        pieces.append((FILLED * (end - drawn), _get_role_look(place)))
        drawn = max(drawn, end)
    return [*pieces, (FREE * (width - drawn), "dim")]


def _get_role_look(place: int) -> str:
    """Return the look of the part of the army at `place`."""
    return f"role-{place % len(SERIES) + 1}"


# --- content ---


def make_header_content(session: Session, words: Words) -> HeaderContent:
    """Return what the header shows of the roster of `session`."""
    position, army = session.position, session.army
    star = "*" if session.dirty else ""
    name = f"{escape_hidden(session.name or words('unnamed'))}{star}"
    file = escape_hidden(session.path.name) if session.path else words("not_saved")
    past_day = str(army.priced_on) if army is not None and army.past_day else ""
    labels: tuple[str, ...] = ()
    if army is not None:
        labels = tuple(words.translate_name(label) for label in army.list_labels() if label)
    verdict, look, counts = words("greeting.head"), "plain", ""
    if is_begun(position):
        sign, look = VERDICTS[position.verdict]
        verdict = f"{sign} {words.translate_verdict(position.verdict)}"
        counts = _format_counts(session, words)
    points = limit = None
    left = ""
    if army is not None and army.counts_points:
        points, limit = position.points, army.limit
        if limit is not None and points is not None:
            key = "points_left" if points <= limit else "points_over"
            left = words(key, points=abs(limit - points))
    return HeaderContent(
        name=name,
        file=file,
        past_day=past_day,
        labels=labels,
        verdict=verdict,
        look=look,
        counts=counts,
        points=points,
        limit=limit,
        left=left,
        shares=_list_shares(session, words),
    )


def _format_counts(session: Session, words: Words) -> str:
    """Return the numbers of errors and warnings, where there are some."""
    position = session.position
    errors = position.count_findings("error") + len(position.problems)
    warnings = position.count_findings("warning")
    parts = [words("errors", count=errors)] if errors else []
    parts += [words("warnings", count=warnings)] if warnings else []
    return "  ".join(parts)


def _list_shares(session: Session, words: Words) -> tuple[NamedShare, ...]:
    """Return the points of each role in the army that costs any, in their order."""
    army, game = session.army, session.position.system
    if army is None or game is None or not army.counts_points:
        return ()
    return tuple(
        NamedShare(words.format_text(share.title), share.points)
        for share in list_shares(game, army)
        if share.points > 0
    )
