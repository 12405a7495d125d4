"""Labelled lines under a unit that say what it is: a choice, its keywords, or what other programs print of it."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

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


def in_english(keyword: str) -> str:
    """Personnage is Character: the titles over units are called as keywords are."""
    wanted = fold(keyword)
    return next((row[0].title() for row in phrases()["sections"] if wanted in map(fold, row)), keyword)


def keyword_in(written: str) -> str:
    """`Faction: Necrons` as some programs write it."""
    name = written.rpartition(":")[2].strip()
    return name.title() if name.isupper() or name.islower() else name
