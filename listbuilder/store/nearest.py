"""The closest known id to a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.model.base import fold


def nearest(given: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The closest known word, or None if nothing is close. Case, accents and apostrophes do not count."""
    import difflib  # only where something is already wrong

    by_folded = {fold(word): word for word in known}
    found = difflib.get_close_matches(fold(given), list(by_folded), n=1, cutoff=cutoff)
    return by_folded[found[0]] if found else None
