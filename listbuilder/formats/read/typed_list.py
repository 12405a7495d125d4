"""The reader of lists that people type: one unit on each line, and no points.

Only the data can tell what a line is. So every line that isn't a heading or a setting becomes a
candidate for a unit, and `resolve/typed_units.py` decides.
"""

from __future__ import annotations

import re

from listbuilder.formats import list_date as days
from listbuilder.formats.detect import Detected
from listbuilder.formats.parsed import ParsedList, ParsedUnit, Words
from listbuilder.formats.read import fence
from listbuilder.formats.source import Source, SourceLine
from listbuilder.matching import phrases
from listbuilder.matching.numbers import has_price, parse_limit, parse_number, split_last_bracket
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable

# `2000 points`, `1995/2000 pts`, `2k`
_POINTS = re.compile(
    r"(?:(?P<total>\d[\d,.]{0,5}) ?/ ?)?(?P<limit>\d[\d,.]{2,5}|\d(?:[.,]\d{1,2})?(?P<kilo>k))"
    r" ?(?:pts?|points?|p)?\.?(?: (?:game|list|army|limit))?",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"(?:total|sum|army)(?: points| pts)?\W{0,3}(?P<total>\d[\d,.]{0,5}) ?(?:pts?|points?)?\.?",
    re.IGNORECASE,
)
_LONGEST = 400  # characters of a typed line; several units joined by "+" fit
_MOST = 120  # lines of a typed list
_ROUND = 250  # points: limits that games are played at are multiples of it
_GLUED = re.compile(r"[-–—*•~](?=[\w(])")  # `-Overlord`, `-2x5 Immortals`


def read(detected: Detected) -> tuple[ParsedList, Source]:
    """Return the list read from the detected text, and its source with each line marked.

    Each line that isn't a heading, setting or footer becomes a unit without points; its `depth`
    says how far it is indented. Raises Unreadable if the text has no such line, or if a third of
    its lines have points, as it isn't a list of this kind then. Also if it has too many or too long
    lines, because every name of the data would be tried on them.
    """
    source = detected.source
    assert source is not None
    parsed = ParsedList(shape="wh40k", format=detected.format)
    lines = [line for line in source.written_lines if line.fate is None]
    if len(lines) > _MOST or any(len(line.words) > _LONGEST for line in lines):
        raise Unreadable([Problem(key="no_list_found")])
    priced = sum(has_price(line.words) for line in lines)
    for line in lines:
        if phrases.is_footer(line.words) or phrases.is_section(line.words):
            parsed.data_version = parsed.data_version or days.find_data_version(line.words)
            source.mark_noise(line.number)
        elif line is lines[0] and priced == 1 and _read_title(parsed, line):
            source.mark_mapped(line.number)
        elif not (_read_points(parsed, line, source) or _read_setting(parsed, line, source)):
            parsed.units.append(_make_candidate(line))
    if not parsed.units or priced * 3 > len(lines):
        raise Unreadable([Problem(key="no_list_found")])
    return parsed, source


def _read_title(parsed: ParsedList, line: SourceLine) -> bool:
    """Read a title with the total, in points that no game is played at; return whether it was one.

    `Khaaarn! (1,985 points)`. Round points are a limit, and what stands before them may be the
    faction.
    """
    priced = split_last_bracket(line.words)
    if priced is None or priced[2] or priced[3] or priced[1] % _ROUND == 0:
        return False
    parsed.name = Words(priced[0], line.number)
    parsed.total, parsed.total_line = priced[1], line.number
    return True


def _make_candidate(line: SourceLine) -> ParsedUnit:
    """Return the unit, without points, that `line` may be.

    Its depth is 0 for a line without bullet and indentation, 1 for a bullet, more for an indent.
    """
    name = _GLUED.sub("", line.words, count=1) if _GLUED.match(line.words) else line.words
    has_bullet = bool(line.bullet) or name != line.words
    return ParsedUnit(
        name=name.strip(),
        line=line.number,
        partial=True,
        depth=2 * line.indent + has_bullet,
    )


def _read_points(parsed: ParsedList, line: SourceLine, source: Source) -> bool:
    """Read a line that is only a total or a limit into `parsed`; return whether it was one."""
    if total := _TOTAL.fullmatch(line.words):
        parsed.total, parsed.total_line = parse_number(total["total"]), line.number
    elif (points := _POINTS.fullmatch(line.words)) and (points["kilo"] or _is_round(points)):
        if points["total"]:
            parsed.total, parsed.total_line = parse_number(points["total"]), line.number
        kilo = points["limit"][:-1] if points["kilo"] else None
        parsed.limit = parse_limit(points["limit"], kilo)
    else:
        return False
    source.mark_mapped(line.number)
    return True


def _is_round(points: re.Match[str]) -> bool:
    """Return whether the limit that `points` matched is a number that a game is played at."""
    return parse_number(points["limit"]) % _ROUND == 0


def _read_setting(parsed: ParsedList, line: SourceLine, source: Source) -> bool:
    """Read the battle size or a labelled setting into `parsed`; return whether it was one."""
    label = phrases.split_label(line.words)
    sizes = phrases.get_group_by_word("sizes")
    if (size := sizes.get(fold(line.words).strip(" :-"))) and parsed.size is None:
        parsed.size = Words(size, line.number)
        source.mark_mapped(line.number)
        return True
    if label and label[1] and label[0] in phrases.get_words("warlord"):
        parsed.warlord = Words(label[1], line.number)
        source.mark_mapped(line.number)
        return True
    return fence.read_labelled(parsed, line, source)
