"""The day a list is of: what it says itself, else what its prices say."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from listbuilder.exchange.parsed import ParsedList
from listbuilder.games.base import Game, is_day
from listbuilder.games.shared.best_day import Among, BestDay, Part, Stated, Timeline, Window, best_day, best_days
from listbuilder.games.shared.numbers import number
from listbuilder.games.shared.versions import DataVersions
from listbuilder.model.imported import DayFound
from listbuilder.store.library import Library

_VERSION = re.compile(r"dat(?:a|os|en|i)[ -]?(?:version|de donnees|version de donnees)?\s*:\s*v?(\d{1,8})", re.IGNORECASE)
_FRENCH = re.compile(r"version de donn[ée]es\s*:\s*v?(\d{1,8})", re.IGNORECASE)
_OURS = re.compile(r"\blistbuilder (?:[\d.]{1,12}, )?(\d{4}-\d\d-\d\d)\b")
_DOCUMENT = re.compile(
    r"(?:(?:points|prices|pts|data)\W{1,3})?(?:mfm|munitorum field manual|battle profiles)\b[\w .-]{1,40}", re.IGNORECASE
)
LONGEST = 120  # characters of a line that names a points document; a longer one tells something else
_APPS = ("gw-app", "aos-app")  # formats of the publisher's own apps, whose data has versions of its own
_REVISIONS = ("nr-", "sigdex")  # formats that print the revision of the faction's catalogue


def of_ours(words: str) -> str | None:
    """The day of the prices, as our exports say it at their end: `Data Version: listbuilder 2026-05-20`."""
    found = _OURS.findall(words)
    return found[-1] if found else None


def names_document(words: str) -> bool:
    """Return whether a line names a points document and nothing else, such as `Points: Munitorum Field Manual v1.5`."""
    return len(words) <= LONGEST and _DOCUMENT.fullmatch(words) is not None


def data_version(words: str) -> str | None:
    found = _VERSION.search(words) or _FRENCH.search(words)
    return found[1] if found else None


Total = Callable[[str], bool]
"""Whether the stated total is that of a day."""


class _Past(Protocol):
    def versions(self) -> DataVersions: ...

    def timeline(self, part: Part) -> Timeline: ...


class _Shelf(Protocol):
    @property
    def past(self) -> _Past: ...


class _Dated(Protocol):
    """A game with histories."""

    def shelf(self, library: Library) -> _Shelf: ...


def told(parsed: ParsedList, game: Game, library: Library) -> tuple[str, str] | None:
    """The day that the list itself tells, and by what: a date, the version of its app's data, the revision of a catalogue."""
    if parsed.date and is_day(parsed.date):
        return parsed.date, "date"
    versions = _past(game, library).versions()
    named = _days_of_document(parsed, versions)
    if len(named) == 1:
        return named[0], "date"
    if parsed.data_version and parsed.data_version.isdecimal():
        version = number(parsed.data_version)
        day, how = None, ""
        if parsed.format.startswith(_APPS):
            day, how = versions.day_of_app(version), "app"
        elif parsed.format.startswith(_REVISIONS):
            day, how = versions.day_of_catalogue([words.text for words in (*parsed.faction, *parsed.heads)], version), "catalogue"
        if day:
            return day, how
    days = [day for name, version in parsed.revisions if (day := versions.day_of_catalogue([name], version))]
    return (max(days), "catalogue") if days else None


def among_documents(parsed: ParsedList, game: Game, library: Library) -> Among | None:
    """Return the days of the points document that the list names, if it's of several: its prices tell which."""
    named = _days_of_document(parsed, _past(game, library).versions())
    return Among(tuple(named)) if len(named) > 1 else None


def _days_of_document(parsed: ParsedList, versions: DataVersions) -> list[str]:
    return next((days for words in parsed.documents if (days := versions.days_named_in(words))), [])


def by_prices(
    stated: Sequence[Stated], game: Game, library: Library, as_of: str, total: Total, season: Window | Among | None = None,
    *, whole: bool = False,
) -> DayFound | None:  # fmt: skip
    """The release on which most of the prices agree; of several, one on which the total does too, else the newest.

    A list that names its season is of no other; without a price that agrees, it is of the season's last day.
    `whole`: all that has a price is stated, so the total is the same on each day on which all of them agree.
    """
    past = _past(game, library)
    known = releases(game, library, as_of)
    within = (season.releases(known) if season else []) or known
    found = best_days(stated, past.timeline, within)
    if found:
        one = len(found) == 1 or (whole and found[0].agreeing == len(stated))
        best = found[0] if one else next((each for each in found if total(each.day)), found[0])
        today = best.today if within[-1] == known[-1] else _agreeing(stated, past, known[-1])
        agreeing, newest = best.agreeing, best is found[0] and best.agreeing == best.today
    elif within and within[-1] != known[-1]:
        best, agreeing, today, newest = BestDay(within[-1], 0, 0, 0), 0, 0, True
    else:
        return None
    if newest and within[-1] == known[-1]:
        return DayFound(as_of, "today", agreeing, best.total, today)
    return DayFound(best.day, "prices" if agreeing else "season", agreeing, best.total, today)


def agreeing_days(stated: Sequence[Stated], game: Game, library: Library, as_of: str, season: Window | None) -> list[str]:
    """The releases on which as many of the prices agree as on no other, newest first."""
    known = releases(game, library, as_of)
    within = (season.releases(known) if season else []) or known
    return [each.day for each in best_days(stated, _past(game, library).timeline, within)]


def releases(game: Game, library: Library, as_of: str) -> list[str]:
    return [day for day in _past(game, library).versions().releases() if day <= as_of]


def past_of(game: Game, library: Library) -> object:
    """The histories of a game's factions."""
    return _past(game, library)


def _agreeing(stated: Sequence[Stated], past: _Past, day: str) -> int:
    found = best_day(stated, past.timeline, [day])
    return found.agreeing if found else 0


def counted(day: str, how: str, stated: Sequence[Stated], game: Game, library: Library, as_of: str) -> DayFound:
    """How many of the prices agree on a day that something else told."""
    past = _past(game, library)
    days = releases(game, library, as_of)
    then, now = _agreeing(stated, past, day), _agreeing(stated, past, days[-1]) if days else 0
    return DayFound(day, how, then, len(stated), now)


def newest(game: Game, library: Library, as_of: str) -> str:
    """From that day on everything is as it is today."""
    return max(releases(game, library, as_of), default=as_of)


def _past(game: Game, library: Library) -> _Past:
    return cast(_Dated, game).shelf(library).past
