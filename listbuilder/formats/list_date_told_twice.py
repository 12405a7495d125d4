"""Choose the day of a list whose app states one day, while all its prices are from another day.

Apps sometimes print old points for a while after their data has a new version, or new ones before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Protocol, TypeVar

import msgspec

from listbuilder.data.library import Library
from listbuilder.formats import list_date
from listbuilder.games.game import Game
from listbuilder.history.best_date import StatedPrice
from listbuilder.model.finding import Note
from listbuilder.model.imported import DayFound, Imported
from listbuilder.roster.position import Position

TOLD = ("app", "catalogue")  # how a day is known that the prices may overrule
MOST = 3  # days that are tried


class DatedImport(Protocol):
    """A list in our own format."""

    account: Imported
    position: Position | None


M = TypeVar("M", bound=DatedImport)


def list_better_days(
    day_found: DayFound, stated: Sequence[StatedPrice], game: Game, library: Library, now: str
) -> list[str]:
    """Return the releases on which most stated prices agree, if more do than on `day_found`.

    The nearest to that day comes first. `now` is the date of today's data.
    """
    days = list_date.list_agreeing_days(stated, game, library, now, None)
    if not days:
        return []
    best = list_date.count_agreement(days[0], "prices", stated, game, library, now)
    if best.agreeing <= day_found.agreeing:
        return []
    told = date.fromisoformat(day_found.day)
    return sorted(days, key=lambda day: abs(date.fromisoformat(day) - told))


def take_day_of_prices(
    imported: M,
    explain: Callable[[M], Sequence[Note]],
    list_days: Callable[[DayFound], Sequence[str]],
    import_as_of: Callable[[str], M],
) -> M:
    """Return the list as of the day that explains all its prices, if its app tells another.

    `explain` returns the notes on stated points that differ, `list_days` the days to try, and
    `import_as_of` imports the list as of a day. `imported` itself is returned if its app tells no
    day, if no unit's points are those of another day, or if no day explains all of them without
    more errors or unread lines. A note names both days.
    """
    told = imported.account.day
    if told is None or told.how not in TOLD or not _has_price_of_other_day(explain(imported)):
        return imported
    for day in list_days(told)[:MOST]:
        candidate = import_as_of(day)
        found = candidate.account.day
        if found is None or found.agreeing <= told.agreeing:
            continue
        differs = any(note.path for note in explain(candidate))
        if not differs and _count_faults(candidate) <= _count_faults(imported):
            candidate.account.day = msgspec.structs.replace(found, how="prices")
            args = {"day": day, "other": told.day}
            candidate.account.notes.append(Note(key="day_by_prices", args=args))
            return candidate
    return imported


def _has_price_of_other_day(notes: Sequence[Note]) -> bool:
    """Return whether one of the notes says that a unit's points are those of another day."""
    return any(note.key == "points_of_other_day" for note in notes)


def _count_faults(imported: DatedImport) -> tuple[int, int]:
    """Return the number of unread lines and of errors of a list, to compare; less is better."""
    findings = imported.position.findings if imported.position else ()
    return len(imported.account.unread), sum(finding.severity == "error" for finding in findings)
