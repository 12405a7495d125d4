"""Fields of a roster that several kinds of army have: the mission, and whether the army is painted."""

from __future__ import annotations

from typing import Any

from listbuilder.games.shared.choices import Field, Option, Text, choice, named, setting
from listbuilder.model.army import Army
from listbuilder.model.base import at


def mission_field(data: Any, army: Army) -> Field:
    """The mission, of those that the book prints, or none."""
    given = at(data, ("mission",))
    options = [Option(label=Text("none"), edit=setting(data, ("mission",), None), chosen=given is None)]
    options += [
        Option(label=named(each.name), edit=setting(data, ("mission",), each.id), chosen=given == each.id)
        for each in army.book.missions
    ]
    return choice("mission", options)


def battle_ready_field(data: Any) -> Field:
    """Whether the army is fully painted."""
    given = bool(at(data, ("battle_ready",)))
    no = Option(label=Text("no"), edit=setting(data, ("battle_ready",), None), chosen=not given)
    yes = Option(label=Text("yes"), edit=setting(data, ("battle_ready",), True), chosen=given)
    return choice("battle_ready", [no, yes])
