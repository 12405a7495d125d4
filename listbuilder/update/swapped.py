"""Entries that seem to have exchanged their names in a source: their values change places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

import msgspec

from listbuilder.update.compare import make_digest, normalise
from listbuilder.update.decide import Difference, Outcome, RankedSource, make_locked_entry
from listbuilder.update.fields import EntryKind, Field
from listbuilder.update.price_changes import sum_price_changes

Key = tuple[str, str, str, str]
_TELLING = ("set", "rows", "list", "items", "options")
_FEW_POINTS = 10  # prices that differ by no more are exchanged by chance now and then
_MANY_PARTS = 3  # members of a list that two entries don't share by chance


class _Exchanges:
    """The entries whose values of a field changed places, found while changes are added."""

    def __init__(self) -> None:
        """Begin without a change."""
        self._changes: dict[tuple[str, ...], dict[tuple[str, str], Key]] = defaultdict(dict)
        self.keys: set[Key] = set()

    def add(
        self, field: tuple[str, ...], before: str, after: str, key: Key, *, is_telling: bool = True
    ) -> None:
        """Add that the entry `key` changes from `before` to `after`, both as digests.

        If an entry of the same `field` changed the other way round, both have exchanged their
        values; with `is_telling` false, this is taken for chance.
        """
        same_field = self._changes[field]
        other = same_field.get((after, before))
        if other is not None and is_telling:
            self.keys |= {key, other}
        same_field[before, after] = key


def ask_swapped_entries(
    outcome: Outcome, kinds: Mapping[str, EntryKind], sources: Iterable[RankedSource]
) -> None:
    """Make questions of what would be taken for two entries of a book that exchange a value.

    Without an id of its own, nothing else in a source shows that two names are swapped. Entries in
    others are left out: an enhancement has one price, and of few prices two are often exchanged.
    """
    exchanges = _Exchanges()
    for difference in outcome.differences:
        entry = difference.entry
        field = kinds[entry.kind].fields[difference.field]
        if difference.verdict != "taken" or entry.inside or not _is_telling(difference, field):
            continue
        before, after = _make_forms(difference, field)
        exchanges.add((entry.book, entry.kind, difference.field), before, after, entry.key)
    swapped = set(exchanges.keys)
    for source in sources:
        swapped |= _find_swapped_in_source(source, kinds)
    for index, difference in enumerate(outcome.differences):
        if difference.verdict == "taken" and difference.entry.key in swapped:
            outcome.differences[index] = msgspec.structs.replace(
                difference, verdict="asked", reason="swapped"
            )


def _find_swapped_in_source(source: RankedSource, kinds: Mapping[str, EntryKind]) -> set[Key]:
    """Return our entries of which the source now says what it said of another one last time.

    It shows a swap where our data differ from the source's in something else.
    """
    exchanges = _Exchanges()
    for pair in source.matched.pairs:
        base = source.lock.find(pair.book, pair.entry)
        if base is None or pair.ours.inside:
            continue
        now = make_locked_entry(pair.book, pair.entry, pair.ours, kinds).digests
        for name, digest in now.items():
            before = base.digests.get(name, digest)
            if before == digest or kinds[pair.ours.kind].fields[name].decide == "price":
                continue
            value = pair.entry.fields[name].data
            is_long = isinstance(value, list) and len(value) >= _MANY_PARTS
            place = (pair.book.name, pair.ours.kind, name)
            exchanges.add(place, before, digest, pair.ours.key, is_telling=is_long)
    return exchanges.keys


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
