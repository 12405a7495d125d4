"""After a kill at any moment, the next start offers exactly the last state."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.model.edit import make_remove_edit, make_set_edit
from listbuilder.workspace import journal
from listbuilder.workspace.session import Session
from tests.own_state import EXAMPLE, ROOT

# Makes changes until it is killed, and says what it has made.
_VICTIM = """
import os, sys
from pathlib import Path
from listbuilder.workspace.session import Session
from listbuilder.model.edit import make_set_edit
from listbuilder.data.library import Library
session = Session.open(Path(sys.argv[1]), Library())
number = 0
while True:
    number += 1
    session.apply(make_set_edit(f"change {number}", "name"))
    if number % 5 == 0:
        session.undo()
    os.write(1, f"{number}\\n".encode())
"""


def _run_and_kill(file: Path, lines: int) -> int:
    """The last step the victim told of before it was killed."""
    victim = subprocess.Popen(
        [sys.executable, "-c", _VICTIM, str(file)], stdout=subprocess.PIPE, env=os.environ, cwd=ROOT
    )
    assert victim.stdout is not None
    told = [victim.stdout.readline().decode().strip() for _ in range(lines)]
    victim.kill()
    told += victim.stdout.read().decode().splitlines()
    victim.wait()
    victim.stdout.close()
    return int(told[-1])


def _after(step: int) -> str:
    """Every fifth change was taken back."""
    return f"change {step - 1 if step % 5 == 0 else step}"


@pytest.mark.parametrize("lines", [3, 50])
def test_killed(file: Path, library: Library, lines: int) -> None:
    told = _run_and_kill(file, lines)
    [found] = journal.find_left_behind(file)
    session = Session.recover(found, library)
    name = session.data["name"]
    # The kill may have come within the next step, and the file may know as much of it; it never knows less than was told.
    assert name in {_after(told), f"change {told + 1}", _after(told + 1)}
    while session.undo():
        pass
    assert session.build_text() == EXAMPLE.read_bytes()


def test_a_line_cut_off_is_a_change_nobody_saw(
    session: Session, file: Path, library: Library, state: Path
) -> None:
    session.apply(make_set_edit("seen", "name"))
    session.apply(make_set_edit("half written", "name"))
    session.close(keep=True)
    [recovery] = (state / "recovery").iterdir()
    recovery.write_bytes(recovery.read_bytes()[:-7])
    [found] = journal.find_left_behind(file)
    again = Session.recover(found, library)
    assert again.data["name"] == "seen"
    again.apply(make_set_edit("and on", "name"))
    again.close(keep=True)
    assert Session.recover(journal.find_left_behind(file)[0], library).data["name"] == "and on"


def test_undo_redo_saves_and_whole_texts_are_recovered(
    session: Session, file: Path, library: Library
) -> None:
    session.apply(make_set_edit("one", "name"))
    session.apply(make_remove_edit("units", 14))
    session.save()
    session.replace_text(EXAMPLE.read_bytes().replace(b"Silent", b"Loud"))
    session.apply(make_set_edit(5, "units", 6, "models"))
    session.undo()
    session.undo()
    session.redo()
    expected = session.build_text(), session.dirty, session.position.points
    session.close(keep=True)
    again = Session.recover(journal.find_left_behind(file)[0], library)
    assert (again.build_text(), again.dirty, again.position.points) == expected
    again.undo()
    assert not again.dirty
    assert again.build_text() == file.read_bytes()
    again.redo()
    again.redo()
    assert again.data["units"][6]["models"] == 5


def test_nothing_is_offered_after_a_save_or_a_proper_end(session: Session, file: Path) -> None:
    session.apply(make_set_edit("one", "name"))
    session.save()
    session.close(keep=True)
    assert journal.find_left_behind() == []


def test_a_running_program_keeps_its_file(session: Session, file: Path) -> None:
    session.apply(make_set_edit("one", "name"))
    assert journal.find_left_behind(file) == []
    session.close(keep=True)
    assert len(journal.find_left_behind(file)) == 1
    assert journal.find_left_behind(file.with_name("other.yaml")) == []


def test_a_new_roster_is_recovered_even_before_its_first_unit(library: Library) -> None:
    data = {"system": "warhammer-40k-10e", "faction": "necrons", "units": []}
    session = Session.create(data, library)
    session.keep_safe()
    session.close(keep=True)
    [found] = journal.find_left_behind()
    again = Session.recover(found, library)
    assert (again.data, again.path, again.dirty) == (data, None, True)


def test_a_file_changed_while_we_were_dead_is_noticed(
    session: Session, file: Path, library: Library
) -> None:
    session.apply(make_set_edit("mine", "name"))
    session.close(keep=True)
    file.write_text("theirs: 1\n")
    again = Session.recover(journal.find_left_behind(file)[0], library)
    assert again.has_changed_on_disk()
