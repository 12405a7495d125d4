"""Bracket text of the French tournament scene: `Category 1 : 5 Name [100pts] item, item`."""

from __future__ import annotations

import re

import msgspec

from listbuilder.exchange.detect import Detected
from listbuilder.exchange.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.exchange.readers import fence, outline
from listbuilder.exchange.source import Source, SourceLine
from listbuilder.games.shared.numbers import BARE_COUNT, SQUARE, bracket, counted, number
from listbuilder.games.shared.phrases import among, is_footer
from listbuilder.model.base import fold

_UNIT = re.compile(
    r"([^\W\d][^\[\]:]{0,60}?) ?(\d{1,2})(?: ?\([^\W\d][^()]{1,30}\))?"
    r" ?: ?((?:\[[^\[\]\d]{3,30}\] ?)?[^\[\]]+?) ?\[(\d[\d ,.]{0,6}) ?(?:pts?|points)\](.*)",
    re.IGNORECASE,
)
_FREE = re.compile(r" ?\((\d{1,4})(?: ?(?:pts|points))?\)$", re.IGNORECASE)
_PARTED = re.compile(r"(?<=\)) (?=\d{1,3} ?x )", re.IGNORECASE)  # Name (185 points) 1x Model (…) 1x Model
_HOLDS = re.compile(r"([^()]{3,80}?) ?\((\d{1,3} ?x [^()]+)\)", re.IGNORECASE)  # 9x Model (9x item, 9x item)
_MODELS = re.compile(r"\((\d{1,2})\) (?=[^\W\d])")  # (5) Name
_ASIDE = re.compile(r"\( ?([^()]{3,40}?) ?\)")
_BARRED = re.compile(r"\s*[|¦│┃] ?")
_ROLE = re.compile(r"\[([^\[\]]{3,30})\] ?(?=\S)")
_MARK = re.compile(r"\[([^\[\]]{1,60})\]")


def read(found: Detected) -> tuple[ParsedList, Source]:
    source = found.source
    assert source is not None
    made = ParsedList(shape="muster", format=found.format)
    lines = [line for line in source.written if line.fate is None]
    lines = outline.without_farewell(fence.read_head(made, lines, source), source)
    prose = False
    for line in map(_without_bar, lines):
        unit = _unit(line)
        if unit is not None:
            prose = False
            source.mapped(line.number)
            if _BARRED.match(line.text) and made.units:  # drawn together with the unit before
                made.units[-1].block = unit.block = made.units[-1].block or made.units[-1].line
            made.units.append(unit)
        elif line.words.startswith("==") or (not made.units and made.detachment is None and _is_title(line)):
            _title(made, line, source)
            prose = not line.words.count("[")
        elif made.units and _says(made.units[-1], line):
            source.mapped(line.number)
        elif line.words.startswith("--") or (line.bullet and line.text.lstrip("> ").startswith("--")):
            _belongs(made, line, source)
        elif prose or is_footer(line.words) or not made.units:
            _prose(made, line, source)
    return made, source


def _says(unit: ParsedUnit, line: SourceLine) -> bool:
    """`(warlord)`, or keywords."""
    aside = _ASIDE.fullmatch(line.words)
    if aside and outline.annotation(unit, aside[1], line.number):
        return True
    return outline.keywords(unit, line.words.lstrip("- "), line.number)


def _without_bar(line: SourceLine) -> SourceLine:
    """`| Personnages 1 : …`, drawn beside units that are attached to each other."""
    words = _BARRED.sub("", line.words)
    if words == line.words:
        return line
    return msgspec.structs.replace(line, words=words, bullet="-" if words.startswith("--") else line.bullet)


def _is_title(line: SourceLine) -> bool:
    """The same without its signs."""
    return fold(line.words).startswith(("detachement ", "detachment ")) and " - " in line.words and ":" in line.words


def _title(made: ParsedList, line: SourceLine, source: Source) -> None:
    """`== DETACHEMENT <faction> - <detachment> : …`; the total may stand some lines below, behind prose."""
    source.mapped(line.number)
    words = line.words.strip("= ")
    priced = bracket(words, SQUARE)
    if priced and made.total is None:
        made.total, made.total_line = priced[1], line.number
    head, _, tail = words.partition(":")
    first, _, rest = head.strip().partition(" ")
    if fold(first).startswith(("detachement", "detachment")) and " - " in rest and made.detachment is None:
        made.detachment = Words(rest.strip(), line.number)
    made.faction.append(Words((bracket(tail, SQUARE) or (tail,))[0].strip(" ="), line.number))


def _prose(made: ParsedList, line: SourceLine, source: Source) -> None:
    """Prose of a rule, until its last line closes the title."""
    priced = bracket(line.words, SQUARE)
    if priced and "==" in line.words:
        if made.total is None:
            made.total, made.total_line = priced[1], line.number
        source.mapped(line.number)
    source.noise(line.number)


def _unit(line: SourceLine) -> ParsedUnit | None:
    found = _UNIT.fullmatch(line.words)
    if found is None:
        return None
    name = " ".join(found[3].split())
    role = _ROLE.match(name)
    leader = role is not None and fold(role[1]) in among("warlord")
    if role and (leader or fold(role[1]) in among("roles")):
        name = name[role.end() :]
    parts = outline.split_list(_PARTED.sub(", ", name.rstrip(" -–—")))  # no datasheet has a comma in its name
    if not parts:
        return None  # only commas where the name should be
    name, *listed = parts
    name = _FREE.sub("", name.rstrip(" -–—"))
    name = _MODELS.sub(r"\1 ", name)
    count = BARE_COUNT.match(name)
    made = ParsedUnit(
        name=name[count.end() :].strip() if count else name,
        line=line.number,
        points=number(found[4]),
        models=int(count[1]) if count else None,  # of a lone model, and of a unit that is sold in one size
        section=found[1].strip(),
        ref=f"{found[1].strip()}{found[2]}",
        partial=True,
        role=Words(role[1], line.number) if role and fold(role[1]) in among("roles") else None,
    )
    made.warlord = line.number if leader else made.warlord
    rest = found[5]
    for mark in _MARK.finditer(rest):
        if outline.annotation(made, mark[1], line.number):
            continue
        made.entries.append(Listed(mark[1], line.number, token=True))
    for token in (*listed, *outline.split_list(_MARK.sub(" ", rest))):
        if not outline.annotation(made, token, line.number):
            made.entries.append(_item(token, line.number))
    return made


def _item(token: str, number_: int) -> Listed:
    if holds := _HOLDS.fullmatch(token.strip()):
        count_, name = counted(holds[1])
        children = [_item(part, number_) for part in outline.split_list(holds[2])]
        return Listed(name, number_, count_ or 1, counted=count_ is not None, children=children)
    words = _FREE.sub("", token).strip()
    count = BARE_COUNT.match(words)
    name = words[count.end() :].strip() if count else words
    return Listed(name, number_, int(count[1]) if count else 1, counted=bool(count), token=True)


def _belongs(made: ParsedList, line: SourceLine, source: Source) -> None:
    """`--- Optimisations : X (15)`, or models and upgrades of the unit above."""
    words = line.words.lstrip("- ")
    if not made.units:
        return
    unit = made.units[-1]
    source.mapped(line.number)
    label, colon, value = words.partition(":")
    if colon and fold(label) in among("enhancement"):
        priced = _FREE.search(value)
        name = _FREE.sub("", value).strip()
        unit.enhancements.append(Words(name, line.number, int(priced[1]) if priced else None))
        return
    unit.entries.extend(_item(token, line.number) for token in outline.split_list(words))
