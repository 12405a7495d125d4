"""The reader of bracket text: `Category 1 : 5 Name [100pts] item, item`.

It is that of the French tournament scene.
"""

from __future__ import annotations

import re

import msgspec

from listbuilder.formats.detect import Detected
from listbuilder.formats.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.formats.read import fence, outline
from listbuilder.formats.source import Source, SourceLine
from listbuilder.matching.numbers import (
    BARE_COUNT,
    POINTS_WORD,
    SQUARE,
    parse_number,
    split_count,
    split_last_bracket,
)
from listbuilder.matching.phrases import get_words, is_footer, is_section, split_label
from listbuilder.model.base import fold

_UNIT = re.compile(
    r"([^\W\d][^\[\]:]{0,60}?) ?(\d{1,2})(?: ?\([^\W\d][^()]{1,30}\))?"
    r" ?: ?((?:\[[^\[\]\d]{3,30}\] ?)?[^\[\]]+?) ?\[(\d[\d ,.]{0,6}) ?"
    rf"{POINTS_WORD}\.?\](.*)",
    re.IGNORECASE,
)
# Char1: 10x Name (100 points), in the same program's text for international events
_ROUND_UNIT = re.compile(
    r"(?:(char ?\d{1,2}) ?: ?)?(?:(\d{1,2}) ?x +)?([^\W\d][^()\[\]:]{1,70}?)"
    rf" \((\d[\d ,.]{{0,6}}) ?{POINTS_WORD}\)",
    re.IGNORECASE,
)
_GLUED = re.compile(r"-(?=[^\W_])")  # -4 Pistolet Inferno, Marteau Thunder
_NAMED_MARK = re.compile(r"\[([^\[\]]{3,30})\] ?(\S.*)")  # [Optimisations] Armes Enracinées
_FREE = re.compile(rf" ?\((\d{{1,4}})(?: ?{POINTS_WORD})?\)$", re.IGNORECASE)
# Name (185 points) 1x Model (…) 1x Model
_PARTED = re.compile(r"(?<=\)) (?=\d{1,3} ?x )", re.IGNORECASE)
# 9x Model (9x item, 9x item)
_HOLDS = re.compile(r"([^()]{3,80}?) ?\((\d{1,3} ?x [^()]+)\)", re.IGNORECASE)
_MODELS = re.compile(r"\((\d{1,2})\) (?=[^\W\d])")  # (5) Name
_ASIDE = re.compile(r"\( ?([^()]{3,40}?) ?\)")
_BARRED = re.compile(r"\s*[|¦│┃] ?")
_ROLE = re.compile(r"\[([^\[\]]{3,30})\] ?(?=\S)")
_WRAPPED = re.compile(r"[^\[\]]{2,80}? \(\d{1,3}\)(?:,[^\[\]]*)?")  # Questoris (0), Feet (0)
_MARK = re.compile(r"\[([^\[\]]{1,60})\]")


def read(detected: Detected) -> tuple[ParsedList, Source]:
    """Return the list read from the detected text, and its source with each line marked.

    The marks tell which lines were understood, which are noise, and which were not understood.
    Units joined by a bar drawn at their left belong to one attached unit.
    """
    source = detected.source
    assert source is not None
    parsed = ParsedList(shape="wh40k", format=detected.format)
    lines = [line for line in source.written_lines if line.fate is None]
    lines = outline.remove_farewell(fence.read_header(parsed, lines, source), source)
    prose, section = False, ""
    for line in _join_wrapped_lines(list(map(_remove_bar, lines)), source):
        unit = _read_unit(line) or (_read_round_unit(line, section) if section else None)
        if unit is None and is_section(line.words):
            section, prose = line.words, False
            source.mark_noise(line.number)
        elif unit is not None:
            prose = False
            source.mark_mapped(line.number)
            if _BARRED.match(line.text) and parsed.units:  # drawn together with the unit before
                before = parsed.units[-1]
                before.block = unit.block = before.block or before.line
            parsed.units.append(unit)
        elif line.words.startswith("==") or (
            not parsed.units and parsed.detachment is None and _is_title(line)
        ):
            _read_title(parsed, line, source)
            prose = not line.words.count("[")
        elif parsed.units and _read_mark(parsed.units[-1], line):
            source.mark_mapped(line.number)
        elif _is_below_unit(line) or (section and parsed.units and line.bullet == "-"):
            _read_line_below_unit(parsed, line, source)
        elif prose or is_footer(line.words) or not parsed.units:
            _read_prose(parsed, line, source)
    return parsed, source


def _is_below_unit(line: SourceLine) -> bool:
    """Return whether a line says what the unit above has: `--- Optimisations : X`, `-2 Fuseur`."""
    return (
        line.words.startswith("--")
        or _GLUED.match(line.words) is not None
        or (bool(line.bullet) and line.text.lstrip("> ").startswith("--"))
    )


def _join_wrapped_lines(lines: list[SourceLine], source: Source) -> list[SourceLine]:
    """Return `lines` with the items of a unit joined to it where they go on in the next line.

    Such a line follows without a blank one, begins nothing of its own, and the line above ends in a
    comma or the line itself has items with their points: `Questoris (0), Pieds titanesques (0)`.
    """
    joined: list[SourceLine] = []
    is_of_unit, before = False, 0
    for line in lines:
        words = line.words
        begins = _UNIT.fullmatch(words) is not None or _is_below_unit(line) or bool(line.bullet)
        is_rest = is_of_unit and not begins and line.number == before + 1
        is_rest = is_rest and not words.startswith(("==", "(")) and split_label(words) is None
        if is_rest and (joined[-1].words.endswith(",") or _WRAPPED.fullmatch(words)):
            joined[-1] = msgspec.structs.replace(joined[-1], words=f"{joined[-1].words} {words}")
            source.mark_mapped(line.number)
        else:
            joined.append(line)
            is_of_unit = begins
        before = line.number
    return joined


def _read_mark(unit: ParsedUnit, line: SourceLine) -> bool:
    """Note in `unit` a line such as `(warlord)` or of keywords; return whether it was one.

    So is a line such as `Enhancement: X`.
    """
    aside = _ASIDE.fullmatch(line.words)
    label = split_label(line.words)
    if label and label[1] and label[0] in get_words("enhancement"):
        return outline.read_annotation(unit, line.words, line.number)
    if aside and outline.read_annotation(unit, aside[1], line.number):
        return True
    return outline.read_keywords(unit, line.words.lstrip("- "), line.number)


def _remove_bar(line: SourceLine) -> SourceLine:
    """Return the line without the bar drawn beside attached units: `| Personnages 1 : …`."""
    words = _BARRED.sub("", line.words)
    if words == line.words:
        return line
    bullet = "-" if words.startswith("--") else line.bullet
    return msgspec.structs.replace(line, words=words, bullet=bullet)


def _is_title(line: SourceLine) -> bool:
    """Return whether a line is the title of the detachment, although it lacks the usual `==`."""
    return (
        fold(line.words).startswith(("detachement ", "detachment "))
        and " - " in line.words
        and ":" in line.words
    )


def _read_title(parsed: ParsedList, line: SourceLine, source: Source) -> None:
    """Read `== DETACHEMENT <faction> - <detachment> : …` into the list, with its total.

    The total may also stand some lines below, behind other text.
    """
    source.mark_mapped(line.number)
    words = line.words.strip("= ")
    priced = split_last_bracket(words, SQUARE)
    if priced and parsed.total is None:
        parsed.total, parsed.total_line = priced[1], line.number
    head, _, tail = words.partition(":")
    first, _, rest = head.strip().partition(" ")
    if (
        fold(first).startswith(("detachement", "detachment"))
        and " - " in rest
        and parsed.detachment is None
    ):
        parsed.detachment = Words(rest.strip(), line.number)
    bracketed = split_last_bracket(tail, SQUARE)
    faction = bracketed[0] if bracketed else tail
    parsed.faction.append(Words(faction.strip(" ="), line.number))


def _read_prose(parsed: ParsedList, line: SourceLine, source: Source) -> None:
    """Mark a line of other text as noise; read the total if the line closes the title."""
    priced = split_last_bracket(line.words, SQUARE)
    if priced and "==" in line.words:
        if parsed.total is None:
            parsed.total, parsed.total_line = priced[1], line.number
        source.mark_mapped(line.number)
    source.mark_noise(line.number)


def _read_unit(line: SourceLine) -> ParsedUnit | None:
    """Return the unit that a line names, with items, role and Warlord, or None."""
    match = _UNIT.fullmatch(line.words)
    if match is None:
        return None
    name = " ".join(match[3].split())
    role = _ROLE.match(name)
    is_warlord = role is not None and fold(role[1]) in get_words("warlord")
    has_role = role is not None and fold(role[1]) in get_words("roles")
    if role and (is_warlord or has_role):
        name = name[role.end() :]
    # No datasheet has a comma in its name.
    parts = outline.split_list(_PARTED.sub(", ", name.rstrip(" -–—")))
    if not parts:
        return None  # only commas where the name should be
    name, *listed = parts
    name = _FREE.sub("", name.rstrip(" -–—"))
    name = _MODELS.sub(r"\1 ", name)
    unit = ParsedUnit(
        name=name,
        line=line.number,
        points=parse_number(match[4]),
        section=match[1].strip(),
        ref=f"{match[1].strip()}{match[2]}",
        partial=True,
    )
    count = BARE_COUNT.match(name)
    if count:  # there is none of a lone model, and of a unit that is sold in one size
        unit.name, unit.models = name[count.end() :].strip(), int(count[1])
    if role and has_role:
        unit.role = Words(role[1], line.number)
    if is_warlord:
        unit.warlord = line.number
    _read_rest(unit, match[5], listed, line.number)
    return unit


def _read_rest(unit: ParsedUnit, rest: str, listed: list[str], number: int) -> None:
    """Read the text `rest` behind a unit's points, and the items `listed` before them, into it.

    `[Warlord]` is a mark of the unit, `[Optimisations] X` an enhancement. `number`: the line.
    """
    tokens: list[str] = []
    for token in outline.split_list(rest):
        named = _NAMED_MARK.fullmatch(token.strip())
        if named and fold(named[1]) in get_words("enhancement"):
            unit.enhancements.append(Words(named[2].strip(), number))
        else:
            tokens.append(token)
    rest = ", ".join(tokens)
    for mark in _MARK.finditer(rest):
        if not outline.read_annotation(unit, mark[1], number):
            unit.entries.append(Listed(mark[1], number, token=True))
    for token in (*listed, *outline.split_list(_MARK.sub(" ", rest))):
        if not outline.read_annotation(unit, token, number):
            unit.entries.append(_read_item(token, number))


def _read_round_unit(line: SourceLine, section: str) -> ParsedUnit | None:
    """Return the unit of a line such as `Char1: 10x Name (100 points)` in `section`, or None."""
    match = None if line.bullet else _ROUND_UNIT.fullmatch(line.words)
    if match is None:
        return None
    return ParsedUnit(
        name=" ".join(match[3].split()),
        line=line.number,
        points=parse_number(match[4]),
        models=int(match[2]) if match[2] else None,
        section=section,
        ref=match[1] or "",
        partial=True,
    )


def _read_item(token: str, line: int) -> Listed:
    """Return the item that `token` on `line` names with its count.

    `9x Model (9x item, 9x item)` gives the models, with their items as children.
    """
    holds = _HOLDS.fullmatch(token.strip())
    if holds:
        models, name = split_count(holds[1])
        children = [_read_item(part, line) for part in outline.split_list(holds[2])]
        return Listed(name, line, models or 1, counted=models is not None, children=children)
    words = _FREE.sub("", token).strip()
    count = BARE_COUNT.match(words)
    if count is None:
        return Listed(words, line, token=True)
    name = words[count.end() :].strip()
    return Listed(name, line, int(count[1]), counted=True, token=True)


def _read_line_below_unit(parsed: ParsedList, line: SourceLine, source: Source) -> None:
    """Read a line below a unit into it, such as `--- Optimisations : X (15)`.

    Any other line is read as models and upgrades. Nothing is done if there is no unit yet.
    """
    words = line.words.lstrip("- ")
    if not parsed.units:
        return
    unit = parsed.units[-1]
    source.mark_mapped(line.number)
    label, colon, value = words.partition(":")
    if colon and fold(label) in get_words("enhancement"):
        priced = _FREE.search(value)
        name = _FREE.sub("", value).strip()
        unit.enhancements.append(Words(name, line.number, int(priced[1]) if priced else None))
        return
    for token in outline.split_list(words):
        if not outline.read_annotation(unit, token, line.number):
            unit.entries.append(_read_item(token, line.number))
