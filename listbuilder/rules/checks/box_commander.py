"""Check that the Warlord or general is the one the box names."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.boxed.army import BoxArmy
from listbuilder.model.base import Model
from listbuilder.model.edit import make_set_edit
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    pass


def check(army: BoxArmy, params: Params) -> Iterator[Finding]:
    """Report a commander other than the one that the box names.

    The fix sets the box's commander. If choosing another thing that the box offers would make the
    given unit the commander, a further fix chooses that.
    """
    commander = army.commander
    if commander is None or commander.given in (None, commander.part.id):
        return
    args = {"given": commander.given_name, "unit": commander.part.name, "box": army.faction_name}
    fix = Fix(key="follow", args=args, edit=make_set_edit(commander.part.id, commander.field))
    key, fixes = "other", [fix]
    if commander.other_pick is not None:
        args["offer"] = commander.other_pick.name
        key = "with_other"
        fixes = [
            Fix(key="take", args=args, edit=make_set_edit(commander.other_pick.id, commander.pick)),
            fix,
        ]
    yield Finding(key=key, path=(commander.field,), args=args, fixes=tuple(fixes), cause="other")
