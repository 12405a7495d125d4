"""Guess which faction a list is for without reading it.

Why: if lists of one faction are checked one after another, its data is already loaded.
"""

from __future__ import annotations

import re
from functools import lru_cache

from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS

_HEAD = 3_000  # bytes at the beginning of a list in which its faction is searched


def guess_faction(raw: bytes, library: Library) -> str:
    """Return the first faction file's name found at the beginning of the list `raw`, else "".

    It is only a guess, used to check lists of one faction one after the other; no verdict depends
    on it.
    """
    text = raw[:_HEAD].decode("utf-8", "replace").casefold()
    text = text.replace("'", "").replace("’", "").replace("-", " ")
    name_match = _get_name_pattern(library).search(text)
    return name_match[0] if name_match else ""


@lru_cache(maxsize=2)
def _get_name_pattern(library: Library) -> re.Pattern[str]:
    """Return a pattern for the name of any faction file in `library`, longer names first."""
    names = {stem.replace("-", " ") for system in SYSTEMS for stem in library.list_files(system)}
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
