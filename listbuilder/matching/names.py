"""The lookup of names as other programs spell them.

A name is found exactly, by alias, or as the nearest that is near enough. The answer says how far
off the name was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from listbuilder.matching.likeness import KnownNames, make_singular_key
from listbuilder.matching.translation import drop_optional_words, get_english_words
from listbuilder.model.base import fold
from listbuilder.model.cache import Memo

How = Literal["exact", "alias", "guess"]


GUESSES = 1_000  # written names that were looked for among those of one kind in one place


class Match(msgspec.Struct, frozen=True):
    """The thing that a written name stands for.

    `target` None: an alias says that the name stands for nothing of its own.
    """

    target: str | None
    how: How = "exact"
    distance: int = 0


class Names:
    """The names of things of one kind in one place, with what they stand for."""

    def __init__(
        self, names: Iterable[tuple[str, str]], aliases: Mapping[str, str | None] | None = None
    ) -> None:
        """Store `names`, pairs of a name and its thing, and the `aliases` of such things.

        A name that is written twice stands for the first thing. A singular form that two things
        share stands for neither.
        """
        self.exact: dict[str, str] = {}
        self.titles: dict[str, str] = {}  # what each stands for, by the name it has in the data
        self.loose: dict[str, str | None] = {}  # None: two things have that key
        for name, target in names:
            self.exact.setdefault(fold(name), target)
            self.titles.setdefault(target, name)
            known = self.loose.setdefault(make_singular_key(name), target)
            if known != target:
                self.loose[make_singular_key(name)] = None
        # made when first asked for
        self.bags: dict[frozenset[str], list[tuple[frozenset[str], str]]] | None = None
        self._alike: KnownNames | None = None
        self._guessed: Memo[str, Match | None] = Memo(GUESSES)
        self._pairs = list(self.exact.items())
        self.aliases = {fold(name): target for name, target in (aliases or {}).items()}

    def find_exact(self, written: str) -> Match | None:
        """Return the thing with the name or alias `written`, or None.

        A name that is the same in the singular counts, too. Nothing is guessed.
        """
        folded = fold(written)
        if folded in self.exact:
            return Match(self.exact[folded])
        if folded in self.aliases:
            return Match(self.aliases[folded], "alias")
        target = self.loose.get(make_singular_key(written))
        return Match(target) if target else None

    def guess_by_words(self, written: str, without: frozenset[str] = frozenset()) -> Match | None:
        """Return the thing whose name has the same words as `written`, or None.

        The words may be in any order and language. `without` are words to leave out, because
        something around the name has them. Words that names are written with or without don't count
        at first. If several things fit, the one that differs in the fewest of these words is meant;
        if two differ equally, the answer is None.
        """
        if self.bags is None:
            self.bags = {}
            for name, target in self._pairs:
                self.bags.setdefault(drop_optional_words(get_english_words(name)), []).append(
                    (get_english_words(name), target)
                )
        wanted = get_english_words(written) - without
        rows = self.bags.get(drop_optional_words(wanted), []) if wanted else []
        # of several, the one that is nearest in the words that may be left out
        if len({target for _, target in rows}) > 1:
            ranked = sorted(rows, key=lambda row: len(row[0] ^ wanted))
            is_nearest = len(ranked[0][0] ^ wanted) < len(ranked[1][0] ^ wanted)
            rows = ranked[:1] if is_nearest else []
        return Match(rows[0][1], "guess") if rows else None

    def guess(self, written: str) -> Match | None:
        """Return the thing whose name has the words of `written`, or is most like it, or None.

        The most similar name must be near enough, and no other may be as near. Guesses are
        remembered.
        """
        if written not in self._guessed:
            self._guessed[written] = self.guess_by_words(written) or self.guess_by_letters(written)
        return self._guessed[written]

    def guess_by_letters(self, written: str) -> Match | None:
        """Return the thing whose name is most similar to `written` in letters, or None.

        None: no name is near enough, or two are equally near. `likeness.LETTERS_PER_SLIP` says how
        near is near enough.
        """
        self._alike = self._alike or KnownNames(self.exact)
        nearest_name = self._alike.find_nearest(written)
        target = self.exact[nearest_name[0]] if nearest_name else None
        return Match(target, "guess", nearest_name[1]) if nearest_name and target else None

    def find_best(self, written: str) -> Match | None:
        """Return the thing that `written` stands for, guessed if it is not an exact name, or
        None.
        """
        return self.find_exact(written) or self.guess(written)
