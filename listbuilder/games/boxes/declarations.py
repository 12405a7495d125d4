"""What the units of a patrol are to each other in battle formations, and what the roster declares of that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from listbuilder.games.boxes.army import BoxArmy, BoxUnit
from listbuilder.games.boxes.patrol import Patrol, PatrolSquad, PatrolUnit
from listbuilder.games.shared.declarations.declare import declare
from listbuilder.games.shared.declarations.split import SplitList, mention_wholes, part_id, read_splits
from listbuilder.model.army import Group
from listbuilder.model.base import Model, fold
from listbuilder.model.bounds import Pairs, Units, Word
from listbuilder.model.declaration import Declarations, Role
from listbuilder.model.problem import Problem
from listbuilder.store.reader import Document


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


def declare_patrol(
    army: BoxArmy, patrol: Patrol, given: PatrolFormations | None, document: Document, problems: list[Problem]
) -> None:
    """Gives every unit its role, splits what is split, and fills the army's formations."""
    pick = army.picks["enhancement"]
    chosen = pick.chosen or pick.default
    assert chosen is not None, "a patrol has a default enhancement"
    for unit in army.box_units:
        if isinstance(unit.facts, PatrolUnit):
            leads = patrol.leads_with(unit.facts.id, chosen.id)
            unit.may_lead = tuple(dict.fromkeys(patrol.unit_by_id[each].name for each in leads))
    if given is None:
        return
    army.wholes = list(army.box_units)
    for unit in army.box_units:
        if isinstance(unit.facts, PatrolUnit):
            unit.role = _role(patrol, unit, unit.facts, chosen.id)
        else:  # of another box: the list is wrong, and here it is nothing to anybody
            unit.role = Role(called=f"{unit.part.home}/{unit.part.id}", keywords=unit.tags)
    parts = _split(army, given, document, problems)
    blocks: Mapping[str, Any] = {
        "attached": given.attached,
        "embarked": given.embarked,
        "strategic_reserves": given.strategic_reserves,
        "reserves": given.reserves,
    }
    declare(army, blocks, document, problems)
    _add_splits(army, len(given.split), parts)


def _role(patrol: Patrol, here: BoxUnit, unit: PatrolUnit, enhancement: str) -> Role:
    return Role(
        called=unit.id,
        keywords=frozenset(map(fold, (*unit.keywords, *unit.faction_keywords))),
        abilities=frozenset(_plain(each) for each in unit.core_abilities),
        leads=frozenset(patrol.leads_with(unit.id, enhancement)),
        must_attach=unit.must_lead,
        transport=unit.transport,
        shown=here.may_lead,
    )


def _plain(ability: str) -> str:
    """`Scouts 6"` as `scouts`: an ability without its value."""
    return " ".join(word for word in fold(ability).split() if not any(letter.isdigit() for letter in word))


def _split(army: BoxArmy, given: PatrolFormations, document: Document, problems: list[Problem]) -> dict[str, list[BoxUnit]]:
    """Each split unit becomes its parts. What cannot be split stays whole, and a check speaks of it."""
    parts: dict[str, list[BoxUnit]] = {}
    army.splits = read_splits(army.box_units, given.split, document, problems)
    for split in army.splits:
        unit = split.unit
        assert isinstance(unit, BoxUnit)
        squads = unit.facts.patrol_squads if isinstance(unit.facts, PatrolUnit) else ()
        if squads and not split.again:
            parts[unit.id] = [_squad(unit, squad) for squad in squads]
    army.units = [part for unit in army.box_units for part in parts.get(unit.id, [unit])]
    return parts


def _squad(unit: BoxUnit, squad: PatrolSquad) -> BoxUnit:
    return msgspec.structs.replace(
        unit,
        id=part_id(unit.id, squad.name),
        groups=(Group(unit.part.loadouts[-1].model, squad.size),),
        custom_name=f"{unit.custom_name or unit.name}, {squad.name}",
        whole=unit.id,
        own_id=True,
    )


def _add_splits(army: BoxArmy, length: int, parts: dict[str, list[BoxUnit]]) -> None:
    """The shared formations know a split unit by its parts; the whole is mentioned where any of them is."""
    formations = army.declarations
    assert isinstance(formations, Declarations)
    formations.lengths["split"] = length
    for split in army.splits:
        formations.split.setdefault(split.unit.id, split.path)
    mention_wholes(army.mentions, army.splits, parts)
