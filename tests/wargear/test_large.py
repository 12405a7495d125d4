"""What is said of wrong wargear where there is so much to choose that not everything is tried: it is true all the same."""

from __future__ import annotations

import random
from itertools import product

import pytest

from listbuilder.model.base import fold
from listbuilder.wargear.check import check_wargear
from listbuilder.wargear.loadout import Group
from listbuilder.wargear.repair import find_nearest_legal
from tests.wargear.sheets import sheet

# The datasheets with the most to choose from; kinds of models, and what they may come to carry.
TERMINATORS = ("chaos-space-marines/chaos-terminator-squad", ("Terminator Champion", "Chaos Terminator"), (
    "accursed weapon", "chainfist", "power fist", "combi-bolter", "combi-weapon", "heavy flamer", "reaper autocannon",
))  # fmt: skip
VETERANS = ("space-marines/sternguard-veteran-squad", ("Sternguard Veteran Sergeant", "Sternguard Veteran"), (
    "power fist", "Sternguard bolt rifle", "Sternguard heavy bolter", "pyrecannon", "combi-weapon", "Sternguard bolt pistol",
    "close combat weapon",
))  # fmt: skip
SQUADS = pytest.mark.parametrize("seed", range(6))
WHO = pytest.mark.parametrize(
    "who", [TERMINATORS, VETERANS], ids=lambda who: who[0].rpartition("/")[2]
)


def armed(who: tuple[str, tuple[str, str], tuple[str, ...]], seed: int) -> list[Group]:
    """A leader and four to nine others, armed at random."""
    dice = random.Random(seed)
    sizes = (1, dice.choice((4, 9)))
    return [
        Group(model, size, {item: dice.randint(1, size) for item in dice.sample(who[2], 3)})
        for model, size in zip(who[1], sizes, strict=True)
    ]


@WHO
@SQUADS
def test_what_is_named_is_not_as_it_may_be(
    who: tuple[str, tuple[str, str], tuple[str, ...]], seed: int
) -> None:
    """What is named lies beyond what may be, with the rest as it is or in any way; and nothing is named twice."""
    groups = armed(who, seed)
    verdict = check_wargear(sheet(who[0]), groups)
    assert verdict.status == "illegal" and verdict.violations
    for said in verdict.violations:
        assert said.given == sum(
            (groups[at].wargear or {}).get(item, 0) for at in said.groups for item in said.items
        )
        if said.reason not in ("all_or_none", "team"):
            assert not said.allowed_min <= said.given <= said.allowed_max, said
    named = [
        (at, item)
        for said in verdict.violations
        if said.rest
        for at, item in product(said.groups, said.items)
    ]
    assert len(named) == len(set(named))


@WHO
@SQUADS
def test_what_is_offered_instead_is_legal(
    who: tuple[str, tuple[str, str], tuple[str, ...]], seed: int
) -> None:
    """It keeps every model, and what is beyond every legal loadout is less in it."""
    groups = armed(who, seed)
    near = find_nearest_legal(sheet(who[0]), groups)
    assert near is not None and check_wargear(sheet(who[0]), near).legal
    assert [(group.model, group.count) for group in near] == [
        (group.model, group.count) for group in groups
    ]
    for said in check_wargear(sheet(who[0]), groups).violations:
        if not said.rest and len(said.groups) == 1:
            carried = {
                fold(item): count for item, count in (near[said.group].wargear or {}).items()
            }
            assert (
                said.allowed_min
                <= sum(carried.get(fold(item), 0) for item in said.items)
                <= said.allowed_max
            ), said
