"""Import a list that another program wrote: detect its form, read it, resolve it and judge it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Protocol, cast

import msgspec

from listbuilder.data.library import Library
from listbuilder.formats import (
    documents,
    edited_export,
    list_date,
    list_date_by_prices,
    other_readings,
    points_differences,
    registry,
)
from listbuilder.formats.clean import paste, split_lists
from listbuilder.formats.detect import (
    Detected,
    decode_list,
    detect_format,
    detect_text,
    extract_list_text,
)
from listbuilder.formats.import_account import Account, make_account_summary
from listbuilder.formats.other_readings import Find, Way
from listbuilder.formats.parsed import ParsedList
from listbuilder.formats.read.sealed import read_seal
from listbuilder.formats.read_once import ReadOnce
from listbuilder.formats.resolve import (
    assume_warlord,
    by_kind,
    contradictions,
    stated_keywords,
    unprinted_enhancements,
)
from listbuilder.formats.seal import Seal
from listbuilder.formats.source import Source
from listbuilder.games.game import TODAY, Game
from listbuilder.history.best_date import SeasonDates, StatedPrice
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path
from listbuilder.model.finding import Note
from listbuilder.model.imported import DayFound, Imported
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.roster_data import RosterData
from listbuilder.model.windows import GRACE, shift_date
from listbuilder.roster.position import Position, find_game_of_document
from listbuilder.rules import by_assumption
from listbuilder.yamlio import reader
from listbuilder.yamlio.reader import YamlDocument

SEALED = "listbuilder"  # the format of our own html, pdf, json, svg and qr exports


class _Shelf(Protocol):
    """The data of a game's factions, with the days on which it changed."""

    def list_release_dates(self) -> list[str]:
        """Return the days on which prices changed, oldest first."""

    def as_of(self, faction_id: str) -> str:
        """Return the date of the current data of the faction `faction_id`."""


class Dated(Protocol):
    """A game with a history."""

    def shelf(self, library: Library) -> _Shelf:
        """Return the game's data in `library`."""


class Import(msgspec.Struct):
    """A list in our own format, with the account of how it came to be one."""

    document: YamlDocument | None
    account: Imported
    parsed: ParsedList
    source: Source
    stated: list[StatedPrice] = []
    """Its prices, each with what it is the price of."""
    position: Position | None = None
    """Of that roster on the list's day: read and judged once, whoever asks."""
    seeming: tuple[bool, int] = (False, 0)
    """How far it was read on the first day that it was taken for."""
    explained: list[Note] | None = None
    """What its stated points say, where that was asked already."""

    @property
    def rank(self) -> tuple[bool, int]:
        """Return a pair to compare how far two lists were read; the greater pair is read further.

        First comes whether a roster could be made, then the number of unread lines, negated.
        """
        return self.document is not None, -len(self.account.unread)

    @property
    def unit_count(self) -> int:
        """Return the number of units in the roster; 0 without a roster.

        If the roster has no plain list of units, it is the number of units read from the text.
        """
        if self.document is None:
            return 0
        return len(self.document.data.get("units", self.parsed.units))


def import_list(
    raw: bytes,
    name: str,
    library: Library,
    format_name: str | None = None,
    as_of: str | None = None,
) -> Import:
    """Return the list in `raw` imported: its roster, its account and its position.

    Names are looked up as of a day: `as_of` if given, else the day that the list states, else the
    day that its prices fit. `format_name` is the format that the user says the list has; None means
    that it is detected. An export of our own is opened by its seal. A list whose total is only
    right by an unconfirmed source is marked as priced by that source. Raises Unreadable if `raw` is
    no list, holds several lists, is dangerous, or is of another edition.
    """
    if format_name is None and (seal := read_seal(raw)) is not None:
        edited_export.refuse_list(raw, name, seal)
        return _import_sealed(seal, name, edited_export.is_edited(raw, name, library))
    raw = documents.extract_text(raw, name)
    split_lists.refuse_two_lists(raw, name)
    imported = other_readings.find_best_reading(
        lambda find, than: _import_as_best_game(find, than, name, library, as_of),
        _iter_ways(raw, name, format_name),
    )
    return _mark_other_prices(imported)


def _import_as_best_game(
    find: Find, previous: Import | None, name: str, library: Library, as_of: str | None
) -> Import | None:
    """Return the list imported as the game it fits best; None if `previous` is as good.

    `find` detects the list in the way to be tried. `previous` is the result of an earlier way, or
    None. The new result is better only if it has no fewer units and was read further on the first
    day tried. Other games are tried only until one fits perfectly. Unless the user names a day
    (`as_of`), the best day is looked for as well.
    """
    reading = ReadOnce(find(), name)
    if previous is not None and reading.units < previous.unit_count:
        return None
    game_of_best, *others = registry.find_games(reading.found, library, name)
    best = _import_as_game(reading, name, library, as_of, game_of_best)
    if _score_fit(best) == _PERFECT:
        others = []
    for game in others:
        candidate = _import_as_game(reading, name, library, as_of, game)
        if _score_fit(candidate) > _score_fit(best):
            best, game_of_best = candidate, game
    best.seeming = best.rank
    if previous is not None and best.unit_count < previous.unit_count:
        return None
    if previous is not None and best.seeming <= previous.seeming:
        return None
    if as_of is not None:
        return best
    return _import_as_best_day(best, game_of_best, reading, name, library)


def _iter_ways(raw: bytes, name: str, format_name: str | None) -> Iterator[Way]:
    """Yield ways to read a list: as it seems to be, then as its text may have been meant.

    If the user names a format, `format_name`, it is the only way. The number of further ways is
    limited by the length of the text; files that are no text have none.
    """
    if format_name is not None:
        yield Way(partial(_detect_as, raw, name, format_name))
        return
    yield Way(partial(detect_format, raw, name))
    text = extract_list_text(raw, name)
    if text is not None:
        limit = other_readings.limit_tries(text.count("\n"))
        yield from islice(other_readings.iter_ways(text, name), limit)


def _import_as_best_day(
    imported: Import, game: Game, read: ReadOnce, name: str, library: Library
) -> Import:
    """Return the list imported as of the day on which least is wrong with it.

    The days tried are that of `imported` and the others that the list may be of.
    """

    def list_days() -> list[str]:
        """Return the other days that the list may be of; empty without a roster or a day."""
        if imported.document is None or imported.account.day is None:
            return []
        data = imported.document.data
        now = _get_day_of_data(data, game, library)
        season = None
        if imported.parsed.season:
            season = by_kind.STATED_PRICES[game.kind]().find_season(data, game, library)
        army = imported.position.army if imported.position else None
        days_of_things = (
            [unit.gone.not_before for unit in army.away if unit.gone.not_before] if army else []
        )
        return list_date_by_prices.list_other_days(
            imported.account.day, imported.stated, season, game, library, now, days_of_things
        )

    def import_as_of(tried: str) -> Import:
        """Return the list imported as of the day `tried`."""
        way = imported.account.day.how if imported.account.day else ""
        candidate = _import_as_game(
            read, name, library, None, game, (tried, "prices" if way == "today" else way)
        )
        candidate.seeming = imported.seeming
        return candidate

    return list_date_by_prices.find_least_wrong(
        imported, list_days, import_as_of, other_readings.limit_tries(len(imported.source.lines))
    )


def _mark_other_prices(imported: Import) -> Import:
    """Return the list; mark it as priced by another source if only this explains its total.

    The mark is an assumption in the roster. Why: a finding that rests on such prices is then no
    error, in the roster made of the list as well. Lists without a roster or a stated total come
    back unchanged.
    """
    if imported.document is None or imported.account.stated_total is None:
        return imported
    if any(note.key == "total_elsewhere" for note in explain_points(imported)):
        data = assume_warlord.add_assumption(imported.document.data, by_assumption.PRICES)
        imported.document = msgspec.structs.replace(imported.document, data=data)
        if imported.position:
            imported.position = imported.position.copy_with_document(imported.document)
        imported.explained = None
    return imported


def explain_points(imported: Import) -> list[Note]:
    """Return notes on how the stated points of a list differ from the computed ones.

    Empty for lists without an army, and for exports of our own. The notes are worked out once and
    kept in `imported`.
    """
    if imported.explained is None:
        position = imported.position
        imported.explained = []
        if position and position.army is not None and imported.account.format != SEALED:
            imported.explained = points_differences.explain_differences(position, imported)
    return imported.explained


_PERFECT = (1.0, 1.0, 0, 1.0)
SECOND = "unread_second_detachment"


def _score_fit(imported: Import) -> tuple[float, float, int, float]:
    """Return a tuple for how well a list fits the game it was imported as; more is better.

    In order: the share of stated prices that agree on the list's day times the share of units
    known, the share of prices that agree, the number of unread lines (negated), the share of units
    known. A list without a roster has the worst score. A list with a second detachment, in an
    edition that allows only one, has the next worst, whatever its prices.
    """
    if imported.document is None:
        return (-1.0, 0.0, 0, 0.0)
    if any(problem.key == SECOND for problem in imported.account.unread):
        return (-0.5, 0.0, 0, 0.0)
    day_found = imported.account.day
    agreeing = day_found.agreeing / day_found.stated if day_found and day_found.stated else 1.0
    units = imported.unit_count / len(imported.parsed.units)
    return (agreeing * units, agreeing, -len(imported.account.unread), units)


def _import_as_game(
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
    day_found = _find_day(data, parsed, account, known_day, stated, game, library)
    if known_day is None and day_found.how in ("prices", "season"):
        parsed, source = read.take_copy()
        data, account = _resolve_names(parsed, source, name, game, library, day_found.day)
        assert data is not None, "the faction is known on every day"
        stated = prices_of_kind.list_stated_prices(parsed, account, data, game, library)
        day_found = _find_day(
            data, parsed, account, (day_found.day, day_found.how), stated, game, library
        )
    accounting = make_account_summary(parsed, account)
    accounting.day = day_found
    accounting.stated_day = day_found.day if day_found.how not in ("asked", "today") else None
    text = "\n".join(line.text for line in source.lines).encode()
    document = YamlDocument(data=data, marks=account.marks, keys={}, file=name, raw=text)
    position = Position(document, library, as_of=as_of or accounting.stated_day)
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
    return Import(document, accounting, parsed, source, stated, position)


def _resolve_names(
    parsed: ParsedList, source: Source, name: str, game: Game, library: Library, wanted: str | None
) -> tuple[RosterData | None, Account]:
    """Return the roster made with the names of the day `wanted`, and the import's account.

    The roster is None if not even the faction is known. `wanted` makes a difference only if it is a
    past day. Raises Unreadable if the list has no units.
    """
    account = Account(source, name)
    contradictions.drop_counts_of_zero(parsed, account)
    if not parsed.units:
        raise Unreadable([Problem(key="no_units_found", args={"format": parsed.format}, file=name)])
    resolve = by_kind.RESOLVERS[game.kind]()
    data = resolve(parsed, account, game, library, _get_past_day(wanted, game, library))
    account.report_rest()
    return data, account


def _get_past_day(wanted: str | None, game: Game, library: Library) -> str | None:
    """Return `wanted` if it is a past day with other data than today's, else None.

    None for today, for a day since which nothing has changed, and for a day before the oldest known
    data: reading the roster reports that last case itself.
    """
    if not wanted or wanted == TODAY:
        return None
    releases = cast(Dated, game).shelf(library).list_release_dates()
    if not releases or wanted >= releases[-1] or releases[0] > shift_date(wanted, GRACE):
        return None
    return wanted


def _get_day_of_data(data: RosterData, game: Game, library: Library) -> str:
    """Return the date of the current data of the roster's faction."""
    return cast(Dated, game).shelf(library).as_of(data["faction"])


def _find_day(
    data: RosterData,
    parsed: ParsedList,
    account: Account,
    known_day: tuple[str, str] | None,
    prices: list[StatedPrice],
    game: Game,
    library: Library,
) -> DayFound:
    """Return the day the list is of, how the day is known, and how many prices agree with it.

    `known_day` is the day that the list states or the user asked for, and how it is known. If it is
    None, the day that the stated prices fit best is taken. If those prices don't all agree and an
    unconfirmed source explains more of them, the list counts as one of today.
    """
    now = _get_day_of_data(data, game, library)
    if known_day is None:

        def has_total_on(wanted: str) -> bool:
            """Return whether the roster costs the stated total on the day `wanted`.

            The roster is the one read so far: things that only exist on another day are not in it.
            """
            document = YamlDocument(data=data, marks={}, keys={}, file="", raw=b"")
            return Position(document, library, as_of=wanted).points == parsed.total

        prices_of_kind = by_kind.STATED_PRICES[game.kind]()
        season = list_date.find_document_days(parsed, game, library) or (
            prices_of_kind.find_season(data, game, library)
        )
        whole = prices_of_kind.is_fully_priced(data, prices)
        best = list_date.find_day_by_prices(
            prices, game, library, now, has_total_on, season, whole=whole
        ) or DayFound(now, "today")
        if isinstance(season, SeasonDates) and parsed.season is None:
            # Nobody named it: it was told by names, of which several days may have one.
            free = list_date.find_day_by_prices(
                prices, game, library, now, has_total_on, whole=whole
            )
            if free and free.agreeing > best.agreeing:
                best = free
        some_differ = best.how == "prices" and best.agreeing < best.stated
        if some_differ and _is_priced_by_other_source(data, parsed, account, library, best):
            return DayFound(now, "today", best.agreeing_today, best.stated, best.agreeing_today)
        return best
    wanted, how = known_day
    if wanted == TODAY or wanted >= list_date.get_newest_release(game, library, now):
        wanted = now
    return list_date.count_agreement(wanted, how, prices, game, library, now)


def _is_priced_by_other_source(
    data: RosterData, parsed: ParsedList, account: Account, library: Library, best: DayFound
) -> bool:
    """Return whether an unconfirmed source agrees with more stated prices than `best` does.

    `best` is the best past day found. It is asked only if not all prices agree on that day.
    """
    # Only where prices of a past day do not all agree.
    from listbuilder.formats import unconfirmed_prices

    lines = {unit.line: unit.points for unit in parsed.units if unit.points is not None}
    stated: dict[Path, int] = {}
    for place in range(len(data.get("units", ()))):
        path = ("units", place)
        line, _ = account.marks.get(path, (0, 0))
        if line in lines:
            stated[path] = lines[line]
    document = YamlDocument(data=data, marks={}, keys={}, file="", raw=b"")
    agreeing = unconfirmed_prices.count_prices_of_other_source(document, stated, library)
    return agreeing > best.agreeing


def _import_sealed(seal: Seal, name: str, edited: bool) -> Import:
    """Return an export of our own, imported from the whole roster that its seal holds.

    No names are looked up and nothing can be lost. `edited` says that the text around the seal
    differs from the seal's roster; a note is then added to the account.
    """
    account = Imported(format=SEALED, stated_total=seal.points, stated_day=seal.as_of)
    if edited:
        account.notes.append(Note(key="seal_of_other_text"))
    return Import(
        reader.read_yaml(seal.encode_roster(), name),
        account,
        ParsedList(shape="wh40k", format=SEALED),
        Source(""),
    )


def make_plain_roster(imported: Import, library: Library, as_of: str | None = None) -> RosterData:
    """Return the imported roster without entries that the game's data supplies by itself.

    It is then as a person would write it. A roster from a seal is returned as it is, and so is one
    that can't be read or whose game has no defaults to leave out.
    """
    assert imported.document is not None
    if imported.account.format == SEALED:
        return dict(imported.document.data)
    game = find_game_of_document(imported.document)
    army = game.read_roster(imported.document, library, as_of or imported.account.stated_day).army
    if army is None or game.kind not in by_kind.DEFAULTS:
        return dict(imported.document.data)
    strip_defaults = by_kind.DEFAULTS[game.kind]()
    return strip_defaults(army, imported.document.data)


def judge_list(
    raw: bytes,
    name: str,
    library: Library,
    as_of: str | None = None,
    format_name: str | None = None,
) -> Position:
    """Return the position, with verdict and findings, of a list that another program wrote.

    It raises nothing, whatever the file holds: if the list can't be read, the reasons are the
    problems of the position.
    """
    sha256 = hashlib.sha256(raw).hexdigest()
    try:
        imported = import_list(raw, name, library, format_name, as_of)
    except Unreadable as error:
        return Position(None, library, file=name, sha256=sha256, problems=error.problems)
    return judge_import(imported, name, library, as_of, sha256)


def judge_import(
    imported: Import, name: str, library: Library, as_of: str | None, sha256: str = ""
) -> Position:
    """Return the position of an imported list, with notes on how its stated points differ.

    The notes go into the account of `imported`. `sha256` is the hash of the file.
    """
    account = imported.account
    position = imported.position or Position(
        imported.document, library, as_of=as_of or account.stated_day
    )
    account.differences = explain_points(imported)
    return position.copy_as_imported(name, sha256, account)


def _detect_as(raw: bytes, name: str, format_name: str) -> Detected:
    """Return the list in `raw` as detected, in the form `format_name` that the user names.

    For roster files with a tree of selections the form is detected from the file instead. Raises
    Unreadable if `format_name` is no known form.
    """
    if format_name not in registry.READERS:
        known = sorted(registry.READERS)
        near = find_nearest(format_name, known)
        args = {"given": format_name, "known": known, "near": near}
        raise Unreadable([Problem(key="unknown_format", args=args)])
    if registry.READERS[format_name].is_tree:
        return detect_format(raw, name)
    return detect_text(paste.restore_text(decode_list(raw, name)), name, format_name)
