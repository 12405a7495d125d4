"""A disk that fails at the n-th call: no traceback, nothing lost that is there, and no state that never was."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.model.edit import make_set_edit
from listbuilder.model.problem import Unreadable
from listbuilder.workspace import journal, locked_file
from listbuilder.workspace.session import Session

from .faults import Faults, faults
from .story import DEEDS, RAW, files, tell

# What fails, and how much of a write is done all the same. Taking back a short write may fail too: that is "ftruncate".
KINDS = [
    ("open", None),
    ("mkdir", None),
    ("rename", None),
    ("write", None),
    ("write", 0),
    ("write", 7),
    ("ftruncate", 7),
]
AND_SAVING = [*KINDS, ("fsync", None), ("replace", None)]


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    path = tmp_path / "rotten.yaml"
    path.write_bytes(RAW)
    return path


@contextlib.contextmanager
def _failing(call: str, start: int, lasting: bool, part: int | None) -> Iterator[Faults]:
    if call == "ftruncate":
        with (
            faults("write", start, lasting=lasting, part=part) as writes,
            faults("ftruncate", 1, lasting=lasting),
        ):
            yield writes
    else:
        with faults(call, start, lasting=lasting, part=part) as calls:
            yield calls


def _killed(session: Session) -> None:
    """As the end of the process leaves it: closed, with nothing more written."""
    if session._journal is not None:
        session._journal.release_files()


def _found(library: Library) -> Session | None:
    found = journal.find_left_behind()
    return Session.recover(found[0], library) if found else None


def _deeds_and_a_save(session: Session) -> list[Any]:
    states = [deepcopy(session.data)]
    for deed in DEEDS[:4]:
        deed(session)
        states.append(deepcopy(session.data))
    with contextlib.suppress(Unreadable):
        session.save()
    for deed in DEEDS[4:]:
        deed(session)
        states.append(deepcopy(session.data))
    return states


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize(("call", "part"), AND_SAVING, ids=str)
@pytest.mark.slow_but(4)
def test_a_session(
    call: str, part: int | None, lasting: bool, roster: Path, state: Path, library: Library
) -> None:
    for start in range(1, 1000):
        shutil.rmtree(state, ignore_errors=True)
        roster.write_bytes(RAW)
        with _failing(call, start, lasting, part) as failing:
            session = Session.open(roster, library)
            states = _deeds_and_a_save(session)
            said, saved = session.autosave_failed, roster.read_bytes()
        if not failing.hit:
            assert start > 1, f"{call} is never called"
            return
        _killed(session)
        again = _found(library)
        if again is not None:
            assert again.data in states, start
            again.close(keep=True)
        if said is None:
            assert (again.data if again else None) == states[-1], start
        if call != "ftruncate":
            assert not list(state.rglob("*.journal-new")), "no scraps"
        assert (
            saved == RAW or b"scabos" in saved or b"\xe8\x85\x90" in saved
        )  # the player's file: as it was, or as saved
    raise AssertionError(f"{call} is called without end")


@pytest.mark.parametrize(("call", "part"), KINDS, ids=str)
def test_when_the_disk_is_well_again_everything_is_there(
    call: str, part: int | None, roster: Path, state: Path, library: Library
) -> None:
    """Not only what is changed from then on; and it is said as long as it is so."""
    for start in range(1, 1000):
        shutil.rmtree(state, ignore_errors=True)
        session = Session(RAW, library, roster)
        with _failing(call, start, True, part) as failing:
            states = tell(session)
            said = session.autosave_failed
        if not failing.hit:
            assert start > 1, f"{call} is never called"
            return
        assert said, start
        session.flush_recovery_file()
        assert session.autosave_failed is None
        _killed(session)
        again = _found(library)
        assert again is not None
        assert again.data == states[-1], start
        for state_before in _undone(again):
            assert state_before in states
        assert again.build_text() == RAW
        again.close()


def _undone(session: Session) -> Iterator[Any]:
    while session.undo():
        yield session.data


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize(("call", "part"), [*KINDS, ("fsync", None)], ids=str)
def test_taking_up_a_damaged_one(
    call: str, part: int | None, lasting: bool, roster: Path, state: Path, library: Library
) -> None:
    session = Session(RAW, library, roster)
    states = tell(session)
    session.close(keep=True)
    [file] = (state / "recovery").iterdir()
    damaged = file.read_bytes()[:-30]
    for start in range(1, 1000):
        shutil.rmtree(state)
        file.parent.mkdir(parents=True)
        file.write_bytes(damaged)
        said: str | None = "not taken up"
        with _failing(call, start, lasting, part) as failing:
            for found in journal.scan_recovery_folder().found:
                try:
                    taken = Session.recover(found, library)
                except locked_file.NotTakenUp as error:
                    assert call == "open"
                    assert error.reason
                    continue
                assert taken.data == states[-2]
                taken.apply(make_set_edit("on", "player"))
                said = taken.autosave_failed
                _killed(taken)
        again = _found(library)
        assert again is not None
        on = {**states[-2], "player": "on"}
        assert again.data == on if said is None else again.data in (states[-2], on), start
        again.close(keep=True)
        assert damaged in files(file.parent), start
        if not failing.hit:
            assert start > 1, f"{call} is never called"
            return
    raise AssertionError(f"{call} is called without end")


@pytest.mark.parametrize("how", ["changed", "saved"])
def test_a_damaged_one_that_could_not_be_set_aside_at_once(
    how: str, roster: Path, state: Path, library: Library
) -> None:
    """Neither a new file nor another name for the old one: and when that is over, it is offered no more."""
    session = Session(RAW, library, roster)
    states = tell(session)
    session.close(keep=True)
    [file] = (state / "recovery").iterdir()
    damaged = file.read_bytes()[:-30]
    for call in ("rename", "write"):
        shutil.rmtree(state / "recovery")
        file.parent.mkdir()
        file.write_bytes(damaged)
        roster.write_bytes(RAW)
        [found] = journal.find_left_behind()
        with faults(call, 1, lasting=True):
            taken = Session.recover(found, library)
            assert taken.autosave_failed
            assert journal.find_left_behind() == []  # it is held
            if how == "saved":
                taken.save()
        if how == "saved":
            taken.close()
            assert journal.scan_recovery_folder() == journal.RecoveryFolder([], [], [])
        else:
            taken.apply(make_set_edit("on", "player"))
            taken.close(keep=True)
            [again] = journal.find_left_behind()
            assert Session.recover(again, library).data == {**states[-2], "player": "on"}
        assert not file.exists()
        assert damaged in files(file.parent)


def test_a_name_that_is_given_later(roster: Path, state: Path, library: Library) -> None:
    """The new file is there and whole, and the damaged one cannot be given another name yet."""
    session = Session(RAW, library, roster)
    tell(session)
    session.close(keep=True)
    [file] = (state / "recovery").iterdir()
    file.write_bytes(file.read_bytes()[:-30])
    [found] = journal.find_left_behind()
    with faults("rename", 2):
        taken = Session.recover(found, library)
    assert taken.autosave_failed is None
    assert file.exists()
    assert journal.find_left_behind() == []  # held all the same
    taken.apply(make_set_edit("on", "player"))
    assert not file.exists()


@pytest.mark.parametrize("part", [None, 0, 1, 20])
def test_a_write_that_fails_once_is_made_again(
    part: int | None, roster: Path, state: Path, library: Library
) -> None:
    session = Session(RAW, library, roster)
    session.apply(make_set_edit("one", "name"))
    [file] = (state / "recovery").iterdir()
    inode = file.stat().st_ino
    with faults("write", 1, part=part):
        session.apply(make_set_edit("two", "name"))
    assert session.autosave_failed is None
    [file] = (
        state / "recovery"
    ).iterdir()  # in the same file, and behind nothing that was written in vain
    assert file.stat().st_ino == inode
    assert len(file.read_bytes().splitlines()) == 3
    _killed(session)
    again = _found(library)
    assert again is not None
    assert (again.data["name"], again.recovered) == ("two", None)


def test_a_file_past_help_is_replaced_by_another(
    roster: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one on a server that was away for a while: whatever is written into it fails, and into others not."""
    session = Session(RAW, library, roster)
    session.apply(make_set_edit("one", "name"))
    [file] = journal.get_recovery_folder().iterdir()
    inode, write = file.stat().st_ino, os.write

    def stale(descriptor: int, content: bytes) -> int:
        if os.fstat(descriptor).st_ino == inode:
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))
        return write(descriptor, content)

    monkeypatch.setattr(os, "write", stale)
    session.apply(make_set_edit("two", "name"))
    assert session.autosave_failed is None
    session.apply(make_set_edit("three", "name"))
    _killed(session)
    again = _found(library)
    assert again is not None
    assert again.data["name"] == "three"
    again.undo()
    again.undo()
    assert again.data["name"] == "one"
    assert journal.find_left_behind() == []


@pytest.mark.slow
def test_a_disk_that_is_full_at_every_byte(roster: Path, state: Path, library: Library) -> None:
    """The system's own short writes: no file may grow beyond so many bytes."""
    whole = Session(RAW, library, roster)
    tell(whole)
    whole.close(keep=True)
    [file] = (state / "recovery").iterdir()
    size = file.stat().st_size
    for most in range(0, size + 1, 7):
        shutil.rmtree(state)
        session = Session(RAW, library, roster)
        with _no_file_beyond(most):
            states = tell(session)
            said = session.autosave_failed
        assert said, most
        on_disk = sum(len(content) for content in files(state))
        assert on_disk <= most
        _killed(session)
        again = _found(library)
        assert again is None or again.data in states
        if again is not None:
            again.close()


def test_a_disk_that_was_full_for_a_while(roster: Path, library: Library) -> None:
    session = Session(RAW, library, roster)
    session.apply(make_set_edit("first", "name"))
    with _no_file_beyond(300):
        for number in range(20):
            session.apply(make_set_edit(f"number {number}", "name"))
        assert session.autosave_failed
    session.apply(make_set_edit("last", "name"))
    assert session.autosave_failed is None
    _killed(session)
    again = _found(library)
    assert again is not None
    assert again.data["name"] == "last"
    again.undo()
    assert again.data["name"] == "number 19"


@contextlib.contextmanager
def _no_file_beyond(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_recovery_file_taken_away_is_written_anew(
    roster: Path, state: Path, library: Library
) -> None:
    session = Session(RAW, library, roster)
    session.apply(make_set_edit("one", "name"))
    shutil.rmtree(state)
    session.apply(make_set_edit("two", "name"))
    _killed(session)
    again = _found(library)
    assert again is not None
    assert again.data["name"] == "two"
    again.undo()
    assert again.data["name"] == "one"


def test_a_recovery_file_that_lost_its_end_is_written_anew(
    roster: Path, state: Path, library: Library
) -> None:
    session = Session(RAW, library, roster)
    session.apply(make_set_edit("one", "name"))
    session.apply(make_set_edit("two", "name"))
    [file] = (state / "recovery").iterdir()
    rest = file.read_bytes()[:-9]
    file.write_bytes(rest)
    session.apply(make_set_edit("three", "name"))
    assert session.autosave_failed is None
    _killed(session)
    again = _found(library)
    assert again is not None
    assert again.data["name"] == "three"
    assert len(journal.find_left_behind()) == 0
    assert rest in files(state / "recovery")
