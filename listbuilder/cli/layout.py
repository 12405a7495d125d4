"""Lay out what commands print: a headline, quoted lines, labels in one column, wrapped prose and tables.

A command collects lines on a `Page` and prints it once:

    page = Page(context)
    page.head(page.paint("ILLEGAL", "bad") + "  510 / 1000 points", file=name, more="40K 10th edition · Necrons")
    page.blank()
    page.prose(page.paint("error[40K-06]", "bad") + ": ", "4 × Lychguard; the limit is 3 per datasheet")
    page.quote("  - {datasheet: lychguard, models: 10}", 11, start=16, end=25)
    page.label("fix", "remove Lychguard, 5 models, line 8 (-85)")
    page.table([("1", "remove Lychguard", "-85")], aligns="rlr")
    print(page)

Text comes in painted: `page.paint(text, role)` puts colours around it, and every width is measured without them. Where
there is no colour `paint` returns the text itself, so write the same code for both. The roles are in `Context.paint`:
`bad` (ILLEGAL, error), `warn` (UNDECIDED, warning), `good` (LEGAL), `label` (note, help, fix, a command to type),
`bold` (what changes), `dim` (citations, file names, closing lines). Every colour needs a word beside it.

Text from a file goes through `visible()` before it is painted; `quote` does that itself.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from listbuilder.model.visible import typed, visible
from listbuilder.store import cells
from listbuilder.store.languages import language
from listbuilder.store.texts import Lang

if TYPE_CHECKING:
    from listbuilder.cli.context import Context

PROSE = 100  # cells: longer lines of prose are hard to read
VERDICT_ROLE = {"legal": "good", "illegal": "bad", "unread": "warn"}  # the colour of each
HEADLINE = 120  # cells: on a wider screen a file name at its right edge is no longer seen beside the verdict
_TEXT = 40  # cells: a column of text that is narrower than this is put below its row
_FEW = 6  # line numbers in one sentence
_HANG = 9  # cells: prose is hung under its label up to this width, and under its second letter from there on
_LABELS = ("rule", "fix", "help")
_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_RESET = "\x1b[0m"


def command(name: str, *args: str) -> str:
    """Return a command as it is typed in a shell."""
    return " ".join(("listbuilder", name, *map(typed, args)))


def sentences(said: Iterable[str], lang: Lang) -> str:
    """Return whole sentences one after the other, with a space between them where the language has spaces."""
    return (" " if language(lang).spaces else "").join(said)


def few_numbers(lines: Sequence[int]) -> list[str]:
    """Return the first line numbers as texts, and "…" for the others: a long row of them helps nobody."""
    shown = [str(line) for line in lines[:_FEW]]
    return shown if len(lines) <= _FEW else [*shown, "…"]


def screen_width() -> int:
    """Return the width of the terminal in cells: 80 where there is none, and COLUMNS where that is set."""
    return max(get_terminal_size((80, 24)).columns, 20)


def plain(text: str) -> str:
    """Return a text without its colours."""
    return _COLOR.sub("", text) if "\x1b" in text else text


def width_of(text: str) -> int:
    """Return how many cells a painted text takes."""
    return cells.cell_len(plain(text))


def padded(text: str, width: int, right: bool = False) -> str:
    """Return a painted text filled up with spaces to `width` cells; one that is wider stays as it is."""
    space = " " * (width - width_of(text))
    return space + text if right else text + space


def wrapped(text: str, width: int) -> list[str]:
    """Break a painted text into lines of at most `width` cells. Each line begins and ends its own colours."""
    if "\x1b" not in text:
        return cells.wrapped(text, max(width, 1))
    bare = plain(text)
    if cells.cell_len(bare) <= width:
        return [text]
    styles = _styles(text)
    lines, place = [], 0
    for line in cells.wrapped(bare, max(width, 1)):
        place = bare.index(line, place)
        lines.append(_painted(line, styles[place : place + len(line)]))
        place += len(line)
    return lines


def hung(first: str, text: str, width: int, hang: int | None = None) -> list[str]:
    """Return prose after `first`, its further lines indented to where the text begins, or by `hang` cells.

    They are always indented: a name that a player made up must not begin a line, which could look like a verdict.
    """
    begins = width_of(first)
    if hang is None:
        hang = begins if 0 < begins <= _HANG else 2
    room = width - begins
    word = cells.cell_len(re.split("[ \u2e80-\uffff]", plain(text), maxsplit=1)[0])
    head = "" if room < word <= width - hang or room < 2 else wrapped(text, room)[0]  # a word that fits below is not broken
    rest = _after(text, head)
    return [(first + head).rstrip(), *(" " * hang + line for line in (wrapped(rest, width - hang) if rest else ()))]


def _after(text: str, head: str) -> str:
    """Return what follows `head` in a painted text, in its colours."""
    bare, begins = plain(text), len(plain(head))
    begins += len(bare[begins:]) - len(bare[begins:].lstrip(" "))
    return _painted(bare[begins:], _styles(text)[begins:])


def _styles(text: str) -> list[str]:
    """Return the colour of each visible character."""
    styles: list[str] = []
    style = ""
    for part in re.split(r"(\x1b\[[0-9;]*m)", text):
        if part.startswith("\x1b"):
            style = "" if part == _RESET else style + part
        else:
            styles += [style] * len(part)
    return styles


def _painted(text: str, styles: Sequence[str]) -> str:
    """Return a text whose characters have these colours."""
    made, style = [], ""
    for character, wanted in zip(text, styles, strict=True):
        if wanted != style:
            made.append((_RESET if style else "") + wanted)
            style = wanted
        made.append(character)
    return "".join(made) + (_RESET if style else "")


class Page:
    """The lines of one output. `str()` of it is what is printed; it may hold none."""

    def __init__(self, context: Context, width: int | None = None) -> None:
        """`width`: of the terminal, in cells, where it is not to be asked."""
        self.context = context
        self.width = width or screen_width()
        self.prose_width = min(self.width, PROSE)
        self.lines: list[str] = []

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def paint(self, text: str, role: str) -> str:
        """Return a text in the colour of its role."""
        return self.context.paint(text, role)

    def blank(self) -> None:
        """Add an empty line, unless the page begins or the last line is one."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def add(self, *lines: str) -> None:
        """Add lines as they are: they fit already."""
        self.lines.extend(lines)

    def head(self, answer: str, file: str = "", more: str = "") -> None:
        """Add the headline: the answer, what it is about (dim), and the file's name (dim) at the right edge.

        What does not fit goes on the next lines, the file's name after what it is about.
        """
        room = min(self.width, HEADLINE)
        answer_width, file = width_of(answer), visible(file)
        wanted = answer_width + (2 + cells.cell_len(more) if more else 0)
        file_width = cells.cell_len(file)
        if more and wanted + (2 + file_width if file else 0) <= room:
            answer, answer_width, more = f"{answer}  {self.paint(more, 'dim')}", wanted, ""
        if file and answer_width + 2 + file_width > room:
            short = os.path.basename(file.rstrip("/\\")) or file
            if answer_width + 2 + cells.cell_len(short) <= room:
                file, file_width = short, cells.cell_len(short)
        if file and answer_width + 2 + file_width <= room:
            answer += " " * (room - answer_width - file_width) + self.paint(file, "dim")
            file = ""
        self.lines += hung("", answer, self.width, 2)
        for rest in (more, file):
            if rest:
                self.lines += hung("", self.paint(rest, "dim"), self.prose_width)

    def prose(self, first: str, text: str = "", *, indent: int = 0, hang: int | None = None) -> None:
        """Add wrapped prose. `first` is its label with what is between the two, such as "note: "."""
        self.lines += (" " * indent + line for line in hung(first, text, self.prose_width - indent, hang))

    def label(self, key: str, text: str, role: str = "label") -> None:
        """Add a line of the column of labels: `rule`, `fix` or `help`. `text` may be painted; the label is, by its role."""
        words = {each: self.context.say(f"layout.{each}") for each in _LABELS}
        column = max(map(cells.cell_len, words.values()))
        first = "  " + padded(self.paint(words[key], role), column) + "  "
        self.lines += hung(first, text, self.prose_width, width_of(first))

    def step(self, text: str, command: str) -> None:
        """Add what to do next and the command for it. The command is on one line, so that it can be copied, if it fits on one."""
        if width_of(text) + 1 + width_of(command) <= self.prose_width:
            self.lines.append(f"{text} {self.paint(command, 'label')}")
            return
        self.lines += hung("", text, self.prose_width)
        self.lines += hung("  ", self.paint(command, "label"), self.width, 4)

    def quote(self, line: str, number: int, start: int | None = None, end: int | None = None, role: str = "bad") -> None:
        """Add a line of the list with its number, underlined from column `start` up to `end` (both from 0).

        Tabs become spaces and what cannot be seen is written out. A line too long is shown around what is underlined.
        """
        bar = "│" if _can_write("│") else "|"
        gutter = max(len(str(number)), 2)
        room = max(self.prose_width - gutter - 5, 8)
        before, marked, after = (visible(part.expandtabs(2)) for part in _parts(line.rstrip("\r\n"), start, end))
        if not before.strip() and not marked:
            before, after = "", after.lstrip()
        before, marked, after = _window(before, marked, after, room)
        shown = before + (self.paint(marked, "bold") if marked else "") + after
        self.lines.append(f"  {self.paint(f'{number:>{gutter}} {bar}', 'dim')} {shown.rstrip()}")
        if marked:
            under = " " * cells.cell_len(before) + self.paint("^" * cells.cell_len(marked), role)
            self.lines.append(f"  {self.paint(' ' * gutter + f' {bar}', 'dim')} {under}")

    def table(
        self, rows: Iterable[Sequence[str]], aligns: str, *, text: int | None = None, indent: int = 2, gap: int = 2
    ) -> None:
        """Add rows of painted cells in columns, as wide as they need.

        `aligns` has a letter for each column: `l` or `r`. The column `text` takes what the others leave and is wrapped in
        it; where that would be less than 40 cells and not enough, it goes below its row over the full width. Columns
        that are empty in all rows are left out.
        """
        table = [list(row) for row in rows]
        widths = [max((width_of(row[place]) for row in table), default=0) for place in range(len(aligns))]
        used = [place for place, width in enumerate(widths) if width]
        flexible = text if text is not None and text in used else -1
        screen = min(self.width, HEADLINE)
        left = screen - indent - sum(widths[place] + gap for place in used if place != flexible)
        below = flexible >= 0 and left < min(_TEXT, widths[flexible])
        if below:
            used.remove(flexible)
        elif flexible >= 0:
            widths[flexible] = min(widths[flexible], left)
        hang = indent + (2 if below else sum(widths[place] + gap for place in used if place < flexible))
        for row in table:
            more = wrapped(row[flexible], screen - hang if below else widths[flexible]) if flexible >= 0 else []
            shown = [more.pop(0) if place == flexible else row[place] for place in used]
            pieces = [padded(each, widths[place], aligns[place] == "r") for each, place in zip(shown, used, strict=True)]
            line = " " * indent + (" " * gap).join(pieces).rstrip()
            self.lines += hung(" " * indent, line.lstrip(), screen, indent + 2) if width_of(line) > screen else [line]
            self.lines += [" " * hang + each for each in more if each]


def _parts(line: str, start: int | None, end: int | None) -> tuple[str, str, str]:
    """Return what is before, between and after two columns."""
    if start is None:
        return line, "", ""
    end = len(line) if end is None else end
    return line[:start], line[start:end], line[end:]


def _window(before: str, marked: str, after: str, room: int) -> tuple[str, str, str]:
    """Cut a line to `room` cells so that what is marked stays on it."""
    # A roster on one line has hundreds of thousands of characters, and each of its problems quotes it.
    before, after = before[-4 * room :], after[: 4 * room]
    if cells.cell_len(before + marked + after) <= room:
        return before, marked, after
    marked = cells.cut(marked, room - 2)
    beside = room - cells.cell_len(marked)
    if cells.cell_len(before) > beside - min(cells.cell_len(after), 2):
        while before and cells.cell_len(before) > max(beside // 2 - 1, 0):
            before = before[1:]
        before = "…" + before
    return before, marked, cells.cut(after, beside - cells.cell_len(before))


def _can_write(text: str) -> bool:
    """Return whether standard output has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
