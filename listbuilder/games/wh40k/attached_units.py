"""The adding of units together with those they are attached to, if that is part of the roster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.common.editor import Added, append_to_list, join_edits
from listbuilder.games.common.resolve import NewIds
from listbuilder.games.wh40k.army import Muster
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.edit import Edit, Step


def yield_additions_with_hosts(
    data: Any, army: Muster, sheet: Datasheet, entry: dict[str, Any]
) -> Iterator[Added]:
    """Yield edits that add a unit of `sheet` to the roster, attached to a unit it can support.

    There is one edit for each such unit of the army. Nothing is yielded if attachments are secret
    in this game, or if the datasheet supports no units. `entry` is what the roster is to say of the
    new unit.
    """
    declared = army.declarations
    if declared is None or declared.secret_attachments or not sheet.supports:
        return
    own = NewIds(unit.id for unit in army.list_known_units()).make_id(sheet.id)
    added = append_to_list(data, ("units",), {"id": own, **entry})
    names = set(map(fold, sheet.supports))
    for host in army.muster_units:
        if fold(host.name) not in names:
            continue
        if declared.attached:
            step = Step("set", declared.make_attached_path(own), host.id)
        else:  # the table itself is new
            step = Step("set", declared.attached_at, {own: host.id})
        yield Added(join_edits(added.edit, Edit((step,))), added.path)
