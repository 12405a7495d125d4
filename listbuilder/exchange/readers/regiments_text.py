"""Lists of regiments: the Age of Sigmar app in both renderings, Sigdex, New Recruit and Scrollcaster."""

from __future__ import annotations

import re

from listbuilder.exchange import day as days
from listbuilder.exchange.detect import Detected
from listbuilder.exchange.parsed import Listed, ParsedList, ParsedUnit, Post, Words
from listbuilder.exchange.readers import regiments_head
from listbuilder.exchange.source import Source, SourceLine
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import BARE_COUNT, ROUND, bracket, counted, number
from listbuilder.model.base import fold

_MODELS = re.compile(r"(.+?) ?\((\d{1,3}) models?\)", re.IGNORECASE)
_MARKED = re.compile(r"\[([^\[\]]{3,60})\](?: ?: ?(.+))?")
_FRAME = ":. -=~*#_"  # drawn around a title
_REGIMENT = re.compile(r"([a-z ]{4,20}?) ?#? ?(\d{1,2})(?: ?[-(:] ?(general(?:'?s)?(?: regiment)?)\)?)?")
_BEHIND = re.compile(r": ?\w|[-–—] \w")
_PRICE = re.compile(r"(.+?) - ?\((\d{1,3})\) ?(?:points?|pts?)", re.IGNORECASE)


def read(found: Detected) -> tuple[ParsedList, Source]:
    source = found.source
    assert source is not None
    made = ParsedList(shape="regiments", format=found.format, adds_enhancements=found.format.startswith("sigdex"))
    lines = _without_footer(made, [line for line in source.written if line.fate is None], source)
    start = next((place for place, line in enumerate(lines) if title(line)), len(lines))
    regiments_head.read(made, lines[:start], source)
    _Body(made, source).read(lines[start:])
    return made, source


def _without_footer(made: ParsedList, lines: list[SourceLine], source: Source) -> list[SourceLine]:
    """Footers are noise, and so is what follows them and cannot be part of a list."""
    past = False
    for place, line in enumerate(lines):
        if phrases.is_footer(line.words):
            past = past or place > len(lines) // 2
            made.data_version = made.data_version or days.data_version(line.words)
            source.noise(line.number)
        elif past and not line.bullet and bracket(line.words, ROUND) is None and title(line) is None:
            source.noise(line.number)
    return [line for line in lines if line.fate is None]


def title(line: SourceLine) -> tuple[Post, int | None] | None:
    """What a section title opens, and the number it gives a regiment."""
    words = fold(line.words).strip(_FRAME)
    if len(words) > 40 or line.bullet:
        return None
    if words.startswith("roster "):
        words = words.removeprefix("roster ")
    kinds = phrases.group("regiments")
    if words in kinds:
        kind = kinds[words]
        if kind in ("general", "number"):
            return "regiment", None
        posts: dict[str, Post] = {"auxiliary": "auxiliary", "terrain": "terrain", "renown": "renown", "lore": "lore"}
        return (posts[kind], None) if kind in posts else None
    found = _REGIMENT.fullmatch(words)
    if found and kinds.get(found[1]) == "number":
        return "regiment", int(found[2])
    return None


def is_generals(line: SourceLine) -> bool:
    """`General's Regiment`, `Regiment 1 (General's)`."""
    words = fold(line.words).strip(_FRAME)
    found = _REGIMENT.fullmatch(words)
    return phrases.group("regiments").get(words) == "general" or bool(found and found[3])


class _Body:
    """Everything below the first title."""

    def __init__(self, made: ParsedList, source: Source) -> None:
        self.made = made
        self.source = source
        self.post: Post = "regiment"
        self.regiment: int | None = None
        self.count = -1
        self.opened = -1  # units above the last title
        self.section = ""
        self.generals: tuple[int, int] | None = None  # the regiment that a title says is the general's, and that line

    def read(self, lines: list[SourceLine]) -> None:
        for line in lines[: self._end(lines)]:
            opened = title(line)
            if opened:
                self._open(line, *opened)
            elif regiments_head.setting(self.made, line, self.source):
                continue  # some programs print lores and cards below
            elif self.post in ("terrain", "lore") and not line.bullet:
                found = bracket(line.words, ROUND)
                words = Words(found[0] if found else line.words, line.number, found[1] if found else None)
                if self.post == "terrain":
                    self.made.terrain.append(words)
                else:
                    self.made.lores.append(("manifestation", words))
                self.source.mapped(line.number)
            elif self.made.total is None and regiments_head.is_total(self.made, line):
                self.source.mapped(line.number)
            else:
                self._line(line)
        self._general()

    def _open(self, line: SourceLine, post: Post, _: int | None) -> None:
        self.source.noise(line.number)
        self.post, self.section, self.opened = post, line.words.strip(" :"), len(self.made.units)
        if post == "regiment":
            self.count += not self._is_empty()  # `Regiment 1`, and below it `General's Regiment`
            self.regiment = self.count
            if is_generals(line):
                self.generals = self.count, line.number
        else:
            self.regiment = None

    def _end(self, lines: list[SourceLine]) -> int:
        """Behind a blank line, talk alone: nothing with points, no bullet, no title."""
        end = len(lines)
        while end and not (lines[end - 1].bullet or _says_something(lines[end - 1])):
            end -= 1
        while 0 < end < len(lines) and not self.source[lines[end].number - 1].blank:
            end += 1
        if end and title(lines[end - 1]) is not None:  # what stands under a title is no talk
            return len(lines)
        self.source.noise(*(line.number for line in lines[end:] if end))
        return end or len(lines)

    def _is_empty(self) -> bool:
        return self.count >= 0 and self.regiment == self.count and all(each.regiment != self.count for each in self.made.units)

    def _general(self) -> None:
        """Where no unit is said to be the general, the title over its regiment says so."""
        if self.generals is None or any(unit.warlord for unit in self.made.units):
            return
        leader = next((unit for unit in self.made.units if unit.regiment == self.generals[0]), None)
        if leader is not None:
            leader.warlord = self.generals[1]

    def _line(self, line: SourceLine) -> None:
        unit = self._unit(line)
        if line.bullet and self.made.units and self.post != "renown":
            self._stands_alone(line)
        last = self.made.units[-1] if self.made.units else None
        if unit is not None:
            self.made.units.append(unit)
            self.source.mapped(line.number)
        elif self.opened == len(self.made.units) and not line.bullet and self.post != "renown":
            self.made.units.append(self._placed(unit_of(line.words, None, line.number)))  # below its title, without points
            self.source.mapped(line.number)
        elif last is None:
            return
        elif line.bullet or is_mark(line.words) or counted(line.words)[0] is not None or BARE_COUNT.match(line.words):
            under(last, line.words, line.number)
            self.source.mapped(line.number)
        elif (chosen := _bare_choice(line.words)) is not None:
            under(last, chosen, line.number)
            self.source.mapped(line.number)
        else:
            last.members.append(Words(line.words, line.number))  # bundled with it, or of its regiment of renown
            self.source.mapped(line.number)

    def _stands_alone(self, line: SourceLine) -> None:
        """A name without points, with something under it: a unit that has lost them."""
        above = self.made.units[-1]
        if above.members and all(each.blank for each in self.source.lines[above.members[-1].line : line.number - 1]):
            lost = above.members.pop()
            self.made.units.append(self._placed(unit_of(lost.text, None, lost.line)))

    def _placed(self, unit: ParsedUnit) -> ParsedUnit:
        unit.post, unit.regiment, unit.section = self.post, self.regiment, self.section
        return unit

    def _unit(self, line: SourceLine) -> ParsedUnit | None:
        found = bracket(line.words, ROUND)
        if (line.bullet and line.bullet != "-") or found is None or not found[0] or (found[2] and not _BEHIND.match(found[2])):
            return None
        if line.bullet and self.made.units and (not found[1] or _PRICE.fullmatch(line.words)):
            return None
        made = self._placed(unit_of(found[0], found[1], line.number))
        for each in found[2].strip(" :-–—").split(", ") if found[2] else ():
            under(made, each, line.number)
        return made


def unit_of(words: str, points: int | None, line: int) -> ParsedUnit:
    """`2 x Name`, `Name (2 models)`, or just the name."""
    count, name = counted(words)
    models = _MODELS.fullmatch(name)
    if models:
        count = int(models[2])  # part of the name too: a warscroll may be sold by the model
    return ParsedUnit(name=name, line=line, points=points, models=count)


def _says_something(line: SourceLine) -> bool:
    if title(line) is not None or counted(line.words)[0] is not None or is_mark(line.words):
        return True
    return any(map(str.isdigit, line.words)) or _bare_choice(line.words) is not None or _is_setting(line.words)


def _is_setting(words: str) -> bool:
    return regiments_head.setting_name(words) is not None


def _bare_choice(words: str) -> str | None:
    """`-Overdrive Switch`, `[Heroic Trait]: X`, `[General]`, `Artefact of Power: X`: of the unit above, without a bullet."""
    if words[:1] in "-–—~" and words[1:2].isalpha():
        return words[1:]
    marked = _MARKED.fullmatch(words)
    if marked is not None:
        return f"{marked[1]}: {marked[2]}" if marked[2] else marked[1]
    return words if _kind_off(words) != words else None


def is_mark(words: str) -> bool:
    """General or Reinforced, where a paste has lost its bullets."""
    folded = fold(words).strip(". ")
    return folded in phrases.among("general") or folded in phrases.among("reinforced")


def under(unit: ParsedUnit, words: str, line: int) -> None:
    """One bullet of a unit."""
    folded = fold(words).strip(". ")
    if folded in phrases.among("general"):
        unit.warlord = line
    elif folded in phrases.among("reinforced"):
        unit.reinforced = line
    elif folded in phrases.among("ignored"):
        return
    else:
        priced = _PRICE.fullmatch(words)
        found = (priced[1], int(priced[2])) if priced else _bracketed(words)
        name, points = found if found else (words, None)
        count, rest = counted(name)
        if count is None and (bare := BARE_COUNT.match(name)):
            count, rest = number(bare[1]), name[bare.end() :]
        if count is not None:
            unit.entries.append(Listed(rest, line, count, counted=True, points=points))
        else:
            unit.enhancements.append(Words(_kind_off(name), line, points))


def _bracketed(words: str) -> tuple[str, int | None] | None:
    found = bracket(words, ROUND)
    return (found[0], found[1]) if found and not found[2] and found[0] else None


def _kind_off(name: str) -> str:
    """`Artefact of Power: X`, `Heroic Trait - X`."""
    for mark in (":", " - "):
        left, cut, right = name.partition(mark)
        if cut and fold(left) in phrases.among("enhancement_kinds"):
            return right.strip()
    return name
