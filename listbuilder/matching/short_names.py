"""Find a name by the words that people shorten it to.

`termis` is a Terminator Squad, `winged demon prince` a Daemon Prince with Wings, and `LRBT` a Leman
Russ Battle Tank. The answer says whether another name could be meant just as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from listbuilder.matching.likeness import count_slips, make_plain, make_singular_key
from listbuilder.matching.phrases import get_words

SHORTEST = 4  # letters of a word that stands for a longer one
INITIALS = 3  # letters of initials, at least
ENDING = 2  # letters by which a written word may be longer than the one it means: `winged`, wing


class ShortName(NamedTuple):
    """The name that a shorter one stands for, and the others it may stand for just as well.

    `others` is empty if the name is certain.
    """

    name: str
    others: tuple[str, ...] = ()


def find_short_name(
    written: str, names: Iterable[str], usual: frozenset[str], shortest: int = SHORTEST
) -> ShortName | None:
    """Return the one of `names` that `written` is short for, or None if it fits none.

    Each written word must stand for a word of the name. The name with the fewest other words is
    meant. It is certain if it is the only one, or if its other words are all words that people
    leave out: those of phrases.yaml, and those of `usual`, such as the faction's name.
    `shortest` is how many letters a word needs to stand for a longer one: fewer if there are few
    names.
    """
    words = make_plain(written).split()
    if not words or not any(word.isalpha() and len(word) >= INITIALS for word in words):
        return None
    unsaid = usual | get_words("left_out")
    fitting: list[tuple[int, str]] = []
    for name in names:
        known = make_plain(name).split()
        left = _remove_meant_words(words, known, shortest)
        if left is None and len(words) == 1 and _is_initials(words[0], known, unsaid):
            left = []
        if left is not None:
            fitting.append((sum(word not in unsaid for word in left), name))
    if not fitting:
        return None
    fitting.sort()
    least = fitting[0][0]
    nearest = [name for count, name in fitting if count == least]
    if len(nearest) == 1 and (len(fitting) == 1 or least == 0):
        return ShortName(nearest[0])
    others = nearest[1:] if len(nearest) > 1 else [name for _, name in fitting[1:]]
    return ShortName(nearest[0], tuple(others))


def _remove_meant_words(words: list[str], known: list[str], shortest: int) -> list[str] | None:
    """Return `known` without the words that `words` stand for; None if one stands for nothing."""
    left = list(known)
    for word in words:
        meant = min(
            (place for place, other in enumerate(left) if _stands_for(word, other, shortest)),
            key=lambda place: left[place] != word,
            default=None,
        )
        if meant is None:
            return None
        del left[meant]
    return left


def _stands_for(written: str, known: str, shortest: int) -> bool:
    """Return whether the word `written` is `known`, misspelt, shortened, or with an ending."""
    if count_slips(written, known) is not None:
        return True
    short, full = make_singular_key(written), make_singular_key(known)
    if len(short) >= shortest and full.startswith(short):
        return True
    return len(full) >= SHORTEST and short.startswith(full) and len(short) - len(full) <= ENDING


def _is_initials(written: str, known: list[str], unsaid: frozenset[str]) -> bool:
    """Return whether `written` is the first letters of the words of a name.

    The words that people leave out may be left out.
    """
    if len(written) < INITIALS:
        return False
    everything = "".join(word[0] for word in known)
    meant = "".join(word[0] for word in known if word not in unsaid)
    return written in (everything, meant)
