"""Lists whose app tells one day while their prices tell another; prices from ../shared/facts/history."""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.formats import list_date
from listbuilder.formats.import_list import judge_list
from listbuilder.formats.parsed import ParsedList
from listbuilder.games import registry

OCTOBER = {"Technomancer": 85, "Ghost Ark": 125, "Immortals": 75, "Necron Warriors": 100}
DECEMBER = {"Technomancer": 85, "Ghost Ark": 115, "Immortals": 70, "Necron Warriors": 90}


def write_list(prices: dict[str, int], version: int) -> str:
    """Return a list of Necrons as the app writes it, with the version of its data."""
    lines = [f"Night march ({85 + sum(prices.values())} points)", "", "Necrons"]
    lines += ["Incursion (1000 points)", "Awakened Dynasty", "", "CHARACTERS", ""]
    lines += ["Overlord (85 points)", "  • Warlord", "", "OTHER DATASHEETS", ""]
    for name, points in prices.items():
        lines += [f"{name} ({points} points)", ""]
    return "\n".join([*lines, f"Exported with App Version: v1.25.0 (1), Data Version: v{version}"])


@pytest.mark.parametrize(
    ("prices", "version", "day", "how", "is_said"),
    [
        (DECEMBER, 538, "2024-12-11", "app", False),
        (OCTOBER, 538, "2024-10-16", "prices", True),
        (OCTOBER, 500, "2024-10-16", "app", False),
        (DECEMBER, 500, "2024-12-11", "prices", True),
        ({**DECEMBER, "Ghost Ark": 125}, 538, "2024-12-11", "app", False),  # no day has them all
    ],
)
def test_the_day_that_explains_every_price_is_used(
    prices: dict[str, int], version: int, day: str, how: str, is_said: bool, library: Library
) -> None:
    done = judge_list(write_list(prices, version).encode(), "list.txt", library)
    assert done.imported is not None and done.imported.day is not None
    assert (done.imported.day.day, done.imported.day.how) == (day, how)
    notes = [note for note in done.imported.notes if note.key == "day_by_prices"]
    assert bool(notes) == is_said
    if is_said:
        assert notes[0].args["day"] == day
        assert done.points == 85 + sum(prices.values())


@pytest.mark.parametrize(
    ("day", "points"), [("2023-07-10", 115), ("2023-10-01", 90), ("2024-11-01", 100)]
)
def test_an_ally_costs_what_it_did_on_the_day(day: str, points: int, library: Library) -> None:
    text = (
        f"Guests ({points} points)\n\nAdeptus Custodes\nIncursion (1000 points)\nShield Host\n\n"
        f"ALLIED UNITS\n\nCallidus Assassin ({points} points)\n"
    )
    done = judge_list(text.encode(), "list.txt", library, as_of=day)
    assert done.army is not None
    assert [unit.points for unit in done.army.units] == [points]


@pytest.mark.parametrize(("written", "told"), [("2010-01-01", None), ("2025-09-01", "2025-09-01")])
def test_a_date_before_all_data_tells_nothing(
    written: str, told: str | None, library: Library
) -> None:
    """The roster of such a list could not be read on that date."""
    parsed = ParsedList(shape="wh40k", format="gw-app-text", date=written)
    game = registry.get_game("warhammer-40k-10e")
    day = list_date.find_stated_day(parsed, game, library)
    assert (day and day[0]) == told
