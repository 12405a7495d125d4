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
    """Return the games with the kind of army `kind`, which a list without a sign may be of."""
    return [game for game in map(get_game, SYSTEMS) if game.kind == kind]


def find_game_of_text(source: Source, name: str) -> Game | None:
    """Return the game told by the first line with a sign of a game, or None.

    Raises Unreadable if the sign is that of an edition whose lists can't be read here.
    """
    for line in source.lines[:LINES]:
        if line.bullet and phrases.is_attached(line.words):
            continue  # below a unit; as a title it has no bullet
        if line.words and (edition := _find_edition_by_line(line.words)):
            return _get_game(edition, line.words[:80], name, line.number)
    return None


@lru_cache(maxsize=4096)  # lists have lines in common
def _find_edition_by_line(words: str) -> Edition | None:
    """Return the edition that the line `words` is a sign of, or None."""
    return _find_first_edition(_list_editions(), lambda signs: signs.line, (words,))


def find_game_of_tree(tree: Tree, name: str) -> Game | None:
    """Return the game of a roster file, told by its signs, or None if it has no sign.

    Names of selections are looked at first, then kinds of cost, then the game system's name, then
    its id. Raises
    Unreadable if the sign is that of an edition whose lists can't be read here.
    """
    editions = _list_editions()
    edition = (
        _find_first_edition(editions, lambda signs: signs.selection, tree.iter_top_names())
        or _find_first_edition(editions, lambda signs: signs.cost, tree.cost_names)
        or _find_first_edition(editions, lambda signs: signs.system, (tree.system_name,))
        or _find_first_edition(editions, lambda signs: signs.system_id, (tree.roster.system_id,))
    )
    return _get_game(edition, tree.system_name, name) if edition else None


@cache
def _list_editions() -> list[Edition]:
    """Return all known editions: those of the games first, then those that can't be read here.

    Why this order: if a game and another edition have the same sign, the list counts as one of the
    game.
    """
    return [
        *(
            Edition(system_id, get_game(system_id).signs, get_game(system_id))
            for system_id in SYSTEMS
        ),
        *_list_editions_not_read(),
    ]


def _list_editions_not_read() -> list[Edition]:
    """Return the editions whose lists can't be read here, with their signs."""
    rows = phrases.load_data_file("editions.yaml")
    return [
        Edition(
            row["edition"],
            msgspec.convert({key: row[key] for key in row if key != "edition"}, Signs),
        )
        for row in rows
    ]


def _get_game(edition: Edition, sign: str, name: str, line: int | None = None) -> Game:
    """Return the game of `edition`; raise Unreadable if its lists can't be read here.

    `sign` is the text that told the edition, and `line` its line, for the problem.
    """
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
    """Return the first of `editions` with a sign that fits one of `words` as a whole, or None.

    `get_patterns` returns which patterns of an edition's signs to use.
    """
    folded = [fold(text) for text in words if text and len(text) <= LONGEST]
    for edition in editions:
        parts = get_patterns(edition.signs)
        if parts and any(_compile_pattern(parts).fullmatch(folded_text) for folded_text in folded):
            return edition
    return None


@lru_cache(maxsize=256)
def _compile_pattern(parts: tuple[str, ...]) -> re.Pattern[str]:
    """Return one compiled pattern that matches what any of `parts` matches."""
    return re.compile("|".join(f"(?:{part})" for part in parts))
