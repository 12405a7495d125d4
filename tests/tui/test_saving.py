"""What a save does to the player's file, and what can be had when the file is lost; with keys alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.workspace.session import Session
from listbuilder.yamlio import reader, writer
from tests.own_state import EXAMPLE

from .driving import Driver, drive


def _told(driver: Driver) -> list[str]:
    return [note.message for note in driver.app._notifications]


def test_two_units_out_of_the_example(library: Library, file: Path) -> None:
    """Of everything else in the file not a byte changes."""
    lines = EXAMPLE.read_text().splitlines(keepends=True)
    overlord, plasmancer = (
        lines.index(line)
        for line in lines
        if line.startswith(("  - id: overlord", "  - {id: plasmancer"))
    )
    expected = [line for number, line in enumerate(lines) if not overlord <= number < plasmancer]
    expected = [
        line
        for line in expected
        if line not in ("    overlord: phalanx\n", "    technomancer: wraiths\n")
    ]
    assert len(expected) == len(lines) - 12

    async def journey(driver: Driver) -> None:
        for place in (1, 0):
            driver.main.army_tree.move_cursor_to(("units", place))
            await driver.press("x")
        await driver.press("ctrl+s")
        assert _told(driver) == [f"Saved: {file}"]
        assert file.read_text() == "".join(expected)
        assert reader.read_yaml_file(file).data == driver.session.data

    drive(journey, library, file)


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.slow_but(1)
def test_a_file_written_anew_is_said_to_be(
    lang: Any, library: Library, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"en": "new layout", "ja": "書き方を保てなかった", "zh": "未能保留原有排版"}

    async def journey(driver: Driver) -> None:
        monkeypatch.setattr(writer, "write_by_layout", lambda *_, **__: "units: [")
        await driver.press("down", "x", "ctrl+s")
        [told] = _told(driver)
        assert said[lang] in told
        assert str(file) in told
        assert reader.read_yaml_file(file).data == driver.session.data

    drive(journey, library, file, lang=lang)


def test_earlier_saves_of_a_file_that_cannot_be_read(library: Library, file: Path) -> None:
    async def first(driver: Driver) -> None:
        await driver.press("down", "x", "ctrl+s")

    async def second(driver: Driver) -> None:
        assert "Can't read" in driver.text()
        await driver.press("down", "enter", "down", "enter")  # an earlier save; not the newest
        assert driver.session.build_text() == EXAMPLE.read_bytes()
        assert driver.session.dirty
        assert file.read_bytes() == b"units: ["
        await driver.press("ctrl+s")
        assert file.read_bytes() == EXAMPLE.read_bytes()

    async def third(driver: Driver) -> None:
        await driver.press("h", "down", "enter")  # the damaged one was kept too, and is refused
        assert driver.session.build_text() == EXAMPLE.read_bytes()

    drive(first, library, file)
    assert Session(file.read_bytes(), library).position.points == 1990 - 340
    file.write_bytes(b"units: [")
    drive(second, library, file)
    drive(third, library, file)


@pytest.mark.parametrize("lost", ["gone", "a folder", "too large"])
@pytest.mark.slow_but(1)
def test_earlier_saves_of_a_file_that_is_gone(lost: str, library: Library, file: Path) -> None:
    async def first(driver: Driver) -> None:
        await driver.press("down", "x", "ctrl+s")

    async def second(driver: Driver) -> None:
        await driver.press(*(["down"] if lost == "too large" else []), "enter", "down", "enter")
        assert driver.session.build_text() == EXAMPLE.read_bytes()
        await driver.press("ctrl+s")
        if lost == "gone":
            assert file.read_bytes() == EXAMPLE.read_bytes()
        else:
            assert driver.session.dirty

    drive(first, library, file)
    file.unlink()
    if lost == "a folder":
        file.mkdir()
    elif lost == "too large":
        file.write_bytes(b"#" * (reader.ROSTER_BYTES + 1))
    drive(second, library, file)


def test_without_earlier_saves_none_are_offered(library: Library, file: Path) -> None:
    file.write_bytes(b"units: [")

    async def journey(driver: Driver) -> None:
        assert "earlier save" not in driver.text()

    drive(journey, library, file)
