"""The wargear options of a unit, from what the entries of its models can carry.

An option of ours says which models may give up which items for which others. A catalogue says the
same as choices of one entry, and as entries for the same kind of model with other items. Limits
that depend on more than the size of the unit are not understood, and then only the items are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import gcd

import msgspec

from listbuilder.update.read.battlescribe import Element
from listbuilder.update.read.battlescribe_composition import (
    MANY,
    Composition,
    Kind,
    Slot,
    count_models,
)
from listbuilder.update.read.battlescribe_conditions import Situation
from listbuilder.update.read.battlescribe_wargear import (
    Choice,
    Items,
    WargearReader,
    fold_items,
    make_item_rows,
)

Row = dict[str, object]
_PER = re.compile(r"\bmax\w*\s+(\d+)\b.*\b(?:per|every)\s+(\d+)\s+models", re.IGNORECASE)


class Options(msgspec.Struct):
    """The options of a unit: rows in the shape of our YAML, their items, what was unclear."""

    rows: list[Row]
    items: dict[str, None]
    not_understood: list[str]


class Limit(msgspec.Struct, frozen=True):
    """How many models may take an option: `count`, for every `per` models if that is given."""

    count: int
    per: int | None = None


class OptionReader:
    """A reader of one unit's options."""

    def __init__(self, wargear: WargearReader, composition: Composition, unit: Element) -> None:
        self.wargear = wargear
        self.composition = composition
        self.unit = unit
        self.options = Options([], {}, [])

    def read(self) -> Options:
        """Return the options of all kinds of models of the unit."""
        self.options.not_understood += self.composition.not_understood
        for kind in self.composition.kinds:
            default = self.wargear.find_default_slot(kind)
            if default is None:
                self._note_items(kind)
                self.options.not_understood.append(kind.name)
                continue
            self._read_kind(kind, default)
        if self.unit.type != "model":
            common = self.wargear.read_equipment(self.unit)
            self.options.not_understood += common.not_understood
            if common.choices:
                self.options.not_understood.append(self.unit.name)
                for choice in common.choices:
                    self._note(choice.default, *choice.others)
        self.options.rows = self._merge_kinds(self.options.rows)
        return self.options

    def _merge_kinds(self, rows: list[Row]) -> list[Row]:
        """Return `rows` with equal options of all kinds of models merged into one row.

        They are only merged if every model of the unit may take the option.
        """
        kinds = {kind.name: kind for kind in self.composition.kinds}
        groups: dict[str, list[Row]] = {}
        for row in rows:
            groups.setdefault(_make_row_key(row), []).append(row)
        merged: list[Row] = []
        for same in groups.values():
            free = [row["models"] for row in same if self._is_free(row["models"], kinds)]
            if len(kinds) > 1 and len(free) == len(same) == len(kinds):
                merged.append({**same[0], "models": {"which": "*", "count": "any"}})
            else:
                merged += same
        return merged

    def _is_free(self, models: object, kinds: dict[str, Kind]) -> bool:
        """Return whether `models` of an option's row means every model of one of the `kinds`."""
        if not isinstance(models, dict) or models.get("which") not in kinds:
            return False
        kind = kinds[models["which"]]
        return models.get("count") == "any" or (kind.high == 1 and models.get("count") == 1)

    def _note(self, *item_sets: Items) -> None:
        """Record the names of items that an option gives or takes."""
        for items in item_sets:
            for name in items:
                self.options.items[name] = None

    def _note_items(self, kind: Kind) -> None:
        """Record all items of a kind of model, because its default wargear isn't clear."""
        for slot in kind.slots:
            equipment = self.wargear.read_equipment(slot.element)
            self._note(equipment.items)
            for choice in equipment.choices:
                self._note(choice.default, *choice.others)

    def _read_kind(self, kind: Kind, default: Slot) -> None:
        """Add the options of one kind of model, whose default wargear is that of `default`.

        These are the choices of that entry, and every other entry of the kind as an exchange of
        what the two differ in.
        """
        equipment = self.wargear.read_equipment(default.element)
        self.options.not_understood += equipment.not_understood
        for choice in equipment.choices:
            self._add_choice(kind, choice)
        changes: list[tuple[Slot, Items, Items]] = []
        for slot in kind.slots:
            if slot is default:
                continue
            other = self.wargear.read_equipment(slot.element)
            self.options.not_understood += other.not_understood
            if other.choices and not _are_equal(other.choices, equipment.choices):
                self.options.not_understood.append(slot.element.name)
                for choice in other.choices:
                    self._note(choice.default, *choice.others)
            lost, gained = equipment.items - other.items, other.items - equipment.items
            changes.append((slot, lost, gained))
        for slot, lost, gained in changes:
            if not self._is_both_of_two(kind, slot, changes):
                self._add_slot(kind, slot, lost, gained)

    def _is_both_of_two(
        self, kind: Kind, slot: Slot, changes: list[tuple[Slot, Items, Items]]
    ) -> bool:
        """Return whether the change to `slot` is two other `changes` at once.

        Only changes that any model may take count. Such a slot needs no option of its own.
        """
        free = [change for change in changes if self._find_limit(kind, change[0]) == (None, True)]
        own = next(change for change in changes if change[0] is slot)
        for first in free:
            for second in free:
                if first is second or own in (first, second) or not (first[1] and second[1]):
                    continue
                if first[1] + second[1] == own[1] and first[2] + second[2] == own[2]:
                    return True
        return False

    def _write_models(self, kind: Kind, limit: Limit | None) -> Row:
        """Return `models:` of an option's row: which models may take it, and how many of them.

        Without a `limit`, any model of the kind may.
        """
        if self.composition.high == 1:
            return {"which": "this", "count": 1}
        which = "*" if len(self.composition.kinds) == 1 else kind.name
        if kind.high == 1:
            return {"which": which, "count": 1}
        if limit is None:
            return {"which": which, "count": "any"}
        row: Row = {"which": which, "count": limit.count}
        if limit.per is not None:
            row["per"] = limit.per
        return row

    def _add_choice(self, kind: Kind, choice: Choice) -> None:
        """Add a choice that each model of a kind has for itself."""
        self._note(choice.default, *choice.others)
        if not choice.is_sure:
            self.options.not_understood.append(", ".join(choice.others[0]) or kind.name)
        row: Row = {"models": self._write_models(kind, None)}
        if choice.default:
            row["replace"] = make_item_rows(choice.default)
            if choice.high > 1:
                self.options.not_understood.append(", ".join(choice.default))
        row["with"] = [make_item_rows(items) for items in choice.others]
        if not choice.default and choice.high > 1:
            if choice.high >= MANY:
                self.options.not_understood.append(", ".join(choice.others[0]))
            row["pick"] = choice.high
            row["duplicates"] = True
        self.options.rows.append(row)

    def _add_slot(self, kind: Kind, slot: Slot, lost: Items, gained: Items) -> None:
        """Add an entry for another equipment of the same kind of model as an option."""
        self._note(lost, gained)
        if not lost and not gained:
            return
        limit, is_sure = self._find_limit(kind, slot)
        if not is_sure or not gained:
            self.options.not_understood.append(slot.element.name)
        row: Row = {"models": self._write_models(kind, limit)}
        if lost:
            row["replace"] = make_item_rows(lost)
        row["with"] = [make_item_rows(gained)]
        for known in self.options.rows:
            if all(known.get(key) == row.get(key) for key in ("models", "replace")) and lost:
                if limit is not None:
                    # one limit each, or one for all of them: the catalogue means either
                    self.options.not_understood.append(slot.element.name)
                alternatives = known["with"]
                if isinstance(alternatives, list):
                    alternatives.append(make_item_rows(gained))
                return
        self.options.rows.append(row)

    def _list_special_groups(self, kind: Kind, slot: Slot) -> list[Element]:
        """Return the groups around a slot that don't hold the default of its kind."""
        default = self.wargear.find_default_slot(kind)
        usual = {outer.id for outer in default.element.iter_around()} if default else set()
        return [
            outer
            for outer in slot.element.iter_around()
            if outer.is_group and outer.id not in usual
        ]

    def _find_limit(self, kind: Kind, slot: Slot) -> tuple[Limit | None, bool]:
        """Return how many models of a kind can have this slot, and whether that is sure.

        None means any number. The limit comes from texts of errors ("max 1 per 5 models") or else
        from the maximum in the smallest and in the largest unit.
        """
        found: set[Limit | None] = set()
        is_sure = True
        groups = self._list_special_groups(kind, slot)
        for around in [slot.element, *groups]:
            for modifier in around.modifiers:
                if modifier.field == "error":
                    per = _PER.search(modifier.value)
                    is_sure = is_sure and per is not None
                    if per:
                        found.add(Limit(int(per.group(1)), int(per.group(2))))
        if found:
            return found.pop(), is_sure and not found
        is_alone = all(len(list(group.iter_flat_entries())) == 1 for group in groups)
        sizes = (self.composition.low, self.composition.high)
        caps = [self._find_cap([slot.element, *groups], size) for size in sizes]
        if None in caps or not (is_sure and is_alone):
            return None, False
        small, large = (cap or 0 for cap in caps)
        if large >= kind.high:
            return None, True
        if small == large:
            # a limit that no unit of the smallest size can reach may be one per so many models
            return Limit(small), small < kind.low or sizes[0] == sizes[1]
        if sizes[0] and small * sizes[1] == large * sizes[0] and small:
            common = gcd(small, sizes[0])
            return Limit(small // common, sizes[0] // common), True
        return Limit(large), False

    def _find_cap(self, elements: list[Element], size: int) -> int | None:
        """Return the tightest maximum of `elements` in a unit of `size` models; None if unknown."""
        counts = count_models(self.composition.slots, size)
        base = self.wargear.situation
        situation = Situation(base.book, base.chosen, counts, base.copies)
        caps = [MANY]
        for element in elements:
            cap, is_sure = situation.get_limit(element, "max")
            if not is_sure:
                return None
            caps.append(MANY if cap is None else cap)
        return min(caps)


def _make_row_key(row: Row) -> str:
    """Return a text that is equal for equal options of different models, in any order."""
    plain: dict[str, object] = {**row, "models": None}
    replaced, given = row.get("replace"), row.get("with")
    if isinstance(replaced, list):
        plain["replace"] = sorted(map(repr, replaced))
    if isinstance(given, list):
        plain["with"] = sorted(repr(sorted(map(repr, items))) for items in given)
    return repr(sorted(plain.items())).casefold()


def _are_equal(choices: Iterable[Choice], others: Iterable[Choice]) -> bool:
    """Return whether two entries have the same choices."""
    return sorted(map(_make_key, choices)) == sorted(map(_make_key, others))


def _make_key(choice: Choice) -> tuple[object, ...]:
    """Return a key that is equal for equal choices."""
    others = sorted(fold_items(items) for items in choice.others)
    return (fold_items(choice.default), tuple(others), choice.high)
