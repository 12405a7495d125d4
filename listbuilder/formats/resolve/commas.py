"""Put names with a comma together, which a reader has taken for two things on one line.

Readers know no names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from listbuilder.formats.parsed import Listed, ParsedUnit, Words
from listbuilder.matching.names import Names

# of a name, with the joints between them: no name has more than four commas and "and"s, twice that
# is safe
_MOST_PIECES = 17
Known = Callable[[str], bool]


def join_split_names(unit: ParsedUnit, is_known: Known) -> None:
    """Join neighbouring enhancements and entries of a unit that were split at a comma.

    `Enhancement: Through Unity, Devastation` is one enhancement. Two pieces on one line are joined
    if both together are a known name; an enhancement that is known by itself is left alone.
    """
    for words in list(unit.enhancements):
        if words in unit.enhancements and not is_known(words.text):
            _join_with_other_half(unit, words, is_known)
    for entries in _iter_entry_lists(unit.entries):
        for first, second in pairwise(list(entries)):
            if not first.token or not second.token or first.line != second.line:
                continue
            whole = f"{first.name}, {second.name}"
            if is_known(whole):
                first.name = whole
                entries[:] = [entry for entry in entries if entry is not second]


def _join_with_other_half(unit: ParsedUnit, words: Words, is_known: Known) -> None:
    """Join `words` with an entry or enhancement on the same line if both are one known name.

    The other half is removed from `unit`. Nothing changes if there is no other half.
    """
    for entries in _iter_entry_lists(unit.entries):
        for entry in entries:
            if not entry.token or entry.line != words.line:
                continue
            name = _find_whole_name(words.text, entry.name, is_known)
            if name:
                words.text = name
                entries[:] = [kept for kept in entries if kept is not entry]
                return
    for other in unit.enhancements:
        if other is words or other.line != words.line:
            continue
        name = _find_whole_name(words.text, other.text, is_known)
        if name:
            words.text = name
            if words.points is None:
                words.points = other.points
            unit.enhancements = [kept for kept in unit.enhancements if kept is not other]
            return


def _find_whole_name(first: str, second: str, is_known: Known) -> str | None:
    """Return the known name that `first` and `second` make in either order, or None."""
    for name in (f"{first}, {second}", f"{second}, {first}"):
        if is_known(name):
            return name
    return None


def _iter_entry_lists(entries: list[Listed]) -> Iterator[list[Listed]]:
    """Yield `entries` and every list of entries below them."""
    yield entries
    for entry in entries:
        yield from _iter_entry_lists(entry.children)


def split_names(words: Words, names: Names) -> list[Words]:
    """Return the names in `words`: one known name whole, else cut at commas and "and".

    If no part is a known name, `words` is returned uncut.
    """
    if names.find_exact(words.text):
        return [words]
    pieces = re.split(
        r"(, (?:and )?| and | & |; | / )", words.text.strip(" ."), flags=re.IGNORECASE
    )
    names_found: list[Words] = []
    place = 0
    while place < len(pieces):
        ends = range(min(len(pieces), place + _MOST_PIECES), place, -2)
        whole = next(
            (end for end in ends if names.find_exact("".join(pieces[place:end]).strip())), place + 1
        )
        part = "".join(pieces[place:whole]).strip(" .•")
        if part:
            names_found.append(Words(part, words.line))
        place = whole + 1
    return names_found if any(names.find_exact(part.text) for part in names_found) else [words]
