"""The files of the boxes as plain data, and the rosters that list them in full.

No code under test has a part in it.
"""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.data.library import Library
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from tests.raw import read_file

REPO = Path(__file__).resolve().parents[3]
LIBRARY = Library()
Data = dict[str, Any]


def ids(game: str) -> list[str]:
    return sorted(
        path.stem
        for path in (REPO / "factions" / game).glob("*.yaml")
        if path.stem not in ("rules", "sources")
    )


PATROLS = ids("combat-patrol")
SPEARHEADS = ids("spearhead")
BOXES = [("combat-patrol", each) for each in PATROLS] + [("spearhead", each) for each in SPEARHEADS]


@cache
def load(game: str, box: str) -> Data:
    data: Data = read_file(REPO / "factions" / game / f"{box}.yaml")
    return data


def item_counts(wargear: list[Any]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in wargear:
        name, count = (each, 1) if isinstance(each, str) else (each["item"], each["count"])
        counts[name] = counts.get(name, 0) + count
    return counts


def rows(unit: Data) -> list[tuple[str, int, dict[str, int]]]:
    """Name, number and what each carries, of the models of one unit."""
    if isinstance(unit["models"], list):
        return [(row["name"], row["count"], item_counts(row["wargear"])) for row in unit["models"]]
    if "loadout" in unit:
        return [
            (row["model"], row["count"], item_counts(row["weapons"])) for row in unit["loadout"]
        ]
    every = dict.fromkeys((weapon["name"] for weapon in unit["weapons"]), 1)
    return [(unit["name"], unit["models"], every)]


def size(unit: Data) -> int:
    return sum(count for _, count, _ in rows(unit))


def groups(unit: Data) -> list[Data]:
    """As a roster writes the models of a unit: wargear counts are over the group."""
    return [
        {
            "model": name,
            "count": count,
            "wargear": {item: count * each for item, each in carried.items()},
        }
        for name, count, carried in rows(unit)
    ]


def chosen(data: Data) -> dict[str, str]:
    """The first of the units offered."""
    return {slot: options[0] for slot, options in data.get("choices", {}).items()}


def units_of(data: Data, choice: dict[str, str] | None = None) -> list[Data]:
    """Every unit of the box, each as often as it is there."""
    picks = choice if choice is not None else chosen(data)
    left_out = {
        each
        for slot, options in data.get("choices", {}).items()
        for each in options
        if each != picks[slot]
    }
    return [
        unit
        for unit in data["units"]
        if unit["id"] not in left_out
        for _ in range(unit.get("count", 1))
    ]


def bare(game: str, box: str, **more: Any) -> Data:
    key = "patrol" if game.startswith("combat-patrol") else "box"
    return {"system": game, key: box, **more}


def complete(game: str, box: str, **more: Any) -> Data:
    """A roster in which nothing is open."""
    data = load(game, box)
    roster = bare(game, box)
    if "regiment_abilities" in data:
        roster["regiment_ability"] = data["regiment_abilities"][0]["id"]
        roster["enhancement"] = data["enhancements"][0]["id"]
    if data.get("choices"):
        roster["choices"] = chosen(data)
    return {**roster, **more}


def listed(game: str, box: str) -> Data:
    units = [{"unit": unit["id"], "models": groups(unit)} for unit in units_of(load(game, box))]
    return complete(game, box, units=units)


def judged(roster: Data) -> Position:
    return Position.read(msgspec.json.encode(roster), "case", LIBRARY)


def shown(
    done: Position, severities: tuple[str, ...] = ("error", "warning")
) -> list[tuple[str, str]]:
    """Code and sentence of each finding; what is only worth knowing is left out."""
    assert not done.problems, done.problems
    return [
        (f.code, messages.say_finding(f, "en")) for f in done.findings if f.severity in severities
    ]


def after_fix(done: Position, roster: Data, finding: int = 0, fix: int = 0) -> Data:
    changed = copy.deepcopy(roster)
    errors = [f for f in done.findings if f.severity != "info"]
    errors[finding].fixes[fix].edit.apply_in_place(changed)
    return changed
