"""Every line of every screen is exactly as wide as the screen, at several sizes and in the three languages."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.app import ComposeResult

from listbuilder.data.library import Library
from listbuilder.i18n.messages import Lang
from listbuilder.tui.actions import open_file
from listbuilder.tui.widgets.rows import Line, Rows
from tests.own_state import EXAMPLE, ROOT
from tools.monkeys.alignment import misaligned

from .driving import Driver, WidgetApp, drive

SIZES = ((60, 16), (80, 24), (109, 30), (110, 30), (120, 32), (160, 44), (200, 60))
# Each layout of the panes, each language at a narrow and at a wide size.
SHOWN: tuple[tuple[tuple[int, int], Lang], ...] = (
    *(((60, 16), "zh"), ((80, 24), "en"), ((80, 24), "ja")),
    *(((110, 30), "en"), ((120, 32), "ja"), ((160, 44), "zh")),
)
REGIMENTS = ROOT / "examples" / "aos" / "legal" / "slaves-to-darkness-despoilers.yaml"
# Each press of keys leads to a screen; escape leads back.
SCREENS = (
    ("army", ()),
    ("fields", ("enter",)),
    ("verdict", ("3",)),
    ("picker", ("a",)),
    ("why", ("a", "down", "down", "ctrl+y")),
    ("choice", ("T",)),
    ("typing", ("S",)),
    ("keys", ("question_mark",)),
    ("sheet", ("down", "i")),
    ("formations", ("f",)),
    ("text", ("y",)),
    ("export", ("E",)),
    ("palette", ("ctrl+p",)),
    ("day", ("D", "end", "up", "up", "up", "enter")),
)


async def _is_aligned(driver: Driver, where: str) -> None:
    await driver.settle()
    assert misaligned(driver.app) == [], where


@pytest.mark.parametrize(("size", "lang"), SHOWN)
@pytest.mark.slow_but(1)
def test_every_screen(library: Library, file: Path, size: tuple[int, int], lang: Lang) -> None:
    async def journey(driver: Driver) -> None:
        await _is_aligned(driver, "home")
        await driver.press("n")
        await _is_aligned(driver, "wizard")
        await driver.press("escape")
        driver.app.run_flow(open_file.open_path, driver.app, file)
        await driver.settle()
        seen = set()
        for name, keys in SCREENS:
            await driver.press("home", *keys)
            await _is_aligned(driver, name)
            seen.add(type(driver.app.screen).__name__)
            while driver.app.screen is not driver.main:
                await driver.press("escape")
            await driver.press("escape", "1")
        ours = {
            "BuilderScreen",
            "Ask",
            "Type",
            "Info",
            "FormationsScreen",
            "TextScreen",
            "ExportScreen",
            "OtherDayScreen",
        }
        assert seen == ours | {"Palette"}

    drive(journey, library, size=size, lang=lang, notices=True)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 32)])
def test_an_army_that_needs_a_scroll_bar_loses_no_letter(
    library: Library, size: tuple[int, int]
) -> None:
    """Lines were laid out for the width without the bar: a letter was lost, and every border to the right stood elsewhere."""

    async def journey(driver: Driver) -> None:
        await _is_aligned(driver, "army")
        tree = driver.main.army_tree
        shown = " ".join(
            "".join(segment.text for segment in tree.render_line(y)).strip()
            for y in range(tree.size.height)
        )
        if size[1] >= 30:
            assert "Veil of Darkness (+20)" in shown.replace("  ", " ")
        for key in ("d", "d", "x", "u", "U", "x", "x"):
            await driver.press("down", key)
            await _is_aligned(driver, key)

    drive(journey, library, EXAMPLE, size)


@pytest.mark.slow
def test_a_window_that_grows_and_shrinks(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        for size in (*SIZES, *SIZES[-2::-2]):
            await driver.pilot.resize_terminal(*size)
            await _is_aligned(driver, str(size))

    drive(journey, library, REGIMENTS, (120, 40), "zh")


class _One(WidgetApp):
    """A list and a border on its right."""

    CSS = "Rows { width: 20; height: 5; }"

    def compose(self) -> ComposeResult:
        yield Rows()


def _shown(rows: Rows) -> list[str]:
    return [rows.render_line(y).text for y in range(rows.size.height)]


@pytest.mark.parametrize("word", ["twelve chars", "一二三四五六", "ｶﾀｶﾅ と漢字"])
def test_lines_are_broken_for_the_room_there_is(word: str) -> None:
    """With a scroll bar and without; and a bar that is not needed any more goes."""

    async def run() -> None:
        app = _One()
        async with app.run_test(size=(30, 10)) as pilot:
            rows = app.query_one(Rows)
            for count in (5, 6, 1, 9, 5, 4, 20, 5):
                rows.show_lines(
                    [
                        Line(key=place, left=f"{word}{place:02}", right="12345", mark="✗")
                        for place in range(count)
                    ]
                )
                await pilot.pause()
                width = 20 - (count > 5)
                assert rows.show_vertical_scrollbar is (count > 5)
                assert rows.scrollable_content_region.width == width
                assert {cell_len(line) for line in _shown(rows)} == {width}
                assert all(line.rstrip().endswith("12345") for line in _shown(rows)[:count])
                assert misaligned(app) == []

    asyncio.run(run())


def test_a_line_that_is_too_wide_is_found() -> None:
    """The test of all others sees what it is to see."""

    async def run() -> None:
        app = _One()
        async with app.run_test(size=(30, 10)) as pilot:
            rows = app.query_one(Rows)
            rows.show_lines([Line(left="as it should be")])
            await pilot.pause()
            assert misaligned(app) == []
            rows._drawn = [
                type(rows._drawn[0])(0, "", "much wider than the room that there is", "", 0)
            ]
            assert len(misaligned(app)) == 1

    asyncio.run(run())
