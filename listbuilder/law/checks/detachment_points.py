"""The detachments together cost no more detachment points than the battle size has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.games.muster.army import Chosen, Muster
from listbuilder.law.looks import LooksAt
from listbuilder.model.base import Model
from listbuilder.model.edit import remove
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.rule import BattleSize, Row, RuleBook

LOOKS_AT: LooksAt = "terms"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    bought = bought_by(army)
    size = army.size
    if size is None or size.detachment_points is None or not bought:
        return
    points, most = cost(bought), limit(size, bought)
    args = {"points": points, "max": most, "size": size.name}
    if points < most:
        yield Finding(key="left", severity="info", path=army.detachments_path, args={**args, "left": most - points})
    if points <= most:
        return
    alone = size.sole_detachment_points or 0
    fits_alone = any(most < cost([each]) <= alone for each in bought)
    args |= {"over": points - most, "detachments": [each.name for each in bought], "alone": alone}
    yield Finding(
        key="over_unless_alone" if fits_alone else "over",
        path=_breaker(bought, most).path,
        args=args,
        fixes=tuple(_fixes(bought, size)),
        about=army.detachments_path,
        cause="over",
        excess=points - most,
    )


def bought_by(army: Muster) -> list[Chosen]:
    """Each once; what the army may not choose at all another rule speaks of."""
    seen: dict[str, Chosen] = {}
    for chosen in army.chosen:
        if chosen.detachment is not None and chosen.home is None:
            seen.setdefault(chosen.given, chosen)
    return list(seen.values())


def cost(bought: Sequence[Chosen]) -> int:
    return sum((each.detachment and each.detachment.dp) or 0 for each in bought)


def limit(size: BattleSize, bought: Sequence[Chosen]) -> int:
    most = size.detachment_points
    assert most is not None
    alone = size.sole_detachment_points or 0
    return alone if len(bought) == 1 and most < cost(bought) <= alone else most


def _breaker(bought: Sequence[Chosen], most: int) -> Chosen:
    return next(each for place, each in enumerate(bought) if cost(bought[: place + 1]) > most)


def _fixes(bought: Sequence[Chosen], size: BattleSize) -> Iterator[Fix]:
    """Every one without which the rest can be paid."""
    for chosen in reversed(bought):
        rest = [each for each in bought if each is not chosen]
        if rest and cost(rest) <= limit(size, rest):
            yield without(chosen)


def without(chosen: Chosen) -> Fix:
    args = {"detachment": chosen.name, "points": cost([chosen])}
    return Fix(key="drop_detachment", args=args, edit=remove(*chosen.path))


def numbers(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield the detachment points of each battle size."""
    for size in book.battle_sizes:
        args = {"name": size.name, "points": size.detachment_points, "sole": size.sole_detachment_points}
        if size.detachment_points is not None:
            yield "size" if size.sole_detachment_points is None else "size_sole", args
