"""A unit's name as it is written, with what stands beside it: how many models, and what they have."""

from __future__ import annotations

import re

from listbuilder.exchange.parsed import Listed, ParsedUnit
from listbuilder.games.muster.names import Index
from listbuilder.games.shared.names import Match

COUNTED = re.compile(
    r"(?:(?P<before>\d{1,3}) )?(?P<name>[^\W\d].*?)(?(before)|(?: \(x?| ?[x×] ?)(?P<behind>\d{1,3})\)?)", re.IGNORECASE
)
_WITH = re.compile(r" (?:w/|with|\+|&|and) ?|[:,;] | - ", re.IGNORECASE)


def found(unit: ParsedUnit, index: Index, home: str) -> tuple[str, Match] | None:
    """The datasheet of the unit's name; the number of models may be written before or behind it, and what it has behind."""
    named = index.unit(unit.name, home)
    written = None if named or unit.models is not None else COUNTED.fullmatch(unit.name)
    if written and (named := index.unit(written["name"], home)):
        unit.name, unit.models = written["name"], int(written["before"] or written["behind"])
    for joint in list(_WITH.finditer(unit.name)) if named is None else ():
        own, rest = unit.name[: joint.start()], unit.name[joint.end() :]
        if rest and (named := index.unit(own, home)) and named[1].how != "guess":
            unit.entries[:0] = [Listed(each, unit.line, token=True) for each in _WITH.split(rest) if each]
            return named
        named = None
    return named
