"""What `data check` says of faction files that fit their schema and are wrong all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.cli.data import check_file
from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.games.aos.catalog import Shelf
from tests.games.changed import of_the_change

SYSTEM = "age-of-sigmar-4e"
SHIPPED = paths.get_factions_folder() / SYSTEM


@pytest.mark.parametrize(
    ("file", "before", "after", "key", "near"),
    [
        ("seraphon.yaml", "id: seraphon\n", "id: serafon\n", "data_id_is_not_file", None),
        ("seraphon.yaml", "id: eternal-starhost", "id: sunclaw-starhost", "data_id_twice", None),
        ("seraphon.yaml", "id: coatl-familiar", "id: beastmaster", "data_id_twice", None),
        ("seraphon.yaml", "[ghb-2025-26]", "[ghb-2052-26]", "data_unknown_id", "ghb-2025-26"),
        (
            "seraphon.yaml",
            "gotrek-gurnisson",
            "gotrek-gurnison",
            "data_unknown_id",
            "gotrek-gurnisson",
        ),
        (
            "seraphon.yaml",
            "units: [scourge-of-aqshy-slann-starmaster, ",
            "units: [scourge-of-slann, ",
            "data_unknown_id",
            None,
        ),
        (
            "seraphon.yaml",
            "units: [Skink Starpriest]",
            "units: [Skink Starprist]",
            "data_unknown_name",
            "Skink Starpriest",
        ),
        (
            "seraphon.yaml",
            "{keywords: [Seraphon]}",
            "{keywords: [Saraphon]}",
            "data_option_empty",
            None,
        ),
        (
            "seraphon.yaml",
            "applies_to: {all: [Monster], none",
            "applies_to: {all: [Mobster], none",
            "data_table_empty",
            None,
        ),
        (
            "seraphon.yaml",
            "unit: ripperdactyl-chief",
            "unit: ripperdactyl-chef",
            "data_unknown_id",
            "ripperdactyl-chief",
        ),
        (
            "soulblight-gravelords.yaml",
            "exclusive_with: [radukar-the-wolf]",
            "exclusive_with: [wight-king]",
            "data_one_sided",
            None,
        ),
        (
            "soulblight-gravelords.yaml",
            "required_general: [prince-vhordrai]",
            "required_general: [prince]",
            "data_unknown_id",
            None,
        ),
        (
            "regiments-of-renown.yaml",
            "unit: kruleboyz/man-skewer-boltboyz",
            "unit: kruleboyz/boltboyz",
            "data_unknown_id",
            None,
        ),
        (
            "regiments-of-renown.yaml",
            "unit: kruleboyz/man-skewer",
            "unit: krulboyz/man-skewer",
            "data_unknown_id",
            "kruleboyz",
        ),
        (
            "regiments-of-renown.yaml",
            "factions: [bonesplitterz,",
            "factions: [bonesplitters,",
            "data_unknown_id",
            "bonesplitterz",
        ),
        (
            "seraphon.yaml",
            "joins_as: [Favoured Spawning]",
            "joins_as: [Favored Spawn]",
            "data_unknown_title",
            "Favoured Spawning",
        ),
        ("rules.yaml", "AOS-15: {params", "AOS-51: {params", "data_unknown_id", None),
        (
            "rules.yaml",
            "battlepack: ghb-2026-27",
            "battlepack: ghb-2026-72",
            "data_unknown_id",
            "ghb-2026-27",
        ),
    ],
)
def test_a_mistake_is_found_and_placed(
    tmp_path: Path, file: str, before: str, after: str, key: str, near: str | None
) -> None:
    found = of_the_change(tmp_path, SYSTEM, file, before, after)
    assert {problem.key for problem in found} == {key}
    assert found[0].line is not None
    assert found[0].line > 1
    if near is not None:
        assert found[0].args["near"] == near


def test_the_shipped_files_have_no_errors() -> None:
    for file in sorted(SHIPPED.glob("*.yaml")):
        found = [problem for problem in check_file(file, Library()) if problem.severity == "error"]
        assert found == [], file.name


def test_the_titles_of_the_shipped_factions_are_those_of_their_heroes() -> None:
    """The list of them is from another place in the source than the heroes: neither has one that
    the other lacks."""
    shelf = Shelf(SYSTEM, Library())
    for faction_id in shelf.list_ids():
        data = shelf.load_faction(faction_id)
        assert data is not None
        borne = {
            title
            for each in data.index
            if (sheet := data.get_sheet(each))
            for title in sheet.regiment.joins_as
        }
        assert borne == set(data.head.sub_hero_categories), faction_id
