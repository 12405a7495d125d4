"""One unit: which of its lines are models, which wargear, and who carries what. The datasheet decides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container
from functools import cached_property
from typing import Any

import msgspec

from listbuilder.exchange import contradictions, flattened
from listbuilder.exchange.account import Account, Said
from listbuilder.exchange.dealt import dealt
from listbuilder.exchange.groups import Loose, Models, ToldApart
from listbuilder.exchange.headings import is_heading
from listbuilder.exchange.left_out import left_out
from listbuilder.exchange.parsed import Listed, ParsedUnit, Words
from listbuilder.exchange.recount import recounted
from listbuilder.exchange.untranslated import untranslated
from listbuilder.games.muster.price import price_of, rows_for
from listbuilder.games.muster.sheet_names import SheetNames, several_in
from listbuilder.games.muster.sizes import default_groups
from listbuilder.games.shared.likeness import key
from listbuilder.games.shared.names import Match, Names
from listbuilder.games.shared.phrases import among
from listbuilder.model import army
from listbuilder.model.base import Path, fold

MOST_ASKED = 60  # units of one list of which it is asked what they must have: finding out takes its time


class UnitReader:
    """Turns the entries of one unit into groups of models with wargear."""

    def __init__(self, unit: ParsedUnit, names: SheetNames, account: Account, path: Path, enhancement: Names) -> None:
        self.unit = unit
        self.names = names
        self.account = account
        self.path = path
        self.enhancement = enhancement
        self.groups: list[Models] = []
        self.loose: list[Loose] = []
        self.nameless: list[Listed] = []
        self.current: Models | None = None
        self.told_apart = ToldApart(names)
        self.by_bearing = 0  # models taken for such by the names of what they bear
        self.lost = False  # whether something under the unit could not be read
        self.known_items: Callable[[], Collection[str]] = tuple  # what the faction calls items: keys
        self.army_words: set[str] = set()  # of the name of the detachment
        self.keywords: Callable[[], Container[str]] = tuple  # that units of the army have or may be given

    def read(self) -> Any:
        """What the roster says under `models`: groups, a number, or None for the smallest unit."""
        flattened.mend(self.unit, self.names, lambda entry: self._model(entry, None), self.account)
        recounted(self.unit.entries, self.names)
        self._walk(self.unit.entries)
        self._place_nameless()
        self.told_apart.give(self.groups, self.loose, self.account, self.path)
        if not self.groups:
            return self._without_models()
        self._of_own_line()
        for item, count, line in self.loose:
            self._give(None, item, count, line)
        self._name_the_rest()
        self._complete()
        self._left_out()
        self._compare()
        return [self._written(group) for group in self.groups]

    def _of_own_line(self) -> None:
        """`Dark Apostle: crozius` with its disciples below: the model that the unit has its name from has no line but that."""
        named = next((kind for kind in self.names.kinds if fold(kind) == fold(self.names.sheet.name)), None)
        alone = [line for line in self.names.sheet.alternatives[0] if line.name == named] if named else []
        if not (alone and self.loose) or alone[0].min != alone[0].max or any(group.model == named for group in self.groups):
            return
        total = sum(group.count for group in self.groups) + alone[0].min
        if self.unit.models in (None, total) and total <= self.names.sheet.size.max:
            self.groups.insert(0, Models(alone[0].name, alone[0].min, self.unit.line))

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
            self.groups.insert(0, Models(line.name, line.min, most.line, {i: n * line.min for i, n in per_model.items()}))
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

    def _left_out(self) -> None:
        """Adds what the list nowhere mentions of what its models must have."""
        if self.lost or self.account.asked >= MOST_ASKED:
            return
        groups = [army.Group(group.model, group.count, group.wargear or None) for group in self.groups]
        added = left_out(self.names.sheet, groups, {item for group in self.groups for item in group.wargear})
        self.account.asked += bool(added)
        for place, item, count in added:
            self.groups[place].wargear = {**self.groups[place].wargear, item: count}
        if added:
            items = list(dict.fromkeys(item for _, item, _ in added))
            self.account.note("import_always_had", self.path, unit=self.names.sheet.name, items=items)

    def _written(self, group: Models) -> dict[str, Any]:
        made: dict[str, Any] = {"model": group.model, "count": group.count}
        if group.wargear:
            made["wargear"] = dict(group.wargear)
        return made

    def _walk(self, entries: list[Listed], group: Models | None = None) -> None:
        """Every entry is models, an item, a heading of what stands below it, or it is unread with all of that."""
        for entry in entries:
            if entry.loadout:
                self.nameless.append(entry)
            elif (found := self._model(entry, group)) is not None:
                self._models(entry, found)
            elif (kind := self._one_of_them(entry, group)) is not None:
                self._models(entry, kind)
            elif is_heading(entry, self.names):
                self.account.source.mapped(entry.line)
                self._walk(entry.children, group)
            elif entry.heading:
                self._lost(entry)
            elif self._item(entry, group or (self.current if self.unit.flat or entry.token else None)):
                self._walk(entry.children, group)

    def _model(self, entry: Listed, group: Models | None) -> Match | None:
        """Models, if the source says so or the datasheet has models of that name and no such item."""
        if entry.models is False or (entry.token and not self._are_models(entry)):
            return None
        found = self.names.model(entry.name)
        if found is None or entry.models:
            return found
        if group is not None and (found.target == group.model or not entry.children):
            return None  # inside of models: their own name once more
        item = self.names.items.find(entry.name)
        if item is not None and (not entry.children or found.how == "guess"):
            return None
        if entry.counted or entry.children:
            return found
        return found if len(self.names.kinds) > 1 and self.names.models.find(entry.name) else None

    def _are_models(self, entry: Listed) -> bool:
        """`Intercessor Squad: 4x Intercessor, 4x bolt rifle`: counted as models are called, and nothing else."""
        return entry.counted and bool(self.names.models.find(entry.name)) and not self.names.items_in(entry.name)

    def _one_of_them(self, entry: Listed, group: Models | None) -> Match | None:
        """`Colm Corbec` with Corbec's lascarbine: a counted name that is no item, of models that bear weapons by that name.

        Only where the unit is short of models without them.
        """
        if not entry.counted or entry.token or (group is not None and not self.unit.flat) or self.names.items_in(entry.name):
            return None
        kind = self.names.bearing(entry.name)
        if kind is None or self.names.items.guess(entry.name):
            return None
        listed = sum(each.count for each in self.unit.entries if self.names.model(each.name))
        short = (self.unit.models or self.names.sheet.size.min) - listed - self.by_bearing
        if entry.count > short:
            return None
        self.by_bearing += entry.count
        return kind

    def _models(self, entry: Listed, found: Match) -> None:
        if found.target is None:  # a model that is in the box and not in the unit: Sir Hekhtur before he dismounts
            self.account.source.mapped(entry.line, *entry.lines_below())
            self.unit.models = max(1, self.unit.models - entry.count) if self.unit.models else None
            return
        model = found.target
        if found.how == "guess":
            self.account.guess(entry.name, model, entry.line, self.path, found.distance)
        self.account.source.mapped(entry.line)
        loadouts = [child for child in entry.children if child.loadout]
        if loadouts:
            carried = sum(loadout.count for loadout in loadouts)
            if carried != entry.count:
                self.lost = True
                args = {"unit": entry.name, "stated": entry.count, "listed": carried}
                self.account.unread(entry.line, "contradiction_models", self.path, **args)
            for loadout in loadouts:
                self._loadout(model, loadout)
            self.told_apart.note(entry, self.groups[-len(loadouts) :])
            self._walk([child for child in entry.children if not child.loadout], self.groups[-1])
            return
        self.current = group = Models(model, entry.count, entry.line)
        self.groups.append(group)
        self.told_apart.note(entry, [group])
        self._walk(entry.children, group)

    def _loadout(self, model: str, loadout: Listed) -> None:
        group = Models(model, loadout.count, loadout.line)
        self.groups.append(group)
        for child in loadout.children:
            for each in child.children if is_heading(child, self.names) else [child]:
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

    def _kind_for(self, loadout: Listed, room: dict[str, int]) -> str:
        items = [match.target for child in loadout.children if (match := self.names.item(child.name)) and match.target]

        def worth(kind: str) -> tuple[bool, int, int]:
            fits = sum(self.names.carries(kind, item) for item in items)
            return (room.get(kind, 0) > 0, fits, -room.get(kind, 0))

        return max(self.names.kinds, key=worth)

    def _item(self, entry: Listed, group: Models | None, times: int = 1) -> bool:
        """An item on a group, or of the unit where no group is given; several, where one line names them together.

        False where it is none, and was marked as unread with all that stands below it.
        """
        found = self.names.items_in(entry.name)
        if not found and (self._is_enhancement(entry, group) or self._says_nothing(entry, group)):
            return True
        if not found and self.names.elsewhere(entry.name):
            self.account.source.mapped(entry.line)
            args = {"line": entry.line, "given": entry.name, "unit": self.names.sheet.name}
            self.account.note("import_item_of_other_day", self.path, **args)
            return True
        if not found and self._part_of_another(entry):
            self.account.source.mapped(entry.line)
            self.account.note("import_part_of", self.path, line=entry.line, given=entry.name, unit=self.names.sheet.name)
            return True
        if not found and not entry.children and (near := self._near(entry.name)):  # what carries something is no item
            found = [(near, 1)]
        if not found and untranslated(entry, self.unit, self.names, self.account, self.path):
            return True
        if not found:
            self._lost(entry)
            return False
        self.account.source.mapped(entry.line)
        for match, each in found:
            if match.target is None:
                continue  # an alias says that it comes with something else
            self.account.found(match, entry.name, match.target, entry.line, self.path)
            count = entry.count * each * times
            if group is None and not entry.counted and each == 1 and self.names.is_of_each(match.target):
                count = self.unit.models or count
            if group is None:
                self.loose.append((match.target, count, entry.line))
            else:
                self._give(group, match.target, count, entry.line)
        return True

    def _near(self, written: str) -> Match | None:
        found = self.names.items.guess(written) or self.names.by_one_word(written, self.unit.name)
        return found or self.names.resembling(written, self.known_items())

    def _part_of_another(self, entry: Listed) -> bool:
        """`Support turret missile system` beside the support turret: what is listed already, with more behind its name."""
        whole = key(entry.name)
        if whole in self.known_items() or several_in(entry.name):
            return False  # the faction has it as an item of its own, or there is another beside it
        words = whole.split(" ")
        starts = [self.listed_names.get(" ".join(words[:count])) for count in range(2, len(words))]
        return any(self.names.item(name) for name in dict.fromkeys(filter(None, starts)))

    @cached_property
    def listed_names(self) -> dict[str, str]:
        """Each name under the unit by its key: a line may look among thousands of others."""
        return {key(each.name): each.name for each in self.unit.every_entry()}

    def _lost(self, entry: Listed) -> None:
        """Nothing of the unit's: unread, and so is what stands below it."""
        self.lost = True
        sentence = "unread_group" if entry.children else "unread_item"
        path = (*self.path, "models")
        self.account.unread(entry.line, sentence, path, given=entry.name, datasheet=self.names.sheet.name)
        self.account.source.unread(*entry.lines_below())

    def _is_enhancement(self, entry: Listed, group: Models | None) -> bool:
        found = self.enhancement.find(entry.name) if entry.count == 1 else None
        if found is None or found.target is None:
            return False
        self.account.source.mapped(entry.line)
        self.unit.enhancements.append(Words(entry.name, entry.line, entry.points, under=group.model if group else ""))
        return True

    def _says_nothing(self, entry: Listed, group: Models | None) -> bool:
        """Names of the unit or its models, repeated by some tools as options that are always on."""
        if entry.count not in (1, group.count if group else self.unit.models):
            return False  # more or fewer than there are: that would say something
        own = fold(entry.name) in (fold(self.unit.name), fold(self.names.sheet.name)) or self._of_the_army(entry)
        own = own or fold(entry.name).startswith(tuple(among("printed")))
        model = None if own else self.names.model(entry.name)
        if not own and (model is None or not (entry.token or not entry.counted or (group and model.target == group.model))):
            return False
        self.account.source.mapped(entry.line)
        if model is not None and model.how == "guess":
            self.account.guess(entry.name, model.target or "", entry.line, self.path, model.distance)
        return True

    def _of_the_army(self, entry: Listed) -> bool:
        """`Houndpack Lance Character`: the detachment, and what the unit is."""
        words = set(key(entry.name).split())
        keyword = " ".join(sorted(words - self.army_words))
        known = bool(self.army_words) and self.army_words < words and keyword in self.keywords()
        self.account.keywords += [Said(self.path, keyword.title(), entry.line, entry.name)] * known
        return known

    def _give(self, group: Models | None, item: str, count: int, line: int) -> None:
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
            groups = dealt(self.names, total, self.loose, self.unit.line)
            return [self._written(group) for group in groups] if groups else total
        if not self.loose:
            return total
        if len(self.names.kinds) == 1 and (stated is not None or total in (None, 1)):
            kind = self.names.kinds[0]
            self.groups = [Models(kind, total or max(1, sheet.size.min), self.unit.line)]
        else:
            counts = default_groups(sheet, total)
            if any(group.count > 1 for group in counts):
                items = [item for item, _, _ in self.loose]
                self.account.note("import_bearers_open", self.path, unit=sheet.name, items=items)
                return total
            self.groups = [Models(group.model, group.count, self.unit.line) for group in counts]
        for item, count, line in self.loose:
            self._give(None, item, count, line)
        self._left_out()
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
        if not self.lost:
            contradictions.of_models(self.unit, sum(group.count for group in self.groups), self.account, self.path)
