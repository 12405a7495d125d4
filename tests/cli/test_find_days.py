"""`find` and `new` on any day. What is expected is in the facts: history.json and aliases.json of both games."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import Call


def found(call: Call, *words: str) -> dict[str, dict[str, Any]]:
    """By datasheet."""
    result = call("find", "--format", "json", *words)
    assert result.code == 0, result.err
    return {row["datasheet"]: row for row in json.loads(result.out)["found"]}


CITIES = ("--faction", "cities-of-sigmar")


def test_what_is_gone_is_found_today_and_says_since_when(call: Call) -> None:
    """Until 2026-05-27, and then Freeguild Command Corps Adjutants."""
    row = found(call, "freeguild command corps", *CITIES)["freeguild-command-corps"]
    assert (row["as_of"], row["gone_since"], row["there_since"]) == (
        "2026-09-23",
        "2026-05-27",
        None,
    )
    assert row["renamed_to"] == "freeguild-command-corps-adjutants"
    assert (row["sizes"], row["points"]) == (["6"], [190])


def test_on_its_own_day_it_is_there_at_the_price_of_the_day(call: Call) -> None:
    """170 from 2025-09-24 to 2025-12-17; what took its place came on 2026-05-27."""
    rows = found(call, "freeguild command corps", *CITIES, "--as-of", "2025-10-29")
    old, new = rows["freeguild-command-corps"], rows["freeguild-command-corps-adjutants"]
    assert (old["as_of"], old["gone_since"], old["there_since"], old["points"]) == (
        "2025-10-29",
        None,
        None,
        [170],
    )
    assert (new["gone_since"], new["there_since"], new["renamed_to"]) == (None, "2026-05-27", None)


@pytest.mark.parametrize(
    "lang, gone, early",
    [
        (
            "en",
            "now Freeguild Command Corps Adjutants (2026-05-27)",
            "added 2026-05-27",
        ),
        (
            "ja",
            "現在は Freeguild Command Corps Adjutants（2026-05-27 に改名）",
            "2026-05-27 に追加",
        ),
        ("zh", "现为 Freeguild Command Corps Adjutants（2026-05-27 更名）", "2026-05-27 新增"),
    ],
)
@pytest.mark.slow_but(1)
def test_it_is_said_in_every_language(lang: str, gone: str, early: str, call: Call) -> None:
    def said(*words: str) -> str:
        return "".join(
            call("find", "freeguild command corps", *CITIES, "--lang", lang, *words).out.split()
        )

    assert gone.replace(" ", "") in said()
    assert early.replace(" ", "") in said("--as-of", "2025-10-29")


def test_brackets_of_a_day(call: Call) -> None:
    """Vypers: one model for 75 from 2024-06-20; one or two for 65 and 130 from 2025-02-05; Vyper from 2026-03-01."""
    words = ("vypers", "--faction", "aeldari", "--system", "warhammer-40k-10e")
    assert found(call, *words, "--as-of", "2024-07-01")["vypers"]["points"] == [75]
    assert found(call, *words, "--as-of", "2025-03-01")["vypers"]["points"] == [65, 130]
    assert found(call, *words)["vypers"]["renamed_to"] == "vyper"


@pytest.mark.parametrize(
    "written, faction, datasheet",
    [
        ("Varguard Obyron", "necrons", "vargard-obyron"),  # as BSData spelled it
        ("Ophidian Destroyers", "necrons", "ophydian-destroyers"),
        ("Guerriers Nécrons", "necrons", "necron-warriors"),  # the app in French
        ("Support Weapons", "aeldari", "d-cannon-platform"),  # its name until 2025-02-05
    ],
)
def test_names_of_the_past_and_of_others_find_it(
    written: str, faction: str, datasheet: str, call: Call
) -> None:
    assert datasheet in found(call, written, "--faction", faction, "--system", "warhammer-40k-10e")


@pytest.mark.slow
def test_a_game_that_does_not_reach_back_is_passed_over(call: Call) -> None:
    """The 10th edition of 40K is known from 2023-06-16 on, Age of Sigmar from 2024-07-13."""
    rows = found(call, "necron warriors", "--as-of", "2023-07-10")
    assert rows["necron-warriors"]["as_of"] == "2023-07-10"
    result = call("find", "liberators", "--system", "age-of-sigmar-4e", "--as-of", "2023-07-10")
    assert result.code == 2 and "the data starts on 2024-07-13" in result.err


def test_a_new_roster_of_a_past_day(call: Call, tmp_path: Any) -> None:
    """The day is in the file, and what it begins with was there."""
    made = call("new", "age-of-sigmar-4e", "helsmiths-of-hashut", "--as-of", "2025-10-29")
    assert made.code == 0 and 'points_as_of: "2025-10-29"' in made.out
    file = tmp_path / "new.yaml"
    file.write_text(made.out, encoding="utf-8")
    (roster,) = json.loads(call("check", "--format", "json", str(file)).out)["rosters"]
    assert (
        roster["data"]["as_of"] == "2025-10-29"
        and roster["unread"] == []
        and roster["assumed"] == []
    )
    assert (
        "points_as_of"
        not in call("new", "age-of-sigmar-4e", "helsmiths-of-hashut", "--as-of", "today").out
    )


def test_a_new_roster_takes_a_detachment_of_its_day_only(call: Call) -> None:
    """Pantheon of Woe came on 2026-01-07, Starshatter Arsenal on 2024-12-11."""
    asked = ("new", "warhammer-40k-10e", "necrons", "--as-of", "2025-06-11", "--detachment")
    assert call(*asked, "starshatter-arsenal").code == 0
    refused = call(*asked, "pantheon-of-woe")
    assert refused.code == 2 and "pantheon-of-woe" in refused.err


def test_a_new_roster_begins_with_who_was_there(call: Call) -> None:
    """The Helsmiths came on 2025-09-24: before that they had nobody to lead them."""
    made = call("new", "age-of-sigmar-4e", "helsmiths-of-hashut", "--as-of", "2025-06-11")
    assert made.code == 0 and "regiments: []" in made.out
