"""The closest known id to a mistyped one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.model.base import fold, kebab
from listbuilder.model.bounds import MAX_GUESSED

_MANY = 40  # known words beyond which it pays to load a faster library and let it choose the few worth a look
_FEW = 20


def nearest(given: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The closest known word, or None if nothing is close. Case, accents and apostrophes do not count.

    What is written in another language is the id or the name of what is called so there.
    """
    import difflib  # only where something is already wrong

    if len(given) > MAX_GUESSED:
        return None
    by_folded = {fold(word): word for word in known}
    if translated := called_so(given, by_folded.values()):
        return translated
    words = list(by_folded) if len(by_folded) <= _MANY else _likely(fold(given), list(by_folded), cutoff)
    found = difflib.get_close_matches(fold(given), words, n=1, cutoff=cutoff)
    return by_folded[found[0]] if found else None


def called_so(given: str, known: Iterable[str]) -> str | None:
    """The id, or the name, of what is called so in another language: a value may be written in any of them."""
    if given.isascii():
        return None
    from listbuilder.store.readings import english

    meant = {kebab(name) for name in english(given)}
    return next((word for word in known if kebab(word) in meant), None)


def nearest_translated(given: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the known word whose name in another language is the closest to `given`. None if nothing is close.

    `nearest` finds what is spelt right there; this one looks through every translated name, which takes longer.
    """
    if given.isascii() or len(given) > MAX_GUESSED:
        return None
    from rapidfuzz import fuzz, process

    from listbuilder.store.readings import as_written, written_names

    by_id = {kebab(word): word for word in known}
    meant = {text: word for text, name in written_names() if (word := by_id.get(kebab(name))) is not None}
    found = process.extractOne(as_written(given), meant.keys(), scorer=fuzz.ratio, score_cutoff=100 * cutoff)
    return meant[found[0]] if found else None


def _likely(given: str, words: list[str], cutoff: float) -> list[str]:
    """The few that share the most letters in order; never fewer than difflib sees, so what it finds is among them."""
    from rapidfuzz import fuzz, process

    return [word for word, _, _ in process.extract(given, words, scorer=fuzz.ratio, limit=_FEW, score_cutoff=100 * cutoff)]


def seeking(given: str, system: str) -> str:
    """What to type behind `find` for a name that is known nowhere; empty where it holds no word."""
    found = " ".join(re.findall(r"\w+", given.rpartition("/")[2])[:6])
    return f"{found} --system {system}" if found else ""
