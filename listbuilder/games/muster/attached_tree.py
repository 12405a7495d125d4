"""Units added with those that they are attached to, where that is part of the roster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.muster.army import Muster
from listbuilder.games.shared.choices import Added, appending, joined
from listbuilder.games.shared.resolving import NewIds
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
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
