"""How near a written name must be to a known one to be taken for it: a guess needs a likeness."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from listbuilder.model.base import fold

LETTERS_PER_SLIP = 5
"""A word may have one wrong letter for every so many letters.

Misspelt names of real lists need no more (`Berserkers`, `absolver`, `Monsterous`: one letter in eight to ten;
`Aethwrought`: two in thirteen), and the games themselves allow no more: at one in five, 4 pairs among 1,146 datasheets are
near each other; at one in four 10, `Captain` and `Chaplain` among them; at one in three 43. Words of up to four letters are
right or wrong. Every word needs its partner: one word of two is no likeness.
"""


@lru_cache(maxsize=65536)
def plain(name: str) -> str:
    """The words of a name without case, accents and punctuation."""
    text = "".join(char if char.isalnum() or char == " " else " " if char in "-/&,+" else "" for char in fold(name))
    return " ".join(text.split())


_PLURAL = 2  # letters by which a plural is longer: of `allies`


@lru_cache(maxsize=65536)
def key(name: str) -> str:
    """Those words in the singular: spellings that differ in nothing else are the same name."""
    return " ".join(map(_singular, plain(name).split()))


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word[-1] in "sz" and word[-2] != word[-1]:
        return word[:-1]
    return word


def slips(written: str, known: str) -> int | None:
    """How many letters differ between two plain names; None where they are not alike."""
    mine, theirs = written.split(), known.split()
    if len(mine) != len(theirs):
        return 1 if mine and "".join(mine) == "".join(theirs) else None  # `Wraith lord`: a space more or less
    total = 0
    for a, b in zip(mine, theirs, strict=True):
        count = 0 if a == b else _of_word(a, b)
        if count is None:
            return None
        total += count
    return total


@lru_cache(maxsize=65536)
def _of_word(a: str, b: str) -> int | None:
    if _singular(a) == _singular(b):
        return 0
    allowed = max(len(a), len(b)) // LETTERS_PER_SLIP
    if abs(len(a) - len(b)) > allowed + 1 or not allowed or any(char.isdigit() for char in a + b):
        return None
    from rapidfuzz.distance import DamerauLevenshtein

    pairs = ((a, b), (_singular(a), _singular(b)))
    count = min(int(DamerauLevenshtein.distance(*pair, score_cutoff=allowed)) for pair in pairs)
    return count if count <= allowed else None


def _may_be_alike(mine: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """Whether words of these lengths can be alike at all: by no more letters than slips and a plural account for."""
    pairs = zip(mine, theirs, strict=True)
    return all(abs(a - b) <= max(_PLURAL, max(a, b) // LETTERS_PER_SLIP + 1) for a, b in pairs)


class Known:
    """Names to compare a written one with, by how long each of their words is: most names need no further look."""

    def __init__(self, names: Iterable[str]) -> None:
        self.by_lengths: dict[int, dict[tuple[int, ...], list[tuple[str, str]]]] = {}
        self.joined: dict[str, str] = {}
        for name in names:
            words = plain(name)
            lengths = tuple(map(len, words.split()))
            self.by_lengths.setdefault(len(lengths), {}).setdefault(lengths, []).append((words, name))
            self.joined.setdefault(words.replace(" ", ""), name)

    def has_any(self, written: str) -> bool:
        """Return whether any name is alike."""
        words = plain(written)
        return words.replace(" ", "") in self.joined or any(slips(words, known) is not None for known, _ in self._rows(words))

    def _rows(self, words: str) -> Iterator[tuple[str, str]]:
        """Yield the names that can be alike by their lengths, each in plain words and as it is."""
        mine = tuple(map(len, words.split()))
        for theirs, rows in self.by_lengths.get(len(mine), {}).items():
            if _may_be_alike(mine, theirs):
                yield from rows

    def nearest(self, written: str) -> tuple[str, int] | None:
        """The name that is most alike and how far off it is; None where none is alike, or two are as much."""
        words = plain(written)
        near = {name: count for known, name in self._rows(words) if (count := slips(words, known)) is not None}
        if (same := self.joined.get(words.replace(" ", ""))) is not None:
            near.setdefault(same, 1)
        best = sorted(near.items(), key=lambda each: each[1])[:2]
        if not best or (len(best) > 1 and best[1][1] == best[0][1]):
            return None
        return best[0]
