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
    words = fold(line.words).strip(":. -")
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
    name, _, place = words.rpartition(" ")
    if kinds.get(name) == "number" and place.isdecimal() and len(place) < 3:
        return "regiment", int(place)
    return None


class _Body:
    """Everything below the first title."""

    def __init__(self, made: ParsedList, source: Source) -> None:
        self.made = made
        self.source = source
        self.post: Post = "regiment"
        self.regiment: int | None = None
        self.count = -1
        self.section = ""

    def read(self, lines: list[SourceLine]) -> None:
        for line in lines:
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
            else:
                self._line(line)

    def _open(self, line: SourceLine, post: Post, _: int | None) -> None:
        self.source.noise(line.number)
        self.post, self.section = post, line.words.strip(" :")
        if post == "regiment":
            self.count += 1
            self.regiment = self.count
        else:
            self.regiment = None

    def _line(self, line: SourceLine) -> None:
        unit = self._unit(line)
        last = self.made.units[-1] if self.made.units else None
        if unit is not None:
            self.made.units.append(unit)
            self.source.mapped(line.number)
        elif last is None:
            return
        elif line.bullet or is_mark(line.words) or counted(line.words)[0] is not None or BARE_COUNT.match(line.words):
            under(last, line.words, line.number)
            self.source.mapped(line.number)
        else:
            last.members.append(Words(line.words, line.number))  # bundled with it, or of its regiment of renown
            self.source.mapped(line.number)

    def _unit(self, line: SourceLine) -> ParsedUnit | None:
        found = bracket(line.words, ROUND)
        if (line.bullet and line.bullet != "-") or found is None or found[2] or not found[0]:
            return None
        if line.bullet and self.made.units and _PRICE.fullmatch(line.words):
            return None
        made = unit_of(found[0], found[1], line.number)
        made.post, made.regiment, made.section = self.post, self.regiment, self.section
        return made


def unit_of(words: str, points: int, line: int) -> ParsedUnit:
    """`2 x Name`, `Name (2 models)`, or just the name."""
    count, name = counted(words)
    models = _MODELS.fullmatch(name)
    if models:
        count = int(models[2])  # part of the name too: a warscroll may be sold by the model
    return ParsedUnit(name=name, line=line, points=points, models=count)


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
