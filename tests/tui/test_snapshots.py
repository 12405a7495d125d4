"""A handful of screens as they are seen, at both sizes and in the three languages.

Compared is the text with its place in cells, which is what a player reads; colours are the theme's. The stored
pictures are whole SVG files as the program makes them: LISTBUILDER_SNAPSHOTS=write makes them anew.
"""

from __future__ import annotations

import html
import os
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from listbuilder.data.library import Library
from listbuilder.i18n.messages import LANGS, Lang

from .driving import NARROW, WIDE, Driver, drive

STORED = Path(__file__).parent / "snapshots"
_CELL = 12.2  # width of a cell in Rich's SVG


def seen(svg: str) -> list[tuple[int, int, str]]:
    """Line, column and text of everything on the picture."""
    found = []
    for attributes, text in re.findall(r"<text ([^>]*)>([^<]*)</text>", svg):
        x, y = re.search(r'\bx="([\d.]+)"', attributes), re.search(r'\by="([\d.]+)"', attributes)
        words = html.unescape(text).replace("\xa0", " ").rstrip()
        if x and y and words.strip():
            found.append((round(float(y[1])), round(float(x[1]) / _CELL), words))
    return sorted(found)


async def _open(driver: Driver) -> None:
    """A roster with something wrong in it, and the fields of a unit."""
    driver.main.army_tree.move_cursor_to(("units", 1))
    await driver.press("e", "home", "down", "enter")


async def _compare(name: str, driver: Driver) -> None:
    await driver.until(lambda: driver.app.main is None or not driver.main.sheets.is_waiting)
    svg = driver.app.export_screenshot(title="listbuilder")
    file = STORED / f"{name}.svg"
    if os.environ.get("LISTBUILDER_SNAPSHOTS") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(svg, encoding="utf-8")
    assert seen(svg) == seen(file.read_text(encoding="utf-8"))
    width, height = driver.app.size
    lines = driver.text().split("\n")
    assert len(lines) == height
    assert {cell_len(line) for line in lines} == {width}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.slow_but(2)
def test_builder(library: Library, file: Path, size: tuple[int, int], lang: Lang) -> None:
    async def look(driver: Driver) -> None:
        await _open(driver)
        await _compare(f"builder-{size[0]}-{lang}", driver)
        if size == NARROW:
            await driver.press("3")
            await _compare(f"verdict-{size[0]}-{lang}", driver)

    drive(look, library, file, size, lang)


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_datasheet(library: Library, file: Path, size: tuple[int, int]) -> None:
    async def look(driver: Driver) -> None:
        await driver.press("down", "i")
        await _compare(f"datasheet-{size[0]}", driver)

    drive(look, library, file, size)


def test_home(library: Library) -> None:
    async def look(driver: Driver) -> None:
        await _compare("home", driver)

    drive(look, library)
