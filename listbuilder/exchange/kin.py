"""Which book a list seems to be of, told without reading it: lists of one book, one after the other, find it open."""

from __future__ import annotations

import re
from functools import lru_cache

from listbuilder.games.catalog import SYSTEMS
from listbuilder.store.library import Library

_HEAD = 3_000  # bytes of a list that are looked into: its faction stands in them


def kin(raw: bytes, library: Library) -> str:
    """The first name of a book in its head; empty where there is none. No verdict rests on it."""
    text = raw[:_HEAD].decode("utf-8", "replace").casefold().replace("'", "").replace("’", "").replace("-", " ")
    found = _names(library).search(text)
    return found[0] if found else ""


@lru_cache(maxsize=2)
def _names(library: Library) -> re.Pattern[str]:
    names = {stem.replace("-", " ") for system in SYSTEMS for stem in library.files(system)}
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
