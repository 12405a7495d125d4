"""A datasheet prepared for the search: items and uses of options as fields of one big number.

Every item of the datasheet, every option and every alternative that is counted has a field of
`WIDTH` bits. What a model carries and which options it used is then one number (a "vector"), adding
is `+`, and whether something was overdrawn shows in the guard bits. That keeps an exact search fast
enough to run at every keystroke.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

import msgspec

from listbuilder.model.base import fold
from listbuilder.model.cache import Memo
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.limits import ENTRIES_KEPT, FRAMES_KEPT, VERDICTS_KEPT
from listbuilder.model.wargear import Item, Option, get_item_count, get_item_name
from listbuilder.wargear.loadout import Bag, Verdict, sort_default_rows

if TYPE_CHECKING:
    from listbuilder.wargear.composition import Frame
    from listbuilder.wargear.nearest import Nearest

_KEPT = "compiled kit"  # no name of a field
WIDTH = 16
FIELD = (1 << WIDTH) - 1
GUARD = 1 << (WIDTH - 1)
# more of an item than any unit could carry; counts beyond it are as wrong as this one
CLIP = GUARD // 8
UNIT = ""  # the kind of "model" that stands for what the unit keeps once


class Removal(msgspec.Struct, frozen=True):
    """One set of items that goes."""

    vector: int
    parts: tuple[tuple[int, int], ...]  # shift, count
    lock: int  # the same items as lock bits


class Bullet(msgspec.Struct, frozen=True, kw_only=True):
    """An option with its names resolved.

    Shifts point at fields of vectors; masks of items have one bit per item.
    """

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
    def is_all_or_none(self) -> bool:
        """True if all models that the option reaches take it, or none of them does."""
        return self.option.models is not None and self.option.models.count == "all"

    @property
    def pair(self) -> str | None:
        """The name of the option's exclusive group if it excludes over the whole unit; else
        None.
        """
        return self.option.exclusive if self.option.exclusive_scope == "unit" else None

    def list_combinations(self, allowed: int, pick: int | None = None) -> list[int]:
        """Return the vectors that one taking of the option can add, each different one once.

        `allowed` is a bit mask of the alternatives that may be chosen. `pick` replaces the option's
        own number of alternatives: then one up to `pick` alternatives are taken, and the same
        alternative may be taken again. Without `pick`, the option's own smallest and largest number
        apply, and an alternative is repeated only if the option allows duplicates.
        """
        alternatives = [i for i in range(len(self.gains)) if allowed >> i & 1]
        most, least = pick or self.option.pick, 1 if pick else (self.option.pick_min or 1)
        again = self.option.duplicates or pick is not None
        combine = combinations_with_replacement if again else combinations
        sums: dict[int, None] = {}
        for size in range(least, most + 1):
            for chosen in combine(alternatives, size):
                sums[sum(self.gains[i] for i in chosen)] = None
        return list(sums)


class Part(msgspec.Struct, frozen=True):
    """Items of one kind of model that options tie together.

    Different parts can be decided apart.
    """

    index: int
    mask: int  # field mask of its items
    # in an order that loses nothing; within a stage any order
    stages: tuple[tuple[Bullet, ...], ...]
    limits: tuple[tuple[int, int], ...]
    excludes: tuple[tuple[int, int], ...]
    pistols: tuple[int, ...]  # shifts, of options under the pistol rule
    ranged: tuple[int, ...]
    replaceable: int  # field mask of items an option may take away again
    rows: bool  # models of this kind differ here by default

    @property
    def bullets(self) -> Iterator[Bullet]:
        """The options of all stages, in order."""
        for stage in self.stages:
            yield from stage


class Kind(msgspec.Struct, frozen=True):
    """One kind of model of the datasheet."""

    key: str
    name: str
    bags: dict[Bag, int]  # everything such a model may start with -> vector
    # shift of the field that counts these models, where there are several
    row_fields: dict[Bag, int]
    parts: tuple[Part, ...]
    items: int  # field mask of all it could ever carry


class Kit:
    """A compiled datasheet: its items, options and kinds of model, each with its fields.

    `frames`, `spread`, `verdicts`, `legal` and `repairs` are caches. Each belongs to the module
    that does that step of the work.
    """

    def __init__(self, sheet: Datasheet) -> None:
        """Give every item, option and counted alternative of `sheet` a field; resolve all names.

        Options whose text was not parsed are left out; if there are any, the kit is marked as
        `incomplete`.
        """
        self.sheet = sheet
        self.names: list[str] = []
        self.index: dict[str, int] = {}
        self.fields = 0
        self.incomplete = sheet.options_incomplete or any(
            option.unparsed for option in sheet.options
        )
        self.frames: Memo[object, Frame] = Memo(FRAMES_KEPT)
        self.spread: Memo[object, list[int]] = Memo(ENTRIES_KEPT)
        self.verdicts: Memo[object, Verdict] = Memo(VERDICTS_KEPT)
        self.legal: Memo[object, bool] = Memo(VERDICTS_KEPT)  # wargear as rosters write it
        self.repairs: Memo[object, Nearest | None] = Memo(VERDICTS_KEPT)
        for row in sheet.default_wargear:
            self._register_items(row.items)
        options = [
            (i, option)
            for i, option in enumerate(sheet.options)
            if not option.unparsed and option.models
        ]
        for _, option in options:
            for items in (option.replace, *option.replace_any, *option.with_):
                self._register_items(items)
            if option.models:
                condition = option.models
                self._register_items((*condition.has, *condition.has_any, *condition.lacks))
            self._register_items(
                (
                    *option.locks,
                    *option.model_max,
                    *(i for pair in option.model_excludes for i in pair),
                )
            )
            self._register_items(
                (option.models.per_item,) if option.models and option.models.per_item else ()
            )
        self.fields = len(self.names)
        self.item_mask = (1 << WIDTH * len(self.names)) - 1
        self.ranged, self.pistols = self._find_weapon_masks()
        self.groups: dict[str, int] = {}
        self.shared: dict[str, int] = {}
        self.bullets = tuple(self._make_bullet(i, option) for i, option in options)
        self.kinds = {key: self._make_kind(key, name) for key, name in sheet.model_names.items()}
        if any(UNIT in bullet.kinds for bullet in self.bullets):
            self.kinds[UNIT] = self._make_kind(UNIT, sheet.name)
        self.kept = self.kinds[UNIT].items if UNIT in self.kinds else 0
        self.carried = 0
        for key, kind in self.kinds.items():
            self.carried |= kind.items if key != UNIT else 0
        self.guards = sum(GUARD << WIDTH * i for i in range(self.fields))
        self.full = (1 << WIDTH * self.fields) - 1

    def _register_items(self, items: Iterable[Item]) -> None:
        """Give each of the `items` that has no index yet the next free index.

        Items that differ only in case are one item.
        """
        for item in items:
            name = get_item_name(item)
            if self.index.setdefault(fold(name), len(self.names)) == len(self.names):
                self.names.append(name)

    def _add_field(self) -> int:
        """Add a field to the vectors and return its shift."""
        self.fields += 1
        return WIDTH * (self.fields - 1)

    def get_shift(self, item: str) -> int:
        """Return the shift (number of the lowest bit) of the field that counts the item `item`."""
        return WIDTH * self.index[fold(item)]

    def make_vector(self, bag: Iterable[tuple[str, int]]) -> int:
        """Return the vector of `bag`, which is pairs of an item and its count."""
        return sum(count << self.get_shift(item) for item, count in bag)

    def list_item_shifts(self, mask: int) -> Iterator[int]:
        """Yield the shifts of the item fields in which `mask` (a mask or vector) has a bit set.

        Fields of options are skipped.
        """
        mask &= self.item_mask
        while mask:
            shift = ((mask & -mask).bit_length() - 1) // WIDTH * WIDTH
            yield shift
            mask &= ~(FIELD << shift)

    def get_item_name(self, shift: int) -> str:
        """Return the name of the item whose field is at `shift`."""
        return self.names[shift // WIDTH]

    def _find_weapon_masks(self) -> tuple[int, int]:
        """Return the field masks of the ranged weapons and of the pistols."""
        ranged = pistols = 0
        for weapon in self.sheet.weapons:
            i = self.index.get(fold(weapon.item))
            if i is not None and weapon.type == "ranged":
                ranged |= FIELD << WIDTH * i
                if any(fold(keyword) == "pistol" for keyword in weapon.keywords):
                    pistols |= FIELD << WIDTH * i
        return ranged, pistols

    def _list_kinds_in_reach(self, option: Option) -> frozenset[str]:
        """Return the keys of the kinds of model that can take `option`.

        It is UNIT alone for an option of the whole unit, unless the unit is always a single model.
        Otherwise it is the kind that the option names, or all kinds; an option for "all models"
        reaches only the kinds that may ever carry what it replaces.
        """
        which = fold(option.models.which) if option.models else ""
        if which == "unit" and self.sheet.size.max > 1:
            return frozenset((UNIT,))
        if which not in ("this", "*", "unit"):
            return frozenset((which,))
        everyone = option.models is not None and option.models.count == "all"
        return frozenset(
            key
            for key in self.sheet.model_names
            if not everyone or self._can_carry_replaced(key, option)
        )

    def _can_carry_replaced(self, key: str, option: Option) -> bool:
        """Return whether a model of the kind `key` may ever carry what `option` replaces.

        It may by its default wargear or by another option. Why: "all models" in an option does not
        mean the wolves beside them.
        """
        rows = sort_default_rows(self.sheet, key, None)
        items = {item for row in (*rows.counted, rows.others) for item, _ in rows.make_bag(row)}
        for other_option in self.sheet.options:
            which = fold(other_option.models.which) if other_option.models else ""
            if other_option is not option and which in ("this", "*", key):
                items.update(
                    fold(get_item_name(i)) for choice in other_option.with_ for i in choice
                )
        gone = [(*option.replace, *some) for some in option.replace_any or ((),)]
        return any({fold(get_item_name(i)) for i in some} <= items for some in gone)

    def _make_bullet(self, index: int, option: Option) -> Bullet:
        """Return `option`, at `index` in the datasheet, with its names resolved to fields.

        The fields that the option needs for its uses are added to the kit.
        """
        models = option.models
        assert models is not None
        use = self._add_field()
        shared = None
        if option.shared_count and option.exclusive:
            if option.exclusive not in self.shared:
                self.shared[option.exclusive] = self._add_field()
            shared = self.shared[option.exclusive]
        tally = option.each_max is not None or option.all_or_none
        counted = tuple(self._add_field() for _ in option.with_) if tally else ()
        bags = [
            tuple((get_item_name(i), get_item_count(i)) for i in alternative)
            for alternative in option.with_
        ]
        gains = [
            self.make_vector(bag) + (1 << counted[i] if tally else 0) for i, bag in enumerate(bags)
        ]
        group = 0
        if option.exclusive and option.exclusive_scope != "unit":
            group = 1 << len(self.names) + self.groups.setdefault(
                option.exclusive, len(self.groups)
            )
        removals = [
            self._make_removal((*option.replace, *goes)) for goes in option.replace_any or ((),)
        ]
        limits = {self.get_shift(i): n for i, n in option.model_max.items()}
        limits.update({self.get_shift(i): 1 for i in option.no_duplicates if fold(i) in self.index})
        excludes = tuple((self.get_shift(a), self.get_shift(b)) for a, b in option.model_excludes)
        per_item = self.get_shift(models.per_item) if models.per_item else None
        has, has_any, lacks = (
            self._get_shifts(models.has),
            self._get_shifts(models.has_any),
            self._get_shifts(models.lacks),
        )
        fields = {*has, *has_any, *lacks, *self._get_shifts(option.locks), *limits}
        fields.update(s for pair in excludes for s in pair)
        fields.update(s for r in removals for s, _ in r.parts)
        fields.update(self.get_shift(name) for bag in bags for name, _ in bag)
        fields.update((per_item,) if per_item is not None else ())
        return Bullet(
            index=index,
            option=option,
            kinds=self._list_kinds_in_reach(option),
            use=use,
            shared=shared,
            counted=counted,
            has=has,
            has_any=has_any,
            lacks=lacks,
            per_item=per_item,
            removals=tuple(removals),
            gains=tuple(gains),
            locks=self._make_item_bits(option.locks),
            group=group,
            limits=tuple(limits.items()),
            excludes=excludes,
            touched=sum(FIELD << s for s in fields),
        )

    def _get_shifts(self, names: Iterable[str]) -> tuple[int, ...]:
        """Return the shifts of the fields of the items `names`."""
        return tuple(self.get_shift(name) for name in names)

    def _make_item_bits(self, items: Iterable[str]) -> int:
        """Return a mask with one bit for each of the `items`: the bit of the item's index."""
        return sum(1 << i for i in {self.index[fold(name)] for name in items})

    def _make_removal(self, items: Iterable[Item]) -> Removal:
        """Return the removal of all `items` together; items listed several times are summed."""
        counts: dict[str, int] = {}
        for item in items:
            counts[get_item_name(item)] = counts.get(get_item_name(item), 0) + get_item_count(item)
        parts = tuple((self.get_shift(name), count) for name, count in counts.items())
        return Removal(self.make_vector(counts.items()), parts, self._make_item_bits(counts))

    def _make_kind(self, key: str, name: str) -> Kind:
        """Return the kind of model `key`: what such a model may start with, its items in parts.

        If such models may start with different items, a field is added for each start, to count
        them. The kind UNIT starts with nothing.
        """
        rows = sort_default_rows(self.sheet, key, None)
        start_bags: list[Bag] = []
        if key != UNIT:
            start_bags = [rows.make_bag(row) for row in (*rows.counted, rows.others)]
        bags: dict[Bag, int] = {bag: self.make_vector(bag) for bag in start_bags} or {(): 0}
        fields = {bag: self._add_field() for bag in bags} if len(bags) > 1 else {}
        bullets = [bullet for bullet in self.bullets if key in bullet.kinds]
        items = 0
        for vector in (*bags.values(), *(gain for bullet in bullets for gain in bullet.gains)):
            items |= sum(FIELD << s for s in self.list_item_shifts(vector))
        parts = _make_parts(self, list(bags.values()), bullets, items)
        return Kind(key, name, bags, fields, tuple(parts), items)


def _make_parts(kit: Kit, bags: list[int], bullets: list[Bullet], items: int) -> Iterator[Part]:
    """Yield the parts into which the `items` of a kind of model fall.

    No option and no default ties one part to another. Items belong to the same part if an option
    touches them all, if options of one exclusive group touch them, if the pistol rule counts them,
    or if the defaults of the models (`bags`) differ in them. Items that nothing ties are in no
    part.
    """
    differ = sum(
        FIELD << s
        for s in kit.list_item_shifts(items)
        if len({bag >> s & FIELD for bag in bags}) > 1
    )
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
        for tie in [m for m in merged if m[0] & mask or m[1] & members]:
            merged.remove(tie)
            mask, members = mask | tie[0], members | tie[1]
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
            index=index,
            mask=mask,
            stages=tuple(order_stages(own)),
            limits=tuple(limits.items()),
            excludes=tuple(pair for bullet in own for pair in bullet.excludes),
            pistols=tuple(kit.list_item_shifts(kit.pistols & mask)) if strict else (),
            ranged=tuple(kit.list_item_shifts(kit.ranged & mask)) if strict else (),
            replaceable=sum(FIELD << s for s in set(gone)),
            rows=bool(differ & mask),
        )


def order_stages(bullets: list[Bullet]) -> list[tuple[Bullet, ...]]:
    """Return the options in stages, in an order in which no way of using them is lost.

    Option a comes before b if a may give what b needs, if a may take away what b must not see, or
    if b would spoil a. Options that come before each other in a circle share a stage; within a
    stage every order is tried.
    """
    after: dict[int, set[int]] = {i: {i} for i in range(len(bullets))}
    for i, a in enumerate(bullets):
        after[i].update(
            j for j, b in enumerate(bullets) if i != j and (_may_feed(a, b) or _may_spoil(b, a))
        )
    for _ in bullets:
        for reached in after.values():
            reached.update(*(after[j] for j in tuple(reached)))
    stage_of = {i: frozenset(j for j in after[i] if i in after[j]) for i in after}
    order = sorted(set(stage_of.values()), key=lambda stage: (-len(after[min(stage)]), min(stage)))
    return [tuple(bullets[i] for i in sorted(stage)) for stage in order]


def _get_touched_shifts(bullet: Bullet) -> tuple[set[int], set[int], set[int]]:
    """Return three sets of shifts: of the items that an option removes, looks at, and gives.

    With the given items are the fields that count the option's alternatives.
    """
    removed = {s for removal in bullet.removals for s, _ in removal.parts}
    seen = {*bullet.has, *bullet.has_any}
    if bullet.per_item is not None:
        seen.add(bullet.per_item)
    widest = max((gain.bit_length() for gain in bullet.gains), default=0)
    shifts = range(0, widest, WIDTH)
    given = {s for s in shifts if any(gain >> s & FIELD for gain in bullet.gains)}
    return removed, seen, given


def _may_feed(a: Bullet, b: Bullet) -> bool:
    """Return whether using `a` may give what `b` needs, or take away what `b` must not see.

    Items that `a` gives but locks don't count as given for `b` to replace.
    """
    removed, _, given = _get_touched_shifts(a)
    loose = {s for s in given if not a.locks >> s // WIDTH & 1}
    needed, seen, _ = _get_touched_shifts(b)
    return bool(loose & needed or given & seen or removed & set(b.lacks))


def _may_spoil(a: Bullet, b: Bullet) -> bool:
    """Return whether using `a` may prevent `b`, by an item that it removes, locks or gives."""
    removed, _, given = _get_touched_shifts(a)
    needed, seen, _ = _get_touched_shifts(b)
    return bool(
        removed & seen or given & set(b.lacks) or any(a.locks >> s // WIDTH & 1 for s in needed)
    )


def get_kit(sheet: Datasheet) -> Kit:
    """Return the compiled form of `sheet`, made at the first call.

    It is kept in the datasheet object, and is gone when that is.
    """
    kit = sheet.__dict__.get(_KEPT)
    if not isinstance(kit, Kit):
        kit = sheet.__dict__[_KEPT] = Kit(sheet)
    return kit
