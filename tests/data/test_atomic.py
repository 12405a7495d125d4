"""A file is written whole or not at all, stays the file it was, and what is no file is never replaced by one."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from listbuilder.data import atomic_file

ROOT = Path(__file__).resolve().parent.parent.parent
NOBODY = 65534


def scraps(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir() if each.name.endswith(".tmp"))


# --- links, modes, owners ---


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link, second = (
        tmp_path / "there" / "real.yaml",
        tmp_path / "link.yaml",
        tmp_path / "second.yaml",
    )
    real.parent.mkdir()
    real.write_bytes(b"old")
    link.symlink_to("there/real.yaml")
    second.symlink_to(link)
    atomic_file.write_file(second, b"new")
    assert (second.is_symlink(), link.is_symlink(), real.is_symlink()) == (True, True, False)
    assert (os.readlink(link), real.read_bytes()) == ("there/real.yaml", b"new")
    assert scraps(tmp_path) == scraps(real.parent) == []


def test_a_link_to_nothing_makes_the_file_it_names(tmp_path: Path) -> None:
    link = tmp_path / "link.yaml"
    link.symlink_to("real.yaml")
    atomic_file.write_file(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "real.yaml").read_bytes() == b"new"


def test_links_in_a_ring_are_refused(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.symlink_to(two)
    two.symlink_to(one)
    with pytest.raises(OSError, match="symbolic"):
        atomic_file.write_file(one, b"new")
    assert one.is_symlink()
    assert scraps(tmp_path) == []


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755, 0o444, 0o2664])
def test_the_mode_stays(mode: int, tmp_path: Path) -> None:
    file = tmp_path / "list.yaml"
    file.write_bytes(b"old")
    file.chmod(mode)
    atomic_file.write_file(file, b"new")
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        atomic_file.write_file(tmp_path / "list.yaml", b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "list.yaml").stat().st_mode) == 0o640


def test_the_owner_stays(tmp_path: Path) -> None:
    file = tmp_path / "list.yaml"
    file.write_bytes(b"old")
    if (
        os.geteuid() != 0
    ):  # only root may give a file away; who may not is told so, and the bytes are exchanged
        assert not atomic_file.give_to_owner(str(file), os.stat("/"))
        return
    os.chown(file, NOBODY, NOBODY)
    file.chmod(0o4755)
    atomic_file.write_file(file, b"new")
    found = file.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (NOBODY, NOBODY, 0o4755)


def test_the_owner_stays_where_files_cannot_be_given_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another's file that may be written: its bytes are exchanged, and it is the same file still."""
    file = tmp_path / "list.yaml"
    file.write_bytes(b"a long old text")
    kept = file.stat().st_ino
    monkeypatch.setattr(atomic_file, "give_to_owner", lambda *_: False)
    atomic_file.write_file(file, b"new")
    assert (file.read_bytes(), file.stat().st_ino, scraps(tmp_path)) == (b"new", kept, [])
    real, calls = os.write, 0

    def full(handle: int, content: bytes) -> int:
        nonlocal calls
        calls += 1
        if calls == 1:
            real(handle, content[:2])
            raise OSError(28, "No space left on device")
        return real(handle, content)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="space"):
        atomic_file.write_file(file, b"another text")
    assert (file.read_bytes(), scraps(tmp_path)) == (b"new", [])


def test_a_name_as_long_as_names_can_be(tmp_path: Path) -> None:
    file = tmp_path / ("x" * 250 + ".yaml")
    atomic_file.write_file(file, b"new")
    assert file.read_bytes() == b"new"


# --- what is no file ---


@pytest.mark.parametrize("linked", [False, True])
def test_a_device_is_written_into(linked: bool, tmp_path: Path) -> None:
    before = os.stat("/dev/null")
    place = Path("/dev/null")
    if linked:
        (tmp_path / "link").symlink_to(place)
        place = tmp_path / "link"
    atomic_file.write_file(place, b"new")
    after = os.stat("/dev/null")
    assert stat.S_ISCHR(after.st_mode)
    assert (after.st_ino, after.st_rdev) == (before.st_ino, before.st_rdev)
    assert (atomic_file.is_stream(place), atomic_file.is_taken(place)) == (True, False)


def test_a_full_device_is_an_error() -> None:
    with pytest.raises(OSError, match="space"):
        atomic_file.write_file(Path("/dev/full"), b"new")


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    pipe, got = tmp_path / "pipe", bytearray()
    os.mkfifo(pipe)
    reading = threading.Thread(target=lambda: got.extend(pipe.read_bytes()))
    reading.start()
    content = b"new" * 100_000  # more than a pipe holds
    atomic_file.write_file(pipe, content)
    reading.join(10)
    assert bytes(got) == content
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert (atomic_file.is_stream(pipe), atomic_file.is_taken(pipe), scraps(tmp_path)) == (
        True,
        False,
        [],
    )


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_our_own_output_is_written_into_even_where_it_is_a_file(name: str, tmp_path: Path) -> None:
    """`{ echo before; program -o /dev/stdout; echo after; } > out` has all three, in this order."""
    if name == "link":
        (tmp_path / "link").symlink_to("/dev/stdout")
        name = str(tmp_path / "link")
    out = tmp_path / "out"
    code = (
        "import sys; from pathlib import Path; from listbuilder.data import atomic_file as atomic\n"
        "print('before')\natomic.write_file(Path(sys.argv[1]), b'new\\n')\nprint('after')"
    )
    with out.open("w") as handle:
        handle.write("first\n")
        handle.flush()
        kept = out.stat().st_ino
        subprocess.run([sys.executable, "-c", code, name], stdout=handle, check=True, cwd=ROOT)
    assert (out.read_text(), out.stat().st_ino, scraps(tmp_path)) == (
        "first\nbefore\nnew\nafter\n",
        kept,
        [],
    )


def test_a_folder_is_no_place_for_a_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        atomic_file.write_file(tmp_path, b"new")
    assert list(tmp_path.iterdir()) == []


# --- what a killed save leaves behind ---

_KILLED = """
import os, signal, sys
from pathlib import Path
from listbuilder.data import atomic_file as atomic
os.fsync = lambda handle: (print("writing", flush=True), signal.pause())
atomic.write_file(Path(sys.argv[1]), b"half of it")
"""


def _writing(file: Path) -> subprocess.Popen[str]:
    """A save of another process that is in the middle of it."""
    made = subprocess.Popen(
        [sys.executable, "-c", _KILLED, str(file)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert made.stdout is not None
    assert made.stdout.readline() == "writing\n"
    return made


def _end(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def test_the_next_save_clears_away_what_a_killed_one_left(tmp_path: Path) -> None:
    file = tmp_path / "list.yaml"
    file.write_bytes(b"old")
    killed = [_writing(file), _writing(tmp_path / "other.yaml")]
    for each in killed:
        _end(each)
    assert (file.read_bytes(), len(scraps(tmp_path))) == (b"old", 2)
    atomic_file.write_file(file, b"new")
    assert (file.read_bytes(), scraps(tmp_path)) == (b"new", [])


def test_what_another_program_is_writing_is_left_to_it(tmp_path: Path) -> None:
    living = _writing(tmp_path / "other.yaml")
    try:
        [scrap] = scraps(tmp_path)
        atomic_file.write_file(tmp_path / "list.yaml", b"new")
        assert scraps(tmp_path) == [scrap]
        os.utime(tmp_path / scrap, (0, 0))  # even if it takes days
        atomic_file.write_file(tmp_path / "list.yaml", b"new")
        assert scraps(tmp_path) == [scrap]
    finally:
        _end(living)


def test_only_scraps_of_ours_are_cleared_away(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    here = atomic_file._get_machine_mark()
    there = f"{int(here, 16) ^ 1:08x}"
    day = 24 * 3600
    names = {
        f".listbuilder-{here}-{dead.pid}-abcdefgh.tmp": (0, False),
        f".listbuilder-{here}-{os.getpid()}-abcdefgh.tmp": (0, True),  # of a program that lives
        f".listbuilder-{here}-{os.getpid()}-old_old_.tmp": (
            2 * day,
            False,
        ),  # or of one that had its number
        f".listbuilder-{there}-{dead.pid}-abcdefgh.tmp": (
            0,
            True,
        ),  # of another machine, which may live there
        f".listbuilder-{there}-{dead.pid}-old_old_.tmp": (2 * day, False),
        f".listbuilder-{here}-{dead.pid}-abcdefgh.tmp.yaml": (2 * day, True),
        ".list.yaml.abcdefgh.tmp": (2 * day, True),
        "notes.tmp": (2 * day, True),
    }
    for name, (age, _) in names.items():
        (tmp_path / name).write_bytes(b"x")
        os.utime(tmp_path / name, (time.time() - age, time.time() - age))
    atomic_file.write_file(tmp_path / "list.yaml", b"new")
    left = {each.name for each in tmp_path.iterdir()} - {"list.yaml"}
    assert left == {name for name, (_, stays) in names.items() if stays}


def test_a_save_that_fails_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "list.yaml"
    file.write_bytes(b"old")

    def fails(*_: object) -> None:
        raise OSError(5, "Input/output error")

    for name in ("fsync", "replace", "chmod"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, fails)
            with pytest.raises(OSError, match="Input"):
                atomic_file.write_file(file, b"new")
        assert (file.read_bytes(), scraps(tmp_path)) == (b"old", [])
