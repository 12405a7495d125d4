"""Every command that writes a file: into a link, a pipe, a device or its own output as into a file, replacing none of them."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.formats.read import one_list_per_format

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = str(ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml")
COMMANDS: dict[str, list[str]] = {
    "new": ["new", "warhammer-40k-10e", "necrons", "-o"],
    "import": ["import", "LIST", "-o"],
    "export": ["export", EXAMPLE, "--to", "text", "-o"],
    "export-pdf": ["export", EXAMPLE, "--to", "pdf", "-o"],
    "csv": ["check", EXAMPLE, "--csv"],
}


@pytest.fixture(params=COMMANDS)
def words(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    (tmp_path / "list.txt").write_text(one_list_per_format.NR_SIMPLE, encoding="utf-8")
    return [
        str(tmp_path / "list.txt") if word == "LIST" else word for word in COMMANDS[request.param]
    ]


def in_a_shell(words: list[str], out: str, stdout: int) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "listbuilder", *words, out]
    environment = os.environ | {"LC_ALL": "C.UTF-8", "COLUMNS": "120"}
    return subprocess.run(
        command,
        check=False,
        cwd=ROOT,
        env=environment,
        timeout=60,
        stdout=stdout,
        stderr=subprocess.PIPE,
    )


@pytest.fixture
def expected(words: list[str], call: Call, tmp_path: Path) -> bytes:
    """What the command writes into a plain file; of a pdf, which says when it was made, the beginning."""
    file = tmp_path / "plain"
    assert call(*words, str(file)).code == 0
    return beginning(file.read_bytes())


def beginning(content: bytes) -> bytes:
    return content if not content.startswith(b"%PDF") else content[:5]


def test_devices_stay_devices(words: list[str], call: Call) -> None:
    assert call(*words, "/dev/null").code == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    full = call(*words, "/dev/full")
    assert full.code == 2
    assert "No space left on device" in full.err
    assert "written" not in full.out + full.err.replace("can't write", "")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


@pytest.mark.slow_but(1)
def test_our_own_output(words: list[str], expected: bytes, tmp_path: Path) -> None:
    """The same bytes with nothing of ours among them, behind what stands in a file already, and before what follows."""
    file = tmp_path / "out"
    with file.open("wb") as handle:
        handle.write(b"before\n")
        handle.flush()
        done = in_a_shell(words, "/dev/stdout", handle.fileno())
        os.write(handle.fileno(), b"after\n")
    assert (done.returncode, file.read_bytes()[-6:]) == (0, b"after\n")
    got = file.read_bytes()[len(b"before\n") : -6]
    assert file.read_bytes().startswith(b"before\n" + expected)
    if "--csv" not in words and not expected.startswith(
        b"%PDF"
    ):  # check says its verdict there too
        assert got == expected


def test_a_pipe(words: list[str], expected: bytes, call: Call, tmp_path: Path) -> None:
    pipe, got = tmp_path / "pipe", bytearray()
    os.mkfifo(pipe)
    reading = threading.Thread(target=lambda: got.extend(pipe.read_bytes()), daemon=True)
    reading.start()
    assert call(*words, str(pipe)).code == 0
    reading.join(10)
    assert beginning(bytes(got)) == expected
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link(words: list[str], expected: bytes, call: Call, tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    if words[0] in ("new", "import"):
        assert call(*words, str(link)).code == 2
        assert real.read_bytes() == b"old"
        words = [*words[:-1], "--force", words[-1]]
    assert call(*words, str(link)).code == 0
    assert link.is_symlink()
    assert beginning(real.read_bytes()) == expected
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_reader_that_has_enough(tmp_path: Path) -> None:
    """`-o /dev/stdout | true` is no fault of the roster's."""
    source, sink = os.pipe()
    os.close(source)
    done = in_a_shell(COMMANDS["export"], "/dev/stdout", sink)
    os.close(sink)
    assert (done.returncode, done.stderr) == (141, b"")
