"""The words that people shorten (phrases.yaml), written out: `Vet Sgt` is a Veteran Sergeant."""

from __future__ import annotations

from listbuilder.matching.likeness import make_plain
from listbuilder.matching.phrases import get_group_by_word


def spell_out(written: str) -> str | None:
    """Return `written` with its shortened words written out, or None if no word is shortened.

    `Vet Sgt` gives `veteran sergeant`.
    """
    long_forms = get_group_by_word("short")
    words = make_plain(written).split()
    if not any(word in long_forms for word in words):
        return None
    return " ".join(long_forms.get(word, word) for word in words)
