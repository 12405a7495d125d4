"""Groups of models on the way into the roster, and what a list says of them by name alone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from listbuilder.formats.import_account import Account
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
    """The models that a list tells from others by what they carry: `2x Shas'ui (Shield Drone)`."""

    names: SheetNames
    with_one: list[tuple[ModelGroup, str]] = []
    with_some: list[tuple[Listed, list[ModelGroup]]] = []

    def note_groups(self, entry: Listed, groups: Sequence[ModelGroup]) -> None:
        """Remember `groups`, which stand under the name of models in `entry`.

        If that name tells the models from others by one item, the item is remembered as well.
        """
        if len(groups) == 1 and groups[0].line == entry.line:
            item = self.names.find_distinguishing_item(entry.name)
            if item:
                self.with_one.append((groups[0], item))
        self.with_some.append((entry, list(groups)))

    def give_items(
        self, groups: list[ModelGroup], loose: list[Loose], account: Account, path: Path
    ) -> None:
        """Give models the items by which the list tells them from other models.

        `groups` and `loose` are changed. An item listed for the whole unit, or for the group above
        in excess, is moved to these models. If an item in their name is listed nowhere, it is added
        with a note in `account`.
        """
        for group, item in self.with_one:
            missing = group.count - group.wargear.get(item, 0)
            beside = [listed for listed in loose if listed[:2] == (item, missing)]
            if missing > 0 and beside:
                loose.remove(beside[0])
                group.wargear = {**group.wargear, item: group.count}
                continue
            for giver in reversed(groups[: groups.index(group)]):
                # More of it than they are themselves: it is of those whom it tells apart.
                if giver.wargear.get(item, 0) == missing > giver.count:
                    giver.wargear = {**giver.wargear}
                    del giver.wargear[item]
                    group.wargear = {**group.wargear, item: group.count}
                    break
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
        """Add items in brackets in the models' name to `groups` that can carry them; note it.

        An item that is `listed` for the unit anyway is not added. Groups without any wargear stay
        as they are.
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
