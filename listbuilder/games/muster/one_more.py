"""A mustered army with one unit more at its end, made of the army without it: only the new unit is read and priced.

Most of what is asked of an army is what one unit more would bring. Where that can change anything of the other units, or is
said in a way that needs the whole roster, there is no answer, and the roster is read whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING, Any

from listbuilder.games.base import Reading
from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.data import Shelf
from listbuilder.games.muster.declarations import give_roles
from listbuilder.games.muster.faction import AsAllies, Include
from listbuilder.games.muster.guests import most_of
from listbuilder.games.muster.price import dearer_by_copy, unit_price
from listbuilder.games.muster.resolve import Resolver, wants_company
from listbuilder.games.muster.standing import effective_tags, includes_of, own_keywords, place_ally, place_home
from listbuilder.games.shared.resolving import NewIds
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Unreadable
from listbuilder.store.library import Library
from listbuilder.store.reader import Document

if TYPE_CHECKING:
    from listbuilder.games.muster.game import MusterGame

PLAIN = frozenset({"datasheet", "models", "warlord"})  # all that may be said of the unit


def with_one_more(before: Reading, edit: Edit, document: Document, game: MusterGame, library: Library) -> Reading | None:
    army = before.army
    if not isinstance(army, Muster) or not _plain(army, before):
        return None
    entry = _entering(edit, len(army.units))
    if entry is None:
        return None
    alone = Document({**document.data, "units": [entry]}, {}, {}, document.file, b"")
    try:
        resolver = Resolver(document, game.roster_of(alone), game.shelf(library))
    except Unreadable:
        return None
    resolver.new_ids = NewIds(unit.id for unit in army.units)
    (alone_entry,) = resolver.roster.units
    unit = resolver.unit(army, len(army.units), alone_entry)
    if unit is None or resolver.problems or resolver.day or _is_gone(unit, resolver.shelf):
        return None
    grown = copy(army)
    grown.units = [*army.units, unit]
    settled = (
        _made_warlord(army, unit)
        and _placed(army, grown, unit, resolver)
        and _priced(army, grown, unit)
        and _declared(army, grown, unit, resolver.shelf)
    )
    if not settled:
        return None
    return Reading(grown, [], _used(before, army, unit, resolver), known=before.known, joined=unit)


def _is_gone(unit: MusterUnit, shelf: Shelf) -> bool:
    home = shelf.faction(unit.home)
    return home is None or not home.had(unit.datasheet.id)


def _entering(edit: Edit, place: int) -> dict[str, Any] | None:
    """What is said of the unit that enters behind all others, where that is all that the edit does."""
    step = edit.steps[0] if len(edit.steps) == 1 else None
    if step is None or (step.op, step.path) != ("insert", ("units", place)):
        return None
    if not isinstance(step.value, dict) or not step.value.keys() <= PLAIN:
        return None
    return step.value if isinstance(step.value.get("models"), int) else None


def _plain(army: Muster, before: Reading) -> bool:
    """Nothing is said of it beside the law of today: such remarks stand in the order in which a roster is read."""
    return not (before.problems or army.past_day or army.assumed_keys or army.by_today or army.misstated)


def _made_warlord(army: Muster, unit: MusterUnit) -> bool:
    """A warlord may give others keywords, or be a Character only because it is one."""
    if not unit.warlord:
        return True
    unknown = (each.bearer_unknown for detachment in army.detachments for each in detachment.enhancements)
    return not any(each.if_warlord for each in army.detachments) and not any(unknown)


def _placed(army: Muster, grown: Muster, unit: MusterUnit, resolver: Resolver) -> bool:
    place_home(unit, own_keywords(army), includes_of(army))
    core, guests = _parted(army.muster_units)
    if unit.standing == "outsider":
        place_ally(unit, resolver.head_of(unit.home), core, grown)
    elif not all(_stays(guest, grown, [*core, unit], resolver) for guest in guests):
        return False
    if isinstance(unit.rule, Include) and unit.rule.points_unknown:
        return False
    if isinstance(unit.rule, AsAllies):
        if any(guest.rule is unit.rule for guest in guests):
            return False  # they share places
        unit.guest_max = most_of(grown, unit, unit.rule)
    unit.tags = effective_tags(grown, unit)
    return True


def _parted(units: Iterable[MusterUnit]) -> tuple[list[MusterUnit], list[MusterUnit]]:
    """Those of the army and those let in, and those that are there as allies of such, or without any right."""
    core: list[MusterUnit] = []
    guests: list[MusterUnit] = []
    for unit in units:
        guest = unit.standing == "outsider" or unit.standing == "ally"
        (guests if guest else core).append(unit)
    return core, guests


def _stays(guest: MusterUnit, grown: Muster, core: list[MusterUnit], resolver: Resolver) -> bool:
    """What it is in the army, it is also beside the new unit."""
    again = copy(guest)
    again.standing, again.rule = "outsider", None
    place_ally(again, resolver.head_of(guest.home), core, grown)
    return again.standing == guest.standing


def _priced(army: Muster, grown: Muster, unit: MusterUnit) -> bool:
    alike = sum(each.home == unit.home and each.datasheet.id == unit.datasheet.id for each in army.muster_units)
    if alike and dearer_by_copy(unit.datasheet):
        return False  # which of them are the dear ones may be another now
    unit.copy = alike + 1
    unit.points = unit_price(grown, unit, unit.copy)
    return not unit.price_unknown


def _declared(army: Muster, grown: Muster, unit: MusterUnit, shelf: Shelf) -> bool:
    if army.declarations is None and not any(each.role for each in army.units):
        return not wants_company(unit.datasheet)
    give_roles(grown, (unit,), shelf)
    if army.declarations is not None:
        grown.declarations = army.declarations.beside(unit)
    return True


def _used(before: Reading, army: Muster, unit: MusterUnit, resolver: Resolver) -> list[Any]:
    """The file of the unit's faction stands behind those of the others, and before the law."""
    home = resolver.used[unit.home].compiled
    if any(home is each for each in before.used):
        return before.used
    law = len(before.used) - len(resolver.shelf.law_files())
    return [*before.used[:law], home, *before.used[law:]]
