"""Telling our own roster files without parsing them, for everything else has to be imported."""

from __future__ import annotations

import re

_SYSTEM = re.compile(rb"""^(?:\xef\xbb\xbf)?[{ ]*["']?system["']?[ ]*:""", re.MULTILINE)
_ENDINGS = (".yaml", ".yml")


def is_our_roster(raw: bytes) -> bool:
    """Return whether `raw` looks like one of our roster files: it has a key `system`.

    A zip or an XML file never counts.
    """
    return _SYSTEM.search(raw[:100_000]) is not None and not raw.startswith((b"PK\x03\x04", b"<"))


def is_named_as_ours(name: str) -> bool:
    """Return whether the file name `name` ends like those of our rosters: .yaml or .yml."""
    return name.lower().endswith(_ENDINGS)
