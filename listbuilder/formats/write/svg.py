"""The picture of a roster to post: one card with units, verdict and QR code.

It has no script and needs no network.
"""

from __future__ import annotations

import unicodedata

import msgspec

from listbuilder.formats import export_wording
from listbuilder.formats.export_wording import close_isolation, wrap_right_to_left
from listbuilder.formats.printout import PrintedSection, PrintedUnit, Printout
from listbuilder.formats.write import qr, template
from listbuilder.formats.write.text import format_item, format_price
from listbuilder.i18n.languages import get_language

WIDTH, _EDGE, _CODE = 900, 40, 250
_SIZES = {
    "title": 38,
    "head": 21,
    "section": 17,
    "unit": 23,
    "detail": 17,
    "verdict": 26,
    "finding": 17,
    "small": 13,
}
# A Latin letter is at most about six tenths of its size wide here, a Japanese or Chinese one a
# whole.
_NARROW, _FULL = 0.56, 1.0
_INDENT = 104
_LONGEST = 28  # characters of a word that is never broken
_NEVER_FIRST = "、。，；：）」』!?"  # no line begins with one of these, unless the whole text does


class TextLine(msgspec.Struct, frozen=True):
    """A line of text at its place, with the name of its look."""

    look: str
    x: int
    y: int
    words: str


class HorizontalRule(msgspec.Struct, frozen=True):
    """A line drawn across the picture."""

    y: int


def write(sheet: Printout) -> bytes:
    """Return the roster `sheet` as the bytes of an SVG picture."""
    picture = _Picture(sheet)
    picture.draw_all()
    place = (WIDTH - _EDGE - _CODE, picture.code_y)
    numbers = {
        "width": WIDTH,
        "height": picture.height,
        "edge": _EDGE,
        "sizes": _SIZES,
        "code_at": place,
        "code_size": _CODE,
    }
    drawn = {
        "texts": picture.texts,
        "rules": picture.rules,
        "code": picture.code,
        "fonts": get_language(sheet.lang).fonts,
    }
    return template.render_template("roster.svg", sheet, **numbers, **drawn)


def wrap_to_width(words: str, size: int, room: int) -> list[str]:
    """Return `words` as lines no wider than `room`, broken between words.

    `size`: the size of the letters. Japanese and Chinese may be broken between any characters, but
    no line begins with a sign such as a comma.
    """
    lines: list[str] = []
    line, width = "", 0.0
    for word in _split_at_breaks(words):
        wide = sum(_estimate_width(character) for character in word) * size
        if line and width + wide > room:
            lines.append(line.rstrip())
            line, width = "", 0.0
            word = word.lstrip()
        line += word
        width += wide
    return [*lines, line.rstrip()] if line.strip() else lines


def _split_at_breaks(text: str) -> list[str]:
    """Return `text` cut wherever a line may be broken; very long words are cut as well."""
    pieces: list[str] = []
    for character in text:
        if not pieces or len(pieces[-1]) > _LONGEST:
            pieces.append(character)
            continue
        breaks = (
            _estimate_width(character) == _FULL
            or pieces[-1][-1] == " "
            or _estimate_width(pieces[-1][-1]) == _FULL
        )
        if breaks and character not in _NEVER_FIRST:
            pieces.append(character)
        else:
            pieces[-1] += character
    return pieces


def _estimate_width(character: str) -> float:
    """Return the estimated width of a character as a share of its size.

    A Latin letter is about six tenths, a Japanese or Chinese one 1.
    """
    if unicodedata.east_asian_width(character) in "WF":
        return _FULL
    if character.isupper() or character.isdigit() or character in "mwMW@%":
        return 0.66
    return _NARROW


class _Picture:
    """The texts and rules of the picture, put one below the other."""

    def __init__(self, sheet: Printout) -> None:
        """Start an empty picture of the printout `sheet`.

        It has the roster's QR code, or none if the roster is too big for one.
        """
        self.sheet = sheet
        self.texts: list[TextLine] = []
        self.rules: list[HorizontalRule] = []
        self.y = _EDGE
        self.code = ""
        made = qr.make_code(sheet)
        if made:
            self.code = made.svg_inline(border=qr.QUIET, dark="#000", light="#fff", omitsize=True)
        self.code_y = 0
        self.height = 0

    def draw_all(self) -> None:
        """Add everything to the picture, from the title down to the verdict, and set its height."""
        sheet = self.sheet
        self._draw_text("title", wrap_right_to_left(sheet.name), _EDGE)
        header = [" · ".join([sheet.game, *sheet.labels])]
        if sheet.player:
            header.append(sheet.say("sheet.player", name=wrap_right_to_left(sheet.player)))
        header += sheet.facts
        if sheet.left:
            header.append(sheet.left)
        for words in header:
            self._draw_text("head", words, _EDGE)
        for found in sheet.verdict.reasons:
            self._draw_text("finding illegal", f"{found.code}: {found.message}", _EDGE)
        for section in sheet.sections_with_attached:
            self._draw_section(section)
        self._draw_block("sheet.formations", sheet.formations)
        self._draw_block("sheet.reminders", sheet.reminder_lines)
        self._draw_block("sheet.notes", sheet.note_lines)
        self._draw_verdict()

    def _draw_section(self, section: PrintedSection) -> None:
        """Add the title of a section, its units and its extras to the picture."""
        self._draw_title(section.title, self.sheet.format_cost(section.points))
        for line in section.lines:
            self._draw_unit(line)
        for name, kind, points in section.extras:
            self._draw_row("", name, self.sheet.format_cost(points), [kind] if kind else [])

    def _draw_title(self, words: str, points: str = "") -> None:
        """Add a title with a rule under it, and with `points` at its right, to the picture."""
        self.y += 14
        self._draw_text("section", words, _EDGE, points)
        self.rules.append(HorizontalRule(self.y + 2))
        self.y += 6

    def _draw_unit(self, line: PrintedUnit) -> None:
        """Add a unit with its details, default wargear and mistakes to the picture."""
        details = [*line.remarks, *map(format_item, line.changes), *line.ties]
        if line.notes:
            details.append(wrap_right_to_left(line.notes))
        name = f"↳ {line.title}" if line.under else line.title
        size = f"{line.size}×" if line.size > 1 else ""
        self._draw_row(size, name, format_price(line, self.sheet), details)
        if line.defaults:
            defaults = export_wording.join_list(map(format_item, line.defaults), self.sheet.lang)
            self._draw_text("small", defaults, _INDENT)
        for mistake in line.wrong:
            self._draw_text("finding illegal", mistake, _INDENT)

    def _draw_row(self, size: str, name: str, points: str, details: list[str]) -> None:
        """Add a name to the picture, with size at the left, points at the right, details below."""
        top = self.y
        self._draw_text("unit", name, _INDENT, points)
        if size:
            self.texts.append(TextLine("size", _INDENT - 14, top + _SIZES["unit"], size))
        if details:
            self._draw_text("detail", export_wording.join_list(details, self.sheet.lang), _INDENT)

    def _draw_block(self, key: str, lines: list[str]) -> None:
        """Add the title `key` and the lines below it to the picture; nothing if `lines` is
        empty.
        """
        if lines:
            self._draw_title(self.sheet.say(key))
            for line in lines:
                self._draw_text("detail", line, _EDGE)

    def _draw_verdict(self) -> None:
        """Add the verdict and its findings beside the QR code, and set the picture's height."""
        verdict = self.sheet.verdict
        self.y += 18
        self.rules.append(HorizontalRule(self.y))
        self.y += 14
        self.code_y = self.y
        room = WIDTH - 2 * _EDGE - (_CODE + 20 if self.code else 0)
        first = " · ".join(filter(None, (verdict.word, verdict.points)))
        self._draw_text(f"verdict {verdict.kind}", first, _EDGE, room=room)
        for found in verdict.found:
            finding = f"{found.label} {found.code}: {found.message}"
            self._draw_text("finding", finding, _EDGE, room=room)
        self.y += 6
        for line in verdict.list_footer_lines():
            self._draw_text("small", line, _EDGE, room=room)
        self.height = max(self.y, self.code_y + _CODE if self.code else 0) + _EDGE

    def _draw_text(
        self, look: str, words: str, x: int, points: str = "", room: int | None = None
    ) -> None:
        """Add `words` at `x`, wrapped into as many lines as needed, and move down by their height.

        `look`: the style. `points`: shown at the right edge of the first line, if the game counts
        points. `room`: the width of the lines; None means as far as the edge or the points.
        """
        size = _SIZES[look.split()[0]]
        wide = room or WIDTH - _EDGE - x - (110 if points else 0)
        for place, line in enumerate(wrap_to_width(words, size, wide) or [""]):
            self.y += size
            self.texts.append(TextLine(look, x, self.y, close_isolation(line)))
            if points and not place and self.sheet.points:
                self.texts.append(TextLine(f"{look} points", WIDTH - _EDGE, self.y, points))
            self.y += round(size * 0.34)
