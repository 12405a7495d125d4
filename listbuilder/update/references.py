"""References to an entry, updated when the entry is renamed or removed.

Books refer to units by name (`leads: [Lychguard]`) and by id (`units: [skaven/clanrats]`). An
entry's own content isn't a reference: its models, items and keywords may have the same name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import cast

import msgspec

from listbuilder.update.changes import Removed, Renamed
from listbuilder.update.data_entries import DataEntries, LiveEntry
from listbuilder.update.merge_values import Raw, make_plain

CONTENT = frozenset(
    {
        "id", "name", "models", "compositions", "size", "composition_rules", "points", "keywords",
        "faction_keywords", "adds_keywords", "core_abilities", "default_wargear", "options",
        "stats", "invuln", "item_stats", "weapons", "base_size", "basis", "unit_wargear", "system",
        "as_of", "sources", "faction_keyword", "contents", "dispositions",
    }
)  # fmt: skip
_WORD = re.compile(r"\w+")
_REMOVABLE = frozenset({"leads", "supports", "led_with", "leader_to", "support_to", "units"})
_HOLDER_KINDS = ("datasheet", "warscroll", "unit", "regiment", "army_of_renown", "enhancement")


class Followed(msgspec.Struct):
    """One field in which a reference was changed; `before` is its former value.

    `entry` has the field; None if it is at the top of a book.
    """

    book: str
    entry: LiveEntry | None
    field: str
    before: object


def rename_references(
    entries: DataEntries, change: Renamed, renamed: LiveEntry
) -> Iterator[Followed]:
    """Replace the old name and id of a renamed entry in all books, and yield each changed field."""
    new_id = change.new_id or change.entry_id

    def replace(text: str, book: str) -> str:
        """Return the new form of `text`, a name or id in the file `book`; else unchanged."""
        if text == change.before and change.before != change.after:
            return change.after
        if new_id != change.entry_id:
            if text == f"{change.book}/{change.entry_id}":
                return f"{change.book}/{new_id}"
            if text == change.entry_id and book == change.book:
                return new_id
        return text

    if renamed.holder is None:  # nothing refers to an enhancement or the like
        # a price may be for one detachment, and then has its name
        content = CONTENT - {"points"} if renamed.kind == "detachment" else CONTENT
        yield from _follow(entries, renamed, replace, content, (change.before, change.entry_id))


def drop_references(
    entries: DataEntries, change: Removed, removed: LiveEntry
) -> Iterator[Followed]:
    """Remove a removed entry from the lists that name it, and yield each changed field.

    Only plain lists such as `leads` are changed. Other references stay, and `data check` reports
    them.
    """
    if change.kind == "regiment":
        yield from _drop_regiment(entries, change)
    if removed.holder is not None or change.kind not in ("datasheet", "warscroll"):
        return
    if any(entry.name == change.name for entry in entries.list_entries(change.book, change.kind)):
        return

    def is_gone(value: object, book: str) -> bool:
        """Return whether `value` names the entry that is gone."""
        full_id = f"{change.book}/{change.entry_id}"
        return value in (change.name, full_id) or (value == change.entry_id and book == change.book)

    for book in _list_books_with(entries, (change.name, change.entry_id)):
        for entry in _list_holders(entries, book):
            for field in _REMOVABLE & entry.raw.keys():
                value = entry.raw[field]
                if not isinstance(value, list):
                    continue
                left = [item for item in value if not is_gone(item, book)]
                if len(left) == len(value):
                    continue
                before = make_plain(value)
                if left:
                    entry.raw[field] = left
                else:
                    del entry.raw[field]
                yield Followed(book, entry, field, before)


def _list_books_with(entries: DataEntries, names: tuple[str, ...]) -> list[str]:
    """Return the books whose text has all words of one of `names`, and so may refer to it.

    Why: most books don't, and reading a book for editing takes long.
    """
    found = []
    for book in entries.list_books():
        candidates = entries.files.library.find_candidates(entries.system, book)
        text = candidates[0].read_text("utf-8") if candidates else ""
        if any(all(word in text for word in _WORD.findall(name)) for name in names):
            found.append(book)
    return found


def _drop_regiment(entries: DataEntries, change: Removed) -> Iterator[Followed]:
    """Remove a Regiment of Renown from the lists of the factions that could have it.

    Each changed field is yielded.
    """
    for book in _list_books_with(entries, (change.entry_id,)):
        data = entries.get_book(book)
        places = [data, *cast(list[Raw], (data or {}).get("armies_of_renown") or [])]
        for place in places:
            regiments = (place or {}).get("regiments_of_renown")
            if place and isinstance(regiments, list) and change.entry_id in regiments:
                before = make_plain(regiments)
                left = [regiment for regiment in regiments if regiment != change.entry_id]
                place["regiments_of_renown"] = left
                yield Followed(book, None, "regiments_of_renown", before)


def _list_holders(entries: DataEntries, book: str) -> list[LiveEntry]:
    """Return the entries of `book` of those kinds that can refer to others."""
    kinds = [kind for kind in _HOLDER_KINDS if kind in entries.kinds]
    return [entry for kind in kinds for entry in entries.list_entries(book, kind)]


def _follow(
    entries: DataEntries,
    renamed: LiveEntry,
    replace: Callable[[str, str], str],
    content: frozenset[str],
    names: tuple[str, ...],
) -> Iterator[Followed]:
    """Apply `replace` to the texts in every book that may have one of `names`.

    Each changed field is yielded. The `content` fields of entries are left alone.
    """
    for book in _list_books_with(entries, names):
        known = {id(entry.raw): entry for entry in entries.list_entries(book)}

        def replace_here(text: str, book: str = book) -> str:
            """Return the new form of `text` in this book; unchanged if it is no reference."""
            return replace(text, book)

        data = entries.get_book(book)
        if data is not None:
            follow = _Follower(known, renamed, replace_here, content, book)
            yield from follow.follow_map(data, None)


class _Follower:
    """The replacement of texts in one book, outside the content of its entries."""

    def __init__(
        self,
        known: dict[int, LiveEntry],
        renamed: LiveEntry,
        replace: Callable[[str], str],
        content: frozenset[str],
        book: str,
    ) -> None:
        self.known, self.renamed, self.replace = known, renamed, replace
        self.content, self.book = content, book

    def follow_map(self, data: Raw, owner: LiveEntry | None) -> Iterator[Followed]:
        """Replace texts in the fields of `data` and below, and yield each changed field.

        `owner` is the entry that `data` belongs to, or None at the top of the book.
        """
        for field, value in list(data.items()) if data is not self.renamed.raw else ():
            if field in self.content:
                continue
            if isinstance(value, list) and any(id(row) in self.known for row in value):
                for row in value:
                    yield from self.follow_map(cast(Raw, row), self.known.get(id(row)))
                continue
            before = make_plain(value)
            after = self.replace_texts(value)
            if after != before:
                data[field] = after
                yield Followed(self.book, owner, field, before)

    def replace_texts(self, value: object) -> object:
        """Return `value` with every text replaced; lists and maps are changed in place."""
        if isinstance(value, str):
            return self.replace(value)
        if isinstance(value, list):
            value[:] = [self.replace_texts(item) for item in value]
        elif isinstance(value, dict):
            for key, item in list(value.items()):
                if key not in ("id", "name", "keywords"):
                    value[key] = self.replace_texts(item)
        return value
