"""Units that lost their points, among others that have theirs."""

from __future__ import annotations

import re

import msgspec

from listbuilder.formats.parsed import ParsedUnit
from listbuilder.formats.read import outline
from listbuilder.formats.source import SourceLine
from listbuilder.matching import phrases
from listbuilder.matching.numbers import split_count, split_last_bracket
from listbuilder.model.base import fold

_REF = re.compile(r"[A-Za-z]{3,6}\d{1,3} ?: ?")


def find_unpriced_lines(lines: list[SourceLine]) -> set[int]:
    """Return the numbers of the lines that are units without points.

    Such a line stands below a section title or a blank line, and has no bullet or indent. Blank
    lines do not count if most lines are separated by one. Empty if such lines would be as many as
    the units with points, or if too few lines are marked as items by bullets or indents.
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
    marked = sum(outline.is_item_line(line) and bool(line.bullet or line.indent) for line in lines)
    if len(found) >= len(plain) - len(unpriced) or marked <= 2 * len(found):
        return set()
    return found


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
