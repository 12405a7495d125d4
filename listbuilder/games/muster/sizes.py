"""The sizes of a unit: which there are, and the models a bare number of them stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, ModelLine


def default_groups(sheet: Datasheet, total: int | None) -> tuple[Group, ...]:
    """`total` models of the datasheet (None: the smallest unit), as near to a legal composition as that number allows."""
    known = sheet.made.get(total)
    if known is None:
        known = _made(sheet, total)
        if total is None or total in sheet.totals:
            sheet.made[total] = known
    return known


def _made(sheet: Datasheet, total: int | None) -> tuple[Group, ...]:
    wanted = sheet.size.min if total is None else total
    lines = min(sheet.alternatives, key=lambda each: _distance(each, wanted))
    counts = {line.name: line.min for line in lines}
    spare = wanted - sum(counts.values())
    # The models that make up the bulk of the unit first, optional ones last.
    for line in sorted(lines, key=lambda each: (each.min == 0, each.min - each.max)):
        added = max(0, min(spare, line.max - line.min))
        counts[line.name] += added
        spare -= added
    if spare:
        _adjust(lines, counts, spare)
    return tuple(Group(name, count) for name, count in counts.items() if count > 0)


def _distance(lines: Sequence[ModelLine], wanted: int) -> int:
    least, most = sum(line.min for line in lines), sum(line.max for line in lines)
    return max(least - wanted, wanted - most, 0)


def _adjust(lines: Sequence[ModelLine], counts: dict[str, int], spare: int) -> None:
    """A number no composition reaches: the bulk of the unit takes the difference, and 40K-13 speaks of it."""
    for line in sorted(lines, key=lambda each: -each.max):
        change = max(spare, -counts[line.name])
        counts[line.name] += change
        spare -= change
        if not spare:
            return


def composition_of(sheet: Datasheet, groups: Sequence[Group]) -> Sequence[ModelLine]:
    """Of the alternatives, the one the groups come nearest to."""
    if len(sheet.alternatives) == 1:
        return sheet.alternatives[0]
    counts = count_models(groups)
    return min(sheet.alternatives, key=lambda lines: sum(_off(line, counts) for line in lines) + _foreign(lines, counts))


def count_models(groups: Sequence[Group]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for group in groups:
        counts[fold(group.model)] += group.count
    return counts


def _off(line: ModelLine, counts: Counter[str]) -> int:
    count = counts[fold(line.name)]
    return max(line.min - count, count - line.max, 0)


def _foreign(lines: Sequence[ModelLine], counts: dict[str, int]) -> int:
    known = {fold(line.name) for line in lines}
    return sum(count for name, count in counts.items() if name not in known)


def legal_totals(sheet: Datasheet) -> list[int]:
    """Every number of models the compositions and the size of the datasheet allow."""
    return list(sheet.totals)


def spans(totals: list[int]) -> list[str]:
    """[5, 6, 7, 10] as ['5-7', '10']."""
    found: list[list[int]] = []
    for total in totals:
        if found and total == found[-1][1] + 1:
            found[-1][1] = total
        else:
            found.append([total, total])
    return [str(first) if first == last else f"{first}-{last}" for first, last in found]
