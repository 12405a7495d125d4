"""Two builders that save one file in one instant: real processes, and the second always notices."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.model.edit import make_set_edit
from listbuilder.model.problem import Unreadable
from listbuilder.workspace import saved_versions, saving
from listbuilder.workspace.saving import ChangedOnDisk
from listbuilder.workspace.session import Session
from tests.own_state import EXAMPLE, ROOT

RACES = {("old", "one"): 60, ("old", "two"): 20, ("new", "one"): 20, ("new", "two"): 20}

# Opens each file, changes it, and saves at a word from outside; says how each save went.
_BUILDER = """
import sys
from pathlib import Path
from listbuilder.workspace.saving import AlreadyThere, ChangedOnDisk
from listbuilder.workspace.session import Session
from listbuilder.model.edit import make_set_edit
from listbuilder.data.library import Library
library, me = Library(), sys.argv[1]
for line in sys.stdin:
    how, name = line.split(None, 1)
    path = Path(name.strip())
    if how == "old":
        session = Session.open(path, library)
    else:
        session = Session.create({"system": "warhammer-40k-10e", "faction": "necrons", "units": []}, library)
    session.apply(make_set_edit(me, "name"))
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        session.save(None if how == "old" else path)
        print("saved", flush=True)
    except (ChangedOnDisk, AlreadyThere) as error:
        print(type(error).__name__, flush=True)
    session.close()
"""


class Other:
    def __init__(self, name: str, state: Path) -> None:
        self.name = name
        self.process = subprocess.Popen(
            [sys.executable, "-c", _BUILDER, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
            env=os.environ | {"LISTBUILDER_STATE": str(state)},
        )  # fmt: skip

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def end(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


@pytest.mark.slow
@pytest.mark.parametrize(("how", "states"), RACES)
def test_the_second_notices(how: str, states: str, tmp_path: Path) -> None:
    """Of one user, or of two; a file that was there, or one that both would make."""
    builders = [
        Other(name, tmp_path / ("state" if states == "one" else name)) for name in ("Anna", "Bert")
    ]
    refused = "ChangedOnDisk" if how == "old" else "AlreadyThere"
    try:
        for number in range(RACES[how, states]):
            file = tmp_path / f"list{number}.yaml"
            if how == "old":
                file.write_bytes(EXAMPLE.read_bytes())
            for each in builders:
                each.tell(f"{how} {file}")
            assert [each.hear() for each in builders] == ["ready", "ready"]
            for each in builders:
                each.tell("now")
            told = {each.name: each.hear() for each in builders}
            assert sorted(told.values()) == sorted(["saved", refused]), number
            [winner] = [name for name, how_it_went in told.items() if how_it_went == "saved"]
            assert f"name: {winner}\n" in file.read_text()
    finally:
        for each in builders:
            each.end()
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_a_link_and_its_file_are_one(
    session: Session, library: Library, file: Path, tmp_path: Path
) -> None:
    link = tmp_path / "elsewhere" / "link.yaml"
    link.parent.mkdir()
    link.symlink_to(file)
    other = Session.open(link, library)
    session.apply(make_set_edit("mine", "name"))
    other.apply(make_set_edit("theirs", "name"))
    session.save()
    with pytest.raises(ChangedOnDisk):
        other.save()
    other.save(force=True)
    assert link.is_symlink()
    assert "name: theirs\n" in file.read_text()
    assert [save.read_text() for save in saved_versions.list_saves(link)] == [
        save.read_text() for save in saved_versions.list_saves(file)
    ]


def test_what_another_program_writes_in_between_is_noticed(
    session: Session, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor waits for no lock: it is looked at once more after all that takes time."""
    session.apply(make_set_edit("mine", "name"))
    real = saved_versions.keep_save

    def slow(path: Path, raw: bytes) -> None:
        real(path, raw)
        file.write_bytes(b"system: other\n")

    monkeypatch.setattr(saved_versions, "keep_save", slow)
    with pytest.raises(ChangedOnDisk):
        session.save()
    assert file.read_bytes() == b"system: other\n"
    assert session.dirty


def test_a_save_that_never_ends_is_not_waited_for_without_end(
    session: Session, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.apply(make_set_edit("mine", "name"))
    monkeypatch.setattr(saving, "PATIENCE", 0.05)
    handle = os.open(file.parent, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        with pytest.raises(Unreadable) as caught:
            session.save()
    finally:
        os.close(handle)
    assert caught.value.problems[0].key == "cannot_write"
    assert file.read_bytes() == EXAMPLE.read_bytes()
    session.save()
    assert b"name: mine\n" in file.read_bytes()


@pytest.mark.parametrize("state_too", [False, True])
def test_where_folders_cannot_be_locked(
    state_too: bool, session: Session, file: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over a network: a lock of our own instead, and where there is no place for that either, none."""
    session.apply(make_set_edit("mine", "name"))

    def none(_: str) -> int:
        raise OSError(9, "Bad file descriptor")

    monkeypatch.setattr(saving, "_open_folder", none)
    if state_too:
        session.close()
        (state / "locks").parent.mkdir(exist_ok=True)
        (state / "locks").write_text("")
    session.save()
    assert b"name: mine\n" in file.read_bytes()
    assert (state / "locks").is_dir() is not state_too


def test_a_file_that_cannot_be_looked_at_is_not_taken_for_none(
    session: Session, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.apply(make_set_edit("mine", "name"))
    real = Path.read_bytes

    def broken(path: Path) -> bytes:
        if path == file:
            raise OSError(5, "Input/output error")
        return real(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", broken)
        with pytest.raises(Unreadable):
            session.save()
    assert file.read_bytes() == EXAMPLE.read_bytes()
    session.save()


def test_into_a_pipe_or_device_from_the_builder(session: Session, file: Path) -> None:
    session.apply(make_set_edit("mine", "name"))
    session.save_copy(Path("/dev/null"))
    assert Path("/dev/null").is_char_device()
    session.save(Path("/dev/null"))
    assert Path("/dev/null").is_char_device()
    assert not session.has_changed_on_disk()
    assert saved_versions.list_saves(Path("/dev/null")) == []
