"""Entries that seem to have exchanged their names in a source: their values change places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import msgspec

from listbuilder.update.compare import make_digest, normalise
from listbuilder.update.decide import Difference, Outcome
from listbuilder.update.fields import EntryKind, Field

Key = tuple[str, str, str, str]
_TELLING = ("set", "rows", "list", "items", "options", "regiment")


def ask_swapped_entries(outcome: Outcome, kinds: Mapping[str, EntryKind]) -> None:
    """Make questions of what would be taken for two entries of a book that exchange a value.

    Why: without ids, nothing else in a source shows that two names are swapped. Enhancements and
    the like are left out: they have one price each, and of few prices two are often exchanged.
    """
    changes: dict[tuple[str, ...], dict[tuple[str, str], Key]] = defaultdict(dict)
    swapped: set[Key] = set()
    for difference in outcome.differences:
        entry = difference.entry
        field = kinds[entry.kind].fields[difference.field]
        if difference.verdict != "taken" or entry.inside or not _is_telling(field):
            continue
        before, after = _make_forms(difference, field)
        same_field = changes[entry.book, entry.kind, difference.field]
        other = same_field.get((after, before))
        if other is not None:
            swapped |= {entry.key, other}
        same_field[before, after] = entry.key
    for index, difference in enumerate(outcome.differences):
        if difference.verdict == "taken" and difference.entry.key in swapped:
            outcome.differences[index] = msgspec.structs.replace(
                difference, verdict="asked", reason="swapped"
            )


def _is_telling(field: Field) -> bool:
    """Return whether a field is a price or has values that hardly two entries share by chance."""
    return field.decide == "price" or field.compare in _TELLING


def _make_forms(difference: Difference, field: Field) -> tuple[str, str]:
    """Return a digest of our value and one of the source's, to compare with other entries."""
    raw = difference.entry.raw
    return (
        make_digest(normalise(field, difference.ours, raw)),
        make_digest(normalise(field, difference.theirs, raw)),
    )
