"""export and verify, as they are called."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from listbuilder.data import paths
from listbuilder.formats.registry import WRITERS
from tests.cli.conftest import Call

Write = Callable[[str], str]
ROSTER = """\
system: warhammer-40k-10e
name: Silent
faction: necrons
battle_size: incursion
detachment: awakened-dynasty
units:
  - {datasheet: overlord, warlord: true, enhancement: veil-of-darkness}
  - {id: w, datasheet: necron-warriors, models: 20}
  - {id: a, datasheet: ghost-ark}
formations: {strategic_reserves: [a]}
"""
ILLEGAL = ROSTER.replace("incursion", "strike-force").replace("warlord: true, ", "")


def test_to_standard_output(call: Call, roster: Write) -> None:
    result = call("export", roster(ROSTER), "--to", "text")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Silent · 420 / 1000 points\n")
    assert "  20x Necron Warriors (200)\n" in result.out
    assert "\nLEGAL · 420 / 1000 points\n" in result.out
    assert "eserves" not in result.out
    assert (
        "Strategic Reserves: Ghost Ark"
        in call("export", roster(ROSTER), "--to", "text", "--formations").out
    )


@pytest.mark.parametrize(("lang", "word"), [("ja", "適正"), ("zh", "合法")])
def test_in_other_languages(call: Call, roster: Write, lang: str, word: str) -> None:
    assert (
        f"\n{word} · 420 / 1000 "
        in call("export", roster(ROSTER), "--to", "text", "--lang", lang).out
    )


@pytest.mark.parametrize(
    "form",
    [form for form, each in WRITERS.items() if not each.kinds or form in ("gw", "ros", "rosz")],
)
def test_an_illegal_roster_is_exported_with_its_verdict(
    call: Call, roster: Write, tmp_path: Path, form: str
) -> None:
    result = call("export", roster(ILLEGAL), "--to", form, "-o", str(tmp_path / "out"))
    assert result.code == 1
    content = (tmp_path / "out").read_bytes()
    if form in ("text", "markdown", "html", "qr", "svg"):
        assert "ILLEGAL" in content.decode() and "40K-12" in content.decode()
    if form == "json":
        found = json.loads(content)
        assert (found["verdict"], [each["code"] for each in found["findings"]]) == (
            "illegal",
            ["40K-12"],
        )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "just text",
        ROSTER.replace("overlord", "overlrd"),
        ROSTER.replace("models: 20", "models: 0"),
    ],
)
def test_what_cannot_be_read_is_refused(
    call: Call, roster: Write, tmp_path: Path, text: str
) -> None:
    out = tmp_path / "out.html"
    out.write_text("old")
    result = call("export", roster(text), "--to", "html", "-o", str(out))
    assert result.code == 2
    assert out.read_text() == "old"
    assert result.err.strip() and "bug" not in result.err and result.out == ""


def test_a_target_that_cannot_be_written_keeps_the_old_file(
    call: Call, roster: Write, tmp_path: Path
) -> None:
    folder = tmp_path / "full"
    folder.mkdir()
    result = call("export", roster(ROSTER), "--to", "text", "-o", str(folder / "no" / "out.txt"))
    assert result.code == 2
    assert "can't write" in result.err and "nothing was changed" in result.err
    if os.getuid():
        old = folder / "out.txt"
        old.write_text("old")
        folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
        assert call("export", roster(ROSTER), "--to", "text", "-o", str(old)).code == 2
        folder.chmod(stat.S_IRWXU)
        assert old.read_text() == "old"


def test_a_failure_on_the_way_keeps_the_old_file(
    call: Call, roster: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    old = tmp_path / "out.txt"
    old.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    result = call("export", roster(ROSTER), "--to", "text", "-o", str(old))
    assert (result.code, old.read_text()) == (2, "old")
    assert "No space left on device" in result.err
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".tmp"] == []


def test_into_a_folder_it_is_called_as_the_roster(
    call: Call, roster: Write, tmp_path: Path
) -> None:
    file = roster(ROSTER.replace("Silent", "'../../ Silent & <Dynasty> 戦'"))
    assert call("export", file, "--to", "html", "-o", str(tmp_path)).code == 0
    assert (tmp_path / "silent-dynasty-戦.html").is_file()


def test_the_roster_itself_is_not_written_over(call: Call, roster: Write) -> None:
    file = roster(ROSTER)
    result = call("export", file, "--to", "text", "-o", file)
    assert result.code == 2
    assert "this would overwrite the roster itself" in result.err
    assert Path(file).read_text() == ROSTER


def test_a_form_that_is_not_for_the_game(call: Call, roster: Write) -> None:
    result = call("export", roster(ROSTER), "--to", "aos-app")
    assert result.code == 2
    assert 'can\'t be exported as "aos-app"; use text, markdown, html' in result.err
    result = call("export", roster("system: spearhead\nbox: vigilant-brotherhood\n"), "--to", "gw")
    assert result.code == 2
    assert "use text, markdown, html, pdf, json, qr or svg" in result.err


def test_a_form_that_there_is_not(call: Call, roster: Write) -> None:
    result = call("export", roster(ROSTER), "--to", "docx")
    assert result.code == 2
    assert "docx" in result.err and "markdown" in result.err


def test_another_programs_list_is_exported_too(call: Call, roster: Write, tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    assert call("export", roster(ROSTER), "--to", "gw", "-o", str(listed)).code == 0
    result = call("export", str(listed), "--to", "text")
    assert result.code == 0
    assert "20x Necron Warriors (200)" in result.out


def test_json_is_what_its_schema_says(call: Call, roster: Write) -> None:
    schema = json.loads(
        (paths.get_schemas_folder() / "export.schema.json").read_text(encoding="utf-8")
    )
    for text in (ROSTER, ILLEGAL, "system: spearhead\nbox: vigilant-brotherhood\n"):
        jsonschema.Draft202012Validator(schema).validate(
            json.loads(call("export", roster(text), "--to", "json").out)
        )


@pytest.mark.parametrize("form", ["html", "pdf", "json", "qr", "svg"])
def test_verify(call: Call, roster: Write, tmp_path: Path, form: str) -> None:
    out = str(tmp_path / "out")
    call("export", roster(ROSTER), "--to", form, "-o", out, "--lang", "ja")
    result = call("verify", out)
    assert result.code == 0
    assert (
        f"{out}: VALID\n  in the file: LEGAL, 420 points\n  now: LEGAL, 420 points\n  data: unchanged"
        in result.out
    )
    assert "  page: unmodified\n" in result.out
    assert json.loads(call("verify", out, "--format", "json").out)["holds"] is True


def test_verify_of_the_text_of_a_code(call: Call, roster: Write, tmp_path: Path) -> None:
    text = call("export", roster(ROSTER), "--to", "qr").out
    scanned = tmp_path / "scanned"
    scanned.write_text("".join(text[text.index("LB1:") :].split("\n\n")[0].split()))
    result = call("verify", str(scanned))
    assert result.code == 0
    assert f"{scanned}: ROSTER VALID\n" in result.out
    assert "the page it came from was not compared" in result.out
    assert "\n      20x Necron Warriors (200)\n" in result.out  # to compare by eye


@pytest.mark.parametrize(
    ("form", "before", "after"),
    [("html", "420 / 1000", "400 / 1000"), ("json", '"points": 200', '"points": 190')],
)
def test_a_page_that_was_changed_does_not_hold(
    call: Call, roster: Write, tmp_path: Path, form: str, before: str, after: str
) -> None:
    out = tmp_path / "out"
    call("export", roster(ROSTER), "--to", form, "-o", str(out))
    text = out.read_text(encoding="utf-8")
    assert before in text
    out.write_text(text.replace(before, after), encoding="utf-8")
    result = call("verify", str(out))
    assert result.code == 1
    assert "MODIFIED" in result.out


def test_a_verdict_that_no_longer_holds(call: Call, roster: Write, tmp_path: Path) -> None:
    """The same roster, with another verdict printed over it."""
    from listbuilder.formats import seal
    from listbuilder.formats.read.sealed import read_seal

    made = read_seal(call("export", roster(ILLEGAL), "--to", "qr").out.encode())
    assert made is not None
    import msgspec

    lie = msgspec.structs.replace(made, verdict="legal", points=400)
    out = tmp_path / "out"
    out.write_text(seal.close_seal(lie))
    result = call("verify", str(out))
    assert result.code == 1
    assert (
        "NO LONGER VALID\n  in the file: LEGAL, 400 points\n  now: ILLEGAL, 420 points\n  40K-12 "
        in result.out
    )
    found = json.loads(call("verify", str(out), "--format", "json").out)
    assert (found["holds"], found["printed"]["verdict"], found["now"]["verdict"]) == (
        False,
        "legal",
        "illegal",
    )


def test_other_data_is_said(call: Call, roster: Write, tmp_path: Path) -> None:
    from listbuilder.formats import seal
    from listbuilder.formats.read.sealed import read_seal

    made = read_seal(call("export", roster(ROSTER), "--to", "html").out.encode())
    assert made is not None
    import msgspec

    out = tmp_path / "out"
    out.write_text(seal.close_seal(msgspec.structs.replace(made, data="0" * 16, day="2025-01-01")))
    result = call("verify", str(out))
    assert result.code == 0  # the verdict is the same, whatever the data
    assert "data: 0000000000000000 (2025-01-01) then, " in result.out
    assert "was not compared" in result.out


@pytest.mark.parametrize(
    "content",
    [b"", b"no seal", b"%PDF-1.4 stream\nx\nendstream", b"LB1:", b"LB1:ABC", bytes(range(256)) * 9],
)
def test_what_holds_no_roster(call: Call, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x"
    file.write_bytes(content)
    result = call("verify", str(file))
    assert result.code == 2
    assert "no embedded roster" in result.err


def test_a_seal_with_a_roster_that_cannot_be_read(call: Call, tmp_path: Path) -> None:
    from listbuilder.formats import seal

    file = tmp_path / "x"
    made = seal.Seal(
        "0.1.0",
        "html",
        "xx",
        "all",
        "legal",
        5,
        "",
        "",
        None,
        "",
        {"system": "no-such-game", "formations": 5},
    )
    file.write_text(seal.close_seal(made))
    result = call("verify", str(file))
    assert result.code == 2
    assert "no-such-game" in result.err


def test_there_is_no_such_file(call: Call) -> None:
    assert call("export", "no/such.yaml", "--to", "text").code == 2
    assert call("verify", "no/such.html").code == 2
