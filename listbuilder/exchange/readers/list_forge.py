"""ListForge's detailed text: a one-line head, roles that end in a colon, an outline under each unit."""

from __future__ import annotations

from listbuilder.exchange.detect import Detected, list_forge_head
from listbuilder.exchange.parsed import ParsedList, ParsedUnit, Words
from listbuilder.exchange.readers import gw_app, outline
from listbuilder.exchange.source import Source, SourceLine
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import bracket, counted


def read(found: Detected) -> tuple[ParsedList, Source]:
    source = found.source
    assert source is not None
    made = ParsedList(shape="muster", format=found.format)
    lines = [line for line in source.written if line.fate is None]
    head = list_forge_head(source) or next(iter(lines), None)
    titled = bracket(head.words) if head else None
    if head is None or titled is None or titled[0].count(" - ") < 2:
        return gw_app.read(found)  # the user called it so
    _head(made, head, source)
    source.noise(*(line.number for line in lines if line.number < head.number))
    lines = outline.without_farewell([line for line in lines if line.number > head.number], source)
    section, under = "", []  # type: tuple[str, list[SourceLine]]
    for line in lines:
        priced = bracket(line.words) if not line.bullet else None
        if priced and not priced[3] and not priced[2]:
            _close(made, under, source)
            under = []
            count, name = counted(priced[0])
            made.units.append(ParsedUnit(name=name, line=line.number, points=priced[1], models=count, section=section))
            source.mapped(line.number)
        elif phrases.is_section(line.words) or (not line.bullet and line.words.endswith(":") and counted(line.words)[0] is None):
            section = line.words.rstrip(":")
            source.noise(line.number)
        elif phrases.is_footer(line.words):
            source.noise(line.number)
        else:
            under.append(line)
    _close(made, under, source)
    return made, source


def _head(made: ParsedList, line: SourceLine, source: Source) -> None:
    found = bracket(line.words)
    assert found is not None  # detection saw it
    parts = found[0].split(" - ")
    made.total, made.total_line = found[1], line.number
    made.name = Words(" - ".join(parts[:-2]), line.number)
    made.faction.append(Words(parts[-2], line.number))
    made.detachment = Words(parts[-1], line.number)
    source.mapped(line.number)


def _close(made: ParsedList, under: list[SourceLine], source: Source) -> None:
    if made.units:
        outline.fill(made.units[-1], under, source, flat=not any(line.indent for line in under))
