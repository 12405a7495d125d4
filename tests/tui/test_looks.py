"""How the builder looks: its header, datasheets, palette, and what is shown where there is room."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Grid, SheetView
from listbuilder.i18n.messages import LANGS, Lang
from listbuilder.tui.palette import Palette
from listbuilder.tui.screens.export import ExportScreen
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.header import Header
from listbuilder.tui.widgets.sheet import list_sheet_lines
from tests.own_state import EXAMPLE, ROOT

from .driving import NARROW, WIDE, Driver, drive

MARINES = ROOT / "examples" / "40k-10e" / "legal" / "ultramarines-blade-of-ultramar.yaml"
SIGMAR = ROOT / "examples" / "aos" / "legal" / "cities-of-sigmar-command-corps.yaml"
SIZES = ((60, 16), NARROW, WIDE, (200, 60))


def _header(driver: Driver) -> list[str]:
    header = driver.main.query_one(Header)
    return [header.render_line(y).text for y in range(header.size.height)]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", SIZES)
def test_the_header_has_points_and_verdict_at_every_size(
    library: Library, size: tuple[int, int], lang: Lang
) -> None:
    async def journey(driver: Driver) -> None:
        lines = _header(driver)
        assert len(lines) == (2 if size[1] >= 30 else 1)
        assert all(cell_len(line) == size[0] for line in lines)
        words = driver.main.words
        assert lines[0].rstrip().endswith(f"✓ {words.translate_verdict('legal')}")
        assert "1990" in "".join(lines) and "2000" in "".join(lines)
        assert lines[0].startswith(" Silent dynasty")
        if size[0] >= 80:
            assert words.translate_name("Necrons") in lines[0]
            assert "█" in "".join(lines)

    drive(journey, library, EXAMPLE, size, lang)


@pytest.mark.slow
def test_the_header_says_that_there_is_too_much(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("a", *"doomsday a", "enter", "escape")
        lines = _header(driver)
        assert lines[0].rstrip().endswith("✗ ILLEGAL")
        assert "2190/2000" in lines[1]
        assert "190 over" in lines[1]
        assert "░" not in lines[1]
        await driver.press("u")
        assert _header(driver)[0].rstrip().endswith("✓ LEGAL")

    drive(journey, library, EXAMPLE)


@pytest.mark.slow
def test_a_list_takes_the_accent_of_its_faction(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        assert driver.app.accent == "#2f6fd0", "of the chapter, not of all Space Marines"
        await driver.press("H")
        assert driver.app.accent is None

    drive(journey, library, MARINES)


STATS = ("sheet.model", "sheet.m", "sheet.t", "sheet.sv", "sheet.w", "sheet.ld", "sheet.oc")
WEAPON = ("sheet.weapon", "sheet.range", "sheet.a", "sheet.skill", "sheet.s", "sheet.ap", "sheet.d")
SHEET = SheetView(
    name="Nobz",
    grids=[
        Grid(key="sheet.stats", heads=STATS, rows=[("Nob", '6"', "5", "4+", "2", "7+", "1")]),
        Grid(
            key="sheet.melee",
            heads=(*WEAPON, "sheet.abilities"),
            rows=[
                ("close combat weapon", "-", "3", "3+", "5", "0", "1", ""),
                ("transdimensional thunderbolt", "-", "1", "3+", "12", "-3", "D6+6", ""),
            ],
        ),
    ],
)


@pytest.mark.parametrize("width", [36, 38, 76])
@pytest.mark.parametrize("lang", LANGS)
def test_nothing_of_a_datasheet_is_cut(width: int, lang: Lang) -> None:
    lines = list_sheet_lines(SHEET, Words(lang), width)
    shown = "\n".join(line.left for line in lines)
    assert "close combat weapon" in shown.replace("\n", " ")
    assert "transdimensional thunderbolt" in shown.replace("\n", " ")
    assert "…" not in shown
    assert "D6+6" in shown
    assert all(cell_len(line.left) <= width for line in lines if not line.wrap)
    words = Words(lang)
    assert words("sheet.abilities") not in shown, "a column with nothing in it"


def test_characteristics_are_boxed() -> None:
    box = [line.left for line in list_sheet_lines(SHEET, Words("en"), 60)[:4]]
    assert box[0][0] + box[0].rstrip()[-1] == "╭╮" and box[3][0] + box[3].rstrip()[-1] == "╰╯"
    assert box[1].replace(" ", "").split("│")[1:7] == ["M", "T", "SV", "W", "LD", "OC"]
    assert box[2].replace(" ", "").split("│")[1:7] == ['6"', "5", "4+", "2", "7+", "1"]


@pytest.mark.slow
def test_a_wide_terminal_shows_the_datasheets_of_those_who_are_with_a_unit(
    library: Library,
) -> None:
    async def journey(driver: Driver) -> None:
        driver.main.army_tree.move_cursor_to(("units", 4))  # warriors, led by the Overlord
        await driver.until(lambda: not driver.main.sheets.is_waiting)
        sheet = driver.main.query_one("#sheet")
        names = [line.left for line in sheet.lines if line.look == "name"]  # type: ignore[attr-defined]
        assert {"Necron Warriors", "Overlord"} <= set(names)

    drive(journey, library, EXAMPLE, (200, 60))


@pytest.mark.slow
def test_a_narrow_terminal_shows_the_datasheet_of_the_only_match(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("a", *"doomsday a")
        await driver.until(lambda: not driver.main.sheets.is_waiting)
        assert "│  M  │" in driver.text() or "│   M  │" in driver.text()
        await driver.press("escape")
        assert "│  M  │" not in driver.text() and "│   M  │" not in driver.text()

    drive(journey, library, EXAMPLE, NARROW)


@pytest.mark.slow
def test_the_palette_is_a_dialog_with_keys_on_the_right(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("ctrl+p")
        palette = driver.app.screen
        assert isinstance(palette, Palette)
        line = next(line for line in driver.text().split("\n") if "duplicate" in line)
        assert "✗ duplicate" in line, "no unit is selected"
        await driver.press(*"rename file")
        line = next(line for line in driver.text().split("\n") if "○ rename file" in line)
        assert line.split("○")[1].split("│")[0].split() == ["rename", "file", "R"]
        await driver.press("escape", "ctrl+p", *"export", "enter")
        assert isinstance(driver.app.screen, ExportScreen)

    drive(journey, library, EXAMPLE, (200, 60))


@pytest.mark.slow
@pytest.mark.parametrize("size", [NARROW, WIDE, (200, 80)])
def test_a_code_is_shown_whole_or_not_at_all(library: Library, size: tuple[int, int]) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("E", *"qr")
        screen = driver.app.screen
        assert isinstance(screen, ExportScreen)
        await driver.until(lambda: "qr" in screen.made)
        await driver.settle()
        is_small = size != (200, 80)
        assert ("Too large to show here" in driver.text()) == is_small
        assert ("▀" in driver.text()) != is_small

    drive(journey, library, EXAMPLE, size)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_age_of_sigmar_has_its_header_too(library: Library, lang: Lang) -> None:
    async def journey(driver: Driver) -> None:
        assert "1970/2000" in _header(driver)[1]
        assert driver.app.accent is not None

    drive(journey, library, SIGMAR, lang=lang)
