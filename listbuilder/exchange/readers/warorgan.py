"""WarOrgan: either like the app's text, or flat with square brackets and English prose for loadouts."""

from __future__ import annotations

import re

from listbuilder.exchange.detect import Detected
from listbuilder.exchange.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.exchange.readers import fence, gw_app, outline
from listbuilder.exchange.source import Source, SourceLine
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import BARE_COUNT, COUNT, ROUND_WORD, SQUARE, bracket, counted, number
from listbuilder.model.base import fold

_MARK = re.compile(r" ?\[([A-Za-z][^\[\]]{2,30})\]")
_SUMS = re.compile(r"(\d[\d,.]{0,6}) ?/ ?(\d[\d,.]{0,6}) ?(?:pts|points)\b.{0,30}", re.IGNORECASE)  # 2000 / 2000 pts · 17 units
_WITH = re.compile(r"(\d{1,3}) (.{1,200}?) with (.+)", re.IGNORECASE)


def read(found: Detected) -> tuple[ParsedList, Source]:
    source = found.source
    assert source is not None
    if _like_the_app(source):
        return gw_app.read(found)
    made = ParsedList(shape="muster", format=found.format)
    lines = outline.without_farewell([line for line in source.written if line.fate is None], source)
    block = 0
    for place, line in enumerate(lines):
        after = lines[place + 1] if place + 1 < len(lines) else None
        apart = line.number > 1 and source[line.number - 1].blank
        if _is_title(made, line, after, apart):
            named = not phrases.is_section(line.words) or phrases.is_one_attached(line.words)
            block = line.number if named else 0
            source.mapped(line.number) if phrases.is_one_attached(line.words) else source.noise(line.number)
        else:
            _line(made, line, source, block)
    return made, source


def _like_the_app(source: Source) -> bool:
    """Points in round brackets, and what a unit has listed with counts rather than in prose."""
    square = sum(bool(SQUARE.search(line.words)) for line in source.written)
    prosaic = sum(bool(line.bullet and (" with " in fold(line.words) or " and " in fold(line.words))) for line in source.written)
    listed = sum(bool(COUNT.match(line.words)) for line in source.written)
    return square < sum(bool(ROUND_WORD.search(line.words)) for line in source.written) and prosaic <= listed


def _is_title(made: ParsedList, line: SourceLine, after: SourceLine | None, apart: bool) -> bool:
    """A section, or the name that units attached to each other are given: alone, with a unit on the next line."""
    if phrases.is_attached(line.words):
        return True
    if line.bullet or _priced(line) or phrases.label(line.words):
        return False
    if phrases.is_section(line.words):
        return True
    if after is None or after.bullet or _priced(after) is None:
        return False
    return after.indent > line.indent or (apart and bool(made.units or made.detachment))


def _priced(line: SourceLine) -> tuple[str, int, str, bool] | None:
    return bracket(line.words, SQUARE) or bracket(line.words)


def _line(made: ParsedList, line: SourceLine, source: Source, block: int) -> None:
    priced = _priced(line)
    if phrases.is_footer(line.words):
        source.noise(line.number)
    elif priced and not line.bullet and not priced[3] and not phrases.label(priced[0]):
        source.mapped(line.number)
        if made.total is None and not made.units:
            made.total, made.total_line, made.name = priced[1], line.number, Words(priced[0], line.number)
            return
        marks = _MARK.findall(priced[0])
        count, name = counted(_MARK.sub("", priced[0]).strip() or priced[0])
        made.units.append(ParsedUnit(name=name, line=line.number, points=priced[1], models=count, block=block))
        outline.behind(made.units[-1], line, priced[2])
        for mark in marks:
            outline.annotation(made.units[-1], mark, line.number)
    elif not made.units:
        _head(made, line, source)
    elif not fence.is_total(made, line, source):
        source.mapped(line.number)
        _under(made.units[-1], line)


def _head(made: ParsedList, line: SourceLine, source: Source) -> None:
    found = phrases.label(line.words)
    if found and found[0] == "battle size":
        size = bracket(found[1])
        made.size = Words(size[0] if size else found[1], line.number, size[1] if size else None)
        source.mapped(line.number)
    elif (sums := _SUMS.fullmatch(line.words)) is not None:
        made.total, made.total_line, made.limit = number(sums[1]), line.number, number(sums[2])
        source.mapped(line.number)
    elif not fence.said(made, line, source):
        made.heads.append(Words(line.words, line.number))


def _under(unit: ParsedUnit, line: SourceLine) -> None:
    """`9 Troopers with Lasgun and Bayonet`; `Relic [+25 points]`; `Warlord`; or items."""
    priced = bracket(line.words, SQUARE)
    if priced and priced[3]:
        unit.enhancements.append(Words(priced[0], line.number, priced[1]))
        return
    label = phrases.label(line.words)
    carried = label is not None and label[0] in phrases.among("carried")
    if not carried and outline.annotation(unit, line.words, line.number):
        return
    models = _WITH.fullmatch(line.words)
    if models:
        count = int(models[1])
        made = Listed(models[2], line.number, count, counted=True, models=True)
        loadout = Listed("", line.number, count, counted=True, loadout=True, children=_items(models[3], line.number))
        made.children.append(loadout)
        unit.entries.append(made)
        return
    alone = counted(line.words)[0] is not None and ", " not in line.words
    unit.entries.extend(outline.entries(unit, line) if alone or carried else _items(line.words, line.number))


def _items(words: str, number: int) -> list[Listed]:
    """Joined by commas and a last "and", which may as well be in a name: who knows the names cuts there."""
    made = []
    for token in outline.split_list(words):
        count, name = counted(token)
        if count is None and " and " not in fold(token) and (bare := BARE_COUNT.match(token)):
            count, name = int(bare[1]), token[bare.end() :]
        made.append(Listed(name, number, count or 1, counted=count is not None, token=True))
    return made
