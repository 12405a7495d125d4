"""Names as other programs spell them: exact, by alias, or the nearest, with how far off it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

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

    def guess(self, written: str) -> Match | None:
        """The nearest name, if it is near and no other is as near."""
        from rapidfuzz import process
        from rapidfuzz.distance import DamerauLevenshtein

        wanted = key(written)
        allowed = allowance(wanted)
        if not allowed or not self.loose:
            return None
        found = process.extract(wanted, list(self.loose), scorer=DamerauLevenshtein.distance, score_cutoff=allowed, limit=2)
        if not found or (len(found) > 1 and found[1][1] == found[0][1]):
            return None
        target = self.loose[found[0][0]]
        return Match(target, "guess", int(found[0][1])) if target else None

    def best(self, written: str) -> Match | None:
        return self.find(written) or self.guess(written)


def allowance(name: str) -> int:
    """How many letters may differ: few in a short name, for short names are near each other."""
    length = len(name)
    return 0 if length < 5 else 1 if length < 8 else 2 if length < 16 else 3 if length < 26 else 4
