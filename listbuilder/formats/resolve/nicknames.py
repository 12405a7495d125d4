"""Separate the names that players give their units from the names of datasheets.

In "Krieg Combat Engineers The Moles", the player's own name follows the name of a datasheet.
"""

from __future__ import annotations

import re

from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import ParsedList, ParsedUnit
from listbuilder.games.wh40k.datasheet_names import get_sheet_names
from listbuilder.games.wh40k.name_index import MusterNameIndex
from listbuilder.history.best_date import Part
from listbuilder.matching.names import Match
from listbuilder.model.datasheet import Datasheet

_LOOSE = " \"'“”«»„-–—,:|/"  # what may stand between the name and the nickname
_PLUS = re.compile(r"\(\+\d{1,2}\) ?")  # (+1) Name


def find_nicknamed_unit(
    unit: ParsedUnit, index: MusterNameIndex, home: str
) -> tuple[str, Match] | None:
    """Return the datasheet whose name is the beginning or end of the unit's name, as a guess.

    The longest such name counts. None if anything listed under the unit isn't on the datasheet, or
    if neither its points nor the names of its models fit.
    """
    bare = _PLUS.sub("", unit.name, count=1)
    if bare != unit.name and (named := index.find_unit(bare, home)):
        return named
    words = unit.name.split()
    if len(words) > 12 or index.find_past_datasheet(unit.name, home, unit.models):
        return None
    for length in range(len(words) - 1, 0, -1):
        for part in (words[:length], words[-length:]):
            written = " ".join(part).strip(_LOOSE)
            named = index.find_unit(written, home) if len(written) > 3 else None
            if named is None or named[1].how == "guess":
                continue
            found = index.find_datasheet(named[0], home)
            if found is not None and _fits_datasheet(unit, *found, index, home):
                return named[0], Match(named[0], "guess")
            return None
    return None


def _fits_datasheet(
    unit: ParsedUnit, sheet: Datasheet, faction: str, index: MusterNameIndex, home: str
) -> bool:
    """Return whether what is listed under `unit`, and its points, are those of `sheet`."""
    names = get_sheet_names(index, sheet, faction, home)
    models = 0
    for entry in unit.iter_entries():
        if entry.loadout:
            continue
        if names.models.find_exact(entry.name):
            models += 1
        elif not names.list_items_in(entry.name) and not names.match_model(entry.name):
            return False
    if models and len(names.kinds) > 1:
        return True
    return _has_points(unit, sheet, faction, index)


def _has_points(unit: ParsedUnit, sheet: Datasheet, faction: str, index: MusterNameIndex) -> bool:
    """Return whether `sheet` has the points of `unit` on any date, with or without enhancements."""
    if unit.points is None:
        return False
    borne = sum(words.points or 0 for words in unit.enhancements)
    prices = {row.points for row in sheet.points}
    part = Part(faction, sheet.id, unit.models or sheet.size.min)
    prices.update(points for _, points in index.today.past.timeline(part) if points is not None)
    return unit.points in prices or unit.points - borne in prices


def drop_nicknames_above(
    parsed: ParsedList, index: MusterNameIndex, home: str, account: Account
) -> None:
    """Remove units that are only the player's name for the unit on the next line, with a note.

    Such a line has no points and nothing below it, and no datasheet has its name on any date.
    """
    for unit in parsed.units:
        if unit.title is not None and not _is_unit_name(unit.title.text, index, home):
            _note_nickname(unit.title.text, unit.title.line, unit, account)
    kept: list[ParsedUnit] = []
    for place, unit in enumerate(parsed.units):
        after = parsed.units[place + 1] if place + 1 < len(parsed.units) else None
        is_above = after is not None and after.line == unit.line + 1 and after.points is not None
        has_nothing = unit.points is None and not [*unit.iter_lines_below()]
        if after is None or not (is_above and has_nothing) or unit.models is not None:
            kept.append(unit)
            continue
        if _is_unit_name(unit.name, index, home):
            kept.append(unit)
            continue
        _note_nickname(unit.name, unit.line, after, account)
    parsed.units = kept


def _is_unit_name(written: str, index: MusterNameIndex, home: str) -> bool:
    """Return whether a datasheet has or had the name `written`, or one near it."""
    if index.find_unit(written, home) is not None:
        return True
    return index.find_past_datasheet(written, home, None) is not None


def _note_nickname(written: str, line: int, unit: ParsedUnit, account: Account) -> None:
    """Mark `line` as no part of the list, and note that it is only what the player calls `unit`."""
    account.source[line].fate = "noise"
    account.add_note("import_nickname", line=line, given=written, unit=unit.name)
