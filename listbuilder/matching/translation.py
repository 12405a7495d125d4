"""The names of things as sets of English words.

They serve for names in other languages, in another order, or with a word too many.
"""

from __future__ import annotations

from functools import cache, lru_cache

from listbuilder.matching.phrases import load_data_file
from listbuilder.model.base import fold


@cache
def _load_tables() -> tuple[frozenset[str], frozenset[str], dict[str, str], dict[str, str]]:
    """Return the folded tables: words to drop, optional words, English by word, by phrase.

    Words are in the singular, except the words to drop.
    """
    data = load_data_file("translations.yaml")
    words = {
        _make_singular(fold(word)): fold(english)
        for word, english in load_data_file("lexicon.yaml").items()
    }
    words |= {_make_singular(fold(word)): fold(english) for word, english in data["words"].items()}
    phrases = {fold(name): fold(english) for name, english in data["phrases"].items()}
    optional = frozenset(_make_singular(word) for word in data["optional"])
    return frozenset(data["drop"]), optional, words, phrases


@lru_cache(maxsize=65536)
def get_english_words(name: str) -> frozenset[str]:
    """Return the meaningful words of `name`, translated into English and in the singular."""
    drop, _, words, phrases = _load_tables()
    folded = fold(name)
    folded = phrases.get(folded, folded)
    parts = "".join(char if char.isalnum() or char in " -'" else " " for char in folded).split()
    english_words: set[str] = set()
    for part in parts:
        whole = words.get(_make_singular(part))
        for word in [whole] if whole else part.replace("'", " ").replace("-", " ").split():
            if word not in drop:
                plain = _make_singular(word)
                english_words.add(_make_singular(words.get(plain, plain)))
    return frozenset(english_words)


def list_content_words(name: str) -> list[str]:
    """Return the meaningful words of `name`, folded and singular, but not translated.

    They are in the order of the name.
    """
    parts = "".join(char if char.isalnum() else " " for char in fold(name)).split()
    return [_make_singular(part) for part in parts if part not in _load_tables()[0]]


def has_translated_words(name: str) -> bool:
    """Return whether `name`, or a word of it, is in the tables of translations into English."""
    _, _, words, phrases = _load_tables()
    folded = fold(name)
    parts = folded.replace("-", " ").replace("'", " ").split()
    return folded in phrases or any(
        words.get(_make_singular(part), part) not in (part, _make_singular(part)) for part in parts
    )


def is_foreign(name: str) -> bool:
    """Return whether `name` seems to be in another language than English.

    It seems so if a word has a translation, if it has small words of another language, or if it has
    letters beyond ASCII.
    """
    folded = fold(name)
    small = {
        part
        for part in folded.replace("'", " ").replace("-", " ").split()
        if part in _load_tables()[0]
    }
    return (
        has_translated_words(name)
        or bool(small - {"the", "of", "with", "in", "on", "and", "a", "an"})
        or not name.isascii()
    )


def get_optional_words() -> frozenset[str]:
    """Return the words that may be left out of names without changing what is meant."""
    return _load_tables()[1]


def drop_optional_words(words: frozenset[str]) -> frozenset[str]:
    """Return `words` without the optional ones, or all of them if no other is left."""
    return words - get_optional_words() or words


def _make_singular(word: str) -> str:
    """Return `word` without the ending of a plural in the languages known."""
    return word[:-1] if len(word) > 3 and word[-1] in "sxz" and word[-2] != word[-1] else word
