"""What a stranger gives `data update` by mistake: each is answered by one sentence, and not used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.update.decide import RankedSource
from listbuilder.update.guards import find_lost_books
from listbuilder.update.lock import Lock, LockedEntry
from listbuilder.update.match import Matched
from listbuilder.update.tree import Source
from tests.cli.conftest import Call
from tests.cli.conftest import call as call

GAME = "warhammer-40k-11e"


def write_card_file(folder: Path, edition: str) -> None:
    """Write a card file with one datasheet of our own making."""
    folder.mkdir(parents=True, exist_ok=True)
    card = {"name": "Pecker", "source": edition, "keywords": ["Fly"], "factions": ["Crows"]}
    content = {"name": "Crows", "source": edition, "datasheets": [card]}
    (folder / "crows.json").write_text(json.dumps(content))


def write_catalogues(folder: Path, system: str, system_id: str) -> None:
    """Write a game system and one catalogue of it."""
    folder.mkdir(parents=True, exist_ok=True)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    (folder / "System.gst").write_text(
        f'{head}<gameSystem id="{system_id}" name="{system}" revision="3"/>'
    )
    (folder / "Crows.cat").write_text(
        f'{head}<catalogue id="crows" name="Crows" revision="1" gameSystemId="{system_id}"/>'
    )


def run(call: Call, *more: str) -> tuple[int, str]:
    """Run `data update` with `more`, and return its exit code and the last line of errors."""
    code, _, err = call("data", "update", "--system", GAME, *more)
    return code, err.strip().splitlines()[-1]


@pytest.fixture(autouse=True)
def _in_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a folder of its own, in which the answers file is written."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("system", "system_id"),
    [
        ("Warhammer 40,000 10th Edition", "sys-352e-adc2-7639-d6a9"),
        ("Age of Sigmar 4.0", "e51d-b1a3-75fc-dc3g"),
    ],
)
def test_catalogues_of_another_game(call: Call, system: str, system_id: str) -> None:
    """Refuse a folder of catalogues of another game, and one of its files alone."""
    write_catalogues(Path("theirs"), system, system_id)
    for path, name in (("theirs", system), ("theirs/Crows.cat", "Crows")):
        code, error = run(call, "--from", path, "--as-of", "2027-01-01")
        assert code == 2
        assert f'"{name}" belongs to another game' in error


def test_new_edition_with_the_id_of_the_old(call: Call) -> None:
    """Take the name of the game system before its id: nothing is of another game here."""
    write_catalogues(Path("theirs"), "Warhammer 40,000 11th Edition", "sys-352e-adc2-7639-d6a9")
    code, error = run(call, "--from", "theirs", "--as-of", "2027-01-01")
    assert code == 2
    assert "nothing for warhammer-40k-11e" in error


def test_cards_of_another_edition(call: Call) -> None:
    """Refuse cards that are all of another edition."""
    write_card_file(Path("cards"), "40k-10e")
    code, error = run(call, "--from", "cards", "--as-of", "2027-01-01")
    assert (code, error) == (
        2,
        "cards: this source has nothing for warhammer-40k-11e; "
        "choose another game with --system, or another source",
    )


def test_two_copies_in_one_folder(call: Call) -> None:
    """Refuse a folder that holds two copies of the same cards, naming both files."""
    write_card_file(Path("all/new"), "40k-11e")
    write_card_file(Path("all/old"), "40k-11e")
    code, error = run(call, "--from", "all", "--as-of", "2027-01-01")
    assert code == 2
    assert '"Crows" is in this source twice (new/crows.json and old/crows.json)' in error


def test_folder_without_data(call: Call) -> None:
    """Refuse a data folder in which the game has no file."""
    write_card_file(Path("cards"), "40k-11e")
    Path("empty").mkdir()
    code, error = run(call, "--from", "cards", "--as-of", "2027-01-01", "--data", "empty")
    assert code == 2
    assert "this folder has no data of warhammer-40k-11e" in error


def test_answers_that_are_no_file(call: Call) -> None:
    """Refuse an answers file that is a folder, or in a folder that doesn't exist."""
    write_card_file(Path("cards"), "40k-11e")
    given = ("--from", "cards", "--as-of", "2027-01-01", "--answers")
    assert run(call, *given, "cards") == (2, "cards: this is a folder; name a file in it")
    assert run(call, *given, "none/answers.yaml") == (2, "none: no such file; check the path")


def test_date_far_ahead(call: Call) -> None:
    """Warn of a date more than a year from now."""
    code, error = run(call, "--from", "none", "--as-of", "2126-01-01")
    assert code == 2
    _, _, errors = call(
        "data", "update", "--system", GAME, "--from", "none", "--as-of", "2126-01-01"
    )
    assert "--as-of 2126-01-01 is more than a year from now" in errors
    assert "none: no such file" in error


def test_part_of_a_source(tmp_path: Path) -> None:
    """Say in one sentence that most books are missing, but name them where they are few."""
    entries = []
    for name in ("Crows", "Rooks", "Daws", "Jays", "Pies"):
        key = (name.lower(), "datasheet", "", "pecker")
        entries.append(LockedEntry(name, "datasheet", "", "Pecker", "", key, {}))
    books = {name: name.lower() for name in ("Crows", "Rooks", "Daws", "Jays", "Pies")}
    lock = Lock(entries)

    def find(*present: str) -> list[str]:
        source = Source("cards", tmp_path, ())
        matched = Matched(source, (), (), {name: books[name] for name in present}, ())
        ranked = RankedSource("cards", 2, matched, lock)
        return [one.key for one in find_lost_books([ranked], set(books.values()))]

    assert find(*books) == []
    assert find("Crows", "Rooks", "Daws") == ["update_lost_book"] * 2
    assert find("Crows") == ["update_lost_books"]
