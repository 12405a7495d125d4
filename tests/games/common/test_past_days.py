"""The day of a list: by the prices it states, by the version of the data it was made with; and windows of days."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.data.library import Library
from listbuilder.games.aos.history_catalog import RegimentsPast
from listbuilder.games.wh40k.history_catalog import MusterPast
from listbuilder.history.best_date import BestDay, Part, StatedPrice, find_best_day
from listbuilder.history.versions import DataVersions
from listbuilder.matching.spellings import find_candidates, index_spellings
from listbuilder.model.aliases import Alias
from listbuilder.model.windows import (
    Former,
    Thing,
    describe_absence,
    get_points_on,
    sort_by_nearest_window,
    was_in_force,
)

LIBRARY = Library()
MUSTER, REGIMENTS = "warhammer-40k-10e", "age-of-sigmar-4e"


# --- by stated prices -------------------------------------------------------------------------------------------------


def warriors(size: int, points: int) -> StatedPrice:
    return StatedPrice("necrons", "necron-warriors", size, points)


@pytest.mark.parametrize(
    ("stated", "best"),
    [
        ([], None),
        ([warriors(10, 110)], BestDay("2023-10-16", 1, 1, 0)),  # from 2023-09-07 until 2023-12-09
        ([warriors(20, 200)], BestDay("2026-05-11", 1, 1, 1)),  # from 2023-12-09 to this day
        (
            [warriors(10, 100), warriors(20, 200)],
            BestDay("2024-10-16", 2, 2, 1),
        ),  # until 2024-12-11
        ([warriors(10, 100), warriors(15, 200), warriors(10, 1)], BestDay("2024-10-16", 2, 3, 1)),
        ([warriors(10, 1)], BestDay("2026-05-11", 0, 1, 0)),
        (
            [StatedPrice("adepta-sororitas", "crusaders", 2, 35)],
            BestDay("2024-05-08", 1, 1, 0),
        ),  # gone since 2024-06-20
        (
            [StatedPrice("necrons", "hypercrypt-legion/dimensional-overseer", 1, 10)],
            BestDay("2024-03-08", 1, 1, 0),
        ),
    ],
)
def test_the_release_on_which_most_prices_agree(
    stated: list[StatedPrice], best: BestDay | None
) -> None:
    past = MusterPast(MUSTER, LIBRARY)
    assert find_best_day(stated, past.timeline, past.load_versions().list_release_dates()) == best


def test_warscrolls_and_what_an_army_is_given() -> None:
    """Liberators reinforced at 220, the Lore of the Krondspine at 0: from 2024-09-25 until 2024-12-18."""
    past = RegimentsPast(REGIMENTS, LIBRARY)
    stated = [
        StatedPrice("stormcast-eternals", "liberators", 2, 220),
        StatedPrice("generic", "manifestation_lores:krondspine-incarnate", 1, 0),
    ]
    assert find_best_day(
        stated, past.timeline, past.load_versions().list_release_dates()
    ) == BestDay("2024-12-04", 2, 2, 1)


def test_a_unit_with_its_enhancement() -> None:
    """A price that the app prints includes the enhancement: 120 until 2023-09-07, and 25 for the Hypermaterial Ablator."""
    past = MusterPast(MUSTER, LIBRARY)
    also = (Part("necrons", "awakened-dynasty/hypermaterial-ablator"),)
    stated = [StatedPrice("necrons", "necron-warriors", 10, 145, also)]
    assert find_best_day(
        stated, past.timeline, past.load_versions().list_release_dates()
    ) == BestDay("2023-07-05", 1, 1, 0)


DAYS = st.integers(0, 40).map(
    lambda number: (date(2024, 1, 1) + timedelta(days=number)).isoformat()
)
TIMELINES = st.dictionaries(DAYS, st.none() | st.integers(0, 3), max_size=5).map(
    lambda found: sorted(found.items())
)


@given(
    st.lists(TIMELINES, min_size=1, max_size=5),
    st.lists(
        st.tuples(st.lists(st.integers(0, 4), min_size=1, max_size=3), st.integers(0, 5)),
        max_size=6,
    ),
    st.lists(DAYS, min_size=1, max_size=8),
)
def test_best_day_counts_what_agrees(
    things: list[list[tuple[str, int | None]]],
    lines: list[tuple[list[int], int]],
    releases: list[str],
) -> None:
    """Against counting every price on every release, one by one."""
    rows = [([number % len(things) for number in numbers], points) for numbers, points in lines]
    stated = [
        StatedPrice("f", str(one), 1, points, tuple(Part("f", str(more)) for more in rest))
        for (one, *rest), points in rows
    ]
    found = find_best_day(stated, lambda part: things[int(part.thing)], releases)
    if not stated:
        assert found is None
        return

    def price(thing: int, day: str) -> int | None:
        found = None
        for start, value in things[thing]:
            if start <= day:
                found = value
        return found

    def agreeing(day: str) -> int:
        count = 0
        for numbers, points in rows:
            prices = [price(number, day) for number in numbers]
            if None not in prices and sum(each or 0 for each in prices) == points:
                count += 1
        return count

    assert found is not None
    assert found.total == len(rows)
    assert found.agreeing == agreeing(found.day) == max(map(agreeing, releases))
    assert found.day == max(day for day in releases if agreeing(day) == found.agreeing)
    assert found.today == agreeing(max(releases))


# --- by versions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "version", "day"),
    [
        (MUSTER, 378, None),  # older than all known
        (MUSTER, 379, "2024-05-08"),
        (MUSTER, 433, "2024-05-08"),  # between two rows: that of the row before
        (MUSTER, 434, "2024-06-20"),
        (MUSTER, 599, "2025-03-12"),
        (MUSTER, 754, "2026-03-04"),
        (MUSTER, 780, "2026-05-11"),
        (REGIMENTS, 199, None),
        (REGIMENTS, 300, "2025-05-11"),
        (REGIMENTS, 401, "2026-02-25"),
        (REGIMENTS, 459, "2026-06-30"),
    ],
)
def test_the_day_of_an_apps_data(game: str, version: int, day: str | None) -> None:
    assert DataVersions(game, LIBRARY).find_date_of_app(version) == day


@pytest.mark.parametrize(
    ("game", "names", "revision", "day"),
    [
        (MUSTER, ["Necrons"], 1, "2023-06-13"),
        (MUSTER, ["Xenos - Necrons"], 5, "2023-07-26"),
        (MUSTER, ["Necrons.cat"], 5, "2023-07-26"),
        (MUSTER, ["Necrons"], 4, "2023-07-25"),  # 2 is the next lower one
        (MUSTER, ["Necrons"], 999, "2026-05-15"),
        (MUSTER, ["Necrons"], 0, None),
        (MUSTER, ["Imperium - Space Marines"], 213, "2026-06-06"),
        (MUSTER, ["Space Marines"], 213, "2026-06-06"),
        (MUSTER, ["Genestealer Cults"], 1, "2023-06-19"),
        (MUSTER, ["Tyranids - Genestealer Cults"], 1, "2023-06-13"),  # the file it stood in before
        (MUSTER, ["Imperial Agents", "Agents of the Imperium"], 137, "2026-05-27"),
        (MUSTER, ["No such catalogue"], 3, None),
        (MUSTER, [], 3, None),
        (REGIMENTS, ["Stormcast Eternals"], 43, "2026-07-07"),
        (REGIMENTS, ["STORMCAST ETERNALS"], 2, "2025-01-15"),
    ],
)
def test_the_day_of_a_catalogue(
    game: str, names: list[str], revision: int, day: str | None
) -> None:
    assert DataVersions(game, LIBRARY).find_date_of_catalogue(names, revision) == day


def test_releases_are_in_order() -> None:
    for game, first in ((MUSTER, "2023-06-16"), (REGIMENTS, "2024-07-13")):
        releases = DataVersions(game, LIBRARY).list_release_dates()
        assert releases == sorted(set(releases))
        assert releases[0] == first


def test_a_game_without_versions_knows_no_day() -> None:
    versions = DataVersions("spearhead", LIBRARY)
    assert (
        versions.list_release_dates(),
        versions.find_date_of_app(5),
        versions.find_date_of_catalogue(["x"], 5),
    ) == ([], None, None)


# --- windows ----------------------------------------------------------------------------------------------------------

PREACHER = Thing(
    id="preacher",
    name="Preacher",
    from_="2023-06-16",
    until="2024-06-08",
    today=False,
    renamed_to="priest",
)
PRIEST = Thing(
    id="priest",
    name="Priest",
    from_="2024-06-08",
    formerly=(Former("Preacher", "2024-06-08", "preacher"),),
)


@given(DAYS, st.integers(0, 5))
def test_grace_stands_on_both_sides(day: str, grace: int) -> None:
    thing = Thing(id="x", name="X", from_="2024-01-10", until="2024-01-20")
    number = (date.fromisoformat(day) - date(2024, 1, 10)).days
    assert was_in_force(thing, day, grace) == (-grace <= number < 10 + grace)


def test_what_never_came_is_not_gone() -> None:
    found = describe_absence(PRIEST, "2024-06-04")
    assert found is not None
    assert (found.not_before, found.until) == ("2024-06-08", None)


@given(DAYS)
def test_the_nearest_window_comes_first(day: str) -> None:
    things = [
        Thing(id="a", name="A", from_="2024-01-01", until="2024-01-10"),
        Thing(id="b", name="B", from_="2024-01-10", until="2024-01-20"),
        Thing(id="c", name="C", from_="2024-01-20"),
    ]
    ordered = sort_by_nearest_window(things, day)
    assert sorted(thing.id for thing in ordered) == ["a", "b", "c"]
    assert was_in_force(ordered[0], day, grace=0)


@given(st.dictionaries(DAYS, st.integers(0, 9), min_size=1), DAYS)
def test_points_of_a_day(points: dict[str, int], day: str) -> None:
    rows = dict(sorted(points.items()))
    expected = next((price for start, price in reversed(rows.items()) if start <= day), None)
    first = next(iter(rows))
    if expected is None and (date.fromisoformat(first) - date.fromisoformat(day)).days <= 3:
        expected = rows[first]
    assert get_points_on(dict(rows), day) == expected


def test_names_of_several_kinds() -> None:
    aliases = {
        "Padre": Alias(is_="priest", source="x", from_="2024-07-01"),
        "preacher": Alias(is_="priest", source="x"),
    }
    index = index_spellings([PRIEST, PREACHER], aliases)
    assert [(each.id, each.via) for each in find_candidates(index, "PREACHER", "2024-01-01")] == [
        ("preacher", "name"),
        ("priest", "alias"),
    ]
    assert [each.id for each in find_candidates(index, "Preacher", "2025-01-01")] == [
        "priest",
        "preacher",
    ]
    assert [each.id for each in find_candidates(index, "Padre", "2023-07-01")] == [
        "priest"
    ]  # no window rules it out
    assert find_candidates(index, "Pope", "2024-01-01") == []
