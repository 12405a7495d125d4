"""A text that is not read as it seems is tried in the other ways it may have been meant.

With its lines whole, and in the form that its body has rather than its head. What is read best counts, and only with every
unit that the first way found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.exchange import catalog, paste, typed
from listbuilder.exchange.detect import Detected, of_text
from listbuilder.model.problem import Unreadable

if TYPE_CHECKING:
    from listbuilder.exchange.imports import Import

Find = Callable[[], Detected]
BODIES = (
    *("gw-app-text", "gw-app-text-flat", "nr-wtc-compact", "nr-simple", "bracket-fr-text", "warorgan-text", "listforge-text"),
    *("aos-app-text", "listbot-text"),
)
FINAL = ("too_large", "too_many_lines", "too_many_units", "too_many_items", "two_lists", "edition_not_read")  # nothing else helps


MOST_LINES = 5_000  # lines to read again in other ways, or as of other dates: the longest list seen has 250, and 20 ways


def tries(lines: int) -> int:
    """Return how often a text of so many lines may be read again. A text of thousands is no list that was only pasted badly."""
    return MOST_LINES // max(1, lines)


class Way(NamedTuple):
    """`whole`: it counts only where it leaves nothing unread, for it takes the text for something else than it seems."""

    find: Find
    whole: bool = False


def ways(text: str, name: str) -> Iterator[Way]:
    """Of a text: its lines whole, then as a program would have typed it, then each form of a body."""
    texts = [text, *paste.unwrapped(text)]
    yield from (Way(partial(of_text, each, name)) for each in texts[1:])
    if (again := typed.retyped(text)) != text:
        yield Way(partial(of_text, again, name))
    seeming = _form(text, name)
    kinds = catalog.READERS[seeming].kinds if seeming else ()
    for each in texts[:2]:
        for form in BODIES:
            if form != seeming and (not kinds or catalog.READERS[form].kinds == kinds):
                yield Way(partial(of_text, each, name, form), whole=True)


def _form(text: str, name: str) -> str | None:
    try:
        return of_text(text, name).format
    except Unreadable:
        return None


def best(read: Callable[[Find, Import | None], Import | None], found: Iterable[Way]) -> Import:
    """The first way that leaves nothing unread; else the one that leaves least. Raises what the first one raises.

    `read`: a way to take it, and what it has to be better than; None where it is not.
    """
    chosen: Import | None = None
    refused: Unreadable | None = None
    for way in found:
        try:
            made = read(way.find, chosen)
        except Unreadable as error:
            refused = refused or error
            if chosen is None and error is refused and error.problems[0].key in FINAL:
                raise
            continue
        if made is not None and (chosen is None or _better(made, chosen, way)):
            chosen = made
        if chosen is not None and chosen.document is not None and not chosen.account.unread:
            break
    if chosen is None:
        assert refused is not None, "there is a first way"
        raise refused
    return chosen


def _better(made: Import, chosen: Import, way: Way) -> bool:
    complete = made.document is not None and not made.account.unread
    return made.units >= chosen.units and made.rank > chosen.rank and (complete or not way.whole) and not _named(made, chosen)


def _named(made: Import, chosen: Import) -> bool:
    """Whether it takes for the name of the list what was read as its detachment, and nobody knows."""
    detachment, name = chosen.parsed.detachment, made.parsed.name
    return bool(detachment and name and made.parsed.detachment is None and detachment.text in name.text)
