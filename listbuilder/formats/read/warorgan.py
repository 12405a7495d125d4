"""The reader of WarOrgan's text.

It is either like the app's text, or flat with square brackets and English prose for loadouts.
"""

from __future__ import annotations

import re

from listbuilder.formats.detect import Detected
from listbuilder.formats.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.formats.read import fence, gw_app, outline
from listbuilder.formats.source import Source, SourceLine
from listbuilder.matching import phrases
from listbuilder.matching.numbers import (
    BARE_COUNT,
    COUNT,
    ROUND_WORD,
    SQUARE,
    parse_number,
    split_count,
    split_last_bracket,
)
from listbuilder.model.base import fold

_MARK = re.compile(r" ?\[([A-Za-z][^\[\]]{2,30})\]")
# 2000 / 2000 pts · 17 units
_SUMS = re.compile(r"(\d[\d,.]{0,6}) ?/ ?(\d[\d,.]{0,6}) ?(?:pts|points)\b.{0,30}", re.IGNORECASE)
_WITH = re.compile(r"(\d{1,3}) (.{1,200}?) with (.+)", re.IGNORECASE)


def read(detected: Detected) -> tuple[ParsedList, Source]:
    """Return the list read from the detected text, and its source with each line marked.

    The marks tell which lines were understood, which are noise, and which were not understood. A
    text that is like the one of the Warhammer 40,000 app is read as that.
    """
    source = detected.source
    assert source is not None
    if _is_like_the_app(source):
        return gw_app.read(detected)
    parsed = ParsedList(shape="wh40k", format=detected.format)
    lines = [line for line in source.written_lines if line.fate is None]
    lines = outline.remove_farewell(lines, source)
    block = 0
    for place, line in enumerate(lines):
        after = lines[place + 1] if place + 1 < len(lines) else None
        apart = line.number > 1 and source[line.number - 1].is_blank
        if not _is_section_or_group(parsed, line, after, apart):
            _read_line(parsed, line, source, block)
        elif phrases.is_one_attached(line.words):
            block = line.number
            source.mark_mapped(line.number)
        else:
            block = 0 if phrases.is_section(line.words) else line.number
            source.mark_noise(line.number)
    return parsed, source


def _is_like_the_app(source: Source) -> bool:
    """Return whether the text is like that of the Warhammer 40,000 app.

    Points are then in round brackets, and more lines have counts than phrases with "with" or "and".
    """
    in_square = in_round = prosaic = counted = 0  # lines of each kind
    for line in source.written_lines:
        folded = fold(line.words)
        in_square += bool(SQUARE.search(line.words))
        in_round += bool(ROUND_WORD.search(line.words))
        prosaic += bool(line.bullet) and (" with " in folded or " and " in folded)
        counted += bool(COUNT.match(line.words))
    return in_square < in_round and prosaic <= counted


def _is_section_or_group(
    parsed: ParsedList, line: SourceLine, after: SourceLine | None, apart: bool
) -> bool:
    """Return whether a line is a section title or the name of a group of attached units.

    Known phrases are. Any other name without a bullet, price or label is one if a priced unit comes
    next, which is indented, or if a blank line stands before it (`apart`) and the list has begun.
    """
    if phrases.is_attached(line.words):
        return True
    if line.bullet or _read_price(line) or phrases.split_label(line.words):
        return False
    if phrases.is_section(line.words):
        return True
    if after is None or after.bullet or _read_price(after) is None:
        return False
    return after.indent > line.indent or (apart and bool(parsed.units or parsed.detachment))


def _read_price(line: SourceLine) -> tuple[str, int, str, bool] | None:
    """Return the parts of a line with points in brackets, square ones first, or None."""
    return split_last_bracket(line.words, SQUARE) or split_last_bracket(line.words)


def _read_line(parsed: ParsedList, line: SourceLine, source: Source, block: int) -> None:
    """Read a line as the title, a unit, a part of the header, or something of the unit above.

    The line is marked if it was understood. `block`: the line number of the name over units that
    are attached to each other; 0 for other units.
    """
    priced = _read_price(line)
    if phrases.is_footer(line.words):
        source.mark_noise(line.number)
    elif priced and not line.bullet and not priced[3] and not phrases.split_label(priced[0]):
        source.mark_mapped(line.number)
        if parsed.total is None and not parsed.units:
            parsed.total, parsed.total_line = priced[1], line.number
            parsed.name = Words(priced[0], line.number)
            return
        marks = _MARK.findall(priced[0])
        count, name = split_count(_MARK.sub("", priced[0]).strip() or priced[0])
        unit = ParsedUnit(name=name, line=line.number, points=priced[1], models=count, block=block)
        parsed.units.append(unit)
        outline.read_rest_of_unit_line(unit, line, priced[2])
        for mark in marks:
            outline.read_annotation(unit, mark, line.number)
    elif not parsed.units:
        _read_header_line(parsed, line, source)
    elif not fence.read_total(parsed, line, source):
        source.mark_mapped(line.number)
        _read_line_below_unit(parsed.units[-1], line)


def _read_header_line(parsed: ParsedList, line: SourceLine, source: Source) -> None:
    """Read a line above the units into the list: size, sums, a labelled setting, or a name."""
    label = phrases.split_label(line.words)
    if label and label[0] == "battle size":
        size = split_last_bracket(label[1])
        name, points = size[:2] if size else (label[1], None)
        parsed.size = Words(name, line.number, points)
        source.mark_mapped(line.number)
    elif (sums := _SUMS.fullmatch(line.words)) is not None:
        parsed.total, parsed.total_line = parse_number(sums[1]), line.number
        parsed.limit = parse_number(sums[2])
        source.mark_mapped(line.number)
    elif not fence.read_labelled(parsed, line, source):
        parsed.heads.append(Words(line.words, line.number))


def _read_line_below_unit(unit: ParsedUnit, line: SourceLine) -> None:
    """Read a line into `unit`, the unit above it.

    For instance `9 Troopers with Lasgun and Bayonet`, `Relic [+25 points]`, `Warlord`, or items.
    """
    priced = split_last_bracket(line.words, SQUARE)
    if priced and priced[3]:
        unit.enhancements.append(Words(priced[0], line.number, priced[1]))
        return
    label = phrases.split_label(line.words)
    carried = label is not None and label[0] in phrases.get_words("carried")
    if not carried and outline.read_annotation(unit, line.words, line.number):
        return
    models = _WITH.fullmatch(line.words)
    if models:
        count = int(models[1])
        models_entry = Listed(models[2], line.number, count, counted=True, models=True)
        loadout = Listed("", line.number, count, counted=True, loadout=True)
        loadout.children = _make_items(models[3], line.number)
        models_entry.children.append(loadout)
        unit.entries.append(models_entry)
        return
    alone = split_count(line.words)[0] is not None and ", " not in line.words
    if alone or carried:
        unit.entries.extend(outline.read_entries(unit, line))
    else:
        unit.entries.extend(_make_items(line.words, line.number))


def _make_items(words: str, number: int) -> list[Listed]:
    """Return the items of `words`, with their counts; `number` is their line.

    They are cut at commas. A last "and" is left in, as it may be part of a name: whoever knows the
    names cuts there.
    """
    items = []
    for token in outline.split_list(words):
        count, name = split_count(token)
        if count is None and " and " not in fold(token) and (bare := BARE_COUNT.match(token)):
            count, name = int(bare[1]), token[bare.end() :]
        items.append(Listed(name, number, count or 1, counted=count is not None, token=True))
    return items
