"""The text of the Warhammer 40,000 app in both dialects, whole or flattened, and of programs that write like it."""

from __future__ import annotations

import re

from listbuilder.exchange import day as days
from listbuilder.exchange.detect import Detected
from listbuilder.exchange.parsed import ParsedList, ParsedUnit, Words
from listbuilder.exchange.readers import fence, outline, unpriced
from listbuilder.exchange.source import Source, SourceLine
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import ROUND, bracket, counted, number
from listbuilder.model.base import fold

_MARKED = re.compile(r"\[[A-Za-z ]{3,20}\] (?=\S)")
_ALONE = re.compile(r"(?:(\d[\d,.]{0,6}) ?/ ?)?(\d[\d,.]{0,6}) ?(?:pts?|points?)(?: limit)?\.?", re.IGNORECASE)
_LABELLED = re.compile(r"(?:char|unit|inf|batt|veh)\w{0,12} ?\d{0,2} ?: ?(?=\S)", re.IGNORECASE)


def read(found: Detected) -> tuple[ParsedList, Source]:
    source = found.source
    assert source is not None
    made = ParsedList(shape="muster", format=found.format)
    lines = [line for line in source.written if line.fate is None]
    lines = _footer(made, lines, source)
    lines = fence.read_head(made, lines, source)
    lines = outline.without_farewell(lines, source)
    lines = [line for line in lines if not fence.is_total(made, line, source)]
    body = _body_start(lines)
    _read_head(made, lines[:body], source)
    under = [line for line in lines[body:] if outline.is_item(line)]
    flat = found.format.endswith("-flat") or not any(line.indent for line in under)
    _read_body(made, lines[body:], source, flat)
    return made, source


def _footer(made: ParsedList, lines: list[SourceLine], source: Source) -> list[SourceLine]:
    """Takes out the footer, and the text behind it that says nothing a list could say."""
    for place, line in enumerate(lines):
        if not phrases.is_footer(line.words):
            continue
        made.data_version = made.data_version or days.data_version(line.words)
        source.noise(line.number)
        if place > len(lines) // 2:
            for after in lines[place + 1 :]:
                if phrases.is_footer(after.words) or not (outline.is_item(after) or bracket(after.words, ROUND)):
                    made.data_version = made.data_version or days.data_version(after.words)
                    source.noise(after.number)
    return [line for line in lines if line.fate is None]


def _size_of(line: SourceLine) -> str | None:
    """The id of the battle size a line names: "Strike Force (2,000 Points)", "Battle Size: Strike Force"."""
    label = phrases.label(line.words)
    words = label[1] if label and phrases.group("fence").get(label[0]) == "size" else line.words
    found = bracket(words, ROUND)
    name = fold(found[0] if found and not found[2] else words).rstrip(" :-")
    return next((size for size, words in phrases.phrases()["sizes"].items() if name in map(fold, words)), None)


def _body_start(lines: list[SourceLine]) -> int:
    """Where the units begin: at the first section title or the first unit with something under it, else behind the head."""
    for place, line in enumerate(lines):
        if not outline.is_item(line) and (phrases.is_section(line.words) or _is_unit(lines, place)):
            return place
    sized = next((place for place, line in enumerate(lines) if _size_of(line)), None)
    start = 0 if sized is None else sized + 1
    for place in range(start, len(lines)):
        found = bracket(lines[place].words)
        if found and not _is_title(lines, place):
            return place
    return len(lines)


def _is_unit(lines: list[SourceLine], place: int) -> bool:
    """A line with points and items right below it."""
    found = bracket(lines[place].words) if place + 1 < len(lines) and _size_of(lines[place]) is None else None
    return found is not None and not found[2] and not found[3] and _is_under(lines[place + 1])


def _is_under(line: SourceLine) -> bool:
    """An item that has no price of a unit."""
    priced = bracket(line.words)
    return outline.is_item(line) and (priced is None or priced[3] or bool(line.bullet))


def _is_title(lines: list[SourceLine], place: int) -> bool:
    """A line with the total and no unit: nothing under it, and bare lines (faction, detachment) follow."""
    if place + 1 >= len(lines):
        return False
    after = lines[place + 1]
    bare = not outline.is_item(after) and bracket(after.words) is None
    found = bracket(lines[place].words)
    return place < 12 and bare and found is not None and found[1] >= 250


def _read_head(made: ParsedList, lines: list[SourceLine], source: Source) -> None:
    """Title with the total, faction, perhaps a chapter, battle size and detachment in either order."""
    rest: list[SourceLine] = []
    for line in lines:
        size = _size_of(line)
        found = bracket(line.words, ROUND) if size else bracket(line.words)
        if size and made.size is None:
            made.size = Words(size, line.number, found[1] if found else None)
            source.mapped(line.number)
        elif found and not outline.is_item(line) and made.total is None:
            made.total, made.total_line = found[1], line.number
            made.name = Words(found[0], line.number)
            source.mapped(line.number)
            for before in rest:  # a name over several lines, or text before the list
                source.noise(before.number)
            rest = []
        elif found and not outline.is_item(line) and found[1] == made.total:  # the title, below a head that has the total too
            made.name = made.name or Words(found[0], line.number)
            source.mapped(line.number)
        elif alone := _ALONE.fullmatch(line.words):
            made.limit = number(alone[2])  # `2000 points`, `1995/2000 pts`
            if alone[1] and made.total is None:
                made.total, made.total_line = number(alone[1]), line.number
            source.mapped(line.number)
        elif not fence.said(made, line, source):
            rest.append(line)
    made.heads.extend(Words(line.words, line.number) for line in rest if line.fate is None)


def _read_body(made: ParsedList, lines: list[SourceLine], source: Source, flat: bool) -> None:
    section, block = "", 0
    unit: ParsedUnit | None = None
    under: list[SourceLine] = []
    bare = unpriced.numbers(lines)
    for line in lines:
        head = _unit_head(line, flat) if line.number not in bare else unpriced.unit(line)
        if head is None and not phrases.is_section(line.words):
            under.append(line)
            continue
        _close(unit, under, source, flat)
        unit, under = head, []
        if head is None:
            section, block = line.words.rstrip(":"), line.number if phrases.is_one_attached(line.words) else 0
            source.noise(line.number)
        else:
            head.section, head.block, head.counts_alone = section, block, made.format == "nr-gw-text"
            source.mapped(line.number)
            made.units.append(head)
    _close(unit, under, source, flat)


def _unit_head(line: SourceLine, flat: bool) -> ParsedUnit | None:
    found = bracket(line.words)
    if found is None or found[3] or not found[0]:
        return None
    if line.bullet and (line.indent or line.bullet in "•◦") and not flat:
        return None
    name, points = found[:2]
    labelled = phrases.label(name)
    if labelled and labelled[0] in phrases.among("enhancement"):
        return None
    name = _MARKED.sub("", name, count=1)
    count, name = counted(_LABELLED.sub("", name, count=1) if _LABELLED.match(name) else name)
    unit = ParsedUnit(name=name, line=line.number, points=points, models=count)
    outline.behind(unit, line, found[2])
    return unit


def _close(unit: ParsedUnit | None, under: list[SourceLine], source: Source, flat: bool) -> None:
    if unit is not None:
        outline.fill(unit, under, source, flat)
