"""The test of whether a unit is what the data names: by keyword, faction keyword or datasheet name.

Case is ignored.
"""

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


def has_tag(tags: Tags, element: Keyword) -> bool:
    """Return whether a unit with these `tags` (keywords and its name) matches `element`.

    A tuple means all of its elements. Words that together are no tag match if they can be cut into
    tags.
    """
    if not isinstance(element, str):
        return all(has_tag(tags, part) for part in element)
    folded = fold(element)
    return folded in tags or (" " in folded and _is_made_of_tags(tags, tuple(folded.split(" "))))


def has_any_tag(tags: Tags, elements: Iterable[Keyword]) -> bool:
    """Return whether a unit with these `tags` matches at least one of the `elements`."""
    return any(has_tag(tags, element) for element in elements)


def has_all_tags(tags: Tags, elements: Iterable[Keyword]) -> bool:
    """Return whether a unit with these `tags` matches all of the `elements`."""
    return all(has_tag(tags, element) for element in elements)


@lru_cache(maxsize=8192)
def _is_made_of_tags(tags: Tags, words: tuple[str, ...]) -> bool:
    """Return whether `words` can be cut into pieces, each of which is one of the `tags`."""
    if not words:
        return True
    return any(
        " ".join(words[:length]) in tags and _is_made_of_tags(tags, words[length:])
        for length in range(len(words), 0, -1)
    )


def is_eligible(tags: Tags, requires: Requires) -> bool:
    """Return whether a unit with these `tags` meets the keywords that `requires` asks for.

    The abilities and wargear in `requires` are not looked at.
    """
    return (
        has_all_tags(tags, requires.all)
        and (not requires.any or has_any_tag(tags, requires.any))
        and not has_any_tag(tags, requires.none)
    )
