"""The reasons why a loadout is not legal.

A reason says which item is one too many or too few, what the limit is and which option sets it.

First every item is held against the most and the least that any legal loadout could carry of it.
Where each item alone would be legal, one rule after the other is left out: the one without which
the loadout would be legal is the cause. Where no single rule explains it the counts do not add up,
and a legal loadout near by tells what to change. Everything said is computed from legal loadouts,
so it is true; only the choice of what to say is a choice.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from listbuilder.model.base import fold
from listbuilder.model.limits import MAX_GUESSED
from listbuilder.wargear.composition import EVERYTHING, Cell, Frame
from listbuilder.wargear.encode import CLIP, FIELD, WIDTH, Bullet, Kit
from listbuilder.wargear.limits import Limit, list_limits, make_sentence_args, omit_limit
from listbuilder.wargear.loadout import Group, Reason, Violation, get_default_wargear
from listbuilder.wargear.nearest import find_nearest
from listbuilder.wargear.solve import find_assignment, find_extreme_count

Places = list[tuple[int, int]]  # place of the cell in the island, shift of the item


def make_foreign_violation(
    kit: Kit, place: int, group: Group, item: str, count: int, *, guess: bool = True
) -> Violation:
    """Return the violation for an item that the group can never have, or a negative count.

    `place` is the place of `group` among the groups. An item that another kind of model may carry
    is named as in the data. For an unknown item, `guess` says whether the nearest name is looked
    for.
    """
    kind = kit.kinds[fold(group.model)]
    index = kit.index.get(fold(item))
    here = kind.items | kit.kept
    nearby = name = None
    reason: Reason = "unknown_item"
    if index is not None and (kit.carried | kit.kept) >> WIDTH * index & FIELD:
        name = kit.get_item_name(WIDTH * index)
        reason = "too_few" if here >> WIDTH * index & FIELD else "wrong_model"
    else:
        own = {fold(kit.get_item_name(s)): kit.get_item_name(s) for s in kit.list_item_shifts(here)}
        if guess and len(item) <= MAX_GUESSED:
            for match in difflib.get_close_matches(fold(item), own, 1, 0.6):
                nearby = own[match]
    return Violation(
        groups=(place,),
        model=kind.name,
        items=(name or item,),
        given=count,
        allowed_min=0,
        allowed_max=0,
        reason=reason,
        nearest=nearby,
    )


def explain_island(frame: Frame, groups: Sequence[Group], island: list[Cell]) -> list[Violation]:
    """Return the violations that say why the cells of `island` cannot reach their targets.

    A cell is the models of one group in one part of their wargear; an island is cells that depend
    on each other. There is at least one violation if any loadout of these cells is legal.
    """
    if any(cell.default for cell in island) and find_extreme_count(frame, island, {}) is None:
        island = _spell_out_defaults(frame, groups, island)
    case = _Explainer(frame, groups, island)
    return (
        case.find_too_many()
        or case.find_broken_rule()
        or case.find_too_few()
        or case.find_changes([])
    )


def _spell_out_defaults(frame: Frame, groups: Sequence[Group], island: list[Cell]) -> list[Cell]:
    """Return the cells with the default wargear as target of those that had no target.

    It is for islands in which nothing is legal while the default wargear stays untouched: so what
    is wrong with the defaults can be explained as well.
    """
    kit = frame.kit
    vectors = [kit.make_vector(items.items()) for items in get_default_wargear(kit.sheet, groups)]
    cells = []
    for cell in island:
        if cell.default:
            target = vectors[cell.group] & cell.part.mask
            cell = msgspec.structs.replace(cell, target=target, default=False)
        cells.append(cell)
    return cells


class _Explainer:
    """The explanation of a set of cells that cannot reach their targets.

    A cell is the models of one group in one part of their wargear. `Places` are pairs of a cell's
    place in the list and the shift of an item.
    """

    def __init__(self, frame: Frame, groups: Sequence[Group], cells: list[Cell]) -> None:
        self.frame = frame
        self.kit = frame.kit
        self.groups = groups
        self.cells = cells
        self.bullets = {b.index: b for c in cells for b in c.part.bullets if c.kind.key in b.kinds}

    @property
    def wanted(self) -> int:
        """The field mask of the items that the unit has or must get.

        A search that looks at these items alone is enough to see whether a certain limit is in the
        way.
        """
        return sum(FIELD << s for s in {shift for _, shift in self.list_present()})

    # What can be said of an item

    def sum_given(self, places: Places) -> int:
        """Return how many items at `places` the unit has, by the targets of the cells.

        The targets hold at most `CLIP` of one item; see `count_written`.
        """
        return sum(self.cells[place].target >> shift & FIELD for place, shift in places)

    def count_written(self, places: Places) -> int:
        """Return how many items at `places` the roster gives, also more than vectors can hold.

        Targets hold at most `CLIP` of an item. If that is reached, the largest count that a group
        gives for one of the items is returned.
        """
        given = self.sum_given(places)
        if given < CLIP:
            return given
        for place, shift in places:
            name = fold(self.kit.get_item_name(shift))
            wargear = self.groups[max(self.cells[place].group, 0)].wargear or {}
            for item, count in wargear.items():
                if fold(item) == name:
                    given = max(given, count)
        return given

    def has_by_default(self, place: int, shift: int) -> bool:
        """Return whether a model of the cell at `place` may have the item at `shift` by default."""
        return any(bag >> shift & FIELD for bag in self.cells[place].kind.bags.values())

    def list_present(self) -> Places:
        """Return the items that the unit has, and those that an option gives which must be used.

        Each is a pair: the place of the cell, and the shift of the item.
        """
        must = [b for b in self.bullets.values() if b.option.required]
        present: Places = []
        for place, shift in self.list_all_items():
            is_given = self.cells[place].target >> shift & FIELD
            if is_given or any(_may_give(b, shift) for b in must):
                present.append((place, shift))
        return present

    def find_extreme(
        self, places: Places, *, least: bool = False, frame: Frame | None = None
    ) -> int:
        """Return the largest number of the items at `places` in any legal loadout; else 0.

        It is 0 if no loadout is legal. With `least`, the smallest number is returned. `frame` is
        the unit with a rule left out: then only the items that the unit has are looked at, which is
        enough to see whether that rule is in the way.
        """
        masks: dict[int, int] = {}
        for place, shift in places:
            masks[place] = masks.get(place, 0) | FIELD << shift
        wanted = self.wanted if frame else EVERYTHING
        return (
            find_extreme_count(frame or self.frame, self.cells, masks, least=least, wanted=wanted)
            or 0
        )

    def is_legal(self, totals: list[int]) -> bool:
        """Return whether the cells could have exactly `totals`, the vector of each cell's items."""
        cells = [
            msgspec.structs.replace(cell, target=total)
            for cell, total in zip(self.cells, totals, strict=True)
        ]
        return find_assignment(self.frame, cells) is not None

    # First: items beyond every legal loadout

    def list_all_items(self) -> Iterator[tuple[int, int]]:
        """Yield the place of the cell and the shift of the item, for all items of the cells.

        Cells that keep their default wargear are left out.
        """
        for place, cell in enumerate(self.cells):
            if not cell.default:
                for shift in self.kit.list_item_shifts(cell.part.mask):
                    yield place, shift

    def find_too_many(self) -> list[Violation]:
        """Return the violations of items of which the unit has more than any legal loadout.

        If there are any, the further changes follow that a legal loadout near by would need and
        that these violations do not explain. Empty if no item is too many by itself.
        """
        violations: list[Violation] = []
        for spot in self.list_all_items():
            given = self.sum_given([spot])
            high = self.find_extreme([spot]) if given else 0
            if given > high:
                violation = self.report_beyond_limit([spot], high, least=False)
                if violation not in violations:
                    violations.append(violation)
        return self.find_changes(violations) if violations else []

    def find_too_few(self) -> list[Violation]:
        """Return the violations of default items with fewer than any legal loadout has."""
        violations: list[Violation] = []
        for spot in self.list_all_items():
            if not self.has_by_default(*spot):
                continue
            low = self.find_extreme([spot], least=True)
            if self.sum_given([spot]) < low:
                violations.append(self.report_beyond_limit([spot], low, least=True))
        return violations

    def report_beyond_limit(self, places: Places, limit: int, *, least: bool) -> Violation:
        """Return the violation for too many of the items at `places`, or with `least` for too few.

        `limit` is the most (or least) that is legal. The violation names the option whose rule sets
        that limit: the first rule without which more (or fewer) would be legal. If no single rule
        does, it names the only option that gives the items, or no option.
        """
        shifts = {shift for _, shift in places}
        near = [b for b in self.bullets.values() if any(b.touched >> s & FIELD for s in shifts)]
        reason: Reason = "too_few" if least else "too_many"
        for cause in list_limits(self.frame, near):
            reached = self.find_extreme(places, least=least, frame=omit_limit(self.frame, cause))
            is_cause = reached < limit if least else reached > limit
            if is_cause:
                if cause.reason in ("too_many", "not_together"):
                    cause = msgspec.structs.replace(cause, reason=reason)
                return self.report_alternatives(places, limit, least, cause)
        sole = None
        if not least and not any(self.has_by_default(*spot) for spot in places):
            givers = [b for b in near if any(_may_give(b, s) for s in shifts)]
            sole = givers[0] if len(givers) == 1 else None
        return self.make_violation(places, limit, least, reason, sole, "")

    def report_alternatives(
        self, places: Places, limit: int, least: bool, cause: Limit
    ) -> Violation:
        """Return the violation of the rule `cause`, about its alternatives or else `places`.

        If too many of an item are there that every alternative of the option gives, the item that
        tells the alternatives apart is the better one to name. So the violation then names the
        items of the alternatives, if there are too many of them.
        """
        alternatives = cause.bullet.gains
        if not least and len(alternatives) > 1:
            common = [s for _, s in places if all(gain >> s & FIELD for gain in alternatives)]
            alternative_places = [
                p
                for p in self.list_present()
                if _may_give(cause.bullet, p[1]) and p[1] not in common
            ]
            if common and alternative_places:
                high = self.find_extreme(alternative_places)
                if self.sum_given(alternative_places) > high:
                    return self.make_violation(
                        alternative_places, high, False, cause.reason, cause.bullet, cause.rule
                    )
        return self.make_violation(places, limit, least, cause.reason, cause.bullet, cause.rule)

    # Second: one rule in the way

    def find_broken_rule(self) -> list[Violation]:
        """Return the violation of the one rule without which the loadout would be legal; else
        empty.

        Of several such rules, the one that names the fewest items counts. If no such rule can name
        items, the changes to a legal loadout are returned.
        """
        best: Violation | None = None
        fallback: Bullet | None = None
        for cause in list_limits(self.frame, self.bullets.values()):
            if find_assignment(omit_limit(self.frame, cause), self.cells) is None:
                continue
            fallback = fallback or cause.bullet
            violation = self.report_rule(cause)
            if violation and (best is None or len(violation.items) < len(best.items)):
                best = violation
        if best is None and fallback:
            return self.find_changes([], fallback)
        return [best] if best else []

    def report_rule(self, cause: Limit) -> Violation | None:
        """Return the violation of the rule `cause` for the first items that break it, or None.

        The sets of items are tried in the order of `list_culprits`. None: no set of items breaks
        the rule by its number.
        """
        bullet, reason = cause.bullet, cause.reason
        for places in self.list_culprits(cause):
            if not places:
                continue
            high = self.find_extreme(places)
            if reason in ("all_or_none", "team"):
                return self.make_violation(places, high, False, reason, bullet, cause.rule)
            if reason == "required":
                low = self.find_extreme(places, least=True)
                if self.sum_given(places) < low:
                    return self.make_violation(places, low, True, reason, bullet, cause.rule)
            elif self.sum_given(places) > high:
                return self.make_violation(places, high, False, reason, bullet, cause.rule)
        return None

    def list_culprits(self, cause: Limit) -> Iterator[Places]:
        """Yield sets of items that can be named as breaking the rule `cause`, smallest first.

        For rules on what may not be together, these include pairs of items. A set may be empty.
        """
        handed = [p for p in self.list_present() if _may_give(cause.bullet, p[1])]
        chosen = [p for p in self.list_present() if not self.has_by_default(*p)]
        if cause.reason not in ("required", "team"):
            yield from (
                [p for p in handed if p[1] == shift]
                for shift in sorted({shift for _, shift in handed})
            )
        if cause.reason == "not_together":
            seen = [
                p
                for p in self.list_present()
                if cause.rule == "model" and p[1] in cause.bullet.lacks
            ]
            yield from ([a, b] for a in handed for b in seen)
            yield from ([a, b] for a, b in combinations(chosen, 2))
            by_default = [p for p in self.list_present() if self.has_by_default(*p)]
            yield from ([a, b] for a in chosen for b in by_default)
        yield handed
        yield [p for p in handed if not self.has_by_default(*p)]
        yield chosen

    # Third: what a legal loadout near by changes

    def find_changes(self, known: list[Violation], option: Bullet | None = None) -> list[Violation]:
        """Return `known` and violations for the further changes to a legal loadout near by.

        Changes that a violation in `known` explains are left out, and so are missing items that
        others may simply have replaced. `option` is the option to name in the violations, where it
        touches the item. `known` alone is returned if no legal loadout is found.
        """
        near = find_nearest(self.frame, self.cells)
        if near is None:
            return known
        totals, violations = near.totals, list(known)
        for place, cell in enumerate(self.cells):
            shifts = () if cell.default else tuple(self.kit.list_item_shifts(cell.part.mask))
            gap = Counter(
                {s: (cell.target >> s & FIELD) - (totals[place] >> s & FIELD) for s in shifts}
            )
            more, fewer = +gap, -gap
            swaps = sum(n * self.count_swapped(cell, s) for s, n in more.items())
            for shift in more:
                if not self.is_explained(known, cell, shift, least=False):
                    violations.append(self.report_misfit(place, shift, totals, False, option))
            for shift, many in sorted(fewer.items(), key=lambda pair: pair[1]):
                if not self.is_explained(known, cell, shift, least=True):
                    if swaps < many:
                        violations.append(self.report_misfit(place, shift, totals, True, option))
                    swaps = max(swaps - many, 0)
        return violations

    def is_explained(self, known: list[Violation], cell: Cell, shift: int, *, least: bool) -> bool:
        """Return whether `known` explains the item at `shift`: by its name or by its option.

        The option counts only where the item is too many: with `least` (too few), only the name
        counts.
        """
        name = self.kit.get_item_name(shift)
        for violation in known:
            if name in violation.items and self.find_group(cell, shift) in violation.groups:
                return True
            if (
                not least
                and violation.option is not None
                and _may_give(self.bullets[violation.option], shift)
            ):
                return True
        return False

    def count_swapped(self, cell: Cell, shift: int) -> int:
        """Return how many other items an item at `shift` may have replaced, at most; 1 at least.

        Counted are what the options remove or give for the item, and the default items of models
        that start with it.
        """
        sizes = [1]
        for bullet in self.bullets.values():
            if _may_give(bullet, shift):
                sizes.extend(sum(n for _, n in removal.parts) for removal in bullet.removals)
            if _may_take(bullet, shift):
                sizes.extend(
                    sum(g >> s & FIELD for s in self.kit.list_item_shifts(g)) for g in bullet.gains
                )
        if cell.part.rows:
            rows = (bag & cell.part.mask for bag in cell.kind.bags.values())
            sizes.extend(
                sum(row >> s & FIELD for s in self.kit.list_item_shifts(row))
                for row in rows
                if row >> shift & FIELD
            )
        return max(sizes)

    def report_misfit(
        self, place: int, shift: int, totals: list[int], least: bool, option: Bullet | None
    ) -> Violation:
        """Return the violation for an item that doesn't fit the rest, with the nearest counts.

        `totals` is a legal loadout; all other items stay as they are in it, and the count of this
        item is moved up and down while that stays legal. `least`: too few of the item are there.
        `option` is named if it touches the item, otherwise the option that explains the item.
        """
        cell, high, kept = self.cells[place], self.find_extreme([(place, shift)]), totals[place]
        low = high_count = kept >> shift & FIELD
        for end, step in ((-1, -1), (high + 1, 1)):
            for count in range((kept >> shift & FIELD) + step, end, step):
                trial = list(totals)
                trial[place] = kept & ~(FIELD << shift) | count << shift
                if not self.is_legal(trial):
                    break
                low, high_count = min(low, count), max(high_count, count)
        if option is None or not option.touched >> shift & FIELD:
            option = self.find_explaining_option(cell, shift, least)
        reason: Reason = "too_few" if least else "too_many"
        violation = self.make_violation([(place, shift)], high_count, False, reason, option, "")
        return msgspec.structs.replace(violation, allowed_min=low, rest=True)

    def find_explaining_option(self, cell: Cell, shift: int, least: bool) -> Bullet | None:
        """Return the option that explains why the item at `shift` does not fit the rest, or None.

        That is an option which may have replaced the item, as the cell has something the option
        gives. Otherwise, and always with `least` (too few), it is the first option that gives the
        item.
        """
        for bullet in self.bullets.values():
            if least or not _may_take(bullet, shift):
                continue
            given = {s for gain in bullet.gains for s in self.kit.list_item_shifts(gain)}
            if any(cell.target >> s & FIELD for s in given - {shift}):
                return bullet
        return next((b for b in self.bullets.values() if _may_give(b, shift)), None)

    def make_violation(
        self,
        places: Places,
        limit: int,
        least: bool,
        reason: Reason,
        bullet: Bullet | None,
        rule: str,
    ) -> Violation:
        """Return the violation for the items at `places`.

        `limit` is the most that is allowed, or with `least` the least; the other end is looked up.
        `bullet` is the option to name (None: none), and `rule` is the option's rule whose numbers
        are filled into the sentence.
        """
        homes = dict.fromkeys(self.find_group(self.cells[place], shift) for place, shift in places)
        other_end = self.find_extreme(places, least=not least)
        return Violation(
            groups=tuple(homes),
            model=self.cells[places[0][0]].kind.name,
            items=tuple(dict.fromkeys(self.kit.get_item_name(shift) for _, shift in places)),
            given=self.count_written(places),
            allowed_min=limit if least else other_end,
            allowed_max=other_end if least else limit,
            reason=reason,
            option=bullet.index if bullet else None,
            args=make_sentence_args(self.frame, bullet, rule) if bullet else {},
        )

    def find_group(self, cell: Cell, shift: int) -> int:
        """Return the place of the group in which the item at `shift` of `cell` is written.

        Items that the unit keeps once may be written in any group: it is the first group that lists
        the item, or 0.
        """
        if cell.group >= 0:
            return cell.group
        name = fold(self.kit.get_item_name(shift))
        for place, group in enumerate(self.groups):
            if any(fold(item) == name for item in group.wargear or ()):
                return place
        return 0


def _may_give(bullet: Bullet, shift: int) -> bool:
    """Return whether an alternative of the option gives the item at `shift`."""
    return any(gain >> shift & FIELD for gain in bullet.gains)


def _may_take(bullet: Bullet, shift: int) -> bool:
    """Return whether the option `bullet` can remove the item at `shift`."""
    return any(s == shift for removal in bullet.removals for s, _ in removal.parts)
