"""Settings: an option stands above a variable, that above the file; and what is wrong in the file is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call, call  # noqa: F401

ROOT = Path(__file__).resolve().parents[2]
LEGAL = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
FILE = "home/listbuilder/config.toml"


def write(folder: Path, text: str) -> Path:
    file = folder / FILE
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return file


def holding(call: Call, *words: str) -> dict[str, tuple[str | None, str]]:
    rows = json.loads(call("config", "--format", "json", *words).out)["settings"]
    return {row["name"]: (row["value"], row["origin"]) for row in rows}


def test_what_stands_above_what(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert holding(call)["lang"] == ("en", "")
    file = write(tmp_path, 'lang = "ja"\nstate = "~/state"\n')
    assert holding(call)["lang"] == ("ja", str(file))
    assert "設定ファイル" in call("config").out
    monkeypatch.setenv("LISTBUILDER_LANG", "zh")
    assert holding(call)["lang"] == ("zh", "LISTBUILDER_LANG")
    assert "设置文件" in call("config").out
    assert holding(call, "--lang", "en")["lang"] == ("en", "--lang")
    assert "Settings file" in call("config", "--lang", "en").out
    assert holding(call)["state"] == (str(Path.home() / "state"), str(file))


def test_an_event_of_the_settings_is_asked(call: Call, tmp_path: Path) -> None:
    before = call("check", str(LEGAL), "--format", "json").out
    file = write(tmp_path, 'event = "saturday.yaml"\n')
    event = "event: Saturday\nsystem: warhammer-40k-10e\nbanned: [Overlord]\n"
    (file.parent / "saturday.yaml").write_text(event, encoding="utf-8")
    [was] = json.loads(before)["rosters"]
    [now] = json.loads(call("check", str(LEGAL), "--format", "json").out)["rosters"]
    assert (was["verdict"], now["verdict"]) == ("legal", "illegal")
    assert [finding["code"] for finding in now["findings"] if finding not in was["findings"]] == [
        "EVENT"
    ]


def test_data_of_the_settings_are_used(call: Call, tmp_path: Path) -> None:
    file = write(tmp_path, 'data = "mine"\n')
    own = file.parent / "mine" / "warhammer-40k-10e" / "own.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("nonsense: true\n", encoding="utf-8")
    assert str(own) in call("find", "overlord").err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('lang = "ja\n', ":1:"),
        ("lang = 5\n", '"lang" must be text in quotation marks'),
        ('evnt = "x"\n', "did you mean event?"),
        ('lang = "fr"\n', '"fr" isn\'t valid here; use en, ja or zh'),
        ('data = "/no/such"\n', 'the folder "/no/such" doesn\'t exist'),
    ],
)
def test_what_is_wrong_in_the_file_is_said_and_the_rest_holds(
    call: Call, tmp_path: Path, text: str, sentence: str
) -> None:
    file = write(tmp_path, text)
    done = call("check", str(LEGAL))
    assert done.code == 0
    assert done.out.startswith("LEGAL")
    assert sentence in done.err
    assert done.err.startswith(str(file))
    assert done.err.count("\n") == 1
