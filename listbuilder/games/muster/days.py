"""Prices of a day, and what of that day is not known: then today's is used, and named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.data import FactionData, Shelf
from listbuilder.games.muster.detachment import available, forbidden
from listbuilder.games.muster.faction import Include
from listbuilder.games.muster.gone import ALL_KEYS, gone_today
from listbuilder.games.muster.price import CONDITIONAL, IN_SOME_ARMIES, copies, in_force, unit_price
from listbuilder.games.shared.match import fits
from listbuilder.model.base import Path
from listbuilder.model.datasheet import Price
from listbuilder.model.finding import Note

if TYPE_CHECKING:
    from listbuilder.model.past import Gone

ARMY_RULES = frozenset({"army_rules"})  # whom a faction or detachment lets in, where the data doesn't say since when
DETACHMENT = frozenset({"detachment"})  # which detachments of its parent a chapter can't choose: likewise

GAINED = frozenset({"keywords_gained"})  # keywords that it has today; the sources of 2023 left out some, Character too
CHARACTER = "character"
PRICE = frozenset({"points"})
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
        if points and unknown and ("points" in unknown or _by_condition(army, unit, unknown)):
            army.assumed.append(Note(key="price_not_known", args={"unit": unit.name, "day": army.priced_on}, path=unit.path))
            army.unsure[unit.path] = points
        if unit.price_unknown:
            army.not_checked.append(Note(key="price_unknown", args={"unit": unit.name}, path=unit.path))


def _by_condition(army: Muster, unit: MusterUnit, unknown: frozenset[str]) -> bool:
    """Return whether its price is one for some armies only that isn't known: as an ally, or in a detachment."""
    if not unknown & IN_SOME_ARMIES:
        return False
    ally = CONDITIONAL in unknown
    conditions = [row.when for row in in_force(army, unit, unit.copy) if row.when]
    return any(when.detachment or (ally and when.army) for when in conditions)


def note_day(army: Muster, shelf: Shelf) -> None:
    """What of the army was not there that day, and what is taken from today."""
    complete = shelf.past.versions().complete_on(army.priced_on)
    if not complete and not _rules_known(army):
        army.by_today[()] = ARMY_RULES
    limits_known = complete or _limits_known(army)
    guests_known = complete or _guests_known(army)
    main = shelf.faction(army.faction.id)
    assert main is not None
    for unit in army.muster_units:
        home = shelf.faction(unit.home)
        assert home is not None
        unknown = home.unknown(unit.datasheet.id)
        if not guests_known and main.has_guest(f"{unit.home}/{unit.datasheet.id}"):
            unknown |= GUESTS
        if isinstance(unit.rule, Include) and unit.name in unit.rule.prices and _of_guest(main, unit) is unit.datasheet.points:
            unknown |= PRICE  # it has a price of its own in this army, and only that at home is known of the day
        gained = _gained(unit, home)
        if gained and (unit.warlord or unit.enhancements):
            unknown |= GAINED
        if CHARACTER in gained and not any(CHARACTER in each.tags for each in army.muster_units):
            army.by_today[()] = army.by_today.get((), frozenset()) | GAINED
        if unknown:
            army.by_today[unit.path] = unknown
        note_unit(army, home.away("datasheets", unit.datasheet.id), unit)
    for chosen in army.chosen:
        barred = chosen.detachment and any(forbidden(army, each, chosen.detachment) for each in army.own_factions())
        if barred and not limits_known:
            army.by_today[chosen.path] = DETACHMENT
        for faction in army.own_factions():
            data = shelf.faction(faction.id)
            assert data is not None
            if chosen.detachment and data.detachment(chosen.detachment.id):
                note_detachment(army, data.away("detachments", chosen.detachment.id), chosen.path)
                if unknown := data.unknown(chosen.detachment.id):
                    army.by_today[chosen.path] = army.by_today.get(chosen.path, unknown) | unknown
                break


def note_gone(army: Muster, shelf: Shelf) -> None:
    """Record what the roster names that today's data doesn't have any more."""
    for unit in army.muster_units:
        home = shelf.faction(unit.home)
        if home is not None and not home.had(unit.datasheet.id):
            army.by_today[unit.path] = ALL_KEYS
            note_unit(army, gone_today(shelf, home, "datasheets", unit.datasheet.id), unit)


def note_unit(army: Muster, gone: Gone | None, unit: MusterUnit) -> None:
    """Record that a unit was not available that day. Its id can be replaced if the roster lists no models by name."""
    at = (*unit.path, "datasheet") if unit.size_as_number or not unit.stated_size else None
    army.note_away("unit", gone, unit.path, at=at, unit=unit)


def note_detachment(army: Muster, gone: Gone | None, path: Path) -> None:
    """Record that a detachment was not available that day, with those to choose from."""
    known = () if gone is None or gone.now else tuple(each.name for each in available(army))
    army.note_away("detachment", gone, path, at=path, known=known)


def _rules_known(army: Muster) -> bool:
    """Return whether the data says of every rule that lets units in, and of the chapter's limits, that it held that day."""
    rules = (unit.rule for unit in army.muster_units if unit.rule is not None)
    return _limits_known(army) and all(rule.known_on(army.priced_on) for rule in rules)


def _limits_known(army: Muster) -> bool:
    """Return whether it is known what the army's chapter could not take from its parent that day."""
    limits = [each.if_chapter[army.chapter] for each in army.own_factions() if army.chapter in each.if_chapter]
    return all(each.known_on(army.priced_on) for each in limits)


def _guests_known(army: Muster) -> bool:
    """Return whether it is known whom the army's factions let in that day, so that whoever they did not is an outsider."""
    rules = [each.include for each in army.own_factions() if each.include]
    rules += [own.include for each in army.own_factions() for own in each.detachments if own.include]
    return bool(rules) and all(rule.known_on(army.priced_on) for rule in rules)


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
