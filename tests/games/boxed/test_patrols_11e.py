"""The 24 patrols of the 11th edition: each is whole, legal as it is, and reads back as it was written."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.games.boxed.army import BoxArmy, BoxUnit
from listbuilder.games.game import NewRoster
from listbuilder.games.registry import get_game
from listbuilder.roster.position import Position
from tests.games.boxed.box_data import bare, ids, judged, listed, load, shown, units_of

GAME = "combat-patrol-11e"
PATROLS = ids(GAME)


def position(**roster: Any) -> Position:
    return Position.read(msgspec.json.encode({"system": GAME, **roster}), "roster.yaml", Library())


def list_doubts(judged_list: Position) -> list[str]:
    """Return the keys of what the list's verdict leaves unchecked."""
    assert judged_list.army is not None
    return [note.key for note in judged_list.army.not_checked]


def test_there_are_24_with_106_units() -> None:
    assert len(PATROLS) == 24
    assert sum(unit.get("count", 1) for box in PATROLS for unit in load(GAME, box)["units"]) == 106


@pytest.mark.parametrize("box", PATROLS)
def test_what_every_patrol_has(box: str) -> None:
    data = load(GAME, box)
    units = {unit["id"]: unit for unit in data["units"]}
    assert data["mission"]
    assert len(data["stratagems"]) == 3
    assert "Character" in units[data["warlord"]]["keywords"]
    one, two = data["enhancements"]
    assert one["bearer"] != two["bearer"]  # of no patrol both are for the same unit
    assert {one["bearer"], two["bearer"]} <= units.keys()
    assert "default" not in one | two
    waiting = sum(unit.get("count", 1) for unit in units.values() if "starts_in_reserve" in unit)
    assert 2 * waiting <= sum(unit.get("count", 1) for unit in units.values())
    for unit in units.values():
        known = {weapon["item"] for weapon in unit["weapons"]}
        carried = {
            item if isinstance(item, str) else item["item"]
            for group in unit["models"]
            for item in group["wargear"]
        }
        assert known <= carried or known & carried, unit["id"]


@pytest.mark.parametrize("box", PATROLS)
def test_a_patrol_is_legal_with_either_enhancement(box: str) -> None:
    undecided = judged(bare(GAME, box))
    assert [(f.code, f.key, f.severity) for f in undecided.findings] == [
        ("CP11-03", "open", "info")
    ]
    for enhancement in load(GAME, box)["enhancements"]:
        done = judged({**bare(GAME, box), "enhancement": enhancement["id"]})
        assert (done.verdict, shown(done)) == ("legal", [])
        assert isinstance(done.army, BoxArmy)
        bearers = Counter(
            unit.datasheet_id
            for unit in done.army.units
            if isinstance(unit, BoxUnit) and unit.enhancement
        )
        assert bearers == {enhancement["bearer"]: 1}


@pytest.mark.parametrize("box", PATROLS)
def test_a_patrol_written_out_is_legal(box: str) -> None:
    done = judged({**listed(GAME, box), "enhancement": load(GAME, box)["enhancements"][0]["id"]})
    assert (done.verdict, shown(done)) == ("legal", [])


@pytest.mark.parametrize("box", PATROLS)
def test_who_has_to_wait_does(box: str) -> None:
    first = load(GAME, box)["enhancements"][0]["id"]
    must = [
        unit["id"]
        for unit in units_of(load(GAME, box))
        if unit.get("starts_in_reserve") is not None
    ]
    on_the_table = position(patrol=box, enhancement=first, formations={"strategic_reserves": []})
    assert [f.code for f in on_the_table.findings] == ["CP11-08"] * len(must)
    waiting = position(patrol=box, enhancement=first, formations={"strategic_reserves": must})
    assert waiting.verdict == "legal"
    assert waiting.findings == []


def test_a_new_roster_names_both_enhancements() -> None:
    text = get_game(GAME).write_new_roster(NewRoster("Assault Force"), Library())
    assert text.splitlines()[1:] == [
        "system: combat-patrol-11e",
        "patrol: assault-force",
        "enhancement: blade-masters  # or battle-line-veterans",
    ]


@pytest.mark.parametrize(
    ("roster", "key", "path", "now"),
    [
        ({"mission": "Take and Hold"}, "key_gone", ("mission",), ""),
        (
            {"formations": {"reserves": []}},
            "key_moved",
            ("formations", "reserves"),
            "formations: {strategic_reserves: [...]}",
        ),
    ],
)
def test_keys_of_the_edition_before(
    roster: dict[str, Any], key: str, path: tuple[str, ...], now: str
) -> None:
    (problem,) = position(patrol="ardmob", **roster).problems
    assert (problem.key, problem.path, problem.args["now"]) == (key, path, now)


def test_what_rests_on_a_second_source_is_said() -> None:
    roster = {"patrol": "kygharils-protectors", "enhancement": "guided-jump"}
    assert list_doubts(position(**roster)) == ["doubt_offer"]
    attached = {"lord-kaphrael-of-the-callous-blades": "callous-blades-infractors"}
    lord = position(
        patrol="callous-blades",
        enhancement="martial-perfection",
        formations={"attached": attached},
    )
    assert lord.verdict == "legal"
    assert list_doubts(lord) == ["doubt_leader"]


def test_the_deployment_screen_offers_one_kind_of_reserve() -> None:
    one = position(patrol="draydens-lance", enhancement="draydens-drill")
    assert one.army is not None
    fields = one.editor.list_deployment_fields(one.data, one.army)
    labels = {
        option.label.key
        for field in fields
        if field.key == "deployment"
        for option in field.options()
    }
    assert labels == {"on_the_table", "strategic_reserves"}
