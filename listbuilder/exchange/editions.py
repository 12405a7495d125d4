"""Which game a list is of: by the signs in the manifests of the games, and in editions.yaml those of editions not read here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

import msgspec

from listbuilder.exchange.source import Source
from listbuilder.exchange.trees import Tree
from listbuilder.games.base import Game
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.games.foreign import Signs
from listbuilder.games.shared import phrases
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable

LINES = 3000  # looked at in one text
LONGEST = 300  # letters of what can be a sign


class Edition(msgspec.Struct, frozen=True):
    """An edition that a list may be of, by a sign of it. `game`: None where it is not read here."""

    name: str
    signs: Signs
    game: Game | None = None


def games_of(kind: str) -> list[Game]:
    """Whose a list without a sign can be: the games with this kind of army."""
    return [game for game in map(system, SYSTEMS) if game.kind == kind]


def of_text(source: Source, name: str) -> Game | None:
    """The game that the first line with a sign is of; None where there is no sign. Raises Unreadable for another edition."""
    for line in source.lines[:LINES]:
        if line.words and (found := _by_line(line.words)):
            return _read(found, line.words[:80], name, line.number)
    return None


@lru_cache(maxsize=4096)  # lists have lines in common
def _by_line(words: str) -> Edition | None:
    return _first(_known(), lambda signs: signs.line, (words,))


def of_tree(tree: Tree, name: str) -> Game | None:
    """The same of a roster file. What the army has says more than the name of the game system."""
    able = _known()
    found = (
        _first(able, lambda signs: signs.selection, tree.top_names())
        or _first(able, lambda signs: signs.cost, tree.cost_names)
        or _first(able, lambda signs: signs.system, (tree.system_name,))
    )
    return _read(found, tree.system_name, name) if found else None


@cache
def _known() -> list[Edition]:
    """The games first: what is a sign of one of them makes a list that one's, whoever else has it."""
    return [*(Edition(each, system(each).signs, system(each)) for each in SYSTEMS), *_not_read()]


def _not_read() -> list[Edition]:
    rows = phrases.data_file("editions.yaml")
    return [Edition(row["edition"], msgspec.convert({key: row[key] for key in row if key != "edition"}, Signs)) for row in rows]


def _read(found: Edition, sign: str, name: str, line: int | None = None) -> Game:
    if found.game is None:
        raise Unreadable([Problem(key="edition_not_read", args={"edition": found.name, "sign": sign}, file=name, line=line)])
    return found.game


def _first(editions: list[Edition], of: Callable[[Signs], tuple[str, ...]], words: Iterable[str]) -> Edition | None:
    folded = [fold(each) for each in words if each and len(each) <= LONGEST]
    for edition in editions:
        parts = of(edition.signs)
        if parts and any(_pattern(parts).fullmatch(each) for each in folded):
            return edition
    return None


@lru_cache(maxsize=256)
def _pattern(parts: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{part})" for part in parts))
