"""Read labelled lines under a unit that say what it is.

That is a choice, its keywords, or what other programs print of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from listbuilder.formats.parsed import ParsedList
from listbuilder.matching.likeness import make_singular_key
from listbuilder.matching.phrases import get_words, is_keyword_label, load_phrases
from listbuilder.matching.translation import get_english_words
from listbuilder.model.base import fold

Kind = Literal["keywords", "choice", "printed", ""]

_BETWEEN = re.compile(r"\s*[,;•·|]\s*")


class Label(NamedTuple):
    """A labelled line: the kind of its label, and what stands behind it."""

    kind: Kind
    values: tuple[str, ...]


def parse_label(written: str) -> Label:
    """Return the kind of a labelled line below a unit, and the values behind its label.

    The kind is a choice, keywords, or what another program prints of a unit; "" if it is neither.
    `Mark of Chaos: Nurgle`; `Keywords: Infantry, Faction: Necrons`; `Invulnerable Save (4+):
    Makari`.
    """
    label, _, value = written.partition(":")
    if fold(written).startswith(tuple(get_words("printed"))):
        return Label("printed", (value.strip(),))
    if is_keyword_label(label):
        keywords = filter(None, _BETWEEN.split(value.strip().rstrip(".")))
        return Label("keywords", tuple(map(parse_keyword, keywords)))
    words = set(make_singular_key(label).split())
    is_choice = not words or words & get_words("choices")
    return Label("choice" if is_choice else "", (value.strip(),))


def take_header_keywords(
    parsed: ParsedList, select_known: Callable[[Label], list[str]]
) -> list[tuple[int, list[str]]]:
    """Take lines with known keywords out of the header; return each as (line, keywords).

    `Keywords: Character` below the detachment is an example. `select_known` returns the known
    keywords of a label. Lines without a known keyword stay.
    """
    lines = []
    for words in [words for words in parsed.heads if ":" in words.text]:
        label = parse_label(words.text)
        keywords = select_known(label) if label.kind == "keywords" else []
        if keywords:
            parsed.heads.remove(words)
            lines.append((words.line, keywords))
    return lines


def translate_keyword(keyword: str) -> str:
    """Return `keyword` in English, such as Character for Personnage; unknown ones unchanged."""
    return find_role_keyword(keyword) or keyword


def find_role_keyword(keyword: str) -> str | None:
    """Return the English name of a keyword such as Ligne or Personnage, or None.

    Section titles are used for this, because they have the same names as keywords.
    """
    wanted = fold(keyword)
    for row in load_phrases()["sections"]:
        if wanted in map(fold, row):
            return str(row[0].title())
    return None


def parse_keyword(written: str) -> str:
    """Return the keyword in `written` without a prefix that some programs write.

    `Faction: Necrons` gives Necrons. A name all in capitals or all in small letters gets capital
    initials.
    """
    name = written.rpartition(":")[2].strip()
    return name.title() if name.isupper() or name.islower() else name


def find_offered_keyword(written: str, unit: str, offered: tuple[str, ...]) -> str | None:
    """Return the keyword of `offered` that `written` names, or None.

    The keyword may stand alone, or with words of the unit's own name (`Prince Démon de Khorne`) or
    of a choice (`Mark of Khorne`).
    """
    whole = next((keyword for keyword in offered if fold(keyword) == fold(written)), None)
    if whole or not offered:
        return whole
    words = get_english_words(written)
    extra_words = get_english_words(unit) | get_words("choices")  # `Mark of Khorne`
    for keyword in offered:
        keyword_words = get_english_words(keyword)
        if keyword_words <= words <= keyword_words | extra_words:
            return keyword
    return None
