"""A list may be of several days: its prices are those of more than one release, and between two the datasheets changed.

It is of the newest on which nothing in it is wrong, nor its total another than it says; where something is on each of
them, of the newest on which least is.
What its own day does not give is no reason to call it illegal, and which of these days is its own nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar, cast

from listbuilder.exchange import day
from listbuilder.games.base import Game
from listbuilder.games.shared.best_day import Stated, Window
from listbuilder.law.position import Position
from listbuilder.model.finding import Note
from listbuilder.model.imported import DayFound, Imported
from listbuilder.store.library import Library

MOST = 30  # days that are tried, of lists that are not legal on the first
OPEN = ("prices", "season", "app", "catalogue", "today")  # how a day is told that stands for others too
Score = tuple[int, int, bool]


class Made(Protocol):
    """A list in our own format."""

    account: Imported
    position: Position | None


M = TypeVar("M", bound=Made)


class _Changing(Protocol):
    def changed(self, thing: str) -> list[str]: ...


class _Past(Protocol):
    def faction(self, faction_id: str) -> _Changing | None: ...


def others(
    found: DayFound,
    stated: Sequence[Stated],
    season: Window | None,
    game: Game,
    library: Library,
    now: str,
    came: Iterable[str] = (),
) -> list[str]:
    """The other days that it may be of as well: releases, newest first, then those of changes between two of them.

    `came`: days on which something came that the list has. It is of no day before them, whatever its app says.
    """
    if found.how not in OPEN or not found.agreeing:
        return []
    releases = day.releases(game, library, now)
    if found.how in ("app", "catalogue"):
        tied = [max((each for each in releases if each <= found.day), default=found.day)]
        if earliest := max(came, default=None):
            tied = [*(each for each in reversed(releases) if each >= earliest), *tied]
    else:
        tied = day.agreeing_days(stated, game, library, now, season)
    changes = sorted({each for part in stated for each in _changes(part, game, library)})
    between: list[str] = []
    for start in tied:
        until = next((each for each in releases if each > start), now)
        between += [each for each in changes if start < each < until]
    return [each for each in dict.fromkeys([*tied, *between]) if each != found.day and each < now]


def _changes(stated: Stated, game: Game, library: Library) -> Iterator[str]:
    past = cast(_Past, day.past_of(game, library))
    for part in stated.parts:
        faction = past.faction(part.faction)
        yield from faction.changed(part.thing) if faction else ()


def least_wrong(made: M, days: Callable[[], Sequence[str]], again: Callable[[str], M], most: int = MOST) -> M:
    """The same list on the first of these days on which less is wrong with it than on its own, and on no other less."""
    first = _score(made)
    if first is None or not any(first):
        return made
    best, least = made, first
    for each in days()[: min(most, MOST)]:
        other = again(each)
        score = _score(other)
        if score is not None and score < least and _as_good(made, other, score, first):
            best, least = other, score
        if not any(least):
            break
    if best is not made and least[:2] < first[:2]:
        best.account.notes.append(_said(made, best))
    return best


def _score(made: Made) -> Score | None:
    """How much of it was not read, how much is wrong with what was, and whether its total is another than it says."""
    position = made.position
    if position is None or position.army is None:
        return None
    errors = sum(each.severity == "error" for each in position.findings)
    return len(made.account.unread), errors, made.account.stated_total not in (None, position.points)


def _as_good(made: Made, other: Made, score: Score, first: Score) -> bool:
    """Whether as many prices agree on that day, and the total no less."""
    found, then = made.account.day, other.account.day
    return found is not None and then is not None and then.agreeing >= found.agreeing and score[2] <= first[2]


def _said(made: Made, best: Made) -> Note:
    found, then = made.account.day, best.account.day
    assert found is not None and then is not None
    errors = [each.code for each in (made.position.findings if made.position else ()) if each.severity == "error"]
    args = {"day": then.day, "other": found.day, "codes": list(dict.fromkeys(errors))}
    return Note(key="day_among" if errors else "day_among_unread", args=args)
