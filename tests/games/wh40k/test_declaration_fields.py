"""Whom a player is offered to attach a unit to and to put it into: all that the law allows, and
hardly more.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from listbuilder.games.common.attach import find_attach_refusal
from listbuilder.games.common.transport import find_transport_refusal
from listbuilder.games.wh40k.army import MusterUnit
from listbuilder.games.wh40k.deployment_fields import _may_join, _may_ride
from listbuilder.model.deployment import Declarations
from tests.games.common.deployment.units import SHELF, unit

# Leaders by name and by keyword, supports, those who join, those whom a datasheet adopts;
# transports of every kind.
FACTIONS = pytest.mark.parametrize(
    "faction",
    [
        "adepta-sororitas",
        "adeptus-mechanicus",
        "aeldari",
        "black-templars",
        "drukhari",
        "necrons",
        "space-marines",
    ],
)
NONE = Declarations()
MORE = {"needs_item"}  # the wargear may still be chosen


def pairs(faction: str) -> Iterator[tuple[MusterUnit, MusterUnit]]:
    data = SHELF.load_faction(faction)
    assert data is not None
    homes = [faction, *([data.head.parent] if data.head.parent else [])]
    units = [
        unit(home, each)
        for home in homes
        if (there := SHELF.load_faction(home))
        for each in there.index
    ]
    return ((one, other) for one in units for other in units if one is not other)


@FACTIONS
def test_whoever_may_be_attached_is_offered_that(faction: str) -> None:
    offered = allowed = 0
    for one, other in pairs(faction):
        refusal_ = find_attach_refusal(NONE, one, other, [other])
        may = _may_join(one, other)
        if refusal_ is None or refusal_.key in MORE:
            assert may, (one.name, other.name)
        elif may:  # leads whom that unit adopts its leaders from, and is not of those whom it lets
            assert other.datasheet.leader_as is not None, (one.name, other.name)
        offered += may
        allowed += refusal_ is None
    assert 0 < allowed <= offered <= 1.2 * allowed


@FACTIONS
def test_whoever_may_ride_is_offered_that(faction: str) -> None:
    offered = allowed = 0
    for one, other in pairs(faction):
        may = _may_ride(one, other)
        rides = (
            find_transport_refusal(other, one, [one]) is None
            and one.datasheet is not other.datasheet
        )
        assert may or not rides, (one.name, other.name)
        offered += may
        allowed += rides
    assert (allowed <= offered) and (allowed > 0) == (offered > 0)


def test_those_of_one_datasheet_do_not_carry_each_other() -> None:
    first, second = (unit("space-marines", "rhino") for _ in range(2))
    assert not _may_ride(first, second)
