"""`data check` of the histories and foreign names of factions with datasheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from listbuilder.games.muster.data import Shelf
from listbuilder.games.muster.past_data import MusterPast
from listbuilder.games.muster.past_model import Brackets, DetachmentState, FactionHistory, PastDatasheet
from listbuilder.games.shared.past_check import Elsewhere, PastChecker, of_file
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem
from listbuilder.model.written import FactionAliases
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

Ids = dict[str, set[str]]


def _ids(shelf: Shelf, faction_id: str) -> Ids | None:
    """Everything of today's faction by kind."""
    data = shelf.faction(faction_id)
    if data is None:
        return None
    detachments = data.head.detachments
    return {
        "datasheets": set(data.index),
        "detachments": {each.id for each in detachments} | {each.id for each in data.head.parent_detachments},
        "enhancements": {f"{each.id}/{one.id}" for each in detachments for one in each.enhancements},
    }


def _elsewhere(shelf: Shelf, kind: str) -> Elsewhere:
    def there(name: str) -> bool:
        faction_id, _, own = name.partition("/")
        known = _ids(shelf, faction_id)
        return known is not None and own in known[kind]

    return there


def _history(checker: PastChecker, file: FactionHistory, shelf: Shelf, today: Ids) -> Iterator[Problem]:
    for kind, things in (("detachments", file.detachments), ("enhancements", file.enhancements), ("datasheets", file.datasheets)):
        yield from checker.things(things, today[kind], (kind,), _elsewhere(shelf, kind))
    for place, enhancement in enumerate(file.enhancements):
        here: Path = ("enhancements", place)
        yield from checker.points(enhancement.points, (*here, "points"))
        untils = [change.until for change in enhancement.changes]
        yield from checker.newest_first(untils, [(*here, "changes", order, "until") for order in range(len(untils))])
    for place, detachment in enumerate(file.detachments):
        yield from _oldest_first(checker, detachment.states, ("detachments", place, "states"))
    yield from _books(checker, file, shelf)
    for place, source in enumerate(file.not_applied):
        for order, price in enumerate(source.prices):
            if price.id not in today["datasheets"]:
                here = ("not_applied", place, "prices", order, "id")
                yield checker.error("data_unknown_id", here, given=price.id, near=nearest(price.id, today["datasheets"]))
    for place, sheet in enumerate(file.datasheets):
        yield from _datasheet(checker, sheet, ("datasheets", place), shelf, file)


def _books(checker: PastChecker, file: FactionHistory, shelf: Shelf) -> Iterator[Problem]:
    days = [book.until for book in file.books]
    yield from checker.newest_first(days, [("books", place, "until") for place in range(len(days))])
    for place, day in enumerate(days):
        if shelf.book_before(file.id, day) is None:
            yield checker.error("data_unknown_id", ("books", place, "until"), given=f"{file.id}-{day}")


def _oldest_first(checker: PastChecker, states: Sequence[Brackets | DetachmentState], path: Path) -> Iterator[Problem]:
    yield from checker.oldest_first([each.from_ for each in states], [(*path, place, "from") for place in range(len(states))])


def _has(shelf: Shelf, faction_id: str, datasheet_id: str, file: FactionHistory) -> bool:
    """Today, or in the book before one of those days."""
    found = [shelf.faction(faction_id), *(shelf.book_before(faction_id, book.until) for book in file.books)]
    return any(data is not None and datasheet_id in data.index for data in found)


def _datasheet(checker: PastChecker, sheet: PastDatasheet, here: Path, shelf: Shelf, file: FactionHistory) -> Iterator[Problem]:
    yield from _oldest_first(checker, sheet.prices, (*here, "prices"))
    if sheet.as_ally:
        yield from _oldest_first(checker, sheet.as_ally.prices, (*here, "as_ally", "prices"))
    untils = [change.until for change in sheet.changes]
    yield from checker.newest_first(untils, [(*here, "changes", place, "until") for place in range(len(untils))])
    for place, item in enumerate(sheet.items_gone):
        yield from checker.window(item.from_, item.until, (*here, "items_gone", place))
    if not sheet.today and sheet.sheet is None and not _stands_elsewhere(shelf, sheet, file):
        yield checker.error("data_no_last_state", here, given=sheet.name)
    if sheet.guest_of is not None and not _has(shelf, *_both(sheet.guest_of), file):
        yield checker.error("data_unknown_id", (*here, "guest_of"), given=sheet.guest_of)


def _stands_elsewhere(shelf: Shelf, sheet: PastDatasheet, file: FactionHistory) -> bool:
    """Its state is in its home's data, or in a whole book of the past."""
    return _has(shelf, file.id, sheet.id, file) or (sheet.guest_of is not None and _has(shelf, *_both(sheet.guest_of), file))


def _both(name: str) -> tuple[str, str]:
    home, _, own = name.partition("/")
    return home, own


def _aliases(checker: PastChecker, file: FactionAliases, shelf: Shelf, today: Ids) -> Iterator[Problem]:
    past = MusterPast(shelf.system, shelf.library).faction(file.id)
    known = {kind: ids | set(past.things(kind) if past else ()) for kind, ids in today.items()}
    tables: list[tuple[Path, Any]] = [((), file), *((("languages", name), spoken) for name, spoken in file.languages.items())]
    for path, table in tables:
        for key, kind in (("units", "datasheets"), ("detachments", "detachments"), ("enhancements", "enhancements")):
            yield from checker.aliases(getattr(table, key), known[kind], file.sources, (*path, key))
    for unit in file.items:
        if unit not in known["datasheets"]:
            near = nearest(unit, known["datasheets"])
            yield checker.error("data_unknown_id", ("items", unit), given=unit, near=near)
    yield from checker.under(file.items, ("items",))


def problems(document: Document, model: Any, shelf: Shelf) -> Iterator[Problem]:
    """Nothing for a file that is no history."""
    return of_file(document, model, shelf, _ids, {FactionHistory: _history, FactionAliases: _aliases})
