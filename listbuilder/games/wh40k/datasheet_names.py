"""The names of a datasheet's models and wargear, and which of its models can have what.

They are the datasheet's own and those of other programs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from itertools import chain
from typing import Protocol

from listbuilder.games.game import Game
from listbuilder.history.catalog import Items
from listbuilder.matching import aliases
from listbuilder.matching.likeness import count_slips, make_singular_key
from listbuilder.matching.names import Match, Names
from listbuilder.matching.numbers import split_count
from listbuilder.matching.phrases import get_group_by_word, get_words
from listbuilder.matching.short_forms import spell_out
from listbuilder.matching.translation import get_english_words, get_optional_words, is_foreign
from listbuilder.model.base import fold
from listbuilder.model.cache import Memo
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.wargear import DefaultWargear, Item, get_item_name
from listbuilder.wargear.encode import FIELD, WIDTH, Kit, get_kit

_ASKED = 256  # names on lists that one datasheet remembers
_JOINTS = re.compile(r",? and |,? & |, | \+ ", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(\w[\w-]*)['’](?:s\b| )")
_OWNER = re.compile(r"^\S+['’]s? ")
_VARIANTS = (" w/", " with ", " w ", " (", " - ", ": ")  # behind the name of models: which of them


class _NameSource(Protocol):
    """The names of a game, in which those of its datasheets are kept."""

    sheet_names: Memo[tuple[Datasheet, str, str], SheetNames]

    @property
    def system(self) -> Game:
        """Return the game that the names are of."""

    def get_printed_items(self, home: str, sheet_id: str) -> Items:
        """Return the names that other programs print under the unit, with what each means.

        `home` is the faction of the datasheet `sheet_id`.
        """

    def yield_datasheets_of_other_dates(self, home: str, sheet_id: str) -> Iterable[Datasheet]:
        """Return the states of the datasheet on other dates; empty if the names are of today."""


def get_sheet_names(source: _NameSource, sheet: Datasheet, faction: str, home: str) -> SheetNames:
    """Return the names of a datasheet of `faction`, as used in lists of an army of `home`.

    They are made once and kept in `source`, so they are dropped when `source` is. No name from a
    player's list is added to them.
    """
    key = (sheet, faction, home)  # a datasheet is itself and equal to no other
    if key not in source.sheet_names:
        scopes = [faction, *([home] if faction != home else [])]
        printed = source.get_printed_items(faction, sheet.id)

        def yield_other_dates() -> Iterable[Datasheet]:
            """Return the states of the datasheet on other dates."""
            return source.yield_datasheets_of_other_dates(faction, sheet.id)

        source.sheet_names[key] = SheetNames(
            sheet, source.system.id, scopes, printed, yield_other_dates
        )
    return source.sheet_names[key]


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
        """Collect the names of the models and wargear, and what other programs call them.

        `system` is the id of the game. `scopes` are the factions whose aliases count. `printed`
        holds the names that other programs print under the unit; those that mean no model or item
        of this datasheet are ignored. `other` yields the states of the datasheet on other dates.
        """
        self.sheet = sheet
        # The same few names stand on every list.
        self._models_called: Memo[str, Match | None] = Memo(_ASKED)
        self._items_listed: Memo[str, list[tuple[Match, int]]] = Memo(_ASKED)
        printed = printed or {}
        scopes = [*scopes, sheet.id, *(f"{scope}/{sheet.id}" for scope in scopes)]
        models = {fold(name): name for name in sheet.model_names.values()}
        other_models: dict[str, str | None] = {}
        for text, alias in printed.items():
            model = models.get(fold(alias.model)) if alias.model else None
            if model is not None and not self._is_another_kind(text, model):
                other_models[text] = model
        other_models |= _keep_known_targets(
            aliases.collect_aliases(system, "models", scopes), models.values()
        )
        self.models = Names([(name, name) for name in models.values()], other_models)
        self.kinds = list(sheet.model_names.values())
        self.kit: Kit = get_kit(sheet)
        self._every_item = collect_item_names(sheet)
        item_names = self._every_item
        self.part_of: set[str] = set()
        if not self.kit.incomplete:
            # Then weapons that no wargear line names come with something that one names.
            self.part_of = {fold(name) for name in item_names if fold(name) not in self.kit.index}
            item_names = {name: "" for name in item_names if fold(name) in self.kit.index}
        other_items = _keep_known_targets(
            aliases.collect_aliases(system, "items", scopes), self._every_item
        )
        known_as = {
            **_map_joined_item_parts(item_names),
            **_map_printed_names(printed, item_names),
            **other_items,
        }
        self.items = Names([(name, name) for name in item_names], known_as)
        items_by_key = {fold(name): name for name in item_names}
        self.several = {
            fold(text): [items_by_key[fold(item)] for item in alias.items]
            for text, alias in printed.items()
            if alias.items and all(fold(item) in items_by_key for item in alias.items)
        }
        self._printed, self._other = printed, other
        self._unnamed = {fold(text) for text, alias in printed.items() if alias.unnamed_model}
        self._elsewhere: Names | None = None
        self._gear: set[str] | frozenset[str] | None = None
        lines = chain.from_iterable(sheet.alternatives)
        self.bulk = max(lines, key=lambda line: line.max, default=None)

    def match_model(self, written: str) -> Match | None:
        """Return the kind of model that the written name means, or None.

        The name may be that of the model, that of the unit, a variant of the model, or a similar
        name. Answers are kept for the next time the same name is asked for.
        """
        if written not in self._models_called:
            self._models_called[written] = self._search_model(written)
        return self._models_called[written]

    def _search_model(self, written: str) -> Match | None:
        """Return the kind of model that the written name means, or None.

        Several ways are tried in this order, and the first that finds a kind counts: the model's
        name; its name with wargear behind it; the same words in another order; the name with words
        of the unit added or missing; a few different letters; the most numerous kind, if programs
        print a line without a model's name in that way; the model's name on another date; and a
        short form spelled out. The spelled-out form may also be a word that only one kind has in
        its name.
        """
        match = (
            self._match_model_name(written)
            or self._match_variant(written)
            or self.models.guess_by_words(written)
            or self._match_within_unit(written)
            or self.models.guess_by_letters(written)
        )
        if match is None and self.bulk is not None and fold(written) in self._unnamed:
            return Match(self.bulk.name, "guess")
        match = match or self._match_former_kind(written)
        whole = spell_out(written) if match is None else None
        if not whole:
            return match
        match = self._search_model(whole)
        if match is None:
            word = make_singular_key(whole)
            kinds = [kind for kind in self.kinds if word in make_singular_key(kind).split()]
            match = Match(kinds[0], "guess") if len(kinds) == 1 else None
        return match

    def _match_former_kind(self, written: str) -> Match | None:
        """Return the kind of model that had the written name on another date, or None.

        The name counts only if exactly one kind had another name on that date. For example, a
        Terminator Sergeant was once a Terminator Squad Leader.
        """
        own = {fold(name): name for name in self.kinds}
        if fold(written) in own:
            return None
        for sheet in self._other():
            then = {fold(name) for name in sheet.model_names.values()}
            here, there = own.keys() - then, then - own.keys()
            if there == {fold(written)} and len(here) == 1:
                return Match(own[here.pop()], "alias")
        return None

    def _is_another_kind(self, written: str, model: str) -> bool:
        """Return whether the written name fits another kind of model better than `model`.

        If so, a table that gives the name to `model` is not believed. `Deathshroud Terminator
        Champion` means none of the Deathshroud Terminators, as another kind of the unit is a
        Champion. Only words that the unit's name lacks are compared. False for names with wargear
        or a remark behind them.
        """
        if any(mark in fold(written) for mark in _VARIANTS):
            return False
        words = _split_words(written) - _split_words(self.sheet.name)
        shared = {kind: len(words & _split_words(kind)) for kind in self.sheet.model_names.values()}
        best = max(shared.values())
        return not shared[model] and best > 0 and list(shared.values()).count(best) == 1

    def _match_model_name(self, written: str) -> Match | None:
        """Return the kind of model whose name or alias is the written name, or None.

        The unit's own name means its most numerous kind. But if just one kind's name consists of
        words of the unit's name, that kind is meant: Celestine in Saint Celestine.
        """
        match = self.models.find_exact(written)
        if match is not None or self.bulk is None:
            return match
        if make_singular_key(written) != make_singular_key(self.sheet.name):
            return None
        own = _split_words(self.sheet.name)
        named = [kind for kind in self.kinds if _split_words(kind) <= own]
        kind = named[0] if len(named) == 1 else self.bulk.name
        return Match(kind, "exact" if len(self.kinds) == 1 else "guess")

    def _match_variant(self, written: str) -> Match | None:
        """Return the kind of model that is written together with some of its wargear, or None.

        The wargear may come behind the model's name or before it: `Jakhal w/ mauler chainblade`,
        `Divining spear Enlightened`.
        """
        plain = fold(written)
        for mark in _VARIANTS:
            head, cut, tail = plain.partition(mark)
            if cut and (self.is_about_wargear(tail) or self.items.guess(tail)):
                match = (
                    self._match_model_name(head)
                    or self._match_within_unit(head)
                    or self.models.guess_by_letters(head)
                )
                if match:
                    return match
        words = plain.split()
        for end in range(1, len(words)):
            if self.items.find_exact(" ".join(words[:end])):
                match = self.models.find_exact(" ".join(words[end:]))
                if match:
                    return match
        return None

    def is_variant_of_model(self, written: str) -> bool:
        """Return whether the name is that of a model with words for some of its wargear behind."""
        plain = fold(written)
        item = self.items.find_exact(written)
        if not any(mark in plain for mark in _VARIANTS) or (item and item.how == "exact"):
            return False
        return self._match_variant(written) is not None

    def find_distinguishing_item(self, written: str) -> str | None:
        """Return the item that is written behind a model's name to tell models of a kind apart.

        An example is `Crisis Sunforge Shas'ui (Shield Drone)`. None if no model's name with an item
        behind it is written.
        """
        plain = fold(written)
        for mark in _VARIANTS:
            head, cut, tail = plain.partition(mark)
            if cut and self._match_model_name(head):
                match = self.items.find_exact(tail.strip("() "))
                if match:
                    return match.target
        return None

    def match_model_by_wargear(self, written: str) -> Match | None:
        """Return the one kind of model that the written name describes by its wargear, or None.

        The match is a guess. Wargear may be written behind the model's name, or the written name
        may be the owner in an item's name: `Ratling Sniper` for a Ratling with a sniper rifle,
        `Colm Corbec` for the model with Corbec's lascarbine.
        """
        bare = make_singular_key(written.partition(" (")[0])
        before = [kind for kind in self.kinds if bare.startswith(f"{make_singular_key(kind)} ")]
        if len(before) == 1:
            behind = bare.removeprefix(make_singular_key(before[0]))
            if self.is_about_wargear(behind):
                return Match(before[0], "guess")
        words = {word for word in bare.split() if len(word) > 3}
        words -= get_words("wargear") | get_words("joiners")
        owned: list[str] = []  # items that name their owner
        for name in self._every_item:
            if any(make_singular_key(owner) in words for owner in _POSSESSIVE.findall(name)):
                owned.append(name)
        kinds = [kind for kind in self.kinds if any(self.can_carry(kind, name) for name in owned)]
        return Match(kinds[0], "guess") if len(kinds) == 1 else None

    def list_bracketed_items(self, written: str) -> list[str]:
        """Return the items named in brackets behind a model's name; guesses are left out."""
        _, opened, tail = written.partition(" (")
        if not opened:
            return []
        matches = self.list_items_in(tail.rstrip(") "))
        return [match.target for match, _ in matches if match.target and match.how != "guess"]

    def is_about_wargear(self, written: str, more: Iterable[str] = ()) -> bool:
        """Return whether every word of the text is about wargear of the unit, or is in `more`.

        Such words are those of the unit's items, and the words for wargear in phrases.yaml. Numbers
        are ignored. False if there is no word but joining words such as "and".
        """
        joiners = get_words("joiners")
        if self._gear is None:
            self._gear = get_words("wargear").union(*map(_split_words, self._every_item))
        words = {word for word in _split_words(written) if not word.isdigit()}
        return bool(words - joiners) and words <= self._gear | joiners | set(more)

    def _match_within_unit(self, written: str) -> Match | None:
        """Return the kind of model with the written name give or take words of the unit, or None.

        For example, `Initiate` of a Crusader Squad is its Primaris Initiate. The written name may
        add words of the unit's name, and leave out those or words of its keywords. None if two
        kinds are equally near. The match is a guess.
        """
        filler = {*get_optional_words(), *get_words("joiners")}
        around = filler | _split_words(self.sheet.name)
        keywords = (*self.sheet.keywords, *self.sheet.faction_keywords)
        may_be_left_out = around.union(*map(_split_words, keywords))
        words = _split_words(written)
        near: list[tuple[int, str]] = []
        for kind in self.kinds:
            theirs = _split_words(kind)
            has_common_word = bool((words & theirs) - filler)
            if has_common_word and words - theirs <= around and theirs - words <= may_be_left_out:
                near.append((len(words ^ theirs), kind))
        near.sort()
        if not near or (len(near) > 1 and near[1][0] == near[0][0]):
            return None
        return Match(near[0][1], "guess")

    def match_item(self, written: str) -> Match | None:
        """Return the item of the unit that the written name means, or None.

        Text in brackets, after a dash or after `with` is ignored if need be; the match is then a
        guess. If the name is of something that comes as part of another item, the match has no
        target.
        """
        plain = written.rstrip("*†").strip()
        match = self.items.find_exact(written) or self.items.find_exact(plain)
        if match:
            return match
        # `Gun drone with twin pulse carbine`: its own weapon.
        for mark in (" (", " – ", " - ", " with "):
            head, cut, _ = plain.partition(mark)
            match = self.items.find_exact(head) if cut else None
            if match:
                return Match(match.target, "guess") if match.target else match
        if fold(plain) in self.part_of:
            return Match(None, "alias")
        match = self._match_after_unit_name(plain)
        if match:
            return match
        whole = spell_out(plain)
        return self.items.find_exact(whole) if whole else None

    def list_items_in(self, written: str) -> list[tuple[Match, int]]:
        """Return the items that one written line names, each with its number.

        A line may name one item, several of one item (`2 Twin pulse carbines`), or several items
        (`Claw and meltagun`). Empty if any part of the line is no item. Answers are kept for the
        next time.
        """
        if written not in self._items_listed:
            self._items_listed[written] = self._parse_items(written)
        return list(self._items_listed[written])

    def _parse_items(self, written: str) -> list[tuple[Match, int]]:
        """Return the items that one written line names, each with its number.

        This is `list_items_in` without the keeping of answers.
        """
        whole = self.match_item(written)
        if whole:
            return [(whole, self._count_item_in(written, whole))]
        if several := self.several.get(fold(written)):
            return [(Match(item, "alias"), 1) for item in several]
        found: list[tuple[Match, int]] = []
        for part in map(str.strip, _JOINTS.split(written)):
            match = self._match_counted_item(part) if part else None
            if match is None:
                return []
            found.append(match)
        return found

    def match_item_of_other_date(self, written: str) -> Match | None:
        """Return the item with the written name if the unit has it on other dates only, or None."""
        if self._elsewhere is None:
            names: dict[str, str] = {}
            for sheet in self._other():
                names |= {name: name for name in collect_item_names(sheet)}
            for name in self._every_item:
                names.pop(name, None)
            self._elsewhere = Names(names.items(), _map_printed_names(self._printed, names))
        match = self._elsewhere.find_exact(written.rstrip("*†").strip())
        return match if match and match.target else None

    def is_foreign_name(self, unit: str) -> bool:
        """Return whether `unit` is a name in another language than English for this unit."""
        return make_singular_key(unit) != make_singular_key(self.sheet.name) and is_foreign(unit)

    def match_foreign_item(self, written: str) -> Match | None:
        """Return the item that shares the most words with a written name in another language.

        An example of a written name is `Aegis Scintillant`. None if no item shares a word, or if
        two items share as many words. The match is a guess.
        """
        words = get_english_words(written) - get_words("wargear")
        near: list[tuple[int, str]] = []
        for name in self._every_item:
            shared = len(get_english_words(name) & words)
            if shared:
                near.append((shared, name))
        near.sort(reverse=True)
        alone = bool(near) and (len(near) == 1 or near[0][0] > near[1][0])
        return Match(near[0][1], "guess") if alone else None

    def match_similar_item(self, written: str, other_items: Collection[str]) -> Match | None:
        """Return the only item that the written name resembles, or None; the match is a guess.

        Examples are `Bladed horn` for the Juggernaut's bladed horn, `Berserker chainblade` for the
        chainblade, and `Tyrant's Claw heavy flamer`. `other_items` are the names of all items of
        the faction. If the written name is one of those, it means that item, and this unit does not
        have the item.
        """
        whole = make_singular_key(written)
        names = list(self.items.exact.values())
        matches = [name for name in names if make_singular_key(_OWNER.sub("", name)) == whole]
        if not matches and whole not in other_items:
            keys = {name: make_singular_key(name) for name in names}
            near = [
                name for name in names if f" {keys[name]}" in whole or f"{keys[name]} " in whole
            ]
            words: set[str] = set()
            if near:
                words.update(*map(str.split, other_items))
            matches = [
                name
                for name in near
                if self._is_item_with_owner(whole, keys[name])
                or _is_item_with_weapon_kind(whole, keys[name], words, keys.values())
            ]
        return Match(matches[0], "guess") if len(matches) == 1 else None

    def _is_item_with_owner(self, written: str, known: str) -> bool:
        """Return whether `written` is the item `known` with only words of the unit before it.

        Spelling slips in the words of the unit are allowed.
        """
        if not written.endswith(f" {known}"):
            return False
        names = (self.sheet.name, *self.kinds, *self.sheet.keywords)
        own: set[str] = set().union(*map(_split_words, names))
        for word in written.removesuffix(known).split():
            if all(count_slips(word, own_word) is None for own_word in own):
                return False
        return True

    def _count_item_in(self, written: str, match: Match) -> int:
        """Return how many of the matched item the written text states, as in `2 magma cutters`.

        1 if the text states no number, or is exactly the item's own name, which may begin with a
        number.
        """
        if match.how == "exact":
            return 1
        several = self._match_counted_item(written)
        return several[1] if several and several[0].target == match.target else 1

    def _match_counted_item(self, written: str) -> tuple[Match, int] | None:
        """Return the item that the text names, with its number; None if the text names no item.

        The number may be written in digits or as a word; without a number it is 1.
        """
        number, bare = split_count(written)
        if number and (match := self.match_item(bare)):
            return match, number
        first, _, rest = written.partition(" ")
        word = fold(first)
        count = get_group_by_word("numbers").get(word) if not word.isdecimal() else word
        if count and rest and (match := self.match_item(rest)):
            return match, int(count)
        match = self.match_item(written)
        return (match, 1) if match else None

    def _match_after_unit_name(self, written: str) -> Match | None:
        """Return the item that is written behind words of the unit's name, as a guess, or None.

        Some programs put the unit's name before its weapons: `Jakhal chainblades` of the Jakhals.
        """
        own = _split_words(self.sheet.name).union(*map(_split_words, self.kinds))
        words = written.split()
        while len(words) > 1 and make_singular_key(words[0]) in own:
            words = words[1:]
            if match := self.items.find_exact(" ".join(words)):
                return Match(match.target, "guess")
        return None

    def list_fixed_items(self, model: str) -> list[str]:
        """Return the default items that models of the kind all have and no option takes away.

        Empty if the wargear of the datasheet is not fully known, if only some models of the kind
        have some default wargear, or if not exactly one row of default wargear is for all of them.
        """
        if self.kit.incomplete:
            return []
        mine: list[DefaultWargear] = []
        for row in self.sheet.default_wargear:
            if row.count is None and row.unit_size is None and row.per is None:
                if row.is_for_model(model):
                    mine.append(row)
            elif fold(row.model) == fold(model):
                return []  # only some models of the kind have it
        if len(mine) != 1:
            return []
        replaceable: set[str] = set()
        others = {fold(kind) for kind in self.kinds} - {fold(model)}
        for option in self.sheet.options:
            if option.models is not None and fold(option.models.which) in others:
                continue
            for items in (option.replace, *option.replace_any):
                replaceable.update(fold(get_item_name(item)) for item in items)
        single = [item for item in mine[0].items if isinstance(item, str)]
        return [item for item in single if fold(item) not in replaceable]

    def is_default_of_only_kind(self, item: str) -> bool:
        """Return whether the unit has only one kind of model, and the item is its default wargear.

        A list may write such an item without a number: `Fleshborers` below `Termagants x20` means
        one for each model.
        """
        if len(self.kinds) != 1:
            return False
        names: set[str] = set()
        for row in self.sheet.default_wargear:
            if row.is_for_model(self.kinds[0]) and row.count is None:
                names.update(fold(get_item_name(default)) for default in row.items)
        return fold(item) in names

    def can_carry(self, model: str, item: str) -> bool:
        """Return whether a model of the kind `model`, or the unit as a whole, can have the item.

        False if the datasheet has no such kind of model or no such item.
        """
        at = self.kit.index.get(fold(item))
        kind = self.kit.kinds.get(fold(model))
        if at is None or kind is None:
            return False
        return bool((FIELD << WIDTH * at) & (kind.items | self.kit.kept))


def _split_words(written: str) -> set[str]:
    """Return the words of the text in the singular, in a form that can be compared."""
    return set(make_singular_key(written).split())


def has_several_items(written: str) -> bool:
    """Return whether a line seems to name several items: it has a digit or a word like "and"."""
    return len(_JOINTS.split(written)) > 1 or any(char.isdigit() for char in written)


def _is_item_with_weapon_kind(
    written: str, known: str, words: Container[str], own: Container[str]
) -> bool:
    """Return whether `written` is the item `known` with a kind of weapon behind the name.

    Such names are relics of several words. `words` are the words that may describe a kind of
    weapon. If the text behind `known` is itself a name in `own`, the unit's items, the answer is
    False.
    """
    behind = written.removeprefix(f"{known} ")
    whole = " " in known and written.startswith(f"{known} ") and behind not in own
    return whole and all(word in words for word in behind.split())


def _map_joined_item_parts(item_names: Iterable[str]) -> dict[str, str | None]:
    """Return what the parts of item names that join two things stand for.

    `Omnissian power axe and servo-arm` may be listed as two items: then the first part stands for
    the whole item, and the others for nothing (None). Names with a part that several items share,
    or that is an item itself, are left out.
    """
    names = {fold(name): name for name in item_names}
    parts_by_name = {name: name.split(" and ") for name in names if " and " in name}
    uses = Counter(chain.from_iterable(parts_by_name.values()))
    targets: dict[str, str | None] = {}
    for name, parts in parts_by_name.items():
        if all(uses[part] == 1 and part not in names for part in parts):
            targets |= dict.fromkeys(parts)
            targets[parts[0]] = names[name]
    return targets


def _keep_known_targets(
    aliases_by_text: Mapping[str, str | None], names: Iterable[str]
) -> dict[str, str | None]:
    """Return the aliases that stand for one of `names`, or for nothing (None).

    Other aliases are left out: a table of aliases also has entries for other datasheets and
    editions.
    """
    targets = set(map(fold, names))
    return {
        written: target
        for written, target in aliases_by_text.items()
        if target is None or fold(target) in targets
    }


def _map_printed_names(printed: Items, item_names: Iterable[str]) -> dict[str, str | None]:
    """Return the item that each printed name means; None for a name that means no item.

    Names that mean several items or a kind of model are left out.
    """
    items_by_key = {fold(name): name for name in item_names}
    empty: dict[str, str | None] = {}
    targets: dict[str, str | None] = {}
    for text, alias in printed.items():
        if alias.is_:
            if fold(alias.is_) in items_by_key:
                targets[text] = items_by_key[fold(alias.is_)]
        elif alias.items or alias.model or alias.unnamed_model:
            continue
        elif fold(text) not in items_by_key:
            empty[text] = None
    return empty | targets


def collect_item_names(sheet: Datasheet) -> dict[str, str]:
    """Return the names of all items of the datasheet, as the keys of a dictionary.

    The values are empty texts. A dictionary keeps the order and holds each name once.
    """
    rows: list[Item] = []
    for row in sheet.default_wargear:
        rows.extend(row.items)
    for option in sheet.options:
        rows.extend(option.replace)
        for listed in (*option.replace_any, *option.with_):
            rows.extend(listed)
        rows.extend(option.items)
    names = [get_item_name(item) for item in rows]
    return dict.fromkeys((*names, *(weapon.item for weapon in sheet.weapons)), "")
