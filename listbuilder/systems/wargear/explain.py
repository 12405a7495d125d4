"""Why a loadout is not legal: which item is one too many or too few, what the limit is and which option sets it.

First every item is held against the most and the least that any legal loadout could carry of it. Where each item
alone would be legal, one rule after the other is left out: the one without which the loadout would be legal is the
cause. Where no single rule explains it the counts do not add up, and the nearest legal loadout tells what to change.
Everything said is computed from legal loadouts, so it is true; only the choice of words is a choice.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from itertools import combinations

from listbuilder.model.base import fold
from listbuilder.systems.wargear.frame import Cell, Frame
from listbuilder.systems.wargear.kit import FIELD, UNIT, WIDTH, Bullet, Kit
from listbuilder.systems.wargear.loadout import Group, Reason, Violation
from listbuilder.systems.wargear.nearest import nearest
from listbuilder.systems.wargear.solve import most, reach

Places = list[tuple[int, int]]  # place of the cell in the island, shift of the item
Rule = tuple[Reason, str, Bullet]


def foreign(kit: Kit, place: int, group: Group, item: str, count: int) -> Violation:
    """An item this kind of model can never have, or a count below nothing."""
    kind = kit.kinds[fold(group.model)]
    at = kit.index.get(fold(item))
    known = at is not None and bool((kit.carried | kit.kept) >> WIDTH * at & FIELD)
    reason: Reason = "wrong_model" if known else "unknown_item"
    nearby = None
    if known and at is not None and (kind.items | kit.kept) >> WIDTH * at & FIELD:
        reason = "too_few"
    elif not known:
        own = {fold(kit.name_at(s)): kit.name_at(s) for s in kit.items_in(kind.items | kit.kept)}
        found = difflib.get_close_matches(fold(item), own, 1, 0.6)
        nearby = own[found[0]] if found else None
    return Violation(
        groups=(place,), model=kind.name, items=(kit.name_at(WIDTH * at) if known and at is not None else item,),
        given=count, allowed_min=0, allowed_max=0, reason=reason, nearest=nearby,
    )  # fmt: skip


def explain(frame: Frame, groups: Sequence[Group], island: list[Cell]) -> list[Violation]:
    """The causes for which these cells cannot reach their targets; at least one."""
    case = _Case(frame, groups, island)
    found = case.single_items()
    if not found:
        found = case.one_rule()
    return found or case.changes([])


class _Case:
    def __init__(self, frame: Frame, groups: Sequence[Group], cells: list[Cell]) -> None:
        self.frame = frame
        self.groups = groups
        self.cells = cells
        self.bullets = {b.index: b for c in cells for b in c.part.bullets if c.kind.key in b.kinds}

    def single_items(self) -> list[Violation]:
        """Items beyond what any legal loadout carries, and what they leave unexplained."""
        found: list[Violation] = []
        for place, cell in enumerate(self.cells):
            own = 0
            for bag in cell.kind.bags.values():
                own |= bag
            for shift in () if cell.default else self.frame.kit.items_in(cell.part.mask):
                given = cell.target >> shift & FIELD
                if given and given > (high := self.extreme([(place, shift)])):
                    found.append(self.beyond([(place, shift)], given, high, least=False))
                elif own >> shift & FIELD and given < (low := self.extreme([(place, shift)], least=True)):
                    found.append(self.beyond([(place, shift)], given, low, least=True))
        return found and self.changes(found)

    def extreme(self, places: Places, *, least: bool = False, frame: Frame | None = None) -> int:
        masks = [0] * len(self.cells)
        for place, shift in places:
            masks[place] |= FIELD << shift
        wanted = sum(set(masks)) if frame else -1
        found = most(frame or self.frame, self.cells, masks, least=least, wanted=wanted)
        return found or 0

    def relaxed(self, rule: str, index: int) -> Frame:
        counts = {key: n for key, n in self.frame.counts.items() if key != UNIT}
        return Frame(self.frame.kit, counts, frozenset({(rule, index)}))

    def beyond(self, places: Places, given: int, limit: int, *, least: bool) -> Violation:
        """Too many or too few of these items, and the option that says so."""
        shifts = {shift for _, shift in places}
        near = [b for b in self.bullets.values() if any(b.touched >> s & FIELD for s in shifts)]
        for reason, rule, bullet in self.rules(near):
            frame = self.relaxed(rule, self.rule_key(rule, bullet))
            reached = self.extreme(places, least=least, frame=frame)
            if reached < limit if least else reached > limit:
                if reason not in ("unit_size", "required"):
                    reason = "too_few" if least else "too_many"
                return self.report(places, given, limit, least, reason, bullet, rule)
        givers = [b for b in near if any(gain >> s & FIELD for gain in b.gains for s in shifts)]
        started = any(bag >> s & FIELD for p, s in places for bag in self.cells[p].kind.bags.values())
        sole = givers[0] if len(givers) == 1 and not started and not least else None
        return self.report(places, given, limit, least, "too_few" if least else "too_many", sole, "")

    def one_rule(self) -> list[Violation]:
        """The one rule without which this would be legal."""
        for reason, rule, bullet in self.rules(list(self.bullets.values())):
            if reach(self.relaxed(rule, self.rule_key(rule, bullet)), self.cells) is None:
                continue
            for places in self.culprits(reason, bullet):
                given = sum(self.cells[place].target >> shift & FIELD for place, shift in places)
                high = self.extreme(places)
                if given > high and reason not in ("all_or_none", "team", "required"):
                    return [self.report(places, given, high, False, reason, bullet, rule)]
                low = self.extreme(places, least=True)
                if given < low and reason == "required":
                    return [self.report(places, given, low, True, reason, bullet, rule)]
                if reason in ("all_or_none", "team"):
                    return [self.report(places, given, high, False, reason, bullet, rule, low)]
            return self.changes([], bullet)
        return []

    def culprits(self, reason: Reason, bullet: Bullet) -> Iterator[Places]:
        """Sets of items to name for a rule, the smallest first."""
        handed = [p for p in self.present(every=reason == "required") if self.given_by(bullet, p[1])]
        chosen = [p for p in self.present() if not self.started(*p)]
        shifts = sorted({shift for _, shift in handed})
        if reason != "required":
            for shift in shifts:
                yield [p for p in handed if p[1] == shift]
        if reason == "not_together":
            for a, b in combinations(chosen, 2):
                yield [a, b]
        yield handed
        yield [p for p in handed if not self.started(*p)]
        yield chosen

    def present(self, *, every: bool = False) -> Places:
        return [
            (place, shift)
            for place, cell in enumerate(self.cells)
            if not cell.default
            for shift in self.frame.kit.items_in(cell.part.mask)
            if every or cell.target >> shift & FIELD
        ]

    def started(self, place: int, shift: int) -> bool:
        return any(bag >> shift & FIELD for bag in self.cells[place].kind.bags.values())

    def given_by(self, bullet: Bullet, shift: int) -> bool:
        return any(gain >> shift & FIELD for gain in bullet.gains)

    def rules(self, bullets: list[Bullet]) -> Iterator[Rule]:
        """Every rule of these options that could stand in the way here, the plainest first."""
        usable, limits, scopes = self.frame.usable, self.frame.limits, self.frame.scopes
        limited = [(b, limits[b.index]) for b in bullets]
        there = [b for b in bullets if b.index in usable]
        yield from (
            ("too_many", "count", b)
            for b, limit in limited
            if limit is not None and (limit < scopes[b.index] or UNIT in b.kinds)
        )
        yield from (("too_many", "each_max", b) for b in there if b.option.each_max)
        yield from (("too_many", "shared", b) for b in there if b.shared is not None)
        yield from (("unit_size", "size", b) for b in bullets if b.option.models and b.option.models.unit_size)
        yield from (("all_or_none", "all", b) for b in there if b.every)
        yield from (("team", "team", b) for b in there if b.option.all_or_none)
        yield from (("required", "required", b) for b in there if b.option.required)
        yield from (("not_together", "pair", b) for b in there if b.pair)
        yield from (("not_together", "model", b) for b in there if self.conditional(b))
        yield from (("not_together", "limits", b) for b in there if self.bounded(b))
        yield from (("too_many", "pick", b) for b in there if self.plain(b))

    def conditional(self, b: Bullet) -> bool:
        return bool(b.has or b.has_any or b.lacks or b.group or any(o.locks for o in self.bullets.values()))

    def plain(self, b: Bullet) -> bool:
        """One use takes one choice of alternatives, so that the number of picks is a limit of its own."""
        return not (b.option.each or b.per_item is not None or UNIT in b.kinds)

    def bounded(self, b: Bullet) -> bool:
        return bool(b.limits or b.excludes or b.option.pistol_rule)

    def rule_key(self, rule: str, bullet: Bullet) -> int:
        if rule == "shared":
            return bullet.shared or 0
        return 0 if rule == "limits" else bullet.index

    def changes(self, known: list[Violation], option: Bullet | None = None) -> list[Violation]:
        """What the nearest legal loadout changes and `known` does not explain."""
        near = nearest(self.frame, self.cells)
        if near is None:
            return known or [self.hopeless()]
        explained = {(v.group, item) for v in known for item in v.items}
        found = list(known)
        for place, cell in enumerate(self.cells):
            legal = near.totals[place]
            shifts = () if cell.default else tuple(self.frame.kit.items_in(cell.part.mask))
            over = {s: cell.target >> s & FIELD for s in shifts if cell.target >> s & FIELD > legal >> s & FIELD}
            under = {s: legal >> s & FIELD for s in shifts if cell.target >> s & FIELD < legal >> s & FIELD}
            swaps = sum((n - (legal >> s & FIELD)) * self.swap(s) for s, n in over.items())
            for shift, given in over.items():
                if (cell.group, self.frame.kit.name_at(shift)) not in explained:
                    found.append(self.off(place, shift, given, near.totals, False, option))
            for shift, due in sorted(under.items(), key=lambda pair: pair[1] - (cell.target >> pair[0] & FIELD)):
                given = cell.target >> shift & FIELD
                if swaps >= due - given:
                    swaps -= due - given
                elif (cell.group, self.frame.kit.name_at(shift)) not in explained:
                    found.append(self.off(place, shift, given, near.totals, True, option))
        return found

    def swap(self, shift: int) -> int:
        """How many items one such item may stand in the place of."""
        sizes = [1]
        for bullet in self.bullets.values():
            if self.given_by(bullet, shift):
                sizes.extend(sum(n for _, n in removal.parts) for removal in bullet.removals)
            if any(s == shift for removal in bullet.removals for s, _ in removal.parts):
                sizes.extend(sum(g >> s & FIELD for s in self.frame.kit.items_in(g)) for g in bullet.gains)
        return max(sizes)

    def off(
        self, place: int, shift: int, given: int, legal: list[int], least: bool, option: Bullet | None
    ) -> Violation:
        """An item that does not fit the rest: the counts of it that would, everything else as in `legal`."""
        cell, high = self.cells[place], self.extreme([(place, shift)])
        fits: list[int] = []
        for count in range(high + 1):
            cells = [
                Cell(c.group, c.kind, c.part, c.count, _with(total, shift, count) if i == place else total, c.default)
                for i, (c, total) in enumerate(zip(self.cells, legal, strict=True))
            ]
            if reach(self.frame, cells) is not None:
                fits.append(count)
        reason: Reason = "too_few" if least else "too_many"
        option = option if option and option.touched >> shift & FIELD else self.behind(cell, shift, least)
        return self.report([(place, shift)], given, max(fits), least, reason, option, "", min(fits), rest=True)

    def behind(self, cell: Cell, shift: int, least: bool) -> Bullet | None:
        """The option that explains why an item does not fit the rest: it replaced the item, or it gives it."""
        kit = self.frame.kit
        for bullet in self.bullets.values() if not least else ():
            goes = any(s == shift for removal in bullet.removals for s, _ in removal.parts)
            if goes and any(cell.target >> s & FIELD for gain in bullet.gains for s in kit.items_in(gain) if s != shift):
                return bullet
        return next((b for b in self.bullets.values() if self.given_by(b, shift)), None)

    def hopeless(self) -> Violation:
        """No loadout of these models is legal: a group left at its default keeps an option from being used."""
        place, cell = next((i, c) for i, c in enumerate(self.cells))
        shifts = list(self.frame.kit.items_in(cell.part.mask))
        given = sum(cell.target >> s & FIELD for s in shifts)
        bullet = next((b for b in self.bullets.values() if b.option.required), None)
        handed = [(place, s) for s in shifts if bullet and self.given_by(bullet, s)]
        return self.report(handed or [(place, shifts[0])], given, 1, True, "required", bullet, "required")

    def report(
        self, places: Places, given: int, limit: int, least: bool, reason: Reason, bullet: Bullet | None, rule: str,
        low: int | None = None, rest: bool = False,
    ) -> Violation:  # fmt: skip
        cells = [self.cells[place] for place, _ in places]
        names = tuple(dict.fromkeys(self.frame.kit.name_at(shift) for _, shift in places))
        other = self.extreme(places, least=not least) if low is None else low
        return Violation(
            groups=tuple(dict.fromkeys(self.home(cell, shift) for cell, (_, shift) in zip(cells, places, strict=True))),
            model=cells[0].kind.name, items=names, given=given,
            allowed_min=limit if least and low is None else other, allowed_max=other if least and low is None else limit,
            reason=reason, rest=rest, option=bullet.index if bullet else None,
            args=self.words(bullet, rule) if bullet else {},
        )  # fmt: skip

    def home(self, cell: Cell, shift: int) -> int:
        """The group an item is written in; what the unit keeps may be written in any."""
        if cell.group >= 0:
            return cell.group
        name = fold(self.frame.kit.name_at(shift))
        return next((i for i, g in enumerate(self.groups) if any(fold(w) == name for w in g.wargear or ())), 0)

    def words(self, bullet: Bullet, rule: str) -> dict[str, int | str]:
        """Numbers of the option for a sentence: "1 for every 5 models", "2 of each"."""
        models, args = bullet.option.models, dict[str, int | str]()
        limit = self.frame.limits[bullet.index]
        if rule == "each_max" and bullet.option.each_max:
            args["each"] = bullet.option.each_max.max
            if bullet.option.each_max.per:
                args["per"] = bullet.option.each_max.per
        elif rule == "pick":
            args["pick"] = bullet.option.pick
        elif rule == "size" and models and models.unit_size:
            sizes = models.unit_size
            args.update({k: v for k, v in (("min", sizes.min), ("max", sizes.max)) if v is not None})
        elif limit is not None and models:
            args.update(count=models.count if isinstance(models.count, int) else 1, limit=limit)
            if models.per:
                args["per"] = models.per
            if models.per_model:
                args["per_model"] = models.per_model
        return args


def _with(total: int, shift: int, count: int) -> int:
    return total & ~(FIELD << shift) | count << shift


