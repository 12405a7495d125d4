"""Find the day a list is of: what it says itself, else what its prices say."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from listbuilder.data.library import Library
from listbuilder.formats.parsed import TYPED, ParsedList
from listbuilder.games.game import Game
from listbuilder.history.best_date import (
    DocumentDates,
    Part,
    SeasonDates,
    StatedPrice,
    Timeline,
    find_best_day,
    find_best_days,
)
from listbuilder.history.versions import DataVersions
from listbuilder.matching.numbers import parse_number
from listbuilder.model.imported import DayFound
from listbuilder.model.windows import GRACE, is_day, shift_date

_VERSION = re.compile(
    r"dat(?:a|os|en|i)[ -]?(?:version|de donnees|version de donnees)?\s*:\s*v?(\d{1,8})",
    re.IGNORECASE,
)
_ABROAD = re.compile(  # `versión de los datos v946`, `Version de Données : v875`
    r"versi[oó]ne? de[is]? (?:los )?(?:donn[ée]es|datos|dati|dados)\s*:?\s*v?(\d{1,8})",
    re.IGNORECASE,
)
_OURS = re.compile(r"\blistbuilder (?:[\d.]{1,12}, )?(\d{4}-\d\d-\d\d)\b")
_DOCUMENT = re.compile(
    r"(?:(?:points|prices|pts|data)\W{1,3})?"
    r"(?:mfm|munitorum field manual|battle profiles)\b[\w .-]{1,40}",
    re.IGNORECASE,
)
# Characters of a line that names a points document; a longer one tells something else.
LONGEST = 120
# Formats of the publisher's own apps, whose data has versions of its own, and what is left of them.
_APPS = ("gw-app", "aos-app", TYPED)
_REVISIONS = ("nr-", "sigdex")  # formats that print the revision of the faction's catalogue


def find_day_of_our_prices(words: str) -> str | None:
    """Return the date of the prices that an export of our own prints at its end, or None.

    `Data Version: listbuilder 2026-05-20` is an example. The last such date in `words` counts.
    """
    days = _OURS.findall(words)
    return days[-1] if days else None


def is_document_name(words: str) -> bool:
    """Return whether the line `words` names a points document and nothing else.

    `Points: Munitorum Field Manual v1.5` is an example.
    """
    return len(words) <= LONGEST and _DOCUMENT.fullmatch(words) is not None


def find_data_version(words: str) -> str | None:
    """Return the number of the data version that a line in `words` states, or None."""
    version = _VERSION.search(words) or _ABROAD.search(words)
    return version[1] if version else None


Total = Callable[[str], bool]
"""A function that returns whether the list's stated total is the total as of a date."""


class _Past(Protocol):
    """The history of a game's data."""

    def load_versions(self) -> DataVersions:
        """Return the versions of other programs' data, with their days."""

    def timeline(self, part: Part) -> Timeline:
        """Return the prices of a part through time."""


class _Shelf(Protocol):
    """The data of a game's factions."""

    @property
    def past(self) -> _Past:
        """Return the history of the game's data."""


class _Dated(Protocol):
    """A game with histories."""

    def shelf(self, library: Library) -> _Shelf:
        """Return the game's data in `library`."""


def find_stated_day(parsed: ParsedList, game: Game, library: Library) -> tuple[str, str] | None:
    """Return the day that the list itself tells, and by what it tells it; or None.

    In order: a date or a points document of one day ("date"), the version of the app's data
    ("app"), the revision of a catalogue ("catalogue"). Of several catalogues the newest counts. A
    date before the oldest data of the game tells nothing: there were no such lists then.
    """
    if parsed.date and is_day(parsed.date) and _has_data_on(parsed.date, game, library):
        return parsed.date, "date"
    versions = _get_typed_past(game, library).load_versions()
    document_days = _list_document_days(parsed, versions)
    if len(document_days) == 1:
        return document_days[0], "date"
    if parsed.data_version and parsed.data_version.isdecimal():
        version = parse_number(parsed.data_version)
        if parsed.format.startswith(_APPS):
            if day := versions.find_date_of_app(version):
                return day, "app"
        elif parsed.format.startswith(_REVISIONS):
            names = [words.text for words in (*parsed.faction, *parsed.heads)]
            if day := versions.find_date_of_catalogue(names, version):
                return day, "catalogue"
    days: list[str] = []
    for name, revision in parsed.revisions:
        if day := versions.find_date_of_catalogue([name], revision):
            days.append(day)
    return (max(days), "catalogue") if days else None


def _has_data_on(day: str, game: Game, library: Library) -> bool:
    """Return whether `day` is no earlier than the oldest data of `game`, give or take some days."""
    releases = _get_typed_past(game, library).load_versions().list_release_dates()
    return not releases or releases[0] <= shift_date(day, GRACE)


def find_document_days(parsed: ParsedList, game: Game, library: Library) -> DocumentDates | None:
    """Return the days of the points document that the list names if several, else None.

    The prices of the list can then tell which of these days it is.
    """
    days = _list_document_days(parsed, _get_typed_past(game, library).load_versions())
    return DocumentDates(tuple(days)) if len(days) > 1 else None


def _list_document_days(parsed: ParsedList, versions: DataVersions) -> list[str]:
    """Return the days of the first known points document that the list names, or empty."""
    for words in parsed.documents:
        if days := versions.find_dates_named_in(words):
            return days
    return []


def find_day_by_prices(
    stated: Sequence[StatedPrice],
    game: Game,
    library: Library,
    as_of: str,
    total: Total,
    season: SeasonDates | DocumentDates | None = None,
    *,
    whole: bool = False,
) -> DayFound | None:
    """Return the release on which most of the stated prices agree, with the numbers; or None.

    Of several such releases, it is one on which the total agrees too (`total` tells that), else the
    newest. If the list names a season or document, only its days are possible; if no price agrees,
    it is the last of them. None if no price agrees and those days reach up to today. `whole` says
    that all prices are stated, so that the total can't tell days apart on which all prices agree.
    """
    past = _get_typed_past(game, library)
    all_releases = list_releases(game, library, as_of)
    within = (season.filter_releases(all_releases) if season else []) or all_releases
    is_up_to_today = bool(within) and within[-1] == all_releases[-1]
    matches = find_best_days(stated, past.timeline, within)
    if not matches:
        if not within or is_up_to_today:
            return None
        return DayFound(within[-1], "season", 0, 0, 0)
    best = newest = matches[0]
    if len(matches) > 1 and not (whole and newest.agreeing == len(stated)):
        best = next((match for match in matches if total(match.day)), newest)
    if not is_up_to_today:
        today = _count_agreeing_prices(stated, past, all_releases[-1])
    else:
        today = best.today
        if best is newest and best.agreeing == best.today:
            return DayFound(as_of, "today", best.agreeing, best.total, today)
    how = "prices" if best.agreeing else "season"
    return DayFound(best.day, how, best.agreeing, best.total, today)


def list_agreeing_days(
    stated: Sequence[StatedPrice],
    game: Game,
    library: Library,
    as_of: str,
    season: SeasonDates | None,
) -> list[str]:
    """Return the releases on which the largest number of stated prices agree, newest first.

    If `season` is given, only its releases are looked at, unless there are none.
    """
    all_releases = list_releases(game, library, as_of)
    within = (season.filter_releases(all_releases) if season else []) or all_releases
    return [
        match.day
        for match in find_best_days(stated, _get_typed_past(game, library).timeline, within)
    ]


def list_releases(game: Game, library: Library, as_of: str) -> list[str]:
    """Return the days up to `as_of` on which the game's prices changed, oldest first."""
    return [
        day
        for day in _get_typed_past(game, library).load_versions().list_release_dates()
        if day <= as_of
    ]


def get_past(game: Game, library: Library) -> object:
    """Return the histories of the game's factions."""
    return _get_typed_past(game, library)


def _count_agreeing_prices(stated: Sequence[StatedPrice], past: _Past, day: str) -> int:
    """Return how many of the stated prices are right on `day`."""
    match = find_best_day(stated, past.timeline, [day])
    return match.agreeing if match else 0


def count_agreement(
    day: str, source: str, stated: Sequence[StatedPrice], game: Game, library: Library, as_of: str
) -> DayFound:
    """Return `day` as the list's day, with how many prices agree on that day and today.

    `source` says what told the day. Today means the newest release up to `as_of`.
    """
    past = _get_typed_past(game, library)
    days = list_releases(game, library, as_of)
    on_day = _count_agreeing_prices(stated, past, day)
    on_newest = _count_agreeing_prices(stated, past, days[-1]) if days else 0
    return DayFound(day, source, on_day, len(stated), on_newest)


def get_newest_release(game: Game, library: Library, as_of: str) -> str:
    """Return the date of the newest release up to `as_of`, or `as_of` if there is none.

    From that day on, the data is the same as today.
    """
    return max(list_releases(game, library, as_of), default=as_of)


def _get_typed_past(game: Game, library: Library) -> _Past:
    """Return the histories of the game's factions, typed for this module."""
    return cast(_Dated, game).shelf(library).past
