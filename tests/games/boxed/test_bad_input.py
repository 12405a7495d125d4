"""What a player can get wrong in a roster of a box: one problem with its line and the nearest known
word."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.roster.position import Position
from tests.games.boxed.box_data import LIBRARY, complete, judged
from tests.games.paths import is_there

Problem = tuple[str, int | None, Any]  # key, line, nearest


def problems(text: str) -> list[Problem]:
    done = Position.read(text.encode(), "list.yaml", LIBRARY)
    assert done.verdict == "unread"
    assert all(is_there(text, problem) for problem in done.problems), done.problems
    return [(problem.key, problem.line, problem.args.get("near")) for problem in done.problems]


PATROL = "system: combat-patrol\npatrol: amonhotekhs-guard\n"
BOX = "system: spearhead\nbox: vigilant-brotherhood\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "system: combat-patrol\npatrol: amonhoteks-gard\n",
            ("unknown_box", 2, "amonhotekhs-guard"),
        ),
        (
            "system: combat-patrol\npatrol: Amonhotek's Gard\n",
            ("unknown_box", 2, "amonhotekhs-guard"),
        ),
        ("system: combat-patrol\npatrol: zzz\n", ("unknown_box", 2, None)),
        ("system: combat-patrol\npatrol: rules\n", ("unknown_box", 2, None)),
        ("system: combat-patrol\npatrol: ../spearhead/bleak-host\n", ("unknown_box", 2, None)),
        ("system: combat-patrol\n", ("missing_key", 1, None)),
        (PATROL + "patroll: x\n", ("unknown_key", 3, "patrol")),
        (PATROL + "enhancement: overiding-control\n", ("unknown_offer", 3, "overriding-control")),
        (PATROL + "enhancement: [overriding-control, zzz]\n", ("unknown_offer", 3, None)),
        (PATROL + "warlord: overlord-amonhotek\n", ("unknown_box_unit", 3, "overlord-amonhotekh")),
        (
            PATROL + "units:\n  - {unit: necron-warrior}\n",
            ("unknown_box_unit", 4, "necron-warriors"),
        ),
        (PATROL + "units:\n  - {unit: necron-warriors, models: 0}\n", ("count_below_one", 4, None)),
        (
            PATROL + "units:\n  - {unit: necron-warriors, models: []}\n",
            ("count_below_one", 4, None),
        ),
        (PATROL + "units:\n  - {unit: necron-warriors, models: many}\n", ("wrong_type", 4, None)),
        (
            PATROL + "units:\n  - unit: necron-warriors\n    models:\n"
            "      - {model: Necron Worrier, count: 10}\n",
            ("unknown_model", 6, "Necron Warrior"),
        ),
        (
            PATROL + "units:\n  - unit: necron-warriors\n    models:\n"
            "      - {model: Necron Warrior, count: -1}\n",
            ("count_below_one", 6, None),
        ),
        (
            PATROL + "units:\n  - unit: necron-warriors\n    models:\n"
            "      - {model: Necron Warrior, count: 0}\n",
            ("count_below_one", 6, None),
        ),
        (
            PATROL
            + "units:\n  - unit: necron-warriors\n    models:\n"
            + "      - {model: Necron Warrior, count: 10, wargear: {Gauss flayer: 0}}\n",
            ("count_below_one", 6, None),
        ),
        (
            PATROL + "units:\n  - {unit: necron-warriors, id: a}\n"
            "  - {unit: skorpekh-destroyers, id: a}\n",
            ("duplicate_id", 5, None),
        ),
        (
            PATROL + "formations:\n  attached: {overlord-amonhotekh: warriors}\n",
            ("unknown_unit", 4, "necron-warriors"),
        ),
        (
            PATROL + "formations:\n  strategic_reserve: [necron-warriors]\n",
            ("unknown_key", 4, "strategic_reserves"),
        ),
        (
            PATROL + "formations:\n  split: [necron-warrior]\n",
            ("unknown_unit", 4, "necron-warriors"),
        ),
        (
            PATROL + "formations:\n  split:\n    - unit: necron-warrior\n      into: [5, 5]\n",
            ("unknown_unit", 5, "necron-warriors"),
        ),
        (
            "system: combat-patrol\npatrol: guardians-of-the-throne\n"
            "choices: {unit: vertus-pretors}\n",
            ("unknown_box_unit", 3, "vertus-praetors"),
        ),
        (
            "system: combat-patrol\npatrol: guardians-of-the-throne\n"
            "choices: {units: vertus-praetors}\n",
            ("unknown_key", 3, "unit"),
        ),
        (
            "system: spearhead\nbox: vigilant-brotherhod\n",
            ("unknown_box", 2, "vigilant-brotherhood"),
        ),
        (BOX + "regiment_ability: blaze-of-glori\n", ("unknown_offer", 3, "blaze-of-glory")),
        (BOX + "general: lord-veritent\n", ("unknown_box_unit", 3, "lord-veritant")),
        (BOX + "warlord: lord-veritant\n", ("key_moved", 3, None)),
    ],
)
def test_one_problem_with_its_line(text: str, expected: Problem) -> None:
    assert expected in problems(text)
    assert len(problems(text)) == 1


@pytest.mark.parametrize(
    "block",
    [
        "split: [aaa, necron-warriors, bbb]",
        "reserves: [aaa, necron-warriors, bbb]",
        "attached: {aaa: necron-warriors, necron-warriors: bbb}",
        "embarked: {aaa: necron-warriors, necron-warriors: bbb}",
    ],
)
def test_every_unknown_unit_of_the_formations_is_named(block: str) -> None:
    """And what is right beside them is read all the same."""
    text = PATROL + f"formations: {{{block}}}\n"
    assert [key for key, _, _ in problems(text)] == ["unknown_unit"] * 2
    army = Position.read(text.encode(), "list.yaml", LIBRARY).problems
    assert [problem.args["given"] for problem in army] == ["aaa", "bbb"]


def test_several_problems_are_all_named() -> None:
    text = PATROL + "warlord: zzz\nenhancement: yyy\nunits:\n  - {unit: xxx}\n"
    assert sorted(key for key, _, _ in problems(text)) == [
        "unknown_box_unit",
        "unknown_box_unit",
        "unknown_offer",
    ]


@pytest.mark.parametrize(
    ("game", "head", "unit"),
    [
        (
            "age-of-sigmar-4e",
            {"faction": "stormcast-eternals", "points_limit": 2000},
            "arkanaut-company-a",
        ),
        (
            "warhammer-40k-10e",
            {"faction": "necrons", "battle_size": "incursion"},
            "overlord-amonhotekh",
        ),
    ],
)
def test_a_unit_of_a_box_is_not_accepted_in_the_big_game(
    game: str, head: dict[str, Any], unit: str
) -> None:
    body = (
        {"units": [{"datasheet": unit}]}
        if "40k" in game
        else {"regiments": [{"hero": {"unit": unit}}]}
    )
    done = judged({"system": game, **head, **body})
    assert done.verdict == "unread"
    assert any(problem.args.get("given") == unit for problem in done.problems)


@pytest.mark.parametrize(
    ("game", "box"), [("combat-patrol", "amonhotekhs-guard"), ("spearhead", "vigilant-brotherhood")]
)
def test_own_keys_are_left_alone(game: str, box: str) -> None:
    assert judged(complete(game, box, **{"x-shelf": ["a", 1]})).verdict == "legal"


def test_a_hundred_copies_of_one_unit_are_answered_at_once() -> None:
    roster = complete("combat-patrol", "gordrangs-gitstompas", units=[{"unit": "boyz"}] * 100)
    done = judged(roster)
    found = next(finding for finding in done.findings if finding.key == "more")
    assert found.args == {"unit": "Boyz", "count": 100, "box": 2}
