"""Every field of every part of the roster of every case of every rule: what is offered there can be done, and taken back."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from listbuilder.games.catalog import system
from listbuilder.games.shared.choices import Field
from listbuilder.law import commands
from listbuilder.law.position import Position
from tests.rules.test_cases import LIBRARY, as_document, cases, changes, roster_of

EACH = [
    pytest.param(*param.values, id=param.id)
    for param in cases()
    if "missions" not in param.values[3]  # those are no book's
]


def _fields(position: Position) -> Iterator[Field]:
    assert position.army is not None
    branches = position.editor.outline(position.army)
    wholes = [branch.path for branch in branches if branch.path is not None]
    places = dict.fromkeys([(), *wholes, *(leaf.path for branch in branches for leaf in branch.leaves)])
    for place in places:
        yield from commands.fields(position, place)
    yield from commands.declarations(position)


@pytest.mark.parametrize(("game", "code", "data", "case"), EACH)
def test_what_is_offered_can_be_done(game: str, code: object, data: dict[str, Any], case: dict[str, Any]) -> None:
    """Every step of it changes something, but for what is chosen already."""
    roster = roster_of(data, case)
    position = Position(as_document(roster), LIBRARY, as_of=case.get("as_of"))
    fields = list(_fields(position))
    assert fields
    for field in fields:
        if field.kind == "text":
            continue
        for option in field.options():
            after = copy.deepcopy(roster)
            moved = [changes(step, after) for step in option.edit.steps]
            so_already = (
                option.chosen or field.key == "choice"
            )  # where another unit is listed, the choice may be named all the same
            assert so_already or all(moved), (field.key, option.label, option.edit)
            again = copy.deepcopy(roster)
            back = option.edit.apply(again)
            assert again == after
            back.apply(again)
            assert again == roster, (field.key, option.label)


def test_all_games_are_there() -> None:
    assert {param.values[0] for param in EACH} == {game for game in {param.values[0] for param in cases()} if system(game)}
