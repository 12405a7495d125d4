"""Two lists by meaning. What differs was written into the lists by hand, or made by one edit of which it is known."""

from __future__ import annotations

import copy
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.advice.diff import Diff, compare_days, compare_lists
from listbuilder.advice.pair_units import match_units
from listbuilder.data.library import Library
from listbuilder.games.common.editor import Text
from listbuilder.model.army import Unit
from listbuilder.roster import commands
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument
from tests.rules.edits import EXAMPLES, deeds, files, reached

LIBRARY = Library()
ROOT = Path(__file__).resolve().parents[2]
VEIL = ("show.enhancement", "Veil of Darkness")
GAMES = pytest.mark.parametrize("game", EXAMPLES)


def read(name: str) -> Position:
    return Position.read((ROOT / "examples" / name).read_bytes(), name, LIBRARY)


def of(data: Any) -> Position:
    return Position(YamlDocument(data, {}, {}, "", b""), LIBRARY)


def told(found: Diff) -> list[tuple[str, str, list[tuple[str, Any, Any]]]]:
    signs = {(True, False): "-", (False, True): "+", (True, True): "~"}
    return [
        (
            signs[unit.before is not None, unit.after is not None],
            (unit.after or unit.before).name,  # type: ignore[union-attr]
            [(change.what, plain(change.before), plain(change.after)) for change in unit.changes],
        )
        for unit in found.units
    ]


def plain(value: Any) -> Any:
    return (value.key, *value.args.values()) if isinstance(value, Text) else value


def test_everything_that_can_be_different_about_a_unit() -> None:
    before = read("40k-10e/legal/necrons-awakened-dynasty.yaml")
    data = copy.deepcopy(before.data)
    units = {unit.get("id", unit["datasheet"]): unit for unit in data["units"]}
    units["phalanx"]["models"] = 10
    units["immortals"]["models"] = 10
    units["technomancer"]["enhancement"] = "veil-of-darkness"
    del units["overlord"]["enhancement"], units["overlord"]["name"]
    data["formations"]["attached"]["plasmancer"] = "phalanx"
    del data["formations"]["embarked"]
    data["units"] = [unit for unit in data["units"] if unit.get("id") != "scarabs"]
    data["units"].append({"datasheet": "monolith", "models": 1})
    random.Random(3).shuffle(data["units"])
    found = compare_lists(before, of(data))
    assert sorted(told(found)) == [
        ("+", "Monolith", []),
        ("-", "Canoptek Scarab Swarms", []),
        ("~", "Immortals", [("wargear", {"tesla carbine": 10}, {"gauss blaster": 10})]),
        ("~", "Necron Warriors", [("embarked", "Ghost Ark", None)]),
        ("~", "Necron Warriors", [("models", 20, 10)]),
        (
            "~",
            "Overlord",
            [
                ("name", "Zahndrekh the Younger", None),
                ("trait", ("show.enhancement", "Veil of Darkness", 20), None),
            ],
        ),
        ("~", "Plasmancer", [("attached", "Immortals", "Necron Warriors")]),
        (
            "~",
            "Technomancer",
            [
                ("trait", ("show.enhancement", "Enaegic Dermal Bond", 30), None),
                ("trait", None, (*VEIL, 20)),
            ],
        ),
    ]
    assert found.same == 15 - 7 and found.army == () and found.extras == ()
    codes = {(finding.code, finding.severity) for finding in found.effect.caused}
    assert ("40K-02", "error") in codes  # 1990 - 40 - 110 - 20 - 10 + 400 for the Monolith


def test_regiments_are_known_by_their_leaders() -> None:
    before = read("aos/legal/stormcast-thunderhead-season.yaml")
    data = copy.deepcopy(before.data)
    data["regiments"][0]["units"][3:] = []  # the prosecutors ...
    data["regiments"][2]["units"].append(
        {"unit": "prosecutors"}
    )  # ... are led by the Knight-Arcanum
    data["regiments"].reverse()
    del data["faction_terrain"]
    data["battle_formation"] = "vanguard-wing"
    found = compare_lists(before, of(data))
    moved = [
        (
            "place",
            ("regiment_of", "Yndrasta, the Celestial Spear"),
            ("regiment_of", "Knight-Arcanum"),
        )
    ]
    assert told(found) == [("~", "Prosecutors", moved)]
    assert sorted(
        (part.name, side)
        for extra in found.extras
        for side, part in (("-", extra.before), ("+", extra.after))
        if part
    ) == [
        ("Stormreach Portal", "-"),
        ("Thunderhead Host", "-"),
        ("Vanguard Wing", "+"),
    ]


def test_slots_of_heroes() -> None:
    before = read("space-marine-heroes/legal/five-plague-marines.yaml")
    data = copy.deepcopy(before.data)
    one, two = data["heroes"][:2]
    one["slot"], two["slot"] = two["slot"], one["slot"]
    data["heroes"].reverse()
    found = compare_lists(before, of(data))
    assert sorted(what for _, _, changes in told(found) for what, _, _ in changes) == [
        "place",
        "place",
    ]
    assert found.same == 3


def test_an_update_unit_by_unit() -> None:
    """From 2025-09-24 the Marshal costs 100 and the Corps 170; the Corps is gone since 2026-05-27."""
    regiment = {
        "hero": {"unit": "freeguild-marshal-and-relic-envoy", "general": True},
        "units": [{"unit": "freeguild-command-corps"}],
    }
    roster = of(
        {
            "system": "age-of-sigmar-4e",
            "faction": "cities-of-sigmar",
            "points_limit": 1000,
            "regiments": [regiment],
        }
    )
    found = compare_days(roster.copy_on_date("2025-09-10"), roster.copy_on_date("2025-10-29"))
    prices = [
        (unit.before.points, unit.after.points)
        for unit in found.units
        if unit.before and unit.after
    ]
    assert (prices, found.same) == ([(90, 100), (140, 170)], 0)
    gone = compare_days(roster.copy_on_date("2025-10-29"), roster.copy_on_date("2026-06-30"))
    corps = next(
        unit for unit in gone.units if unit.before and unit.before.name == "Freeguild Command Corps"
    )
    remarks = [note.args.get("now") for note in corps.remarks] + [
        corps.why.args.get("now") if corps.why else None
    ]
    assert any(
        str(now).lower().replace(" ", "-") == "freeguild-command-corps-adjutants" for now in remarks
    )


def test_a_unit_that_was_renamed_between_the_days_of_two_lists() -> None:
    """The Freeguild Command Corps is the Freeguild Command Corps Adjutants since 2026-05-27. The Marshal costs 100 on both."""
    lists = []
    for unit, day in (
        ("freeguild-command-corps", "2025-10-29"),
        ("freeguild-command-corps-adjutants", None),
    ):
        regiment = {
            "hero": {"unit": "freeguild-marshal-and-relic-envoy", "general": True},
            "units": [{"unit": unit}],
        }
        head = {"system": "age-of-sigmar-4e", "faction": "cities-of-sigmar", "points_limit": 1000}
        lists.append(
            of({**head, **({"points_as_of": day} if day else {}), "regiments": [regiment]})
        )
    for one, other in (lists, lists[::-1]):
        found = compare_lists(one, other)
        assert all(unit.before and unit.after for unit in found.units) and (
            len(found.units),
            found.same,
        ) == (1, 1)


@GAMES
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_the_order_is_no_difference(game: str, data: st.DataObject) -> None:
    file = data.draw(st.sampled_from(files(game)))
    position = reached(Position.read(file.read_bytes(), file.name, LIBRARY), data.draw(deeds))
    if position.army is None:
        return
    assert compare_lists(position, position).is_alike
    roster = copy.deepcopy(position.data)
    for unit in position.army.units:  # ids that are not written go by the order
        if unit.path[:1] == ("units",) and isinstance(roster["units"][unit.path[1]], dict):
            roster["units"][unit.path[1]]["id"] = unit.id
    for key in ("regiments", "heroes", "auxiliary", "units"):
        if isinstance(roster.get(key), list):
            data.draw(st.randoms()).shuffle(roster[key])
    found = compare_lists(position, of(roster))
    assert found.units == () and found.extras == () and found.same == len(position.army.units)


ORDER_COUNTS = {"40K-18"}  # the first chapter is the army's, and the next one is another


@pytest.mark.parametrize("game", ["warhammer-40k-10e", "age-of-sigmar-4e"])
def test_a_finding_about_a_unit_goes_with_it(game: str) -> None:
    compared = 0
    for file in files(game):
        position = Position.read(file.read_bytes(), file.name, LIBRARY)
        if position.army is None or any(
            finding.code in ORDER_COUNTS for finding in position.findings
        ):
            continue
        roster = copy.deepcopy(position.data)
        for unit in position.army.units:
            if unit.path[:1] == ("units",):
                roster["units"][unit.path[1]]["id"] = unit.id
        for key in ("regiments", "auxiliary", "units"):
            if isinstance(roster.get(key), list):
                roster[key].reverse()
        effect = compare_lists(position, of(roster)).effect
        assert [
            (file.name, finding.code, finding.key) for finding in (*effect.against, *effect.cured)
        ] == []
        compared += sum(bool(finding.path) for finding in position.findings)
    assert compared > 50


@GAMES
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_from_there_to_here_is_the_same_turned_round(game: str, data: st.DataObject) -> None:
    both = []
    for _ in range(2):
        file = data.draw(st.sampled_from(files(game)))
        both.append(reached(Position.read(file.read_bytes(), file.name, LIBRARY), data.draw(deeds)))
    if any(position.army is None for position in both):
        return
    there, back = compare_lists(*both), compare_lists(*reversed(both))
    assert there.same == back.same and len(there.units) == len(back.units)
    assert sum(len(unit.changes) for unit in there.units) == sum(
        len(unit.changes) for unit in back.units
    )
    assert sum(unit.before is None for unit in there.units) == sum(
        unit.after is None for unit in back.units
    )


@pytest.mark.parametrize("game", ["warhammer-40k-10e", "age-of-sigmar-4e"])
@given(number=st.integers(0, 500), chosen=st.integers(0, 20))
@settings(max_examples=25, deadline=None)
def test_one_unit_more_is_one_line(game: str, number: int, chosen: int) -> None:
    known = files(game)
    position = Position.read(known[chosen % len(known)].read_bytes(), "x", LIBRARY)
    if position.army is None:
        return
    offers = position.editor.list_offers(position.army)
    added = commands.place_addition(position, offers[number % len(offers)].id)
    assert added is not None
    after = position.apply(added.edit)
    if after.army is None or len(after.army.units) != len(position.army.units) + 1:
        return
    found = compare_lists(position, after)
    assert sum(unit.before is None for unit in found.units) == 1 and not any(
        unit.after is None for unit in found.units
    )
    assert (found.effect.change, found.effect.points) == (
        after.army.points - position.army.points,
        after.army.points,
    )


@given(st.lists(st.integers(0, 30), max_size=6), st.lists(st.integers(0, 30), max_size=6))
@settings(max_examples=200)
def test_copies_are_dealt_out_in_the_best_way(ours: list[int], theirs: list[int]) -> None:
    """Against every dealing there is."""

    def unit(_: int) -> Unit:
        return Unit(id="", path=(), name="x", datasheet_id="x")

    def unlike(one: int, other: int) -> tuple[int, int]:
        return (int(one != other), abs(one - other))

    def cost(pairs: list[tuple[int, int]]) -> tuple[int, int]:
        costs = [unlike(*pair) for pair in pairs]
        return (sum(kinds for kinds, _ in costs), sum(points for _, points in costs))

    found = [
        (one, other)
        for one, other in match_units(ours, theirs, unit, unlike, lambda each: each)
        if one is not None and other is not None
    ]
    few, many = sorted((ours, theirs), key=len)
    best = min(cost(list(zip(few, each, strict=True))) for each in permutations(many, len(few)))
    assert len(found) == len(few) and cost(found) == best
