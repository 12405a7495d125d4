"""Split lines of a header that say several things at once.

`Necrons - Awakened Dynasty - 2000 pts`, `Necrons (Awakened Dynasty)`
"""

from __future__ import annotations

import re

from listbuilder.formats.parsed import Words

_APART = re.compile(r" ?[|·•/;] ?| [-–—:]+ |: |, | ?\((?=[^()]{4,60}\))|\)")
_NUMBER = re.compile(r"\d[\d., ]{0,6} ?(?:pts?|points?)?\.?", re.IGNORECASE)
_MOST = 8


def split_header_line(words: Words | None) -> list[Words]:
    """Return the parts of a header line that says several things, without points.

    Empty if the line says only one thing, or more than eight, because that is prose. Empty for
    None.
    """
    if words is None:
        return []
    pieces = [piece.strip() for piece in _APART.split(words.text) if piece.strip()]
    if not 1 < len(pieces) <= _MOST:
        return []
    return [Words(piece, words.line) for piece in pieces if not _NUMBER.fullmatch(piece)]
