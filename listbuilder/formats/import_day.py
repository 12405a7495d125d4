"""Find the day of a list once its names are known, and how many of its prices agree with it."""

from __future__ import annotations

from typing import Protocol, cast

from listbuilder.data.library import Library
from listbuilder.formats import list_date
from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import ParsedList
from listbuilder.formats.resolve import by_kind
from listbuilder.games.game import TODAY, Game
from listbuilder.history.best_date import SeasonDates, StatedPrice
from listbuilder.model.base import Path
from listbuilder.model.imported import DayFound
from listbuilder.model.roster_data import RosterData
from listbuilder.model.windows import GRACE, shift_date
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument


class _Shelf(Protocol):
    """The data of a game's factions, with the days on which it changed."""

    def list_release_dates(self) -> list[str]:
        """Return the days on which prices changed, oldest first."""

    def as_of(self, faction_id: str) -> str:
        """Return the date of the current data of the faction `faction_id`."""


class _Dated(Protocol):
    """A game with a history."""

    def shelf(self, library: Library) -> _Shelf:
        """Return the game's data in `library`."""


def list_release_dates(game: Game, library: Library) -> list[str]:
    """Return the days on which prices of `game` changed, oldest first."""
    return cast(_Dated, game).shelf(library).list_release_dates()


def get_past_day(wanted: str | None, game: Game, library: Library) -> str | None:
    """Return `wanted` if it is a past day with other data than today's, else None.

    None for today, for a day since which nothing has changed, and for a day before the oldest known
    data: reading the roster reports that last case itself.
    """
    if not wanted or wanted == TODAY:
        return None
    releases = list_release_dates(game, library)
    if not releases or wanted >= releases[-1] or releases[0] > shift_date(wanted, GRACE):
        return None
    return wanted


def get_day_of_data(data: RosterData, game: Game, library: Library) -> str:
    """Return the date of the current data of the roster's faction."""
    return cast(_Dated, game).shelf(library).as_of(data["faction"])


def find_day(
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
    now = get_day_of_data(data, game, library)
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
