"""Keywords that a list states of its units and the data does not know: no error rests on their absence.

Only what clears an error is taken, goes into the roster, and is said there; nothing is that would make another error. So
whoever reads a list that states all keywords of all units is told of those alone that matter.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec

from listbuilder.exchange.account import Said
from listbuilder.games.muster.army import Muster
from listbuilder.law.effect import effect_between
from listbuilder.law.position import Position
from listbuilder.model.base import fold
from listbuilder.model.finding import Note
from listbuilder.store.reader import Document

MOST = 40  # tries


def taken(position: Position, said: Iterable[Said]) -> tuple[Document | None, list[Note]]:
    """The roster with what clears an error, where something does; and notes on choices on which nothing rests."""
    army = position.army
    if not isinstance(army, Muster) or position.document is None:
        return None, []
    tags = {unit.path: unit.tags for unit in army.units}
    found = (each for each in said if each.path in tags and fold(each.keyword) not in tags[each.path])
    unknown = list({(each.path, fold(each.keyword)): each for each in found}.values())
    chosen = _needed(position, unknown) if unknown and _errors(position) else []
    left = {(each.line, each.path): each for each in unknown if each.given and each not in chosen}
    notes = [Note(key="import_choice_gone", args={"line": e.line, "given": e.given}, path=e.path) for e in left.values()]
    return (_with(position, chosen) if chosen else None), notes


def _needed(position: Position, unknown: list[Said]) -> list[Said]:
    """As few of them as clear what all that may be taken clear."""
    tries = _Tries(position)
    chosen = unknown if tries.clears(unknown) else list(_by_keyword(unknown, tries))
    if not chosen:
        return []
    best = tries.errors(chosen)
    for part in (*map(set, _kinds(chosen)), *({each} for each in chosen)):
        if not tries.left:
            break
        fewer = [each for each in chosen if each not in part]
        if len(fewer) < len(chosen) and tries.errors(fewer) == best:
            chosen = fewer
    return chosen


def _by_keyword(unknown: list[Said], tries: _Tries) -> list[Said]:
    """Where all of them together would make an error: the keywords that do not. One is taken for all units that are said to
    have it, or for none: of four Epic Heroes of a kind not one is enough to be within the limit of the others.
    """
    chosen: list[Said] = []
    for kind in _kinds(unknown):
        if tries.clears([*chosen, *kind]):
            chosen += kind
    return chosen


def _kinds(said: Iterable[Said]) -> Iterator[list[Said]]:
    for _, kind in groupby(sorted(said, key=lambda each: fold(each.keyword)), key=lambda each: fold(each.keyword)):
        yield list(kind)


class _Tries:
    def __init__(self, position: Position) -> None:
        self.position = position
        self.codes = {each.code for each in position.causes if each.severity == "error"}
        self.left = MOST

    def clears(self, said: Collection[Said]) -> bool:
        """Whether it takes an error away and makes none."""
        tried = self._tried(said)
        if tried is None or tried.army is None:
            return False
        effect = effect_between(self.position, tried, lambda path: path)
        errors = [each for each in effect.against if each.severity == "error"]
        made = any(each.code not in self.codes or each in effect.worsened for each in errors)
        return not made and not effect.problems and any(each.severity == "error" for each in effect.cured)

    def errors(self, said: Collection[Said]) -> set[Hashable] | None:
        tried = self._tried(said)
        return _errors(tried) if tried is not None else None

    def _tried(self, said: Collection[Said]) -> Position | None:
        if not self.left:
            return None
        self.left -= 1
        return self.position.at(_with(self.position, said))


def _errors(position: Position) -> set[Hashable]:
    return {(each.what, each.whom) for each in position.findings if each.severity == "error"}


def _with(position: Position, said: Iterable[Said]) -> Document:
    assert position.document is not None
    units: list[Any] = list(position.data["units"])
    by_place: dict[Any, list[str]] = {}
    for each in said:
        by_place.setdefault(each.path[1], []).append(each.keyword)
    for place, keywords in by_place.items():
        units[place] = {**units[place], "keywords": keywords}
    return msgspec.structs.replace(position.document, data={**position.data, "units": units})
