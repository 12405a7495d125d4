"""Import a list that another program wrote: detect its form, read it, resolve it and judge it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import partial
from itertools import islice

import msgspec

from listbuilder.data.library import Library
from listbuilder.formats import (
    documents,
    edited_export,
    list_date,
    list_date_by_prices,
    list_date_told_twice,
    other_readings,
    plugins,
    registry,
    settle_typed,
    translated_roster,
)
from listbuilder.formats.clean import paste, split_lists
from listbuilder.formats.detect import (
    Detected,
    decode_list,
    detect_format,
    detect_text,
    extract_list_text,
)
from listbuilder.formats.import_as_game import import_as_game
from listbuilder.formats.import_day import get_day_of_data, list_release_dates
from listbuilder.formats.imported_list import (
    PERFECT,
    SEALED,
    Import,
    explain_points,
    score_fit,
)
from listbuilder.formats.other_readings import Find, Way
from listbuilder.formats.parsed import TYPED, ParsedList
from listbuilder.formats.read.sealed import read_seal
from listbuilder.formats.read_once import ReadOnce, Signature
from listbuilder.formats.resolve import (
    assume_warlord,
    by_kind,
)
from listbuilder.formats.seal import Seal, encode_canonically
from listbuilder.formats.source import Source
from listbuilder.games.game import Game
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.finding import Note
from listbuilder.model.imported import DayFound, Imported
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.roster_data import RosterData
from listbuilder.roster.position import Position, find_game_of_document
from listbuilder.rules import by_assumption
from listbuilder.yamlio import reader
from listbuilder.yamlio.reader import YamlDocument


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
    tried: set[Signature] = set()
    try:
        split_lists.refuse_two_lists(raw, name)
        imported = other_readings.find_best_reading(
            lambda find, than: _import_as_best_game(find, than, tried, name, library, as_of),
            _iter_ways(raw, name, format_name, library),
        )
    except Unreadable:
        made = plugins.read_with_plugin(raw, name, format_name)
        if made is None:
            raise
        form, roster = made
        document = reader.read_yaml(encode_canonically(roster), name)
        return _import_roster(document, Imported(format=form))
    return _mark_other_prices(imported)


def _import_as_best_game(
    find: Find,
    previous: Import | None,
    tried: set[Signature],
    name: str,
    library: Library,
    as_of: str | None,
) -> Import | None:
    """Return the list imported as the game it fits best; None if `previous` is as good.

    `find` detects the list in the way to be tried. `previous` is the result of an earlier way, or
    None. The new result is better only if it has no fewer units and was read further on the first
    day tried; it isn't if the signature of an earlier way, in `tried`, is the same. Other games are
    tried only until one fits perfectly. Unless the user names a day (`as_of`), the best day is
    looked for as well.
    """
    reading = ReadOnce(find(), name)
    if previous is not None and reading.units < previous.unit_count:
        return None
    signature = reading.get_signature()
    if signature in tried:
        return None
    tried.add(signature)
    games = registry.find_games(reading.found, library, name)
    if as_of is not None and reading.found.format == TYPED:  # nothing but the day tells the edition
        games = [game for game in games if _has_data_on(game, library, as_of)] or games
    game_of_best, *others = games
    best = import_as_game(reading, name, library, as_of, game_of_best)
    if score_fit(best) == PERFECT:
        others = []
    for game in others:
        candidate = import_as_game(reading, name, library, as_of, game)
        if score_fit(candidate) > score_fit(best):
            best, game_of_best = candidate, game
    if reading.found.format == TYPED and not settle_typed.is_army(
        best.unit_count if best.document else 0, len(best.parsed.units)
    ):
        raise Unreadable([Problem(key="no_list_found", file=name)])
    best.seeming = best.rank
    if previous is not None and best.unit_count < previous.unit_count:
        return None
    if previous is not None and best.seeming <= previous.seeming:
        return None
    if as_of is not None:
        return best
    return _import_as_best_day(best, game_of_best, reading, name, library)


def _has_data_on(game: Game, library: Library, day: str) -> bool:
    """Return whether `day` is no earlier than the oldest data of `game`."""
    releases = list_release_dates(game, library)
    return not releases or releases[0] <= day


def _iter_ways(raw: bytes, name: str, format_name: str | None, library: Library) -> Iterator[Way]:
    """Yield ways to read a list: as it seems to be, then as its text may have been meant.

    If the user names a format, `format_name`, a text is read in no other way. The number of further
    ways is limited by the length of the text. A roster file has one: by its ids.
    """
    find = partial(detect_format, raw, name)
    if format_name is not None:
        find = partial(_detect_as, raw, name, format_name)
    yield Way(partial(translated_roster.detect_in_any_language, find, library))
    text = extract_list_text(raw, name)
    if text is None or "H4sI" in text[:300]:  # a link holds a roster file
        by_ids = translated_roster.detect_by_ids(find, library)
        if by_ids is not None:
            yield Way(lambda: by_ids)
    elif format_name is None:
        limit = other_readings.limit_tries(text.count("\n"))
        yield from islice(other_readings.iter_ways(text, name), limit)


def _import_as_best_day(
    imported: Import, game: Game, read: ReadOnce, name: str, library: Library
) -> Import:
    """Return the list imported as of the day on which least is wrong with it.

    The days tried are that of `imported` and the others that the list may be of.
    """

    def list_days() -> list[str]:
        """Return the other days that the list may be of; empty without a roster or a day.

        A typed list without points, but with a total, may be of any day.
        """
        if imported.document is None or imported.account.day is None:
            return []
        data = imported.document.data
        now = get_day_of_data(data, game, library)
        if imported.parsed.format == TYPED and imported.parsed.total is not None:
            return list_date.list_releases(game, library, now)[-2::-1]
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
        candidate = import_as_game(
            read, name, library, None, game, (tried, "prices" if way == "today" else way)
        )
        candidate.seeming = imported.seeming
        return candidate

    def list_better_days(told: DayFound) -> list[str]:
        """Return the days on which more of the stated prices agree than on the day `told`."""
        assert imported.document is not None
        now = get_day_of_data(imported.document.data, game, library)
        return list_date_told_twice.list_better_days(told, imported.stated, game, library, now)

    best = list_date_by_prices.find_least_wrong(
        imported, list_days, import_as_of, other_readings.limit_tries(len(imported.source.lines))
    )
    if best.document is None:
        return best
    return list_date_told_twice.take_day_of_prices(
        best, explain_points, list_better_days, import_as_of
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


def _import_sealed(seal: Seal, name: str, edited: bool) -> Import:
    """Return an export of our own, imported from the whole roster that its seal holds.

    No names are looked up and nothing can be lost. `edited` says that the text around the seal
    differs from the seal's roster; a note is then added to the account.
    """
    account = Imported(format=SEALED, stated_total=seal.points, stated_day=seal.as_of)
    if edited:
        account.notes.append(Note(key="seal_of_other_text"))
    return _import_roster(reader.read_yaml(seal.encode_roster(), name), account)


def _import_roster(document: YamlDocument, account: Imported) -> Import:
    """Return a list imported from a whole roster, in which no names have to be looked up."""
    parsed = ParsedList(shape="wh40k", format=account.format)
    return Import(document, account, parsed, Source(""))


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
        known = sorted({*registry.READERS, *plugins.list_plugins("readers")})
        near = find_nearest(format_name, known)
        args = {"given": format_name, "known": known, "near": near}
        raise Unreadable([Problem(key="unknown_format", args=args)])
    if registry.READERS[format_name].is_tree:
        return detect_format(raw, name)
    return detect_text(paste.restore_text(decode_list(raw, name)), name, format_name)
