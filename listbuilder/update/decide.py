"""Deciding by three values: what a source said last time, what we have, what it says now.

A source that still says what it said last time says nothing new, even if it is wrong: our data are
kept. If it changed, fields.yaml says which sources may change our data without a question;
everything else becomes a question. No correction of ours is overwritten without one (see
corrections.py).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from listbuilder.model.base import fold
from listbuilder.update.compare import make_digest, normalise
from listbuilder.update.contested import find_contested_fields
from listbuilder.update.corrections import Correction, find_correction
from listbuilder.update.fields import EntryKind, Field
from listbuilder.update.fit_points import (
    POINTS_READERS,
    complete_prices,
    find_price_conditions,
    select_prices,
)
from listbuilder.update.lock import Lock, LockedEntry
from listbuilder.update.match import Matched, Pair, find_renames
from listbuilder.update.our_books import OurBook, OurEntry, Raw
from listbuilder.update.price_changes import is_big_change
from listbuilder.update.text_guard import has_new_rules_text
from listbuilder.update.tree import Book, Entry, Place, Value

OFFICIAL = 2  # sources up to this rank are the publisher's
_MANY_UNITS = 0.2  # of a book's units with a new price from one volunteer: asked

Verdict = Literal["taken", "asked", "by_hand", "kept"]
Reason = Literal[
    "", "first_time", "conflict", "one_source", "sources_differ", "not_understood", "big_change",
    "many_prices", "correction_is_stale", "rules_text", "swapped",
]  # fmt: skip


class Statement(msgspec.Struct, frozen=True):
    """What one source says about one field, and whether it said something else last time.

    `changed` is None if there is no last time. `ours_was` is false if our data differ from what the
    source said last time: then we have changed it too, or never agreed.
    """

    reader: str
    rank: int
    value: Value
    form: object
    changed: bool | None
    ours_was: bool = True


class Difference(msgspec.Struct, frozen=True):
    """A field in which a source differs from our data, and what is to happen with it.

    `theirs` is the value to take; `statements` are those of all sources that have the field, the
    most trusted first.
    """

    entry: OurEntry
    field: str
    ours: object
    theirs: object
    statements: tuple[Statement, ...]
    verdict: Verdict
    reason: Reason = ""
    take_by_default: bool = False

    @property
    def place(self) -> Place:
        """The place in the source that the value to take is from."""
        return self.statements[0].value.place


class NewEntry(msgspec.Struct, frozen=True):
    """An entry that sources have and our data don't."""

    book: str
    kind: str
    inside: str
    name: str
    entries: tuple[tuple[str, int, Entry], ...]  # reader, rank, what it says
    verdict: Verdict
    reason: Reason = ""

    @property
    def place(self) -> Place:
        """The place in the most trusted source."""
        return self.entries[0][2].place


class GoneEntry(msgspec.Struct, frozen=True):
    """An entry of ours that a source no longer has; always a question."""

    entry: OurEntry
    readers: tuple[str, ...]


class Rename(msgspec.Struct, frozen=True):
    """An entry of ours that a source may have under another name; always a question.

    `by_id`: the source's own id says so. `score`: how alike both are otherwise, from 0 to 1.
    `is_taken`: another entry of ours has the name, such as one with which it is swapped.
    """

    entry: OurEntry
    new_name: str
    reader: str
    place: Place
    score: float
    by_id: bool
    is_taken: bool = False


class Outcome(msgspec.Struct):
    """Everything in which the sources differ from our data."""

    differences: list[Difference] = []
    new: list[NewEntry] = []
    gone: list[GoneEntry] = []
    renames: list[Rename] = []
    spent: list[Correction] = []  # corrections that the sources now agree with
    stale: list[Correction] = []  # corrections of what a source no longer says


class RankedSource(msgspec.Struct, frozen=True):
    """A matched source with its reader's name and rank, and what it said last time.

    `is_kept`: what it says now is stored for the next update.
    """

    reader: str
    rank: int
    matched: Matched
    lock: Lock
    is_kept: bool = True


def decide(
    sources: Sequence[RankedSource],
    ours: Mapping[str, OurBook],
    kinds: Mapping[str, EntryKind],
    corrections: Sequence[Correction],
) -> Outcome:
    """Return what differs between the sources and our data, and what is to happen with each."""
    ranked = sorted(sources, key=lambda source: source.rank)
    outcome = Outcome()
    said = _collect_statements(ranked, kinds)
    for book in ours.values():
        for entry in book.entries:
            for field_name, statements in said.get(entry.key, {}).items():
                field = kinds[entry.kind].fields[field_name]
                difference = _decide_field(
                    entry, field_name, field, statements, corrections, outcome
                )
                if difference:
                    outcome.differences.append(difference)
    _ask_many_prices(outcome, ours, kinds)
    _find_presence(ranked, ours, kinds, outcome)
    return outcome


def _collect_statements(
    sources: Iterable[RankedSource], kinds: Mapping[str, EntryKind]
) -> dict[tuple[str, str, str, str], dict[str, list[Statement]]]:
    """Return the statements of the sources by our entry's key and the field's name.

    Prices on conditions that a source never states are completed from ours first.
    """
    said: dict[tuple[str, str, str, str], dict[str, list[Statement]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for source in sources:
        conditions = find_price_conditions(source.matched.source)
        contested = find_contested_fields(source.matched, kinds)
        for pair in source.matched.pairs:
            fields = kinds[pair.ours.kind].fields
            entry = {**pair.ours.raw, **list_raw_fields(pair.entry)}
            base = source.lock.find(pair.book, pair.entry)
            for name, value in pair.entry.fields.items():
                if name not in fields or _is_not_believed(fields[name], source.reader):
                    continue
                field, our_data = fields[name], pair.ours.raw.get(name)
                if other := contested.get((pair.ours.key, name)):
                    missed = (*value.not_understood, f"otherwise in {other}")
                    value = msgspec.structs.replace(value, not_understood=missed)
                was = base.digests.get(name, "") if base else ""
                now = make_digest(normalise(field, value.data, entry))
                spoken_of = our_data
                if field.decide == "price" and source.reader not in POINTS_READERS:
                    spoken_of = select_prices(our_data, conditions)
                    value = complete_prices(value, our_data, conditions)
                statement = Statement(
                    reader=source.reader,
                    rank=source.rank,
                    value=value,
                    form=normalise(field, value.data, entry),
                    changed=was != now if was else None,
                    ours_was=make_digest(normalise(field, spoken_of, pair.ours.raw)) == was,
                )
                said[pair.ours.key][name].append(statement)
    return said


def _is_not_believed(field: Field, reader: str) -> bool:
    """Return whether `field` is taken from certain readers only, and not from `reader`."""
    return bool(field.only) and reader not in field.only


def _decide_field(
    entry: OurEntry,
    name: str,
    field: Field,
    statements: list[Statement],
    corrections: Sequence[Correction],
    outcome: Outcome,
) -> Difference | None:
    """Return how a field differs and what is to happen with it, or None if nothing is new.

    Statements that a correction answers don't count; spent and stale ones go to `outcome`.
    """
    our_form = normalise(field, entry.raw.get(name), entry.raw)
    speaking = [statement for statement in statements if statement.changed is not False]
    correction = find_correction(corrections, entry, name)
    if correction is not None:
        rest = _set_aside_corrected(correction, field, entry, speaking, our_form, outcome)
        speaking = rest
    if not any(statement.form != our_form for statement in speaking):
        return None
    others = [statement for statement in speaking if statement.form != our_form]
    best = others[0]
    first = Difference(
        entry=entry,
        field=name,
        ours=entry.raw.get(name),
        theirs=best.value.data,
        statements=(best, *[statement for statement in statements if statement is not best]),
        verdict="asked",
    )
    if correction is not None:
        return msgspec.structs.replace(first, reason="correction_is_stale")
    if field.decide == "by_hand":
        return msgspec.structs.replace(first, verdict="by_hand")
    reason = _find_reason_to_ask(field, entry.raw.get(name), best, speaking)
    if reason:
        safe = best.changed is True and not best.value.not_understood
        return msgspec.structs.replace(
            first, reason=reason, take_by_default=safe and reason in ("one_source", "many_prices")
        )
    return msgspec.structs.replace(first, verdict="taken")


def _set_aside_corrected(
    correction: Correction,
    field: Field,
    entry: OurEntry,
    speaking: list[Statement],
    our_form: object,
    outcome: Outcome,
) -> list[Statement]:
    """Return the statements that `correction` doesn't answer.

    It answers what the source said when it was corrected. If a source now agrees with us, the
    correction is added to `outcome` as spent; if it says something else, as stale.
    """
    upstream = normalise(field, correction.upstream, entry.raw)
    rest: list[Statement] = []
    for statement in speaking:
        if correction.source not in ("", statement.reader):
            rest.append(statement)
        elif statement.form == our_form:
            outcome.spent.append(correction)
        elif statement.form != upstream:
            outcome.stale.append(correction)
            rest.append(statement)
    return rest


def _find_reason_to_ask(
    field: Field, ours: object, best: Statement, speaking: list[Statement]
) -> Reason:
    """Return why a change to the statement `best` must be a question, or "" if it may be taken.

    `speaking` are all statements that are new.
    """
    agreeing = [statement for statement in speaking if statement.form == best.form]
    if has_new_rules_text(ours, best.value.data):
        return "rules_text"
    is_document = best.rank == 1
    if not is_document and all(statement.changed is None for statement in agreeing):
        return "first_time"
    if best.value.not_understood:
        return "not_understood"
    if not is_document and best.changed and not best.ours_was:
        return "conflict"
    against = [
        statement
        for statement in speaking
        if statement.form != best.form and statement.changed is not False
    ]
    agree = len({statement.reader for statement in agreeing}) > 1
    if field.decide == "price" and not agree and is_big_change(ours, best.value.data):
        return "big_change"
    if is_document:
        return ""
    if any(statement.rank <= best.rank for statement in against):
        return "sources_differ"
    if agree:
        return ""
    if field.decide == "profile":
        return ""
    return "" if best.rank <= OFFICIAL else "one_source"


def _ask_many_prices(
    outcome: Outcome, ours: Mapping[str, OurBook], kinds: Mapping[str, EntryKind]
) -> None:
    """Make the price changes of a book questions if one volunteer has them for over 20 % of it."""
    counts: Counter[str] = Counter()
    for difference in outcome.differences:
        if _is_price_of_one_volunteer(difference, kinds):
            counts[difference.entry.book] += 1
    many = {
        book: count
        for book, count in counts.items()
        if count > _MANY_UNITS * sum(not entry.inside for entry in ours[book].entries)
    }
    for index, difference in enumerate(outcome.differences):
        if difference.entry.book in many and _is_price_of_one_volunteer(difference, kinds):
            outcome.differences[index] = msgspec.structs.replace(
                difference, verdict="asked", reason="many_prices"
            )


def _is_price_of_one_volunteer(difference: Difference, kinds: Mapping[str, EntryKind]) -> bool:
    """Return whether a change of price is from a single source that isn't the publisher's."""
    field = kinds[difference.entry.kind].fields[difference.field]
    return (
        field.decide == "price"
        and difference.reason == "one_source"
        and difference.statements[0].rank > OFFICIAL
    )


# --- what is new, gone or renamed ---


def _find_presence(
    sources: Sequence[RankedSource],
    ours: Mapping[str, OurBook],
    kinds: Mapping[str, EntryKind],
    outcome: Outcome,
) -> None:
    """Add what is new, gone or renamed in the sources to `outcome`."""
    new: dict[tuple[str, str, str, str], list[tuple[str, int, Entry]]] = defaultdict(list)
    gone: dict[tuple[str, str, str, str], list[str]] = defaultdict(list)
    by_key = {entry.key: entry for book in ours.values() for entry in book.entries}
    for source in sources:
        for pair in source.matched.pairs:
            _find_rename_by_id(source, pair, outcome)
        missing = _list_gone(source, by_key)
        fresh = [item for item in source.matched.new if source.lock.find(item[1], item[2]) is None]
        renames = find_renames(missing, fresh)
        for entry, _, theirs, score in renames:
            outcome.renames.append(
                Rename(entry, theirs.name, source.reader, theirs.place, score, by_id=False)
            )
        renamed = {entry.key for entry, _, _, _ in renames}
        named = {id(theirs) for _, _, theirs, _ in renames}
        for entry in missing:
            if entry.key not in renamed:
                gone[entry.key].append(source.reader)
        for place, _, theirs in fresh:
            if id(theirs) not in named:
                key = (place, theirs.kind, theirs.inside, theirs.name)
                new[key].append((source.reader, source.rank, theirs))
    first_time = {source.reader for source in sources if not source.lock.entries}
    for (book, kind, inside, name), entries in new.items():
        verdict, reason = _judge_new_entry(kinds[kind], entries, first_time)
        outcome.new.append(NewEntry(book, kind, inside, name, tuple(entries), verdict, reason))
    for key, readers in gone.items():
        outcome.gone.append(GoneEntry(by_key[key], tuple(readers)))
    names = {(*key[:3], fold(entry.name)) for key, entry in by_key.items()}
    outcome.renames = [
        msgspec.structs.replace(
            rename, is_taken=(*rename.entry.key[:3], fold(rename.new_name)) in names
        )
        for rename in _merge_renames(outcome.renames)
    ]


def _judge_new_entry(
    kind: EntryKind, entries: list[tuple[str, int, Entry]], first_time: set[str]
) -> tuple[Verdict, Reason]:
    """Return what is to happen with a new entry, and the reason if it becomes a question.

    If a required field is missing, a person has to write the entry. `first_time` are the readers of
    sources that are compared for the first time: we may lack their entries on purpose.
    """
    if all(reader in first_time for reader, _, _ in entries):
        return "asked", "first_time"
    said = {
        name
        for _, _, entry in entries
        for name, value in entry.fields.items()
        if not value.not_understood
    }
    if not said.issuperset(kind.required):
        return "by_hand", ""
    words = [[entry.name, list_raw_fields(entry)] for _, _, entry in entries]
    if has_new_rules_text(None, words):
        return "asked", "rules_text"
    readers = [reader for reader, _, _ in entries]
    if len(readers) > len(set(readers)):
        return "asked", "sources_differ"  # two cards of one name
    whole = not any(value.not_understood for value in entries[0][2].fields.values())
    if entries[0][1] <= OFFICIAL and whole:
        return "taken", ""
    return "asked", "one_source"


def _find_rename_by_id(source: RankedSource, pair: Pair, outcome: Outcome) -> None:
    """Add a rename to `outcome` if the source has changed the name of an entry but not its id."""
    if pair.by != "id":
        return
    before = source.lock.find_by_id(pair.book, pair.entry)
    if before is None or before.name == pair.entry.name or pair.entry.name == pair.ours.name:
        return
    outcome.renames.append(
        Rename(pair.ours, pair.entry.name, source.reader, pair.entry.place, 1.0, by_id=True)
    )


def _merge_renames(renames: list[Rename]) -> list[Rename]:
    """Return `renames` without duplicates; of two with equal names, the one by id is kept."""
    best: dict[tuple[tuple[str, str, str, str], str], Rename] = {}
    for rename in sorted(renames, key=lambda rename: (not rename.by_id, -rename.score)):
        best.setdefault((rename.entry.key, rename.new_name), rename)
    return list(best.values())


def _list_gone(
    source: RankedSource, by_key: Mapping[tuple[str, str, str, str], OurEntry]
) -> list[OurEntry]:
    """Return our entries that the source had last time and doesn't have any more.

    Nothing is gone from a source that is read for the first time, as it may never have had it, or
    from a book that wasn't read.
    """
    now = {pair.ours.key for pair in source.matched.pairs}
    present = set(source.matched.books)
    gone: dict[tuple[str, str, str, str], OurEntry] = {}
    for line in source.lock.entries:
        if line.book in present and line.ours not in now and line.ours in by_key:
            gone[line.ours] = by_key[line.ours]
    return list(gone.values())


def list_raw_fields(entry: Entry) -> Raw:
    """Return the values of a source's entry by the names of its fields."""
    return {name: value.data for name, value in entry.fields.items()}


def make_locked_entry(
    pair_book: Book, entry: Entry, ours: OurEntry, kinds: Mapping[str, EntryKind]
) -> LockedEntry:
    """Return the line of the lock file for an entry of a source as it is now.

    It has a digest of each field that our data has too.
    """
    fields = kinds[ours.kind].fields
    context: Raw = {**ours.raw, **list_raw_fields(entry)}
    digests = {
        name: make_digest(normalise(fields[name], value.data, context))
        for name, value in sorted(entry.fields.items())
        if name in fields
    }
    return LockedEntry(
        book=pair_book.name,
        kind=entry.kind,
        inside=entry.inside,
        name=entry.name,
        source_id=entry.source_id,
        ours=ours.key,
        digests=digests,
    )
