"""Export with its preview, spending what is left, comparing with another list."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.link import read_link
from listbuilder.tui.screens.export import LINK, PURPOSES, ExportScreen, get_purpose
from tests.own_state import EXAMPLE

from .driving import NARROW, WIDE, Driver, drive

SHORT = """\
system: warhammer-40k-10e
name: Short
faction: necrons
battle_size: strike-force
detachment: awakened-dynasty
units:
  - {datasheet: overlord, models: 1, warlord: true}
  - {datasheet: necron-warriors, models: 20}
"""


def _file(tmp_path: Path) -> Path:
    file = tmp_path / "short.yaml"
    file.write_text(SHORT, encoding="utf-8")
    return file


async def _until(driver: Driver, text: str) -> str:
    await driver.see(text)
    return driver.text()


@pytest.mark.parametrize("size", [(60, 20), NARROW, WIDE])
@pytest.mark.slow_but(1)
def test_the_preview_is_what_is_written(
    library: Library, tmp_path: Path, size: tuple[int, int]
) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("E")
        screen = driver.app.screen
        assert isinstance(screen, ExportScreen)
        await _until(driver, "20x Necron")
        await driver.press("c")  # of what is shown
        await driver.until(lambda: "Necron Warriors" in driver.app.clipboard)
        copied = driver.app.clipboard
        await driver.press("enter", "enter")
        assert (tmp_path / "short.txt").read_text(encoding="utf-8") == copied

    drive(journey, library, _file(tmp_path), size)


def test_forms_stand_by_what_they_are_for(library: Library, tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("E")
        screen = driver.app.screen
        assert isinstance(screen, ExportScreen)
        text = driver.text()
        places = [
            text.index(each)
            for each in ("For your opponent", "For printing", "For a tournament", "For other apps")
        ]
        assert places == sorted(places)
        assert [get_purpose(form) for form in ("html", "pdf", "wtc", "rosz")] == [
            *PURPOSES,
            "programs",
        ]
        await driver.type("wtc")
        assert screen.form == "wtc"

    drive(journey, library, _file(tmp_path))


def test_what_is_left_is_spent(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("down", "down", "x")
        before = driver.session.position.points
        assert before is not None and driver.session.position.verdict == "legal"
        await driver.press("F")
        await _until(driver, "points left")
        await driver.press("enter")
        after = driver.session.position
        assert (
            after.verdict == "legal" and after.points is not None and before < after.points <= 2000
        )
        await driver.press("u", "u")
        assert driver.session.build_text() == EXAMPLE.read_bytes()

    drive(journey, library, file)


def test_nothing_to_spend_is_said(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("F")
        await driver.until(lambda: len(driver.app.notices) > 1)
        assert any("10" in note.message for note in driver.app.notices)
        assert driver.session.build_text() == EXAMPLE.read_bytes()

    drive(journey, library, file, notices=True)


def test_another_list_is_compared(library: Library, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(
        SHORT.replace("models: 20", "models: 10").replace("overlord", "royal-warden"),
        encoding="utf-8",
    )

    async def journey(driver: Driver) -> None:
        await driver.press("D")
        await driver.type("another list")
        await driver.press("enter")
        await driver.press("ctrl+u", *str(other), "enter")
        text = await _until(driver, "Differences from")
        assert "Overlord" in text and "Royal Warden" in text and "20 → 10" in text
        await driver.press("escape")
        assert not driver.session.dirty

    drive(journey, library, _file(tmp_path))


def test_a_changed_note_is_a_difference(library: Library, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    noted = SHORT.replace("models: 20}", "models: 20, notes: stays behind}")
    other.write_text(noted, encoding="utf-8")

    async def journey(driver: Driver) -> None:
        await driver.press("D")
        await driver.type("another list")
        await driver.press("enter")
        await driver.press("ctrl+u", *str(other), "enter")
        text = await _until(driver, "Differences from")
        assert "~ Necron Warriors" in text and "note: – → stays behind" in text

    drive(journey, library, _file(tmp_path))


# --- a link ---

PAGE = "https://example.org/lists/"


def test_a_link_is_shown_and_copied(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the window has room for it, the QR code is drawn too; Enter copies and writes no file."""
    monkeypatch.setenv("LISTBUILDER_PAGE", PAGE)

    async def journey(driver: Driver) -> None:
        await driver.press("Q")
        assert isinstance(driver.app.screen, ExportScreen) and driver.app.screen.form == LINK
        await _until(driver, "▄▄▄▄")
        assert "⏎ copy  Esc" in driver.text()
        await driver.press("enter")
        await driver.until(lambda: driver.app.clipboard.startswith(f"{PAGE}#l="))
        link = driver.app.clipboard.encode()
        assert b"necron-warriors" not in link and read_link(link, "link") is not None
        assert isinstance(driver.app.screen, ExportScreen)
        assert "Link copied" in await _until(driver, "Link copied")

    drive(journey, library, _file(tmp_path), (200, 60), notices=True)
    assert [each.name for each in tmp_path.glob("short*")] == ["short.yaml"]


def test_a_code_that_has_no_room_leaves_the_link(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LISTBUILDER_PAGE", PAGE)

    async def journey(driver: Driver) -> None:
        await driver.press("Q")
        text = await _until(driver, "Too large to show here")
        assert PAGE in text and "▄▄▄▄" not in text

    drive(journey, library, _file(tmp_path), NARROW)


def test_a_link_without_a_page_says_where_to_set_it(library: Library, tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("Q")
        await _until(driver, "no page that opens links is set")
        await driver.press("enter")
        await driver.until(lambda: driver.app.notices)
        assert "LISTBUILDER_PAGE" in driver.app.notices[-1].message and not driver.app.clipboard

    drive(journey, library, _file(tmp_path), notices=True)
