"""Which model of a unit is the warlord survives an export and is not guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from tests.cli.conftest import Call
from tests.cli.conftest import call as call

ROSTER = """system: warhammer-40k-10e
faction: adepta-sororitas
battle_size: strike-force
detachment: hallowed-martyrs
units:
  - {datasheet: aestred-thurga-and-agathae-dolan, warlord: Agathae Dolan}
  - {datasheet: battle-sisters-squad}
"""
NAMING: tuple[str, ...] = (
    "text",
    "markdown",
    "html",
    "json",
    "svg",
    "gw",
    "newrecruit-json",
    "rosterizer-json",
    "rosz",
)
NAMING += ("wtc", "wtc-compact", "atc-2026", "nr-simple")


@pytest.mark.parametrize("form", NAMING)
def test_the_model_is_read_back(call: Call, tmp_path: Path, library: Library, form: str) -> None:
    file, out = tmp_path / "mine.yaml", tmp_path / "out"
    file.write_text(ROSTER, encoding="utf-8")
    assert call("export", str(file), "--to", form, "-o", str(out)).code == 0
    written = next(tmp_path.glob("out*"))
    done = judge_list(written.read_bytes(), written.name, library)
    assert done.verdict == "legal"
    assert done.data["units"][0]["warlord"] == "Agathae Dolan"


@pytest.mark.parametrize("form", ["wtc", "wtc-compact", "atc-2026", "nr-simple"])
def test_at_the_first_models_it_is_said_of_the_unit(
    call: Call, tmp_path: Path, library: Library, form: str
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(ROSTER.replace("warlord: Agathae Dolan", "warlord: true"), encoding="utf-8")
    done = judge_list(call("export", str(file), "--to", form).out.encode(), f"{form}.txt", library)
    assert done.data["units"][0]["warlord"] is True
    assert [(each.code, each.key, each.severity) for each in done.findings] == [
        ("40K-12", "model_open", "info")
    ]


def test_show_names_it(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(ROSTER, encoding="utf-8")
    assert "Warlord: Agathae Dolan" in call("show", str(file)).out
    assert "ウォーロード: Agathae Dolan" in call("show", str(file), "--lang", "ja").out


@pytest.mark.parametrize(
    ("word", "verdict"), [("yes", "legal"), ("はい", "legal"), ("no", "illegal")]
)
def test_yes_and_no_are_no_models(library: Library, word: str, verdict: str) -> None:
    from listbuilder.roster.position import Position

    done = Position.read(ROSTER.replace("Agathae Dolan", word).encode(), "mine.yaml", library)
    assert (done.verdict, done.problems) == (verdict, [])


def test_an_unknown_model_is_one_sentence(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(ROSTER.replace("Agathae Dolan", "Agatha Dolan"), encoding="utf-8")
    done = call("check", str(file), "--format", "short")
    assert done.code == 2
    has = "it has Aestred Thurga, Agathae Dolan; did you mean Agathae Dolan?"
    assert done.out.splitlines()[0] == (
        f'{file}:6: error Aestred Thurga and Agathae Dolan has no model "Agatha Dolan"; {has}'
    )
