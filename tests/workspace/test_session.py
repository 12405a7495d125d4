"""The one writer: changes, the way back, the verdict after each, and what is on the disk when."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data import atomic_file
from listbuilder.data.library import Library
from listbuilder.model.army import Army
from listbuilder.model.edit import Edit, Step, make_remove_edit, make_set_edit
from listbuilder.model.finding import Stamped
from listbuilder.model.problem import Unreadable
from listbuilder.roster import commands
from listbuilder.roster.position import Position
from listbuilder.rules import engine
from listbuilder.workspace import folders, saved_versions
from listbuilder.workspace.saving import ReadOnly
from listbuilder.workspace.session import AlreadyThere, ChangedOnDisk, Session
from tests.own_state import EXAMPLE, ROOT


def test_an_opened_roster_is_judged(session: Session) -> None:
    assert (session.position.verdict, session.position.points, session.dirty) == (
        "legal",
        1990,
        False,
    )


def test_every_change_is_judged_and_told_once(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, judged = engine.run_rules, list[Army]()

    def counted(army: Army) -> list[Stamped]:
        judged.append(army)
        return judge(army)

    monkeypatch.setattr(engine, "run_rules", counted)
    heard: list[Position] = []
    stop = session.add_listener(heard.append)
    session.apply(make_remove_edit("units", 14))  # the Nightbringer, 340
    session.undo()
    session.redo()
    assert [position.points for position in heard] == [1650, 1990, 1650]
    assert [position.verdict for position in heard] == [
        "unread",
        "legal",
        "unread",
    ]  # the formations name him
    assert judged == [position.army for position in heard]
    stop()
    session.undo()
    assert len(heard) == 3


def test_opening_for_a_question_writes_nothing(file: Path, library: Library, state: Path) -> None:
    """Not of a file, nor of a roster that is new or was mended by hand: until a change, or until it is to be kept safe."""
    broken = EXAMPLE.read_bytes().replace(b"faction: necrons", b"faction: [necrons")
    mended = Session(broken, library, file, text=EXAMPLE.read_bytes())
    for session in (
        Session.open(file, library),
        Session.create({"system": "spearhead"}, library),
        mended,
    ):
        assert session.position.predict_effect(make_set_edit("x", "name")).possible == (
            session.army is not None
        )
        session.close()
    assert not state.exists()
    other = Session.open(file, library)
    other.apply(make_set_edit("x", "name"))
    assert state.exists()
    other.close()


def test_a_change_of_nothing_is_none(session: Session) -> None:
    assert session.apply(Edit(())) is False
    assert not session.can_undo


def test_undo_without_limit_leads_back_to_the_very_bytes(session: Session) -> None:
    for number in range(300):
        session.apply(make_set_edit(f"name {number}", "name"))
        session.apply(make_remove_edit("units", 0)) if number % 100 == 0 else None
    while session.undo():
        pass
    assert session.build_text() == EXAMPLE.read_bytes()
    assert not session.dirty
    while session.redo():
        pass
    assert session.data["name"] == "name 299"
    assert len(session.data["units"]) == 12


def test_a_new_change_ends_the_way_forward(session: Session) -> None:
    session.apply(make_set_edit("one", "name"))
    session.undo()
    session.apply(make_set_edit("two", "name"))
    assert not session.redo()
    assert session.data["name"] == "two"


def test_what_was_put_in_may_change_and_come_back(session: Session) -> None:
    """A value that an edit carries is not the value in the roster: later edits change only the latter."""
    unit = {"datasheet": "lychguard", "models": 5}
    session.apply(Edit((Step("insert", ("units", 15), unit),)))
    session.apply(make_set_edit(10, "units", 15, "models"))
    assert unit == {"datasheet": "lychguard", "models": 5}
    session.undo()
    session.undo()
    session.redo()
    assert session.data["units"][15] == {"datasheet": "lychguard", "models": 5}


def test_an_edit_that_does_not_fit_changes_nothing(session: Session) -> None:
    before = session.build_text()
    with pytest.raises(IndexError):
        session.apply(Edit((Step("set", ("name",), "x"), Step("remove", ("units", 99)))))
    assert session.build_text() == before
    assert not session.can_undo
    assert not session.position.predict_effect(make_remove_edit("units", 99)).possible


def test_trying_is_not_doing(session: Session) -> None:
    assert session.position.predict_effect(make_remove_edit("units", 14)).points == 1650
    assert (session.position.points, session.can_undo, session.build_text()) == (
        1990,
        False,
        EXAMPLE.read_bytes(),
    )


# --- saving ---


def test_only_save_writes_the_file_and_comments_stay(session: Session, file: Path) -> None:
    session.apply(make_set_edit(10, "units", 4, "models"))  # the 20 warriors
    assert file.read_bytes() == EXAMPLE.read_bytes()
    assert session.dirty
    session.save()
    before, after = EXAMPLE.read_text().splitlines(), file.read_text().splitlines()
    changed = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    assert len(changed) == 1
    assert "models: 20" in changed[0][0]
    assert "models: 10" in changed[0][1]
    assert not session.dirty
    session.undo()
    assert session.dirty
    session.redo()
    assert not session.dirty


def test_a_save_that_cannot_be_gone_back_to_is_never_clean_again(session: Session) -> None:
    session.apply(make_set_edit("a", "name"))
    session.save()
    session.undo()
    session.apply(make_set_edit("b", "name"))
    assert session.dirty
    session.undo()
    assert session.dirty


def test_a_file_changed_meanwhile_is_not_overwritten_unasked(session: Session, file: Path) -> None:
    session.apply(make_set_edit("mine", "name"))
    file.write_text("system: other\n")
    assert session.has_changed_on_disk()
    with pytest.raises(ChangedOnDisk):
        session.save()
    assert file.read_text() == "system: other\n"
    session.save(force=True)
    assert "mine" in file.read_text()
    assert [save.read_text() for save in saved_versions.list_saves(file)][
        1
    ] == b"system: other\n"  # theirs can be had again


def test_another_file_is_not_overwritten_unasked(session: Session, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text("precious")
    for deed in (session.save, session.save_copy, session.rename_file):
        with pytest.raises(AlreadyThere):
            deed(other)
    assert other.read_text() == "precious"


def test_a_full_disk_loses_nothing(
    session: Session, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.apply(make_set_edit("mine", "name"))

    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(atomic_file, "write_file", full)
        with pytest.raises(Unreadable) as caught:
            session.save()
    assert caught.value.problems[0].key == "cannot_write"
    assert file.read_bytes() == EXAMPLE.read_bytes()
    assert session.dirty
    assert session.data["name"] == "mine"
    session.save()
    assert b"mine" in file.read_bytes()


def test_a_folder_that_cannot_be_written_is_said(session: Session, tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("")
    with pytest.raises(Unreadable):
        session.save(tmp_path / "a-file" / "list.yaml")
    assert session.path == tmp_path / "list.yaml"


def test_autosave_without_a_place_is_said_and_stops_nobody(
    file: Path, library: Library, state: Path
) -> None:
    state.write_text("a file where the folder should be")
    session = Session.open(file, library)
    session.apply(make_set_edit("mine", "name"))
    assert session.autosave_failed
    state.unlink()
    session.apply(make_set_edit("mine still", "name"))
    assert session.autosave_failed is None


def test_save_under_another_name_rename_and_copy(
    session: Session, file: Path, tmp_path: Path
) -> None:
    session.apply(make_set_edit("mine", "name"))
    other, third, copy = (tmp_path / f"{name}.yaml" for name in ("other", "third", "copy"))
    session.save(other)
    assert session.path == other
    assert file.read_bytes() == EXAMPLE.read_bytes()
    session.rename_file(third)
    assert third.exists()
    assert not other.exists()
    assert len(saved_versions.list_saves(third)) == 1
    session.save_copy(copy)
    assert copy.read_bytes() == third.read_bytes()
    assert session.path == third
    assert folders.list_recent_files()[:2] == [copy, third]


def test_earlier_saves_can_be_had_again(session: Session, file: Path) -> None:
    for name in ("first", "second"):
        session.apply(make_set_edit(name, "name"))
        session.save()
    kept = saved_versions.list_saves(file)
    assert len(kept) == 3  # the file as it was found, and two saves
    session.replace_text(kept[-1].read_text())
    assert session.data["name"] == "Silent dynasty"
    assert session.build_text() == EXAMPLE.read_bytes()
    session.undo()
    assert session.data["name"] == "second"


def test_a_new_roster_has_no_file(library: Library, tmp_path: Path) -> None:
    data = {
        "system": "warhammer-40k-10e",
        "faction": "necrons",
        "battle_size": "strike-force",
        "units": [],
    }
    session = Session.create(data, library)
    assert session.dirty
    session.apply(make_set_edit("New", "name"))
    with pytest.raises(ValueError, match="name"):
        session.save()
    session.save(tmp_path / "new.yaml")
    assert Session.open(tmp_path / "new.yaml", library).data == {**data, "name": "New"}


# --- bad input ---


@pytest.mark.parametrize(
    "name", ["not-yaml", "tab", "empty", "duplicate-key", "not-utf-8", "a-list", "two-documents"]
)
def test_what_is_no_roster_is_refused_with_a_place(name: str, library: Library) -> None:
    with pytest.raises(Unreadable) as caught:
        Session.open(ROOT / "examples" / "unreadable" / f"{name}.yaml", library)
    assert caught.value.problems[0].line is not None


def test_unknown_units_are_kept(library: Library, tmp_path: Path) -> None:
    source = ROOT / "examples" / "unreadable" / "unknown-datasheet.yaml"
    file = tmp_path / "list.yaml"
    file.write_bytes(source.read_bytes())
    session = Session.open(file, library)
    units = list(session.data["units"])
    assert session.position.verdict == "unread"
    assert len(session.position.problems) == 1
    assert session.army is not None
    assert len(session.army.units) == len(units) - 1
    session.apply(make_set_edit("Renamed", "name"))
    session.save()
    assert Session.open(file, library).data["units"] == units
    session.apply(commands.remove_part(session.position, session.position.problems[0].path))
    assert session.position.problems == []
    assert len(session.data["units"]) == len(units) - 1


def test_text_that_stops_being_a_roster_is_refused_and_the_roster_stays(session: Session) -> None:
    with pytest.raises(Unreadable):
        session.replace_text(b"units: [")
    assert session.build_text() == EXAMPLE.read_bytes()


def test_text_mended_by_hand_is_unsaved(library: Library, tmp_path: Path) -> None:
    broken = EXAMPLE.read_bytes().replace(b"faction: necrons", b"faction: [necrons")
    file = tmp_path / "list.yaml"
    file.write_bytes(broken)
    session = Session(broken, library, file, text=EXAMPLE.read_bytes())
    assert (session.position.verdict, session.dirty) == ("legal", True)
    session.save()
    assert file.read_bytes() == EXAMPLE.read_bytes()


def test_a_read_only_file_is_not_overwritten_unasked(session: Session, file: Path) -> None:
    before = file.read_bytes()
    file.chmod(0o444)
    session.save()  # nothing changed, so there is nothing to ask
    session.apply(make_set_edit("mine", "name"))
    with pytest.raises(ReadOnly):
        session.save()
    assert file.read_bytes() == before
    session.save(force=True)
    assert b"mine" in file.read_bytes() and file.stat().st_mode & 0o777 == 0o444
