"""A points document, by the label that lists state: two versions of one label are told apart by their prices."""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list
from listbuilder.games.aos.history_catalog import RegimentsPast
from listbuilder.games.wh40k.history_catalog import MusterPast
from listbuilder.history.versions import DataVersions

LIBRARY = Library()
ELEVENTH, AOS = "warhammer-40k-11e", "age-of-sigmar-4e"
LIST = """Patrol ({total} points)

Space Marines
Gladius Task Force
Strike Force (2000 points)

CHARACTERS

Captain in Terminator Armour ({captain} points)
  • Warlord

BATTLELINE

Intercessor Squad ({squad} points)

OTHER DATASHEETS

Techmarine ({techmarine} points)

{document}
"""


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("Munitorum Field Manual v1.3", ["2026-08-26"]),
        ("MFM 1.3", ["2026-08-26"]),
        ("Points: MFM v1.5", ["2026-09-30", "2026-10-02"]),
        ("MFM v1.50", []),
        ("version 1.5", []),
    ],
)
def test_the_days_of_a_label(words: str, days: list[str]) -> None:
    assert DataVersions(ELEVENTH, LIBRARY).find_dates_named_in(words) == days


@pytest.mark.parametrize(
    ("system", "day", "grace"),
    [
        (ELEVENTH, "2026-06-22", 3),  # the first documents were corrected page by page
        (ELEVENTH, "2026-09-29", 0),
        (AOS, "2026-08-17", 3),
        (AOS, "2026-09-08", 0),
        ("warhammer-40k-10e", "2026-05-20", 3),
    ],
)
def test_grace_where_the_very_days_are_not_known(system: str, day: str, grace: int) -> None:
    assert DataVersions(system, LIBRARY).get_grace_on(day) == grace


@pytest.mark.parametrize(
    ("version", "day"),
    [
        (867, "2026-06-17"),
        (895, "2026-06-23"),
        (912, "2026-07-22"),
        (930, "2026-08-05"),
        (963, "2026-09-30"),
        (980, "2026-10-02"),
    ],
)
def test_the_day_of_the_apps_data(version: int, day: str) -> None:
    assert DataVersions(ELEVENTH, LIBRARY).find_date_of_app(version) == day


def test_battle_profiles_have_labels_too() -> None:
    assert DataVersions(AOS, LIBRARY).find_dates_named_in("Battle Profiles - September 2026") == [
        "2026-09-23"
    ]


def test_a_digest_tells_versions_of_one_label_apart() -> None:
    past = MusterPast(ELEVENTH, LIBRARY)
    assert (
        past.compute_price_digest("2026-09-30")
        == past.compute_price_digest("2026-10-01")
        != past.compute_price_digest("2026-10-02")
    )
    assert past.compute_price_digest("2026-10-02") == past.compute_price_digest("2026-11-19")
    profiles = RegimentsPast(AOS, LIBRARY)
    assert (
        profiles.compute_price_digest("2026-09-09")
        == profiles.compute_price_digest("2026-09-22")
        != profiles.compute_price_digest("2026-09-23")
    )


def test_every_release_has_other_prices_than_the_others() -> None:
    """The second only corrected force dispositions."""
    past = MusterPast(ELEVENTH, LIBRARY)
    first, *days = past.load_versions().list_release_dates()
    assert len({past.compute_price_digest(day) for day in days}) == len(days) == 8
    assert past.compute_price_digest(first) == past.compute_price_digest(days[0])


@pytest.mark.parametrize(
    ("document", "captain", "squad", "techmarine", "day"),
    [
        # printed on 2026-09-30: 100, 95 and 65; on 2026-10-02 under the same label: 90, 85 and 55
        ("Munitorum Field Manual v1.5", 100, 95, 65, "2026-09-30"),
        ("Munitorum Field Manual v1.5", 90, 85, 55, "2026-10-02"),
        ("Munitorum Field Manual v1.5", 90, 85, 65, "2026-10-02"),
    ],
)
def test_a_list_is_of_the_day_whose_prices_it_has(
    document: str, captain: int, squad: int, techmarine: int, day: str
) -> None:
    total = captain + squad + techmarine
    text = LIST.format(
        total=total, captain=captain, squad=squad, techmarine=techmarine, document=document
    )
    made = import_list(text.encode(), "list.txt", LIBRARY)
    assert made.account.day is not None
    assert made.account.day.day == day
    assert [
        problem for problem in made.account.unread if problem.args.get("given") == document
    ] == []
