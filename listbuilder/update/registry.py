"""The readers of sources for `data update`, by name, and how far each is trusted.

A reader is a module of `update/read/` with two functions: `recognise(path)` returns whether the
file or folder is of its kind, judged by content and never by name alone; `read(path, system)`
returns the Source. Readers are imported only when `data update` runs.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from listbuilder.update.tree import Source


class Reader(msgspec.Struct, frozen=True):
    """A reader of sources, and the rank of what it reads.

    The lower the rank, the more a source is trusted: 1 for official points documents, 2 for exports
    of the official app, 3 for catalogues that volunteers keep, 4 for anything else.

    `is_kept`: what the source said is stored for the next time (lock.py). It is not for documents
    that come in parts, such as one page for each faction, because a missing part says nothing.
    """

    name: str
    rank: int
    recognise: Callable[[Path], bool]
    read: Callable[[Path, str], Source]
    is_kept: bool = True


def list_readers() -> dict[str, Reader]:
    """Return every reader by its name; the first one that recognises a source reads it."""
    from listbuilder.update.read import (
        battle_profiles,
        battlescribe_source,
        own_data,
        points_page,
        points_table,
        points_text,
        points_yaml,
    )
    from listbuilder.update.read.cards import reader as cards

    readers = [
        Reader(
            "battle_profiles", 1, battle_profiles.recognise, battle_profiles.read, is_kept=False
        ),
        Reader(points_page.READER, 1, points_page.recognise, points_page.read, is_kept=False),
        Reader(points_yaml.READER, 1, points_yaml.recognise, points_yaml.read),
        Reader(points_table.READER, 1, points_table.recognise, points_table.read, is_kept=False),
        Reader(points_text.READER, 1, points_text.recognise, points_text.read, is_kept=False),
        Reader(cards.READER, 2, cards.recognise, cards.read),
        Reader(
            battlescribe_source.READER, 3, battlescribe_source.recognise, battlescribe_source.read
        ),
        Reader(own_data.READER, 4, own_data.recognise, own_data.read),
    ]
    return {reader.name: reader for reader in readers}
