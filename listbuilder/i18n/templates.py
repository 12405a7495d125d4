"""Sentences out of templates: arguments filled in, quoted, joined and set apart by language.

Japanese and Chinese stand without spaces; a letter or digit of another script beside theirs is set
apart by one. Templates cannot know what will be filled in, so this is seen to where the pieces
meet, and nowhere else: what players, files and data wrote stays as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from string import Formatter

from listbuilder.i18n.languages import get_language
from listbuilder.model.limits import MAX_NAMED

_LETTER = (
    "\u2e80-\u2fff\u3005-\u3007\u3021-\u302f\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f"
)
_SIGN = "、。，．：；！？（）「」『』【】《》〈〉“”‘’…～・\u3000"
_SIGNS = frozenset(_SIGN)
_PAIR = 2


class Word(str):
    """A word of ours in the reader's language.

    It is nobody's, so it stands without quotes even where a literal has them.
    """

    __slots__ = ()


class Pieces(list[str]):
    """Several texts of a sentence: `{units:and}` counts those that are equal, and joins them."""


@lru_cache(maxsize=4096)
def parse_template(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return the pieces of a template as (text, argument name, format of the argument).

    The argument follows the text. Its name is None after the last text.
    """
    pieces = Formatter().parse(template)
    return tuple((text, name, put_as or "") for text, name, put_as, _ in pieces)


def list_places(template: str) -> set[str] | None:
    """Return the names of the arguments in `template`, or None if it can't be parsed."""
    try:
        return {name for _, name, _ in parse_template(template) if name is not None}
    except ValueError:
        return None


def put_argument(value: object, put_as: str, lang: str) -> str:
    """Return `value` as text in the way `put_as`, which the template gives after the argument's
    name.

    That is `q` for quotes, `and` or `or` for a list, `one|many` for a number with a word, or a
    format of Python's own. Long lists are cut, with the number of those left out.
    """
    if isinstance(value, str):
        is_quoted = put_as == "q" and not isinstance(value, Word)
        return put_in_quotes(value, lang) if is_quoted else str(value)
    if isinstance(value, Pieces):
        names = count_names(value, lang) if put_as != "or" else list(dict.fromkeys(value))
        left = len(names) - MAX_NAMED
        if left > 1:
            return join_names(names[:MAX_NAMED], lang, put_as, left)
        return join_names(names, lang, put_as)
    if isinstance(value, int) and "|" in put_as:
        one, many = put_as.split("|", 1)
        return f"{value} {one if value == 1 else many}"
    return format(value, put_as)


def put_in_quotes(text: str, lang: str) -> str:
    """Return `text` in the quotation marks of the language."""
    opening, closing = get_language(lang).quotes
    return f"{opening}{text}{closing}"


def join_names(items: list[str], lang: str, put_as: str = "", left: int = 0) -> str:
    """Return `items` joined as in the language: `a, b and c`; `AとB`, but `A、B、C`; `A、B和C`.

    `put_as`: `and`, `or` or empty for the word before the last. `left`: the number of items left
    out, which is added at the end.
    """
    language_rules = get_language(lang)
    named = [*items, language_rules.more.format(left)] if left else items
    comma = language_rules.comma
    if len(named) < _PAIR:
        return "".join(named)
    last = (
        comma if left else {"or": language_rules.or_, "and": language_rules.and_}.get(put_as, comma)
    )
    if put_as == "and" and language_rules.and_of_two and len(named) > _PAIR:
        last = comma  # と stands between every two of them or between none
    if language_rules.spaces:
        return comma.join(named[:-1]) + last + named[-1]
    return join_pieces([comma.join(named[:-1]), last, named[-1]], lang)


def count_names(names: Sequence[str], lang: str) -> list[str]:
    """Return each name once, with its count if it occurs several times: `6 × Ghost Ark`.

    They are in the order of their first occurrence. If one is only a number, all are returned
    unchanged: two units of 5 models are `5 and 5`.
    """
    counts = Counter(names)
    if len(counts) == len(names) or not all(any(map(str.isalpha, name)) for name in counts):
        return list(names)
    times = get_language(lang).times
    return [
        name if count == 1 else times.format(count=count, name=name)
        for name, count in counts.items()
    ]


def join_pieces(pieces: list[str], lang: str) -> str:
    """Return the pieces of a sentence joined, with the spaces that the language needs between them.

    The pieces are in turn texts of a template and filled in arguments.
    """
    if get_language(lang).spaces:
        return "".join(pieces)
    done = ""
    for piece in pieces:
        if piece:
            done = _join_two(done, piece)
    return done


@cache
def _make_letter_pattern() -> re.Pattern[str]:
    """Return the pattern of a wide letter. Made when it is first needed: English needs none."""
    return re.compile(f"[{_LETTER}]")


def _is_letter(character: str) -> bool:
    """Return whether `character` is a wide letter, of Japanese or Chinese."""
    return _make_letter_pattern().match(character) is not None


def _join_two(left: str, right: str) -> str:
    """Return two pieces joined, with or without a space as wide letters need it where they meet."""
    before, behind = left.rstrip(" "), right.lstrip(" ")
    if not before or not behind:
        return left + right
    apart = len(before) < len(left) or len(behind) < len(right)
    a, b = before[-1], behind[0]
    if apart and (a in _SIGNS or b in _SIGNS or (_is_letter(a) and _is_letter(b))):
        return before + behind
    if not apart and ((_is_letter(a) and _is_foreign(b)) or (_is_foreign(a) and _is_letter(b))):
        return f"{left} {right}"
    return left + right


def _is_foreign(character: str) -> bool:
    """Return whether `character` needs a space beside a wide letter: a Latin letter or a digit."""
    return character.isascii() and character.isalnum()
