"""The fields of a roster that several kinds of army have: the mission and the painting."""

from __future__ import annotations

from listbuilder.games.common.editor import (
    Field,
    Option,
    Text,
    make_choice_field,
    make_name_text,
    set_or_remove,
)
from listbuilder.model.army import Army
from listbuilder.model.base import get_at_path
from listbuilder.model.roster_data import RosterData


def make_mission_field(data: RosterData, army: Army) -> Field:
    """Return the field for the mission: one of those in the army's rulebook, or none."""
    given = get_at_path(data, ("mission",))
    options = [
        Option(
            label=Text("none"), edit=set_or_remove(data, ("mission",), None), chosen=given is None
        )
    ]
    options += [
        Option(
            label=make_name_text(mission.name),
            edit=set_or_remove(data, ("mission",), mission.id),
            chosen=given == mission.id,
        )
        for mission in army.book.missions
    ]
    return make_choice_field("mission", options)


def make_battle_ready_field(data: RosterData) -> Field:
    """Return the yes-or-no field for whether the army is fully painted."""
    given = bool(get_at_path(data, ("battle_ready",)))
    no = Option(
        label=Text("no"), edit=set_or_remove(data, ("battle_ready",), None), chosen=not given
    )
    yes = Option(label=Text("yes"), edit=set_or_remove(data, ("battle_ready",), True), chosen=given)
    return make_choice_field("battle_ready", [no, yes])
