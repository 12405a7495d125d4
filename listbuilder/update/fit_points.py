"""Completing what a points document says from our books, before both are compared.

A document prints less than our price lists have. It has no prices for one detachment only: they are
the unit's price and a surcharge, which it prints like an enhancement. A table of prices leaves out
rows that don't change. What isn't printed is added from our data here, so that it doesn't seem to
be removed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import msgspec

from listbuilder.model.base import fold, make_id_from_name
from listbuilder.update.fields import EntryKind
from listbuilder.update.our_books import OurBook, OurEntry, Raw
from listbuilder.update.singular import make_name_key
from listbuilder.update.tree import Book, Entry, Place, Source, Unread, Value

POINTS_READERS = ("points_page", "points_text", "points_yaml", "points_table")
_PARTIAL_READER = "points_table"
_CHANGES = "unit_price_changes"

Rows = list[Raw]


def fit_points(
    source: Source, ours: Mapping[str, OurBook], kinds: Mapping[str, EntryKind]
) -> Source:
    """Return `source` with its prices completed from our books.

    A source that isn't a points document is returned unchanged. Kinds of prices for which our data
    has no entries, such as those of another book's units, become `unread` if they differ from ours:
    a person has to write them.
    """
    if source.reader not in POINTS_READERS:
        return source
    fitting = _Fitting(ours, kinds, source.reader == _PARTIAL_READER)
    books = tuple(fitting.fit_book(book) for book in fitting.move_to_parents(source.books))
    return msgspec.structs.replace(source, books=books, unread=(*source.unread, *fitting.unread))


class _Fitting:
    """The completion of one source, with our entries by kind and name."""

    def __init__(
        self, ours: Mapping[str, OurBook], kinds: Mapping[str, EntryKind], is_partial: bool
    ) -> None:
        """Index our entries by name and id; `is_partial`: the source only has what changes."""
        self.ours, self.kinds, self.is_partial = ours, kinds, is_partial
        self.unread: list[Unread] = []
        self.by_name: dict[tuple[str, str], list[OurEntry]] = defaultdict(list)
        for book in ours.values():
            for entry in book.entries:
                self.by_name[entry.kind, fold(entry.name)].append(entry)
                if fold(entry.id) != fold(entry.name):
                    self.by_name[entry.kind, fold(entry.id)].append(entry)

    # --- units and detachments of its parent on a chapter's page ---

    def move_to_parents(self, books: Sequence[Book]) -> list[Book]:
        """Return the books with the units of a chapter's parent moved to the parent's book.

        A chapter's page repeats its parent's units and detachments, some at other prices. Such a
        unit gets rows for the chapter's armies in the parent's price list; such a detachment stays,
        with only its points for the chapter. If the parent's page is missing, our prices are used.
        """
        found = {self._find_book(book): index for index, book in enumerate(books)}
        moved = list(books)
        for our_id, index in found.items():
            chapter = self.ours.get(our_id)
            if chapter is None or chapter.parent not in self.ours or self.is_partial:
                continue
            parent = self.ours[chapter.parent]
            at = found.get(parent.id)
            entries = []
            for entry in moved[index].entries:
                if not self._is_of_parent(entry, chapter, parent):
                    entries.append(entry)
                elif entry.kind == "detachment":
                    fields = {name: value for name, value in entry.fields.items() if name == "dp"}
                    entries.append(
                        msgspec.structs.replace(entry, kind="parent_detachment", fields=fields)
                    )
                elif at is not None:
                    moved[at] = self._add_army_rows(moved[at], entry, chapter)
                else:
                    entries.append(self._price_parent_unit(entry, chapter, parent))
            moved[index] = msgspec.structs.replace(moved[index], entries=tuple(entries))
        return moved

    def _is_of_parent(self, entry: Entry, chapter: OurBook, parent: OurBook) -> bool:
        """Return whether an entry on a chapter's page is a unit or detachment of its parent."""
        if entry.kind not in ("datasheet", "detachment"):
            return False
        homes = {ours.book for ours in self.by_name[entry.kind, fold(entry.name)]}
        return parent.id in homes and chapter.id not in homes

    def _add_army_rows(self, parent: Book, entry: Entry, chapter: OurBook) -> Book:
        """Return `parent`, a book of the source, with the prices of `entry` for the chapter."""
        entries = list(parent.entries)
        for index, known in enumerate(entries):
            if known.kind != entry.kind or fold(known.name) != fold(entry.name):
                continue
            value = known.fields.get("points")
            if value is None or "points" not in entry.fields:
                break
            base = _list_rows(value.data)
            rows = _list_army_rows(base, _list_rows(entry.fields["points"].data), chapter.keyword)
            points = msgspec.structs.replace(value, data=[*base, *rows])
            entries[index] = msgspec.structs.replace(
                known, fields={**known.fields, "points": points}
            )
        return msgspec.structs.replace(parent, entries=tuple(entries))

    def _price_parent_unit(self, entry: Entry, chapter: OurBook, parent: OurBook) -> Entry:
        """Return the entry with our prices of the parent's unit, and rows for the chapter.

        All other fields are left out, because a chapter's page lists other units to join than its
        parent's page.
        """
        found = self._find(entry.kind, entry.name, parent.id)
        value = entry.fields.get("points")
        if found is None or value is None:
            return msgspec.structs.replace(entry, fields={})
        others = [
            row
            for row in _list_rows(found.raw.get("points"))
            if _get_conditions(row).get("army_faction") != chapter.keyword
        ]
        base = [row for row in others if "army_faction" not in _get_conditions(row)]
        rows = _list_army_rows(base, _list_rows(value.data), chapter.keyword)
        points = msgspec.structs.replace(value, data=[*others, *rows])
        return msgspec.structs.replace(entry, fields={"points": points})

    def fit_book(self, book: Book) -> Book:
        """Return the book with each entry completed from ours, or turned into our kind."""
        our_id = self._find_book(book)
        surcharges, entries = self._read_surcharges(book, our_id)
        fitted = []
        for entry in entries:
            if entry.kind == "guest":
                self._report_guest(entry, our_id)
            elif entry.kind == "parent_detachment":
                name = make_id_from_name(entry.name)
                if entry.kind in self.kinds:
                    fitted.append(msgspec.structs.replace(entry, name=name))
            elif entry.kind == "extra":
                fitted.append(self._fit_extra(entry, book))
            elif entry.kind not in self.kinds:
                self.unread.append(Unread(entry.place, f"nothing of ours is a {entry.kind}"))
            elif entry.kind == "datasheet" and "points" in entry.fields:
                fitted.append(self._fit_prices(entry, our_id, surcharges))
            else:
                fitted.append(self._name_as_ours(entry, our_id))
        return msgspec.structs.replace(book, entries=tuple(fitted))

    def _find_book(self, book: Book) -> str:
        """Return the id of our book with one of the names of `book`, or with most of its entries.

        "" if there is none.
        """
        names = {fold(name) for name in (book.name, *book.names)}
        for ours in self.ours.values():
            if names & {fold(ours.name), fold(ours.id), fold(ours.id.replace("-", " "))}:
                return ours.id
        votes: Counter[str] = Counter()
        for entry in book.entries:
            for known in self.by_name[entry.kind, fold(entry.name)]:
                votes[known.book] += 1
        return votes.most_common(1)[0][0] if votes else ""

    def _find(self, kind: str, name: str, book: str) -> OurEntry | None:
        """Return our entry of that name in the book, else the only one in any book, else None."""
        found = self.by_name[kind, fold(name)]
        in_book = [entry for entry in found if entry.book == book]
        if in_book or len(found) == 1:
            return (in_book or found)[0]
        return None

    def _name_as_ours(self, entry: Entry, book: str) -> Entry:
        """Return `entry` under our name if it is from a table, which may use ids instead."""
        if not self.is_partial:
            return entry
        found = self._find(entry.kind, entry.name, book)
        return msgspec.structs.replace(entry, name=found.name) if found else entry

    # --- prices for one detachment ---

    def _read_surcharges(
        self, book: Book, our_id: str
    ) -> tuple[dict[tuple[str, str], int], list[Entry]]:
        """Return the surcharges by (detachment, unit), and the entries without them.

        Documents print a surcharge as an enhancement, while ours are rows of the detachment: its
        entry gets them as a field.
        """
        surcharges: dict[tuple[str, str], int] = {}
        values: dict[str, Value] = {}
        entries = []
        for entry in book.entries:
            holder = self._find("detachment", entry.inside, our_id) if entry.inside else None
            rows = _list_rows(holder.raw.get(_CHANGES)) if holder else []
            names = [make_name_key(str(row.get("name"))) for row in rows]
            points = entry.fields.get("points")
            key = make_name_key(entry.name)
            if entry.kind != "enhancement" or key not in names or points is None:
                entries.append(entry)
                continue
            before = values.get(fold(entry.inside))
            rows = _list_rows(before.data) if before else [dict(row) for row in rows]
            rows[names.index(key)]["points"] = points.data
            odd = (*(before.not_understood if before else ()), *points.not_understood)
            values[fold(entry.inside)] = Value(rows, entry.place, odd)
        for name, value in values.items():
            for row in _list_rows(value.data):
                if isinstance(row.get("points"), int):
                    surcharges[name, fold(str(row.get("unit")))] = _get_points(row)
        for index, entry in enumerate(entries):
            value_of_changes = values.get(fold(entry.name))
            if entry.kind == "detachment" and value_of_changes is not None:
                fields = {**entry.fields, _CHANGES: value_of_changes}
                entries[index] = msgspec.structs.replace(entry, fields=fields)
        return surcharges, entries

    def _fit_prices(
        self, entry: Entry, book: str, surcharges: Mapping[tuple[str, str], int]
    ) -> Entry:
        """Return the entry of a datasheet with our price rows that the document doesn't print."""
        found = self._find(entry.kind, entry.name, book)
        if found is None:
            return entry
        value = entry.fields["points"]
        ours = _list_rows(found.raw.get("points"))
        theirs = _list_rows(value.data)
        if self.is_partial:
            rows = complete_rows(ours, theirs)
        else:
            rows = _keep_written(ours, theirs)
            rows += _list_detachment_rows(ours, theirs, fold(found.name), surcharges)
        fitted = msgspec.structs.replace(value, data=rows)
        return msgspec.structs.replace(
            entry, name=found.name, fields={**entry.fields, "points": fitted}
        )

    # --- what our data has no entries for ---

    def _fit_extra(self, entry: Entry, book: Book) -> Entry:
        """Return the entry of a table's row for "anything else" as our entry of that name.

        Without such an entry, it gets the first kind of the game.
        """
        our_id = self._find_book(book)
        for kind in self.kinds:
            found = self._find(kind, entry.name, our_id)
            if found is not None and "points" in self.kinds[kind].fields:
                return msgspec.structs.replace(
                    entry, kind=kind, name=found.name, inside=found.inside_name
                )
        return msgspec.structs.replace(entry, kind=next(iter(self.kinds)))

    def _report_guest(self, entry: Entry, book: str) -> None:
        """Add to `unread` the price of another book's unit in this book, if ours differs."""
        known = self.ours.get(book)
        value = entry.fields["points"]
        theirs = _list_rows(value.data)
        ours = _find_guest_prices(known, entry.name) if known else None
        if ours is None or not _is_same_list(ours, theirs):
            points = ", ".join(str(row.get("points")) for row in theirs)
            reason = f"price of {entry.name} in this book's armies ({points}): write it by hand"
            self.unread.append(Unread(Place(entry.place.file, entry.place.where), reason))


def _find_guest_prices(book: OurBook, name: str) -> Rows | None:
    """Return the prices that a book of ours has for another book's unit, or None."""
    data = book.document.data
    detachments = data.get("detachments") or []
    for part in (data, *detachments):
        include = part.get("include") or {}
        for unit, rows in (include.get("prices") or {}).items():
            if fold(unit) == fold(name):
                return _list_rows(rows)
    return None


# --- rows of price lists ---


def _list_rows(value: object) -> Rows:
    """Return the maps in `value` if it is a list; empty if it isn't."""
    if not isinstance(value, list | tuple):
        return []
    return [row for row in value if isinstance(row, dict)]


def _get_points(row: Raw) -> int:
    """Return the points of a row, 0 if it has none."""
    points = row.get("points")
    return points if isinstance(points, int) else 0


def _get_conditions(row: Raw) -> Raw:
    """Return the conditions of a row, empty if it holds in any army."""
    when = row.get("when")
    return dict(when) if isinstance(when, dict) else {}


def make_row_key(row: Raw, left_out: Sequence[str] = ()) -> str:
    """Return a key that is equal for rows that price the same thing.

    The conditions `left_out` don't count. Names are compared in the singular.
    """
    mix = row.get("of")
    names = sorted(
        (make_name_key(str(name)), count)
        for name, count in (mix.items() if isinstance(mix, dict) else ())
    )
    item = make_name_key(str(row.get("add_item") or row.get("add_model") or ""))
    conditions = sorted(
        (name, fold(str(value)))
        for name, value in _get_conditions(row).items()
        if name not in left_out and value is not None
    )
    return repr((None if names else row.get("models"), names, item, conditions))


def _list_army_rows(base: Rows, theirs: Rows, army: str) -> Rows:
    """Return the rows of `theirs` whose price isn't that of `base`, for the faction `army`."""
    known = {make_row_key(row): row.get("points") for row in base}
    rows = []
    for row in theirs:
        if known.get(make_row_key(row)) != row.get("points"):
            rows.append({**row, "when": {"army_faction": army, **_get_conditions(row)}})
    return rows


def _is_same_list(ours: Rows, theirs: Rows) -> bool:
    """Return whether two price lists have the same prices."""
    return {make_row_key(row): row.get("points") for row in ours} == {
        make_row_key(row): row.get("points") for row in theirs
    }


def _keep_written(ours: Rows, theirs: Rows) -> Rows:
    """Return the rows of `theirs`, written like our rows for the same thing if there are any.

    So items and models keep our names. A row of ours for allies or for another faction is kept if
    it has the same points as the row without that condition, because a document doesn't print it.
    """
    written = {make_row_key(row): row for row in ours}
    rows = []
    for row in theirs:
        known = written.get(make_row_key(row))
        rows.append({**known, "points": row.get("points")} if known else dict(row))
    keys = {make_row_key(row) for row in rows}
    prices = {make_row_key(row): row.get("points") for row in rows}
    for row in ours:
        conditions = _get_conditions(row)
        if make_row_key(row) in keys or not {"army", "army_faction"} & set(conditions):
            continue
        if "detachment" in conditions:
            continue
        bare = prices.get(make_row_key(row, ("army", "keyword", "army_faction")))
        if bare == row.get("points"):
            rows.append(dict(row))
    return rows


def _list_detachment_rows(
    ours: Rows, theirs: Rows, unit: str, surcharges: Mapping[tuple[str, str], int]
) -> Rows:
    """Return our rows for a single detachment, with new points computed from `theirs`.

    Such a price is the unit's price elsewhere plus the surcharge of the detachment.
    """
    rows = []
    for row in ours:
        conditions = _get_conditions(row)
        if "detachment" not in conditions:
            continue
        left_out = ("detachment",)
        before = _find_points(ours, row, left_out)
        now = _find_points(theirs, row, left_out)
        if before is None or now is None:
            rows.append(dict(row))
            continue
        surcharge = surcharges.get((fold(str(conditions["detachment"])), unit))
        if surcharge is None:
            surcharge = _get_points(row) - before
        rows.append({**row, "points": now + surcharge})
    return rows


def _find_points(rows: Rows, row: Raw, left_out: Sequence[str]) -> int | None:
    """Return the points in `rows` for what `row` prices, but without the conditions `left_out`.

    An ally without its own price costs as much as the unit. None if there is no such row.
    """
    for conditions in (left_out, (*left_out, "army", "keyword")):
        key = make_row_key(row, conditions)
        for other in rows:
            if "detachment" not in _get_conditions(other) and make_row_key(other) == key:
                return _get_points(other)
    return None


def complete_rows(ours: Rows, theirs: Rows) -> Rows:
    """Return our price list with the prices of `theirs`; a price of None removes the row.

    A row without a size means the only size, and a row for allies the only kind of allies.
    """
    result = [dict(row) for row in ours]
    for row in theirs:
        wanted = _complete_row(ours, row)
        key = make_row_key(wanted)
        index = next((i for i, known in enumerate(result) if make_row_key(known) == key), None)
        if index is None:
            result.append(wanted)
        elif wanted.get("points") is None:
            del result[index]
        else:
            result[index]["points"] = wanted["points"]
    return [row for row in result if row.get("points") is not None]


def _complete_row(ours: Rows, row: Raw) -> Raw:
    """Return a row of a table with what it leaves out, from our rows: size, mix, kind of allies."""
    row = dict(row)
    item = row.get("add_item")
    if item is not None:
        for known in ours:
            name = known.get("add_model")
            if name is not None and make_name_key(str(name)) == make_name_key(str(item)):
                del row["add_item"]
                return {"add_model": name, **row}
        return row
    sizes = {known["models"] for known in ours if "models" in known}
    if "models" not in row and len(sizes) == 1:
        row = {"models": sizes.pop(), **row}
    mixes = [
        known["of"]
        for known in ours
        if known.get("models") == row.get("models") and known.get("of")
    ]
    if "of" not in row and mixes and all(mix == mixes[0] for mix in mixes):
        row["of"] = mixes[0]
    conditions = _get_conditions(row)
    if conditions.get("army") == "ally" and "keyword" not in conditions:
        keywords = {
            str(_get_conditions(known)["keyword"])
            for known in ours
            if "keyword" in _get_conditions(known)
        }
        if len(keywords) == 1:
            row["when"] = {"army": "ally", "keyword": keywords.pop(), **conditions}
    return row


def find_price_conditions(source: Source) -> set[str]:
    """Return all conditions on which prices of a source depend: `add_item`, `when.copy_from`."""
    conditions: set[str] = set()
    for _, entry in source.list_entries():
        value = entry.fields.get("points")
        if value is not None and isinstance(value.data, list):
            for row in value.data:
                conditions |= _list_conditions(row)
    return conditions


def _list_conditions(row: object) -> set[str]:
    """Return the conditions on which one price depends."""
    if not isinstance(row, dict):
        return set()
    when = row.get("when")
    inner = {f"when.{key}" for key in when} if isinstance(when, dict) else set()
    return inner | ({"add_item", "add_model", "of"} & row.keys())


def select_prices(ours: object, conditions: set[str]) -> object:
    """Return our prices that a source can have: all their conditions are among `conditions`."""
    if not isinstance(ours, list):
        return ours
    return [row for row in ours if conditions.issuperset(_list_conditions(row))]


def complete_prices(value: Value, ours: object, conditions: set[str]) -> Value:
    """Return a source's prices, and ours on conditions that the source never has.

    Why: if an export has no surcharge for a third copy at all, it doesn't say that there is none.
    """
    if not isinstance(value.data, list) or not isinstance(ours, list):
        return value
    silent = [row for row in ours if not conditions.issuperset(_list_conditions(row))]
    rows = sorted([*value.data, *silent], key=_get_price_order)
    return msgspec.structs.replace(value, data=rows)


def _get_price_order(row: object) -> tuple[bool, bool, int]:
    """Return the sort key of a price: plain ones first, by size, then those with conditions."""
    if not isinstance(row, dict):
        return (True, True, 0)
    models = row.get("models")
    number = models if isinstance(models, int) else 0
    return ("add_item" in row or "add_model" in row, "when" in row, number)
