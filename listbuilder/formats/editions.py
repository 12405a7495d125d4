"""Find which game a list is of: by the signs in the games' manifests and in editions.yaml.

The file has the signs of editions that are not read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

import msgspec

from listbuilder.formats.source import Source
from listbuilder.formats.trees import Tree
from listbuilder.games.battlescribe import Signs
from listbuilder.games.game import Game
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.matching import phrases
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable

LINES = 3000  # looked at in one text
LONGEST = 300  # letters of what can be a sign


class Edition(msgspec.Struct, frozen=True):
    """An edition that a list may be of, by a sign of it. `game`: None where it is not read here."""

    name: str
    signs: Signs
    game: Game | None = None


def get_games_of_kind(kind: str) -> list[Game]:
    """Return the games with this kind of army: whose a list without a sign can be."""
    return [game for game in map(get_game, SYSTEMS) if game.kind == kind]


def find_game_of_text(source: Source, name: str) -> Game | None:
    """Return the game that the first line with a sign is of, or None if there is no sign.

    Raises Unreadable for an edition that is not read here.
    """
    for line in source.lines[:LINES]:
        if line.words and (edition := _find_edition_by_line(line.words)):
            return _get_game(edition, line.words[:80], name, line.number)
    return None


@lru_cache(maxsize=4096)  # lists have lines in common
def _find_edition_by_line(words: str) -> Edition | None:
    """Return the edition whose sign the line `words` is, or None."""
    return _find_first_edition(_list_editions(), lambda signs: signs.line, (words,))


def find_game_of_tree(tree: Tree, name: str) -> Game | None:
    """Return the game that a roster file is of, or None if there is no sign.

    What the army has says more than the name of the game system. Raises Unreadable for an edition
    that is not read here.
    """
    editions = _list_editions()
    edition = (
        _find_first_edition(editions, lambda signs: signs.selection, tree.iter_top_names())
        or _find_first_edition(editions, lambda signs: signs.cost, tree.cost_names)
        or _find_first_edition(editions, lambda signs: signs.system, (tree.system_name,))
    )
    return _get_game(edition, tree.system_name, name) if edition else None


@cache
def _list_editions() -> list[Edition]:
    """Return all known editions, the games first.

    What is a sign of a game makes a list that one's, whoever else has it.
    """
    return [
        *(
            Edition(system_id, get_game(system_id).signs, get_game(system_id))
            for system_id in SYSTEMS
        ),
        *_list_editions_not_read(),
    ]


def _list_editions_not_read() -> list[Edition]:
    """Return the editions that are not read here, with their signs."""
    rows = phrases.load_data_file("editions.yaml")
    return [
        Edition(
            row["edition"],
            msgspec.convert({key: row[key] for key in row if key != "edition"}, Signs),
        )
        for row in rows
    ]


def _get_game(edition: Edition, sign: str, name: str, line: int | None = None) -> Game:
    """Return the game of an edition, or raise Unreadable with the sign if it is not read here."""
    if edition.game is None:
        raise Unreadable(
            [
                Problem(
                    key="edition_not_read",
                    args={"edition": edition.name, "sign": sign},
                    file=name,
                    line=line,
                )
            ]
        )
    return edition.game


def _find_first_edition(
    editions: list[Edition], get_patterns: Callable[[Signs], tuple[str, ...]], words: Iterable[str]
) -> Edition | None:
    """Return the first edition with a sign that fits one of `words`, or None."""
    folded = [fold(text) for text in words if text and len(text) <= LONGEST]
    for edition in editions:
        parts = get_patterns(edition.signs)
        if parts and any(_compile_pattern(parts).fullmatch(folded_text) for folded_text in folded):
            return edition
    return None


@lru_cache(maxsize=256)
def _compile_pattern(parts: tuple[str, ...]) -> re.Pattern[str]:
    """Return one pattern for all of `parts`."""
    return re.compile("|".join(f"(?:{part})" for part in parts))
