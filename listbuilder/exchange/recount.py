"""`5 Immortal`, `Gauss blaster x5`: counts that are told from names by what the datasheet has."""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.exchange.parsed import Listed
from listbuilder.games.muster.sheet_names import SheetNames
from listbuilder.games.shared.numbers import BARE_COUNT

_BEHIND = re.compile(r"(.+?) ?\(?[x×] ?(\d{1,3})\)?", re.IGNORECASE)


def recounted(entries: Iterable[Listed], names: SheetNames) -> None:
    """Takes the counts out of names that are known without them."""
    for entry in entries:
        if not (entry.counted or entry.heading or entry.loadout):
            _recount(entry, names)
        recounted(entry.children, names)


def _recount(entry: Listed, names: SheetNames) -> None:
    if (before := BARE_COUNT.match(entry.name)) is not None:
        count, name = int(before[1]), entry.name[before.end() :]
    elif (behind := _BEHIND.fullmatch(entry.name)) is not None:
        count, name = int(behind[2]), behind[1]
    else:
        return
    known = names.models.find(name) or (None if entry.children else names.items.find(name))
    if known is not None and names.items.find(entry.name) is None:
        entry.name, entry.count, entry.counted = name, count, True
