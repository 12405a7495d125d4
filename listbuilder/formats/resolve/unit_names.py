"""Find a unit's datasheet by its name as it is written, with what stands beside it.

Beside it may stand how many models there are, and what they have.
"""

from __future__ import annotations

import re

from listbuilder.formats.parsed import Listed, ParsedUnit
from listbuilder.formats.resolve.nicknames import find_nicknamed_unit
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.games.wh40k.name_index import MusterNameIndex
from listbuilder.matching.names import Match
from listbuilder.matching.phrases import get_words
from listbuilder.model.base import fold

COUNTED = re.compile(
    r"(?:(?P<before>\d{1,3}) )?(?P<name>[^\W\d].*?)"
    r"(?(before)|(?: \(x?| ?[x×] ?)(?P<behind>\d{1,3})\)?)",
    re.IGNORECASE,
)
_WITH = re.compile(r" (?:w/|with|\+|&|and) ?|[:,;] | - ", re.IGNORECASE)
_ASIDE = re.compile(r"(.+?) ?\(([^()]*[^\W\d][^()]*)\)")  # Overlord (Warlord)


def find_datasheet(unit: ParsedUnit, index: MusterNameIndex, home: str) -> tuple[str, Match] | None:
    """Return the reference of the unit's datasheet and its match, or None if unknown.

    The name may also have the number of models before or behind it, or wargear or a remark behind
    it. These are written into `unit`.
    """
    named = index.find_unit(unit.name, home)
    written = COUNTED.fullmatch(unit.name)
    if written and not named and unit.models is None:
        named = index.find_unit(written["name"], home)
        if named:
            unit.name = written["name"]
            unit.models = int(written["before"] or written["behind"])
    named = named or _find_without_aside(unit, index, home)
    named = named or _find_without_wargear(unit, index, home)
    return named or find_nicknamed_unit(unit, index, home)


def _find_without_aside(
    unit: ParsedUnit, index: MusterNameIndex, home: str
) -> tuple[str, Match] | None:
    """Return the datasheet of a name that is followed by something in brackets, or None.

    If the bracket says Warlord, `unit` is marked as the warlord. Otherwise the words in it become
    the first entry of `unit`.
    """
    aside = _ASIDE.fullmatch(unit.name)
    named = index.find_unit(aside[1], home) if aside else None
    if aside is None or named is None or named[1].how == "guess":
        return None
    if fold(aside[2]) in get_words("warlord"):
        unit.warlord = unit.line
    elif fold(aside[2]) not in get_words("asides"):
        unit.entries.insert(0, Listed(aside[2], unit.line, token=True, remark=True))
    return named


def _find_without_wargear(
    unit: ParsedUnit, index: MusterNameIndex, home: str
) -> tuple[str, Match] | None:
    """Return the datasheet of a name that is followed by wargear, or None.

    The wargear becomes the first entries of `unit`.
    """
    for joint in _WITH.finditer(unit.name):
        rest = unit.name[joint.end() :]
        named = index.find_unit(unit.name[: joint.start()], home) if rest else None
        if named is not None and named[1].how != "guess":
            items = filter(None, _WITH.split(rest))
            remark = joint[0].strip() in ("-", ",", ":", ";")
            unit.entries[:0] = [
                Listed(item, unit.line, token=True, remark=remark) for item in items
            ]
            return named
    return None


def find_warlord_model(under: str, names: SheetNames) -> str | None:
    """Return the kind of model marked as warlord in a unit of several kinds, or None.

    `under` is the name of the models under which the mark stands. None too if this kind can't be
    the warlord, or if its name is only a guess.
    """
    model = names.match_model(under) if under and len(names.kinds) > 1 else None
    if model is None or model.target is None or model.how == "guess":
        return None
    characters = names.sheet.characters
    return model.target if not characters or model.target in characters else None
