"""Tell whether a list prints the plain price of each unit, and counts surcharges in its total only.

Some programs print what a unit costs alone, although a further copy of it costs more.
"""

from __future__ import annotations

from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import ParsedList
from listbuilder.games.wh40k.army import Muster
from listbuilder.games.wh40k.price import compute_surcharge
from listbuilder.model.army import Army
from listbuilder.model.datasheet import Price


def leaves_out_surcharges(army: Army | None, parsed: ParsedList, account: Account) -> bool:
    """Return whether the total is right, and every unit's price is, but for its surcharge.

    The surcharge is that of a further copy. False if a unit has no stated price, or another one.
    """
    if not isinstance(army, Muster) or army.points != parsed.total:
        return False
    stated = {unit.line: unit.points for unit in parsed.units}
    for unit in army.muster_units:
        points = stated.get(account.marks.get(unit.path, (0, 0))[0])
        if points is None or unit.points is None:
            return False
        if points != unit.points and points + compute_surcharge(army, unit, _is_of_copy) != (
            unit.points
        ):
            return False
    return True


def _is_of_copy(row: Price) -> object:
    """Return a true value if the price is that of a further copy of a unit."""
    return row.when and row.when.copy_from
