"""What the builder says of recovery files: how much of them it has, where the rest is, and what it cannot keep safe."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.i18n.messages import Lang
from listbuilder.model.edit import make_set_edit
from listbuilder.tui.screens.home import HomeScreen
from listbuilder.tui.text import Words
from listbuilder.tui.widgets import recovery_warning
from listbuilder.tui.widgets.recovery_warning import RecoveryWarning
from listbuilder.workspace import journal
from listbuilder.workspace.session import Session

from ..workspace.test_state_folder import JUNK
from .driving import NARROW, WIDE, Driver, drive


def _left_behind(file: Path, library: Library, changes: int, damaged: int | None = None) -> bytes:
    """A killed session's recovery file; with the line of one change damaged."""
    session = Session.open(file, library)
    for number in range(changes):
        session.apply(make_set_edit(f"name {number}", "name"))
    session.close(keep=True)
    return _damage(damaged) if damaged is not None else b""


def _damage(line: int) -> bytes:
    [journal_file] = journal.get_recovery_folder().glob("*.journal")
    lines = journal_file.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b"name", b"nome")
    journal_file.write_bytes(b"".join(lines))
    return journal_file.read_bytes()


def _flat(text: str) -> str:
    """What is wrapped on the screen, as one line."""
    return "".join(text.replace("│", " ").split())


def _said(driver: Driver) -> str:
    """What pops up for a while."""
    return " ".join(note.message for note in driver.app.notices)


_OFFERED = {
    "en": (
        "(12 of 15 unsaved changes readable)",
        "15 unsaved changes, but the recovery file is damaged; 12 of 15 can be restored",
    ),
    "ja": (
        "未保存の変更 15 件のうち 12 件",
        "未保存の変更が 15 件ありますが、復元ファイルが壊れているため、復元できるのは 12 件です",
    ),
    "zh": (
        "15 处未保存的更改中的 12 处",
        "有 15 处未保存的更改，但恢复文件已损坏，只能恢复其中 12 处",
    ),
}
_RECOVERED = {
    "en": "12 of 15 changes recovered",
    "ja": "変更 15 件のうち 12 件を復元しました",
    "zh": "已恢复 15 处更改中的 12 处",
}


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.slow_but(1)
def test_how_much_of_a_damaged_one_there_is(
    lang: Lang, file: Path, library: Library, state: Path
) -> None:
    damaged = _left_behind(file, library, 15, damaged=13)

    async def at_home(driver: Driver) -> None:
        assert _flat(_OFFERED[lang][0]) in _flat(driver.text())

    async def with_the_file(driver: Driver) -> None:
        assert _flat(_OFFERED[lang][1]) in _flat(driver.text())
        await driver.press("enter")
        assert driver.session.data["name"] == "name 11"
        assert _RECOVERED[lang] in _said(driver)
        [aside] = (state / "recovery").glob("*.damaged")
        assert aside.read_bytes() == damaged

    drive(at_home, library, lang=lang)
    drive(with_the_file, library, file, lang=lang)


def test_from_the_first_screen(file: Path, library: Library) -> None:
    _left_behind(file, library, 15, damaged=13)

    async def work(driver: Driver) -> None:
        await driver.press("home", "enter")
        assert driver.session.data["name"] == "name 11"
        assert _RECOVERED["en"] in _said(driver)

    drive(work, library)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.slow_but(1)
def test_what_cannot_be_read_is_set_aside_and_named(
    size: tuple[int, int], library: Library, state: Path
) -> None:
    folder = state / "recovery"
    folder.mkdir(parents=True)
    for name, content in JUNK.items():
        (folder / f"{name}.journal").write_bytes(content)

    async def work(driver: Driver) -> None:
        names = {file.name for file in folder.iterdir()}
        assert len(names) == len(JUNK)
        assert all(name.endswith(".damaged") for name in names)
        assert [
            line.left
            for line in driver.app.screen.query_one("#home").lines  # type: ignore[attr-defined]
            if "could not be read" in line.left
        ]
        said = " ".join(line.left for line in driver.app.screen.query_one("#home").lines)  # type: ignore[attr-defined]
        assert all(name in said for name in names)

    drive(work, library, size=size)


def test_a_roster_whose_changes_are_all_lost_is_opened_and_it_is_said(
    file: Path, library: Library, state: Path
) -> None:
    _left_behind(file, library, 3, damaged=1)

    async def work(driver: Driver) -> None:
        assert driver.session.data["name"] == "Silent dynasty"
        assert "3 unsaved changes could not be read" in _said(driver)
        assert len(list((state / "recovery").glob("*.damaged"))) == 1

    drive(work, library, file)


def test_each_of_several_is_asked_about(file: Path, library: Library) -> None:
    for number, name in enumerate(("older", "newer")):
        session = Session.open(file, library)
        session.apply(make_set_edit(name, "name"))
        session.close(keep=True)
        [kept] = [
            found.file
            for found in journal.find_left_behind()
            if found.story.lines[-1].edit == make_set_edit(name, "name")
        ]
        os.utime(kept, (1e9 + number, 1e9 + number))

    async def discard_and_recover(driver: Driver) -> None:
        await driver.press("down", "enter")  # the newer: not wanted
        await driver.press("enter")  # the older
        assert driver.session.data["name"] == "older"

    drive(discard_and_recover, library, file)


def test_one_that_is_no_roster_any_more_is_set_aside(library: Library, state: Path) -> None:
    from listbuilder.workspace import journal_entries

    folder = state / "recovery"
    folder.mkdir(parents=True)
    line, _ = journal_entries.format_line(
        journal_entries.encode_line(
            journal_entries.Head(
                raw=journal_entries.encode_base64(b"oystem: x\n"),
                path=None,
                disk=None,
                pending=True,
            )
        ),
        0,
    )
    (folder / "x.journal").write_bytes(line)

    async def work(driver: Driver) -> None:
        await driver.press("home", "enter")
        assert isinstance(driver.app.screen, HomeScreen)
        assert "Could not be restored" in _said(driver)
        assert not any(
            isinstance(key, tuple) and key[0] == "recover"
            for key in driver.app.screen.query_one("#home").keys  # type: ignore[attr-defined]
        )

    drive(work, library)
    [aside] = folder.iterdir()
    assert aside.read_bytes() == line


def test_one_that_another_has_taken_up_meanwhile(file: Path, library: Library) -> None:
    _left_behind(file, library, 3)

    async def work(driver: Driver) -> None:
        [found] = journal.find_left_behind()
        other = Session.recover(found, library)
        await driver.press("home", "enter")
        assert isinstance(driver.app.screen, HomeScreen)
        assert "Another listbuilder is already editing these changes" in _said(driver)
        other.close()

    drive(work, library)


@pytest.mark.parametrize("content", JUNK.values(), ids=JUNK)
def test_settings_and_recent_files_that_are_junk(
    content: bytes, library: Library, state: Path
) -> None:
    state.mkdir()
    (state / "settings.json").write_bytes(content)

    async def work(driver: Driver) -> None:
        assert isinstance(driver.app.screen, HomeScreen)

    drive(work, library)


def test_recent_files_that_are_no_paths(file: Path, library: Library, state: Path) -> None:
    state.mkdir()
    names = ["", "\\u0000", "x" * 5000, "/" * 3000 + "y", "\\ud83d\\ude00", "[/b]", str(file)]
    listed = ", ".join(f'"{name}"' for name in names)
    (state / "settings.json").write_text(
        f'{{"lang": "fr", "theme": "no such theme", "recent": [{listed}]}}'
    )

    async def work(driver: Driver) -> None:
        assert "list.yaml" in driver.text()
        await driver.press("o")

    drive(work, library)


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_what_is_not_kept_safe_stays_on_the_screen_until_it_is(
    size: tuple[int, int],
    file: Path,
    library: Library,
    state: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recovery_warning, "TRY_AGAIN", 0.05)
    said = "Autosave is not working"
    tries: list[Session] = []
    try_again = RecoveryWarning._try_again

    def trying(warning: RecoveryWarning, session: Session, words: Words) -> None:
        tries.append(session)
        try_again(warning, session, words)

    monkeypatch.setattr(RecoveryWarning, "_try_again", trying)

    async def work(driver: Driver) -> None:
        assert said not in driver.text()
        if (state / "recovery").is_dir():
            (state / "recovery").rmdir()
        (state / "recovery").write_bytes(b"a file where the folder should be")
        await driver.press("down", "x")
        assert said in driver.text()
        await driver.press("down", "tab", "tab", "tab")
        so_far = len(tries)
        await driver.until(lambda: len(tries) > so_far + 1)
        assert said in driver.text()  # tried again, and still so
        (state / "recovery").unlink()
        await driver.until(lambda: said not in driver.text())  # without another change
        [line] = [found.story.lines for found in _of_the_living(state)]
        assert [each.op for each in line] == ["do"]

    drive(work, library, file, size)


def _of_the_living(state: Path) -> list[journal.LeftBehind]:
    from listbuilder.workspace import journal_entries

    found = []
    for file in (state / "recovery").glob("*.journal"):
        read = journal_entries.read_story(file.read_bytes())
        assert read is not None
        found.append(journal.LeftBehind(file, read, 0))
    return found
