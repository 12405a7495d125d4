"""Groups of models on the way into the roster, and what a list says of them by their names alone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from listbuilder.formats.account import Account
from listbuilder.formats.parsed import Listed
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.model.base import Path


class ModelGroup(msgspec.Struct, eq=False):
    """Models of one kind; wargear counts are over all of them."""

    model: str
    count: int
    line: int
    wargear: dict[str, int] = {}


Loose = tuple[str, int, int]
"""An item of the unit, of no models yet: name, count, line."""


class DistinguishedModels(msgspec.Struct, eq=False):
    """The models that the list tells from others by what they carry: `2x Shas'ui (Shield Drone)`."""

    names: SheetNames
    with_one: list[tuple[ModelGroup, str]] = []
    with_some: list[tuple[Listed, list[ModelGroup]]] = []

    def note_groups(self, entry: Listed, groups: Sequence[ModelGroup]) -> None:
        """Note the groups that stand under one name of models."""
        if (
            len(groups) == 1
            and groups[0].line == entry.line
            and (item := self.names.find_distinguishing_item(entry.name))
        ):
            self.with_one.append((groups[0], item))
        self.with_some.append((entry, list(groups)))

    def give_items(
        self, groups: list[ModelGroup], loose: list[Loose], account: Account, path: Path
    ) -> None:
        """Give these models the items that they are told apart by.

        What is listed beside them, or under the models before them, is theirs; else it is assumed,
        aloud. Mutates the groups and `loose`.
        """
        for group, item in self.with_one:
            missing = group.count - group.wargear.get(item, 0)
            beside = next(
                (
                    loose_item
                    for loose_item in loose
                    if loose_item[0] == item and loose_item[1] == missing
                ),
                None,
            )
            if missing > 0 and beside is not None:
                loose.remove(beside)
                group.wargear = {**group.wargear, item: group.count}
                continue
            before = groups[
                : next(place for place, group_before in enumerate(groups) if group_before is group)
            ]
            giver = next(
                (
                    group_before
                    for group_before in reversed(before)
                    if group_before.wargear.get(item, 0) == missing > group_before.count
                ),
                None,
            )
            if (
                giver is not None
            ):  # more of it than they are themselves: it is of those whom it tells apart
                giver.wargear = {
                    name: count for name, count in giver.wargear.items() if name != item
                }
                group.wargear = {**group.wargear, item: group.count}
        listed = {item for item, _, _ in loose}
        for entry, entry_groups in self.with_some:
            self._add_named_items(entry, entry_groups, listed, account, path)

    def _add_named_items(
        self,
        entry: Listed,
        groups: list[ModelGroup],
        listed: set[str],
        account: Account,
        path: Path,
    ) -> None:
        """Add the items that the models' name speaks of to groups that can carry them, with a note.

        Not where the item is listed anyway, nor in groups without wargear.
        """
        added: list[str] = []
        for item in self.names.list_bracketed_items(entry.name):
            for group in groups:
                lacks_item = group.wargear and item not in group.wargear and item not in listed
                if lacks_item and self.names.can_carry(group.model, item):
                    group.wargear = {**group.wargear, item: group.count}
                    added.append(item)
        if added:
            account.add_note(
                "import_named_with",
                path,
                line=entry.line,
                given=entry.name,
                items=list(dict.fromkeys(added)),
            )
