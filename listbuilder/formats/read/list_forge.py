"""The reader of ListForge's detailed text.

It has a one-line header, roles that end in a colon, and an outline under each unit.
"""

from __future__ import annotations

from listbuilder.formats.detect import Detected, find_list_forge_header
from listbuilder.formats.parsed import ParsedList, ParsedUnit, Words
from listbuilder.formats.read import gw_app, missing_points, outline
from listbuilder.formats.source import Source, SourceLine
from listbuilder.matching import phrases
from listbuilder.matching.numbers import split_count, split_last_bracket


def read(detected: Detected) -> tuple[ParsedList, Source]:
    """Return the list read from the detected text, and the source with each line marked.

    If the text has no header of ListForge, and the user only said it is one, it is read as a text
    of the Warhammer 40,000 app.
    """
    source = detected.source
    assert source is not None
    parsed = ParsedList(shape="wh40k", format=detected.format)
    lines = [line for line in source.written_lines if line.fate is None]
    head = find_list_forge_header(source) or next(iter(lines), None)
    titled = split_last_bracket(head.words) if head else None
    if head is None or titled is None or titled[0].count(" - ") < 2:
        return gw_app.read(detected)
    _read_header(parsed, head, source)
    source.mark_noise(*(line.number for line in lines if line.number < head.number))
    lines = outline.remove_farewell([line for line in lines if line.number > head.number], source)
    unpriced = missing_points.find_unpriced_lines(lines)
    section, under = "", []  # type: tuple[str, list[SourceLine]]
    for line in lines:
        priced = split_last_bracket(line.words) if not line.bullet else None
        has_points = priced is not None and not priced[3] and not priced[2]
        if has_points or line.number in unpriced:
            _close_unit(parsed, under, source)
            under = []
            unit = missing_points.make_unpriced_unit(line)
            if priced is not None:
                count, name = split_count(priced[0])
                unit = ParsedUnit(name=name, line=line.number, points=priced[1], models=count)
            unit.section = section
            parsed.units.append(unit)
            source.mark_mapped(line.number)
        elif phrases.is_section(line.words) or (
            not line.bullet and line.words.endswith(":") and split_count(line.words)[0] is None
        ):
            section = line.words.rstrip(":")
            source.mark_noise(line.number)
        elif phrases.is_footer(line.words):
            source.mark_noise(line.number)
        else:
            under.append(line)
    _close_unit(parsed, under, source)
    return parsed, source


def _read_header(parsed: ParsedList, line: SourceLine, source: Source) -> None:
    """Read the header of one line into the list: name, faction, detachment and total."""
    priced = split_last_bracket(line.words)
    assert priced is not None  # detection saw it
    parts = priced[0].split(" - ")
    parsed.total, parsed.total_line = priced[1], line.number
    parsed.name = Words(" - ".join(parts[:-2]), line.number)
    parsed.faction.append(Words(parts[-2], line.number))
    parsed.detachment = Words(parts[-1], line.number)
    source.mark_mapped(line.number)


def _close_unit(parsed: ParsedList, under: list[SourceLine], source: Source) -> None:
    """Read the lines `under` the last unit into it, if there is a unit."""
    if parsed.units:
        flat = not any(line.indent for line in under)
        outline.read_outline(parsed.units[-1], under, source, flat)
