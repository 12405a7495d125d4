"""What a player is offered to declare before a battle with each patrol: as its own file says who
leads and carries whom."""

from __future__ import annotations

import pytest

from listbuilder.games.common.editor import Field, make_name_text
from listbuilder.roster.position import Position
from tests.games.boxed.box_data import PATROLS, Data, complete, judged, load, size


def keywords(unit: Data) -> set[str]:
    return {each.casefold() for each in (*unit["keywords"], *unit["faction_keywords"])}


def loads(transport: Data) -> list[list[str]]:
    """Kinds of units that it takes, in any of its spaces."""
    more = [*transport.get("also", []), *transport.get("instead", [])]
    return [*transport.get("takes", []), *(each for load in more for each in load.get("takes", []))]


def rides(unit: Data, other: Data) -> bool:
    """The law has the last word: whom the transport leaves out is not looked at."""
    if unit["id"] == other["id"] or "transport" not in other:
        return False
    kinds = loads(other["transport"])
    return not kinds or any({each.casefold() for each in kind} <= keywords(unit) for kind in kinds)


def fields(done: Position, unit_name: str) -> list[Field]:
    """Of all units of that name."""
    assert done.army is not None
    found = done.editor.list_deployment_fields(done.data, done.army)
    return [
        each
        for each in found
        if each.group is not None and each.group.args.get("name", "") == unit_name
    ]


def offered(found: list[Field], key: str) -> set[str]:
    """Names of the units among the options of these fields."""
    options = (option for each in found if each.key == key for option in each.options())
    return {str(option.label.args["name"]) for option in options if "name" in option.label.args}


@pytest.mark.parametrize("box", PATROLS)
def test_what_may_be_declared(box: str) -> None:
    data = load("combat-patrol", box)
    done = judged(complete("combat-patrol", box, formations={}))
    assert done.problems == [] and done.army is not None
    there = {unit.name for unit in done.army.units}
    units = [unit for unit in data["units"] if unit["name"] in there]
    names = {unit["id"]: unit["name"] for unit in units}
    for name in there:
        same = [unit for unit in units if unit["name"] == name]
        found = fields(done, name)
        assert {"deployment"} <= {each.key for each in found}
        leads = {names[each] for unit in same for each in unit.get("leads", []) if each in names}
        assert offered(found, "attached") == leads, name
        carriers = {other["name"] for unit in same for other in units if rides(unit, other)}
        assert offered(found, "embarked") == carriers, name
        alone = {size(unit) == 1 for unit in same} == {True}
        assert all((each.group == make_name_text(name)) == alone for each in found), name
        splits = sum(bool(unit.get("patrol_squads")) * unit.get("count", 1) for unit in same)
        assert sum(each.key == "split" for each in found) == splits, name
