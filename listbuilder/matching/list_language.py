"""Find out the language of a list by the words around its units and between names.

The words are in list_languages.yaml.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from functools import cache, lru_cache

import msgspec

from listbuilder.matching.phrases import load_data_file
from listbuilder.model.base import fold

_PUNCTUATION = dict.fromkeys(map(ord, string.punctuation + "•◦–—«»“”…"), " ")
_ENGLISH = "en"
LEAST_SIGNS = 2  # of another language, before its names are looked up
SURE_HEADINGS = 2  # different ones, and more than English ones
SURE_JOINERS = 5  # different ones, in a list without a heading
SCRIPT_SHARE = 0.2  # of the words have letters of the script


class ListLanguage(msgspec.Struct, frozen=True):
    """The language of a list, if it isn't English.

    `sure`: the whole list is in it. Otherwise maybe only some words are, such as the author's
    remarks.
    """

    code: str
    sure: bool


class _Signs(msgspec.Struct, frozen=True):
    """The signs of languages, each with the codes of the languages that it is a sign of."""

    headings: dict[str, list[tuple[str, str]]]
    """Each heading with its language, by the first word of the heading."""
    joiners: dict[str, list[str]]
    marks: dict[str, list[str]]
    scripts: dict[str, re.Pattern[str]]
    """A pattern for one letter of each language's script, by language."""


@cache
def _load_signs() -> _Signs:
    """Return the signs of all languages, with English under `en`."""
    signs = _Signs({}, {}, {}, {})
    for code, language in load_data_file("list_languages.yaml").items():
        for phrase in set(language.get("signs", ())).union(*language.get("words", {}).values()):
            words = _split_words(fold(phrase))
            signs.headings.setdefault(words[0], []).append((f" {' '.join(words)} ", code))
        for joiner in language.get("joiners", ()):
            signs.joiners.setdefault(fold(joiner), []).append(code)
        for mark in language.get("marks", ""):
            signs.marks.setdefault(mark, []).append(code)
        if letters := language.get("letters"):
            signs.scripts[code] = re.compile(f"[{letters[0]}-{letters[-1]}]")
    return signs


def _split_words(folded: str) -> list[str]:
    """Return the words of a text without the punctuation around and inside them."""
    return folded.translate(_PUNCTUATION).split()


@lru_cache(maxsize=4)  # a list may be read in several ways
def find_list_language(text: str) -> ListLanguage | None:
    """Return the language that the list `text` is written in, or None if it is English.

    Each sign counts once, however often it is in the text. Headings count most, because names may
    be in another language than the list. A script of its own tells a language by itself.
    """
    signs = _load_signs()
    words = _split_words(fold(text))
    distinct = set(words)
    joined = f" {' '.join(words)} "
    headings: Counter[str] = Counter()
    joiners: Counter[str] = Counter()
    for word in distinct:
        if word in signs.joiners:
            joiners.update(signs.joiners[word])
        for phrase, code in signs.headings.get(word, ()):
            headings[code] += phrase in joined
    if not text.isascii():
        script = _find_script(text.casefold(), signs)
        if script is not None:
            return ListLanguage(script, sure=True)
        marks = set(text.casefold()) & signs.marks.keys()
        joiners.update({code for mark in marks for code in signs.marks[mark]})
    english = headings.pop(_ENGLISH, 0)
    scores = {code: 2 * headings[code] + joiners[code] for code in headings | joiners}
    best = max(scores, key=lambda code: (scores[code], headings[code], code), default=None)
    if best is None or scores[best] < LEAST_SIGNS:
        return None
    is_headed = headings[best] >= SURE_HEADINGS and headings[best] > english
    return ListLanguage(best, is_headed or (not english and joiners[best] >= SURE_JOINERS))


def _find_script(text: str, signs: _Signs) -> str | None:
    """Return the language whose script many words of `text` are in, or None."""
    words: set[str] | None = None
    for code, letter in signs.scripts.items():
        if letter.search(text) is None:
            continue
        words = words or set(text.split())
        count = sum(letter.search(word) is not None for word in words)
        if count > SCRIPT_SHARE * len(words):
            return code
    return None
