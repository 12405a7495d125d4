"""One bad file stops nothing: beside good lists, each is a row of its own that says what is wrong with it."""

from __future__ import annotations

import io
import json
import os
import socket
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from listbuilder.cli import batch, batch_items, pool
from tests.cli.conftest import Call
from tests.formats.read import one_list_per_format
from tests.formats.read.test_formats import BATTLESCRIBE, zipped

GOOD = """system: warhammer-40k-10e
player: {player}
faction: necrons
battle_size: incursion
detachment: awakened-dynasty
units: [{{datasheet: overlord, warlord: true}}]
"""
MARKUP = "'\\[/b]'"


def good(player: str = "Ann") -> bytes:
    return GOOD.format(player=player).encode()


def damaged(content: bytes) -> bytes:
    """The packed bytes of the last entry, written over."""
    return content[:60] + bytes(40) + content[100:]


# name -> what is in it, and a part of the sentence
BAD: dict[str, tuple[bytes, str]] = {
    "b-system.yaml": (b"system: [a]\n", 'expected text, found "[a]"'),
    "c-map.yaml": (b"system: {a: b}\n", 'expected text, found "{a}"'),
    "d-long.yaml": (b"system: warhammer-40k-10e\nfaction: " + b"a" * 300, "unknown faction"),
    "e-long-box.yaml": (b"system: spearhead\nbox: " + b"a" * 300, "unknown box"),
    "g.rosz": (damaged(zipped(BATTLESCRIBE)), "the archive is damaged"),
    "h.rosz": (b"PK\x03\x04 and no more", "the archive is damaged"),
    "i-nul.yaml": (b'system: warhammer-40k-10e\nfaction: "a\\0b"\n', "unknown faction"),
    "j-bytes.yaml": (b"system: \xff\xfe\n", "not UTF-8 text"),
    "k.json": (b'{"roster": 5}', "roster"),
}


def rows(done: Any) -> dict[str, str]:
    return {
        each["file"].rpartition("/")[2]: each["verdict"] for each in json.loads(done.out)["rosters"]
    }


def said(done: Any, name: str) -> str:
    one = next(each for each in json.loads(done.out)["rosters"] if each["file"].endswith(name))
    return str(one["unread"][0]["message"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "lists"
    place.mkdir()
    (place / "a-first.yaml").write_bytes(good())
    (place / "m-markup.yaml").write_bytes(good(MARKUP))
    (place / "z-last.txt").write_text(one_list_per_format.GW_A, encoding="utf-8")
    return place


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes a folder that may not be looked into, for a superuser too, whom no mode stops."""
    closed: list[Path] = []
    real_scandir, real_listdir, real_stat, real_open = os.scandir, os.listdir, os.stat, io.open

    def refused(path: Any, itself: bool) -> bool:
        if not isinstance(path, (str, bytes, os.PathLike)):
            return False
        place = Path(os.fsdecode(path))
        return any((itself and place == each) or each in place.parents for each in closed)

    def guarded(real: Any, itself: bool) -> Any:
        def call(path: Any = ".", *given: Any, **named: Any) -> Any:
            if refused(path, itself):
                raise PermissionError(13, "Permission denied", os.fsdecode(path))
            return real(path, *given, **named)

        return call

    def shut(place: Path) -> None:
        closed.append(place)
        if os.geteuid() == 0:
            monkeypatch.setattr(os, "scandir", guarded(real_scandir, True))
            monkeypatch.setattr(os, "listdir", guarded(real_listdir, True))
            monkeypatch.setattr(os, "stat", guarded(real_stat, False))
            monkeypatch.setattr("builtins.open", guarded(real_open, False))
        else:
            place.chmod(0)

    yield shut
    if os.geteuid() != 0:
        for place in closed:
            place.chmod(0o755)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_bad_files_beside_good_ones(call: Call, folder: Path, jobs: str) -> None:
    for name, (content, _) in BAD.items():
        (folder / name).write_bytes(content)
    for number in range(20):  # so many that processes share them
        (folder / f"y{number:02}.yaml").write_bytes(good())
    done = call("check", str(folder), "--format", "json", "--jobs", jobs)
    assert done.code == 2
    found = rows(done)
    assert {name for name, verdict in found.items() if verdict == "unread"} == set(BAD)
    assert sum(verdict == "legal" for verdict in found.values()) == 23
    for name, (_, sentence) in BAD.items():
        assert sentence in said(done, name), name
    text = call("check", str(folder), "--jobs", jobs)
    assert (text.code, text.out.splitlines()[-1]) == (
        2,
        f"{23 + len(BAD)} lists: {len(BAD)} undecided, 23 legal",
    )
    assert "\\[/b]" in next(line for line in text.out.splitlines() if "m-markup" in line)
    for lang in ("ja", "zh"):
        assert call("check", str(folder), "--lang", lang, "--full").code == 2


def test_bad_entries_of_an_archive_beside_good_ones(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "event.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.yaml", good())
        for name, (content, _) in BAD.items():
            archive.writestr(name, content)
        archive.writestr("bz2.txt", one_list_per_format.GW_A, zipfile.ZIP_BZIP2)
        archive.writestr("lost.txt", "0123456789" * 500)
        archive.writestr("z.yaml", good())
    raw = file.read_bytes()
    with zipfile.ZipFile(file) as archive:
        start = archive.getinfo("lost.txt").header_offset + 40
    file.write_bytes(raw[:start] + b"\xff" * 8 + raw[start + 8 :])
    done = call("check", str(file), "--format", "json")
    assert done.code == 2
    found = rows(done)
    assert {name for name, verdict in found.items() if verdict == "legal"} == {"a.yaml", "z.yaml"}
    assert {name for name, verdict in found.items() if verdict == "unread"} == {
        *BAD,
        "bz2.txt",
        "lost.txt",
    }
    assert "unsupported zip compression (12)" in said(done, "bz2.txt")
    assert "the archive is damaged" in said(done, "lost.txt")


@pytest.mark.slow
def test_damaged_archives_and_tables_beside_good_lists(call: Call, folder: Path) -> None:
    (folder / "b.zip").write_bytes(b"PK\x03\x04 nothing behind it")
    (folder / "c.zip").write_bytes(b"")
    (folder / "d.csv").write_bytes(b"player,list\nAnn,\xff\n")
    (folder / "e.csv").write_bytes(b"")
    (folder / "f.csv").write_bytes(
        ("player,list\nAnn,x\nBob,%s\nCy,y\n" % ("0" * 9_000_000)).encode()
    )
    done = call("check", str(folder), "--format", "json")
    found = rows(done)
    assert (done.code, found["a-first.yaml"], found["z-last.txt"]) == (2, "legal", "legal")
    assert all(found[name] == "unread" for name in ("b.zip", "c.zip", "d.csv", "e.csv"))
    cells = [
        each["file"].rpartition(":")[2]
        for each in json.loads(done.out)["rosters"]
        if "f.csv:" in each["file"]
    ]
    assert cells == ["row 2", "row 3", "row 4"]  # the one that is too long, and those around it
    assert "too large: 9.0 MB (the limit is 1 MB)" in said(done, "f.csv:row 3")


def test_what_is_no_file_at_all(call: Call, folder: Path) -> None:
    other = folder / "sub" / "deeper"
    other.mkdir(parents=True)
    (other / "good.yaml").write_bytes(good("Zoe"))
    (folder / "b-dangling.yaml").symlink_to("nowhere")
    (folder / "c-itself.yaml").symlink_to("c-itself.yaml")
    (other / "d-up").symlink_to("../..")
    (folder / "t-other-way").symlink_to("sub/deeper")
    os.mkfifo(folder / "e-pipe.txt")
    (folder / "f-zero.yaml").symlink_to("/dev/zero")
    with tempfile.TemporaryDirectory(dir="/tmp") as short, socket.socket(socket.AF_UNIX) as plug:
        plug.bind(f"{short}/s")  # a socket's path is short
        os.link(f"{short}/s", folder / "g-socket") if os.stat(short).st_dev == os.stat(
            folder
        ).st_dev else None
        (folder / "h-socket.txt").symlink_to(f"{short}/s")
        done = call("check", str(folder), "--format", "json")
    assert done.code == 2
    found = rows(done)
    unread = {"b-dangling.yaml", "c-itself.yaml", "e-pipe.txt", "f-zero.yaml", "h-socket.txt"}
    assert {name for name, verdict in found.items() if verdict == "unread"} - {"g-socket"} == unread
    assert {name for name, verdict in found.items() if verdict == "legal"} == {
        "a-first.yaml", "good.yaml", "m-markup.yaml", "z-last.txt"
    }  # fmt: skip
    assert said(done, "b-dangling.yaml").endswith("broken link: the target doesn't exist")
    assert "can't open: Too many levels of symbolic links" in said(done, "c-itself.yaml")
    for name in ("e-pipe.txt", "f-zero.yaml", "h-socket.txt"):
        assert "skipped: a pipe, socket or device, not a file" in said(done, name)


def test_a_folder_that_may_not_be_opened(call: Call, folder: Path, shut: Any) -> None:
    inner = folder / "n-secret"
    inner.mkdir()
    (inner / "list.yaml").write_bytes(good())
    shut(inner)
    done = call("check", str(folder), "--format", "json")
    assert done.code == 2
    assert rows(done) == {
        "a-first.yaml": "legal",
        "m-markup.yaml": "legal",
        "n-secret": "unread",
        "z-last.txt": "legal",
    }
    assert said(done, "n-secret").endswith(
        "can't open this folder, so its lists were not checked: Permission denied"
    )
    below = call("check", str(inner / "list.yaml"), str(folder / "a-first.yaml"))
    assert below.code == 2
    assert below.err == f"{inner / 'list.yaml'}: can't open: Permission denied\n"
    assert below.out.startswith("LEGAL ") and "a-first.yaml" in below.out.splitlines()[0]


def test_every_command_on_a_path_below_a_folder_that_may_not_be_opened(
    call: Call, folder: Path, shut: Any
) -> None:
    inner = folder / "secret"
    inner.mkdir()
    shut(inner)
    file, mine = str(inner / "x.yaml"), str(folder / "a-first.yaml")
    for words in (
        ("check", file), ("check", str(inner)), ("show", file), ("export", file, "--to", "text"), ("import", file),
        ("verify", file), ("data", "check", file), ("data", "check", str(inner)), ("check", mine, "--event", file),
        ("check", mine, "--data", str(inner / "data")), ("check", file, "--csv", "-"),
    ):  # fmt: skip
        done = call(*words)
        assert (done.code, "Traceback" in done.err, "this is a bug" in done.err) == (
            2,
            False,
            False,
        ), (words, done.err)
        assert done.err.strip(), words


def test_data_of_ones_own_in_a_folder_that_may_not_be_opened_is_named(
    call: Call, folder: Path, shut: Any
) -> None:
    own = folder / "own" / "warhammer-40k-10e"
    own.mkdir(parents=True)
    shut(own)
    done = call("check", str(folder / "a-first.yaml"), "--data", str(folder / "own"))
    assert done.code == 0
    assert done.err.count(f"{own}: can't open: Permission denied") == 1
    assert "skipped because of the error above; the rest is loaded" in done.err


def test_a_file_name_that_is_not_utf_8(call: Call, folder: Path) -> None:
    (folder / os.fsdecode(b"n-\xff\xfe.yaml")).write_bytes(good("Bob"))
    (folder / os.fsdecode(b"o-\xff.txt")).write_bytes(b"no list")
    done = call("check", str(folder))
    assert done.code == 0, done.err  # what is no list is passed over by name
    assert next(line for line in done.out.splitlines() if "n-\\xff\\xfe.yaml" in line).split()[
        2:4
    ] == ["Bob", "Necrons"]
    assert "skipped, no list in it: " in done.out and "o-\\xff.txt" in done.out
    assert rows(call("check", str(folder), "--format", "json"))["n-\\xff\\xfe.yaml"] == "legal"
    one = os.fsdecode(os.fsencode(folder) + b"/n-\xff\xfe.yaml")
    for words in (
        ("check", one),
        ("check", one, "--format", "json"),
        ("show", one),
        ("export", one, "--to", "json"),
    ):
        assert call(*words).code == 0
    assert call("verify", one).code == 2
    assert call("import", os.fsdecode(os.fsencode(folder) + b"/o-\xff.txt")).code == 2


def test_a_bug_of_ours_over_one_list_stops_no_other(
    call: Call, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a row that says so, and exit 3: that weighs more than what else was found."""
    (folder / "b-broken.yaml").write_bytes(good("Breaker"))
    from listbuilder.rules import engine

    real = engine.run_rules

    def broken(army: Any) -> Any:
        if army.name == "Breaker":
            raise KeyError("boom")
        return real(army)

    (folder / "b-broken.yaml").write_bytes(good() + b"name: Breaker\n")
    monkeypatch.setattr(engine, "run_rules", broken)
    done = call("check", str(folder), "--format", "json")
    assert done.code == 3
    assert rows(done) == {
        "a-first.yaml": "legal",
        "b-broken.yaml": "unread",
        "m-markup.yaml": "legal",
        "z-last.txt": "legal",
    }
    sentence = (
        "internal error, this is a bug: KeyError: 'boom' (set LISTBUILDER_DEBUG=1 for details)"
    )
    assert said(done, "b-broken.yaml").endswith(sentence)
    table = call("check", str(folder), "--csv", str(tmp_path / "out.csv"))
    assert table.code == 3 and "KeyError" in (tmp_path / "out.csv").read_text(encoding="utf-8-sig")
    alone = call("check", str(folder / "b-broken.yaml"), str(folder / "a-first.yaml"))
    assert (alone.code, alone.err) == (3, f"{folder / 'b-broken.yaml'}: {sentence}\n")
    assert alone.out.startswith("LEGAL ") and "a-first.yaml" in alone.out


@pytest.mark.parametrize("error", [MemoryError(), OSError(28, "No space left on device")])
def test_a_machine_that_gives_out_over_one_list(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    from listbuilder.rules import engine

    real = engine.run_rules

    def broken(army: Any) -> Any:
        if army.name == "Breaker":
            raise error
        return real(army)

    (folder / "b-broken.yaml").write_bytes(good() + b"name: Breaker\n")
    monkeypatch.setattr(engine, "run_rules", broken)
    done = call("check", str(folder), "--format", "json")
    assert (done.code, rows(done)["b-broken.yaml"], rows(done)["z-last.txt"]) == (
        2,
        "unread",
        "legal",
    )
    assert "ran out of resources while checking this list: " in said(done, "b-broken.yaml")


def test_a_verdict_that_cannot_be_put_into_words_stops_no_other(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from listbuilder.cli import verdict_json

    real = verdict_json.build_roster

    def broken(done: Any, context: Any) -> Any:
        if done.file.endswith("a-first.yaml") and done.verdict == "legal":
            raise ValueError("no words")
        return real(done, context)

    monkeypatch.setattr(verdict_json, "build_roster", broken)
    for paths in ((str(folder),), (str(folder / "a-first.yaml"), str(folder / "m-markup.yaml"))):
        done = call("check", *paths, "--format", "json")
        assert done.code == 3
        assert (rows(done)["a-first.yaml"], rows(done)["m-markup.yaml"]) == ("unread", "legal")


def test_a_process_that_is_killed_takes_one_list_with_it(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(30):
        (folder / f"y{number:02}.yaml").write_bytes(good())

    class Killed:
        """A pool in this process that dies of one list, as a process does for want of memory."""

        def __init__(self, work: pool.Work[Any, Any]) -> None:
            pool._begin_process(work.do, work.job)

        def __enter__(self) -> Killed:
            return self

        def __exit__(self, *_: object) -> None:
            return None

        def map(self, work: Any, items: Any, chunksize: int) -> Iterator[Any]:
            for piece in items:
                yield [self.submit(pool._process_item, item).result() for item in piece]

        def submit(self, work: Any, item: batch_items.Item) -> Any:
            if item.name.endswith("y07.yaml"):
                raise BrokenProcessPool("killed")
            row = work(item)
            return type("Done", (), {"result": lambda self: row})()

    monkeypatch.setattr(pool, "_create_pool", lambda cores, work: Killed(work))
    # what a process of the pool sets for good is not for the process of the tests: its exit code would be 0
    monkeypatch.setattr(pool, "atexit", Mock())
    monkeypatch.setattr(pool, "gc", Mock())
    done = call("check", str(folder), "--format", "json", "--jobs", "4")
    assert (done.code, len(rows(done))) == (2, 33)
    assert [name for name, verdict in rows(done).items() if verdict != "legal"] == ["y07.yaml"]
    assert "ran out of resources while checking this list: its process was killed" in said(
        done, "y07.yaml"
    )


@pytest.mark.parametrize(
    ("jobs", "taken"), [("0", 2), ("-3", 1), ("1", 1), ("5", 5), ("100000", 61)]
)
def test_any_number_of_jobs_is_taken_for_a_sensible_one(
    call: Call, folder: Path, jobs: str, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def by_all(items: Any, work: Any, cores: int) -> Iterator[Any]:
        asked.append(cores)
        return ((batch.ListRow(item.name, "legal"), []) for item in items)

    for number in range(70):
        (folder / f"y{number:02}.yaml").write_bytes(good())
    monkeypatch.setattr(pool, "_process_on_all_cores", by_all)
    monkeypatch.setattr(pool, "count_cores", lambda: 2)
    assert call("check", str(folder), f"--jobs={jobs}").code == 0
    assert asked == ([taken] if taken > 1 else [])
