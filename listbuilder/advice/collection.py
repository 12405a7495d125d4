"""What a player owns: whether a list can be fielded with it, and what lists say that somebody has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from listbuilder.games.base import Game
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.games.shared.choices import Offer
from listbuilder.model.army import Army
from listbuilder.model.base import kebab
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.library import Library
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

MOST_UNKNOWN = 20  # named of one file: more help nobody


class Owned(msgspec.Struct, frozen=True):
    """A collection. `games`: by the id of the game, then `datasheet` or `faction/datasheet`, how many models (or boxes)."""

    name: str
    games: dict[str, dict[str, int]] = {}


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """Of one datasheet, how many models a list needs, and how many there are for it."""

    datasheet: str
    name: str
    needed: int
    owned: int

    @property
    def missing(self) -> int:
        return max(0, self.needed - self.owned)


def read(file: Path, library: Library) -> Owned:
    """Raises Unreadable with line and column, also for a game or a datasheet that there is not."""
    from listbuilder.contract.collection import Collection  # only with such a document
    from listbuilder.store import border

    found, document = border.read_file(file, Collection)
    wrong = list(_unknown(found.games, document, library))
    if wrong:
        raise Unreadable(wrong[:MOST_UNKNOWN])
    games = {game: {_key(name): count for name, count in owned.items()} for game, owned in found.games.items()}
    return Owned(found.collection, games)


def _key(name: str) -> str:
    return "/".join(map(kebab, name.split("/")))


def _unknown(games: dict[str, dict[str, int]], document: Document, library: Library) -> Iterator[Problem]:
    for game_id, owned in games.items():
        line, column = document.key_mark(("games", game_id))
        if game_id not in SYSTEMS:
            args = {"given": game_id, "known": list(SYSTEMS), "near": nearest(game_id, SYSTEMS, cutoff=0.4)}
            yield Problem(key="unknown_system", args=args, file=document.file, line=line, column=column, path=("games", game_id))
            continue
        game = system(game_id)
        known = _known(game, library) if owned else {}
        for name in owned:
            home, slash, _ = _key(name).partition("/")
            if _key(name) in known or (slash and home in _apart(game, library)):
                continue
            line, column = document.key_mark(("games", game_id, name))
            args = {"given": name, "game": game.book(library).name, "near": nearest(_key(name), known)}
            path = ("games", game_id, name)
            yield Problem(key="not_owned_by_anyone", args=args, file=document.file, line=line, column=column, path=path)


def _known(game: Game, library: Library) -> dict[str, None]:
    """Everything a collection may speak of: datasheets of today and of other days, and what boxes are called and hold."""
    found: dict[str, None] = {}
    for faction, _ in game.factions(library):
        for each in game.entries_on(library, faction, None):
            entry = each.entry
            for name in (entry.id, kebab(entry.name), *map(kebab, entry.also)):
                found[name] = found[f"{faction}/{name}"] = None
    return found


def _apart(game: Game, library: Library) -> set[str]:
    """Files of units that are of no faction: what is in them only its game knows."""
    files = library.all_files(game.id, game.data_kinds())
    return {stem.rpartition("/")[2] for stem in files} - {faction for faction, _ in game.factions(library)}


def needs(army: Army, owned: Owned) -> list[Need]:
    """Of every datasheet of the army, in its order. A model stands for one unit at a time."""
    left = dict(owned.games.get(army.book.system, {}))
    wanted: dict[tuple[str, str], list[str | int]] = {}
    for unit in army.public().units:  # what is split before the battle is one unit in the case
        each = wanted.setdefault((unit.home, unit.sheet_id), [unit.name, unit.datasheet_id, 0])
        each[2] = int(each[2]) + unit.models
    found = []
    for (home, sheet), (name, datasheet, count) in wanted.items():
        needed, there = int(count), 0
        if left.get(home):
            there = needed  # the whole box
        for key in _keys(home, sheet, str(name)):
            own = home and key.startswith(f"{home}/")
            taken = left.get(key, 0) if own else min(left.get(key, 0), max(0, needed - there))
            left[key] = left.get(key, 0) - taken
            there += taken
        found.append(Need(datasheet=str(datasheet), name=str(name), needed=needed, owned=there))
    return found


def having(army: Army, owned: Owned, offer: Offer) -> tuple[int, int]:
    """Of something that could be added: how many models are owned, and how many of those the army uses."""
    sheet = offer.id.rpartition("/")[2]
    pool = owned.games.get(army.book.system, {})
    used = sum(unit.models for unit in army.units if unit.sheet_id == sheet and unit.home in ("", offer.source))
    return sum(pool.get(key, 0) for key in _keys(offer.source, sheet, offer.name)), used


def _keys(home: str, sheet: str, name: str) -> list[str]:
    """What a collection may call a datasheet, the most exact first."""
    homes = [f"{home}/{sheet}", f"{home}/{kebab(name)}"] if home else []
    return list(dict.fromkeys([*homes, sheet, kebab(name)]))


def of_armies(name: str, armies: Iterable[Army]) -> Owned:
    """Enough to field each of them, one at a time."""
    games: dict[str, dict[str, int]] = {}
    for army in armies:
        once: dict[str, int] = {}
        for unit in army.public().units:
            key = f"{unit.home}/{unit.sheet_id}" if unit.home else unit.sheet_id
            once[key] = once.get(key, 0) + unit.models
        pool = games.setdefault(army.book.system, {})
        for key, count in once.items():
            pool[key] = max(pool.get(key, 0), count)
    return Owned(name, {game: dict(sorted(pool.items())) for game, pool in sorted(games.items())})
