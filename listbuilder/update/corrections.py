"""Our corrections: where our data differ from a source on purpose, with the reason.

`factions/<system>/corrections.yaml` has a row for each. A correction survives every update as long
as the source says what it said when we corrected it. It is *spent* once the source agrees with us,
*stale* once it says something else again, and *orphaned* once its unit is no longer ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from listbuilder.data.library import CORRECTIONS
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.update.compare import make_digest, normalise
from listbuilder.update.fields import Field, get_entry_kinds
from listbuilder.update.lock import read_lock
from listbuilder.update.our_books import OurBook, OurEntry, read_our_books
from listbuilder.yamlio import reader


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One field of one entry in which our data differ from a source, and why.

    `unit` is the id of the entry, of any kind; `inside` is the id of its holder. `source` is the
    name of the reader, "" for all.
    """

    book: str
    unit: str
    field: str
    reason: str
    evidence: str
    upstream: object = None
    ours: object = None
    source: str = ""
    since: str = ""
    inside: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a corrections file."""

    system: str
    corrections: tuple[Correction, ...] = ()


def read_corrections(folder: Path, system: str) -> tuple[Correction, ...]:
    """Return the corrections of `system` in the data folder `folder`; none if there is no file.

    Raises Unreadable if the file doesn't fit.
    """
    file = folder / system / CORRECTIONS
    if not file.is_file():
        return ()
    document = reader.read_yaml(
        reader.read_bytes(file, reader.DATA_BYTES), str(file), reader.DATA_BYTES
    )
    try:
        return msgspec.convert(document.data, _File).corrections
    except msgspec.ValidationError as error:
        raise Unreadable(
            [Problem(key="bad_corrections", file=str(file), args={"error": str(error)})]
        ) from None


def find_correction(
    corrections: Iterable[Correction], entry: OurEntry, field: str
) -> Correction | None:
    """Return the correction of a field of `entry`, or None."""
    for correction in corrections:
        if (
            correction.book == entry.book
            and correction.unit == entry.id
            and correction.field == field
            and correction.inside == entry.inside
        ):
            return correction
    return None


def list_orphaned(
    corrections: Sequence[Correction], ours: Mapping[str, OurBook]
) -> list[Correction]:
    """Return the corrections of entries that our data no longer have."""
    known = {
        (entry.book, entry.inside, entry.id) for book in ours.values() for entry in book.entries
    }
    return [
        correction
        for correction in corrections
        if (correction.book, correction.inside, correction.unit) not in known
    ]


def find_correction_problems(file: Path) -> list[Problem]:
    """Return a warning for each correction in `file` that a person should look at.

    It is orphaned if our data have no such entry, and spent or stale by what its source said last
    time. Raises Unreadable if the file doesn't fit.
    """
    folder, system = file.parent.parent, file.parent.name
    corrections = read_corrections(folder, system)
    kinds = get_entry_kinds(system)
    ours = read_our_books(folder, system)
    by_place = {
        (entry.book, entry.inside, entry.id): entry
        for book in ours.values()
        for entry in book.entries
    }
    problems: list[Problem] = []
    for correction in corrections:
        entry = by_place.get((correction.book, correction.inside, correction.unit))
        args = {"book": correction.book, "unit": correction.unit, "field": correction.field}
        state = ""
        if entry is None:
            state = "orphaned"
        elif correction.field in kinds[entry.kind].fields:
            state = _judge_correction(
                correction, entry, kinds[entry.kind].fields[correction.field], folder, system
            )
        if state:
            key = f"correction_{state}"
            problems.append(Problem(key=key, file=str(file), args=args, severity="warning"))
    return problems


def _judge_correction(
    correction: Correction, entry: OurEntry, field: Field, folder: Path, system: str
) -> str:
    """Return "spent" or "stale" by what the correction's source said last time, or ""."""
    if not correction.source:
        return ""
    digests = {
        line.digests[correction.field]
        for line in read_lock(folder, system, correction.source).entries
        if line.ours == entry.key and correction.field in line.digests
    }
    upstream = make_digest(normalise(field, correction.upstream, entry.raw))
    ours = make_digest(normalise(field, entry.raw.get(correction.field), entry.raw))
    if not digests or upstream in digests:
        return ""
    return "spent" if ours in digests else "stale"
