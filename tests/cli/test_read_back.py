"""What `import` and `new` write can be read by `check` and is what they had: nobody is told "written" before that is seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.data import atomic_file
from listbuilder.yamlio import reader, writer
from tests.cli.conftest import Call
from tests.formats.read import one_list_per_format

ROOT = Path(__file__).resolve().parent.parent.parent
ODD = {
    "a bell": "\x07",
    "erases the line": "\x1b[2K",
    "the clipboard": "\x1b]52;c;bm8=\x07",
    "another line": "\x85",
    "C1": "\x9b",
    "delete": "\x7f",
    "turned round": "\u202e",
    "no letter": "\ufffe",
    "a mark of order": "\ufeff",
    "line separator": "\u2028",
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.slow_but(2)
def test_a_control_character_in_a_line_that_is_quoted(odd: str, call: Call, tmp_path: Path) -> None:
    """The name of a unit that is guessed, and a unit nobody knows: both come into the comments of the roster."""
    file, out = tmp_path / "list.txt", tmp_path / "roster.yaml"
    text = one_list_per_format.NR_GW.replace("Immortals (70", f"Immor{odd}tals (70").replace(
        "Warriors (", f"Worri{odd}yors ("
    )
    file.write_text(text, encoding="utf-8")
    done = call("import", str(file), "-o", str(out))
    assert f"Wrote {out}" in " ".join(done.out.split())
    written = out.read_text(encoding="utf-8")
    assert [each for each in written if each != "\n" and not each.isprintable()] == []
    assert reader.read_yaml_file(out).data["system"] == "warhammer-40k-10e"
    assert call("check", str(out)).code in (0, 1)


def test_a_control_character_in_the_name_of_the_file(call: Call, tmp_path: Path) -> None:
    file, out = tmp_path / "li\x1b[2Kst\u202e.txt", tmp_path / "roster.yaml"
    file.write_text(one_list_per_format.NR_GW, encoding="utf-8")
    assert call("import", str(file), "-o", str(out)).code == 0
    assert "li\\x1b[2Kst\\u202e.txt\n" in out.read_text(encoding="utf-8")
    assert call("check", str(out)).code == 0


def test_a_file_name_that_is_no_text(call: Call, tmp_path: Path) -> None:
    file, out = (
        tmp_path / b"li\xffst.txt".decode(errors="surrogateescape"),
        tmp_path / "roster.yaml",
    )
    file.write_text(one_list_per_format.NR_GW, encoding="utf-8")
    assert call("import", str(file), "-o", str(out)).code == 0
    assert "li\\xffst.txt\n" in out.read_text(encoding="utf-8")


def test_a_name_keeps_every_letter(call: Call, tmp_path: Path) -> None:
    """What is data is not changed: it is written so that it reads back."""
    name = "Sil\x1bent: # 'dynasty' \u202e\x85\u2028\x00"
    file, out = tmp_path / "list.json", tmp_path / "roster.yaml"
    roster = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
    named = tmp_path / "named.yaml"
    named.write_text(
        roster.read_text().replace("name: Silent dynasty", f"name: {json.dumps(name)}")
    )
    assert call("export", str(named), "--to", "json", "-o", str(file)).code == 0
    assert call("import", str(file), "-o", str(out)).code == 0
    assert reader.read_yaml_file(out).data["name"] == name


@pytest.mark.parametrize("day", [[], ["--as-of", "2025-06-11"]])
@pytest.mark.parametrize(
    "example",
    [
        "40k-10e/legal/necrons",
        "combat-patrol/legal",
        "combat-patrol-11e/legal",
        "spearhead/legal",
        "space-marine-heroes/legal",
        "aos/legal",
    ],
)
def test_every_game_and_a_day(example: str, day: list[str], call: Call, tmp_path: Path) -> None:
    """Also where the list says a day of its own, and where it has no units written out."""
    for number, file in enumerate(
        sorted((ROOT / "examples").glob(f"{example}*" if "necrons" in example else f"{example}/*"))
    ):
        sealed, out = tmp_path / f"{number}.json", tmp_path / f"{number}.yaml"
        dated = tmp_path / f"dated{number}.yaml"
        text = file.read_text(encoding="utf-8")
        text += "" if "points_as_of" in text else "\npoints_as_of: 2026-05-20\n"
        dated.write_text(text, encoding="utf-8")
        assert call("export", str(dated), "--to", "json", "-o", str(sealed)).code in (
            0,
            1,
        )  # it may be legal on no day but today
        assert call("import", str(sealed), "-o", str(out), *day).err == ""
        expected = reader.read_yaml_file(dated).data | ({"points_as_of": day[1]} if day else {})
        expected.pop("player", None)
        expected.pop("formations", None)
        expected.pop("notes", None)
        found = reader.read_yaml_file(out).data
        assert {key: found[key] for key in expected} == expected


def test_what_would_not_read_back_is_not_written(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = tmp_path / "list.txt", tmp_path / "roster.yaml"
    file.write_text(one_list_per_format.NR_GW, encoding="utf-8")
    monkeypatch.setattr(writer, "make_comment", lambda text: f"# {text}\nunits: []\n")
    done = call("import", str(file), "-o", str(out))
    assert (done.code, done.out) == (2, "")
    assert "would not read back the same" in done.err
    assert not out.exists()


def test_a_disk_that_lies_is_noticed(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = tmp_path / "list.txt", tmp_path / "roster.yaml"
    file.write_text(one_list_per_format.NR_GW, encoding="utf-8")
    monkeypatch.setattr(
        atomic_file, "write_file", lambda path, content: path.write_bytes(content[:-40])
    )
    for words in (["import", str(file)], ["new", "warhammer-40k-10e", "necrons"]):
        done = call(*words, "-o", str(out), "--force")
        assert (done.code, done.out) == (2, "")
        assert "reads back differently" in done.err


@pytest.mark.parametrize(
    "game",
    [
        "warhammer-40k-10e necrons",
        "age-of-sigmar-4e ironjawz",
        "spearhead vigilant-brotherhood",
        "space-marine-heroes",
    ],
)
@pytest.mark.parametrize(
    "name",
    ["a: b", "# no", "x\ny: z", "'", '"', "true", "12", "a\x1bb", "- a", "{", "名前", "\u2028"],
)
def test_new_under_any_name(game: str, name: str, call: Call, tmp_path: Path) -> None:
    out = tmp_path / "new.yaml"
    done = call("new", *game.split(), "--name", name, "-o", str(out))
    assert (done.code, done.err) == (0, "")
    assert reader.read_yaml_file(out).data["name"] == name
    assert call("new", *game.split(), "--name", name).out == out.read_bytes().decode()


def test_new_under_a_name_that_is_no_text(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "new.yaml"
    done = call("new", "warhammer-40k-10e", "necrons", "--name", "a\udcff", "-o", str(out))
    assert (done.code, done.out) == (2, "")
    assert "would not read back the same" in done.err
    assert not out.exists()
