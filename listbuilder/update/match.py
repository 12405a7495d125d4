"""Matching the entries of a source with ours, by its ids, by name or by alias.

Ids come first, because they survive a rename. A name is searched in the book that the source has it
in, then in related books (a chapter and its parent), then everywhere if only one book has it.
Entries left over on both sides may be renamed ones; that is never decided here, but asked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

import msgspec

from listbuilder.model.base import fold, make_id_from_name
from listbuilder.update.lock import Lock
from listbuilder.update.our_books import OurBook, OurEntry
from listbuilder.update.tree import Book, Entry, Source

_FOUND_SHARE = 0.5  # of a book's names must be ours, where its own name says nothing
_ALIKE = 0.6  # from this score on, two entries may be one that was renamed
_WEIGHTS = {"name": 0.45, "keywords": 0.25, "weapons": 0.15, "core_abilities": 0.15}

Key = tuple[str, str, str, str]
Aliases = Mapping[str, Mapping[str, str]]
"""For each book, other folded names of its entries, and the name that we use."""


class Pair(msgspec.Struct, frozen=True):
    """An entry of a source with our entry for the same thing."""

    book: Book
    entry: Entry
    ours: OurEntry
    by: str  # "id", "name" or "alias"


class Matched(msgspec.Struct, frozen=True):
    """One source matched with our books.

    `new` are its entries that we don't have, each with the id of our book it belongs to. `books`
    are the ids of our books by the source's names. `unknown` are its books that we don't have.
    `doubles` are second entries for one of ours in the same book: two cards of one name.
    """

    source: Source
    pairs: tuple[Pair, ...]
    new: tuple[tuple[str, Book, Entry], ...]
    books: dict[str, str]
    unknown: tuple[Book, ...]
    doubles: tuple[Pair, ...] = ()


class _Index:
    """Our entries by kind and name, to look names up in."""

    def __init__(self, ours: Mapping[str, OurBook], aliases: Aliases) -> None:
        """Index the entries of `ours`; `aliases` are other names by book."""
        self.books = ours
        self.by_key: dict[Key, OurEntry] = {}
        self.by_id: dict[tuple[str, str, str], list[OurEntry]] = defaultdict(list)
        self.by_name: dict[tuple[str, str, str], list[OurEntry]] = defaultdict(list)
        self.anywhere: dict[tuple[str, str], list[OurEntry]] = defaultdict(list)
        self.aliases = aliases
        for book in ours.values():
            for entry in book.entries:
                self.by_key[entry.key] = entry
                self.by_id[entry.book, entry.kind, entry.id].append(entry)
                name = fold(entry.name)
                self.by_name[book.id, entry.kind, name].append(entry)
                self.anywhere[entry.kind, name].append(entry)

    def list_related(self, book: str) -> list[str]:
        """Return the books that share units with `book`: its parent, or its chapters."""
        parent = self.books[book].parent
        family = parent or book
        related = [other.id for other in self.books.values() if other.parent == family]
        return [
            book_id for book_id in [family, *related] if book_id != book and book_id in self.books
        ]

    def find(self, book: str, entry: Entry) -> tuple[OurEntry, str] | None:
        """Return (our entry, "name" or "alias") for an entry of a source, or None.

        It is searched in `book`, in related books, and, unless it is inside of another entry, in
        all books if only one has that name.
        """
        for name, way in self._list_names(book, entry.name):
            places = [book, *self.list_related(book)] if book else []
            for place in places:
                found = _choose(self.by_name[place, entry.kind, name], entry)
                if found:
                    return found, way
            if not entry.inside:
                everywhere = self.anywhere[entry.kind, name]
                if len(everywhere) == 1:
                    return everywhere[0], way
        # a name that makes the id of one of ours is that name, but for an apostrophe
        same_id = self.by_id[book, entry.kind, make_id_from_name(entry.name)]
        found = _choose(same_id, entry)
        return (found, "name") if found else None

    def _list_names(self, book: str, name: str) -> list[tuple[str, str]]:
        """Return the folded names to search for, each with "name" or "alias"."""
        folded = fold(name)
        known = self.aliases.get(book, {}).get(folded)
        names = [(folded, "name")]
        if known:
            names.append((fold(known), "alias"))
        return names


def _choose(found: list[OurEntry], entry: Entry) -> OurEntry | None:
    """Return the entry among `found`, all of one name, that `entry` is; None if that is unclear.

    It is the one with the same holder, such as the same detachment. If the source doesn't say the
    holder, there must be only one. If the source is our own data, its id decides.
    """
    for ours in found:
        if entry.source_id == "/".join(ours.key):
            return ours
    if entry.inside:
        for ours in found:
            if fold(ours.inside_name) == fold(entry.inside):
                return ours
        return None
    return found[0] if len(found) == 1 else None


def match_source(
    source: Source, ours: Mapping[str, OurBook], lock: Lock, aliases: Aliases
) -> Matched:
    """Return `source` matched with our books.

    Each entry of ours is matched at most once: with the source's entry in the same book if there is
    one, else with the first. Of two books that are the same one of ours, the one with its name
    counts. Why: the box that came out with a game has some units otherwise than their book.
    """
    index = _Index(ours, aliases)
    books: dict[str, str] = {}
    unknown: list[Book] = []
    named: set[str] = set()
    for book in source.books:
        our_id = _find_our_book(book, index, lock)
        if our_id is None:
            unknown.append(book)
            continue
        books[book.name] = our_id
        if _has_name_of(book, ours[our_id]):
            named.add(book.name)
    taken: dict[Key, Pair] = {}
    doubles: list[Pair] = []
    left: list[tuple[str, Book, Entry]] = []
    for book, entry in source.list_entries():
        place = books.get(book.name)
        if place is None:
            continue
        pair = _find_pair(book, entry, place, index, lock)
        if pair is None:
            left.append((place, book, entry))
            continue
        before = taken.get(pair.ours.key)
        weight = (pair.ours.book == place, book.name in named)
        if before is None:
            taken[pair.ours.key] = pair
            continue
        weight_before = (before.ours.book == books[before.book.name], before.book.name in named)
        if weight > weight_before:
            taken[pair.ours.key] = pair
            doubles = [double for double in doubles if double.ours.key != pair.ours.key]
        elif weight == weight_before and book.name == before.book.name:
            doubles.append(pair)
    return Matched(
        source=source,
        pairs=tuple(taken.values()),
        new=tuple(left),
        books=books,
        unknown=tuple(unknown),
        doubles=tuple(doubles),
    )


def _find_pair(book: Book, entry: Entry, place: str, index: _Index, lock: Lock) -> Pair | None:
    """Return `entry` paired with our entry by id, name or alias, or None.

    What it was matched with last time (`lock`) comes first. `place` is the id of our book.
    """
    by_name = lock.find(book, entry)
    by_id = lock.find_by_id(book, entry)
    if by_name and by_name.source_id == entry.source_id:
        ours = index.by_key.get(by_name.ours)
        found = index.find(place, entry) if ours is None else None
        if ours is not None:
            return Pair(book, entry, ours, "name")
        return Pair(book, entry, found[0], found[1]) if found else None  # left out last time
    if by_id and by_id.kind == entry.kind and by_id.ours in index.by_key:
        return Pair(book, entry, index.by_key[by_id.ours], "id")
    if by_name and by_name.ours in index.by_key:
        return Pair(book, entry, index.by_key[by_name.ours], "name")
    found = index.find(place, entry)
    return Pair(book, entry, found[0], found[1]) if found else None


def _find_our_book(book: Book, index: _Index, lock: Lock) -> str | None:
    """Return the id of our book for a book of a source, or None if we have none.

    What it was matched with last time decides, then its names, then the book of ours with most of
    its entries.
    """
    locked = Counter(
        line.ours[0] for line in lock.entries if line.book == book.name and not line.inside
    )
    if locked:
        return _pick_most(locked, index.books)
    for ours in index.books.values():
        if _has_name_of(book, ours):
            return ours.id
    votes: Counter[str] = Counter()
    units = [entry for entry in book.entries if not entry.inside]
    for entry in units:
        for known in index.anywhere[entry.kind, fold(entry.name)]:
            votes[known.book] += 1
    most = votes.most_common(1)
    if most and most[0][1] >= _FOUND_SHARE * len(units):
        return most[0][0]
    return None


def _has_name_of(book: Book, ours: OurBook) -> bool:
    """Return whether one of the names of a source's book is that of `ours`."""
    names = {fold(part) for name in (book.name, *book.names) for part in _split_name(name)}
    return bool(
        names & {fold(ours.name), fold(ours.id.replace("-", " ")), fold(ours.keyword)} - {""}
    )


def _pick_most(votes: Counter[str], books: Mapping[str, OurBook]) -> str | None:
    """Return the book with the most votes among those that we still have, or None."""
    for book, _ in votes.most_common():
        if book in books:
            return book
    return None


def _split_name(name: str) -> Iterable[str]:
    """Yield the name of a book, and its part after an alliance: `Chaos - Death Guard`."""
    yield name
    _, dash, rest = name.partition(" - ")
    if dash:
        yield rest


def score_rename(old: OurEntry, new: Entry) -> float:
    """Return how likely `new` is `old` under another name, from 0 to 1.

    Names, keywords, weapons and core abilities are compared; fields that one side lacks don't
    count.
    """
    from rapidfuzz import fuzz

    score = _WEIGHTS["name"] * fuzz.token_set_ratio(fold(old.name), fold(new.name)) / 100
    total = _WEIGHTS["name"]
    for field in ("keywords", "weapons", "core_abilities"):
        value = new.fields.get(field)
        if value is None or field not in old.raw:
            continue
        theirs, ours = _list_words(value.data), _list_words(old.raw[field])
        if theirs or ours:
            score += _WEIGHTS[field] * len(theirs & ours) / len(theirs | ours)
            total += _WEIGHTS[field]
    return score / total


def _list_words(value: object) -> set[str]:
    """Return the folded names in a list of texts or of weapons."""
    words: set[str] = set()
    if isinstance(value, list | tuple):
        for part in value:
            if isinstance(part, str):
                words.add(fold(part))
            elif isinstance(part, dict):
                words.add(fold(str(part.get("item") or part.get("name") or "")))
    return words


def find_renames(
    gone: Iterable[OurEntry], new: Iterable[tuple[str, Book, Entry]]
) -> list[tuple[OurEntry, Book, Entry, float]]:
    """Return the pairs that may be one entry renamed, the likeliest first, each entry once."""
    new = list(new)
    candidates: list[tuple[float, int, int]] = []
    old = list(gone)
    for a, ours in enumerate(old):
        for b, (place, _, entry) in enumerate(new):
            if entry.kind != ours.kind or place != ours.book:
                continue
            if ours.inside_name and fold(ours.inside_name) != fold(entry.inside):
                continue
            score = score_rename(ours, entry)
            if score >= _ALIKE:
                candidates.append((score, a, b))
    used_old: set[int] = set()
    used_new: set[int] = set()
    renames: list[tuple[OurEntry, Book, Entry, float]] = []
    for score, a, b in sorted(
        candidates, key=lambda candidate: (-candidate[0], candidate[1], candidate[2])
    ):
        if a in used_old or b in used_new:
            continue
        used_old.add(a)
        used_new.add(b)
        _, book, entry = new[b]
        renames.append((old[a], book, entry, score))
    return renames
