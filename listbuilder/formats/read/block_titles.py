"""Titles over attached units that are made of the names of these units.

`Captain + Bladeguard (160 pts)` stands over `Captain (80 pts)` and `Bladeguard (80 pts)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from listbuilder.formats.parsed import ParsedUnit
from listbuilder.formats.source import SourceLine
from listbuilder.model.base import fold

_JOINT = re.compile(r" ?[+&] ?")
_MOST = 6  # units that are attached to each other


def find_block_titles(
    lines: list[SourceLine], read_unit: Callable[[SourceLine], ParsedUnit | None]
) -> set[int]:
    """Return the numbers of the lines that are titles over units attached to each other.

    Such a line has the points of the units below it, and their names with signs between them.
    `read_unit` returns the unit that begins on a line, or None.
    """
    if not any("+" in line.words or "&" in line.words for line in lines):
        return set()
    units = [unit for line in lines if (unit := read_unit(line)) is not None]
    titles: set[int] = set()
    for place, unit in enumerate(units):
        names = [fold(name) for name in _JOINT.split(unit.name)]
        members = units[place + 1 : place + 1 + len(names)]
        if not 1 < len(names) <= _MOST or unit.points is None:
            continue
        are_named = [fold(member.name) for member in members] == names
        if are_named and sum(member.points or 0 for member in members) == unit.points:
            titles.add(unit.line)
    return titles
