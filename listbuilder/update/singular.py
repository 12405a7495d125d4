"""The names of models and items in the singular, so that different spellings are one name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

from listbuilder.model.base import fold
from listbuilder.yamlio import reader

_POSSESSIVE = re.compile(r"'s\b|'(?!\w)")
_WORD = re.compile(r"[^\W\d_]+")


class _Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of singular.yaml."""

    words: dict[str, str]
    endings: tuple[tuple[str, str], ...]
    shortest: int
    first_words: tuple[str, ...]


@cache
def _load_rules() -> _Rules:
    """Return the content of singular.yaml."""
    file = Path(__file__).with_name("singular.yaml")
    document = reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES)
    return msgspec.convert(document.data, _Rules)


@cache
def make_singular(word: str) -> str:
    """Return `word` without its plural ending, in its own case; `word` itself if it has none."""
    rules, lower = _load_rules(), word.lower()
    singular = rules.words.get(lower)
    if singular is not None:
        return word[0] + singular[1:]
    if len(word) < rules.shortest:
        return word
    for ending, instead in rules.endings:
        if lower.endswith(ending):
            return word[: len(word) - len(ending)] + instead
    return word


@cache
def make_name_key(name: str) -> str:
    """Return the form of `name` used for comparison: words singular, hyphens as spaces.

    An article before the name and the ending 's are left out. The key is only compared, never
    shown, because words that only look like plurals lose their ending too.
    """
    plain = _POSSESSIVE.sub("", fold(name)).replace("-", " ").replace("'", "")
    words = _WORD.sub(lambda found: make_singular(found.group()), plain)
    return " ".join(words.split()).removeprefix("the ")


def make_singular_name(name: str) -> str:
    """Return `name` with its noun in the singular: `Warden of the Vale`, `Guard with axe`.

    The noun is the word before "with" or "of", the last word, or a first word such as "Sisters".
    A single thing that follows "with" is made singular too.
    """
    head, preposition, rest = _cut_at_preposition(name)
    words = head.split()
    last = make_singular(words[-1]) if words else ""
    if words and last != words[-1]:
        words[-1] = last
    elif words and words[0].lower() in _load_rules().first_words:
        words[0] = make_singular(words[0])
    elif preposition and " and " not in rest:
        return head + preposition + make_singular_name(rest)
    if preposition == " with " and not re.search(r",| and ", rest):
        rest = make_singular_name(rest)
    return " ".join(words) + preposition + rest


def _cut_at_preposition(name: str) -> tuple[str, str, str]:
    """Return the part of `name` before "with", "of", "in" or "on", that word, and the rest."""
    found = re.search(r" (?:with|of|in|on) ", name)
    if found is None:
        return name, "", ""
    return name[: found.start()], found.group(), name[found.end() :]
