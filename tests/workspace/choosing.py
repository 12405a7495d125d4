"""What the builder offers at a place of a roster, and taking it, in the few words the tests of every kind of army use."""

from __future__ import annotations

from typing import Any

from listbuilder.games.common.editor import Field, Text
from listbuilder.model.base import Path as Place
from listbuilder.roster import commands
from listbuilder.workspace.session import Session


def keys(session: Session, place: Place = ()) -> list[str]:
    return [field.key for field in commands.list_fields(session.position, place)]


def field(session: Session, place: Place, key: str, **args: Any) -> Field:
    [found] = [
        each
        for each in commands.list_fields(session.position, place)
        if each.key == key and (not args or each.args == args)
    ]
    return found


def labels(found: Field) -> list[Text]:
    return [option.label for option in found.options()]


def chosen(found: Field) -> list[Text]:
    return [option.label for option in found.options() if option.chosen]


def pick(session: Session, found: Field, label: Text) -> None:
    [option] = [option for option in found.options() if option.label == label]
    assert session.apply(option.edit)
