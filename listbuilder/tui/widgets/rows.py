"""A list drawn line by line: the tree, the picker, the editor and the findings are all one.

Widths are terminal cells, so that Japanese and Chinese are where they should be. When the lines
change, only those that look different are drawn again: that is what keeps an edit within a frame.
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

from listbuilder.model.safe_text import escape_hidden
from listbuilder.tui.widgets.terminal_cells import cut_with_ellipsis, wrap_lines

_PLAIN = Style()


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line to show.

    `key`: what the cursor can be on; a line without one is only to be read.
    """

    left: str = ""
    right: str = ""
    key: Hashable = None
    mark: str = ""
    look: str = ""  # head, dim, bad, warn, good, name
    mark_look: str = ""
    indent: int = 0
    wrap: bool = False
    whole: bool = False  # neither side is cut: what does not fit stands on lines of its own
    stripe: bool = False  # on another background, as every second row of a table
    # more, behind `left` where there is room, else below it; then `left` is never cut either
    tail: str | None = None

    def __post_init__(self) -> None:
        """Replace in all texts the characters that are invisible or break the line.

        Why: no text in a line may act on the terminal.
        """
        for name in ("left", "right", "tail"):
            text = getattr(self, name)
            if text and (shown := escape_hidden(text)) is not text:
                msgspec.structs.force_setattr(self, name, shown)


class _ScreenLine(msgspec.Struct, frozen=True):
    """One line of the screen: a part of a Line."""

    line: int
    mark: str
    left: str
    right: str
    indent: int
    tail: str = ""


class Rows(ScrollView, can_focus=True):
    """A scrollable list of lines with a cursor."""

    DEFAULT_CSS = """
    Rows {
        background: $surface; scrollbar-size-vertical: 1; overflow-x: hidden;
        scrollbar-background: $surface; scrollbar-background-hover: $surface;
        scrollbar-background-active: $surface; scrollbar-color: $frame;
        scrollbar-color-hover: $frame-focus; scrollbar-color-active: $frame-focus;
    }
    Rows .rows--cursor {
        background: $cursor-quiet-background; color: $cursor-quiet-text;
        text-style: $cursor-quiet-style;
    }
    Rows:focus .rows--cursor {
        background: $cursor-background; color: $cursor-text; text-style: $cursor-style;
    }
    Rows .rows--head { color: $text-accent; text-style: bold; }
    Rows .rows--dim { color: $text-muted; }
    Rows .rows--bad { color: $text-error; }
    Rows .rows--warn { color: $text-warning; }
    Rows .rows--good { color: $text-success; }
    Rows .rows--name { text-style: bold; }
    Rows .rows--stripe { background: $stripe; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "rows--cursor",
        "rows--head",
        "rows--dim",
        "rows--bad",
        "rows--warn",
        "rows--good",
        "rows--name",
        "rows--stripe",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor(-1)", show=False),
        Binding("down,j", "cursor(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "end(0)", show=False),
        Binding("end,G", "end(1)", show=False),
        Binding("ctrl+u", "page(-0.5)", show=False),
        Binding("ctrl+d", "page(0.5)", show=False),
    ]

    class Highlighted(Message):
        """The message that the cursor is on another line."""

        def __init__(self, rows: Rows, key: Hashable) -> None:
            """Make the message that the cursor of `rows` is on `key` now."""
            super().__init__()
            self.rows = rows
            self.key = key

        @property
        def control(self) -> Rows:
            """Return the list that sent the message."""
            return self.rows

    class Chosen(Message):
        """The message that the line under the cursor was clicked.

        With the keyboard the screen's Enter does it.
        """

        def __init__(self, rows: Rows, key: Hashable) -> None:
            """Make the message that the line `key` of `rows` was chosen."""
            super().__init__()
            self.rows = rows
            self.key = key

        @property
        def control(self) -> Rows:
            """Return the list that sent the message."""
            return self.rows

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Make an empty list."""
        super().__init__(*args, **kwargs)
        self.lines: list[Line] = []
        self._drawn: list[_ScreenLine] = []
        self._styles: dict[str, Style] = {}
        self._width = self._height = 0
        self.cursor: Hashable = None
        self._clicked: Hashable = None  # last

    # --- content ---

    def show_lines(self, lines: Sequence[Line], cursor: Hashable = None) -> None:
        """Show `lines` in place of the old ones, and draw only those that look different.

        The cursor goes to the key `cursor` if it is among them. Otherwise it stays on its key, or
        goes to the line now at its place if the key is gone.
        """
        old_drawn, old_cursor, old_lines = self._drawn, self.cursor, self.lines
        self.lines = list(lines)
        keys = self.keys
        if cursor is not None and cursor in keys:
            self.cursor = cursor
        elif self.cursor not in keys:
            self.cursor = self._find_next_key(old_lines, keys)
        self._lay_out_lines()
        self._refresh_changed_lines(old_drawn, old_lines, old_cursor)
        if self.cursor != old_cursor:
            self.post_message(self.Highlighted(self, self.cursor))
            self.call_later(self._scroll_to_cursor)

    def _find_next_key(self, old: Sequence[Line], keys: list[Hashable]) -> Hashable:
        """Return the key that is now where the cursor's key was among the keys of `old`.

        It is the last key if there are fewer now, the first if the cursor had none before, and None
        if there are no keys.
        """
        if not keys:
            return None
        old_keys = [line.key for line in old if line.key is not None]
        place = old_keys.index(self.cursor) if self.cursor in old_keys else 0
        return keys[min(place, len(keys) - 1)]

    @property
    def keys(self) -> list[Hashable]:
        """Return the keys of all lines that have one."""
        return [line.key for line in self.lines if line.key is not None]

    def _lay_out_lines(self) -> None:
        """Break the lines to the width of the pane.

        It does nothing until the width is known.
        """
        width = self._width = self.scrollable_content_region.width
        if width <= 0:  # nobody knows yet how wide it will be
            self._drawn = []
            return
        self._drawn = [
            screen_line
            for place, line in enumerate(self.lines)
            for screen_line in _lay_out_line(place, line, width)
        ]
        self._height = self.scrollable_content_region.height
        self._set_virtual_size(Size(width, max(len(self._drawn), self._height)))
        # Textual asks again only after a new size, and would keep a bar that nothing needs
        self._refresh_scrollbars()

    def _set_virtual_size(self, size: Size) -> None:
        """Set the size of all lines together.

        Why: Textual lays out the whole screen again after a new size. That takes longer than an
        edit, and only a list that is as high as its lines needs it; for others the scroll bar is
        all that changes.
        """
        height = self.styles.height
        if height is None or height.is_auto:
            self.virtual_size = size
        elif size != self.virtual_size:
            self.set_reactive(Rows.virtual_size, size)
            self._scroll_update(size)

    def _refresh_changed_lines(
        self, old: list[_ScreenLine], old_lines: list[Line], old_cursor: Hashable
    ) -> None:
        """Redraw only those lines of the screen that look different from `old`.

        `old_lines` and `old_cursor` are the lines and the cursor that `old` was drawn from.
        """
        for y, (old_line, new_line) in enumerate(zip_longest(old, self._drawn)):
            if old_line is None or new_line is None:
                self.refresh_line(y)
                continue
            line_before, line_now = old_lines[old_line.line], self.lines[new_line.line]
            was_cursor = line_before.key is not None and line_before.key == old_cursor
            is_cursor = line_now.key is not None and line_now.key == self.cursor
            if (
                old_line != new_line
                or line_before.look != line_now.look
                or line_before.mark_look != line_now.mark_look
                or line_before.stripe != line_now.stripe
                or was_cursor != is_cursor
            ):
                self.refresh_line(y)

    # --- cursor ---

    def move_cursor_to(self, key: Hashable) -> bool:
        """Move the cursor to the line `key` and scroll there; return False if no line has
        that key.
        """
        if key not in self.keys:
            return False
        if key != self.cursor:
            for y in (*self._list_screen_lines(self.cursor), *self._list_screen_lines(key)):
                self.refresh_line(y)
            self.cursor = key
            self.post_message(self.Highlighted(self, key))
        self._scroll_to_cursor()
        return True

    def forget_cursor(self) -> None:
        """Take the cursor off its line; the next move puts it on the first line."""
        for y in self._list_screen_lines(self.cursor):
            self.refresh_line(y)
        self.cursor = None

    def _list_screen_lines(self, key: Hashable) -> list[int]:
        """Return the numbers of the screen lines that show the line `key`."""
        return [
            y
            for y, screen_line in enumerate(self._drawn)
            if key is not None and self.lines[screen_line.line].key == key
        ]

    def _scroll_to_cursor(self) -> None:
        """Scroll the cursor's line into sight, and for the first line also the heading above it."""
        span = self._list_screen_lines(self.cursor)
        if not span:
            return
        height, top = self.scrollable_content_region.height, self.scroll_offset.y
        # the heading above the first line too
        first = 0 if self.cursor == next(iter(self.keys), None) else span[0]
        if first < top:
            self.scroll_to(y=first, animate=False)
        elif span[-1] >= top + height:
            self.scroll_to(y=min(span[0], span[-1] - height + 1), animate=False)

    def action_cursor(self, by: int) -> None:
        """Move the cursor by `by` lines; past the first or last key, scroll to the very top or
        bottom.

        If no line has a key, the list is scrolled by `by`.
        """
        keys = self.keys
        if not keys:  # only to be read
            self.scroll_relative(y=by, animate=False)
            return
        place = keys.index(self.cursor) + by if self.cursor in keys else 0
        if 0 <= place < len(keys):
            self.move_cursor_to(keys[place])
        elif place < 0:
            self.scroll_to(y=0, animate=False)
        else:
            self.scroll_end(animate=False)

    def action_page(self, by: float) -> None:
        """Move the cursor by `by` pages, or scroll by that much if no line has a key."""
        keys = self.keys
        if keys:
            place = keys.index(self.cursor) if self.cursor in keys else 0
            step = int(by * max(self.scrollable_content_region.height - 1, 2))
            self.move_cursor_to(keys[max(0, min(len(keys) - 1, place + step))])
        else:
            self.scroll_relative(
                y=by * max(self.scrollable_content_region.height - 1, 1), animate=False
            )

    def action_end(self, last: int) -> None:
        """Move the cursor to the first line, or to the last one if `last`."""
        if keys := self.keys:
            self.move_cursor_to(keys[-1 if last else 0])

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked line; a second click on that line posts a Chosen message.

        A click on a line without a key does nothing. The two clicks must be on the same key, so a
        line that came there in between is not chosen.
        """
        key, _ = self.find_at(event)
        if key is None:
            return
        again = key == self._clicked and key == self.cursor
        self._clicked = None if again else key
        self.move_cursor_to(key)
        if again:
            self.post_message(self.Chosen(self, key))

    def find_at(self, event: events.Click) -> tuple[Hashable, str]:
        """Return the key of the clicked line, and the character clicked in the text on its right
        side.

        The character is empty if the click was elsewhere; the key is None below the last line.
        """
        y = event.y + self.scroll_offset.y - self.gutter.top
        if not 0 <= y < len(self._drawn):
            return None, ""
        screen_line = self._drawn[y]
        x = (
            event.x
            - self.gutter.left
            - (self.scrollable_content_region.width - cell_len(screen_line.right))
        )
        character_here = ""
        for character in screen_line.right if x >= 0 else "":
            if x < (size := cell_len(character)):
                character_here = character
                break
            x -= size
        return self.lines[screen_line.line].key, character_here

    # --- drawing ---

    def on_resize(self) -> None:
        """Lay the lines out for the new size and keep the cursor in sight."""
        self._fit_lines()
        self._scroll_to_cursor()

    def watch_show_vertical_scrollbar(self) -> None:
        """Lay the lines out again for the width that the scroll bar takes or gives back.

        Textual sends no event for that.
        """
        self._fit_lines()

    def _fit_lines(self) -> None:
        """Lay the lines out again if the room for them has changed."""
        region = self.scrollable_content_region
        if (region.width, region.height) != (self._width, self._height):
            self._lay_out_lines()
            self.refresh()

    def notify_style_update(self) -> None:
        """Forget the cached styles when the theme changes."""
        self._styles.clear()
        super().notify_style_update()

    def _get_look_style(self, look: str) -> Style:
        """Return the style for `look` (such as `head` or `dim`), from the cache.

        It is plain for an empty look.
        """
        if not look:
            return _PLAIN
        if look not in self._styles:
            full_style = self.get_component_rich_style(f"rows--{look}")
            partial_style = self.get_component_rich_style(f"rows--{look}", partial=True)
            # A muted colour is mixed with the background, which only the whole style knows.
            if look not in ("cursor", "stripe"):
                partial_style += Style(color=full_style.color)
            self._styles[look] = partial_style
        return self._styles[look]

    def _get_base_style(self) -> Style:
        """Return the style of the list itself, from the cache."""
        if "" not in self._styles:
            self._styles[""] = self.rich_style
        return self._styles[""]

    def render_line(self, y: int) -> Strip:
        """Return line `y` of the visible part as a strip of exactly the list's width."""
        y += self.scroll_offset.y
        width = self.scrollable_content_region.width
        base = self._get_base_style()
        if y >= len(self._drawn):
            return Strip.blank(width, base)
        screen_line = self._drawn[y]
        line = self.lines[screen_line.line]
        if line.stripe:
            base += self._get_look_style("stripe")
        style = base + self._get_look_style(line.look)
        mark_style = base + self._get_look_style(line.mark_look or line.look)
        has_cursor = line.key is not None and line.key == self.cursor
        if has_cursor:
            cursor = self._get_look_style("cursor")
            style, mark_style = style + cursor, mark_style + cursor
        free_width = max(
            width - screen_line.indent - cell_len(screen_line.mark) - cell_len(screen_line.right), 0
        )
        segments = [
            Segment(" " * screen_line.indent, style),
            Segment(screen_line.mark, mark_style),
            Segment(screen_line.left, style),
            Segment(screen_line.tail, style if has_cursor else base + self._get_look_style("dim")),
            Segment(
                " " * max(free_width - cell_len(screen_line.left) - cell_len(screen_line.tail), 0),
                style,
            ),
            Segment(screen_line.right, style),
        ]
        # It measures itself: a strip that is told its width is believed, and then nothing is cut or
        # filled up.
        return Strip([segment for segment in segments if segment.text]).adjust_cell_length(
            width, style
        )


def _lay_out_line(place: int, line: Line, width: int) -> list[_ScreenLine]:
    """Return the screen lines that show `line`, wrapped or cut to `width`; `place` is its index."""
    mark = f"{line.mark} " if line.mark else ""
    free_width = max(width - line.indent - cell_len(mark), 1)
    if line.wrap:
        texts = wrap_lines(line.left, free_width)
        blank = " " * cell_len(mark)
        return [
            _ScreenLine(place, blank if number else mark, text, "", line.indent)
            for number, text in enumerate(texts)
        ]
    right = f" {line.right} " if line.right else ""
    if line.tail is not None:
        return _split_line_with_tail(place, line, mark, right, free_width)
    if line.whole and cell_len(line.left) + cell_len(right) >= free_width:
        return _split_line_and_value(place, line, mark, free_width)
    most_right = max(free_width * 2 // 3, free_width - cell_len(line.left) - 1)
    if cell_len(right) > most_right:
        right = cut_with_ellipsis(right, most_right)
    return [
        _ScreenLine(
            place,
            mark,
            cut_with_ellipsis(line.left, free_width - cell_len(right)),
            right,
            line.indent,
        )
    ]


def _split_line_with_tail(
    place: int, line: Line, mark: str, right: str, free_width: int
) -> list[_ScreenLine]:
    """Return the screen lines of `line` and its tail, neither cut.

    They are on one line if both fit, otherwise the tail is below and further in. `mark` and `right`
    are the texts at the left and right, `free_width` the cells between the mark and the edge.
    """
    free, tail = max(free_width - cell_len(right), 1), line.tail or ""
    if cell_len(line.left) + 1 + cell_len(tail) <= free:
        return [_ScreenLine(place, mark, line.left, right, line.indent, f" {tail}" if tail else "")]
    names = wrap_lines(line.left, free)
    screen_lines = [
        _ScreenLine(
            place,
            mark if not number else " " * cell_len(mark),
            text,
            "" if number else right,
            line.indent,
        )
        for number, text in enumerate(names)
    ]
    inner = line.indent + cell_len(mark) + 2
    width = max(free_width - 2, 1)
    return screen_lines + [
        _ScreenLine(place, "", "", "", inner, text)
        for text in (wrap_lines(tail, width) if tail else ())
    ]


def _split_line_and_value(place: int, line: Line, mark: str, free_width: int) -> list[_ScreenLine]:
    """Return the screen lines of a name with its value below it, on the right.

    It is used when both together are too long for one line.
    """
    blank = " " * cell_len(mark)
    screen_lines = [
        _ScreenLine(place, blank if number else mark, text, "", line.indent)
        for number, text in enumerate(wrap_lines(line.left, free_width))
    ]
    return screen_lines + [
        _ScreenLine(place, blank, "", f"{text} ", line.indent)
        for text in wrap_lines(line.right, max(free_width - 1, 1))
    ]
