"""Names as other programs spell them: exact, by alias, or the nearest, with how far off it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from listbuilder.games.shared.translate import bag, essential
from listbuilder.model.base import fold

How = Literal["exact", "alias", "guess"]


class Match(msgspec.Struct, frozen=True):
    """What a written name stands for. An alias may say that it stands for nothing of its own: `target` is None."""

    target: str | None
    how: How = "exact"
    distance: int = 0


@lru_cache(maxsize=65536)
def key(name: str) -> str:
    """A name without punctuation and plurals: spellings that differ in nothing else are the same name."""
    text = "".join(char if char.isalnum() or char == " " else " " if char in "-/&,+" else "" for char in fold(name))
    return " ".join(_singular(word) for word in text.split())


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word[-1] in "sz" and word[-2] != word[-1]:
        return word[:-1]
    return word


class Names:
    """Names of things of one kind in one place, with what they stand for."""

    def __init__(self, names: Iterable[tuple[str, str]], aliases: Mapping[str, str | None] | None = None) -> None:
        self.exact: dict[str, str] = {}
        self.loose: dict[str, str | None] = {}  # None: two things have that key
        for name, target in names:
            self.exact.setdefault(fold(name), target)
            known = self.loose.setdefault(key(name), target)
            if known != target:
                self.loose[key(name)] = None
        self.bags: dict[frozenset[str], list[tuple[frozenset[str], str]]] | None = None  # made when first asked for
        self._guessed: dict[str, Match | None] = {}
        self._pairs = list(self.exact.items())
        self.aliases = {fold(name): target for name, target in (aliases or {}).items()}

    def find(self, written: str) -> Match | None:
        """Without guessing."""
        folded = fold(written)
        if folded in self.exact:
            return Match(self.exact[folded])
        if folded in self.aliases:
            return Match(self.aliases[folded], "alias")
        target = self.loose.get(key(written))
        return Match(target) if target else None

    def by_words(self, written: str, without: frozenset[str] = frozenset()) -> Match | None:
        """The name that has the same words, in whatever order and language; `without` those of something around it."""
        if self.bags is None:
            self.bags = {}
            for name, target in self._pairs:
                self.bags.setdefault(essential(bag(name)), []).append((bag(name), target))
        wanted = bag(written) - without
        found = self.bags.get(essential(wanted), []) if wanted else []
        if len({target for _, target in found}) > 1:  # of several, the one that is nearest in the words that may be left out
            ranked = sorted(found, key=lambda each: len(each[0] ^ wanted))
            found = ranked[:1] if len(ranked[0][0] ^ wanted) < len(ranked[1][0] ^ wanted) else []
        return Match(found[0][1], "guess") if found else None

    def guess(self, written: str) -> Match | None:
        """The name of the same words, else the nearest in letters, if it is near and no other is as near."""
        if written not in self._guessed:
            self._guessed[written] = self.by_words(written) or self.nearest(written)
        return self._guessed[written]

    def nearest(self, written: str) -> Match | None:
        from rapidfuzz import process
        from rapidfuzz.distance import DamerauLevenshtein

        wanted = key(written)
        allowed = allowance(wanted)
        if not allowed or not self.loose:
            return None
        names = list(self.loose)
        near = process.extract(wanted, names, scorer=DamerauLevenshtein.distance, score_cutoff=allowed, limit=2)
        if not near or (len(near) > 1 and near[1][1] == near[0][1]):
            return None
        target = self.loose[near[0][0]]
        name = next(name for name in self.exact if key(name) == near[0][0])
        return Match(target, "guess", DamerauLevenshtein.distance(fold(written), name)) if target else None

    def best(self, written: str) -> Match | None:
        return self.find(written) or self.guess(written)


def allowance(name: str) -> int:
    """How many letters may differ: few in a short name, for short names are near each other."""
    length = len(name)
    return 0 if length < 5 else 1 if length < 8 else 2 if length < 16 else 3 if length < 26 else 4
