"""Any table of prices, put into real factions: days before the new one cost what they did, the new one what the table says.

What a roster costs is summed here from the files and the table, with no code of ours that knows prices.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from listbuilder.data import validate_document
from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.history.reprice import Outcome
from listbuilder.reports import PriceTable
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader
from tests.raw import raw

DAY, EVE = "2027-01-20", "2027-01-19"
Json = dict[str, Any]


class Case(NamedTuple):
    """A faction of a game, and how many of its units go into a table and a roster."""

    system: str
    faction: str


MUSTERED = [
    Case("warhammer-40k-10e", "necrons"),
    Case("warhammer-40k-10e", "space-wolves"),
    Case("warhammer-40k-11e", "necrons"),
    Case("warhammer-40k-11e", "orks"),
    Case("warhammer-40k-11e", "grey-knights"),
]
REGIMENTS = [Case("age-of-sigmar-4e", "sons-of-behemat"), Case("age-of-sigmar-4e", "nighthaunt")]


def document(table: Json) -> reader.YamlDocument:
    return reader.read_yaml(json.dumps(table, indent=0).encode(), "table.json", reader.DATA_BYTES)


def reprice(case: Case, table: Json, library: Library) -> Outcome:
    written = document({"prices": "x", **table})
    done = get_game(case.system).update_prices(
        validate_document.fit_document(written, PriceTable), written, library, DAY
    )
    assert done is not None
    return done


def overlay(case: Case, done: Outcome, folder: Path) -> Library:
    for place, content in done.files.items():
        file = folder / case.system / f"{place}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return Library([folder])


def points(library: Library, roster: Json, day: str) -> list[int | None]:
    done = Position.read(json.dumps(roster).encode(), "x", library, day)
    assert done.army is not None, done.problems
    return [unit.points for unit in done.army.units]


# --- armies mustered from datasheets ----------------------------------------------------------------------------------


def plain(sheet: Json) -> bool:
    """Priced by its size and copy alone, in models of one kind, so that a sum can be made by hand."""
    rows = sheet.get("points", [])
    alone = all(
        set(row) <= {"models", "points", "when"} and set(row.get("when", {})) <= {"copy_from"}
        for row in rows
    )
    return bool(rows) and alone and not sheet.get("legends") and not sheet.get("compositions")


def mustered(case: Case, sheets: list[tuple[Json, int]]) -> Json:
    """Each of them three times, for prices that rise with the copy."""
    data = raw(case.system, case.faction)
    first = data["detachments"][0]["id"]
    head = {"detachments": [first]} if "dp" in data["detachments"][0] else {"detachment": first}
    units = [{"datasheet": sheet["id"], "models": size} for sheet, size in sheets for _ in range(3)]
    return {
        "system": case.system,
        "faction": case.faction,
        "battle_size": "strike-force",
        **head,
        "units": units,
    }


def cost(rows: list[Json], size: int, copy: int) -> int:
    """The smallest size that is large enough, at the price of the last copy that is reached."""
    enough = min(row["models"] for row in rows if row["models"] >= size)
    fitting = [
        row
        for row in rows
        if row["models"] == enough and row.get("when", {}).get("copy_from", 1) <= copy
    ]
    price: int = max(fitting, key=lambda row: row.get("when", {}).get("copy_from", 1))["points"]
    return price


@st.composite
def price_lists(draw: st.DrawFn, case: Case) -> list[tuple[Json, int, list[Json]]]:
    """Datasheets with a size each, and new rows of their price lists: changed, gone and new ones."""
    every = [sheet for sheet in raw(case.system, case.faction)["datasheets"] if plain(sheet)]
    picked = draw(
        st.lists(
            st.sampled_from(every), min_size=1, max_size=4, unique_by=lambda sheet: sheet["id"]
        )
    )
    made = []
    for sheet in picked:
        rows = [dict(row) for row in sheet["points"]]
        sizes = sorted({row["models"] for row in rows if "when" not in row})
        copies = {row["when"]["copy_from"] for row in rows if "when" in row}
        kept = [row for row in rows if "when" not in row or draw(st.booleans())]
        for row in kept:
            row["points"] = draw(st.integers(0, 400))
        copy = min(copies, default=draw(st.sampled_from([2, 3])))
        priced = {row["models"] for row in kept if row.get("when")}
        for size in sizes:
            if case.system.endswith("11e") and size not in priced and draw(st.booleans()):
                kept.append(
                    {
                        "models": size,
                        "points": draw(st.integers(0, 400)),
                        "when": {"copy_from": copy},
                    }
                )
        made.append((sheet, draw(st.sampled_from(sizes)), kept))
    return made


def rows_of(case: Case, sheet: Json, new: list[Json]) -> list[Json]:
    """The change of a price list, as a table says it."""
    said = {(row["models"], row.get("when", {}).get("copy_from")): row["points"] for row in new}
    gone = {(row["models"], row.get("when", {}).get("copy_from")): None for row in sheet["points"]}
    head = {"faction": case.faction, "datasheet": sheet["name"]}
    return [
        {**head, "models": models, "points": price, **({"copy": copy} if copy else {})}
        for (models, copy), price in (gone | said).items()
    ]


@pytest.mark.parametrize("case", MUSTERED, ids=lambda case: f"{case.system[-3:]} {case.faction}")
@settings(
    max_examples=5,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
@pytest.mark.slow
def test_datasheets_on_the_eve_and_on_the_day(
    case: Case, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    chosen = data.draw(price_lists(case))
    before = Library()
    done = reprice(
        case,
        {"datasheets": [row for sheet, _, new in chosen for row in rows_of(case, sheet, new)]},
        before,
    )
    assert done.problems == []
    after = overlay(case, done, tmp_path_factory.mktemp("data"))
    roster = mustered(case, [(sheet, size) for sheet, size, _ in chosen])
    known = {
        each["id"]: each["prices"]
        for each in raw(case.system, f"history/{case.faction}")["datasheets"]
        if each.get("prices")
    }
    first = max(
        known[sheet["id"]][0]["from"] for sheet, _, _ in chosen
    )  # before that no source has a price: today's is taken
    days = [
        EVE,
        first,
        *data.draw(
            st.lists(st.sampled_from(get_game(case.system).list_release_dates(before)), max_size=2)
        ),
    ]
    for day in [each for each in days if each >= first] if done.changes else ():
        assert points(after, roster, day) == points(before, roster, day), day
    assert points(after, roster, DAY) == points(after, roster, "today")
    wanted = [[cost(new, size, copy) for copy in (1, 2, 3)] for _, size, new in chosen]
    found = points(after, roster, DAY)
    made = [
        sorted(each or 0 for each in found[place : place + 3]) for place in range(0, len(found), 3)
    ]
    assert made == [sorted(each) for each in wanted]


# --- armies of regiments ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", REGIMENTS, ids=lambda case: case.faction)
@settings(
    max_examples=4,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
@pytest.mark.slow
def test_warscrolls_on_the_eve_and_on_the_day(
    case: Case, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    scrolls = [
        each
        for each in raw(case.system, case.faction)["warscrolls"]
        if "regiment" in each or "Hero" not in each["keywords"]
    ]
    picked = data.draw(
        st.lists(
            st.sampled_from(scrolls), min_size=1, max_size=6, unique_by=lambda each: each["id"]
        )
    )
    prices = [data.draw(st.integers(0, 100)) * 10 for _ in picked]
    rows = [
        {"faction": case.faction, "datasheet": each["name"], "points": price}
        for each, price in zip(picked, prices, strict=True)
    ]
    before = Library()
    done = reprice(case, {"datasheets": rows}, before)
    assert done.problems == []
    after = overlay(case, done, tmp_path_factory.mktemp("data"))
    roster = {"system": case.system, "faction": case.faction, "points_limit": 2000, "regiments": [],
              "auxiliary": [{"unit": each["id"]} for each in picked]}  # fmt: skip
    if done.changes:
        assert points(after, roster, EVE) == points(before, roster, EVE)
        known = {
            each["id"]: each for each in raw(case.system, f"history/{case.faction}")["warscrolls"]
        }
        firsts = [
            min(known[each["id"]].get("prices") or [known[each["id"]]["from"]]) for each in picked
        ]
        for day in (
            max(firsts),
            data.draw(st.sampled_from(get_game(case.system).list_release_dates(before))),
        ):
            if day >= max(firsts):
                assert points(after, roster, day) == points(before, roster, day), day
    assert points(after, roster, DAY) == prices


# --- what cannot be placed --------------------------------------------------------------------------------------------


BAD: list[tuple[str, Json]] = [
    (
        "datasheets",
        {"faction": "necrons", "datasheet": "Necron Wariors", "models": 10, "points": 1},
    ),
    ("datasheets", {"faction": "necron", "datasheet": "Immortals", "models": 10, "points": 1}),
    ("datasheets", {"faction": "necrons", "datasheet": "Immortals", "models": 21, "points": 1}),
    (
        "datasheets",
        {"faction": "necrons", "datasheet": "Immortals", "models": 5, "points": 1, "as_ally": True},
    ),
    (
        "datasheets",
        {
            "faction": "necrons",
            "datasheet": "Immortals",
            "models": 5,
            "points": 1,
            "detachment": "Nobody",
        },
    ),
    (
        "datasheets",
        {"faction": "necrons", "datasheet": "Intercessor Squad", "models": 5, "points": 1},
    ),
    (
        "datasheets",
        {"faction": "necrons", "datasheet": "Immortals", "models": 5, "copy": 4, "points": None},
    ),
    ("wargear", {"faction": "necrons", "datasheet": "Immortals", "item": "boltgun", "points": 5}),
    ("enhancements", {"faction": "necrons", "enhancement": "Veil of Light and Sound", "points": 5}),
    (
        "enhancements",
        {
            "faction": "necrons",
            "detachment": "Nobody",
            "enhancement": "Veil of Darkness",
            "points": 5,
        },
    ),
    ("detachments", {"faction": "necrons", "detachment": "Nobody", "dp": 1}),
    ("extras", {"faction": "necrons", "name": "Monolith", "points": 5}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "row"), BAD)
@pytest.mark.parametrize("at", [0, 1])
def test_one_row_that_cannot_be_placed_leaves_all_unwritten(kind: str, row: Json, at: int) -> None:
    case = Case("warhammer-40k-11e", "necrons")
    good = {"faction": "necrons", "datasheet": "Ghost Ark", "models": 1, "points": 111}
    table: Json = {"datasheets": [good]}
    table.setdefault(kind, []).insert(at, row)
    done = reprice(case, table, Library())
    (problem,) = done.problems
    written = document({"prices": "x", **table})
    line = written.find_mark((kind, table[kind].index(row)))
    assert line is not None and problem.line is not None
    assert line[0] <= problem.line <= line[0] + len(row) + 1
    assert done.files == {}


def test_the_same_price_twice_is_refused_with_both_lines() -> None:
    row = {"faction": "necrons", "datasheet": "Ghost Ark", "models": 1, "points": 111}
    done = reprice(
        Case("warhammer-40k-11e", "necrons"),
        {"datasheets": [row, {**row, "points": 112}]},
        Library(),
    )
    (problem,) = done.problems
    assert (problem.key, problem.args["other"]) == ("price_twice", 4)
    assert problem.line == 10


# --- kinds of prices that are not a datasheet's sizes -----------------------------------------------------------------


def sheet_rows(library: Library, place: str, name: str) -> list[Json]:
    file = library.find_candidates("warhammer-40k-11e", place)[0]
    data = reader.read_yaml(file.read_bytes(), file.name, reader.DATA_BYTES).data
    rows: list[Json] = next(each for each in data["datasheets"] if each["name"] == name)["points"]
    return rows


def test_a_price_with_a_condition_stays_on_the_eve(tmp_path: Path) -> None:
    """In a detachment a C'tan costs 375 until then, which no state of the history had to say until now."""
    case = Case("warhammer-40k-11e", "necrons")
    name = "C'tan Shard of the Deceiver"
    row = {"faction": "necrons", "datasheet": name, "models": 1}
    table = {
        "datasheets": [
            {**row, "points": 300},
            {**row, "points": 340, "detachment": "Pantheon of Woe"},
        ]
    }
    before = Library()
    done = reprice(case, table, before)
    after = overlay(case, done, tmp_path)
    roster = {"system": case.system, "faction": "necrons", "battle_size": "strike-force", "detachments": ["pantheon-of-woe"],
              "units": [{"datasheet": "ctan-shard-of-the-deceiver"}]}  # fmt: skip
    assert points(before, roster, EVE) == points(after, roster, EVE) == [375]
    assert points(after, roster, "2026-07-30") == [375]
    for day, sure in (
        ("2026-07-30", False),
        ("2026-09-30", True),
        (EVE, True),
    ):  # the data that had that price was of 09-30
        judged = Position.read(json.dumps(roster).encode(), "x", after, day)
        assert [note.key for note in judged.assumed if note.key == "price_not_known"] == (
            [] if sure else ["price_not_known"]
        ), day
    assert points(after, roster, DAY) == [340]
    elsewhere = {**roster, "detachments": ["awakened-dynasty"]}
    assert [points(after, elsewhere, day) for day in (EVE, DAY)] == [[330], [300]]


def test_a_guest_pays_what_the_army_it_is_in_pays(tmp_path: Path) -> None:
    """Bloodcrushers in World Eaters: 95 for three, 115 as the third unit; from then 100 and 130."""
    case = Case("warhammer-40k-11e", "world-eaters")
    data = raw(case.system, case.faction)
    home = next(each for each in data["detachments"] if each.get("include", {}).get("prices"))
    row = {"faction": "World Eaters", "datasheet": "Bloodcrushers", "models": 3}
    done = reprice(
        case, {"datasheets": [{**row, "points": 100}, {**row, "points": 130, "copy": 3}]}, Library()
    )
    assert done.problems == []
    after = overlay(case, done, tmp_path)
    guest = {"datasheet": "chaos-daemons/bloodcrushers", "models": 3}
    roster = {"system": case.system, "faction": case.faction, "battle_size": "strike-force", "detachments": [home["id"]],
              "units": [guest] * 3}  # fmt: skip
    for day, wanted in (
        ("2026-11-18", [95, 95, 115]),
        (EVE, [95, 95, 115]),
        (DAY, [100, 100, 130]),
    ):
        assert points(after, roster, day) == wanted, day
    assert points(after, roster, "2026-07-01") == [95, 95, 105]  # as the history had it before


@pytest.mark.slow
def test_priced_wargear_and_detachment_points(tmp_path: Path) -> None:
    case = Case("warhammer-40k-11e", "world-eaters")
    item = {
        "faction": "world-eaters",
        "datasheet": "Forgefiend",
        "item": "Ectoplasma Cannon",
        "points": 15,
    }
    done = reprice(case, {"wargear": [item]}, Library())
    after = overlay(case, done, tmp_path)
    rows = sheet_rows(after, "world-eaters", "Forgefiend")
    assert [row["points"] for row in rows if row.get("add_item")] == [15]
    states = msgspec.json.decode(json.dumps(_record(after, "world-eaters", "forgefiend")["prices"]))
    assert [state.get("add") for state in states[-2:]] == [
        {"ectoplasma cannon": 5},
        {"ectoplasma cannon": 15},
    ]


def _record(library: Library, faction: str, own: str) -> Json:
    file = library.find_candidates("warhammer-40k-11e", f"history/{faction}")[0]
    data = reader.read_yaml(file.read_bytes(), file.name, reader.DATA_BYTES).data
    return next(each for each in data["datasheets"] if each["id"] == own)


@pytest.mark.slow
def test_two_updates_one_after_the_other(tmp_path: Path) -> None:
    """Each day keeps its own prices, those with conditions too."""
    case = Case("warhammer-40k-11e", "necrons")
    row = {"faction": "necrons", "datasheet": "C'tan Shard of the Deceiver", "models": 1}
    library = Library()
    game = get_game(case.system)
    wanted = {EVE: 375}
    for day, price in (("2027-01-20", 340), ("2027-03-10", 350), ("2027-06-16", 320)):
        written = document(
            {
                "prices": day,
                "datasheets": [{**row, "points": price, "detachment": "Pantheon of Woe"}],
            }
        )
        done = game.update_prices(
            validate_document.fit_document(written, PriceTable), written, library, day
        )
        assert done is not None and len(done.changes) == 1
        library = overlay(case, done, tmp_path)
        wanted[day] = price
    roster = {"system": case.system, "faction": "necrons", "battle_size": "strike-force", "detachments": ["pantheon-of-woe"],
              "units": [{"datasheet": "ctan-shard-of-the-deceiver"}]}  # fmt: skip
    assert {day: points(library, roster, day) for day in wanted} == {
        day: [price] for day, price in wanted.items()
    }
