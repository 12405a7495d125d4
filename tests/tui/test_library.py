"""The first screen as a library: search, order, folders, several lists at once, and the way back to it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.i18n.messages import Lang
from listbuilder.tui.screens.dialogs import Ask
from listbuilder.tui.screens.home import HomeScreen
from listbuilder.tui.screens.new_list import NewScreen
from listbuilder.workspace import folders, library_files, recent_files
from tests.own_state import EXAMPLE, ROOT

from .driving import NARROW, Driver, drive


@pytest.fixture
def lists(tmp_path: Path) -> list[Path]:
    """Three lists of two games in two folders: all are known, and the first is the oldest."""
    (tmp_path / "league").mkdir()
    places = {
        tmp_path / "b.yaml": EXAMPLE,
        tmp_path / "league" / "a.yaml": EXAMPLE.parent / "orks-war-horde.yaml",
        tmp_path / "league" / "c.yaml": ROOT
        / "examples/aos/legal/cities-of-sigmar-command-corps.yaml",
    }
    for number, (path, source) in enumerate(places.items()):
        path.write_bytes(source.read_bytes())
        os.utime(path, (1_700_000_000 + number * 86_400,) * 2)
        folders.record_recent_file(path)
    paths = list(places)
    assert recent_files.judge_unknown_files(paths, Library(), None)
    return paths


def _home(driver: Driver) -> HomeScreen:
    screen = driver.app.screen
    assert isinstance(screen, HomeScreen)
    return screen


def test_each_has_game_points_verdict_and_day(library: Library, lists: list[Path]) -> None:
    async def journey(driver: Driver) -> None:
        for part in ("Silent dynasty", "1990/2000", "LEGAL", "Necrons", "2023-11-14"):
            assert part in driver.text()
        assert "Cities of Sigmar · Age of Sigmar (4th edition)" in driver.text()
        assert "3 lists · newest first" in driver.text()

    drive(journey, library, size=NARROW)


@pytest.mark.parametrize("lang", ["ja", "zh"])
def test_the_edition_is_in_the_language(library: Library, lists: list[Path], lang: Lang) -> None:
    async def journey(driver: Driver) -> None:
        assert {"ja": "第10版", "zh": "第10版"}[lang] in driver.text()
        assert "10th" not in driver.text()

    drive(journey, library, lang=lang)


def test_sorted_by_day_name_and_folder(library: Library, lists: list[Path]) -> None:
    old, orks, cities = lists

    async def journey(driver: Driver) -> None:
        assert _home(driver).shown == [cities, orks, old]
        await driver.press("s")
        assert _home(driver).shown == [orks, cities, old]  # Da green, Dawnbringer, Silent
        await driver.press("s")
        assert _home(driver).shown == [old, orks, cities]
        assert f"{old.parent}/league" in driver.text()

    async def again(driver: Driver) -> None:
        assert _home(driver).order == "folder"

    drive(journey, library)
    drive(again, library)


def test_a_search_narrows_and_enter_opens(library: Library, lists: list[Path]) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("/", *"sigmar")
        assert _home(driver).shown == [lists[2]]
        await driver.press("escape")
        assert len(_home(driver).shown) == 3
        await driver.press("/", *"ork", "enter")
        assert driver.session.path == lists[1]

    drive(journey, library)


def test_several_go_into_the_bin_and_come_back(library: Library, lists: list[Path]) -> None:
    texts = [path.read_bytes() for path in lists]

    async def journey(driver: Driver) -> None:
        _home(driver).move_cursor_to_file(lists[2])
        await driver.press("space", "space")
        assert "2 marked" in driver.text()
        await driver.press("x")
        assert "Move 2 lists to the bin?" in driver.text()
        await driver.press("c")
        assert all(path.exists() for path in lists)
        await driver.press("x", "b")
        assert [path.exists() for path in lists] == [True, False, False]
        await driver.press("u")
        assert [path.read_bytes() for path in lists] == texts

    drive(journey, library)


def test_lists_beside_the_known_ones_are_found(library: Library, lists: list[Path]) -> None:
    new = lists[1].with_name("new.yaml")
    new.write_bytes(EXAMPLE.read_bytes())
    lists[1].with_name("notes.yaml").write_text("milk: 2\n")
    assert library_files.find_rosters_beside(lists) == [new]

    async def journey(driver: Driver) -> None:
        home = _home(driver)
        await driver.until(lambda: new in home.seen)
        assert "4 lists" in driver.text()

    drive(journey, library)


def test_the_way_home_asks_about_what_is_not_saved(library: Library, lists: list[Path]) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("H")
        assert _home(driver).file == lists[0]
        await driver.press("enter", "down", "x", "H")
        assert isinstance(driver.app.screen, Ask)
        await driver.press("e")
        assert driver.app.screen_stack[-1] is driver.main
        await driver.press("H", "s")
        assert _home(driver).file == lists[0]
        assert "1650/2000" in driver.text()
        await driver.press("enter", "H")
        assert not [each for each in driver.app.notices if "open too" in each.message]

    drive(journey, library, lists[0])


def test_an_untouched_new_list_may_go_unasked(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("n", "enter", *"necr", "enter", "ctrl+g", "escape", "H")
        assert "unsaved" not in driver.text()
        await driver.press("n")
        assert isinstance(driver.app.screen, NewScreen)

    drive(journey, library)
