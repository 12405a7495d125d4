"""A datasheet as tables and lists: three read by hand, and every one of them put together again
from its file.
"""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Grid, SheetView
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.catalog import Shelf
from listbuilder.games.wh40k.datasheet_tables import make_sheet_view
from tests.raw import raw, stems

GAME = "warhammer-40k-10e"
SHELF: Shelf = get_game(GAME).shelf(Library())  # type: ignore[assignment]


def sheet(faction: str, sheet_id: str) -> SheetView:
    data = SHELF.load_faction(faction)
    assert data is not None
    found = data.get_sheet(sheet_id)
    assert found is not None
    return make_sheet_view(found)


def grids(found: SheetView) -> dict[str, Grid]:
    return {grid.key.removeprefix("sheet."): grid for grid in found.grids}


def rows(grid: Grid) -> list[tuple[str, ...]]:
    return [tuple(row) for row in grid.rows]


def test_a_vehicle() -> None:
    found = sheet("necrons", "annihilation-barge")
    tables = grids(found)
    assert found.name == "Annihilation Barge"
    assert list(tables) == ["stats", "ranged", "melee", "composition", "prices"]
    assert tables["stats"].heads == tuple(
        f"sheet.{each}" for each in ("model", "m", "t", "sv", "w", "ld", "oc")
    )
    assert rows(tables["stats"]) == [("Annihilation Barge", '10"', "8", "3+", "9", "7+", "3")]
    weapon = ("weapon", "range", "a", "skill", "s", "ap", "d", "abilities")
    assert (
        tables["ranged"].heads == tables["melee"].heads == tuple(f"sheet.{each}" for each in weapon)
    )
    assert rows(tables["ranged"]) == [
        ("gauss cannon", '24"', "3", "3+", "5", "-2", "2", "Lethal Hits"),
        ("twin tesla destructor", '36"', "6", "3+", "8", "0", "2", "Twin-linked, Sustained Hits 2"),
        ("tesla cannon", '24"', "4", "3+", "6", "0", "1", "Sustained Hits 2"),
    ]
    assert rows(tables["melee"]) == [("armoured bulk", "-", "3", "4+", "6", "0", "1", "")]
    assert (tables["composition"].heads, rows(tables["composition"])) == (
        ("sheet.model", "sheet.number"), [("Annihilation Barge", "1")]
    )  # fmt: skip
    assert (tables["prices"].heads, rows(tables["prices"])) == (
        ("sheet.models", "sheet.points"),
        [("1", "105")],
    )
    assert found.lists == [
        ("sheet.invulnerable", ("4+",)),
        ("sheet.sizes", ("1",)),
        ("sheet.wargear", ("gauss cannon", "twin tesla destructor", "armoured bulk")),
        ("sheet.abilities", ("Deadly Demise 1",)),
        ("sheet.keywords", ("Vehicle", "Fly", "Annihilation Barge")),
        ("sheet.faction_keywords", ("Necrons",)),
    ]


def test_a_squad() -> None:
    tables = grids(sheet("chaos-space-marines", "legionaries"))
    assert rows(tables["composition"]) == [("Aspiring Champion", "1"), ("Legionary", "4-9")]
    assert rows(tables["prices"]) == [("5", "90"), ("10", "170")]
    ranged = {row[0]: row[1:] for row in rows(tables["ranged"])}
    assert ranged["plasma pistol – standard"] == ('12"', "1", "3+", "7", "-2", "1", "Pistol")
    assert ranged["plasma pistol – supercharge"] == (
        '12"',
        "1",
        "3+",
        "8",
        "-3",
        "2",
        "Pistol, Hazardous",
    )
    assert ranged["flamer"] == ('12"', "D6", "-", "4", "0", "1", "Torrent, Ignores Cover")
    lists = dict(sheet("chaos-space-marines", "legionaries").lists)
    assert "sheet.invulnerable" not in lists and "sheet.leads" not in lists
    assert lists["sheet.sizes"] == ("5-10",)


def test_what_wargear_makes_of_its_bearer() -> None:
    table = grids(sheet("necrons", "tomb-blades"))["borne"]
    assert (table.heads, rows(table)) == (
        ("sheet.wargear", "sheet.m", "sheet.sv"),
        [("shieldvanes", '8"', "3+")],
    )
    table = grids(sheet("tau-empire", "commander-in-coldstar-battlesuit"))["borne"]
    assert table.heads == ("sheet.wargear", "sheet.w", "sheet.invulnerable")
    assert set(rows(table)) == {("shield generator", "-", "4+"), ("shield drone", "+1", "-")}


def test_a_leader_and_a_price_of_one_detachment() -> None:
    lists = dict(sheet("chaos-space-marines", "dark-apostle").lists)
    assert lists["sheet.leads"] == ("Accursed Cultists", "Chosen", "Cultist Mob", "Legionaries")
    assert lists["sheet.wargear"] == ("bolt pistol", "accursed crozius", "close combat weapon")
    assert rows(grids(sheet("necrons", "ctan-shard-of-the-nightbringer"))["prices"]) == [
        ("1", "340")
    ]


def _plain(value: Any, unit: str = "") -> str:
    return "-" if value is None else f"{value}{unit}" if isinstance(value, int) else str(value)


def _prices(entry: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (str(row["models"]), str(row["points"]))
        for row in entry.get("points", [])
        if "models" in row and "when" not in row
    ]


@pytest.mark.parametrize("faction", [stem for stem in stems(GAME) if stem != "rules"])
@pytest.mark.slow_but(6)
def test_every_datasheet_shows_what_its_file_says(faction: str) -> None:
    for entry in raw(GAME, faction)["datasheets"]:
        found = sheet(faction, entry["id"])
        tables, lists = grids(found), dict(found.lists)
        for kind in ("ranged", "melee"):
            weapons = [each for each in entry.get("weapons", []) if each["type"] == kind]
            assert len(rows(tables[kind]) if kind in tables else []) == len(weapons), (
                entry["id"],
                kind,
            )
            for row, each in zip(rows(tables[kind]) if weapons else [], weapons, strict=True):
                assert row[0].startswith(each["item"]) and row[-1] == ", ".join(
                    each.get("keywords", [])
                )
                assert row[1] == (_plain(each.get("range"), '"') if kind == "ranged" else "-")
                assert row[3] == _plain(each.get("skill"), "+") and row[6] == _plain(each.get("d"))
        borne = entry.get("item_stats", {})
        assert (
            [row[0] for row in rows(tables["borne"])] == list(borne)
            if borne
            else "borne" not in tables
        )
        first = entry.get("compositions", [entry.get("models")])[0]
        spans = [
            str(line["min"]) if line["min"] == line["max"] else f"{line['min']}-{line['max']}"
            for line in first
        ]
        assert rows(tables["composition"]) == [
            (line["name"], span) for line, span in zip(first, spans, strict=True)
        ]
        assert (rows(tables["prices"]) if "prices" in tables else []) == _prices(entry), entry["id"]
        assert ("stats" in tables) == bool(entry.get("stats"))
        carried = [item for row in entry.get("default_wargear", []) for item in row["items"]]
        names = [item if isinstance(item, str) else _counted(item) for item in carried]
        assert lists.get("sheet.wargear", ()) == tuple(dict.fromkeys(names)), entry["id"]


def _counted(item: dict[str, Any]) -> str:
    return str(item["item"]) if item["count"] == 1 else f"{item['count']} {item['item']}"
