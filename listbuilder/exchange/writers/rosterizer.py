"""A mustered army as Rosterizer has it: things with their kind in their names, and what they have inside them (FORMATS 7.6)."""

from __future__ import annotations

from typing import Any

import msgspec

from listbuilder.exchange import wording
from listbuilder.exchange.printout import Printout
from listbuilder.exchange.rosterizer import KIND
from listbuilder.exchange.writers import mustered
from listbuilder.exchange.writers.mustered import MusteredUnit
from listbuilder.version import VERSION

_Thing = dict[str, Any]


def write(sheet: Printout) -> bytes:
    army = mustered.muster(sheet)
    found = mustered.entries(sheet)
    settings = [("Faction", mustered.catalogue(sheet)), *(("Detachment", each.name) for each in army.chosen)]
    settings += [("Force Disposition", each) for each in mustered.dispositions(sheet)]
    if army.size:
        settings.append(("Battle Size", f"{army.size.name} ({army.size.points} Point limit)"))
    things = [_thing(kind, name) for kind, name in settings] + [_unit(sheet, each, found) for each in found]
    rulebook = {
        "name": "listbuilder",
        "game": f"{army.book.name} {army.book.edition}",
        "revision": f"listbuilder {VERSION}, {army.priced_on}",
        "genre": "wargame",
    }
    snapshot = _thing("Roster", "Roster", points=army.points, included=things)
    snapshot["name"] = wording.one_line(army.name) or army.faction_name
    roster = {"slug": "", "key": "", "visible": "hidden", "locked": False, "rulebook": rulebook, "snapshot": snapshot}
    return msgspec.json.format(msgspec.json.encode(roster), indent=2) + b"\n"


def _thing(
    kind: str,
    name: str,
    count: int = 1,
    points: int = 0,
    included: list[_Thing] | None = None,
    traits: list[_Thing] | None = None,
) -> _Thing:
    made: _Thing = {"item": f"{kind}{KIND}{name}", "name": name, "quantity": count}
    if points:
        made["stats"] = {"Points": {"value": points}}
    below = {"included": included, "traits": traits}
    if included or traits:
        made["assets"] = {key: things for key, things in below.items() if things}
    return made


def _unit(sheet: Printout, each: MusteredUnit, found: list[MusteredUnit]) -> _Thing:
    """Its own points are without those of its enhancements, which stand at these."""
    unit = each.unit
    borne = [_thing("Enhancement", bought.name, points=bought.points) for bought in unit.enhancements]
    included = [_thing("Attachment", name) for name in _attachments(sheet, each, found)]
    models = _models(each, borne if unit.bearer else [])
    included += [*([] if unit.bearer else borne), *models]
    model = unit.warlord_model if not mustered.single(each) else None
    traits = [_thing("Trait", mark) for mark in mustered.marks(unit) if model is None or mark != "Warlord"]
    own = mustered.points(unit) - sum(bought.points for bought in unit.enhancements)
    return _thing("Unit", unit.name, unit.models, own, included, traits)


def _models(each: MusteredUnit, borne: list[_Thing]) -> list[_Thing]:
    """One for each loadout, with the weapons of all its models; a unit of one model has its weapons itself."""
    made: list[_Thing] = []
    for group in each.line.carried:
        own = borne if group.model == each.unit.bearer else []
        if group.model == each.unit.warlord_model and not mustered.single(each):
            own = [_thing("Trait", "Warlord"), *own]
        for load in group.each:
            items = [_thing("Weapon", mustered.capital(name), count * load.count) for name, count in load.items.items()]
            if mustered.single(each):
                return [*own, *items]
            made.append(_thing("Model", group.model or each.unit.name, load.count, included=[*own, *items]))
            own = []
    return made


def _attachments(sheet: Printout, each: MusteredUnit, found: list[MusteredUnit]) -> list[str]:
    """Said at who is attached; the bodyguard has nothing to say."""
    party = next((party for party in mustered.parties(sheet, found) if each in party), None)
    if party is None or each is party[-1]:
        return []
    return [f"Attachment: {mustered.role_of(each, party).casefold()} -> {mustered.numbered(party[-1], found)}"]
