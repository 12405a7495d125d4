"""`data update` from the command line: our own YAML as a source, changed a little and then back."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from listbuilder.data import paths
from listbuilder.update.fields import list_games
from tests.cli.conftest import Call
from tests.cli.conftest import call as call

GAME = "warhammer-40k-11e"
LIST = "40k-11e/legal/necrons-two-detachments.yaml"
FIRST, SECOND, THIRD = "2027-01-01", "2027-02-01", "2027-03-01"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a copy of the data to update, and a source made of the same YAML."""
    factions = paths.get_factions_folder()
    (tmp_path / "factions").mkdir()
    for file in factions.glob("*.yaml"):
        shutil.copy(file, tmp_path / "factions")
    shutil.copytree(factions / GAME, tmp_path / "factions" / GAME)
    (tmp_path / "source" / GAME).mkdir(parents=True)
    for name in ("necrons", "orks"):
        shutil.copy(factions / GAME / f"{name}.yaml", tmp_path / "source" / GAME)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def update(call: Call, day: str, *more: str) -> tuple[int, str, str]:
    """Run `data update` from the source on `day`, and return its exit code and outputs."""
    command = ["data", "update", "--from", f"source/{GAME}", "--system", GAME]
    return call(*command, "--as-of", day, "--data", "factions", *more)


def edit(file: Path, old: str, new: str) -> None:
    """Replace the first `old` in a file by `new`; it has to be there."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def answer(answers: Path, given: str) -> None:
    """Give every question in an answers file the same answer."""
    text = answers.read_text(encoding="utf-8")
    answers.write_text(re.sub(r'answer: ""', f"answer: {given}", text), encoding="utf-8")


def set_base(call: Call) -> None:
    """Let the source be compared for the first time, so that what it says is known."""
    code, out, err = update(call, FIRST, "--apply")
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize("system", [
    pytest.param(system, marks=pytest.mark.slow if "40k" in system else ())
    for system in list_games()
])  # fmt: skip
def test_our_own_data_change_nothing(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    """Compare every game with itself: no change, no question, no answers file."""
    monkeypatch.chdir(tmp_path)
    folder = paths.get_factions_folder()
    command = ["data", "update", "--from", str(folder / system), "--system", system]
    code, out, err = call(*command, "--as-of", FIRST, "--data", str(folder))
    assert (code, err) == (0, "")
    assert "Nothing changes." in out
    assert not (tmp_path / "answers.yaml").exists()


@pytest.mark.slow
def test_one_change_from_source_to_list(place: Path, call: Call) -> None:
    """Ask about a price, refuse to write while it is open, write it, and then have no more to do."""
    set_base(call)
    before = call("check", f"{paths.PACKAGE.parent}/examples/{LIST}", "--data", "factions")
    edit(
        place / "source" / GAME / "necrons.yaml",
        "- {models: 1, points: 100}",
        "- {models: 1, points: 105}",
    )
    code, out, _ = update(call, SECOND)
    assert code == 1
    assert 'points - {"models": 1, "points": 100} + {"models": 1, "points": 105}' in out
    assert "necrons/annihilation-barge" in out
    code, _, err = update(call, SECOND, "--apply")
    assert code == 2
    assert "answers.yaml: 1 question is still open in this file" in err
    answer(place / "answers.yaml", "take")
    code, out, err = update(call, SECOND, "--apply")
    assert (code, err) == (0, "")
    ours = (place / "factions" / GAME / "necrons.yaml").read_text(encoding="utf-8")
    assert "- {models: 1, points: 105}" in ours
    versions = (place / "factions" / GAME / "history" / "versions.yaml").read_text(encoding="utf-8")
    assert f'day: "{SECOND}"' in versions
    assert "digest: " in versions
    after = call(
        "check", f"{paths.PACKAGE.parent}/examples/{LIST}", "--data", "factions", "--as-of", FIRST
    )
    assert after[0] == before[0]
    code, out, err = update(call, THIRD, "--apply")
    assert (code, err) == (0, "")
    assert out.endswith("nothing to write\n")


@pytest.mark.slow
def test_deleted_book_stops(place: Path, call: Call) -> None:
    """Stop when the source no longer has a book that it had."""
    set_base(call)
    (place / "source" / GAME / "orks.yaml").unlink()
    code, _, err = update(call, SECOND, "--apply")
    assert code == 2
    assert 'the source no longer has the book "Orks"' in err
    assert not list((place / "factions" / GAME).glob("*.bak"))


@pytest.mark.slow
def test_thinned_book_stops(place: Path, call: Call) -> None:
    """Stop when a source suddenly has far fewer units of a book."""
    set_base(call)
    file = place / "source" / GAME / "necrons.yaml"
    text = file.read_text(encoding="utf-8")
    units = text.split("\n  - id: ")
    file.write_text("\n  - id: ".join(units[:30]) + "\n", encoding="utf-8")
    code, _, err = update(call, SECOND, "--apply")
    assert code == 2
    assert re.search(r"only \d+ of the \d+ units of last time are still", err)


@pytest.mark.slow
def test_sentence_of_rules_text_stops(place: Path, call: Call) -> None:
    """Stop when a value to take is a sentence and no name."""
    set_base(call)
    sentence = "Each time this unit is selected to move. It can move again."
    edit(
        place / "source" / GAME / "necrons.yaml",
        "keywords: [Vehicle, Fly, Annihilation Barge, Frame]",
        f'keywords: [Vehicle, Fly, Annihilation Barge, "{sentence}"]',
    )
    before = (place / "factions" / GAME / "necrons.yaml").read_bytes()
    update(call, SECOND)
    answer(place / "answers.yaml", "take")
    code, _, err = update(call, SECOND, "--apply")
    assert code == 2
    assert err
    assert (place / "factions" / GAME / "necrons.yaml").read_bytes() == before


@pytest.mark.slow
def test_wrong_price_of_a_points_document_is_asked(place: Path, call: Call) -> None:
    """Take a price of a points table at once, but ask about one with a digit too many."""
    (place / "table.csv").write_text(
        "# MFM v9\nfaction,datasheet,models,points\n"
        "necrons,Annihilation Barge,1,105\nnecrons,Ghost Ark,1,1150\n",
        encoding="utf-8",
    )
    command = ["data", "update", "--from", "table.csv", "--system", GAME, "--as-of", FIRST]
    code, out, _ = call(*command, "--data", "factions", "--format", "json")
    assert code == 1
    assert '"entry_id": "annihilation-barge"' in out
    assert '"reason": "big_change"' in out
    assert '"entry_id": "ghost-ark"' not in out


def test_unknown_source_is_named(place: Path, call: Call) -> None:
    """Say in a sentence that a file is no source, and that options are missing."""
    (place / "letter.txt").write_text("Dear player\n", encoding="utf-8")
    command = ["data", "update", "--from", "letter.txt", "--system", GAME, "--as-of", FIRST]
    code, out, err = call(*command, "--data", "factions")
    assert (code, out) == (2, "")
    assert "letter.txt" in err
    code, _, err = call("data", "update", "--system", GAME)
    assert code == 2
    assert "--from" in err
    assert "--as-of" in err
