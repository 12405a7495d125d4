"""Fields of which one source says two things: two cards of one name, with other values."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.update.compare import normalise
from listbuilder.update.fields import EntryKind, Field
from listbuilder.update.match import Matched, Pair
from listbuilder.update.tree import Place

Key = tuple[str, str, str, str]


def find_contested_fields(
    matched: Matched, kinds: Mapping[str, EntryKind]
) -> dict[tuple[Key, str], Place]:
    """Return the fields of our entries of which a source says two things, and where the second is.

    Which of two cards of one name is the right one is for a person to say.
    """
    contested: dict[tuple[Key, str], Place] = {}
    first = {pair.ours.key: pair for pair in matched.pairs}
    for other in matched.doubles:
        pair = first[other.ours.key]
        for name, field in kinds[other.ours.kind].fields.items():
            if _make_form(pair, name, field) != _make_form(other, name, field):
                contested[pair.ours.key, name] = other.entry.place
    return contested


def _make_form(pair: Pair, name: str, field: Field) -> object:
    """Return the form of a field as an entry of a source has it, None if it doesn't."""
    value = pair.entry.fields.get(name)
    if value is None:
        return None
    said = {other: stated.data for other, stated in pair.entry.fields.items()}
    return normalise(field, value.data, {**pair.ours.raw, **said})
