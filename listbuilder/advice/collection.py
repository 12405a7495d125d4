"""A player's collection: whether a list can be fielded with it, and what lists show to be owned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Offer
from listbuilder.games.game import Game
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Army
from listbuilder.model.base import make_id_from_name
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio.reader import YamlDocument

MOST_UNKNOWN = 20  # named of one file: more help nobody


class Owned(msgspec.Struct, frozen=True):
    """A player's collection of models.

    `games`: for each game id, how many models (or boxes) are owned, by `datasheet` or
    `faction/datasheet`.
    """

    name: str
    games: dict[str, dict[str, int]] = {}


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """The models of one datasheet that a list needs, and those that are owned."""

    datasheet: str
    name: str
    needed: int
    owned: int

    @property
    def missing(self) -> int:
        """Return how many models are needed and not owned."""
        return max(0, self.needed - self.owned)


def read_collection(file: Path, library: Library) -> Owned:
    """Return the collection in `file`.

    Raises Unreadable with line and column if the file is wrong, or names a game or a datasheet that
    does not exist; at most MOST_UNKNOWN such names are reported.
    """
    from listbuilder.data import validate_document
    from listbuilder.reports.collection import Collection  # only with such a document

    collection, document = validate_document.read_document(file, Collection)
    problems = list(_yield_unknown_names(collection.games, document, library))
    if problems:
        raise Unreadable(problems[:MOST_UNKNOWN])
    games = {
        game: {_make_key(name): count for name, count in owned.items()}
        for game, owned in collection.games.items()
    }
    return Owned(collection.collection, games)


def _make_key(name: str) -> str:
    """Return `name`, a datasheet's name with or without `faction/` before it, as an id."""
    return "/".join(map(make_id_from_name, name.split("/")))


def _yield_unknown_names(
    games: dict[str, dict[str, int]], document: YamlDocument, library: Library
) -> Iterator[Problem]:
    """Yield a problem for each game and each datasheet of a collection that does not exist."""
    for game_id, owned in games.items():
        line, column = document.find_key_mark(("games", game_id))
        if game_id not in SYSTEMS:
            args = {
                "given": game_id,
                "known": list(SYSTEMS),
                "near": find_nearest(game_id, SYSTEMS, cutoff=0.4),
            }
            yield Problem(
                key="unknown_system",
                args=args,
                file=document.file,
                line=line,
                column=column,
                path=("games", game_id),
            )
            continue
        game = get_game(game_id)
        known_names = _list_known_names(game, library) if owned else {}
        for name in owned:
            home, slash, _ = _make_key(name).partition("/")
            if _make_key(name) in known_names or (
                slash and home in _list_files_apart(game, library)
            ):
                continue
            line, column = document.find_key_mark(("games", game_id, name))
            args = {
                "given": name,
                "game": game.load_rulebook(library).name,
                "near": find_nearest(_make_key(name), known_names),
            }
            path = ("games", game_id, name)
            yield Problem(
                key="not_owned_by_anyone",
                args=args,
                file=document.file,
                line=line,
                column=column,
                path=path,
            )


def _list_known_names(game: Game, library: Library) -> dict[str, None]:
    """Return every name that a collection may use for a unit, in the form of an id, as a dict's
    keys.

    These are the ids, names and other names of datasheets of all dates, each with and without its
    faction in front: `faction/name`.
    """
    names: dict[str, None] = {}
    for faction, _ in game.list_factions(library):
        for dated_entry in game.list_entries_on_date(library, faction, None):
            entry = dated_entry.entry
            for name in (
                entry.id,
                make_id_from_name(entry.name),
                *map(make_id_from_name, entry.also),
            ):
                names[name] = names[f"{faction}/{name}"] = None
    return names


def _list_files_apart(game: Game, library: Library) -> set[str]:
    """Return the names of the game's data files that belong to no faction.

    Only the game itself knows which units are in them.
    """
    files = library.list_all_files(game.id, game.get_data_kinds())
    return {stem.rpartition("/")[2] for stem in files} - {
        faction for faction, _ in game.list_factions(library)
    }


def list_needs(army: Army, owned: Owned) -> list[Need]:
    """Return for each datasheet of `army`, in its order, how many models are needed and owned.

    A model in the collection counts for one unit only. A unit that is split in two before the
    battle counts as one. If the collection has the whole box of a faction, all its models count as
    owned.
    """
    left = dict(owned.games.get(army.book.system, {}))
    wanted: dict[tuple[str, str], list[str | int]] = {}
    for (
        unit
    ) in army.hide_secrets().units:  # what is split before the battle is one unit in the case
        entry = wanted.setdefault((unit.home, unit.sheet_id), [unit.name, unit.datasheet_id, 0])
        entry[2] = int(entry[2]) + unit.models
    needs = []
    for (home, sheet), (name, datasheet, count) in wanted.items():
        needed, available = int(count), 0
        if left.get(home):
            available = needed  # the whole box
        for key in _list_keys(home, sheet, str(name)):
            own = home and key.startswith(f"{home}/")
            taken = left.get(key, 0) if own else min(left.get(key, 0), max(0, needed - available))
            left[key] = left.get(key, 0) - taken
            available += taken
        needs.append(Need(datasheet=str(datasheet), name=str(name), needed=needed, owned=available))
    return needs


def count_owned_and_used(army: Army, owned: Owned, offer: Offer) -> tuple[int, int]:
    """Return (models owned, models that `army` already uses) of the unit that `offer` adds."""
    sheet = offer.id.rpartition("/")[2]
    pool = owned.games.get(army.book.system, {})
    used = sum(
        unit.models
        for unit in army.units
        if unit.sheet_id == sheet and unit.home in ("", offer.source)
    )
    return sum(pool.get(key, 0) for key in _list_keys(offer.source, sheet, offer.name)), used


def _list_keys(home: str, sheet: str, name: str) -> list[str]:
    """Return the keys under which a collection may list a datasheet, the most exact first.

    `home`: the faction's id, or "". `sheet` and `name`: the datasheet's id and name.
    """
    homes = [f"{home}/{sheet}", f"{home}/{make_id_from_name(name)}"] if home else []
    return list(dict.fromkeys([*homes, sheet, make_id_from_name(name)]))


def collect_from_armies(name: str, armies: Iterable[Army]) -> Owned:
    """Return a collection called `name` just enough to field each of `armies` alone."""
    games: dict[str, dict[str, int]] = {}
    for army in armies:
        counts: dict[str, int] = {}
        for unit in army.hide_secrets().units:
            key = f"{unit.home}/{unit.sheet_id}" if unit.home else unit.sheet_id
            counts[key] = counts.get(key, 0) + unit.models
        pool = games.setdefault(army.book.system, {})
        for key, count in counts.items():
            pool[key] = max(pool.get(key, 0), count)
    return Owned(name, {game: dict(sorted(pool.items())) for game, pool in sorted(games.items())})
