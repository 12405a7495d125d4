"""Why a line of a list was not read: the thing is unknown, its spelling is, or the text has a shape that no reader expects."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from rapidfuzz import fuzz, process, utils

from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.games.wh40k.datasheet_names import collect_item_names
from listbuilder.model.problem import Problem
from listbuilder.roster.position import Position

SHAPE = "shape of the text"
SPELLING = "unknown spelling"
THING = "unknown thing"
GONE = "gone from the data"
TWICE = "contradiction in the list"
KINDS = (
    "datasheets",
    "warscrolls",
    "detachments",
    "enhancements",
    "battle_formations",
    "spell_lores",
)
LIKE = 80  # of 100: a known name that is so like the written one that this is likely to be a spelling of it


class Causes:
    """`of` takes what a list's verdict says of the line."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def of(self, problem: Problem, done: Position) -> str:
        if problem.key.startswith("contradiction"):
            return TWICE
        if problem.key in ("unread_gone", "unread_replaced", "unread_past"):
            return GONE
        written = problem.args.get("given")
        if not isinstance(written, str) or done.system is None:
            return SHAPE
        return SPELLING if self._near(written, self._names.get(done.system.id, [])) else THING

    @staticmethod
    def _near(written: str, names: list[str]) -> bool:
        found = process.extractOne(
            written,
            names,
            scorer=fuzz.token_sort_ratio,
            processor=utils.default_process,
            score_cutoff=LIKE,
        )
        return found is not None

    @cached_property
    def _names(self) -> dict[str, list[str]]:
        """Every name of each game: of what it has today, and of what its histories remember."""
        made: dict[str, list[str]] = {}
        for name in SYSTEMS:
            game: Any = get_game(name)
            if game.kind in ("muster", "regiments"):
                made[name] = list(dict.fromkeys(_every_name(game.shelf(self.library))))
        return made


PAST = (
    "datasheets",
    "warscrolls",
    "detachments",
    "enhancements",
    "battle_formations",
    "spell_lores",
    "prayer_lores",
)


def _every_name(shelf: Any) -> Iterator[str]:
    for faction_id in shelf.list_ids():
        data = shelf.load_faction(faction_id)
        yield from data.index.values()
        yield from _named(data.head)
        for sheet_id in data.index:
            sheet = data.get_sheet(sheet_id)
            yield from collect_item_names(sheet) if hasattr(sheet, "default_wargear") else ()
        past = shelf.past.load_faction(faction_id)
        for kind in KINDS if past else ():
            for thing in past.get_things(kind).values():
                yield from (thing.name, *thing.spellings)


def _named(node: Any) -> Iterator[str]:
    """The names of a faction's own things: detachments, enhancements, formations, lores."""
    if isinstance(node, (list, tuple)):
        for each in node:
            yield from _named(each)
    elif hasattr(node, "__struct_fields__"):
        if isinstance(name := getattr(node, "name", None), str):
            yield name
        for field in node.__struct_fields__:
            yield from _named(getattr(node, field))
