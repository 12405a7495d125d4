"""The likeness that a written name must have to a known one to be taken for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from listbuilder.model.base import fold

LETTERS_PER_SLIP = 5
"""A word may have one wrong letter for every so many letters.

Misspelt names of real lists need no more (`Berserkers`, `absolver`, `Monsterous`: one letter in
eight to ten; `Aethwrought`: two in thirteen), and the games themselves allow no more: at one in
five, 4 pairs among 1,146 datasheets are near each other; at one in four 10, `Captain` and
`Chaplain` among them; at one in three 43. Words of up to four letters are right or wrong. Every
word needs its partner: one word of two is no likeness.
"""


@lru_cache(maxsize=65536)
def make_plain(name: str) -> str:
    """Return the words of `name` without case, accents and punctuation."""
    text = ""
    for char in fold(name):
        if char.isalnum():
            text += char
        elif char in " -/&,+":
            text += " "
    return " ".join(text.split())


_PLURAL = 2  # letters by which a plural is longer: of `allies`


@lru_cache(maxsize=65536)
def make_singular_key(name: str) -> str:
    """Return the plain words of `name` in the singular, as a key to compare names by.

    Names with the same key are the same name.
    """
    return " ".join(map(_make_singular, make_plain(name).split()))


def _make_singular(word: str) -> str:
    """Return `word` without the ending of an English plural."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word[-1] in "sz" and word[-2] != word[-1]:
        return word[:-1]
    return word


def count_slips(written: str, known: str) -> int | None:
    """Return how many letters differ between two plain names, or None if they are not alike.

    They are alike if each word is like the word in the same place. A space more or less, as in
    `Wraith lord`, counts as one letter.
    """
    written_words, known_words = written.split(), known.split()
    if len(written_words) != len(known_words):
        is_only_space = bool(written_words) and "".join(written_words) == "".join(known_words)
        return 1 if is_only_space else None  # `Wraith lord`: a space more or less
    total = 0
    for a, b in zip(written_words, known_words, strict=True):
        count = 0 if a == b else _count_slips_of_word(a, b)
        if count is None:
            return None
        total += count
    return total


@lru_cache(maxsize=65536)
def _count_slips_of_word(a: str, b: str) -> int | None:
    """Return how many letters differ between two words, or None if they are not alike.

    Singular and plural count as equal. Words with digits, and words too short for a slip, must be
    equal.
    """
    if _make_singular(a) == _make_singular(b):
        return 0
    allowed = max(len(a), len(b)) // LETTERS_PER_SLIP
    if allowed and _join_lookalikes(a) == _join_lookalikes(b):
        return 1
    if abs(len(a) - len(b)) > allowed + 1 or not allowed or any(char.isdigit() for char in a + b):
        return None
    from rapidfuzz.distance import DamerauLevenshtein

    pairs = ((a, b), (_make_singular(a), _make_singular(b)))
    count = min(int(DamerauLevenshtein.distance(*pair, score_cutoff=allowed)) for pair in pairs)
    return count if count <= allowed else None


def _join_lookalikes(word: str) -> str:
    """Return `word` with pairs of letters that look like one letter replaced by that letter.

    Why: in a picture, people and programs read `Kornelius` as `Komelius`.
    """
    return word.replace("rn", "m").replace("vv", "w")


def _may_be_alike(written_lengths: tuple[int, ...], known_lengths: tuple[int, ...]) -> bool:
    """Return whether names can be alike at all, judged by the lengths of their words in order.

    Two words may differ in length by no more letters than slips and a plural account for. Both
    names must have the same number of words.
    """
    pairs = zip(written_lengths, known_lengths, strict=True)
    return all(abs(a - b) <= max(_PLURAL, max(a, b) // LETTERS_PER_SLIP + 1) for a, b in pairs)


class KnownNames:
    """A set of names to compare written names with, sorted by the lengths of their words.

    So most names are ruled out by their lengths, without a further look.
    """

    def __init__(self, names: Iterable[str]) -> None:
        """Sort the `names` by the lengths of their words, each with its plain words."""
        self.by_lengths: dict[int, dict[tuple[int, ...], list[tuple[str, str]]]] = {}
        self.joined: dict[str, str] = {}
        for name in names:
            words = make_plain(name)
            lengths = tuple(map(len, words.split()))
            self.by_lengths.setdefault(len(lengths), {}).setdefault(lengths, []).append(
                (words, name)
            )
            self.joined.setdefault(words.replace(" ", ""), name)

    def has_alike(self, written: str) -> bool:
        """Return whether any of the names is like `written`, a few wrong letters being allowed."""
        words = make_plain(written)
        return words.replace(" ", "") in self.joined or any(
            count_slips(words, known) is not None for known, _ in self._list_possible_names(words)
        )

    def _list_possible_names(self, words: str) -> Iterator[tuple[str, str]]:
        """Yield the names whose word lengths allow them to be like `words`: (plain words, name)."""
        lengths = tuple(map(len, words.split()))
        for known_lengths, rows in self.by_lengths.get(len(lengths), {}).items():
            if _may_be_alike(lengths, known_lengths):
                yield from rows

    def find_nearest(self, written: str) -> tuple[str, int] | None:
        """Return the name most similar to `written` and how many letters differ, or None.

        None: no name is alike, or two are equally similar.
        """
        words = make_plain(written)
        distances: dict[str, int] = {}
        for known, name in self._list_possible_names(words):
            count = count_slips(words, known)
            if count is not None:
                distances[name] = count
        joined_name = self.joined.get(words.replace(" ", ""))
        if joined_name is not None:
            distances.setdefault(joined_name, 1)
        best = sorted(distances.items(), key=lambda row: row[1])[:2]
        if not best or (len(best) > 1 and best[1][1] == best[0][1]):
            return None
        return best[0]
