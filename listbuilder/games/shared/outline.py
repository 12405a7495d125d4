"""The army as a tree that tells all: who is attached stands under the bodyguard, who rides names the transport."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from listbuilder.games.shared.choices import Branch, Leaf, Text
from listbuilder.games.shared.declaration_fields import name_of
from listbuilder.games.shared.declarations.attach import by_id
from listbuilder.games.shared.labels import Numbers, numbered, numbers
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import at
from listbuilder.model.card import Carried
from listbuilder.model.declaration import Declarations

Kit = tuple[tuple[str, int], ...]  # items with their numbers


class Row(Leaf, frozen=True, kw_only=True):
    """A line of the army tree that tells all."""

    changed: Kit = ()  # wargear it carries by choice, over all models
    led: tuple[Text, ...] = ()  # who is attached to it
    aboard: Text | None = None
    begins: str = ""  # a word for where, if not on the table
    written: str = ""  # the player's own note


def kit_of(carried: Iterable[Carried]) -> Kit:
    """What is carried by choice and not by default."""
    found: dict[str, int] = {}
    for group in carried:
        for item, count in group.changed.items():
            found[item] = found.get(item, 0) + count
    return tuple(found.items())


def told(branches: Sequence[Branch], army: Army, data: Any, carried: Callable[[Unit], Kit]) -> list[Branch]:
    """The outline of an editor with all that a row can say. `carried`: what a unit carries by choice."""
    known = numbers(army.known_units())
    full = [
        msgspec.structs.replace(branch, leaves=[_full(leaf, army, data, known, carried) for leaf in branch.leaves])
        for branch in branches
    ]
    declared = army.declarations
    return full if declared is None else nested(full, declared, counts_points=army.counts_points)


def _full(leaf: Leaf, army: Army, data: Any, known: Numbers, carried: Callable[[Unit], Kit]) -> Row:
    unit = leaf.unit
    row = Row(**{name: getattr(leaf, name) for name in Leaf.__struct_fields__})
    if unit is None:
        return row
    entry = at(data, unit.path) if unit.path else None
    note = entry.get("notes") if isinstance(entry, dict) else None
    changes: dict[str, Any] = {"changed": carried(unit), "written": note if isinstance(note, str) else ""}
    if unit.id in known:
        changes["label"] = numbered(leaf.label, known[unit.id])
    if army.declarations is not None:
        changes |= _declared(unit, army, army.declarations, known)
    return msgspec.structs.replace(row, **changes)


def _declared(unit: Unit, army: Army, declared: Declarations, known: Numbers) -> dict[str, Any]:
    units = by_id(army)
    party = declared.party(unit.id)
    led = [units[each] for each in party[1:]] if party[0] == unit.id else []
    into = next((declared.embarked[each] for each in party if each in declared.embarked), None)
    lists = {"strategic_reserves": declared.strategic_reserves, "reserves": declared.reserves, "hover": declared.hover}
    waits = next((key for key, listed in lists.items() if any(each in listed for each in party)), "")
    return {
        "led": tuple(name_of(each, known) for each in led),
        "aboard": name_of(units[into], known) if into in units else None,
        "begins": f"begins.{waits}" if waits else "",
    }


def nested(branches: list[Branch], declarations: Declarations, *, counts_points: bool) -> list[Branch]:
    """A heading sums up what stands below it; one that nothing is left under goes."""
    shown = {leaf.unit.id for branch in branches for leaf in branch.leaves if leaf.unit is not None}
    below: dict[str, list[Leaf]] = {}
    for leaf in (leaf for branch in branches for leaf in branch.leaves):
        if leaf.unit is not None and (host := declarations.hosts.get(leaf.unit.id)) in shown:
            below.setdefault(host, []).append(msgspec.structs.replace(leaf, depth=leaf.depth + 1))
    if not below:
        return branches
    attached = {leaf.unit.id for leaves in below.values() for leaf in leaves if leaf.unit is not None}
    found = []
    for branch in branches:
        leaves: list[Leaf] = []
        for leaf in branch.leaves:
            if leaf.unit is None:
                leaves.append(leaf)
            elif leaf.unit.id not in attached:
                leaves += [leaf, *below.get(leaf.unit.id, ())]
        if leaves:
            points = sum(leaf.points or 0 for leaf in leaves) if counts_points else None
            found.append(msgspec.structs.replace(branch, leaves=leaves, points=points))
    return found
