"""Tell wargear by names in another language that no source translates.

It is in a form that leaves open who bears it.
"""

from __future__ import annotations

from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import Listed, ParsedUnit
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.matching.translation import is_foreign
from listbuilder.model.base import Path


def skip_untranslated_item(
    entry: Listed, unit: ParsedUnit, names: SheetNames, account: Account, path: Path
) -> bool:
    """Return whether `entry` is an item in an untranslated language; if so, note it.

    The line is marked as read, and nothing is added to the unit. It is only done if the list's form
    leaves out usual wargear and the unit's own name is in another language. Why it is harmless: the
    unit is known, and its points show whether anything priced is missing.
    """
    if (
        not unit.partial
        or entry.children
        or not names.is_foreign_name(unit.name)
        or not is_foreign(entry.name)
    ):
        return False
    account.source.mark_mapped(entry.line)
    account.add_note(
        "import_item_foreign", path, line=entry.line, given=entry.name, unit=names.sheet.name
    )
    return True
