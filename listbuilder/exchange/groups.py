"""Models on the way into the roster, and what a list says of them by their names alone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import Listed
from listbuilder.games.muster.sheet_names import SheetNames
from listbuilder.model.base import Path


class Models(msgspec.Struct, eq=False):
    """Models of one kind; wargear counts are over all of them."""

    model: str
    count: int
    line: int
    wargear: dict[str, int] = {}


Loose = tuple[str, int, int]
"""An item of the unit, of no models yet: name, count, line."""


class ToldApart(msgspec.Struct, eq=False):
    """`2x Shas'ui (Shield Drone)`: models that the list tells from others by what they carry."""

    names: SheetNames
    with_one: list[tuple[Models, str]] = []
    with_some: list[tuple[Listed, list[Models]]] = []

    def note(self, entry: Listed, groups: Sequence[Models]) -> None:
        """Groups that stand under one name of models."""
        if len(groups) == 1 and groups[0].line == entry.line and (item := self.names.named_with(entry.name)):
            self.with_one.append((groups[0], item))
        self.with_some.append((entry, list(groups)))

    def give(self, groups: list[Models], loose: list[Loose], account: Account, path: Path) -> None:
        """They have it: what is listed beside them, or under the models before them; else it is assumed, aloud."""
        for group, item in self.with_one:
            missing = group.count - group.wargear.get(item, 0)
            beside = next((each for each in loose if each[0] == item and each[1] == missing), None)
            if missing > 0 and beside is not None:
                loose.remove(beside)
                group.wargear = {**group.wargear, item: group.count}
                continue
            before = groups[: next(place for place, each in enumerate(groups) if each is group)]
            giver = next((each for each in reversed(before) if each.wargear.get(item, 0) == missing > each.count), None)
            if giver is not None:  # more of it than they are themselves: it is of those whom it tells apart
                giver.wargear = {name: count for name, count in giver.wargear.items() if name != item}
                group.wargear = {**group.wargear, item: group.count}
        listed = {item for item, _, _ in loose}
        for entry, mine in self.with_some:
            self._assume(entry, mine, listed, account, path)

    def _assume(self, entry: Listed, groups: list[Models], listed: set[str], account: Account, path: Path) -> None:
        added: list[str] = []
        for item in self.names.told_apart_by(entry.name):
            for group in groups:
                known = group.wargear and item not in group.wargear and item not in listed
                if known and self.names.carries(group.model, item):
                    group.wargear = {**group.wargear, item: group.count}
                    added.append(item)
        if added:
            account.note("import_named_with", path, line=entry.line, given=entry.name, items=list(dict.fromkeys(added)))
