"""The prices of a past day, and notes on what of that day is not known.

What is not known is taken from today, and named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.catalog import FactionData, Shelf
from listbuilder.games.wh40k.detachments import is_forbidden_to_chapter, yield_available_detachments
from listbuilder.games.wh40k.faction import Detachment, Faction, Include
from listbuilder.games.wh40k.price import (
    CONDITIONAL,
    IN_SOME_ARMIES,
    compute_unit_price,
    list_rows_in_force,
    yield_numbered_copies,
)
from listbuilder.games.wh40k.removed_things import ALL_KEYS, describe_removal
from listbuilder.matching.requirements import is_eligible
from listbuilder.model.base import Path
from listbuilder.model.datasheet import Price
from listbuilder.model.finding import Note

if TYPE_CHECKING:
    from listbuilder.model.windows import Gone

# Whom a faction or detachment lets in, where the data doesn't say since when.
ARMY_RULES = frozenset({"army_rules"})
# Which detachments of its parent a chapter can't choose: likewise.
DETACHMENT = frozenset({"detachment"})
# Keywords that it has today; the sources of 2023 left out some, Character too.
GAINED = frozenset({"keywords_gained"})
CHARACTER = "character"
PRICE = frozenset({"points"})
GUESTS = frozenset({"guests"})  # a unit that this faction let in on some day


def set_unit_prices(army: Muster, shelf: Shelf) -> None:
    """Set the points of every unit, with its enhancements included, and its copy number.

    `army` notes a price that is not known for the army's date, and a price that no source gives.
    """
    main = shelf.load_faction(army.faction.id)
    for unit, copy in yield_numbered_copies(army):
        unit.copy = copy
        points = compute_unit_price(army, unit, copy, _get_included_unit_prices(main, unit))
        unit.points = points
        if points is not None and unit.enhancements:
            unit.points = points + sum(enhancement.points for enhancement in unit.enhancements)
        unknown = army.by_today.get(unit.path, frozenset())
        if points and ("points" in unknown or _has_unknown_condition(army, unit, unknown)):
            args = {"unit": unit.name, "day": army.priced_on}
            army.assumed.append(Note(key="price_not_known", args=args, path=unit.path))
            army.unsure[unit.path] = points
        if unit.has_unknown_price:
            args = {"unit": unit.name}
            army.not_checked.append(Note(key="price_unknown", args=args, path=unit.path))


def _has_unknown_condition(army: Muster, unit: MusterUnit, unknown: frozenset[str]) -> bool:
    """Return whether the unit's price depends on a condition whose price is unknown.

    The condition is to be an ally, or in a detachment; `unknown` says for which of them prices are
    unknown.
    """
    if not unknown & IN_SOME_ARMIES:
        return False
    for row in list_rows_in_force(army, unit, unit.copy):
        if row.when and (row.when.detachment or (CONDITIONAL in unknown and row.when.army)):
            return True
    return False


def note_day(army: Muster, shelf: Shelf) -> None:
    """Note in `army` what did not exist on its past date, and what is taken from today's data."""
    complete = shelf.past.load_versions().is_complete_on(army.priced_on)
    if not complete and not _has_dated_rules(army):
        army.by_today[()] = ARMY_RULES
    limits_known = complete or _has_dated_chapter_limits(army)
    guests_known = complete or _has_dated_includes(army)
    main = shelf.load_faction(army.faction.id)
    assert main is not None
    has_character = any(CHARACTER in unit.tags for unit in army.muster_units)
    for unit in army.muster_units:
        home = shelf.load_faction(unit.home)
        assert home is not None
        unknown = home.get_unknown_keys(unit.datasheet.id)
        if complete:
            # Of such a day a price alone can be unknown: a unit that came before it had one.
            unknown &= PRICE
        if not guests_known and main.has_ally(f"{unit.home}/{unit.datasheet.id}"):
            unknown |= GUESTS
        if (
            isinstance(unit.rule, Include)
            and unit.name in unit.rule.prices
            and _get_included_unit_prices(main, unit) is unit.datasheet.points
        ):
            # It has a price of its own in this army, and only that at home is known of the day.
            unknown |= PRICE
        gained = _find_gained_keywords(unit, home)
        if gained and (unit.warlord or unit.enhancements):
            unknown |= GAINED
        if CHARACTER in gained and not has_character:
            army.by_today[()] = army.by_today.get((), frozenset()) | GAINED
        if unknown:
            army.by_today[unit.path] = unknown
        note_unavailable_unit(army, home.describe_absence("datasheets", unit.datasheet.id), unit)
    for chosen in army.chosen:
        detachment = chosen.detachment
        if detachment is None:
            continue
        if not limits_known and any(
            is_forbidden_to_chapter(army, faction, detachment)
            for faction in army.list_own_factions()
        ):
            army.by_today[chosen.path] = DETACHMENT
        _note_detachment_day(army, shelf, detachment.id, chosen.path)


def _note_detachment_day(army: Muster, shelf: Shelf, detachment_id: str, path: Path) -> None:
    """Note whether the detachment at `path` existed on the date, and which facts are today's.

    The first of the army's own factions that has the detachment decides.
    """
    for faction in army.list_own_factions():
        data = shelf.load_faction(faction.id)
        assert data is not None
        if not data.find_detachment(detachment_id):
            continue
        gone = data.describe_absence("detachments", detachment_id)
        note_unavailable_detachment(army, gone, path)
        if unknown := data.get_unknown_keys(detachment_id):
            army.by_today[path] = army.by_today.get(path, unknown) | unknown
        return


def note_removed_units(army: Muster, shelf: Shelf) -> None:
    """Record in `army` the units whose datasheet no longer exists in today's data.

    Their whole data is then of another date.
    """
    for unit in army.muster_units:
        home = shelf.load_faction(unit.home)
        if home is not None and not home.is_available(unit.datasheet.id):
            army.by_today[unit.path] = ALL_KEYS
            gone = describe_removal(shelf, home, "datasheets", unit.datasheet.id)
            note_unavailable_unit(army, gone, unit)


def note_unavailable_unit(army: Muster, gone: Gone | None, unit: MusterUnit) -> None:
    """Record in `army` that `unit` did not exist on the army's date, unless `gone` is None.

    `gone` says since when or until when. A fix that replaces the datasheet's id is only possible if
    the roster does not list the models by kind.
    """
    at = (*unit.path, "datasheet") if unit.size_as_number or not unit.stated_size else None
    army.note_unavailable("unit", gone, unit.path, at=at, unit=unit)


def note_unavailable_detachment(army: Muster, gone: Gone | None, path: Path) -> None:
    """Record in `army` that the detachment at `path` did not exist on the army's date.

    Does nothing if `gone` is None. If `gone` names no successor, the detachments to choose from are
    recorded too.
    """
    choosable: tuple[str, ...] = ()
    if gone is not None and not gone.now:
        choosable = tuple(detachment.name for detachment in yield_available_detachments(army))
    army.note_unavailable("detachment", gone, path, at=path, known=choosable)


def _has_dated_rules(army: Muster) -> bool:
    """Return whether the rules for other factions' units are known to have held that day.

    The limits on the army's chapter must be known for that day too.
    """
    rules = (unit.rule for unit in army.muster_units if unit.rule is not None)
    return _has_dated_chapter_limits(army) and all(
        rule.is_known_on(army.priced_on) for rule in rules
    )


def _has_dated_chapter_limits(army: Muster) -> bool:
    """Return whether the limits on the army's chapter are known for the army's date.

    True if there are no such limits.
    """
    limits = [faction.if_chapter.get(army.chapter or "") for faction in army.list_own_factions()]
    return all(limit.is_known_on(army.priced_on) for limit in limits if limit)


def _has_dated_includes(army: Muster) -> bool:
    """Return whether it is known which units the army's factions could include on its date.

    If so, a unit that they did not include is an outsider. False if none of their rules includes
    units.
    """
    rules: list[Include] = []
    for faction in army.list_own_factions():
        sources: list[Faction | Detachment] = [faction, *faction.detachments]
        rules.extend(source.include for source in sources if source.include)
    return bool(rules) and all(rule.is_known_on(army.priced_on) for rule in rules)


def _find_gained_keywords(unit: MusterUnit, home: FactionData) -> frozenset[str]:
    """Return the keywords that the datasheet lacked on the date, if the unit needs them.

    A unit may need them to be the warlord, as a Character, or to bear its enhancements. Empty if
    these keywords would not be enough for that.
    """
    lacking = [
        enhancement.requires
        for enhancement in unit.enhancements
        if enhancement.requires and not is_eligible(unit.tags, enhancement.requires)
    ]
    if not lacking and CHARACTER in unit.tags:
        return frozenset()
    now = home.get_datasheet_today(unit.datasheet.id)
    if now is None:
        return frozenset()
    gained = now.tags - unit.tags
    if not lacking:
        return gained if CHARACTER in gained else frozenset()
    is_enough = all(is_eligible(unit.tags | gained, required) for required in lacking)
    return gained if is_enough else frozenset()


def _get_included_unit_prices(main: FactionData | None, unit: MusterUnit) -> Sequence[Price] | None:
    """Return the prices on the army's past date of a unit that a rule includes.

    They are the prices that this faction recorded for the unit, otherwise those of its own faction;
    the rule itself only has today's prices. None if no rule includes the unit, or if the army is of
    today.
    """
    if main is None or not main.past_day or not isinstance(unit.rule, Include):
        return None
    prices = main.get_ally_prices(f"{unit.home}/{unit.datasheet.id}")
    return unit.datasheet.points if prices is None else prices
