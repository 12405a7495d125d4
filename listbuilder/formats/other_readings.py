"""Try a text that is not read as it seems in the other ways it may have been meant.

With its lines whole, and in the form that its body has rather than its header. What is read best
counts, and only with every unit that the first way found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.formats import registry
from listbuilder.formats.clean import paste, typed
from listbuilder.formats.clean.battlescribe_text import rewrite_battlescribe_text
from listbuilder.formats.detect import Detected, detect_text
from listbuilder.formats.parsed import TYPED
from listbuilder.matching.numbers import has_price
from listbuilder.model.problem import Unreadable

if TYPE_CHECKING:
    from listbuilder.formats.imported_list import Import

Find = Callable[[], Detected]
BODIES = (
    *(
        "gw-app-text",
        "gw-app-text-flat",
        "nr-wtc-compact",
        "nr-simple",
        "bracket-fr-text",
        "warorgan-text",
        "listforge-text",
    ),
    *("aos-app-text", "listbot-text"),
)
FINAL = (
    "too_large",
    "too_many_lines",
    "too_many_units",
    "too_many_items",
    "two_lists",
    "edition_not_read",
)  # nothing else helps


# lines to read again in other ways, or as of other dates: the longest list seen has 250, and 20
# ways
MOST_LINES = 5_000

_FEWEST_PRICES = 2  # lines with points, of a list in which the points of units are written


def limit_tries(lines: int) -> int:
    """Return how many times a text with `lines` lines may be read again.

    The more lines, the fewer times. Why: a text with thousands of lines is no list that was merely
    pasted badly.
    """
    return MOST_LINES // max(1, lines)


class Way(NamedTuple):
    """A way to take a text.

    `whole`: it counts only where it leaves nothing unread, for it takes the text for something else
    than it seems.
    """

    find: Find
    whole: bool = False


def iter_ways(text: str, name: str) -> Iterator[Way]:
    """Yield further ways to read a text: with lines joined, retyped, in other formats.

    Retyped means that lines typed by people are rewritten as programs write them. The other formats
    are those of games with the same kind of army, if the text's own format is known.
    """
    texts = [text, *paste.join_broken_lines(text)]
    yield from (Way(partial(detect_text, variant, name)) for variant in texts[1:])
    if (rewritten := rewrite_battlescribe_text(text)) != text:
        yield Way(partial(detect_text, rewritten, name))
    if (retyped := typed.rewrite_typed(text)) != text:
        yield Way(partial(detect_text, retyped, name))
    seeming = _find_form(text, name)
    kinds = registry.READERS[seeming].kinds if seeming else ()
    for variant in texts[:2]:
        for form in BODIES:
            if form != seeming and (not kinds or registry.READERS[form].kinds == kinds):
                yield Way(partial(detect_text, variant, name, form), whole=True)
    if seeming is None or sum(map(has_price, text.split("\n"))) < _FEWEST_PRICES:
        yield Way(partial(detect_text, text, name, TYPED))


def _find_form(text: str, name: str) -> str | None:
    """Return the name of the format that the text seems to have, or None if it is no list."""
    try:
        return detect_text(text, name).format
    except Unreadable:
        return None


def find_best_reading(
    import_way: Callable[[Find, Import | None], Import | None], ways_to_try: Iterable[Way]
) -> Import:
    """Return the import by the first way that leaves nothing unread, else by the best way.

    `import_way` imports the list in one way and returns None if the result is no better than the
    one given. If no way works, the error of the first way is raised. It is raised at once if its
    reason is one that no other way can help.
    """
    chosen: Import | None = None
    first_error: Unreadable | None = None
    for way in ways_to_try:
        try:
            imported = import_way(way.find, chosen)
        except Unreadable as error:
            first_error = first_error or error
            if chosen is None and error is first_error and error.problems[0].key in FINAL:
                raise
            continue
        if imported is not None and (chosen is None or _is_better(imported, chosen, way)):
            chosen = imported
        if chosen is not None and chosen.document is not None and not chosen.account.unread:
            break
    if chosen is None:
        assert first_error is not None, "there is a first way"
        raise first_error
    return chosen


def _is_better(imported: Import, chosen: Import, way: Way) -> bool:
    """Return whether `imported` was read further than `chosen`, with no fewer units.

    If `way` counts only without unread lines (`whole`), there must be none, and no more errors: a
    text taken for something else than it seems must not be illegal by that. False also if the name
    of `imported` holds what `chosen` read as its detachment.
    """
    complete = imported.document is not None and not imported.account.unread
    return (
        imported.unit_count >= chosen.unit_count
        and imported.rank > chosen.rank
        and (not way.whole or (complete and _has_no_more_errors(imported, chosen)))
        and not _has_detachment_as_name(imported, chosen)
    )


def _has_no_more_errors(imported: Import, chosen: Import) -> bool:
    """Return whether `imported` has no more errors than `chosen`, or `chosen` has no army."""
    if imported.position is None or chosen.position is None or chosen.position.army is None:
        return True
    errors = imported.position.count_findings("error")
    return errors <= chosen.position.count_findings("error")


def _has_detachment_as_name(imported: Import, chosen: Import) -> bool:
    """Return whether `imported` takes as the list's name what `chosen` read as its detachment.

    That is: `imported` has no detachment, and its name contains that of `chosen`.
    """
    detachment, name = chosen.parsed.detachment, imported.parsed.name
    return bool(
        detachment and name and imported.parsed.detachment is None and detachment.text in name.text
    )
