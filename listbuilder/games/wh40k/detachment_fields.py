"""The fields of the builder for the detachments of an army, and for what they give it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.common.editor import (
    Field,
    Option,
    Text,
    append_to_list,
    make_choice_field,
    make_name_text,
    set_or_remove,
)
from listbuilder.games.wh40k.army import Muster
from listbuilder.games.wh40k.detachments import yield_available_detachments
from listbuilder.games.wh40k.faction import Detachment
from listbuilder.games.wh40k.roster import MusterRoster
from listbuilder.model.base import make_id_from_name
from listbuilder.model.edit import Edit, Step

NONE = Text("none")


def yield_detachment_fields(data: Any, army: Muster, roster: type[MusterRoster]) -> Iterator[Field]:
    """Yield the fields in which the player chooses the army's detachments.

    In editions with one detachment this is a single field. In others there is a field for each
    detachment, one to add a further detachment, and one for the disposition that the detachments
    offer.
    """
    place, available_detachments = roster.DETACHMENTS, list(yield_available_detachments(army))
    if not roster.SEVERAL:
        ids = {detachment.id for detachment in army.detachments}
        options = [
            Option(
                label=make_name_text(detachment.name),
                edit=set_or_remove(data, place, detachment.id),
                chosen=detachment.id in ids,
            )
            for detachment in available_detachments
        ]
        yield make_choice_field("detachment", options)
        return
    available_ids = [detachment.id for detachment in available_detachments]
    for chosen in army.chosen:
        options = [Option(label=NONE, edit=Edit((Step("remove", chosen.path),)))]
        if chosen.given not in available_ids:  # it stays visible until taken off
            options.append(Option(label=make_name_text(chosen.name), edit=Edit(()), chosen=True))
        for detachment in available_detachments:
            edit = set_or_remove(data, chosen.path, detachment.id)
            options.append(
                Option(
                    label=_label_detachment(detachment),
                    edit=edit,
                    chosen=detachment.id == chosen.given,
                )
            )
        yield make_choice_field("detachment", options)
    taken = {taken_choice.given for taken_choice in army.chosen}
    options = [Option(label=NONE, edit=Edit(()), chosen=True)]
    for detachment in available_detachments:
        if detachment.id not in taken:
            options.append(
                Option(
                    label=_label_detachment(detachment),
                    edit=append_to_list(data, place, detachment.id).edit,
                )
            )
    yield make_choice_field("further_detachment" if taken else "detachment", options)
    if army.dispositions or army.disposition:
        yield _make_disposition_field(data, army)


def _make_disposition_field(data: Any, army: Muster) -> Field:
    """Return the field to choose none or one of the dispositions that the detachments offer."""
    given = make_id_from_name(army.disposition or "")
    options = [
        Option(
            label=NONE,
            edit=set_or_remove(data, ("disposition",), None),
            chosen=army.disposition is None,
        )
    ]
    for name in army.dispositions:
        edit = set_or_remove(data, ("disposition",), make_id_from_name(name))
        options.append(
            Option(label=make_name_text(name), edit=edit, chosen=make_id_from_name(name) == given)
        )
    return make_choice_field("disposition", options)


def _label_detachment(detachment: Detachment) -> Text:
    """Return the label of a detachment: its name, and its cost if it has one."""
    if detachment.dp is None:
        return make_name_text(detachment.name)
    return Text("detachment_points", {"name": detachment.name, "dp": detachment.dp})
