"""Ways to spend what is left: every one confirmed by the law, ranked by what the player is after."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Literal, get_args

import msgspec

from listbuilder.advice.candidates import FEW, Again, Candidate, Free, find, step
from listbuilder.advice.collection import Owned, needs
from listbuilder.advice.coverage import Part, covering
from listbuilder.advice.knapsack import Choice, Hopeless, Work, Worth, ranked
from listbuilder.advice.measure import Measure, Measurer, gaps
from listbuilder.law.position import Position
from listbuilder.model.army import Army

Purpose = Literal["closest", "models", "wounds", "control", "gaps"]
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
MOST_WAYS = 10
MOST_TRIED = 160  # combinations of more candidates that are asked of the law
FIRST_TRIED = 100  # ... of those before guests of one faction are taken one at a time
MOST_SEEN = 20_000  # ... and that are thought of ...
MOST_BEGUN = 40_000  # ... or begun
MANY = 60  # combinations: before as many are tried, what cannot be part of any is looked for
SHARE = 1000  # a gap that is filled altogether


class GapState(msgspec.Struct, frozen=True, kw_only=True):
    before: int
    after: int
    wanted: int


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """What is bought, and what the roster is then."""

    members: tuple[Candidate, ...]
    after: Position
    spent: int
    left: int
    gained: Measure
    gaps: dict[str, GapState]
    """Those that it makes smaller."""
    worth: Worth
    """What it is ranked by; more is better."""
    instead: tuple[str, ...] = ()
    """Names of units that may bear what is given here to another, all else being equal."""

    @property
    def kind(self) -> tuple[object, ...]:
        """The same for ways that differ only in who bears what."""
        return tuple(
            sorted((each.what, repr(each.label), each.offer, each.to * (each.what != "enhancement")) for each in self.members)
        )


class Filled(msgspec.Struct, frozen=True, kw_only=True):
    before: Position
    purpose: Purpose
    budget: int
    ways: tuple[Way, ...]
    free: tuple[Free, ...]
    lacking: dict[str, GapState]
    """What the army lacks before anything is bought."""
    candidates: int
    tried: int
    complete: bool
    """Whether every combination was tried, or all that could be better."""


def fill(
    position: Position, purpose: Purpose = "closest", points: int | None = None, owned: Owned | None = None, most: int = MOST_WAYS
) -> Filled:
    """`points`: to spend, if not all that is left. The position has an army in which nothing is unread."""
    return _Search(position, purpose, points, owned, most).done()


def budget_of(army: Army, points: int | None) -> int:
    """What may be spent."""
    if not army.counts_points:
        return 0
    left = max(0, army.limit - army.points) if army.limit is not None else points or 0
    return left if points is None else min(left, points)


class _Search:
    def __init__(self, position: Position, purpose: Purpose, points: int | None, owned: Owned | None, most: int) -> None:
        assert position.army is not None
        self.position, self.army, self.purpose, self.owned, self.most = position, position.army, purpose, owned, most
        self.budget = budget_of(position.army, points)
        self.measurer = Measurer()
        self.base = self.measurer.of(position)
        self.missing = self._missing(position.army)
        self.candidates: list[Candidate] = []
        self.few = True
        self.tried = 0
        self.stage_of: dict[int, tuple[object, ...]] = {}  # of those of which only one may be chosen, whoever has it
        self.made: dict[tuple[int, ...], Position] = {}
        self.again: Again = {}
        self.judged: dict[frozenset[int], Way | None] = {}

    def done(self) -> Filled:
        found = find(self.position, self.budget)
        self.candidates = found.candidates
        self.few = len(self.candidates) <= FEW
        gaps_known = self.base.known.union(*(self.measurer.of(each.after).known for each in self.candidates))
        self.wanted = {name: gap.wanted(self.army.limit or 1000) for name, gap in gaps().items() if name in gaps_known}
        ways, complete = ([], True) if self._is_hopeless() else self._all() if self.few else self._best()
        ways.sort(key=lambda way: (tuple(-each for each in way.worth), [self.candidates.index(each) for each in way.members]))
        return Filled(
            before=self.position,
            purpose=self.purpose,
            budget=self.budget,
            ways=tuple(_together(ways)[: self.most]),
            free=tuple(found.free),
            lacking=self._states(self.base, self.base),
            candidates=len(self.candidates),
            tried=self.tried,
            complete=complete,
        )

    def _is_hopeless(self) -> bool:
        """The list is illegal, and there is an error that nothing to be bought makes smaller."""
        after = [_errors(each.after) for each in self.candidates]
        return any(all(each.get(key, -1) >= excess for each in after) for key, excess in _errors(self.position).items())

    # --- the search ---

    def _all(self) -> tuple[list[Way], bool]:
        """Every combination there is, without what none of them can make legal."""
        everything = list(ranked(self._stages(range(len(self.candidates))), self.budget, len(self._worth(self.base, 0, 0))))
        never = self._never() if len(everything) > MANY else set()
        return [way for members in everything if members and not never & set(members) and (way := self._judge(members))], True

    def _never(self) -> set[int]:
        """Candidates that bring an error which no other one takes away again, or makes smaller."""
        now = _errors(self.position)
        found = set()
        for place, each in enumerate(self.candidates):
            brought = {key: excess for key, excess in _errors(each.after).items() if excess > now.get(key, -1)}
            for other in range(len(self.candidates)) if brought else ():
                pair = (min(place, other), max(place, other))
                if other != place and not self._share_a_slot(pair) and self._affordable(pair):
                    both = _errors(self._made(pair))
                    brought = {key: excess for key, excess in brought.items() if both.get(key, -1) >= excess}
            if brought:
                found.add(place)
        return found

    def _best(self) -> tuple[list[Way], bool]:
        """Of many candidates those that are legal by themselves, in the order of what they promise. What was illegal together
        is not tried again with more."""
        usable = [place for place, each in enumerate(self.candidates) if each.legal]
        self._find_exclusive(usable)
        found: list[Way] = []
        never: dict[int, list[frozenset[int]]] = {}  # what is illegal together, by each of them
        guests = any(self.candidates[place].home for place in usable)
        complete = self._try_in_order(usable, FIRST_TRIED if guests else MOST_TRIED, found, never)
        if (
            not complete and guests and _kinds(found) < self.most
        ):  # of those a rule may let in few, in more ways than can be tried
            alone = {place: ("guest", self.candidates[place].home) for place in usable if self.candidates[place].home}
            self.stage_of |= {place: stage for place, stage in alone.items() if place not in self.stage_of}
            self._try_in_order(usable, MOST_TRIED, found, never)
        found += self._one_by_one(usable) if not found else []
        return found, complete

    def _try_in_order(self, usable: list[int], most_tried: int, found: list[Way], never: dict[int, list[frozenset[int]]]) -> bool:
        """Adds what is legal. Whether nothing that comes later could be better."""
        kinds = {way.kind for way in found}

        def hopeless(members: tuple[int, ...], last: tuple[int, ...]) -> bool:
            known = [each for place in last for each in never.get(place, ())]
            return bool(known) and any(each.issubset(members) for each in known)

        work = Work(MOST_BEGUN)
        for seen, members in enumerate(self._ordered(usable, hopeless, work)):
            if len(kinds) >= self.most:
                return self.purpose != "gaps"
            if seen >= MOST_SEEN or self.tried >= most_tried:
                return False
            chosen = frozenset(members)
            if not chosen or self._share_a_slot(members) or hopeless(members, members):
                continue
            if chosen in self.judged and self.judged[chosen] is not None:
                continue
            way = self._judge(members)
            if way is not None:
                found.append(way)
                kinds.add(way.kind)
            else:
                culprits = self._culprits(members)
                for place in culprits:
                    never.setdefault(place, []).append(culprits)
        return self.purpose != "gaps" and work.left > 0

    def _one_by_one(self, usable: list[int]) -> list[Way]:
        """Where of many combinations none that was tried is legal: what is worth most, with whatever goes with it."""
        worth = {place: self._choice([place]).worth for place in usable}
        last, found, members = self.tried + MOST_TRIED, [], tuple[int, ...]()
        for place in sorted(usable, key=lambda each: [-one for one in worth[each]]):
            each, more = self.candidates[place], (*members, place)
            first = each.number == 1 or place - 1 in members
            if self.tried < last and first and not self._share_a_slot(more) and self._affordable(more):
                way = self._judge(more)
                found += [way] if way else []
                members = more if way else members
        return found[::-1]

    def _share_a_slot(self, members: tuple[int, ...]) -> bool:
        slots = [each.slot for place in members if (each := self.candidates[place]).what != "unit"]
        return len(set(slots)) < len(slots)

    def _find_exclusive(self, usable: list[int]) -> None:
        """Of a table of enhancements, or of one enhancement, an army may have one: then they are one choice."""
        for kind_of in (_kind, _label):
            groups: dict[object, list[int]] = {}
            for place in usable:
                if self.candidates[place].what == "enhancement" and place not in self.stage_of:
                    groups.setdefault(kind_of(self.candidates[place]), []).append(place)
            for kind, places in groups.items():
                others = [place for place in places if self.candidates[place].slot != self.candidates[places[0]].slot]
                probes = [(places[0], other) for other in (others[:1] + others[-1:])]
                if probes and all(self._judge(pair) is None for pair in probes if self._affordable(pair)):
                    self.stage_of.update(dict.fromkeys(places, ("one", kind)))

    def _affordable(self, members: tuple[int, ...]) -> bool:
        return sum(self.candidates[place].least for place in members) <= self.budget

    def _ordered(self, usable: list[int], hopeless: Hopeless, work: Work) -> Iterator[tuple[int, ...]]:
        if self.purpose == "gaps":
            yield from self._by_gaps(usable)
        else:
            depth = len(self._worth(self.base, 0, 0))
            yield from ranked(self._stages(usable), self.budget, depth, hopeless=hopeless, work=work)

    def _by_gaps(self, usable: list[int]) -> Iterator[tuple[int, ...]]:
        """Of what fills some gap; what fills none is left aside."""
        states = self._states(self.base, self.base)
        names = [name for name, state in states.items() if state.before < state.wanted]
        shares = {name: states[name].wanted - states[name].before for name in names}
        stages = []
        for stage in self._stages(usable):
            parts = [Part(choice.cost, self._counts(choice, names), choice.members) for choice in stage[1:]]
            if any(any(part.counts) for part in parts):
                stages.append(parts)
        worth = [SHARE // states[name].wanted for name in names]
        yield from covering(stages, tuple(shares.values()), worth, self.budget)

    def _counts(self, choice: Choice, names: list[str]) -> tuple[int, ...]:
        after = self.measurer.of(self.candidates[choice.members[-1]].after)
        return tuple(max(0, after.gaps.get(name, 0) - self.base.gaps.get(name, 0)) for name in names)

    def _culprits(self, members: tuple[int, ...]) -> frozenset[int]:
        """As few of them as are illegal together."""
        left = list(members)
        for each in sorted(members, reverse=True):  # what is bought last is most likely only bought along
            fewer = tuple(place for place in left if place != each)
            if fewer and self.tried < MOST_TRIED and self._judge(fewer) is None:
                left = list(fewer)
        return frozenset(left)

    def _stages(self, usable: range | list[int]) -> list[list[Choice]]:
        """Of each slot one candidate or none; of copies the first so many."""
        slots: dict[tuple[object, ...], list[int]] = {}
        for place in usable:
            slots.setdefault(self.stage_of.get(place, self.candidates[place].slot), []).append(place)
        nothing = Choice(0, (0,) * len(self._worth(self.base, 0, 0)))
        stages = []
        for places in slots.values():
            chains = [self._chain(place, places) for place in places]
            stages.append([nothing, *(self._choice(chain) for chain in chains)])
        return stages

    def _chain(self, place: int, places: list[int]) -> list[int]:
        """It with those before it of its kind."""
        each = self.candidates[place]
        if each.what != "unit":
            return [place]
        return [other for other in places if other <= place and self.candidates[other].slot == each.slot]

    def _choice(self, chain: list[int]) -> Choice:
        """What it promises by itself."""
        cost = sum(self.candidates[place].cost for place in chain)
        after = self.measurer.of(self.candidates[chain[-1]].after)
        least = sum(self.candidates[place].least for place in chain) if self.few else cost
        return Choice(least, self._worth(after, cost, len(chain)), tuple(chain))

    # --- one way ---

    def _judge(self, members: tuple[int, ...]) -> Way | None:
        """None where the law forbids it, it costs too much after all, or the models are not there."""
        chosen = frozenset(members)
        if chosen not in self.judged:
            self.tried += 1
            self.judged[chosen] = self._judged(members)
        return self.judged[chosen]

    def _judged(self, members: tuple[int, ...]) -> Way | None:
        candidates = [self.candidates[place] for place in sorted(members)]
        after = self._made(tuple(sorted(members)))
        army = after.army
        if army is None or after.verdict != "legal":
            return None
        spent = army.points - self.army.points if army.counts_points else 0
        if spent > self.budget or len(army.units) < len(self.army.units) + sum(bool(each.offer) for each in candidates):
            return None
        if self.owned is not None and self._missing(army) > self.missing:
            return None
        measured = self.measurer.of(after)
        states = self._states(self.base, measured)
        return Way(
            members=tuple(candidates),
            after=after,
            spent=spent,
            left=self.budget - spent,
            gained=_difference(measured, self.base),
            gaps={
                name: state for name, state in states.items() if min(state.after, state.wanted) > min(state.before, state.wanted)
            },
            worth=self._worth(measured, spent, len(candidates)),
        )

    def _made(self, members: tuple[int, ...]) -> Position:
        """What begins alike is made once."""
        if len(members) == 1 and self.candidates[members[0]].number == 1:
            return self.candidates[members[0]].after
        if not members:
            return self.position
        if members not in self.made:
            *before, last = (self.candidates[place] for place in members)
            self.made[members] = step(self._made(members[:-1]), last, before, self.again)
        return self.made[members]

    def _missing(self, army: Army) -> int:
        return sum(need.missing for need in needs(army, self.owned)) if self.owned is not None else 0

    def _states(self, before: Measure, after: Measure) -> dict[str, GapState]:
        wanted = getattr(self, "wanted", {})
        return {
            name: GapState(before=before.gaps.get(name, 0), after=after.gaps.get(name, 0), wanted=count)
            for name, count in wanted.items()
        }

    def _worth(self, after: Measure, spent: int, purchases: int) -> Worth:
        """First what the player is after, then the points, then few purchases."""
        if self.purpose == "closest":
            first = () if self.army.counts_points else (after.models - self.base.models,)
        elif self.purpose == "gaps":
            first = (self._filled(after),)
        else:
            first = (getattr(after, self.purpose) - getattr(self.base, self.purpose),)
        return (*first, spent, -purchases)

    def _filled(self, after: Measure) -> int:
        """How much nearer to what is wanted, every gap weighing the same."""
        return sum(
            (min(state.after, state.wanted) - min(state.before, state.wanted)) * (SHARE // state.wanted)
            for state in self._states(self.base, after).values()
        )


def _kinds(ways: list[Way]) -> int:
    return len({way.kind for way in ways})


def _errors(position: Position) -> dict[Hashable, int]:
    return {(each.what, each.whom): each.excess for each in position.causes if each.severity == "error"}


def _together(ways: list[Way]) -> list[Way]:
    """Each kind once, with whoever else might bear what is borne in it."""
    found: dict[tuple[object, ...], Way] = {}
    for way in ways:
        known = found.setdefault(way.kind, way)
        if known is not way:
            here = {each.to for each in known.members}
            others = [each.to for each in way.members if each.what == "enhancement" and each.to not in here]
            found[way.kind] = msgspec.structs.replace(known, instead=tuple(dict.fromkeys([*known.instead, *others])))
    return list(found.values())


def _kind(candidate: Candidate) -> object:
    return (candidate.key, repr(candidate.args))


def _label(candidate: Candidate) -> object:
    return (candidate.key, candidate.label.args.get("name"))


def _difference(after: Measure, before: Measure) -> Measure:
    gained = {name: count - before.gaps.get(name, 0) for name, count in after.gaps.items()}
    sums = (after.models - before.models, after.wounds - before.wounds, after.control - before.control)
    return Measure(*sums, gained, after.known)
