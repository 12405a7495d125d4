"""Labelled lines under a unit that say what it is: a choice, its keywords, or what other programs print of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from listbuilder.exchange.parsed import ParsedList
from listbuilder.games.shared.likeness import key
from listbuilder.games.shared.phrases import among, are_keywords, phrases
from listbuilder.model.base import fold

Kind = Literal["keywords", "choice", "printed", ""]

_BETWEEN = re.compile(r"\s*[,;•·|]\s*")


class Label(NamedTuple):
    kind: Kind
    values: tuple[str, ...]


def label_of(written: str) -> Label:
    """`Mark of Chaos: Nurgle`; `Keywords: Infantry, Faction: Necrons`; `Invulnerable Save (4+): Makari`."""
    label, _, value = written.partition(":")
    if fold(written).startswith(tuple(among("printed"))):
        return Label("printed", (value.strip(),))
    if are_keywords(label):
        return Label("keywords", tuple(map(keyword_in, filter(None, _BETWEEN.split(value.strip().rstrip("."))))))
    words = set(key(label).split())
    return Label("choice" if not words or words & among("choices") else "", (value.strip(),))


def keywords_of_heads(made: ParsedList, known: Callable[[Label], list[str]]) -> list[tuple[int, list[str]]]:
    """`Keywords: Character` below the detachment, taken out of the head: its line, and those of them that are known."""
    found = []
    for words in [words for words in made.heads if ":" in words.text]:
        label = label_of(words.text)
        if label.kind == "keywords" and (keywords := known(label)):
            made.heads.remove(words)
            found.append((words.line, keywords))
    return found


def in_english(keyword: str) -> str:
    """Personnage is Character: the titles over units are called as keywords are."""
    wanted = fold(keyword)
    return next((row[0].title() for row in phrases()["sections"] if wanted in map(fold, row)), keyword)


def keyword_in(written: str) -> str:
    """`Faction: Necrons` as some programs write it."""
    name = written.rpartition(":")[2].strip()
    return name.title() if name.isupper() or name.islower() else name
