"""The closest known word or id to a mistyped one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.model.base import fold, make_id_from_name
from listbuilder.model.limits import MAX_GUESSED

# known words beyond which it pays to load a faster library and let it choose the few worth a look
_MANY = 40
_FEW = 20


def find_nearest(given: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the word in `known` most similar to `given`, or None if no word is similar enough.

    Case, accents and apostrophes don't count. If `given` is a translated name, the word for that
    thing is returned. `cutoff`: the similarity needed, from 0 to 1.
    """
    import difflib  # only where something is already wrong

    if len(given) > MAX_GUESSED:
        return None
    by_folded = {fold(word): word for word in known}
    translated = find_translated(given, by_folded.values())
    if translated:
        return translated
    words = list(by_folded)
    if len(words) > _MANY:
        words = _select_likely_words(fold(given), words, cutoff)
    matches = difflib.get_close_matches(fold(given), words, n=1, cutoff=cutoff)
    return by_folded[matches[0]] if matches else None


def find_translated(given: str, known: Iterable[str]) -> str | None:
    """Return the id or name in `known` of the thing that another language calls `given`, or
    None.
    """
    if given.isascii():
        return None
    from listbuilder.i18n.readings import find_english

    meant = {make_id_from_name(name) for name in find_english(given)}
    return next((word for word in known if make_id_from_name(word) in meant), None)


def find_nearest_translated(given: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the word in `known` whose translated name is the most similar to `given`, or None.

    It allows for misspelt names, unlike `find_translated`, and takes longer because it looks
    through every translated name.
    """
    if given.isascii() or len(given) > MAX_GUESSED:
        return None
    from rapidfuzz import fuzz, process

    from listbuilder.i18n.readings import fold_written, list_written_names

    by_id = {make_id_from_name(word): word for word in known}
    meant = {
        text: word
        for text, name in list_written_names()
        if (word := by_id.get(make_id_from_name(name))) is not None
    }
    match = process.extractOne(
        fold_written(given), meant.keys(), scorer=fuzz.ratio, score_cutoff=100 * cutoff
    )
    return meant[match[0]] if match else None


def _select_likely_words(given: str, words: list[str], cutoff: float) -> list[str]:
    """Return up to 20 words that share the most letters, in order, with `given`.

    All reach the similarity `cutoff`, so difflib's best match is normally among them.
    """
    from rapidfuzz import fuzz, process

    return [
        word
        for word, _, _ in process.extract(
            given, words, scorer=fuzz.ratio, limit=_FEW, score_cutoff=100 * cutoff
        )
    ]


def make_search_command(given: str, system: str) -> str:
    """Return what to type after `find` to search for `given`, a name that is unknown.

    Empty if `given` has no words.
    """
    search_words = " ".join(re.findall(r"\w+", given.rpartition("/")[2])[:6])
    return f"{search_words} --system {system}" if search_words else ""
