"""Names as sets of words, each in English: for names in other languages, in another order, or with a word too many."""

from __future__ import annotations

from functools import cache, lru_cache

from listbuilder.games.shared.phrases import data_file
from listbuilder.model.base import fold


@cache
def _table() -> tuple[frozenset[str], frozenset[str], dict[str, str], dict[str, str]]:
    data = data_file("translations.yaml")
    words = {_singular(fold(word)): fold(english) for word, english in data_file("lexicon.yaml").items()}
    words |= {_singular(fold(word)): fold(english) for word, english in data["words"].items()}
    phrases = {fold(name): fold(english) for name, english in data["phrases"].items()}
    optional = frozenset(_singular(word) for word in data["optional"])
    return frozenset(data["drop"]), optional, words, phrases


@lru_cache(maxsize=65536)
def bag(name: str) -> frozenset[str]:
    """The words of a name that mean something, in English."""
    drop, _, words, phrases = _table()
    folded = fold(name)
    folded = phrases.get(folded, folded)
    parts = "".join(char if char.isalnum() or char in " -'" else " " for char in folded).split()
    found: set[str] = set()
    for part in parts:
        whole = words.get(_singular(part))
        for word in [whole] if whole else part.replace("'", " ").replace("-", " ").split():
            if word not in drop:
                plain = _singular(word)
                found.add(_singular(words.get(plain, plain)))
    return frozenset(found)


def content(name: str) -> list[str]:
    """The words of a name that mean something, as they are written, in the singular."""
    parts = "".join(char if char.isalnum() else " " for char in fold(name)).split()
    return [_singular(part) for part in parts if part not in _table()[0]]


def translated(name: str) -> bool:
    """Whether some of it is in another language."""
    _, _, words, phrases = _table()
    folded = fold(name)
    parts = folded.replace("-", " ").replace("'", " ").split()
    return folded in phrases or any(words.get(_singular(part), part) not in (part, _singular(part)) for part in parts)


def foreign(name: str) -> bool:
    """Whether it is in another language to look at: some of it is known to be, or has letters or small words of one."""
    folded = fold(name)
    small = {part for part in folded.replace("'", " ").replace("-", " ").split() if part in _table()[0]}
    return translated(name) or bool(small - {"the", "of", "with", "in", "on", "and", "a", "an"}) or not name.isascii()


def optional() -> frozenset[str]:
    """Words that names are written with or without."""
    return _table()[1]


def essential(words: frozenset[str]) -> frozenset[str]:
    """Without those that names are written with or without."""
    return words - optional() or words


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] in "sxz" and word[-2] != word[-1] else word
