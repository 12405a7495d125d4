"""Every datasheet of the games that have options of wargear, read once from the YAML a player reads."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from listbuilder.games.wh40k.faction import Faction
from listbuilder.model.datasheet import Datasheet
from listbuilder.wargear.loadout import Group
from tests.raw import read_file

FACTIONS = Path(__file__).resolve().parents[2] / "factions"
TENTH, ELEVENTH = "warhammer-40k-10e", "warhammer-40k-11e"
NOT_FACTIONS = {"rules", "corrections"}


@cache
def faction(name: str, game: str = TENTH) -> Faction:
    data = read_file(FACTIONS / game / f"{name}.yaml")
    return msgspec.convert(data, Faction)


@cache
def all_sheets(game: str) -> tuple[tuple[str, Datasheet], ...]:
    """(game/faction/datasheet, the datasheet), all of them."""
    names = sorted(
        path.stem for path in (FACTIONS / game).glob("*.yaml") if path.stem not in NOT_FACTIONS
    )
    return tuple(
        (f"{game}/{name}/{sheet.id}", sheet)
        for name in names
        for sheet in faction(name, game).datasheets
    )


@cache
def sheet(key: str) -> Datasheet:
    name, datasheet = key.split("/")
    return next(s for s in faction(name).datasheets if s.id == datasheet)


def compositions(sheet: Datasheet) -> list[list[Group]]:
    """One composition for every size that has a price, and the smallest and largest the datasheet allows."""
    sizes = {price.models for price in sheet.points if price.models} | {
        sheet.size.min,
        sheet.size.max,
    }
    found: dict[tuple[tuple[str, int], ...], list[Group]] = {}
    for lines in sheet.alternatives:
        for size in sorted(sizes):
            counts = {line.name: line.min for line in lines}
            spare = size - sum(counts.values())
            for line in lines:
                more = min(spare, line.max - line.min)
                if more > 0:
                    counts[line.name] += more
                    spare -= more
            if spare == 0:
                key = tuple((name, n) for name, n in counts.items() if n)
                found[key] = [Group(name, n) for name, n in key]
    return list(found.values())
