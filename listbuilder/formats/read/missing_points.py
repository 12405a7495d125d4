"""Units that lost their points, among others that have theirs."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import msgspec

from listbuilder.formats.parsed import ParsedUnit, Words
from listbuilder.formats.read import outline
from listbuilder.formats.source import Source, SourceLine
from listbuilder.matching import phrases
from listbuilder.matching.numbers import split_count, split_last_bracket
from listbuilder.model.base import fold

_SELDOM = 2  # units have points, for each one that lost them
_REF = re.compile(r"[A-Za-z]{3,6}\d{1,3} ?: ?")


def find_unpriced_lines(lines: list[SourceLine]) -> set[int]:
    """Return the numbers of the lines that are units without points.

    Such a line stands below a section title or a blank line, and has no bullet or indent. Blank
    lines do not count if most lines are separated by one. A line with the name of a unit that has
    points is such a line as well, if it stands below counted items; and so is one between indented
    items, if such lines are few. Empty if such lines would be as
    many as the units with points, or if too few lines are marked as items by bullets or indents.
    """
    plain = [line for line in lines if not (line.bullet or line.indent)]
    unpriced = [line for line in plain if split_last_bracket(line.words) is None]
    below_title = {line.number + 1 for line in lines if phrases.is_section(line.words)}
    written = {line.number for line in lines}
    below_blank = {number for number in written if number - 1 not in written}
    if len(below_blank) * 2 > len(written):
        below_blank = set()
    found = {
        line.number
        for line in unpriced
        if (line.number in below_title or line.number in below_blank)
        and not phrases.is_section(line.words)
        and _may_be_name(remove_ref(line).words)
    }
    found |= _find_names_of_others(lines, unpriced)
    between = _find_lines_between_items(lines, unpriced)
    if len(between) * _SELDOM <= len(plain) - len(unpriced):
        found |= between
    marked = sum(outline.is_item_line(line) and bool(line.bullet or line.indent) for line in lines)
    if len(found) >= len(plain) - len(unpriced) or marked <= 2 * len(found):
        return set()
    return found


def _find_names_of_others(lines: list[SourceLine], unpriced: list[SourceLine]) -> set[int]:
    """Return the numbers of the `unpriced` lines that have the name of a unit with points.

    They stand below a counted item with a bullet, as the next unit does.
    """
    priced = [split_last_bracket(line.words) for line in lines if not line.bullet]
    names = {fold(found[0]) for found in priced if found}
    candidates = {line.number for line in unpriced if fold(line.words) in names}
    return {
        line.number
        for above, line in pairwise(lines)
        if line.number in candidates and above.bullet and split_count(above.words)[0] is not None
    }


def _find_lines_between_items(lines: list[SourceLine], unpriced: list[SourceLine]) -> set[int]:
    """Return the numbers of the `unpriced` lines between an indented item above and one below.

    All three follow one another without a blank line. A line with a count is left out: where a
    paste has lost its bullets, the models of a unit stand like that.
    """
    names = {
        line.number
        for line in unpriced
        if not phrases.is_section(line.words)
        and _may_be_name(remove_ref(line).words)
        and split_count(remove_ref(line).words)[0] is None
    }
    indented = {line.number for line in lines if line.indent and outline.is_item_line(line)}
    return {number for number in names if number - 1 in indented and number + 1 in indented}


def find_titles(
    lines: list[SourceLine], source: Source, is_unit: Callable[[SourceLine], bool]
) -> dict[int, Words]:
    """Return the lines that may be a player's name for the unit below, by that unit's line.

    Such a line stands right above the unit and below a blank line, with no sign of an item.
    """
    titles: dict[int, Words] = {}
    for line, below in pairwise(lines):
        if line.bullet or line.indent or below.number != line.number + 1 or line.number < 2:
            continue
        is_free = source[line.number - 1].is_blank and not outline.is_item_line(line)
        if not is_free or phrases.is_section(line.words) or phrases.is_footer(line.words):
            continue
        if split_last_bracket(line.words) is None and _may_be_name(line.words) and is_unit(below):
            titles[below.number] = Words(line.words, line.number)
    return titles


def _may_be_name(words: str) -> bool:
    """Return whether `words` may be the name of a unit.

    A name is short, has no label or sentence, and does not begin with a phrase about a unit, such
    as Warlord.
    """
    name = split_count(words)[1]
    folded = fold(name).rstrip(".")
    said = phrases.get_words("warlord") | phrases.get_words("leads") | phrases.get_words("attached")
    return (
        name[:1].isalpha()
        and len(name) < 60
        and not any(sign in name for sign in ":()[]+,")
        and name.split()[-1][:1].isupper() == name[:1].isupper()  # else it is a sentence
        and not folded.startswith(tuple(said))
    )


def remove_ref(line: SourceLine) -> SourceLine:
    """Return the line without a reference such as `Char1:` at its beginning."""
    if not _REF.match(line.words):
        return line
    return msgspec.structs.replace(line, words=_REF.sub("", line.words, count=1))


def make_unpriced_unit(line: SourceLine) -> ParsedUnit:
    """Return the unit, without points, that a line names."""
    count, name = split_count(remove_ref(line).words)
    return ParsedUnit(name=name, line=line.number, models=count)
