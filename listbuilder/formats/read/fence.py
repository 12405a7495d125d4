"""The reader of the header between rows of plus signs.

It is New Recruit's, and that of organisers who ask for one in its manner.
"""

from __future__ import annotations

import re

from listbuilder.formats.parsed import ParsedList, Words
from listbuilder.formats.source import Source, SourceLine, is_rule
from listbuilder.matching import phrases
from listbuilder.matching.numbers import (
    NUMBER,
    ROUND,
    SQUARE,
    has_price,
    parse_number,
    split_last_bracket,
)
from listbuilder.model.base import fold

_REF = re.compile(r"([A-Za-z]{3,6} ?\d{1,3}) ?: ?(.+)")
_PRICE = re.compile(r" ?\(\+?\d{1,3}(?: ?pts)?\)$")
_ON = re.compile(r"(.+?) ?\(on (.+)\)", re.IGNORECASE)
_LONGEST = 40  # lines of a header
_NEXT_ON = re.compile(r"; |(?<=\)), ")
_PLUS = re.compile(r"\+(?!\d)|&")  # a header's line; "+1 attack" is part of a rule
_HINT = re.compile(r" ?\([^()]*\)$")  # Detachment(s), Army Enhancements (list on which model)


def read_header(parsed: ParsedList, lines: list[SourceLine], source: Source) -> list[SourceLine]:
    """Read the header lines into `parsed`, and return the lines that are not of the header.

    Header lines stand between two rows of plus signs, or begin with "+" or "&". The lines right
    after `Détachements :` alone on its line are each read as a detachment.
    """
    inside = _find_bounds(lines, source)
    rest: list[SourceLine] = []
    behind, titled = False, False
    last_detachment = -1  # the number of the line that named one, in a block of detachments
    for line in lines:
        if (titled or line.number == last_detachment + 1) and _may_be_detachment(line, titled):
            add_detachment(parsed, Words(line.words.lstrip("+& ").strip(), line.number))
            source.mark_mapped(line.number)
            titled, last_detachment = False, line.number
            continue
        titled = _is_detachment_title(line)
        if titled:
            source.mark_mapped(line.number)
            continue
        plus = _PLUS.match(line.words) is not None
        if not plus and not inside[0] < line.number < inside[1]:
            rest.append(line)
            continue
        behind = _read_line(parsed, line, source, behind)
    return rest


def _find_bounds(lines: list[SourceLine], source: Source) -> tuple[int, int]:
    """Return the numbers of the lines between which the header stands; (0, 0) if nothing tells.

    These are rows of plus signs. Everything above the first one belongs to the header too, as long
    as each line there has a label that headers have.
    """
    rows = [
        line.number
        for line in source.lines
        if line.words.startswith("+++") and not line.words.strip("+")
    ]
    if not rows or rows[0] > _LONGEST:
        return (rows[0], rows[1]) if len(rows) > 1 and rows[1] - rows[0] < _LONGEST else (0, 0)
    above = [line for line in lines if line.number < rows[0]]
    labels = [phrases.split_label(line.words) for line in above]
    is_header = bool(labels) and all(label and _find_kind(label[0]) for label in labels)
    if len(rows) > 1 and rows[1] - rows[0] < _LONGEST:
        return (0 if is_header else rows[0]), rows[1]
    return (0, rows[0]) if is_header and len(rows) == 1 else (0, 0)


def _split_at_dash(words: str) -> tuple[str, str] | None:
    """Return (key, value) of a line such as `TOTAL ARMY POINTS - 1995pts`, or None.

    None if there is no dash, or the words before the dash are no known key.
    """
    left, dash, right = words.partition(" - ")
    if not dash or not _find_kind(fold(left)):
        return None
    return fold(left), right.strip()


def _is_detachment_title(line: SourceLine) -> bool:
    """Return whether a line is only `Détachements :`, with the detachments on the next line."""
    label = phrases.split_label(line.words.lstrip("+& "))
    return label is not None and not label[1] and _find_kind(label[0]) == "detachment"


def _may_be_detachment(line: SourceLine, titled: bool) -> bool:
    """Return whether `line` may name a detachment: it has no label and is no row of signs.

    `titled`: it stands below the title `Détachements :`. Below another detachment, a line with
    points or a heading of units is none either.
    """
    if phrases.split_label(line.words) or is_rule(line.words):
        return False
    return titled or not (has_price(line.words) or phrases.is_section(line.words))


def _read_line(parsed: ParsedList, line: SourceLine, source: Source, enhancements: bool) -> bool:
    """Read one line of the header into `parsed`, and return whether it was about enhancements.

    `enhancements`: whether the line before was about enhancements; a line that begins with "&" then
    names another one.
    """
    words = line.words.lstrip("+& ").strip()
    if not words or is_rule(words):
        source.mark_noise(line.number)
        return enhancements
    if line.words.startswith("&") and enhancements:
        parsed.enhancements.append(Words(words, line.number))
        source.mark_mapped(line.number)
        return True
    label = phrases.split_label(words) or _split_at_dash(words)
    if label is None:
        _read_title(parsed, Words(words, line.number), source)
        return False
    kind = _find_kind(label[0])
    _set_value(parsed, kind, Words(label[1], line.number), source)
    return kind == "enhancement"


def _read_title(parsed: ParsedList, words: Words, source: Source) -> None:
    """Read a header line without a label: `Imperium - Adeptus Custodes - [2000 pts]`.

    Its points are the limit, and the names before them the faction if none is stated yet. A line
    without points is marked as noise.
    """
    priced = split_last_bracket(words.text, SQUARE) or split_last_bracket(words.text)
    if priced is None or priced[2] or priced[3] or " - " not in priced[0]:
        source.mark_noise(words.line)
        return
    parsed.limit = parsed.limit or priced[1]
    if not parsed.faction:
        parsed.faction.append(Words(priced[0].rstrip(" -–—"), words.line))
    source.mark_mapped(words.line)


def is_detachment(line: SourceLine) -> bool:
    """Return whether a line states a detachment: `Détachement principal : Space Marines`."""
    label = phrases.split_label(line.words)
    return label is not None and _find_kind(label[0].strip()) == "detachment"


def read_labelled(parsed: ParsedList, line: SourceLine, source: Source) -> bool:
    """Read a line such as `Detachment: X` into `parsed`; return whether it was one.

    The line has no plus sign before it. Only labels of the header count, such as faction,
    detachment, size or total, and none that may stand below a unit, such as Enhancement. The line
    is then marked.
    """
    label = phrases.split_label(line.words)
    kind = _find_kind(label[0]) if label and label[1] else None
    if label is None or kind in (None, "warlord", "enhancement", "name"):
        return False
    _set_value(parsed, kind, Words(label[1], line.number), source)
    return True


def read_header_label(parsed: ParsedList, line: SourceLine, source: Source) -> bool:
    """Read a line of the header such as `Warlord: X` into `parsed`; return whether it was one.

    The line stands above all units, so that it may have any label of the header. An enhancement of
    which only the number is given is marked as noise.
    """
    label = phrases.split_label(line.words.lstrip("+& "))
    kind = _find_kind(label[0]) if label and label[1] else None
    if label is None or kind is None:
        return False
    if kind == "enhancement" and label[1].isdecimal():
        kind = "noise"
    _set_value(parsed, kind, Words(label[1], line.number), source)
    return True


def read_total(parsed: ParsedList, line: SourceLine, source: Source) -> bool:
    """Read a line such as `Total: 1995 points` into `parsed`; return whether it was one.

    It may stand above, between or below the units.
    """
    label = phrases.split_label(line.words)
    return (
        label is not None
        and (label[0].startswith("total") or _find_kind(label[0]) == "total")
        and not line.bullet
        and read_labelled(parsed, line, source)
    )


def _find_kind(label: str) -> str | None:
    """Return what kind of setting a label of the header names, or None.

    A hint in brackets behind the label does not count: `Detachment(s)`.
    """
    known = phrases.get_group_by_word("fence")
    return known.get(label) or known.get(_HINT.sub("", label))


def _set_value(parsed: ParsedList, kind: str | None, value: Words, source: Source) -> None:
    """Set what the header line `kind: value` says in the list, and mark the line as read.

    A line of unknown kind or without a value is marked as noise, and so is the player's name.
    """
    if kind is None or kind == "noise" or not value.text.strip("-–— "):
        source.mark_noise(value.line)
        return
    if kind == "player":
        parsed.player = value.text
        source.mark_noise(value.line)
        return
    source.mark_mapped(value.line)
    if kind == "faction":
        parsed.faction.append(value)
    elif kind == "detachment":
        add_detachment(parsed, value)
    elif kind == "disposition":
        parsed.dispositions.append(value)
    elif kind == "total":
        total, limit = _parse_total(value.text)
        parsed.total, parsed.total_line, parsed.limit = total, value.line, limit or parsed.limit
    elif kind == "limit":
        parsed.limit = parse_number(value.text)
    elif kind == "units":
        parsed.unit_count, parsed.unit_count_line = parse_number(value.text), value.line
    elif kind == "name":
        parsed.name = value
    elif kind == "warlord":
        ref = _REF.fullmatch(value.text)
        parsed.warlord = Words(ref[2] if ref else value.text, value.line)
    elif kind == "enhancement":
        parsed.enhancements.extend(_split_enhancements(value))
    elif kind == "size":
        bracketed = split_last_bracket(value.text, ROUND)
        points = bracketed[1] if bracketed else None
        parsed.size = parsed.size or Words(value.text, value.line, points)


def _split_enhancements(value: Words) -> list[Words]:
    """Return the enhancements that one line names, each as `Relic (on Bearer)` if known.

    `Skorpekh Lord : Relic (30), Overlord : Crown (20)` gives two, with their prices dropped. A line
    in no known form is returned as one enhancement.
    """
    borne = _NEXT_ON.split(value.text)
    if len(borne) > 1 and all(map(_ON.fullmatch, borne)):
        return [Words(part, value.line) for part in borne]
    if _ON.fullmatch(value.text):
        return [value]
    parts = value.text.split(", ")
    pairs = [part.rpartition(":") for part in parts]
    if not all(colon and bearer.strip() and name.strip() for bearer, colon, name in pairs):
        return [value]
    return [
        Words(f"{_PRICE.sub('', name.strip())} (on {bearer.strip()})", value.line)
        for bearer, _, name in pairs
    ]


def add_detachment(parsed: ParsedList, value: Words) -> None:
    """Add a detachment to the list: as the main one if it is the first."""
    if parsed.detachment is None:
        parsed.detachment = value
    else:
        parsed.more_detachments.append(value)


def _parse_total(text: str) -> tuple[int, int | None]:
    """Return (total, limit) of a text such as `2000pts`, `1985/2000` or `2000 (1985)`.

    With brackets, the limit stands first. The limit is None if the text has only one number. Of a
    text that counts other things too, such as `2000 points - 64 models`, the first number counts.
    """
    numbers = [_parse_first_number(part) for part in re.split(r"[/(]", text)]
    if len(numbers) > 1 and "/" not in text:
        numbers.reverse()
    return numbers[0], numbers[1] if len(numbers) > 1 else None


def _parse_first_number(text: str) -> int:
    """Return the first number in `text`, whatever separates its thousands; 0 without a number."""
    number = NUMBER.search(text)
    return parse_number(number[0] if number else text)


def split_bearer(words: Words) -> tuple[str, str]:
    """Return (enhancement, bearer) of `Relic (on Char1: Captain)`: ("Relic", "Captain").

    The bearer is empty if none is named. The number in `Char1` is dropped because such numbers are
    often wrong; the name is kept.
    """
    match = _ON.fullmatch(words.text)
    if not match:
        return words.text, ""
    ref = _REF.fullmatch(match[2])
    return match[1], ref[2] if ref else match[2]
