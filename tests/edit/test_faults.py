"""A disk that fails at the n-th call: no traceback, nothing lost that is there, and no state that never was."""

from __future__ import annotations

import contextlib
import resource
import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from listbuilder.edit import journal
from listbuilder.edit.session import Session
from listbuilder.model.edit import put
from listbuilder.model.problem import Unreadable
from listbuilder.store.library import Library

from .faults import Faults, faults
from .story import DEEDS, RAW, files, tell

# What fails, and how much of a write is done all the same. Taking back a short write may fail too: that is "ftruncate".
KINDS = [("open", None), ("mkdir", None), ("rename", None), ("write", None), ("write", 0), ("write", 7), ("ftruncate", 7)]
AND_SAVING = [*KINDS, ("fsync", None), ("replace", None)]


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    path = tmp_path / "rotten.yaml"
    path.write_bytes(RAW)
    return path


@contextlib.contextmanager
def _failing(call: str, start: int, lasting: bool, part: int | None) -> Iterator[Faults]:
    if call == "ftruncate":
        with faults("write", start, lasting=lasting, part=part) as writes, faults("ftruncate", 1, lasting=lasting):
            yield writes
    else:
        with faults(call, start, lasting=lasting, part=part) as calls:
            yield calls


def _killed(session: Session) -> None:
    """As the end of the process leaves it: closed, with nothing more written."""
    if session._journal is not None:
        session._journal.abandon()


def _found(library: Library) -> Session | None:
    found = journal.left_behind()
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
def test_a_session(call: str, part: int | None, lasting: bool, roster: Path, state: Path, library: Library) -> None:
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
        assert saved == RAW or b"scabos" in saved or b"\xe8\x85\x90" in saved  # the player's file: as it was, or as saved
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
            return
        assert said, start
        session.keep()
        assert session.autosave_failed is None
        _killed(session)
        again = _found(library)
        assert again is not None
        assert again.data == states[-1], start
        for state_before in _undone(again):
            assert state_before in states
        assert again.text() == RAW
        again.close()


def _undone(session: Session) -> Iterator[Any]:
    while session.undo():
        yield session.data


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize(("call", "part"), [*KINDS, ("fsync", None)], ids=str)
def test_taking_up_a_damaged_one(call: str, part: int | None, lasting: bool, roster: Path, state: Path, library: Library) -> None:
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
            for found in journal.look().found:
                try:
                    taken = Session.recover(found, library)
                except journal.NotTakenUp as error:
                    assert call == "open"
                    assert error.reason
                    continue
                assert taken.data == states[-2]
                taken.apply(put("on", "player"))
                said = taken.autosave_failed
                _killed(taken)
        again = _found(library)
        assert again is not None
        on = {**states[-2], "player": "on"}
        assert again.data == on if said is None else again.data in (states[-2], on), start
        again.close(keep=True)
        assert damaged in files(file.parent), start
        if not failing.hit:
            return
    raise AssertionError(f"{call} is called without end")


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
    session.apply(put("first", "name"))
    with _no_file_beyond(300):
        for number in range(20):
            session.apply(put(f"number {number}", "name"))
        assert session.autosave_failed
    session.apply(put("last", "name"))
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


def test_a_recovery_file_taken_away_is_written_anew(roster: Path, state: Path, library: Library) -> None:
    session = Session(RAW, library, roster)
    session.apply(put("one", "name"))
    shutil.rmtree(state)
    session.apply(put("two", "name"))
    _killed(session)
    again = _found(library)
    assert again is not None
    assert again.data["name"] == "two"
    again.undo()
    assert again.data["name"] == "one"


def test_a_recovery_file_that_lost_its_end_is_written_anew(roster: Path, state: Path, library: Library) -> None:
    session = Session(RAW, library, roster)
    session.apply(put("one", "name"))
    session.apply(put("two", "name"))
    [file] = (state / "recovery").iterdir()
    rest = file.read_bytes()[:-9]
    file.write_bytes(rest)
    session.apply(put("three", "name"))
    assert session.autosave_failed is None
    _killed(session)
    again = _found(library)
    assert again is not None
    assert again.data["name"] == "three"
    assert len(journal.left_behind()) == 0
    assert rest in files(state / "recovery")
