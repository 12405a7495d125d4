"""One unit: which of its lines are models, which wargear, and who carries what. The datasheet decides."""

from __future__ import annotations

from typing import Any

import msgspec

from listbuilder.exchange import aliases
from listbuilder.exchange.account import Account
from listbuilder.exchange.names import Match, Names, key
from listbuilder.exchange.numbers import BARE_COUNT
from listbuilder.exchange.parsed import Entry, ParsedUnit, Words
from listbuilder.model.base import Path, fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.wargear import Item, item_name
from listbuilder.systems.muster.pricing import price_of, rows_for
from listbuilder.systems.muster.sizes import default_groups
from listbuilder.systems.wargear.kit import FIELD, WIDTH, Kit, kit_of


class Group(msgspec.Struct):
    """Models of one kind on the way into the roster."""

    model: str
    count: int
    line: int
    wargear: dict[str, int] = {}


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


class UnitReader:
    """Turns the entries of one unit into groups of models with wargear."""

    def __init__(self, unit: ParsedUnit, names: SheetNames, account: Account, path: Path, enhancement: Names) -> None:
        self.unit = unit
        self.names = names
        self.account = account
        self.path = path
        self.enhancement = enhancement
        self.groups: list[Group] = []
        self.loose: list[tuple[str, int, int]] = []  # items of the unit: name, count, line
        self.nameless: list[Entry] = []
        self.current: Group | None = None

    def read(self) -> Any:
        """What the roster says under `models`: groups, a number, or None for the smallest unit."""
        self._walk(self.unit.entries)
        self._place_nameless()
        if not self.groups:
            return self._without_models()
        for item, count, line in self.loose:
            self._give(None, item, count, line)
        self._name_the_rest()
        self._complete()
        self._compare()
        return [self._written(group) for group in self.groups]

    def _name_the_rest(self) -> None:
        """Where a tool calls all models by one name: those that every such unit has are among them."""
        bulk, sheet = self.names.bulk, self.names.sheet
        if bulk is None or len(sheet.alternatives) != 1 or {group.model for group in self.groups} != {bulk.name}:
            return
        missing = [line for line in sheet.alternatives[0] if line.min and line.name != bulk.name]
        most = max(self.groups, key=lambda group: group.count)
        wanted = sum(line.min for line in missing)
        total = sum(group.count for group in self.groups)
        if not missing or most.count <= wanted or total < sheet.size.min:
            return
        per_model = {item: count // most.count for item, count in most.wargear.items() if count % most.count == 0}
        if len(per_model) < len(most.wargear):
            return
        for line in missing:
            self.groups.insert(0, Group(line.name, line.min, most.line, {i: n * line.min for i, n in per_model.items()}))
            most.count -= line.min
        most.wargear = {item: n * most.count for item, n in per_model.items()}
        names = [line.name for line in missing]
        self.account.note("import_among_them", self.path, unit=sheet.name, model=bulk.name, names=names)

    def _complete(self) -> None:
        """Adds what a list left out and every such model has: default items that no option takes away."""
        added: list[str] = []
        for group in self.groups:
            for item in self.names.always(group.model):
                if group.wargear and group.wargear.get(item, 0) < group.count:
                    group.wargear = {**group.wargear, item: group.count}
                    added.append(item)
        if added:
            items = list(dict.fromkeys(added))
            self.account.note("import_always_had", self.path, unit=self.names.sheet.name, items=items)

    def _written(self, group: Group) -> dict[str, Any]:
        made: dict[str, Any] = {"model": group.model, "count": group.count}
        if group.wargear:
            made["wargear"] = dict(group.wargear)
        return made

    def _walk(self, entries: list[Entry]) -> None:
        for entry in entries:
            if entry.loadout:
                self.nameless.append(entry)
            elif (found := self._model(entry)) is not None:
                self._models(entry, found)
            elif entry.children and not self._item_itself(entry):
                self.account.source.mapped(entry.line)
                self._walk(entry.children)  # a choice; what was chosen stands below it
            else:
                self._item(entry, self.current if self.unit.flat else None)
                self._walk([child for child in entry.children if self.names.item(child.name)])

    def _model(self, entry: Entry) -> Match | None:
        """Models, if the source says so or the datasheet has models of that name and no such item."""
        if entry.models is False or entry.token:
            return None
        found = self.names.model(entry.name, sure=entry.models is True)
        if found is None or entry.models or entry.children:
            return found
        if not entry.counted:
            return found if len(self.names.kinds) > 1 and self.names.models.find(entry.name) else None
        return None if fold(entry.name) in self.names.items.exact else found

    def _item_itself(self, entry: Entry) -> bool:
        """An item that has something below it, rather than a choice between items."""
        if not self.names.items.find(entry.name) or BARE_COUNT.match(entry.name):
            return False
        return not any(fold(child.name) == fold(entry.name) for child in entry.children)

    def _models(self, entry: Entry, found: Match) -> None:
        model = found.target or ""
        if found.how == "guess":
            self.account.guess(entry.name, model, entry.line, self.path, found.distance)
        self.account.source.mapped(entry.line)
        loadouts = [child for child in entry.children if child.loadout]
        if loadouts:
            for loadout in loadouts:
                self._loadout(model, loadout)
            for child in entry.children:
                if not child.loadout and self.groups:
                    self._item(child, self.groups[-1])
            return
        group = Group(model, entry.count, entry.line)
        self.groups.append(group)
        self.current = group
        self._below(entry.children, group)

    def _below(self, entries: list[Entry], group: Group) -> None:
        for child in entries:
            if child.children and not self._item_itself(child):
                inner = self._model(child)
                if inner is not None and child.models:
                    self._models(child, inner)
                else:
                    self._below(child.children, group)
                continue
            self._item(child, group)
            self._below([each for each in child.children if self.names.item(each.name)], group)

    def _loadout(self, model: str, loadout: Entry) -> None:
        group = Group(model, loadout.count, loadout.line)
        self.groups.append(group)
        for child in loadout.children:
            inner = child.children if child.children and not self._item_itself(child) else [child]
            for each in inner:
                self._item(each, group, times=loadout.count)

    def _place_nameless(self) -> None:
        """Loadouts that do not say whose they are: the one kind of model, or kinds in the order of the datasheet."""
        if not self.nameless:
            return
        if len(self.names.kinds) == 1 or not self.names.kinds:
            for loadout in self.nameless:
                self._loadout(self.names.kinds[0] if self.names.kinds else self.names.sheet.name, loadout)
            return
        total = sum(loadout.count for loadout in self.nameless)
        room = {group.model: group.count for group in default_groups(self.names.sheet, total)}
        for loadout in self.nameless:
            left = loadout.count
            while left > 0:
                kind = self._kind_for(loadout, room)
                part = min(left, room[kind]) if room.get(kind, 0) > 0 else left
                room[kind] = room.get(kind, 0) - part
                left -= part
                self._loadout(kind, msgspec.structs.replace(loadout, count=part))

    def _kind_for(self, loadout: Entry, room: dict[str, int]) -> str:
        items = [match.target for child in loadout.children if (match := self.names.item(child.name)) and match.target]

        def worth(kind: str) -> tuple[bool, int, int]:
            fits = sum(self.names.carries(kind, item) for item in items)
            return (room.get(kind, 0) > 0, fits, -room.get(kind, 0))

        return max(self.names.kinds, key=worth)

    def _item(self, entry: Entry, group: Group | None, times: int = 1) -> None:
        """An item on a group, or of the unit where no group is given."""
        name, count = entry.name, entry.count
        found = self.names.item(name)
        if found is None and (bare := BARE_COUNT.match(name)):
            found = self.names.item(name[bare.end() :])
            count = int(bare[1]) if found else count
        if found is None and self._is_enhancement(entry):
            return
        if found is None and self._says_nothing(entry, group):
            self.account.source.mapped(entry.line)
            return
        if found is None:
            found = self.names.items.guess(name)
        if found is None:
            near = self.names.sheet.name
            self.account.unread(entry.line, "unread_item", (*self.path, "models"), given=name, datasheet=near)
            return
        self.account.source.mapped(entry.line)
        if found.target is None:
            return  # an alias says that it comes with something else
        self.account.found(found, name, found.target, entry.line, self.path)
        if group is None:
            self.loose.append((found.target, count * times, entry.line))
        else:
            self._give(group, found.target, count * times, entry.line)

    def _is_enhancement(self, entry: Entry) -> bool:
        found = self.enhancement.find(entry.name)
        if found is None or found.target is None:
            return False
        self.unit.enhancements.append(Words(entry.name, entry.line, entry.points))
        return True

    def _says_nothing(self, entry: Entry, group: Group | None) -> bool:
        """Names of the unit or its models, repeated by some tools as options that are always on."""
        folded = fold(entry.name)
        if group is not None and (model := self.names.models.find(entry.name)) and model.target == group.model:
            return True
        if folded in (fold(self.unit.name), fold(self.names.sheet.name)):
            return True
        return (entry.token or not entry.counted) and self.names.model(entry.name, sure=False) is not None

    def _give(self, group: Group | None, item: str, count: int, line: int) -> None:
        """To the group it stands under if such models can have it, else to one that can."""
        if group is None or not self.names.carries(group.model, item):
            able = [each for each in self.groups if self.names.carries(each.model, item)]
            fitting = [each for each in able if each.count >= count] or able
            if fitting:
                group = group if group in fitting else max(fitting, key=lambda each: each.count)
        if group is None:
            group = max(self.groups, key=lambda each: each.count)
        group.wargear = {**group.wargear, item: group.wargear.get(item, 0) + count}

    def _without_models(self) -> Any:
        """No line names models: one model, as many as stated, or as many as the price is for."""
        sheet, stated = self.names.sheet, self.unit.models
        total = stated if stated is not None else self._size_by_price()
        if self.loose and self.unit.partial:
            items = [item for item, _, _ in self.loose]
            self.account.note("import_bearers_open", self.path, unit=sheet.name, items=items)
            return total
        if not self.loose:
            return total
        if len(self.names.kinds) == 1 and (stated is not None or total in (None, 1)):
            kind = self.names.kinds[0]
            self.groups = [Group(kind, total or max(1, sheet.size.min), self.unit.line)]
        else:
            counts = default_groups(sheet, total)
            if any(group.count > 1 for group in counts):
                items = [item for item, _, _ in self.loose]
                self.account.note("import_bearers_open", self.path, unit=sheet.name, items=items)
                return total
            self.groups = [Group(group.model, group.count, self.unit.line) for group in counts]
        for item, count, line in self.loose:
            self._give(None, item, count, line)
        return [self._written(group) for group in self.groups]

    def _size_by_price(self) -> int | None:
        sheet = self.names.sheet
        if self.unit.points is None or sheet.size.min == sheet.size.max:
            return sheet.size.min if sheet.size.min == sheet.size.max else None
        rows = rows_for(sheet)
        totals = list(range(sheet.size.min, sheet.size.max + 1))
        fitting = [t for t in totals if price_of(sheet, default_groups(sheet, t), rows) == self.unit.points]
        return max(fitting) if fitting else None

    def _compare(self) -> None:
        """The stated number of models against those listed."""
        listed = sum(group.count for group in self.groups)
        if self.unit.models is not None and self.unit.models != listed:
            args = {"unit": self.unit.name, "line": self.unit.line, "stated": self.unit.models, "listed": listed}
            self.account.note("import_models_differ", self.path, **args)
