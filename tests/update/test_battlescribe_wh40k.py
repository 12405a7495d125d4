"""Catalogues of Warhammer 40,000 as a source, against what a person reads in them.

The catalogue in `sources/battlescribe_wh40k/` is invented for these tests; the expected values are
in `battlescribe_wh40k.yaml`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from listbuilder.update.compare import normalise
from listbuilder.update.fields import get_entry_kinds
from listbuilder.update.read import battlescribe_source
from listbuilder.update.read.battlescribe_files import (
    BadCatalogue,
    CatalogueFile,
    Node,
    parse_catalogue,
)
from listbuilder.update.registry import list_readers
from listbuilder.update.tree import Entry, Source

HERE = Path(__file__).parent
FOLDER = HERE / "sources" / "battlescribe_wh40k"
EXPECTED = YAML(typ="safe").load(HERE / "battlescribe_wh40k.yaml")
SYSTEM = "warhammer-40k-11e"


@pytest.fixture(scope="module")
def source() -> Source:
    return battlescribe_source.read(FOLDER, SYSTEM)


def _find(source: Source, name: str) -> Entry:
    """Return the entry of this name."""
    return next(entry for _, entry in source.list_entries() if entry.name == name)


@pytest.mark.parametrize("name", EXPECTED["read"])
def test_entry_is_read_as_a_person_reads_it(source: Source, name: str) -> None:
    entry = _find(source, name)
    for field, expected in EXPECTED["read"][name].items():
        assert entry.fields[field].data == expected, field
        assert entry.fields[field].not_understood == (), field


@pytest.mark.parametrize("name", EXPECTED["not_understood"])
def test_what_is_not_clear_is_named(source: Source, name: str) -> None:
    entry = _find(source, name)
    for field, pieces in EXPECTED["not_understood"][name].items():
        assert set(entry.fields[field].not_understood) & set(pieces), field


def test_book_has_the_units_of_a_normal_game_only(source: Source) -> None:
    (book,) = source.books
    assert (book.name, book.names) == ("Xenos - Blue Folk", ("Blue Folk",))
    names = [(entry.kind, entry.name, entry.inside) for entry in book.entries]
    assert names == [
        ("datasheet", "Blue Guards", ""),
        ("datasheet", "Blue Wagon", ""),
        ("datasheet", "Blue Twins", ""),
        ("datasheet", "Blue Riders", ""),
        ("datasheet", "Blue Idol", ""),
        ("detachment", "Blue Host", ""),
        ("enhancement", "Blue Banner", "Blue Host"),
    ]


def test_entries_keep_the_ids_of_the_catalogue(source: Source) -> None:
    assert _find(source, "Blue Guards").source_id == "e-guards"
    assert _find(source, "Blue Host").source_id == "d-host"
    assert _find(source, "Blue Banner").source_id == "n-banner"


def test_registry_offers_catalogues_to_this_reader() -> None:
    reader = list_readers()["battlescribe"]
    assert reader.rank == 3
    assert reader.recognise(FOLDER)


# --- the same in JSON ---

_NAMES = {
    "target_id": "targetId",
    "child_id": "childId",
    "type_id": "typeId",
}
_PLAIN = ("id", "name", "type", "target_id", "value", "field", "scope", "child_id", "type_id")


def _write_json(node: Node) -> dict[str, object]:
    """Return a node as New Recruit writes it: numbers and truths as such."""
    data: dict[str, object] = {"hidden": node.hidden, "primary": node.primary, **(node.rest or {})}
    for name in _PLAIN:
        text = getattr(node, name)
        if text:
            number = int(text) if text.isdecimal() and name == "value" else text
            data[_NAMES.get(name, name)] = {"true": True, "false": False}.get(text, number)
    if node.text:
        data["$text"] = node.text
    for name, children in (node.lists or {}).items():
        data[name] = [_write_json(child) for child in children]
    return data


def test_json_says_the_same_as_xml(tmp_path: Path, source: Source) -> None:
    for file in FOLDER.iterdir():
        parsed: CatalogueFile = parse_catalogue(file.read_bytes(), file.name)
        kind = "gameSystem" if parsed.is_system else "catalogue"
        text = json.dumps({kind: _write_json(parsed.root)})
        (tmp_path / f"{file.stem}.json").write_text(text, encoding="utf-8")
    for (_, entry), (_, other) in zip(
        source.list_entries(),
        battlescribe_source.read(tmp_path, SYSTEM).list_entries(),
        strict=True,
    ):
        assert (entry.kind, entry.name, entry.inside) == (other.kind, other.name, other.inside)
        for field, value in entry.fields.items():
            assert value.data == other.fields[field].data
            assert value.not_understood == other.fields[field].not_understood


# --- what is missing ---


def test_book_whose_entries_stand_in_a_missing_library_is_unread(tmp_path: Path) -> None:
    text = (FOLDER / "blue-folk.cat").read_text(encoding="utf-8")
    start = text.index("  <sharedSelectionEntries>")
    link = (
        '<catalogueLinks><catalogueLink type="catalogue" name="Blue Library" id="z" targetId="q"/>'
    )
    text = f"{text[:start]}{link}</catalogueLinks></catalogue>"
    (tmp_path / "blue-folk.cat").write_text(text, encoding="utf-8")
    source = battlescribe_source.read(tmp_path, SYSTEM)
    assert source.books == ()
    (unread,) = source.unread
    assert (unread.book, "Blue Library" in unread.reason) == ("Xenos - Blue Folk", True)


def test_no_text_of_rules_is_kept(source: Source) -> None:
    for _, entry in source.list_entries():
        for value in entry.fields.values():
            assert "not read" not in str(value.data)
            for piece in value.not_understood:
                assert len(piece) <= 60 and len(piece.split()) <= 8


def test_file_of_another_kind_is_refused() -> None:
    with pytest.raises(BadCatalogue):
        parse_catalogue(b"<roster/>", "list.ros")


def test_weapons_are_equal_in_any_order_of_keywords(source: Source) -> None:
    field = get_entry_kinds(SYSTEM)["datasheet"].fields["weapons"]
    weapons = EXPECTED["read"]["Blue Guards"]["weapons"]
    turned = [{**row, "keywords": row["keywords"][::-1]} for row in weapons]
    assert normalise(field, weapons, {}) == normalise(field, turned, {})
