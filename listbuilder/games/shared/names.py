"""Names as other programs spell them: exact, by alias, or the nearest that is near enough, with how far off it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from listbuilder.games.shared.likeness import Known, key
from listbuilder.games.shared.translate import bag, essential
from listbuilder.model.base import fold
from listbuilder.model.memo import Memo

How = Literal["exact", "alias", "guess"]


GUESSES = 1_000  # written names that were looked for among those of one kind in one place


class Match(msgspec.Struct, frozen=True):
    """What a written name stands for. An alias may say that it stands for nothing of its own: `target` is None."""

    target: str | None
    how: How = "exact"
    distance: int = 0


class Names:
    """Names of things of one kind in one place, with what they stand for."""

    def __init__(self, names: Iterable[tuple[str, str]], aliases: Mapping[str, str | None] | None = None) -> None:
        self.exact: dict[str, str] = {}
        self.titles: dict[str, str] = {}  # what each stands for, by the name it has in the data
        self.loose: dict[str, str | None] = {}  # None: two things have that key
        for name, target in names:
            self.exact.setdefault(fold(name), target)
            self.titles.setdefault(target, name)
            known = self.loose.setdefault(key(name), target)
            if known != target:
                self.loose[key(name)] = None
        self.bags: dict[frozenset[str], list[tuple[frozenset[str], str]]] | None = None  # made when first asked for
        self._alike: Known | None = None
        self._guessed: Memo[str, Match | None] = Memo(GUESSES)
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
        """The name that is most alike, by likeness.LETTERS_PER_SLIP."""
        self._alike = self._alike or Known(self.exact)
        near = self._alike.nearest(written)
        target = self.exact[near[0]] if near else None
        return Match(target, "guess", near[1]) if near and target else None

    def best(self, written: str) -> Match | None:
        return self.find(written) or self.guess(written)
