"""Finding by typing: a few letters of a name, a keyword or a role, in any of the three languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from listbuilder.model.base import fold
from listbuilder.store.words import LANGS, names

T = TypeVar("T")

_NUMBER = re.compile(r"(?:^|\s)[x×]?(\d{1,3})$")


def asked(query: str) -> tuple[str, int | None]:
    """The words, and the number of models behind them: `warriors 20`."""
    found = _NUMBER.search(query.strip())
    if found is None:
        return fold(query), None
    return fold(query.strip()[: found.start()]), int(found.group(1))


def matching(query: str, things: Iterable[tuple[T, Sequence[str]]]) -> list[T]:
    """The things whose words answer to the query, the best first; the order they came in decides between equals.

    The first of its words is a thing's name; the others count less.
    """
    parts = _bare(fold(query)).split()
    if not parts:
        return [thing for thing, _ in things]
    scored = [(score(parts, words), place, thing) for place, (thing, words) in enumerate(things)]
    good = [each for each in scored if each[0] > 0]
    good.sort(key=lambda each: (-each[0], each[1]))
    return [thing for _, _, thing in good]


def score(parts: Sequence[str], words: Sequence[str]) -> float:
    """0: no answer. All parts of the query must be found, in the name or elsewhere."""
    name, others = spellings(words[0]), [spelling for word in words[1:] for spelling in spellings(word)]
    whole = " ".join(parts)
    if whole in name:
        return 100.0
    total = 0.0
    for part in parts:
        best = max((_part(part, spelling) for spelling in name), default=0.0)
        if not best:
            best = 0.4 * max((_part(part, spelling) for spelling in others), default=0.0)
            best = best if best > 1.2 else 0.0  # letters here and there in a keyword are chance
        if not best:
            return 0.0
        total += best
    bonus = 5.0 if any(spelling.startswith(whole) for spelling in name) else 0.0
    return total / len(parts) + bonus - min(len(name[0]), 40) / 100


def _part(part: str, spelling: str) -> float:
    """Beginning of the whole, of a word, somewhere within, or its letters in order."""
    if spelling.startswith(part):
        return 10.0
    if any(word.startswith(part) for word in _words(spelling)):
        return 9.0
    if part in spelling:
        return 6.0
    if len(part) >= 2 and _in_beginnings(part, _words(spelling)):
        return 3.0
    if len(part) >= 3 and _in_order(part, spelling):
        return 1.0
    return 0.0


def _in_beginnings(part: str, words: Sequence[str]) -> bool:
    """Made of beginnings of words, in their order: `nw` and `necwar` find necron warriors."""
    if not part:
        return True
    for place, word in enumerate(words):
        for length in range(min(len(part), len(word)), 0, -1):
            if word.startswith(part[:length]) and _in_beginnings(part[length:], words[place + 1 :]):
                return True
    return False


@lru_cache(maxsize=16384)
def _words(spelling: str) -> tuple[str, ...]:
    return tuple(re.split(r"[\s\-・·'/]+", spelling))


def _in_order(part: str, spelling: str) -> bool:
    """The letters in order, the first at the beginning of a word: `ovld` finds overlord."""
    for word in _words(spelling):
        if word[:1] == part[:1]:
            letters = iter(word)
            if all(letter in letters for letter in part):
                return True
    return False


@lru_cache(maxsize=16384)
def spellings(name: str) -> tuple[str, ...]:
    """A name in each language that has one, folded."""
    others = [other for lang in LANGS if (other := names(lang).get(fold(name)))]
    return tuple(dict.fromkeys(_bare(fold(each)) for each in (name, *others)))


def _bare(text: str) -> str:
    """Nobody types apostrophes into a search."""
    return text.replace("'", "")
