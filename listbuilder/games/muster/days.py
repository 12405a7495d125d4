"""Prices of a day, and what of that day is not known: then today's is used, and named."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.data import FactionData, Shelf
from listbuilder.games.muster.detachment import forbidden
from listbuilder.games.muster.faction import Include
from listbuilder.games.muster.price import CONDITIONAL, copies, in_force, unit_price
from listbuilder.games.shared.match import fits
from listbuilder.model.datasheet import Price
from listbuilder.model.finding import Note

ARMY_RULES = frozenset({"army_rules"})  # whom a faction or detachment lets in: no day but today's is known
DETACHMENT = frozenset({"detachment"})  # which of its parent's a chapter may not choose: likewise

GAINED = frozenset({"keywords_gained"})  # keywords that it has today; the sources of 2023 left out some, Character too
CHARACTER = "character"
GUESTS = frozenset({"guests"})  # a unit that this faction let in on some day


def price_units(army: Muster, shelf: Shelf) -> None:
    """Fills the points of every unit."""
    main = shelf.faction(army.faction.id)
    for unit, copy in copies(army):
        unit.copy = copy
        points = unit_price(army, unit, copy, _of_guest(main, unit))
        unit.points = points
        if points is not None and unit.enhancements:
            unit.points = points + sum(enhancement.points for enhancement in unit.enhancements)
        unknown = army.by_today.get(unit.path)
        if points and unknown and ("points" in unknown or (CONDITIONAL in unknown and _by_condition(army, unit))):
            army.assumed.append(Note(key="price_not_known", args={"unit": unit.name, "day": army.priced_on}, path=unit.path))
            army.unsure[unit.path] = points
        if unit.price_unknown:
            army.not_checked.append(Note(key="price_unknown", args={"unit": unit.name}, path=unit.path))


def _by_condition(army: Muster, unit: MusterUnit) -> bool:
    """Whether its price is one for some armies only: as an ally, or in a detachment."""
    return any(row.when and (row.when.army or row.when.detachment) for row in in_force(army, unit, unit.copy))


def note_day(army: Muster, shelf: Shelf) -> None:
    """What of the army was not there that day, and what is taken from today."""
    army.by_today[()] = ARMY_RULES
    main = shelf.faction(army.faction.id)
    assert main is not None
    for unit in army.muster_units:
        home = shelf.faction(unit.home)
        assert home is not None
        unknown = home.unknown(unit.datasheet.id)
        if main.has_guest(f"{unit.home}/{unit.datasheet.id}"):
            unknown |= GUESTS
        gained = _gained(unit, home)
        if gained and (unit.warlord or unit.enhancements):
            unknown |= GAINED
        if CHARACTER in gained and not any(CHARACTER in each.tags for each in army.muster_units):
            army.by_today[()] = ARMY_RULES | GAINED
        if unknown:
            army.by_today[unit.path] = unknown
        army.note_away(home.away("datasheets", unit.datasheet.id), unit.path)
    for chosen in army.chosen:
        if chosen.detachment and any(forbidden(army, faction, chosen.detachment) for faction in army.own_factions()):
            army.by_today[chosen.path] = DETACHMENT
        for faction in army.own_factions():
            data = shelf.faction(faction.id)
            assert data is not None
            if chosen.detachment and data.detachment(chosen.detachment.id):
                army.note_away(data.away("detachments", chosen.detachment.id), chosen.path)
                if unknown := data.unknown(chosen.detachment.id):
                    army.by_today[chosen.path] = army.by_today.get(chosen.path, unknown) | unknown
                break


def _gained(unit: MusterUnit, home: FactionData) -> frozenset[str]:
    """What today's datasheet has, and that day's has not, of what a warlord or the bearer of an enhancement needs."""
    lacking = [each for each in unit.enhancements if each.requires and not fits(unit.tags, each.requires)]
    now = home.now(unit.datasheet.id) if lacking or CHARACTER not in unit.tags else None
    if now is None:
        return frozenset()
    gained = now.tags - unit.tags
    helps = all(fits(unit.tags | gained, each.requires) for each in lacking) if lacking else CHARACTER in gained
    return gained if helps else frozenset()


def _of_guest(main: FactionData | None, unit: MusterUnit) -> Sequence[Price] | None:
    """On a past day a unit let in costs what this army paid for it then, else what its home did; the rule has today's."""
    if main is None or not main.past_day or not isinstance(unit.rule, Include):
        return None
    found = main.guest_prices(f"{unit.home}/{unit.datasheet.id}")
    return unit.datasheet.points if found is None else found
