"""The meaning of the names in an event file. A misspelt ban would ban nothing, and nobody would notice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial

from listbuilder.contract.event import EventFile
from listbuilder.games.base import Game
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.model.base import Path, fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rule import RuleBook
from listbuilder.model.said import Name
from listbuilder.store.library import Library
from listbuilder.store.nearest import called_so, nearest, nearest_translated
from listbuilder.store.reader import Document

UNITS = ("datasheet", "warscroll")
NOT_COUNTED = ("detachment", "enhancement", "army_of_renown")  # kinds of things that limits do not count
_NUMBERED = re.compile(r" \([^()]*\)$")

Unknown = Callable[[str, str | None], Problem]
"""Makes the problem for a name that nothing has, given the nearest name there is."""


class Names:
    """Everything that events may ban, ask for or count in some games, by its folded id or name."""

    def __init__(self) -> None:
        self.named: dict[str, str] = {}  # for bans and requirements
        self.counted: dict[str, str] = {}  # for limits: units, their keywords, and what else stands on a roster

    def add(self, thing: str, name: str, *, counted: bool, unit: bool = False) -> None:
        """`unit`: found by its id as well. The id of anything else means its name, by which a roster's things are known."""
        for word in (name, thing):
            means = word if unit else name
            self.named.setdefault(fold(word), means)
            if counted:
                self.counted.setdefault(fold(word), means)

    def add_keywords(self, keywords: Iterable[str]) -> None:
        for keyword in keywords:
            for word in (_NUMBERED.sub("", keyword), keyword):  # Wizard (2), Ward (6+) and Musician (1/5) too
                self.counted.setdefault(fold(word), word)


Others = Callable[[], list[tuple[RuleBook, Names]]]
"""Gives the names of each game that the event does not play."""


def resolved(event: EventFile, document: Document, library: Library, day: str) -> EventFile:
    """Return `event` with its names as the data has them.

    Raises Unreadable with every name that no game of the event knows, each with its place and the nearest known name.
    """
    games = [system(each) for each in ([event.system] if event.system else SYSTEMS)]
    problems: list[Problem] = []
    changed = {**_heads(event, document, library, games, problems)}
    if event.banned or event.required or event.limits:
        names = _names_of(games, library, day)
        others = cache(partial(_names_by_game, [each for each in map(system, SYSTEMS) if each not in games], library, day))
        for key in ("banned", "required"):
            changed[key] = [
                _meant(given, names.named, partial(_unknown_thing, document, (key, place), names, others), problems)
                for place, given in enumerate(getattr(event, key))
            ]
        limits = {}
        for given, limit in event.limits.items():
            limits[_counted(given, names.counted, partial(_unknown_limit, document, others), problems)] = limit
        changed["limits"] = limits
    if problems:
        raise Unreadable(sorted(problems, key=lambda each: (each.line or 0, each.column or 0)))
    return event.model_copy(update=changed)


def _heads(
    event: EventFile, document: Document, library: Library, games: list[Game], problems: list[Problem]
) -> dict[str, object]:
    """The edition, battle size and season of the event."""
    books = [game.book(library) for game in games]
    known = {
        "edition": {fold(book.edition): book.edition for book in books},
        "battle_size": {fold(word): size.id for book in books for size in book.battle_sizes for word in (size.id, size.name)},
        "season": {fold(word): each for book in books for each, season in book.seasons.items() for word in (each, season.name)},
    }
    return {
        key: _meant(given, known[key], partial(_unknown, document, (key,)), problems)
        for key in known
        if (given := getattr(event, key)) is not None
    }


def _unknown(document: Document, path: Path, given: str, near: str | None) -> Problem:
    return document.problem("unknown_event_name", path, given=given, near=near)


def _unknown_thing(document: Document, path: Path, names: Names, others: Others, given: str, near: str | None) -> Problem:
    if path[0] == "banned" and _known(given, names.counted):
        return document.problem("event_bans_keyword", path, given=given)
    if (game := _other_game(given, others)) is not None:
        return document.problem("event_name_of_other_game", path, given=given, **_said(game))
    return _unknown(document, path, given, near)


def _unknown_limit(document: Document, others: Others, given: str, near: str | None) -> Problem:
    line, column = document.key_mark(("limits", given))
    game = _other_game(given, others)
    args: dict[str, str | None] = {"given": given, "near": near} if game is None else {"given": given, **_said(game)}
    key = "unknown_event_limit" if game is None else "event_name_of_other_game"
    return Problem(key=key, args=args, file=document.file, line=line, column=column)


def _other_game(given: str, others: Others) -> RuleBook | None:
    """Return the game in which the name is known, of the games that the event does not play."""
    return next((book for book, names in others() if _known(given, names.named) or _known(given, names.counted)), None)


def _said(book: RuleBook) -> dict[str, Name]:
    return {"game": Name(book.name), "edition": Name(book.edition)}


def _known(given: str, known: dict[str, str]) -> bool:
    return fold(given) in known or fold(given).replace("-", " ") in known or called_so(given, known.values()) is not None


def _meant(given: str, known: dict[str, str], unknown: Unknown, problems: list[Problem]) -> str:
    """Return what the data calls it. A name in another language is one of those; any other one is a problem."""
    if (found := known.get(fold(given))) is not None:
        return given if fold(found) == fold(given) else found
    if (translated := called_so(given, known.values())) is not None:
        return translated
    problems.append(unknown(given, nearest(given, known.values()) or nearest_translated(given, known.values())))
    return given


def _counted(given: str, known: dict[str, str], unknown: Unknown, problems: list[Problem]) -> str:
    """A keyword of several words may be written as an id: epic-hero."""
    spaced = fold(given).replace("-", " ")
    return given if spaced in known and fold(given) not in known else _meant(given, known, unknown, problems)


def _names_of(games: Iterable[Game], library: Library, day: str) -> Names:
    names = Names()
    for game in games:
        for home, name in game.factions(library):
            names.add(home, name, counted=False)
            for entry in game.entries(library, home):
                if game.sells_units:
                    names.add(entry.id, entry.name, counted=True, unit=True)
                    names.add(f"{home}/{entry.id}", entry.name, counted=True, unit=True)
                names.add_keywords((*entry.keywords, *entry.faction_keywords))
        for thing in _listed(game, library, day):
            names.add(*thing[:2], counted=thing[2])
        for other in game.other_names(library):
            names.add(other.id, other.name, counted=other.is_unit, unit=other.is_unit)
            names.add_keywords(other.keywords)
    return names


def _names_by_game(games: Iterable[Game], library: Library, day: str) -> list[tuple[RuleBook, Names]]:
    return [(game.book(library), _names_of([game], library, day)) for game in games]


def _listed(game: Game, library: Library, day: str) -> Iterator[tuple[str, str, bool]]:
    """Id, name and whether limits count it: what each faction has to choose from today, and what it had on that day."""
    for home, _ in game.listed_homes(library):
        for when in dict.fromkeys((None, day)):
            try:
                listed = game.listed(library, home, when)
            except Unreadable:  # the history does not reach back so far
                continue
            for each in listed:
                if each.kind not in UNITS:
                    yield each.id.rpartition("/")[2], each.name, each.kind not in NOT_COUNTED
                elif when is not None:
                    yield each.id, each.name, True
