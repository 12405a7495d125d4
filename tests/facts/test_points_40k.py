"""Every unit of Warhammer 40,000 costs what the facts say: every datasheet, size, mix, condition and day.

The expected price is a second, plain reading of the facts by their README (brackets, mixes, additions, conditions),
which knows nothing of the program's own. Without ../shared the shipped files state the facts.
"""

from __future__ import annotations

import datetime
import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.model.army import Army
from listbuilder.yamlio import reader
from tests.facts.shared_facts import stated_40k, stated_ids_40k

GAME = "warhammer-40k-10e"
LIBRARY = Library()
Mix = dict[str, int]
Fact = dict[str, Any]


# --- a plain reading of the facts -------------------------------------------------------------------------------------


def price(rows: list[Fact], mix: Mix, items: tuple[str, ...] = ()) -> int | None:
    """The first bracket that holds the unit's models, and what is added to it."""
    mix = dict(mix)
    added = 0
    for row in rows:
        if "add_model" in row:
            added += row["points"] * mix.pop(row["add_model"], 0)
        elif row.get("add_item") in items:
            added += row["points"]
    size = sum(mix.values())
    for row in sorted((row for row in rows if "models" in row), key=lambda row: row["models"]):
        room = row.get("of")
        if row["models"] >= size and (
            room is None or all(n <= room.get(model, 0) for model, n in mix.items())
        ):
            return int(row["points"]) + added
    return None


def plain(sheet: Fact) -> list[Fact]:
    return [row for row in sheet["points"] if "when" not in row]


def when(sheet: Fact, **condition: str) -> list[Fact]:
    """The rows that replace the plain ones under this condition; the plain ones where there are none."""
    return [row for row in sheet["points"] if row.get("when") == condition] or plain(sheet)


def mixes(sheet: Fact, every: bool) -> Iterator[Mix]:
    """Legal mixes of models: every one, or for each legal size the one that fills the last models of the card first."""
    for lines in sheet.get("compositions") or [sheet["models"]]:
        low, high = sheet["size"]["min"], sheet["size"]["max"]
        names = [line["name"] for line in lines]
        if every:
            for counts in itertools.product(
                *(range(line["min"], line["max"] + 1) for line in lines)
            ):
                if low <= sum(counts) <= high:
                    yield {name: n for name, n in zip(names, counts, strict=True) if n}
            continue
        for size in range(
            max(low, sum(line["min"] for line in lines)),
            min(high, sum(line["max"] for line in lines)) + 1,
        ):
            spare = size - sum(line["min"] for line in lines)
            mix: Mix = {}
            for line in reversed(lines):
                more = min(spare, line["max"] - line["min"])
                spare -= more
                if line["min"] + more:
                    mix[line["name"]] = line["min"] + more
            yield mix


def sheets(faction: str) -> list[Fact]:
    found: list[Fact] = stated_40k(faction)["datasheets"]
    return found


def sheet_of(faction: str, datasheet: str) -> Fact:
    return next(sheet for sheet in sheets(faction) if sheet["id"] == datasheet)


def sheets_named(name: str) -> list[tuple[str, Fact]]:
    """Where a current datasheet of that name is, and what it says."""
    return [
        (f, s)
        for f in stated_ids_40k()
        for s in sheets(f)
        if s["name"] == name and not s["legends"]
    ]


def sizes(sheet: Fact) -> list[int]:
    return sorted({sum(mix.values()) for mix in mixes(sheet, every=False)})


# --- what the program says --------------------------------------------------------------------------------------------


def army(faction: str, units: list[Fact], **more: Any) -> Army:
    roster = {
        "system": GAME,
        "faction": faction,
        "battle_size": "strike-force",
        **more,
        "units": units,
    }
    reading = get_game(GAME).read_roster(
        reader.read_yaml(json.dumps(roster).encode(), "points"), LIBRARY
    )
    assert not reading.problems, reading.problems
    assert reading.army is not None
    assert len(reading.army.units) == len(units)
    return reading.army


def cost(
    faction: str, datasheet: str, models: Any, host: str | None = None, **more: Any
) -> int | None:
    """Points of that one unit; `host` stands beside it, so that there is an army to be an ally of."""
    units = [{"datasheet": datasheet, "models": models}] + ([{"datasheet": host}] if host else [])
    return army(faction, units, **more).units[0].points


def groups(mix: Mix, items: tuple[str, ...] = ()) -> list[Fact]:
    found: list[Fact] = [{"model": model, "count": n} for model, n in mix.items()]
    if items:
        found[0]["wargear"] = dict.fromkeys(items, 1)
    return found


def same(found: list[tuple[str, Any, Any]]) -> None:
    wrong = [
        f"{what}: {ours} instead of {theirs}" for what, ours, theirs in found if ours != theirs
    ]
    assert found, "nothing was compared"
    assert not wrong, "\n".join([f"{len(wrong)} of {len(found)} prices differ", *wrong[:20]])


# --- today ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", stated_ids_40k())
def test_every_size_as_a_number(faction: str) -> None:
    found = []
    for sheet in sheets(faction):
        special = any("add_model" in row or "of" in row for row in sheet["points"])
        for size in [] if special else sizes(sheet):
            ours = cost(faction, sheet["id"], size)
            found.append((f"{sheet['id']} x{size}", ours, price(plain(sheet), {"": size})))
    same(found)


@pytest.mark.parametrize("faction", stated_ids_40k())
def test_every_size_as_groups(faction: str) -> None:
    found = []
    for sheet in sheets(faction):
        special = any("add_model" in row or "of" in row for row in sheet["points"])
        for mix in mixes(sheet, every=special):
            found.append(
                (
                    f"{sheet['id']} {mix}",
                    cost(faction, sheet["id"], groups(mix)),
                    price(plain(sheet), mix),
                )
            )
    same(found)


@pytest.mark.parametrize("faction", stated_ids_40k())
def test_left_out_is_the_smallest_size(faction: str) -> None:
    found: list[tuple[str, Any, Any]] = []
    for sheet in sheets(faction):
        ours = army(faction, [{"datasheet": sheet["id"]}]).units[0]
        found.append((sheet["id"], ours.models, sheet["size"]["min"]))
        if not any("of" in row for row in sheet["points"]):
            found.append(
                (sheet["id"], ours.points, price(plain(sheet), {"": sheet["size"]["min"]}))
            )
    same(found)


# Read from the cards by hand: the mixes of the one datasheet that is priced by mix, and the two kinds of addition.
BY_HAND = [
    ("space-wolves", "wolf-guard-headtakers", {"Wolf Guard Headtaker": 3}, (), 85),
    (
        "space-wolves",
        "wolf-guard-headtakers",
        {"Wolf Guard Headtaker": 3, "Hunting Wolf": 3},
        (),
        110,
    ),
    ("space-wolves", "wolf-guard-headtakers", {"Wolf Guard Headtaker": 6}, (), 170),
    (
        "space-wolves",
        "wolf-guard-headtakers",
        {"Wolf Guard Headtaker": 6, "Hunting Wolf": 6},
        (),
        220,
    ),
    ("space-marines", "outrider-squad", {"Outrider Sergeant": 1, "Outrider": 2}, (), 80),
    (
        "space-marines",
        "outrider-squad",
        {"Outrider Sergeant": 1, "Outrider": 2, "Invader ATV": 1},
        (),
        80 + 60,
    ),
    ("space-marines", "outrider-squad", {"Outrider Sergeant": 1, "Outrider": 5}, (), 160),
    (
        "space-marines",
        "outrider-squad",
        {"Outrider Sergeant": 1, "Outrider": 5, "Invader ATV": 1},
        (),
        160 + 60,
    ),
    ("tau-empire", "tidewall-shieldline", {"Tidewall Shieldline": 1}, (), 85),
    (
        "tau-empire",
        "tidewall-shieldline",
        {"Tidewall Shieldline": 1},
        ("Tidewall defence platform",),
        85 + 20,
    ),
]


@pytest.mark.parametrize(("faction", "datasheet", "mix", "items", "points"), BY_HAND)
def test_mixes_and_additions(
    faction: str, datasheet: str, mix: Mix, items: tuple[str, ...], points: int
) -> None:
    assert price(plain(sheet_of(faction, datasheet)), mix, items) == points
    assert cost(faction, datasheet, groups(mix, items)) == points


@pytest.mark.parametrize(
    ("faction", "datasheet", "size", "points"),
    [
        ("space-wolves", "wolf-guard-headtakers", 3, 85),
        (
            "space-wolves",
            "wolf-guard-headtakers",
            6,
            170,
        ),  # six of the first model, and not three with their wolves
        ("space-wolves", "wolf-guard-headtakers", 12, 220),
        ("space-marines", "outrider-squad", 3, 80),
        ("space-marines", "outrider-squad", 6, 160),  # no ATV before the bikes are full
        ("space-marines", "outrider-squad", 7, 220),
    ],
)
def test_a_number_of_models_that_could_be_several_mixes(
    faction: str, datasheet: str, size: int, points: int
) -> None:
    assert cost(faction, datasheet, size) == points


def test_those_by_hand_are_all_there_are() -> None:
    special = {
        (faction, sheet["id"])
        for faction in stated_ids_40k()
        for sheet in sheets(faction)
        if any({"of", "add_model", "add_item"} & row.keys() for row in sheet["points"])
    }
    assert special == {(faction, datasheet) for faction, datasheet, *_ in BY_HAND}
    conditions = {
        json.dumps(row["when"], sort_keys=True)
        for faction in stated_ids_40k()
        for sheet in sheets(faction)
        for row in sheet["points"]
        if "when" in row
    }
    assert conditions == {
        '{"army": "ally", "keyword": "Imperium"}',
        '{"detachment": "Pantheon of Woe"}',
        '{"detachment": "Veiled Blade Elimination Force"}',
    }


# --- conditions -------------------------------------------------------------------------------------------------------


HOSTS = [
    ("space-marines", "captain"),
    ("astra-militarum", "cadian-castellan"),
    ("imperial-knights", "armiger-warglaive"),
]


@pytest.mark.parametrize(("host", "unit"), HOSTS)
def test_agents_as_allies_of_the_imperium(host: str, unit: str) -> None:
    found = []
    for sheet in sheets("agents-of-the-imperium"):
        rows = when(sheet, army="ally", keyword="Imperium")
        for size in sizes(sheet):
            ours = cost(host, f"agents-of-the-imperium/{sheet['id']}", size, host=unit)
            found.append((f"{sheet['id']} x{size}", ours, price(rows, {"": size})))
    same(found)


def test_some_agents_cost_more_as_allies() -> None:
    assert (
        cost("space-marines", "agents-of-the-imperium/eversor-assassin", 1, host="captain") == 120
    )
    assert cost("agents-of-the-imperium", "eversor-assassin", 1) == 110
    assert (
        cost(
            "agents-of-the-imperium",
            "eversor-assassin",
            1,
            detachment="veiled-blade-elimination-force",
        )
        == 145
    )


@pytest.mark.parametrize(
    ("faction", "detachment", "name"),
    [
        (
            "agents-of-the-imperium",
            "veiled-blade-elimination-force",
            "Veiled Blade Elimination Force",
        ),
        ("necrons", "pantheon-of-woe", "Pantheon of Woe"),
    ],
)
def test_detachments_that_change_prices(faction: str, detachment: str, name: str) -> None:
    found = []
    for sheet in sheets(faction):
        rows = when(sheet, detachment=name)
        for size in sizes(sheet):
            ours = cost(faction, sheet["id"], size, detachment=detachment)
            found.append((f"{sheet['id']} x{size}", ours, price(rows, {"": size})))
    same(found)
    dearer = [
        s["id"]
        for s in sheets(faction)
        if price(when(s, detachment=name), {"": 1}) != price(plain(s), {"": 1})
    ]
    assert len(dearer) == 4


def included() -> list[Any]:
    """(faction, detachment, home, datasheet, its brackets there) of every unit let in by name."""
    found = []
    for faction, rules in stated_40k("army_rules")["factions"].items():
        # None: the rule is the faction's, under any detachment (no detachment named is as good as any).
        for detachment, part in ((None, rules), *rules.get("detachments", {}).items()):
            include = part.get("include", {})
            for name in include.get("units", ()):
                for home, sheet in sheets_named(name):
                    if home in (faction, "unaligned-forces") or include.get("from", home) != home:
                        continue
                    rows = include.get("prices", {}).get(name) or plain(sheet)
                    found.append(
                        pytest.param(
                            faction,
                            detachment,
                            home,
                            sheet,
                            rows,
                            id=f"{faction}-{detachment}-{sheet['id']}",
                        )
                    )
    return found


@pytest.mark.parametrize(("faction", "detachment", "home", "sheet", "rows"), included())
def test_included_units(
    faction: str, detachment: str, home: str, sheet: Fact, rows: list[Fact]
) -> None:
    """What the including rule prices; where it prices nothing, or not this size, what their own file says."""
    found = []
    for size in sizes(sheet):
        ours = cost(faction, f"{home}/{sheet['id']}", size, detachment=detachment)
        found.append((f"{sheet['id']} x{size}", ours, price(rows, {"": size})))
    same(found)


@pytest.mark.parametrize(
    ("faction", "detachment", "unit", "models", "points"),
    [
        ("death-guard", "tallyband-summoners", "nurglings", 6, 70),
        ("thousand-sons", "changehost-of-deceit", "kairos-fateweaver", 1, 295),
        ("emperors-children", "carnival-of-excess", "seekers", 10, 160),
        ("world-eaters", "khorne-daemonkin", "bloodcrushers", 6, 220),
    ],
)
def test_prices_of_the_include_by_hand(
    faction: str, detachment: str, unit: str, models: int, points: int
) -> None:
    assert cost(faction, f"chaos-daemons/{unit}", models, detachment=detachment) == points


# --- other days -------------------------------------------------------------------------------------------------------


def day_before(day: str) -> str:
    return (datetime.date.fromisoformat(day) - datetime.timedelta(days=1)).isoformat()
