"""A picture of the roster to post: one card with its units, its verdict and its QR code. No script, no network."""

from __future__ import annotations

import unicodedata

import msgspec

from listbuilder.exchange import wording
from listbuilder.exchange.printout import PrintedSection, PrintedUnit, Printout
from listbuilder.exchange.wording import closed, isolated
from listbuilder.exchange.writers import page, qr
from listbuilder.exchange.writers.text import item_text, price
from listbuilder.store.languages import language

WIDTH, _EDGE, _CODE = 900, 40, 250
_SIZES = {"title": 38, "head": 21, "section": 17, "unit": 23, "detail": 17, "verdict": 26, "finding": 17, "small": 13}
# A Latin letter is at most about six tenths of its size wide here, a Japanese or Chinese one a whole.
_NARROW, _FULL = 0.56, 1.0
_INDENT = 104
_LONGEST = 28  # characters of a word that is never broken
_NEVER_FIRST = "、。，；：）」』!?"  # no line begins with one of these, unless the whole text does


class Text(msgspec.Struct, frozen=True):
    look: str
    x: int
    y: int
    words: str


class Rule(msgspec.Struct, frozen=True):
    y: int


def write(sheet: Printout) -> bytes:
    picture = _Picture(sheet)
    picture.draw()
    place = (WIDTH - _EDGE - _CODE, picture.code_y)
    numbers = {"width": WIDTH, "height": picture.height, "edge": _EDGE, "sizes": _SIZES, "code_at": place, "code_size": _CODE}
    drawn = {"texts": picture.texts, "rules": picture.rules, "code": picture.code, "fonts": language(sheet.lang).fonts}
    return page.fill("roster.svg", sheet, **numbers, **drawn)


def fit(words: str, size: int, room: int) -> list[str]:
    """Words in lines that are no wider than `room`; broken between words, or anywhere in Japanese and Chinese."""
    lines: list[str] = []
    line, width = "", 0.0
    for word in _words(words):
        wide = sum(_wide(character) for character in word) * size
        if line and width + wide > room:
            lines.append(line.rstrip())
            line, width = "", 0.0
            word = word.lstrip()
        line += word
        width += wide
    return [*lines, line.rstrip()] if line.strip() else lines


def _words(text: str) -> list[str]:
    found: list[str] = []
    for character in text:
        if not found or len(found[-1]) > _LONGEST:
            found.append(character)
            continue
        breaks = _wide(character) == _FULL or found[-1][-1] == " " or _wide(found[-1][-1]) == _FULL
        if breaks and character not in _NEVER_FIRST:
            found.append(character)
        else:
            found[-1] += character
    return found


def _wide(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return _FULL
    return 0.66 if character.isupper() or character.isdigit() or character in "mwMW@%" else _NARROW


class _Picture:
    def __init__(self, sheet: Printout) -> None:
        self.sheet = sheet
        self.texts: list[Text] = []
        self.rules: list[Rule] = []
        self.y = _EDGE
        made = qr.code(sheet)
        self.code = made.svg_inline(border=qr.QUIET, dark="#000", light="#fff", omitsize=True) if made else ""
        self.code_y = 0
        self.height = 0

    def draw(self) -> None:
        sheet = self.sheet
        self._put("title", isolated(sheet.name), _EDGE)
        player = [sheet.say("sheet.player", name=isolated(sheet.player))] if sheet.player else []
        for words in (" · ".join([sheet.game, *sheet.labels]), *player, *sheet.facts, *([sheet.left] if sheet.left else [])):
            self._put("head", words, _EDGE)
        for found in sheet.verdict.reasons:
            self._put("finding illegal", f"{found.code}: {found.message}", _EDGE)
        for section in sheet.beside:
            self._section(section)
        self._block("sheet.formations", sheet.formations)
        self._block("sheet.reminders", sheet.reminder_lines)
        self._block("sheet.notes", sheet.note_lines)
        self._verdict()

    def _section(self, section: PrintedSection) -> None:
        self._title(section.title, str(section.points))
        for line in section.lines:
            self._unit(line)
        for name, kind, points in section.extras:
            self._row("", name, str(points), [kind] if kind else [])

    def _title(self, words: str, points: str = "") -> None:
        self.y += 14
        self._put("section", words, _EDGE, points)
        self.rules.append(Rule(self.y + 2))
        self.y += 6

    def _unit(self, line: PrintedUnit) -> None:
        details = [*line.remarks, *map(item_text, line.changes), *line.ties, *([isolated(line.notes)] if line.notes else [])]
        name = f"↳ {line.title}" if line.under else line.title
        self._row(f"{line.size}×" if line.size > 1 else "", name, price(line, self.sheet), details)
        if line.defaults:
            self._put("small", wording.join(map(item_text, line.defaults), self.sheet.lang), _INDENT)
        for each in line.wrong:
            self._put("finding illegal", each, _INDENT)

    def _row(self, size: str, name: str, points: str, details: list[str]) -> None:
        top = self.y
        self._put("unit", name, _INDENT, points)
        if size:
            self.texts.append(Text("size", _INDENT - 14, top + _SIZES["unit"], size))
        if details:
            self._put("detail", wording.join(details, self.sheet.lang), _INDENT)

    def _block(self, key: str, lines: list[str]) -> None:
        if lines:
            self._title(self.sheet.say(key))
            for line in lines:
                self._put("detail", line, _EDGE)

    def _verdict(self) -> None:
        verdict = self.sheet.verdict
        self.y += 18
        self.rules.append(Rule(self.y))
        self.y += 14
        self.code_y = self.y
        room = WIDTH - 2 * _EDGE - (_CODE + 20 if self.code else 0)
        first = " · ".join(part for part in (verdict.word, verdict.points) if part)
        self._put(f"verdict {verdict.kind}", first, _EDGE, room=room)
        for found in verdict.found:
            self._put("finding", f"{found.label} {found.code}: {found.message}", _EDGE, room=room)
        self.y += 6
        for line in verdict.footing():
            self._put("small", line, _EDGE, room=room)
        self.height = max(self.y, self.code_y + _CODE if self.code else 0) + _EDGE

    def _put(self, look: str, words: str, x: int, points: str = "", room: int | None = None) -> None:
        """Text from x on, as many lines as it takes, and points at the right edge of the first."""
        size = _SIZES[look.split()[0]]
        wide = room or WIDTH - _EDGE - x - (110 if points else 0)
        for place, line in enumerate(fit(words, size, wide) or [""]):
            self.y += size
            self.texts.append(Text(look, x, self.y, closed(line)))
            if points and not place and self.sheet.points:
                self.texts.append(Text(f"{look} points", WIDTH - _EDGE, self.y, points))
            self.y += round(size * 0.34)
