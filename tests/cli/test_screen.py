"""No lie on the screen: whatever a list, a file name or an argument holds, a command prints text that only says it."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from listbuilder.cli import main
from listbuilder.formats import seal
from listbuilder.formats.registry import WRITERS
from listbuilder.yamlio import reader
from tests.cli.conftest import Call, Result
from tests.evil import (
    COLOR,
    EVIL,
    FILE_NAME,
    FOREIGN,
    ILLEGAL,
    LINE,
    MUSTER,
    OTHERS,
    TEXT,
    UNREAD,
    acting,
)

GREEN = "\x1b[32m"


def checked(result: Result) -> Result:
    """What is printed acts on nothing, and no name makes a line."""
    assert acting(COLOR.sub("", result.out)) == []
    assert acting(result.err) == []
    assert f"{GREEN}FORGED" not in result.out  # our colours are ours alone
    assert "Traceback" not in result.err and "this is a bug" not in result.err, result.err
    return result


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Hostile lists of every kind, under names that are hostile too."""
    folder = tmp_path / "lists"
    folder.mkdir()
    made = []
    for place, roster in enumerate((MUSTER, ILLEGAL, UNREAD, *OTHERS)):
        file = folder / f"{place}{FILE_NAME}"
        file.write_text(json.dumps(roster).replace("\x7f", "\\u007f"))
        made.append(file)
    for name, text in FOREIGN.items():
        file = folder / f"x{FILE_NAME}{name}"
        file.write_text(text, encoding="utf-8")
        made.append(file)
    raw = folder / f"raw{FILE_NAME}"  # no YAML: what acts stands in it as it is
    raw.write_bytes(f"system: warhammer-40k-10e\nname: {LINE}\n{LINE}: [\n".encode())
    return [*made, raw]


@pytest.fixture(params=[False, True], ids=["plain", "colours"])
def colors(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(main, "should_use_color", lambda _: bool(request.param))
    return bool(request.param)


def test_the_lists_do_reach_a_verdict(call: Call, files: list[Path]) -> None:
    """Else the tests below would show nothing."""
    verdicts = [call("check", str(file)).code for file in files]
    assert verdicts[:3] == [0, 1, 2]
    assert 1 in verdicts[8:10] and 0 in verdicts[10:-1]


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.slow_but(1)
def test_check(call: Call, files: list[Path], colors: bool, lang: str) -> None:
    for file in files:
        result = checked(call("check", str(file), "--lang", lang))
        assert (
            "\\x1b[2K\\r\\x1b[32mFORGED: LEGAL\\x1b[0m\\x9b31m\\u202eb\\n[b]\\nFORGED" in result.out
        )
    checked(call("check", *map(str, files), "--lang", lang))


def test_json(call: Call, files: list[Path]) -> None:
    """It says the very names, each control in them as an escape."""
    for words in (
        ("check", *map(str, files)),
        ("check", str(files[0].parent)),
        ("show", str(files[0])),
    ):
        found = json.loads(checked(call(*words, "--format", "json")).out)
        names = [each["name"] for each in found["rosters"]]
        assert TEXT in names
        assert str(files[0]) in [each["file"] for each in found["rosters"]]


@pytest.mark.parametrize("words", [[], ["--full"], ["--csv", "-"], ["--jobs", "2"]], ids=" ".join)
@pytest.mark.slow_but(1)
def test_many_lists(call: Call, files: list[Path], colors: bool, words: list[str]) -> None:
    result = checked(call("check", str(files[0].parent), *words))
    if words != ["--csv", "-"]:
        assert "[/b][red][link=x]\\[/b]" in "".join(COLOR.sub("", result.out).split())


@pytest.mark.slow
def test_csv_and_zip(call: Call, files: list[Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for file in files:
            archive.write(file, f"{file.name}")
    checked(call("check", str(tmp_path / "all.zip")))
    table = tmp_path / "all.csv"
    with table.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows(
            [["player", "list"], *([LINE, text] for text in FOREIGN.values())]
        )
    checked(call("check", str(table)))
    checked(call("check", str(table), "--column", LINE))
    checked(call("check", str(table), "--csv", str(tmp_path / "out.csv")))
    text = (tmp_path / "out.csv").read_text(encoding="utf-8-sig")
    assert acting(text) == []
    rows = list(csv.reader(io.StringIO(text)))
    assert [row[1] for row in rows[1:]] == ["Evil" + rows[1][1][4:]] * len(FOREIGN)


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.slow_but(1)
def test_the_desk_of_an_event(
    call: Call, files: list[Path], colors: bool, tmp_path: Path, form: str
) -> None:
    """On the terminal, and on its pages and in its messages: names of lists, of files and of the event itself."""
    rules, out = tmp_path / "event.yaml", tmp_path / "desk"
    rules.write_text(
        json.dumps({"event": f"<img src=x> {TEXT}", "points_limit": 500}).replace("\x7f", "\\u007f")
    )
    done = checked(
        call(
            "event",
            str(files[0].parent),
            "--rules",
            str(rules),
            "-o",
            str(out),
            "--format",
            form,
            "--jobs",
            "1",
        )
    )
    assert done.code == 2
    made = [file for file in out.rglob("*") if file.suffix in (".html", ".txt", ".json")]
    assert len(made) > 2 * len(files)
    for file in made:
        text = file.read_text(encoding="utf-8")
        assert acting(re.sub("[\u2068\u2069]", "", text)) == [], file.name  # isolates of ours
        assert file.suffix != ".html" or "<img src=x>" not in text


@pytest.mark.slow_but(1)
def test_show(call: Call, files: list[Path], colors: bool) -> None:
    for file in files:
        checked(call("show", str(file)))
        checked(call("show", str(file), "--formations"))


@pytest.mark.parametrize("form", [name for name, form in WRITERS.items() if form.text])
@pytest.mark.slow_but(1)
def test_export(call: Call, files: list[Path], form: str, tmp_path: Path) -> None:
    """On the terminal and in a file. (None of the names reads from right to left: those stand between isolates of ours.)"""
    for file in files:
        for audience in ("me", "opponent"):
            result = checked(
                call("export", str(file), "--to", form, "--for", audience, "--formations")
            )
            out = tmp_path / f"{FILE_NAME}.out"
            checked(
                call(
                    "export",
                    str(file),
                    "--to",
                    form,
                    "--for",
                    audience,
                    "--formations",
                    "-o",
                    str(out),
                )
            )
            if result.out:
                assert out.read_text(encoding="utf-8") == result.out


def test_import_and_new(call: Call, files: list[Path], tmp_path: Path) -> None:
    """What is written is the name itself, escaped where it would act: YAML reads it back."""
    for file in files:
        checked(call("import", str(file)))
    sealed = call("export", str(files[0]), "--to", "qr").out
    (tmp_path / "code.txt").write_text(sealed, encoding="utf-8")
    text = checked(call("import", str(tmp_path / "code.txt"))).out
    assert reader.read_yaml(text.encode(), "x").data["name"] == TEXT
    out = tmp_path / f"{FILE_NAME}.out.yaml"
    checked(call("import", str(tmp_path / "code.txt"), "-o", str(out)))
    assert reader.read_yaml_file(out).data["units"][0]["name"] == TEXT
    for game, faction in (("warhammer-40k-10e", "necrons"), ("age-of-sigmar-4e", "orruk-warclans"), ("space-marine-heroes", "x"),
                          ("spearhead", "vigilant-brotherhood"), ("combat-patrol", "amonhotekhs-guard")):  # fmt: skip
        result = checked(call("new", game, faction, "--name", TEXT))
        if result.out:
            assert reader.read_yaml(result.out.encode(), "x").data["name"] == TEXT
    assert (
        "name: Silent: #1"
        not in call("new", "warhammer-40k-10e", "necrons", "--name", "Silent: #1").out
    )
    checked(call("new", TEXT, TEXT))
    checked(call("new", "warhammer-40k-10e", TEXT, "--size", TEXT, "--detachment", TEXT))
    checked(call("new", "warhammer-40k-10e", "necrons", "--size", TEXT))
    checked(call("new", "warhammer-40k-10e", "necrons", "-o", str(tmp_path / "no" / FILE_NAME)))


@pytest.mark.parametrize(
    "words",
    [
        ["check", EVIL],
        ["check", "--from", TEXT, "{file}"],
        ["check", "--event", "{file}", "{file}"],
        ["check", "--event", EVIL, "{file}"],
        ["check", "--lang", TEXT, "{file}"],
        ["check", "--format", TEXT, "{file}"],
        ["check", "--as-of", TEXT, "{file}"],
        ["check", "--data", EVIL, "{file}"],
        ["check", "--jobs", TEXT, "{file}"],
        ["check", TEXT, "--" + TEXT],
        ["check", "--help"],
        ["show", EVIL],
        ["export", "{file}", "--to", TEXT],
        ["export", "{file}", "--to", "pdf", "-o", EVIL + "/x"],
        ["import", EVIL],
        ["import", "--from", TEXT, "{file}"],
        ["find", TEXT],
        ["find", TEXT, "--faction", TEXT],
        ["find", "necron", "--system", TEXT],
        ["find", "necron", "--limit", TEXT],
        ["rules", TEXT],
        ["data", "check", EVIL],
        ["data", TEXT],
        ["verify", EVIL],
        ["edit", "{file}"],
        ["edit", "--help", TEXT],
        [TEXT],
        ["--help", TEXT],
        ["--version", TEXT],
        ["--" + TEXT],
        ["-" + TEXT],
    ],
    ids=lambda words: " ".join(words)[:30].encode("ascii", "backslashreplace").decode(),
)
@pytest.mark.slow_but(12)
def test_arguments(call: Call, files: list[Path], words: list[str]) -> None:
    checked(call(*(word.replace("{file}", str(files[0])).replace("\x00", "") for word in words)))


def test_data(call: Call, tmp_path: Path, colors: bool) -> None:
    """A faction of the user's own is text too."""
    folder = tmp_path / "own" / "warhammer-40k-10e"
    folder.mkdir(parents=True)
    broken = folder / f"broken{FILE_NAME.replace(chr(10), ' ')}"
    broken.write_text(json.dumps({"id": TEXT, TEXT: TEXT, "name": TEXT}).replace("\x7f", "\\u007f"))
    checked(call("data", "check", str(folder)))
    necrons = next(
        reader.read_yaml_file(file, reader.DATA_BYTES).data for file in _shipped("necrons")
    )
    for sheet in necrons["datasheets"]:
        sheet["name"] += f" {TEXT}"
    (folder / "necrons.yaml").write_text(json.dumps(necrons).replace("\x7f", "\\u007f"))
    checked(call("data", "check", str(folder)))
    found = checked(
        call("find", "overlord", "--faction", "necrons", "--data", str(tmp_path / "own"))
    )
    assert "FORGED" in found.out
    checked(
        call(
            "find",
            "overlord",
            "--faction",
            "necrons",
            "--data",
            str(tmp_path / "own"),
            "--format",
            "json",
        )
    )
    checked(call("rules", "warhammer-40k-10e", "--data", str(tmp_path / "own"), "--format", "json"))


def _shipped(faction: str) -> list[Path]:
    from listbuilder.data import paths

    return [paths.get_factions_folder() / "warhammer-40k-10e" / f"{faction}.yaml"]


@pytest.mark.parametrize("form", ["html", "json", "svg", "pdf", "qr"])
@pytest.mark.slow_but(1)
def test_verify(call: Call, files: list[Path], tmp_path: Path, form: str, colors: bool) -> None:
    for file in files[:2]:
        out = tmp_path / f"x{FILE_NAME}.{form}"
        call("export", str(file), "--to", form, "-o", str(out))
        result = checked(call("verify", str(out)))
        assert "VALID" in result.out
        out.write_bytes(out.read_bytes().replace(b"2", b"3", 1))
        checked(call("verify", str(out)))
        checked(call("verify", str(out), "--format", "json"))


@pytest.mark.slow
def test_verify_of_a_seal_that_someone_made(call: Call, tmp_path: Path) -> None:
    """Every field of a seal is a stranger's."""
    file = tmp_path / "seal.txt"
    for fields in ({"version": TEXT}, {"form": TEXT}, {"lang": TEXT}, {"audience": TEXT}, {"verdict": TEXT}, {"data": TEXT},
                   {"day": TEXT}, {"as_of": TEXT}, {"file": TEXT}):  # fmt: skip
        made = {"version": "0.1.0", "form": "html", "lang": "en", "audience": "opponent", "verdict": "legal", "points": 1,
                "data": "", "day": "2026-05-20", "as_of": None, "file": "", "roster": MUSTER, **fields}  # fmt: skip
        file.write_text(seal.close_seal(seal.Seal(**made)))  # type: ignore[arg-type]
        for command in (
            ("verify",),
            ("verify", "--format", "json"),
            ("import",),
            ("check",),
            ("export", "--to", "html"),
        ):
            checked(call(*command, str(file)))


def test_a_file_name_that_is_no_text(call: Call, files: list[Path]) -> None:
    raw = os.fsencode(files[0].parent / "z") + b"\xff\x9b.yaml"
    files[0].rename(os.fsdecode(raw))
    name = os.fsdecode(raw)
    shown = checked(call("check", name)).out.splitlines()[0]
    assert shown.startswith("LEGAL ") and "z\\xff\\x9b.yaml" in shown
    (found,) = json.loads(checked(call("check", name, "--format", "json")).out)["rosters"]
    assert found["file"].endswith("z\\xff\\x9b.yaml")
    checked(call("show", name))
    checked(call("check", str(files[0].parent / "no" / "z") + os.fsdecode(b"\xff")))


@pytest.mark.slow
def test_on_a_real_terminal(files: list[Path]) -> None:
    """All that comes out of the other end: our colours, and nothing else that acts."""
    for words in (
        ["check", str(files[0]), str(files[1])],
        ["show", str(files[0])],
        ["check", str(files[0].parent), "--jobs", "1"],
    ):
        ours, theirs = pty.openpty()
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm", "NO_COLOR": ""}
        command = [sys.executable, "-m", "listbuilder", *words]
        done = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL, env=environment
        )
        os.close(theirs)
        raw = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux says so at the end
                break
            if not piece:
                break
            raw += piece
        os.close(ours)
        assert done.wait() in (0, 1, 2)
        text = raw.decode().replace("\r\n", "\n")
        assert COLOR.search(text)
        assert acting(COLOR.sub("", text)) == []
