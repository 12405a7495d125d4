"""Several files are written all or none: stopped before every step, failing at every step, and by two programs at once."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from listbuilder.data import transaction
from listbuilder.model.problem import Unreadable
from tests.data.faults import failed, killed

OLD = {
    "game/a.yaml": b"old a",
    "game/history/a.yaml": b"old history",
    "game/linked.yaml": b"old linked",
}
NEW = {
    "game/a.yaml": b"new a" * 3000,
    "game/history/a.yaml": b"new history",
    "game/linked.yaml": b"new linked",
    "game/history/b.yaml": b"new b",
    "game/later/c.yaml": b"new c",
}
MOST = 400  # steps; an update of five files has fewer


@pytest.fixture
def make(tmp_path: Path) -> Callable[[str], Path]:
    def made(name: str) -> Path:
        folder = tmp_path / name
        if folder.exists():
            return folder
        for place, raw in OLD.items():
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_bytes(raw)
        real = folder / "elsewhere.txt"
        (folder / "game/linked.yaml").rename(real)
        (folder / "game/linked.yaml").symlink_to("../elsewhere.txt")
        return folder

    return made


def read(folder: Path) -> dict[str, bytes]:
    found = folder.rglob("*.yaml")
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in found
        if ".listbuilder" not in str(file)
    }


def scraps(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.rglob(".listbuilder*"))


def update(folder: Path) -> None:
    with transaction.lock_folder(folder):
        transaction.write_files(folder, NEW, "a document")


def _pending(folder: Path) -> bool:
    return (folder / transaction._PENDING).exists()


def numbers() -> Iterator[int]:
    """Until the deed is done."""
    yield from range(1, MOST)
    raise AssertionError("it never came to its end")


def test_all_are_written_and_nothing_else_is_left(make: Callable[[str], Path]) -> None:
    folder = make("data")
    (folder / "game/a.yaml").chmod(0o640)
    update(folder)
    assert read(folder) == NEW and scraps(folder) == []
    assert (folder / "game/linked.yaml").is_symlink() and (
        folder / "game/a.yaml"
    ).stat().st_mode & 0o777 == 0o640
    assert transaction.settle_folder(folder) is None


@pytest.mark.slow
def test_killed_before_any_step_it_is_all_old_or_all_new(make: Callable[[str], Path]) -> None:
    told = []
    for number in numbers():
        folder = make(str(number))
        if not killed(partial(update, folder), number):
            break
        cut_off = read(folder) not in (OLD, NEW)
        done = transaction.settle_folder(folder)
        assert read(folder) in (OLD, NEW)
        if cut_off:
            assert (
                done is not None
                and done.finished
                and (done.title, done.files) == ("a document", len(NEW))
            )
        told.append("cut" if done else "new" if read(folder) == NEW else "old")
        assert scraps(folder) == []
    assert read(folder) == NEW
    assert [each for place, each in enumerate(told) if told[place - 1 : place] != [each]] == [
        "old",
        "cut",
        "new",
    ]
    assert min(map(told.count, ("old", "cut", "new"))) > 3


@pytest.mark.slow
def test_killed_while_it_is_settled_it_is_settled_the_next_time(
    make: Callable[[str], Path],
) -> None:
    counts = next(
        each
        for each in numbers()
        if killed(partial(update, make(f"{each}")), each) and _pending(make(f"{each}"))
    )
    for again in numbers():
        folder = make(f"again-{again}")
        assert killed(partial(update, folder), counts) and _pending(folder)
        if not killed(partial(transaction.settle_folder, folder), again):
            break
        transaction.settle_folder(folder)
        assert read(folder) == NEW
    assert read(folder) == NEW and again > 15


@pytest.mark.slow
@pytest.mark.parametrize("full", [True, False])
def test_where_a_step_fails_the_old_files_come_back(
    make: Callable[[str], Path], full: bool
) -> None:
    """A disk that is full, or one step that fails. What cannot even be undone then is settled when there is room again."""
    ends = set()
    for number in numbers():
        folder = make(str(number))
        try:
            done = failed(partial(update, folder), number, full=full)
        except OSError:
            assert read(folder) == OLD
            ends.add("refused")
        except Unreadable as error:
            assert [each.key for each in error.problems] == ["update_unfinished"]
            assert transaction.settle_folder(folder) is not None
            assert read(folder) in (OLD, NEW)
            ends.add("later")
        else:
            assert read(folder) == NEW
            if not done:
                break
        with transaction.lock_folder(folder):
            assert scraps(folder) == []
    assert "refused" in ends


@pytest.mark.slow
def test_killed_while_the_old_files_come_back_they_come_back_the_next_time(
    make: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.mkdir

    def refusing(
        self: Path, mode: int = 0o777, parents: bool = False, exist_ok: bool = False
    ) -> None:
        if self.name == "later":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))
        real(self, mode, parents, exist_ok)

    def failing(folder: Path) -> None:
        with contextlib.suppress(OSError):
            update(folder)

    monkeypatch.setattr(Path, "mkdir", refusing)

    told = []
    for number in numbers():
        folder = make(str(number))
        if not killed(partial(failing, folder), number):
            break
        if (done := transaction.settle_folder(folder)) is not None:
            told.append(done.finished)
        assert read(folder) == OLD
    assert read(folder) == OLD and len(told) > 5 and not any(told)


@pytest.mark.slow
def test_a_file_of_another_owner_keeps_its_place(
    make: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be given away is not replaced: its bytes are exchanged, and that can be repeated and undone too."""
    monkeypatch.setattr("listbuilder.data.atomic_file.give_to_owner", lambda *_: False)
    for number in numbers():
        folder = make(str(number))
        before = os.stat(folder / "game/a.yaml").st_ino
        if not killed(partial(update, folder), number):
            break
        transaction.settle_folder(folder)
        assert read(folder) in (OLD, NEW) and os.stat(folder / "game/a.yaml").st_ino == before
    assert read(folder) == NEW


@pytest.mark.slow
def test_two_at_once_write_one_after_the_other(make: Callable[[str], Path]) -> None:
    folder = make("data")
    pids = []
    for writer in range(4):
        pid = os.fork()
        if not pid:
            try:
                for turn in range(10):
                    with transaction.lock_folder(folder):
                        assert len(set(read(folder).values()) - set(OLD.values())) <= 1
                        transaction.write_files(
                            folder, dict.fromkeys(OLD, b"%d %d" % (writer, turn))
                        )
            except BaseException:
                os._exit(1)
            os._exit(0)
        pids.append(pid)
    assert [os.waitpid(pid, 0)[1] for pid in pids] == [0] * 4
    assert len(set(read(folder).values())) == 1 and scraps(folder) == []


@pytest.mark.slow
def test_who_reads_waits_for_who_writes(
    make: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An update on its way is not finished by another program while the first one is still at it."""
    folder = make("data")
    assert any(
        killed(lambda: update(make("data")), number) and _pending(folder) for number in numbers()
    )
    monkeypatch.setattr(transaction, "_PATIENCE", 0.0)
    handle = transaction._open_locked(folder)
    assert handle is not None
    with pytest.raises(Unreadable) as found:
        transaction.settle_folder(folder)
    assert [each.key for each in found.value.problems] == ["update_elsewhere"]
    os.close(handle)
    assert transaction.settle_folder(folder) is not None and read(folder) == NEW


def test_a_plan_that_cannot_be_read_is_said(make: Callable[[str], Path]) -> None:
    folder = make("data")
    (folder / transaction._PENDING).mkdir()
    (folder / transaction._PENDING / transaction._FORWARD).write_bytes(b"{")
    with pytest.raises(Unreadable) as found:
        transaction.settle_folder(folder)
    assert [each.key for each in found.value.problems] == ["update_unfinished"] and read(
        folder
    ) == OLD
