"""The `formations` block from the roster's text to the verdict: ids, problems with their place, what no roster may break."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.data.library import Library
from listbuilder.games.common import deployment
from listbuilder.games.game import Reading
from listbuilder.games.registry import get_game
from listbuilder.i18n.messages import LANGS
from listbuilder.model.army import Army
from listbuilder.model.finding import Stamped
from listbuilder.roster.position import Position
from listbuilder.rules import engine, messages
from listbuilder.rules.fixes import drop_unit
from listbuilder.yamlio import reader

LIBRARY = Library()
GAME = get_game("warhammer-40k-10e")
HEAD = """\
system: warhammer-40k-10e
faction: necrons
battle_size: strike-force
detachment: awakened-dynasty
units:
  - {id: lord, datasheet: overlord, warlord: true}
  - {datasheet: necron-warriors, models: 10}
  - {datasheet: necron-warriors, models: 10}
  - {datasheet: ghost-ark}
  - {datasheet: night-scythe}
"""


def read(text: str) -> Reading:
    return GAME.read_roster(reader.read_yaml(text.encode(), "roster.yaml"), LIBRARY)


def army(text: str) -> Army:
    reading = read(text)
    assert reading.problems == []
    assert reading.army is not None
    return reading.army


def problems(text: str) -> list[tuple[str, int | None, int | None, Any]]:
    return [
        (each.key, each.line, each.column, each.args.get("near")) for each in read(text).problems
    ]


def test_ids_given_and_made() -> None:
    found = army(
        HEAD
        + "formations: {attached: {lord: necron-warriors-2}, embarked: {necron-warriors: ghost-ark}}\n"
    )
    assert found.declarations is not None
    assert found.declarations.get_party("lord") == ("necron-warriors-2", "lord")
    assert found.declarations.get_party("necron-warriors") == ("necron-warriors",)
    assert found.mentions == {
        "lord": [("formations", "attached", "lord")],
        "necron-warriors-2": [("formations", "attached", "lord")],
        "necron-warriors": [("formations", "embarked", "necron-warriors")],
        "ghost-ark": [("formations", "embarked", "necron-warriors")],
    }


def test_no_block_and_an_empty_one() -> None:
    assert army(HEAD).declarations is None
    assert army(HEAD + "formations: null\n").declarations is None
    declared = army(HEAD + "formations: {}\n").declarations
    assert declared is not None
    assert declared.parties == {}


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (
            "formations:\n  attached:\n    lrod: necron-warriors\n",
            [("unknown_unit", 13, 5, "lord")],
        ),
        (
            "formations:\n  attached:\n    lord: necron-warrior\n",
            [("unknown_unit", 13, 11, "necron-warriors")],
        ),
        (
            "formations:\n  embarked:\n    lrod: gost-ark\n",
            [("unknown_unit", 13, 5, "lord"), ("unknown_unit", 13, 11, "ghost-ark")],
        ),
        ("formations:\n  reserves: [night-scythe, zebra]\n", [("unknown_unit", 12, 28, None)]),
        ("formations:\n  hover: [lord, lord-2]\n", [("unknown_unit", 12, 17, "lord")]),
        (
            "formations:\n  strategic_reserve: [lord]\n",
            [("unknown_key", 12, 3, "strategic_reserves")],
        ),
        ("formations:\n  attached: [lord]\n", [("wrong_type", 12, 13, None)]),
        ("formations:\n  attached: {lord: [necron-warriors]}\n", [("wrong_type", 12, 20, None)]),
        ("formations:\n  reserves: lord\n", [("wrong_type", 12, 13, None)]),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(
    block: str, expected: list[tuple[str, int, int, str | None]]
) -> None:
    done = Position.read((HEAD + block).encode(), "roster.yaml", LIBRARY)
    assert done.verdict == "unread"
    assert [
        (each.key, each.line, each.column, each.args.get("near")) for each in done.problems
    ] == expected


def test_a_unit_that_was_not_read_is_spoken_of_once() -> None:
    text = (
        HEAD.replace("datasheet: ghost-ark", "datasheet: gost-ark")
        + "formations: {embarked: {necron-warriors: gost-ark}}\n"
    )
    assert problems(text) == [("unknown_datasheet", 9, 17, "ghost-ark")]


def test_what_others_see_says_nothing_of_formations() -> None:
    text = HEAD + "formations: {attached: {lord: lord}, strategic_reserves: [night-scythe]}\n"
    done = Position.read(text.encode(), "roster.yaml", LIBRARY)
    secret = {"40K-20", "40K-23", "40K-26"}
    assert {each.code for each in done.findings} == secret
    assert [each.code for each in done.hide_secrets().findings if each.code in secret] == []
    assert done.hide_secrets().verdict == done.verdict
    undeclared = Position.read(HEAD.encode(), "roster.yaml", LIBRARY)
    assert [each.code for each in undeclared.hide_secrets().findings] == ["40K-23"]


NECRONS: dict[str, Any] = {
    "system": "warhammer-40k-10e",
    "faction": "necrons",
    "battle_size": "incursion",
    "detachment": "awakened-dynasty",
    "units": [
        {"id": "lord", "datasheet": "overlord", "warlord": True},
        {"datasheet": "necron-warriors", "models": 10},
        {"datasheet": "necron-warriors", "models": 20},
        {"datasheet": "ghost-ark"},
        {"datasheet": "night-scythe"},
        {"datasheet": "technomancer"},
        {"datasheet": "cryptothralls"},
        {"datasheet": "deathmarks", "models": 5},
    ],
}
MARINES: dict[str, Any] = {
    "system": "warhammer-40k-10e",
    "faction": "space-marines",
    "chapter": "ultramarines",
    "battle_size": "strike-force",
    "detachment": "gladius-task-force",
    "units": [
        {"datasheet": "captain-titus", "warlord": True},
        {"datasheet": "wardens-of-ultramar"},
        {"datasheet": "intercessor-squad", "models": 10},
        {"datasheet": "company-heroes"},
        {"datasheet": "captain"},
        {"datasheet": "lieutenant"},
        {"datasheet": "stormraven-gunship"},
        {"datasheet": "drop-pod"},
        {"datasheet": "rhino"},
        {"datasheet": "dreadnought"},
        {"datasheet": "land-raider"},
    ],
}


@st.composite
def rosters(draw: st.DrawFn) -> dict[str, Any]:
    """One of the two, with any formations at all."""
    roster = draw(st.sampled_from([NECRONS, MARINES]))
    unit = st.sampled_from([each.id for each in army(msgspec.json.encode(roster).decode()).units])
    pairs, few = st.dictionaries(unit, unit, max_size=6), st.lists(unit, max_size=5)
    fields = {
        "attached": pairs,
        "embarked": pairs,
        "strategic_reserves": few,
        "reserves": few,
        "hover": few,
    }
    return {**copy.deepcopy(roster), "formations": draw(st.fixed_dictionaries({}, optional=fields))}


def checked(roster: dict[str, Any]) -> list[Stamped]:
    found = army(msgspec.json.encode(roster).decode())
    return engine.check_army(found)


def kinds(findings: list[Stamped]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    return ((each.code, each.key, tuple(sorted(each.units))) for each in findings)


@given(rosters())
def test_no_declaration_breaks_anything(roster: dict[str, Any]) -> None:
    """Circles, things in themselves, one unit in many places: findings, and fixes that each take theirs away."""
    findings = checked(roster)
    before = Counter(kinds(findings))
    for finding in findings:
        assert all("{" not in messages.say_finding(finding, lang) for lang in LANGS)
        for fix in finding.fixes:
            after = copy.deepcopy(roster)
            back = fix.edit.apply_in_place(after)
            kind = next(kinds([finding]))
            assert Counter(kinds(checked(after)))[kind] < before[kind]
            back.apply_in_place(after)
            assert after == roster


@given(rosters(), st.integers(0, len(NECRONS["units"]) - 1))
def test_a_unit_that_goes_takes_its_mentions_with_it(roster: dict[str, Any], place: int) -> None:
    found = army(msgspec.json.encode(roster).decode())
    gone = found.units[place]
    drop_unit(found, gone).edit.apply_in_place(roster)
    left = army(
        msgspec.json.encode(roster).decode()
    )  # every id that is still named is still a unit's
    named = set(left.mentions)
    assert named <= {unit.id for unit in found.units} - {gone.id}
    before = {unit.id: (unit.name, unit.points) for unit in found.units}
    after = {unit.id: (unit.name, unit.points) for unit in left.units}
    assert {each: after[each] for each in named} == {each: before[each] for each in named}


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("lychguard", True),
        ("lychguard-2", True),
        ("lychguard-12", True),
        ("lychguard-b", False),
        ("overlord-2", False),
        ("2", False),
    ],
)
def test_a_name_may_be_that_of_a_unit_which_could_not_be_read(name: str, meant: bool) -> None:
    """Its own, or the id that a second one of it would have."""
    assert deployment._is_of_unread(name, {"lychguard"}) == meant
