"""The head between rows of plus signs: New Recruit's, and those that organisers ask for in its manner."""

from __future__ import annotations

import re

from listbuilder.exchange.parsed import ParsedList, Words
from listbuilder.exchange.source import Source, SourceLine, is_rule
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import ROUND, bracket, number
from listbuilder.model.base import fold

_REF = re.compile(r"([A-Za-z]{3,6} ?\d{1,3}) ?: ?(.+)")
_PRICE = re.compile(r" ?\(\+?\d{1,3}(?: ?pts)?\)$")
_ON = re.compile(r"(.+?) ?\(on (.+)\)", re.IGNORECASE)


def read_head(made: ParsedList, lines: list[SourceLine], source: Source) -> list[SourceLine]:
    """Reads `+ KEY: value` lines (between rows of +, or so marked); returns the lines that are not of it."""
    rows = [line.number for line in source.lines if line.words.startswith("+++") and not line.words.strip("+")]
    inside = (rows[0], rows[1]) if len(rows) > 1 and rows[1] - rows[0] < 40 else (0, 0)
    rest: list[SourceLine] = []
    behind, titled = False, False
    for line in lines:
        if titled and not phrases.label(line.words) and not is_rule(line.words):
            take_detachment(made, Words(line.words.lstrip("+& ").strip(), line.number))
            source.mapped(line.number)
            titled = False
            continue
        titled = _titles_detachments(line)
        if titled:
            source.mapped(line.number)
            continue
        plus = line.words.startswith(("+", "&"))
        if not plus and not inside[0] < line.number < inside[1]:
            rest.append(line)
            continue
        behind = _read(made, line, source, behind)
    return rest


def _dashed(words: str) -> tuple[str, str] | None:
    """`TOTAL ARMY POINTS - 1995pts`: a key that is known, and a dash."""
    left, dash, right = words.partition(" - ")
    return (fold(left), right.strip()) if dash and _kind(fold(left)) else None


def _titles_detachments(line: SourceLine) -> bool:
    """`Détachements :` alone on its line, with what they are on the next."""
    found = phrases.label(line.words.lstrip("+& "))
    return found is not None and not found[1] and _kind(found[0]) == "detachment"


def _read(made: ParsedList, line: SourceLine, source: Source, enhancements: bool) -> bool:
    """One line of the head. Returns whether it was about enhancements, for "&" lines go on with them."""
    words = line.words.lstrip("+& ").strip()
    if not words or is_rule(words):
        source.noise(line.number)
        return enhancements
    if line.words.startswith("&") and enhancements:
        made.enhancements.append(Words(words, line.number))
        source.mapped(line.number)
        return True
    found = phrases.label(words) or _dashed(words)
    if found is None:
        source.noise(line.number)
        return False
    kind = _kind(found[0])
    _take(made, kind, Words(found[1], line.number), source)
    return kind == "enhancement"


def said(made: ParsedList, line: SourceLine, source: Source) -> bool:
    """`Detachment: X` on a line of its own, without any plus. True if it was such a line."""
    found = phrases.label(line.words)
    kind = _kind(found[0]) if found and found[1] else None
    if found is None or kind not in ("faction", "detachment", "limit", "size", "disposition", "total", "player", "noise"):
        return False
    _take(made, kind, Words(found[1], line.number), source)
    return True


def is_total(made: ParsedList, line: SourceLine, source: Source) -> bool:
    """`Total: 1995 points`, above, between or below the units."""
    found = phrases.label(line.words)
    return found is not None and found[0].startswith("total") and not line.bullet and said(made, line, source)


def _kind(label: str) -> str | None:
    return next((kind for kind, keys in phrases.phrases()["fence"].items() if label in map(fold, keys)), None)


def _take(made: ParsedList, kind: str | None, value: Words, source: Source) -> None:
    if kind is None or kind == "noise" or not value.text.strip("-–— "):
        source.noise(value.line)
        return
    if kind == "player":
        made.player = value.text
        source.noise(value.line)
        return
    source.mapped(value.line)
    if kind == "faction":
        made.faction.append(value)
    elif kind == "detachment":
        take_detachment(made, value)
    elif kind == "disposition":
        made.dispositions.append(value)
    elif kind == "total":
        total, limit = _total(value.text)
        made.total, made.total_line, made.limit = total, value.line, limit or made.limit
    elif kind == "limit":
        made.limit = number(value.text)
    elif kind == "units":
        made.unit_count, made.unit_count_line = number(value.text), value.line
    elif kind == "name":
        made.name = value
    elif kind == "warlord":
        ref = _REF.fullmatch(value.text)
        made.warlord = Words(ref[2] if ref else value.text, value.line)
    elif kind == "enhancement":
        made.enhancements.extend(_each(value))
    elif kind == "size":
        found = bracket(value.text, ROUND)
        made.size = made.size or Words(value.text, value.line, found[1] if found else None)


def _each(value: Words) -> list[Words]:
    """`Skorpekh Lord : Relic (30), Overlord : Crown (20)`: several, each behind its bearer."""
    if "; " in value.text and all(map(_ON.fullmatch, value.text.split("; "))):
        return [Words(part, value.line) for part in value.text.split("; ")]
    if _ON.fullmatch(value.text):
        return [value]
    parts = value.text.split(", ")
    borne = [part.rpartition(":") for part in parts]
    if not all(colon and bearer.strip() and name.strip() for bearer, colon, name in borne):
        return [value]
    return [Words(f"{_PRICE.sub('', name.strip())} (on {bearer.strip()})", value.line) for bearer, _, name in borne]


def take_detachment(made: ParsedList, value: Words) -> None:
    if made.detachment is None:
        made.detachment = value
    else:
        made.more_detachments.append(value)


def _total(text: str) -> tuple[int, int | None]:
    """`2000pts`; `1985/2000`; `2000 (1985)`, where the size stands first."""
    numbers = [number(part) for part in re.split(r"[/(]", text)]
    if len(numbers) > 1 and "/" not in text:
        numbers.reverse()
    return numbers[0], numbers[1] if len(numbers) > 1 else None


def on_unit(words: Words) -> tuple[str, str]:
    """("Relic (on Char1: Captain)") -> ("Relic", "Captain"). Numbers are not to be trusted; names are a check."""
    found = _ON.fullmatch(words.text)
    if not found:
        return words.text, ""
    ref = _REF.fullmatch(found[2])
    return found[1], ref[2] if ref else found[2]
