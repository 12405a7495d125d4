"""What there is to find in a game of regiments: factions, armies of renown, warscrolls, enhancements, lores, terrain."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Protocol, cast

import msgspec

from listbuilder.games.base import Game
from listbuilder.games.regiments.allegiance import ArmyOfRenown, WarscrollFaction
from listbuilder.games.regiments.data import FactionData, RenownData, Shelf
from listbuilder.games.regiments.warscroll import Warscroll
from listbuilder.games.shared import aliases
from listbuilder.games.shared.best_day import Part
from listbuilder.games.shared.names import Match, Names
from listbuilder.games.shared.numbers import BARE_COUNT
from listbuilder.games.shared.phrases import phrases
from listbuilder.games.shared.spellings import Candidate, candidates, on_day
from listbuilder.model.base import fold
from listbuilder.model.imported import Went
from listbuilder.model.past import DayPoints, shifted
from listbuilder.model.past import Thing as PastThing
from listbuilder.store.library import Library

Holder = WarscrollFaction | ArmyOfRenown
NOW = "9999-12-31"  # the day of what is called so still
GENERIC = "generic"
EXTRAS = ("enhancements", "battle_formations", "spell_lores", "prayer_lores", "manifestation_lores")


def is_gone(thing: PastThing) -> bool:
    """Return whether a thing is in today's data under no name."""
    return not thing.today and thing.until is not None and not thing.renamed_to


class Regimental(Protocol):
    """A game whose armies are made of regiments."""

    def shelf(self, library: Library) -> Shelf: ...


class Thing(msgspec.Struct, frozen=True):
    """Something of the whole army, by the key of the roster that holds it."""

    key: str
    id: str


class Index:
    """Names of one game. Made once for each library; a faction's names when they are first asked for."""

    def __init__(self, system: Game, library: Library) -> None:
        self.system = system
        self.today = self.shelf = cast(Regimental, system).shelf(library)
        self.day: str | None = None
        self.factions = Names(
            [(name, faction_id) for faction_id, name in system.factions(library)], aliases.of(system.id, "factions", ())
        )
        self._warscrolls: dict[str, Names] = {}
        self._armies: dict[str, tuple[str, str]] | None = None
        self._renown: Names | None = None
        self.of_armies: dict[tuple[str | None, ...], Names] = {}  # shared by the days, which are in its keys

    def on(self, day: str | None) -> Index:
        """The names of a past day: what lists of that day call things that are gone, too."""
        if day is None:
            return self
        made = copy.copy(self)
        made.day, made.shelf = day, self.today.on(day)
        return made

    def data(self, faction_id: str) -> FactionData:
        """As it is today."""
        found = self.today.faction(faction_id)
        assert found is not None
        return found

    def of_day(self, faction_id: str) -> FactionData:
        found = self.shelf.faction(faction_id)
        assert found is not None
        return found

    def armies(self) -> dict[str, tuple[str, str]]:
        """Folded name of every army of renown -> a faction that may play it, and its id."""
        if self._armies is None:
            self._armies = {}
            for faction_id in self.shelf.ids():
                for army_id, name in self.data(faction_id).armies.items():
                    self._armies.setdefault(fold(name), (faction_id, army_id))
        return self._armies

    def army_of(self, faction_id: str, written: str) -> str | None:
        """The army of renown of that name in this faction."""
        names = Names([(name, army_id) for army_id, name in self.data(faction_id).armies.items()])
        found = names.find(written)
        return found.target if found else None

    def warscrolls(self, place: str) -> Names:
        if place not in self._warscrolls:
            data = self.today.warscrolls(place)
            pairs = [(name, sheet_id) for sheet_id, name in data.index.items()] if data else []
            self._warscrolls[place] = Names(pairs, aliases.of(self.system.id, "units", (place,)))
        return self._warscrolls[place]

    def renown(self) -> Names:
        if self._renown is None:
            data = self.today.renown()
            pairs = [(name, each) for each, name in data.regiments.items()] if data else []
            known: dict[str, str | None] = {}
            spellings = self.today.past.spellings(RenownData.ID, "regiments")
            for written in spellings if data else ():
                found = next(
                    (each.id for each in candidates(spellings, written, NOW) if data and each.id in data.regiments), None
                )
                if found:
                    known[written] = found
            self._renown = Names(pairs, known | aliases.of(self.system.id, "renown", ()))
        return self._renown

    def unit(self, written: str, faction_id: str, army: ArmyOfRenown | None) -> tuple[str, str, Match] | None:
        """Reference, name and match of a warscroll: of the army of renown, the faction, or wherever it is from."""
        spellings = list(_spellings(written))
        if army is not None:
            extra = [(each.name, each.id) for each in army.extra_warscrolls]
            extra += [(copy.name, copy.id) for copy in army.copied_warscrolls]
            named = {each: name for name, each in extra}
            for spelling in spellings:
                match = Names(extra).find(spelling)
                if match and match.target:
                    return match.target, named[match.target], match
        places = [faction_id, RenownData.ID, *(each for each in self.shelf.ids() if each != faction_id)]
        for spelling in spellings if self.day else ():
            if found := self._of_history(spelling, faction_id, faction_id, strictly=True):
                return found
        for spelling in spellings:
            for place in places:
                match = self.warscrolls(place).find(spelling)
                if match and match.target and (name := self._name(match.target, place)):
                    return self._reference(match.target, place, faction_id), name, match
        for place, spelling in [(place, spelling) for place in places[:2] for spelling in spellings]:
            if found := self._of_history(spelling, place, faction_id):
                return found
        gone = self.past(written, faction_id)
        for place in places if gone is None or gone[0].until is None else ():
            match = next((m for spelling in spellings if (m := self.warscrolls(place).guess(spelling))), None)
            if match and match.target and (name := self._name(match.target, place)):
                return self._reference(match.target, place, faction_id), name, match
        return None

    def _of_history(self, written: str, place: str, faction_id: str, strictly: bool = False) -> tuple[str, str, Match] | None:
        """By a name of another day, or another program's. `strictly`: only what was called so on the day."""
        index = self.today.past.spellings(place, "warscrolls")
        known = on_day(index, written, self.day or "") if strictly else candidates(index, written, self.day or NOW)
        data, today = self.shelf.warscrolls(place), self.today.warscrolls(place)
        for each in (
            sorted(known, key=lambda each: (each.via != "name", not today or each.id not in today.index)) if strictly else known
        ):
            target = each.id if self.day or (today and each.id in today.index) else self._now(each, place)
            sheet = (data.sheet(target) or self._gone_sheet(target, place)) if data and target else None
            if target and sheet:
                return self._reference(target, place, faction_id), sheet.name, Match(target, "alias")
        return None

    def _now(self, candidate: Candidate, place: str) -> str | None:
        """Return what a thing that is gone is called today, or its own id if nothing is called otherwise."""
        past = self.today.past.faction(place)
        thing = past.things("warscrolls").get(candidate.id) if past else None
        if thing is None or (thing.renamed_to and "/" in thing.renamed_to):
            return None
        return thing.renamed_to or (thing.id if is_gone(thing) else None)

    def _gone_sheet(self, warscroll_id: str, place: str) -> Warscroll | None:
        """Return a warscroll that is gone, as it was on its last day."""
        past = self.today.past.faction(place)
        thing = past.things("warscrolls").get(warscroll_id) if past else None
        if thing is None or thing.until is None or thing.today:
            return None
        then = self.today.on(shifted(thing.until, -1)).warscrolls(place)
        return then.sheet(warscroll_id) if then else None

    def past(self, written: str, faction_id: str) -> tuple[Went, DayPoints] | None:
        """A warscroll of another day."""
        return next((found for each in _spellings(written) if (found := self._went(each, faction_id, "warscrolls"))), None)

    def past_extra(self, written: str, faction_id: str) -> tuple[Went, DayPoints] | None:
        """An enhancement, formation or lore of another day."""
        places = [(place, kind) for place in (faction_id, GENERIC) for kind in EXTRAS]
        bare = written.partition(" (")[0]
        return next(
            (
                found
                for place, kind in places
                for text in dict.fromkeys((written, bare))
                if (found := self._went(text, place, kind))
            ),
            None,
        )

    def _went(self, written: str, place: str, kind: str) -> tuple[Went, DayPoints] | None:
        past = self.today.past.faction(place)
        known = candidates(self.today.past.spellings(place, kind), written, self.day or NOW)
        thing = past.things(kind).get(known[0].id) if past and known else None
        if past is None or thing is None:
            return None
        line = past.prices.get(thing.id if kind == "warscrolls" else f"{kind}:{thing.id}")
        return Went(thing.name, thing.until, self._title(thing, place, kind)), dict(line.points) if line else {}

    def _title(self, thing: PastThing, place: str, kind: str) -> str | None:
        """The name of what stands in its place."""
        other = thing.renamed_to or thing.replaced_by
        past = self.today.past.faction(place)
        found = past.things(kind).get(other) if past and other else None
        return found.name if found else None

    def id_today(self, home: str, warscroll_id: str) -> str | None:
        """What a warscroll of another name is today."""
        past = self.today.past.faction(home)
        thing = past.things("warscrolls").get(warscroll_id) if past else None
        return thing.renamed_to if thing else None

    def printed_under(self, home: str, sheet: Warscroll, now: str | None) -> list[str]:
        """What other programs print under that warscroll, by its names of any day."""
        known, data = self.today.past.aliases(home), self.today.warscrolls(home)
        names = {sheet.name, data.index.get(now or sheet.id, sheet.name) if data else sheet.name}
        return [text for name in names for text in known.under(name)] if known else []

    def enhancement_part(self, enhancement_id: str, faction_id: str) -> Part | None:
        """What an enhancement is in the histories."""
        past = self.today.past.faction(faction_id)
        key = next((key for key in (past.prices if past else ()) if key.endswith(f"/{enhancement_id}")), None)
        return Part(faction_id, key) if key else None

    def _name(self, target: str, place: str) -> str | None:
        home, slash, sheet_id = target.rpartition("/")
        data = self.today.warscrolls(home if slash else place)
        return data.index.get(sheet_id) if data else None

    @staticmethod
    def _reference(target: str, place: str, faction_id: str) -> str:
        home, slash, sheet_id = target.rpartition("/")
        home = home if slash else place
        return sheet_id if home == faction_id else f"{home}/{sheet_id}"

    def sheet(self, reference: str, faction_id: str) -> Any:
        home, slash, sheet_id = reference.rpartition("/")
        data = self.shelf.warscrolls(home if slash else faction_id)
        found = data.sheet(sheet_id) if data else None
        return found or self._gone_sheet(sheet_id, home if slash else faction_id)


def _spellings(written: str) -> Iterator[str]:
    """As written; with the mark of a season's version before it, as the data has it, or without what brackets add."""
    yield written
    folded = fold(written)
    for mark, words in phrases()["alternates"].items():
        for word in map(fold, words):
            for rest in (
                folded.removesuffix(f" ({word})"),
                folded.removesuffix(f" [{word}]"),
                folded.removeprefix(f"{word}: "),
                folded.removeprefix(f"{word} "),
                folded.removeprefix(f"{word} - "),
            ):
                if rest != folded:
                    yield f"{mark}: {rest}"
                    yield f"{mark} {rest}"
    for mark in (" models)", " model)"):
        if folded.endswith(mark):
            yield folded.rpartition(" (")[0]
    counted = BARE_COUNT.match(written)
    if counted:
        yield from _spellings(written[counted.end() :])


def of_army(index: Index, faction_id: str, army: ArmyOfRenown | None, kind: str, pack: str | None = None) -> Names:
    """Names of one kind of thing that an army may name: its own, those of the faction, those for all.

    Of two with one name, the one for the season of the list comes first.
    """
    asked = (index.day, faction_id, army.id if army is not None else None, kind, pack)
    if asked not in index.of_armies:
        index.of_armies[asked] = _of_army(index, faction_id, army, kind, pack)
    return index.of_armies[asked]


def _of_army(index: Index, faction_id: str, army: ArmyOfRenown | None, kind: str, pack: str | None) -> Names:
    head = index.of_day(faction_id).head
    holders: list[Holder] = [army, head] if army is not None else [head]
    pairs: list[tuple[str, str]] = []
    for holder in holders:
        things = sorted(_things(holder, kind), key=lambda each: not _fits(each, pack))
        pairs += [(each.name, each.id) for each in things]
    if kind == "manifestation_lore":
        pairs += [(lore.name, lore.id) for lore in index.shelf.generic_lores()]
    if kind == "battle_tactics":
        pairs += [(card.name, card.id) for pack in index.shelf.battlepacks() for card in pack.battle_tactics_cards]
    known = _of_any_day(index, faction_id, f"{kind}s", {each for _, each in pairs})
    if kind.endswith("_lore"):
        known = _of_any_day(index, faction_id, "lores", {each for _, each in pairs}, strictly=True) | known
    return Names(pairs, _first_of_name(known, pairs) | aliases.of(index.system.id, kind, (faction_id,)))


def _first_of_name(known: dict[str, str | None], pairs: Iterable[tuple[str, str]]) -> dict[str, str | None]:
    """Of things with one name, the first is meant by other spellings of that name too."""
    called, first = {each: fold(name) for name, each in pairs}, {fold(name): each for name, each in reversed([*pairs])}
    return {written: first.get(called.get(each or "", ""), each) for written, each in known.items()}


def _of_any_day(index: Index, faction_id: str, kind: str, present: set[str], strictly: bool = False) -> dict[str, str | None]:
    """Names of other days and other programs for one kind of thing. Without a day (or `strictly`), for what is present."""
    found: dict[str, str | None] = {}
    for place in (GENERIC, faction_id):
        spellings = index.today.past.spellings(place, kind)
        for written in spellings:
            for each in candidates(spellings, written, index.day or NOW):
                own_id = each.id.rpartition("/")[2].rpartition(":")[2]  # of an army of renown: `army:thing`
                if (index.day and not strictly) or own_id in present:
                    found[written] = own_id
                    break
            else:
                if not strictly and (gone := _gone_id(index, place, kind, written)):
                    found.setdefault(written, gone)
    return found


def _gone_id(index: Index, place: str, kind: str, written: str) -> str | None:
    """Return the id of something that was called so and is gone."""
    past = index.today.past.faction(place)
    for each in candidates(index.today.past.spellings(place, kind), written, NOW):
        thing = past.things(kind).get(each.id) if past else None
        if thing is not None and is_gone(thing) and each.via != "alias":
            return thing.id.rpartition("/")[2]
    return None


def enhancements(index: Index, faction_id: str, army: ArmyOfRenown | None, pack: str | None) -> Names:
    """The choices of all tables; of two with one name, the one for the season of the list."""
    head = index.of_day(faction_id).head
    holders: list[Holder] = [army, head] if army is not None else [head]
    choices = [each for holder in holders for table in holder.enhancement_tables for each in table.choices]
    fitting = [each for each in choices if _fits(each, pack)]
    rest = [each for each in choices if each not in fitting]
    pairs = [(each.name, each.id) for each in (*fitting, *rest)]
    known = _of_any_day(index, faction_id, "enhancements", {each for _, each in pairs})
    first = {fold(name): (name, each) for name, each in reversed(pairs)}
    return Names(first.values(), _first_of_name(known, pairs) | aliases.of(index.system.id, "enhancements", (faction_id,)))


def battlepacks(index: Index, faction_id: str, army: ArmyOfRenown | None, kind: str, thing_id: str) -> tuple[str, ...]:
    """The seasons that something of an army is for; none: for all."""
    head = index.of_day(faction_id).head
    holders: list[Holder] = [army, head] if army is not None else [head]
    if kind == "enhancements":
        things: list[Any] = [each for holder in holders for table in holder.enhancement_tables for each in table.choices]
    else:
        things = [each for holder in holders for each in _things(holder, kind)]
    return next((getattr(each, "battlepacks", ()) for each in things if each.id == thing_id), ())


def prices(index: Index, faction_id: str, army: ArmyOfRenown | None, kind: str, written: str) -> set[int]:
    """What a thing of an army costs today, and has cost."""
    head = index.of_day(faction_id).head
    holders: list[Holder] = [army, head] if army is not None else [head]
    things = [each for holder in holders for each in _things(holder, kind)]
    things += index.shelf.generic_lores() if kind == "manifestation_lore" else ()
    found = {each.points for each in things if fold(each.name) == fold(written)}
    gone = index.past_extra(written, faction_id)
    return found | {points for points in (gone[1].values() if gone else ()) if points is not None}


def _fits(thing: Any, pack: str | None) -> bool:
    seasons = getattr(thing, "battlepacks", ())
    return not seasons or pack in seasons


def _things(holder: Holder, kind: str) -> Iterable[Any]:
    if kind == "battle_formation":
        return getattr(holder, "battle_formations", ())
    if kind == "faction_terrain":
        return () if isinstance(holder, ArmyOfRenown) else holder.faction_terrain
    if kind == "battle_tactics":
        return ()
    found: Iterable[Any] = getattr(holder, f"{kind}s")
    return found


@lru_cache(maxsize=8)  # games and libraries in use at once
def index(system: Game, library: Library) -> Index:
    """The names of a game in this library."""
    return Index(system, library)
