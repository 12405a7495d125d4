"""A unit with Patrol Squads may be split before the battle, exactly as its datasheet says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from listbuilder.games.boxes.army import BoxArmy, BoxUnit
from listbuilder.games.boxes.patrol import MustInclude, PatrolSquad, PatrolUnit
from listbuilder.games.shared.declarations.split import Split, size_of
from listbuilder.model.army import Group
from listbuilder.model.base import Model, fold
from listbuilder.model.edit import Edit, Step, put, remove
from listbuilder.model.finding import Amount, Finding, Fix

Parts = Sequence[tuple[Group, ...]]


class Params(Model):
    pass


def check(army: BoxArmy, params: Params) -> Iterator[Finding]:
    for split in army.splits:
        unit = split.unit
        assert isinstance(unit, BoxUnit)
        args = {"unit": unit.name}
        squads = unit.facts.patrol_squads if isinstance(unit.facts, PatrolUnit) else ()
        if not squads and not split.again:
            named = [each.path for each in army.splits if each.unit.id == unit.id]
            steps = tuple(Step("remove", path) for path in reversed(named))  # later places of a list first
            fix = Fix(key="whole", args=args, edit=Edit(steps))
            yield Finding(key="cannot", path=split.path, args=args, units=(unit.id,), fixes=(fix,))
        elif squads and split.again:
            fix = Fix(key="once", args=args, edit=remove(*split.path))
            yield Finding(key="again", path=split.path, args=args, units=(unit.id,), severity="warning", fixes=(fix,))
        elif squads and split.into is not None:
            yield from _parts(split, split.into, squads)


def _parts(split: Split, into: Parts, squads: Sequence[PatrolSquad]) -> Iterator[Finding]:
    unit = split.unit
    fix = Fix(key="as_datasheet", args={"unit": unit.name}, edit=put(unit.id, *split.path))
    sizes, wanted = [size_of(part) for part in into], [squad.size for squad in squads]
    path = (*split.path, "into")
    if sorted(sizes) != sorted(wanted):
        args = {"unit": unit.name, "here": [str(size) for size in sizes], "wanted": [str(size) for size in wanted]}
        yield Finding(key="sizes", path=path, args=args, units=(unit.id,), fixes=(fix,))
        return
    ways = [
        way for way in permutations(into) if all(size_of(part) == squad.size for part, squad in zip(way, squads, strict=True))
    ]
    lacking = min((list(_lacking(way, squads)) for way in ways), key=len)
    if lacking:
        squad, missing = lacking[0]
        needs = [Amount(each.count, each.model or each.wargear or "") for each in missing]
        lacks = {"unit": unit.name, "squad": squad.name, "needs": needs}
        yield Finding(key="must_include", path=path, args=lacks, units=(unit.id,), fixes=(fix,))


def _lacking(parts: Parts, squads: Sequence[PatrolSquad]) -> Iterator[tuple[PatrolSquad, list[MustInclude]]]:
    """What squads do not include, though they must. Of a bare number nothing is said, nor of wargear not written."""
    for part, squad in zip(parts, squads, strict=True):
        missing = [each for each in squad.must_include if not _includes(part, each)]
        if missing:
            yield squad, missing


def _includes(part: Sequence[Group], must: MustInclude) -> bool:
    if any(not group.model for group in part):
        return True
    if must.model is not None:
        return sum(group.count for group in part if fold(group.model) == fold(must.model)) >= must.count
    if any(group.wargear is None for group in part):
        return True
    wanted = fold(must.wargear or "")
    carried = (count for group in part for item, count in (group.wargear or {}).items() if fold(item) == wanted)
    return sum(carried) >= must.count
