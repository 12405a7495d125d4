"""The army as a tree that shows everything.

Attached units are under their bodyguard, and passengers name their transport.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from listbuilder.games.common.attach import get_units_by_id
from listbuilder.games.common.deployment_fields import make_unit_name
from listbuilder.games.common.editor import Branch, Leaf, Text
from listbuilder.games.common.labels import Numbers, add_number, number_units
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import get_at_path
from listbuilder.model.card import Carried
from listbuilder.model.deployment import Declarations
from listbuilder.model.roster_data import RosterData

Kit = tuple[tuple[str, int], ...]  # items with their numbers


class Row(Leaf, frozen=True, kw_only=True):
    """A line of the army tree with everything that is known of the unit."""

    changed: Kit = ()  # wargear it carries by choice, over all models
    led: tuple[Text, ...] = ()  # who is attached to it
    aboard: Text | None = None
    begins: str = ""  # a word for where, if not on the table
    written: str = ""  # the player's own note


def sum_changed_items(carried: Iterable[Carried]) -> Kit:
    """Return the items that are carried by choice and not by default, summed over all groups."""
    totals: dict[str, int] = {}
    for group in carried:
        for item, count in group.changed.items():
            totals[item] = totals.get(item, 0) + count
    return tuple(totals.items())


def complete_outline(
    branches: Sequence[Branch],
    army: Army,
    data: RosterData,
    carried: Callable[[Unit], Kit],
    *,
    is_by_role: bool = False,
) -> list[Branch]:
    """Return the army tree `branches` with all that its lines can say about their units.

    `carried` returns the wargear that a unit carries by choice. If the roster declares attachments,
    attached units are moved below their bodyguard, unless `is_by_role`.
    """
    numbers_by_id = number_units(army.list_known_units())
    full = [
        msgspec.structs.replace(
            branch,
            leaves=[_make_row(leaf, army, data, numbers_by_id, carried) for leaf in branch.leaves],
        )
        for branch in branches
    ]
    if army.declarations is None or is_by_role:
        return full
    return indent_attached_units(full, army.declarations, counts_points=army.counts_points)


def _make_row(
    leaf: Leaf, army: Army, data: RosterData, numbers_by_id: Numbers, carried: Callable[[Unit], Kit]
) -> Row:
    """Return `leaf` as a row with note, chosen wargear, number and deployment of its unit.

    `numbers_by_id` are the numbers of units that share a name. `carried` returns the wargear that a
    unit carries by choice. The line of something that is no unit stays as it is.
    """
    unit = leaf.unit
    row = Row(**{name: getattr(leaf, name) for name in Leaf.__struct_fields__})
    if unit is None:
        return row
    entry = get_at_path(data, unit.path) if unit.path else None
    note = entry.get("notes") if isinstance(entry, dict) else None
    changes: dict[str, Any] = {
        "changed": carried(unit),
        "written": note if isinstance(note, str) else "",
    }
    if unit.id in numbers_by_id:
        changes["label"] = add_number(leaf.label, numbers_by_id[unit.id])
    if army.declarations is not None:
        changes |= _describe_deployment(unit, army, army.declarations, numbers_by_id)
    return msgspec.structs.replace(row, **changes)


def _describe_deployment(
    unit: Unit, army: Army, declarations: Declarations, numbers_by_id: Numbers
) -> dict[str, Any]:
    """Return the fields of a row: who leads `unit`, what it rides in, where it starts.

    The leaders are shown on the row of the bodyguard only. An attached unit rides, or is in
    reserve, if one of its members does.
    """
    units = get_units_by_id(army)
    party = declarations.get_party(unit.id)
    led = [units[member_id] for member_id in party[1:]] if party[0] == unit.id else []
    fields: dict[str, Any] = {
        "led": tuple(make_unit_name(leader, numbers_by_id) for leader in led),
        "aboard": None,
        "begins": "",
    }
    for member_id in party:
        if member_id in declarations.embarked:
            transport_id = declarations.embarked[member_id]
            if transport_id in units:
                fields["aboard"] = make_unit_name(units[transport_id], numbers_by_id)
            break
    lists = {
        "strategic_reserves": declarations.strategic_reserves,
        "reserves": declarations.reserves,
        "hover": declarations.hover,
    }
    for key, ids in lists.items():
        if any(member_id in ids for member_id in party):
            fields["begins"] = f"begins.{key}"
            break
    return fields


def indent_attached_units(
    branches: list[Branch], declarations: Declarations, *, counts_points: bool
) -> list[Branch]:
    """Return `branches` with the lines of attached units moved below their bodyguard's.

    The points of each branch are summed anew, or None if the army doesn't count points
    (`counts_points`). A branch that loses all its lines is left out. Attached units whose bodyguard
    is not shown stay where they are.
    """
    unit_leaves = [
        (leaf.unit.id, leaf) for branch in branches for leaf in branch.leaves if leaf.unit
    ]
    shown = {unit_id for unit_id, _ in unit_leaves}
    below: dict[str, list[Leaf]] = {}
    attached = set()
    for unit_id, leaf in unit_leaves:
        host = declarations.hosts.get(unit_id)
        if host in shown:
            below.setdefault(host, []).append(msgspec.structs.replace(leaf, depth=leaf.depth + 1))
            attached.add(unit_id)
    if not below:
        return branches
    result = []
    for branch in branches:
        leaves: list[Leaf] = []
        for leaf in branch.leaves:
            if leaf.unit is None:
                leaves.append(leaf)
            elif leaf.unit.id not in attached:
                leaves += [leaf, *below.get(leaf.unit.id, ())]
        if leaves:
            points = sum(leaf.points or 0 for leaf in leaves) if counts_points else None
            result.append(msgspec.structs.replace(branch, leaves=leaves, points=points))
    return result
