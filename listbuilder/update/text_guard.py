"""The guard against rules text: `data update` writes only names, keywords and numbers.

Sources contain the rules of the games; none of that may get into our files. A text is refused if it
is long, if it reads like a sentence, or if it has marks that only a page of text has. Names pass:
`C'tan Shard`, `Ufthak, Da Boss!`, `Rise! Rise in My Name!`, `Mk. III`, `6"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_LONGEST = 80  # characters; the longest name of 18,000 has 66
_MOST_WORDS = 12
# A full stop after a whole word, not after an abbreviation (`Mk.`) nor inside a number.
_FULL_STOP = re.compile(r"[A-Za-z\u00c0-\u024f]{4,}[.](?:\s|$)|[)\]\"'’”][.](?:\s|$)|;")
_CLAUSE_END = re.compile(r"[!?,:]\s+[a-z]+(?:\s+[a-z]+){5}")  # a clause in small letters follows
_PAGE_MARKS = re.compile(r"[\n\r\t■•▪◦…]|\*\*|\^\^|</?[a-z]")
_WORD = re.compile(r"[A-Za-z_'’-]+")
# Small words that sentences of rules are made of. Of 18,000 names, none has two of the first kind
# or four of both; names write most of theirs with a capital.
_RULES_WORDS = (
    "a add after an any are be been before bearer can cannot does during each enemy every friendly "
    "gain gains had has have if instead is it its make makes may model models must not phase pick "
    "roll rolls select selected subtract that their these they this those time unit units unless "
    "until visible was were when whenever while wholly within you your"
)
_JOINING_WORDS = "all and at by for from in of on one or the to with without"
_OF_RULES = frozenset(_RULES_WORDS.split())
_OF_BOTH = _OF_RULES | frozenset(_JOINING_WORDS.split())
_FEW_OF_RULES, _FEW_OF_BOTH = 1, 3


def is_rules_text(text: str) -> bool:
    """Return whether `text` is too long or too much like a sentence to be a name."""
    words = _WORD.findall(text)
    if len(text) > _LONGEST or len(text.split()) > _MOST_WORDS:
        return True
    if _FULL_STOP.search(text) or _CLAUSE_END.search(text) or _PAGE_MARKS.search(text):
        return True
    return (
        sum(word in _OF_RULES for word in words) > _FEW_OF_RULES
        or sum(word in _OF_BOTH for word in words) > _FEW_OF_BOTH
    )


def find_rules_text(value: object) -> Iterator[str]:
    """Yield every text in `value`, at any depth and among its keys, that isn't a name."""
    if isinstance(value, str):
        if is_rules_text(value):
            yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from find_rules_text(key)
            yield from find_rules_text(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from find_rules_text(item)


def has_new_rules_text(ours: object, theirs: object) -> bool:
    """Return whether there is a text in `theirs` that is no name and isn't in `ours` either."""
    known = set(find_rules_text(ours))
    return any(text not in known for text in find_rules_text(theirs))


def shorten_rules_texts(value: object) -> object:
    """Return `value` with every text in it that is no name cut to its beginning."""
    if isinstance(value, str):
        return shorten_text(value) if is_rules_text(value) else value
    if isinstance(value, Mapping):
        return {shorten_rules_texts(key): shorten_rules_texts(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [shorten_rules_texts(item) for item in value]
    return value


def shorten_text(text: str) -> str:
    """Return the beginning of a refused text, short enough to be shown."""
    words = text.split()[:6]
    return " ".join(words)[:40] + " …"
