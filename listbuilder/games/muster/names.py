"""What there is to find: factions, chapters, detachments and datasheets of a game, by name."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Protocol, cast

import msgspec

from listbuilder.games.base import Game
from listbuilder.games.muster.data import FactionData, Shelf, home_of
from listbuilder.games.muster.faction import Detachment, Enhancement, Faction
from listbuilder.games.muster.gone import gone_detachment, gone_sheet
from listbuilder.games.muster.names_of_days import NOW, names_of_any_day
from listbuilder.games.muster.past_model import ItemGone
from listbuilder.games.muster.sheet_names import SheetNames, every_item
from listbuilder.games.shared import aliases
from listbuilder.games.shared.best_day import Part
from listbuilder.games.shared.faction_shelf import DAYS
from listbuilder.games.shared.likeness import Known, key
from listbuilder.games.shared.names import Match, Names
from listbuilder.games.shared.past_shelf import Items
from listbuilder.games.shared.phrases import phrases
from listbuilder.games.shared.short_forms import spelled_out
from listbuilder.games.shared.spellings import Candidate, candidates, on_day
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.imported import Went
from listbuilder.model.memo import Memo
from listbuilder.model.past import DayPoints, held, shifted
from listbuilder.model.rule import BattleSize
from listbuilder.model.written import ItemAlias
from listbuilder.store.library import Library

_TAIL = re.compile(r" ?\([^()]*\)$")
_NUMBER = re.compile(r"^\d\. ?")


class Mustering(Protocol):
    """A game whose armies are mustered from datasheets."""

    def shelf(self, library: Library) -> Shelf: ...


class Army(msgspec.Struct):
    """A faction, and the chapter of it where the faction is told by one."""

    faction: str
    chapter: str | None = None


ASKED = 8_000  # written names of which it is kept what they mean: each stands on many lists of an event
SHEETS = 2_000  # datasheets whose names are kept: those of an event
GIFTS = 200  # detachments of which the enhancements' names are kept
OTHERS = 1_000  # datasheets whose states on other days are kept: those of an event


class Index:
    """Names of one game. Made once for each library; a faction's names when they are first asked for."""

    def __init__(self, system: Game, library: Library) -> None:
        self.system = system
        self.today = self.shelf = cast(Mustering, system).shelf(library)
        self.day: str | None = None
        self.armies: dict[str, Army] = {}
        pairs = []
        for faction_id, name in system.factions(library):
            data = self.data(faction_id)
            pairs.append((name, faction_id))
            self.armies[faction_id] = Army(faction_id)
            for chapter in data.head.chapters:
                self.armies.setdefault(chapter.id, Army(faction_id, chapter.id))
                pairs.append((chapter.name, chapter.id))
        self.factions = Names(pairs, aliases.of(system.id, "factions", ()))
        self._sheets: dict[str, Names] = {}
        self._keywords: dict[str, frozenset[str]] = {}
        self._items: dict[str, frozenset[str]] = {}
        self._allied: dict[str, list[str]] = {}
        self._homes: Memo[str, tuple[str, ...]] = Memo(ASKED)
        self.sheet_names: Memo[tuple[Datasheet, str, str], SheetNames] = Memo(SHEETS)
        self._found: Memo[tuple[str, str], tuple[str, Match] | None] = Memo(ASKED)
        self.gifts: Memo[tuple[str, ...], tuple[Names, Names]] = Memo(GIFTS)  # enhancements, by factions and detachments
        self._days: dict[str, Index] = {}
        self._other_days: dict[tuple[str, str], tuple[Datasheet, ...]] = {}  # the same for every day
        self.any_day: dict[tuple[str, ...], dict[str, str | None]] = {}  # names of other days, by kind and factions

    def on(self, day: str | None) -> Index:
        """The names of a past day: what lists of that day call things that are gone, too."""
        if day is None:
            return self
        shelf = self.today.on(day)
        known = self._days.get(day)
        if known is None or known.shelf is not shelf:
            known = copy.copy(self)
            known.__dict__.pop("_every_name", None)  # the names of another day
            known.day, known.shelf, known._keywords, known.any_day = day, shelf, {}, {}
            known._allied, known._found, known.gifts = {}, Memo(ASKED), Memo(GIFTS)
            known.sheet_names = Memo(SHEETS)
            while len(self._days) >= DAYS:
                del self._days[next(iter(self._days))]
            self._days[day] = known
        return known

    def army(self, written: str) -> Army | None:
        """`Xenos - T'au Empire`, `Space Marines - Dark Angels`: the last part that is a faction's or chapter's name."""
        found = self.factions.find(written)
        parts = [part.strip() for part in written.replace(" – ", " - ").split(" - ")]
        for part in [*parts[::-1]] if len(parts) > 1 else []:
            found = found or self.factions.find(part)
        return self.armies.get(found.target) if found and found.target else None

    def data(self, faction_id: str) -> FactionData:
        """As it is today."""
        found = self.today.faction(faction_id)
        assert found is not None
        return found

    def own(self, faction_id: str) -> list[FactionData]:
        """The faction, and the one it is a part of, as they were on the day."""
        ids = [faction_id, self.data(faction_id).head.parent]
        return [data for each in ids if each and (data := self.shelf.faction(each))]

    def sheets(self, faction_id: str) -> Names:
        if faction_id not in self._sheets:
            index = self.data(faction_id).index
            mine = aliases.of(self.system.id, "units", (faction_id,))
            self._sheets[faction_id] = Names([(name, sheet_id) for sheet_id, name in index.items()], mine)
        return self._sheets[faction_id]

    def sheet(self, reference: str, home: str) -> tuple[Datasheet, str] | None:
        """The datasheet of an id or `faction/id`, and the faction it is from."""
        place, slash, sheet_id = reference.rpartition("/")
        given = self.shelf.faction(place) if slash else None
        places = ([given] if given else []) if slash else self.own(home)
        data = home_of(sheet_id, places)
        found = data.sheet(sheet_id) if data else None
        if data and found:
            return found, data.head.id
        gone = gone_sheet(self.today, [self.data(each.head.id) for each in places], sheet_id)
        return (gone[0], gone[1].head.id) if gone else None

    def keywords(self, faction_id: str) -> frozenset[str]:
        """Every keyword that some unit of the faction has or may be given, folded."""
        if faction_id in self._keywords:
            return self._keywords[faction_id]
        heads = [data.head for data in self.own(faction_id)]
        known = {each for head in heads for d in head.detachments if d.choose_keyword for each in d.choose_keyword.of}
        known |= {grant.keyword for head in heads for grant in head.gain_keyword}
        known |= {grant.keyword for head in heads for d in head.detachments for grant in d.gain_keyword}
        for data in self.own(faction_id):
            for sheet in (data.sheet(sheet_id) for sheet_id in data.index):
                known |= {*sheet.keywords, *sheet.faction_keywords, *sheet.army.choose_keyword} if sheet else set()
        self._keywords[faction_id] = frozenset(map(fold, known))
        return self._keywords[faction_id]

    def places(self, faction_id: str) -> Iterator[str]:
        """Where a unit may be from, nearest first: own, allies, everybody."""
        own = [data.head.id for data in self.own(faction_id)]
        yield from own
        near = self._allies(faction_id)
        yield from near
        yield from (each for each in self.shelf.ids() if each not in own and each not in near)

    def _allies(self, faction_id: str) -> list[str]:
        if faction_id not in self._allied:
            named = {fold(name) for data in self.own(faction_id) for name in data.head.allies}
            self._allied[faction_id] = [each for each in self.shelf.ids() if fold(self.data(each).head.name) in named]
        return self._allied[faction_id]

    def homes(self, written: str) -> tuple[str, ...]:
        """The factions that have a datasheet of exactly that name."""
        if written not in self._homes:
            self._homes[written] = tuple(each for each in self.shelf.ids() if self.sheets(each).find(written))
        return self._homes[written]

    def unit(self, written: str, faction_id: str) -> tuple[str, Match] | None:
        """`faction/id` or id of the datasheet that a written name means: of that day, of today, of any day, by an alias."""
        asked = (written, faction_id)
        if asked not in self._found:
            self._found[asked] = self._unit(written, faction_id)
        return self._found[asked]

    def _unit(self, written: str, faction_id: str) -> tuple[str, Match] | None:
        own = {data.head.id for data in self.own(faction_id)}
        places = list(self.places(faction_id))
        close = places[: len(own) + len(self._allies(faction_id))]
        spellings = [written, *self._spellings(written, faction_id)]
        if self.day:
            for place in [place for place in places if place in own]:
                if match := self._of_history(written, place, strictly=True):
                    return self._reference(match.target or "", place, own), match
        for place, spelling in [
            *((place, written) for place in places),
            *((place, spelling) for spelling in spellings[1:] for place in close),
        ]:
            match = self.sheets(place).find(spelling)
            if match and match.target and self._has(match.target, place):
                return self._reference(match.target, place, own), match
        for place, spelling in [(place, spelling) for spelling in spellings for place in close]:
            if match := self._of_history(spelling, place):
                return self._reference(match.target or "", place, own), match
        if self.past(written, faction_id, None) is not None:
            return None
        for how in (Names.by_words, Names.nearest) if self._every_name.has_any(written) else (Names.by_words,):
            for place in places:
                match = how(self.sheets(place), written)
                if match and match.target:
                    return self._reference(match.target, place, own), match
        return None

    @cached_property
    def _every_name(self) -> Known:
        """The names of all units of all factions: most of what is like none of them needs no look at each."""
        return Known(name for each in self.shelf.ids() for name in self.sheets(each).exact)

    def _of_history(self, written: str, place: str, strictly: bool = False) -> Match | None:
        """By a name of another day, or another program's. `strictly`: only what was called so on the day."""
        index = self.today.past.spellings(place, "datasheets")
        known = on_day(index, written, self.day or "") if strictly else candidates(index, written, self.day or NOW)
        data = self.shelf.faction(place)
        for each in (
            sorted(known, key=lambda each: (each.via != "name", each.id not in self.data(place).index)) if strictly else known
        ):
            target = self._id_of(each, place)
            if data and target and (data.sheet(target) or gone_sheet(self.today, [self.data(place)], target)):
                return Match(target, "alias" if each.via == "alias" else "exact")
        return None

    def _id_of(self, candidate: Candidate, place: str) -> str | None:
        """Its own id on a day when it was there, else what it is called now: programs keep old names for years."""
        if candidate.id in self.data(place).index:
            return candidate.id
        past = self.today.past.faction(place)
        things = past.things("datasheets") if past else {}
        thing = things.get(candidate.id)
        renamed = thing.renamed_to if thing and "/" not in (thing.renamed_to or "/") else None
        if self.day and thing and (held(thing, self.day) or not renamed or not held(things.get(renamed, thing), self.day)):
            return candidate.id
        gone = thing is not None and not thing.today and thing.until is not None and not thing.renamed_to
        return candidate.id if gone else renamed

    def past(self, written: str, faction_id: str, models: int | None) -> tuple[Went, DayPoints] | None:
        """A datasheet of another day, with its prices for so many models."""
        for data in self.own(faction_id):
            home = data.head.id
            past = self.today.past.faction(home)
            known = candidates(self.today.past.spellings(home, "datasheets"), written, self.day or NOW)
            thing = past.things("datasheets").get(known[0].id) if past and known else None
            if thing is not None:
                other = thing.renamed_to or thing.replaced_by
                now = self.title_of(other, home) if other else None
                return Went(thing.name, thing.until, now), dict(self.today.past.timeline(Part(home, thing.id, models or 1)))
        return None

    def title_of(self, thing_id: str, faction_id: str) -> str | None:
        """The name of today's datasheet of that id, or `faction/id`."""
        home, slash, own_id = thing_id.rpartition("/")
        data = self.today.faction(home if slash else faction_id)
        return data.index.get(own_id) if data else None

    def sheet_part(self, reference: str, home: str, models: int) -> Part:
        """What a unit is in the histories: of its own faction, or a guest in this one for prices of its own."""
        place, slash, sheet_id = reference.rpartition("/")
        if slash:
            past = self.today.past.faction(home)
            record = past.datasheet(sheet_id) if past else None
            return Part(home if record and record.guest_of == reference else place, sheet_id, models)
        own = home_of(sheet_id, self.own(home))
        return Part(own.head.id if own else home, sheet_id, models)

    def enhancement_part(self, enhancement_id: str, home: str) -> Part | None:
        for data in self.own(home):
            if found := data.enhancement(enhancement_id):
                return Part(data.head.id, found[1])
        return None

    def under(self, home: str, sheet_id: str) -> Items:
        """What other programs print under that unit."""
        past = self.today.past.faction(home)
        record = past.datasheet(sheet_id) if past else None
        renamed = _renamed(record.items_gone) if record else {}
        return {**renamed, **self.today.past.under(home, sheet_id)}

    def other_days(self, home: str, sheet_id: str) -> Iterator[Datasheet]:
        """The datasheet as it is today, and as it was before each of its changes; nothing where today is the day."""
        key = (home, sheet_id)
        if self.day and key not in self._other_days:
            while len(self._other_days) >= OTHERS:
                del self._other_days[next(iter(self._other_days))]
            self._other_days[key] = tuple(self._of_other_days(home, sheet_id))
        yield from self._other_days[key] if self.day else ()

    def _of_other_days(self, home: str, sheet_id: str) -> Iterator[Datasheet]:
        past = self.today.past.faction(home)
        record = past.datasheet(sheet_id) if past else None
        data = self.today.faction(home)
        now = data.sheet(sheet_id) if data else None
        if record is None:
            return
        from listbuilder.games.muster.past import datasheet_of_day  # only for a past day

        for day in (NOW, *(shifted(change.until, -1) for change in record.changes)):
            if now is not None or record.sheet is not None:
                yield datasheet_of_day(now, record, day).sheet

    def items(self, faction_id: str) -> frozenset[str]:
        """Keys of every item that a datasheet of the faction names today."""
        if faction_id not in self._items:
            data = self.data(faction_id)
            sheets = (sheet for each in data.index if (sheet := data.sheet(each)))
            self._items[faction_id] = frozenset(key(name) for sheet in sheets for name in every_item(sheet))
        return self._items[faction_id]

    def _has(self, target: str, place: str) -> bool:
        return "/" in target or target in self.data(place).index

    @staticmethod
    def _reference(target: str, place: str, own: set[str]) -> str:
        if "/" in target:
            home, _, sheet_id = target.rpartition("/")
            return sheet_id if home in own else target
        return target if place in own else f"{place}/{target}"

    def _spellings(self, written: str, faction_id: str) -> Iterator[str]:
        """As written; without the army's name before it, as some tools tell apart units that several armies have."""
        folded = fold(written)
        for data in self.own(faction_id):
            prefix = fold(data.head.name) + " "
            if folded.startswith(prefix):
                rest = folded.removeprefix(prefix)
                yield rest
                yield f"chaos {rest}"
        for mark in (" [legends]", " (legends)"):
            if folded.endswith(mark):
                yield folded.removesuffix(mark)
        if whole := spelled_out(written):
            yield whole


def detachments(index: Index, factions: list[FactionData]) -> Names:
    scopes = [data.head.id for data in reversed(factions)]
    pairs = [(each.name, each.id) for data in factions for each in data.head.detachments]
    known = names_of_any_day(index, factions, "detachments") | aliases.of(index.system.id, "detachments", scopes)
    return Names(pairs, known)


def detachment_of(index: Index, factions: list[FactionData], detachment_id: str | None) -> Detachment | None:
    """Return the detachment of that id, also one that is gone, as it was on its last day."""
    if not detachment_id:
        return None
    found = next((found for data in factions if (found := data.detachment(detachment_id))), None)
    gone = None if found else gone_detachment(index.today, [index.data(data.head.id) for data in factions], detachment_id)
    return gone[0] if gone else found


def enhancements(index: Index, factions: list[FactionData], chosen: Sequence[Detachment]) -> tuple[Names, Names]:
    """Those of the chosen detachments, and those of all: the first are meant where both have a name."""
    asked = (*(data.head.id for data in factions), "", *(each.id for each in chosen))
    if asked not in index.gifts:
        index.gifts[asked] = _gifts(index, factions, chosen)
    return index.gifts[asked]


def _gifts(index: Index, factions: list[FactionData], chosen: Sequence[Detachment]) -> tuple[Names, Names]:
    heads: list[Faction] = [data.head for data in factions]
    scopes = [head.id for head in reversed(heads)]
    known = names_of_any_day(index, factions, "enhancements") | aliases.of(index.system.id, "enhancements", scopes)
    own: list[Enhancement] = [each for detachment in chosen for each in detachment.enhancements]
    every = [each for head in heads for detachment in head.detachments for each in detachment.enhancements]
    return Names([(e.name, e.id) for e in own], known), Names([(e.name, e.id) for e in every], known)


def _renamed(gone: Sequence[ItemGone]) -> Items:
    """What the datasheet calls something today by the name it had, and the other way: it is one thing on any day."""
    pairs = [(each.name, each.renamed_to, each.from_) for each in gone if each.renamed_to]
    sources = Counter(now for _, now, _ in pairs)
    found = {fold(now): ItemAlias(is_=name, from_=since) for name, now, since in pairs if sources[now] == 1}
    return {**found, **{fold(name): ItemAlias(is_=now, from_=since) for name, now, since in pairs}}


def size_of(sizes: Collection[BattleSize], written: str, points: int | None) -> BattleSize | None:
    """The battle size of that id, or of that name in whatever language lists have it; else of that many points."""
    name = bare_size(written)
    named = next((each for each, known in phrases()["sizes"].items() if name in map(fold, known)), None)
    found = next((each for each in sizes if each.id in (named, written) or name == fold(each.name)), None)
    return found or next((each for each in sizes if points == each.points), None)


def bare_size(written: str) -> str:
    """`2. Strike Force (2000 Points)` without its number and points."""
    return fold(_NUMBER.sub("", _TAIL.sub("", written)))


@lru_cache(maxsize=8)  # games and libraries in use at once
def index(system: Game, library: Library) -> Index:
    """The names of a game in this library."""
    return Index(system, library)
