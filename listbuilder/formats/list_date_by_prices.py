"""Choose between the days that a list may be of.

Its prices are those of more than one release, and between two the datasheets changed. It is of the
newest on which nothing in it is wrong, nor its total another than it says; where something is on
each of them, of the newest on which least is. What its own day does not give is no reason to call
it illegal, and which of these days is its own nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar, cast

from listbuilder.data.library import Library
from listbuilder.formats import list_date
from listbuilder.games.game import Game
from listbuilder.history.best_date import SeasonDates, StatedPrice
from listbuilder.model.finding import Note
from listbuilder.model.imported import DayFound, Imported
from listbuilder.roster.position import Position

MOST = 30  # days that are tried, of lists that are not legal on the first
# How a day is told that stands for others too.
OPEN = ("prices", "season", "app", "catalogue", "today")
Score = tuple[int, int, bool]


class DatedImport(Protocol):
    """A list in our own format."""

    account: Imported
    position: Position | None


M = TypeVar("M", bound=DatedImport)


class _Changing(Protocol):
    """The history of one faction."""

    def list_change_dates(self, thing: str) -> list[str]:
        """Return the days on which `thing` changed."""


class _Past(Protocol):
    """The histories of a game's factions."""

    def load_faction(self, faction_id: str) -> _Changing | None:
        """Return the history of a faction, or None if it has none."""


def list_other_days(
    day_found: DayFound,
    stated: Sequence[StatedPrice],
    season: SeasonDates | None,
    game: Game,
    library: Library,
    now: str,
    days_of_things: Iterable[str] = (),
) -> list[str]:
    """Return the days, besides `day_found`, that the list may be of; empty if it is certain.

    First come releases, newest first, then days between two releases on which a datasheet in the
    list changed. `now` is the date of today's data. `days_of_things` are days on which things in
    the list first appeared: where an app or catalogue tells the day, only releases from the latest
    of these days on are added.
    """
    if day_found.how not in OPEN or not day_found.agreeing:
        return []
    releases = list_date.list_releases(game, library, now)
    if day_found.how in ("app", "catalogue"):
        earlier = [release for release in releases if release <= day_found.day]
        tied = [max(earlier, default=day_found.day)]
        if earliest := max(days_of_things, default=None):
            tied = [*(release for release in reversed(releases) if release >= earliest), *tied]
    else:
        tied = list_date.list_agreeing_days(stated, game, library, now, season)
    changes = sorted({change for part in stated for change in _iter_changes(part, game, library)})
    between: list[str] = []
    for start in tied:
        until = next((release for release in releases if release > start), now)
        between += [change for change in changes if start < change < until]
    days = dict.fromkeys([*tied, *between])
    return [day for day in days if day != day_found.day and day < now]


def _iter_changes(stated: StatedPrice, game: Game, library: Library) -> Iterator[str]:
    """Yield the days on which a thing that the stated price pays for changed."""
    past = cast(_Past, list_date.get_past(game, library))
    for part in stated.parts:
        faction = past.load_faction(part.faction)
        if faction:
            yield from faction.list_change_dates(part.thing)


def find_least_wrong(
    imported: M,
    days: Callable[[], Sequence[str]],
    import_as_of: Callable[[str], M],
    limit: int = MOST,
) -> M:
    """Return the list as of the day on which least is wrong with it.

    `days` returns the other days to try, and `import_as_of` imports the list as of a day. At most
    `limit` days are tried, and the first of several equally good ones is taken. `imported` itself
    is returned if nothing is wrong with it, it has no army, or no day is better. If another day
    leaves fewer unread lines or errors, a note says so.
    """
    first = _score_faults(imported)
    if first is None or not any(first):
        return imported
    best, least = imported, first
    for candidate_day in days()[: min(limit, MOST)]:
        candidate = import_as_of(candidate_day)
        score = _score_faults(candidate)
        if score is not None and score < least and _is_as_good(imported, candidate, score, first):
            best, least = candidate, score
        if not any(least):
            break
    if best is not imported and least[:2] < first[:2]:
        best.account.notes.append(_make_note(imported, best))
    return best


def _score_faults(imported: DatedImport) -> Score | None:
    """Return how much is wrong with a list, to compare; None if the list has no army.

    The tuple is (unread lines, errors, whether its total differs from the stated one). Less is
    better.
    """
    position = imported.position
    if position is None or position.army is None:
        return None
    errors = sum(finding.severity == "error" for finding in position.findings)
    has_other_total = imported.account.stated_total not in (None, position.points)
    return len(imported.account.unread), errors, has_other_total


def _is_as_good(imported: DatedImport, candidate: DatedImport, score: Score, first: Score) -> bool:
    """Return whether `candidate` agrees with the stated prices at least as well as `imported`.

    At least as many prices must agree on its day, and the total must not become wrong (`score` and
    `first` are the two lists' faults).
    """
    day_found, other_day = imported.account.day, candidate.account.day
    if day_found is None or other_day is None:
        return False
    return other_day.agreeing >= day_found.agreeing and score[2] <= first[2]


def _make_note(imported: DatedImport, best: DatedImport) -> Note:
    """Return the note that the list is taken as of another day than the first one.

    It names both days and the codes of the errors on the first day.
    """
    day_found, best_day = imported.account.day, best.account.day
    assert day_found is not None and best_day is not None
    findings = imported.position.findings if imported.position else ()
    errors = [finding.code for finding in findings if finding.severity == "error"]
    args = {"day": best_day.day, "other": day_found.day, "codes": list(dict.fromkeys(errors))}
    return Note(key="day_among" if errors else "day_among_unread", args=args)
