"""Every patrol and every box: bare, with each choice, and with each unit removed, added, resized
and re-armed."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

from tests.games.boxed.box_data import (
    BOXES,
    PATROLS,
    SPEARHEADS,
    after_fix,
    bare,
    complete,
    groups,
    judged,
    listed,
    load,
    rows,
    shown,
    size,
    units_of,
)

LIST = {"combat-patrol": "CP-01", "spearhead": "SH-01"}
CHOICE = {"combat-patrol": "CP-01", "spearhead": "SH-05"}


def joined(names: list[str], last: str = " or ") -> str:
    return last.join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def names_of(data: dict[str, Any], ids: list[str]) -> list[str]:
    by_id = {unit["id"]: unit["name"] for unit in data["units"]}
    return [by_id[each] for each in ids]


def same_name(data: dict[str, Any], name: str) -> int:
    return sum(unit["name"] == name for unit in units_of(data))


def test_there_are_121() -> None:
    assert (len(PATROLS), len(SPEARHEADS)) == (72, 51)


@pytest.mark.parametrize("box", PATROLS)
def test_a_bare_patrol_is_legal(box: str) -> None:
    data = load("combat-patrol", box)
    done = judged(bare("combat-patrol", box))
    open_choices = [
        ("CP-01", f"not chosen yet: {joined(names_of(data, options))}")
        for options in data.get("choices", {}).values()
    ]
    assert shown(done) == open_choices
    assert done.verdict == "legal"
    assert done.army is not None
    offered = {each for options in data.get("choices", {}).values() for each in options}
    fixed = [unit for unit in data["units"] if unit["id"] not in offered]
    assert [unit.name for unit in done.army.units] == [
        unit["name"] for unit in fixed for _ in range(unit.get("count", 1))
    ]
    assert done.army.units[0].models == size(fixed[0])


@pytest.mark.parametrize("box", SPEARHEADS)
def test_a_bare_spearhead_is_legal_with_two_things_to_choose(box: str) -> None:
    data = load("spearhead", box)
    done = judged(bare("spearhead", box))
    offered = [
        joined([each["name"] for each in data[key]])
        for key in ("regiment_abilities", "enhancements")
    ]
    assert shown(done) == []
    assert done.verdict == "legal"
    returning = list(
        dict.fromkeys(
            unit["name"] for unit in data["units"] if "Reinforcements" in unit["keywords"]
        )
    )
    said = (
        [("SH-07", f"units that return once after they are destroyed: {', '.join(returning)}")]
        if returning
        else []
    )
    chosen = [
        (code, f"still to choose at the table: {names}")
        for code, names in zip(("SH-03", "SH-04"), offered, strict=True)
    ]
    assert shown(done, ("info",)) == [*chosen, *said]


@pytest.mark.parametrize("box", PATROLS)
def test_each_choice_of_a_patrol(box: str) -> None:
    data = load("combat-patrol", box)
    for enhancement in data["enhancements"]:
        done = judged(complete("combat-patrol", box, enhancement=enhancement["id"]))
        assert (done.verdict, shown(done)) == ("legal", []), enhancement["id"]
        assert done.army is not None
        bearers = [
            unit.name
            for unit in done.army.units
            if getattr(unit, "enhancement", None) == enhancement["name"]
        ]
        assert bearers == names_of(data, [enhancement["bearer"]])
        leads = enhancement["bearer"] if enhancement.get("bearer_is_warlord") else data["warlord"]
        assert [unit.datasheet_id for unit in done.army.units if unit.leads_army] == [leads]
        named = judged(complete("combat-patrol", box, enhancement=enhancement["id"], warlord=leads))
        assert (named.verdict, shown(named)) == ("legal", []), leads
    for slot, options in data.get("choices", {}).items():
        for option in options:
            done = judged(complete("combat-patrol", box, choices={slot: option}))
            assert (done.verdict, shown(done)) == ("legal", []), option
            assert done.army is not None
            assert [u.name for u in done.army.units] == [
                u["name"] for u in units_of(data, {slot: option})
            ]


@pytest.mark.parametrize("box", SPEARHEADS)
def test_each_choice_of_a_spearhead(box: str) -> None:
    data = load("spearhead", box)
    for ability in data["regiment_abilities"]:
        for enhancement in data["enhancements"]:
            roster = complete(
                "spearhead", box, regiment_ability=ability["id"], enhancement=enhancement["id"]
            )
            done = judged({**roster, "general": data["general"]})
            assert (done.verdict, shown(done)) == ("legal", []), (ability["id"], enhancement["id"])
            assert done.army is not None
            general = next(unit for unit in done.army.units if unit.leads_army)
            assert (general.datasheet_id, getattr(general, "enhancement", "")) == (
                data["general"],
                enhancement["name"],
            )


@pytest.mark.parametrize(("game", "box"), BOXES)
def test_the_whole_list_is_legal(game: str, box: str) -> None:
    done = judged(listed(game, box))
    assert (done.verdict, shown(done)) == ("legal", [])


@pytest.mark.parametrize(("game", "box"), BOXES)
@pytest.mark.slow_but(30)
def test_one_unit_removed(game: str, box: str) -> None:
    data = load(game, box)
    for place, unit in enumerate(units_of(data)):
        roster = listed(game, box)
        del roster["units"][place]
        done = judged(roster)
        count, name = same_name(data, unit["name"]), unit["name"]
        offered = next((ids for ids in data.get("choices", {}).values() if unit["id"] in ids), None)
        said = (
            f"no {name}; the box has 1"
            if count == 1
            else f"{count - 1} × {name}; the box has {count}"
        )
        assert shown(done) == [(LIST[game], said)], (unit["id"], offered)
        mended = after_fix(done, roster)
        assert mended["units"] == [*roster["units"], {"unit": unit["id"]}]
        assert shown(judged(mended)) == []


@pytest.mark.parametrize(("game", "box"), BOXES)
@pytest.mark.slow_but(30)
def test_one_unit_added(game: str, box: str) -> None:
    data = load(game, box)
    for unit in units_of(data):
        roster = listed(game, box)
        roster["units"].append({"unit": unit["id"], "models": groups(unit)})
        done = judged(roster)
        count = same_name(data, unit["name"])
        assert shown(done) == [
            (LIST[game], f"{count + 1} × {unit['name']}; the box has {count}")
        ], unit["id"]
        assert after_fix(done, roster) == listed(game, box)


@cache
def first_homes(game: str) -> dict[str, str]:
    """The first box that has a unit of that id."""
    homes: dict[str, str] = {}
    for box in PATROLS if game == "combat-patrol" else SPEARHEADS:
        for unit in load(game, box)["units"]:
            homes.setdefault(unit["id"], box)
    return homes


@pytest.mark.parametrize(("game", "box"), BOXES)
@pytest.mark.slow_but(30)
def test_a_unit_of_the_next_box_added(game: str, box: str) -> None:
    boxes = PATROLS if game == "combat-patrol" else SPEARHEADS
    at = boxes.index(box)
    own = {unit["id"] for unit in load(game, box)["units"]}
    homes = first_homes(game)
    home, other = next(
        (each, unit)
        for each in [*boxes[at + 1 :], *boxes[:at]]
        for unit in load(game, each)["units"]
        if unit["id"] not in own and homes[unit["id"]] == each
    )
    roster = listed(game, box)
    roster["units"].append({"unit": other["id"]})
    done = judged(roster)
    home_name, box_name = load(game, home)["name"], load(game, box)["name"]
    said = f"{other['name']} belongs to {home_name}; it isn't in {box_name}"
    assert shown(done) == [(LIST[game], said)]
    assert after_fix(done, roster) == listed(game, box)


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize(("game", "box"), BOXES)
@pytest.mark.slow_but(30)
def test_one_unit_resized(game: str, box: str, by: int) -> None:
    for place, unit in enumerate(units_of(load(game, box))):
        count = size(unit) + by
        if not count:
            continue
        roster = listed(game, box)
        roster["units"][place]["models"] = count
        done = judged(roster)
        models = "1 model" if count == 1 else f"{count} models"
        assert shown(done) == [
            (LIST[game], f"{unit['name']}: {models}; the box has {size(unit)}")
        ], unit["id"]
        mended = after_fix(done, roster)
        assert mended["units"][place] == {"unit": unit["id"]}
        assert shown(judged(mended)) == []


@pytest.mark.parametrize(("game", "box"), BOXES)
@pytest.mark.slow_but(30)
def test_one_unit_with_a_model_less_group_by_group(game: str, box: str) -> None:
    for place, unit in enumerate(units_of(load(game, box))):
        if size(unit) == 1:
            continue
        roster = listed(game, box)
        group = roster["units"][place]["models"][-1]
        _, count, each = rows(unit)[-1]
        if count == 1:
            roster["units"][place]["models"].pop()
        else:
            group["count"] -= 1
            group["wargear"] = {item: (count - 1) * number for item, number in each.items()}
        models = "1 model" if size(unit) == 2 else f"{size(unit) - 1} models"
        said = f"{unit['name']}: {models}; the box has {size(unit)}"
        assert shown(judged(roster)) == [(LIST[game], said)], unit["id"]


@pytest.mark.parametrize(("game", "box"), BOXES)
@pytest.mark.slow_but(30)
def test_one_unit_rearmed(game: str, box: str) -> None:
    """One model carries something else in place of the first thing it has."""
    for place, unit in enumerate(units_of(load(game, box))):
        at = next((n for n, row in enumerate(rows(unit)) if row[2]), None)
        if at is None:
            continue
        item = next(iter(rows(unit)[at][2]))
        all_of_it = sum(count * each.get(item, 0) for _, count, each in rows(unit))
        roster = listed(game, box)
        wargear = roster["units"][place]["models"][at]["wargear"]
        wargear[item] -= 1
        if not wargear[item]:
            del wargear[item]
        wargear["Butter knife"] = 1
        done = judged(roster)
        here, there = (
            f"{all_of_it - 1} {item}, 1 Butter knife",
            f"{all_of_it} {item}, 0 Butter knife",
        )
        assert shown(done) == [(LIST[game], f"{unit['name']}: {here}; the box has {there}")], unit[
            "id"
        ]
        assert shown(judged(after_fix(done, roster))) == []


@pytest.mark.parametrize(("game", "box"), BOXES)
def test_names_are_matched_without_case_and_apostrophes(game: str, box: str) -> None:
    def plain(text: str) -> str:
        return text.upper().replace("'", "\u2019")

    roster = listed(game, box)
    for unit in roster["units"]:
        for group in unit["models"]:
            group["model"] = plain(group["model"])
            group["wargear"] = {plain(item): count for item, count in group["wargear"].items()}
    assert shown(judged(roster)) == []


@pytest.mark.parametrize(("game", "box"), BOXES)
@pytest.mark.slow_but(30)
def test_what_another_box_offers_is_named_with_both_sides(game: str, box: str) -> None:
    boxes = PATROLS if game == "combat-patrol" else SPEARHEADS
    own = {each["id"] for each in load(game, box)["enhancements"]}
    home = next(
        each
        for each in boxes
        if each != box and load(game, each)["enhancements"][0]["id"] not in own
    )
    foreign = load(game, home)["enhancements"][0]
    done = judged(complete(game, box, enhancement=foreign["id"]))
    data = load(game, box)
    offered = joined([each["name"] for each in data["enhancements"]])
    code = {"combat-patrol": "CP-03", "spearhead": "SH-04"}[game]
    said = (
        f"{foreign['name']} belongs to {load(game, home)['name']}; {data['name']} offers {offered}"
    )
    assert shown(done) == [(code, said)]
    roster = copy.deepcopy(complete(game, box, enhancement=foreign["id"]))
    assert after_fix(done, roster)["enhancement"] == data["enhancements"][0]["id"]
