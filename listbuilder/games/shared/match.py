"""Does a unit answer to what the data calls it? By keyword, faction keyword or datasheet name, ignoring case."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from listbuilder.model.base import Model, fold

Keyword = str | tuple[str, ...]  # a keyword, or several that must all be there
Tags = frozenset[str]


class Requires(Model):
    all: tuple[Keyword, ...] = ()
    any: tuple[Keyword, ...] = ()
    none: tuple[Keyword, ...] = ()
    abilities: tuple[str, ...] = ()
    wargear: tuple[str, ...] = ()


def matches(tags: Tags, element: Keyword) -> bool:
    """A keyword or name; a list means all of it; words that are only together no keyword mean each of them."""
    if not isinstance(element, str):
        return all(matches(tags, part) for part in element)
    folded = fold(element)
    return folded in tags or (" " in folded and _in_pieces(tags, tuple(folded.split(" "))))


def matches_any(tags: Tags, elements: Iterable[Keyword]) -> bool:
    return any(matches(tags, element) for element in elements)


def matches_all(tags: Tags, elements: Iterable[Keyword]) -> bool:
    return all(matches(tags, element) for element in elements)


@lru_cache(maxsize=8192)
def _in_pieces(tags: Tags, words: tuple[str, ...]) -> bool:
    if not words:
        return True
    return any(" ".join(words[:length]) in tags and _in_pieces(tags, words[length:]) for length in range(len(words), 0, -1))


def fits(tags: Tags, requires: Requires) -> bool:
    """The keyword half of an enhancement's condition."""
    return (
        matches_all(tags, requires.all)
        and (not requires.any or matches_any(tags, requires.any))
        and not matches_any(tags, requires.none)
    )
