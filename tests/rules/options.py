"""Every field of every part of the roster of every case of every rule: what is offered there can be done, and taken back."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from listbuilder.games.common.editor import Field
from listbuilder.roster import commands
from listbuilder.roster.position import Position
from tests.rules.case import Case, changes


def _fields(position: Position) -> Iterator[Field]:
    assert position.army is not None
    branches = position.editor.build_outline(position.army)
    wholes = [branch.path for branch in branches if branch.path is not None]
    places = dict.fromkeys(
        [(), *wholes, *(leaf.path for branch in branches for leaf in branch.leaves)]
    )
    for place in places:
        yield from commands.list_fields(position, place)
    yield from commands.list_deployment_fields(position)


def assert_offers_can_be_done(case: Case) -> None:
    """Assert that every step of every offer changes something, but for what is chosen already, and can be taken back."""
    if "missions" in case.case:
        return  # those are no book's
    roster = case.roster
    position = case.position
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
            back = option.edit.apply_in_place(again)
            assert again == after
            back.apply_in_place(again)
            assert again == roster, (field.key, option.label)
