"""A datasheet prepared for the search: items and uses of options as fields of one big number.

Every item of the datasheet, every option and every alternative that is counted has a field of `WIDTH` bits. What a
model carries and which options it used is then one number (a "vector"), adding is `+`, and whether something was
overdrawn shows in the guard bits. That keeps an exact search fast enough to run at every keystroke.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

import msgspec

from listbuilder.games.shared.wargear.loadout import Bag, Verdict, starts
from listbuilder.model.base import fold
from listbuilder.model.bounds import ENTRIES_KEPT, FRAMES_KEPT, VERDICTS_KEPT
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.memo import Memo
from listbuilder.model.wargear import Item, Option, item_count, item_name

if TYPE_CHECKING:
    from listbuilder.games.shared.wargear.frame import Frame
    from listbuilder.games.shared.wargear.nearest import Nearest

_KEPT = "compiled kit"  # no name of a field
WIDTH = 16
FIELD = (1 << WIDTH) - 1
GUARD = 1 << (WIDTH - 1)
CLIP = GUARD // 8  # more of an item than any unit could carry; counts beyond it are as wrong as this one
UNIT = ""  # the kind of "model" that stands for what the unit keeps once


class Removal(msgspec.Struct, frozen=True):
    """One set of items that goes."""

    vector: int
    parts: tuple[tuple[int, int], ...]  # shift, count
    lock: int  # the same items as lock bits


class Bullet(msgspec.Struct, frozen=True, kw_only=True):
    """An option with its names resolved. Shifts point at fields of vectors; masks of items have one bit per item."""

    index: int
    option: Option
    kinds: frozenset[str]
    use: int
    has: tuple[int, ...]
    has_any: tuple[int, ...]
    lacks: tuple[int, ...]
    per_item: int | None
    removals: tuple[Removal, ...]
    gains: tuple[int, ...]  # per alternative, with the field of the alternative if it is counted
    counted: tuple[int, ...]  # shift of the field of each alternative, if they are counted
    limits: tuple[tuple[int, int], ...]  # shift, most on one model
    excludes: tuple[tuple[int, int], ...]
    locks: int
    group: int  # bit of the exclusive group, 0 without
    shared: int | None
    touched: int  # field mask of every item this option reads or writes

    @property
    def every(self) -> bool:
        return self.option.models is not None and self.option.models.count == "all"

    @property
    def pair(self) -> str | None:
        """The exclusive group, if it excludes in the whole unit."""
        return self.option.exclusive if self.option.exclusive_scope == "unit" else None

    def combos(self, allowed: int, pick: int | None = None) -> list[int]:
        """What one taking of the option adds, for every choice among the allowed alternatives (a bit mask)."""
        free = [i for i in range(len(self.gains)) if allowed >> i & 1]
        most, least = pick or self.option.pick, 1 if pick else (self.option.pick_min or 1)
        again = self.option.duplicates or pick is not None
        found: dict[int, None] = {}
        for size in range(least, most + 1):
            for chosen in (combinations_with_replacement if again else combinations)(free, size):
                found[sum(self.gains[i] for i in chosen)] = None
        return list(found)


class Part(msgspec.Struct, frozen=True):
    """Items of one kind of model that options tie together; different parts can be decided apart."""

    index: int
    mask: int  # field mask of its items
    stages: tuple[tuple[Bullet, ...], ...]  # in an order that loses nothing; within a stage any order
    limits: tuple[tuple[int, int], ...]
    excludes: tuple[tuple[int, int], ...]
    pistols: tuple[int, ...]  # shifts, of options under the pistol rule
    ranged: tuple[int, ...]
    replaceable: int  # field mask of items an option may take away again
    rows: bool  # models of this kind differ here by default

    @property
    def bullets(self) -> Iterator[Bullet]:
        for stage in self.stages:
            yield from stage


class Kind(msgspec.Struct, frozen=True):
    """One kind of model of the datasheet."""

    key: str
    name: str
    bags: dict[Bag, int]  # everything such a model may start with -> vector
    row_fields: dict[Bag, int]  # shift of the field that counts these models, where there are several
    parts: tuple[Part, ...]
    items: int  # field mask of all it could ever carry


class Kit:
    """A compiled datasheet. `frames`, `spread`, `verdicts`, `legal`, `repairs` are caches of the modules that own those steps."""

    def __init__(self, sheet: Datasheet) -> None:
        self.sheet = sheet
        self.names: list[str] = []
        self.index: dict[str, int] = {}
        self.fields = 0
        self.incomplete = sheet.options_incomplete or any(option.unparsed for option in sheet.options)
        self.frames: Memo[object, Frame] = Memo(FRAMES_KEPT)
        self.spread: Memo[object, list[int]] = Memo(ENTRIES_KEPT)
        self.verdicts: Memo[object, Verdict] = Memo(VERDICTS_KEPT)
        self.legal: Memo[object, bool] = Memo(VERDICTS_KEPT)  # wargear as rosters write it
        self.repairs: Memo[object, Nearest | None] = Memo(VERDICTS_KEPT)
        for row in sheet.default_wargear:
            self._learn(row.items)
        options = [(i, option) for i, option in enumerate(sheet.options) if not option.unparsed and option.models]
        for _, option in options:
            for items in (option.replace, *option.replace_any, *option.with_):
                self._learn(items)
            if option.models:
                condition = option.models
                self._learn((*condition.has, *condition.has_any, *condition.lacks))
            self._learn((*option.locks, *option.model_max, *(i for pair in option.model_excludes for i in pair)))
            self._learn((option.models.per_item,) if option.models and option.models.per_item else ())
        self.fields = len(self.names)
        self.item_mask = (1 << WIDTH * len(self.names)) - 1
        self.ranged, self.pistols = self._weapons()
        self.groups: dict[str, int] = {}
        self.shared: dict[str, int] = {}
        self.bullets = tuple(self._bullet(i, option) for i, option in options)
        self.kinds = {key: self._kind(key, name) for key, name in sheet.model_names.items()}
        if any(UNIT in bullet.kinds for bullet in self.bullets):
            self.kinds[UNIT] = self._kind(UNIT, sheet.name)
        self.kept = self.kinds[UNIT].items if UNIT in self.kinds else 0
        self.carried = 0
        for key, kind in self.kinds.items():
            self.carried |= kind.items if key != UNIT else 0
        self.guards = sum(GUARD << WIDTH * i for i in range(self.fields))
        self.full = (1 << WIDTH * self.fields) - 1

    def _learn(self, items: Iterable[Item]) -> None:
        for item in items:
            name = item_name(item)
            if self.index.setdefault(fold(name), len(self.names)) == len(self.names):
                self.names.append(name)

    def _field(self) -> int:
        self.fields += 1
        return WIDTH * (self.fields - 1)

    def shift(self, item: str) -> int:
        return WIDTH * self.index[fold(item)]

    def vector(self, bag: Iterable[tuple[str, int]]) -> int:
        return sum(count << self.shift(item) for item, count in bag)

    def items_in(self, mask: int) -> Iterator[int]:
        """Shifts of the item fields of a mask."""
        mask &= self.item_mask
        while mask:
            shift = ((mask & -mask).bit_length() - 1) // WIDTH * WIDTH
            yield shift
            mask &= ~(FIELD << shift)

    def name_at(self, shift: int) -> str:
        return self.names[shift // WIDTH]

    def _weapons(self) -> tuple[int, int]:
        ranged = pistols = 0
        for weapon in self.sheet.weapons:
            i = self.index.get(fold(weapon.item))
            if i is not None and weapon.type == "ranged":
                ranged |= FIELD << WIDTH * i
                if any(fold(keyword) == "pistol" for keyword in weapon.keywords):
                    pistols |= FIELD << WIDTH * i
        return ranged, pistols

    def _reach(self, option: Option) -> frozenset[str]:
        which = fold(option.models.which) if option.models else ""
        if which == "unit" and self.sheet.size.max > 1:
            return frozenset((UNIT,))
        if which not in ("this", "*", "unit"):
            return frozenset((which,))
        everyone = option.models is not None and option.models.count == "all"
        return frozenset(key for key in self.sheet.model_names if not everyone or self._could(key, option))

    def _could(self, key: str, option: Option) -> bool:
        """Whether such a model may ever carry what is replaced: "all models" does not mean the wolves beside them."""
        rows = starts(self.sheet, key, None)
        items = {item for row in (*rows.counted, rows.others) for item, _ in rows.bag(row)}
        for other in self.sheet.options:
            which = fold(other.models.which) if other.models else ""
            if other is not option and which in ("this", "*", key):
                items.update(fold(item_name(i)) for choice in other.with_ for i in choice)
        gone = [(*option.replace, *some) for some in option.replace_any or ((),)]
        return any({fold(item_name(i)) for i in some} <= items for some in gone)

    def _bullet(self, index: int, option: Option) -> Bullet:
        models = option.models
        assert models is not None
        use = self._field()
        shared = None
        if option.shared_count and option.exclusive:
            if option.exclusive not in self.shared:
                self.shared[option.exclusive] = self._field()
            shared = self.shared[option.exclusive]
        tally = option.each_max is not None or option.all_or_none
        counted = tuple(self._field() for _ in option.with_) if tally else ()
        bags = [tuple((item_name(i), item_count(i)) for i in alternative) for alternative in option.with_]
        gains = [self.vector(bag) + (1 << counted[i] if tally else 0) for i, bag in enumerate(bags)]
        group = 0
        if option.exclusive and option.exclusive_scope != "unit":
            group = 1 << len(self.names) + self.groups.setdefault(option.exclusive, len(self.groups))
        removals = [self._removal((*option.replace, *goes)) for goes in option.replace_any or ((),)]
        limits = {self.shift(i): n for i, n in option.model_max.items()}
        limits.update({self.shift(i): 1 for i in option.no_duplicates if fold(i) in self.index})
        excludes = tuple((self.shift(a), self.shift(b)) for a, b in option.model_excludes)
        per_item = self.shift(models.per_item) if models.per_item else None
        has, has_any, lacks = self._shifts(models.has), self._shifts(models.has_any), self._shifts(models.lacks)
        fields = {*has, *has_any, *lacks, *self._shifts(option.locks), *limits}
        fields.update(s for pair in excludes for s in pair)
        fields.update(s for r in removals for s, _ in r.parts)
        fields.update(self.shift(name) for bag in bags for name, _ in bag)
        fields.update((per_item,) if per_item is not None else ())
        return Bullet(
            index=index, option=option, kinds=self._reach(option), use=use, shared=shared, counted=counted,
            has=has, has_any=has_any, lacks=lacks,
            per_item=per_item,
            removals=tuple(removals), gains=tuple(gains), locks=self._bits(option.locks), group=group,
            limits=tuple(limits.items()), excludes=excludes, touched=sum(FIELD << s for s in fields),
        )  # fmt: skip

    def _shifts(self, names: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.shift(name) for name in names)

    def _bits(self, items: Iterable[str]) -> int:
        return sum(1 << i for i in {self.index[fold(name)] for name in items})

    def _removal(self, items: Iterable[Item]) -> Removal:
        counts: dict[str, int] = {}
        for item in items:
            counts[item_name(item)] = counts.get(item_name(item), 0) + item_count(item)
        parts = tuple((self.shift(name), count) for name, count in counts.items())
        return Removal(self.vector(counts.items()), parts, self._bits(counts))

    def _kind(self, key: str, name: str) -> Kind:
        rows = starts(self.sheet, key, None)
        found = [] if key == UNIT else [rows.bag(row) for row in (*rows.counted, rows.others)]
        bags: dict[Bag, int] = {bag: self.vector(bag) for bag in found} or {(): 0}
        fields = {bag: self._field() for bag in bags} if len(bags) > 1 else {}
        bullets = [bullet for bullet in self.bullets if key in bullet.kinds]
        items = 0
        for vector in (*bags.values(), *(gain for bullet in bullets for gain in bullet.gains)):
            items |= sum(FIELD << s for s in self.items_in(vector))
        parts = _parts(self, list(bags.values()), bullets, items)
        return Kind(key, name, bags, fields, tuple(parts), items)


def _parts(kit: Kit, bags: list[int], bullets: list[Bullet], items: int) -> Iterator[Part]:
    """Split the items of a kind into parts that no option and no difference of defaults ties together."""
    differ = sum(FIELD << s for s in kit.items_in(items) if len({bag >> s & FIELD for bag in bags}) > 1)
    ties = [(bullet.touched, {bullet.index}) for bullet in bullets]
    if differ:
        ties.append((differ, set()))
    if any(bullet.option.pistol_rule for bullet in bullets):
        ties.append((kit.ranged & items, set()))
    groups: dict[int, set[int]] = {}
    for bullet in bullets:
        groups.setdefault(bullet.group, set()).add(bullet.index)
    ties.extend((0, members) for group, members in groups.items() if group)
    merged: list[tuple[int, set[int]]] = []
    for mask, members in ties:
        for other in [m for m in merged if m[0] & mask or m[1] & members]:
            merged.remove(other)
            mask, members = mask | other[0], members | other[1]
        merged.append((mask, members))
    for index, (mask, members) in enumerate(merged):
        own = [bullet for bullet in bullets if bullet.index in members]
        limits: dict[int, int] = {}
        for bullet in own:
            for shift, most in bullet.limits:
                limits[shift] = min(most, limits.get(shift, most))
        strict = any(bullet.option.pistol_rule for bullet in own)
        gone = [s for bullet in own for removal in bullet.removals for s, _ in removal.parts]
        yield Part(
            index=index, mask=mask, stages=tuple(stages(own)), limits=tuple(limits.items()),
            excludes=tuple(pair for bullet in own for pair in bullet.excludes),
            pistols=tuple(kit.items_in(kit.pistols & mask)) if strict else (),
            ranged=tuple(kit.items_in(kit.ranged & mask)) if strict else (),
            replaceable=sum(FIELD << s for s in set(gone)), rows=bool(differ & mask),
        )  # fmt: skip


def stages(bullets: list[Bullet]) -> list[tuple[Bullet, ...]]:
    """Options in an order in which nothing is lost by never going back.

    Option a comes before b when a may give what b needs (or takes away what b must not see), and when b would spoil a.
    Where that goes round in a circle, the options share a stage, and within a stage every order is tried.
    """
    after: dict[int, set[int]] = {i: {i} for i in range(len(bullets))}
    for i, a in enumerate(bullets):
        after[i].update(j for j, b in enumerate(bullets) if i != j and (_feeds(a, b) or _spoils(b, a)))
    for _ in bullets:
        for reached in after.values():
            reached.update(*(after[j] for j in tuple(reached)))
    stage_of = {i: frozenset(j for j in after[i] if i in after[j]) for i in after}
    order = sorted(set(stage_of.values()), key=lambda stage: (-len(after[min(stage)]), min(stage)))
    return [tuple(bullets[i] for i in sorted(stage)) for stage in order]


def _shifts(bullet: Bullet) -> tuple[set[int], set[int], set[int]]:
    """Fields taken away, looked at, and given."""
    taken = {s for removal in bullet.removals for s, _ in removal.parts}
    seen = {*bullet.has, *bullet.has_any, *((bullet.per_item,) if bullet.per_item is not None else ())}
    widest = max((gain.bit_length() for gain in bullet.gains), default=0)
    return taken, seen, {s for s in range(0, widest, WIDTH) if any(gain >> s & FIELD for gain in bullet.gains)}


def _feeds(a: Bullet, b: Bullet) -> bool:
    taken, _, given = _shifts(a)
    loose = {s for s in given if not a.locks >> s // WIDTH & 1}
    needed, seen, _ = _shifts(b)
    return bool(loose & needed or given & seen or taken & set(b.lacks))


def _spoils(a: Bullet, b: Bullet) -> bool:
    taken, _, given = _shifts(a)
    needed, seen, _ = _shifts(b)
    return bool(taken & seen or given & set(b.lacks) or any(a.locks >> s // WIDTH & 1 for s in needed))


def kit_of(sheet: Datasheet) -> Kit:
    """Return the compiled wargear options of a datasheet. They are kept with it, and go when it goes."""
    found = sheet.__dict__.get(_KEPT)
    if not isinstance(found, Kit):
        found = sheet.__dict__[_KEPT] = Kit(sheet)
    return found
