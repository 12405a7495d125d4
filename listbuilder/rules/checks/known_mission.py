"""Check that the mission is one of the book's; one of another book is allowed, and pointed out."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.i18n.messages import LANGS, translate_name
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.edit import make_set_edit
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.rulebook import Row, RuleBook
from listbuilder.rules.checks.mission_limits import find_mission


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report a mission that is not in the rule book.

    If the book has a mission with a similar name, the finding says that it is misspelt, and the fix
    sets that mission.
    """
    given = army.mission
    if given is None or find_mission(army, given) is not None:
        return
    missions = army.book.missions
    known = {
        name: mission
        for mission in missions
        for name in (mission.id, *(translate_name(mission.name, lang) for lang in LANGS))
    }
    args = {"given": given, "names": [mission.name for mission in missions], "count": len(missions)}
    near = find_nearest(given, known)
    if near is None:
        yield Finding(key="unknown", path=("mission",), args=args)
        return
    meant = known[near]
    args["near"] = meant.name
    fix = Fix(key="set", args={"mission": meant.name}, edit=make_set_edit(meant.id, "mission"))
    yield Finding(key="misspelt", path=("mission",), args=args, fixes=(fix,), cause="unknown")


def yield_table_rows(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield a row with the name of each mission in the rule book."""
    for mission in book.missions:
        yield "mission", {"name": mission.name}
