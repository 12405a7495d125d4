"""Entries that seem to have exchanged their names in a source: their values change places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import msgspec

from listbuilder.update.compare import make_digest, normalise
from listbuilder.update.decide import Difference, Outcome
from listbuilder.update.fields import EntryKind, Field
from listbuilder.update.price_changes import sum_price_changes

Key = tuple[str, str, str, str]
_TELLING = ("set", "rows", "list", "items", "options")
_FEW_POINTS = 10  # prices that differ by no more are exchanged by chance now and then
_MANY_PARTS = 3  # members of a list that two entries don't share by chance


def ask_swapped_entries(outcome: Outcome, kinds: Mapping[str, EntryKind]) -> None:
    """Make questions of what would be taken for two entries of a book that exchange a value.

    Without an id of its own, nothing else in a source shows that two names are swapped. Entries in
    others are left out: an enhancement has one price, and of few prices two are often exchanged.
    """
    changes: dict[tuple[str, ...], dict[tuple[str, str], Key]] = defaultdict(dict)
    swapped: set[Key] = set()
    for one in outcome.differences:
        field = kinds[one.entry.kind].fields[one.field]
        if one.verdict != "taken" or one.entry.inside or not _is_telling(one, field):
            continue
        before, after = _make_forms(one, field)
        same_field = changes[one.entry.book, one.entry.kind, one.field]
        other = same_field.get((after, before))
        if other is not None:
            swapped |= {one.entry.key, other}
        same_field[before, after] = one.entry.key
    for index, one in enumerate(outcome.differences):
        if one.verdict == "taken" and one.entry.key in swapped:
            outcome.differences[index] = msgspec.structs.replace(
                one, verdict="asked", reason="swapped"
            )


def _is_telling(difference: Difference, field: Field) -> bool:
    """Return whether two entries hardly exchange such a value by chance.

    Releases move prices by a few points, and many detachments have one of a few dispositions.
    """
    if field.decide == "price":
        return abs(sum_price_changes(difference.ours, difference.theirs)) > _FEW_POINTS
    values = (difference.ours, difference.theirs)
    return field.compare in _TELLING and all(
        isinstance(value, list) and len(value) >= _MANY_PARTS for value in values
    )


def _make_forms(difference: Difference, field: Field) -> tuple[str, str]:
    """Return digests of our value and of the source's."""
    raw = difference.entry.raw
    return (
        make_digest(normalise(field, difference.ours, raw)),
        make_digest(normalise(field, difference.theirs, raw)),
    )
