"""Units with those that they are attached to, where that is part of the roster: added so, and shown so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from listbuilder.games.muster.army import Muster
from listbuilder.games.shared.choices import Added, Branch, Leaf, appending, joined
from listbuilder.games.shared.resolving import NewIds
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.declaration import Declarations
from listbuilder.model.edit import Edit, Step


def with_hosts(data: Any, army: Muster, sheet: Datasheet, entry: dict[str, Any]) -> Iterator[Added]:
    """A unit that may not stand alone, added to each of those that it can support."""
    declared = army.declarations
    if declared is None or declared.secret_attachments or not sheet.supports:
        return
    own = NewIds(unit.id for unit in army.known_units()).of(sheet.id)
    added = appending(data, ("units",), {"id": own, **entry})
    names = set(map(fold, sheet.supports))
    for host in army.muster_units:
        if fold(host.name) in names:
            one, whole = declared.attached_path(own), declared.attached_at
            step = Step("set", one, host.id) if declared.attached else Step("set", whole, {own: host.id})
            yield Added(joined(added.edit, Edit((step,))), added.path)


def nested(branches: list[Branch], declarations: Declarations, *, counts_points: bool) -> list[Branch]:
    """A heading sums up what stands below it; one that nothing is left under goes."""
    below: dict[str, list[Leaf]] = {}
    for leaf in (leaf for branch in branches for leaf in branch.leaves):
        if leaf.unit is not None and (host := declarations.hosts.get(leaf.unit.id)) is not None:
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
