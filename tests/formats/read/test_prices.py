"""Prices of the day: which day an export is of, and what explains points that differ."""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.formats import list_date
from listbuilder.formats.import_list import judge_list
from listbuilder.formats.parsed import ParsedList
from listbuilder.games.registry import get_game
from listbuilder.model.imported import DayFound
from tests.formats.read import one_list_per_format

# Plasmancer: 65 from 2024-04-25 on, 60 from 2024-12-11, 55 from 2025-06-07 (points history).
PLASMANCER = one_list_per_format.GW_A.replace(
    "BATTLELINE", "Plasmancer (60 points)\n  • 1x Plasmic lance\n\n\nBATTLELINE"
).replace("265", "325")


@pytest.mark.parametrize(
    ("words", "version"),
    [
        ("Exported with App Version: v1.40.1 (94), Data Version: v675", "675"),
        ("App: v1.28.1 (1) | Data: v410", "410"),
        ("App: 1.18.0 | Data: 334", "334"),
        ("Exporté avec la Version de l'Appli : v1.4, Version de Données : v675", "675"),
        ("Created with nothing", None),
    ],
)
def test_versions_in_footers(words: str, version: str | None) -> None:
    assert list_date.find_data_version(words) == version


def test_a_day_asked_for_goes_before_the_exports_own(library: Library) -> None:
    old = PLASMANCER.replace("v900", "v540")  # of 2024-12-11
    done = judge_list(old.encode(), "x", library)
    assert done.army is not None and done.imported is not None
    assert done.army.priced_on == "2024-12-11"
    assert next(unit.points for unit in done.army.units if unit.name == "Plasmancer") == 60
    done = judge_list(old.encode(), "x", library, "2024-05-01")
    assert done.army is not None
    assert next(unit.points for unit in done.army.units if unit.name == "Plasmancer") == 65


def test_another_days_price_explains_a_difference(library: Library) -> None:
    done = judge_list(PLASMANCER.encode(), "x", library, "today")
    assert done.imported is not None and done.army is not None
    assert done.imported.day == DayFound("2026-05-20", "asked", 3, 4, 3)  # all but the Plasmancer
    assert (done.imported.stated_total, done.army.points) == (325, 320)
    unit, total = done.imported.differences
    assert (unit.key, unit.args["unit"], unit.args["stated"], unit.args["computed"]) == (
        "points_of_other_day",
        "Plasmancer",
        60,
        55,
    )
    assert "2024-12-11" <= unit.args["other"] < "2025-06-04"  # the history: 55 from 2025-06-04 on
    assert total.key in ("total_of_other_day", "total_differs_with_units")


def test_points_that_no_day_explains_are_said_to_be_so(library: Library) -> None:
    done = judge_list(
        PLASMANCER.replace("(60 points)", "(61 points)").replace("325", "326").encode(),
        "x",
        library,
        "2026-05-20",
    )
    assert done.imported is not None
    assert [note.key for note in done.imported.differences] == [
        "points_differ",
        "total_differs_with_units",
    ]


def test_stated_points_never_make_the_price(library: Library) -> None:
    done = judge_list(
        one_list_per_format.GW_A.replace("(90 points)", "(9 points)").encode(), "x", library
    )
    assert done.army is not None and done.army.points == 265


def test_a_list_without_version_is_of_the_day_whose_prices_it_states(library: Library) -> None:
    """Nothing tells the day: the Plasmancer cost 65 from 2024-04-25 to 2024-12-11, the others then as today or not."""
    text = (
        PLASMANCER.partition("Exported with")[0]
        .replace("(60 points)", "(65 points)")
        .replace("325", "330")
    )
    done = judge_list(text.encode(), "x", library)
    assert done.imported is not None and done.imported.day is not None and done.army is not None
    found = done.imported.day
    assert found.agreeing >= found.agreeing_today and found.stated == 4
    if found.how == "prices":
        assert found.agreeing > found.agreeing_today
        assert done.army.priced_on == found.day
    else:
        assert done.army.priced_on == "2026-05-20"


def test_the_revision_of_a_catalogue_tells_the_day(library: Library) -> None:
    """versions.json: revision 27 of Xenos - Necrons has a first day, and that is the list's."""
    versions = get_game("warhammer-40k-10e").shelf(library).past.load_versions()  # type: ignore[attr-defined]
    parsed = ParsedList(
        shape="wh40k", format="newrecruit-json", revisions=[("Xenos - Necrons", 27)]
    )
    assert list_date.find_stated_day(parsed, get_game("warhammer-40k-10e"), library) == (
        versions.find_date_of_catalogue(["Necrons"], 27),
        "catalogue",
    )
    assert versions.find_date_of_catalogue(["Necrons"], 27)
