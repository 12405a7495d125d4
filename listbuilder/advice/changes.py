"""The changes of an update: what a faction could choose from on two days, thing by thing."""

from __future__ import annotations

from typing import Literal

import msgspec

from listbuilder.data.library import Library
from listbuilder.games.common.choosable import Choosable, Label
from listbuilder.games.game import Game

Way = Literal["gone", "new", "renamed", "dearer", "cheaper", "otherwise"]
ORDER: tuple[Way, ...] = ("new", "gone", "renamed", "dearer", "cheaper", "otherwise")


class PriceChange(msgspec.Struct, frozen=True, kw_only=True):
    """One price that changed; `before` or `after` is None if there was no such price."""

    label: Label
    before: int | None
    after: int | None


class ThingChange(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that changed.

    `facts`: what differs besides the price, in words of the table.
    """

    before: Choosable | None
    after: Choosable | None
    prices: tuple[PriceChange, ...] = ()
    facts: tuple[str, ...] = ()
    instead: str | None = None  # of what is gone: the name of what stands in its place

    @property
    def thing(self) -> Choosable:
        """Return the thing as it is after the change, or as it was if it is gone."""
        thing = self.after or self.before
        assert thing is not None
        return thing

    @property
    def way(self) -> Way:
        """Return how the thing changed: new, gone, renamed, dearer, cheaper or otherwise.

        The table of changes is ordered by this word.
        """
        if self.before is None:
            return "new"
        if self.after is None:
            return "gone"
        if self.before.name != self.after.name:
            return "renamed"
        steps = [
            price.after - price.before
            for price in self.prices
            if price.before is not None and price.after is not None
        ]
        if any(steps):
            return "dearer" if sum(steps) > 0 or (sum(steps) == 0 and steps[0] > 0) else "cheaper"
        return "otherwise"


class FactionChanges(msgspec.Struct, frozen=True, kw_only=True):
    """All changes of one faction.

    `unknown`: how many things have no known price on one of the days.
    """

    system: str
    id: str
    name: str
    changes: tuple[ThingChange, ...]
    same: int
    unknown: int

    def count_changes(self, way: Way) -> int:
        """Return how many things changed in this way."""
        return sum(change.way == way for change in self.changes)


def compare_faction(
    game: Game, library: Library, home: tuple[str, str], days: tuple[str, str]
) -> FactionChanges:
    """Return what changed between two `days` in what a faction can choose from.

    `home`: the id and name of the faction. A renamed thing is one change, and a thing with neither
    a change of name, price nor facts is only counted. Raises Unreadable for a day that is too
    early.
    """
    old, new = (
        {
            (choosable.kind, choosable.id): choosable
            for choosable in game.list_choosables(library, home[0], day)
        }
        for day in days
    )
    changes: list[ThingChange] = []
    added = dict.fromkeys(key for key in new if key not in old)
    for key, before in old.items():
        after = new.get(key)
        if after is None and (renamed := (before.kind, before.renamed_to or "")) in added:
            after = new[renamed]
            del added[renamed]
        if after is not None:
            changes.append(_compare_things(before, after))
        else:
            instead = new.get((before.kind, before.replaced_by or before.renamed_to or ""))
            instead_name = instead.name if instead else None
            changes.append(ThingChange(before=before, after=None, instead=instead_name))
    changes += [ThingChange(before=None, after=new[key]) for key in added]
    actual = [
        change
        for change in changes
        if change.before is None
        or change.after is None
        or change.prices
        or change.facts
        or _is_renamed(change)
    ]
    unknown = sum(
        change.before is not None and change.after is not None and _is_price_unknown(change)
        for change in changes
    )
    actual.sort(key=lambda change: (ORDER.index(change.way), change.thing.kind, change.thing.name))
    return FactionChanges(
        system=game.id,
        id=home[0],
        name=home[1],
        changes=tuple(actual),
        same=len(changes) - len(actual),
        unknown=unknown,
    )


def _is_renamed(change: ThingChange) -> bool:
    """Return whether the thing exists on both days, with different names."""
    return (
        change.before is not None
        and change.after is not None
        and change.before.name != change.after.name
    )


def _is_price_unknown(change: ThingChange) -> bool:
    """Return whether the prices of the thing are not known on one of the days."""
    return any(
        choosable is not None and choosable.prices is None
        for choosable in (change.before, change.after)
    )


def _compare_things(before: Choosable, after: Choosable) -> ThingChange:
    """Return how one thing changed: in its prices and in its other facts.

    A price or a fact that is unknown on one of the days is no difference.
    """
    prices = []
    if before.prices is not None and after.prices is not None:
        partly = before.only_plain or after.only_plain
        labels = [
            label
            for label in dict.fromkeys([*before.prices, *after.prices])
            if label.plain or not partly
        ]
        prices = [
            PriceChange(label=label, before=before.prices.get(label), after=after.prices.get(label))
            for label in labels
            if before.prices.get(label) != after.prices.get(label)
        ]
    facts = [
        word
        for word in before.facts
        if word in after.facts and before.facts[word] != after.facts[word]
    ]
    return ThingChange(before=before, after=after, prices=tuple(prices), facts=tuple(facts))
