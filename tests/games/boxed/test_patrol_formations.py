"""Who leads, rides, waits and splits, for every unit of every patrol; what is right is worked out
from the files alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.boxed.box_data import (
    PATROLS,
    Data,
    chosen,
    complete,
    judged,
    listed,
    load,
    shown,
    size,
)

ERRORS = ("error",)


def options(box: str) -> list[dict[str, str]]:
    """Every way to choose the units of the box."""
    (slots,) = [load("combat-patrol", box).get("choices", {})]
    return [{slot: each} for slot, ids in slots.items() for each in ids] or [{}]


def present(box: str, choice: dict[str, str]) -> list[Data]:
    data = load("combat-patrol", box)
    out = {
        each
        for slot, ids in data.get("choices", {}).items()
        for each in ids
        if each != choice[slot]
    }
    return [unit for unit in data["units"] if unit["id"] not in out]


def must_lead(box: str) -> dict[str, str]:
    return {
        unit["id"]: unit["leads"][0]
        for unit in load("combat-patrol", box)["units"]
        if unit.get("must_lead")
    }


def found(box: str, choice: dict[str, str], formations: Data, **more: Any) -> list[tuple[str, str]]:
    attached = {**must_lead(box), **formations.get("attached", {})}
    roster = complete("combat-patrol", box, formations={**formations, "attached": attached}, **more)
    if choice:
        roster["choices"] = choice
    return shown(judged(roster), ERRORS)


def words_of(unit: Data) -> set[str]:
    return {
        word.casefold() for word in (*unit["keywords"], *unit["faction_keywords"], unit["name"])
    }


@pytest.mark.parametrize("box", PATROLS)
def test_leaders_join_what_their_datasheets_name(box: str) -> None:
    for choice in options(box):
        units = present(box, choice)
        for leader in units:
            leads = leader.get("leads", [])
            if leader["id"] in {*must_lead(box), *must_lead(box).values()}:
                continue  # these are attached to each other already
            for target in units:
                if target is leader or target["id"] in must_lead(
                    box
                ):  # who is attached himself takes nobody
                    continue
                said = found(box, choice, {"attached": {leader["id"]: target["id"]}})
                if target["id"] in leads:
                    assert said == [], (leader["id"], target["id"])
                    continue
                (finding,) = said
                assert finding[0] == "CP-05"
                assert finding[1].startswith(f"{leader['name']} is attached to {target['name']}"), (
                    finding
                )


@pytest.mark.parametrize("box", PATROLS)
def test_a_unit_takes_one_leader(box: str) -> None:
    units = present(box, chosen(load("combat-patrol", box)))
    for target in units:
        leaders = [unit for unit in units if target["id"] in unit.get("leads", [])]
        if len(leaders) < 2:
            continue
        attached = {leader["id"]: target["id"] for leader in leaders[:2]}
        done = judged(complete("combat-patrol", box, formations={"attached": attached}))
        assert done.verdict == "illegal"
        ((code, said),) = shown(done)
        names = " and ".join(leader["name"] for leader in leaders[:2])
        assert code == "CP-05"
        assert said.startswith(f"{names} are attached to {target['name']}; the limit is 1 leader")


def test_a_unit_that_was_split_takes_one_leader_a_squad() -> None:
    """Vow-sworn of Vedrenn or any other whose two leaders may lead one unit that may be split."""
    split_and_led = []
    for box in PATROLS:
        units = present(box, chosen(load("combat-patrol", box)))
        for target in units:
            leaders = [
                unit["id"]
                for unit in units
                if target["id"] in unit.get("leads", []) and not unit.get("must_lead")
            ]
            if len(leaders) < 2 or not target.get("patrol_squads"):
                continue
            split_and_led.append(box)
            done = judged(complete("combat-patrol", box, formations={"split": [target["id"]]}))
            assert done.army is not None
            squads = [unit.id for unit in done.army.units if unit.id.startswith(f"{target['id']}/")]
            apart = dict(zip(leaders, squads, strict=False))
            assert found(box, {}, {"split": [target["id"]], "attached": apart}) == []
            together = dict.fromkeys(leaders, squads[0])
            assert [
                code for code, _ in found(box, {}, {"split": [target["id"]], "attached": together})
            ] == ["CP-05"]
    assert split_and_led


@pytest.mark.parametrize("box", PATROLS)
def test_who_may_wait(box: str) -> None:
    for choice in options(box):
        for unit in present(box, choice):
            if unit["id"] in {*must_lead(box), *must_lead(box).values()}:
                continue
            said = found(box, choice, {"reserves": [unit["id"]]})
            able = "Deep Strike" in unit.get("core_abilities", [])
            refused = [("CP-07", f"{unit['name']} starts in Reserves but doesn't have Deep Strike")]
            assert said == ([] if able else refused), unit["id"]


@pytest.mark.parametrize("box", PATROLS)
def test_who_may_be_split(box: str) -> None:
    for choice in options(box):
        for unit in present(box, choice):
            said = (
                found(box, choice, {"split": [unit["id"]]})
                if unit["id"] not in must_lead(box).values()
                else []
            )
            if unit.get("patrol_squads"):
                assert said == [], unit["id"]
            elif unit["id"] not in must_lead(box).values():
                assert said == [("CP-04", f"{unit['name']} can't be split")], unit["id"]


@pytest.mark.parametrize("box", PATROLS)
def test_who_may_ride(box: str) -> None:
    for choice in options(box):
        units = present(box, choice)
        for transport in units:
            rules: Data = transport.get("transport") or {}
            for unit in units if rules else []:
                if unit is transport or unit["id"] in {*must_lead(box), *must_lead(box).values()}:
                    continue
                words = words_of(unit)
                taken = any({k.casefold() for k in kind} <= words for kind in rules["takes"])
                shut_out = any(
                    {k.casefold() for k in kind} <= words for kind in rules.get("excludes", [])
                )
                fits = size(unit) <= rules["capacity"]
                said = found(box, choice, {"embarked": {unit["id"]: transport["id"]}})
                expected = [] if taken and not shut_out and fits else ["CP-06"]
                assert [code for code, _ in said] == expected, (unit["id"], transport["id"], said)


def test_the_parts_of_a_split_unit_are_units_of_their_own() -> None:
    attached = {"marshal-siguard": "primaris-crusader-squad/initiates"}
    aboard = {"primaris-crusader-squad/remainder": "black-templars-impulsor"}
    split = ["primaris-crusader-squad"]
    assert (
        found("siguards-crusaders", {}, {"split": split, "attached": attached, "embarked": aboard})
        == []
    )
    both = {**aboard, "primaris-crusader-squad/initiates": "black-templars-impulsor"}
    assert found(
        "siguards-crusaders", {}, {"split": split, "attached": attached, "embarked": both}
    ) == [
        (
            "CP-06",
            "Black Templars Impulsor: 11 places taken by "
            "2 × Primaris Crusader Squad and Marshal Siguard; "
            "the limit is 6 (5 over)",
        )
    ]


def test_a_split_unit_that_goes_takes_what_is_said_of_its_parts_with_it() -> None:
    roster = listed("combat-patrol", "siguards-crusaders")
    roster["units"].append({"unit": "primaris-crusader-squad", "id": "extra"})
    roster["formations"] = {
        "split": ["extra"],
        "attached": {"marshal-siguard": "extra/initiates"},
        "embarked": {"extra/remainder": "black-templars-impulsor"},
    }
    done = judged(roster)
    (fix,) = next(finding.fixes for finding in done.findings if finding.key == "more")
    fix.edit.apply_in_place(roster)
    assert roster["units"] == listed("combat-patrol", "siguards-crusaders")["units"]
    assert roster["formations"] == {"split": [], "attached": {}, "embarked": {}}


def test_a_unit_that_is_split_is_named_by_its_parts() -> None:
    formations = {
        "split": ["primaris-crusader-squad"],
        "attached": {"marshal-siguard": "primaris-crusader-squad"},
    }
    done = judged(complete("combat-patrol", "siguards-crusaders", formations=formations))
    assert done.verdict == "unread"
    (problem,) = done.problems
    assert (problem.key, problem.args["given"]) == ("unknown_unit", "primaris-crusader-squad")
    assert problem.args["near"] in (
        "primaris-crusader-squad/initiates",
        "primaris-crusader-squad/remainder",
    )


@pytest.mark.parametrize(
    ("into", "said"),
    [
        ([3, 3], []),
        ([2, 4], ["Windriders is split into 2 and 4 models; its datasheet requires 3 and 3"]),
        ([2, 2, 2], ["Windriders is split into 2, 2 and 2 models; its datasheet requires 3 and 3"]),
        (
            [
                [{"model": "Windrider", "count": 3, "wargear": {"Scatter laser": 2}}],
                [{"model": "Windrider", "count": 3, "wargear": {"Shuriken cannon": 3}}],
            ],
            ["Windriders, Squad 2: must include 1 Scatter laser"],
        ),
        (
            [
                [{"model": "Windrider", "count": 3, "wargear": {"scatter laser": 1}}],
                [{"model": "Windrider", "count": 3, "wargear": {"scatter laser": 1}}],
            ],
            [],
        ),
    ],
)
def test_parts_are_those_of_the_datasheet(into: list[Any], said: list[str]) -> None:
    formations = {"split": [{"unit": "windriders", "into": into}]}
    assert found("the-fatebreakers", {}, formations) == [("CP-04", each) for each in said]


def test_an_enhancement_may_add_a_unit_to_lead() -> None:
    formations = {"attached": {"techmarine-gorloch-kataan": "heavy-intercessor-squad"}}
    said = [
        (
            "CP-05",
            "Techmarine Gorloch Kataan is attached to Heavy Intercessor Squad, "
            "but can't be attached to any unit",
        )
    ]
    assert found("medusan-redoubt", {}, formations) == said
    assert found("medusan-redoubt", {}, formations, enhancement="gorgons-rage") == said
    assert found("medusan-redoubt", {}, formations, enhancement="machine-unity") == []


def test_captain_torreus_must_lead() -> None:
    done = judged(complete("combat-patrol", "rampart-force-torreus", formations={"reserves": []}))
    assert shown(done) == [
        ("CP-05", "Captain Torreus must be attached to another unit; it can join Company Heroes")
    ]
    assert shown(judged(complete("combat-patrol", "rampart-force-torreus"))) == []
    attached = {"captain-torreus": "company-heroes"}
    assert (
        shown(
            judged(
                complete(
                    "combat-patrol", "rampart-force-torreus", formations={"attached": attached}
                )
            )
        )
        == []
    )


def test_others_do_not_see_that_a_unit_is_split() -> None:

    done = judged(
        complete(
            "combat-patrol", "siguards-crusaders", formations={"split": ["primaris-crusader-squad"]}
        )
    )
    assert done.army is not None
    army = done.hide_secrets().army
    assert army is not None
    whole = [
        "marshal-siguard",
        "primaris-crusader-squad",
        "intercessor-squad",
        "black-templars-impulsor",
    ]
    assert [unit.id for unit in army.units] == whole
    assert len(done.army.units) == 5
