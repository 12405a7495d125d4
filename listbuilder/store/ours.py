"""Is this our own roster file? Known without parsing it, for everything else has to be imported."""

from __future__ import annotations

import re

_SYSTEM = re.compile(rb"""^(?:\xef\xbb\xbf)?[{ ]*["']?system["']?[ ]*:""", re.MULTILINE)
_ENDINGS = (".yaml", ".yml")


def is_ours(raw: bytes) -> bool:
    return _SYSTEM.search(raw[:100_000]) is not None and not raw.startswith((b"PK\x03\x04", b"<"))


def named_as_ours(name: str) -> bool:
    return name.lower().endswith(_ENDINGS)
