"""A list drawn line by line: the tree, the picker, the editor and the findings are all one of these.

Widths are terminal cells, so Japanese and Chinese stand where they should. When the lines change, only those that
look different are drawn again: that is what keeps an edit within a frame.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import zip_longest
from typing import Any, ClassVar

import msgspec
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from listbuilder.model.visible import visible
from listbuilder.tui.widgets.cells import cut, wrapped

_PLAIN = Style()


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """`key` names what the cursor can stand on; without one it is only to be read."""

    left: str = ""
    right: str = ""
    key: Hashable = None
    mark: str = ""
    look: str = ""  # head, dim, bad, warn, good, name
    mark_look: str = ""
    indent: int = 0
    wrap: bool = False
    whole: bool = False  # neither side is cut: what does not fit stands on lines of its own
    tail: str | None = None  # more, behind `left` where there is room, else below it; then `left` is never cut either

    def __post_init__(self) -> None:
        """A line is one line, and what is in it acts on nothing."""
        for name in ("left", "right", "tail"):
            text = getattr(self, name)
            if text and (shown := visible(text)) is not text:
                msgspec.structs.force_setattr(self, name, shown)


class _Drawn(msgspec.Struct, frozen=True):
    """One line of the screen: part of a Line."""

    line: int
    mark: str
    left: str
    right: str
    indent: int
    tail: str = ""


class Rows(ScrollView, can_focus=True):
    """Lines with a cursor."""

    DEFAULT_CSS = """
    Rows { background: $surface; scrollbar-size-vertical: 1; overflow-x: hidden; }
    Rows .rows--cursor { background: $primary-muted; }
    Rows:focus .rows--cursor { background: $primary; color: $text; text-style: bold; }
    Rows .rows--head { color: $text-accent; text-style: bold; }
    Rows .rows--dim { color: $text-muted; }
    Rows .rows--bad { color: $text-error; }
    Rows .rows--warn { color: $text-warning; }
    Rows .rows--good { color: $text-success; }
    Rows .rows--name { text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "rows--cursor",
        "rows--head",
        "rows--dim",
        "rows--bad",
        "rows--warn",
        "rows--good",
        "rows--name",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor(-1)", show=False),
        Binding("down,j", "cursor(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "end(0)", show=False),
        Binding("end", "end(1)", show=False),
    ]

    class Highlighted(Message):
        """The cursor stands on another line."""

        def __init__(self, rows: Rows, key: Hashable) -> None:
            super().__init__()
            self.rows = rows
            self.key = key

        @property
        def control(self) -> Rows:
            return self.rows

    class Chosen(Message):
        """The line under the cursor was chosen with the mouse; with the keyboard the screen's Enter does it."""

        def __init__(self, rows: Rows, key: Hashable) -> None:
            super().__init__()
            self.rows = rows
            self.key = key

        @property
        def control(self) -> Rows:
            return self.rows

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines: list[Line] = []
        self._drawn: list[_Drawn] = []
        self._styles: dict[str, Style] = {}
        self._width = self._height = 0
        self.cursor: Hashable = None
        self._clicked: Hashable = None  # last

    # --- content ---

    def show(self, lines: Sequence[Line], cursor: Hashable = None) -> None:
        """Put these lines in place of the old ones. The cursor stays on its key, or goes where told."""
        old, before, old_lines = self._drawn, self.cursor, self.lines
        self.lines = list(lines)
        keys = self.keys
        if cursor is not None and cursor in keys:
            self.cursor = cursor
        elif self.cursor not in keys:
            self.cursor = self._next_best(old_lines, keys)
        self._lay_out()
        self._draw_changed(old, old_lines, before)
        if self.cursor != before:
            self.post_message(self.Highlighted(self, self.cursor))
            self.call_later(self._scroll_to_cursor)

    def _next_best(self, old: Sequence[Line], keys: list[Hashable]) -> Hashable:
        """Where the cursor's line is gone: what now stands in its place."""
        if not keys:
            return None
        before = [line.key for line in old if line.key is not None]
        place = before.index(self.cursor) if self.cursor in before else 0
        return keys[min(place, len(keys) - 1)]

    @property
    def keys(self) -> list[Hashable]:
        return [line.key for line in self.lines if line.key is not None]

    def _lay_out(self) -> None:
        width = self._width = self.scrollable_content_region.width
        if width <= 0:  # nobody knows yet how wide it will be
            self._drawn = []
            return
        self._drawn = [piece for place, line in enumerate(self.lines) for piece in _pieces(place, line, width)]
        # A new size makes Textual lay out the whole screen again, so a list that fits keeps the size of its pane.
        self._height = self.scrollable_content_region.height
        self.virtual_size = Size(width, max(len(self._drawn), self._height))
        self._refresh_scrollbars()  # Textual asks again only after a new size, and would keep a bar that nothing needs

    def _draw_changed(self, old: list[_Drawn], old_lines: list[Line], before: Hashable) -> None:
        for y, (was, now) in enumerate(zip_longest(old, self._drawn)):
            if was is None or now is None:
                self.refresh_line(y)
                continue
            one, other = old_lines[was.line], self.lines[now.line]
            stood, stands = one.key is not None and one.key == before, other.key is not None and other.key == self.cursor
            if was != now or one.look != other.look or one.mark_look != other.mark_look or stood != stands:
                self.refresh_line(y)

    # --- cursor ---

    def move_to(self, key: Hashable) -> bool:
        if key not in self.keys:
            return False
        if key != self.cursor:
            for y in (*self._span(self.cursor), *self._span(key)):
                self.refresh_line(y)
            self.cursor = key
            self.post_message(self.Highlighted(self, key))
        self._scroll_to_cursor()
        return True

    def _span(self, key: Hashable) -> list[int]:
        return [y for y, piece in enumerate(self._drawn) if key is not None and self.lines[piece.line].key == key]

    def _scroll_to_cursor(self) -> None:
        span = self._span(self.cursor)
        if not span:
            return
        height, top = self.scrollable_content_region.height, self.scroll_offset.y
        first = 0 if self.cursor == next(iter(self.keys), None) else span[0]  # the heading above the first line too
        if first < top:
            self.scroll_to(y=first, animate=False)
        elif span[-1] >= top + height:
            self.scroll_to(y=min(span[0], span[-1] - height + 1), animate=False)

    def action_cursor(self, by: int) -> None:
        keys = self.keys
        if not keys:  # only to be read
            self.scroll_relative(y=by, animate=False)
            return
        place = keys.index(self.cursor) + by if self.cursor in keys else 0
        if 0 <= place < len(keys):
            self.move_to(keys[place])
        elif place < 0:
            self.scroll_to(y=0, animate=False)
        else:
            self.scroll_end(animate=False)

    def action_page(self, by: int) -> None:
        keys = self.keys
        if keys:
            place = keys.index(self.cursor) if self.cursor in keys else 0
            step = max(self.scrollable_content_region.height - 1, 1)
            self.move_to(keys[max(0, min(len(keys) - 1, place + by * step))])
        else:
            self.scroll_relative(y=by * max(self.scrollable_content_region.height - 1, 1), animate=False)

    def action_end(self, last: int) -> None:
        if keys := self.keys:
            self.move_to(keys[-1 if last else 0])

    def on_click(self, event: events.Click) -> None:
        """The first click on a line goes there, the next one does what Enter does: never more, whatever has come there."""
        key, _ = self.at(event)
        if key is None:
            return
        again = key == self._clicked and key == self.cursor
        self._clicked = None if again else key
        self.move_to(key)
        if again:
            self.post_message(self.Chosen(self, key))

    def at(self, event: events.Click) -> tuple[Hashable, str]:
        """What is under the pointer: the key of the line, and the character of what stands on its right."""
        y = event.y + self.scroll_offset.y - self.gutter.top
        if not 0 <= y < len(self._drawn):
            return None, ""
        piece = self._drawn[y]
        x = event.x - self.gutter.left - (self.scrollable_content_region.width - cell_len(piece.right))
        here = ""
        for character in piece.right if x >= 0 else "":
            if x < (size := cell_len(character)):
                here = character
                break
            x -= size
        return self.lines[piece.line].key, here

    # --- drawing ---

    def on_resize(self) -> None:
        self._fit()
        self._scroll_to_cursor()

    def watch_show_vertical_scrollbar(self) -> None:
        """Break the lines again for the width that the scroll bar takes or gives back; no event tells of that."""
        self._fit()

    def _fit(self) -> None:
        """Lay the lines out again if there is another room for them than there was."""
        region = self.scrollable_content_region
        if (region.width, region.height) != (self._width, self._height):
            self._lay_out()
            self.refresh()

    def notify_style_update(self) -> None:
        self._styles.clear()
        super().notify_style_update()

    def _style(self, look: str) -> Style:
        if not look:
            return _PLAIN
        if look not in self._styles:
            whole = self.get_component_rich_style(f"rows--{look}")
            part = self.get_component_rich_style(f"rows--{look}", partial=True)
            # A muted colour is mixed with the background, which only the whole style knows.
            self._styles[look] = part + Style(color=whole.color) if look != "cursor" else part
        return self._styles[look]

    def _base(self) -> Style:
        if "" not in self._styles:
            self._styles[""] = self.rich_style
        return self._styles[""]

    def render_line(self, y: int) -> Strip:
        y += self.scroll_offset.y
        width = self.scrollable_content_region.width
        base = self._base()
        if y >= len(self._drawn):
            return Strip.blank(width, base)
        piece = self._drawn[y]
        line = self.lines[piece.line]
        style = base + self._style(line.look)
        mark_style = base + self._style(line.mark_look or line.look)
        stands = line.key is not None and line.key == self.cursor
        if stands:
            cursor = self._style("cursor")
            style, mark_style = style + cursor, mark_style + cursor
        room = max(width - piece.indent - cell_len(piece.mark) - cell_len(piece.right), 0)
        segments = [
            Segment(" " * piece.indent, style),
            Segment(piece.mark, mark_style),
            Segment(piece.left, style),
            Segment(piece.tail, style if stands else base + self._style("dim")),
            Segment(" " * max(room - cell_len(piece.left) - cell_len(piece.tail), 0), style),
            Segment(piece.right, style),
        ]
        # It measures itself: a strip that is told its width is believed, and then nothing is cut or filled up.
        return Strip([segment for segment in segments if segment.text]).adjust_cell_length(width, style)


def _pieces(place: int, line: Line, width: int) -> list[_Drawn]:
    """A Line as one or more lines of the screen."""
    mark = f"{line.mark} " if line.mark else ""
    room = max(width - line.indent - cell_len(mark), 1)
    if line.wrap:
        texts = wrapped(line.left, room)
        blank = " " * cell_len(mark)
        return [_Drawn(place, blank if i else mark, text, "", line.indent) for i, text in enumerate(texts)]
    right = f" {line.right} " if line.right else ""
    if line.tail is not None:
        return _told(place, line, mark, right, room)
    if line.whole and cell_len(line.left) + cell_len(right) > room:
        return _both(place, line, mark, room)
    most = max(room * 2 // 3, room - cell_len(line.left) - 1)
    if cell_len(right) > most:
        right = cut(right, most)
    return [_Drawn(place, mark, cut(line.left, room - cell_len(right)), right, line.indent)]


def _told(place: int, line: Line, mark: str, right: str, room: int) -> list[_Drawn]:
    """All of it: on one line where there is room, else the tail on lines of its own, further in."""
    free, tail = max(room - cell_len(right), 1), line.tail or ""
    if cell_len(line.left) + 1 + cell_len(tail) <= free:
        return [_Drawn(place, mark, line.left, right, line.indent, f" {tail}" if tail else "")]
    names = wrapped(line.left, free)
    found = [
        _Drawn(place, mark if not i else " " * cell_len(mark), text, "" if i else right, line.indent)
        for i, text in enumerate(names)
    ]
    inner = line.indent + cell_len(mark) + 2
    width = max(room - 2, 1)
    return found + [_Drawn(place, "", "", "", inner, text) for text in (wrapped(tail, width) if tail else ())]


def _both(place: int, line: Line, mark: str, room: int) -> list[_Drawn]:
    """A name and its value, too long for one line: the value below, as far to the right as it goes."""
    blank = " " * cell_len(mark)
    found = [_Drawn(place, blank if i else mark, text, "", line.indent) for i, text in enumerate(wrapped(line.left, room))]
    return found + [_Drawn(place, blank, "", f"{text} ", line.indent) for text in wrapped(line.right, max(room - 1, 1))]
