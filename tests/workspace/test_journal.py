"""Recovery files in the manner of SQLite's tests: every byte flipped, every length, and nothing but true states found."""

from __future__ import annotations

import os
import shutil
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.model.edit import make_set_edit
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position, Verdict
from listbuilder.workspace import journal, journal_entries, locked_file
from listbuilder.workspace.session import Session

from .story import DEEDS, RAW, files, tell


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    path = tmp_path / "rotten.yaml"
    path.write_bytes(RAW)
    return path


@pytest.fixture
def told(roster: Path, library: Library, state: Path) -> tuple[bytes, list[Any]]:
    """The recovery file of the whole story, and its states."""
    session = Session.open(roster, library)
    states = tell(session)
    session.close(keep=True)
    [file] = (state / "recovery").iterdir()
    content = file.read_bytes()
    file.unlink()
    assert content.count(b"\n") == len(DEEDS) + 1 == len(states)
    return content, states


def _lay(state: Path, content: bytes) -> Path:
    folder = state / "recovery"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    file = folder / "x.journal"
    file.write_bytes(content)
    return file


def _go_on(found: journal.LeftBehind, library: Library, expected: Any) -> None:
    """What is recovered can be worked on, and recovered again."""
    session = Session.recover(found, library)
    assert session.data == expected
    session.apply(make_set_edit("and on", "player"))
    then = deepcopy(session.data)
    session.close(keep=True)
    again = Session.recover(journal.find_left_behind()[0], library)
    assert again.data == then
    again.undo()
    assert again.data == expected
    again.close(keep=True)


@pytest.mark.slow
def test_every_byte_flipped(told: tuple[bytes, list[Any]], state: Path, library: Library) -> None:
    content, states = told
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8
        _lay(state, bytes(damaged))
        line = content.count(
            b"\n", 0, place
        )  # which line the byte is of; the first says what the roster was
        looked = journal.scan_recovery_folder()
        lines = (
            damaged.count(b"\n") - content.count(b"\n") + len(DEEDS)
        )  # a flip may make the end of a line, or unmake it
        if line < 2:  # not even one change
            assert looked.found == []
            assert [aside.lost for aside in looked.aside] == [lines if line else 0]
        else:
            [found] = looked.found
            assert (len(found.story.lines), found.count) == (line - 1, line - 1)
            assert found.all == (lines if place < len(content) - 1 else len(DEEDS))
            if place % 7 == 0:
                _go_on(found, library, states[line - 1])
        assert bytes(damaged) in files(state / "recovery"), place


def test_every_bit_of_every_byte_is_noticed(told: tuple[bytes, list[Any]]) -> None:
    content, _ = told
    whole = journal_entries.read_story(content)
    assert whole is not None
    for place in range(len(content)):
        for bit in range(8):
            damaged = bytearray(content)
            damaged[place] ^= 1 << bit
            read = journal_entries.read_story(bytes(damaged))
            line = content.count(b"\n", 0, place)
            assert (
                read is None
                if line == 0
                else read is not None and read.lines == whole.lines[: line - 1]
            ), (place, bit)


@pytest.mark.slow
def test_cut_at_every_byte(told: tuple[bytes, list[Any]], state: Path, library: Library) -> None:
    content, states = told
    first = content.index(b"\n")
    for end in range(len(content)):
        cut = content[:end]
        _lay(state, cut)
        looked = journal.scan_recovery_folder()
        if end < first:
            assert (looked.found, len(looked.aside)) == ([], 1)
            assert cut in files(state / "recovery")
            continue
        whole = (cut + b"\n" if content[end : end + 1] == b"\n" else cut).count(
            b"\n"
        ) - 1  # changes that are all there
        if not looked.found:  # of a roster that has a file, without one change
            assert whole == 0
            assert len(looked.aside) == (end > first + 1)
            continue
        [found] = looked.found
        assert len(found.story.lines) == whole
        if end % 11 == 0 or content[end - 1 : end + 1].count(b"\n"):
            _go_on(found, library, states[whole])
        assert any(kept.startswith(cut) for kept in files(state / "recovery")), end


def test_a_line_left_out_or_twice_or_from_elsewhere_ends_the_story(
    told: tuple[bytes, list[Any]],
) -> None:
    """Each line alone is sound; the story is not."""
    content, _ = told
    lines = content.splitlines(keepends=True)
    for place in range(2, len(lines) - 1):
        before, line, behind = lines[:place], lines[place], lines[place + 1 :]
        for other in (
            [*before, *behind],
            [*before, before[-1], line, *behind],
            [*before, lines[-1], *behind],
        ):
            read = journal_entries.read_story(b"".join(other))
            assert read is not None
            assert len(read.lines) == place - 1
            assert read.lost == len(other) - place


def test_how_much_was_recovered_is_known(roster: Path, library: Library, state: Path) -> None:
    session = Session.open(roster, library)
    for number in range(15):
        session.apply(make_set_edit(f"name {number}", "name"))
    session.close(keep=True)
    [file] = (state / "recovery").iterdir()
    lines = file.read_bytes().splitlines(keepends=True)
    lines[13] = lines[13].replace(b"name 12", b"name 13")
    damaged = b"".join(lines)
    file.write_bytes(damaged)
    [found] = journal.find_left_behind(roster)
    assert (found.count, found.all) == (12, 15)
    session = Session.recover(found, library)
    assert session.data["name"] == "name 11"
    assert session.recovered is not None
    assert (session.recovered.count, session.recovered.all) == (12, 15)
    kept = session.recovered.get_kept_file()
    assert kept != file
    assert kept.read_bytes() == damaged
    session.close(keep=True)
    [again] = journal.find_left_behind(roster)  # the damaged one is not offered again
    assert (again.count, again.all) == (12, 12)
    session = Session.recover(again, library)
    assert session.recovered is None


def test_an_edit_that_does_not_fit_ends_the_story(
    roster: Path, library: Library, state: Path
) -> None:
    """As another version, or a hand, may leave it: every line sound, and one that cannot be done."""
    head = journal_entries.Head(raw=journal_entries.encode_base64(RAW), path=str(roster), disk=None)
    edits = [
        make_set_edit("one", "name"),
        make_set_edit(9, "heroes", 7, "slot"),
        make_set_edit("three", "name"),
    ]
    content, crc = b"", 0
    values: list[journal_entries.Head | journal_entries.StoryLine] = [
        head,
        *(journal_entries.StoryLine(op="do", edit=edit) for edit in edits),
    ]
    for value in values:
        line, crc = journal_entries.format_line(journal_entries.encode_line(value), crc)
        content += line
    file = _lay(state, content)
    [found] = journal.find_left_behind(roster)
    session = Session.recover(found, library)
    assert session.data["name"] == "one"
    assert session.recovered is not None
    assert (session.recovered.count, session.recovered.all) == (1, 3)
    assert content in files(state / "recovery")
    assert not file.exists()


def test_a_change_that_ends_the_builder_is_not_made_again(
    roster: Path, library: Library, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug of ours in judging what a change has made of the roster: else it would end at every start."""
    judge = Position.compute_verdict

    def with_a_bug(position: Position) -> Verdict:
        if position.data["name"] == "two":
            raise ZeroDivisionError
        return judge(position)

    monkeypatch.setattr(Position, "compute_verdict", with_a_bug)
    session = Session.open(roster, library)
    session.apply(make_set_edit("one", "name"))
    with pytest.raises(ZeroDivisionError):
        session.apply(make_set_edit("two", "name"))
    session.close(keep=True)
    [found] = journal.find_left_behind(roster)
    assert found.count == 2  # it was kept
    content = found.file.read_bytes()
    again = Session.recover(found, library)
    assert again.data["name"] == "one"
    assert again.recovered is not None
    assert (again.recovered.count, again.recovered.all) == (1, 2)
    assert content in files(state / "recovery")


# --- before there were checksums ---

_OLD = (
    b'{"raw":"%s","path":null,"disk":null,"pending":true}\n'
    b'{"op":"do","edit":{"steps":[{"op":"set","path":["name"],"value":"one"}]}}\n'
    b'{"op":"do","edit":{"steps":[{"op":"set","path":["name"],"value":"two"}]}}\n'
    b'{"op":"undo"}\n'
    b'{"op":"do","edit":{"steps":[{"op":"set","path":["name"],"value":"three"}]}}\n'
) % journal_entries.encode_base64(RAW).encode()


def test_an_old_one_is_read_and_gone_on_with(state: Path, library: Library) -> None:
    file = _lay(state, _OLD)
    [found] = journal.find_left_behind()
    assert (found.count, found.all) == (4, 4)
    session = Session.recover(found, library)
    assert session.data["name"] == "three"
    assert session.recovered is None
    session.apply(make_set_edit("four", "name"))
    session.close(keep=True)
    assert file.read_bytes().startswith(_OLD)
    _go_on(journal.find_left_behind()[0], library, {**session.data, "name": "four"})


@pytest.mark.slow
def test_an_old_one_damaged_anywhere_stops_nobody(state: Path, library: Library) -> None:
    for place in range(len(_OLD)):
        damaged = bytearray(_OLD)
        damaged[place] ^= 0x80 if place % 2 else 0x01
        _lay(state, bytes(damaged))
        for found in journal.scan_recovery_folder().found:
            try:
                session = Session.recover(found, library)
            except Unreadable:
                continue
            session.apply(make_set_edit("on", "player"))
            session.close(keep=True)
            [again] = journal.find_left_behind()
            assert Session.recover(again, library).data["player"] == "on"
        assert any(kept.startswith(bytes(damaged)) for kept in files(state / "recovery")), place


def test_nothing_unchecked_is_believed_behind_a_checksum(told: tuple[bytes, list[Any]]) -> None:
    content, _ = told
    read = journal_entries.read_story(content + b'{"op":"undo"}\n')
    assert read is not None
    assert (len(read.lines), read.lost) == (len(DEEDS), 1)


# --- what cannot be read is set aside ---


def test_unreadable_ones_are_set_aside_under_a_name(state: Path) -> None:
    contents = [
        b"",
        b"{",
        b"\x00\xff\n",
        b'{"raw": 5}\n',
        b"\n\n\n",
        b"[" * 100_000,
        bytes(range(256)) * 50,
    ]
    contents.append(b'{"raw":"!!","path":null,"disk":null,"pending":true}\n')
    folder = state / "recovery"
    folder.mkdir(parents=True)
    for number, content in enumerate(contents):
        (folder / f"x{number}.journal").write_bytes(content)
    looked = journal.scan_recovery_folder()
    assert looked.found == []
    assert sorted(aside.file for aside in looked.aside) == sorted(folder.iterdir())
    assert sorted(files(folder)) == sorted(contents)
    assert list(folder.glob("*.journal")) == []
    assert journal.scan_recovery_folder() == journal.RecoveryFolder([], [], [])  # said once


def test_setting_aside_never_replaces_what_was_set_aside(state: Path) -> None:
    for number in range(3):
        file = state / "recovery" / "x.journal"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"junk %d" % number)
        journal.scan_recovery_folder()
    assert sorted(files(state / "recovery")) == [b"junk 0", b"junk 1", b"junk 2"]


def test_saved_and_then_damaged_is_set_aside_and_not_cleared(
    roster: Path, library: Library, state: Path
) -> None:
    session = Session.open(roster, library)
    session.apply(make_set_edit("one", "name"))
    session.save()
    session.apply(make_set_edit("two", "name"))
    session.apply(make_set_edit("three", "name"))
    session.close(keep=True)
    [file] = (state / "recovery").iterdir()
    damaged = file.read_bytes().replace(b"two", b"tow")
    file.write_bytes(damaged)
    looked = journal.scan_recovery_folder(roster)
    assert looked.found == []
    [aside] = looked.aside
    assert (aside.path, aside.lost) == (roster, 2)
    assert aside.file.read_bytes() == damaged


def test_dropping_a_damaged_one_keeps_it_aside(told: tuple[bytes, list[Any]], state: Path) -> None:
    content, _ = told
    _lay(state, content[:-3])
    [found] = journal.find_left_behind()
    journal.discard_left_behind(found)
    assert journal.find_left_behind() == []
    assert files(state / "recovery") == [content[:-3]]
    _lay(state, content)
    [found] = journal.find_left_behind()
    journal.discard_left_behind(found)  # whole, and the player does not want it
    assert files(state / "recovery") == []


# --- one writer ---


def test_two_cannot_take_up_the_same(
    told: tuple[bytes, list[Any]], state: Path, library: Library
) -> None:
    content, _ = told
    for laid in (content, content[:-3]):
        _lay(state, laid)
        [found] = journal.find_left_behind()
        first = Session.recover(found, library)
        with pytest.raises(locked_file.NotTakenUp):
            Session.recover(found, library)
        journal.discard_left_behind(found)
        first.apply(make_set_edit("mine", "player"))
        first.close(keep=True)
        with pytest.raises(locked_file.NotTakenUp):  # it has gone on since it was found
            Session.recover(found, library)
        [again] = journal.find_left_behind()
        assert Session.recover(again, library).data["player"] == "mine"


def test_one_that_goes_by_another_name_in_the_very_moment(
    told: tuple[bytes, list[Any]], state: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened by one program, taken away by another, and then locked by the first: it is not its own."""
    file = _lay(state, told[0])
    [found] = journal.find_left_behind()
    lock = locked_file.lock_file

    def late(handle: Any) -> bool:
        if file.exists():
            file.rename(file.with_suffix(".elsewhere"))
            file.write_bytes(told[0])
        return lock(handle)

    monkeypatch.setattr(locked_file, "lock_file", late)
    with pytest.raises(locked_file.NotTakenUp):
        Session.recover(found, library)
    assert journal.find_left_behind() == []


def test_a_change_made_while_a_save_is_written_is_not_taken_for_saved(
    roster: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session.open(roster, library)
    session.apply(make_set_edit("one", "name"))
    replace = os.replace

    def slow(source: str, target: Path) -> None:
        replace(source, target)
        if target == roster:
            session.apply(make_set_edit("two", "name"))

    monkeypatch.setattr(os, "replace", slow)
    session.save()
    assert session.dirty
    session.close(keep=True)
    [found] = journal.find_left_behind(roster)
    assert (found.count, found.all) == (1, 1)
    again = Session.recover(found, library)
    assert (again.data["name"], again.dirty) == ("two", True)
    again.undo()
    assert (again.data["name"], again.dirty) == ("one", False)


def test_a_name_given_from_another_folder_is_found_again(
    roster: Path, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(roster.parent)
    session = Session.open(Path(roster.name), library)
    session.apply(make_set_edit("one", "name"))
    session.close(keep=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    [found] = journal.find_left_behind(roster)
    again = Session.recover(found, library)
    again.save()
    assert b"one" in roster.read_bytes()


def test_a_file_name_that_is_no_text(tmp_path: Path, library: Library) -> None:
    roster = Path(str(tmp_path / "ro") + "\udcff.yaml")
    roster.write_bytes(RAW)
    session = Session.open(roster, library)
    session.apply(make_set_edit("one", "name"))
    assert session.autosave_failed is None
    session.close(keep=True)
    [found] = journal.find_left_behind(roster)
    assert Session.recover(found, library).path == roster


@pytest.mark.parametrize("value", [{5: "five"}, {None: 1}, {True: 1}, {"a": [{1.5: 2}]}])
def test_what_json_cannot_hold_is_kept_all_the_same(
    value: Any, roster: Path, library: Library
) -> None:
    session = Session.open(roster, library)
    session.apply(make_set_edit("before", "name"))
    session.apply(make_set_edit(value, "x-mine"))
    session.apply(make_set_edit("after", "name"))
    states = [deepcopy(session.data)]
    session.undo()
    session.undo()
    states.append(deepcopy(session.data))
    session.redo()
    session.redo()
    session.close(keep=True)
    again = Session.recover(journal.find_left_behind(roster)[0], library)
    assert again.data == states[0]
    again.undo()
    again.undo()
    assert again.data == states[1]
