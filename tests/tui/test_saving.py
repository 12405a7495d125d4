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
    return [note.message for note in driver.app.notices]


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
        assert _told(driver)[-1] == f"Saved: {file}"
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
        told = _told(driver)[-1]
        assert said[lang] in told
        assert str(file) in told
        assert reader.read_yaml_file(file).data == driver.session.data

    drive(journey, library, file, lang=lang)


@pytest.mark.slow
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


def test_earlier_saves_say_what_they_changed(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("down", "x", "s", "down", "d", "s", "h")
        await driver.until(lambda: "first save" in driver.text())
        lines = [line for line in driver.text().split("\n") if "/2000 ✓" in line]
        assert ["1990/2000" in line for line in lines[-1:]] == [True]
        assert "− C'tan Shard of the Nightbringer" in lines[-2] and "1650/2000" in lines[-2]
        assert " + " in lines[-3]

    drive(journey, library, file)


def test_a_change_by_another_program_is_told_once(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        watch = driver.main._watch
        await driver.press("down", "x", "s")
        told = len(_told(driver))
        await watch.look()  # one's own save is no change
        assert len(_told(driver)) == told
        file.write_bytes(EXAMPLE.read_bytes().replace(b"Silent dynasty", b"Silent"))
        for _ in range(2):
            await watch.look()
        assert len(_told(driver)) == told + 1
        assert "list.yaml" in _told(driver)[-1]
        await driver.press("x", "s")
        assert "was changed by another program" in driver.question()
        await driver.press("u")  # use the version on disk
        assert driver.session.name == "Silent"

    drive(journey, library, file)


def test_a_read_only_file_is_asked_about(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        file.chmod(0o444)
        await driver.press("down", "x", "s")
        assert "is read-only" in driver.question()
        await driver.press("c")
        assert driver.session.dirty and file.read_bytes() == EXAMPLE.read_bytes()
        await driver.press("s", "r")
        assert not driver.session.dirty

    drive(journey, library, file)


def test_a_second_builder_is_told_of_the_first(library: Library, file: Path) -> None:
    from listbuilder.workspace.open_mark import OpenMark

    async def first(driver: Driver) -> None:
        assert _told(driver) == []
        assert OpenMark(file).is_taken
        driver.app.exit()

    async def second(driver: Driver) -> None:
        assert "Another listbuilder has list.yaml open too." in driver.text()

    drive(first, library, file)
    mark = OpenMark(file)
    assert not mark.is_taken
    drive(second, library, file)
    mark.remove()
    mark.remove()
    assert not OpenMark(file).is_taken
