"""The day of a roster in the builder: shown, chosen, taken only when it was seen what it changes, and undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.i18n.messages import LANGS, Lang
from listbuilder.tui.screens.dialogs import Ask, Type
from listbuilder.tui.screens.other_date import OtherDayScreen
from listbuilder.workspace.session import Session

from .driving import NARROW, WIDE, Driver, drive

# Freeguild Command Corps: 140 from 2025-06-11, 170 from 2025-09-24, gone on 2026-05-27 (now ... Adjutants), last at 190.
CITIES = """# my list
system: age-of-sigmar-4e
name: Old guard
faction: cities-of-sigmar
points_limit: 1000
points_as_of: "2025-10-29"
regiments:
  - hero: {unit: freeguild-marshal-and-relic-envoy, general: true}
    units: [{unit: freeguild-command-corps}]
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.yaml"
    path.write_text(CITIES, encoding="utf-8")
    return path


def prices(driver: Driver) -> dict[str, int | None]:
    assert driver.session.army is not None
    return {unit.name: unit.points for unit in driver.session.army.units}


async def choose(driver: Driver, typed: str) -> None:
    await driver.press("D")
    assert isinstance(driver.app.screen, Ask)
    await driver.type(typed)
    await driver.press("enter")


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.slow_but(1)
def test_the_day_is_changed_and_undone(size: tuple[int, int], library: Library, old: Path) -> None:
    async def journey(driver: Driver) -> None:
        assert "2025-10-29" in driver.text()  # in the uppermost line, at every size
        await choose(driver, "2025-06-11")
        assert isinstance(driver.app.screen, OtherDayScreen)
        screen = driver.text()
        assert "170 → 140" in screen and "2025-10-29" in screen and "2025-06-11" in screen
        assert driver.session.data["points_as_of"] == "2025-10-29"  # not taken yet
        await driver.press("enter")
        assert driver.session.data["points_as_of"] == "2025-06-11"
        assert prices(driver) == {
            "Freeguild Marshal and Relic Envoy": 90,
            "Freeguild Command Corps": 140,
        }
        await driver.press("u")
        assert driver.session.data["points_as_of"] == "2025-10-29"
        assert prices(driver)["Freeguild Command Corps"] == 170
        await driver.press("U", "ctrl+s")
        assert old.read_text(encoding="utf-8") == CITIES.replace("2025-10-29", "2025-06-11")

    drive(journey, library, old, size)


def test_what_is_gone_today_is_shown_before_and_can_be_left(library: Library, old: Path) -> None:
    async def journey(driver: Driver) -> None:
        await choose(driver, "today")
        screen = " ".join(driver.text().split())
        assert (
            "170 → 190" in screen
            and "2026-05-27" in screen
            and "Freeguild Command Corps Adjutants" in screen
        )
        await driver.press("escape")
        assert driver.session.data["points_as_of"] == "2025-10-29" and not driver.session.dirty
        await choose(driver, "today")
        await driver.press("enter")
        assert "points_as_of" not in driver.session.data
        assert driver.session.position.verdict == "illegal"

    drive(journey, library, old)


def test_a_day_that_is_no_release_is_typed(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await choose(driver, "another")
        assert isinstance(driver.app.screen, Type)
        await driver.type("2025-13-01")
        await driver.press("enter")
        assert (
            isinstance(driver.app.screen, Type) and "2025-13-01" in driver.text()
        )  # that is no date
        for _ in "2025-13-01":
            await driver.press("backspace")
        await driver.type("2025-07-01")
        await driver.press("enter")
        assert isinstance(driver.app.screen, OtherDayScreen)
        await driver.press("enter")
        assert driver.session.data["points_as_of"] == "2025-07-01"
        assert driver.session.army is not None and driver.session.army.past_day

    drive(journey, library, file)


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.slow_but(1)
def test_the_newest_days_come_first(size: tuple[int, int], library: Library, old: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("D")
        screen = driver.app.screen
        assert isinstance(screen, Ask)
        days = [answer.key for answer in screen.answers]
        assert days[0] == "today" and "another" in days[:3] and "2025-10-29" in days
        assert days[3:] == sorted(days[3:], reverse=True) and days[3] == "2026-09-23"
        assert [answer.key for answer in screen.answers if answer.chosen] == ["2025-10-29"]
        assert "● 2025-10-29" in driver.text()  # in sight, where there is not room for all
        await driver.press("escape")
        assert not driver.session.dirty

    drive(journey, library, old, size)


def test_the_field_of_the_roster_leads_there_too(library: Library, old: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("g")
        fields = driver.main.field_list
        place = next(
            place for place, field in enumerate(fields.fields) if field.key == "points_as_of"
        )
        fields.move_cursor_to(place)
        await driver.press("enter")
        await driver.settle()
        assert isinstance(
            driver.app.screen, Ask
        ) and driver.app.screen.heading == driver.main.words("day.ask")

    drive(journey, library, old)


def test_the_picker_has_what_was_there_at_its_price(library: Library, old: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("a")
        await driver.type("command corps")
        await driver.tried()
        first = driver.main.picker.find_matches()[0]
        assert (first.id, first.points) == ("freeguild-command-corps", 170)
        await driver.press("enter")
        assert driver.session.army is not None and driver.session.army.points == 100 + 170 + 170

    drive(journey, library, old)


def test_the_picker_finds_what_was_called_otherwise(library: Library, file: Path) -> None:
    """Ophidian Destroyers is how other programs wrote the Ophydian Destroyers; what is called so itself comes first."""

    async def journey(driver: Driver) -> None:
        await driver.press("a")
        search = driver.main.picker.shown.search
        assert search is not None
        assert search._former_names is None, "nothing is read before somebody types"
        await driver.type("guerriers n")
        assert [offer.id for offer in driver.main.picker.find_matches()] == ["necron-warriors"]
        driver.main.picker.input.value = "ophidian"
        await driver.settle()
        assert driver.main.picker.find_matches()[0].id == "ophydian-destroyers"
        driver.main.picker.input.value = "warriors"
        await driver.settle()
        assert driver.main.picker.find_matches()[0].id == "necron-warriors"

    drive(journey, library, file)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.slow_but(1)
def test_the_verdict_says_the_day(lang: Lang, library: Library, old: Path) -> None:
    async def journey(driver: Driver) -> None:
        said = {
            "en": "checked as of 2025-10-29",
            "ja": "2025-10-29 の時点で判定",
            "zh": "按 2025-10-29 判定",
        }
        assert said[lang] in driver.text()

    drive(journey, library, old, lang=lang)


def test_a_roster_of_today_says_nothing_of_it(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        assert "checked as of" not in driver.text()

    drive(journey, library, file)


def test_a_game_without_days_says_so(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "box.yaml"
    path.write_text(
        "system: space-marine-heroes\nheroes:\n  - {hero: scabos, slot: 1}\n", encoding="utf-8"
    )

    async def journey(driver: Driver) -> None:
        await driver.press("escape", "D")
        assert not isinstance(driver.app.screen, Ask)
        assert driver.main.words("day.none") in [note.message for note in driver.app.notices]

    drive(journey, library, path, notices=True)


def test_the_day_of_the_run_goes_before_that_of_the_roster(library: Library, old: Path) -> None:
    session = Session.open(old, library, "today")
    assert (
        session.army is not None
        and not session.army.past_day
        and session.position.verdict == "illegal"
    )


def test_a_new_roster_of_the_day_of_the_run(library: Library) -> None:
    """Starshatter Arsenal came on 2024-12-11, Pantheon of Woe on 2026-01-07."""

    async def journey(driver: Driver) -> None:
        driver.app.as_of = "2025-06-11"
        await driver.press("n", "down", "enter")
        await driver.type("nec")
        await driver.press("enter", "enter")
        asked = driver.app.screen
        assert isinstance(asked, Ask)
        names = [answer.key for answer in asked.answers]
        assert "starshatter-arsenal" in names and "pantheon-of-woe" not in names
        await driver.press("down", "enter")
        assert driver.session.data["points_as_of"] == "2025-06-11"
        assert driver.session.army is not None and driver.session.army.past_day

    drive(journey, library)


def test_a_day_before_everything_makes_no_roster(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        driver.app.as_of = "2020-01-01"
        await driver.press("n", "down", "enter")
        await driver.type("nec")
        await driver.press("enter")
        assert driver.app.main is None and not isinstance(driver.app.screen, Ask)
        assert any("2023-06-16" in note.message for note in driver.app.notices)

    drive(journey, library, notices=True)
