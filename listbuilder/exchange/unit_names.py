"""A unit's name as it is written, with what stands beside it: how many models, and what they have."""

from __future__ import annotations

import re

from listbuilder.exchange.parsed import Listed, ParsedUnit
from listbuilder.games.muster.names import Index
from listbuilder.games.muster.sheet_names import SheetNames
from listbuilder.games.shared.names import Match
from listbuilder.games.shared.phrases import among
from listbuilder.model.base import fold

COUNTED = re.compile(
    r"(?:(?P<before>\d{1,3}) )?(?P<name>[^\W\d].*?)(?(before)|(?: \(x?| ?[x×] ?)(?P<behind>\d{1,3})\)?)", re.IGNORECASE
)
_WITH = re.compile(r" (?:w/|with|\+|&|and) ?|[:,;] | - ", re.IGNORECASE)
_ASIDE = re.compile(r"(.+?) ?\(([^()]*[^\W\d][^()]*)\)")  # Overlord (Warlord)


def found(unit: ParsedUnit, index: Index, home: str) -> tuple[str, Match] | None:
    """The datasheet of the unit's name; the number of models may be written before or behind it, and what it has behind."""
    named = index.unit(unit.name, home)
    written = None if named or unit.models is not None else COUNTED.fullmatch(unit.name)
    if written and (named := index.unit(written["name"], home)):
        unit.name, unit.models = written["name"], int(written["before"] or written["behind"])
    return named or _with_aside(unit, index, home) or _with_more(unit, index, home)


def _with_aside(unit: ParsedUnit, index: Index, home: str) -> tuple[str, Match] | None:
    aside = _ASIDE.fullmatch(unit.name)
    named = index.unit(aside[1], home) if aside else None
    if aside is None or named is None or named[1].how == "guess":
        return None
    if fold(aside[2]) in among("warlord"):
        unit.warlord = unit.line
    else:
        unit.entries.insert(0, Listed(aside[2], unit.line, token=True))
    return named


def _with_more(unit: ParsedUnit, index: Index, home: str) -> tuple[str, Match] | None:
    for joint in _WITH.finditer(unit.name):
        rest = unit.name[joint.end() :]
        named = index.unit(unit.name[: joint.start()], home) if rest else None
        if named is not None and named[1].how != "guess":
            unit.entries[:0] = [Listed(each, unit.line, token=True) for each in _WITH.split(rest) if each]
            return named
    return None


def warlord_model(under: str, names: SheetNames) -> str | None:
    """Return the kind of model under which a list says Warlord, if the unit has several and this one can be it."""
    model = names.model(under) if under and len(names.kinds) > 1 else None
    if model is None or model.target is None or model.how == "guess":
        return None
    characters = names.sheet.characters
    return model.target if not characters or model.target in characters else None
