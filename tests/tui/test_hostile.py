"""The builder's screens show names as text: nothing in them acts on the terminal, is markup, or breaks a line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len
from textual import events
from textual.widgets import Input, TextArea

from listbuilder.data.library import Library
from listbuilder.model.edit import make_set_edit
from listbuilder.model.safe_text import escape_hidden
from listbuilder.workspace import folders
from listbuilder.workspace.session import Session
from listbuilder.yamlio import reader
from tests.evil import FILE_NAME, FOREIGN, ILLEGAL, LINE, MUSTER, OTHERS, TEXT, UNREAD, acting

from .driving import NARROW, WIDE, Driver, drive
from .test_notices import read_of

SHOWN = "\\x1b[2K\\r\\x1b[32mFORGED"


def seen(driver: Driver, *expected: str) -> None:
    """What the screen holds is text, every row as wide as the screen, and what is to be seen is there."""
    text = driver.text()
    assert acting(text) == []
    assert {cell_len(line) for line in text.split("\n")} == {driver.app.size.width}
    for words in expected:
        assert words in text or words.replace(" ", "") in unwrapped(text), text


def unwrapped(text: str) -> str:
    """Return what the widest box of the screen says, without spaces: where its lines break hangs on how long a path is."""
    return "".join(max(line.split("│"), key=cell_len) for line in text.split("\n")).replace(" ", "")


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    folder = tmp_path / FILE_NAME.replace(".yaml", "")
    folder.mkdir()
    return written(folder / FILE_NAME, MUSTER)


def written(path: Path, roster: dict[str, Any]) -> Path:
    path.write_text(json.dumps(roster).replace("\x7f", "\\u007f"))
    return path


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.slow_but(1)
def test_home(library: Library, evil: Path, size: tuple[int, int]) -> None:
    """Files that were open lately, and what a crash left behind."""
    folders.record_recent_file(evil)

    async def left(driver: Driver) -> None:
        await driver.press("down", "x")
        driver.session.close(keep=True)

    async def journey(driver: Driver) -> None:
        seen(driver, "a\\x1b[2K\\r", "Restore")
        await driver.press("enter")  # take it up
        seen(driver)
        await driver.press("q")
        seen(driver, "unsaved changes")

    drive(left, library, evil)
    drive(journey, library, size=size)


def test_what_was_left_of_this_very_file(library: Library, evil: Path) -> None:
    async def left(driver: Driver) -> None:
        await driver.press("down", "x")
        driver.session.close(keep=True)

    async def journey(driver: Driver) -> None:
        seen(driver, "FORGED")

    drive(left, library, evil)
    drive(journey, library, evil)


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize(
    "roster",
    [MUSTER, ILLEGAL, UNREAD, *OTHERS],
    ids=lambda each: str(each["system"])[:15] + str(len(each)),
)
@pytest.mark.slow_but(1)
def test_every_pane(
    library: Library, tmp_path: Path, roster: dict[str, Any], size: tuple[int, int]
) -> None:
    file = written(tmp_path / FILE_NAME, roster)

    async def journey(driver: Driver) -> None:
        seen(driver, "\\x1b")
        if driver.app.main is None:  # asked what to do with a file that cannot be read
            return
        for _ in range(6):
            await driver.press("down")
            seen(driver)
            await driver.press("enter")
            seen(driver)
            await driver.press("escape")
        await driver.press("3", "down", "down", "down")
        seen(driver)
        await driver.press("1", "f")
        seen(driver)
        await driver.press("escape", "escape", "a")
        await driver.tried()
        seen(driver)

    drive(journey, library, file, size)


@pytest.mark.slow
def test_dialogs(library: Library, evil: Path, tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        for keys in (
            ["down", "n"],
            ["m"],
            ["e"],
            ["S"],
            ["R"],
            ["C"],
            ["i"],
            ["T"],
            ["question_mark"],
        ):
            await driver.press(*keys)
            seen(driver)
            await driver.press("escape")
        await driver.press("n")
        seen(driver, SHOWN[:20])  # in the field to type in
        await driver.press("escape", "g", "enter")  # the name of the list
        seen(driver)
        await driver.press("escape", "escape", "x", "s")
        await driver.see("Saved")
        seen(driver)  # with the file's name, in a notice
        await driver.press("E", *"markdown", "enter")
        seen(driver)
        await driver.press("enter")
        await driver.until(lambda: "Written" in read_of(driver))
        seen(driver)

    drive(journey, library, evil, notices=True)


def test_a_name_that_is_looked_at_stays_what_it_is(library: Library, evil: Path) -> None:
    """The field shows escapes; what is not touched there is not changed in the roster."""

    async def journey(driver: Driver) -> None:
        await driver.press("down", "n")
        unit = driver.main.path[1]
        field = driver.app.screen.query_one(Input)
        assert field.value == escape_hidden(TEXT)
        await driver.press("enter")
        assert driver.session.data["units"][unit]["name"] == TEXT
        await driver.press("n", "end", "x", "enter")
        assert driver.session.data["units"][unit]["name"] == TEXT + "x"
        await driver.press("n")
        driver.app.screen.query_one(Input).post_message(events.Paste("\u202ea\x1b[2Kb"))
        await driver.settle()
        seen(driver)
        assert "\\u202ea\\x1b[2Kb" in driver.app.screen.query_one(Input).value
        await driver.press("escape", "S")
        await driver.press("enter")  # the path that was proposed, not what is shown of it
        copy = evil.with_name(f"{evil.stem}-2.yaml")
        assert driver.session.path == copy and not driver.session.dirty
        assert {each.name for each in evil.parent.iterdir()} == {evil.name, copy.name}

    drive(journey, library, evil)


def test_the_text_of_a_file_that_cannot_be_read(library: Library, tmp_path: Path) -> None:
    """Raw controls: the very thing that makes YAML unreadable must not reach the terminal from the editor of the text."""
    file = tmp_path / FILE_NAME
    raw = f"# {LINE}\nsystem: warhammer-40k-10e\nname: [b]{LINE}\n{LINE}: [\n".encode()
    file.write_bytes(raw)

    async def journey(driver: Driver) -> None:
        seen(driver, "Can't read", "a\\x1b[2K")
        await driver.press("enter")
        area = driver.app.screen.query_one(TextArea)
        seen(driver, "Evil\\x1b[2K")
        await driver.press("ctrl+s")  # still wrong, and said so
        seen(driver)
        area.move_cursor((0, 0))
        area.post_message(events.Paste("x\x1b[31m\u202ey"))
        await driver.settle()
        seen(driver, "x\\x1b[31m\\u202ey")
        await driver.press("ctrl+s")
        seen(driver)

    drive(journey, library, file)


def test_text_that_is_not_touched_stays_as_it_is(library: Library, tmp_path: Path) -> None:
    """A line keeps what cannot be seen in it, until someone changes that line."""
    file = tmp_path / "list.yaml"
    hidden = "# a\u200fb\u202ec\nsystem: warhammer-40k-10e\nname: d\u200be\nfaction: necrons\nbattle_size: incursion\n"
    hidden += "detachment: awakened-dynasty\nunits:\n\t\n  - {datasheet: overlord, warlord: true}\n".replace(
        "\t", ""
    )
    file.write_text(hidden, encoding="utf-8")

    async def journey(driver: Driver) -> None:
        await driver.press("y")
        seen(driver, "a\\u200fb\\u202ec", "name: d\\u200be")
        await driver.press("ctrl+s")
        assert driver.session.build_text().decode() == hidden
        assert not driver.session.dirty
        await driver.press("y")
        area = driver.app.screen.query_one(TextArea)
        area.move_cursor((3, len("faction: necrons")))
        await driver.press(*" # x", "ctrl+s")
        assert driver.session.build_text().decode() == hidden.replace(
            "faction: necrons", "faction: necrons # x"
        )

    drive(journey, library, file)


def test_import(library: Library, tmp_path: Path) -> None:
    for name in ("unknown.txt", "known.txt"):
        (tmp_path / name).write_text(FOREIGN[name], encoding="utf-8")

    def importing(name: str) -> Iterable[str]:
        return ("ctrl+u", *str(tmp_path / name), "enter")

    async def journey(driver: Driver) -> None:
        for name in ("unknown.txt", "known.txt"):
            await driver.press("i" if driver.app.main is None else "I", *importing(name))
            seen(driver)
            await driver.press("escape")
            seen(driver)

    drive(journey, library)


def test_notices(library: Library, evil: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reason of the system's, a name with markup: a notice is text."""

    async def journey(driver: Driver) -> None:
        driver.main.notify(f"no [/b] {LINE}")
        await driver.see("no [/b]")
        seen(driver)  # the rest stands on the next lines
        driver.app.notify(f"\\[/b] {LINE}", severity="error")
        await driver.until(lambda: len(driver.app.notices) > 1)
        seen(driver)

    drive(journey, library, evil, notices=True)


def test_what_the_driver_writes(library: Library, evil: Path) -> None:
    """Below the screen's text: the segments that Textual turns into bytes have no control of a name in them."""

    async def journey(driver: Driver) -> None:
        driver.session.apply(make_set_edit(TEXT, "units", 1, "notes"))
        await driver.settle()
        for strip in driver.app.screen._compositor.render_strips():
            assert acting(strip.render(driver.app.console).replace("\x1b[", "")) == []

    drive(journey, library, evil)


def test_the_file_itself_is_not_changed_by_being_shown(library: Library, evil: Path) -> None:
    before = evil.read_bytes()

    async def journey(driver: Driver) -> None:
        await driver.press("down", "down", "3", "1")

    drive(journey, library, evil)
    assert evil.read_bytes() == before
    session = Session(before, library)
    assert (
        session.data
        == msgspec.json.decode(json.dumps(MUSTER))
        == reader.read_yaml(before, "x").data
    )
