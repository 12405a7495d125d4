"""The search by typing: a few letters of a name, keyword or role, in any of three languages.

It is the one search of the program: the picker, the palette, questions with many answers and `find`
use it. Typing errors are forgiven where nothing is found without them, and a name is found by how
it sounds (`i18n/readings.py`) before they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import TypeVar

from listbuilder.i18n import kana, readings
from listbuilder.model.base import fold

T = TypeVar("T")

_NUMBER = re.compile(r"(?:^|\s)[x×]?(\d{1,3})$")
ALIKE = 78.0  # of 100, over all words of the query: below this a likeness looks like chance
PART_ALIKE = 60.0  # of each of them
OTHER_WORD = 6.0  # what has something of that name comes after what is called so
_SYLLABLE = 3  # letters: a longer piece of a sound is no chance
_RIGHT = 100.0  # a word without a typing error, among others that have one


def parse_query(query: str) -> tuple[str, int | None]:
    """Return the words of `query`, folded, and the number of models after them: `warriors 20`.

    The number is None where there is none.
    """
    number = _NUMBER.search(query.strip())
    text = query if number is None else query.strip()[: number.start()]
    # folding takes the marks off kana
    plain = kana.convert_to_katakana(text).strip() if kana.has_kana(text) else fold(text)
    return plain, int(number.group(1)) if number else None


def find_matching(query: str, things: Iterable[tuple[T, Sequence[str]]]) -> list[T]:
    """Return the `things` whose words answer to `query`, the best first; equals keep their order.

    The first word of each is its name; the others count less. An empty query is answered by all
    things.
    """
    parts = _split_query(query)
    if not parts:
        return [thing for thing, _ in things]
    rows = list(things)
    if matches := _sort_by_score(score_words, parts, rows):
        return matches
    if query.isascii() and (matches := _sort_by_score(_score_sound, parts, rows)):
        return matches
    written = [word for part in parts for word in _split_words(part) if word]
    return _sort_by_score(_make_forgiving_score(), written, rows) if written else []


def _sort_by_score(
    score: Callable[[Sequence[str], Sequence[str]], float],
    parts: Sequence[str],
    things: Iterable[tuple[T, Sequence[str]]],
) -> list[T]:
    """Return the things whose words get a score above 0 for `parts`, the best first."""
    scored = [(score(parts, words), place, thing) for place, (thing, words) in enumerate(things)]
    good = [row for row in scored if row[0] > 0]
    good.sort(key=lambda row: (-row[0], row[1]))
    return [thing for _, _, thing in good]


def score_words(parts: Sequence[str], words: Sequence[str]) -> float:
    """Return how well `words` answer to the `parts` of a query; 0 is no answer.

    All parts must be found, in the name (the first word) or elsewhere.
    """
    name = list_spellings(words[0])
    whole = " ".join(parts)
    if whole in name:
        return 100.0
    total = 0.0
    for part in parts:
        best = max((_score_part(part, spelling) for spelling in name), default=0.0)
        if not best:
            others = [spelling for word in words[1:] for spelling in list_spellings(word)]
            best = 0.4 * max((_score_piece(part, spelling) for spelling in others), default=0.0)
        if not best:
            return 0.0
        total += best
    bonus = 5.0 if any(spelling.startswith(whole) for spelling in name) else 0.0
    return total / len(parts) + bonus - min(len(name[0]), 40) / 100


def _make_forgiving_score() -> Callable[[Sequence[str], Sequence[str]], float]:
    """Return a function that scores words like `score_words`, but forgives typing errors.

    The library that compares is loaded here, not before somebody mistypes.
    """
    from rapidfuzz.distance.Indel import normalized_similarity

    @cache  # keywords come again and again
    def measure_likeness(part: str, word: str) -> float:
        """Return from 0 to 100 how alike `part` is to `word` in any of its spellings.

        A word of two letters is not forgiven: with one wrong it is another word. It is cached, for
        keywords come again and again.
        """
        best = 0.0
        for spelling in list_spellings(word):
            if _score_piece(part, spelling):
                return _RIGHT
            if len(part) > 2:  # of two letters, one wrong is another word
                for piece in _split_words(spelling):
                    best = max(best, 100 * normalized_similarity(part, piece))
        return best

    def score_forgivingly(parts: Sequence[str], words: Sequence[str]) -> float:
        """Return how well `words` answer to the `parts`, or 0 if they are too unlike.

        It is 0 if one part is too unlike, or all together are.
        """
        total = 0.0
        for part in parts:
            best = measure_likeness(part, words[0])
            if best < PART_ALIKE:
                others = (measure_likeness(part, word) for word in words[1:])
                best = max(others, default=0.0) - OTHER_WORD
            if best < PART_ALIKE:
                return 0.0
            total += best
        if total < ALIKE * len(parts):
            return 0.0
        return total / len(parts) - min(len(words[0]), 40) / 100

    return score_forgivingly


def _score_piece(part: str, spelling: str) -> float:
    """Return how well `part` fits `spelling`: at its beginning, a word's, or within.

    0 where it is no part of it.
    """
    if spelling.startswith(part):
        return 10.0
    if any(word.startswith(part) for word in _split_words(spelling)):
        return 9.0
    return 6.0 if part in spelling else 0.0


def _score_part(part: str, spelling: str) -> float:
    """Return how well `part` fits the name `spelling`, as a piece or by its letters in order.

    In a keyword such letters would be chance.
    """
    if rating := _score_piece(part, spelling):
        return rating
    if len(part) >= 2 and _is_made_of_beginnings(part, _split_words(spelling)):
        return 3.0
    if len(part) >= 3 and _has_letters_in_order(part, spelling):
        return 1.0
    return 0.0


def _is_made_of_beginnings(part: str, words: Sequence[str]) -> bool:
    """Return whether `part` is made of beginnings of the `words`, in their order.

    `nw` and `necwar` find necron warriors.
    """
    if not part:
        return True
    for place, word in enumerate(words):
        for length in range(min(len(part), len(word)), 0, -1):
            if word.startswith(part[:length]) and _is_made_of_beginnings(
                part[length:], words[place + 1 :]
            ):
                return True
    return False


@lru_cache(maxsize=16384)
def _split_words(spelling: str) -> tuple[str, ...]:
    """Return the words of `spelling`, split at spaces, hyphens, dots, apostrophes and slashes."""
    return tuple(re.split(r"[\s\-・·'/]+", spelling))


def _has_letters_in_order(part: str, spelling: str) -> bool:
    """Return whether a word of `spelling` has the letters of `part` in order.

    It must begin with the first of them. `ovld` finds overlord.
    """
    for word in _split_words(spelling):
        if word[:1] == part[:1]:
            letters = iter(word)
            if all(letter in letters for letter in part):
                return True
    return False


@lru_cache(maxsize=16384)
def list_spellings(name: str) -> tuple[str, ...]:
    """Return the name in each language that has one, folded, its own first."""
    return tuple(dict.fromkeys(map(_remove_apostrophes, readings.list_spellings(name))))


def _split_query(query: str) -> list[str]:
    """Return the words of `query`, folded.

    Kana are compared as kana: folding as of Latin letters would take the marks off them.
    """
    if kana.has_kana(query):
        return kana.fold_kana(query.replace(" ", "\n")).casefold().split()
    return _remove_apostrophes(fold(query)).split()


def _score_sound(parts: Sequence[str], words: Sequence[str]) -> float:
    """Return how well `parts`, typed in Latin letters, answer to how the name sounds.

    0 is no answer. The name is the first of the `words`. `nekuron`, `taikong`, `tai kong`, `tkslws`
    are such queries; syllables are set apart or not.
    """
    sounds = readings.list_readings(words[0])
    whole = "".join(parts)  # syllables are set apart or not
    if len(parts) > 1 and any(
        sound.startswith((whole, kana.drop_long_vowels(whole))) for sound in sounds
    ):
        return 10.0
    total = 0.0
    for part in parts:
        heard = (part, kana.drop_long_vowels(part))
        if any(sound.startswith(heard) for sound in sounds):
            total += 10.0
        # a shorter piece of a sound than a syllable may be chance
        elif len(part) > _SYLLABLE and any(piece in sound for sound in sounds for piece in heard):
            total += 5.0
        else:
            return 0.0
    return total / len(parts)


def _remove_apostrophes(text: str) -> str:
    """Return `text` without apostrophes: nobody types them into a search."""
    return text.replace("'", "")
