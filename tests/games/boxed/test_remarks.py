"""What is remarked of each unit of each box, in `show` and on the printout: as its file says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.boxed.box_data import BOXES, PATROLS, Data, bare, complete, judged, load


def remarks(game: str, box: str, **more: Any) -> dict[str, dict[str, Any]]:
    """Of each unit by its id: the key of each remark and what it is filled with."""
    done = judged({**complete(game, box), **more})
    assert done.army is not None and done.system is not None
    return {unit.id: dict(done.system.list_remarks(done.army, unit)) for unit in done.army.units}


def of_id(found: dict[str, dict[str, Any]], unit: Data) -> list[dict[str, Any]]:
    """All units of the box that are this one: `boyz`, `boyz-2`."""
    return [said for name, said in found.items() if _is(name, unit["id"])]


def _is(name: str, unit_id: str) -> bool:
    rest = name.removeprefix(unit_id)
    return name.startswith(unit_id) and (not rest or (rest[0] == "-" and rest[1:].isdigit()))


@pytest.mark.parametrize("box", PATROLS)
def test_what_a_datasheet_lets_a_unit_do(box: str) -> None:
    data = load("combat-patrol", box)
    names = {unit["id"]: unit["name"] for unit in data["units"]}
    found = remarks("combat-patrol", box)
    for unit in data["units"]:
        leads = list(dict.fromkeys(names[each] for each in unit.get("leads", [])))
        wanted = {
            "show.kit": {"items": unit.get("unit_wargear")},
            "show.must_lead" if unit.get("must_lead") else "show.may_lead": {"units": leads},
            "show.may_split": {
                "sizes": [str(squad["size"]) for squad in unit.get("patrol_squads", [])]
            },
            "show.carries": {"capacity": unit.get("transport", {}).get("capacity")},
            "show.abilities": {"abilities": unit.get("core_abilities")},
        }
        expected = {key: args for key, args in wanted.items() if any(args.values())}
        for said in of_id(found, unit):
            beside = ("show.warlord", "show.model", "show.borne")
            assert {key: args for key, args in said.items() if key not in beside} == expected, unit[
                "id"
            ]


@pytest.mark.parametrize(("game", "box"), BOXES)
def test_one_leads_the_army_and_one_bears_the_enhancement(game: str, box: str) -> None:
    data = load(game, box)
    leader = "show.warlord" if game == "combat-patrol" else "show.general"
    found = remarks(game, box)
    assert [said for said in found.values() if leader in said] == [
        said for said in found.values() if said.get(leader) == {}
    ]
    assert sum(leader in said for said in found.values()) == 1
    first = next(
        (each for each in data["enhancements"] if each.get("default")), data["enhancements"][0]
    )
    borne = {
        name: said["show.borne"]["name"] for name, said in found.items() if "show.borne" in said
    }
    assert list(borne.values()) == [first["name"]]
    if "bearer" in first:
        assert all(_is(name, first["bearer"]) for name in borne)


@pytest.mark.parametrize(("game", "box"), [each for each in BOXES if each[0] == "spearhead"])
def test_who_comes_again_is_marked(game: str, box: str) -> None:
    found = remarks(game, box)
    for unit in load(game, box)["units"]:
        for said in of_id(found, unit):
            assert ("show.reinforcements" in said) == ("Reinforcements" in unit["keywords"]), unit[
                "id"
            ]


def test_nothing_is_borne_where_nothing_is_chosen() -> None:
    done = judged(bare("spearhead", "vigilant-brotherhood"))
    assert done.army is not None and done.system is not None
    assert all(
        "show.borne" not in dict(done.system.list_remarks(done.army, unit))
        for unit in done.army.units
    )
