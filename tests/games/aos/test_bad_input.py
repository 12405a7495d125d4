"""What is wrong with a roster of regiments is said with its line and the nearest right word;
nothing ends in a traceback."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.model.problem import Problem
from listbuilder.roster.position import Position
from tests.games.paths import is_there

LIBRARY = Library()
HEAD = (
    "system: age-of-sigmar-4e\nfaction: seraphon\n"
    "points_limit: 500\nbattle_formation: eternal-starhost\n"
)
HERO = "  - hero: {unit: saurus-oldblood, general: true}\n"


def judged(text: str) -> Position:
    return Position.read(text.encode(), "list.yaml", LIBRARY)


def one(text: str) -> Problem:
    done = judged(text)
    assert done.verdict == "unread"
    (problem,) = done.problems
    assert is_there(text, problem), problem
    return problem


@pytest.mark.parametrize(
    ("text", "key", "line", "near"),
    [
        ("system: age-of-sigmar-4e\nfaction: serafon\n", "unknown_faction", 2, "seraphon"),
        ("system: age-of-sigmar-4e\nfaction: regiments-of-renown\n", "unknown_faction", 2, None),
        ("system: age-of-sigmar-4e\nfaction: ../seraphon\n", "unknown_faction", 2, "seraphon"),
        (HEAD + "season: 2026-72\n", "unknown_season", 5, "2026-27"),
        (HEAD + "season: 1999\n", "unknown_season", 5, None),
        (HEAD + "army_of_renown: da-king-gitz\n", "unknown_army_of_renown", 5, None),
        (
            HEAD.replace("seraphon", "ironjawz") + "army_of_renown: big-wagh\n",
            "unknown_army_of_renown",
            5,
            "big-waaagh",
        ),
        (
            HEAD + "spell_lore: lore-of-primal-jungle\n",
            "unknown_choice",
            5,
            "lore-of-primal-jungles",
        ),
        (HEAD + "faction_terrain: realmshaper\n", "unknown_choice", 5, "realmshaper-engine"),
        (HEAD + "regiment_of_renown: gotrek-gurnison\n", "unknown_choice", 5, "gotrek-gurnisson"),
        (HEAD + "battle_tactics: [siege-of-ash]\n", "not_allowed", 5, "siege-of-ashes"),
        (HEAD + "auxiliary:\n  - {unit: kroxigors}\n", "unknown_warscroll", 6, "kroxigor"),
        (HEAD + "auxiliary:\n  - {unit: skaven/brood-terrors}\n", "unknown_warscroll", 6, None),
        (HEAD + "auxiliary:\n  - {unit: scaven/brood-terror}\n", "unknown_faction", 6, "skaven"),
        (HEAD + "auxiliary:\n  - {unit: brood-terror}\n", "warscroll_elsewhere", 6, None),
        (
            HEAD + "auxiliary:\n  - {unit: kroxigor, enhancements: [coatl-familliar]}\n",
            "unknown_choice",
            6,
            "coatl-familiar",
        ),
        (
            HEAD + "auxiliary:\n  - {unit: kroxigor, id: a}\n  - {unit: stegadon, id: a}\n",
            "duplicate_id",
            7,
            None,
        ),
        (HEAD + "points_as_of: 11.06.2025\n", "bad_date", 5, None),
        (HEAD + "points_as_of: 2023-01-01\n", "too_early", 5, None),
        (HEAD.replace("500", "0"), "too_small", 3, None),
        (HEAD + "auxiliary:\n  - {unit: kroxigor, modles: 3}\n", "unknown_key", 6, None),
        (HEAD + "auxiliary:\n  - {general: true}\n", "missing_key", 6, None),
        (HEAD + "auxiliary: kroxigor\n", "wrong_type", 5, None),
        (HEAD + "regiments:\n  - hero: saurus-oldblood\n", "wants_map", 6, None),
        (HEAD + "regiments:\n  - hero: [saurus-oldblood]\n", "wrong_type", 6, None),
        (HEAD + "regiment_of_renown: {units: []}\n", "missing_key", 5, None),
        (HEAD + "regiment_of_renown: 3\n", "wrong_type", 5, None),
    ],
)
def test_what_cannot_be_read(text: str, key: str, line: int, near: str | None) -> None:
    problem = one(text)
    assert (problem.key, problem.line) == (key, line)
    if near is not None:
        assert problem.args["near"] == near


@pytest.mark.parametrize(
    ("text", "code", "key", "line"),
    [
        ("regiments: []\n", "AOS-10", "too_few", 5),
        ("regiments:\n", "AOS-10", "too_few", 5),
        ("", "AOS-10", "too_few", 1),
        ("regiments:\n  - {}\n" + HERO, "AOS-11", "missing", 6),
        ("regiments:\n  - {hero: null, units: null}\n" + HERO, "AOS-11", "missing", 6),
        ("regiments:\n  - {units: [{unit: kroxigor}]}\n" + HERO, "AOS-11", "missing", 6),
        ("regiments:\n" + HERO + HERO, "AOS-15", "several", 7),
        (
            "regiments:\n  - hero: {unit: saurus-oldblood, general: true, reinforced: true}\n",
            "AOS-16",
            "one_model",
            6,
        ),
        (
            "regiments:\n  - hero: &k {unit: lord-kroak, general: true}\nauxiliary: [*k]\n",
            "AOS-17",
            "too_many",
            7,
        ),
    ],
)
def test_what_can_be_read_and_is_wrong(text: str, code: str, key: str, line: int) -> None:
    done = judged(HEAD + text)
    assert done.verdict == "illegal"
    assert done.document is not None
    found = [
        (finding.code, finding.key, (done.document.find_mark(finding.path) or (0, 0))[0])
        for finding in done.findings
    ]
    assert (code, key, line) in found, found


def test_own_keys_and_comments_are_left_alone() -> None:
    done = judged(HEAD + "x-mine: {a: 1}\nregiments:\n" + HERO + "    x-paint: done\n")
    assert done.problems == []


def test_without_a_limit_there_is_none_and_that_is_said() -> None:
    done = judged(HEAD.replace("points_limit: 500\n", "") + "regiments:\n" + HERO)
    assert done.army is not None
    assert done.army.limit is None
    assert [
        (found.code, found.key) for found in done.findings if found.path == ("points_limit",)
    ] == [("AOS-01", "missing")]


@pytest.mark.parametrize("value", [None, 3, "x", [], {}, [[]], {"a": 1}, True, [None]])
@pytest.mark.parametrize(
    "key",
    ["faction", "season", "points_limit", "army_of_renown", "battle_formation", "regiments",
     "auxiliary", "faction_terrain",
     "regiment_of_renown", "spell_lore", "battle_tactics", "points_as_of", "name"],
)  # fmt: skip
def test_anything_at_all_in_any_place_is_a_sentence(key: str, value: Any) -> None:
    import msgspec

    roster = {"system": "age-of-sigmar-4e", "faction": "seraphon", "points_limit": 500, key: value}
    done = Position.read(msgspec.json.encode(roster), "list.yaml", LIBRARY)
    assert done.verdict in ("illegal", "unread")
    assert all(problem.line for problem in done.problems)
