"""Lines of a head that say several things at once: `Necrons - Awakened Dynasty - 2000 pts`, `Necrons (Awakened Dynasty)`."""

from __future__ import annotations

import re

from listbuilder.exchange.parsed import Words

_APART = re.compile(r" ?[|·•/;] ?| [-–—:]+ |: |, | ?\((?=[^()]{4,60}\))|\)")
_NUMBER = re.compile(r"\d[\d., ]{0,6} ?(?:pts?|points?)?\.?", re.IGNORECASE)
_MOST = 8


def parts(words: Words | None) -> list[Words]:
    """What it says one by one; empty where it says one thing."""
    said = [each.strip() for each in _APART.split(words.text)] if words else []
    said = [each for each in said if each]
    if words is None or not 1 < len(said) <= _MOST:
        return []
    return [Words(each, words.line) for each in said if not _NUMBER.fullmatch(each)]
