"""Standard input and output as they may really be: closed, full, cut off, without an end, of an encoding without our letters."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from listbuilder.data import paths
from tests.cli.conftest import Call

EXAMPLES = paths.get_root() / "examples"
LEGAL = str(EXAMPLES / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml")
ILLEGAL = str(EXAMPLES / "40k-10e" / "illegal" / "40K-02-points-limit.yaml")
UNREAD = str(EXAMPLES / "unreadable" / "tab.yaml")
AOS = str(EXAMPLES / "aos" / "legal" / "skaven-warpcog-convocation.yaml")

COMMANDS = [
    f"check {LEGAL}",
    f"check {ILLEGAL}",
    f"check {ILLEGAL} {LEGAL} --format json",
    f"check {EXAMPLES / 'spearhead'}",
    f"check {ILLEGAL} --csv -",
    f"show {ILLEGAL}",
    f"export {LEGAL} --to html",
    "find overlord",
    "rules",
    "new warhammer-40k-10e necrons",
    "data check factions/spearhead",
    "--help",
    "--version",
]


def program(
    command: str, redirect: str = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """In a shell, which can close and redirect; both ways in which Python may hold back what is printed."""
    known = {**os.environ, "LC_ALL": "C", **environment}
    line = f"set -o pipefail; '{sys.executable}' -m listbuilder {command} {redirect}"
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, env=known, cwd=paths.get_root(), timeout=100
    )


def fine(done: subprocess.CompletedProcess[bytes]) -> None:
    assert b"Traceback" not in done.stderr + done.stdout
    assert b"Exception ignored" not in done.stderr
    assert b"this is a bug" not in done.stderr
    assert done.returncode in (0, 1, 2, 141), done.stderr


# Python holds back what is printed, unless it is told not to: then the first word fails, and not the last.
BOTH_WAYS = [
    *((command, "") for command in COMMANDS),
    (COMMANDS[0], "1"),
    ("find overlord", "1"),
    ("--help", "1"),
]


@pytest.mark.parametrize(("command", "unbuffered"), BOTH_WAYS)
@pytest.mark.slow_but(1)
def test_an_output_that_is_full_or_closed_is_exit_2_and_a_sentence(
    command: str, unbuffered: str
) -> None:
    """What nobody got is no verdict: exit 0 and 1 say that it was told."""
    for redirect, reason in (
        (">/dev/full", b"No space left on device"),
        (">&-", b"Bad file descriptor"),
    ):
        done = program(command, redirect, PYTHONUNBUFFERED=unbuffered)
        fine(done)
        assert done.returncode == 2
        assert (
            done.stderr.splitlines()[-1]
            == b"listbuilder: can't write to standard output: " + reason
        )


@pytest.mark.slow
@pytest.mark.parametrize(("command", "unbuffered"), BOTH_WAYS)
def test_a_reader_that_went_away_is_no_verdict(command: str, unbuffered: str) -> None:
    """141, as a shell shows it of any program that writes into a pipe which nobody reads; and not a word."""
    done = program(command, "| (exec <&-; sleep 1)", PYTHONUNBUFFERED=unbuffered)
    fine(done)
    assert done.returncode == 141
    assert b"can't write" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        f"check {ILLEGAL}",
        f"show {ILLEGAL}",
        f"check {LEGAL} {EXAMPLES / 'unreadable' / 'tab.yaml'}",
    ],
)
@pytest.mark.parametrize("redirect", ["2>&-", "2>/dev/full", "2> >(exec <&-)", "<&-"])
@pytest.mark.slow_but(2)
def test_diagnostics_that_cannot_be_written_change_no_verdict(command: str, redirect: str) -> None:
    plain, done = program(command), program(command, redirect)
    fine(done)
    assert (done.returncode, done.stdout) == (plain.returncode, plain.stdout)


@pytest.mark.parametrize("redirect", [">&- 2>&-", "2>&- >/dev/full", "<&- >&- 2>&-"])
def test_with_every_stream_closed(redirect: str) -> None:
    done = program(f"check {ILLEGAL}", redirect)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


@pytest.mark.parametrize(
    ("encoding", "lang"),
    [("ascii", "en"), ("ascii", "zh"), ("cp932", "ja"), ("cp932", "zh"), ("latin-1", "ja")],
)
@pytest.mark.slow
def test_any_encoding_takes_any_language(encoding: str, lang: str) -> None:
    """What the encoding lacks is written as its number; JSON stays JSON, and files stay UTF-8."""
    for command in (
        f"check {AOS} {ILLEGAL}",
        f"show {AOS}",
        f"check {EXAMPLES / 'spearhead' / 'illegal'}",
        "rules AOS-12",
    ):
        done = program(f"{command} --lang {lang}", PYTHONIOENCODING=encoding)
        fine(done)
        text = done.stdout.decode(encoding)
        assert done.returncode < 2 and text.strip()
        whole = program(f"{command} --lang {lang}", PYTHONIOENCODING="utf-8").stdout.decode()
        wide = {
            character
            for character in whole
            if not character.isascii() and _fits(character, encoding)
        }
        drawn = set(
            "─━│┃┼╇╈╷╵╶╴╭╮╰╯├┤┬┴═║╪ ╸╺┏┓┗┛┣┫┳┻╋┌┐└┘"
        )  # of tables, which are drawn with what there is
        assert all(character in text for character in wide - drawn)
    for command in (f"check {AOS} {ILLEGAL} {UNREAD}", f"show {AOS}", "find boyz"):
        done = program(f"{command} --format json --lang {lang}", PYTHONIOENCODING=encoding)
        plain = program(f"{command} --format json --lang {lang}", PYTHONIOENCODING="utf-8")
        assert json.loads(done.stdout.decode(encoding)) == json.loads(plain.stdout)
    exported = program(f"export {LEGAL} --to text --lang {lang}", PYTHONIOENCODING=encoding).stdout
    assert (
        exported
        == program(f"export {LEGAL} --to text --lang {lang}", PYTHONIOENCODING="utf-8").stdout
    )


def _fits(character: str, encoding: str) -> bool:
    try:
        return bool(character.encode(encoding))
    except UnicodeEncodeError:
        return False


@pytest.mark.slow
def test_what_is_written_for_check_can_be_checked_whatever_the_encoding(tmp_path: Path) -> None:
    made = program(
        "new space-marine-heroes 'Plague Marine' --name 死者の軍 --lang ja",
        PYTHONIOENCODING="cp932",
        LC_ALL="C.UTF-8",
    )
    assert made.returncode == 0, made.stderr
    (tmp_path / "new.yaml").write_bytes(made.stdout)
    assert program(f"check {tmp_path / 'new.yaml'}").returncode in (0, 1)
    assert "死者の軍" in made.stdout.decode("utf-8")
    export = tmp_path / "list.json"
    export.write_bytes(program(f"export {LEGAL} --to json", PYTHONIOENCODING="ascii").stdout)
    taken = program(f"import {export} --lang ja", PYTHONIOENCODING="cp932")
    (tmp_path / "in.yaml").write_bytes(taken.stdout)
    assert program(f"check {tmp_path / 'in.yaml'}").returncode == 0


# --- input without an end, or none at all ---

READING = ["check", "show", "export --to text", "import", "verify", "data check"]


def little() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (900_000_000, 900_000_000))


@pytest.mark.parametrize("command", READING)
@pytest.mark.parametrize("source", ["/dev/zero", "/dev/full", "/dev/urandom", "-"])
@pytest.mark.slow_but(3)
def test_an_input_without_an_end_is_read_to_its_bound(command: str, source: str) -> None:
    if (command, source) == ("data check", "-"):
        source = "/dev/stdin"
    with open("/dev/zero", "rb") as endless:
        call = [sys.executable, "-m", "listbuilder", *command.split(), source]
        done = subprocess.run(
            call, stdin=endless, capture_output=True, preexec_fn=little, timeout=60
        )
    fine(done)
    assert done.returncode == 2
    assert b"too large: more than " in done.stderr, done.stderr


@pytest.mark.parametrize("name", ["x.zip", "x.csv", "x.tsv", "x.yaml", "x.rosz"])
@pytest.mark.slow_but(1)
def test_a_link_to_a_device_has_its_bound_whatever_its_name(tmp_path: Path, name: str) -> None:
    (tmp_path / name).symlink_to("/dev/zero")
    call = [sys.executable, "-m", "listbuilder", "check", str(tmp_path / name)]
    done = subprocess.run(call, capture_output=True, preexec_fn=little, timeout=60)
    fine(done)
    assert (done.returncode, b"too large: more than " in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize("command", [*READING[:-1], f"check {LEGAL}"])
@pytest.mark.slow_but(1)
def test_standard_input_that_is_closed_is_a_sentence(command: str) -> None:
    done = program(f"{command} -", "<&-")
    fine(done)
    assert done.returncode == 2
    assert b"-: standard input is closed; name a file, or pipe the list in" in done.stderr


@pytest.mark.slow
def test_a_list_on_standard_input_is_read_whole(tmp_path: Path) -> None:
    """A file of another program with its rules texts may be larger than a roster of ours."""
    from tests.formats.read.test_formats import BATTLESCRIBE

    file = tmp_path / "list.ros"
    for more, code in ((0, 0), (3_000_000, 0), (9_000_000, 2)):
        content = BATTLESCRIBE.encode()
        file.write_bytes(content + b"<!--" + b"x" * more + b"-->")
        done = program("check -", f"< {file}")
        assert done.returncode == code == program(f"check {file}").returncode, (more, done.stderr)


@pytest.mark.slow
def test_a_pipe_is_a_file_like_any_other() -> None:
    for command in ("check", "show", "verify", "export --to text"):
        done = program(f"{command} <(cat {LEGAL})")
        fine(done)
        assert done.returncode == (2 if command == "verify" else 0), done.stderr


@pytest.mark.slow
def test_an_archive_that_unpacks_without_end_is_not_unpacked(tmp_path: Path) -> None:
    """zipfile unpacks a block of bzip2 or lzma whole, however little of it is asked for: 9 KB here are 200 MB."""
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        for name in ("bomb.zip", "bomb.rosz"):
            with zipfile.ZipFile(tmp_path / name, "w", method) as archive:
                archive.writestr("list.ros", bytes(400_000_000))
            call = [sys.executable, "-m", "listbuilder", "check", str(tmp_path / name)]
            done = subprocess.run(call, capture_output=True, preexec_fn=little, timeout=60)
            fine(done)
            assert done.returncode == 2
            said = done.stdout + done.stderr  # the file is a row that says why
            assert b"more than 8 MB" in said or b"unsupported zip compression" in said, said


# --- and the rest of what a command can be given ---


@pytest.mark.parametrize("form", ["pdf", "text", "html", "markdown", "json", "qr", "svg"])
@pytest.mark.parametrize(
    "text",
    [
        "system: warhammer-40k-10e\nfaction: necrons\nbattle_size: incursion\ndetachment: awakened-dynasty\nunits: []\n",
        "system: warhammer-40k-10e\nfaction: necrons\n",
        "system: age-of-sigmar-4e\nfaction: skaven\n",
        "system: combat-patrol\npatrol: amonhotekhs-guard\nunits: []\n",
        "system: spearhead\nbox: vigilant-brotherhood\nunits: []\n",
        "system: space-marine-heroes\nheroes: []\n",
    ],
)
@pytest.mark.slow_but(1, "form")
def test_a_roster_without_units_has_every_form(
    call: Call, roster: Any, tmp_path: Path, form: str, text: str
) -> None:
    out = tmp_path / "out"
    done = call("export", roster(text), "--to", form, "-o", str(out))
    assert done.code in (0, 1), done.err
    assert out.stat().st_size > 0
    assert form != "pdf" or out.read_bytes().startswith(b"%PDF-")


def test_a_text_longer_than_a_page_is_a_sentence_or_a_pdf(
    call: Call, roster: Any, tmp_path: Path
) -> None:
    head = "system: warhammer-40k-10e\nfaction: necrons\nbattle_size: incursion\ndetachment: awakened-dynasty\n"
    notes = "four words and more " * 900
    long = roster(
        f"{head}notes: {notes}\nunits: [{{datasheet: overlord, warlord: true, notes: {notes}}}]\n"
    )
    out = tmp_path / "out.pdf"
    assert call("export", long, "--to", "pdf", "--for", "me", "-o", str(out)).code == 0
    many = roster(
        f"{head}units: [{', '.join('{datasheet: overlord, name: %s}' % ('x' * 4000) for _ in range(9))}]\n"
    )
    done = call("export", many, "--to", "pdf")
    assert (done.code, done.err.count("part of this list is longer than a")) == (2, 1)


FORMS = ["text", "markdown", "html", "pdf", "json", "qr", "svg"]
SPLIT = sorted(
    file
    for file in (EXAMPLES / "combat-patrol").glob("*/*.yaml")
    if "split" in file.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("file", SPLIT, ids=lambda file: file.stem)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.slow_but(1, "form")
def test_a_patrol_that_is_split_has_every_form(
    call: Call, file: Path, form: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    done = call("export", str(file), "--to", form, "--formations", "-o", str(out))
    assert done.code in (0, 1), done.err
    assert call("export", str(file), "--to", form, "-o", str(out)).code in (0, 1)


def test_the_parts_of_a_split_unit_are_called_by_their_names(call: Call) -> None:
    file = str(EXAMPLES / "combat-patrol" / "legal" / "siguards-crusaders.yaml")
    told = call("export", file, "--to", "text", "--formations").out
    assert "Marshal Siguard leads Primaris Crusader Squad, Initiates" in told
    assert "Split: Primaris Crusader Squad" in told
    assert "10x Primaris Crusader Squad" in told  # the unit stands once, and whole
    assert "Initiates" not in call("export", file, "--to", "text").out


def test_data_that_is_no_data(call: Call, tmp_path: Path) -> None:
    for number, text in enumerate(
        ("system: [a]\n", "system: {a: b}\n", "system: 5\n", "system:\n", "- a\n", "5\n")
    ):
        file = tmp_path / f"d{number}.yaml"
        file.write_text(text)
        done = call("data", "check", str(file))
        assert (done.code, "this is a bug" in done.err) == (2, False), done.err
        assert str(file) in done.err
    assert (
        call("data", "check", str(tmp_path / "none.yaml"))
        .err.strip()
        .endswith("no such file; check the path")
    )


@pytest.mark.parametrize("given", ["5", "~no-such-user/x", "~", "a" * 5000, "\x01", ""])
def test_a_data_folder_that_is_none(call: Call, given: str) -> None:
    done = call("check", LEGAL, "--data", given)
    assert done.code in (0, 2)
    assert "this is a bug" not in done.err


# --- and what is pressed or typed before anything has begun ---


INTERRUPTED = """
import sys

class Interrupted:
    def find_spec(self, name, *_):
        if name == "listbuilder.cli.main":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupted())
from listbuilder.__main__ import main
sys.exit(main())
"""


def test_an_interrupt_while_the_program_is_loaded_is_no_traceback() -> None:
    """Ctrl-C in the first tenth of a second falls into the imports."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "")


def test_a_home_that_the_shell_did_not_write_out(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In quotes none does, and the one of Windows never."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / "mine.yaml").write_bytes(Path(LEGAL).read_bytes())
    assert call("check", "~/mine.yaml").code == 0
    assert call("export", "~/mine.yaml", "--to", "text", "-o", "~/mine.txt").code == 0
    assert (tmp_path / "mine.txt").is_file()
    assert (
        call("check", "~/none.yaml").err
        == f"{tmp_path / 'none.yaml'}: no such file; check the path\n"
    )


EVERY = {  # of every command, something with letters of all languages in it
    "edit": f"edit {LEGAL}",
    "new": "new age-of-sigmar-4e",
    "find": "find ウォリアー 太空",
    "why": f"why {LEGAL} モノリス",
    "fix": f"fix {ILLEGAL}",
    "fill": f"fill {AOS} --limit 2",
    "check": f"check {AOS} {ILLEGAL} {UNREAD} 無い.yaml",
    "event": f"event {EXAMPLES / 'event' / 'lists'} --rules {EXAMPLES / 'event' / 'event.yaml'}",
    "rules": "rules",
    "diff": f"diff {LEGAL} {ILLEGAL}",
    "collection": f"collection from {LEGAL} --name 死者の軍",
    "show": f"show {AOS} --formations",
    "export": f"export {LEGAL} --to text",
    "import": f"import {EXAMPLES / 'event' / 'lists' / 'jane-smith.txt'}",
    "verify": f"verify {LEGAL}",
    "data": "data changes 2025-06-11 today --faction necrons",
    "config": "config",
    "doctor": "doctor",
    "share": f"share {LEGAL} --page https://example.org/",
    "serve": "serve --static 無い",
    "report": f"report {ILLEGAL} --code 40K-02",
    "completion": "completion bash",
    "help": "help check",
}


@pytest.mark.parametrize(
    ("encoding", "lang"), [("cp932", "ja"), ("gbk", "zh"), ("cp1252", "ja"), ("cp932", "zh")]
)
@pytest.mark.parametrize("name", EVERY)
@pytest.mark.slow_but(1)
def test_every_command_on_every_code_page(
    name: str, encoding: str, lang: str, tmp_path: Path
) -> None:
    """Redirected into a file, as on Windows: text in that encoding, files in UTF-8, and never an end in the middle."""
    done = program(
        f"{EVERY[name]} --lang {lang}",
        f"> '{tmp_path / 'out'}'",
        PYTHONIOENCODING=encoding,
        LC_ALL="C.UTF-8",
    )
    fine(done)
    whole = program(f"{EVERY[name]} --lang {lang}", LC_ALL="C.UTF-8")
    assert done.returncode == whole.returncode
    written = (tmp_path / "out").read_bytes()
    as_file = whole.stdout == written
    text = written.decode(
        "utf-8" if as_file or name == "report" else encoding
    )  # a report is a file
    assert len(text.splitlines()) >= len(
        whole.stdout.decode().splitlines()
    )  # frames may be drawn otherwise
    assert text.strip() or whole.stdout == b""
    done.stderr.decode(encoding)


def test_every_command_is_tried_on_every_code_page() -> None:
    from listbuilder.cli.commands import COMMANDS as known

    assert set(EVERY) == set(known)


def test_a_failure_is_told_in_the_language_asked_for(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("listbuilder.cli.main.build_parser", fail)
    assert (
        call("check", LEGAL, "--lang", "ja").err
        == "listbuilder: メモリが足りません。変更はありません\n"
    )
    assert call("check", LEGAL).err == "listbuilder: not enough memory; nothing was changed\n"


def test_a_list_from_the_keyboard_is_asked_for() -> None:
    """A terminal that says nothing looks as if the program hung."""
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "listbuilder", "check", "-", "--lang", "en"]
    with subprocess.Popen(command, stdin=theirs, stdout=-1, stderr=-1, text=True) as process:
        os.close(theirs)
        os.write(ours, b"faction: necrons\n\x04")
        out, err = process.communicate(timeout=60)
    os.close(ours)
    assert err.startswith("Paste the list here. Then press Enter and Ctrl-D.\n")
    assert (process.returncode, out.splitlines()[0].split()[0]) == (2, "UNDECIDED")
