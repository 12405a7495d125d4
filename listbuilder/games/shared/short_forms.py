"""Words as people shorten them (phrases.yaml), written out: `Vet Sgt` is a Veteran Sergeant."""

from __future__ import annotations

from listbuilder.games.shared.likeness import plain
from listbuilder.games.shared.phrases import group


def spelled_out(written: str) -> str | None:
    """The name with its words whole; None where none of them is short."""
    known = group("short")
    words = plain(written).split()
    return " ".join(known.get(word, word) for word in words) if any(word in known for word in words) else None
