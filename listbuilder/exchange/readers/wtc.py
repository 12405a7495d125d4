"""New Recruit's team styles: WTC, the only text that says what each model carries, and its compact form."""

from __future__ import annotations

import re

from listbuilder.exchange.detect import Detected
from listbuilder.exchange.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.exchange.readers import fence, outline, unpriced
from listbuilder.exchange.source import Source, SourceLine
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import BARE_COUNT, COUNT, bracket, counted, number

_WITH = re.compile(r"(\d{1,3}) with (.+)", re.IGNORECASE)


def read(found: Detected) -> tuple[ParsedList, Source]:
    source = found.source
    assert source is not None
    made = ParsedList(shape="muster", format=found.format)
    lines = [line for line in source.written if line.fate is None]
    lines = outline.without_farewell(fence.read_head(made, lines, source), source)
    section, bare = "", unpriced.numbers(lines)
    for line in lines:
        if phrases.is_footer(line.words) or phrases.is_section(line.words):
            section = line.words if phrases.is_section(line.words) else section
            source.noise(line.number)
        elif (unit := _unit(line) if line.number not in bare else unpriced.unit(line)) is not None:
            unit.section = section
            source.mapped(line.number)
            made.units.append(unit)
        elif made.units:
            _under(made.units[-1], line, source)
        elif (title := bracket(line.words)) and made.name is None:
            made.name = Words(title[0], line.number)
            source.noise(line.number)
        elif not outline.is_item(line) and not (made.faction or made.detachment):
            made.heads.append(Words(line.words, line.number))  # there is no fence, or not above the units
        elif not outline.is_item(line):
            source.noise(line.number)  # text before the list
    return made, source


def _unit(line: SourceLine) -> ParsedUnit | None:
    """`Char1: 2x Name (95 pts): Warlord, Axe`; what follows the colon goes for all models."""
    if line.bullet and (line.indent or line.bullet not in "-–—*"):
        return None
    head, listed = _cut(unpriced.without_number(line).words)
    found = bracket(head)
    if found is None or found[3] or found[2] or not found[0]:
        return None
    count, name = counted(found[0])
    unit = ParsedUnit(name=name, line=line.number, points=found[1], models=count)
    if listed:
        loadout = _WITH.fullmatch(listed)
        if loadout:
            unit.entries.append(_loadout(unit, int(loadout[1]), loadout[2], line.number))
        else:
            unit.entries.extend(_tokens(unit, listed, line.number))
    return unit


def _cut(words: str) -> tuple[str, str]:
    """At the colon behind the bracket, or at the end."""
    place = words.find("):")
    return (words[: place + 1], words[place + 2 :].strip()) if place >= 0 else (words, "")


def _under(unit: ParsedUnit, line: SourceLine, source: Source) -> None:
    words = line.words
    source.mapped(line.number)
    if outline.keywords(unit, words, line.number):
        return
    _read_models(unit, line)
    if unit.warlord == line.number:
        unit.warlord_under = outline.told_apart(unit)


def _read_models(unit: ParsedUnit, line: SourceLine) -> None:
    """Read a line of models, or of what the last ones carry."""
    words = line.words
    loadout = _WITH.fullmatch(words)
    last = unit.entries[-1] if unit.entries else None
    if loadout:
        made = _loadout(unit, int(loadout[1]), loadout[2], line.number)
        if last is not None and last.models:
            last.children.append(made)
        else:
            unit.entries.append(made)
        return
    count, rest = counted(words)
    if count is None and line.bullet and (bare := BARE_COUNT.match(words)):
        count, rest = number(bare[1]), words[bare.end() :]
    elif count is None and line.bullet and (behind := outline.TIMES.match(words)):
        count, rest = number(behind[2]), behind[1] + words[behind.end() :]
    if count is not None and bracket(rest) is None:
        unit.entries.append(_models(unit, count, rest, line))
        return
    borne = len(unit.enhancements)
    for token in outline.split_list(words):
        if not outline.annotation(unit, token, line.number):
            holder = last.children if last is not None and last.models else unit.entries
            holder.append(Listed(token, line.number, token=True))
    if last is not None and last.models and line.indent:
        for enhancement in unit.enhancements[borne:]:
            enhancement.under = last.name


def _models(unit: ParsedUnit, count: int, rest: str, line: SourceLine) -> Listed:
    """`• 4x Trooper`, `• 1x Sergeant: Sword, Pistol`, `• 4x Trooper: 4 with Rifle`."""
    name, colon, listed = rest.partition(": ")
    if not colon:
        name = rest.rstrip(":")
    made = Listed(name.strip(), line.number, count, counted=True, models=True)
    split = outline.split_list(listed)
    loadout = _WITH.fullmatch(listed)
    if loadout:
        made.children.append(_loadout(unit, int(loadout[1]), loadout[2], line.number))
    elif listed and count > 1 and any(int(each[1] or each[2]) > 1 for each in map(COUNT.match, split) if each):
        made.children += _tokens(unit, listed, line.number)  # `9x Trooper: 7x Rifle, 2x Flamer`: of them all
    elif listed:
        made.children.append(_loadout(unit, count, listed, line.number))
    return made


def _loadout(unit: ParsedUnit, count: int, listed: str, number: int) -> Listed:
    return Listed("", number, count, counted=True, loadout=True, children=_tokens(unit, listed, number))


def _tokens(unit: ParsedUnit, listed: str, number: int) -> list[Listed]:
    made = []
    for token in outline.split_list(listed):
        if not outline.annotation(unit, token, number):
            found = COUNT.match(token)
            count, name = counted(token) if found else (None, token)
            made.append(Listed(name, number, count or 1, counted=count is not None, token=True))
    return made
