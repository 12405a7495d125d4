"""The search for the smallest edits that make a roster legal, the cheapest first.

Each answer has been checked by the rules themselves. A move is tried only where it clears or eases
an error; what it breaks is fixed in its turn. Where something is too much by a number, the moves
are chosen together, by how much each takes off.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import count
from operator import sub
from typing import Any

from listbuilder.advice.cheapest_set import find_cheapest_sets, yield_move_sets
from listbuilder.advice.fix_moves import ENTERING, MoveFinder
from listbuilder.advice.fix_plan import Clash, Move
from listbuilder.advice.fix_state import Answer, Cause, Cost, FixState, describe_moves
from listbuilder.model.base import Path
from listbuilder.model.finding import Breach, Stamped, Wrong
from listbuilder.model.path_moves import Moves as Followed
from listbuilder.roster.position import Position
from listbuilder.rules import engine

There = Callable[[Position, Callable[[Path], Path]], bool]

ANSWERS = 4  # the smallest, and what else comes near it
TRIES = 600  # rosters judged; half a second for one of the usual size
AFTERMATH = 4  # moves beyond one for each cause: what they break is mended in its turn
DIVES, DIVE = 3, 150  # tries to get to an end where the search did not, and rosters judged in each
USUAL = (
    60  # units of an army of which as many are judged; of a larger one fewer, for each takes longer
)
SURE = 60  # of them for each answer beyond the first, once there is one
TERMS = 3  # what the players agreed on is changed only where as many units would have to go


class FixSearch:
    """A search for the moves that make one roster legal.

    `tolerated`: errors the roster already has that need not be fixed, with the excess of each.
    `protect`: a part of the roster that no move may remove or replace. `there`: a test that every
    changed roster has to pass; it is called with that roster and with a function that leads from
    places of that roster back to places of the first one.
    """

    def __init__(
        self,
        start: Position,
        tolerated: dict[Cause, int] | None = None,
        protect: Path | None = None,
        *,
        there: There | None = None,
        answers: int = ANSWERS,
        tries: int = TRIES,
        dive: int = DIVE,
    ) -> None:
        """Prepare a search for the moves that make the roster `start` legal.

        `answers`: how many answers are wanted. `tries`: how many rosters may be checked; an army of
        more than USUAL units gets fewer tries, because checking a larger roster takes longer.
        `dive`: how many rosters each direct search at the end may check.
        """
        self.start = start
        self.tolerated = tolerated or {}
        self.there = there
        self.moves = MoveFinder(start, protect)
        self.left = int(tries * min(1.0, (USUAL / max(1, len(self.moves.units))) ** 3))
        self.spent = 0
        self.dive = dive
        self.wanted = answers
        self._states: dict[frozenset[Hashable], FixState | None] = {}
        self._eases: dict[tuple[Hashable, Hashable], list[tuple[Move, int]]] = {}
        self._wants: dict[tuple[Hashable, Hashable], list[tuple[Move, int]]] = {}
        self.first = FixState(start, (), self.tolerated)
        self.wrong = self.first.wrong
        self.most = len(self.wrong) + AFTERMATH

    # --- judging ---

    def try_moves(self, moves: Sequence[Move]) -> FixState | None:
        """Return the state after `moves`; None if the moves fail or `there` rejects the roster.

        The moves fail if they clash, or if more of the roster can't be read than before. Each set
        of moves is tried once; later calls return the stored state.
        """
        key = frozenset(move.key for move in moves)
        if key not in self._states:
            self._states[key] = self._apply_moves(tuple(moves))
        return self._states[key]

    def _apply_moves(self, moves: tuple[Move, ...]) -> FixState | None:
        """Try `moves` and return the state after them, or None if they fail or `there` rejects it.

        They fail if they clash, or if more of the roster can't be read than before. Uses up one of
        the tries left.
        """
        self.left -= 1
        self.spent += 1
        try:
            state = FixState(self.start, moves, self.tolerated)
        except (Clash, KeyError, IndexError, TypeError):
            return None
        after = state.position
        if after.army is None or len(after.problems) > len(self.start.problems):
            return None
        if self.there is not None and not self.there(after, state.plan.trace_back):
            return None
        return state

    def is_clean(self, state: FixState) -> bool:
        """Return whether `state` has no errors but the tolerated ones."""
        return not state.wrong

    def calculate_cost(self, state: FixState) -> Cost:
        """Return what `state` costs: kept units touched, units lost, things changed, points lost.

        Changing what the players agreed on, such as the battle size, counts as several units lost.
        """
        lost = len(self._find_lost_units(state))
        more = sum(TERMS for move in state.moves if move.terms)
        kept = sum(move.kept for move in state.moves)
        less = (self.start.points or 0) - (state.position.points or 0)
        return (kept, lost + more, sum(move.things for move in state.moves), max(0, less))

    def _find_lost_units(self, state: FixState) -> set[Path]:
        """Return the paths of the first roster's units that `state` removes or replaces by
        others.
        """
        edit = state.plan.edit
        places = self.moves.places
        swapped = set[Path]()
        for move in state.moves:
            for path in move.lost:
                # one in no place is there by a choice that is made otherwise
                if path == move.edit.steps[-1].path or path not in places:
                    swapped.add(path)
        if not swapped and not any(step.op == "remove" for step in edit.steps):
            return set()
        now = Followed(edit, self.start.data)
        taken = {
            unit.path
            for unit in self.moves.units
            if state.plan.is_removed(unit.path) and now(unit.path) is None
        }
        return taken | swapped

    # --- searching ---

    def find_answers(self) -> list[Answer]:
        """Return the best answers, cheapest first; empty without an army, an error or any fix.

        Also empty if the roster misses a demand of the event that no edit could meet. No answer
        contains another. Answers of different kinds come before a second answer of the same kind.
        """
        if (
            self.start.army is None
            or not self.wrong
            or any(breach.fixed for breach in self.start.breaches)
        ):
            return []
        answers: list[Answer] = []
        for answer in self._yield_answers():
            if any(earlier.is_within(answer) or earlier.is_alike(answer) for earlier in answers):
                continue
            answers = [earlier for earlier in answers if not answer.is_within(earlier)]
            answers.append(answer)
            kinds = len({earlier.kind for earlier in answers})
            self.left = min(self.left, SURE * (self.wanted - kinds))
            if kinds >= self.wanted:
                break
        answers.sort(key=lambda answer: answer.rank)
        first = {answer.kind: answer for answer in reversed(answers)}
        of_kind = [answer for answer in answers if answer is first[answer.kind]]
        rest = [answer for answer in answers if answer is not first[answer.kind]]
        return sorted([*of_kind, *rest][: self.wanted], key=lambda answer: answer.rank)

    def _yield_answers(self) -> Iterator[Answer]:
        """Yield answers in the order of their cost, found by a best-first search.

        Several answers may be alike. A roster that cheaper moves already reached is skipped. If no
        answer was found and the army has no more than USUAL units, a direct search follows, from
        the states that came nearest to a legal roster.
        """
        order = count()
        heap = [
            (self._estimate_total_cost(start_state), next(order), start_state)
            for start_state in (self.first, *self._combine_moves_for_all())
        ]
        heapify(heap)
        seen: set[bytes] = set()
        passed: list[FixState] = []
        found = False
        while heap:
            _, _, state = heappop(heap)
            if state.encoded in seen:  # other moves led there more cheaply
                continue
            seen.add(state.encoded)
            if not state.wrong:
                if self.is_clean(state) and (answer := self._make_answer(state)) is not None:
                    found = True
                    yield answer
                continue
            passed.append(state)
            if self.left > 0 and len(state.moves) < self.most:
                for child in self._yield_improved_states(state, state.wrong):
                    heappush(heap, (self._estimate_total_cost(child), next(order), child))
        if not found and len(self.moves.units) <= USUAL:
            passed.sort(
                key=lambda visited: (
                    len(visited.wrong),
                    self._sum_excess(visited),
                    self.calculate_cost(visited),
                )
            )
            yield from self._search_greedily(passed[:DIVES])

    def _combine_moves_for_all(self) -> list[FixState]:
        """Return states in which one set of moves should fix several kinds of errors at once.

        Each kind of error and each move is measured on the first roster, and it is assumed that
        moves do together what each does alone; so a state may still have errors. Empty if the
        roster has only one kind of error. The search still also starts from the unchanged roster,
        and compares the two.
        """
        kinds = list(
            dict.fromkeys(
                cause[:2]
                for cause in sorted(
                    self.wrong, key=lambda candidate: self.wrong[candidate].of_points
                )
            )
        )
        if len(kinds) < 2:
            return []
        first = self.first
        moves_by_key = {
            move.key: move
            for error in self.wrong.values()
            for move in self.moves.list_own_fixes(first.position, error, first.plan)
        }
        for cause, finding in self.wrong.items():
            moves_by_key |= {
                move.key: move
                for move, _ in self._find_easing_moves(first, cause, finding)
                if move.key not in moves_by_key
            }
        needed = _sum_excess_by_kind(self.wrong, kinds)
        alike: dict[tuple[Any, ...], list[Move]] = {}  # of one part, and to the same effect
        for move in moves_by_key.values():
            after = self._try_more_moves(first, [move])
            if after is not None and after.wrong.keys() <= self.wrong.keys():
                by = tuple(map(sub, needed, _sum_excess_by_kind(after.wrong, kinds)))
                if min(by) >= 0:
                    alike.setdefault(
                        (move.part, move.kept, len(move.lost), move.terms, move.things, by), []
                    ).append(move)
        effects = [(moves[0], effect) for (*_, effect), moves in alike.items()]
        others: dict[Hashable, list[Move]] = {moves[0].key: moves[1:] for moves in alike.values()}
        states = (
            self._swap_clashing_moves(moves, others)
            for moves in find_cheapest_sets(effects, needed, TERMS)
        )
        return [state for state in states if state is not None]

    def _swap_clashing_moves(
        self, moves: tuple[Move, ...], others: dict[Hashable, list[Move]]
    ) -> FixState | None:
        """Return the state with the fewest errors after `moves` or others to the same effect.

        `others`: for each move, by its key, the moves that can stand in for it. The first state
        without errors is returned at once. None if no combination can be applied.
        """
        best = self.try_moves(moves)
        for place, move in enumerate(moves):
            for other in others[move.key]:
                if best is not None and not best.wrong:
                    return best
                tried = (*moves[:place], other, *moves[place + 1 :])
                state = self.try_moves(tried)
                if state is not None and (best is None or len(state.wrong) < len(best.wrong)):
                    best, moves = state, tried
        return best

    def _search_greedily(self, states: Sequence[FixState]) -> Iterator[Answer]:
        """Yield answers found by taking only the best step from each of `states` in turn.

        It is used where the best-first search found none, and tries up to `dive` rosters per state.
        """
        for state in states:
            self.left = self.dive
            seen = {state.encoded}
            while state.wrong and self.left > 0:
                children = [
                    child for child in self._yield_next_states(state) if child.encoded not in seen
                ]
                best = min(
                    children,
                    key=lambda child: (
                        len(child.wrong),
                        self._sum_excess(child),
                        self.calculate_cost(child),
                    ),
                    default=None,
                )
                if best is None or len(best.wrong) > len(state.wrong):
                    break
                state = best
                seen.add(state.encoded)
            if self.is_clean(state) and (answer := self._make_answer(state)) is not None:
                yield answer

    def _yield_next_states(self, state: FixState) -> Iterator[FixState]:
        """Yield the states after each set of moves that may fix the next cause of `state`.

        The moves are the fixes that the error itself offers, and those known to ease the cause. It
        ends when no tries are left.
        """
        cause = _choose_next_cause(state.wrong)
        finding = state.wrong[cause]
        own = self._select_easing_moves(
            self.moves.list_own_fixes(state.position, finding, state.plan), state, cause, finding
        )
        for chosen in yield_move_sets(
            [*own, *self._find_easing_moves(state, cause, finding)], finding.excess, TERMS
        ):
            if self.left > 0 and (child := self._try_more_moves(state, chosen)) is not None:
                yield child

    @staticmethod
    def _sum_excess(state: FixState) -> int:
        """Return by how much all errors of `state` exceed their limits together."""
        return sum(finding.excess for finding in state.wrong.values())

    def _make_answer(self, state: FixState) -> Answer | None:
        """Return `state` as an answer without needless moves; None if they can't be described.

        They can't be described if a unit is lost that no move mentions, or if a removal turns out
        to take no unit at all.
        """
        bare = self._drop_needless_moves(state)
        change = abs((bare.position.points or 0) - (self.start.points or 0))
        gone = self._find_lost_units(bare)
        moves = describe_moves(bare.moves, gone, self.start)
        if moves is None:
            return None
        return Answer(bare, moves, self.calculate_cost(bare), change, len(gone))

    def _estimate_total_cost(self, state: FixState) -> tuple[Cost, int]:
        """Return (cost of `state` with an estimate for the rest, number of errors left).

        The estimate adds one changed thing for each error left, and the largest number of units
        that any one of those errors is known to cost.
        """
        kept, lost, things, points = self.calculate_cost(state)
        lost += max(
            (self._estimate_least_lost_units(state, cause) for cause in state.wrong), default=0
        )
        return ((kept, lost, things + len(state.wrong), points), len(state.wrong))

    def _estimate_least_lost_units(self, state: FixState, cause: Cause) -> int:
        """Return the fewest units that must go to fix `cause` alone; 0 if nothing is known.

        It uses the moves already found to ease this kind of cause. Moves that cost no unit are
        counted first, then the moves that take off most per unit lost.
        """
        if cause[:2] not in self._eases or cause[:2] in self._wants:
            return 0
        easing = self._find_easing_moves(state, cause, state.wrong[cause])
        if not easing:
            return 0
        excess = max(state.wrong[cause].excess, 1)
        free: dict[Path, int] = {}
        dear: dict[Path, int] = {}
        for move, by in easing:
            lost = len(move.lost) + TERMS * move.terms
            amounts = free if not lost else dear
            # what it takes off, for each unit that it costs, rounded up
            amount = -(-max(by, 1) // max(lost, 1))
            amounts[move.part] = max(amounts.get(move.part, 0), amount)
        excess -= sum(free.values())
        for number, by in enumerate([0, *sorted(dear.values(), reverse=True)]):
            excess -= by
            if excess <= 0:
                return number
        return 0

    def _drop_needless_moves(self, state: FixState) -> FixState:
        """Return `state` without the moves that can be left out while the roster has no errors.

        Errors that are tolerated may stay.
        """
        for move in state.moves:
            rest = self.try_moves([kept for kept in state.moves if kept is not move])
            if rest is not None and self.is_clean(rest):
                return self._drop_needless_moves(rest)
        return state

    def _yield_improved_states(
        self, state: FixState, wrong: dict[Cause, Wrong]
    ) -> Iterator[FixState]:
        """Yield the states after sets of moves that ease the next cause of `state`.

        `wrong`: the errors of `state`. One cause is taken at a time, points last, because removing
        things for other reasons lowers the points as well. If no move eases the cause without
        costing a unit or breaking something, adding a missing unit is tried too. After a state in
        which a changed choice broke something, the same state with that fixed is yielded as well.
        """
        cause = _choose_next_cause(wrong)
        finding = wrong[cause]
        own = self._select_easing_moves(
            self.moves.list_own_fixes(state.position, finding, state.plan), state, cause, finding
        )
        eased = [*own, *self._find_easing_moves(state, cause, finding)]
        less = finding.of_points or (isinstance(finding, Breach) and finding.whole)
        if not less and not any(self._is_easy(state, move) for move, _ in eased):
            eased += self._find_missing_units(state, cause, finding)
        for chosen in yield_move_sets(eased, finding.excess, TERMS):
            child = self._try_more_moves(state, chosen)
            if child is not None and _is_eased(finding, child.find_error(cause)):
                yield child
                if (closed := self._fix_broken_choices(child, state, chosen)) is not None:
                    yield closed

    def _fix_broken_choices(
        self, child: FixState, before: FixState, chosen: Sequence[Move]
    ) -> FixState | None:
        """Return the state after fixing the new errors that a choice of the roster caused, or None.

        Uses only fixes the findings offer that cost no unit and change nothing agreed. None if
        errors remain, if nothing broke, or if `chosen` costs a unit or is about a unit.
        """
        if any(move.lost or len(move.part) != 1 for move in chosen):
            return None
        state = child
        while broken := [
            cause
            for cause, finding in state.wrong.items()
            if cause not in before.wrong and not finding.of_points
        ]:
            own = self.moves.list_own_fixes(state.position, state.wrong[broken[-1]], state.plan)
            tried = (
                self._try_more_moves(state, [move])
                for move in own
                if not move.lost and not move.terms
            )
            best = next(
                (
                    fixed
                    for fixed in tried
                    if fixed is not None and len(fixed.wrong) < len(state.wrong)
                ),
                None,
            )
            if best is None or self.left <= 0:
                return None
            state = best
        return state if state is not child else None

    def _try_more_moves(self, state: FixState, moves: Iterable[Move]) -> FixState | None:
        """Return the state after adding `moves` to those of `state`; None if that fails.

        They fail as in `try_moves`: if the moves clash, can't be applied, or the test `there`
        rejects the roster.
        """
        known = {move.key for move in state.moves}
        more = [move for move in moves if move.key not in known]
        return self.try_moves([*state.moves, *more]) if more else None

    def _select_easing_moves(
        self, moves: Iterable[Move], state: FixState, cause: Cause, finding: Wrong
    ) -> list[tuple[Move, int]]:
        """Return (move, amount taken off) for each of `moves` that makes `cause` less severe.

        `finding`: the error of this cause in `state`. Each move uses up a try; it stops when none
        are left.
        """
        easing: list[tuple[Move, int]] = []
        for move in moves:
            if self.left <= 0:
                break
            after = self._try_more_moves(state, [move])
            now = after.find_error(cause) if after is not None else finding
            if _is_eased(finding, now):
                easing.append((move, finding.excess - (now.excess if now else 0)))
        return easing

    def _select_units_to_enter(
        self, moves: Iterable[Move], state: FixState, cause: Cause
    ) -> list[tuple[Move, int]]:
        """Return (move, amount) of up to ENTERING of the additions `moves` that ease `cause`.

        Additions that break anything but a points limit are left out. Those that leave the fewest
        errors come first.
        """
        eased = [
            (move, by, self._try_more_moves(state, [move]))
            for move, by in self._select_easing_moves(moves, state, cause, state.wrong[cause])
        ]
        whole = [
            (move, by, after)
            for move, by, after in eased
            if after is not None and _has_broken_only_points(state, after)
        ]
        whole.sort(key=lambda entry: len(entry[2].wrong))
        return [(move, by) for move, by, _ in whole[:ENTERING]]

    def _is_easy(self, state: FixState, move: Move) -> bool:
        """Return whether `move` costs no unit, changes nothing agreed and fixes an error.

        On the first roster it must leave no error at all. Later it must leave fewer errors than
        before.
        """
        after = self._try_more_moves(state, [move])
        left = 0 if state is self.first else len(state.wrong) - 1
        return after is not None and not move.lost and not move.terms and len(after.wrong) <= left

    def _find_easing_moves(
        self, state: FixState, cause: Cause, finding: Wrong
    ) -> list[tuple[Move, int]]:
        """Return (move, amount) pairs that ease `cause` and can still be made in `state`.

        The moves are searched for only once for each kind of cause, because they hardly depend on
        which moves were made before. Left out are moves that `state` has made already, and moves
        that take a unit that `state` has removed.
        """
        kind = cause[:2]
        if kind not in self._eases:
            seen = self._get_state_to_examine(state, cause)
            alike = {other: found for other, found in seen.wrong.items() if other[:2] == kind}
            last = max(alike, key=lambda other: other[2])
            first = seen is self.first
            moves = (
                candidate_move
                for found in alike.values()
                for candidate_move in self.moves.yield_moves_about(
                    seen.position, found, seen.plan, choices=first
                )
            )
            self._eases[kind] = self._select_easing_moves(moves, seen, last, alike[last])
        done = {move.key for move in state.moves}
        gone = {path for move in state.moves for path in move.lost}
        return [
            (move, by)
            for move, by in self._eases[kind]
            if move.key not in done and not gone & move.lost
        ]

    def _find_missing_units(
        self, state: FixState, cause: Cause, finding: Wrong
    ) -> list[tuple[Move, int]]:
        """Return (move, amount) pairs that add a unit to ease `cause`.

        Units of the army's own faction are tried first, then a unit joined to the one concerned,
        then another unit in its place. The first of these three that helps is used. The first two
        are tried only where one more unit can matter for the rule: some rules look only at a narrow
        part of the army.
        """
        kind = cause[:2]
        if kind not in self._wants:
            seen = self._get_state_to_examine(state, cause)
            last = max(
                (candidate for candidate in seen.wrong if candidate[:2] == kind),
                key=lambda candidate: candidate[2],
            )
            # One unit more changes nothing of what a narrow rule found.
            looks = (
                engine.get_check_scope(finding.check) if isinstance(finding, Stamped) else "army"
            )
            found: list[tuple[Move, int]] = []
            if looks == "army":
                entering = self.moves.list_units_to_enter()
                found = self._select_units_to_enter(entering, seen, last)
            if not found and looks not in ("bearers", "terms"):
                found = self._select_units_to_enter(
                    self._yield_companions(seen, seen.wrong[last]), seen, last
                )
            self._wants[kind] = found or self._select_units_to_enter(
                self._yield_swaps(seen, seen.wrong[last]), seen, last
            )
        done = {move.key for move in state.moves}
        return [(move, by) for move, by in self._wants[kind] if move.key not in done]

    def _yield_companions(self, state: FixState, finding: Wrong) -> Iterator[Move]:
        """Yield moves that add a unit and join it with the only unit that `finding` is about.

        Nothing is yielded if the finding is about several units, or if the game does not join
        units.
        """
        army = state.position.army
        units = [unit for unit in army.units if unit.id in finding.units] if army else []
        for move in (
            self.moves.list_units_to_enter()
            if len(units) == 1 and self.start.editor.list_joins()
            else ()
        ):
            after = self._try_more_moves(state, [move])
            yield from (
                self.moves.add_and_join(after.position, move, units[0]) if after is not None else ()
            )

    def _yield_swaps(self, state: FixState, finding: Wrong) -> Iterator[Move]:
        """Yield moves that put another unit in place of one that `finding` is about.

        Only units that can't be removed by themselves are replaced.
        """
        for unit in state.position.army.units if state.position.army else ():
            if unit.id in finding.units and unit.removal is None and unit.path in self.moves.places:
                yield from self.moves.list_replacements(unit)

    def _get_state_to_examine(self, state: FixState, cause: Cause) -> FixState:
        """Return the first state if it has an error of the kind of `cause`, otherwise `state`.

        Why: what is learnt on the first state for one cause can be used again for the next one.
        """
        return self.first if any(other[:2] == cause[:2] for other in self.wrong) else state


def _choose_next_cause(wrong: dict[Cause, Wrong]) -> Cause:
    """Return the cause to fix next; causes that are about points come last.

    Of several causes of one kind the last one is taken, because fixing one renumbers those after
    it.
    """
    return min(wrong, key=lambda cause: (wrong[cause].of_points, -cause[2]))


def _sum_excess_by_kind(
    wrong: dict[Cause, Wrong], kinds: Sequence[tuple[Hashable, Hashable]]
) -> tuple[int, ...]:
    """Return by how much the errors of each of `kinds` exceed their limits, each at least 1."""
    amounts = dict.fromkeys(kinds, 0)
    for cause, finding in wrong.items():
        amounts[cause[:2]] += max(finding.excess, 1)
    return tuple(amounts.values())


def _has_broken_only_points(state: FixState, after: FixState) -> bool:
    """Return whether all errors of `after` that `state` did not have are about points."""
    return all(
        finding.of_points for cause, finding in after.wrong.items() if cause not in state.wrong
    )


def _is_eased(finding: Wrong, now: Wrong | None) -> bool:
    """Return whether `now`, the later form of `finding`, is less severe; None means gone."""
    return now is None or now.excess < finding.excess
