"""The search by typing: a few letters of a name, keyword or role, in any of three languages.

It is the one search of the program: the picker, the palette, questions with many answers and `find`
use it. Typing errors are forgiven where nothing is found without them, and a name is found by how
it sounds (`i18n/readings.py`) before they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Generic, NamedTuple, TypeVar

from listbuilder.i18n import kana, readings
from listbuilder.model.base import fold

T = TypeVar("T")

_NUMBER = re.compile(r"(?:^|\s)[x×]?(\d{1,3})$")
ALIKE = 78.0  # of 100, over all words of the query: below this a likeness looks like chance
PART_ALIKE = 60.0  # of each of them
OTHER_WORD = 6.0  # what has something of that name comes after what is called so
WHOLE = 100.0  # the score of a name that is typed in full
_BEGINS, _INSIDE = 8.5, 5.5  # the least scores of pieces of a name, less what its length costs
NEARLY_HEARD = 0.85  # of the likeness of the best: what sounds less like it is left out
PART_OF_CONTENTS = 3  # letters: with fewer, everything has something of that name
_SYLLABLE = 3  # letters: a longer piece of a sound is no chance
_RIGHT = 100.0  # a word without a typing error, among others that have one


class Match(NamedTuple, Generic[T]):
    """Something that matches a query, and how well: more is better, `WHOLE` is its whole name."""

    thing: T
    score: float

    @property
    def closeness(self) -> int:
        """Return how the query is found, in four steps.

        0: it is the whole name; 1: it begins words of the name; 2: it is in the name; 3: it is
        found by something else.
        """
        steps = (WHOLE, _BEGINS, _INSIDE)
        return sum(self.score < step for step in steps)


def parse_query(query: str) -> tuple[str, int | None]:
    """Return the folded words of `query`, and the number of models after them or None.

    `warriors 20` gives (`warriors`, 20). Kana are not folded but written as katakana, because
    folding would take their marks off.
    """
    number = _NUMBER.search(query.strip())
    text = query if number is None else query.strip()[: number.start()]
    # folding takes the marks off kana
    plain = kana.convert_to_katakana(text).strip() if kana.has_kana(text) else fold(text)
    return plain, int(number.group(1)) if number else None


def find_matching(query: str, things: Iterable[tuple[T, Sequence[str]]]) -> list[T]:
    """Return the `things` that match `query`, the best match first.

    Each thing comes with its words: its name first, then others that count less. If nothing matches
    as written, a query in Latin letters is compared with how the names sound, and then typing
    errors are forgiven. Things that match equally well keep their order. An empty query matches all
    things.
    """
    return [match.thing for match in rank_matching(query, things)]


def rank_matching(
    query: str,
    things: Iterable[tuple[T, Sequence[str]]],
    contents: Callable[[T], str] | None = None,
) -> list[Match[T]]:
    """Return the `things` that match `query`, as `find_matching` does, with how close each is.

    `contents`: returns what else a thing has, as `join_contents` joins it; a thing is found by that
    too, after all others. It is asked only if the query has at least PART_OF_CONTENTS letters.
    """
    parts = _split_query(query)
    rows = list(things)
    if not parts:
        return [Match(thing, 0.0) for thing, _ in rows]
    matches = _sort_by_score(score_words, parts, rows)
    if kana.has_kana(query):
        heard = _sort_by_score(_make_sound_score(query), parts, _without(rows, matches))
        matches += [match for match in heard if match.score > heard[0].score * NEARLY_HEARD]
    if contents is not None and len("".join(parts)) >= PART_OF_CONTENTS:
        for thing, words in _without(rows, matches):
            if _is_in_contents(parts, (*words, contents(thing))):
                matches.append(Match(thing, 0.0))
    if matches:
        return matches
    if query.isascii() and (matches := _sort_by_score(_score_sound, parts, rows)):
        return matches
    written = [word for part in parts for word in _split_words(part) if word]
    return _sort_by_score(_make_forgiving_score(), written, rows) if written else []


def join_contents(names: Iterable[str]) -> str:
    """Return `names` in all their spellings as one text, in which `rank_matching` searches."""
    spellings = [spelling for name in names for spelling in list_spellings(name)]
    return "".join(f"\n{' '.join(_split_words(spelling))}" for spelling in spellings)


def _is_in_contents(parts: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether each part of a query begins a word of what a thing has.

    The last of `words` is a text made by `join_contents`. A part in kana or characters may be
    anywhere in a word, because these are written without spaces.
    """
    *others, contents = words
    for part in parts:
        is_there = f" {part}" in contents or f"\n{part}" in contents
        if not is_there and not part.isascii():
            is_there = part in contents
        if not is_there and not any(
            _score_piece(part, spelling) for word in others for spelling in list_spellings(word)
        ):
            return False
    return True


def _without(
    rows: Sequence[tuple[T, Sequence[str]]], matches: Sequence[Match[T]]
) -> list[tuple[T, Sequence[str]]]:
    """Return the rows of things that are not among `matches`."""
    known = {id(match.thing) for match in matches}
    return [row for row in rows if id(row[0]) not in known]


def _make_sound_score(query: str) -> Callable[[Sequence[str], Sequence[str]], float]:
    """Return a function that scores how English names sound like `query`, which is in kana."""
    from listbuilder.i18n.english_sound import score_sound

    return lambda _, words: score_sound(query, words[0])


def _sort_by_score(
    score: Callable[[Sequence[str], Sequence[str]], float],
    parts: Sequence[str],
    things: Iterable[tuple[T, Sequence[str]]],
) -> list[Match[T]]:
    """Return the things whose words get a score above 0 for `parts`, the best first.

    `score` is the function that gives the score; `parts` are the words of the query. Equal scores
    keep their order.
    """
    scored = [(score(parts, words), place, thing) for place, (thing, words) in enumerate(things)]
    good = [row for row in scored if row[0] > 0]
    good.sort(key=lambda row: (-row[0], row[1]))
    return [Match(thing, score) for score, _, thing in good]


def score_words(parts: Sequence[str], words: Sequence[str]) -> float:
    """Return how well `words` match the `parts` of a query; 0 if they don't match.

    Every part must be found in the name, which is the first of the words, or in the other words,
    which count less.
    """
    name = list_spellings(words[0])
    whole = " ".join(parts)
    if whole in name:
        return WHOLE
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
    """Return a function that scores like `score_words` but forgives typing errors.

    The library that compares words is loaded here, so only when somebody mistypes.
    """
    from rapidfuzz.distance.Indel import normalized_similarity

    @cache  # keywords come again and again
    def measure_likeness(part: str, word: str) -> float:
        """Return how alike `part` is to `word` in any of its spellings, from 0 to 100.

        Typing errors in a part of two letters are not forgiven: with one letter wrong it is another
        word. The result is cached, because keywords come again and again.
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
        """Return how well `words` match `parts` with typing errors forgiven; 0 if they don't.

        They don't match if one part is too unlike every word, or if all parts together are too
        unlike.
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
    """Return how well `part` fits into `spelling`; 0 if it is not contained.

    The beginning of the spelling counts most, then the beginning of a word, then any place in it.
    """
    if spelling.startswith(part):
        return 10.0
    if any(word.startswith(part) for word in _split_words(spelling)):
        return 9.0
    return 6.0 if part in spelling else 0.0


def _score_part(part: str, spelling: str) -> float:
    """Return how well `part` fits the name `spelling`; 0 if it does not fit.

    It fits as a piece of the name, as beginnings of its words, or as letters of a word in order.
    The last two are for names alone: in a keyword such letters would be chance.
    """
    if rating := _score_piece(part, spelling):
        return rating
    if len(part) >= 2 and _is_made_of_beginnings(part, _split_words(spelling)):
        return 3.0
    if len(part) >= 3 and _has_letters_in_order(part, spelling):
        return 1.0
    return 0.0


def _is_made_of_beginnings(part: str, words: Sequence[str]) -> bool:
    """Return whether `part` is put together from beginnings of the `words`, in their order.

    `nw` and `necwar` find necron warriors; words may be skipped.
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
    """Return whether a word of `spelling` has all letters of `part` in order.

    The word must begin with the first of these letters. `ovld` finds overlord.
    """
    for word in _split_words(spelling):
        if word[:1] == part[:1]:
            letters = iter(word)
            if all(letter in letters for letter in part):
                return True
    return False


@lru_cache(maxsize=16384)
def list_spellings(name: str) -> tuple[str, ...]:
    """Return `name` as written in each language that has a name for it, folded, its own first.

    Apostrophes are removed.
    """
    return tuple(dict.fromkeys(map(_remove_apostrophes, readings.list_spellings(name))))


def _split_query(query: str) -> list[str]:
    """Return the words of `query`, folded and without apostrophes.

    Kana are compared as kana: folding, as for Latin letters, would take the marks off them.
    """
    if kana.has_kana(query):
        return kana.fold_kana(query.replace(" ", "\n")).casefold().split()
    return _remove_apostrophes(fold(query)).split()


def _score_sound(parts: Sequence[str], words: Sequence[str]) -> float:
    """Return how well `parts`, in Latin letters, match the sound of the name; else 0.

    The name is the first of the `words`. Examples of such queries are `nekuron`, `taikong`, `tai
    kong` and `tkslws`; syllables may be set apart or not.
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
    """Return `text` without apostrophes, because nobody types them into a search."""
    return text.replace("'", "")
