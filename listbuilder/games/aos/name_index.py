"""The names a list can use in a game of regiments, and the things in the data that they stand for.

Covered are factions, armies of renown, warscrolls, enhancements, lores, formations and terrain.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any, Protocol, cast

import msgspec

from listbuilder.data.library import Library
from listbuilder.games.aos.catalog import FactionData, RenownData, Shelf
from listbuilder.games.aos.faction import ArmyOfRenown, WarscrollFaction
from listbuilder.games.aos.warscroll import Warscroll
from listbuilder.games.game import Game
from listbuilder.history.best_date import Part
from listbuilder.matching import aliases
from listbuilder.matching.names import Match, Names
from listbuilder.matching.numbers import BARE_COUNT
from listbuilder.matching.phrases import load_phrases
from listbuilder.matching.spellings import Candidate, find_candidates, find_candidates_on_date
from listbuilder.model.base import fold
from listbuilder.model.imported import GoneThing
from listbuilder.model.windows import DayPoints, shift_date
from listbuilder.model.windows import Thing as PastThing

Holder = WarscrollFaction | ArmyOfRenown
NOW = "9999-12-31"  # the day of what is called so still
GENERIC = "generic"
EXTRAS = ("enhancements", "battle_formations", "spell_lores", "prayer_lores", "manifestation_lores")


def is_gone_without_new_name(thing: PastThing) -> bool:
    """Return whether `thing` was removed from today's data without being renamed."""
    return not thing.today and thing.until is not None and not thing.renamed_to


class Regimental(Protocol):
    """A game whose armies are made of regiments, as far as the name index needs it."""

    def shelf(self, library: Library) -> Shelf:
        """Return the catalog of the game's data files in `library`."""


class ArmyChoiceId(msgspec.Struct, frozen=True):
    """The id of something chosen for the whole army, with the roster key that it stands under."""

    key: str
    id: str


class NameIndex:
    """The names of one game, built once for each library.

    The names of a faction are built when they are first asked for.
    """

    def __init__(self, system: Game, library: Library) -> None:
        """Build the names of the factions of `system`.

        All other names are built when they are first asked for.
        """
        self.system = system
        self.today = self.shelf = cast(Regimental, system).shelf(library)
        self.day: str | None = None
        self.factions = Names(
            [(name, faction_id) for faction_id, name in system.list_factions(library)],
            aliases.collect_aliases(system.id, "factions", ()),
        )
        self._warscrolls: dict[str, Names] = {}
        self._armies: dict[str, tuple[str, str]] | None = None
        self._renown: Names | None = None
        # Shared by the indexes of all dates, which are part of the keys.
        self.of_armies: dict[tuple[str | None, ...], Names] = {}

    def index_for_date(self, day: str | None) -> NameIndex:
        """Return a copy of this index that also knows the names of `day`.

        If `day` is None, this index itself is returned. Why: lists of that date also name things
        that are gone by now. The names of regiments of renown are built again, because a regiment
        that is gone today was available on some dates.
        """
        if day is None:
            return self
        dated = copy.copy(self)
        dated.day, dated.shelf = day, self.today.get_shelf_on_date(day)
        dated._renown = None  # one that is gone was there on some days
        return dated

    def load_faction_today(self, faction_id: str) -> FactionData:
        """Return the data of `faction_id` as it is today. The faction must exist."""
        data = self.today.load_faction(faction_id)
        assert data is not None
        return data

    def load_faction_on_date(self, faction_id: str) -> FactionData:
        """Return the data of `faction_id` as on the date of this index. The faction must exist."""
        data = self.shelf.load_faction(faction_id)
        assert data is not None
        return data

    def list_armies_of_renown(self) -> dict[str, tuple[str, str]]:
        """Return (faction id, army id) of each army of renown, by the army's folded name.

        If several factions can play an army, only the first faction is given.
        """
        if self._armies is None:
            self._armies = {}
            for faction_id in self.shelf.list_ids():
                for army_id, name in self.load_faction_today(faction_id).armies.items():
                    self._armies.setdefault(fold(name), (faction_id, army_id))
        return self._armies

    def find_army_of_renown(self, faction_id: str, written: str) -> str | None:
        """Return the id of the faction's army of renown called `written`, or None."""
        armies = self.load_faction_today(faction_id).armies
        match = Names([(name, army_id) for army_id, name in armies.items()]).find_exact(written)
        return match.target if match else None

    def list_warscroll_names(self, place: str) -> Names:
        """Return the warscroll names of the file `place`, with aliases.

        Empty if there is no such file.
        """
        if place not in self._warscrolls:
            data = self.today.load_warscrolls(place)
            pairs = [(name, sheet_id) for sheet_id, name in data.index.items()] if data else []
            self._warscrolls[place] = Names(
                pairs, aliases.collect_aliases(self.system.id, "units", (place,))
            )
        return self._warscrolls[place]

    def list_renown_names(self) -> Names:
        """Return the names of all regiments of renown, with former spellings and aliases."""
        if self._renown is None:
            data = self.shelf.load_regiments_of_renown()
            regiments = data.regiments if data else {}
            pairs = [(name, regiment_id) for regiment_id, name in regiments.items()]
            renamed: dict[str, str | None] = {}
            spellings = self.today.past.get_spellings(RenownData.ID, "regiments")
            for written in spellings if data else ():
                for candidate in find_candidates(spellings, written, NOW):
                    if candidate.id in regiments:
                        renamed[written] = candidate.id
                        break
            self._renown = Names(
                pairs, renamed | aliases.collect_aliases(self.system.id, "renown", ())
            )
        return self._renown

    def find_unit(
        self, written: str, faction_id: str, army: ArmyOfRenown | None
    ) -> tuple[str, str, Match] | None:
        """Return the reference, name and match of the warscroll that `written` means, or None.

        The reference is the id as a roster of `faction_id` writes it. The warscroll is looked for
        in this order: the warscrolls that only the army of renown `army` has; the names of the
        index's date; today's names in the faction, the regiments of renown and all other factions;
        the names of any date in the faction and the regiments of renown; and last the nearest name.
        No nearest name is guessed if `written` is the name of something that is gone.
        """
        spellings = list(_yield_unit_spellings(written))
        if army is not None:
            extra = [(sheet.name, sheet.id) for sheet in army.extra_warscrolls]
            extra += [(copy.name, copy.id) for copy in army.copied_warscrolls]
            named = {sheet_id: name for name, sheet_id in extra}
            for spelling in spellings:
                match = Names(extra).find_exact(spelling)
                if match and match.target:
                    return match.target, named[match.target], match
        places = [faction_id, RenownData.ID]
        places += [other_id for other_id in self.shelf.list_ids() if other_id != faction_id]
        for spelling in spellings if self.day else ():
            found = self._find_unit_in_history(spelling, faction_id, faction_id, strictly=True)
            if found:
                return found
        for spelling, place in product(spellings, places):
            match = self.list_warscroll_names(place).find_exact(spelling)
            found = self._name_matched_unit(match, place, faction_id)
            if found:
                return found
        for place, spelling in product(places[:2], spellings):
            found = self._find_unit_in_history(spelling, place, faction_id)
            if found:
                return found
        former = self.find_former_unit(written, faction_id)
        if former is not None and former[0].until is not None:
            return None
        for place in places:
            guesses = map(self.list_warscroll_names(place).guess, spellings)
            match = next(filter(None, guesses), None)
            found = self._name_matched_unit(match, place, faction_id)
            if found:
                return found
        return None

    def _name_matched_unit(
        self, match: Match | None, place: str, faction_id: str
    ) -> tuple[str, str, Match] | None:
        """Return reference, today's name and match of the warscroll that `match` found, or None.

        `place` is the file that was searched. The reference is the id as a roster of `faction_id`
        writes it. None if nothing was matched, or if today's data has no such warscroll.
        """
        if match is None or not match.target:
            return None
        home, slash, sheet_id = match.target.rpartition("/")
        data = self.today.load_warscrolls(home if slash else place)
        name = data.index.get(sheet_id) if data else None
        if not name:
            return None
        return self._make_reference(match.target, place, faction_id), name, match

    def _find_unit_in_history(
        self, written: str, place: str, faction_id: str, strictly: bool = False
    ) -> tuple[str, str, Match] | None:
        """Return the warscroll that the history of `place` knows as `written`, or None.

        Names of other dates and of other programs count. The result is its reference, name and
        match, as in `find_unit`. With `strictly`, only warscrolls that had this name on the date of
        the index count; among them, those whose own name it is (not an alias) come first, then
        those that today's data still has.
        """
        index = self.today.past.get_spellings(place, "warscrolls")
        data, today = self.shelf.load_warscrolls(place), self.today.load_warscrolls(place)
        ids_today = today.index if today else {}
        if strictly:
            possible = sorted(
                find_candidates_on_date(index, written, self.day or ""),
                key=lambda candidate: (candidate.via != "name", candidate.id not in ids_today),
            )
        else:
            possible = find_candidates(index, written, self.day or NOW)
        for candidate in possible:
            target: str | None = candidate.id
            if not self.day and candidate.id not in ids_today:
                target = self._find_id_today(candidate, place)
            if data is None or not target:
                continue
            sheet = data.get_sheet(target) or self._load_removed_warscroll(target, place)
            if sheet:
                reference = self._make_reference(target, place, faction_id)
                return reference, sheet.name, Match(target, "alias")
        return None

    def _find_id_today(self, candidate: Candidate, place: str) -> str | None:
        """Return the id that `candidate` of the file `place` has in today's data.

        If it was removed and not renamed, its old id is returned. None if the history doesn't know
        it, or if it now belongs to another faction.
        """
        past = self.today.past.load_faction(place)
        thing = past.get_things("warscrolls").get(candidate.id) if past else None
        if thing is None or (thing.renamed_to and "/" in thing.renamed_to):
            return None
        return thing.renamed_to or (thing.id if is_gone_without_new_name(thing) else None)

    def _load_removed_warscroll(self, warscroll_id: str, place: str) -> Warscroll | None:
        """Return a removed warscroll of the file `place` as it was on its last day.

        None if the history doesn't have it, or if it is still in today's data.
        """
        past = self.today.past.load_faction(place)
        thing = past.get_things("warscrolls").get(warscroll_id) if past else None
        if thing is None or thing.until is None or thing.today:
            return None
        data = self.today.get_shelf_on_date(shift_date(thing.until, -1)).load_warscrolls(place)
        return data.get_sheet(warscroll_id) if data else None

    def find_former_unit(self, written: str, faction_id: str) -> tuple[GoneThing, DayPoints] | None:
        """Return the record and the prices by date of the unit once called `written`, or None.

        The record says how long it was there and what it is called now. Other spellings of the name
        are tried too.
        """
        for spelling in _yield_unit_spellings(written):
            former = self._find_former_thing(spelling, faction_id, "warscrolls")
            if former:
                return former
        return None

    def find_former_choice(
        self, written: str, faction_id: str
    ) -> tuple[GoneThing, DayPoints] | None:
        """Return the record and the prices by date of the choice once called `written`, or None.

        A choice is an enhancement, formation or lore of the faction or of all factions. If the name
        has brackets, it is also tried without them and what follows.
        """
        texts = dict.fromkeys((written, written.partition(" (")[0]))
        for place, kind, text in product((faction_id, GENERIC), EXTRAS, texts):
            former = self._find_former_thing(text, place, kind)
            if former:
                return former
        return None

    def _find_former_thing(
        self, written: str, place: str, kind: str
    ) -> tuple[GoneThing, DayPoints] | None:
        """Return the record and the prices by date of a thing once called `written`, or None.

        `kind` is its kind. Only the history of the file `place` is looked through.
        """
        past = self.today.past.load_faction(place)
        spellings = self.today.past.get_spellings(place, kind)
        possible = find_candidates(spellings, written, self.day or NOW)
        if past is None or not possible:
            return None
        things = past.get_things(kind)
        thing = things.get(possible[0].id)
        if thing is None:
            return None
        line = past.prices.get(thing.id if kind == "warscrolls" else f"{kind}:{thing.id}")
        prices = dict(line.points) if line else {}
        successor = things.get(thing.renamed_to or thing.replaced_by or "")
        new_name = successor.name if successor else None
        return GoneThing(thing.name, thing.until, new_name), prices

    def find_new_id(self, home: str, warscroll_id: str) -> str | None:
        """Return the id that a renamed warscroll of the file `home` has today, or None.

        None if it wasn't renamed.
        """
        past = self.today.past.load_faction(home)
        thing = past.get_things("warscrolls").get(warscroll_id) if past else None
        return thing.renamed_to if thing else None

    def list_texts_printed_under(self, home: str, sheet: Warscroll, now: str | None) -> list[str]:
        """Return the lines that other programs print below the name of the warscroll `sheet`.

        The lines are looked up by the name of `sheet` and by today's name of that warscroll. `home`
        is the file it is from. `now` is its id today, if the id has changed.
        """
        aliases_of_home, data = self.today.past.load_aliases(home), self.today.load_warscrolls(home)
        names = {sheet.name, data.index.get(now or sheet.id, sheet.name) if data else sheet.name}
        if aliases_of_home is None:
            return []
        return [text for name in names for text in aliases_of_home.get_unit_items(name)]

    def find_enhancement_part(self, enhancement_id: str, faction_id: str) -> Part | None:
        """Return the faction and key under which the price history has the enhancement, or None."""
        past = self.today.past.load_faction(faction_id)
        for key in past.prices if past else ():
            if key.endswith(f"/{enhancement_id}"):
                return Part(faction_id, key)
        return None

    @staticmethod
    def _make_reference(target: str, place: str, faction_id: str) -> str:
        """Return the warscroll id `target` as a roster of `faction_id` writes it.

        A warscroll of the faction itself has a plain id, every other warscroll `faction/id`. A
        `target` without a faction is from the file `place`.
        """
        home, slash, sheet_id = target.rpartition("/")
        home = home if slash else place
        return sheet_id if home == faction_id else f"{home}/{sheet_id}"

    def load_warscroll(self, reference: str, faction_id: str) -> Any:
        """Return the warscroll named by `reference` as it was on the date of the index, or None.

        `reference` is an id of `faction_id`, or `faction/id`. A warscroll that is gone is returned
        as it was on its last day.
        """
        home, slash, sheet_id = reference.rpartition("/")
        data = self.shelf.load_warscrolls(home if slash else faction_id)
        sheet = data.get_sheet(sheet_id) if data else None
        return sheet or self._load_removed_warscroll(sheet_id, home if slash else faction_id)


def _yield_unit_spellings(written: str) -> Iterator[str]:
    """Yield the forms in which the data may write the unit name `written`.

    The first is `written` itself. In the other forms, a word in or after the name that marks a
    season's version stands before the name, as in the data; a number of models in brackets after
    the name is dropped; and so is a number before the name.
    """
    yield written
    folded = fold(written)
    for mark, words in load_phrases()["alternates"].items():
        for word in map(fold, words):
            for bare in (
                folded.removesuffix(f" ({word})"),
                folded.removesuffix(f" [{word}]"),
                folded.removeprefix(f"{word}: "),
                folded.removeprefix(f"{word} "),
                folded.removeprefix(f"{word} - "),
            ):
                if bare != folded:
                    yield f"{mark}: {bare}"
                    yield f"{mark} {bare}"
    for mark in (" models)", " model)"):
        if folded.endswith(mark):
            yield folded.rpartition(" (")[0]
    counted = BARE_COUNT.match(written)
    if counted:
        yield from _yield_unit_spellings(written[counted.end() :])


def list_choice_names(
    index: NameIndex, faction_id: str, army: ArmyOfRenown | None, kind: str, pack: str | None = None
) -> Names:
    """Return the names of the choices of `kind` (such as spell lores) that an army can have.

    They are those of the army of renown `army` (None if it is none), of its faction, and those
    common to all factions. `pack` is the season of the list: if two choices have the same name, the
    choice for that season comes first.
    """
    cache_key = (index.day, faction_id, army.id if army is not None else None, kind, pack)
    if cache_key not in index.of_armies:
        index.of_armies[cache_key] = _collect_choice_names(index, faction_id, army, kind, pack)
    return index.of_armies[cache_key]


def _collect_choice_names(
    index: NameIndex, faction_id: str, army: ArmyOfRenown | None, kind: str, pack: str | None
) -> Names:
    """Return the names for `list_choice_names`, which keeps them; here they are built."""
    holders = _list_holders(index, faction_id, army)
    pairs: list[tuple[str, str]] = []
    for holder in holders:
        choices = list(_list_choices(holder, kind))
        choices.sort(key=lambda choice: not _is_for_season(choice, pack))
        pairs += [(choice.name, choice.id) for choice in choices]
    if kind == "manifestation_lore":
        pairs += [(lore.name, lore.id) for lore in index.shelf.load_generic_lores()]
    if kind == "battle_tactics":
        for battlepack in index.shelf.load_battlepacks():
            pairs += [(card.name, card.id) for card in battlepack.battle_tactics_cards]
    present = {choice_id for _, choice_id in pairs}
    former = _map_former_names(index, faction_id, f"{kind}s", present)
    if kind.endswith("_lore"):
        former = _map_former_names(index, faction_id, "lores", present, strictly=True) | former
    own_aliases = aliases.collect_aliases(index.system.id, kind, (faction_id,))
    return Names(pairs, _prefer_first_of_name(former, pairs) | own_aliases)


def _prefer_first_of_name(
    known: dict[str, str | None], pairs: Iterable[tuple[str, str]]
) -> dict[str, str | None]:
    """Return `known` with spellings pointing to the first choice of their name in `pairs`.

    `known` has the id of a choice for each other spelling. `pairs` are (name, id) of the choices.
    Why: if two choices have the same name, another spelling of that name means the first of them
    too.
    """
    name_by_id: dict[str, str] = {}
    first_by_name: dict[str, str] = {}
    for name, choice_id in pairs:
        name_by_id[choice_id] = fold(name)
        first_by_name.setdefault(fold(name), choice_id)
    targets: dict[str, str | None] = {}
    for written, known_id in known.items():
        name = name_by_id.get(known_id or "", "")
        targets[written] = first_by_name.get(name, known_id)
    return targets


def _map_former_names(
    index: NameIndex, faction_id: str, kind: str, present: set[str], strictly: bool = False
) -> dict[str, str | None]:
    """Return the ids that former and foreign names of one kind of choice stand for, by name.

    If the index has a date and `strictly` is false, all ids are returned. Otherwise only ids in
    `present` are. Unless `strictly`, a name that fits none of them is mapped to a choice that is
    gone, if it was once called that.
    """
    found: dict[str, str | None] = {}
    for place in (GENERIC, faction_id):
        spellings = index.today.past.get_spellings(place, kind)
        for written in spellings:
            for candidate in find_candidates(spellings, written, index.day or NOW):
                # The id can be `table/thing`, and `army:thing` if it is an army of renown's.
                own_id = candidate.id.rpartition("/")[2].rpartition(":")[2]
                if (index.day and not strictly) or own_id in present:
                    found[written] = own_id
                    break
            else:
                removed_id = None if strictly else _find_removed_id(index, place, kind, written)
                if removed_id:
                    found.setdefault(written, removed_id)
    return found


def _find_removed_id(index: NameIndex, place: str, kind: str, written: str) -> str | None:
    """Return the id of a thing of `kind` that is gone and was once called `written`, or None.

    Aliases don't count as names. Things that were renamed don't count as gone.
    """
    past = index.today.past.load_faction(place)
    for candidate in find_candidates(index.today.past.get_spellings(place, kind), written, NOW):
        thing = past.get_things(kind).get(candidate.id) if past else None
        if thing is not None and is_gone_without_new_name(thing) and candidate.via != "alias":
            return thing.id.rpartition("/")[2]
    return None


def list_enhancement_names(
    index: NameIndex, faction_id: str, army: ArmyOfRenown | None, pack: str | None
) -> Names:
    """Return the names of all enhancements that `army` and its faction have.

    `army` is the army of renown, None if it is none. If two enhancements have the same name, the
    name means the one for the season `pack` of the list.
    """
    holders = _list_holders(index, faction_id, army)
    tables = [table for holder in holders for table in holder.enhancement_tables]
    choices = [enhancement for table in tables for enhancement in table.choices]
    fitting = [enhancement for enhancement in choices if _is_for_season(enhancement, pack)]
    rest = [enhancement for enhancement in choices if enhancement not in fitting]
    pairs = [(enhancement.name, enhancement.id) for enhancement in (*fitting, *rest)]
    present = {enhancement_id for _, enhancement_id in pairs}
    former = _map_former_names(index, faction_id, "enhancements", present)
    own_aliases = aliases.collect_aliases(index.system.id, "enhancements", (faction_id,))
    first = {fold(name): (name, enhancement_id) for name, enhancement_id in reversed(pairs)}
    return Names(first.values(), _prefer_first_of_name(former, pairs) | own_aliases)


def list_battlepacks_of_choice(
    index: NameIndex, faction_id: str, army: ArmyOfRenown | None, kind: str, thing_id: str
) -> tuple[str, ...]:
    """Return the seasons that the choice or enhancement `thing_id` is for.

    `kind` is its kind. Empty if it is for all seasons, or unknown.
    """
    holders = _list_holders(index, faction_id, army)
    things: list[Any] = []
    for holder in holders:
        if kind == "enhancements":
            for table in holder.enhancement_tables:
                things += table.choices
        else:
            things += _list_choices(holder, kind)
    for choice in things:
        if choice.id == thing_id:
            battlepacks: tuple[str, ...] = getattr(choice, "battlepacks", ())
            return battlepacks
    return ()


def list_known_prices(
    index: NameIndex, faction_id: str, army: ArmyOfRenown | None, kind: str, written: str
) -> set[int]:
    """Return the points that the choice of `kind` called `written` costs today or once cost.

    Choices of the faction, of the army of renown `army` and those common to all factions count.
    Empty if no such choice is known.
    """
    holders = _list_holders(index, faction_id, army)
    things = [thing for holder in holders for thing in _list_choices(holder, kind)]
    if kind == "manifestation_lore":
        things += index.shelf.load_generic_lores()
    costs = {thing.points for thing in things if fold(thing.name) == fold(written)}
    former = index.find_former_choice(written, faction_id)
    if former:
        costs |= {points for points in former[1].values() if points is not None}
    return costs


def _list_holders(index: NameIndex, faction_id: str, army: ArmyOfRenown | None) -> list[Holder]:
    """Return `army` (if it isn't None) and the faction as on the date of the index.

    These two are the places whose enhancements and choices the army can use.
    """
    head = index.load_faction_on_date(faction_id).head
    return [army, head] if army is not None else [head]


def _is_for_season(thing: object, pack: str | None) -> bool:
    """Return whether `thing` can be used in season `pack`.

    A thing that lists no seasons always can.
    """
    seasons = getattr(thing, "battlepacks", ())
    return not seasons or pack in seasons


def _list_choices(holder: Holder, kind: str) -> Iterable[Any]:
    """Return the choices of `kind` that the faction or army of renown `holder` itself has.

    Empty for the terrain of an army of renown, because the army only lists ids, and for battle
    tactics, because they belong to the season.
    """
    if kind == "battle_formation":
        return getattr(holder, "battle_formations", ())
    if kind == "faction_terrain":
        return () if isinstance(holder, ArmyOfRenown) else holder.faction_terrain
    if kind == "battle_tactics":
        return ()
    choices: Iterable[Any] = getattr(holder, f"{kind}s")
    return choices


@lru_cache(maxsize=8)  # games and libraries in use at once
def get_index(system: Game, library: Library) -> NameIndex:
    """Return the name index of the game `system` in `library`, built once and then kept."""
    return NameIndex(system, library)
