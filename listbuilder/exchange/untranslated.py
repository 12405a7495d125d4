"""Wargear by names in another language that no source translates, in a form that leaves open who bears it."""

from __future__ import annotations

from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import Listed, ParsedUnit
from listbuilder.games.muster.sheet_names import SheetNames
from listbuilder.games.shared.translate import foreign
from listbuilder.model.base import Path


def untranslated(entry: Listed, unit: ParsedUnit, names: SheetNames, account: Account, path: Path) -> bool:
    """Whether it is such, which is then said: its unit is known, and by its points whether anything priced is missing."""
    if not unit.partial or entry.children or not names.foreign(unit.name) or not foreign(entry.name):
        return False
    account.source.mapped(entry.line)
    account.note("import_item_foreign", path, line=entry.line, given=entry.name, unit=names.sheet.name)
    return True
