"""The answer to `why`: whether something may be added now.

If not: which rules prevent it, what makes them do so, and the smallest edits that clear them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from listbuilder.advice.fix_search import FixSearch, There
from listbuilder.advice.fix_state import Answer, Cause, index_causes
from listbuilder.advice.things import Thing, ThingEdit
from listbuilder.model.army import Unit
from listbuilder.model.base import Path
from listbuilder.model.finding import Stamped, Wrong
from listbuilder.model.path_moves import Moves
from listbuilder.roster.effect import Effect, compute_effect
from listbuilder.roster.position import Position

MOST_WAYS = 60  # that are tried at all
WAYS = 3  # of having it that are looked at closely, those first against which the least stands
TRIES = 320  # rosters judged for the first of them, and ...
TRIES_ALL = 400  # ... for all; each has at least FEWEST
TRIES_ALONE = 180  # for the reasons, all together
FEWEST = 40


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A rule in the way.

    `answers`: what clears it alone, the smallest first; empty if nothing was found.
    """

    finding: Stamped
    causes: tuple[Unit, ...]  # of the army with the thing in it
    answers: tuple[Answer, ...] = ()


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to why a thing can or can't be added.

    `added`: the army with it; `answers`: what clears everything, so that it may be there.
    """

    thing: Thing
    way: ThingEdit
    effect: Effect
    added: Position
    reasons: tuple[Reason, ...] = ()
    answers: tuple[Answer, ...] = ()

    @property
    def is_allowed(self) -> bool:
        """Return whether the rules allow the thing."""
        return self.effect.allowed

    @property
    def has_only_points_against(self) -> bool:
        """Return whether only the points are in the way."""
        return self.effect.only_points


def explain_why(position: Position, things: Sequence[Thing]) -> Why | None:
    """Return whether and how one of `things` can be added; None if there is no way to try.

    `things` all have one name. The first way that is allowed is returned. Otherwise the ways with
    least against them are searched for edits that would allow them, and the cheapest is returned,
    with the rules that stand in its way.
    """
    tried: list[tuple[Thing, ThingEdit, Effect, Position]] = []
    for thing in things:
        for way in thing.ways()[:MOST_WAYS]:
            try:
                after = position.apply(way.edit)
            except (KeyError, IndexError, TypeError):
                continue
            effect = compute_effect(way.edit, position, after)
            if effect.allowed:
                return Why(thing=thing, way=way, effect=effect, added=after)
            tried.append((thing, way, effect, after))
    tried.sort(
        key=lambda attempt: (
            not attempt[2].possible,
            not attempt[2].only_points,
            sum(finding.severity == "error" for finding in attempt[2].against),
        )
    )
    looked_at: list[tuple[Why, FixSearch | None]] = []
    left = TRIES_ALL
    for attempt in tried[:WAYS]:
        looked_at.append(_search_answers(position, *attempt, tries=max(FEWEST, min(TRIES, left))))
        left -= search.spent if (search := looked_at[-1][1]) else 0
    best = min(
        looked_at,
        key=lambda examined: (
            not examined[0].answers,
            [answer.cost for answer in examined[0].answers[:1]],
        ),
        default=None,
    )
    return best and _add_reasons(*best)


def _search_answers(
    position: Position, thing: Thing, way: ThingEdit, effect: Effect, after: Position, tries: int
) -> tuple[Why, FixSearch | None]:
    """Return (explanation of one way, the search for edits that allow it).

    The search is None if the way is impossible. `after`: the roster with the thing. `tries`: how
    many rosters the search may check.
    """
    if way.there is None and (unit := after.find_unit(way.protect)) is not None:
        way = msgspec.structs.replace(way, there=_make_unit_test(unit))
    explanation = Why(thing=thing, way=way, effect=effect, added=after)
    if not effect.possible:
        return explanation, None
    search = FixSearch(
        after,
        list_tolerated_errors(position, way),
        way.protect,
        there=way.there,
        tries=tries,
        dive=tries // 4,
    )
    return msgspec.structs.replace(explanation, answers=tuple(search.find_answers())), search


def _add_reasons(explanation: Why, search: FixSearch | None) -> Why:
    """Return `explanation` with each rule in the way, and what would clear that rule alone.

    It is returned unchanged if `search` is None.
    """
    if search is None:
        return explanation
    one = len(search.wrong) == 1
    tries = max(FEWEST, TRIES_ALONE // len(search.wrong)) if search.wrong else 0
    by_law = [cause for cause, finding in search.wrong.items() if isinstance(finding, Stamped)]
    reasons = [
        _make_reason(
            explanation.added,
            explanation.way,
            search,
            cause,
            explanation.answers if one else None,
            tries,
        )
        for cause in by_law
    ]
    return msgspec.structs.replace(explanation, reasons=tuple(reasons))


def _make_unit_test(unit: Unit) -> There:
    """Return a test whether a later roster still has `unit`, with the same datasheet."""

    def is_there(position: Position, back: Callable[[Path], Path]) -> bool:
        """Return whether the unit is still on the later roster `position`.

        `back` leads from a path of that roster to the path in the first one.
        """
        units = position.army.units if position.army else ()
        return any(
            back(other.path) == unit.path and other.datasheet_id == unit.datasheet_id
            for other in units
        )

    return is_there


def list_tolerated_errors(position: Position, way: ThingEdit) -> dict[Cause, int]:
    """Return the errors that the list had before the thing was added, with the excess of each.

    Their causes are given with the paths of the roster after the edit of `way`.
    """
    moves = Moves(way.edit, position.data)
    judged: tuple[Wrong, ...] = (*position.breaches, *position.causes)
    errors = index_causes((wrong for wrong in judged if wrong.severity == "error"), moves)
    return {cause: finding.excess for cause, finding in errors.items()}


def _make_reason(
    after: Position,
    way: ThingEdit,
    whole: FixSearch,
    cause: Cause,
    answers: tuple[Answer, ...] | None,
    tries: int,
) -> Reason:
    """Return a rule in the way, with edits that clear it while other errors may stay.

    `answers`: these edits if they are known already; None to search for them with `tries`. `whole`:
    the search for edits that clear everything. `after`: the roster with the thing.
    """
    finding = whole.wrong[cause]
    assert isinstance(finding, Stamped)
    if answers is None:
        others = {
            other: other_finding.excess
            for other, other_finding in whole.wrong.items()
            if other != cause
        }
        search = FixSearch(
            after,
            whole.tolerated | others,
            way.protect,
            there=way.there,
            tries=tries,
            dive=tries // 4,
        )
        answers = tuple(search.find_answers())
    units = tuple(
        unit for unit in (after.army.units if after.army else ()) if unit.id in finding.units
    )
    return Reason(finding=finding, causes=units, answers=answers)
