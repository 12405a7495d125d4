"""`fill` of 2,000-point lists with points left, warm: how long a player waits for the ways to spend them."""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.advice.fill import PURPOSES, fill_points
from listbuilder.data.library import Library
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument

ROOT = Path(__file__).resolve().parent.parent / "examples"
BUDGET = 1000.0  # ms
# A list of 2,000 points, and where in it a unit is that is taken out before it is filled again.
LISTS: tuple[tuple[str, tuple[str | int, ...]], ...] = (
    ("40k-10e/legal/necrons-awakened-dynasty.yaml", ("units", 14)),
    ("40k-11e/legal/necrons-two-detachments.yaml", ("units", -1)),
    ("aos/legal/stormcast-thunderhead-season.yaml", ("regiments", 1, "units", 0)),
)


def rows() -> Iterator[tuple[str, float, float, str]]:
    library = Library()
    for name, place in LISTS:
        position = _without(
            Position.read((ROOT / name).read_bytes(), name, library).data, place, library
        )
        fill_points(position)  # what it loads, it loads once
        slowest = max(_seconds(position, purpose) for purpose in PURPOSES)
        yield (
            f"fill, {position.points} points, {name.split('/')[-1].removesuffix('.yaml')}"[:58],
            slowest * 1000,
            BUDGET,
            "ms",
        )


def _without(data: Any, place: tuple[str | int, ...], library: Library) -> Position:
    made = copy.deepcopy(data)
    holder = made
    for part in place[:-1]:
        holder = holder[part]
    del holder[place[-1]]
    made.pop("formations", None)
    return Position(YamlDocument(made, {}, {}, "", b""), library)


def _seconds(position: Position, purpose: Any) -> float:
    best = 1e9
    for _ in range(3):
        fresh = position.copy_on_date(position.as_of)
        fresh.compute_verdict()
        start = time.perf_counter()
        fill_points(fresh, purpose)
        best = min(best, time.perf_counter() - start)
    return best


if __name__ == "__main__":
    for what, measured, budget, unit in rows():
        print(f"{what:<58}{measured:>10.2f} {unit:<3}{budget:>8.2f} {unit}")
