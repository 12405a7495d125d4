"""The text of Battle Profiles, laid out in columns, dense, and as running text."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.update.read import battle_profiles
from listbuilder.update.read.battle_profiles import format_title, make_table_name
from listbuilder.update.tree import Entry, Source

FOLDER = Path(__file__).parent / "sources" / "battle_profiles"


@pytest.fixture(scope="module")
def layout() -> Source:
    """Return the document in columns as it is read."""
    return battle_profiles.read(FOLDER / "layout.txt", "age-of-sigmar-4e")


def find_entry(source: Source, name: str) -> Entry:
    """Return the only entry of this name."""
    (found,) = [entry for _, entry in source.list_entries() if entry.name == name]
    return found


def get_data(source: Source, name: str) -> dict[str, object]:
    """Return what the fields of the entry contain, all of it understood."""
    entry = find_entry(source, name)
    assert not any(value.not_understood for value in entry.fields.values())
    return {field: value.data for field, value in entry.fields.items()}


def test_documents_are_recognised_by_their_headings(tmp_path: Path) -> None:
    for name in ("layout.txt", "plain.txt", "dense.txt"):
        assert battle_profiles.recognise(FOLDER / name)
    other = tmp_path / "battle-profiles.txt"
    other.write_text("HEROES AND POINTS\nUNIT SIZE is a heading. REGIMENT OPTIONS too.\n", "utf-8")
    assert not battle_profiles.recognise(other)
    assert not battle_profiles.recognise(tmp_path)


def test_books_are_the_sections(layout: Source) -> None:
    names = [book.name for book in layout.books]
    assert names == ["Tide Wardens", "Universal Manifestation Lores", "Regiments of Renown"]
    assert layout.label == "Battle Profiles September 2027"
    assert layout.unread == ()


def test_a_hero_whose_cells_are_wrapped(layout: Source) -> None:
    assert get_data(layout, "Captain Orla, Keeper of the Lamps") == {
        "points": 210,
        "models": 1,
        "regiment": {
            "options": [
                {"sub_heroes": ["Tide Herald"], "max": 1},
                {"keywords": ["Monster"], "max": 1},
                {"keywords": ["Tide Wardens"]},
            ]
        },
        "can_be_reinforced": False,
        "legends": False,
        "base_size": "60mm",
    }


def test_notes_of_a_hero_that_never_leads(layout: Source) -> None:
    data = get_data(layout, "Orla's Shadow")
    assert data["regiment"] == {
        "can_lead": False,
        "joins_leaders": ["Captain Orla, Keeper of the Lamps"],
        "only_in_regiment_of": ["Captain Orla, Keeper of the Lamps"],
        "cannot_be_auxiliary": True,
    }
    assert data["legends_from"] == "2028-06-01"


def test_a_variant_for_one_battlepack(layout: Source) -> None:
    data = get_data(layout, "Scourge of Foam: Harbour Mage")
    assert (data["variant_of"], data["battlepack"]) == ("harbour-mage", "ghb-2027-28")
    assert data["regiment"] == {
        "options": [
            {"units": ["Tide Lantern"], "max": 1},
            {"keywords": ["Lamplit"], "none_of_keywords": ["Beast"]},
        ],
        "joins_as": ["Tide Herald"],
    }


def test_a_variant_is_named_by_the_whole_name_of_its_unit(tmp_path: Path) -> None:
    path = tmp_path / "variant.txt"
    path.write_text(
        "TIDE WARDENS\nHEROES UNIT SIZE POINTS REGIMENT OPTIONS NOTES BASE SIZE\n"
        "Orla, Keeper of the Lamps 1 210 Any Tide Wardens 60mm\n"
        "Scourge of Foam Orla 1 230 Any Tide Wardens This unit is legal for Matched Play for"
        " battles fought using the General's Handbook 2027-28 battlepack. 60mm\n"
        "Orla 2 Deep 1 200 Any Tide Wardens 60mm\n",
        "utf-8",
    )
    source = battle_profiles.read(path, "age-of-sigmar-4e")
    names = [entry.name for _, entry in source.list_entries()]
    assert "Scourge of Foam: Orla, Keeper of the Lamps" in names
    # a number in a name may belong to another cell
    assert find_entry(source, "Orla 2 Deep").fields["points"].not_understood


def test_units_sizes_and_who_can_be_reinforced(layout: Source) -> None:
    assert get_data(layout, "Lamp Guard")["can_be_reinforced"] is True
    assert get_data(layout, "Lamp Guard")["base_size"] == "28.5mm [8], 40mm [2]"
    half = get_data(layout, "Lamp Guard (5 models)")
    assert half["can_be_reinforced"] is False
    assert half["max_per"] == {"unit": "harbour-mage", "count": 1}
    assert get_data(layout, "The Drowned Four")["can_be_reinforced"] is False  # it is Unique
    assert get_data(layout, "Tide Lantern")["base_size"] == "75 x 42mm"
    assert get_data(layout, "Tide Lantern")["previous_name"] == "Tide Lamp"
    assert get_data(layout, "Old Whale")["legends"] is True
    assert "keywords" not in get_data(layout, "Lamp Guard")  # only some of them are printed


def test_what_is_not_understood_is_named(layout: Source) -> None:
    fields = find_entry(layout, "Wreck Speaker").fields
    assert fields["points"].not_understood == ()
    assert fields["regiment"].not_understood == (
        "0-1 Nameless Thing",
        "Sings whatever it likes to everybody",
    )
    assert fields["can_be_reinforced"].not_understood == ("Sings whatever it likes to everybody",)


def test_other_choices(layout: Source) -> None:
    kinds = {
        (entry.kind, entry.inside, entry.name, entry.fields["points"].data)
        for _, entry in layout.list_entries()
        if entry.kind not in ("warscroll", "regiment")
    }
    assert kinds == {
        ("formation", "", "Rising Tide", 0),
        ("choice", "Artefacts of Power", "Bell of the Deep", 20),
        ("spell_lore", "", "Lore of Salt", 10),
        ("terrain", "", "Broken Pier", 0),
        ("manifestation_lore", "", "Saltwater Tricks", 20),
    }


def test_regiments_of_renown(layout: Source) -> None:
    assert get_data(layout, "The Night Watch") == {
        "points": 300,
        "units": [
            {"unit": "tide-wardens/harbour-mage", "models": 1},
            {"unit": "tide-wardens/lamp-guard-5-models", "models": 5, "count": 2},
        ],
        "factions": ["mountain-folk", "tide-wardens"],
    }
    lost = find_entry(layout, "The Lost Boats").fields
    assert lost["units"].not_understood == ("3 Boats of Nobody",)
    assert lost["factions"].not_understood == ()


def test_lines_that_may_belong_to_two_rows_are_doubtful() -> None:
    dense = battle_profiles.read(FOLDER / "dense.txt", "age-of-sigmar-4e")
    doubtful = {
        entry.name: all(value.not_understood for value in entry.fields.values())
        for _, entry in dense.list_entries()
    }
    assert doubtful["Tide Lantern"] is False
    assert sum(doubtful.values()) == 2
    assert get_data(dense, "Tide Lantern")["can_be_reinforced"] is False


def test_running_text() -> None:
    plain = battle_profiles.read(FOLDER / "plain.txt", "age-of-sigmar-4e")
    assert get_data(plain, "Harbour Mage")["regiment"] == {
        "options": [{"keywords": ["Lamplit", "Infantry"]}],
        "joins_as": ["Tide Herald"],
    }
    assert get_data(plain, "Tide Lantern")["points"] == 100
    # a line of a name between two rows may be the end of the upper or the start of the lower name
    for name in ("Reef Captain", "Keeper of the Lamps"):
        assert find_entry(plain, name).fields["points"].not_understood
    # type and name of the other choices cannot be told apart
    assert [unread.reason for unread in plain.unread] == [
        "a table without a row that can be read",
        "text that belongs to no row: Battle Formation Rising Tide 0 Battletome: Tide Wardens",
    ]


def test_text_that_is_read_cell_by_cell() -> None:
    cells = battle_profiles.read(FOLDER / "cells.txt", "age-of-sigmar-4e")
    orla = get_data(cells, "Captain Orla, Keeper of the Lamps")
    assert (orla["points"], orla["base_size"]) == (210, "60mm")
    mage = get_data(cells, "Harbour Mage")
    assert mage["points"] == 0
    assert mage["regiment"] == {
        "options": [{"keywords": ["Lamplit", "Infantry"]}],
        "joins_as": ["Tide Herald"],
    }
    # the base sizes went on: what follows them may not be the next name
    lantern = [entry for _, entry in cells.list_entries() if entry.name.endswith("Tide Lantern")]
    assert len(lantern) == 1
    assert lantern[0].fields["points"].not_understood
    assert find_entry(cells, "Lamp Guard (5 models)").fields["points"].not_understood


def test_a_name_that_stands_there_twice_is_doubtful(tmp_path: Path) -> None:
    text = (FOLDER / "dense.txt").read_text("utf-8").replace("Grey\n", "")
    path = tmp_path / "twice.txt"
    path.write_text(text.replace("Reef Riders ", "Lamp Guard  "), "utf-8")
    source = battle_profiles.read(path, "age-of-sigmar-4e")
    guards = [entry for _, entry in source.list_entries() if entry.name == "Lamp Guard"]
    assert [bool(entry.fields["points"].not_understood) for entry in guards] == [True, True]


def test_a_document_without_tables_is_not_empty_but_unread(tmp_path: Path) -> None:
    path = tmp_path / "nothing.txt"
    path.write_text("Nothing to see here.\n", "utf-8")
    source = battle_profiles.read(path, "age-of-sigmar-4e")
    assert source.books == ()
    assert [unread.reason for unread in source.unread] == ["no table of Battle Profiles"]


def test_titles_and_names_of_tables() -> None:
    assert format_title("REALM-LORDS OF THE TIDE") == "Realm-lords of the Tide"
    assert format_title("T I D E") == "Tide"
    assert make_table_name("Artefact of Power") == "Artefacts of Power"
    assert make_table_name("Decoration for Valour") == "Decorations for Valour"
    assert make_table_name("Great Endrinworks") == "Great Endrinworks"
    assert make_table_name("Heroic Trait") == "Heroic Traits"
