"""Units that a list prints twice, in two blocks of attached units, or in a block and its section.

The list's own total counts such a unit once; only that distinguishes it from two units.
"""

from __future__ import annotations

from typing import NamedTuple

from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.formats.resolve.attachments import find_role
from listbuilder.model.base import fold


class _Twin(NamedTuple):
    """A unit, and another print of it."""

    unit: ParsedUnit
    copy: ParsedUnit


def drop_units_printed_twice(parsed: ParsedList, account: Account) -> None:
    """Remove one of the two copies of each unit that is printed twice, with a note.

    It is done only if the points of all these copies together are exactly what the units cost more
    than the list's total. A unit of two blocks stays in the block in which it is the bodyguard, and
    is attached to the bodyguard of the other block.
    """
    if not parsed.total or any(unit.points is None for unit in parsed.units):
        return
    excess = sum(unit.points or 0 for unit in parsed.units) - parsed.total
    twins = _find_twins(parsed.units) if excess > 0 else []
    if not twins or sum(twin.copy.points or 0 for twin in twins) != excess:
        return
    for unit, copy in twins:
        account.source.mark_mapped(copy.line, *copy.iter_lines_below())
        account.add_note("import_printed_twice", line=copy.line, unit=unit.name)
        if copy.block:
            hosts = [other for other in parsed.units if other.block == copy.block]
            unit.leads += [
                Words(host.name, copy.line) for host in hosts if _find_role(host) == "bodyguard"
            ]
    copies = [id(twin.copy) for twin in twins]
    parsed.units = [unit for unit in parsed.units if id(unit) not in copies]


def _find_twins(units: list[ParsedUnit]) -> list[_Twin]:
    """Return the pairs of equal units in different places, at least one of them in a block.

    Two with the same role in their blocks, such as two bodyguards, are two units.
    """
    twins: list[_Twin] = []
    taken: set[int] = set()
    for place, first in enumerate(units):
        for second in units[place + 1 :]:
            is_apart = first.block != second.block and not {id(first), id(second)} & taken
            if not is_apart or not _are_printed_alike(first, second):
                continue
            roles = (_find_role(first), _find_role(second))
            if roles[0] == roles[1] and first.block and second.block:
                continue
            is_second_kept = not first.block or (bool(second.block) and roles[1] == "bodyguard")
            twins.append(_Twin(second, first) if is_second_kept else _Twin(first, second))
            taken |= {id(first), id(second)}
            break
    return twins


def _are_printed_alike(first: ParsedUnit, second: ParsedUnit) -> bool:
    """Return whether two units have the same name, points, and lines below them."""
    if fold(first.name) != fold(second.name) or first.points != second.points:
        return False
    return _list_items(first) == _list_items(second)


def _list_items(unit: ParsedUnit) -> list[tuple[str, int]]:
    """Return the names below a unit with their counts, in the order of the text."""

    def read_item(entry: Listed) -> tuple[str, int]:
        """Return the name and the count of one entry."""
        return fold(entry.name), entry.count

    enhancements = [(fold(words.text), 0) for words in unit.enhancements]
    return [*map(read_item, unit.iter_entries()), *enhancements]


def _find_role(unit: ParsedUnit) -> str | None:
    """Return what a unit is said to be in its block, such as `bodyguard`, or None."""
    return find_role(unit.role) if unit.role is not None else None
