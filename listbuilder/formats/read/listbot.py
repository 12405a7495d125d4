"""The reader of Listbot's text, which has no titles.

A line without a dash opens a regiment, square brackets hold everything that is no unit.
"""

from __future__ import annotations

import re

from listbuilder.formats.detect import Detected
from listbuilder.formats.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.formats.read import aos_header
from listbuilder.formats.read.aos_text import add_choice, read_section_title
from listbuilder.formats.source import Source, SourceLine
from listbuilder.matching import phrases
from listbuilder.matching.numbers import ROUND, parse_number, split_count, split_last_bracket
from listbuilder.model.base import fold

_TOTAL = re.compile(
    r"(?:total: ?)?(\d[\d,]{0,6}) ?/ ?(\d[\d,]{0,6}) ?(?:pts?|points?)?", re.IGNORECASE
)
_DROPS = re.compile(r"(?:drops: ?\d{1,2}|\d{1,2} drops?)", re.IGNORECASE)
_PRICE = re.compile(r"(.+?) ?\((\d{1,4}) ?(?:pts?|points?)?\)", re.IGNORECASE)
_TIMES = re.compile(r"(.+?) x(\d{1,2})", re.IGNORECASE)


def read(detected: Detected) -> tuple[ParsedList, Source]:
    """Return the list read from the detected text, and its source with each line marked.

    The marks tell which lines were understood, which are noise, and which were not understood.
    """
    source = detected.source
    assert source is not None
    parsed = ParsedList(shape="aos", format=detected.format)
    signed = False  # a footer stood below the units
    priced_lines = [line for line in source.written_lines if split_last_bracket(line.words, ROUND)]
    dashes = len({bool(line.bullet) for line in priced_lines}) > 1
    for line in source.written_lines:
        if line.fate is not None:
            continue
        priced = split_last_bracket(line.words, ROUND)
        if signed and not line.bullet and priced is None and line.words[:1] != "[":
            source.mark_noise(line.number)  # talk behind the list
        else:
            _read_line(parsed, line, source, dashes)
            signed = signed or (bool(parsed.units) and phrases.is_footer(line.words))
    return parsed, source


def _read_line(parsed: ParsedList, line: SourceLine, source: Source, dashes: bool) -> None:
    """Read a line as the total, a setting, a unit or a choice; mark it if it was understood.

    `dashes`: whether the text has a dash before every unit of a regiment but its leader.
    """
    words = line.words
    total = _TOTAL.fullmatch(words)
    if total:
        parsed.total, parsed.total_line = parse_number(total[1]), line.number
        parsed.limit = parse_number(total[2])
        source.mark_mapped(line.number)
    elif _DROPS.fullmatch(words) or phrases.is_footer(words) or read_section_title(line):
        source.mark_noise(line.number)
    elif words.startswith("[") and words.endswith("]"):
        _read_bracketed(parsed, words[1:-1], line.number)
        source.mark_mapped(line.number)
    elif (priced := split_last_bracket(words, ROUND)) and not priced[2] and priced[0]:
        _add_unit(parsed, line, priced[0], priced[1], dashes)
        source.mark_mapped(line.number)
    elif not parsed.units and not aos_header.read_setting(parsed, line, source):
        parsed.heads.append(Words(words, line.number))


def _add_unit(parsed: ParsedList, line: SourceLine, name: str, points: int, dashes: bool) -> None:
    """Add a unit to the list: in a new regiment if it leads one, otherwise in the last.

    A leader's line has no dash. If the text has no dashes, because a paste lost them, a unit
    without a count is a leader.
    """
    count, rest = split_count(name)
    unit = ParsedUnit(name=rest, line=line.number, points=points, models=count)
    leads = not line.bullet if dashes else count is None
    if leads:
        regiments = [earlier_unit.regiment for earlier_unit in parsed.units]
        taken = [regiment for regiment in regiments if regiment is not None]
        unit.regiment = 1 + max(taken, default=-1)
    else:
        unit.regiment = parsed.units[-1].regiment if parsed.units else 0
    unit.section = f"Regiment {(unit.regiment or 0) + 1}"
    parsed.units.append(unit)


def _read_bracketed(parsed: ParsedList, words: str, line: int) -> None:
    """Read `words`, which stood in square brackets, as choices of the last unit.

    Several choices are separated by semicolons. Above the first unit, the words are a choice of the
    army or its season.
    """
    if parsed.units:
        unit = parsed.units[-1]
        for part in (part.strip() for part in words.split(";")):
            times = _TIMES.fullmatch(part)
            if times:
                unit.entries.append(Listed(times[1], line, int(times[2]), counted=True))
            elif part:
                add_choice(unit, part, line)
        return
    priced = _PRICE.fullmatch(words)
    chosen = Words(priced[1], line, int(priced[2])) if priced else Words(words, line)
    if fold(words).startswith(tuple(phrases.get_words("season"))):
        parsed.season = chosen
    else:
        parsed.chosen.append(chosen)
