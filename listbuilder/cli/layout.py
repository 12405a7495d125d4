"""Lay out what commands print: a headline, quoted lines, labels in one column, prose and tables.

A command collects lines on a `Page` and prints it once:

    page = Page(context)
    page.add_header(page.paint("ILLEGAL", "bad") + "  510 / 1000 points", file=name)
    page.add_blank_line()
    page.add_prose(page.paint("error[40K-06]", "bad") + ": ", "4 × Lychguard; the limit is 3")
    page.add_quote("  - {datasheet: lychguard, models: 10}", 11, start=16, end=25)
    page.add_label("fix", "remove Lychguard, 5 models, line 8 (-85)")
    page.add_table([("1", "remove Lychguard", "-85")], aligns="rlr")
    print(page)

Text is painted before it is added: `page.paint(text, role)` puts colours around it, and every width
is measured without them. In a run without colours `paint` returns the text itself, so write the
same code for both. The roles are in `Context.paint`: `bad` (ILLEGAL, error), `warn` (UNDECIDED,
warning), `good` (LEGAL), `label` (note, help, fix, a command to type), `bold` (what changes), `dim`
(citations, file names, closing lines). Every colour needs a word beside it.

Text from a file goes through `escape_hidden()` before it is painted; `add_quote` does that itself.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from listbuilder.i18n import terminal_width
from listbuilder.i18n.languages import get_language
from listbuilder.i18n.messages import join_with_colon
from listbuilder.i18n.text_files import Lang
from listbuilder.model.safe_text import escape_hidden, quote_for_shell

if TYPE_CHECKING:
    from listbuilder.cli.context import Context

PROSE = 100  # cells: longer lines of prose are hard to read
VERDICT_ROLE = {"legal": "good", "illegal": "bad", "unread": "warn"}  # the colour of each
# cells: on a wider screen a file name at its right edge is no longer seen beside the verdict
HEADLINE = 120
_TEXT = 40  # cells: a column of text that is narrower than this is put below its row
_FEW = 6  # line numbers in one sentence
# cells: prose is hung under its label up to this width, and under its second letter from there on
_HANG = 9
_LABELS = ("rule", "fix", "help")
_GOES_ON = " \\"  # tells a shell that the command continues in the next line
_ARGUMENT = r"""(?:"(?:[^"\\]|\\.)*"|\$?'(?:[^'\\]|\\.)*'|[^\s"'])+"""
_COLOR = r"\x1b\[[0-9;]*m"
_RESET = "\x1b[0m"


def format_command(name: str, file: str, *options: str) -> str:
    """Return the command `name` with `file` and `options`, as it is typed in a shell.

    A file name that begins with "-" gets "./" before it, because it would be taken for an option.
    "-" alone stands for standard input and is kept.
    """
    if file.startswith("-") and file != "-":
        file = f"./{file}"
    return " ".join(("listbuilder", name, *map(quote_for_shell, (file, *options))))


def break_command(command: str, width: int) -> list[str]:
    """Return `command` in lines of at most `width` cells that a shell reads as one command.

    All lines but the first are 2 cells shorter, for their indent. An argument is never broken, even
    if it is wider than a line: the terminal goes on below, and copying still gives the whole.
    Windows has two shells with different signs for a broken line, so it gets a single line.
    """
    if os.name == "nt" or measure_width(command) <= width:
        return [command]
    room = width - len(_GOES_ON)
    lines: list[str] = []
    line = ""
    for argument in re.findall(_ARGUMENT, command):
        if line and measure_width(f"{line} {argument}") > room - (2 if lines else 0):
            lines.append(line + _GOES_ON)
            line = argument
        else:
            line = f"{line} {argument}".lstrip()
    return [*lines, line]


def join_whole_sentences(sentences: Iterable[str], lang: Lang) -> str:
    """Return `sentences` joined into one text; each ends with its full stop already.

    A space is put between them in languages that use spaces.
    """
    return (" " if get_language(lang).spaces else "").join(sentences)


def limit_line_numbers(lines: Sequence[int]) -> list[str]:
    """Return the first six of `lines` as texts, and “…” after them if there are more.

    Why: a long row of numbers helps nobody.
    """
    shown = [str(line) for line in lines[:_FEW]]
    return shown if len(lines) <= _FEW else [*shown, "…"]


def get_screen_width() -> int:
    """Return the width of the terminal in cells, at least 20.

    It is the value of COLUMNS if that is set, and 80 if there is no terminal.
    """
    try:
        columns = int(os.environ.get("COLUMNS", "0"))
    except ValueError:
        columns = 0
    if columns <= 0 and sys.__stdout__ is not None:
        with suppress(ValueError, OSError):  # closed, or not a terminal
            columns = os.get_terminal_size(sys.__stdout__.fileno()).columns
    return max(columns if columns > 0 else 80, 20)


def strip_colours(text: str) -> str:
    """Return `text` without the escape sequences that give it colours."""
    return re.sub(_COLOR, "", text) if "\x1b" in text else text


def measure_width(text: str) -> int:
    """Return how many cells of the terminal `text` takes; its colours take none."""
    return terminal_width.count_cells(strip_colours(text))


def pad_painted(text: str, width: int, right: bool = False) -> str:
    """Return `text` filled up with spaces to `width` cells, on the left if `right` is set.

    `text` may have colours, which are not counted. A text that is wider stays as it is.
    """
    space = " " * (width - measure_width(text))
    return space + text if right else text + space


def wrap_painted(text: str, width: int) -> list[str]:
    """Return `text` broken into lines of at most `width` cells.

    `text` may have colours. Each line begins and ends its own colours.
    """
    if "\x1b" not in text:
        return terminal_width.wrap_lines(text, max(width, 1))
    bare = strip_colours(text)
    if terminal_width.count_cells(bare) <= width:
        return [text]
    styles = _list_styles(text)
    lines, begin = [], 0
    for line in terminal_width.wrap_lines(bare, max(width, 1)):
        begin = bare.index(line, begin)
        lines.append(_paint_characters(line, styles[begin : begin + len(line)]))
        begin += len(line)
    return lines


def wrap_after_label(first: str, text: str, width: int, hang: int | None = None) -> list[str]:
    """Return the lines of `text` after the label `first`, with further lines indented.

    Further lines are indented by `hang` cells; if it is None, to where the text begins after a
    short label, else by 2. They are always indented: a name that a player made up must not begin a
    line, because it could look like a verdict. A word that fits on the next line is not broken.
    """
    begins = measure_width(first)
    if hang is None:
        hang = begins if 0 < begins <= _HANG else 2
    room = width - begins
    bare = strip_colours(text)
    breaks = (
        place for place, char in enumerate(bare) if char == " " or "\u2e80" <= char <= "\uffff"
    )
    first_word = bare[: next(breaks, len(bare))]
    fits_below = room < terminal_width.count_cells(first_word) <= width - hang
    head = "" if fits_below or room < 2 else wrap_painted(text, room)[0]
    rest = _cut_beginning(text, head)
    lines = [(first + head).rstrip()]
    if rest:
        lines += (" " * hang + line for line in wrap_painted(rest, width - hang))
    return lines


def _cut_beginning(text: str, head: str) -> str:
    """Return the part of `text` after `head`, in its colours and without spaces before it.

    `text` begins with `head`; both may have colours.
    """
    bare, begins = strip_colours(text), len(strip_colours(head))
    begins += len(bare[begins:]) - len(bare[begins:].lstrip(" "))
    return _paint_characters(bare[begins:], _list_styles(text)[begins:])


def _list_styles(text: str) -> list[str]:
    """Return the colour of each visible character of `text`: an escape sequence, or "" for none."""
    styles: list[str] = []
    style = ""
    for part in re.split(r"(\x1b\[[0-9;]*m)", text):
        if part.startswith("\x1b"):
            style = "" if part == _RESET else style + part
        else:
            styles += [style] * len(part)
    return styles


def _paint_characters(text: str, styles: Sequence[str]) -> str:
    """Return `text` with colours: `styles` has the escape sequence of each character, or ""."""
    pieces, style = [], ""
    for character, wanted in zip(text, styles, strict=True):
        if wanted != style:
            pieces.append((_RESET if style else "") + wanted)
            style = wanted
        pieces.append(character)
    return "".join(pieces) + (_RESET if style else "")


class Page:
    """The lines that a command prints, collected one after the other.

    `str()` of a page is the text to print; it may be empty.
    """

    def __init__(self, context: Context, width: int | None = None) -> None:
        """Begin an empty page, `width` cells wide; if it is None, as wide as the terminal."""
        self.context = context
        self.width = width or get_screen_width()
        self.prose_width = min(self.width, PROSE)
        self.lines: list[str] = []

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def paint(self, text: str, role: str) -> str:
        """Return `text` in the colour of `role`, such as `bad`; unchanged without colours."""
        return self.context.paint(text, role)

    def add_blank_line(self) -> None:
        """Add an empty line, unless the page is empty or its last line is empty already."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def add_lines(self, *lines: str) -> None:
        """Add `lines` unchanged, without wrapping; the caller makes sure that they fit."""
        self.lines.extend(lines)

    def add_header(self, answer: str, file: str = "", more: str = "") -> None:
        """Add a headline: `answer`, then `more` in grey, and the file's name in grey on the right.

        Parts that don't fit go on lines of their own below: first `more`, then the file's name. A
        file name that is too long loses its folders if it fits without them.
        """
        room = min(self.width, HEADLINE)
        answer_width, file = measure_width(answer), escape_hidden(file)
        wanted = answer_width + (2 + terminal_width.count_cells(more) if more else 0)
        file_width = terminal_width.count_cells(file)
        if more and wanted + (2 + file_width if file else 0) <= room:
            answer, answer_width, more = f"{answer}  {self.paint(more, 'dim')}", wanted, ""
        if file and answer_width + 2 + file_width > room:
            short = os.path.basename(file.rstrip("/\\")) or file
            if answer_width + 2 + terminal_width.count_cells(short) <= room:
                file, file_width = short, terminal_width.count_cells(short)
        if file and answer_width + 2 + file_width <= room:
            answer += " " * (room - answer_width - file_width) + self.paint(file, "dim")
            file = ""
        self.lines += wrap_after_label("", answer, self.width, 2)
        for rest in (more, file):
            if rest:
                self.lines += wrap_after_label("", self.paint(rest, "dim"), self.prose_width)

    def add_prose(
        self, first: str, text: str = "", *, indent: int = 0, hang: int | None = None
    ) -> None:
        """Add the label `first` and `text` after it, wrapped to the width of the page.

        `first` ends with the space before the text, as in “note: ”. `indent`: cells before all
        lines. `hang`: cells before further lines; see `wrap_after_label`.
        """
        lines = wrap_after_label(first, text, self.prose_width - indent, hang)
        self.lines += (" " * indent + line for line in lines)

    def add_label(self, key: str, text: str, role: str = "label") -> None:
        """Add `text` with the label `rule`, `fix` or `help` before it; such labels form a column.

        `key`: which of the three labels. It is shown in the colour of `role`. `text` may have
        colours already.
        """
        words = {name: self.context.say(f"layout.{name}") for name in _LABELS}
        column = max(map(terminal_width.count_cells, words.values()))
        first = "  " + pad_painted(self.paint(words[key], role), column) + "  "
        self.lines += wrap_after_label(first, text, self.prose_width, measure_width(first))

    def add_step(self, text: str, command: str) -> None:
        """Add `text`, which says what to do next, and the command for it.

        The command goes on a line of its own if both don't fit on one. If it is wider than the
        page, it is broken as a shell allows it, so that it can still be copied.
        """
        if measure_width(text) + 1 + measure_width(command) <= self.prose_width:
            self.lines.append(f"{text} {self.paint(command, 'label')}")
            return
        self.lines += wrap_after_label("", text, self.prose_width)
        indent = "  "
        for line in break_command(command, self.width - len(indent)):
            self.lines.append(indent + self.paint(line, "label"))
            indent = " " * 4

    def add_command(self, purpose: str, command: str) -> None:
        """Add `purpose`, a colon and `command`, on one line if they fit, as `add_step` does."""
        self.add_step(join_with_colon(purpose, "", self.context.lang).rstrip(), command)

    def add_quote(
        self,
        line: str,
        number: int,
        start: int | None = None,
        end: int | None = None,
        role: str = "bad",
    ) -> None:
        """Add a line of the list with its number, underlined from column `start` up to `end`.

        Both columns count from 0. If `start` is None, nothing is underlined. Tabs become spaces,
        and characters that can't be seen are written out. A line that is too long is cut around the
        underlined part. `role`: the colour of the underline.
        """
        bar = "│" if _can_print("│") else "|"
        gutter = max(len(str(number)), 2)
        room = max(self.prose_width - gutter - 5, 8)
        before, marked, after = (
            escape_hidden(part.expandtabs(2))
            for part in _split_at_columns(line.rstrip("\r\n"), start, end)
        )
        if not before.strip() and not marked:
            before, after = "", after.lstrip()
        before, marked, after = _cut_around_mark(before, marked, after, room)
        shown = before + (self.paint(marked, "bold") if marked else "") + after
        self.lines.append(f"  {self.paint(f'{number:>{gutter}} {bar}', 'dim')} {shown.rstrip()}")
        if marked:
            signs = self.paint("^" * terminal_width.count_cells(marked), role)
            under = " " * terminal_width.count_cells(before) + signs
            self.lines.append(f"  {self.paint(' ' * gutter + f' {bar}', 'dim')} {under}")

    def add_table(
        self,
        rows: Iterable[Sequence[str]],
        aligns: str,
        *,
        text: int | None = None,
        indent: int = 2,
        gap: int = 2,
    ) -> None:
        """Add `rows` of cells, which may have colours, in columns as wide as their widest cell.

        `aligns` has a letter for each column: `l` or `r`. `text`: the column that takes the width
        the others leave, and is wrapped to it. If less than 40 cells are left and that column needs
        more, its text goes below each row over the full width. `indent`: cells before a row. `gap`:
        cells between columns. Columns that are empty in all rows are left out.
        """
        table = [list(row) for row in rows]
        widths = [
            max((measure_width(row[place]) for row in table), default=0)
            for place in range(len(aligns))
        ]
        used = [place for place, width in enumerate(widths) if width]
        flexible = text if text is not None and text in used else -1
        screen = min(self.width, HEADLINE)
        left = screen - indent - sum(widths[place] + gap for place in used if place != flexible)
        below = flexible >= 0 and left < min(_TEXT, widths[flexible])
        if below:
            used.remove(flexible)
        elif flexible >= 0:
            widths[flexible] = min(widths[flexible], left)
        hang = indent + 2
        text_width = screen - hang
        if not below:
            hang = indent + sum(widths[place] + gap for place in used if place < flexible)
            text_width = widths[flexible]
        for row in table:
            more = wrap_painted(row[flexible], text_width) if flexible >= 0 else []
            pieces = []
            for place in used:
                piece = more.pop(0) if place == flexible else row[place]
                pieces.append(pad_painted(piece, widths[place], aligns[place] == "r"))
            line = " " * indent + (" " * gap).join(pieces).rstrip()
            if measure_width(line) > screen:
                self.lines += wrap_after_label(" " * indent, line.lstrip(), screen, indent + 2)
            else:
                self.lines.append(line)
            self.lines += [" " * hang + further for further in more if further]


def _split_at_columns(line: str, start: int | None, end: int | None) -> tuple[str, str, str]:
    """Return the parts of `line` before `start`, from `start` to `end`, and after `end`.

    If `start` is None, the first part is the whole line. If `end` is None, the end of the line is
    meant.
    """
    if start is None:
        return line, "", ""
    end = len(line) if end is None else end
    return line[:start], line[start:end], line[end:]


def _cut_around_mark(before: str, marked: str, after: str, room: int) -> tuple[str, str, str]:
    """Return the parts of a line cut to `room` cells together, with “…” for what is cut off.

    `marked`, the part to be underlined, stays on the line and is cut only if it is too long by
    itself.
    """
    # A roster on one line has hundreds of thousands of characters, and each of its problems quotes
    # it.
    before, after = before[-4 * room :], after[: 4 * room]
    if terminal_width.count_cells(before + marked + after) <= room:
        return before, marked, after
    marked = terminal_width.cut_with_ellipsis(marked, room - 2)
    beside = room - terminal_width.count_cells(marked)
    if terminal_width.count_cells(before) > beside - min(terminal_width.count_cells(after), 2):
        while before and terminal_width.count_cells(before) > max(beside // 2 - 1, 0):
            before = before[1:]
        before = "…" + before
    return (
        before,
        marked,
        terminal_width.cut_with_ellipsis(after, beside - terminal_width.count_cells(before)),
    )


def _can_print(text: str) -> bool:
    """Return whether standard output can encode the characters of `text`."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
