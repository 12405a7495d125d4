"""What stands under a unit, as a tree: by how deep the lines stand, or flat where a paste has lost that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

import msgspec

from listbuilder.exchange.parsed import Listed, ParsedUnit, Words
from listbuilder.exchange.source import Source, SourceLine
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import ROUND, SQUARE, bracket, counted
from listbuilder.model.base import fold

TIMES = re.compile(r"([^:,]+?) ?[x×] ?(\d{1,3})(?=:|$)", re.IGNORECASE)
_BESIDE = re.compile(r"(leading|attached to) ([^\[\]:]{2,60}?)(?:\[(\d{1,2})\])?", re.IGNORECASE)  # without a colon


def fill(unit: ParsedUnit, lines: Sequence[SourceLine], source: Source, flat: bool) -> None:
    """Reads the lines under a unit into it. Every line is marked; what it names is for the resolver to find."""
    open_at: list[tuple[int, Listed]] = []  # the entries a deeper line would belong to
    rings = {line.bullet for line in lines} >= {"•", "◦"}
    unit.flat = flat and not rings
    for line, after in zip_longest(lines, lines[1:]):
        source.mapped(line.number)
        heads = after is not None and not flat and after.column > line.column and bool(line.bullet) == bool(after.bullet)
        borne = len(unit.enhancements)
        found = _heading(line, heads) if (heads or (flat and after)) and _names_choices(line, flat) else entries(unit, line)
        depth = (1 if line.bullet == "◦" or (not line.bullet and open_at) else 0) if flat else line.column
        while open_at and open_at[-1][0] >= depth and not (flat and rings and not line.bullet):
            open_at.pop()
        if unit.warlord == line.number and open_at and not flat:
            unit.warlord_under = open_at[-1][1].name
        for words in unit.enhancements[borne:] if open_at and not flat else ():
            words.under = open_at[-1][1].name
        place = open_at[-1][1].children if open_at and not unit.flat else unit.entries
        place.extend(found)
        if len(found) == 1 and (not (flat and rings) or line.bullet == "•"):
            open_at.append((depth, found[0]))


def told_apart(unit: ParsedUnit) -> str:
    """Return the models listed last, or nothing if they are the first: there such texts say what goes for the whole unit."""
    models = [entry.name for entry in unit.entries if entry.models]
    return models[-1] if len(models) > 1 else ""


def _names_choices(line: SourceLine, flat: bool) -> bool:
    """`B: 1 mauler chainblade, 7 chainblades`, with what was chosen on deeper lines: one choice, however it is written."""
    found = phrases.label(line.words)
    said = found is not None and found[0] in (*phrases.among("enhancement"), *phrases.among("leads"), *phrases.among("led"))
    lettered = found is not None and len(found[0]) == 1
    return not said and ((", " in line.words and not flat) or lettered) and bracket(line.words) is None


def _heading(line: SourceLine, heads: bool) -> list[Listed]:
    """`heads`: whether what was chosen stands deeper; else it stands below, and the words alone tell that it is a heading."""
    label = phrases.label(line.words)
    count, name = counted(label[1] if label and not heads else line.words)
    return [Listed(name, line.number, 1 if count is None else count, counted=count is not None, heading=not heads)]


def entries(unit: ParsedUnit, line: SourceLine) -> list[Listed]:
    """What the line names; nothing where it says something of the unit itself, several where it is a list of choices."""
    words = line.words
    label = phrases.label(words)
    if label is not None and label[0] in phrases.among("listed") and not label[1]:
        return []
    if keywords(unit, words, line.number):
        return []
    if label is not None and label[0] in phrases.among("carried"):
        return [_behind_count(token, line.number) for token in split_list(label[1])]
    count, name = counted(words)
    head, colon, carried = name.partition(": ")
    if count is not None and colon and ", " not in head:  # `4x Terminator: 4x Power Fist, 4x Storm Bolter`
        children = [_behind_count(token, line.number) for token in split_list(carried)]
        if not any(child.counted for child in children):  # `4x Terminator: Power Fist, Storm Bolter`: each of them
            for child in children:
                child.count = count
        return [Listed(head, line.number, count, counted=True, children=children)]
    tokens = split_list(words) if ", " in words else []
    if tokens and (unit.counts_alone or counted(words)[0] is None or all(map(_stands_alone, tokens))):
        return [
            Listed(name, line.number, count or 1, counted=count is not None, token=True)
            for count, name in (counted(token) for token in tokens if not annotation(unit, token, line.number))
        ]
    if annotation(unit, words, line.number):
        return []
    return [Listed(name, line.number, 1 if count is None else count, counted=count is not None)]


def _stands_alone(token: str) -> bool:
    """One of several on a line: counted, or said of the unit."""
    found = phrases.label(token)
    said = found[0] in phrases.among("enhancement") if found else fold(token) in phrases.among("warlord")
    return said or counted(token)[0] is not None


def _behind_count(token: str, number: int) -> Listed:
    """`4x Power Fist`, or `Power Fist x4`."""
    count, name = counted(token)
    if count is None and (found := TIMES.fullmatch(token)):
        count, name = int(found[2]), found[1]
    return Listed(name, number, count or 1, counted=count is not None, token=True)


def behind(unit: ParsedUnit, line: SourceLine, words: str) -> None:
    """What stands on a unit's own line, behind its points."""
    words = words.strip(" :-–—")
    first, _, more = words.partition(" ")
    if more and fold(first).rstrip(",.;") in phrases.among("warlord") and annotation(unit, first.rstrip(",.;"), line.number):
        words = more
    if words:
        rest = msgspec.structs.replace(line, words=words, bullet="")
        unit.entries.extend(entries(unit, rest))


def split_list(words: str) -> list[str]:
    """Cuts at commas that stand in no bracket."""
    parts, depth, start = [], 0, 0
    for place, char in enumerate(words):
        if char in "([":
            depth += 1
        elif char in ")]":
            depth = max(0, depth - 1)
        elif char == "," and not depth:
            parts.append(words[start:place].strip())
            start = place + 1
    parts.append(words[start:].strip())
    return [part for part in parts if part]


def annotation(unit: ParsedUnit, words: str, number: int) -> bool:
    """Warlord, an enhancement, an attachment, a labelled choice: true if the words were one of these."""
    folded = fold(words).rstrip(".")
    if folded in phrases.among("warlord"):
        unit.warlord = number
        return True
    if (beside := _BESIDE.fullmatch(words)) and fold(beside[1]) in phrases.among("leads"):
        unit.leads.append(Words(beside[2], number, number=int(beside[3]) if beside[3] else None))
        return True
    priced = bracket(words)
    if priced and priced[3] and not priced[2]:
        name = priced[0]
        found = phrases.label(name)
        if found and found[0] in phrases.among("enhancement"):
            name = found[1]
        unit.enhancements.append(Words(name, number, priced[1]))
        return True
    found = phrases.label(words)
    if found is not None and not found[1] and found[0] in phrases.among("leads"):
        return True  # to the unit below it, and the title says so too
    if found is None or not found[1] or len(found[0]) > 40:
        return False
    if found[0] in phrases.among("enhancement"):
        value = bracket(found[1])
        unit.enhancements.append(Words(value[0], number, value[1]) if value else Words(found[1], number))
    elif found[0] in phrases.among("attached_as"):
        unit.role = Words(found[1], number)
    elif found[0] in phrases.among("leads"):
        unit.leads.append(Words(found[1], number))
    elif found[0] in phrases.among("led"):
        unit.led.append(Words(found[1], number))  # said at the leader as well
    elif counted(words)[0] is None:
        unit.labels.append(Words(words, number))
    else:
        return False
    return True


def keywords(unit: ParsedUnit, words: str, number: int) -> bool:
    """`Keywords: Infantry, Character`: true if the line lists what the unit is, and nothing that it has."""
    found = phrases.label(words) if ":" in words else None
    if found is None or not found[1] or not phrases.are_keywords(found[0]):
        return False
    unit.labels.append(Words(words, number))
    return True


def without_farewell(lines: Sequence[SourceLine], source: Source) -> list[SourceLine]:
    """The lines without talk at the end: behind a blank line, and nothing in it that a list could say."""
    end = len(lines)
    while end and not is_item(lines[end - 1]) and not any(bracket(lines[end - 1].words, each) for each in (ROUND, SQUARE)):
        end -= 1
    while 0 < end < len(lines) and not source[lines[end].number - 1].blank:
        end += 1
    for line in lines[end:]:
        if phrases.is_section(line.words) or (any(map(str.isdigit, line.words)) and not phrases.is_footer(line.words)):
            return list(lines)
    source.noise(*(line.number for line in lines[end:] if end))
    return list(lines[:end] if end else lines)


def is_item(line: SourceLine) -> bool:
    """A line that can only stand under a unit: with a bullet, a count, or words known to belong there."""
    if (line.bullet and line.bullet not in "-–—") or counted(line.words)[0] is not None:
        return True
    return bool(line.bullet) or fold(line.words) in phrases.among("warlord")
