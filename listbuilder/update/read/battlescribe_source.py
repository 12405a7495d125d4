"""BattleScribe and New Recruit catalogues as a source: the reader for the game asked for."""

from __future__ import annotations

from pathlib import Path

from listbuilder.update.fields import get_entry_kinds
from listbuilder.update.read.battlescribe import recognise_catalogues
from listbuilder.update.tree import Source

READER = "battlescribe"


def recognise(path: Path) -> bool:
    """Return whether a file, an archive or a folder contains catalogues."""
    return recognise_catalogues(path)


def read(path: Path, system: str) -> Source:
    """Return what the catalogues at `path` say about the game `system`.

    The source has no books for a game without a reader of catalogues, such as one of boxed sets.
    """
    kinds = get_entry_kinds(system)
    if "datasheet" in kinds:
        from listbuilder.update.read import battlescribe_wh40k

        return battlescribe_wh40k.read(path, system)
    if "warscroll" in kinds:
        from listbuilder.update.read import battlescribe_aos

        return battlescribe_aos.read(path, system)
    return Source(READER, path, ())
