"""One run of `data update`: read the sources, match, decide, ask, and make the changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from listbuilder.data.library import SOURCES
from listbuilder.model.base import make_id_from_name
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.update import changes as made
from listbuilder.update.aliases import read_aliases
from listbuilder.update.corrections import Correction, list_orphaned, read_corrections
from listbuilder.update.decide import (
    Difference,
    GoneEntry,
    NewEntry,
    Outcome,
    RankedSource,
    Rename,
    decide,
    make_locked_entry,
)
from listbuilder.update.fields import EntryKind, get_entry_kinds, list_games
from listbuilder.update.fit_points import fit_points
from listbuilder.update.guards import (
    find_early_date,
    find_lost_books,
    find_many_removals,
    find_older_sources,
    find_thin_books,
)
from listbuilder.update.lock import Lock, LockedEntry, follow_renamed_books, format_lock, read_lock
from listbuilder.update.match import match_source
from listbuilder.update.our_books import OurBook, OurEntry, read_our_books
from listbuilder.update.questions import Answers, Question, make_questions
from listbuilder.update.registry import Reader, list_readers
from listbuilder.update.source_age import read_documents
from listbuilder.update.swapped import ask_swapped_entries
from listbuilder.update.tree import Source

_NOT_OURS = ("", "", "", "")  # of an entry that a source has and we left out


class Update(msgspec.Struct):
    """The result of one run, before anything is written.

    `stopped` are the reasons why nothing may be written; `open` are the questions without an
    answer. `locks` are the new lock files by their path in the data folder.
    """

    system: str
    day: str
    sources: list[RankedSource]
    outcome: Outcome
    questions: list[Question]
    open: list[Question]
    changes: list[made.Change]
    stopped: list[Problem]
    orphaned: list[Correction]
    locks: dict[str, bytes]
    ours: dict[str, OurBook]


def read_source(path: Path, system: str) -> tuple[Reader, Source]:
    """Return the source at `path` and the reader that recognised it.

    Raises Unreadable if the path doesn't exist or no reader knows it.
    """
    if not path.exists():
        raise Unreadable([Problem(key="no_such_file", file=str(path))])
    readers = list_readers()
    for reader in readers.values():
        if reader.recognise(path):
            return reader, reader.read(path, system)
    raise Unreadable(
        [Problem(key="update_unknown_source", file=str(path), args={"known": list(readers)})]
    )


def compute_update(
    folder: Path,
    system: str,
    paths: Sequence[Path],
    day: str,
    answers: Answers,
    faction: str | None = None,
) -> Update:
    """Return what the sources at `paths` change in the data in `folder`, from `day` on.

    `faction` limits the update to one of our books. Nothing is written. Raises Unreadable if the
    game has nothing to update, or a source can't be read at all.
    """
    kinds = get_entry_kinds(system)
    if not kinds:
        raise Unreadable(
            [Problem(key="update_of_no_game", args={"given": system, "known": list_games()})]
        )
    ours = read_our_books(folder, system)
    if not ours:
        raise Unreadable([Problem(key="update_no_data", file=str(folder), args={"system": system})])
    if faction is not None and faction not in ours:
        raise Unreadable(
            [Problem(key="update_no_such_book", args={"given": faction, "known": list(ours)})]
        )
    sources = _read_sources(folder, system, paths, ours)
    corrections = read_corrections(folder, system)
    outcome = decide(sources, ours, kinds, corrections)
    ask_swapped_entries(outcome, kinds, sources)
    if faction is not None:
        _keep_one_book(outcome, faction)
    questions = make_questions(outcome, kinds)
    open_questions, changes, explained = _apply_answers(outcome, questions, answers, kinds)
    newest = max(str(book.document.data.get("as_of", "")) for book in ours.values())
    stopped = [
        *find_early_date(changes, day, newest),
        *find_older_sources(sources, read_documents(folder, system)),
        *find_lost_books(sources, [faction] if faction else ours),
        *find_thin_books(sources, kinds, explained),
        *find_many_removals(
            [change.kind for change in changes if isinstance(change, made.Removed)],
            [change.kind for change in changes if isinstance(change, made.NewEntry)],
        ),
    ]
    return Update(
        system=system,
        day=day,
        sources=sources,
        outcome=outcome,
        questions=questions,
        open=open_questions,
        changes=changes,
        stopped=stopped,
        orphaned=list_orphaned(corrections, ours),
        locks=_make_locks(sources, kinds, system, day, faction, changes, outcome),
        ours=ours,
    )


def _read_sources(
    folder: Path, system: str, paths: Sequence[Path], ours: dict[str, OurBook]
) -> list[RankedSource]:
    """Return the sources at `paths`, each matched with our books.

    Raises Unreadable if two of them need the same reader, or if one has no book that can be read.
    """
    aliases = read_aliases(folder, system, ours)
    sources: list[RankedSource] = []
    for path in paths:
        reader, source = read_source(path, system)
        if any(reader.name == other.reader for other in sources):
            raise Unreadable(
                [Problem(key="update_source_twice", file=str(path), args={"reader": reader.name})]
            )
        if not source.books and source.unread:
            raise Unreadable(
                [
                    Problem(
                        key="update_source_unread",
                        file=str(part.place),
                        args={"reason": part.reason},
                    )
                    for part in source.unread
                ]
            )
        _require_books(source, system)
        source = fit_points(source, ours, get_entry_kinds(system))
        lock = follow_renamed_books(read_lock(folder, system, reader.name), source)
        matched = match_source(source, ours, lock, aliases)
        sources.append(RankedSource(reader.name, reader.rank, matched, lock, reader.is_kept))
    return sources


def _require_books(source: Source, system: str) -> None:
    """Raise Unreadable if a source has nothing of the game `system`, or a book of it twice."""
    if not source.books:
        args: dict[str, object] = {"system": system}
        raise Unreadable([Problem(key="update_no_books", file=str(source.path), args=args)])
    places: dict[str, str] = {}
    for book in source.books:
        place = book.place.file
        if places.setdefault(book.name, place) != place:
            args = {"book": book.name, "first": places[book.name], "second": place}
            raise Unreadable([Problem(key="update_book_twice", file=str(source.path), args=args)])


def _keep_one_book(outcome: Outcome, book: str) -> None:
    """Remove from `outcome` everything about other books than `book`."""
    outcome.differences = [
        difference for difference in outcome.differences if difference.entry.book == book
    ]
    outcome.new = [entry for entry in outcome.new if entry.book == book]
    outcome.gone = [removal for removal in outcome.gone if removal.entry.book == book]
    outcome.renames = [rename for rename in outcome.renames if rename.entry.book == book]


def _apply_answers(
    outcome: Outcome,
    questions: Iterable[Question],
    answers: Answers,
    kinds: Mapping[str, EntryKind],
) -> tuple[list[Question], list[made.Change], dict[str, int]]:
    """Return (open questions, decided changes, explained gaps).

    Explained gaps are the number of units by book that are gone or renamed according to an answer.
    """
    open_questions: list[Question] = []
    changes: list[made.Change] = []
    explained: Counter[str] = Counter()
    for difference in outcome.differences:
        if difference.verdict == "taken":
            changes.append(_make_field_change(difference))
    for new in outcome.new:
        if new.verdict == "taken":
            changes.append(_make_new_entry(new, kinds))
    for question in questions:
        for index, item in enumerate(question.items):
            answer = answers.find(question, index)
            if answer is None:
                if question not in open_questions:
                    open_questions.append(question)
                continue
            if isinstance(item, GoneEntry | Rename):
                explained[item.entry.book] += 1
            change = _make_change(item, answer, kinds)
            if change is not None:
                changes.append(change)
    return open_questions, changes, dict(explained)


def _make_change(
    item: Difference | NewEntry | GoneEntry | Rename, answer: str, kinds: Mapping[str, EntryKind]
) -> made.Change | None:
    """Return the change that an answer decides, or None if everything stays as it is."""
    if isinstance(item, Difference):
        return _make_field_change(item) if answer == "take" else None
    if isinstance(item, NewEntry):
        return _make_new_entry(item, kinds) if answer == "add" else None
    if isinstance(item, GoneEntry):
        if answer != "remove":
            return None
        return made.Removed(
            book=item.entry.book,
            kind=item.entry.kind,
            entry_id=item.entry.id,
            name=item.entry.name,
            inside=item.entry.inside,
            source=", ".join(item.readers),
        )
    if answer != "rename":
        return None
    return made.Renamed(
        book=item.entry.book,
        kind=item.entry.kind,
        entry_id=item.entry.id,
        before=item.entry.name,
        after=item.new_name,
        inside=item.entry.inside,
        source=item.reader,
        place=str(item.place),
    )


def _make_field_change(difference: Difference) -> made.FieldChange:
    """Return the change that gives a field the source's value."""
    entry = difference.entry
    ours = entry.raw.get(difference.field)
    theirs = difference.theirs
    empty = theirs is None or theirs in ([], {}, "", False)
    action: made.Action = "set"
    if ours is None:
        action = "add"
    elif empty:
        action = "remove"
    return made.FieldChange(
        book=entry.book,
        kind=entry.kind,
        entry_id=entry.id,
        field=difference.field,
        before=ours,
        after=None if action == "remove" else theirs,
        action=action,
        inside=entry.inside,
        source=difference.statements[0].reader,
        place=str(difference.place),
    )


def _make_new_entry(new: NewEntry, kinds: Mapping[str, EntryKind]) -> made.NewEntry:
    """Return the change that adds an entry, each field from the most trusted source that has it.

    The fields have the order of fields.yaml, which is that of our files; a value that means the
    same as no field is left out.
    """
    reader, _, first = new.entries[0]
    fields: dict[str, object] = {}
    for name, field in kinds[new.kind].fields.items():
        for _, _, entry in new.entries:
            value = entry.fields.get(name)
            if value is not None and not value.not_understood:
                if value.data != field.absent_is and value.data not in ([], {}, None):
                    fields[name] = value.data
                break
    return made.NewEntry(
        book=new.book,
        kind=new.kind,
        entry_id=make_id_from_name(new.name),
        name=new.name,
        fields=fields,
        inside=make_id_from_name(new.inside) if new.inside else "",
        source=reader,
        place=str(first.place),
    )


def _make_locks(
    sources: Iterable[RankedSource],
    kinds: Mapping[str, EntryKind],
    system: str,
    day: str,
    faction: str | None,
    changes: Iterable[made.Change],
    outcome: Outcome,
) -> dict[str, bytes]:
    """Return the new lock files of the sources, by their path in the data folder.

    A book that wasn't read keeps its lines, and so do all other books if the update is limited to
    one. Entries that a person has to write get no line, so that they are reported again.
    """
    files: dict[str, bytes] = {}
    added = {
        (change.book, change.kind, change.inside, change.name): change
        for change in changes
        if isinstance(change, made.NewEntry)
    }
    by_hand = {
        (entry.book, entry.kind, entry.inside, entry.name)
        for entry in outcome.new
        if entry.verdict == "by_hand"
    }
    for source in sources:
        if not source.is_kept:
            continue
        compared = {
            book
            for book, our_id in source.matched.books.items()
            if faction is None or our_id == faction
        }
        entries = [line for line in source.lock.entries if line.book not in compared]
        for pair in source.matched.pairs:
            if pair.book.name in compared:
                entries.append(make_locked_entry(pair.book, pair.entry, pair.ours, kinds))
        entries += _yield_new_lines(source, compared, kinds, added, by_hand)
        label = source.matched.source.label
        old = source.lock
        same = sorted(map(msgspec.json.encode, entries)) == sorted(
            map(msgspec.json.encode, old.entries)
        )
        if not same or label != old.label:
            old = Lock(entries, label, day)
        files[f"{system}/{SOURCES}/{source.reader}.lock"] = format_lock(old)
    return files


def _yield_new_lines(
    source: RankedSource,
    compared: Container[str],
    kinds: Mapping[str, EntryKind],
    added: Mapping[tuple[str, str, str, str], made.NewEntry],
    by_hand: Container[tuple[str, str, str, str]],
) -> Iterator[LockedEntry]:
    """Yield the lines of the source's entries that our data did not have before this update.

    `compared` are the books to look at. `added` are the entries that our data get now, `by_hand`
    those that a person has to write: they get no line.
    """
    for place, book, entry in source.matched.new:
        if book.name not in compared:
            continue
        inside = make_id_from_name(entry.inside) if entry.inside else ""
        taken = added.get((place, entry.kind, inside, entry.name))
        if taken is not None:
            ours = OurEntry(taken.kind, taken.entry_id, taken.name, place, (), taken.fields, inside)
            yield make_locked_entry(book, entry, ours, kinds)
        elif (place, entry.kind, entry.inside, entry.name) not in by_hand:
            yield LockedEntry(
                book.name, entry.kind, entry.inside, entry.name, entry.source_id, _NOT_OURS, {}
            )
