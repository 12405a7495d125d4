"""Card exports of each game, read into the tree that `data update` compares.

The cards in `sources/cards/` are invented for these tests; what is expected of them is cards.yaml.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.update.read.cards import reader
from listbuilder.update.tree import Entry, Source
from listbuilder.yamlio import reader as yaml_reader

HERE = Path(__file__).parent
FOLDER = HERE / "sources" / "cards"
CASES = yaml_reader.read_yaml(
    (HERE / "cards.yaml").read_bytes(), "cards.yaml", yaml_reader.DATA_BYTES
).data


def _list_entries() -> Iterator[Any]:
    """Yield a parameter for each expected entry of cards.yaml."""
    for case in CASES:
        for entry in case["entries"]:
            yield pytest.param(case, entry, id=f"{case['folder']}: {entry['name']}")


def _find(source: Source, wanted: Any) -> Entry:
    """Return the one entry of the kind and name of a row of cards.yaml."""
    (entry,) = [
        entry
        for _, entry in source.list_entries()
        if (entry.kind, entry.name) == (wanted["kind"], wanted["name"])
    ]
    return entry


@pytest.mark.parametrize("case", [pytest.param(case, id=case["folder"]) for case in CASES])
def test_folder_has_these_books_and_entries(case: Any) -> None:
    path = FOLDER / case["folder"]
    source = reader.read(path, case["system"])
    assert reader.recognise(path)
    assert (source.reader, source.path, source.label) == ("cards", path, case["label"])
    assert [book.name for book in source.books] == case["books"]
    found = sorted((entry.kind, entry.name) for _, entry in source.list_entries())
    assert found == sorted((entry["kind"], entry["name"]) for entry in case["entries"])
    assert {row.place.file: row.book for row in source.unread} == case.get("unread", {})


@pytest.mark.parametrize(("case", "wanted"), list(_list_entries()))
def test_entry_is_read_as(case: Any, wanted: Any) -> None:
    entry = _find(reader.read(FOLDER / case["folder"], case["system"]), wanted)
    assert entry.inside == wanted.get("inside", "")
    assert entry.source_id == wanted.get("id", entry.source_id)
    missed = wanted.get("missed", {})
    for name, data in wanted.get("fields", {}).items():
        value = entry.fields[name]
        assert (name, value.data) == (name, data)
        assert (name, list(value.not_understood)) == (name, missed.get(name, []))
        assert value.place.where == entry.place.where
    assert not set(wanted.get("absent", [])) & set(entry.fields)
    flagged = {name for name, value in entry.fields.items() if value.not_understood}
    assert flagged == set(missed)


def test_other_games_cards_are_left_out() -> None:
    source = reader.read(FOLDER, "warhammer-40k-10e")
    assert {book.place.file for book in source.books} == {"40k-10e/blue.json"}
    assert [row.place.file for row in source.unread] == ["broken/cut.json"]
    assert reader.read(FOLDER, "space-marine-heroes").books == ()


def test_one_file_is_a_source() -> None:
    source = reader.read(FOLDER / "aos" / "blue.json", "age-of-sigmar-4e")
    assert [(book.name, book.place.file) for book in source.books] == [("Blue Court", "blue.json")]


def test_files_without_cards_are_not_recognised(tmp_path: Path) -> None:
    (tmp_path / "prices.json").write_text('{"name": "Prices", "rows": []}')
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "text.json").write_text("no JSON")
    (tmp_path / "word.json").write_text('"name"')
    assert not reader.recognise(tmp_path)
    assert not reader.recognise(tmp_path / "list.json")
    assert not reader.recognise(tmp_path / "absent.json")


def test_cards_deep_in_a_checkout_are_recognised(tmp_path: Path) -> None:
    """Other JSON of the same repository may come first."""
    (tmp_path / "changes").mkdir()
    for number in range(20):
        (tmp_path / "changes" / f"{number}.json").write_text("{}")
    shutil.copytree(FOLDER / "aos", tmp_path / "more" / "aos")
    assert reader.recognise(tmp_path)


def test_name_of_a_file_says_nothing(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "spearhead" / "blue_riders_of_rain.json", tmp_path / "a.json")
    assert reader.recognise(tmp_path / "a.json")
    assert [book.name for book in reader.read(tmp_path, "spearhead").books] == ["A"]


def test_boxes_of_one_faction_cannot_be_told_apart(tmp_path: Path) -> None:
    for name in ("one_box.json", "another-box.json"):
        shutil.copy(FOLDER / "spearhead" / "blue_riders_of_rain.json", tmp_path / name)
    source = reader.read(tmp_path, "spearhead")
    assert [book.name for book in source.books] == ["Another-box", "One Box"]
    for _, entry in source.list_entries():
        assert entry.fields["box"].not_understood
        assert entry.source_id == ""  # an id that two entries have says nothing


def test_mixed_units_have_prices_that_are_not_understood(tmp_path: Path) -> None:
    content = json.loads((FOLDER / "40k-11e" / "blue.json").read_text("utf-8"))
    content["datasheets"][0]["points"] += [
        {"cost": "95", "models": "5"},
        {"cost": "190", "models": "12"},
    ]
    (tmp_path / "blue.json").write_text(json.dumps(content), "utf-8")
    source = reader.read(tmp_path, "warhammer-40k-11e")
    points = _find(source, {"kind": "datasheet", "name": "Blue Guard"}).fields["points"]
    assert points.not_understood == ("5 models 95 points", "12 models 190 points")


def test_second_card_of_a_name_is_not_understood(tmp_path: Path) -> None:
    content = json.loads((FOLDER / "40k-11e" / "blue.json").read_text("utf-8"))
    content["datasheets"].append(content["datasheets"][0])
    (tmp_path / "blue.json").write_text(json.dumps(content), "utf-8")
    source = reader.read(tmp_path, "warhammer-40k-11e")
    first, second = [entry for _, entry in source.list_entries() if entry.name == "Blue Guard"]
    assert "name" not in first.fields
    assert second.fields["name"].not_understood == ("a second card of this name",)


def test_no_rules_text_is_kept() -> None:
    """Sentences are cut to their first words, wherever they come from."""
    for case in CASES:
        for _, entry in reader.read(FOLDER / case["folder"], case["system"]).list_entries():
            for value in entry.fields.values():
                for piece in value.not_understood:
                    assert len(piece.removesuffix(" ...")) <= 60
                    assert len(piece.removesuffix(" ...").split()) <= 8
                assert "More words" not in json.dumps(value.data, ensure_ascii=False)
