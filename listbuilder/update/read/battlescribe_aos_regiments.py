"""The regiment options of Age of Sigmar catalogues.

A leader marks the categories and units that it can lead with a category of its own; how many of
them is a constraint or an error elsewhere, with the leaders that it is for in its conditions. Both
are put together here and turned into rows by the grammar of `regiment_sentences.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

import msgspec

from listbuilder.model.base import fold
from listbuilder.update.read.battlescribe import Catalogue, Condition, Element, Modifier
from listbuilder.update.read.battlescribe_aos_words import load_aos_words
from listbuilder.update.read.regiment_sentences import (
    Option,
    Profile,
    Vocabulary,
    cut_piece,
    make_option,
    read_keywords,
)

_REGIMENT = ("force", "parent")  # scopes of a limit that is for one regiment


class _Target(msgspec.Struct):
    """What an option of a leader allows: a category or a unit, by its ids."""

    ids: tuple[str, ...]
    name: str
    unit: str = ""  # the name of the unit; "" for a category
    low: int = 0
    high: int | None = None
    doubts: tuple[str, ...] = ()


class Regiments:
    """The regiment options of one catalogue.

    `units` are its units' names by the ids of each; `bases` are, for the id of a unit for one
    season, the ids of the unit of which it is a variant.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        units: dict[str, str],
        vocabulary: Vocabulary,
        bases: dict[str, tuple[str, ...]],
    ) -> None:
        self.catalogue = catalogue
        self.bases = bases
        self.units = units
        self.vocabulary = vocabulary
        self.words = load_aos_words()
        self.highest: dict[tuple[str, str], int] = {}  # by (leader, target): the most of it
        self.required: set[tuple[str, str]] = set()
        self.together: set[tuple[str, str, str]] = set()  # (leader, target, other target)
        self.unclear: dict[str, list[str]] = {}  # by leader
        self.has_options = False  # older catalogues say nothing of regiments

    # --- limits, which are defined at what is limited ---

    def collect_limits(self, elements: Iterable[Element]) -> None:
        """Collect how often each leader can have, and must have, the given categories and units.

        `read` needs these limits, so this is called first.
        """
        for element in elements:
            limits = {limit.id: limit for limit in element.constraints if limit.scope in _REGIMENT}
            for modifier in element.modifiers:
                if modifier.field == "error":
                    self._collect_error(modifier)
                    continue
                limit = limits.get(modifier.field)
                if limit is None or modifier.type != "set" or modifier.number is None:
                    continue
                if limit.kind == "min":
                    self._add_required(element, modifier)
                    continue
                for leader, target in product(self._find_leaders(modifier.conditions), element.ids):
                    self.highest[leader, target] = modifier.number
                self._add_alternatives(element, modifier.conditions)

    def _add_required(self, element: Element, modifier: Modifier) -> None:
        """Record that the leaders in the modifier's conditions must have `element`."""
        leaders = set(self._find_leaders(modifier.conditions))
        if len(modifier.conditions) == 1:
            node = modifier.conditions[0].node
            if node.type == "atLeast" and node.scope == "force" and node.child_id in self.units:
                leaders.add(node.child_id)
        if modifier.number == 1:
            for target in element.ids:
                self.required |= {(leader, target) for leader in leaders}

    def _add_alternatives(self, element: Element, conditions: Iterable[Condition]) -> None:
        """Record what a leader can have instead of `element`, as in "one A or one B".

        A catalogue says so by a limit on A whose conditions are the leader and the absence of B.
        Other conditions beside a leader are recorded as unclear for that leader.
        """
        for condition in conditions:
            if condition.kind != "and":
                self._add_alternatives(element, condition.parts)
                continue
            leaders = list(self._find_leaders((condition,)))
            for part in condition.parts:
                in_regiment = self.catalogue.get_name(part.node.child_id) == self.words.regiment
                if in_regiment or any(True for _ in self._find_leaders((part,))):
                    continue
                others = self._find_absent(part)
                for leader in leaders:
                    for target in element.ids:
                        self.together |= {(leader, target, other) for other in others}
                    if not others:
                        problem = f"{cut_piece(element.name)}: a limit under a condition"
                        self.unclear.setdefault(leader, []).append(problem)

    def _find_absent(self, condition: Condition) -> list[str]:
        """Return the ids of what must be absent for a condition to be true.

        The condition asks for less than one of it, or less than one besides the leader. Empty for
        any other condition.
        """
        node = condition.node
        if condition.kind == "lessThan" and node.scope == "force":
            return [node.child_id]
        if condition.kind != "local" or node.type != "lessThan":
            return []
        return [
            inner.child_id for inner in condition.iter_conditions() if inner.type == "instanceOf"
        ]

    def _collect_error(self, modifier: Modifier) -> None:
        """Record the limit on a keyword that the text of an error states, for its leaders.

        If the conditions of the error don't count that keyword, the limit is recorded as unclear.
        """
        match = re.fullmatch(self.words.too_many, modifier.value.strip())
        if match is None:
            return
        counted = [
            node.child_id
            for node in modifier.iter_conditions()
            if node.type == "atLeast" and node.scope == "force"
        ]
        names = {fold(modifier.catalogue.get_name(target)): target for target in counted}
        target = names.get(fold(match["keyword"])) or self._find_category(match["keyword"])
        for leader in self._find_leaders(modifier.conditions):
            if fold(match["keyword"]) not in names:
                self.unclear.setdefault(leader, []).append(cut_piece(modifier.value))
            if target:
                self.highest[leader, target] = int(match["max"])

    def _find_category(self, name: str) -> str:
        """Return the id of the category of this name, "" if there is none."""
        for catalogue in self.catalogue.reachable:
            for node in catalogue.root.get_list("categoryEntries"):
                if fold(node.name) == fold(name):
                    return node.id
        return ""

    def _find_leaders(self, conditions: Iterable[Condition]) -> Iterator[str]:
        """Yield the ids of the units that the conditions ask for as leaders of a regiment."""
        for condition in conditions:
            nodes = [part.node for part in condition.parts if not part.parts]
            ids = [node.child_id for node in nodes if node.type == "instanceOf"]
            names = [self.catalogue.get_name(target) for target in ids]
            if self.words.leader in names:
                yield from (target for target in ids if target in self.units)
            yield from self._find_leaders(condition.parts)

    # --- one unit ---

    def read(self, element: Element) -> tuple[Profile, list[str]]:
        """Return the regiment profile of a unit, and what was not understood of it.

        The profile is in the shape of `regiment:` in our YAML: whether the unit can lead, its
        options, and the names under which it joins regiments of others.
        """
        profile: Profile = {}
        unclear: list[str] = []
        for key in element.ids:
            unclear += self.unclear.get(key, [])
        joins: list[str] = []
        targets: list[_Target] = []
        can_lead = False
        for modifier in element.modifiers:
            if modifier.field != "category":
                continue
            name = modifier.catalogue.get_name(modifier.value)
            if name == self.words.leader:
                can_lead = can_lead or modifier.type == "set-primary"
            elif name in self.words.options:
                self.has_options = True
                target = self._find_target(element, modifier)
                if target is None:
                    unclear.append(f"{modifier.type} {self._name_path(modifier)}")
                elif target.name != self.words.hero:
                    targets.append(target)
                    unclear += target.doubts
            elif modifier.type == "add" and self._is_joining(modifier):
                if not name:
                    unclear.append(f"joins as {modifier.value}")
                joins.append(name)
        is_hero = self.words.hero in element.category_names
        if is_hero and not can_lead:
            profile["can_lead"] = False
        options = self._make_options(element, targets, unclear)
        if options and is_hero:
            profile["options"] = options
        elif options:
            unclear.append("regiment options of a unit that is no hero")
        if joins:
            profile["joins_as"] = [self.vocabulary.sub_heroes.find(name) or name for name in joins]
        return profile, list(dict.fromkeys(unclear))

    def _is_joining(self, modifier: Modifier) -> bool:
        """Return whether a modifier gives a hero the category under which it joins regiments.

        Such a modifier applies while the hero isn't the leader. The category may lack a name, but
        it isn't a keyword.
        """
        name = modifier.catalogue.get_name(modifier.value)
        if name and name == name.upper():
            return False
        return any(
            node.type == "notInstanceOf"
            and modifier.catalogue.get_name(node.child_id) == self.words.leader
            for node in modifier.iter_conditions()
        )

    def _name_path(self, modifier: Modifier) -> str:
        """Return the name of what a modifier affects, or its path if it has no name."""
        path = modifier.node.get("affects").removeprefix(self.words.option_path)
        return cut_piece(modifier.catalogue.get_name(path) or path)

    def _find_target(self, leader: Element, modifier: Modifier) -> _Target | None:
        """Return what a modifier of a leader allows, with its limits; None if that is unclear.

        A removal is only clear for heroes: keywords never allow them.
        """
        path = modifier.node.get("affects")
        target_id = path.removeprefix(self.words.option_path)
        conditions = list(modifier.iter_conditions())
        is_plain = len(conditions) == 1 and conditions[0].type == "instanceOf"
        found = modifier.catalogue.find(target_id)
        if not path.startswith(self.words.option_path) or not is_plain or found is None:
            return None
        node = found[0]
        if modifier.type == "remove" and node.name != self.words.hero:
            return None
        ids = [target_id]
        while node.target_id:
            linked = found[1].find(node.target_id)
            if linked is None:
                return None
            node = linked[0]
            ids.append(node.id)
        unit = next((self.units[key] for key in ids if key in self.units), "")
        is_category = node.type not in ("unit", "upgrade", "model")
        if not is_category and not unit:
            return None
        target = _Target(tuple(ids), node.name.strip(), "" if is_category else unit)
        self._set_limits(leader, target)
        return target

    def _set_limits(self, leader: Element, target: _Target) -> None:
        """Set the fewest and the most of `target` that `leader` can have.

        A limit that only the unit has of which the leader is a variant is taken, but in doubt. A
        hero without any limit is limited to one, in doubt too.
        """
        values = self._list_limits(leader.ids, target)
        if not values and leader.id in self.bases:
            values = self._list_limits(self.bases[leader.id], target)
            if values:
                target.doubts = (f"{cut_piece(target.name)}: no limit for this variant",)
        is_hero = self._is_sub_hero(target) or fold(target.unit) in self.vocabulary.heroes
        is_required = any(
            (key, target_id) in self.required for key in leader.ids for target_id in target.ids
        )
        if not values and is_hero and not is_required:
            values = [1]
            target.doubts = (f"{cut_piece(target.name)}: no limit for this leader",)
        limited = [value for value in values if value > 0]
        target.high = min(limited) if limited else None
        if is_required:
            target.low, target.high = 1, target.high or 1

    def _list_limits(self, leader_ids: Iterable[str], target: _Target) -> list[int]:
        """Return every limit of a target for the leader with these ids."""
        return [
            self.highest[key, target_id]
            for key in leader_ids
            for target_id in target.ids
            if (key, target_id) in self.highest
        ]

    def _is_sub_hero(self, target: _Target) -> bool:
        """Return whether the target is a category of heroes that join other regiments."""
        return not target.unit and self.vocabulary.sub_heroes.find(target.name) is not None

    def _make_options(
        self, leader: Element, targets: list[_Target], unclear: list[str]
    ) -> list[Option]:
        """Return the rows of all targets; variants of one unit are one row."""
        options: list[Option] = []
        waiting = list(targets)
        while waiting:
            target = waiting.pop(0)
            merged = [target]
            for other in list(waiting):
                if self._belong_together(leader, target, other):
                    merged.append(other)
                    waiting.remove(other)
            whom = self._name_whom(merged)
            if whom is None:
                unclear.append(cut_piece(target.name))
                continue
            options.append(make_option(whom, target.low, target.high, self.vocabulary))
        return options

    def _belong_together(self, leader: Element, target: _Target, other: _Target) -> bool:
        """Return whether two targets are one option: variants, or only one of both at a time."""
        if target.ids == other.ids:
            return True
        if target.unit and other.unit:
            variants = self.vocabulary.variants
            base = next((key for key, names in variants.items() if target.unit in names), None)
            base = base or fold(target.unit)
            if fold(other.unit) == base or other.unit in variants.get(base, ()):
                return True
        return any(
            (key, target_id, two) in self.together or (key, two, target_id) in self.together
            for key in leader.ids
            for target_id in target.ids
            for two in other.ids
        )

    def _name_whom(self, targets: list[_Target]) -> Option | None:
        """Return the keys of an option's row that say what it allows; None if that is unclear.

        These are keywords for a single category, else `sub_heroes` and `units`.
        """
        if len(targets) == 1 and not targets[0].unit and not self._is_sub_hero(targets[0]):
            return read_keywords(targets[0].name, self.vocabulary)
        sub_heroes: list[str] = []
        units: list[str] = []
        for target in targets:
            category = self.vocabulary.sub_heroes.find(target.name)
            if target.unit:
                units.append(target.unit)
            elif category is not None:
                sub_heroes.append(category)
            else:
                return None
        whom: Option = {"sub_heroes": sub_heroes, "units": units}
        if sub_heroes and units:
            whom["label"] = " or ".join(target.name for target in targets)
        return whom
