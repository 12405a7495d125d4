"""Import a list as one of a given game: resolve its names, find its day, complete its roster."""

from __future__ import annotations

import msgspec

from listbuilder.data.library import Library
from listbuilder.formats import import_day, list_date, settle_typed
from listbuilder.formats.import_account import Account, make_account_summary
from listbuilder.formats.imported_list import Import
from listbuilder.formats.parsed import TYPED, ParsedList
from listbuilder.formats.read_once import ReadOnce
from listbuilder.formats.resolve import (
    assume_warlord,
    by_kind,
    contradictions,
    stated_keywords,
    unprinted_enhancements,
)
from listbuilder.formats.resolve.plain_prices import leaves_out_surcharges
from listbuilder.formats.resolve.untranslated_wargear import report_unchecked_items
from listbuilder.formats.source import Source
from listbuilder.games.game import Game
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.roster_data import RosterData
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument


def import_as_game(
    read: ReadOnce,
    name: str,
    library: Library,
    as_of: str | None,
    game: Game,
    known_day: tuple[str, str] | None = None,
) -> Import:
    """Return the list imported as one of `game`, with its account, day and position.

    `known_day` is a day and how it is known, if the caller has found it out already. If the prices
    show that the list is of another day than today, its names are looked up once more as of that
    day. Last, keywords that the list states, enhancements that it doesn't print and the only
    possible commander are added to the roster.
    """
    parsed, source = read.take_copy()
    known_day = known_day or (
        (as_of, "asked") if as_of else list_date.find_stated_day(parsed, game, library)
    )
    data, account = _resolve_names(
        parsed, source, name, game, library, known_day[0] if known_day else None
    )
    if data is None:
        return Import(None, make_account_summary(parsed, account), parsed, source)
    prices_of_kind = by_kind.STATED_PRICES[game.kind]()
    stated = prices_of_kind.list_stated_prices(parsed, account, data, game, library)
    day_found = import_day.find_day(data, parsed, account, known_day, stated, game, library)
    if known_day is None and day_found.how in ("prices", "season"):
        parsed, source = read.take_copy()
        data, account = _resolve_names(parsed, source, name, game, library, day_found.day)
        assert data is not None, "the faction is known on every day"
        stated = prices_of_kind.list_stated_prices(parsed, account, data, game, library)
        day_found = import_day.find_day(
            data, parsed, account, (day_found.day, day_found.how), stated, game, library
        )
    stated_day = day_found.day if day_found.how not in ("asked", "today") else None
    text = "\n".join(line.text for line in source.lines).encode()
    document = YamlDocument(data=data, marks=account.marks, keys={}, file=name, raw=text)
    position = Position(document, library, as_of=as_of or stated_day)
    if leaves_out_surcharges(position.army, parsed, account):
        account.retract("contradiction_total")
    accounting = make_account_summary(parsed, account)
    accounting.day, accounting.stated_day = day_found, stated_day
    if parsed.format == TYPED:
        has_sign = read.found.game is not None
        document = settle_typed.settle_open_questions(
            position, document, parsed, accounting, has_sign
        )
        position = position.copy_with_document(document)
    if account.keywords:
        with_keywords, notes = stated_keywords.take_stated_keywords(position, account.keywords)
        if with_keywords:
            document = with_keywords
            position = position.copy_with_document(document)
        accounting.notes.extend(notes)
    if not accounting.unread and parsed.shape == "wh40k":
        added = unprinted_enhancements.add_unprinted_enhancements(position, parsed)
        if added:
            with_enhancements, notes = added
            document = msgspec.structs.replace(document, data=with_enhancements)
            position = position.copy_with_document(document)
            accounting.notes.extend(notes)
    if not accounting.unread:
        commander = assume_warlord.find_only_commander(position)
        if commander:
            data = assume_warlord.set_assumed_commander(document.data, commander.path)
            document = msgspec.structs.replace(document, data=data)
            position = position.copy_with_document(document)
            accounting.warned.append(commander.note)
    if parsed.format == TYPED:
        document = settle_typed.assume_unnamed_warlord(position, document)
        position = position.copy_with_document(document)
    if account.unchecked:
        accounting.not_checked += report_unchecked_items(position.army, parsed, account)
        accounting.count_lines([line.fate for line in source.lines])
    return Import(document, accounting, parsed, source, stated, position)


def _resolve_names(
    parsed: ParsedList, source: Source, name: str, game: Game, library: Library, wanted: str | None
) -> tuple[RosterData | None, Account]:
    """Return the roster made with the names of the day `wanted`, and the import's account.

    The roster is None if not even the faction is known. `wanted` makes a difference only if it is a
    past day. Raises Unreadable if the list has no units.
    """
    account = Account(source, name)
    if parsed.read_by_ids:
        given, taken = next(iter(parsed.read_by_ids.items()))
        account.add_note("import_by_ids", count=len(parsed.read_by_ids), given=given, taken=taken)
    contradictions.drop_counts_of_zero(parsed, account)
    if not parsed.units:
        raise Unreadable([Problem(key="no_units_found", args={"format": parsed.format}, file=name)])
    resolve = by_kind.RESOLVERS[game.kind]()
    data = resolve(parsed, account, game, library, import_day.get_past_day(wanted, game, library))
    account.report_rest()
    return data, account
