"""The reader of New Recruit's team styles: WTC and its compact form.

WTC is the only text that says what each model carries.
"""

from __future__ import annotations

import re

from listbuilder.formats.detect import Detected
from listbuilder.formats.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.formats.read import fence, missing_points, outline
from listbuilder.formats.source import Source, SourceLine
from listbuilder.matching import phrases
from listbuilder.matching.numbers import (
    BARE_COUNT,
    COUNT,
    parse_number,
    split_count,
    split_last_bracket,
)

# Unit 1, typed over units that are attached to each other
_BLOCK = re.compile(r"(?:unit|unité|einheit|unidad|unità|unidade) ?\d{1,2} ?:?", re.IGNORECASE)
_WITH = re.compile(r"(\d{1,3}) with (.+)", re.IGNORECASE)


def read(detected: Detected) -> tuple[ParsedList, Source]:
    """Return the list read from the detected text, and its source with each line marked.

    The marks tell which lines were understood, which are noise, and which were not understood.
    """
    source = detected.source
    assert source is not None
    parsed = ParsedList(shape="wh40k", format=detected.format)
    lines = [line for line in source.written_lines if line.fate is None]
    lines = outline.remove_farewell(fence.read_header(parsed, lines, source), source)
    lines = outline.remove_attached_marks(lines, source)
    section, unpriced = "", missing_points.find_unpriced_lines(lines)
    titles = missing_points.find_titles(lines, source, lambda line: _read_unit(line) is not None)
    title_lines = {words.line for words in titles.values()} - unpriced
    for line in lines:
        if line.number in title_lines:
            continue
        if phrases.is_section(line.words):
            section = line.words
            source.mark_noise(line.number)
            continue
        if phrases.is_footer(line.words) or _BLOCK.fullmatch(line.words):
            source.mark_noise(line.number)
            continue
        if line.number in unpriced:
            unit: ParsedUnit | None = missing_points.make_unpriced_unit(line)
        else:
            unit = _read_unit(line)
        if unit is not None:
            unit.section, unit.title = section, titles.get(line.number)
            source.mark_mapped(line.number)
            parsed.units.append(unit)
        elif parsed.units:
            _read_line_below_unit(parsed.units[-1], line, source)
        elif (title := split_last_bracket(line.words)) and parsed.name is None:
            parsed.name = Words(title[0], line.number)
            source.mark_noise(line.number)
        elif not outline.is_item_line(line) and not (parsed.faction or parsed.detachment):
            # There is no header between plus signs, or not above the units.
            parsed.heads.append(Words(line.words, line.number))
        elif not outline.is_item_line(line):
            source.mark_noise(line.number)  # text before the list
    return parsed, source


def _read_unit(line: SourceLine) -> ParsedUnit | None:
    """Return the unit on a line such as `Char1: 2x Name (95 pts): Warlord, Axe`; else None.

    The items behind the colon belong to all its models.
    """
    if line.bullet and (line.indent or line.bullet not in "-–—*"):
        return None
    head, listed = _split_at_colon(missing_points.remove_ref(line).words)
    priced = split_last_bracket(head)
    if priced is None or priced[3] or priced[2] or not priced[0]:
        return None
    count, name = split_count(priced[0])
    unit = ParsedUnit(name=name, line=line.number, points=priced[1], models=count)
    if listed:
        of_unit, loadouts = _split_at_loadouts(listed)
        unit.entries.extend(_make_items(unit, of_unit, line.number))
        for count, carried in loadouts:
            unit.entries.append(_make_loadout(unit, count, carried, line.number))
    return unit


def _split_at_loadouts(listed: str) -> tuple[str, list[tuple[int, str]]]:
    """Return the items before the first loadout in `listed`, and the loadouts with their counts.

    `Khorne, 2 with Axe, Shield, 1 with Banner` gives "Khorne" and two loadouts. Each loadout ends
    where the next one begins.
    """
    of_unit: list[str] = []
    loadouts: list[tuple[int, str]] = []
    for token in outline.split_list(listed):
        if begun := _WITH.fullmatch(token):
            loadouts.append((int(begun[1]), begun[2]))
        elif loadouts:
            count, carried = loadouts[-1]
            loadouts[-1] = (count, f"{carried}, {token}")
        else:
            of_unit.append(token)
    return ", ".join(of_unit), loadouts


def _split_at_colon(words: str) -> tuple[str, str]:
    """Return the words before and after the colon that follows a closing bracket.

    The second part is empty if there is no such colon.
    """
    head, bracket_with_colon, listed = words.partition("):")
    return (f"{head})", listed.strip()) if bracket_with_colon else (words, "")


def _read_line_below_unit(unit: ParsedUnit, line: SourceLine, source: Source) -> None:
    """Read a line of the unit above: its keywords, its models, or what they carry."""
    words = line.words
    source.mark_mapped(line.number)
    if outline.read_keywords(unit, words, line.number):
        return
    _read_models(unit, line)
    if unit.warlord == line.number:
        unit.warlord_under = outline.get_last_model_name(unit)


def _read_models(unit: ParsedUnit, line: SourceLine) -> None:
    """Read a line into `unit`: its models, or what the models listed last carry."""
    words = line.words
    last = unit.entries[-1] if unit.entries else None
    last_models = last if last is not None and last.models else None
    siblings = last_models.children if last_models is not None else unit.entries
    loadout = _WITH.fullmatch(words)
    if loadout:
        siblings.append(_make_loadout(unit, int(loadout[1]), loadout[2], line.number))
        return
    count, rest = split_count(words)
    if count is None and line.bullet and (bare := BARE_COUNT.match(words)):
        count, rest = parse_number(bare[1]), words[bare.end() :]
    elif count is None and line.bullet and (behind := outline.TIMES.match(words)):
        count, rest = parse_number(behind[2]), behind[1] + words[behind.end() :]
    if count is not None and split_last_bracket(rest) is None:
        unit.entries.append(_make_models(unit, count, rest, line))
        return
    if line.bullet and ", " in words and outline.may_label_model(words):
        unit.labels.append(Words(words, line.number))
        return
    known_enhancements = len(unit.enhancements)
    if line.bullet and siblings and siblings[-1].loadout and siblings[-1].count == 1:
        siblings = siblings[-1].children  # `1 with Sword`, and below it `• Shield`
    for token in outline.split_list(words):
        if not outline.read_annotation(unit, token, line.number):
            siblings.append(Listed(token, line.number, token=True))
    if last_models is not None and line.indent:
        for enhancement in unit.enhancements[known_enhancements:]:
            enhancement.under = last_models.name


def _make_models(unit: ParsedUnit, count: int, rest: str, line: SourceLine) -> Listed:
    """Return the models that a line names with what they carry.

    For instance `• 4x Trooper`, `• 1x Sergeant: Sword, Pistol`, `• 4x Trooper: 4 with Rifle`.
    """
    name, colon, listed = rest.partition(": ")
    if not colon:
        name = rest.rstrip(":")
    models = Listed(name.strip(), line.number, count, counted=True, models=True)
    if _WITH.fullmatch(listed):
        for bearers, carried in _split_at_loadouts(listed)[1]:
            models.children.append(_make_loadout(unit, bearers, carried, line.number))
    elif listed:
        counts = [match for match in map(COUNT.match, outline.split_list(listed)) if match]
        if count > 1 and any(int(match[1] or match[2] or match[3]) > 1 for match in counts):
            # `9x Trooper: 7x Rifle, 2x Flamer`: of them all
            models.children += _make_items(unit, listed, line.number)
        else:
            models.children.append(_make_loadout(unit, count, listed, line.number))
    return models


def _make_loadout(unit: ParsedUnit, count: int, listed: str, number: int) -> Listed:
    """Return an entry for `count` models that each carry the items of `listed`.

    Annotations among the items, such as Warlord, are noted in `unit`. `number`: the line.
    """
    items = _make_items(unit, listed, number)
    return Listed("", number, count, counted=True, loadout=True, children=items)


def _make_items(unit: ParsedUnit, listed: str, number: int) -> list[Listed]:
    """Return the items of `listed` with their counts, as entries.

    Annotations among them, such as Warlord, are noted in `unit`. `number`: the line.
    """
    items = []
    for token in outline.split_list(listed):
        if not outline.read_annotation(unit, token, number):
            count, name = split_count(token) if COUNT.match(token) else (None, token)
            items.append(Listed(name, number, count or 1, counted=count is not None, token=True))
    return items
