"""The search for ways to spend a list's remaining points.

Each way is confirmed by the rules, and they are ranked by what the player is after.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Literal, get_args

import msgspec

from listbuilder.advice.candidates import (
    FEW,
    Again,
    Candidate,
    Free,
    apply_candidate,
    find_candidates,
)
from listbuilder.advice.cheapest_combinations import (
    Choice,
    Hopeless,
    Work,
    Worth,
    rank_combinations,
)
from listbuilder.advice.collection import Owned, list_needs
from listbuilder.advice.gap_coverage import GapChoice, rank_by_gaps
from listbuilder.advice.measure import Measure, Measurer, load_gaps
from listbuilder.model.army import Army
from listbuilder.roster.position import Position

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
    """The count of one gap before and after a purchase, and how much is wanted."""

    before: int
    after: int
    wanted: int


class Spending(msgspec.Struct, frozen=True, kw_only=True):
    """One way to spend points: the things bought, and the roster after them."""

    members: tuple[Candidate, ...]
    after: Position
    spent: int
    left: int
    gained: Measure
    gaps: dict[str, GapState]
    """The gaps that this purchase makes smaller, by key."""
    worth: Worth
    """The value that purchases are ranked by; more is better."""
    instead: tuple[str, ...] = ()
    """Names of units that may bear what is given here to another, all else being equal."""

    @property
    def kind(self) -> tuple[object, ...]:
        """Return a key that is equal for ways that differ only in which unit gets an
        enhancement.
        """
        return tuple(
            sorted(
                (
                    candidate.what,
                    repr(candidate.label),
                    candidate.offer,
                    candidate.to * (candidate.what != "enhancement"),
                )
                for candidate in self.members
            )
        )


class FillResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of `fill_points`: the ways found, what is free, how thorough the search was."""

    before: Position
    purpose: Purpose
    budget: int
    ways: tuple[Spending, ...]
    free: tuple[Free, ...]
    lacking: dict[str, GapState]
    """The gaps of the army before anything is bought, by key."""
    candidates: int
    tried: int
    complete: bool
    """True if every combination was tried, or all that could be better."""


def fill_points(
    position: Position,
    purpose: Purpose = "closest",
    points: int | None = None,
    owned: Owned | None = None,
    most: int = MOST_WAYS,
    *,
    allies: bool = True,
) -> FillResult:
    """Return ways to spend points on the army of `position`, ranked by `purpose`.

    `points`: how many to spend; None means all that remain. `owned`: a collection; no way needs
    more models than it has. `most`: how many ways are returned. `allies`: whether units of other
    factions may be bought. The position must have an army, and nothing in it that could not be
    read.
    """
    return _Search(position, purpose, points, owned, most, allies=allies).run_search()


def calculate_budget(army: Army, points: int | None) -> int:
    """Return how many points may be spent on `army`; 0 if its game counts no points.

    `points`: the player's own limit; None means all that remain below the army's limit. If the army
    has no limit, the result is `points` alone, or 0 if that is None.
    """
    if not army.counts_points:
        return 0
    left = max(0, army.limit - army.points) if army.limit is not None else points or 0
    return left if points is None else min(left, points)


class _Search:
    """One search for ways to spend points.

    Candidates are known by their index in `candidates`.
    """

    def __init__(
        self,
        position: Position,
        purpose: Purpose,
        points: int | None,
        owned: Owned | None,
        most: int,
        *,
        allies: bool = True,
    ) -> None:
        """Prepare the search; `most` is how many ways are wanted.

        The position must have an army.
        """
        assert position.army is not None
        self.position, self.army, self.purpose, self.owned, self.most = (
            position,
            position.army,
            purpose,
            owned,
            most,
        )
        self.budget = calculate_budget(position.army, points)
        self.measurer = Measurer()
        self.base = self.measurer.measure_army(position)
        self.allies = allies
        self.missing = self._count_missing_models(position.army)
        self.candidates: list[Candidate] = []
        self.few = True
        self.tried = 0
        self.stage_of: dict[
            int, tuple[object, ...]
        ] = {}  # of those of which only one may be chosen, whoever has it
        self.made: dict[tuple[int, ...], Position] = {}
        self.again: Again = {}
        self.judged: dict[frozenset[int], Spending | None] = {}

    def run_search(self) -> FillResult:
        """Run the whole search and return its result, with the best ways first.

        If there are at most FEW candidates, all combinations are tried; otherwise only the most
        promising. Nothing is tried if the list has an error that no purchase eases.
        """
        found = find_candidates(self.position, self.budget, allies=self.allies)
        self.candidates = found.candidates
        self.few = len(self.candidates) <= FEW
        gaps_known = self.base.known.union(
            *(self.measurer.measure_army(candidate.after).known for candidate in self.candidates)
        )
        self.wanted = {
            name: gap.calculate_wanted(self.army.limit or 1000)
            for name, gap in load_gaps().items()
            if name in gaps_known
        }
        ways: list[Spending] = []
        complete = True
        if not self._is_hopeless():
            search = self._try_all_combinations if self.few else self._search_best_combinations
            ways, complete = search()
        ways.sort(
            key=lambda way: (
                tuple(-item for item in way.worth),
                [self.candidates.index(member) for member in way.members],
            )
        )
        return FillResult(
            before=self.position,
            purpose=self.purpose,
            budget=self.budget,
            ways=tuple(_merge_same_kinds(ways)[: self.most]),
            free=tuple(found.free),
            lacking=self._compare_gaps(self.base, self.base),
            candidates=len(self.candidates),
            tried=self.tried,
            complete=complete,
        )

    def _is_hopeless(self) -> bool:
        """Return whether the list has an error that no candidate makes smaller.

        No purchase can help then.
        """
        after = [_map_error_excess(candidate.after) for candidate in self.candidates]
        return any(
            all(candidate.get(key, -1) >= excess for candidate in after)
            for key, excess in _map_error_excess(self.position).items()
        )

    # --- the search ---

    def _try_all_combinations(self) -> tuple[list[Spending], bool]:
        """Return (all legal ways to buy affordable combinations of candidates, True).

        True means that the search was complete. If there are more than MANY combinations, those
        with a candidate that no other candidate can make legal are left out.
        """
        everything = list(
            rank_combinations(
                self._group_into_stages(range(len(self.candidates))),
                self.budget,
                len(self._calculate_worth(self.base, 0, 0)),
            )
        )
        never = self._find_useless_candidates() if len(everything) > MANY else set()
        return [
            way
            for members in everything
            if members and not never & set(members) and (way := self._judge_combination(members))
        ], True

    def _find_useless_candidates(self) -> set[int]:
        """Return indexes of candidates that bring an error which no other candidate eases.

        Only pairs that the budget allows are tried.
        """
        now = _map_error_excess(self.position)
        useless = set()
        for place, candidate in enumerate(self.candidates):
            brought = {
                key: excess
                for key, excess in _map_error_excess(candidate.after).items()
                if excess > now.get(key, -1)
            }
            for other in range(len(self.candidates)) if brought else ():
                pair = (min(place, other), max(place, other))
                if other != place and not self._has_slot_twice(pair) and self._can_afford(pair):
                    both = _map_error_excess(self._apply_candidates(pair))
                    brought = {
                        key: excess
                        for key, excess in brought.items()
                        if both.get(key, -1) >= excess
                    }
            if brought:
                useless.add(place)
        return useless

    def _search_best_combinations(self) -> tuple[list[Spending], bool]:
        """Return (ways found, whether no better way can be left), for a list with many candidates.

        Only candidates that are legal by themselves are combined, the most promising combinations
        first. A combination that was illegal is not tried again with more added. A rule may let in
        only a few allied units, and there may be too many ways to choose them; so if the first run
        is incomplete and finds too few ways, a second run takes at most one unit of each ally. If
        nothing was found at all, candidates are added one by one.
        """
        usable = [place for place, candidate in enumerate(self.candidates) if candidate.legal]
        self._find_exclusive_enhancements(usable)
        ways: list[Spending] = []
        never: dict[int, list[frozenset[int]]] = {}  # what is illegal together, by each of them
        guests = any(self.candidates[place].home for place in usable)
        complete = self._try_in_order(usable, FIRST_TRIED if guests else MOST_TRIED, ways, never)
        if (
            not complete and guests and len({way.kind for way in ways}) < self.most
        ):  # of those a rule may let in few, in more ways than can be tried
            alone = {
                place: ("guest", self.candidates[place].home)
                for place in usable
                if self.candidates[place].home
            }
            self.stage_of |= {
                place: stage for place, stage in alone.items() if place not in self.stage_of
            }
            self._try_in_order(usable, MOST_TRIED, ways, never)
        ways += self._add_one_by_one(usable) if not ways else []
        return ways, complete

    def _try_in_order(
        self,
        usable: list[int],
        most_tried: int,
        ways: list[Spending],
        never: dict[int, list[frozenset[int]]],
    ) -> bool:
        """Append legal ways to `ways` and return whether no later combination could be better.

        `usable`: indexes of candidates. `most_tried`: how many combinations may have been checked
        in all. `never`: for each candidate the illegal combinations it is part of; new ones are
        added to it.
        """
        kinds = {way.kind for way in ways}

        def is_hopeless(members: tuple[int, ...], last: tuple[int, ...]) -> bool:
            """Return whether `members` contains an illegal combination with a member of `last`.

            `last`: the members that were added last; the others were looked at before.
            """
            illegal = [combination for place in last for combination in never.get(place, ())]
            return bool(illegal) and any(combination.issubset(members) for combination in illegal)

        work = Work(MOST_BEGUN)
        for seen, members in enumerate(self._yield_combinations(usable, is_hopeless, work)):
            if len(kinds) >= self.most:
                return self.purpose != "gaps"
            if seen >= MOST_SEEN or self.tried >= most_tried:
                return False
            chosen = frozenset(members)
            if not chosen or self._has_slot_twice(members) or is_hopeless(members, members):
                continue
            if chosen in self.judged and self.judged[chosen] is not None:
                continue
            way = self._judge_combination(members)
            if way is not None:
                ways.append(way)
                kinds.add(way.kind)
            else:
                culprits = self._find_illegal_subset(members)
                for place in culprits:
                    never.setdefault(place, []).append(culprits)
        return self.purpose != "gaps" and work.left > 0

    def _add_one_by_one(self, usable: list[int]) -> list[Spending]:
        """Return ways made by adding the most valuable candidate that stays legal, repeatedly.

        It is used if none of many tried combinations is legal. Every way that was legal on the way
        is returned, the largest first. At most MOST_TRIED more combinations are checked.
        """
        worth = {place: self._make_choice([place]).worth for place in usable}
        last, ways, members = self.tried + MOST_TRIED, [], tuple[int, ...]()
        for place in sorted(usable, key=lambda index: [-value for value in worth[index]]):
            candidate, more = self.candidates[place], (*members, place)
            first = candidate.number == 1 or place - 1 in members
            if (
                self.tried < last
                and first
                and not self._has_slot_twice(more)
                and self._can_afford(more)
            ):
                way = self._judge_combination(more)
                ways += [way] if way else []
                members = more if way else members
        return ways[::-1]

    def _has_slot_twice(self, members: tuple[int, ...]) -> bool:
        """Return whether two of `members` that are not units fill the same slot.

        A slot takes only one thing; units of one slot are copies, so there may be several.
        """
        slots = [
            candidate.slot
            for place in members
            if (candidate := self.candidates[place]).what != "unit"
        ]
        return len(set(slots)) < len(slots)

    def _find_exclusive_enhancements(self, usable: list[int]) -> None:
        """Find enhancements of which the army may have only one; record them in `stage_of`.

        The enhancements of such a group are one choice from then on. Whether a group is exclusive
        is tried out by buying two of its enhancements for different units. Groups are first the
        whole tables of enhancements, then single enhancements.
        """
        for kind_of in (_get_table_key, _get_enhancement_key):
            groups: dict[object, list[int]] = {}
            for place in usable:
                if self.candidates[place].what == "enhancement" and place not in self.stage_of:
                    groups.setdefault(kind_of(self.candidates[place]), []).append(place)
            for kind, places in groups.items():
                others = [
                    place
                    for place in places
                    if self.candidates[place].slot != self.candidates[places[0]].slot
                ]
                probes = [(places[0], other) for other in (others[:1] + others[-1:])]
                if probes and all(
                    self._judge_combination(pair) is None
                    for pair in probes
                    if self._can_afford(pair)
                ):
                    self.stage_of.update(dict.fromkeys(places, ("one", kind)))

    def _can_afford(self, members: tuple[int, ...]) -> bool:
        """Return whether the least costs of `members` fit the budget together."""
        return sum(self.candidates[place].least for place in members) <= self.budget

    def _yield_combinations(
        self, usable: list[int], hopeless: Hopeless, work: Work
    ) -> Iterator[tuple[int, ...]]:
        """Yield combinations of the candidates `usable` as tuples of indexes, the best first.

        `hopeless` tells which beginnings of combinations to skip, and `work` limits how many
        beginnings are looked at. For the purpose "gaps", both are ignored.
        """
        if self.purpose == "gaps":
            yield from self._yield_gap_fillers(usable)
        else:
            depth = len(self._calculate_worth(self.base, 0, 0))
            yield from rank_combinations(
                self._group_into_stages(usable), self.budget, depth, hopeless=hopeless, work=work
            )

    def _yield_gap_fillers(self, usable: list[int]) -> Iterator[tuple[int, ...]]:
        """Yield combinations of `usable` candidates that fill gaps, those that fill most first.

        Candidates that fill no gap are left out.
        """
        states = self._compare_gaps(self.base, self.base)
        names = [name for name, state in states.items() if state.before < state.wanted]
        shares = {name: states[name].wanted - states[name].before for name in names}
        stages = []
        for stage in self._group_into_stages(usable):
            parts = [
                GapChoice(choice.cost, self._count_filled_gaps(choice, names), choice.members)
                for choice in stage[1:]
            ]
            if any(any(part.counts) for part in parts):
                stages.append(parts)
        worth = [SHARE // states[name].wanted for name in names]
        yield from rank_by_gaps(stages, tuple(shares.values()), worth, self.budget)

    def _count_filled_gaps(self, choice: Choice, names: list[str]) -> tuple[int, ...]:
        """Return by how much `choice` raises the count of each of the gaps `names`."""
        after = self.measurer.measure_army(self.candidates[choice.members[-1]].after)
        return tuple(
            max(0, after.gaps.get(name, 0) - self.base.gaps.get(name, 0)) for name in names
        )

    def _find_illegal_subset(self, members: tuple[int, ...]) -> frozenset[int]:
        """Return an illegal part, as small as possible, of the illegal combination `members`.

        Each member is left out in turn, the last bought first, because it most likely was only
        bought along with the others. It stops shrinking when MOST_TRIED combinations were checked.
        """
        remaining = list(members)
        for last in sorted(
            members, reverse=True
        ):  # what is bought last is most likely only bought along
            fewer = tuple(place for place in remaining if place != last)
            if fewer and self.tried < MOST_TRIED and self._judge_combination(fewer) is None:
                remaining = list(fewer)
        return frozenset(remaining)

    def _group_into_stages(self, usable: range | list[int]) -> list[list[Choice]]:
        """Return a list of choices for each slot: nothing, or a candidate with what it requires.

        For copies of one unit the choices are the first copy, the first two copies and so on.
        """
        slots: dict[tuple[object, ...], list[int]] = {}
        for place in usable:
            slots.setdefault(self.stage_of.get(place, self.candidates[place].slot), []).append(
                place
            )
        nothing = Choice(0, (0,) * len(self._calculate_worth(self.base, 0, 0)))
        stages = []
        for places in slots.values():
            chains = [self._list_required_candidates(place, places) for place in places]
            stages.append([nothing, *(self._make_choice(chain) for chain in chains)])
        return stages

    def _list_required_candidates(self, place: int, places: list[int]) -> list[int]:
        """Return `place` with the earlier copies of the same unit, which have to be bought first.

        `places`: the candidates to look among. Only units have such copies; for any other candidate
        the result is `place` alone.
        """
        candidate = self.candidates[place]
        if candidate.what != "unit":
            return [place]
        return [
            earlier
            for earlier in places
            if earlier <= place and self.candidates[earlier].slot == candidate.slot
        ]

    def _make_choice(self, chain: list[int]) -> Choice:
        """Return the choice to buy all candidates of `chain`, with its cost and worth.

        The cost is the sum of the candidates' costs. If all combinations are tried (few
        candidates), it is the sum of their least costs, because other purchases may change the
        rest.
        """
        cost = sum(self.candidates[place].cost for place in chain)
        after = self.measurer.measure_army(self.candidates[chain[-1]].after)
        least = sum(self.candidates[place].least for place in chain) if self.few else cost
        return Choice(least, self._calculate_worth(after, cost, len(chain)), tuple(chain))

    # --- one way ---

    def _judge_combination(self, members: tuple[int, ...]) -> Spending | None:
        """Return the way that buys `members`; None if it is illegal, too dear or short of models.

        Each combination is checked once, and the result is kept in `judged`.
        """
        chosen = frozenset(members)
        if chosen not in self.judged:
            self.tried += 1
            self.judged[chosen] = self._check_combination(members)
        return self.judged[chosen]

    def _check_combination(self, members: tuple[int, ...]) -> Spending | None:
        """Check the combination `members`; return the way that buys it, or None if impossible.

        It isn't possible if the roster is not legal afterwards, if it costs more than the budget,
        if a unit could not be added, or if it needs more models that are not owned than the list
        did before.
        """
        candidates = [self.candidates[place] for place in sorted(members)]
        after = self._apply_candidates(tuple(sorted(members)))
        army = after.army
        if army is None or after.verdict != "legal":
            return None
        spent = army.points - self.army.points if army.counts_points else 0
        if spent > self.budget or len(army.units) < len(self.army.units) + sum(
            bool(candidate.offer) for candidate in candidates
        ):
            return None
        if self.owned is not None and self._count_missing_models(army) > self.missing:
            return None
        measured = self.measurer.measure_army(after)
        states = self._compare_gaps(self.base, measured)
        return Spending(
            members=tuple(candidates),
            after=after,
            spent=spent,
            left=self.budget - spent,
            gained=_measure_gain(measured, self.base),
            gaps={
                name: state
                for name, state in states.items()
                if min(state.after, state.wanted) > min(state.before, state.wanted)
            },
            worth=self._calculate_worth(measured, spent, len(candidates)),
        )

    def _apply_candidates(self, members: tuple[int, ...]) -> Position:
        """Return the roster after adding the candidates at the indexes `members`, in this order.

        Combinations that begin with the same candidates share the roster made for that beginning.
        """
        if len(members) == 1 and self.candidates[members[0]].number == 1:
            return self.candidates[members[0]].after
        if not members:
            return self.position
        if members not in self.made:
            *before, last = (self.candidates[place] for place in members)
            self.made[members] = apply_candidate(
                self._apply_candidates(members[:-1]), last, before, self.again
            )
        return self.made[members]

    def _count_missing_models(self, army: Army) -> int:
        """Return how many models of `army` the collection lacks; 0 if there is no collection."""
        if self.owned is None:
            return 0
        return sum(need.missing for need in list_needs(army, self.owned))

    def _compare_gaps(self, before: Measure, after: Measure) -> dict[str, GapState]:
        """Return, by the gap's name, its count in `before` and in `after`, and the count wanted.

        Empty until `run_search` has set what is wanted.
        """
        wanted = getattr(self, "wanted", {})
        return {
            name: GapState(
                before=before.gaps.get(name, 0), after=after.gaps.get(name, 0), wanted=count
            )
            for name, count in wanted.items()
        }

    def _calculate_worth(self, after: Measure, spent: int, purchases: int) -> Worth:
        """Return what a purchase is ranked by, as a tuple of numbers; more is better.

        First comes what the `purpose` of the search counts: models, wounds, control or filled gaps
        gained. Then come the points `spent`, then fewer `purchases`. `after`: the counts of the
        army with the purchase.
        """
        if self.purpose == "closest":
            first = () if self.army.counts_points else (after.models - self.base.models,)
        elif self.purpose == "gaps":
            first = (self._score_filled_gaps(after),)
        else:
            first = (getattr(after, self.purpose) - getattr(self.base, self.purpose),)
        return (*first, spent, -purchases)

    def _score_filled_gaps(self, after: Measure) -> int:
        """Return how much closer `after` is to the wanted counts; every gap weighs the same.

        A gap that is filled altogether scores SHARE. More than is wanted scores nothing.
        """
        return sum(
            (min(state.after, state.wanted) - min(state.before, state.wanted))
            * (SHARE // state.wanted)
            for state in self._compare_gaps(self.base, after).values()
        )


def _map_error_excess(position: Position) -> dict[Hashable, int]:
    """Return by how much each error exceeds its limit, by (what is wrong, with whom)."""
    return {
        (cause.what, cause.whom): cause.excess
        for cause in position.causes
        if cause.severity == "error"
    }


def _merge_same_kinds(ways: list[Spending]) -> list[Spending]:
    """Return the first of `ways` of each kind, the others of that kind merged into it.

    Ways are of one kind if they differ only in which unit gets an enhancement. `instead` of the way
    that is kept names those other units.
    """
    merged: dict[tuple[object, ...], Spending] = {}
    for way in ways:
        known = merged.setdefault(way.kind, way)
        if known is not way:
            here = {candidate.to for candidate in known.members}
            others = [
                candidate.to
                for candidate in way.members
                if candidate.what == "enhancement" and candidate.to not in here
            ]
            merged[way.kind] = msgspec.structs.replace(
                known, instead=tuple(dict.fromkeys([*known.instead, *others]))
            )
    return list(merged.values())


def _get_table_key(candidate: Candidate) -> object:
    """Return a key for the table of enhancements (a field) that `candidate` is chosen from."""
    return (candidate.key, repr(candidate.args))


def _get_enhancement_key(candidate: Candidate) -> object:
    """Return a key for the enhancement of `candidate`, equal whichever unit it is given to."""
    return (candidate.key, candidate.label.args.get("name"))


def _measure_gain(after: Measure, before: Measure) -> Measure:
    """Return the counts of `after` minus those of `before`."""
    gained = {name: count - before.gaps.get(name, 0) for name, count in after.gaps.items()}
    sums = (
        after.models - before.models,
        after.wounds - before.wounds,
        after.control - before.control,
    )
    return Measure(*sums, gained, after.known)
