"""A list that names its season is of that season's days. Lord-Imperatant costs 110 from 2025-06-11, Liberators 90 from
2025-09-24, both to this day; General's Handbook 2025-26 priced its first extras on 2025-06-11, the next on 2026-06-30."""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.formats import list_date
from listbuilder.formats.import_list import judge_list
from listbuilder.games.registry import get_game
from listbuilder.history.best_date import SeasonDates
from listbuilder.model.imported import DayFound

LIST = """Host {total}/1000 pts
-----
Stormcast Eternals | Vanguard Wing
{season}General's Regiment
Lord-Imperatant{hero}
• General
Liberators{unit}
-----
Created with Warhammer Age of Sigmar: The App
"""
TODAY, LAST = "2026-09-23", "2026-06-27"  # of the data; the last release before the season ended


def found(
    library: Library, season: str = "", hero: str = " (110)", unit: str = " (90)", total: int = 200
) -> DayFound:
    text = LIST.format(season=f"{season}\n" if season else "", hero=hero, unit=unit, total=total)
    done = judge_list(text.encode(), "x", library)
    assert done.imported is not None and done.imported.day is not None and done.problems == []
    assert done.army is not None and done.army.priced_on == done.imported.day.day
    return done.imported.day


@pytest.mark.parametrize(
    "season, wanted",
    [
        ("", DayFound(TODAY, "today", 2, 2, 2)),
        ("General's Handbook 2026-27", DayFound(TODAY, "today", 2, 2, 2)),
        ("General's Handbook 2025-26", DayFound(LAST, "prices", 2, 2, 2)),
        ("GHB 2025/26", DayFound(LAST, "prices", 2, 2, 2)),
    ],
)
def test_the_season_chooses_between_days_of_the_same_prices(
    season: str, wanted: DayFound, library: Library
) -> None:
    assert found(library, season) == wanted


def test_within_the_season_the_prices_decide(library: Library) -> None:
    """Liberators were 100 until 2025-09-24: the last release with that is of 2025-08-27."""
    assert found(library, "General's Handbook 2025-26", unit=" (100)", total=210) == DayFound(
        "2025-08-27", "prices", 2, 2, 1
    )


def test_prices_of_no_day_leave_the_season(library: Library) -> None:
    assert found(library, "General's Handbook 2025-26", " (111)", " (91)", 202) == DayFound(
        LAST, "season", 0, 2, 0
    )


def test_a_list_without_prices_is_of_the_season_it_names(library: Library) -> None:
    def by_season(window: SeasonDates | None) -> DayFound | None:
        return list_date.find_day_by_prices(
            [], get_game("age-of-sigmar-4e"), library, TODAY, lambda _: False, window
        )

    assert by_season(SeasonDates("2025-06-11", "2026-06-30")) == DayFound(LAST, "season", 0, 0, 0)
    assert by_season(SeasonDates("2026-06-30", None)) is None and by_season(None) is None  # today


def test_a_warscroll_of_one_season_tells_it(library: Library) -> None:
    """Scourge of Ghyran, for General's Handbook 2025-26 alone: 320 from 2025-05-11 to this day."""
    text = LIST.format(season="", hero=" (110)", unit=" (90)", total=520).replace(
        "Liberators", "Scourge of Ghyran Iridan the Witness (320)\nLiberators"
    )
    done = judge_list(text.encode(), "x", library)
    assert done.imported is not None and done.imported.day == DayFound(LAST, "prices", 3, 3, 3)


def test_the_version_of_the_app_goes_before_the_season(library: Library) -> None:
    text = (
        LIST.format(season="General's Handbook 2025-26\n", hero=" (110)", unit=" (90)", total=200)
        + "App: v1.30.0 | Data: v462\n"
    )
    done = judge_list(text.encode(), "x", library)
    assert done.imported is not None and done.imported.day is not None
    assert (done.imported.day.how, done.imported.day.day) == ("app", "2026-06-30")


def test_the_windows_are_days_of_releases(library: Library) -> None:
    """The first prices of a season are those of a release, and one season's end is the next one's beginning."""
    game = get_game("age-of-sigmar-4e")
    releases = game.shelf(library).list_release_dates()  # type: ignore[attr-defined]
    seasons = sorted(
        game.load_rulebook(library).seasons.values(), key=lambda each: each.from_ or ""
    )
    assert all(each.from_ in releases for each in seasons)
    assert [each.until for each in seasons] == [*(each.from_ for each in seasons[1:]), None]
    assert SeasonDates("2025-06-12", "2025-07-20").filter_releases(releases) == [
        "2025-06-11",
        "2025-07-16",
    ]
