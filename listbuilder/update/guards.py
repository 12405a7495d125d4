"""The guards of an update: what stops it before anything is decided or written.

In doubt they stop it. If a source lost a book, or most of its units, it has more likely changed its
layout than removed them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence

from listbuilder.data.library import SOURCES
from listbuilder.model.problem import Problem
from listbuilder.update.decide import OFFICIAL, RankedSource
from listbuilder.update.fields import EntryKind
from listbuilder.update.source_age import find_later_document, is_earlier_version

KNOWN_SHARE = 0.9  # of the units of a book must be found in it
_MOST_NAMED = 3  # lost books that are named; of more, the source is rather a part of one
MOST_REMOVED = 10  # entries of a kind that one update may remove, net of those it adds


def find_early_date(changes: Sequence[object], day: str, newest: str) -> list[Problem]:
    """Return a problem if there are changes and `day` isn't after the `newest` date of our data."""
    if not changes or day > newest:
        return []
    return [Problem(key="update_not_later", args={"given": day, "newest": newest})]


def find_older_sources(sources: Iterable[RankedSource], documents: Sequence[str]) -> list[Problem]:
    """Return a problem for each source that is older than what our data already have of its kind.

    `documents` are the titles of the points documents that our data have had. An old copy says what
    held once, and nothing in a value shows it. Volunteers' numbers start again now and then and say
    nothing.
    """
    problems: list[Problem] = []
    for source in sources:
        label = source.matched.source.label
        known = ""
        if source.rank == 1:
            known = find_later_document(label, documents)
        elif source.rank <= OFFICIAL and is_earlier_version(label, source.lock.label):
            known = source.lock.label
        if known:
            problems.append(
                Problem(
                    key="update_older_source",
                    file=str(source.matched.source.path),
                    args={"given": label, "known": known},
                )
            )
    return problems


def find_lost_books(sources: Iterable[RankedSource], books: Container[str]) -> list[Problem]:
    """Return a problem for each book that a source had last time and no longer has.

    `books` are the ids of our books that are brought up to date. A book that is there and could not
    be read is reported as unread, and skipped.
    """
    problems: list[Problem] = []
    for source in sources:
        unread = {part.book for part in source.matched.source.unread}
        present = set(source.matched.books) | unread
        lost = {
            line.book
            for line in source.lock.entries
            if line.book not in present and line.ours[0] in books
        }
        if len(lost) > _MOST_NAMED:
            known = {line.book for line in source.lock.entries}
            args = {"found": len(known) - len(lost), "known": len(known)}
            path = str(source.matched.source.path)
            problems.append(Problem(key="update_lost_books", file=path, args=args))
            continue
        for book in sorted(lost):
            problems.append(
                Problem(
                    key="update_lost_book",
                    file=str(source.matched.source.path),
                    args={"book": book, "lock": f"{SOURCES}/{source.reader}.lock"},
                )
            )
    return problems


def find_thin_books(
    sources: Iterable[RankedSource],
    kinds: Mapping[str, EntryKind],
    explained: Mapping[str, int],
) -> list[Problem]:
    """Return a problem for each book in which a source has too few of the units it had last time.

    `explained` is the number of units by book that are gone or renamed according to an answer;
    these aren't missing.
    """
    problems: list[Problem] = []
    for source in sources:
        now = {pair.ours.key for pair in source.matched.pairs}
        present = set(source.matched.books)
        known: Counter[str] = Counter()
        found: Counter[str] = Counter()
        for line in source.lock.entries:
            kind = kinds.get(line.kind)
            if kind is None or kind.inside or line.book not in present or not line.ours[0]:
                continue
            known[line.book] += 1
            found[line.book] += line.ours in now
        for book, count in known.items():
            there = found[book] + explained.get(source.matched.books[book], 0)
            if there < KNOWN_SHARE * count:
                problems.append(
                    Problem(
                        key="update_thin_book",
                        file=str(source.matched.source.path),
                        args={"book": book, "found": found[book], "known": count},
                    )
                )
    return problems


def find_many_removals(removed: Sequence[str], added: Sequence[str]) -> list[Problem]:
    """Return a problem for each kind that would lose more than ten entries, after adding new ones.

    `removed` and `added` have the kind of each entry.
    """
    gone, new = Counter(removed), Counter(added)
    return [
        Problem(key="update_removes_many", args={"kind": kind, "count": gone[kind] - new[kind]})
        for kind in gone
        if gone[kind] - new[kind] > MOST_REMOVED
    ]
