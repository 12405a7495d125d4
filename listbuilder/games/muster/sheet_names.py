"""What a datasheet calls its models and their wargear, and which of its models can have what."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from typing import Protocol

from listbuilder.games.base import Game
from listbuilder.games.shared import aliases
from listbuilder.games.shared.likeness import key, slips
from listbuilder.games.shared.names import Match, Names
from listbuilder.games.shared.numbers import counted
from listbuilder.games.shared.past_shelf import Items
from listbuilder.games.shared.phrases import among, group
from listbuilder.games.shared.short_forms import spelled_out
from listbuilder.games.shared.translate import bag, foreign, optional
from listbuilder.games.shared.wargear.kit import FIELD, WIDTH, Kit, kit_of
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.memo import Memo
from listbuilder.model.wargear import Item, item_name

_ASKED = 256  # names on lists that one datasheet remembers
_JOINTS = re.compile(r",? and |,? & |, | \+ ", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(\w[\w-]*)['’](?:s\b| )")
_OWNER = re.compile(r"^\S+['’]s? ")
_VARIANTS = (" w/", " with ", " w ", " (", " - ", ": ")  # behind the name of models: which of them


class _Known(Protocol):
    """Where the names of a game are looked up."""

    sheet_names: Memo[tuple[Datasheet, str, str], SheetNames]

    @property
    def system(self) -> Game: ...

    def under(self, home: str, sheet_id: str) -> Items: ...

    def other_days(self, home: str, sheet_id: str) -> Iterable[Datasheet]: ...


def names_of(known: _Known, sheet: Datasheet, faction: str, home: str) -> SheetNames:
    """Of a datasheet of that faction in an army of `home`. Nothing of a list is kept in them, and they go when `known` goes."""
    key = (sheet, faction, home)  # a datasheet is itself and equal to no other
    if key not in known.sheet_names:
        scopes = [faction, *([home] if faction != home else [])]
        printed, others = known.under(faction, sheet.id), lambda: known.other_days(faction, sheet.id)
        known.sheet_names[key] = SheetNames(sheet, known.system.id, scopes, printed, others)
    return known.sheet_names[key]


class SheetNames:
    """The names of one datasheet: its models, its wargear, and who may carry what."""

    def __init__(
        self,
        sheet: Datasheet,
        system: str,
        scopes: list[str],
        printed: Items | None = None,
        other: Callable[[], Iterable[Datasheet]] = tuple,
    ) -> None:
        """`printed`: what other programs print under the unit; what is not among its models and items says nothing here.

        `other`: the datasheet on other days.
        """
        self.sheet = sheet
        self._models_called: Memo[str, Match | None] = Memo(_ASKED)  # the same few names stand on every list
        self._items_listed: Memo[str, list[tuple[Match, int]]] = Memo(_ASKED)
        printed = printed or {}
        scopes = [*scopes, sheet.id, *(f"{scope}/{sheet.id}" for scope in scopes)]
        models = {fold(name): name for name in sheet.model_names.values()}
        called = {text: models[fold(each.model)] for text, each in printed.items() if each.model and fold(each.model) in models}
        called = {text: model for text, model in called.items() if not self._another_kind(text, model)}
        other_models = _to(aliases.of(system, "models", scopes), models.values())
        self.models = Names([(name, name) for name in models.values()], {**called, **other_models})
        self.kinds = list(sheet.model_names.values())
        self.kit: Kit = kit_of(sheet)
        known = every_item(sheet)
        if not self.kit.incomplete:  # then weapons that no wargear line names come with something that one names
            self.part_of = {fold(name) for name in known if fold(name) not in self.kit.index}
            known = {name: "" for name in known if fold(name) in self.kit.index}
        else:
            self.part_of = set()
        other_items = _to(aliases.of(system, "items", scopes), every_item(sheet))
        known_as = {**_parts(known), **_meant(printed, known), **other_items}
        self.items = Names([(name, name) for name in known], known_as)
        had = {fold(name): name for name in known}
        self.several = {
            fold(text): [had[fold(item)] for item in each.items]
            for text, each in printed.items()
            if each.items and all(fold(item) in had for item in each.items)
        }
        self._printed, self._other = printed, other
        self._unnamed = {fold(text) for text, each in printed.items() if each.unnamed_model}
        self._elsewhere: Names | None = None
        self._every_item = every_item(sheet)
        self._gear: set[str] | frozenset[str] | None = None
        self.bulk = max((line for lines in sheet.alternatives for line in lines), key=lambda line: line.max, default=None)

    def model(self, written: str) -> Match | None:
        """A kind of model: by its name, by that of the unit, as a variant of it, or by a name that is near enough."""
        if written not in self._models_called:
            self._models_called[written] = self._called(written)
        return self._models_called[written]

    def _called(self, written: str) -> Match | None:
        found = self._plain_model(written) or self._variant(written)
        found = found or self.models.by_words(written) or self._in_the_unit(written) or self.models.nearest(written)
        if found is None and self.bulk is not None and fold(written) in self._unnamed:
            return Match(self.bulk.name, "guess")
        found = found or self._of_another_day(written)
        whole = spelled_out(written) if found is None else None
        return (self._called(whole) or self._one_with(whole)) if whole else found

    def _one_with(self, word: str) -> Match | None:
        """The one kind of model whose name has the word."""
        kinds = [kind for kind in self.kinds if key(word) in key(kind).split()]
        return Match(kinds[0], "guess") if len(kinds) == 1 else None

    def _of_another_day(self, written: str) -> Match | None:
        """The one kind of model that was called otherwise then: a Terminator Sergeant, who was a Terminator Squad Leader."""
        own = {fold(name): name for name in self.kinds}
        for sheet in self._other() if fold(written) not in own else ():
            then = {fold(name) for name in sheet.model_names.values()}
            here, there = own.keys() - then, then - own.keys()
            if there == {fold(written)} and len(here) == 1:
                return Match(own[here.pop()], "alias")
        return None

    def _another_kind(self, written: str, model: str) -> bool:
        """`Deathshroud Terminator Champion` is none of the Deathshroud Terminators, whatever a table says: one is a Champion."""
        if any(mark in fold(written) for mark in _VARIANTS):
            return False
        words = set(key(written).split()) - set(key(self.sheet.name).split())
        kinds = {kind: len(words & set(key(kind).split())) for kind in self.sheet.model_names.values()}
        best = max(kinds.values())
        return not kinds[model] and best > 0 and list(kinds.values()).count(best) == 1

    def _plain_model(self, written: str) -> Match | None:
        found = self.models.find(written)
        if found is None and self.bulk is not None and key(written) == key(self.sheet.name):
            own = set(key(self.sheet.name).split())
            named = [kind for kind in self.kinds if set(key(kind).split()) <= own]  # Celestine, in Saint Celestine
            kind = named[0] if len(named) == 1 else self.bulk.name
            found = Match(kind, "exact" if len(self.kinds) == 1 else "guess")
        return found

    def _variant(self, written: str) -> Match | None:
        """`Jakhal w/ mauler chainblade`, `Divining spear Enlightened`: models, and the wargear that tells them apart."""
        plain = fold(written)
        for mark in _VARIANTS:
            head, cut, tail = plain.partition(mark)
            if cut and (self.speaks_of_wargear(tail) or self.items.guess(tail)):
                found = self._plain_model(head) or self._in_the_unit(head) or self.models.nearest(head)
                if found:
                    return found
        words = plain.split()
        ends = (end for end in range(1, len(words)) if self.items.find(" ".join(words[:end])))
        return next((found for end in ends if (found := self.models.find(" ".join(words[end:])))), None)

    def named_with(self, written: str) -> str | None:
        """The item that tells these models from others of their kind: `Crisis Sunforge Shas'ui (Shield Drone)`."""
        plain = fold(written)
        for mark in _VARIANTS:
            head, cut, tail = plain.partition(mark)
            if cut and self._plain_model(head) and (found := self.items.find(tail.strip("() "))):
                return found.target
        return None

    def bearing(self, written: str) -> Match | None:
        """Models called by what they bear: `Ratling Sniper` with a sniper rifle, `Colm Corbec` with Corbec's lascarbine."""
        bare = written.partition(" (")[0]
        before = [kind for kind in self.kinds if key(bare).startswith(f"{key(kind)} ")]
        if len(before) == 1 and self.speaks_of_wargear(key(bare).removeprefix(key(before[0]))):
            return Match(before[0], "guess")
        words = {word for word in key(bare).split() if len(word) > 3} - among("wargear") - among("joiners")
        named = [name for name in self._every_item if any(key(owner) in words for owner in _POSSESSIVE.findall(name))]
        kinds = [kind for kind in self.kinds if any(self.carries(kind, name) for name in named)]
        return Match(kinds[0], "guess") if len(kinds) == 1 else None

    def told_apart_by(self, written: str) -> list[str]:
        """The items in the brackets behind a name of models."""
        _, opened, tail = written.partition(" (")
        found = self.items_in(tail.rstrip(") ")) if opened else []
        return [match.target for match, _ in found if match.target and match.how != "guess"]

    def speaks_of_wargear(self, written: str, more: Iterable[str] = ()) -> bool:
        """Whether every word is one of the names of the unit's wargear, or one that stands for wargear (phrases.yaml)."""
        if self._gear is None:
            self._gear = {word for name in self._every_item for word in key(name).split()} | among("wargear")
        words = {word for word in key(written).split() if not word.isdigit()}
        return bool(words - among("joiners")) and words <= self._gear | among("joiners") | set(more)

    def _in_the_unit(self, written: str) -> Match | None:
        """`Initiate` of a Crusader Squad is its Primaris Initiate: names of models with words of their unit more or less."""
        around = {*key(self.sheet.name).split(), *optional(), *among("joiners")}
        known = {word for keyword in (*self.sheet.keywords, *self.sheet.faction_keywords) for word in key(keyword).split()}
        words = set(key(written).split())
        near: list[tuple[int, str]] = []
        for kind in self.kinds:
            theirs = set(key(kind).split())
            if words & theirs - optional() - among("joiners") and words - theirs <= around and theirs - words <= around | known:
                near.append((len(words ^ theirs), kind))
        near.sort()
        if not near or (len(near) > 1 and near[1][0] == near[0][0]):
            return None
        return Match(near[0][1], "guess")

    def item(self, written: str) -> Match | None:
        """An item of the unit's. What stands behind it in brackets or after a dash is left out, and that is said."""
        found = self.items.find(written)
        if found:
            return found
        plain = written.rstrip("*†").strip()
        if found := self.items.find(plain):
            return found
        for mark in (" (", " – ", " - "):
            if mark in plain and (found := self.items.find(plain.split(mark)[0])):
                return Match(found.target, "guess") if found.target else found
        head, with_, _ = plain.partition(" with ")
        if with_ and (found := self.items.find(head)):  # `Gun drone with twin pulse carbine`: its own weapon
            return Match(found.target, "guess") if found.target else found
        if fold(plain) in self.part_of:
            return Match(None, "alias")
        whole = spelled_out(plain)
        return self._of_the_unit(plain) or (self.items.find(whole) if whole else None)

    def items_in(self, written: str) -> list[tuple[Match, int]]:
        """What one line names: an item; so many of one (`2 Twin pulse carbines`); several (`Claw and meltagun`). Or nothing."""
        if written not in self._items_listed:
            self._items_listed[written] = list(self._listed(written))
        return list(self._items_listed[written])

    def _listed(self, written: str) -> list[tuple[Match, int]]:
        whole = self.item(written)
        if whole:
            return [(whole, self._number_in(written, whole))]
        if several := self.several.get(fold(written)):
            return [(Match(item, "alias"), 1) for item in several]
        parts = [part.strip() for part in _JOINTS.split(written)]
        found = [each for part in parts if part and (each := self._so_many(part))]
        return found if len(found) == len(parts) else []

    def elsewhere(self, written: str) -> Match | None:
        """An item that the unit has on other days, and not on this one."""
        if self._elsewhere is None:
            known = {name: name for sheet in self._other() for name in every_item(sheet) if name not in self._every_item}
            self._elsewhere = Names(known.items(), {**_meant(self._printed, known)})
        found = self._elsewhere.find(written.rstrip("*†").strip())
        return found if found and found.target else None

    def foreign(self, unit: str) -> bool:
        """Whether the list calls the unit by a name in another language."""
        return key(unit) != key(self.sheet.name) and foreign(unit)

    def by_one_word(self, written: str, unit: str) -> Match | None:
        """`Aegis Scintillant` of a list in another language: the item that has most of its words."""
        if not self.foreign(unit):
            return None
        words = bag(written) - among("wargear")
        near = sorted(((len(bag(name) & words), name) for name in self._every_item if bag(name) & words), reverse=True)
        alone = bool(near) and (len(near) == 1 or near[0][0] > near[1][0])
        return Match(near[0][1], "guess") if alone else None

    def resembling(self, written: str, known: Collection[str]) -> Match | None:
        """`Bladed horn` for the Juggernaut's, `Berserker chainblade` for the chainblade, `Tyrant's Claw heavy flamer`.

        What the faction calls another item of its own (`known`) is that, and the unit does not have it.
        """
        whole = key(written)
        names = list(self.items.exact.values())
        found = [name for name in names if key(_OWNER.sub("", name)) == whole]
        near = [name for name in names if f" {key(name)}" in whole or f"{key(name)} " in whole] if not found else []
        if near and whole not in known:
            words = {word for name in known for word in name.split()}
            own = set(map(key, names))
            found = [
                name for name in near if self._with_its_owner(whole, key(name)) or _with_its_kind(whole, key(name), words, own)
            ]
        return Match(found[0], "guess") if len(found) == 1 else None

    def _with_its_owner(self, written: str, known: str) -> bool:
        """The item, with words of the unit before it."""
        if not written.endswith(f" {known}"):
            return False
        own = {word for name in (self.sheet.name, *self.kinds, *self.sheet.keywords) for word in key(name).split()}
        before = written.removesuffix(known).split()
        return all(any(slips(word, each) is not None for each in own) for word in before)

    def _number_in(self, written: str, found: Match) -> int:
        """`2 magma cutters`, where the name of a choice says how many it is of."""
        if found.how == "exact":
            return 1
        several = self._so_many(written)
        return several[1] if several and several[0].target == found.target else 1

    def _so_many(self, written: str) -> tuple[Match, int] | None:
        many, bare = counted(written)
        if many and (found := self.item(bare)):
            return found, many
        first, _, rest = written.partition(" ")
        word = fold(first)
        count = group("numbers").get(word) if not word.isdecimal() else word
        if count and rest and (found := self.item(rest)):
            return found, int(count)
        found = self.item(written)
        return (found, 1) if found else None

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
        mine = [row for row in rows if row.is_of(model)]
        plain = [item for row in mine for item in row.items if isinstance(item, str)]
        return [item for item in plain if fold(item) not in taken and len(mine) == 1]

    def is_of_each(self, item: str) -> bool:
        """`Termagants x20` with `Fleshborers` below: what each of one kind of models starts with, and no number before it."""
        mine = [
            row for row in self.sheet.default_wargear if len(self.kinds) == 1 and row.is_of(self.kinds[0]) and row.count is None
        ]
        return any(fold(item_name(each)) == fold(item) for row in mine for each in row.items)

    def carries(self, model: str, item: str) -> bool:
        """Whether that kind of model can have the item, or the unit as a whole has it."""
        at = self.kit.index.get(fold(item))
        kind = self.kit.kinds.get(fold(model))
        if at is None or kind is None:
            return False
        return bool((FIELD << WIDTH * at) & (kind.items | self.kit.kept))


def several_in(written: str) -> bool:
    """Whether a line names several things, or so many of one."""
    return len(_JOINTS.split(written)) > 1 or any(char.isdigit() for char in written)


def _with_its_kind(written: str, known: str, words: Container[str], own: Container[str]) -> bool:
    """A relic of several words, with what kind of weapon it is behind it; another item of the `own` is no kind."""
    behind = written.removeprefix(f"{known} ")
    whole = " " in known and written.startswith(f"{known} ") and behind not in own
    return whole and all(word in words for word in behind.split())


def _parts(known: Iterable[str]) -> dict[str, str | None]:
    """`Omnissian power axe and servo-arm`, listed as two things: the first stands for both, the others for nothing more."""
    names = {fold(name): name for name in known}
    joined = [(name, name.split(" and ")) for name in names if " and " in name]
    parts = Counter(part for _, each in joined for part in each)
    alone = [(name, each) for name, each in joined if all(parts[part] == 1 and part not in names for part in each)]
    return {part: names[name] if part is each[0] else None for name, each in alone for part in each}


def _to(known: Mapping[str, str | None], names: Iterable[str]) -> dict[str, str | None]:
    """Those that stand for one of these, or for nothing: a table speaks of other datasheets and editions too."""
    had = set(map(fold, names))
    return {written: target for written, target in known.items() if target is None or fold(target) in had}


def _meant(printed: Items, known: Iterable[str]) -> dict[str, str | None]:
    """Items under other names; None is a choice without content of its own."""
    had = {fold(name): name for name in known}
    nothing = [text for text, each in printed.items() if not (each.is_ or each.items or each.model or each.unnamed_model)]
    return {
        **dict.fromkeys((text for text in nothing if fold(text) not in had), None),
        **{text: had[fold(each.is_)] for text, each in printed.items() if each.is_ and fold(each.is_) in had},
    }


def every_item(sheet: Datasheet) -> dict[str, str]:
    """Every item the datasheet names, under its name."""
    rows: list[Item] = [item for row in sheet.default_wargear for item in row.items]
    for option in sheet.options:
        rows.extend(option.replace)
        for listed in (*option.replace_any, *option.with_):
            rows.extend(listed)
        rows.extend(option.items)
    names = [item_name(item) for item in rows]
    return dict.fromkeys((*names, *(weapon.item for weapon in sheet.weapons)), "")
