"""Listbot: no titles; a line without a dash opens a regiment, square brackets hold everything that is no unit."""

from __future__ import annotations

import re

from listbuilder.exchange.detect import Detected
from listbuilder.exchange.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.exchange.readers import regiments_head
from listbuilder.exchange.readers.regiments_text import title, under
from listbuilder.exchange.source import Source, SourceLine
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import ROUND, bracket, counted, number
from listbuilder.model.base import fold

_TOTAL = re.compile(r"(?:total: ?)?(\d[\d,]{0,6}) ?/ ?(\d[\d,]{0,6}) ?(?:pts?|points?)?", re.IGNORECASE)
_DROPS = re.compile(r"(?:drops: ?\d{1,2}|\d{1,2} drops?)", re.IGNORECASE)
_PRICE = re.compile(r"(.+?) ?\((\d{1,4}) ?(?:pts?|points?)?\)", re.IGNORECASE)
_TIMES = re.compile(r"(.+?) x(\d{1,2})", re.IGNORECASE)


def read(found: Detected) -> tuple[ParsedList, Source]:
    source = found.source
    assert source is not None
    made = ParsedList(shape="regiments", format=found.format)
    signed = False
    dashes = len({bool(line.bullet) for line in source.written if bracket(line.words, ROUND)}) > 1
    for line in source.written:
        if line.fate is None and signed and not line.bullet and bracket(line.words, ROUND) is None and line.words[:1] != "[":
            source.noise(line.number)  # talk behind the list
        elif line.fate is None:
            _line(made, line, source, dashes)
            signed = signed or (bool(made.units) and phrases.is_footer(line.words))
    return made, source


def _line(made: ParsedList, line: SourceLine, source: Source, dashes: bool) -> None:
    words = line.words
    total = _TOTAL.fullmatch(words)
    opened = title(line)
    if total:
        made.total, made.limit, made.total_line = number(total[1]), number(total[2]), line.number
        source.mapped(line.number)
    elif _DROPS.fullmatch(words) or phrases.is_footer(words) or opened:
        source.noise(line.number)
    elif words.startswith("[") and words.endswith("]"):
        _bracketed(made, words[1:-1], line.number)
        source.mapped(line.number)
    elif (priced := bracket(words, ROUND)) and not priced[2] and priced[0]:
        _unit(made, line, priced[0], priced[1], dashes)
        source.mapped(line.number)
    elif not made.units and not regiments_head.setting(made, line, source):
        made.heads.append(Words(words, line.number))


def _unit(made: ParsedList, line: SourceLine, name: str, points: int, dashes: bool) -> None:
    """Where a paste lost the dashes, the count tells the units of a regiment from the leader it begins with."""
    count, rest = counted(name)
    unit = ParsedUnit(name=rest, line=line.number, points=points, models=count)
    if not line.bullet if dashes else count is None:
        unit.regiment = 1 + max((each.regiment or 0 for each in made.units if each.regiment is not None), default=-1)
    else:
        unit.regiment = made.units[-1].regiment if made.units else 0
    unit.section = f"Regiment {(unit.regiment or 0) + 1}"
    made.units.append(unit)


def _bracketed(made: ParsedList, words: str, line: int) -> None:
    """A choice: of the army above the first unit, of the unit above it later; a unit's may be a list of weapons."""
    if made.units:
        unit = made.units[-1]
        for part in (part.strip() for part in words.split(";")):
            times = _TIMES.fullmatch(part)
            if times:
                unit.entries.append(Listed(times[1], line, int(times[2]), counted=True))
            elif part:
                under(unit, part, line)
        return
    priced = _PRICE.fullmatch(words)
    chosen = Words(priced[1], line, int(priced[2])) if priced else Words(words, line)
    if fold(words).startswith(tuple(phrases.among("season"))):
        made.season = chosen
    else:
        made.chosen.append(chosen)
