"""Check that a unit with Patrol Squads is split exactly as its datasheet says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from listbuilder.games.boxed.army import BoxArmy, BoxUnit
from listbuilder.games.boxed.patrol import MustInclude, PatrolSquad, PatrolUnit
from listbuilder.games.common.split_units import Split, count_models_in_part
from listbuilder.model.army import Group
from listbuilder.model.base import Model, fold
from listbuilder.model.edit import Edit, Step, make_remove_edit, make_set_edit
from listbuilder.model.finding import Amount, Finding, Fix

Parts = Sequence[tuple[Group, ...]]


class Params(Model):
    pass


def check(army: BoxArmy, params: Params) -> Iterator[Finding]:
    """Report units that can't be split, are split twice (a warning), or into the wrong squads.

    The fixes undo the split, or split the unit as its datasheet says.
    """
    for split in army.splits:
        unit = split.unit
        assert isinstance(unit, BoxUnit)
        args = {"unit": unit.name}
        squads = unit.facts.patrol_squads if isinstance(unit.facts, PatrolUnit) else ()
        if not squads and not split.again:
            named = [other.path for other in army.splits if other.unit.id == unit.id]
            # later places of a list first
            steps = tuple(Step("remove", path) for path in reversed(named))
            fix = Fix(key="whole", args=args, edit=Edit(steps))
            yield Finding(key="cannot", path=split.path, args=args, units=(unit.id,), fixes=(fix,))
        elif squads and split.again:
            fix = Fix(key="once", args=args, edit=make_remove_edit(*split.path))
            yield Finding(
                key="again",
                path=split.path,
                args=args,
                units=(unit.id,),
                severity="warning",
                fixes=(fix,),
            )
        elif squads and split.into is not None:
            yield from _check_written_squads(split, split.into, squads)


def _check_written_squads(
    split: Split, into: Parts, squads: Sequence[PatrolSquad]
) -> Iterator[Finding]:
    """Yield a finding if the roster's squads have wrong sizes or lack what they must include.

    The squads may be written in any order: the order with the fewest faults counts.
    """
    unit = split.unit
    fix = Fix(
        key="as_datasheet", args={"unit": unit.name}, edit=make_set_edit(unit.id, *split.path)
    )
    sizes = [count_models_in_part(part) for part in into]
    wanted = [squad.size for squad in squads]
    path = (*split.path, "into")
    if sorted(sizes) != sorted(wanted):
        args = {
            "unit": unit.name,
            "here": [str(size) for size in sizes],
            "wanted": [str(size) for size in wanted],
        }
        yield Finding(key="sizes", path=path, args=args, units=(unit.id,), fixes=(fix,))
        return
    by_arrangement = []
    for arrangement in permutations(into):
        if [count_models_in_part(part) for part in arrangement] == wanted:
            by_arrangement.append(list(_list_lacking_squads(arrangement, squads)))
    lacking = min(by_arrangement, key=len)
    if lacking:
        squad, missing = lacking[0]
        needs = [
            Amount(requirement.count, requirement.model or requirement.wargear or "")
            for requirement in missing
        ]
        lacks = {"unit": unit.name, "squad": squad.name, "needs": needs}
        yield Finding(key="must_include", path=path, args=lacks, units=(unit.id,), fixes=(fix,))


def _list_lacking_squads(
    parts: Parts, squads: Sequence[PatrolSquad]
) -> Iterator[tuple[PatrolSquad, list[MustInclude]]]:
    """Yield each squad that lacks something it must include, with what is missing.

    `parts` are the squads in the roster, in the order of `squads`. A squad given only as a number,
    and wargear that is not written, count as right.
    """
    for part, squad in zip(parts, squads, strict=True):
        missing = [
            requirement
            for requirement in squad.must_include
            if not _includes_requirement(part, requirement)
        ]
        if missing:
            yield squad, missing


def _includes_requirement(part: Sequence[Group], must: MustInclude) -> bool:
    """Return whether the squad `part` includes what `must` requires.

    True if the roster does not say which models or wargear the squad has.
    """
    if any(not group.model for group in part):
        return True
    if must.model is not None:
        model = fold(must.model)
        return sum(group.count for group in part if fold(group.model) == model) >= must.count
    if any(group.wargear is None for group in part):
        return True
    wanted = fold(must.wargear or "")
    carried = 0
    for group in part:
        for item, count in (group.wargear or {}).items():
            if fold(item) == wanted:
                carried += count
    return carried >= must.count
