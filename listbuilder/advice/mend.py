"""The smallest moves after which the law has nothing against a roster: a search, the cheapest first.

Whatever is offered has been judged by the law itself. A move is tried only where it mends or eases what is wrong; what it
breaks is mended in its turn. Of what is too much by a number, the moves are chosen together, by how much each takes off.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import count
from operator import sub
from typing import Any

from listbuilder.advice.moves import ENTERING, Moves
from listbuilder.advice.plan import Clash, Move
from listbuilder.advice.state import Answer, Cause, Cost, State, told
from listbuilder.advice.together import at_once, together
from listbuilder.law import engine
from listbuilder.law.position import Position
from listbuilder.model.base import Path
from listbuilder.model.finding import Breach, Stamped, Wrong
from listbuilder.model.moves import Moves as Followed

There = Callable[[Position, Callable[[Path], Path]], bool]

ANSWERS = 4  # the smallest, and what else comes near it
TRIES = 600  # rosters judged; half a second for one of the usual size
AFTERMATH = 4  # moves beyond one for each cause: what they break is mended in its turn
DIVES, DIVE = 3, 150  # tries to get to an end where the search did not, and rosters judged in each
USUAL = 60  # units of an army of which as many are judged; of a larger one fewer, for each takes longer
SURE = 60  # of them for each answer beyond the first, once there is one
TERMS = 3  # what the players agreed on is changed only where as many units would have to go


class Search:
    """Of one roster. `tolerated`: what is wrong with it and need not be mended; `protect`: a part that is left alone;
    `there`: what has to be so of the roster afterwards, which is asked with the way from its places to those before.
    """

    def __init__(
        self, start: Position, tolerated: dict[Cause, int] | None = None, protect: Path | None = None,
        *, there: There | None = None, answers: int = ANSWERS, tries: int = TRIES, dive: int = DIVE,
    ) -> None:  # fmt: skip
        self.start = start
        self.tolerated = tolerated or {}
        self.there = there
        self.moves = Moves(start, protect)
        self.left = int(tries * min(1.0, (USUAL / max(1, len(self.moves.units))) ** 3))
        self.spent = 0
        self.dive = dive
        self.wanted = answers
        self._states: dict[frozenset[Hashable], State | None] = {}
        self._eases: dict[tuple[Hashable, Hashable], list[tuple[Move, int]]] = {}
        self._wants: dict[tuple[Hashable, Hashable], list[tuple[Move, int]]] = {}
        self.first = State(start, (), self.tolerated)
        self.wrong = self.first.wrong
        self.most = len(self.wrong) + AFTERMATH

    # --- judging ---

    def state(self, moves: Sequence[Move]) -> State | None:
        """None where they do not go together, or the roster could not be read then."""
        key = frozenset(move.key for move in moves)
        if key not in self._states:
            self._states[key] = self._tried(tuple(moves))
        return self._states[key]

    def _tried(self, moves: tuple[Move, ...]) -> State | None:
        self.left -= 1
        self.spent += 1
        try:
            state = State(self.start, moves, self.tolerated)
        except (Clash, KeyError, IndexError, TypeError):
            return None
        after = state.position
        if after.army is None or len(after.problems) > len(self.start.problems):
            return None
        if self.there is not None and not self.there(after, state.plan.before):
            return None
        return state

    def clean(self, state: State) -> bool:
        return not state.wrong

    def cost(self, state: State) -> Cost:
        lost = len(self._gone(state))
        more = sum(TERMS for move in state.moves if move.terms)
        kept = sum(move.kept for move in state.moves)
        less = (self.start.points or 0) - (state.position.points or 0)
        return (kept, lost + more, sum(move.things for move in state.moves), max(0, less))

    def _gone(self, state: State) -> set[Path]:
        """Units that are no longer there, wherever they went before."""
        edit = state.plan.edit
        places = self.moves.places
        swapped = {
            path
            for move in state.moves
            for path in move.lost
            if path == move.edit.steps[-1].path or path not in places  # there by a choice that is made otherwise
        }
        if not swapped and not any(step.op == "remove" for step in edit.steps):
            return set()
        now = Followed(edit, self.start.data)
        taken = {unit.path for unit in self.moves.units if state.plan.takes(unit.path) and now(unit.path) is None}
        return taken | swapped

    # --- searching ---

    def answers(self) -> list[Answer]:
        """The smallest first; none contains another, and as far as there are any, each is of another kind."""
        if self.start.army is None or not self.wrong or any(breach.fixed for breach in self.start.breaches):
            return []
        found: list[Answer] = []
        for answer in self._found():
            if any(other.within(answer) or other.like(answer) for other in found):
                continue
            found = [other for other in found if not answer.within(other)]
            found.append(answer)
            kinds = len({other.kind for other in found})
            self.left = min(self.left, SURE * (self.wanted - kinds))
            if kinds >= self.wanted:
                break
        found.sort(key=lambda answer: answer.rank)
        first = {answer.kind: answer for answer in reversed(found)}
        of_kind = [answer for answer in found if answer is first[answer.kind]]
        rest = [answer for answer in found if answer is not first[answer.kind]]
        return sorted([*of_kind, *rest][: self.wanted], key=lambda answer: answer.rank)

    def _found(self) -> Iterator[Answer]:
        order = count()
        heap = [(self._rank(each), next(order), each) for each in (self.first, *self._whole())]
        heapify(heap)
        seen: set[bytes] = set()
        passed: list[State] = []
        found = False
        while heap:
            _, _, state = heappop(heap)
            if state.looks in seen:  # other moves led there more cheaply
                continue
            seen.add(state.looks)
            if not state.wrong:
                if self.clean(state) and (answer := self._answer(state)) is not None:
                    found = True
                    yield answer
                continue
            passed.append(state)
            if self.left > 0 and len(state.moves) < self.most:
                for child in self._children(state, state.wrong):
                    heappush(heap, (self._rank(child), next(order), child))
        if not found and len(self.moves.units) <= USUAL:
            passed.sort(key=lambda each: (len(each.wrong), self._excess(each), self.cost(each)))
            yield from self._dived(passed[:DIVES])

    def _whole(self) -> list[State]:
        """Where several things are wrong: what mends all of them, as far as the moves do together what each does alone.

        It makes no other way needless: the search goes on from the roster as it stands as well, and compares.
        """
        kinds = list(dict.fromkeys(cause[:2] for cause in sorted(self.wrong, key=lambda each: self.wrong[each].of_points)))
        if len(kinds) < 2:
            return []
        first = self.first
        known = {move.key: move for each in self.wrong.values() for move in self.moves.own(first.position, each, first.plan)}
        for cause, finding in self.wrong.items():
            known |= {move.key: move for move, _ in self._general(first, cause, finding) if move.key not in known}
        needed = _amounts(self.wrong, kinds)
        alike: dict[tuple[Any, ...], list[Move]] = {}  # of one part, and to the same effect
        for move in known.values():
            after = self._after(first, [move])
            if after is not None and after.wrong.keys() <= self.wrong.keys():
                by = tuple(map(sub, needed, _amounts(after.wrong, kinds)))
                if min(by) >= 0:
                    alike.setdefault((move.part, move.kept, len(move.lost), move.terms, move.things, by), []).append(move)
        found = [(moves[0], effect) for (*_, effect), moves in alike.items()]
        others: dict[Hashable, list[Move]] = {moves[0].key: moves[1:] for moves in alike.values()}
        states = (self._settled(moves, others) for moves in at_once(found, needed, TERMS))
        return [state for state in states if state is not None]

    def _settled(self, moves: tuple[Move, ...], others: dict[Hashable, list[Move]]) -> State | None:
        """Of moves to the same effect those that go together."""
        best = self.state(moves)
        for place, move in enumerate(moves):
            for other in others[move.key]:
                if best is not None and not best.wrong:
                    return best
                tried = (*moves[:place], other, *moves[place + 1 :])
                state = self.state(tried)
                if state is not None and (best is None or len(state.wrong) < len(best.wrong)):
                    best, moves = state, tried
        return best

    def _dived(self, states: Sequence[State]) -> Iterator[Answer]:
        """Where the work allowed did not lead to an end: from where least is left to do straight on, the best step each time."""
        for state in states:
            self.left = self.dive
            seen = {state.looks}
            while state.wrong and self.left > 0:
                children = [each for each in self._steps(state) if each.looks not in seen]
                best = min(children, key=lambda each: (len(each.wrong), self._excess(each), self.cost(each)), default=None)
                if best is None or len(best.wrong) > len(state.wrong):
                    break
                state = best
                seen.add(state.looks)
            if self.clean(state) and (answer := self._answer(state)) is not None:
                yield answer

    def _steps(self, state: State) -> Iterator[State]:
        cause = _next(state.wrong)
        finding = state.wrong[cause]
        own = self._eased_by(self.moves.own(state.position, finding, state.plan), state, cause, finding)
        for chosen in together([*own, *self._general(state, cause, finding)], finding.excess, TERMS):
            if self.left > 0 and (child := self._after(state, chosen)) is not None:
                yield child

    @staticmethod
    def _excess(state: State) -> int:
        return sum(finding.excess for finding in state.wrong.values())

    def _answer(self, state: State) -> Answer | None:
        bare = self._without_needless(state)
        change = abs((bare.position.points or 0) - (self.start.points or 0))
        gone = self._gone(bare)
        moves = told(bare.moves, gone, self.start)
        return Answer(bare, moves, self.cost(bare), change, len(gone)) if moves is not None else None

    def _rank(self, state: State) -> tuple[Cost, int]:
        """With what is left to mend: a thing changed for each cause, and the units that have to go for one of them."""
        kept, lost, things, points = self.cost(state)
        lost += max((self._least_lost(state, cause) for cause in state.wrong), default=0)
        return ((kept, lost, things + len(state.wrong), points), len(state.wrong))

    def _least_lost(self, state: State, cause: Cause) -> int:
        """No fewer units than so many go for this cause alone, as far as is known what helps against it."""
        known = self._general(state, cause, state.wrong[cause]) if cause[:2] in self._eases else []
        if not known or cause[:2] in self._wants:
            return 0
        excess = max(state.wrong[cause].excess, 1)
        free: dict[Path, int] = {}
        dear: dict[Path, int] = {}
        for move, by in known:
            lost = len(move.lost) + TERMS * move.terms
            best = free if not lost else dear
            best[move.part] = max(best.get(move.part, 0), max(by, 1) if not lost else -(-max(by, 1) // lost))
        excess -= sum(free.values())
        for number, by in enumerate([0, *sorted(dear.values(), reverse=True)]):
            excess -= by
            if excess <= 0:
                return number
        return 0

    def _without_needless(self, state: State) -> State:
        for move in state.moves:
            rest = self.state([each for each in state.moves if each is not move])
            if rest is not None and self.clean(rest):
                return self._without_needless(rest)
        return state

    def _children(self, state: State, wrong: dict[Cause, Wrong]) -> Iterator[State]:
        """One cause at a time, the points last: what goes for other reasons costs points as well."""
        cause = _next(wrong)
        finding = wrong[cause]
        own = self._eased_by(self.moves.own(state.position, finding, state.plan), state, cause, finding)
        eased = [*own, *self._general(state, cause, finding)]
        less = finding.of_points or (isinstance(finding, Breach) and finding.whole)
        if not less and not any(self._easy(state, move) for move, _ in eased):
            eased += self._for_want(state, cause, finding)
        for chosen in together(eased, finding.excess, TERMS):
            child = self._after(state, chosen)
            if child is not None and _better(finding, child.wrong.get(cause)):
                yield child
                if (closed := self._closed(child, state, chosen)) is not None:
                    yield closed

    def _closed(self, child: State, before: State, chosen: Sequence[Move]) -> State | None:
        """Where another choice of the roster breaks what hung on the one before: with what the findings themselves offer
        against that, where it costs no unit and is enough.
        """
        if any(move.lost or len(move.part) != 1 for move in chosen):
            return None
        state = child
        while broken := [cause for cause, finding in state.wrong.items() if cause not in before.wrong and not finding.of_points]:
            own = self.moves.own(state.position, state.wrong[broken[-1]], state.plan)
            tried = (self._after(state, [move]) for move in own if not move.lost and not move.terms)
            mended = next((each for each in tried if each is not None and len(each.wrong) < len(state.wrong)), None)
            if mended is None or self.left <= 0:
                return None
            state = mended
        return state if state is not child else None

    def _after(self, state: State, moves: Iterable[Move]) -> State | None:
        known = {move.key for move in state.moves}
        more = [move for move in moves if move.key not in known]
        return self.state([*state.moves, *more]) if more else None

    def _eased_by(self, moves: Iterable[Move], state: State, cause: Cause, finding: Wrong) -> list[tuple[Move, int]]:
        """Those that take something off this cause, with how much."""
        found: list[tuple[Move, int]] = []
        for move in moves:
            if self.left <= 0:
                break
            after = self._after(state, [move])
            now = after.wrong.get(cause) if after is not None else finding
            if _better(finding, now):
                found.append((move, finding.excess - (now.excess if now else 0)))
        return found

    def _entering(self, moves: Iterable[Move], state: State, cause: Cause) -> list[tuple[Move, int]]:
        """Of what could enter the few that mend most and break nothing, the points apart; the cheaper first."""
        eased = [(move, by, self._after(state, [move])) for move, by in self._eased_by(moves, state, cause, state.wrong[cause])]
        whole = [(move, by, after) for move, by, after in eased if after is not None and _at_points_cost(state, after)]
        whole.sort(key=lambda each: len(each[2].wrong))
        return [(move, by) for move, by, _ in whole[:ENTERING]]

    def _easy(self, state: State, move: Move) -> bool:
        """It costs no unit and breaks nothing; of the roster as it stands, nothing is left then."""
        after = self._after(state, [move])
        left = 0 if state is self.first else len(state.wrong) - 1
        return after is not None and not move.lost and not move.terms and len(after.wrong) <= left

    def _general(self, state: State, cause: Cause, finding: Wrong) -> list[tuple[Move, int]]:
        """Looked for once, for it does not depend much on which moves were made before."""
        kind = cause[:2]
        if kind not in self._eases:
            seen = self._first_seen(state, cause)
            alike = {each: found for each, found in seen.wrong.items() if each[:2] == kind}
            last = max(alike, key=lambda each: each[2])
            first = seen is self.first
            moves = (m for found in alike.values() for m in self.moves.general(seen.position, found, seen.plan, choices=first))
            self._eases[kind] = self._eased_by(moves, seen, last, alike[last])
        done = {move.key for move in state.moves}
        gone = {path for move in state.moves for path in move.lost}
        return [(move, by) for move, by in self._eases[kind] if move.key not in done and not gone & move.lost]

    def _for_want(self, state: State, cause: Cause, finding: Wrong) -> list[tuple[Move, int]]:
        """Where nothing else does, something that is missing and could be taken may help."""
        kind = cause[:2]
        if kind not in self._wants:
            seen = self._first_seen(state, cause)
            last = max((each for each in seen.wrong if each[:2] == kind), key=lambda each: each[2])
            # One unit more changes nothing of what a narrow rule found.
            looks = engine.looks_at(finding.check) if isinstance(finding, Stamped) else "army"
            found = self._entering(self.moves.entering(), seen, last) if looks == "army" else []
            if not found and looks not in ("bearers", "terms"):
                found = self._entering(self._company(seen, seen.wrong[last]), seen, last)
            self._wants[kind] = found or self._entering(self._swaps(seen, seen.wrong[last]), seen, last)
        done = {move.key for move in state.moves}
        return [(move, by) for move, by in self._wants[kind] if move.key not in done]

    def _company(self, state: State, finding: Wrong) -> Iterator[Move]:
        """Something more that the unit it speaks of could go with."""
        army = state.position.army
        units = [unit for unit in army.units if unit.id in finding.units] if army else []
        for move in self.moves.entering() if len(units) == 1 and self.start.editor.joins() else ():
            after = self._after(state, [move])
            yield from self.moves.with_company(after.position, move, units[0]) if after is not None else ()

    def _swaps(self, state: State, finding: Wrong) -> Iterator[Move]:
        """Something else in place of a unit it speaks of, on which others hang."""
        for unit in state.position.army.units if state.position.army else ():
            if unit.id in finding.units and unit.removal is None and unit.path in self.moves.places:
                yield from self.moves.instead_of(unit)

    def _first_seen(self, state: State, cause: Cause) -> State:
        """What is wrong from the beginning is looked at there: what is judged for one cause is known for the next."""
        return self.first if any(each[:2] == cause[:2] for each in self.wrong) else state


def _next(wrong: dict[Cause, Wrong]) -> Cause:
    """Of several alike the last, for when one is mended, the others are counted anew."""
    return min(wrong, key=lambda each: (wrong[each].of_points, -each[2]))


def _amounts(wrong: dict[Cause, Wrong], kinds: Sequence[tuple[Hashable, Hashable]]) -> tuple[int, ...]:
    """How much too much it is of each kind."""
    amounts = dict.fromkeys(kinds, 0)
    for cause, finding in wrong.items():
        amounts[cause[:2]] += max(finding.excess, 1)
    return tuple(amounts.values())


def _at_points_cost(state: State, after: State) -> bool:
    """Nothing is broken that was not, the points apart."""
    return all(finding.of_points for cause, finding in after.wrong.items() if cause not in state.wrong)


def _better(finding: Wrong, now: Wrong | None) -> bool:
    return now is None or now.excess < finding.excess
