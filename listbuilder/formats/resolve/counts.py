"""Tell counts from names by what the datasheet has: `5 Immortal`, `Gauss blaster x5`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.formats.parsed import Listed
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.matching.numbers import BARE_COUNT

_BEHIND = re.compile(r"(.+?) ?\(?[x×] ?(\d{1,3})\)?", re.IGNORECASE)


def split_counts(entries: Iterable[Listed], names: SheetNames) -> None:
    """Move the counts out of names whose rest is a known name, in `entries` and their children.

    Counted entries, headings and loadouts are left alone.
    """
    for entry in entries:
        if not (entry.counted or entry.heading or entry.loadout):
            _split_count(entry, names)
        split_counts(entry.children, names)


def _split_count(entry: Listed, names: SheetNames) -> None:
    """Move the count out of the name of `entry` if only the name without it is known."""
    if (before := BARE_COUNT.match(entry.name)) is not None:
        count, name = int(before[1]), entry.name[before.end() :]
    elif (behind := _BEHIND.fullmatch(entry.name)) is not None:
        count, name = int(behind[2]), behind[1]
    else:
        return
    match = names.models.find_exact(name)
    if match is None and not entry.children:
        match = names.items.find_exact(name)
    if match is not None and names.items.find_exact(entry.name) is None:
        entry.name, entry.count, entry.counted = name, count, True
