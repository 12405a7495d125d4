"""Finding by typing: a few letters of a name, a keyword or a role, in any of the three languages.

The one search of the house: the picker, the palette, questions with many answers and `find`. Typing errors are forgiven
where nothing is found without them, and a name is found by how it sounds (`store/readings.py`) before they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import TypeVar

from listbuilder.model.base import fold
from listbuilder.store import kana, readings

T = TypeVar("T")

_NUMBER = re.compile(r"(?:^|\s)[x×]?(\d{1,3})$")
ALIKE = 78.0  # of 100, over all words of the query: below this a likeness looks like chance
PART_ALIKE = 60.0  # of each of them
OTHER_WORD = 6.0  # what has something of that name comes after what is called so
_SYLLABLE = 3  # letters: a longer piece of a sound is no chance
_RIGHT = 100.0  # a word without a typing error, among others that have one


def asked(query: str) -> tuple[str, int | None]:
    """The words, and the number of models behind them: `warriors 20`."""
    found = _NUMBER.search(query.strip())
    text = query if found is None else query.strip()[: found.start()]
    plain = kana.katakana(text).strip() if kana.has_kana(text) else fold(text)  # folding takes the marks off kana
    return plain, int(found.group(1)) if found else None


def matching(query: str, things: Iterable[tuple[T, Sequence[str]]]) -> list[T]:
    """The things whose words answer to the query, the best first; the order they came in decides between equals.

    The first of its words is a thing's name; the others count less.
    """
    parts = _typed(query)
    if not parts:
        return [thing for thing, _ in things]
    known = list(things)
    if found := _best(score, parts, known):
        return found
    if query.isascii() and (found := _best(_sounding, parts, known)):
        return found
    written = [word for part in parts for word in _words(part) if word]
    return _best(_forgiving(), written, known) if written else []


def _best(
    score: Callable[[Sequence[str], Sequence[str]], float], parts: Sequence[str], things: Iterable[tuple[T, Sequence[str]]]
) -> list[T]:
    scored = [(score(parts, words), place, thing) for place, (thing, words) in enumerate(things)]
    good = [each for each in scored if each[0] > 0]
    good.sort(key=lambda each: (-each[0], each[1]))
    return [thing for _, _, thing in good]


def score(parts: Sequence[str], words: Sequence[str]) -> float:
    """0: no answer. All parts of the query must be found, in the name or elsewhere."""
    name = spellings(words[0])
    whole = " ".join(parts)
    if whole in name:
        return 100.0
    total = 0.0
    for part in parts:
        best = max((_part(part, spelling) for spelling in name), default=0.0)
        if not best:
            best = 0.4 * max((_piece(part, spelling) for word in words[1:] for spelling in spellings(word)), default=0.0)
        if not best:
            return 0.0
        total += best
    bonus = 5.0 if any(spelling.startswith(whole) for spelling in name) else 0.0
    return total / len(parts) + bonus - min(len(name[0]), 40) / 100


def _forgiving() -> Callable[[Sequence[str], Sequence[str]], float]:
    """The same of what is written nearly so. What compares is loaded here, not before somebody mistypes."""
    from rapidfuzz.distance.Indel import normalized_similarity

    @cache  # keywords come again and again
    def alike(part: str, word: str) -> float:
        best = 0.0
        for spelling in spellings(word):
            if _piece(part, spelling):
                return _RIGHT
            if len(part) > 2:  # of two letters, one wrong is another word
                best = max(best, *(100 * normalized_similarity(part, each) for each in _words(spelling)))
        return best

    def score(parts: Sequence[str], words: Sequence[str]) -> float:
        total = 0.0
        for part in parts:
            best = alike(part, words[0])
            if best < PART_ALIKE:
                best = max((alike(part, word) for word in words[1:]), default=0.0) - OTHER_WORD
            if best < PART_ALIKE:
                return 0.0
            total += best
        return total / len(parts) - min(len(words[0]), 40) / 100 if total >= ALIKE * len(parts) else 0.0

    return score


def _piece(part: str, spelling: str) -> float:
    """Beginning of the whole, of a word, or somewhere within."""
    if spelling.startswith(part):
        return 10.0
    if any(word.startswith(part) for word in _words(spelling)):
        return 9.0
    return 6.0 if part in spelling else 0.0


def _part(part: str, spelling: str) -> float:
    """A piece of a name, or its letters in order; such letters in a keyword would be chance."""
    if found := _piece(part, spelling):
        return found
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
    """A name in each language that has one, folded; its own first."""
    return tuple(dict.fromkeys(map(_bare, readings.spellings(name))))


def _typed(query: str) -> list[str]:
    """The words of a query. Kana are compared as kana: of those, folding as of Latin letters would take the marks."""
    return kana.folded(query.replace(" ", "\n")).casefold().split() if kana.has_kana(query) else _bare(fold(query)).split()


def _sounding(parts: Sequence[str], words: Sequence[str]) -> float:
    """Typed in Latin letters as the name sounds: `nekuron`, `taikong`, `tai kong`, `tkslws`."""
    known = readings.readings(words[0])
    whole = "".join(parts)  # syllables are set apart or not
    if len(parts) > 1 and any(each.startswith((whole, kana.plain(whole))) for each in known):
        return 10.0
    total = 0.0
    for part in parts:
        heard = (part, kana.plain(part))
        total += 10.0 if any(each.startswith(heard) for each in known) else 5.0 if _within(heard, known) else -100.0 * len(parts)
    return max(total / len(parts), 0.0)


def _within(heard: tuple[str, ...], known: Iterable[str]) -> bool:
    return len(heard[0]) > _SYLLABLE and any(part in each for each in known for part in heard)


def _bare(text: str) -> str:
    """Nobody types apostrophes into a search."""
    return text.replace("'", "")
