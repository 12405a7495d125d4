"""Names with a comma in them, which a reader that knows no names has taken for two things on one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from listbuilder.exchange.parsed import Listed, ParsedUnit, Words
from listbuilder.games.shared.names import Names

_MOST_PIECES = 17  # of a name, with the joints between them: no name has more than four commas and "and"s, twice that is safe
Known = Callable[[str], bool]


def join(unit: ParsedUnit, known: Known) -> None:
    """`Enhancement: Through Unity, Devastation` is one enhancement where neither half is one and the whole is."""
    for words in list(unit.enhancements):
        if words in unit.enhancements and not known(words.text):
            _with_another(unit, words, known)
    for entries in _lists(unit.entries):
        for one, other in pairwise(list(entries)):
            if one.token and other.token and one.line == other.line and known(f"{one.name}, {other.name}"):
                one.name = f"{one.name}, {other.name}"
                entries[:] = [each for each in entries if each is not other]


def _with_another(unit: ParsedUnit, words: Words, known: Known) -> None:
    for entries in _lists(unit.entries):
        for entry in entries:
            if entry.token and entry.line == words.line and (name := _whole(words.text, entry.name, known)):
                words.text = name
                entries[:] = [each for each in entries if each is not entry]
                return
    for other in unit.enhancements:
        if other is not words and other.line == words.line and (name := _whole(words.text, other.text, known)):
            words.text, words.points = name, words.points if words.points is not None else other.points
            unit.enhancements = [each for each in unit.enhancements if each is not other]
            return


def _whole(one: str, other: str, known: Known) -> str | None:
    return next((name for name in (f"{one}, {other}", f"{other}, {one}") if known(name)), None)


def _lists(entries: list[Listed]) -> Iterator[list[Listed]]:
    yield entries
    for entry in entries:
        yield from _lists(entry.children)


def parts(words: Words, names: Names) -> list[Words]:
    """The names of a row: whole if it is one name, else cut at commas and "and" where that leaves names."""
    if names.find(words.text):
        return [words]
    pieces = re.split(r"(, (?:and )?| and | & |; | / )", words.text.strip(" ."), flags=re.IGNORECASE)
    found: list[Words] = []
    place = 0
    while place < len(pieces):
        ends = range(min(len(pieces), place + _MOST_PIECES), place, -2)
        whole = next((end for end in ends if names.find("".join(pieces[place:end]).strip())), place + 1)
        part = "".join(pieces[place:whole]).strip(" .•")
        if part:
            found.append(Words(part, words.line))
        place = whole + 1
    return found if any(names.find(part.text) for part in found) else [words]
