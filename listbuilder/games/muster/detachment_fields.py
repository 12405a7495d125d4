"""The detachments of an army as fields, and what they give it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.muster.army import Muster
from listbuilder.games.muster.detachment import available
from listbuilder.games.muster.faction import Detachment
from listbuilder.games.muster.roster import MusterRoster
from listbuilder.games.shared.choices import Field, Option, Text, appending, choice, named, setting
from listbuilder.model.base import kebab
from listbuilder.model.edit import Edit, Step

NONE = Text("none")


def fields(data: Any, army: Muster, roster: type[MusterRoster]) -> Iterator[Field]:
    """One field; or one for each detachment, one for a further one, and one for what they give."""
    place, known = roster.DETACHMENTS, list(available(army))
    if not roster.SEVERAL:
        ids = {each.id for each in army.detachments}
        options = [Option(label=named(each.name), edit=setting(data, place, each.id), chosen=each.id in ids) for each in known]
        yield choice("detachment", options)
        return
    for chosen in army.chosen:
        options = [Option(label=NONE, edit=Edit((Step("remove", chosen.path),)))]
        if all(each.id != chosen.given for each in known):  # not for this army: it stays visible until taken off
            options.append(Option(label=named(chosen.name), edit=Edit(()), chosen=True))
        for each in known:
            edit = setting(data, chosen.path, each.id)
            options.append(Option(label=_bought(each), edit=edit, chosen=each.id == chosen.given))
        yield choice("detachment", options)
    taken = {each.given for each in army.chosen}
    options = [Option(label=NONE, edit=Edit(()), chosen=True)]
    for each in known:
        if each.id not in taken:
            options.append(Option(label=_bought(each), edit=appending(data, place, each.id).edit))
    yield choice("further_detachment" if taken else "detachment", options)
    if army.dispositions or army.disposition:
        yield _disposition(data, army)


def _disposition(data: Any, army: Muster) -> Field:
    given = kebab(army.disposition or "")
    options = [Option(label=NONE, edit=setting(data, ("disposition",), None), chosen=army.disposition is None)]
    for name in army.dispositions:
        edit = setting(data, ("disposition",), kebab(name))
        options.append(Option(label=named(name), edit=edit, chosen=kebab(name) == given))
    return choice("disposition", options)


def _bought(detachment: Detachment) -> Text:
    """With what it costs, where detachments are bought."""
    if detachment.dp is None:
        return named(detachment.name)
    return Text("detachment_points", {"name": detachment.name, "dp": detachment.dp})
