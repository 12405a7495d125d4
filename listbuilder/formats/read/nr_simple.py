"""The reader of New Recruit's simple style, with markdown headings.

Everything of a unit stands on its line or on the models' lines.
"""

from __future__ import annotations

import re

import msgspec

from listbuilder.formats.detect import Detected
from listbuilder.formats.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.formats.read import fence, outline
from listbuilder.formats.source import Source, SourceLine
from listbuilder.matching import phrases
from listbuilder.matching.numbers import BARE_COUNT, ROUND, SQUARE, split_count, split_last_bracket
from listbuilder.model.base import fold

_PLUS = re.compile(r"[+&] ?[^\W\d]")  # a line of a header with plus signs
_REF = re.compile(r"^char ?\d{1,2} ?: ?", re.IGNORECASE)  # Char1: Commander Farsight


def read(detected: Detected) -> tuple[ParsedList, Source]:
    """Return the list read from the detected text, and its source with each line marked.

    The marks tell which lines were understood, which are noise, and which were not understood.
    """
    source = detected.source
    assert source is not None
    parsed = ParsedList(shape="wh40k", format=detected.format)
    section: str | None = None
    lines = [line for line in source.written_lines if line.fate is None]
    for line in outline.remove_farewell(lines, source):
        if not parsed.units and _read_header_line(parsed, line, source):
            section = "configuration"
        elif line.heading or "++" in line.words[:3]:
            section = _read_heading(parsed, line, source)
        elif section is None:
            _read_title(parsed, line, source)
        elif fold(section) == "configuration":
            _read_setting(parsed, line, source)
        elif (unit := _read_unit(line) or _read_led_unit(parsed, line)) is not None:
            unit.section = section
            source.mark_mapped(line.number)
            parsed.units.append(unit)
        elif phrases.is_footer(line.words):
            source.mark_noise(line.number)
        elif parsed.units:
            _read_models(parsed.units[-1], line, source)
    return parsed, source


def _read_header_line(parsed: ParsedList, line: SourceLine, source: Source) -> bool:
    """Read `+ WARLORD: X` or `## Detachment: X` into the list; return whether it was such a line.

    Such headers are typed over New Recruit's own.
    """
    is_marked = line.heading > 0 or _PLUS.match(line.words) is not None
    return is_marked and fence.read_header_label(parsed, line, source)


def _read_heading(parsed: ParsedList, line: SourceLine, source: Source) -> str:
    """Return the name of the section that a heading opens, and mark its line.

    Points of a heading with `++` are added to the list's total; the section is then
    "configuration".
    """
    priced = split_last_bracket(line.words, SQUARE)
    if "++" in line.words:
        source.mark_mapped(line.number)
    else:
        source.mark_noise(line.number)
    if "++" in line.words and priced:
        parsed.total, parsed.total_line = (parsed.total or 0) + priced[1], line.number
        return "configuration"
    return (priced[0] if priced else line.words).strip("+ ")


def _read_title(parsed: ParsedList, line: SourceLine, source: Source) -> None:
    """Read `Alliance - Faction - List name - [2000 pts]` into the list as faction and name.

    The number is not read, because it is a limit or a total depending on the program's version. A
    line without points is marked as noise, although its words are kept: it may be text before the
    list, perhaps with the faction.
    """
    priced = split_last_bracket(line.words, SQUARE)
    if priced is None:
        source.mark_noise(line.number)  # text before the list, perhaps with the faction
    else:
        source.mark_mapped(line.number)
    words = (priced[0] if priced else line.words).strip(" -")
    parsed.faction.append(Words(words, line.number))
    parsed.name = Words(words.rsplit(" - ", 1)[-1], line.number)


def _read_setting(parsed: ParsedList, line: SourceLine, source: Source) -> None:
    """Read a line of the configuration, such as the battle size, into the list.

    Other lines, such as switches of the program, are marked as noise.
    """
    label = phrases.split_label(line.words)
    if label and fold(label[0]).startswith("battle size"):
        size = split_last_bracket(label[1], ROUND)
        name, points = size[:2] if size else (label[1], None)
        parsed.size = Words(name, line.number, points)
        source.mark_mapped(line.number)
    elif label and fold(label[0]).startswith("detachment"):
        fence.add_detachment(parsed, Words(label[1], line.number))
        source.mark_mapped(line.number)
    elif not fence.read_labelled(parsed, line, source):
        source.mark_noise(line.number)  # switches of the program, not part of the list


def _read_unit(line: SourceLine) -> ParsedUnit | None:
    """Return the unit that a line names with its points and items, or None for other lines."""
    if line.bullet or line.indent:
        return None
    head, listed = _split_at_colon(_REF.sub("", line.words))
    priced = split_last_bracket(head, SQUARE)
    if priced is None or priced[2] or not priced[0]:
        return None
    count, name = split_count(priced[0])
    unit = ParsedUnit(name=name, line=line.number, points=priced[1], models=count)
    unit.entries.extend(_make_items(unit, listed, line.number))
    return unit


def _read_led_unit(parsed: ParsedList, line: SourceLine) -> ParsedUnit | None:
    """Return the unit of a line such as `• Leading: Immortals [70 pts]:`, or None.

    The unit above leads it, and is told so.
    """
    label = phrases.split_label(line.words) if parsed.units else None
    if label is None or label[0] not in phrases.get_words("leads"):
        return None
    unit = _read_unit(msgspec.structs.replace(line, words=label[1], bullet="", indent=0))
    if unit is not None:
        parsed.units[-1].leads.append(Words(unit.name, line.number))
    return unit


def _split_at_colon(words: str) -> tuple[str, str]:
    """Return the words before and after the colon that follows a closing bracket.

    The second part is empty if there is no such colon.
    """
    head, bracket_with_colon, listed = words.partition("]:")
    return (f"{head}]", listed.strip()) if bracket_with_colon else (words, "")


def _read_models(unit: ParsedUnit, line: SourceLine, source: Source) -> None:
    """Read a line below a unit into `unit`: models with what they carry, or an annotation.

    An annotation is, for instance, the Warlord. A line that is neither becomes a heading.
    """
    count, rest = split_count(line.words)
    source.mark_mapped(line.number)
    if count is None and line.bullet and ": " in rest and (bare := BARE_COUNT.match(rest)):
        count, rest = int(bare[1]), rest[bare.end() :]  # typed again, without the sign
    if count is None:
        if outline.read_annotation(unit, line.words, line.number):
            return
        unit.entries.append(Listed(line.words, line.number, heading=True))
        return
    name, _, listed = rest.partition(": ")
    priced = split_last_bracket(name, SQUARE)
    if priced:
        name = priced[0]
    models = Listed(name.rstrip(":"), line.number, count, counted=True, models=True)
    loadout = Listed("", line.number, count, counted=True, loadout=True)
    loadout.children = _make_items(unit, listed, line.number)
    models.children.append(loadout)
    unit.entries.append(models)
    if unit.warlord == line.number:
        unit.warlord_under = outline.get_last_model_name(unit)


def _make_items(unit: ParsedUnit, listed: str, number: int) -> list[Listed]:
    """Return the items of a text such as `2x A, B (2x C, D)`, with their counts and prices.

    What stands in brackets behind an item becomes its children. `X [15 pts]` has a price.
    Annotations among the items, such as Warlord, are noted in `unit`. `number`: the line.
    """
    items = []
    for token in outline.split_list(listed):
        priced = split_last_bracket(token, SQUARE)
        words, points = priced[:2] if priced else (token, None)
        if outline.read_annotation(unit, words, number):
            continue
        count, name = split_count(words)
        entry = Listed(name, number, count or 1, counted=count is not None, token=True)
        entry.points = points
        opened = name.rfind(" (")
        if name.endswith(")") and opened > 0:
            entry.children = _make_items(unit, name[opened + 2 : -1], number)
        items.append(entry)
    return items
