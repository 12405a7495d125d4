"""What an update changed at all: what a faction had to choose from on two days, compared thing by thing."""

from __future__ import annotations

from typing import Literal

import msgspec

from listbuilder.games.base import Game
from listbuilder.games.shared.listing import Choosable, Label
from listbuilder.store.library import Library

Way = Literal["gone", "new", "renamed", "dearer", "cheaper", "otherwise"]
ORDER: tuple[Way, ...] = ("new", "gone", "renamed", "dearer", "cheaper", "otherwise")


class PriceChange(msgspec.Struct, frozen=True, kw_only=True):
    """None: there was no such price."""

    label: Label
    before: int | None
    after: int | None


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """One thing. `facts`: what of it is different beside the price, in words of the table."""

    before: Choosable | None
    after: Choosable | None
    prices: tuple[PriceChange, ...] = ()
    facts: tuple[str, ...] = ()
    instead: str | None = None  # of what is gone: the name of what stands in its place

    @property
    def thing(self) -> Choosable:
        thing = self.after or self.before
        assert thing is not None
        return thing

    @property
    def way(self) -> Way:
        """The one that the table is ordered by."""
        if self.before is None:
            return "new"
        if self.after is None:
            return "gone"
        if self.before.name != self.after.name:
            return "renamed"
        steps = [each.after - each.before for each in self.prices if each.before is not None and each.after is not None]
        if any(steps):
            return "dearer" if sum(steps) > 0 or (sum(steps) == 0 and steps[0] > 0) else "cheaper"
        return "otherwise"


class HomeChanges(msgspec.Struct, frozen=True, kw_only=True):
    """Of one faction. `unknown`: how many things cost what nobody knows on one of the days."""

    system: str
    id: str
    name: str
    changes: tuple[Changed, ...]
    same: int
    unknown: int

    def count(self, way: Way) -> int:
        return sum(each.way == way for each in self.changes)


def between(game: Game, library: Library, home: tuple[str, str], days: tuple[str, str]) -> HomeChanges:
    """Raises Unreadable for a day that is too early."""
    old, new = ({(each.kind, each.id): each for each in game.listed(library, home[0], day)} for day in days)
    found: list[Changed] = []
    came = dict.fromkeys(key for key in new if key not in old)
    for key, before in old.items():
        after = new.get(key)
        if after is None and (renamed := (before.kind, before.renamed_to or "")) in came:
            after = new[renamed]
            del came[renamed]
        if after is not None:
            found.append(_compared(before, after))
        else:
            found.append(Changed(before=before, after=None, instead=_name(new, before)))
    found += [Changed(before=None, after=new[key]) for key in came]
    real = [each for each in found if each.before is None or each.after is None or each.prices or each.facts or _renamed(each)]
    unknown = sum(each.before is not None and each.after is not None and _unknown(each) for each in found)
    real.sort(key=lambda each: (ORDER.index(each.way), each.thing.kind, each.thing.name))
    return HomeChanges(
        system=game.id, id=home[0], name=home[1], changes=tuple(real), same=len(found) - len(real), unknown=unknown
    )


def _name(new: dict[tuple[str, str], Choosable], before: Choosable) -> str | None:
    instead = new.get((before.kind, before.replaced_by or before.renamed_to or ""))
    return instead.name if instead else None


def _renamed(change: Changed) -> bool:
    return change.before is not None and change.after is not None and change.before.name != change.after.name


def _unknown(change: Changed) -> bool:
    return any(each is not None and each.prices is None for each in (change.before, change.after))


def _compared(before: Choosable, after: Choosable) -> Changed:
    """What is not known on one of the days is no difference."""
    prices = []
    if before.prices is not None and after.prices is not None:
        partly = before.only_plain or after.only_plain
        labels = [label for label in dict.fromkeys([*before.prices, *after.prices]) if label.plain or not partly]
        prices = [
            PriceChange(label=label, before=before.prices.get(label), after=after.prices.get(label))
            for label in labels
            if before.prices.get(label) != after.prices.get(label)
        ]
    facts = [word for word in before.facts if word in after.facts and before.facts[word] != after.facts[word]]
    return Changed(before=before, after=after, prices=tuple(prices), facts=tuple(facts))
