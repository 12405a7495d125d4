"""The day an export is of, as far as it tells: from a date, or from the version of the data it was made with."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache

from listbuilder.games.shared.phrases import data_file

_VERSION = re.compile(r"dat(?:a|os|en|i)[ -]?(?:version|de donnees|version de donnees)?\s*:\s*v?(\d{1,8})", re.IGNORECASE)
_FRENCH = re.compile(r"version de donn[ée]es\s*:\s*v?(\d{1,8})", re.IGNORECASE)


def data_version(words: str) -> str | None:
    found = _VERSION.search(words) or _FRENCH.search(words)
    return found[1] if found else None


@cache
def _versions(game: str) -> list[tuple[int, str]]:
    return sorted((int(version), day) for version, day in (data_file("dates.yaml").get(game) or {}).items())


def day_of(game: str, version: str | None) -> str | None:
    """The day whose prices an export of that version has, or None where the version is older than all known."""
    if version is None or not version.isdecimal():
        return None
    known = _versions(game)
    place = bisect_right([each for each, _ in known], int(version))
    return known[place - 1][1] if place else None
