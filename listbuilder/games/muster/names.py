"""What there is to find: factions, chapters, detachments and datasheets of a game, by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Protocol, cast

import msgspec

from listbuilder.games.base import Game
from listbuilder.games.muster.data import FactionData, Shelf
from listbuilder.games.muster.faction import Detachment, Enhancement, Faction
from listbuilder.games.shared import aliases
from listbuilder.games.shared.names import Match, Names
from listbuilder.games.shared.phrases import phrases
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.rule import BattleSize
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


class Index:
    """Names of one game. Made once for each library; a faction's names when they are first asked for."""

    def __init__(self, system: Game, library: Library) -> None:
        self.system = system
        self.shelf = cast(Mustering, system).shelf(library)
        self.armies: dict[str, Army] = {}
        pairs = []
        for faction_id, name in system.factions(library):
            data = self.shelf.faction(faction_id)
            assert data is not None
            pairs.append((name, faction_id))
            self.armies[faction_id] = Army(faction_id)
            for chapter in data.head.chapters:
                self.armies.setdefault(chapter.id, Army(faction_id, chapter.id))
                pairs.append((chapter.name, chapter.id))
        self.factions = Names(pairs, aliases.of(system.id, "factions", ()))
        self._sheets: dict[str, Names] = {}
        self._keywords: dict[str, frozenset[str]] = {}

    def army(self, written: str) -> Army | None:
        """`Xenos - T'au Empire`, `Space Marines - Dark Angels`: the last part that is a faction's or chapter's name."""
        found = self.factions.find(written)
        parts = [part.strip() for part in written.replace(" – ", " - ").split(" - ")]
        for part in [*parts[::-1]] if len(parts) > 1 else []:
            found = found or self.factions.find(part)
        return self.armies.get(found.target) if found and found.target else None

    def data(self, faction_id: str) -> FactionData:
        found = self.shelf.faction(faction_id)
        assert found is not None
        return found

    def own(self, faction_id: str) -> list[FactionData]:
        """The faction, and the one it is a part of."""
        main = self.data(faction_id)
        return [main, self.data(main.head.parent)] if main.head.parent else [main]

    def sheets(self, faction_id: str) -> Names:
        if faction_id not in self._sheets:
            index = self.data(faction_id).index
            mine = aliases.of(self.system.id, "units", (faction_id,))
            self._sheets[faction_id] = Names([(name, sheet_id) for sheet_id, name in index.items()], mine)
        return self._sheets[faction_id]

    def sheet(self, reference: str, home: str) -> tuple[Datasheet, str] | None:
        """The datasheet of an id or `faction/id`, and the faction it is from."""
        place, slash, sheet_id = reference.rpartition("/")
        for data in [self.data(place)] if slash else self.own(home):
            found = data.sheet(sheet_id)
            if found:
                return found, data.head.id
        return None

    def keywords(self, faction_id: str) -> frozenset[str]:
        """Every keyword that some unit of the faction has or may be given, folded."""
        if faction_id in self._keywords:
            return self._keywords[faction_id]
        heads = [data.head for data in self.own(faction_id)]
        known = {each for head in heads for d in head.detachments if d.choose_keyword for each in d.choose_keyword.of}
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
        named = {fold(name) for data in self.own(faction_id) for name in data.head.allies}
        return [each for each in self.shelf.ids() if fold(self.data(each).head.name) in named]

    def unit(self, written: str, faction_id: str) -> tuple[str, Match] | None:
        """`faction/id` or id of the datasheet that a written name means."""
        own = {data.head.id for data in self.own(faction_id)}
        places = list(self.places(faction_id))
        close = places[: len(own) + len(self._allies(faction_id))]
        for place, spelling in [
            *((place, written) for place in places),
            *((place, spelling) for spelling in self._spellings(written, faction_id) for place in close),
        ]:
            match = self.sheets(place).find(spelling)
            if match and match.target and self._has(match.target, place):
                return self._reference(match.target, place, own), match
        for how in (Names.by_words, Names.nearest):
            for place in places:
                match = how(self.sheets(place), written)
                if match and match.target:
                    return self._reference(match.target, place, own), match
        return None

    def past(self, written: str, faction_id: str, models: int | None) -> tuple[str, dict[str, int | None]] | None:
        """A datasheet that only the history of prices has, with its prices for so many models."""
        for data in self.own(faction_id):
            known = self.shelf.history(data.head.id)
            match = Names([(name, name) for name in known]).find(written)
            if match and match.target:
                states = known[match.target]
                return match.target, {state.from_: _for_models(state.points, models) for state in states}
        return None

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


def _for_models(points: dict[int, int] | None, models: int | None) -> int | None:
    """The price of that many models; of the smallest unit where the number is not known."""
    if not points:
        return None
    wanted = models or min(points)
    fitting = [size for size in sorted(points) if size >= wanted]
    return points[fitting[0]] if fitting else points[max(points)]


def detachments(factions: list[FactionData], system: str) -> Names:
    scopes = [data.head.id for data in reversed(factions)]
    pairs = [(each.name, each.id) for data in factions for each in data.head.detachments]
    return Names(pairs, aliases.of(system, "detachments", scopes))


def detachment_of(factions: list[FactionData], detachment_id: str | None) -> Detachment | None:
    for data in factions:
        if detachment_id in data.head.detachment_by_id:
            return data.head.detachment_by_id[detachment_id]
    return None


def enhancements(factions: list[FactionData], chosen: Detachment | None, system: str) -> tuple[Names, Names]:
    """Those of the chosen detachment, and those of all: the first are meant where both have a name."""
    heads: list[Faction] = [data.head for data in factions]
    scopes = [head.id for head in reversed(heads)]
    known = aliases.of(system, "enhancements", scopes)
    own: list[Enhancement] = list(chosen.enhancements) if chosen else []
    every = [each for head in heads for detachment in head.detachments for each in detachment.enhancements]
    return Names([(e.name, e.id) for e in own], known), Names([(e.name, e.id) for e in every], known)


def size_of(sizes: Iterable[BattleSize], written: str, points: int | None) -> BattleSize | None:
    """The battle size of that name, in whatever language lists have it, or of that many points."""
    name = bare_size(written)
    named = next((each for each, known in phrases()["sizes"].items() if name in map(fold, known)), None)
    return next((each for each in sizes if named == each.id or name == fold(each.name) or points == each.points), None)


def bare_size(written: str) -> str:
    """`2. Strike Force (2000 Points)` without its number and points."""
    return fold(_NUMBER.sub("", _TAIL.sub("", written)))


@lru_cache(maxsize=8)  # games and libraries in use at once
def index(system: Game, library: Library) -> Index:
    """The names of a game in this library."""
    return Index(system, library)
