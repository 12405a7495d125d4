"""The models of a unit in a catalogue: which kinds, how many, and which entries stand for them.

Catalogues have an entry for each way to equip a model: "Guard w/ spear", "Guard w/ bow", each with
a limit, in groups with limits of their own. These entries are the `Slot`s of a unit; entries of one
kind of model are one `Kind`, whose numbers follow from all limits around them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from listbuilder.update.read.battlescribe_conditions import Situation
from listbuilder.update.read.battlescribe_tree import Element

MANY = 1000  # stands for "no maximum" while adding up


class Slot(msgspec.Struct, eq=False):
    """An entry of a model, or a group of such entries, with its own limits.

    `low` and `high` are the limits of the entry alone. `slots` are those in a group. Of a group
    that `chooses_one`, only one slot is there at a time: "5 guards" or "10 guards, 1 with a
    banner".
    """

    element: Element
    low: int
    high: int
    slots: list[Slot] = []
    chooses_one: bool = False

    @property
    def is_group(self) -> bool:
        """Return whether the slot is a group of slots, and not a single entry."""
        return bool(self.slots)

    @property
    def total_low(self) -> int:
        """Return the fewest models of this slot: its own minimum, or that of the slots in it."""
        if self.chooses_one:
            return min(slot.total_low for slot in self.slots)
        return max(self.low, sum(slot.total_low for slot in self.slots))

    @property
    def total_high(self) -> int:
        """Return the most models of this slot: its own maximum, or that of the slots in it."""
        if not self.slots:
            return self.high
        if self.chooses_one:
            return max(slot.total_high for slot in self.slots)
        return min(self.high, sum(slot.total_high for slot in self.slots))

    def iter_models(self) -> Iterator[Slot]:
        """Yield the slots of single entries: those in this group, or the slot itself."""
        if not self.slots:
            yield self
        for slot in self.slots:
            yield from slot.iter_models()


class Kind(msgspec.Struct, eq=False):
    """A kind of model: its name, how many a unit has, and the slots for its equipments."""

    name: str
    low: int
    high: int
    slots: list[Slot] = []


class Composition(msgspec.Struct, eq=False):
    """The models of a unit.

    `not_understood` are the names of entries whose numbers are not known; with any, the kinds are
    incomplete. `low` and `high` are the fewest and the most models of the unit.
    """

    kinds: list[Kind]
    slots: list[Slot]
    low: int
    high: int
    not_understood: tuple[str, ...] = ()


class CompositionReader:
    """A reader of one unit's models.

    `is_ignored` says which entries are no part of a unit at all (a campaign's, enhancements),
    `ignored_names` are the names of these, and `name_kind` says which kind of model an entry's name
    stands for.
    """

    def __init__(
        self,
        situation: Situation,
        is_ignored: Callable[[Element], bool],
        name_kind: Callable[[str], str],
        ignored_names: frozenset[str] = frozenset(),
    ) -> None:
        self.situation = situation
        self.is_ignored = is_ignored
        self.name_kind = name_kind
        self.ignored_names = ignored_names
        self.unclear: list[str] = []

    def read(self, unit: Element) -> Composition:
        """Return the models of a unit; an entry that is a model itself is one model."""
        self.unclear = []
        slots = self._collect_slots(unit)
        if unit.type == "model" or (not slots and unit.list_profiles()):
            slots.insert(0, Slot(unit, 1, 1))
        kinds = self._merge_kinds(slots)
        for kind in kinds:
            if kind.high >= MANY:
                self.unclear.append(kind.name)
        low = sum(slot.total_low for slot in slots)
        high = sum(slot.total_high for slot in slots)
        return Composition(kinds, slots, low, high, tuple(dict.fromkeys(self.unclear)))

    def _collect_slots(self, parent: Element) -> list[Slot]:
        """Return the slots of the models directly in an entry or a group.

        Hidden and ignored entries are left out. Names of what can't be placed go to `unclear`.
        """
        slots: list[Slot] = []
        if parent.type in ("", "unit"):
            self.unclear += parent.list_dangling_links(self.ignored_names)
        for child in parent.iter_entries():
            if self.is_ignored(child) or self.situation.is_hidden(child) is True:
                continue
            below = self._collect_slots(child)
            if child.type in ("model", "unit"):
                slots.append(self._make_slot(child, []))
                if below:
                    self.unclear.append(child.name)
            elif below and child.is_group:
                slots.append(self._make_group(child, below))
            elif below:
                slots.append(self._make_pack(child, below))
        return slots

    def _make_group(self, group: Element, below: list[Slot]) -> Slot:
        """Return the slot of the group whose slots are `below`.

        The limits of a group of packs (see `_make_pack`) count packs, not models. They are only
        understood if exactly one pack is chosen.
        """
        slot = self._make_slot(group, below)
        packs = [pack for pack in below if pack.element.type == "upgrade"]
        if packs and (slot.low, slot.high) == (1, 1) and len(packs) == len(below):
            slot.chooses_one = True
        elif packs:
            self.unclear.append(group.name)
        return slot

    def _make_pack(self, upgrade: Element, below: list[Slot]) -> Slot:
        """Return the slot of a pack: an entry for several models at once, such as "5 guards".

        It is unclear if its number of models isn't fixed, or if it is in no group.
        """
        parent = upgrade.parent
        if parent is None or not parent.is_group:
            self.unclear.append(upgrade.name)
        pack = Slot(upgrade, 0, MANY, below)
        if pack.total_low != pack.total_high:
            self.unclear.append(upgrade.name)
        return pack

    def _make_slot(self, element: Element, below: list[Slot]) -> Slot:
        """Return the slot of a model, or of a group of the slots `below`, with its limits."""
        low, is_low_sure = self.situation.get_limit(element, "min")
        high, is_high_sure = self.situation.get_limit(element, "max")
        if not (is_low_sure and is_high_sure):
            self.unclear.append(element.name)
        return Slot(element, low or 0, MANY if high is None else high, below)

    def _merge_kinds(self, slots: list[Slot]) -> list[Kind]:
        """Return the kinds of models of these slots, the numbers of equal kinds added up."""
        kinds: dict[str, Kind] = {}
        for slot in slots:
            found = self._merge_slot(slot)
            for kind in found:
                known = kinds.get(kind.name)
                if known is None:
                    kinds[kind.name] = kind
                else:
                    known.low += kind.low
                    known.high = min(MANY, known.high + kind.high)
                    known.slots += kind.slots
        return list(kinds.values())

    def _merge_slot(self, slot: Slot) -> list[Kind]:
        """Return the kinds of models of one slot, within the limits of the group if it is one."""
        if not slot.is_group:
            return [Kind(self.name_kind(slot.element.name), slot.low, slot.high, [slot])]
        if slot.chooses_one:
            return self._merge_choice(slot)
        kinds = self._merge_kinds(slot.slots)
        lows = sum(kind.low for kind in kinds)
        highs = min(MANY, sum(kind.high for kind in kinds))
        if len(kinds) > 1 and slot.low > lows:
            # which kinds make up the minimum is open, or they are one kind by several names
            self.unclear.append(slot.element.name)
        for kind in kinds:
            others_low, others_high = lows - kind.low, highs - kind.high
            low = max(kind.low, slot.low - others_high)
            high = max(low, min(kind.high, slot.high - others_low))
            kind.low, kind.high = low, high
        return kinds

    def _merge_choice(self, slot: Slot) -> list[Kind]:
        """Return the kinds of models of a group from which exactly one slot is chosen."""
        kinds: dict[str, Kind] = {}
        for below in slot.slots:
            for kind in self._merge_slot(below):
                known = kinds.setdefault(kind.name, kind)
                known.low = min(known.low, kind.low)
                known.high = max(known.high, kind.high)
                known.slots += [added for added in kind.slots if added not in known.slots]
        for kind in kinds.values():
            for below in slot.slots:
                if kind.name not in [other.name for other in self._merge_slot(below)]:
                    kind.low = 0
        return list(kinds.values())


def count_models(slots: list[Slot], size: int) -> dict[str, int | None]:
    """Return how often each entry is chosen in a unit of `size` models, by id.

    None stands for an unknown number. If only one slot can vary, it has all models that the others
    leave; if several can, their numbers are unknown.
    """
    counts: dict[str, int | None] = {}
    _count_slots(slots, size, counts)
    counts["model"] = size
    return counts


def _count_slots(slots: list[Slot], size: int | None, counts: dict[str, int | None]) -> None:
    """Add to `counts` how often each of these slots is chosen if they have `size` models."""
    flexible = [slot for slot in slots if slot.total_low != slot.total_high]
    fixed = sum(slot.total_low for slot in slots if slot not in flexible)
    for slot in slots:
        count: int | None = None
        if slot not in flexible:
            count = slot.total_low
        elif len(flexible) == 1 and size is not None:
            count = size - fixed
        _count_slot(slot, count, counts)


def _count_slot(slot: Slot, count: int | None, counts: dict[str, int | None]) -> None:
    """Add to `counts` how often a slot and the slots in it are chosen, if it has `count` models."""
    for entry_id in slot.element.ids:
        counts[entry_id] = count
    if not slot.chooses_one:
        _count_slots(slot.slots, count, counts)
        return
    fitting = [
        below
        for below in slot.slots
        if count is not None and below.total_low <= count <= below.total_high
    ]
    for below in slot.slots:
        is_chosen = [below] == fitting
        _count_slot(below, count if is_chosen else None, counts)
        for entry_id in below.element.ids:
            counts[entry_id] = 0
            if is_chosen:
                counts[entry_id] = 1
            elif below in fitting or not fitting:
                counts[entry_id] = None
