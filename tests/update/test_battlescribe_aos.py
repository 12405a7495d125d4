"""Catalogues of Age of Sigmar, read into warscrolls, regiments, enhancements and lores."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from listbuilder.update.read import battlescribe_aos
from listbuilder.update.read.battlescribe_aos_book import (
    clean_name,
    format_base_sizes,
    format_keyword,
)
from listbuilder.update.registry import list_readers
from listbuilder.update.tree import Entry, Source

FOLDER = Path(__file__).parent / "sources" / "battlescribe_aos"
SYSTEM = "age-of-sigmar-4e"


@pytest.fixture(scope="module")
def source() -> Source:
    """Return the invented catalogues as they are read."""
    return battlescribe_aos.read(FOLDER, SYSTEM)


def find_entry(source: Source, name: str, kind: str = "warscroll") -> Entry:
    """Return the only entry of this kind and name."""
    (found,) = [
        entry for _, entry in source.list_entries() if (entry.kind, entry.name) == (kind, name)
    ]
    return found


def get_regiment(source: Source, name: str) -> object:
    """Return the regiment of a unit, all of it understood."""
    value = find_entry(source, name).fields["regiment"]
    assert value.not_understood == ()
    return value.data


def test_catalogues_are_found_by_their_game(tmp_path: Path) -> None:
    reader = list_readers()["battlescribe"]
    assert reader.recognise(FOLDER)
    books = reader.read(FOLDER, SYSTEM).books
    assert [book.name for book in books] == ["Tide Wardens", "Lores", "Regiments of Renown"]
    other = shutil.copytree(FOLDER, tmp_path / "other")
    system = (other / "system.gst").read_text("utf-8")
    (other / "system.gst").write_text(system.replace("Age of Sigmar 4.0", "Chess"), "utf-8")
    wrong = battlescribe_aos.read(other, SYSTEM)
    assert wrong.books == ()
    assert [unread.reason for unread in wrong.unread] == ["another game: Chess"]


def test_a_broken_library_leaves_no_empty_book(tmp_path: Path) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "broken")
    library = folder / "library.cat"
    library.write_text(library.read_text("utf-8")[:-40], "utf-8")
    broken = battlescribe_aos.read(folder, SYSTEM)
    assert [book.name for book in broken.books] == ["Lores"]
    books = {unread.book for unread in broken.unread}
    assert {"library", "Tide Wardens", "Tide Wardens - The Drowned Court"} <= books
    assert "Regiments of Renown" in books


def test_a_catalogue_that_says_nothing_of_regiments_has_no_regiments(tmp_path: Path) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "older")
    faction = (folder / "faction.cat").read_text("utf-8")
    for category in ("c-leader", "c-option", "c-rhero"):
        faction = faction.replace(f'value="{category}"', 'value="c-unknown"')
    (folder / "faction.cat").write_text(faction, "utf-8")
    older = battlescribe_aos.read(folder, SYSTEM)
    queen = find_entry(older, "Tide Queen")
    assert queen.fields["points"].data == 400
    assert "regiment" not in queen.fields


def test_two_links_to_one_unit_are_one_unless_they_differ(tmp_path: Path) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "twice")
    faction = (folder / "faction.cat").read_text("utf-8")
    link = '<entryLink name="Broken Pier"'
    same = '<entryLink name="Tide Queen" id="l-queen2" type="selectionEntry" targetId="e-queen">'
    cost = '<costs><cost name="pts" typeId="points" value="{}"/></costs></entryLink>'
    again = faction.replace(link, same + cost.format(400) + link)
    (folder / "faction.cat").write_text(again, "utf-8")
    equal = battlescribe_aos.read(folder, SYSTEM)
    assert find_entry(equal, "Tide Queen").fields["points"].not_understood == ()
    (folder / "faction.cat").write_text(again.replace(cost.format(400), cost.format(390)), "utf-8")
    differing = battlescribe_aos.read(folder, SYSTEM)
    queens = [entry for _, entry in differing.list_entries() if entry.name == "Tide Queen"]
    assert len(queens) == 2
    assert all(queen.fields["points"].not_understood for queen in queens)


def test_fields_of_a_warscroll(source: Source) -> None:
    fields = find_entry(source, "Tide Queen").fields
    assert {field: value.data for field, value in fields.items() if field != "regiment"} == {
        "points": 400,
        "models": 1,
        "keywords": ["Hero", "Order", "Tide Wardens", "Monster"],
        "can_be_reinforced": False,
        "legends": False,
        "stats": {"move": '10"', "health": 14, "save": "3+", "control": 5},
        "weapons": [
            {
                "name": "Trident",
                "attacks": "D6",
                "hit": "4+",
                "wound": "4+",
                "rend": 2,
                "damage": "D3+1",
            },
            {
                "name": "Net",
                "range": '12"',
                "attacks": 1,
                "hit": "4+",
                "wound": "4+",
                "damage": 1,
            },
        ],
        "base_size": "120 x 92mm",
    }


def test_sizes(source: Source) -> None:
    guard = find_entry(source, "Lamp Guard")
    smaller = find_entry(source, "Lamp Guard (2 models)")
    assert (guard.fields["models"].data, smaller.fields["models"].data) == (5, 2)
    assert (guard.fields["points"].data, smaller.fields["points"].data) == (140, 60)
    assert guard.source_id != smaller.source_id
    assert guard.fields["can_be_reinforced"].data is True
    assert guard.fields["base_size"].data == "40mm [1], 28.5mm [4]"
    assert find_entry(source, "Sunken Boat").fields["models"].data == 3
    assert "base_size" not in find_entry(source, "Sunken Boat").fields  # its models have two
    assert find_entry(source, "Crab Swarm").fields["models"].not_understood == ("Crab: 3 to 6",)
    assert find_entry(source, "Crab Swarm").fields["legends"].data is True


def test_points_that_are_absent_or_change_are_never_guessed(source: Source) -> None:
    assert "points" not in find_entry(source, "Old Whale").fields
    assert find_entry(source, "Lamp Guard").fields["points"].not_understood == ()
    assert find_entry(source, "Reef Captain").fields["points"].not_understood == (
        "points: set 250",
    )


def test_a_variant_for_one_season(source: Source) -> None:
    entry = find_entry(source, "Scourge of Foam: Harbour Mage")
    assert entry.fields["variant_of"].data == "harbour-mage"
    assert entry.fields["battlepack"].data == "ghb-2027-28"
    # no limit is stated for it: that of the unit is taken, and named
    regiment = entry.fields["regiment"]
    assert regiment.data == {
        "options": [
            {"sub_heroes": ["Tide Herald"], "max": 1},
            {"units": ["Sunken Boat"], "max": 1},
        ],
        "joins_as": ["Tide Herald"],
    }
    assert regiment.not_understood == (
        "Tide Herald: no limit for this variant",
        "Sunken Boat: no limit for this variant",
    )


def test_regiment_options_with_limits(source: Source) -> None:
    assert get_regiment(source, "Tide Queen") == {
        "options": [
            {"sub_heroes": ["Tide Herald"], "max": 1},
            {"keywords": ["Tide Wardens"]},
            {"keywords": ["Monster"], "max": 1},  # an error on another unit says so
        ]
    }
    assert get_regiment(source, "Harbour Mage") == {
        "options": [
            {"sub_heroes": ["Tide Herald"], "max": 1},
            {"keywords": ["Lamplit", "Infantry"]},
            {"units": ["Sunken Boat"], "max": 1},
        ],
        "joins_as": ["Tide Herald"],
    }


def test_one_or_the_other_is_one_option(source: Source) -> None:
    assert get_regiment(source, "Salt Seer") == {
        "options": [
            {"sub_heroes": ["Tide Herald", "Salt Vizier"], "max": 1},
            {"keywords": ["Beast"]},
        ]
    }


def test_required_companions(source: Source) -> None:
    assert get_regiment(source, "Reef Captain") == {
        "options": [
            {"units": ["Captain's Shade"], "hero": True, "min": 1, "max": 1},
            {"units": ["Lamp Guard", "Lamp Guard (2 models)"]},
            {"keywords": ["Infantry"]},
        ],
        "cannot_be_auxiliary": True,
    }
    assert get_regiment(source, "Captain's Shade") == {
        "can_lead": False,
        "joins_leaders": ["Reef Captain"],
        "only_in_regiment_of": ["Reef Captain"],
        "cannot_be_auxiliary": True,
    }


def test_what_contradicts_itself_is_named(source: Source) -> None:
    regiment = find_entry(source, "Reef Smith").fields["regiment"]
    assert regiment.data == {
        "options": [{"sub_heroes": ["Tide Herald"]}, {"keywords": ["War Machine"], "max": 1}],
        "joins_as": ["Salt Vizier"],
    }
    assert regiment.not_understood == (
        "Regiment has too many selections of WAR MACHINE",  # it counts another keyword
        "Old Whale: a limit under a condition",
        "remove MONSTER",
    )


def test_formations_tables_lores_and_terrain(source: Source) -> None:
    others = {
        (entry.kind, entry.name, entry.inside): {
            field: value.data for field, value in entry.fields.items()
        }
        for _, entry in source.list_entries()
        if entry.kind not in ("warscroll", "manifestation", "regiment")
    }
    assert others == {
        ("army_of_renown", "The Drowned Court", ""): {
            "legends": True,
            "units": ["lamp-guard", "tide-queen"],
        },
        ("terrain", "Broken Pier", ""): {"points": 20},
        ("formation", "Rising Tide", ""): {"points": 0},
        ("formation", "Ebb Host", ""): {"points": 20},
        ("choice", "Bell of the Deep", "Artefacts of Power"): {"points": 10},
        ("spell_lore", "Lore of Salt", ""): {"points": 0, "contents": ["Brine", "Undertow"]},
        ("manifestation_lore", "Shapes of the Sea", ""): {
            "points": 0,
            "manifestations": ["Living Wave"],
        },
        ("manifestation_lore", "Saltwater Tricks", ""): {
            "points": 20,
            "manifestations": ["Living Wave"],
        },
    }
    wave = find_entry(source, "Living Wave", "manifestation").fields
    assert wave["keywords"].data == ["Manifestation", "Tide Wardens"]
    assert wave["stats"].data == {"move": '8"', "health": 7, "save": "6+", "control": "7+"}


def test_regiments_of_renown(source: Source) -> None:
    watch = find_entry(source, "The Night Watch", "regiment").fields
    assert {field: value.data for field, value in watch.items()} == {
        "points": 310,
        "units": [
            {"unit": "tide-wardens/lamp-guard", "models": 5, "count": 2},
            {"unit": "tide-wardens/sunken-boat", "models": 3, "adds_keywords": ["Hero"]},
        ],
        "factions": ["tide-wardens"],
    }
    lost = find_entry(source, "The Lost", "regiment").fields
    assert lost["units"].data == [{"unit": "regiments-of-renown/lone-diver", "models": 1}]
    assert lost["factions"].not_understood == ("for no faction",)
    assert "points" not in lost
    # a unit that is nowhere else is a warscroll of this book
    assert find_entry(source, "Lone Diver").fields["models"].data == 1


def test_a_regiment_with_a_unit_that_is_not_there_is_incomplete(tmp_path: Path) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "part")
    renown = (folder / "renown.cat").read_text("utf-8")
    (folder / "renown.cat").write_text(renown.replace('"e-boat"', '"e-gone"'), "utf-8")
    watch = find_entry(battlescribe_aos.read(folder, SYSTEM), "The Night Watch", "regiment")
    assert watch.fields["units"].not_understood == ("not there: Sunken Boat",)


def test_names_and_sizes_as_our_data_has_them() -> None:
    assert clean_name("❖ Tide Wardens [LEGENDS]") == "Tide Wardens"
    assert format_keyword("LORDS OF THE DEEP-SEA") == "Lords of the Deep-sea"
    assert format_keyword("WIZARD (1)") == "Wizard (1)"
    assert format_base_sizes("60x35mm") == "60 x 35mm"
    assert format_base_sizes("1/3 40mm 2/3 32mm") == "40mm [1], 32mm [2]"
    assert format_base_sizes("as the box says") == ""
