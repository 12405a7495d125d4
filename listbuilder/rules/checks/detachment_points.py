"""Check that the detachments together cost no more detachment points than the battle size has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.games.wh40k.army import Chosen, Muster
from listbuilder.model.base import Model
from listbuilder.model.edit import make_remove_edit
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.rulebook import BattleSize, Row, RuleBook
from listbuilder.rules.check_scope import LooksAt

LOOKS_AT: LooksAt = "terms"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report detachments that cost more detachment points than the battle size allows.

    Points left over are reported as information. A fix drops one detachment, if the others can be
    paid for then.
    """
    bought = list_paid_detachments(army)
    size = army.size
    if size is None or size.detachment_points is None or not bought:
        return
    points, most = sum_detachment_points(bought), get_points_limit(size, bought)
    args = {"points": points, "max": most, "size": size.name}
    if points < most:
        yield Finding(
            key="left",
            severity="info",
            path=army.detachments_path,
            args={**args, "left": most - points},
        )
    if points <= most:
        return
    alone = size.sole_detachment_points or 0
    fits_alone = any(most < sum_detachment_points([chosen]) <= alone for chosen in bought)
    args |= {
        "over": points - most,
        "detachments": [chosen.name for chosen in bought],
        "alone": alone,
    }
    yield Finding(
        key="over_unless_alone" if fits_alone else "over",
        path=_find_breaker(bought, most).path,
        args=args,
        fixes=tuple(_yield_fixes(bought, size)),
        about=army.detachments_path,
        cause="over",
        excess=points - most,
    )


def list_paid_detachments(army: Muster) -> list[Chosen]:
    """Return the detachments that the army pays for, each once.

    A detachment that the army may not choose at all is left to another rule.
    """
    seen: dict[str, Chosen] = {}
    for chosen in army.chosen:
        if chosen.detachment is not None and chosen.home is None:
            seen.setdefault(chosen.given, chosen)
    return list(seen.values())


def sum_detachment_points(bought: Sequence[Chosen]) -> int:
    """Return the detachment points of these detachments together."""
    return sum((chosen.detachment and chosen.detachment.dp) or 0 for chosen in bought)


def get_points_limit(size: BattleSize, bought: Sequence[Chosen]) -> int:
    """Return the most detachment points for the detachments `bought` at this battle size.

    A single detachment may cost more than several together, if the battle size says so.
    """
    most = size.detachment_points
    assert most is not None
    alone = size.sole_detachment_points or 0
    return alone if len(bought) == 1 and most < sum_detachment_points(bought) <= alone else most


def _find_breaker(bought: Sequence[Chosen], most: int) -> Chosen:
    """Return the first detachment that takes the sum of detachment points over `most`."""
    return next(
        chosen
        for place, chosen in enumerate(bought)
        if sum_detachment_points(bought[: place + 1]) > most
    )


def _yield_fixes(bought: Sequence[Chosen], size: BattleSize) -> Iterator[Fix]:
    """Yield a fix for each detachment that drops it, if the others can be paid for then.

    The last detachment comes first.
    """
    for chosen in reversed(bought):
        rest = [other for other in bought if other is not chosen]
        if rest and sum_detachment_points(rest) <= get_points_limit(size, rest):
            yield drop_detachment(chosen)


def drop_detachment(chosen: Chosen) -> Fix:
    """Return the fix that drops a detachment from the roster."""
    args = {"detachment": chosen.name, "points": sum_detachment_points([chosen])}
    return Fix(key="drop_detachment", args=args, edit=make_remove_edit(*chosen.path))


def yield_table_rows(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield a row for each battle size with its detachment points, as far as it has any."""
    for size in book.battle_sizes:
        args = {
            "name": size.name,
            "points": size.detachment_points,
            "sole": size.sole_detachment_points,
        }
        if size.detachment_points is not None:
            yield "size" if size.sole_detachment_points is None else "size_sole", args
