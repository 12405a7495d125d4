"""The wargear of a unit's models in a catalogue: what they carry, and what they can carry instead.

What an entry of a model must have, or has unless another choice is made, is its default wargear. A
group of which one must be chosen, with a default, is an option that replaces the default; an item
that can be added is an option that adds. An entry for another equipment of the same kind of model
is an option that replaces what the two entries differ in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec

from listbuilder.model.base import fold
from listbuilder.update.read.battlescribe_composition import MANY, Kind, Slot
from listbuilder.update.read.battlescribe_conditions import Situation
from listbuilder.update.read.battlescribe_tree import Constraint, Element

Items = Counter[str]


class Choice(msgspec.Struct, frozen=True):
    """A choice of one model: of the items in `default` and in `others`, `low` to `high` times.

    With no default, the items are added. `is_sure` is false if a limit depends on something else.
    """

    default: Items
    others: tuple[Items, ...]
    high: int
    is_sure: bool = True


class Equipment(msgspec.Struct, eq=False):
    """What one entry of a model carries, and its choices."""

    items: Items
    choices: list[Choice]
    not_understood: list[str]


class WargearReader:
    """A reader of what the models of one unit carry.

    `is_ignored` says which entries are no wargear (a campaign's, enhancements, the Warlord), and
    `ignored_names` are the names of these.
    """

    def __init__(
        self,
        situation: Situation,
        is_ignored: Callable[[Element], bool],
        ignored_names: frozenset[str] = frozenset(),
    ) -> None:
        self.situation = situation
        self.ignored_names = ignored_names
        self.open_situation = msgspec.structs.replace(situation, is_open=True)
        self.is_ignored = is_ignored

    # --- one entry of a model ---

    def read_equipment(self, element: Element) -> Equipment:
        """Return what the entry of a model, or of a whole unit, carries itself, and its choices."""
        equipment = Equipment(Counter(), [], [])
        equipment.not_understood += element.list_dangling_links(self.ignored_names)
        for child in self._iter_visible(element):
            if child.is_group:
                self._add_group(child, equipment)
            elif child.type == "upgrade":
                self._add_upgrade(child, equipment)
        return equipment

    def _iter_visible(self, element: Element) -> Iterator[Element]:
        """Yield the entries and groups directly below that can be chosen in a normal game."""
        for child in element.iter_entries():
            if not self.is_ignored(child) and self.situation.is_hidden(child) is not True:
                yield child

    def depends_on_choices(self, element: Element) -> bool:
        """Return whether an entry is hidden or limited by what else is chosen for the unit."""
        if self.open_situation.is_hidden(element) is None:
            return True
        if any(limit.kind == "max" and _is_for_unit(limit) for limit in element.constraints):
            return True
        limits = [self.open_situation.get_limit(element, kind) for kind in ("min", "max")]
        return not all(is_sure for _, is_sure in limits)

    def _add_upgrade(self, child: Element, equipment: Equipment) -> None:
        """Add an item that is in no group: carried by default, an addition, or both.

        Entries of models are left to the composition.
        """
        low, is_low_sure = self.situation.get_limit(child, "min")
        high, is_high_sure = self.situation.get_limit(child, "max", ("parent", "self"))
        is_sure = is_low_sure and is_high_sure and not self.depends_on_choices(child)
        if any(entry.type == "model" for entry in child.iter_flat_entries()):
            return  # models, which the composition reads
        items = self._read_items(child, equipment)
        default = max(low or 0, int(child.get("defaultAmount") or 0))
        for name, count in items.items():
            equipment.items[name] += count * default
        more = MANY if high is None else high - default
        if more > 0:
            equipment.choices.append(Choice(Counter(), (items,), more, is_sure))

    def _read_items(self, child: Element, equipment: Equipment) -> Items:
        """Return the items that choosing an entry gives: the entry's own and those below it.

        An entry without profiles that has items below it is only a name for these. The choices
        below it are added to `equipment`.
        """
        inner = self.read_equipment(child)
        equipment.not_understood += inner.not_understood
        own = [info for info in child.iter_info() if info.node.get("typeName")]
        if inner.items and not own:
            equipment.choices += inner.choices
            return inner.items
        equipment.choices += inner.choices
        return Counter(split_item(child, own)) + inner.items

    def _add_group(self, group: Element, equipment: Equipment) -> None:
        """Add the default items of a group to `equipment`, and what can be chosen instead.

        A group of other groups, or one without a limit, is not one choice: each entry is added
        alone. Groups of models are left to the composition.
        """
        low, is_low_sure = self.situation.get_limit(group, "min")
        high, is_high_sure = self.situation.get_limit(group, "max")
        children = list(self._iter_visible(group))
        equipment.not_understood += group.list_dangling_links(self.ignored_names)
        if any(child.type == "model" for child in group.iter_flat_entries()):
            return  # models, which the composition reads
        plain = [child for child in children if child.type == "upgrade"]
        if len(plain) < len(children) or (low is None and high is None):
            for child in children:
                if child.is_group:
                    self._add_group(child, equipment)
                elif child.type == "upgrade" and (low is None or not plain):
                    self._add_upgrade(child, equipment)
            if low is None or not plain:
                return
        self._add_choices(group, plain, (low or 0, high), is_low_sure and is_high_sure, equipment)

    def _add_choices(
        self,
        group: Element,
        plain: list[Element],
        limits: tuple[int, int | None],
        is_sure: bool,
        equipment: Equipment,
    ) -> None:
        """Add to `equipment` the choice in `group` between the items `plain`.

        `limits` are the fewest and the most of them; `is_sure` says that both are certain.
        """
        low, high = limits
        is_sure = is_sure and not any(map(self.depends_on_choices, [group, *plain]))
        items = {child.id: self._read_items(child, equipment) for child in plain}
        chosen: Items = Counter()
        count = 0
        for child in plain:
            least, was_sure = self.situation.get_limit(child, "min")
            is_sure = is_sure and was_sure
            amount = max(least or 0, int(child.get("defaultAmount") or 0))
            count += amount
            for name, number in items[child.id].items():
                chosen[name] += number * amount
        default_id = group.get("defaultSelectionEntryId")
        default = next((child for child in plain if default_id in child.ids), None)
        if default is None:
            default = find_named_default(group, plain)
        if count < low and default is not None:
            for name, number in items[default.id].items():
                chosen[name] += number * (low - count)
            count = low
        if count < low:
            equipment.not_understood.append(group.name)
        equipment.items.update(chosen)
        others = [items[child.id] for child in plain if items[child.id] != chosen]
        if low == 0 and not chosen:
            if others:
                most = MANY if high is None else high
                equipment.choices.append(Choice(Counter(), tuple(others), most, is_sure))
        elif others:
            equipment.choices.append(Choice(chosen, tuple(others), low, is_sure))

    def iter_prices(self, element: Element) -> Iterator[tuple[str, int]]:
        """Yield (name, points) of each item below an entry that costs points."""
        for child in self._iter_visible(element):
            points = child.points if child.type == "upgrade" else None
            if points:
                yield child.name, points
            yield from self.iter_prices(child)

    # --- the unit ---

    def find_default_slot(self, kind: Kind) -> Slot | None:
        """Return the slot with the default wargear of a kind of model; None if it is unclear.

        It is the only slot, the default of a group around it, the only required one, or the only
        one that all models can have.
        """
        if len(kind.slots) == 1:
            return kind.slots[0]
        if sum(1 for slot in kind.slots if slot.low) > 1:
            return None  # several equipments must be there
        for slot in kind.slots:
            for group in slot.element.iter_around():
                default = group.get("defaultSelectionEntryId") if group.is_group else ""
                if default and default in slot.element.ids:
                    return slot
        required = [slot for slot in kind.slots if slot.low]
        if len(required) == 1:
            return required[0]
        unlimited = [slot for slot in kind.slots if slot.high >= kind.high]
        return unlimited[0] if len(unlimited) == 1 else None


def _is_for_unit(limit: Constraint) -> bool:
    """Return whether a limit counts in the whole model or unit, not only directly around it."""
    is_counted = limit.field == "selections" and limit.value >= 0
    return is_counted and limit.scope not in ("parent", "self", "roster", "force")


def split_item(entry: Element, profiles: list[Element]) -> list[str]:
    """Return the item of an entry; several if its name joins the names of its profiles.

    "Axe and shield" with a profile Axe and a profile Shield are two items.
    """
    name = entry.name.replace(" & ", " and ")
    parts = [part.strip() for part in name.split(" and ")]
    known = {fold(profile.name) for profile in profiles}
    if len(parts) > 1 and all(fold(part) in known for part in parts):
        return parts
    return [name]


def find_named_default(group: Element, entries: list[Element]) -> Element | None:
    """Return the default of a group by its name, or the only entry; None if none or several fit.

    Why: authors call a group after what it replaces: "Blue spear", "Replace blue spear".
    """
    if len(entries) == 1:
        return entries[0]
    name = f" {fold(group.name)} "
    named = [entry for entry in entries if f" {fold(entry.name)} " in name]
    return named[0] if len(named) == 1 else None


def fold_items(items: Items) -> tuple[tuple[str, int], ...]:
    """Return items in a form that is equal for equal items, in any order and spelling."""
    counts: Items = Counter()
    for name, count in items.items():
        counts[fold(name)] += count
    return tuple(sorted((name, count) for name, count in counts.items() if count))


def make_item_rows(items: Items) -> list[object]:
    """Return items in the shape of our YAML: a name, or a name with a count above one."""
    return [
        name if count == 1 else {"item": name, "count": count}
        for name, count in items.items()
        if count
    ]
