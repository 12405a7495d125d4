"""What there is to find in a game of regiments: factions, armies of renown, warscrolls, enhancements, lores, terrain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Protocol, cast

import msgspec

from listbuilder.games.base import Game
from listbuilder.games.regiments.allegiance import ArmyOfRenown, DatedPoints, WarscrollFaction
from listbuilder.games.regiments.data import FactionData, RenownData, Shelf
from listbuilder.games.shared import aliases
from listbuilder.games.shared.names import Match, Names
from listbuilder.games.shared.numbers import BARE_COUNT
from listbuilder.games.shared.phrases import phrases
from listbuilder.model.base import fold
from listbuilder.store.library import Library

Holder = WarscrollFaction | ArmyOfRenown


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
        self.shelf = cast(Regimental, system).shelf(library)
        self.factions = Names(
            [(name, faction_id) for faction_id, name in system.factions(library)], aliases.of(system.id, "factions", ())
        )
        self._warscrolls: dict[str, Names] = {}
        self._armies: dict[str, tuple[str, str]] | None = None
        self._renown: Names | None = None

    def data(self, faction_id: str) -> FactionData:
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
            data = self.shelf.warscrolls(place)
            pairs = [(name, sheet_id) for sheet_id, name in data.index.items()] if data else []
            self._warscrolls[place] = Names(pairs, aliases.of(self.system.id, "units", (place,)))
        return self._warscrolls[place]

    def renown(self) -> Names:
        if self._renown is None:
            data = self.shelf.renown()
            pairs = [(name, each) for each, name in data.regiments.items()] if data else []
            self._renown = Names(pairs, aliases.of(self.system.id, "renown", ()))
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
        for spelling in spellings:
            for place in places:
                match = self.warscrolls(place).find(spelling)
                if match and match.target and (name := self._name(match.target, place)):
                    return self._reference(match.target, place, faction_id), name, match
        for place in places:
            match = next((m for spelling in spellings if (m := self.warscrolls(place).guess(spelling))), None)
            if match and match.target and (name := self._name(match.target, place)):
                return self._reference(match.target, place, faction_id), name, match
        return None

    def past(self, written: str, faction_id: str) -> tuple[str, DatedPoints] | None:
        """A warscroll that only the history of prices has."""
        known = self.shelf.prices(faction_id).warscrolls
        names = Names([(name, name) for name in known])
        match = next((m for spelling in _spellings(written) if (m := names.find(spelling))), None)
        return (match.target, known[match.target]) if match and match.target else None

    def past_extra(self, written: str, faction_id: str) -> tuple[str, DatedPoints] | None:
        """An enhancement, formation, lore or terrain that only the history of prices has."""
        known = {**self.shelf.prices("generic").extras, **self.shelf.prices(faction_id).extras}
        match = Names([(name, name) for name in known]).best(written)
        return (match.target, known[match.target]) if match and match.target else None

    def _name(self, target: str, place: str) -> str | None:
        home, slash, sheet_id = target.rpartition("/")
        data = self.shelf.warscrolls(home if slash else place)
        return data.index.get(sheet_id) if data else None

    @staticmethod
    def _reference(target: str, place: str, faction_id: str) -> str:
        home, slash, sheet_id = target.rpartition("/")
        home = home if slash else place
        return sheet_id if home == faction_id else f"{home}/{sheet_id}"

    def sheet(self, reference: str, faction_id: str) -> Any:
        home, slash, sheet_id = reference.rpartition("/")
        data = self.shelf.warscrolls(home if slash else faction_id)
        return data.sheet(sheet_id) if data else None


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
    head = index.data(faction_id).head
    holders: list[Holder] = [army, head] if army is not None else [head]
    pairs: list[tuple[str, str]] = []
    for holder in holders:
        things = sorted(_things(holder, kind), key=lambda each: not _fits(each, pack))
        pairs += [(each.name, each.id) for each in things]
    if kind == "manifestation_lore":
        pairs += [(lore.name, lore.id) for lore in index.shelf.generic_lores()]
    if kind == "battle_tactics":
        pairs += [(card.name, card.id) for pack in index.shelf.battlepacks() for card in pack.battle_tactics_cards]
    return Names(pairs, aliases.of(index.system.id, kind, (faction_id,)))


def enhancements(index: Index, faction_id: str, army: ArmyOfRenown | None, pack: str | None) -> Names:
    """The choices of all tables; of two with one name, the one for the season of the list."""
    head = index.data(faction_id).head
    holders: list[Holder] = [army, head] if army is not None else [head]
    choices = [each for holder in holders for table in holder.enhancement_tables for each in table.choices]
    fitting = [each for each in choices if _fits(each, pack)]
    rest = [each for each in choices if each not in fitting]
    pairs: dict[str, tuple[str, str]] = {}
    for each in (*fitting, *rest):
        pairs.setdefault(fold(each.name), (each.name, each.id))
    return Names(pairs.values(), aliases.of(index.system.id, "enhancements", (faction_id,)))


def prices(index: Index, faction_id: str, army: ArmyOfRenown | None, kind: str, written: str) -> set[int]:
    """What a thing of an army costs today, and has cost."""
    head = index.data(faction_id).head
    holders: list[Holder] = [army, head] if army is not None else [head]
    things = [each for holder in holders for each in _things(holder, kind)]
    things += index.shelf.generic_lores() if kind == "manifestation_lore" else ()
    found = {each.points for each in things if fold(each.name) == fold(written)}
    known = {**index.shelf.prices("generic").extras, **index.shelf.prices(faction_id).extras}
    match = Names([(name, name) for name in known]).find(written)
    states = known[match.target] if match and match.target else {}
    return found | {points for points in states.values() if points is not None}


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
