"""The mouse: a click goes there, the next does what Enter does, the marks beside a value step; and the palette says why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from listbuilder.data.library import Library
from listbuilder.tui.actions.by_id import find_reason_against
from listbuilder.tui.keymap import ACTIONS
from tests.own_state import EXAMPLE

from .driving import WIDE, Driver, drive


async def _click(driver: Driver, selector: str, x: int, y: int) -> None:
    await driver.pilot.click(selector, offset=(x, y))
    await driver.settle()


def test_the_marks_beside_a_value(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        tree, fields = driver.main.army_tree, driver.main.field_list
        tree.move_cursor_to(("units", 4))  # 20 warriors
        await driver.settle()
        y = next(y for y, piece in enumerate(fields._drawn) if fields.lines[piece.line].key == 0)
        right = fields._drawn[y].right
        start = fields.scrollable_content_region.width - cell_len(right)
        await _click(driver, "#fields", start + cell_len(right[: right.index("‹")]), y)
        army = driver.session.army
        assert army is not None and army.units[4].models == 19
        await _click(driver, "#fields", start + cell_len(right[: right.index("›")]), y)
        assert driver.session.build_text() != b"" and driver.session.army is not None
        assert driver.session.army.units[4].models == 20

    drive(journey, library, file, WIDE)


def test_a_click_never_does_more_than_it_said(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        driver.main.army_tree.move_cursor_to(("units", 1))
        await driver.press("w", "3")  # two things are wrong, or one: the fix is clicked three times
        verdict = driver.main.verdict
        y = next(
            y
            for y, piece in enumerate(verdict._drawn)
            if (verdict.lines[piece.line].key or ("",))[0] == "fix"  # type: ignore[index]
        )
        before = driver.session.build_text()
        await _click(driver, "#verdict", 5, y)
        assert driver.session.build_text() == before
        await _click(driver, "#verdict", 5, y)
        after = driver.session.build_text()
        assert after != before
        await _click(driver, "#verdict", 5, y)  # whatever has come there
        assert driver.session.build_text() == after

    drive(journey, library, _broken(file), WIDE)


def _broken(file: Path) -> Path:
    file.write_bytes(
        EXAMPLE.read_bytes().replace(b"models: 20", b"models: 21").replace(b"tech", b"tech")
    )
    return file


def test_the_footer_has_what_is_always_wanted(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        footer = driver.text().split("\n")[-1]
        for word in ("add", "edit", "save", "verdict", "help", "quit"):
            assert word in footer

    drive(journey, library, file, (60, 20))


@pytest.mark.slow
def test_every_action_that_can_do_nothing_says_why(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        main = driver.main
        await driver.press("1", "home")  # on the roster itself
        for action in (
            "remove",
            "duplicate",
            "more",
            "lead",
            "ride",
            "wait",
            "undo",
            "redo",
            "mend",
            "first_finding",
        ):
            assert find_reason_against(main, action), action
        main.army_tree.move_cursor_to(("units", 0))
        assert (
            find_reason_against(main, "lead") is None
            and find_reason_against(main, "remove") is None
        )
        for each in ACTIONS:
            find_reason_against(main, each.id)
        await driver.press("home", "ctrl+p")
        await driver.see("✗")

    drive(journey, library, file)


def test_what_shows_the_verdict_leads_to_it(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await _click(driver, "#top", 2, 0)
        assert driver.main.pane == "verdict"
        await driver.press("1")
        await _click(driver, "MessageLine", 2, 0)
        assert driver.main.pane == "verdict"

    drive(journey, library, file, (80, 24))


def test_a_click_outside_closes_a_dialog(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        driver.main.army_tree.move_cursor_to(("units", 0))
        for key in ("e", "n", "i"):
            await driver.press(key)
            assert driver.app.screen is not driver.main
            await driver.pilot.click(offset=(0, 0))
            await driver.settle()
            assert driver.app.screen is driver.main

    drive(journey, library, file, WIDE)


def test_one_click_opens_the_notes(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        verdict = driver.main.verdict
        await driver.until(lambda: verdict.free)  # it moves the lines below it
        y = next(
            (
                y
                for y, piece in enumerate(verdict._drawn)
                if verdict.lines[piece.line].key == ("notes",)
            ),
            None,
        )
        assert y is not None
        await _click(driver, "#verdict", 3, y)
        assert verdict.unfolded

    stormcast = file.with_name("stormcast.yaml")
    stormcast.write_bytes(
        (EXAMPLE.parents[2] / "aos/legal/stormcast-thunderhead-season.yaml").read_bytes()
    )
    drive(journey, library, stormcast, WIDE)
