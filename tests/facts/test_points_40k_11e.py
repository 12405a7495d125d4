"""Every unit of the 11th edition costs what the facts say: every datasheet at every size, as each of its copies.

The expected price is a second, plain reading of the facts by their README. Skips where the facts are not at hand.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.model.army import Army
from listbuilder.yamlio import reader
from tests.facts.pending import laid_over_40k_11e
from tests.facts.shared_facts import FACTS_40K_11E as FACTS
from tests.facts.shared_facts import faction_ids_40k, facts_40k
from tests.facts.test_points_40k import Fact, Mix, groups, mixes, same, sizes
from tests.needs import needs_shared

pytestmark = needs_shared("facts", "warhammer-40k-11e")

GAME = "warhammer-40k-11e"
LIBRARY = Library()
faction_ids = partial(faction_ids_40k, FACTS)


@cache
def facts(name: str) -> Fact:
    """What the sheets say, with the prices that came out after them."""
    found: Fact = facts_40k(name, folder=FACTS)
    return laid_over_40k_11e(name, found) if "datasheets" in found else found


# --- a plain reading of the facts -------------------------------------------------------------------------------------


def holds(row: Fact, copy: int, said: dict[str, str]) -> bool:
    when = dict(row.get("when", {}))
    return copy >= when.pop("copy_from", 1) and all(
        said.get(key) == value for key, value in when.items()
    )


def price(
    rows: list[Fact], mix: Mix, copy: int = 1, items: dict[str, int] | None = None, **said: str
) -> int | None:
    """Of the rows of one bracket that hold the one with the most conditions; the first bracket with room for the models."""
    held: dict[Any, list[Fact]] = {}
    for row in rows:
        if "models" in row and holds(row, copy, said):
            held.setdefault((row["models"], json.dumps(row.get("of"), sort_keys=True)), []).append(
                row
            )
    brackets = []
    for each in held.values():
        first, *others = sorted(each, key=lambda row: -len(row.get("when", {})))
        assert all(len(row.get("when", {})) < len(first["when"]) for row in others), (
            "two rows with as many conditions"
        )
        brackets.append(first)
    added = sum(
        row["points"] * (items or {}).get(row["add_item"], 0) for row in rows if "add_item" in row
    )
    for row in sorted(brackets, key=lambda row: row["models"]):
        room = row.get("of")
        if row["models"] >= sum(mix.values()) and (
            room is None or all(n <= room.get(model, 0) for model, n in mix.items())
        ):
            return int(row["points"] + added)
    return None


def carried(sheet: Fact, mix: Mix) -> dict[str, int]:
    """What these models carry by default of the items that cost something."""
    priced = {row["add_item"] for row in sheet["points"] if "add_item" in row}
    found: dict[str, int] = {}
    for model, count in mix.items():
        rows = [row for row in sheet["default_wargear"] if row["model"] in (model, "*")]
        rows = [row for row in rows if row["model"] == model] or rows
        for row in rows:
            for item in row["items"]:
                name, each = (item, 1) if isinstance(item, str) else (item["item"], item["count"])
                if name in priced:
                    assert not {"count", "per", "unit_size", "rest", "adds"} & row.keys(), sheet[
                        "id"
                    ]
                    found[name] = found.get(name, 0) + each * count
    return found


def by_default(sheet: Fact, mix: Mix, copy: int = 1, **said: str) -> int | None:
    return price(sheet["points"], mix, copy, carried(sheet, mix), **said)


def sheets(faction: str) -> list[Fact]:
    found: list[Fact] = facts(faction)["datasheets"]
    return found


def sheet_of(faction: str, datasheet: str) -> Fact:
    return next(sheet for sheet in sheets(faction) if sheet["id"] == datasheet)


def copies(sheet: Fact) -> int:
    """So many that each of its prices is paid by one."""
    return max(
        (row["when"].get("copy_from", 1) for row in sheet["points"] if "when" in row), default=1
    )


def has_mixes(sheet: Fact) -> bool:
    return any("of" in row for row in sheet["points"])


# --- what the program says --------------------------------------------------------------------------------------------


def army(faction: str, units: list[Fact], library: Library = LIBRARY, **more: Any) -> Army:
    roster = {
        "system": GAME,
        "faction": faction,
        "battle_size": "strike-force",
        **more,
        "units": units,
    }
    reading = get_game(GAME).read_roster(
        reader.read_yaml(json.dumps(roster).encode(), "points"), library
    )
    assert not reading.problems, reading.problems
    assert reading.army is not None
    assert len(reading.army.units) == len(units)
    return reading.army


def all_sizes(faction: str) -> Iterator[tuple[Fact, int]]:
    return (
        (sheet, size) for sheet in sheets(faction) if not has_mixes(sheet) for size in sizes(sheet)
    )


def only_mix(sheet: Fact, size: int) -> Mix:
    return next(mix for mix in mixes(sheet, every=False) if sum(mix.values()) == size)


# --- today ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", faction_ids())
def test_every_size_as_a_number(faction: str) -> None:
    found = []
    by_place: dict[
        int, list[tuple[Fact, int]]
    ] = {}  # an army each: no unit of it is a further copy of another
    for sheet in sheets(faction):
        for place, size in enumerate([] if has_mixes(sheet) else sizes(sheet)):
            by_place.setdefault(place, []).append((sheet, size))
    for entries in by_place.values():
        made = army(
            faction, [{"datasheet": sheet["id"], "models": size} for sheet, size in entries]
        )
        for (sheet, size), unit in zip(entries, made.units, strict=True):
            assert unit.models == size
            mix = {group.model: group.count for group in unit.groups}
            found.append((f"{sheet['id']} x{size}", unit.points, by_default(sheet, mix)))
    same(found)


@pytest.mark.parametrize("faction", faction_ids())
def test_every_copy_at_every_size(faction: str) -> None:
    """The n-th unit of a datasheet and every later one, with every mix where mixes have prices of their own."""
    found: list[tuple[str, Any, Any]] = []
    for sheet in sheets(faction):
        for mix in mixes(sheet, every=has_mixes(sheet)):
            made = army(
                faction, [{"datasheet": sheet["id"], "models": groups(mix)}] * (copies(sheet) + 1)
            )
            for copy, unit in enumerate(made.units, 1):
                found.append(
                    (f"{sheet['id']} {mix}, copy {copy}", unit.points, by_default(sheet, mix, copy))
                )
    same(found)


def test_the_order_of_the_copies_does_not_change_the_total() -> None:
    sheet = sheet_of(
        "necrons", "canoptek-wraiths"
    )  # 3 for 95 and 6 for 220, from the second on 20 more
    assert sizes(sheet) == [3, 4, 5, 6]
    assert copies(sheet) == 2
    totals = set()
    for order in itertools.permutations([3, 6, 6]):
        units = [{"datasheet": sheet["id"], "models": size} for size in order]
        totals.add(army("necrons", units).points)
    assert totals == {95 + 220 + 220 + 2 * 20}


# Read from the facts by hand: of each kind of row one.
BY_HAND = [
    ("necrons", [("canoptek-wraiths", 3)] * 3, {}, [95, 115, 115]),
    ("necrons", [("doomsday-ark", 1)] * 4, {}, [200, 200, 230, 230]),
    ("necrons", [("transcendent-ctan", 1)] * 2, {}, [340, 360]),
    (
        "necrons",
        [("transcendent-ctan", 1)] * 2,
        {"detachments": ["pantheon-of-woe"]},
        [340 + 40, 360 + 40],
    ),
    ("space-wolves", [("wolf-guard-headtakers", 3)] * 4, {}, [85, 85, 95, 95]),
    (
        "space-marines",
        [("repulsor-executioner", 1)] * 3,
        {},
        [270, 270, 290],
    ),  # 10 of it is its heavy laser destroyer
    ("astra-militarum", [("leman-russ-battle-tank", 1)], {}, [160 + 5]),
]


@pytest.mark.parametrize(("faction", "units", "more", "points"), BY_HAND)
def test_by_hand(faction: str, units: list[tuple[str, int]], more: Fact, points: list[int]) -> None:
    made = army(
        faction, [{"datasheet": datasheet, "models": size} for datasheet, size in units], **more
    )
    assert [unit.points for unit in made.units] == points


@pytest.mark.parametrize("faction", faction_ids())
def test_every_priced_item(faction: str) -> None:
    """Each copy of an item is paid, in place of the default ones or beside them."""
    for sheet in sheets(faction):
        for row in sheet["points"]:
            if "add_item" not in row:
                continue
            mix = next(mixes(sheet, every=False))
            for count in (0, 1, 3):
                stated = groups(mix)
                for group in stated:
                    group["wargear"] = {"something else": 1}
                if count:
                    stated[0]["wargear"] = {row["add_item"].upper(): count}
                unit = army(faction, [{"datasheet": sheet["id"], "models": stated}]).units[0]
                expected = price(sheet["points"], mix, 1, {row["add_item"]: count})
                assert unit.points == expected, (sheet["id"], row["add_item"], count)


# --- conditions -------------------------------------------------------------------------------------------------------


def conditions() -> set[frozenset[str]]:
    rows = [
        row for faction in faction_ids() for sheet in sheets(faction) for row in sheet["points"]
    ]
    return {frozenset(row["when"]) for row in rows if "when" in row}


def test_the_conditions_below_are_all_there_are() -> None:
    said = [{"copy_from"}, {"detachment"}, {"detachment", "copy_from"}, {"army", "keyword"}]
    said += [{"army", "keyword", "copy_from"}, {"army", "keyword", "detachment"}]
    assert conditions() == set(map(frozenset, said))


HOSTS = [
    ("space-marines", "captain"),
    ("astra-militarum", "cadian-castellan"),
    ("imperial-knights", "armiger-warglaive"),
]


@pytest.mark.parametrize(("host", "unit"), HOSTS)
def test_agents_as_allies_of_the_imperium(host: str, unit: str) -> None:
    found = []
    for sheet in sheets("agents-of-the-imperium"):
        for size in sizes(sheet):
            guest = {"datasheet": f"agents-of-the-imperium/{sheet['id']}", "models": size}
            made = army(host, [{"datasheet": unit}, *[guest] * (copies(sheet) + 1)])
            for copy, each in enumerate(made.units[1:], 1):
                expected = by_default(
                    sheet, only_mix(sheet, size), copy, army="ally", keyword="Imperium"
                )
                found.append((f"{sheet['id']} x{size}, copy {copy}", each.points, expected))
    same(found)
    dear = sheet_of("agents-of-the-imperium", "sisters-of-battle-immolator")
    assert price(dear["points"], {"": 1}, 4, army="ally", keyword="Imperium") == 115


DETACHMENTS = [
    ("agents-of-the-imperium", "veiled-blade-elimination-force", "Veiled Blade Elimination Force"),
    ("necrons", "pantheon-of-woe", "Pantheon of Woe"),
]


@pytest.mark.parametrize(("faction", "detachment", "name"), DETACHMENTS)
def test_detachments_that_raise_prices(faction: str, detachment: str, name: str) -> None:
    """By what their list of raises says, over the price that the unit has without them."""
    raises = {
        each["unit"]: each["points"]
        for fact in facts(faction)["detachments"]
        for each in fact.get("unit_price_changes", [])
    }
    found = []
    for sheet in sheets(faction):
        for size in sizes(sheet):
            mix = only_mix(sheet, size)
            made = army(
                faction,
                [{"datasheet": sheet["id"], "models": size}] * copies(sheet),
                detachments=[detachment],
            )
            for copy, unit in enumerate(made.units, 1):
                plain = by_default(sheet, mix, copy)
                expected = plain and plain + raises.get(sheet["name"], 0)
                found.append((f"{sheet['id']} x{size}, copy {copy}", unit.points, expected))
                assert by_default(sheet, mix, copy, detachment=name) == expected, sheet["id"]
    same(found)
    assert len(raises) == 4


def test_what_the_detachments_name_is_a_raise_of_their_units() -> None:
    speaks = {
        d["id"] for f in faction_ids() for d in facts(f)["detachments"] if "unit_price_changes" in d
    }
    assert speaks == {detachment for _, detachment, _ in DETACHMENTS}


def included() -> list[Any]:
    found = []
    for faction, rules in facts("army_rules")["factions"].items() if FACTS.is_dir() else ():
        for detachment, part in rules.get("detachments", {}).items():
            for name, rows in part.get("include", {}).get("prices", {}).items():
                found.append(
                    pytest.param(
                        faction,
                        detachment,
                        part["include"]["from"],
                        name,
                        rows,
                        id=f"{detachment}-{name}",
                    )
                )
    return found


@pytest.mark.parametrize(("faction", "detachment", "home", "name", "rows"), included())
def test_included_units_at_their_own_price(
    faction: str, detachment: str, home: str, name: str, rows: list[Fact]
) -> None:
    sheet = next(sheet for sheet in sheets(home) if sheet["name"] == name)
    found = []
    for size in sizes(sheet):
        guest = {"datasheet": f"{home}/{sheet['id']}", "models": size}
        made = army(faction, [guest] * 4, detachments=[detachment])
        for copy, unit in enumerate(made.units, 1):
            found.append(
                (f"{name} x{size}, copy {copy}", unit.points, price(rows, {"": size}, copy))
            )
    same(found)


def test_a_price_for_the_armies_of_one_faction(tmp_path: Path) -> None:
    """In today's books no row has it; before its codex Space Marines had them for their chapters."""
    text = (paths.get_factions_folder() / GAME / "space-marines.yaml").read_text(encoding="utf-8")
    start = text.index("  - id: captain\n")
    row = "      - {models: 1, points: 90}\n"
    place = text.index(row, start) + len(row)
    folder = tmp_path / GAME
    folder.mkdir()
    special = "      - {models: 1, points: 70, when: {army_faction: Blood Angels}}\n"
    (folder / "space-marines.yaml").write_text(
        text[:place] + special + text[place:], encoding="utf-8"
    )
    library = Library([tmp_path])
    captain = [{"datasheet": "captain"}]
    assert army("space-marines", captain, library).points == 90
    assert army("dark-angels", captain, library).points == 90
    assert army("blood-angels", captain, library).points == 70
