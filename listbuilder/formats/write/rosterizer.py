"""A mustered army as Rosterizer has it (docs/formats.md).

Things have their kind in their names, and other things inside them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from listbuilder.formats import wording
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
    settings = [
        ("Faction", wh40k_text.name_catalogue(sheet)),
        *(("Detachment", detachment.name) for detachment in army.chosen),
    ]
    settings += [
        ("Force Disposition", disposition) for disposition in wh40k_text.list_dispositions(sheet)
    ]
    if army.size:
        settings.append(("Battle Size", f"{army.size.name} ({army.size.points} Point limit)"))
    things = [_make_thing(kind, name) for kind, name in settings] + [
        _make_unit(sheet, entry, entries) for entry in entries
    ]
    rulebook = {
        "name": "listbuilder",
        "game": f"{army.book.name} {army.book.edition}",
        "revision": f"listbuilder {VERSION}, {army.priced_on}",
        "genre": "wargame",
    }
    snapshot = _make_thing("Roster", "Roster", points=army.points, included=things)
    snapshot["name"] = wording.make_one_line(army.name) or army.faction_name
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
    """Return one thing of a roster, with the things it includes and its traits."""
    made: _Thing = {"item": f"{kind}{KIND}{name}", "name": name, "quantity": count}
    if points:
        made["stats"] = {"Points": {"value": points}}
    below = {"included": included, "traits": traits}
    if included or traits:
        made["assets"] = {key: things for key, things in below.items() if things}
    return made


def _make_unit(sheet: Printout, entry: MusteredUnit, entries: list[MusteredUnit]) -> _Thing:
    """Return the thing of one unit.

    Its own points are without those of its enhancements, which stand at these.
    """
    unit = entry.unit
    borne = [
        _make_thing("Enhancement", bought.name, points=bought.points)
        for bought in unit.enhancements
    ]
    included = [
        _make_thing("Attachment", name) for name in _name_attachments(sheet, entry, entries)
    ]
    models = _make_models(entry, borne if unit.bearer else [])
    included += [*([] if unit.bearer else borne), *models]
    model = unit.warlord_model if not wh40k_text.is_single_model(entry) else None
    traits = [
        _make_thing("Trait", mark)
        for mark in wh40k_text.list_marks(unit)
        if model is None or mark != "Warlord"
    ]
    own = wh40k_text.get_points(unit) - sum(bought.points for bought in unit.enhancements)
    return _make_thing("Unit", unit.name, unit.models, own, included, traits)


def _make_models(entry: MusteredUnit, borne: list[_Thing]) -> list[_Thing]:
    """Return a thing for each loadout, with the weapons of all its models.

    A unit of one model has its weapons itself. `borne` are the enhancements, for the models that
    bear them.
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
            made.append(
                _make_thing(
                    "Model", group.model or entry.unit.name, load.count, included=[*own, *items]
                )
            )
            own = []
    return made


def _name_attachments(
    sheet: Printout, entry: MusteredUnit, entries: list[MusteredUnit]
) -> list[str]:
    """Return what is said of an attached unit; the bodyguard has nothing to say."""
    party = next(
        (party for party in wh40k_text.list_attached_units(sheet, entries) if entry in party), None
    )
    if party is None or entry is party[-1]:
        return []
    return [
        f"Attachment: {wh40k_text.get_attached_role(entry, party).casefold()} -> {wh40k_text.add_number(party[-1], entries)}"
    ]
