"""Nothing that stands in the state folder stops the builder: junk, wrong types, folders, pipes, what may not be read."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.model.edit import make_set_edit
from listbuilder.workspace import folders, journal, saved_versions
from listbuilder.workspace.session import Session

from .story import RAW, files

JUNK = {
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "not-utf8": b'{"lang":"\xff\xfe","recent":[]}',
    "cut": b'{"lang":"ja","rec',
    "a-list": b"[1, 2]",
    "a-number": b"5",
    "null": b"null",
    "deep": b'{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "zeros": b"\0" * 5000,
    "large": b'{"lang":"' + b"j" * 2_000_000 + b'"}',
}


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    path = tmp_path / "rotten.yaml"
    path.write_bytes(RAW)
    return path


def _use_everything(roster: Path, library: Library) -> Session:
    """What a builder does with the state folder, from its start to its end."""
    folders.load_settings()
    [folders.is_there(path) for path in folders.list_recent_files()]
    journal.scan_recovery_folder()
    journal.scan_recovery_folder(roster)
    session = Session.open(roster, library)
    session.apply(make_set_edit("mine", "name"))
    session.save()
    session.apply(make_set_edit("mine again", "name"))
    for save in saved_versions.list_saves(roster):
        try:
            save.read_text()
        except OSError as error:
            assert error.strerror
    folders.change_settings(lang="ja", theme="nord")
    folders.remove_recent_file(roster)
    assert b"mine" in roster.read_bytes()
    assert session.data["name"] == "mine again"
    return session


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Who reads a pipe, or what has no end, would be at it for ever."""

    def late(*_: object) -> None:
        raise AssertionError(f"not done within {seconds} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", JUNK)
def test_settings_that_are_junk(name: str, roster: Path, library: Library, state: Path) -> None:
    state.mkdir()
    (state / "settings.json").write_bytes(JUNK[name])
    assert folders.load_settings() == folders.Settings()
    session = _use_everything(roster, library)
    session.close(keep=True)
    assert folders.load_settings().lang == "ja"
    assert JUNK[name] in files(state)  # set aside, not destroyed


def test_one_wrong_setting_costs_only_itself(state: Path) -> None:
    state.mkdir()
    (state / "settings.json").write_text(
        '{"lang": "zh", "theme": 5, "recent": ["/a", "/b"], "later": {}}'
    )
    assert folders.load_settings() == folders.Settings(lang="zh", theme=None, recent=["/a", "/b"])
    (state / "settings.json").write_text('{"lang": "zh", "theme": "nord", "recent": ["/a", 7]}')
    assert folders.load_settings() == folders.Settings(lang="zh", theme="nord", recent=[])


def test_recent_files_that_are_no_paths(roster: Path, library: Library, state: Path) -> None:
    names = [
        "",
        "\\u0000",
        "\\u0000!!",
        "a\\u0000b",
        "x" * 5000,
        "/" * 3000 + "y",
        "~",
        ".",
        "\\n",
        "\\u001b[2J",
        str(roster),
    ]
    state.mkdir()
    (state / "settings.json").write_text(
        f'{{"recent": [{", ".join(chr(34) + name + chr(34) for name in names)}]}}'
    )
    assert [path for path in folders.list_recent_files() if folders.is_there(path)] == [roster]
    _use_everything(roster, library).close()


PLACES = [
    "settings.json",
    "recovery",
    "history",
    "recovery/x.journal",
    "recovery/x.journal-new",
    "history/{key}",
    "history/{key}/{save}",
]
_SAVE = "29990101-120000-000000.yaml"  # the last of all


def _place(state: Path, name: str, roster: Path) -> Path:
    return state / name.format(key=saved_versions.get_save_folder(roster).name, save=_SAVE)


def _folder(place: Path) -> None:
    (place / "inside").mkdir(parents=True)


def _file(place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(b"\x00\xffjunk")


def _pipe(place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(place)


def _loop(place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(place)


def _to_nothing(place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(place.with_name("nowhere"))


def _endless(place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to("/dev/zero")


@pytest.mark.parametrize(
    "make",
    [_folder, _file, _pipe, _loop, _to_nothing, _endless],
    ids=lambda make: make.__name__[1:],
)
@pytest.mark.parametrize("name", PLACES)
def test_something_else_in_place_of(
    name: str, make: object, roster: Path, library: Library, state: Path
) -> None:
    place = _place(state, name, roster)
    make(place)  # type: ignore[operator]
    junk = files(state)
    with _within(20):
        session = _use_everything(roster, library)
        said = session.autosave_failed
        session.close(keep=True)
        found = journal.find_left_behind(roster)
    assert all(content in files(state) for content in junk)
    assert os.path.lexists(place) or name.endswith((".journal", "settings.json")), (
        "these two go by another name"
    )
    if said is None:
        [one] = found
        assert Session.recover(one, library).data["name"] == "mine again"
    else:
        assert name == "recovery"
    if name not in ("history", "history/{key}"):
        kept = [
            save for save in saved_versions.list_saves(roster) if save.has_text(roster.read_bytes())
        ]
        assert len(kept) == 1, "what is saved is kept, whatever stands beside it"
    if name == "settings.json":
        assert folders.load_settings().theme == "nord" or make in (_folder, _loop)


def test_the_state_folder_itself_is_something_else(
    roster: Path, library: Library, state: Path
) -> None:
    for make in (_file, _pipe, _loop, _to_nothing, _endless):
        make(state)
        with _within(20):
            session = _use_everything(roster, library)
            assert session.autosave_failed or make is _to_nothing
            session.close()
        state.unlink() if not state.is_dir() or state.is_symlink() else shutil.rmtree(state)
        roster.write_bytes(RAW)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else for a while")
@pytest.mark.parametrize("name", [".", *PLACES])
@pytest.mark.parametrize("mode", [0o000, 0o444, 0o555])
def test_what_may_not_be_read_or_written(
    name: str, mode: int, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    _forbidden(name, mode, library, monkeypatch)


def _forbidden(name: str, mode: int, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    import tempfile

    top = Path(tempfile.mkdtemp())
    nobody = 65534
    try:
        roster = top / "rotten.yaml"
        roster.write_bytes(RAW)
        state = top / "state"
        monkeypatch.setenv("LISTBUILDER_STATE", str(state))
        first = _use_everything(roster, library)
        first.close(keep=True)
        (state / "recovery" / "x.journal-new").write_bytes(b"scrap")
        shutil.copy(next((state / "recovery").glob("*.journal")), state / "recovery" / "x.journal")
        shutil.copy(roster, _place(state, f"history/{{key}}/{_SAVE}", roster))
        for path in (top, *top.rglob("*")):
            os.chown(path, nobody, nobody)
        place = _place(state, name, roster) if name != "." else state
        place.chmod(mode)
        os.seteuid(nobody)
        try:
            session = _use_everything(roster, library)
            session.close(keep=True)
        finally:
            os.seteuid(0)
    finally:
        shutil.rmtree(top)
