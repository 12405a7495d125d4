"""A roster with something that is not in today's data is illegal, and says since when and what took its place.

Values of the facts.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from listbuilder.i18n.messages import LANGS
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
    assert (one["verdict"], one["unread"], one["data"]["as_of"]) == ("illegal", [], "2026-09-23")
    (found,) = [each for each in one["findings"] if each["severity"] == "error"]
    assert (found["code"], found["line"]) == ("AOS-04", 7)
    assert (
        "until 2026-05-27" in found["message"]
        and "Freeguild Command Corps Adjutants" in found["message"]
    )
    assert next(fix["title"] for fix in found["fixes"]).endswith(
        "Freeguild Command Corps Adjutants"
    )


def test_with_its_day_it_is_judged_and_today_not(call: Call, roster: Roster) -> None:
    file = roster(CITIES.format(more='points_as_of: "2025-10-29"'))
    then = judged(call, file)
    assert (then["unread"], [unit["points"] for unit in then["units"]]) == ([], [100, 170])
    assert judged(call, file, "--as-of", "today")["verdict"] == "illegal"
    assert [unit["points"] for unit in judged(call, file, "--as-of", "2025-07-01")["units"]][
        1
    ] == 140


@pytest.mark.parametrize("lang", LANGS)
def test_in_every_language(lang: str, call: Call, roster: Roster) -> None:
    said = call("check", "--lang", lang, roster(CITIES.format(more=""))).out
    assert "2026-05-27" in said and "AOS-04" in said


@pytest.mark.parametrize(
    "faction, detachment, unit, models, said",
    [
        # Assault Squads went on 2024-02-13, and nothing took their name; the Preacher is Ministorum Priest.
        (
            "space-marines",
            "gladius-task-force",
            "assault-squad",
            5,
            ["Assault Squad", "2024-02-13"],
        ),
        (
            "adepta-sororitas",
            "hallowed-martyrs",
            "preacher",
            1,
            ["Preacher", "2024-06-08", "Ministorum Priest"],
        ),
    ],
)
def test_datasheets(
    faction: str,
    detachment: str,
    unit: str,
    models: int,
    said: list[str],
    call: Call,
    roster: Roster,
) -> None:
    file = roster(NECRONS.format(faction=faction, detachment=detachment, unit=unit, models=models))
    one = judged(call, file)
    assert (one["verdict"], one["unread"]) == ("illegal", [])
    message = next(each["message"] for each in one["findings"] if each["code"] == "40K-03")
    assert all(each in message for each in said), message


def test_what_never_was_is_no_thing_that_went(call: Call, roster: Roster) -> None:
    file = roster(
        NECRONS.format(
            faction="necrons", detachment="awakened-dynasty", unit="tomb-kingz", models=1
        )
    )
    (unread,) = judged(call, file)["unread"]
    assert "no datasheet" in unread["message"]


@pytest.mark.parametrize(
    "words, event, written, day, points",
    [
        (("--as-of", "2025-07-01"), "2025-09-30", "2025-12-20", "2025-07-01", 140),
        (("--as-of", "today"), "2025-09-30", "2025-12-20", "2026-09-23", 190),  # its last price
        ((), "2025-09-30", "2025-12-20", "2025-09-30", 170),
        ((), None, "2025-12-20", "2025-12-20", 180),
        ((), None, None, "2026-09-23", 190),
    ],
)
def test_the_order_of_days(
    words: tuple[str, ...],
    event: str | None,
    written: str | None,
    day: str,
    points: int,
    call: Call,
    roster: Roster,
) -> None:
    """--as-of, the event's, the roster's, today. Freeguild Command Corps: 140, 170 from 2025-09-24, 180 from 2025-12-17."""
    file = roster(CITIES.format(more=f'points_as_of: "{written}"' if written else ""))
    asked = [
        *words,
        *(["--event", roster(f"event: Cup\npoints_as_of: {event}\n")] if event else []),
    ]
    one = judged(call, file, *asked)
    assert one["data"]["as_of"] == day
    assert [unit["points"] for unit in one["units"]][1:] == [points]


def test_the_event_of_a_foreign_list_goes_before_its_app(
    call: Call, roster: Roster, tmp_path: Path
) -> None:
    """Data 356 of the app is of 2025-10-29."""
    from tests.cli.test_day_of_list import written

    file = str(written(tmp_path))
    assert judged(call, file)["data"]["as_of"] == "2025-10-29"
    event = roster("event: Cup\npoints_as_of: 2025-07-01\n")
    one = judged(call, file, "--event", event)
    assert (one["data"]["as_of"], one["data"]["told_by"]) == ("2025-07-01", "asked")
    assert (
        judged(call, file, "--event", event, "--as-of", "2025-12-20")["data"]["as_of"]
        == "2025-12-20"
    )
