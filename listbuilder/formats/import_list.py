"""Import a list that another program wrote: detect its form, read it, resolve it and judge it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice
from typing import Protocol, cast

import msgspec

from listbuilder.data.library import Library
from listbuilder.formats import (
    day_of_list,
    days_of_prices,
    documents,
    edited_export,
    other_readings,
    points_differences,
    registry,
)
from listbuilder.formats.account import Account, make_account_summary
from listbuilder.formats.clean import paste, split_lists
from listbuilder.formats.detect import (
    Detected,
    decode_list,
    detect_format,
    detect_text,
    extract_list_text,
)
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
        """Return the day that the faction's data of today is of."""


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
        """Return how far the list was read, to compare: whether there is a roster, then fewer
        unread lines.
        """
        return self.document is not None, -len(self.account.unread)

    @property
    def unit_count(self) -> int:
        """Return the number of units in the roster; 0 if there is none."""
        return (
            len(self.document.data.get("units", self.parsed.units))
            if self.document is not None
            else 0
        )


def import_list(
    raw: bytes,
    name: str,
    library: Library,
    format_name: str | None = None,
    as_of: str | None = None,
) -> Import:
    """Import the list in `raw` and return it with its account and its position.

    Names are those of the day the list is of: `as_of`, else what it tells, else what its prices
    tell. One of our own exports is opened by its seal. Raises Unreadable where the source is no
    list, is dangerous, or is of another edition.
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
    """Import the list as each game it may be of, and return the best, or None if `previous` is
    better.

    It is better than `previous` only with no fewer units, and with less unread on its first day.
    Other games are tried only until one fits perfectly.
    """
    reading = ReadOnce(find(), name)
    if previous is not None and reading.units < previous.unit_count:
        return None
    first, *others = registry.find_games(reading.found, library, name)
    best_import, game_of_best = _import_as_game(reading, name, library, as_of, first), first
    for game in others if _score_fit(best_import) != _PERFECT else ():
        candidate = _import_as_game(reading, name, library, as_of, game)
        best_import, game_of_best = (
            (candidate, game)
            if _score_fit(candidate) > _score_fit(best_import)
            else (best_import, game_of_best)
        )
    best_import.seeming = best_import.rank
    if previous is not None and (
        best_import.unit_count < previous.unit_count or best_import.seeming <= previous.seeming
    ):
        return None
    return (
        best_import
        if as_of is not None
        else _import_as_best_day(best_import, game_of_best, reading, name, library)
    )


def _iter_ways(raw: bytes, name: str, format_name: str | None) -> Iterator[Way]:
    """Yield the ways to take a list: as it seems, and then those that its text may have been meant."""
    yield Way(
        lambda: (
            detect_format(raw, name) if format_name is None else _detect_as(raw, name, format_name)
        )
    )
    text = extract_list_text(raw, name) if format_name is None else None
    if text is not None and (limit := other_readings.limit_tries(text.count("\n"))):
        yield from islice(other_readings.iter_ways(text, name), limit)


def _import_as_best_day(
    imported: Import, game: Game, read: ReadOnce, name: str, library: Library
) -> Import:
    """Return the list as of the day on which least is wrong with it, of those it may be of."""

    def list_days() -> list[str]:
        """Return the other days that the list may be of; empty if it has no roster or no day."""
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
        return days_of_prices.list_other_days(
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

    return days_of_prices.find_least_wrong(
        imported, list_days, import_as_of, other_readings.limit_tries(len(imported.source.lines))
    )


def _mark_other_prices(imported: Import) -> Import:
    """Return the list, marked as resting on another source's prices if only those make up its
    total.

    What rests on them is no error, in the roster made of it neither.
    """
    if (
        imported.document is None
        or imported.account.stated_total is None
        or not explain_points(imported)
    ):
        return imported
    if any(note.key == "total_elsewhere" for note in explain_points(imported)):
        data = assume_warlord.add_assumption(imported.document.data, by_assumption.PRICES)
        imported.document = msgspec.structs.replace(imported.document, data=data)
        imported.position = (
            imported.position.copy_with_document(imported.document) if imported.position else None
        )
        imported.explained = None
    return imported


def explain_points(imported: Import) -> list[Note]:
    """Return what the stated points of a list say beside the computed ones; asked once, then kept.

    Empty for lists without an army, and for our own exports.
    """
    if imported.explained is None:
        known = (
            imported.position is not None
            and imported.position.army is not None
            and imported.account.format != SEALED
        )
        imported.explained = (
            points_differences.explain_differences(imported.position, imported)
            if imported.position and known
            else []
        )
    return imported.explained


_PERFECT = (1.0, 1.0, 0, 1.0)
SECOND = "unread_second_detachment"


def _score_fit(imported: Import) -> tuple[float, float, int, float]:
    """Return how well a list is one of its game: a higher tuple fits better.

    In order: the share of prices that agree on its day times that of known units, the share of
    prices, fewer unread lines, the share of known units. A second detachment is a sign against an
    edition that has one alone, whatever its prices.
    """
    if imported.document is None:
        return (-1.0, 0.0, 0, 0.0)
    if any(problem.key == SECOND for problem in imported.account.unread):
        return (-0.5, 0.0, 0, 0.0)
    day_found = imported.account.day
    agreeing = day_found.agreeing / day_found.stated if day_found and day_found.stated else 1.0
    units = len(imported.document.data.get("units", imported.parsed.units)) / len(
        imported.parsed.units
    )
    return (agreeing * units, agreeing, -len(imported.account.unread), units)


def _import_as_game(
    read: ReadOnce,
    name: str,
    library: Library,
    as_of: str | None,
    game: Game,
    known_day: tuple[str, str] | None = None,
) -> Import:
    """Import the list as one of `game` and return it.

    `known_day`: a day, and how it is known, where that has been found out already. If the prices
    tell another day than today, the names are resolved once more as of it. Stated keywords,
    unprinted enhancements and a commander are added last.
    """
    parsed, source = read.take_copy()
    known_day = known_day or (
        (as_of, "asked") if as_of else day_of_list.find_stated_day(parsed, game, library)
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
        position = (
            position.copy_with_document(document := with_keywords) if with_keywords else position
        )
        accounting.notes.extend(notes)
    if (
        not accounting.unread
        and parsed.shape == "wh40k"
        and (with_unprinted := unprinted_enhancements.add_unprinted_enhancements(position, parsed))
    ):
        position = position.copy_with_document(
            document := msgspec.structs.replace(document, data=with_unprinted[0])
        )
        accounting.notes.extend(with_unprinted[1])
    if not accounting.unread and (commander_found := assume_warlord.find_only_commander(position)):
        position = position.copy_with_document(
            document := msgspec.structs.replace(
                document,
                data=assume_warlord.set_assumed_commander(document.data, commander_found.path),
            )
        )
        accounting.warned.append(commander_found.note)
    return Import(document, accounting, parsed, source, stated, position)


def _resolve_names(
    parsed: ParsedList, source: Source, name: str, game: Game, library: Library, wanted: str | None
) -> tuple[RosterData | None, Account]:
    """Return the roster by the names of the day `wanted`, and its account.

    The roster is None if not even the faction is known. Only a past day makes a difference. Raises
    Unreadable for no units.
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
    """Return `wanted` if it is a past day that the history knows, else None.

    None for today, for a day since which nothing has changed, and for what is before all that is
    known: the roster's own reading says so.
    """
    releases = (
        cast(Dated, game).shelf(library).list_release_dates() if wanted and wanted != TODAY else []
    )
    return (
        wanted
        if releases
        and wanted
        and releases[0] <= shift_date(wanted, GRACE)
        and wanted < releases[-1]
        else None
    )


def _get_day_of_data(data: RosterData, game: Game, library: Library) -> str:
    """Return the day that the faction's data of today is of."""
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
    """Return the day that the list is of, how it is known, and how many prices agree with it.

    `known_day` is what the list tells or the user asked for; without one the prices decide. Prices
    that another source explains better than any past day make it a list of today.
    """
    now = _get_day_of_data(data, game, library)
    if known_day is None:

        def has_total_on(wanted: str) -> bool:
            """Return whether the roster costs the stated total on the day `wanted`.

            By the roster as it was read; what only another day has is not in it.
            """
            document = YamlDocument(data=data, marks={}, keys={}, file="", raw=b"")
            return Position(document, library, as_of=wanted).points == parsed.total

        prices_of_kind = by_kind.STATED_PRICES[game.kind]()
        season = day_of_list.find_document_days(parsed, game, library) or (
            prices_of_kind.find_season(data, game, library)
        )
        whole = prices_of_kind.is_fully_priced(data, prices)
        best = day_of_list.find_day_by_prices(
            prices, game, library, now, has_total_on, season, whole=whole
        ) or DayFound(now, "today")
        if (
            isinstance(season, SeasonDates) and parsed.season is None
        ):  # nobody named it: it was told by names, of which several days may have one
            free = day_of_list.find_day_by_prices(
                prices, game, library, now, has_total_on, whole=whole
            )
            best = free if free and free.agreeing > best.agreeing else best
        if (
            best.how == "prices"
            and best.agreeing < best.stated
            and _is_priced_by_other_source(data, parsed, account, library, best)
        ):
            return DayFound(now, "today", best.agreeing_today, best.stated, best.agreeing_today)
        return best
    wanted = (
        now
        if known_day[0] == TODAY
        or known_day[0] >= day_of_list.get_newest_release(game, library, now)
        else known_day[0]
    )
    return day_of_list.count_agreement(wanted, known_day[1], prices, game, library, now)


def _is_priced_by_other_source(
    data: RosterData, parsed: ParsedList, account: Account, library: Library, best: DayFound
) -> bool:
    """Return whether the list has the prices of an unconfirmed source rather than those of a past
    day.

    More of them must agree with that source than with the day `best`.
    """
    from listbuilder.formats import (
        unconfirmed_prices,  # only where prices of a past day do not all agree
    )

    lines = {unit.line: unit.points for unit in parsed.units if unit.points is not None}
    units = [
        (("units", place), account.marks.get(("units", place), (0, 0))[0])
        for place in range(len(data.get("units", ())))
    ]
    stated: dict[Path, int] = {path: lines[line] for path, line in units if line in lines}
    document = YamlDocument(data=data, marks={}, keys={}, file="", raw=b"")
    return (
        unconfirmed_prices.count_prices_of_other_source(document, stated, library) > best.agreeing
    )


def _import_sealed(seal: Seal, name: str, edited: bool) -> Import:
    """Return the roster in the seal of one of our own exports, whole.

    There is nothing to look up and nothing can be lost. `edited`: the text around the seal says
    something else, which is noted.
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
    """Return the roster as a person would write it: without what its data gives unasked.

    Of a seal it is the very roster inside.
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
    """Return the verdict on a list that another program wrote.

    It never raises for anything a file can hold: what cannot be read becomes the problems of the
    position.
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
    """Return the position of an imported list, with what its stated points say."""
    account = imported.account
    position = imported.position or Position(
        imported.document, library, as_of=as_of or account.stated_day
    )
    account.differences = explain_points(imported)
    return position.copy_as_imported(name, sha256, account)


def _detect_as(raw: bytes, name: str, format_name: str) -> Detected:
    """Return the list as one of the form `format_name`, which the user says it is in.

    Files of trees say their form themselves. Raises Unreadable for a form that nobody knows.
    """
    if format_name not in registry.READERS:
        known = sorted(registry.READERS)
        raise Unreadable(
            [
                Problem(
                    key="unknown_format",
                    args={
                        "given": format_name,
                        "known": known,
                        "near": find_nearest(format_name, known),
                    },
                )
            ]
        )
    if registry.READERS[format_name].is_tree:
        return detect_format(raw, name)
    return detect_text(paste.restore_text(decode_list(raw, name)), name, format_name)
