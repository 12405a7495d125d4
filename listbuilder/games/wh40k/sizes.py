"""The sizes of a unit: which there are, and the models that a bare number of them stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, ModelLine


def make_default_groups(sheet: Datasheet, total: int | None) -> tuple[Group, ...]:
    """Return `total` models of the datasheet in groups; None stands for the smallest unit.

    The groups are as near to a legal composition as the number allows. Those of legal sizes are
    kept with the datasheet.
    """
    groups = sheet.groups_by_size.get(total)
    if groups is None:
        groups = _build_groups(sheet, total)
        if total is None or total in sheet.totals:
            sheet.groups_by_size[total] = groups
    return groups


def _build_groups(sheet: Datasheet, total: int | None) -> tuple[Group, ...]:
    """Return `total` models in groups, by the composition that comes nearest to that number.

    Models that make up the bulk of the unit are added first, optional models last. If no
    composition allows the number, the bulk of the unit is made larger or smaller.
    """
    wanted = sheet.size.min if total is None else total
    lines = min(sheet.alternatives, key=lambda lines: _measure_distance(lines, wanted))
    counts = {line.name: line.min for line in lines}
    spare = wanted - sum(counts.values())
    for line in sorted(lines, key=lambda line: (line.min == 0, line.min - line.max)):
        added = max(0, min(spare, line.max - line.min))
        counts[line.name] += added
        spare -= added
    if spare:
        # No composition reaches that number: the bulk of the unit takes the difference, more or
        # fewer models, and 40K-13 speaks of it.
        for line in sorted(lines, key=lambda line: -line.max):
            change = max(spare, -counts[line.name])
            counts[line.name] += change
            spare -= change
            if not spare:
                break
    return tuple(Group(name, count) for name, count in counts.items() if count > 0)


def _measure_distance(lines: Sequence[ModelLine], wanted: int) -> int:
    """Return by how many models `wanted` misses the allowed numbers; 0 if it is allowed."""
    least, most = sum(line.min for line in lines), sum(line.max for line in lines)
    return max(least - wanted, wanted - most, 0)


def find_nearest_composition(sheet: Datasheet, groups: Sequence[Group]) -> Sequence[ModelLine]:
    """Return the composition from which the groups differ by the fewest models."""
    if len(sheet.alternatives) == 1:
        return sheet.alternatives[0]
    counts = count_models(groups)
    return min(sheet.alternatives, key=lambda lines: _count_deviations(lines, counts))


def count_models(groups: Sequence[Group]) -> Counter[str]:
    """Return the number of models of each kind, by folded name."""
    counts: Counter[str] = Counter()
    for group in groups:
        counts[fold(group.model)] += group.count
    return counts


def _count_deviations(lines: Sequence[ModelLine], counts: Counter[str]) -> int:
    """Return by how many models `counts` differ from the composition, over all kinds.

    Models of kinds that the composition does not have all count.
    """
    deviations = 0
    foreign = dict(counts)
    for line in lines:
        count = counts[fold(line.name)]
        deviations += max(line.min - count, count - line.max, 0)
        foreign.pop(fold(line.name), None)
    return deviations + sum(foreign.values())


def list_legal_totals(sheet: Datasheet) -> list[int]:
    """Return every number of models that the datasheet allows for a unit."""
    return list(sheet.totals)


def format_spans(totals: list[int]) -> list[str]:
    """Return the numbers as texts, with neighbours joined: [5, 6, 7, 10] as ['5-7', '10']."""
    ranges: list[list[int]] = []
    for total in totals:
        if ranges and total == ranges[-1][1] + 1:
            ranges[-1][1] = total
        else:
            ranges.append([total, total])
    return [str(first) if first == last else f"{first}-{last}" for first, last in ranges]
