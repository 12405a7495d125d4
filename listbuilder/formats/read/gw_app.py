"""The reader of the text of the Warhammer 40,000 app in both dialects, whole or flattened.

Programs that write like it are read too.
"""

from __future__ import annotations

import re

from listbuilder.formats import list_date as days
from listbuilder.formats.detect import Detected
from listbuilder.formats.parsed import ParsedList, ParsedUnit, Words
from listbuilder.formats.read import block_titles, fence, missing_points, outline
from listbuilder.formats.source import Source, SourceLine
from listbuilder.matching import phrases
from listbuilder.matching.numbers import (
    POINTS_WORD,
    ROUND,
    parse_number,
    split_count,
    split_last_bracket,
)
from listbuilder.model.base import fold

_MARKED = re.compile(r"(?:\[[A-Za-z ]{2,30}\] ?){1,2}(?=\S)")
_ALONE = re.compile(
    rf"(?:(\d[\d,.]{{0,6}}) ?/ ?)?(\d[\d,.]{{0,6}}) ?{POINTS_WORD}(?: limit)?\.?", re.IGNORECASE
)
_ENDS_IN_NEXT = re.compile(
    rf"\(\d[\d,.]{{0,6}} ?{POINTS_WORD}\) ?[,;/+|&] ?[^\W\d][^()]*$", re.IGNORECASE
)
# Strike Force: 2000, Strike Force [2,000 pts]
_SIZED = re.compile(
    rf"([^\W\d][^\d\[(:=]+?) ?[-–:=\[(] ?(\d[\d,. ]{{0,6}}?)(?: ?{POINTS_WORD})?[\])]?",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"(?:char|unit|inf|batt|veh)\w{0,12} ?\d{0,2} ?: ?(?=\S)", re.IGNORECASE)


def read(detected: Detected) -> tuple[ParsedList, Source]:
    """Return the list read from the detected text, and its source with each line marked.

    The marks tell which lines were understood, which are noise, and which were not understood.
    """
    source = detected.source
    assert source is not None
    parsed = ParsedList(shape="wh40k", format=detected.format)
    lines = [line for line in source.written_lines if line.fate is None]
    lines = _remove_footer(parsed, lines, source)
    lines = fence.read_header(parsed, lines, source)
    lines = outline.remove_farewell(lines, source)
    lines = outline.remove_attached_marks(lines, source)
    lines = [line for line in lines if not fence.read_total(parsed, line, source)]
    body = _find_body(lines)
    _read_header(parsed, lines[:body], source)
    under = [line for line in lines[body:] if outline.is_item_line(line)]
    flat = detected.format.endswith("-flat") or not any(line.indent for line in under)
    _read_body(parsed, lines[body:], source, flat)
    _read_bare_total(parsed, source)
    return parsed, source


def _read_bare_total(parsed: ParsedList, source: Source) -> None:
    """Read a number alone on a line of the header as the total, if the units add up to it."""
    total = sum(unit.points or 0 for unit in parsed.units)
    for words in list(parsed.heads):
        if words.text == str(total) and parsed.total in (None, total):
            parsed.total, parsed.total_line = total, words.line
            parsed.heads.remove(words)
            source.mark_mapped(words.line)


def _remove_footer(parsed: ParsedList, lines: list[SourceLine], source: Source) -> list[SourceLine]:
    """Mark footers and the chat text after them as noise, and return the lines that are left.

    A footer is a line such as the name and version of the program; the version of its data is noted
    in `parsed`. Chat text is every line without a bullet, a count or points. After a footer in the
    first half, nothing more is removed, because that footer may be text before the list.
    """
    for place, line in enumerate(lines):
        if not phrases.is_footer(line.words):
            continue
        parsed.data_version = parsed.data_version or days.find_data_version(line.words)
        source.mark_noise(line.number)
        if place > len(lines) // 2:
            for after in lines[place + 1 :]:
                if phrases.is_footer(after.words) or not (
                    outline.is_item_line(after) or split_last_bracket(after.words, ROUND)
                ):
                    parsed.data_version = parsed.data_version or days.find_data_version(after.words)
                    source.mark_noise(after.number)
    return [line for line in lines if line.fate is None]


def _read_size(line: SourceLine) -> str | None:
    """Return the id of the battle size a line names, or None.

    For instance `Strike Force (2,000 Points)`, `Battle Size: Strike Force`.
    """
    name = line.words
    label = phrases.split_label(name)
    if label and phrases.get_group_by_word("fence").get(label[0]) == "size":
        name = label[1]
    bracketed = split_last_bracket(name, ROUND)
    if bracketed and not bracketed[2]:
        name = bracketed[0]
    elif behind := _SIZED.fullmatch(name):
        name = behind[1]
    name = fold(name).rstrip(" :-")
    return phrases.get_group_by_word("sizes").get(name)


def _find_body(lines: list[SourceLine]) -> int:
    """Return the index in `lines` at which the units begin.

    That is the first section title, or the first unit with an item right below it. If there is
    neither, it is the first line with points behind the header; the number of lines if there is no
    such line.
    """
    for place, line in enumerate(lines):
        if not outline.is_item_line(line) and (
            phrases.is_section(line.words) or _is_unit_with_items(lines, place)
        ):
            return place
    sized = next((place for place, line in enumerate(lines) if _read_size(line)), -1)
    for place in range(sized + 1, len(lines)):
        priced = split_last_bracket(lines[place].words)
        if priced and not _is_title(lines, place):
            return place
    return len(lines)


def _is_unit_with_items(lines: list[SourceLine], place: int) -> bool:
    """Return whether the line at `place` has points and an item right below it."""
    if place + 1 >= len(lines) or _read_size(lines[place]) is not None:
        return False
    priced = split_last_bracket(lines[place].words)
    if priced is None or priced[2] or priced[3]:
        return False
    below = lines[place + 1]
    priced_below = split_last_bracket(below.words)
    has_unit_price = priced_below is not None and not priced_below[3] and not below.bullet
    return outline.is_item_line(below) and not has_unit_price


def _is_title(lines: list[SourceLine], place: int) -> bool:
    """Return whether the line at `place` is the list's title with the total, and no unit.

    A title is among the first 12 lines, has at least 250 points, and a line without points or
    bullet follows, such as the faction.
    """
    if place + 1 >= len(lines):
        return False
    after = lines[place + 1]
    bare = not outline.is_item_line(after) and split_last_bracket(after.words) is None
    priced = split_last_bracket(lines[place].words)
    return place < 12 and bare and priced is not None and priced[1] >= 250


def _read_header(parsed: ParsedList, lines: list[SourceLine], source: Source) -> None:
    """Read the header lines into `parsed`: name and total, size, limit and labelled settings.

    Lines above the title are marked as noise. The lines that are left, such as faction, chapter and
    detachment in any order, are kept as names to be looked up.
    """
    rest: list[SourceLine] = []
    for line in lines:
        size = _read_size(line)
        priced = split_last_bracket(line.words, ROUND) if size else split_last_bracket(line.words)
        if size and parsed.size is None:
            sized = _SIZED.fullmatch(line.words)
            points = parse_number(sized[2]) if sized else None
            parsed.size = Words(size, line.number, priced[1] if priced else points)
            source.mark_mapped(line.number)
        elif priced and not outline.is_item_line(line) and parsed.total is None:
            parsed.total, parsed.total_line = priced[1], line.number
            parsed.name = Words(priced[0], line.number)
            source.mark_mapped(line.number)
            for before in rest:  # a name over several lines, or text before the list
                source.mark_noise(before.number)
            rest = []
        elif priced and not outline.is_item_line(line) and priced[1] == parsed.total:
            # The title, below a header that has the total too.
            parsed.name = parsed.name or Words(priced[0], line.number)
            source.mark_mapped(line.number)
        elif alone := _ALONE.fullmatch(line.words):
            parsed.limit = parse_number(alone[2])  # `2000 points`, `1995/2000 pts`
            if alone[1] and parsed.total is None:
                parsed.total, parsed.total_line = parse_number(alone[1]), line.number
            source.mark_mapped(line.number)
        elif not fence.read_header_label(parsed, line, source):
            rest.append(line)
    parsed.heads.extend(Words(line.words, line.number) for line in rest if line.fate is None)


def _read_body(parsed: ParsedList, lines: list[SourceLine], source: Source, flat: bool) -> None:
    """Read the units of `lines` into `parsed`, each with the lines under it and its section.

    Lines are marked as they are read. `flat`: the text has lost its indentation.
    """
    section, block = "", 0
    unit: ParsedUnit | None = None
    under: list[SourceLine] = []
    unpriced = missing_points.find_unpriced_lines(lines)
    titles = missing_points.find_titles(
        lines, source, lambda line: _read_unit_head(line, flat) is not None
    )
    title_lines = {words.line for words in titles.values()} - unpriced
    over_blocks = block_titles.find_block_titles(lines, lambda line: _read_unit_head(line, flat))
    for line in lines:
        if line.number in title_lines:
            continue
        if line.heading and fence.is_detachment(line):
            source.mark_noise(line.number)  # over units of another force of the same army
            continue
        if line.number in over_blocks:
            begun: ParsedUnit | None = None
        elif line.number in unpriced:
            begun = missing_points.make_unpriced_unit(line)
        else:
            begun = _read_unit_head(line, flat)
        is_block_title = line.number in over_blocks or phrases.is_one_attached(line.words)
        if begun is None and not is_block_title and not phrases.is_section(line.words):
            under.append(line)
            continue
        if unit is not None:
            outline.read_outline(unit, under, source, flat)
        unit, under = begun, []
        if begun is None:
            section = section if line.number in over_blocks else line.words.rstrip(":")
            block = line.number if is_block_title else 0
            (source.mark_mapped if line.number in over_blocks else source.mark_noise)(line.number)
        else:
            begun.section, begun.block = section, block
            begun.title = titles.get(line.number)
            begun.counts_alone = parsed.format == "nr-gw-text"
            source.mark_mapped(line.number)
            parsed.units.append(begun)
    if unit is not None:
        outline.read_outline(unit, under, source, flat)


def _read_unit_head(line: SourceLine, flat: bool) -> ParsedUnit | None:
    """Return the unit that begins on `line`, with its points and what follows, or None.

    `flat`: the text has lost its indentation, so a bullet does not tell that the line is an item.
    """
    priced = split_last_bracket(line.words)
    if priced is None or priced[3] or not priced[0]:
        return None
    if line.bullet and (line.indent or line.bullet in "•◦") and not flat:
        return None
    name, points = priced[:2]
    if _ENDS_IN_NEXT.search(name):
        return None  # two units on a line: left unread, it is read in another way
    labelled = phrases.split_label(name)
    if labelled and labelled[0] in phrases.get_words("enhancement"):
        return None
    mark = _MARKED.match(name)
    name = _MARKED.sub("", name, count=1)
    if _LABELLED.match(name):
        name = _LABELLED.sub("", name, count=1)
    count, name = split_count(name)
    unit = ParsedUnit(name=name, line=line.number, points=points, models=count)
    marks = re.split(r"[\[\] ]*\][\[ ]*", mark[0].lstrip("[")) if mark else []
    if any(fold(words) in phrases.get_words("warlord") for words in marks):
        unit.warlord = line.number
    outline.read_rest_of_unit_line(unit, line, priced[2])
    return unit
