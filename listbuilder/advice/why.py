"""`why`: may this be added now? If not, which rules stand in the way, what makes them, and the smallest edits that clear them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from listbuilder.advice.mend import Search, There
from listbuilder.advice.state import Answer, Cause, causes
from listbuilder.advice.things import Thing, Way
from listbuilder.law.effect import Effect, effect_of
from listbuilder.law.position import Position
from listbuilder.model.army import Unit
from listbuilder.model.base import Path
from listbuilder.model.finding import Stamped, Wrong
from listbuilder.model.moves import Moves

MOST_WAYS = 60  # that are tried at all
WAYS = 3  # of having it that are looked at closely, those first against which the least stands
TRIES = 320  # rosters judged for the first of them, and ...
TRIES_ALL = 400  # ... for all; each has at least FEWEST
TRIES_ALONE = 180  # for the reasons, all together
FEWEST = 40


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A rule in the way. `answers`: what clears it alone, the smallest first; none where nothing was found that does."""

    finding: Stamped
    causes: tuple[Unit, ...]  # of the army with the thing in it
    answers: tuple[Answer, ...] = ()


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """`added`: the army with the thing, as it would be; `answers`: what clears everything, so that it may be there."""

    thing: Thing
    way: Way
    effect: Effect
    added: Position
    reasons: tuple[Reason, ...] = ()
    answers: tuple[Answer, ...] = ()

    @property
    def allowed(self) -> bool:
        return self.effect.allowed

    @property
    def only_points(self) -> bool:
        return self.effect.only_points


def why(position: Position, things: Sequence[Thing]) -> Why | None:
    """Of things called alike, and of all the ways to have them, the one that is allowed, or takes the least. None: no way."""
    tried: list[tuple[Thing, Way, Effect, Position]] = []
    for thing in things:
        for way in thing.ways()[:MOST_WAYS]:
            try:
                after = position.apply(way.edit)
            except (KeyError, IndexError, TypeError):
                continue
            effect = effect_of(way.edit, position, after)
            if effect.allowed:
                return Why(thing=thing, way=way, effect=effect, added=after)
            tried.append((thing, way, effect, after))
    tried.sort(key=lambda each: (not each[2].possible, not each[2].only_points, len(_errors(each[2]))))
    looked_at: list[tuple[Why, Search | None]] = []
    left = TRIES_ALL
    for each in tried[:WAYS]:
        looked_at.append(_looked_at(position, *each, tries=max(FEWEST, min(TRIES, left))))
        left -= search.spent if (search := looked_at[-1][1]) else 0
    best = min(looked_at, key=lambda each: (not each[0].answers, [a.cost for a in each[0].answers[:1]]), default=None)
    return best and _with_reasons(*best)


def _errors(effect: Effect) -> list[Stamped]:
    return [finding for finding in effect.against if finding.severity == "error"]


def _looked_at(
    position: Position, thing: Thing, way: Way, effect: Effect, after: Position, tries: int
) -> tuple[Why, Search | None]:
    """With the search for what clears everything, where there was any to do."""
    if way.there is None and (unit := after.unit_at(way.protect)) is not None:
        way = msgspec.structs.replace(way, there=_stays(unit))
    found = Why(thing=thing, way=way, effect=effect, added=after)
    if not effect.possible:
        return found, None
    whole = Search(after, tolerated(position, way), way.protect, there=way.there, tries=tries, dive=tries // 4)
    return msgspec.structs.replace(found, answers=tuple(whole.answers())), whole


def _with_reasons(found: Why, whole: Search | None) -> Why:
    if whole is None:
        return found
    one = len(whole.wrong) == 1
    tries = max(FEWEST, TRIES_ALONE // len(whole.wrong)) if whole.wrong else 0
    by_law = [cause for cause, finding in whole.wrong.items() if isinstance(finding, Stamped)]
    reasons = [_reason(found.added, found.way, whole, cause, found.answers if one else None, tries) for cause in by_law]
    return msgspec.structs.replace(found, reasons=tuple(reasons))


def _stays(unit: Unit) -> There:
    """It is still there, and the same."""

    def there(position: Position, back: Callable[[Path], Path]) -> bool:
        units = position.army.units if position.army else ()
        return any(back(each.path) == unit.path and each.datasheet_id == unit.datasheet_id for each in units)

    return there


def tolerated(position: Position, way: Way) -> dict[Cause, int]:
    """What is wrong already, as it is called in the roster with the thing in it."""
    moves = Moves(way.edit, position.data)
    judged: tuple[Wrong, ...] = (*position.breaches, *position.causes)
    found = causes((each for each in judged if each.severity == "error"), moves)
    return {cause: finding.excess for cause, finding in found.items()}


def _reason(after: Position, way: Way, whole: Search, cause: Cause, answers: tuple[Answer, ...] | None, tries: int) -> Reason:
    """What clears it alone leaves the other reasons as they are."""
    finding = whole.wrong[cause]
    assert isinstance(finding, Stamped)
    if answers is None:
        others = {other: each.excess for other, each in whole.wrong.items() if other != cause}
        search = Search(after, whole.tolerated | others, way.protect, there=way.there, tries=tries, dive=tries // 4)
        answers = tuple(search.answers())
    units = tuple(unit for unit in (after.army.units if after.army else ()) if unit.id in finding.units)
    return Reason(finding=finding, causes=units, answers=answers)
