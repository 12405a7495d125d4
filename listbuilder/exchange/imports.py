"""From the bytes of any list to a verdict: detected, read, resolved, accounted for, and judged by the law of its game."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from typing import Any, Protocol, cast

import msgspec

from listbuilder.exchange import (
    among_days,
    around_seal,
    catalog,
    commander,
    contradictions,
    day,
    differences,
    other_ways,
    paste,
    stated_keywords,
    two_lists,
    unprinted,
)
from listbuilder.exchange.account import Account, accounting_of
from listbuilder.exchange.detect import Detected, decode, detect, of_text, text_in
from listbuilder.exchange.other_ways import Find, Way
from listbuilder.exchange.parsed import ParsedList
from listbuilder.exchange.read_once import ReadOnce
from listbuilder.exchange.readers.sealed import seal_in
from listbuilder.exchange.seal import Seal
from listbuilder.exchange.source import Source
from listbuilder.games.base import TODAY, Game
from listbuilder.games.shared.best_day import Stated, Window
from listbuilder.law import by_assumption
from listbuilder.law.position import Position, system_of
from listbuilder.model.base import Path
from listbuilder.model.finding import Note
from listbuilder.model.imported import DayFound, Imported
from listbuilder.model.past import GRACE, shifted
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader
from listbuilder.store.library import Library
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

SEALED = "listbuilder"  # the format of our own html, pdf, json, svg and qr exports

Resolver = Callable[[ParsedList, Account, Game, Library, str | None], dict[str, Any] | None]
Prices = Callable[[ParsedList, Account, dict[str, Any], Game, Library], list[Stated]]
Whole = Callable[[dict[str, Any], list[Stated]], bool]
Seasons = Callable[[dict[str, Any], Game, Library], Window | None]


class _Shelf(Protocol):
    def releases(self) -> list[str]: ...

    def as_of(self, faction_id: str) -> str: ...


class Dated(Protocol):
    """A game with a history."""

    def shelf(self, library: Library) -> _Shelf: ...


class Import(msgspec.Struct):
    """A list in our own format, with the account of how it came to be one."""

    document: Document | None
    account: Imported
    parsed: ParsedList
    source: Source
    stated: list[Stated] = []
    """Its prices, each with what it is the price of."""
    position: Position | None = None
    """Of that roster on the list's day: read and judged once, whoever asks."""
    seeming: tuple[bool, int] = (False, 0)
    """How far it was read on the first day that it was taken for."""
    explained: list[Note] | None = None
    """What its stated points say, where that was asked already."""

    @property
    def rank(self) -> tuple[bool, int]:
        """How far it was read: the roster there is, the lines there are no words for."""
        return self.document is not None, -len(self.account.unread)

    @property
    def units(self) -> int:
        return len(self.document.data.get("units", self.parsed.units)) if self.document is not None else 0


def import_list(raw: bytes, name: str, library: Library, format_name: str | None = None, as_of: str | None = None) -> Import:
    """Raises Unreadable where the source is no list, is dangerous, or is of another edition.

    Names are those of the day the list is of: `as_of`, else what it tells, else what its prices tell.
    """
    if format_name is None and (seal := seal_in(raw)) is not None:
        around_seal.refuse_list(raw, name, seal)
        return _from_seal(seal, name, around_seal.is_edited(raw, name, library))
    two_lists.refuse(raw, name)
    made = other_ways.best(lambda find, than: _as_any_game(find, than, name, library, as_of), _ways(raw, name, format_name))
    return _priced(made)


def _as_any_game(find: Find, than: Import | None, name: str, library: Library, as_of: str | None) -> Import | None:
    """None where not so many units are in it as in what was read otherwise, or no less of it is unread on its first day."""
    read = ReadOnce(find(), name)
    if than is not None and read.units < than.units:
        return None
    first, *others = catalog.games_of(read.found, library, name)
    best, game_of_best = _as_game(read, name, library, as_of, first), first
    for game in others if _fit(best) != _PERFECT else ():
        other = _as_game(read, name, library, as_of, game)
        best, game_of_best = (other, game) if _fit(other) > _fit(best) else (best, game_of_best)
    best.seeming = best.rank
    if than is not None and (best.units < than.units or best.seeming <= than.seeming):
        return None
    return best if as_of is not None else _among_days(best, game_of_best, read, name, library)


def _ways(raw: bytes, name: str, format_name: str | None) -> Iterator[Way]:
    """The ways to take a list: as it seems, and then those that its text may have been meant."""
    yield Way(lambda: detect(raw, name) if format_name is None else _forced(raw, name, format_name))
    text = text_in(raw, name) if format_name is None else None
    if text is not None and (most := other_ways.tries(text.count("\n"))):
        yield from islice(other_ways.ways(text, name), most)


def _among_days(made: Import, game: Game, read: ReadOnce, name: str, library: Library) -> Import:
    """On the day of those that it may be of on which least is wrong with it."""

    def days() -> list[str]:
        if made.document is None or made.account.day is None:
            return []
        data = made.document.data
        now, season = _now(data, game, library), _season(data, game, library) if made.parsed.season else None
        army = made.position.army if made.position else None
        came = [each.gone.not_before for each in army.away if each.gone.not_before] if army else []
        return among_days.others(made.account.day, made.stated, season, game, library, now, came)

    def again(tried: str) -> Import:
        how = made.account.day.how if made.account.day else ""
        other = _as_game(read, name, library, None, game, (tried, "prices" if how == "today" else how))
        other.seeming = made.seeming
        return other

    return among_days.least_wrong(made, days, again, other_ways.tries(len(made.source.lines)))


def _priced(made: Import) -> Import:
    """Whose total only another source's prices make up: what rests on them is no error, in the roster made of it neither."""
    if made.document is None or made.account.stated_total is None or not explain(made):
        return made
    if any(note.key == "total_elsewhere" for note in explain(made)):
        data = commander.assuming(made.document.data, by_assumption.PRICES)
        made.document = msgspec.structs.replace(made.document, data=data)
        made.position = made.position.at(made.document) if made.position else None
        made.explained = None
    return made


def explain(made: Import) -> list[Note]:
    """What its stated points say beside the computed ones."""
    if made.explained is None:
        known = made.position is not None and made.position.army is not None and made.account.format != SEALED
        made.explained = differences.explain(made.position, made) if made.position and known else []
    return made.explained


_PERFECT = (1.0, 1.0, 0, 1.0)
SECOND = "unread_second_detachment"


def _fit(made: Import) -> tuple[float, float, int, float]:
    """How well a list is one of that game: prices that agree on its day, what share of them, what is not read, known units.

    A second detachment is a sign against an edition that has one alone, whatever its prices.
    """
    if made.document is None:
        return (-1.0, 0.0, 0, 0.0)
    if any(problem.key == SECOND for problem in made.account.unread):
        return (-0.5, 0.0, 0, 0.0)
    found = made.account.day
    agreeing = found.agreeing / found.stated if found and found.stated else 1.0
    units = len(made.document.data.get("units", made.parsed.units)) / len(made.parsed.units)
    return (agreeing * units, agreeing, -len(made.account.unread), units)


def _as_game(
    read: ReadOnce, name: str, library: Library, as_of: str | None, game: Game, told: tuple[str, str] | None = None
) -> Import:
    """`told`: a day, and how it is known, where that has been found out already."""
    parsed, source = read.taken()
    told = told or ((as_of, "asked") if as_of else day.told(parsed, game, library))
    made, account = _resolved(parsed, source, name, game, library, told[0] if told else None)
    if made is None:
        return Import(None, accounting_of(parsed, account), parsed, source)
    stated = _stated(made, parsed, account, game, library)
    found = _day_found(made, parsed, account, told, stated, game, library)
    if told is None and found.how in ("prices", "season"):
        parsed, source = read.taken()
        made, account = _resolved(parsed, source, name, game, library, found.day)
        assert made is not None, "the faction is known on every day"
        stated = _stated(made, parsed, account, game, library)
        found = _day_found(made, parsed, account, (found.day, found.how), stated, game, library)
    accounting = accounting_of(parsed, account)
    accounting.day = found
    accounting.stated_day = found.day if found.how not in ("asked", "today") else None
    text = "\n".join(line.text for line in source.lines).encode()
    document = Document(data=made, marks=account.marks, keys={}, file=name, raw=text)
    done = Position(document, library, as_of=as_of or accounting.stated_day)
    if account.keywords:
        known, notes = stated_keywords.taken(done, account.keywords)
        done = done.at(document := known) if known else done
        accounting.notes.extend(notes)
    if not accounting.unread and parsed.shape == "muster" and (found_too := unprinted.added(done, parsed)):
        done = done.at(document := msgspec.structs.replace(document, data=found_too[0]))
        accounting.notes.extend(found_too[1])
    if not accounting.unread and (one := commander.assumed(done)):
        done = done.at(document := msgspec.structs.replace(document, data=commander.taken(document.data, one.path)))
        accounting.warned.append(one.note)
    return Import(document, accounting, parsed, source, stated, done)


def _resolved(
    parsed: ParsedList, source: Source, name: str, game: Game, library: Library, wanted: str | None
) -> tuple[dict[str, Any] | None, Account]:
    """The roster by the names of that day; of none but a past one."""
    account = Account(source, name)
    contradictions.of_nothing(parsed, account)
    if not parsed.units:
        raise Unreadable([Problem(key="no_units_found", args={"format": parsed.format}, file=name)])
    resolve = cast(Resolver, _of_kind("resolve", game.kind).resolve)
    data = resolve(parsed, account, game, library, _past(wanted, game, library))
    account.close()
    return data, account


def _of_kind(work: str, kind: str) -> Any:
    """resolve_<kind>.py and stated_<kind>.py beside this, for every kind of army whose lists other programs write."""
    return import_module(f"listbuilder.exchange.{work}_{kind}")


def _past(wanted: str | None, game: Game, library: Library) -> str | None:
    """None for today, for a day since which nothing has changed, and for what is before all that is known: the roster's
    own reading says so."""
    releases = cast(Dated, game).shelf(library).releases() if wanted and wanted != TODAY else []
    return wanted if releases and wanted and releases[0] <= shifted(wanted, GRACE) and wanted < releases[-1] else None


def _stated(made: dict[str, Any], parsed: ParsedList, account: Account, game: Game, library: Library) -> list[Stated]:
    return cast(Prices, _of_kind("stated", game.kind).stated)(parsed, account, made, game, library)


def _season(made: dict[str, Any], game: Game, library: Library) -> Window | None:
    return cast(Seasons, _of_kind("stated", game.kind).season)(made, game, library)


def _now(made: dict[str, Any], game: Game, library: Library) -> str:
    return cast(Dated, game).shelf(library).as_of(made["faction"])


def _day_found(
    made: dict[str, Any],
    parsed: ParsedList,
    account: Account,
    told: tuple[str, str] | None,
    prices: list[Stated],
    game: Game,
    library: Library,
) -> DayFound:
    now = _now(made, game, library)
    if told is None:

        def total(wanted: str) -> bool:
            """By the roster as it was read; what only another day has is not in it."""
            document = Document(data=made, marks={}, keys={}, file="", raw=b"")
            return Position(document, library, as_of=wanted).points == parsed.total

        season = _season(made, game, library)
        whole = cast(Whole, _of_kind("stated", game.kind).whole)(made, prices)
        best = day.by_prices(prices, game, library, now, total, season, whole=whole) or DayFound(now, "today")
        if season and parsed.season is None:  # nobody named it: it was told by names, of which several days may have one
            free = day.by_prices(prices, game, library, now, total, whole=whole)
            best = free if free and free.agreeing > best.agreeing else best
        if best.how == "prices" and best.agreeing < best.stated and _priced_elsewhere(made, parsed, account, library, best):
            return DayFound(now, "today", best.agreeing_today, best.stated, best.agreeing_today)
        return best
    wanted = now if told[0] == TODAY or told[0] >= day.newest(game, library, now) else told[0]
    return day.counted(wanted, told[1], prices, game, library, now)


def _priced_elsewhere(made: dict[str, Any], parsed: ParsedList, account: Account, library: Library, best: DayFound) -> bool:
    """Whether its prices are those of a source that nothing else confirms, rather than of a past day."""
    from listbuilder.exchange import other_prices  # only where prices of a past day do not all agree

    lines = {unit.line: unit.points for unit in parsed.units if unit.points is not None}
    units = [(("units", place), account.marks.get(("units", place), (0, 0))[0]) for place in range(len(made.get("units", ())))]
    stated: dict[Path, int] = {path: lines[line] for path, line in units if line in lines}
    document = Document(data=made, marks={}, keys={}, file="", raw=b"")
    return other_prices.of_list(document, stated, library) > best.agreeing


def _from_seal(seal: Seal, name: str, edited: bool) -> Import:
    """An export of our own has the roster in it, whole: there is nothing to look up and nothing can be lost."""
    account = Imported(format=SEALED, stated_total=seal.points, stated_day=seal.as_of)
    if edited:
        account.notes.append(Note(key="seal_of_other_text"))
    return Import(reader.read_text(seal.raw(), name), account, ParsedList(shape="muster", format=SEALED), Source(""))


def plain_roster(made: Import, library: Library, as_of: str | None = None) -> dict[str, Any]:
    """The roster as a person would write it: without what its data gives unasked. Of a seal it is the very roster inside."""
    assert made.document is not None
    if made.account.format == SEALED:
        return dict(made.document.data)
    game = system_of(made.document)
    army = game.read(made.document, library, as_of or made.account.stated_day).army
    if army is None or game.kind not in _PLAIN:
        return dict(made.document.data)
    return cast(dict[str, Any], _of_kind("plain", game.kind).plain(army, made.document.data))


_PLAIN = ("muster",)  # kinds of army whose units have more to them than a name


def judge_list(raw: bytes, name: str, library: Library, as_of: str | None = None, format_name: str | None = None) -> Position:
    """The verdict on a list that another program wrote. Never raises for anything a file can hold."""
    sha256 = hashlib.sha256(raw).hexdigest()
    try:
        made = import_list(raw, name, library, format_name, as_of)
    except Unreadable as error:
        return Position(None, library, file=name, sha256=sha256, problems=error.problems)
    return judged(made, name, library, as_of, sha256)


def judged(made: Import, name: str, library: Library, as_of: str | None, sha256: str = "") -> Position:
    """What was read, with what its stated points say."""
    account = made.account
    done = made.position or Position(made.document, library, as_of=as_of or account.stated_day)
    account.differences = explain(made)
    return done.handed_in(name, sha256, account)


def _forced(raw: bytes, name: str, format_name: str) -> Detected:
    """The user says which format it is; files of trees say it themselves."""
    if format_name not in catalog.READERS:
        known = sorted(catalog.READERS)
        raise Unreadable(
            [Problem(key="unknown_format", args={"given": format_name, "known": known, "near": nearest(format_name, known)})]
        )
    if catalog.READERS[format_name].tree:
        return detect(raw, name)
    return of_text(paste.restored(decode(raw, name)), name, format_name)
