"""A roster of ours with something that is not in today's data says since when, and what it is now. Values of the facts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from listbuilder.store.words import LANGS
from tests.cli.conftest import Call

Roster = Callable[[str], str]

CITIES = """system: age-of-sigmar-4e
faction: cities-of-sigmar
points_limit: 1000
{more}
regiments:
  - hero: {{unit: freeguild-marshal-and-relic-envoy, general: true}}
    units: [{{unit: freeguild-command-corps}}]
"""
NECRONS = """system: warhammer-40k-10e
faction: {faction}
battle_size: incursion
detachment: {detachment}
units:
  - {{datasheet: {unit}, models: {models}}}
"""


def judged(call: Call, file: str, *words: str) -> dict[str, Any]:
    (one,) = json.loads(call("check", "--format", "json", file, *words).out)["rosters"]
    return dict(one)


def test_a_warscroll_that_was_renamed(call: Call, roster: Roster) -> None:
    """Freeguild Command Corps until 2026-05-27."""
    one = judged(call, roster(CITIES.format(more="")))
    assert (one["verdict"], one["data"]["as_of"]) == ("unread", "2026-08-18")
    (unread,) = one["unread"]
    assert "gone since 2026-05-27" in unread["message"] and "freeguild-command-corps-adjutants" in unread["message"]
    assert unread["line"] == 7


def test_with_its_day_it_is_judged_and_today_not(call: Call, roster: Roster) -> None:
    file = roster(CITIES.format(more='points_as_of: "2025-10-29"'))
    then = judged(call, file)
    assert (then["unread"], [unit["points"] for unit in then["units"]]) == ([], [100, 170])
    assert judged(call, file, "--as-of", "today")["verdict"] == "unread"
    assert [unit["points"] for unit in judged(call, file, "--as-of", "2025-07-01")["units"]][1] == 140


@pytest.mark.parametrize("lang", LANGS)
def test_in_every_language(lang: str, call: Call, roster: Roster) -> None:
    said = call("check", "--lang", lang, roster(CITIES.format(more=""))).err
    assert "2026-05-27" in said and "Freeguild Command Corps" in said and "points_as_of" in said


@pytest.mark.parametrize(
    "faction, detachment, unit, models, said",
    [
        # Assault Squads went on 2024-02-13, and nothing took their name; the Preacher is Ministorum Priest.
        ("space-marines", "gladius-task-force", "assault-squad", 5, ["Assault Squad", "2024-02-13"]),
        ("adepta-sororitas", "hallowed-martyrs", "preacher", 1, ["Preacher", "2024-06-08", "ministorum-priest"]),
    ],
)
def test_datasheets(faction: str, detachment: str, unit: str, models: int, said: list[str], call: Call, roster: Roster) -> None:
    file = roster(NECRONS.format(faction=faction, detachment=detachment, unit=unit, models=models))
    (unread,) = judged(call, file)["unread"]
    assert all(each in unread["message"] for each in said), unread["message"]


def test_what_never_was_is_no_thing_that_went(call: Call, roster: Roster) -> None:
    file = roster(NECRONS.format(faction="necrons", detachment="awakened-dynasty", unit="tomb-kingz", models=1))
    (unread,) = judged(call, file)["unread"]
    assert "no datasheet" in unread["message"]
