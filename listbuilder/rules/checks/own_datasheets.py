"""Check that the units of a box have the datasheets of its own game."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.boxed.army import BoxArmy
from listbuilder.model.base import Model
from listbuilder.model.edit import make_remove_edit, make_set_edit
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    pass


def check(army: BoxArmy, params: Params) -> Iterator[Finding]:
    """Report units that have the datasheet of another game.

    The fix sets the box's own unit of the same name, or removes the unit if the box has none.
    """
    for foreign_unit in army.strangers:
        args = {"unit": foreign_unit.name, "game": foreign_unit.game, "own": army.book.name}
        if foreign_unit.instead is not None:
            edit = make_set_edit(foreign_unit.instead.id, *foreign_unit.path, "unit")
            fix = Fix(key="own", args={"unit": foreign_unit.name}, edit=edit)
        else:
            edit = make_remove_edit(*foreign_unit.path)
            fix = Fix(key="drop", args={"units": [foreign_unit.name]}, edit=edit)
        yield Finding(key="of_another_game", path=foreign_unit.path, args=args, fixes=(fix,))
