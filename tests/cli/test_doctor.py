"""What is installed here."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from listbuilder.cli import doctor
from listbuilder.data import paths
from listbuilder.games.registry import SYSTEMS
from listbuilder.i18n.messages import LANGS
from listbuilder.version import VERSION
from tests.cli.conftest import Call


def rows(call: Call, *words: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(call("doctor", "--format", "json", *words).out)[
        "rows"
    ]
    return found


def test_a_sound_installation(call: Call) -> None:
    result = call("doctor")
    assert (result.code, result.err) == (0, "")
    assert VERSION in result.out and "Everything is in place." in result.out
    told = rows(call)
    assert sum(row["what"] == "data" for row in told) == len(SYSTEMS)
    assert all(row["ok"] for row in told)


def test_it_says_what_it_opened(call: Call) -> None:
    found = {
        str(row["found"]).partition(":")[0]: str(row["found"])
        for row in rows(call)
        if row["what"] == "data"
    }
    for game in SYSTEMS:
        folder = paths.get_factions_folder() / game
        rules = len(
            re.findall(
                r"^ *- (?:{ ?)?code: ",
                (folder / "rules.yaml").read_text(encoding="utf-8"),
                re.MULTILINE,
            )
        )
        opened = re.search(r"(\d+) factions? or box(?:es)?, (\d+) rules, (\d+) files", found[game])
        assert opened is not None, found[game]
        assert int(opened[2]) == rules
        assert (
            len(list(folder.glob("*.yaml"))) <= int(opened[3]) <= len(list(folder.rglob("*.yaml")))
        )
    (words,) = (str(row["found"]) for row in rows(call) if row["what"] == "words")
    assert words.endswith("(en, ja, zh)")


def test_a_words_file_that_is_broken(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "words.yaml"
    broken.write_text("a: {en: [\n")
    monkeypatch.setattr(doctor, "list_words_files", lambda: [broken])
    wrong = [row for row in rows(call) if not row["ok"]]
    assert [row["what"] for row in wrong] == ["words"]
    assert "words.yaml" in str(wrong[0]["found"])


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.slow_but(1)
def test_in_every_language(call: Call, lang: str) -> None:
    assert len(call("doctor", "--lang", lang).out.splitlines()) == len(rows(call)) + 1


@pytest.mark.slow
def test_what_is_missing_is_named(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(doctor, "_list_required_packages", lambda: ["msgspec", "no-such-package"])
    closed = tmp_path / "file"
    closed.write_text("")
    monkeypatch.setenv("LISTBUILDER_CACHE", str(closed / "below"))
    wrong = [row for row in rows(call) if not row["ok"]]
    assert [row["what"] for row in wrong] == ["cache", "package"]
    assert "no-such-package" in str(wrong[1]["found"])
    result = call("doctor")
    assert result.code == 2
    assert "2 items marked ✗ will not work." in result.out


def test_own_data_that_is_broken(call: Call, tmp_path: Path) -> None:
    own = tmp_path / "mine" / "warhammer-40k-10e"
    own.mkdir(parents=True)
    (own / "rules.yaml").write_text("rules: [\n")
    told = rows(call, "--data", str(tmp_path / "mine"))
    assert any("rules.yaml" in str(row["found"]) for row in told if not row["ok"])
