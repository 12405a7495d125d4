"""Applying decided changes to the data files: all of them, or none.

`compute_update` works out the new bytes of every file and writes nothing; the caller writes them
with `data/transaction.py`, so that a crash leaves all files old or all new. A change that the files
already have does nothing, so the same changes can be applied again. The last guards are here: no
rules text, not too many removals, no date before the newest one, and nothing overwritten that
somebody has changed since the decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar, cast

import msgspec

from listbuilder.history.price_digest import compute_price_digest
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.windows import GRACE, is_day, shift_date
from listbuilder.update.changes import (
    Change,
    FieldChange,
    NewBook,
    NewEntry,
    Removed,
    Renamed,
)
from listbuilder.update.data_entries import DataEntries, LiveEntry
from listbuilder.update.guards import find_many_removals
from listbuilder.update.history_writing import HistoryWriter
from listbuilder.update.merge_values import Raw, make_plain, put_key, set_key
from listbuilder.update.references import CONTENT, drop_references, rename_references
from listbuilder.update.text_guard import find_rules_text, is_rules_text, shorten_text
from listbuilder.yamlio.data_layout import write_file
from listbuilder.yamlio.node_positions import is_same

_NEVER = "9999-12-31"  # later than any date: nothing has it
_TITLE = ("system", "id", "name", "faction", "subfaction", "alliance", "faction_keyword")
T = TypeVar("T")


class Outcome(msgspec.Struct):
    """The result of applying changes: the new files, or the problems instead of them.

    `files` are the new bytes by place: the path below the game's folder, without the ending.
    `written` and `same` are the changes that were made and those that the files already had.
    `unrecorded` are changes whose former state no history can hold, though it may matter for lists
    of earlier dates. `books` are the ids of the books that change, without their histories.
    """

    files: dict[str, bytes] = {}
    written: list[Change] = []
    same: list[Change] = []
    unrecorded: list[Change] = []
    problems: list[Problem] = []
    books: list[str] = []


def compute_update(
    folder: Path,
    system: str,
    changes: Sequence[Change],
    day: str,
    document: str,
    confirmed: Iterable[str] = (),
) -> Outcome:
    """Return the files of `system` in `folder` after `changes`; nothing is written.

    The changes apply from `day` on. `document` is the label of the points document, for the list of
    releases. `confirmed` are books that the sources confirm unchanged: if anything is written,
    their date moves too.
    """
    return _Update(folder, system, day, document).apply_all(changes, confirmed)


def compute_mere_release(folder: Path, system: str, day: str) -> dict[str, bytes]:
    """Return the new files of an update on `day` that changes nothing but dates.

    Why: the data of dates before `day` are then computed from the history, as after any update.
    """
    update = _Update(folder, system, day, "")
    update.write_dates(())
    return update.entries.files.write_changed()


class _Update:
    """The application of one set of changes to the data files of a game."""

    def __init__(self, folder: Path, system: str, day: str, document: str) -> None:
        self.folder, self.day, self.document = folder, day, document
        self.entries = DataEntries(system, folder)
        self.history = HistoryWriter(self.entries, day)
        self.outcome = Outcome()
        self.new_books: dict[str, bytes] = {}
        self.touched: dict[str, None] = {}
        self.new_ids: dict[tuple[str, str, str], str] = {}
        self.new_names: dict[str, str] = {}
        self.removed: set[tuple[str, str, str, str]] = set()

    def apply_all(self, changes: Sequence[Change], confirmed: Iterable[str]) -> Outcome:
        """Apply every change and return the files, or the problems that stop the update."""
        self._refuse_unfit_changes(changes)
        if self.outcome.problems:
            return self.outcome
        self._remember_moves(changes)
        for renamed in _pick(changes, Renamed):
            self._rename(renamed)
        for changed in _pick(changes, FieldChange):
            self._change_field(changed)
        for new in _pick(changes, NewEntry):
            self._add_entry(new)
        for book in _pick(changes, NewBook):
            self._add_book(book)
        for gone in _pick(changes, Removed):
            self._remove(gone)
        if self.outcome.written and not self.outcome.problems:
            self._check_date()
        if self.outcome.problems:
            return Outcome(problems=self.outcome.problems)
        if self.outcome.written:
            self._write_files(confirmed)
        return self.outcome

    # --- guards ---

    def _refuse_unfit_changes(self, changes: Sequence[Change]) -> None:
        """Record a problem for each text that isn't a name, and for too many removals."""
        if not is_day(self.day):
            self._add_problem("bad_date", given=self.day)
        for change in changes:
            values: object = change
            if isinstance(change, FieldChange):
                values = [change.field, change.after]
            elif isinstance(change, NewEntry):
                values = [change.entry_id, change.name, change.fields]
            elif isinstance(change, Renamed):
                values = [change.after, change.new_id]
            elif isinstance(change, NewBook):
                values = [change.book, change.data]
            for text in find_rules_text(values):
                if text in find_rules_text(self.entries.get_book(change.book)):
                    continue  # the book already has it, so somebody has checked it
                name = change.book if isinstance(change, NewBook) else change.entry_id
                args = {"book": change.book, "name": name, "text": shorten_text(text)}
                self._add_problem("update_rules_text", **args)
        if is_rules_text(self.document):
            args = {"book": "versions", "name": "document", "text": shorten_text(self.document)}
            self._add_problem("update_rules_text", **args)
        gone = [change.kind for change in changes if isinstance(change, Removed)]
        new = [change.kind for change in changes if isinstance(change, NewEntry)]
        self.outcome.problems += find_many_removals(gone, new)

    def _check_date(self) -> None:
        """Record a problem if the update's date is not after that of the newest data."""
        newest = self.history.newest
        for book in self.touched:
            if book not in self.new_books:
                newest = max(newest, str((self.entries.get_book(book) or {}).get("as_of", "")))
        if self.day <= newest:
            self._add_problem("update_not_later", given=self.day, newest=newest)

    def _add_problem(self, key: str, **args: str | int) -> None:
        """Record a problem that stops the update."""
        self.outcome.problems.append(Problem(key=key, args=dict(args)))

    # --- one change ---

    def _remember_moves(self, changes: Sequence[Change]) -> None:
        """Remember the new names and ids, and the removed entries.

        Why: all changes name entries as they are before the update.
        """
        for change in changes:
            if isinstance(change, Renamed):
                self.new_names[change.before] = change.after
            if isinstance(change, Renamed) and change.new_id:
                self.new_ids[change.book, change.kind, change.entry_id] = change.new_id
            elif isinstance(change, Removed):
                self.removed.add((change.book, change.kind, change.inside, change.entry_id))

    def _find(self, change: FieldChange | Renamed | Removed) -> LiveEntry | None:
        """Return the entry that the change is about, under its new id if it was renamed."""
        entry_id = self.new_ids.get((change.book, change.kind, change.entry_id), change.entry_id)
        for own_id in dict.fromkeys((change.entry_id, entry_id)):
            for inside in self._list_holder_ids(change.book, change.kind, change.inside):
                entry = self.entries.find_entry(change.book, change.kind, inside, own_id)
                if entry is not None:
                    return entry
        return None

    def _list_holder_ids(self, book: str, kind: str, inside: str) -> list[str]:
        """Return the id `inside` of a holder, followed by its new id if it is renamed."""
        description = self.entries.kinds.get(kind)
        holder = description.inside if description else ""
        return list(dict.fromkeys((inside, self.new_ids.get((book, holder, inside), inside))))

    def _is_kind_known(self, change: Change) -> bool:
        """Return whether the game has entries of the change's kind; if not, record a problem."""
        kind = "" if isinstance(change, NewBook) else change.kind
        if kind and kind not in self.entries.kinds:
            self._add_problem("update_no_kind", book=change.book, given=kind)
            return False
        return True

    def _record_written(self, change: Change, is_kept: bool, book: str) -> None:
        """Record that `change` is written into `book`.

        `is_kept`: the history keeps the former state.
        """
        self.outcome.written.append(change)
        self.touched[book] = None
        if not is_kept:
            self.outcome.unrecorded.append(change)

    def _refuse_unknown_entry(self, change: FieldChange | Renamed | Removed) -> None:
        """Add the problem that no book has the entry of `change`."""
        self._add_problem(
            "update_no_entry", book=change.book, kind=change.kind, given=change.entry_id
        )

    def _change_field(self, change: FieldChange) -> None:
        """Give one key of an entry its new value, and keep the old one in the history."""
        if not self._is_kind_known(change):
            return
        entry = self._find(change)
        if entry is None:
            if (change.book, change.kind, change.inside, change.entry_id) in self.removed:
                self.outcome.same.append(change)
            else:
                self._refuse_unknown_entry(change)
            return
        before, after = make_plain(change.before), make_plain(change.after)
        if change.field not in CONTENT:
            after = self._rename_texts(after)
        current = make_plain(entry.raw.get(change.field))
        if is_same(current, after):
            self.outcome.same.append(change)
        elif change.field in ("id", "name") or not self._is_as_decided(current, before):
            self._add_problem(
                "update_changed_since", book=change.book, name=entry.name, field=change.field
            )
        else:
            set_key(entry.raw, change.field, after, entry.list_siblings())
            is_kept = self._record_field(change.book, entry, change.field, before)
            self._record_written(change, is_kept, change.book)
            if entry.kind == "warscroll" and change.field == "points":
                self._update_copies(change.book, entry, before, after)

    def _is_as_decided(self, current: object, before: object) -> bool:
        """Return whether a value is still what it was at the decision, apart from renames."""
        return is_same(current, before) or is_same(current, self._rename_texts(before))

    def _rename_texts(self, value: object) -> object:
        """Return `value` with the old names of renamed entries replaced by the new ones."""
        if isinstance(value, str):
            return self.new_names.get(value, value)
        if isinstance(value, list):
            return [self._rename_texts(item) for item in value]
        if isinstance(value, dict):
            return {key: self._rename_texts(item) for key, item in value.items()}
        return value

    def _record_field(self, book: str, entry: LiveEntry, field: str, before: object) -> bool:
        """Write the former value of a field into the history; return whether nothing is lost.

        Nothing is lost in a game without a history, nor for profiles of weapons and models, because
        no verdict depends on them.
        """
        description = entry.kind and self.entries.kinds[entry.kind].fields.get(field)
        if not self.history.is_kept or (description and description.decide == "profile"):
            return True
        return self.history.record_field(book, entry, field, before)

    def _update_copies(self, book: str, entry: LiveEntry, before: object, after: object) -> None:
        """Set the new price on copies of a warscroll in armies of renown that had its old price."""
        data = self.entries.get_book(book) or {}
        for army in cast(list[Raw], data.get("armies_of_renown") or []):
            for copy in cast(list[Raw], army.get("copied_warscrolls") or []):
                if copy.get("same_as") == entry.id and copy.get("points") == before:
                    copy["points"] = after

    def _rename(self, change: Renamed) -> None:
        """Give an entry its new name and id, also wherever others name it.

        The old name is kept in the history and the aliases.
        """
        if not self._is_kind_known(change):
            return
        entry = self._find(change)
        new_id = change.new_id or change.entry_id
        if entry is None:
            self._refuse_unknown_entry(change)
        elif entry.id == new_id and entry.name == change.after:
            self.outcome.same.append(change)
        elif entry.id != change.entry_id or entry.name != change.before:
            self._add_problem(
                "update_changed_since", book=change.book, name=entry.name, field="name"
            )
        elif self._is_taken(change, entry, new_id):
            self._add_problem("update_id_taken", book=change.book, given=change.after)
        else:
            is_kept = not self.history.is_kept or self.history.record_rename(
                change.book, entry, change.after, new_id
            )
            if new_id != entry.id and self.history.is_kept:
                self._move_inner_records(change.book, entry, new_id, change.after)
            entry.raw["name"], entry.raw["id"] = change.after, new_id
            self._record_written(change, is_kept, change.book)
            for followed in rename_references(self.entries, change, entry):
                self._record_followed(
                    followed.book, followed.entry, followed.field, followed.before
                )

    def _is_taken(self, change: Renamed, entry: LiveEntry, new_id: str) -> bool:
        """Return whether another entry has the new name or id, as when two swap their names."""
        return any(
            row.get("id") == new_id or row.get("name") == change.after
            for row in entry.list_siblings()
        )

    def _move_inner_records(self, book: str, holder: LiveEntry, new_id: str, new_name: str) -> None:
        """Move the history records of the entries inside `holder`: their ids begin with its id."""
        for inner in self._list_inner(book, holder):
            self.history.move_record(book, inner, f"{new_id}/{inner.id}", inner.name)

    def _list_inner(self, book: str, holder: LiveEntry) -> list[LiveEntry]:
        """Return the entries that are inside of `holder`."""
        inner: list[LiveEntry] = []
        for kind, description in self.entries.kinds.items():
            if description.inside == holder.kind:
                for entry in self.entries.list_entries(book, kind):
                    if entry.holder is holder.raw:
                        inner.append(entry)
        return inner

    def _record_followed(
        self, book: str, entry: LiveEntry | None, field: str, before: object
    ) -> None:
        """Record that a reference was changed in `book` by a rename or removal.

        If it is a field of an entry, the history keeps its value `before`.
        """
        self.touched[book] = None
        if entry is not None:
            self._record_field(book, entry, field, before)

    def _add_entry(self, change: NewEntry) -> None:
        """Insert a new entry into its list, after the entry that `change` says."""
        if not self._is_kind_known(change):
            return
        try:
            inside = self._list_holder_ids(change.book, change.kind, change.inside)[-1]
            rows, holder = self.entries.find_rows(change.book, change.kind, inside)
        except Unreadable as error:
            self.outcome.problems += error.problems
            return
        raw: Raw = {"id": change.entry_id, "name": change.name}
        raw |= cast(Raw, make_plain({k: v for k, v in change.fields.items() if v is not None}))
        there = next((row for row in rows if row.get("id") == change.entry_id), None)
        if there is not None:
            if is_same(make_plain(there), raw):
                self.outcome.same.append(change)
            else:
                self._add_problem("update_id_taken", book=change.book, given=change.entry_id)
            return
        places = [number for number, row in enumerate(rows) if row.get("id") == change.after]
        rows.insert(places[0] + 1 if places else len(rows), raw)
        entry = LiveEntry(change.kind, raw, rows, self.entries.kinds[change.kind].lists[0], holder)
        is_kept = not self.history.is_kept or self.history.record_new(change.book, entry)
        for inner in self._list_inner(change.book, entry) if self.history.is_kept else ():
            self.history.record_new(change.book, inner)
        self._record_written(change, is_kept, change.book)

    def _add_book(self, change: NewBook) -> None:
        """Add a new file, laid out like the other files of the game."""
        data = cast(Raw, make_plain(change.data))
        existing = self.entries.get_book(change.book)
        if existing is not None:
            plain = cast(Raw, make_plain(existing))
            if is_same({**plain, "as_of": ""}, {**data, "as_of": ""}):
                self.outcome.same.append(change)
            else:
                self._add_problem("update_id_taken", book=change.book, given=change.book)
            return
        head = self._find_schema_line()
        lists = {name for kind in self.entries.kinds.values() for name in kind.lists}
        if data.get("system") != self.entries.system or data.get("id") != change.book:
            self._add_problem("update_no_entry", book=change.book, kind="book", given=change.book)
            return
        if "as_of" in data:
            data["as_of"] = self.day
        else:
            put_key(data, "as_of", self.day, [key for key in data if key not in _TITLE])
        self.new_books[change.book] = (head + write_file(data, lists)).encode()
        self._record_written(change, not self.history.is_kept, change.book)

    def _find_schema_line(self) -> str:
        """Return the first line of another book of the game, which names the schema."""
        for book in self.entries.list_books():
            file = self.folder / self.entries.system / f"{book}.yaml"
            first, _, _ = file.read_text("utf-8").partition("\n")
            has_entries = next(self.entries.list_entries(book), None) is not None
            if first.startswith("#") and has_entries:
                return f"{first}\n"
        return ""

    def _remove(self, change: Removed) -> None:
        """Remove an entry from its list and from others that name it.

        Its last state is kept in the history.
        """
        if not self._is_kind_known(change):
            return
        entry = self._find(change)
        if entry is None:
            self.outcome.same.append(change)
            return
        is_kept = True
        if self.history.is_kept:
            for inner in self._list_inner(change.book, entry):
                self.history.record_removed(change.book, inner)
            is_kept = self.history.record_removed(change.book, entry, change.replaced_by)
        entry.rows[:] = [row for row in entry.rows if row is not entry.raw]
        self._record_written(change, is_kept, change.book)
        for followed in drop_references(self.entries, change, entry):
            self._record_followed(followed.book, followed.entry, followed.field, followed.before)

    # --- dates and files ---

    def _write_files(self, confirmed: Iterable[str]) -> None:
        """Set the dates, add the release, and put the bytes of all files into the outcome."""
        self.write_dates(confirmed)
        try:
            changed = self.entries.files.write_changed()
        except Unreadable as error:
            self.outcome = Outcome(problems=list(error.problems))
            return
        self.outcome.files = changed | self.new_books
        self.outcome.books = sorted(self.touched)

    def write_dates(self, confirmed: Iterable[str]) -> None:
        """Move the dates of the books to the day of the update, and add it to the releases."""
        files = self.entries.files
        versions = self.entries.get_versions()
        newest = self.history.newest if versions is not None else _NEVER
        changed_books = {*self.touched, *confirmed}
        for book in self.entries.list_books():
            # One that had the newest date keeps it: a list is judged by the date of its own book.
            for place in (book, f"history/{book}"):
                if book not in self.new_books:
                    files.set_date(place, newest, self.day, changed=book in changed_books)
        if versions is not None:
            versions["as_of"] = self.day
            self._state_exactness(versions)
            row: Raw = {
                "day": self.day,
                "document": self.document or None,
                "changes": len(self.outcome.written),
                "digest": self._compute_digest(),
            }
            kept = {key: value for key, value in row.items() if value is not None}
            cast(list[Raw], versions["releases"]).append(kept)

    def _state_exactness(self, versions: Raw) -> None:
        """Write into `versions` since when the histories are complete and exact, if it isn't there.

        From the last release on, each change was made by an update, with its date. Dates of earlier
        changes may be wrong by a few days (`GRACE`), so it is that much later.
        """
        since = shift_date(self.history.newest, GRACE)
        if since >= self.day or self.outcome.unrecorded:
            return
        for key, later in (
            ("complete_since", ("exact_since", "releases")),
            ("exact_since", ("releases",)),
        ):
            if key not in versions:
                put_key(versions, key, since, later)

    def _compute_digest(self) -> str:
        """Return the digest of all prices of the game as they are now."""
        files = self.entries.files
        return compute_price_digest(
            {book: files.read_data(book) for book in self.entries.list_books()}
        )


def _pick(changes: Iterable[Change], kind: type[T]) -> list[T]:
    """Return the changes of one kind, in their order."""
    return [change for change in changes if isinstance(change, kind)]
