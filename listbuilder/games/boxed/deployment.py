"""The battle formations of a Combat Patrol: what its units can do, and what is declared."""

from __future__ import annotations

import msgspec

from listbuilder.games.boxed.army import BoxArmy, BoxUnit
from listbuilder.games.boxed.patrol import Patrol, PatrolSquad, PatrolUnit
from listbuilder.games.common.deployment import read_declarations
from listbuilder.games.common.split_units import (
    SplitList,
    add_whole_mentions,
    make_part_id,
    read_splits,
)
from listbuilder.model.army import Group
from listbuilder.model.base import Model, fold
from listbuilder.model.deployment import Declarations, Role
from listbuilder.model.limits import Pairs, Units, Word
from listbuilder.model.problem import Problem
from listbuilder.yamlio.reader import YamlDocument


class PatrolFormations(Model):
    """The battle formations declared before the battle, by ids of units.

    `attached` and `embarked` give the unit that each unit is attached to or embarked in. The
    parts of a split unit have ids such as `boyz/squad-1`. Leave a key out if it doesn't apply.
    """

    attached: Pairs = {}
    embarked: Pairs = {}
    strategic_reserves: Units[Word] = ()  # the game has none: read, so that the law can say so
    reserves: Units[Word] = ()
    split: SplitList = ()


class PatrolReserveFormations(Model):
    """The battle formations of an edition that has only Strategic Reserves, by ids of units.

    `attached` and `embarked` give the unit that each unit is attached to or embarked in. The
    parts of a split unit have ids such as `boyz/squad-1`. Leave a key out if it doesn't apply.
    """

    attached: Pairs = {}
    embarked: Pairs = {}
    strategic_reserves: Units[Word] = ()
    split: SplitList = ()


AnyFormations = PatrolFormations | PatrolReserveFormations


def declare_patrol(
    army: BoxArmy,
    patrol: Patrol,
    given: AnyFormations | None,
    document: YamlDocument,
    problems: list[Problem],
) -> None:
    """Fill in the battle formations of `army` that the roster declares in `given`.

    Every unit gets its role in formations, and split units are replaced by their parts. The units
    that each unit can join are filled in even if `given` is None; then nothing else is. A unit of
    another box can neither join nor carry units, because the list is wrong anyway. Problems are
    added to `problems`.
    """
    pick = army.picks["enhancement"]
    chosen = pick.chosen or pick.default
    enhancement = chosen.id if chosen is not None else None
    for unit in army.box_units:
        if isinstance(unit.facts, PatrolUnit):
            leads = patrol.list_led_units(unit.facts.id, enhancement)
            unit.may_lead = tuple(
                dict.fromkeys(patrol.unit_by_id[unit_id].name for unit_id in leads)
            )
    if given is None:
        return
    army.wholes = list(army.box_units)
    for unit in army.box_units:
        if isinstance(unit.facts, PatrolUnit):
            unit.role = _make_role(patrol, unit, unit.facts, enhancement)
        else:
            unit.role = Role(called=f"{unit.part.home}/{unit.part.id}", keywords=unit.tags)
    parts = _split_units(army, given, document, problems)
    blocks: dict[str, object] = {
        "attached": given.attached,
        "embarked": given.embarked,
        "strategic_reserves": given.strategic_reserves,
    }
    if isinstance(given, PatrolFormations):
        blocks["reserves"] = given.reserves
    read_declarations(army, blocks, document, problems)
    _add_splits_to_formations(army, len(given.split), parts)


def _make_role(
    patrol: Patrol, box_unit: BoxUnit, unit: PatrolUnit, enhancement: str | None
) -> Role:
    """Return the role of a unit in formations: what it can join and carry, its abilities.

    `enhancement` is the id of the chosen enhancement, which can let its bearer join more units;
    None if none is chosen yet.
    """
    return Role(
        called=unit.id,
        keywords=frozenset(map(fold, (*unit.keywords, *unit.faction_keywords))),
        abilities=frozenset(_strip_value(ability) for ability in unit.core_abilities),
        leads=frozenset(patrol.list_led_units(unit.id, enhancement)),
        must_attach=unit.must_lead,
        starts_in_reserve=unit.starts_in_reserve is not None,
        transport=unit.transport,
        shown=box_unit.may_lead,
    )


def _strip_value(ability: str) -> str:
    """Return an ability folded and without words that contain digits.

    Example: `Scouts 6"` becomes `scouts`.
    """
    words = fold(ability).split()
    return " ".join(word for word in words if not any(letter.isdigit() for letter in word))


def _split_units(
    army: BoxArmy, given: AnyFormations, document: YamlDocument, problems: list[Problem]
) -> dict[str, list[BoxUnit]]:
    """Replace each split unit in `army.units` by its parts.

    The parts are returned by the id of the split unit. A unit that can't be split stays whole; a
    check reports that. `given` are the formations of the roster.
    """
    parts: dict[str, list[BoxUnit]] = {}
    army.splits = read_splits(army.box_units, given.split, document, problems)
    for split in army.splits:
        unit = split.unit
        assert isinstance(unit, BoxUnit)
        squads = unit.facts.patrol_squads if isinstance(unit.facts, PatrolUnit) else ()
        if squads and not split.again:
            parts[unit.id] = [_make_squad(unit, squad) for squad in squads]
    army.units = [part for unit in army.box_units for part in parts.get(unit.id, [unit])]
    return parts


def _make_squad(unit: BoxUnit, squad: PatrolSquad) -> BoxUnit:
    """Return one part of a split unit as a unit of its own."""
    return msgspec.structs.replace(
        unit,
        id=make_part_id(unit.id, squad.name),
        groups=(Group(unit.part.loadouts[-1].model, squad.size),),
        custom_name=f"{unit.custom_name or unit.name}, {squad.name}",
        whole=unit.id,
        own_id=True,
    )


def _add_splits_to_formations(army: BoxArmy, length: int, parts: dict[str, list[BoxUnit]]) -> None:
    """Add the split units to the formations of `army`.

    `length` is the number of splits that the roster lists; `parts` are the parts by the split
    unit's id. The formations have only the parts. So a whole unit counts as mentioned wherever one
    of its parts is.
    """
    formations = army.declarations
    assert isinstance(formations, Declarations)
    formations.lengths["split"] = length
    for split in army.splits:
        formations.split.setdefault(split.unit.id, split.path)
    add_whole_mentions(army.mentions, army.splits, parts)
