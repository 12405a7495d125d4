"""Every price of a faction changed at once, of every kind: no day that the history knows becomes another."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.data import validate_document
from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.reports import PriceTable
from listbuilder.yamlio import reader
from tests.raw import raw

DAY, EVE = "2027-01-20", "2027-01-19"
Json = dict[str, Any]
EXTRAS = (
    "battle_formations",
    "spell_lores",
    "prayer_lores",
    "manifestation_lores",
    "faction_terrain",
)


def sheet_rows(faction: str, name: str, rows: list[Json]) -> Iterator[tuple[str, Json]]:
    head = {"faction": faction, "datasheet": name}
    for row in rows:
        when, points = row.get("when", {}), row["points"] + 5
        item = row.get("add_item") or row.get("add_model")
        if item:
            yield "wargear", {**head, "item": item, "points": points}
            continue
        more = {"of": row["of"]} if "of" in row else {}
        more |= {"copy": when["copy_from"]} if "copy_from" in when else {}
        more |= {"as_ally": True} if when.get("army") else {}
        more |= {"detachment": when["detachment"]} if "detachment" in when else {}
        yield "datasheets", {**head, "models": row["models"], "points": points, **more}


def rows_of(faction: str, data: Json) -> Iterator[tuple[str, Json]]:
    """Each price of the file, five or ten points dearer."""
    for sheet in data.get("datasheets", []):
        yield from sheet_rows(faction, sheet["id"], sheet.get("points", []))
    for scroll in data.get("warscrolls", []):
        yield (
            "datasheets",
            {"faction": faction, "datasheet": scroll["id"], "points": scroll["points"] + 10},
        )
    for detachment in data.get("detachments", []):
        if "dp" in detachment:
            yield (
                "detachments",
                {"faction": faction, "detachment": detachment["id"], "dp": detachment["dp"] + 1},
            )
        for each in detachment.get("enhancements", []):
            own = {"detachment": detachment["id"], "enhancement": each["id"]}
            yield "enhancements", {"faction": faction, **own, "points": each["points"] + 5}
        for name, rows in ((detachment.get("include") or {}).get("prices") or {}).items():
            yield from sheet_rows(faction, name, rows)
    for table in data.get("enhancement_tables", []):
        for each in table["choices"]:
            own = {"detachment": table["id"], "enhancement": each["id"]}
            yield "enhancements", {"faction": faction, **own, "points": each.get("points", 0) + 10}
    for kind in EXTRAS:
        for each in data.get(kind, []):
            yield (
                "extras",
                {"faction": faction, "name": each["id"], "points": each.get("points", 0) + 10},
            )


def snapshot(library: Library, game: str, faction: str, day: str) -> Json:
    """What everything costs that day that there is on it and the history knows of it."""
    shelf: Any = get_game(game).shelf(library)
    today = shelf.load_faction(faction)
    there = (
        today if day >= today.as_of else shelf.get_shelf_on_date(day).load_faction(faction)
    ) or today
    found: Json = {}
    for own in there.list_available_ids() if hasattr(there, "list_available_ids") else there.index:
        sheet = there.get_sheet(own)
        if sheet is not None and "points" not in (
            there.get_unknown_keys(own) if hasattr(there, "get_unknown_keys") else ()
        ):
            found[own] = (
                sheet.points if isinstance(sheet.points, int) else sorted(map(repr, sheet.points))
            )
    for detachment in getattr(there.head, "detachments", ()):
        if detachment.dp is not None:
            found[f"dp {detachment.id}"] = detachment.dp
        found |= {f"{detachment.id}/{each.id}": each.points for each in detachment.enhancements}
    for table in getattr(there.head, "enhancement_tables", ()):
        found |= {f"{table.id}/{each.id}": each.points for each in table.choices}
    for kind in EXTRAS:
        found |= {f"{kind} {each.id}": each.points for each in getattr(there.head, kind, ())}
    return found


CASES = [
    (
        "warhammer-40k-11e",
        "agents-of-the-imperium",
    ),  # two price lists, and detachments that raise prices
    ("warhammer-40k-11e", "space-wolves"),  # mixes of models, and a book that was replaced
    ("warhammer-40k-10e", "space-wolves"),
    ("age-of-sigmar-4e", "cities-of-sigmar"),  # two seasons' versions of one choice
    ("age-of-sigmar-4e", "fyreslayers"),
]


@pytest.mark.parametrize(("game", "faction"), CASES, ids=lambda value: value[-10:])
@pytest.mark.slow
def test_no_day_before_becomes_another(game: str, faction: str, tmp_path: Path) -> None:
    table: dict[str, list[Json]] = {}
    for kind, row in rows_of(faction, raw(game, faction)):
        table.setdefault(kind, []).append(row)
    document = reader.read_yaml(
        json.dumps({"prices": "x", **table}, indent=0).encode(), "x", reader.DATA_BYTES
    )
    before = Library()
    done = get_game(game).update_prices(
        validate_document.fit_document(document, PriceTable), document, before, DAY
    )
    assert done is not None and done.problems == [] and done.kept == [] and done.same == 0
    assert len(done.changes) == sum(map(len, table.values())) > 40
    for place, content in done.files.items():
        file = tmp_path / game / f"{place}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    after = Library([tmp_path])
    compared = 0
    days = get_game(game).list_release_dates(before)
    for day in {days[0], *days[2::7], days[-1], EVE}:
        old, new = snapshot(before, game, faction, day), snapshot(after, game, faction, day)
        both = old.keys() & new.keys()  # around a release what just went is kept for some days
        assert {key: old[key] for key in both} == {key: new[key] for key in both}, day
        compared += len(both)
    assert compared > 100
    old, new = snapshot(before, game, faction, DAY), snapshot(after, game, faction, DAY)
    assert [key for key in old if old[key] == new[key] and old[key] != []] == []
