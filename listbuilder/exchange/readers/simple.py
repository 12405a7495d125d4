"""New Recruit's simple style: markdown headings, everything of a unit on its line or on the models' lines."""

from __future__ import annotations

from listbuilder.exchange.detect import Detected
from listbuilder.exchange.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.exchange.readers import fence, outline
from listbuilder.exchange.source import Source, SourceLine
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import ROUND, SQUARE, bracket, counted
from listbuilder.model.base import fold


def read(found: Detected) -> tuple[ParsedList, Source]:
    source = found.source
    assert source is not None
    made = ParsedList(shape="muster", format=found.format)
    section: str | None = None
    for line in outline.without_farewell([line for line in source.written if line.fate is None], source):
        if line.heading or "++" in line.words[:3]:
            section = _heading(made, line, source)
        elif section is None:
            _title(made, line, source)
        elif fold(section) == "configuration":
            _setting(made, line, source)
        elif (unit := _unit(line)) is not None:
            unit.section = section
            source.mapped(line.number)
            made.units.append(unit)
        elif phrases.is_footer(line.words):
            source.noise(line.number)
        elif made.units:
            _models(made.units[-1], line, source)
    return made, source


def _heading(made: ParsedList, line: SourceLine, source: Source) -> str:
    found = bracket(line.words, SQUARE)
    words = (found[0] if found else line.words).strip("+ ")
    source.mapped(line.number) if "++" in line.words else source.noise(line.number)
    if "++" in line.words and found:
        made.total, made.total_line = (made.total or 0) + found[1], line.number
        return "configuration"
    return words


def _title(made: ParsedList, line: SourceLine, source: Source) -> None:
    """`Alliance - Faction - List name - [2000 pts]`: the number is a limit or a total, by version."""
    found = bracket(line.words, SQUARE)
    if found is None:
        source.noise(line.number)  # text before the list, perhaps with the faction
    else:
        source.mapped(line.number)
    words = (found[0] if found else line.words).strip(" -")
    made.faction.append(Words(words, line.number))
    made.name = Words(words.rsplit(" - ", 1)[-1], line.number)


def _setting(made: ParsedList, line: SourceLine, source: Source) -> None:
    found = phrases.label(line.words)
    if found and fold(found[0]).startswith("battle size"):
        size = bracket(found[1], ROUND)
        made.size = Words(size[0] if size else found[1], line.number, size[1] if size else None)
        source.mapped(line.number)
    elif found and fold(found[0]).startswith("detachment"):
        fence.take_detachment(made, Words(found[1], line.number))
        source.mapped(line.number)
    elif not fence.said(made, line, source):
        source.noise(line.number)  # switches of the program, not part of the list


def _unit(line: SourceLine) -> ParsedUnit | None:
    if line.bullet or line.indent:
        return None
    head, listed = _cut(line.words)
    found = bracket(head, SQUARE)
    if found is None or found[2] or not found[0]:
        return None
    count, name = counted(found[0])
    unit = ParsedUnit(name=name, line=line.number, points=found[1], models=count)
    unit.entries.extend(_tokens(unit, listed, line.number))
    return unit


def _cut(words: str) -> tuple[str, str]:
    place = words.find("]:")
    return (words[: place + 1], words[place + 2 :].strip()) if place >= 0 else (words, "")


def _models(unit: ParsedUnit, line: SourceLine, source: Source) -> None:
    count, rest = counted(line.words)
    source.mapped(line.number)
    if count is None:
        if outline.annotation(unit, line.words, line.number):
            return
        unit.entries.append(Listed(line.words, line.number, heading=True))
        return
    name, _, listed = rest.partition(": ")
    priced = bracket(name, SQUARE)
    made = Listed((priced[0] if priced else name).rstrip(":"), line.number, count, counted=True, models=True)
    made.children.append(Listed("", line.number, count, counted=True, loadout=True, children=_tokens(unit, listed, line.number)))
    unit.entries.append(made)
    if unit.warlord == line.number:
        unit.warlord_under = outline.told_apart(unit)


def _tokens(unit: ParsedUnit, listed: str, number: int) -> list[Listed]:
    """`2x A, B (2x C, D)`: a choice with children is dropped for its children; `X [15 pts]` is priced."""
    made = []
    for token in outline.split_list(listed):
        priced = bracket(token, SQUARE)
        words = priced[0] if priced else token
        if outline.annotation(unit, words, number):
            continue
        count, name = counted(words)
        entry = Listed(name, number, count or 1, counted=count is not None, token=True, points=priced[1] if priced else None)
        opened = name.rfind(" (")
        if name.endswith(")") and opened > 0:
            entry.children = _tokens(unit, name[opened + 2 : -1], number)
        made.append(entry)
    return made
