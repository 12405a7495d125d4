"""Units that lost their points, among others that have theirs."""

from __future__ import annotations

import re

import msgspec

from listbuilder.exchange.parsed import ParsedUnit
from listbuilder.exchange.readers import outline
from listbuilder.exchange.source import SourceLine
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import bracket, counted
from listbuilder.model.base import fold

_REF = re.compile(r"[A-Za-z]{3,6}\d{1,3} ?: ?")


def numbers(lines: list[SourceLine]) -> set[int]:
    """The lines of them, told from what stands under units: that has bullets or stands further in."""
    plain = {line.number for line in lines if not (line.bullet or line.indent)}
    priced = {line.number for line in lines if line.number in plain and bracket(line.words)}
    opened = {line.number + 1 for line in lines if phrases.is_section(line.words)}
    written = {line.number for line in lines}
    apart = sum(number - 1 not in written for number in written) * 2 > len(written)  # blank lines say nothing here
    bare = [
        line
        for line in lines
        if line.number in plain - priced
        and (line.number in opened or (line.number - 1 not in written and not apart))  # below a title or a blank line
        and not phrases.is_section(line.words)
        and _may_be_name(without_number(line).words)
    ]
    marked = sum(outline.is_item(line) and bool(line.bullet or line.indent) for line in lines)
    return {line.number for line in bare} if 0 < len(bare) < len(priced) and marked > 2 * len(bare) else set()


def _may_be_name(words: str) -> bool:
    """A few words that say nothing of a unit: neither a label nor one that is known."""
    name = counted(words)[1]
    folded = fold(name).rstrip(".")
    said = phrases.among("warlord") | phrases.among("leads") | phrases.among("attached")
    return (
        name[:1].isalpha()
        and len(name) < 60
        and not any(sign in name for sign in ":()[]+,")
        and name.split()[-1][:1].isupper() == name[:1].isupper()  # a sentence is none
        and not folded.startswith(tuple(said))
    )


def without_number(line: SourceLine) -> SourceLine:
    """Without its `Char1:`."""
    return msgspec.structs.replace(line, words=_REF.sub("", line.words, count=1)) if _REF.match(line.words) else line


def unit(line: SourceLine) -> ParsedUnit:
    count, name = counted(without_number(line).words)
    return ParsedUnit(name=name, line=line.number, models=count)
