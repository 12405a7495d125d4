"""Sentences out of templates: what is filled in, how the language quotes it, joins it and sets it apart.

Japanese and Chinese stand without spaces; a letter or digit of another script beside theirs is set apart by one. Templates
cannot know what will be filled in, so this is seen to where the pieces meet, and nowhere else: what players, files and data
wrote stays as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from string import Formatter
from typing import Any

from listbuilder.model.bounds import MAX_NAMED
from listbuilder.store.languages import language

_LETTER = "\u2e80-\u2fff\u3005-\u3007\u3021-\u302f\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
_SIGN = "、。，．：；！？（）「」『』【】《》〈〉“”‘’…～・\u3000"
WIDE = re.compile(f"[{_LETTER}]")
_CLOSE = re.compile(f"[{_LETTER}{_SIGN}]")
_SIGNS = frozenset(_SIGN)
_PAIR = 2


class Word(str):
    """A word of ours in the reader's language: it is nobody's, so it stands without quotes even where a literal has them."""

    __slots__ = ()


class Pieces(list[str]):
    """Several texts of a sentence: `{units:and}` counts those that are equal, and joins them as the language does."""


@lru_cache(maxsize=4096)
def parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """Text, the name of what follows it, and how that is to be put."""
    return tuple((text, name, how or "") for text, name, how, _ in Formatter().parse(template))


def places(template: str) -> set[str] | None:
    """What is filled in; None where that cannot be told."""
    try:
        return {name for _, name, _ in parts(template) if name is not None}
    except ValueError:
        return None


def put(value: Any, how: str, lang: str) -> str:
    """One argument as the template wants it: a word for its number, quoted, joined, or a format of Python's own."""
    if isinstance(value, str):
        return quoted(value, lang) if how == "q" and not isinstance(value, Word) else str(value)
    if isinstance(value, Pieces):
        named = counted(value, lang) if how != "or" else list(dict.fromkeys(value))
        left = len(named) - MAX_NAMED
        return joined(named[:MAX_NAMED], lang, how, left) if left > 1 else joined(named, lang, how)
    if isinstance(value, int) and "|" in how:
        one, many = how.split("|", 1)
        return f"{value} {one if value == 1 else many}"
    return format(value, how)


def quoted(text: str, lang: str) -> str:
    opening, closing = language(lang).quotes
    return f"{opening}{text}{closing}"


def joined(items: list[str], lang: str, how: str = "", left: int = 0) -> str:
    """`a, b and c`; `AとB`, but `A、B、C`; `A、B和C`. What is left out is counted at the end."""
    spoken = language(lang)
    named = [*items, spoken.more.format(left)] if left else items
    comma = spoken.comma
    if len(named) < _PAIR:
        return "".join(named)
    last = comma if left else {"or": spoken.or_, "and": spoken.and_}.get(how, comma)
    if how == "and" and spoken.and_of_two and len(named) > _PAIR:
        last = comma  # と stands between every two of them or between none
    if spoken.spaces:
        return comma.join(named[:-1]) + last + named[-1]
    return together([comma.join(named[:-1]), last, named[-1]], lang)


def counted(names: Sequence[str], lang: str) -> list[str]:
    """Return each name once, in the order of its first place, with how often it occurs: `6 × Ghost Ark`.

    Numbers stay as they are: two units of 5 models are `5 and 5`.
    """
    found = Counter(names)
    if len(found) == len(names) or not all(any(map(str.isalpha, name)) for name in found):
        return list(names)
    times = language(lang).times
    return [name if count == 1 else times.format(count=count, name=name) for name, count in found.items()]


def together(pieces: list[str], lang: str) -> str:
    """Pieces of one sentence, alternately ours and filled in, with the spaces that the language wants where they meet."""
    if language(lang).spaces:
        return "".join(pieces)
    done = ""
    for piece in pieces:
        if piece:
            done = _meet(done, piece)
    return done


def _meet(left: str, right: str) -> str:
    before, behind = left.rstrip(" "), right.lstrip(" ")
    if not before or not behind:
        return left + right
    apart = len(before) < len(left) or len(behind) < len(right)
    a, b = before[-1], behind[0]
    if apart and (a in _SIGNS or b in _SIGNS or (_CLOSE.match(a) and _CLOSE.match(b))):
        return before + behind
    if not apart and ((WIDE.match(a) and _foreign(b)) or (_foreign(a) and WIDE.match(b))):
        return f"{left} {right}"
    return left + right


def _foreign(character: str) -> bool:
    return character.isascii() and character.isalnum()
