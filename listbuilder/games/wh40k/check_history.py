"""The checks of `data check` for histories and foreign names of factions with datasheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from listbuilder.games.wh40k.catalog import Shelf
from listbuilder.games.wh40k.history_catalog import MusterPast
from listbuilder.games.wh40k.history_records import FactionHistory, PastDatasheet
from listbuilder.history.check import Elsewhere, PastChecker, check_file
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.aliases import FactionAliases, Language
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem
from listbuilder.model.windows import Thing
from listbuilder.yamlio.reader import YamlDocument

Ids = dict[str, set[str]]


def _collect_ids(shelf: Shelf, faction_id: str) -> Ids | None:
    """Return the ids of all the faction has today, by kind; None for an unknown faction."""
    data = shelf.load_faction(faction_id)
    if data is None:
        return None
    detachment_ids = {detachment.id for detachment in data.head.parent_detachments}
    enhancement_ids: set[str] = set()
    for detachment in data.head.detachments:
        detachment_ids.add(detachment.id)
        for enhancement in detachment.enhancements:
            enhancement_ids.add(f"{detachment.id}/{enhancement.id}")
    return {
        "datasheets": set(data.index),
        "detachments": detachment_ids,
        "enhancements": enhancement_ids,
    }


def _make_lookup(shelf: Shelf, kind: str) -> Elsewhere:
    """Return a function that says whether a `faction/id` is a thing of the kind today."""

    def is_known(name: str) -> bool:
        """Return whether `name`, a `faction/id`, is a thing of the kind in today's data."""
        faction_id, _, own = name.partition("/")
        ids_by_kind = _collect_ids(shelf, faction_id)
        return ids_by_kind is not None and own in ids_by_kind[kind]

    return is_known


def _check_history(
    checker: PastChecker, file: FactionHistory, shelf: Shelf, today: Ids
) -> Iterator[Problem]:
    """Yield the problems of a history file: wrong periods, order of dates, unknown ids."""
    things: Mapping[str, Sequence[Thing]] = {
        "detachments": file.detachments,
        "enhancements": file.enhancements,
        "datasheets": file.datasheets,
    }
    for kind, records in things.items():
        lookup = _make_lookup(shelf, kind)
        yield from checker.check_things(records, today[kind], (kind,), lookup)
        yield from checker.check_dates_inside(records, (kind,))
    yield from _check_books(checker, file, shelf)
    for place, source in enumerate(file.not_applied):
        for order, price in enumerate(source.prices):
            if price.id not in today["datasheets"]:
                here: Path = ("not_applied", place, "prices", order, "id")
                near = find_nearest(price.id, today["datasheets"])
                yield checker.make_error("data_unknown_id", here, given=price.id, near=near)
    for place, sheet in enumerate(file.datasheets):
        yield from _check_datasheet(checker, sheet, ("datasheets", place), shelf, file)


def _check_books(checker: PastChecker, file: FactionHistory, shelf: Shelf) -> Iterator[Problem]:
    """Yield a problem for each replaced book that is out of order, or whose file is missing."""
    yield from checker.check_changes(file.books, ("books",))
    for place, book in enumerate(file.books):
        if shelf.open_book_before(file.id, book.until) is None:
            here: Path = ("books", place, "until")
            yield checker.make_error("data_unknown_id", here, given=f"{file.id}-{book.until}")


def _has_datasheet(shelf: Shelf, reference: str, file: FactionHistory) -> bool:
    """Return whether the faction in `reference`, a `faction/id`, has the datasheet.

    It counts if the faction has the datasheet today, or had it in a book that was replaced when a
    book in `file` was.
    """
    faction_id, _, datasheet_id = reference.partition("/")
    data = shelf.load_faction(faction_id)
    if data is not None and datasheet_id in data.index:
        return True
    for book in file.books:
        past = shelf.open_book_before(faction_id, book.until)
        if past is not None and datasheet_id in past.index:
            return True
    return False


def _check_datasheet(
    checker: PastChecker, sheet: PastDatasheet, here: Path, shelf: Shelf, file: FactionHistory
) -> Iterator[Problem]:
    """Yield the problems of the history of one datasheet.

    These are wrong dates of prices as an ally and of wargear, a missing last state, and an unknown
    datasheet of another faction.
    """
    if sheet.as_ally:
        yield from checker.check_states(sheet.as_ally.prices, (*here, "as_ally", "prices"))
    for place, item in enumerate(sheet.items_gone):
        yield from checker.check_window(item.from_, item.until, (*here, "items_gone", place))
    home_has_it = sheet.guest_of is not None and _has_datasheet(shelf, sheet.guest_of, file)
    # Without a last state of its own, the datasheet has one at its home or in a book of the past.
    lacks_state = not sheet.today and sheet.sheet is None and not home_has_it
    if lacks_state and not _has_datasheet(shelf, f"{file.id}/{sheet.id}", file):
        yield checker.make_error("data_no_last_state", here, given=sheet.name)
    if sheet.guest_of is not None and not home_has_it:
        yield checker.make_error("data_unknown_id", (*here, "guest_of"), given=sheet.guest_of)


def _check_aliases(
    checker: PastChecker, file: FactionAliases, shelf: Shelf, today: Ids
) -> Iterator[Problem]:
    """Yield the problems of a file of names in other programs and languages.

    The main problem is an id that nothing in today's data or in the history has.
    """
    past = MusterPast(shelf.system, shelf.library).load_faction(file.id)
    known_ids: Ids = {}
    for kind, ids in today.items():
        known_ids[kind] = ids | set(past.get_things(kind) if past else ())
    tables: list[tuple[Path, FactionAliases | Language]] = [((), file)]
    for name, spoken in file.languages.items():
        tables.append((("languages", name), spoken))
    for path, table in tables:
        for key, kind, names in (
            ("units", "datasheets", table.units),
            ("detachments", "detachments", table.detachments),
            ("enhancements", "enhancements", table.enhancements),
        ):
            yield from checker.check_aliases(names, known_ids[kind], file.sources, (*path, key))
    for unit in file.items:
        if unit not in known_ids["datasheets"]:
            near = find_nearest(unit, known_ids["datasheets"])
            yield checker.make_error("data_unknown_id", ("items", unit), given=unit, near=near)
    yield from checker.check_unit_items(file.items, ("items",))


def check_history_file(document: YamlDocument, model: Any, shelf: Shelf) -> Iterator[Problem]:
    """Yield the problems of a history or alias file; nothing for other kinds of file."""
    return check_file(
        document,
        model,
        shelf,
        _collect_ids,
        {FactionHistory: _check_history, FactionAliases: _check_aliases},
    )
