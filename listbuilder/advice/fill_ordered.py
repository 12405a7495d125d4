"""Ways to spend the remaining points as the builder offers them: own units before allies.

It also looks for ways with a unit that the player asks for by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from listbuilder.advice.candidates import Candidate, add_unit
from listbuilder.advice.collection import Owned
from listbuilder.advice.fill import MOST_WAYS, FillResult, calculate_budget, fill_points
from listbuilder.games.common.editor import Offer, Text
from listbuilder.roster.position import Position

MOST_ASKED = 4  # offers tried of those that a typed name may mean
WAYS_OF_EACH = 3  # ways to spend the remaining points besides each of them


class Purchase(msgspec.Struct, frozen=True):
    """One set of purchases, its cost, and the points that remain after it."""

    members: tuple[Candidate, ...]
    spent: int
    left: int


def fill_own_first(position: Position, owned: Owned | None) -> FillResult:
    """Return ways to spend the remaining points, those without allies first.

    Allies are looked for only if there are fewer than MOST_WAYS ways without them. The position
    must have an army, and nothing in it that could not be read.
    """
    result = fill_points(position, owned=owned, allies=False)
    if len(result.ways) >= MOST_WAYS:
        return result
    with_allies = [
        way
        for way in fill_points(position, owned=owned).ways
        if any(member.is_allied for member in way.members)
    ]
    return msgspec.structs.replace(result, ways=(*result.ways, *with_allies)[:MOST_WAYS])


def fill_around(position: Position, offers: Sequence[Offer], owned: Owned | None) -> list[Purchase]:
    """Return ways to spend the remaining points that buy one of `offers`, the closest first.

    Only the first MOST_ASKED offers are looked at, each in every size that is legal. Buying nothing
    else is one of the ways. The position must have an army.
    """
    army, ways = position.army, list[Purchase]()
    if army is None:
        return ways
    budget = calculate_budget(army, None)
    for offer in offers[:MOST_ASKED]:
        for candidate in _yield_purchases(position, offer, budget):
            ways.append(Purchase((candidate,), candidate.cost, budget - candidate.cost))
            rest = fill_points(candidate.after, owned=owned, most=WAYS_OF_EACH, allies=False)
            for way in rest.ways:
                ways.append(
                    Purchase((candidate, *way.members), candidate.cost + way.spent, way.left)
                )
    ways.sort(key=lambda way: way.left)
    return ways[:MOST_WAYS]


def _yield_purchases(position: Position, offer: Offer, budget: int) -> Iterator[Candidate]:
    """Yield the purchase of `offer` in each size that is legal and costs at most `budget`."""
    army = position.army
    assert army is not None
    for models in position.editor.list_sizes(army, offer.id) or (None,):
        after = add_unit(position, offer.id, models)
        if after is None or after.army is None or after.verdict != "legal":
            continue
        cost = after.army.points - army.points
        if 0 <= cost <= budget:
            yield Candidate(
                what="unit",
                label=Text("name", {"name": offer.name}),
                cost=cost,
                least=cost,
                legal=True,
                slot=("unit", offer.id, models),
                after=after,
                offer=offer.id,
                home=offer.home or "",
                models=models,
            )
