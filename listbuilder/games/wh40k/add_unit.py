"""The reading of an army with one unit more at its end, made of the army without it.

Only the new unit is read and priced.

Most of what is asked of an army is what one unit more would bring. If that can change anything of
the other units, or is said in a way that needs the whole roster, there is no answer, and the roster
is read whole.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from listbuilder.data.library import Library
from listbuilder.games.common.resolve import NewIds
from listbuilder.games.game import Reading
from listbuilder.games.wh40k.ally_limits import get_ally_limit
from listbuilder.games.wh40k.ally_standing import (
    compute_effective_tags,
    list_includes,
    map_own_keywords,
    place_ally,
    place_own_or_included,
)
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.catalog import Shelf
from listbuilder.games.wh40k.deployment import give_roles
from listbuilder.games.wh40k.faction import AsAllies, Include
from listbuilder.games.wh40k.price import compute_unit_price
from listbuilder.games.wh40k.resolve import Resolver, needs_attachment
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Unreadable
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.wh40k.game import MusterGame

PLAIN = frozenset({"datasheet", "models", "warlord"})  # all that may be said of the unit


def read_with_added_unit(
    before: Reading, edit: Edit, document: YamlDocument, game: MusterGame, library: Library
) -> Reading | None:
    """Return the army after `edit` adds one unit, made from the earlier army `before`.

    Only the new unit is read. None if the edit does anything else, or if the new unit may change
    other units or the army's remarks: then the whole roster must be read.
    """
    army = before.army
    if not isinstance(army, Muster) or not _is_without_remarks(army, before):
        return None
    entry = _get_entering_unit(edit, len(army.units))
    if entry is None:
        return None
    alone = YamlDocument({**document.data, "units": [entry]}, {}, {}, document.file, b"")
    try:
        resolver = Resolver(document, game.convert_roster(alone), game.shelf(library))
    except Unreadable:
        return None
    resolver.new_ids = NewIds(unit.id for unit in army.units)
    (alone_entry,) = resolver.roster.units
    unit = resolver.read_unit(army, len(army.units), alone_entry)
    if unit is None or resolver.problems or resolver.day:
        return None
    home = resolver.shelf.load_faction(unit.home)
    if home is None or not home.is_available(unit.datasheet.id):
        return None  # it is gone
    grown = copy(army)
    grown.units = [*army.units, unit]
    is_settled = (
        _can_be_warlord(army, unit)
        and _place_unit(army, grown, unit, resolver)
        and _set_price(army, grown, unit)
        and _give_role(army, grown, unit, resolver.shelf)
    )
    if not is_settled:
        return None
    used = _list_used_files(before, unit, resolver)
    return Reading(grown, [], used, known=before.known, joined=unit)


def _get_entering_unit(edit: Edit, place: int) -> dict[str, Any] | None:
    """Return the entry of the unit that `edit` adds last, at index `place`, or None.

    None if the edit does anything else, gives no number of models, or sets more than datasheet,
    models and warlord.
    """
    if len(edit.steps) != 1:
        return None
    step = edit.steps[0]
    if (step.op, step.path) != ("insert", ("units", place)):
        return None
    if not isinstance(step.value, dict) or not step.value.keys() <= PLAIN:
        return None
    return step.value if isinstance(step.value.get("models"), int) else None


def _is_without_remarks(army: Muster, before: Reading) -> bool:
    """Return whether the army is of today and was read without problems or certain remarks.

    Such remarks are kept in the order in which a roster is read, so a unit can't just be added
    behind them.
    """
    return not (
        before.problems or army.past_day or army.assumed_keys or army.by_today or army.misstated
    )


def _can_be_warlord(army: Muster, unit: MusterUnit) -> bool:
    """Return whether the new unit is no warlord, or is one without any effect on other units.

    A warlord may give other units keywords, or be a Character only because it is the warlord.
    """
    if not unit.warlord:
        return True
    for detachment in army.detachments:
        if detachment.if_warlord:
            return False
        if any(enhancement.bearer_unknown for enhancement in detachment.enhancements):
            return False
    return True


def _place_unit(army: Muster, grown: Muster, unit: MusterUnit, resolver: Resolver) -> bool:
    """Set the new unit's standing and keywords; return whether that is complete.

    False if an ally's standing changes because of the new unit, or if its effect on other units can
    only be found by reading the whole roster. `army` is the army without the unit, `grown` the army
    with it.
    """
    place_own_or_included(unit, map_own_keywords(army), list_includes(army))
    core: list[MusterUnit] = []
    allies: list[MusterUnit] = []  # and outsiders
    for present in army.muster_units:
        is_ally = present.standing == "outsider" or present.standing == "ally"
        (allies if is_ally else core).append(present)
    if unit.standing == "outsider":
        place_ally(unit, resolver.get_faction(unit.home), core, grown)
    elif not all(_has_same_standing(guest, grown, [*core, unit], resolver) for guest in allies):
        return False
    if isinstance(unit.rule, Include) and unit.rule.points_unknown:
        return False
    if isinstance(unit.rule, AsAllies):
        if any(guest.rule is unit.rule for guest in allies):
            return False  # they share places
        unit.guest_max = get_ally_limit(grown, unit, unit.rule)
    unit.tags = compute_effective_tags(grown, unit)
    return True


def _has_same_standing(
    guest: MusterUnit, grown: Muster, core: list[MusterUnit], resolver: Resolver
) -> bool:
    """Return whether the ally `guest` keeps its standing in `grown`, with the new unit.

    `core` are the units of the army that are no allies or outsiders.
    """
    copied = copy(guest)
    copied.standing, copied.rule = "outsider", None
    place_ally(copied, resolver.get_faction(guest.home), core, grown)
    return copied.standing == guest.standing


def _set_price(army: Muster, grown: Muster, unit: MusterUnit) -> bool:
    """Set the new unit's points; return whether they are right and no others change.

    False if further copies of the datasheet cost more, as the order of the copies may change, or if
    no source gives the unit's price.
    """
    copies_before = sum(
        other_unit.home == unit.home and other_unit.datasheet.id == unit.datasheet.id
        for other_unit in army.muster_units
    )
    if copies_before and unit.datasheet.has_copy_surcharge:
        return False  # which of them are the dear ones may be another now
    unit.copy = copies_before + 1
    unit.points = compute_unit_price(grown, unit, unit.copy)
    return not unit.has_unknown_price


def _give_role(army: Muster, grown: Muster, unit: MusterUnit, shelf: Shelf) -> bool:
    """Set the new unit's deployment role; return whether nothing else is needed.

    No role is set if the army has none; then the answer is False for a unit that must be attached
    or have a leader.
    """
    if army.declarations is None and not any(army_unit.role for army_unit in army.units):
        return not needs_attachment(unit.datasheet)
    give_roles(grown, (unit,), shelf)
    if army.declarations is not None:
        grown.declarations = army.declarations.copy_with_unit(unit)
    return True


def _list_used_files(before: Reading, unit: MusterUnit, resolver: Resolver) -> list[Any]:
    """Return the data files on which the army with the new unit depends.

    The file of the unit's faction is inserted behind those of other factions, and before the
    rulebook.
    """
    home = resolver.used[unit.home].compiled
    if any(home is file for file in before.used):
        return before.used
    law = len(before.used) - len(resolver.shelf.list_law_files())
    return [*before.used[:law], home, *before.used[law:]]
