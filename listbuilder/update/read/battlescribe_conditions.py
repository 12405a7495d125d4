"""Conditions and modifiers of catalogues, judged for an army in which nothing else is chosen.

A catalogue hides, limits and prices its entries by conditions: the weapons of a campaign are hidden
unless the campaign's force is there, a unit costs more from its sixth model on. A `Situation` says
what is known; a condition that needs more than that is neither true nor false, but None, and
whoever asked has to say that it was not understood.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from listbuilder.update.read.battlescribe_tree import (
    Catalogue,
    Condition,
    Constraint,
    Element,
    Modifier,
)

_INSTANCE = ("instanceOf", "notInstanceOf")
_COUNTED = ("atLeast", "greaterThan", "lessThan", "atMost", "equalTo", "notEqualTo")
# scopes that are an entry around the one that is judged
_AROUND = frozenset(("ancestor", "unit", "model", "upgrade", "model-or-unit", "root-entry"))
_HERE = frozenset(("self", "parent"))
_ARMY = frozenset(("roster", "force", "primary-catalogue", "primary-category"))


class Situation(msgspec.Struct, frozen=True, eq=False):
    """An army of the book `book` with one unit in it.

    `counts` are how often an id is chosen in the unit, or "model" for all its models; None for one
    that is chosen an unknown number of times. Other ids are not chosen, except entries of a name in
    `chosen`. `copies` is how many units of the same entry stand before this one. With `is_open`, it
    is not known what else the unit has: conditions on that are None.
    """

    book: Catalogue
    chosen: frozenset[str] = frozenset()
    counts: dict[str, int | None] = {}
    copies: int = 0
    is_open: bool = False

    @property
    def force_id(self) -> str:
        """Return the id of the force of a normal game: the first of the game system."""
        system = self.book.system
        forces = system.root.get_list("forceEntries") if system else []
        return forces[0].id if forces else ""

    def are_true(self, conditions: Iterable[Condition], element: Element) -> bool | None:
        """Return whether all conditions hold for `element`; None if that is not known."""
        results = [self.is_true(condition, element) for condition in conditions]
        if False in results:
            return False
        return None if None in results else True

    def is_true(self, condition: Condition, element: Element) -> bool | None:
        """Return whether a condition or a group of them holds for `element`; None if unknown."""
        if condition.kind == "and":
            return self.are_true(condition.parts, element)
        if condition.kind == "or":
            results = [self.is_true(part, element) for part in condition.parts]
            if True in results:
                return True
            return None if None in results else False
        if condition.kind == "local":
            return self._is_further_copy(condition, element)
        node = condition.node
        if condition.kind in _INSTANCE:
            result = self._is_instance(node.scope, node.child_id, element)
            return result if result is None or condition.kind == "instanceOf" else not result
        if condition.kind not in _COUNTED or node.number is None:
            return None
        count = self._count(node.field, node.scope, node.child_id, element)
        return None if count is None else _compare(condition.kind, count, node.number)

    def _is_further_copy(self, condition: Condition, element: Element) -> bool | None:
        """Return whether the army has as many units of the same entry before this one as needed.

        None for any other condition. New Recruit writes this one as a group that counts entries
        which are `before` this one and an instance of it.
        """
        kinds = {part.kind for part in condition.parts}
        node = condition.node
        own = [part for part in condition.parts if part.kind == "instanceOf"]
        if kinds != {"before", "instanceOf"} or node.number is None:
            return None
        if any(part.node.child_id not in element.ids for part in own):
            return None
        return _compare(node.type, self.copies, node.number)

    def _is_instance(self, scope: str, child_id: str, element: Element) -> bool | None:
        """Return whether what `scope` means is the entry `child_id` or has that category.

        None if the scope is unknown.
        """
        if scope in ("primary-catalogue", "catalogue"):
            return child_id == self.book.id
        if scope in ("force", "roster"):
            return child_id == self.force_id
        if scope in _HERE:
            around = [element if scope == "self" else element.parent or element]
        elif scope in _AROUND:
            around = [
                outer
                for outer in element.iter_around()
                if scope in ("ancestor", outer.type) or outer.type in scope.split("-or-")
            ]
            if scope == "root-entry":
                around = [list_with_root(element)[-1]]
        else:
            return None
        return any(
            child_id in candidate.ids
            or child_id == candidate.type
            or any(child_id == category for category, _, _ in candidate.categories)
            for candidate in around
        )

    def _count(self, field: str, scope: str, child_id: str, element: Element) -> int | None:
        """Return how many of `child_id` there are in `scope`; None if that is not known."""
        if field == "forces":
            return 1 if child_id == self.force_id else 0
        if field != "selections":
            return None
        if child_id in self.counts:
            return self.counts[child_id]
        if self.chosen and self.book.get_name(child_id) in self.chosen:
            return 1
        if scope in _ARMY and child_id in {
            part_id for part in element.iter_around() for part_id in part.ids
        }:
            return None
        return None if self.is_open and scope not in _ARMY else 0

    # --- what follows from conditions ---

    def is_hidden(self, element: Element) -> bool | None:
        """Return whether an entry is hidden; None if one of its modifiers can't be judged."""
        hidden: bool | None = element.is_hidden
        for modifier in element.modifiers:
            if modifier.field != "hidden" or not modifier.is_local:
                continue
            applies = self.are_true(modifier.conditions, element)
            if applies is None:
                hidden = None
            elif applies:
                hidden = modifier.value == "true"
        return hidden

    def get_limit(
        self, element: Element, kind: str, scopes: Iterable[str] = ("parent",)
    ) -> tuple[int | None, bool]:
        """Return the tightest limit of a kind ("min" or "max"), and whether it is sure.

        Modifiers are applied before limits are compared; the limit isn't sure if one of them can't
        be judged. None if there is no limit in these `scopes`.
        """
        values: list[int] = []
        is_sure = True
        for limit in element.constraints:
            is_counted = limit.field == "selections" and limit.node.get("percentValue") != "true"
            if limit.kind != kind or limit.scope not in scopes or not is_counted:
                continue
            value, was_sure = self._modify(limit, element)
            is_sure = is_sure and was_sure
            if value >= 0:
                values.append(value)
        if not values:
            return None, is_sure
        return (max(values) if kind == "min" else min(values)), is_sure

    def _modify(self, limit: Constraint, element: Element) -> tuple[int, bool]:
        """Return the value of a limit after its modifiers, and whether all of them were judged."""
        value = limit.value
        is_sure = True
        for modifier in element.modifiers:
            if modifier.field != limit.id:
                continue
            changed = self.apply(modifier, value, element)
            is_sure = is_sure and changed is not None
            value = value if changed is None else changed
        return value, is_sure

    def apply(self, modifier: Modifier, value: int, element: Element) -> int | None:
        """Return `value` after a modifier, unchanged if it doesn't apply; None if unknown."""
        applies = self.are_true(modifier.conditions, element)
        times = self._count_repeats(modifier, element)
        if applies is False or times == 0:
            return value
        if applies is None or times is None or modifier.number is None:
            return None
        if modifier.type == "set":
            return modifier.number
        if modifier.type in ("increment", "decrement"):
            step = modifier.number * times
            return value + step if modifier.type == "increment" else value - step
        if modifier.type == "multiply":
            return value * modifier.number
        return None

    def _count_repeats(self, modifier: Modifier, element: Element) -> int | None:
        """Return how often a modifier is applied: once, unless it is repeated per something."""
        times = 1
        for repeat in modifier.repeats:
            count = self._count(repeat.field, repeat.scope, repeat.child_id, element)
            step = repeat.number
            often = repeat.get("repeats")
            if count is None or not step or not often.isdecimal():
                return None
            whole = -(-count // step) if repeat.get("roundUp") == "true" else count // step
            times *= whole * int(often)
        return times


def list_with_root(element: Element) -> list[Element]:
    """Return this element and those around it up to the root entry, the innermost first."""
    around = [outer for outer in element.iter_around() if outer.parent is not None]
    return around or [element]


def _compare(kind: str, count: int, value: int) -> bool | None:
    """Return whether a count satisfies a condition of this kind; None for an unknown kind."""
    results = {
        "atLeast": count >= value,
        "greaterThan": count > value,
        "lessThan": count < value,
        "atMost": count <= value,
        "equalTo": count == value,
        "notEqualTo": count != value,
    }
    return results.get(kind)
