"""Mutants that change nothing: each with its reason, and none that is not there any more."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tools.mutants.places import ALLOWED


class Allowed(msgspec.Struct, frozen=True):
    """A mutant by its name, and why no test can see it."""

    mutant: str
    reason: str


def allowed(file: Path = ALLOWED) -> list[Allowed]:
    from listbuilder.yamlio import reader

    content = reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data
    return msgspec.convert(content or [], list[Allowed])


def stale(entries: list[Allowed], names: set[str]) -> list[str]:
    """Entries of mutants that the code no longer has."""
    return [entry.mutant for entry in entries if entry.mutant not in names]
