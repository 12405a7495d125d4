"""A mustered army as Rosterizer has it (docs/formats.md).

Things have their kind in their names, and other things inside them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from listbuilder.formats import export_wording
from listbuilder.formats.printout import Printout
from listbuilder.formats.rosterizer_tree import KIND
from listbuilder.formats.write import wh40k_text
from listbuilder.formats.write.wh40k_text import MusteredUnit
from listbuilder.version import VERSION

_Thing = dict[str, Any]


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of a Rosterizer roster."""
    army = wh40k_text.get_muster(sheet)
    entries = wh40k_text.list_entries(sheet)
    things = [_make_thing("Faction", wh40k_text.name_catalogue(sheet))]
    for detachment in army.chosen:
        things.append(_make_thing("Detachment", detachment.name))
    for disposition in wh40k_text.list_dispositions(sheet):
        things.append(_make_thing("Force Disposition", disposition))
    if army.size:
        size = f"{army.size.name} ({army.size.points} Point limit)"
        things.append(_make_thing("Battle Size", size))
    things += [_make_unit(sheet, entry, entries) for entry in entries]
    rulebook = {
        "name": "listbuilder",
        "game": f"{army.book.name} {army.book.edition}",
        "revision": f"listbuilder {VERSION}, {army.priced_on}",
        "genre": "wargame",
    }
    snapshot = _make_thing("Roster", "Roster", points=army.points, included=things)
    snapshot["name"] = export_wording.make_one_line(army.name) or army.faction_name
    roster = {
        "slug": "",
        "key": "",
        "visible": "hidden",
        "locked": False,
        "rulebook": rulebook,
        "snapshot": snapshot,
    }
    return msgspec.json.format(msgspec.json.encode(roster), indent=2) + b"\n"


def _make_thing(
    kind: str,
    name: str,
    count: int = 1,
    points: int = 0,
    included: list[_Thing] | None = None,
    traits: list[_Thing] | None = None,
) -> _Thing:
    """Return one thing of a Rosterizer roster: `count` of `name`, with what it includes.

    `kind`: the first part of its id, such as Unit or Weapon. `included` and `traits`: the things
    below it.
    """
    made: _Thing = {"item": f"{kind}{KIND}{name}", "name": name, "quantity": count}
    if points:
        made["stats"] = {"Points": {"value": points}}
    below = {"included": included, "traits": traits}
    if included or traits:
        made["assets"] = {key: things for key, things in below.items() if things}
    return made


def _make_unit(sheet: Printout, entry: MusteredUnit, entries: list[MusteredUnit]) -> _Thing:
    """Return the thing of one unit, with its enhancements, models and traits.

    Its own points leave out those of its enhancements, which the enhancements state themselves.
    """
    unit = entry.unit
    enhancements = [
        _make_thing("Enhancement", bought.name, points=bought.points)
        for bought in unit.enhancements
    ]
    included = []
    attachment = wh40k_text.find_attachment(sheet, entry, entries)
    if attachment:
        role, host = attachment
        included.append(_make_thing("Attachment", f"Attachment: {role.casefold()} -> {host}"))
    if unit.bearer:
        included += _make_models(entry, enhancements)
    else:
        included += [*enhancements, *_make_models(entry, [])]
    marks, _ = wh40k_text.split_marks(entry)
    traits = [_make_thing("Trait", mark) for mark in marks]
    own = wh40k_text.get_points(unit) - sum(bought.points for bought in unit.enhancements)
    return _make_thing("Unit", unit.name, unit.models, own, included, traits)


def _make_models(entry: MusteredUnit, borne: list[_Thing]) -> list[_Thing]:
    """Return a thing for each loadout of the unit's models, with the weapons they carry.

    For a unit of one model it returns the weapons themselves. `borne`: the enhancements to put at
    the models of the kind `unit.bearer`.
    """
    made: list[_Thing] = []
    for group in entry.line.carried:
        own = borne if group.model == entry.unit.bearer else []
        if group.model == entry.unit.warlord_model and not wh40k_text.is_single_model(entry):
            own = [_make_thing("Trait", "Warlord"), *own]
        for load in group.each:
            items = [
                _make_thing("Weapon", wh40k_text.start_with_capital(name), count * load.count)
                for name, count in load.items.items()
            ]
            if wh40k_text.is_single_model(entry):
                return [*own, *items]
            model = group.model or entry.unit.name
            made.append(_make_thing("Model", model, load.count, included=[*own, *items]))
            own = []
    return made
