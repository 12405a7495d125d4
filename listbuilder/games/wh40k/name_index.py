"""The lookup of factions, chapters, detachments and datasheets of a game by written names."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import Protocol, cast

import msgspec

from listbuilder.data.library import Library
from listbuilder.games.common.faction_catalog import DAYS
from listbuilder.games.game import Game
from listbuilder.games.wh40k.catalog import FactionData, Shelf, find_home
from listbuilder.games.wh40k.datasheet_names import SheetNames, collect_item_names
from listbuilder.games.wh40k.faction import Detachment
from listbuilder.games.wh40k.former_names import NOW, get_names_of_any_date
from listbuilder.games.wh40k.history_records import ItemGone
from listbuilder.games.wh40k.removed_things import find_removed_datasheet, find_removed_detachment
from listbuilder.history.best_date import Part
from listbuilder.history.catalog import Items
from listbuilder.matching import aliases
from listbuilder.matching.likeness import KnownNames, make_singular_key
from listbuilder.matching.names import Match, Names
from listbuilder.matching.phrases import get_group_by_word
from listbuilder.matching.short_forms import spell_out
from listbuilder.matching.spellings import Candidate, find_candidates, find_candidates_on_date
from listbuilder.model.aliases import ItemAlias
from listbuilder.model.base import fold
from listbuilder.model.cache import Memo
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.imported import GoneThing
from listbuilder.model.rulebook import BattleSize
from listbuilder.model.windows import DayPoints, shift_date, was_in_force

_TAIL = re.compile(r" ?\([^()]*\)$")
_NUMBER = re.compile(r"^\d\. ?")


class Mustering(Protocol):
    """A game whose armies are mustered from datasheets."""

    def shelf(self, library: Library) -> Shelf:
        """Return the catalog of this game in `library`."""


class FactionOrChapter(msgspec.Struct):
    """The faction that a written name means, with the chapter if the name is a chapter's."""

    faction: str
    chapter: str | None = None


ASKED = 8_000  # written names whose meanings are kept: each stands on many lists of an event
SHEETS = 2_000  # datasheets whose names are kept: those of an event
GIFTS = 200  # detachments of which the enhancements' names are kept
OTHERS = 1_000  # datasheets whose states on other days are kept: those of an event


class MusterNameIndex:
    """The lookup of written names of one game.

    There is one for each library. The names of a faction are collected when they are first needed.
    """

    def __init__(self, system: Game, library: Library) -> None:
        """Collect the names of all factions and chapters of the game in today's data of
        `library`.
        """
        self.system = system
        self.today = self.shelf = cast(Mustering, system).shelf(library)
        self.day: str | None = None
        self.language: str | None = None
        self.armies: dict[str, FactionOrChapter] = {}
        pairs = []
        for faction_id, name in system.list_factions(library):
            data = self.get_faction_data(faction_id)
            pairs.append((name, faction_id))
            self.armies[faction_id] = FactionOrChapter(faction_id)
            for chapter in data.head.chapters:
                self.armies.setdefault(chapter.id, FactionOrChapter(faction_id, chapter.id))
                pairs.append((chapter.name, chapter.id))
        self.factions = Names(pairs, aliases.collect_aliases(system.id, "factions", ()))
        self._sheets: dict[str, Names] = {}
        self._keywords: dict[str, frozenset[str]] = {}
        self._items: dict[str, frozenset[str]] = {}
        self._allied: dict[str, list[str]] = {}
        self._homes: Memo[str, tuple[str, ...]] = Memo(ASKED)
        self.sheet_names: Memo[tuple[Datasheet, str, str], SheetNames] = Memo(SHEETS)
        self._found: Memo[tuple[str, str], tuple[str, Match] | None] = Memo(ASKED)
        # Names of enhancements, by factions and detachments.
        self.gifts: Memo[tuple[str, ...], tuple[Names, Names]] = Memo(GIFTS)
        self._days: dict[str, MusterNameIndex] = {}
        self._languages: dict[str, MusterNameIndex] = {}
        # The states of datasheets on other days are the same for every day.
        self._other_days: dict[tuple[str, str], tuple[Datasheet, ...]] = {}
        # Names of other days, by kind and factions.
        self.any_day: dict[tuple[str, ...], dict[str, str | None]] = {}

    def get_index_on_date(self, day: str | None) -> MusterNameIndex:
        """Return the index of names as of the past date `day`; this index itself for None (today).

        The index of a past date also knows the names that lists of then use for things that no
        longer exist. At most `DAYS` indexes are kept; the oldest is dropped first. A kept index is
        made anew if the data of its date has been loaded anew.
        """
        if day is None:
            return self
        shelf = self.today.get_shelf_on_date(day)
        kept = self._days.get(day)
        if kept is not None and kept.shelf is shelf:
            return kept
        dated = copy.copy(self)
        dated.day, dated.shelf = day, shelf
        # What is kept of another day does not hold for this one.
        dated.__dict__.pop("_every_name", None)
        dated._keywords, dated._allied = {}, {}
        dated._forget_names()
        while len(self._days) >= DAYS:
            del self._days[next(iter(self._days))]
        self._days[day] = dated
        return dated

    def get_index_in_language(self, language: str | None) -> MusterNameIndex:
        """Return the index of the same day that knows the names in `language` too.

        None stands for English, and gives this index itself. The names of a language are loaded
        when a list in it is read for the first time.
        """
        if language is None:
            return self
        if language not in self._languages:
            foreign = copy.copy(self)
            foreign.language = language
            foreign._days = {}
            foreign._forget_names()
            self._languages[language] = foreign
        return self._languages[language]

    def _forget_names(self) -> None:
        """Drop all that is kept of the meanings of names, because they now mean something else."""
        self.any_day = {}
        self._found, self.gifts, self.sheet_names = Memo(ASKED), Memo(GIFTS), Memo(SHEETS)
        self._languages = {}

    def find_army(self, written: str) -> FactionOrChapter | None:
        """Return the faction or chapter that the written name of an army means, or None.

        Lists often write the name in parts, such as `Xenos - T'au Empire` or `Space Marines - Dark
        Angels`. Unless the whole is a known name, the last part that is the name of a faction or
        chapter counts.
        """
        match = self.factions.find_exact(written)
        parts = [part.strip() for part in written.replace(" – ", " - ").split(" - ")]
        if len(parts) > 1:
            for part in reversed(parts):
                match = match or self.factions.find_exact(part)
        return self.armies.get(match.target) if match and match.target else None

    def get_faction_data(self, faction_id: str) -> FactionData:
        """Return the data of the faction as it is today. The faction must exist."""
        data = self.today.load_faction(faction_id)
        assert data is not None
        return data

    def list_own_factions(self, faction_id: str) -> list[FactionData]:
        """Return the data of the faction and of its parent faction, as of the date of the index."""
        ids = [faction_id, self.get_faction_data(faction_id).head.parent]
        return list(filter(None, map(self.shelf.load_faction, filter(None, ids))))

    def get_datasheet_names(self, faction_id: str) -> Names:
        """Return the lookup of today's datasheets of the faction by names and aliases."""
        if faction_id not in self._sheets:
            index = self.get_faction_data(faction_id).index
            mine = aliases.collect_aliases(self.system.id, "units", (faction_id,))
            pairs = [(name, sheet_id) for sheet_id, name in index.items()]
            self._sheets[faction_id] = Names(pairs, mine)
        return self._sheets[faction_id]

    def find_datasheet(self, reference: str, home: str) -> tuple[Datasheet, str] | None:
        """Return the datasheet that `reference` names, and the id of its faction, or None.

        `reference` is an id, looked up in the faction `home` and its parent, or a `faction/id`. A
        datasheet that no longer exists is returned as it was on its last day.
        """
        place, slash, sheet_id = reference.rpartition("/")
        if slash:
            given = self.shelf.load_faction(place)
            places = [given] if given else []
        else:
            places = self.list_own_factions(home)
        data = find_home(sheet_id, places)
        found = data.get_sheet(sheet_id) if data else None
        if data and found:
            return found, data.head.id
        of_today = [self.get_faction_data(faction.head.id) for faction in places]
        gone = find_removed_datasheet(self.today, of_today, sheet_id)
        return (gone[0], gone[1].head.id) if gone else None

    def collect_keywords(self, faction_id: str) -> frozenset[str]:
        """Return every folded keyword that units of the faction or its parent have or may get."""
        if faction_id in self._keywords:
            return self._keywords[faction_id]
        keywords: set[str] = set()
        for data in self.list_own_factions(faction_id):
            keywords.update(grant.keyword for grant in data.head.gain_keyword)
            for detachment in data.head.detachments:
                keywords.update(grant.keyword for grant in detachment.gain_keyword)
                if detachment.choose_keyword:
                    keywords.update(detachment.choose_keyword.of)
            for sheet in filter(None, map(data.get_sheet, data.index)):
                keywords.update(sheet.keywords, sheet.faction_keywords, sheet.army.choose_keyword)
        self._keywords[faction_id] = frozenset(map(fold, keywords))
        return self._keywords[faction_id]

    def yield_factions_by_nearness(self, faction_id: str) -> Iterator[str]:
        """Yield the ids of all factions, those first that a unit of this army is likely from.

        First come the faction and its parent, then the factions they name as allies, then all
        others.
        """
        own = [data.head.id for data in self.list_own_factions(faction_id)]
        yield from own
        near = self.list_allied_factions(faction_id)
        yield from near
        for other_id in self.shelf.list_ids():
            if other_id not in own and other_id not in near:
                yield other_id

    def list_allied_factions(self, faction_id: str) -> list[str]:
        """Return the ids of the factions that `faction_id` or its parent names as allies."""
        if faction_id not in self._allied:
            named: set[str] = set()
            for data in self.list_own_factions(faction_id):
                named.update(map(fold, data.head.allies))
            self._allied[faction_id] = [
                other_id
                for other_id in self.shelf.list_ids()
                if fold(self.get_faction_data(other_id).head.name) in named
            ]
        return self._allied[faction_id]

    def find_factions_with_unit(self, written: str) -> tuple[str, ...]:
        """Return the ids of all factions that have a datasheet with the written name or its
        alias.
        """
        if written not in self._homes:
            self._homes[written] = tuple(
                faction_id
                for faction_id in self.shelf.list_ids()
                if self.get_datasheet_names(faction_id).find_exact(written)
            )
        return self._homes[written]

    def find_unit(self, written: str, faction_id: str) -> tuple[str, Match] | None:
        """Return the id or `faction/id` of the unit called `written`, with the match; or None.

        A name of the date of the index is preferred, then a name of today, then a name of another
        date or an alias. Answers are kept, as each name stands on many lists of an event.
        """
        cache_key = (written, faction_id)
        if cache_key not in self._found:
            self._found[cache_key] = self._search_unit(written, faction_id)
        return self._found[cache_key]

    def _search_unit(self, written: str, faction_id: str) -> tuple[str, Match] | None:
        """Return the id or `faction/id` of the unit called `written`, with the match; or None.

        This is `find_unit` without the keeping of answers. The first of these that finds a
        datasheet counts: names of the date in the own factions, if the index is of a past date;
        exact names of today in all factions; other spellings in the own factions and their allies;
        names of other dates in these. A name known to be that of a removed datasheet means nothing
        (None). Last come the same words in another order, and names that differ by a few letters;
        the letters are compared only if some unit of the game has a name like it.
        """
        own = {data.head.id for data in self.list_own_factions(faction_id)}
        places = list(self.yield_factions_by_nearness(faction_id))
        close = places[: len(own) + len(self.list_allied_factions(faction_id))]
        other_spellings = list(self._yield_spellings(written, faction_id))
        if self.day:
            for place in places:
                if place not in own:
                    continue
                if match := self._match_history_name(written, place, strictly=True):
                    return self._make_reference(match.target or "", place, own), match
        for spelling, scope in ((written, places), *((other, close) for other in other_spellings)):
            for place in scope:
                match = self.get_datasheet_names(place).find_exact(spelling)
                if match and match.target and self._is_current_datasheet(match.target, place):
                    return self._make_reference(match.target, place, own), match
        for spelling in (written, *other_spellings):
            for place in close:
                if match := self._match_history_name(spelling, place):
                    return self._make_reference(match.target or "", place, own), match
        if self.find_past_datasheet(written, faction_id, None) is not None:
            return None
        searches: list[Callable[[Names, str], Match | None]] = [Names.guess_by_words]
        if self._every_name.has_alike(written):
            searches.append(Names.guess_by_letters)
        for search in searches:
            for place in places:
                match = search(self.get_datasheet_names(place), written)
                if match and match.target:
                    return self._make_reference(match.target, place, own), match
        return None

    def list_branches(self, faction_id: str) -> list[str]:
        """Return the ids of the factions that belong to this one, such as chapters with a book."""
        return [
            other_id
            for other_id in self.shelf.list_ids()
            if self.get_faction_data(other_id).head.parent == faction_id
        ]

    def has_unit(self, written: str, faction_id: str) -> bool:
        """Return whether the faction itself has a unit of exactly this name, on whatever date."""
        return (
            self.get_datasheet_names(faction_id).find_exact(written) is not None
            or self._match_history_name(written, faction_id) is not None
        )

    def find_ally_in_language(self, written: str, faction_id: str) -> tuple[str, Match] | None:
        """Return the unit of any faction that is called `written` in the language of the index.

        It is for units of factions that this one doesn't name as allies. Those near to `faction_id`
        are searched first. None if there is no such unit, and in English, where `find_unit` looks
        in all factions.
        """
        if self.language is None:
            return None
        own = {data.head.id for data in self.list_own_factions(faction_id)}
        for place in self.yield_factions_by_nearness(faction_id):
            if match := self._match_history_name(written, place):
                return self._make_reference(match.target or "", place, own), match
        return None

    @cached_property
    def _every_name(self) -> KnownNames:
        """The names of all units of all factions.

        Why: most written names resemble none of them, and then no faction need be searched.
        """
        names = map(self.get_datasheet_names, self.shelf.list_ids())
        return KnownNames(chain.from_iterable(table.exact for table in names))

    def _match_history_name(self, written: str, place: str, strictly: bool = False) -> Match | None:
        """Return the datasheet of `place` that had the written name on another date, or None.

        Names in other programs (aliases) count too. With `strictly`, only names in use on the date
        of the index count, and the data's own names go before aliases.
        """
        spellings = self.today.past.get_spellings(place, "datasheets", self.language)
        today = self.get_faction_data(place)
        if strictly:
            candidates = sorted(
                find_candidates_on_date(spellings, written, self.day or ""),
                key=lambda candidate: (candidate.via != "name", candidate.id not in today.index),
            )
        else:
            candidates = list(find_candidates(spellings, written, self.day or NOW))
        data = self.shelf.load_faction(place)
        for candidate in candidates:
            target = self._choose_candidate_id(candidate, place)
            if not data or not target:
                continue
            if data.get_sheet(target) or find_removed_datasheet(self.today, [today], target):
                return Match(target, "alias" if candidate.via == "alias" else "exact")
        return None

    def _choose_candidate_id(self, candidate: Candidate, place: str) -> str | None:
        """Return the id by which `candidate` is found on the date of the index, or None.

        It is the datasheet's own id if today's data has the datasheet, or if it existed on that
        date. Otherwise it is the id of its new name, as programs keep old names for years. A
        datasheet that was removed without a new name keeps its id.
        """
        if candidate.id in self.get_faction_data(place).index:
            return candidate.id
        past = self.today.past.load_faction(place)
        things = past.get_things("datasheets") if past else {}
        thing = things.get(candidate.id)
        if thing is None:
            return None
        renamed = thing.renamed_to if "/" not in (thing.renamed_to or "/") else None
        if self.day:
            if was_in_force(thing, self.day) or not renamed:
                return candidate.id
            if not was_in_force(things.get(renamed, thing), self.day):
                return candidate.id
        is_gone = not thing.today and thing.until is not None and not thing.renamed_to
        return candidate.id if is_gone else renamed

    def find_past_datasheet(
        self, written: str, faction_id: str, models: int | None
    ) -> tuple[GoneThing, DayPoints] | None:
        """Return a datasheet that had the written name on another date, with its prices over time.

        The first part says since when the datasheet is gone, and the name of what replaces it
        today. The prices are for `models` models; None stands for one. None if neither the faction
        nor its parent had such a datasheet.
        """
        for data in self.list_own_factions(faction_id):
            home = data.head.id
            past = self.today.past.load_faction(home)
            spellings = self.today.past.get_spellings(home, "datasheets", self.language)
            matches = find_candidates(spellings, written, self.day or NOW)
            thing = past.get_things("datasheets").get(matches[0].id) if past and matches else None
            if thing is not None:
                successor = thing.renamed_to or thing.replaced_by
                now = self.get_datasheet_name(successor, home) if successor else None
                prices = self.today.past.timeline(Part(home, thing.id, models or 1))
                return GoneThing(thing.name, thing.until, now), dict(prices)
        return None

    def get_datasheet_name(self, thing_id: str, faction_id: str) -> str | None:
        """Return the name of today's datasheet `thing_id`, or None if there is no such datasheet.

        `thing_id` is an id of the faction `faction_id`, or a `faction/id`.
        """
        home, slash, own_id = thing_id.rpartition("/")
        data = self.today.load_faction(home if slash else faction_id)
        return data.index.get(own_id) if data else None

    def make_datasheet_part(self, reference: str, home: str, models: int) -> Part:
        """Return the key under which the unit's price history is found, for an army of `home`.

        `reference` is the datasheet's id or `faction/id`. A unit of another faction has that
        faction's prices, unless the history of `home` has prices of its own for it.
        """
        place, slash, sheet_id = reference.rpartition("/")
        if slash:
            past = self.today.past.load_faction(home)
            record = past.get_sheet_record(sheet_id) if past else None
            has_own_prices = record is not None and record.guest_of == reference
            return Part(home if has_own_prices else place, sheet_id, models)
        own = find_home(sheet_id, self.list_own_factions(home))
        return Part(own.head.id if own else home, sheet_id, models)

    def find_enhancement_part(self, enhancement_id: str, home: str) -> Part | None:
        """Return the key under which the enhancement's price history is found.

        None if neither the faction `home` nor its parent has the enhancement.
        """
        for data in self.list_own_factions(home):
            if enhancement := data.find_enhancement(enhancement_id):
                return Part(data.head.id, enhancement[1])
        return None

    def get_printed_items(self, home: str, sheet_id: str) -> Items:
        """Return the names that other programs print under the unit, with what each means.

        Former and new names of the unit's wargear are included.
        """
        past = self.today.past.load_faction(home)
        record = past.get_sheet_record(sheet_id) if past else None
        renamed = _map_renamed_items(record.items_gone) if record else {}
        items = self.today.past.get_unit_items(home, sheet_id, self.language)
        return {**renamed, **items}

    def yield_datasheets_of_other_dates(self, home: str, sheet_id: str) -> Iterator[Datasheet]:
        """Yield the datasheet as it is today, and as it was before each of its changes.

        Yields nothing if the index is of today.
        """
        key = (home, sheet_id)
        if not self.day:
            return
        if key not in self._other_days:
            while len(self._other_days) >= OTHERS:
                del self._other_days[next(iter(self._other_days))]
            self._other_days[key] = tuple(self._build_datasheets_of_other_dates(home, sheet_id))
        yield from self._other_days[key]

    def _build_datasheets_of_other_dates(self, home: str, sheet_id: str) -> Iterator[Datasheet]:
        """Yield the datasheet as it is today and as it was before each recorded change.

        Yields nothing if it has no history.
        """
        past = self.today.past.load_faction(home)
        record = past.get_sheet_record(sheet_id) if past else None
        data = self.today.load_faction(home)
        now = data.get_sheet(sheet_id) if data else None
        if record is None or (now is None and record.sheet is None):
            return
        # Only for a past day.
        from listbuilder.games.wh40k.state_on_date import build_datasheet_on_date

        for day in (NOW, *(shift_date(change.until, -1) for change in record.changes)):
            yield build_datasheet_on_date(now, record, day).sheet

    def list_item_keys(self, faction_id: str) -> frozenset[str]:
        """Return the comparison keys of all items on the faction's datasheets of today.

        Names with the same key are the same but for case and plural.
        """
        if faction_id not in self._items:
            data = self.get_faction_data(faction_id)
            keys: set[str] = set()
            for sheet in filter(None, map(data.get_sheet, data.index)):
                keys.update(map(make_singular_key, collect_item_names(sheet)))
            self._items[faction_id] = frozenset(keys)
        return self._items[faction_id]

    def _is_current_datasheet(self, target: str, place: str) -> bool:
        """Return whether faction `place` has `target` today; True for any `faction/id`."""
        return "/" in target or target in self.get_faction_data(place).index

    @staticmethod
    def _make_reference(target: str, place: str, own: set[str]) -> str:
        """Return how a roster names `target` of faction `place`: by id or `faction/id`.

        A datasheet of one of the factions `own` is written as its id alone. `target` may be a
        `faction/id` already.
        """
        if "/" in target:
            home, _, sheet_id = target.rpartition("/")
            return sheet_id if home in own else target
        return target if place in own else f"{place}/{target}"

    def _yield_spellings(self, written: str, faction_id: str) -> Iterator[str]:
        """Yield other spellings under which the written name of a unit is to be looked up.

        They are: the name without the army's name before it, which some programs add to tell apart
        units of several armies; the same with `chaos` in place of the army's name; the name without
        a mark of Legends; and the name with short forms spelled out.
        """
        folded = fold(written)
        for data in self.list_own_factions(faction_id):
            prefix = fold(data.head.name) + " "
            if folded.startswith(prefix):
                rest = folded.removeprefix(prefix)
                yield rest
                yield f"chaos {rest}"
        for mark in (" [legends]", " (legends)"):
            if folded.endswith(mark):
                yield folded.removesuffix(mark)
        if whole := spell_out(written):
            yield whole


def make_detachment_names(index: MusterNameIndex, factions: list[FactionData]) -> Names:
    """Return the lookup of the factions' detachments, with names of other dates and aliases."""
    scopes = [data.head.id for data in reversed(factions)]
    pairs: list[tuple[str, str]] = []
    for data in factions:
        pairs.extend((detachment.name, detachment.id) for detachment in data.head.detachments)
    other_names = get_names_of_any_date(index, factions, "detachments")
    mine = aliases.collect_aliases(index.system.id, "detachments", scopes)
    return Names(pairs, other_names | mine)


def find_detachment(
    index: MusterNameIndex, factions: list[FactionData], detachment_id: str | None
) -> Detachment | None:
    """Return the detachment with that id; one that no longer exists as it was on its last day.

    None if `detachment_id` is empty or unknown.
    """
    if not detachment_id:
        return None
    for data in factions:
        found = data.find_detachment(detachment_id)
        if found:
            return found
    of_today = [index.get_faction_data(data.head.id) for data in factions]
    gone = find_removed_detachment(index.today, of_today, detachment_id)
    return gone[0] if gone else None


def get_enhancement_names(
    index: MusterNameIndex, factions: list[FactionData], chosen: Sequence[Detachment]
) -> tuple[Names, Names]:
    """Return two lookups of enhancements: of the `chosen` detachments, and of all detachments.

    If both know a name, the chosen detachment's enhancement is meant. The lookups are made once and
    kept with `index`.
    """
    cache_key = (
        *(data.head.id for data in factions),
        "",
        *(detachment.id for detachment in chosen),
    )
    if cache_key not in index.gifts:
        index.gifts[cache_key] = _make_enhancement_names(index, factions, chosen)
    return index.gifts[cache_key]


def _make_enhancement_names(
    index: MusterNameIndex, factions: list[FactionData], chosen: Sequence[Detachment]
) -> tuple[Names, Names]:
    """Return two lookups of enhancements: of the `chosen` detachments, and of all detachments.

    This is `get_enhancement_names` without the keeping. Other names that mean an enhancement of one
    detachment mean the chosen detachment's of the same title, if it has one.
    """
    scopes = [data.head.id for data in reversed(factions)]
    other_names = get_names_of_any_date(index, factions, "enhancements")
    other_names = other_names | aliases.collect_aliases(index.system.id, "enhancements", scopes)
    every = list(chain.from_iterable(data.head.detachments for data in factions))
    titles = {target: fold(name) for name, target in _list_enhancement_names(every)}
    of_chosen = {fold(name): target for name, target in _list_enhancement_names(chosen)}
    names_of_chosen = {
        written: of_chosen.get(titles.get(target or "", ""), target)
        for written, target in other_names.items()
    }
    return (
        Names(_list_enhancement_names(chosen), names_of_chosen),
        Names(_list_enhancement_names(every), other_names),
    )


def _list_enhancement_names(detachments: Iterable[Detachment]) -> list[tuple[str, str]]:
    """Return name and id of each enhancement of the detachments."""
    pairs: list[tuple[str, str]] = []
    for detachment in detachments:
        pairs.extend((enhancement.name, enhancement.id) for enhancement in detachment.enhancements)
    return pairs


def _map_renamed_items(gone: Sequence[ItemGone]) -> Items:
    """Return the former name of each renamed item by its new name, and the new by the former.

    A renamed item is the same thing on any date. If several items were given the same new name, the
    new name is left out.
    """
    uses = Counter(item.renamed_to for item in gone)
    by_new: dict[str, ItemAlias] = {}
    by_former: dict[str, ItemAlias] = {}
    for item in gone:
        if item.renamed_to:
            by_former[fold(item.name)] = ItemAlias(is_=item.renamed_to, from_=item.from_)
            if uses[item.renamed_to] == 1:
                by_new[fold(item.renamed_to)] = ItemAlias(is_=item.name, from_=item.from_)
    return by_new | by_former


def find_battle_size(
    sizes: Collection[BattleSize], written: str, points: int | None
) -> BattleSize | None:
    """Return the battle size with the written id or name, otherwise that of `points` points.

    The name may be in any language that lists use. None if no size fits.
    """
    name = strip_size_name(written)
    ids = {written, get_group_by_word("sizes").get(name)}
    for size in sizes:
        if size.id in ids or fold(size.name) == name:
            return size
    for size in sizes:
        if size.points == points:
            return size
    return None


def strip_size_name(written: str) -> str:
    """Return the folded name of a battle size without its number and points.

    `2. Strike Force (2000 Points)` becomes `strike force`.
    """
    return fold(_NUMBER.sub("", _TAIL.sub("", written)))


@lru_cache(maxsize=8)  # games and libraries in use at once
def get_name_index(system: Game, library: Library) -> MusterNameIndex:
    """Return the name index of a game in this library, made once and kept."""
    return MusterNameIndex(system, library)
