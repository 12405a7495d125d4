"""What a datasheet calls its models and their wargear, and which of its models can have what."""

from __future__ import annotations

from listbuilder.games.shared import aliases
from listbuilder.games.shared.names import Match, Names, key
from listbuilder.games.shared.wargear.kit import FIELD, WIDTH, Kit, kit_of
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.wargear import Item, item_name


class SheetNames:
    """The names of one datasheet: its models, its wargear, and who may carry what."""

    def __init__(self, sheet: Datasheet, system: str, scopes: list[str]) -> None:
        self.sheet = sheet
        scopes = [*scopes, sheet.id]
        self.models = Names([(name, name) for name in sheet.model_names.values()], aliases.of(system, "models", scopes))
        self.kinds = list(sheet.model_names.values())
        self.kit: Kit = kit_of(sheet)
        known = _items(sheet)
        if not self.kit.incomplete:  # then weapons that no wargear line names come with something that one names
            self.part_of = {fold(name) for name in known if fold(name) not in self.kit.index}
            known = {name: "" for name in known if fold(name) in self.kit.index}
        else:
            self.part_of = set()
        self.items = Names([(name, name) for name in known], aliases.of(system, "items", scopes))
        self.bulk = max((line for lines in sheet.alternatives for line in lines), key=lambda line: line.max, default=None)

    def model(self, written: str, sure: bool = False) -> Match | None:
        """A kind of model. `sure`: the source says that it is one, so the nearest kind will do."""
        found = self.models.find(written)
        if found:
            return found
        folded = fold(written)
        if self.bulk is not None and folded == fold(self.sheet.name):
            return Match(self.bulk.name)
        if not self.models.exact:
            return None
        longer = [kind for kind in self.kinds if fold(kind).endswith(f" {folded}") or folded.endswith(f" {fold(kind)}")]
        if len(longer) == 1:
            return Match(longer[0])
        for mark in (" w/ ", " with ", " w ", " (", " - ", ": "):
            if mark in folded and (found := self.models.find(folded.split(mark)[0])):
                return found
        found = self.models.by_words(written)
        if found or not sure:
            return found
        found = self.models.nearest(written)
        if found or not self.kinds:
            return found
        if len(self.kinds) == 1:
            return Match(self.kinds[0], "alias")
        words = set(key(written).split())
        shared = {kind: len(words & set(key(kind).split())) for kind in self.kinds}
        best = max(shared, key=lambda kind: (shared[kind], self.bulk is not None and kind == self.bulk.name))
        return Match(best, "guess", 0)

    def item(self, written: str) -> Match | None:
        found = self.items.find(written)
        if found:
            return found
        plain = written.rstrip("*†").strip()
        for spelling in (plain, plain.split(" (")[0], plain.split(" – ")[0], plain.split(" - ")[0]):
            if spelling != written and (found := self.items.find(spelling)):
                return found
        if fold(plain) in self.part_of:
            return Match(None, "alias")
        return self._of_the_unit(plain)

    def _of_the_unit(self, written: str) -> Match | None:
        """`Jakhal chainblades` of the Jakhals: some tools put the unit's name before its own weapons."""
        own = {word for name in (self.sheet.name, *self.kinds) for word in key(name).split()}
        words = written.split()
        while len(words) > 1 and key(words[0]) in own:
            words = words[1:]
            if found := self.items.find(" ".join(words)):
                return Match(found.target, "guess")
        return None

    def always(self, model: str) -> list[str]:
        """Single default items of every such model that no option replaces."""
        if self.kit.incomplete:
            return []
        taken = {fold(item_name(item)) for option in self.sheet.options for item in option.replace}
        taken |= {fold(item_name(i)) for option in self.sheet.options for row in option.replace_any for i in row}
        rows = [row for row in self.sheet.default_wargear if row.count is None and row.unit_size is None and row.per is None]
        if any(fold(row.model) == fold(model) and row not in rows for row in self.sheet.default_wargear):
            return []
        mine = [row for row in rows if fold(row.model) in (fold(model), "*")]
        plain = [item for row in mine for item in row.items if isinstance(item, str)]
        return [item for item in plain if fold(item) not in taken and len(mine) == 1]

    def carries(self, model: str, item: str) -> bool:
        """Whether that kind of model can have the item, or the unit as a whole has it."""
        at = self.kit.index.get(fold(item))
        kind = self.kit.kinds.get(fold(model))
        if at is None or kind is None:
            return False
        return bool((FIELD << WIDTH * at) & (kind.items | self.kit.kept))


def _items(sheet: Datasheet) -> dict[str, str]:
    """Every item the datasheet names, under its name."""
    rows: list[Item] = [item for row in sheet.default_wargear for item in row.items]
    for option in sheet.options:
        rows.extend(option.replace)
        for listed in (*option.replace_any, *option.with_):
            rows.extend(listed)
        rows.extend(option.items)
    names = [item_name(item) for item in rows]
    return dict.fromkeys((*names, *(weapon.item for weapon in sheet.weapons)), "")
