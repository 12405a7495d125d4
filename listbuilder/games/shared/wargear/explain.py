"""Why a loadout is not legal: which item is one too many or too few, what the limit is and which option sets it.

First every item is held against the most and the least that any legal loadout could carry of it. Where each item
alone would be legal, one rule after the other is left out: the one without which the loadout would be legal is the
cause. Where no single rule explains it the counts do not add up, and a legal loadout near by tells what to change.
Everything said is computed from legal loadouts, so it is true; only the choice of what to say is a choice.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from listbuilder.games.shared.wargear.frame import EVERYTHING, Cell, Frame
from listbuilder.games.shared.wargear.kit import CLIP, FIELD, WIDTH, Bullet, Kit
from listbuilder.games.shared.wargear.limits import Limit, limits_of, without, words
from listbuilder.games.shared.wargear.loadout import Group, Reason, Violation, default_wargear
from listbuilder.games.shared.wargear.nearest import nearest
from listbuilder.games.shared.wargear.solve import most, reach
from listbuilder.model.base import fold
from listbuilder.model.bounds import MAX_GUESSED

Places = list[tuple[int, int]]  # place of the cell in the island, shift of the item


def foreign(kit: Kit, place: int, group: Group, item: str, count: int, *, guess: bool = True) -> Violation:
    """An item this kind of model can never have, or a count below nothing."""
    kind = kit.kinds[fold(group.model)]
    at = kit.index.get(fold(item))
    here = kind.items | kit.kept
    nearby = name = None
    reason: Reason = "unknown_item"
    if at is not None and (kit.carried | kit.kept) >> WIDTH * at & FIELD:
        name = kit.name_at(WIDTH * at)
        reason = "too_few" if here >> WIDTH * at & FIELD else "wrong_model"
    else:
        own = {fold(kit.name_at(s)): kit.name_at(s) for s in kit.items_in(here)}
        found = difflib.get_close_matches(fold(item), own, 1, 0.6) if guess and len(item) <= MAX_GUESSED else []
        nearby = next((own[each] for each in found), None)
    return Violation(
        groups=(place,), model=kind.name, items=(name or item,), given=count, allowed_min=0, allowed_max=0,
        reason=reason, nearest=nearby,
    )  # fmt: skip


def explain(frame: Frame, groups: Sequence[Group], island: list[Cell]) -> list[Violation]:
    """The causes for which these cells cannot reach their targets; at least one."""
    if any(cell.default for cell in island) and most(frame, island, {}) is None:
        island = _spelled(frame, groups, island)
    case = _Case(frame, groups, island)
    return case.too_many() or case.one_rule() or case.too_few() or case.changes([])


def _spelled(frame: Frame, groups: Sequence[Group], island: list[Cell]) -> list[Cell]:
    """The cells with their defaults written out: nothing is legal while they stay untouched."""
    kit = frame.kit
    vectors = [kit.vector(items.items()) for items in default_wargear(kit.sheet, groups)]
    return [msgspec.structs.replace(c, target=vectors[c.group] & c.part.mask, default=False) if c.default else c for c in island]


class _Case:
    def __init__(self, frame: Frame, groups: Sequence[Group], cells: list[Cell]) -> None:
        self.frame = frame
        self.kit = frame.kit
        self.groups = groups
        self.cells = cells
        self.bullets = {b.index: b for c in cells for b in c.part.bullets if c.kind.key in b.kinds}

    @property
    def wanted(self) -> int:
        """The items that are there: enough to see whether a limit is the one in the way."""
        return sum(FIELD << s for s in {shift for _, shift in self.present()})

    # What can be said of an item

    def given(self, places: Places) -> int:
        return sum(self.cells[place].target >> shift & FIELD for place, shift in places)

    def written(self, places: Places) -> int:
        """The same from the roster itself, where vectors hold no more than `CLIP`."""
        given = self.given(places)
        for place, shift in places if given >= CLIP else ():
            items = (self.groups[max(self.cells[place].group, 0)].wargear or {}).items()
            given = max(given, *(n for item, n in items if fold(item) == fold(self.kit.name_at(shift))), 0)
        return given

    def started(self, place: int, shift: int) -> bool:
        return any(bag >> shift & FIELD for bag in self.cells[place].kind.bags.values())

    def present(self) -> Places:
        """Every item that is there, and every item of an option that must be used."""
        must = [b for b in self.bullets.values() if b.option.required]
        return [
            (place, shift)
            for place, cell in enumerate(self.cells)
            if not cell.default
            for shift in self.kit.items_in(cell.part.mask)
            if cell.target >> shift & FIELD or any(_gives(b, shift) for b in must)
        ]

    def extreme(self, places: Places, *, least: bool = False, frame: Frame | None = None) -> int:
        """The most (or least) of these items in any legal loadout."""
        masks: dict[int, int] = {}
        for place, shift in places:
            masks[place] = masks.get(place, 0) | FIELD << shift
        wanted = self.wanted if frame else EVERYTHING
        return most(frame or self.frame, self.cells, masks, least=least, wanted=wanted) or 0

    def legal(self, totals: list[int]) -> bool:
        cells = [msgspec.structs.replace(cell, target=total) for cell, total in zip(self.cells, totals, strict=True)]
        return reach(self.frame, cells) is not None

    # First: items beyond every legal loadout

    def items(self) -> Iterator[tuple[int, int]]:
        for place, cell in enumerate(self.cells):
            for shift in () if cell.default else self.kit.items_in(cell.part.mask):
                yield place, shift

    def too_many(self) -> list[Violation]:
        found: list[Violation] = []
        for spot in self.items():
            given = self.given([spot])
            if given and given > (high := self.extreme([spot])):
                violation = self.beyond([spot], high, least=False)
                found.extend([violation] if violation not in found else [])
        return found and self.changes(found)

    def too_few(self) -> list[Violation]:
        found: list[Violation] = []
        for spot in self.items():
            if self.started(*spot) and self.given([spot]) < (low := self.extreme([spot], least=True)):
                found.append(self.beyond([spot], low, least=True))
        return found

    def beyond(self, places: Places, limit: int, *, least: bool) -> Violation:
        """Too many or too few of these items, and the option that says so."""
        shifts = {shift for _, shift in places}
        near = [b for b in self.bullets.values() if any(b.touched >> s & FIELD for s in shifts)]
        for cause in limits_of(self.frame, near):
            reached = self.extreme(places, least=least, frame=without(self.frame, cause))
            if reached < limit if least else reached > limit:
                if cause.reason in ("too_many", "not_together"):
                    cause = msgspec.structs.replace(cause, reason="too_few" if least else "too_many")
                return self.wider(places, limit, least, cause)
        givers = [b for b in near if any(_gives(b, s) for s in shifts)]
        sole = givers[0] if len(givers) == 1 and not least and not any(self.started(*spot) for spot in places) else None
        return self.report(places, limit, least, "too_few" if least else "too_many", sole, "")

    def wider(self, places: Places, limit: int, least: bool, cause: Limit) -> Violation:
        """For an item that comes with every alternative, the alternatives themselves are named."""
        alternatives = cause.bullet.gains
        if not least and len(alternatives) > 1:
            common = [s for _, s in places if all(gain >> s & FIELD for gain in alternatives)]
            named = [p for p in self.present() if _gives(cause.bullet, p[1]) and p[1] not in common]
            if common and named and self.given(named) > (high := self.extreme(named)):
                return self.report(named, high, False, cause.reason, cause.bullet, cause.rule)
        return self.report(places, limit, least, cause.reason, cause.bullet, cause.rule)

    # Second: one rule in the way

    def one_rule(self) -> list[Violation]:
        """The rule without which this would be legal; of several, the one that is said with the fewest items."""
        best: Violation | None = None
        fallback: Bullet | None = None
        for cause in limits_of(self.frame, self.bullets.values()):
            if reach(without(self.frame, cause), self.cells) is None:
                continue
            fallback = fallback or cause.bullet
            found = self.broken(cause)
            if found and (best is None or len(found.items) < len(best.items)):
                best = found
        if best is None and fallback:
            return self.changes([], fallback)
        return [best] if best else []

    def broken(self, cause: Limit) -> Violation | None:
        bullet, reason = cause.bullet, cause.reason
        for places in self.culprits(cause):
            if not places:
                continue
            high = self.extreme(places)
            if reason in ("all_or_none", "team"):
                return self.report(places, high, False, reason, bullet, cause.rule)
            if reason == "required":
                if self.given(places) < (low := self.extreme(places, least=True)):
                    return self.report(places, low, True, reason, bullet, cause.rule)
            elif self.given(places) > high:
                return self.report(places, high, False, reason, bullet, cause.rule)
        return None

    def culprits(self, cause: Limit) -> Iterator[Places]:
        """Sets of items to name for a rule, the smallest first."""
        handed = [p for p in self.present() if _gives(cause.bullet, p[1])]
        chosen = [p for p in self.present() if not self.started(*p)]
        if cause.reason not in ("required", "team"):
            yield from ([p for p in handed if p[1] == shift] for shift in sorted({shift for _, shift in handed}))
        if cause.reason == "not_together":
            seen = [p for p in self.present() if cause.rule == "model" and p[1] in cause.bullet.lacks]
            yield from ([a, b] for a in handed for b in seen)
            yield from ([a, b] for a, b in combinations(chosen, 2))
            yield from ([a, b] for a in chosen for b in self.present() if self.started(*b))
        yield handed
        yield [p for p in handed if not self.started(*p)]
        yield chosen

    # Third: what a legal loadout near by changes

    def changes(self, known: list[Violation], option: Bullet | None = None) -> list[Violation]:
        """What a legal loadout close to this one changes and `known` does not explain."""
        near = nearest(self.frame, self.cells)
        if near is None:
            return known
        totals, found = near.totals, list(known)
        for place, cell in enumerate(self.cells):
            shifts = () if cell.default else tuple(self.kit.items_in(cell.part.mask))
            gap = Counter({s: (cell.target >> s & FIELD) - (totals[place] >> s & FIELD) for s in shifts})
            more, fewer = +gap, -gap
            swaps = sum(n * self.swap(cell, s) for s, n in more.items())
            for shift in more:
                if not self.explains(known, cell, shift, least=False):
                    found.append(self.off(place, shift, totals, False, option))
            for shift, many in sorted(fewer.items(), key=lambda pair: pair[1]):
                if not self.explains(known, cell, shift, least=True):
                    if swaps < many:
                        found.append(self.off(place, shift, totals, True, option))
                    swaps = max(swaps - many, 0)
        return found

    def explains(self, known: list[Violation], cell: Cell, shift: int, *, least: bool) -> bool:
        """Whether what is known covers this item: it names it, or the option it names hands it out."""
        name = self.kit.name_at(shift)
        for violation in known:
            if name in violation.items and self.home(cell, shift) in violation.groups:
                return True
            if not least and violation.option is not None and _gives(self.bullets[violation.option], shift):
                return True
        return False

    def swap(self, cell: Cell, shift: int) -> int:
        """How many items one such item may stand in the place of."""
        sizes = [1]
        for bullet in self.bullets.values():
            if _gives(bullet, shift):
                sizes.extend(sum(n for _, n in removal.parts) for removal in bullet.removals)
            if _takes(bullet, shift):
                sizes.extend(sum(g >> s & FIELD for s in self.kit.items_in(g)) for g in bullet.gains)
        if cell.part.rows:
            rows = (bag & cell.part.mask for bag in cell.kind.bags.values())
            sizes.extend(sum(row >> s & FIELD for s in self.kit.items_in(row)) for row in rows if row >> shift & FIELD)
        return max(sizes)

    def off(self, place: int, shift: int, totals: list[int], least: bool, option: Bullet | None) -> Violation:
        """An item that does not fit the rest: the counts nearest to it that would, all else as in the legal `totals`."""
        cell, high, kept = self.cells[place], self.extreme([(place, shift)]), totals[place]
        low = last = kept >> shift & FIELD
        for end, step in ((-1, -1), (high + 1, 1)):
            for count in range((kept >> shift & FIELD) + step, end, step):
                if not self.legal([_with(kept, shift, count) if i == place else t for i, t in enumerate(totals)]):
                    break
                low, last = min(low, count), max(last, count)
        option = option if option and option.touched >> shift & FIELD else self.behind(cell, shift, least)
        found = self.report([(place, shift)], last, False, "too_few" if least else "too_many", option, "")
        return msgspec.structs.replace(found, allowed_min=low, rest=True)

    def behind(self, cell: Cell, shift: int, least: bool) -> Bullet | None:
        """The option that explains why an item does not fit the rest: it replaced the item, or it gives it."""
        for bullet in self.bullets.values() if not least else ():
            others = [s for gain in bullet.gains for s in self.kit.items_in(gain) if s != shift]
            if _takes(bullet, shift) and any(cell.target >> s & FIELD for s in others):
                return bullet
        return next((b for b in self.bullets.values() if _gives(b, shift)), None)

    def report(self, places: Places, limit: int, least: bool, reason: Reason, bullet: Bullet | None, rule: str) -> Violation:
        """`limit` is the most allowed, or with `least` the least; the other end is looked up."""
        homes = dict.fromkeys(self.home(self.cells[place], shift) for place, shift in places)
        other = self.extreme(places, least=not least)
        return Violation(
            groups=tuple(homes), model=self.cells[places[0][0]].kind.name,
            items=tuple(dict.fromkeys(self.kit.name_at(shift) for _, shift in places)), given=self.written(places),
            allowed_min=limit if least else other, allowed_max=other if least else limit, reason=reason,
            option=bullet.index if bullet else None, args=words(self.frame, bullet, rule) if bullet else {},
        )  # fmt: skip

    def home(self, cell: Cell, shift: int) -> int:
        """The group an item is written in; what the unit keeps may be written in any."""
        if cell.group >= 0:
            return cell.group
        name = fold(self.kit.name_at(shift))
        return next((i for i, g in enumerate(self.groups) if any(fold(w) == name for w in g.wargear or ())), 0)


def _gives(bullet: Bullet, shift: int) -> bool:
    return any(gain >> shift & FIELD for gain in bullet.gains)


def _takes(bullet: Bullet, shift: int) -> bool:
    return any(s == shift for removal in bullet.removals for s, _ in removal.parts)


def _with(total: int, shift: int, count: int) -> int:
    return total & ~(FIELD << shift) | count << shift
