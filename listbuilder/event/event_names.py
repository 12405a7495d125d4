"""Look up the names in an event file.

A misspelt ban would ban nothing, and nobody would notice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial

from listbuilder.data.library import Library
from listbuilder.games.game import Game
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.nearest_word import find_nearest, find_nearest_translated, find_translated
from listbuilder.model.base import Path, fold
from listbuilder.model.message_args import Name
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rulebook import RuleBook
from listbuilder.reports.event import EventFile
from listbuilder.yamlio.reader import YamlDocument

UNITS = ("datasheet", "warscroll")
# Kinds of things that limits do not count.
NOT_COUNTED = ("detachment", "enhancement", "army_of_renown")
_NUMBERED = re.compile(r" \([^()]*\)$")

Unknown = Callable[[str, str | None], Problem]
"""Makes the problem for a name that nothing has, given the nearest name there is."""


class EventNames:
    """The names that an event may ban, require or limit in some games, by folded id or name."""

    def __init__(self) -> None:
        self.named: dict[str, str] = {}  # for bans and requirements
        # For limits: units, their keywords, and what else stands on a roster.
        self.counted: dict[str, str] = {}

    def add_thing(self, thing: str, name: str, *, counted: bool, unit: bool = False) -> None:
        """Add a thing by its id `thing` and its name; limits count it if `counted` is true.

        `unit`: the thing is a unit, so rosters may call it by its id. For any other thing, the id
        stands for the name, because rosters know the thing by its name.
        """
        for word in (name, thing):
            means = word if unit else name
            self.named.setdefault(fold(word), means)
            if counted:
                self.counted.setdefault(fold(word), means)

    def add_keywords(self, keywords: Iterable[str]) -> None:
        """Add keywords for limits, each also without the brackets at its end.

        Why: Wizard (2), Ward (6+) and Musician (1/5) are also meant by their bare words.
        """
        for keyword in keywords:
            for word in (_NUMBERED.sub("", keyword), keyword):
                self.counted.setdefault(fold(word), word)


Others = Callable[[], list[tuple[RuleBook, EventNames]]]
"""Gives the names of each game that the event does not play."""


def resolve_event(
    event: EventFile, document: YamlDocument, library: Library, day: str
) -> EventFile:
    """Return `event` with its names changed to those that the data has.

    `day`: the day as of which lists are checked. Raises Unreadable with a problem for every name
    that no game of the event knows, each with its place in the file and the nearest known name.
    """
    games = [get_game(system_id) for system_id in ([event.system] if event.system else SYSTEMS)]
    problems: list[Problem] = []
    changed = _resolve_header(event, document, library, games, problems)
    if event.banned or event.required or event.limits:
        names = _collect_names(games, library, day)
        other_games = [game for game in map(get_game, SYSTEMS) if game not in games]
        others = cache(partial(_collect_names_by_game, other_games, library, day))
        for key in ("banned", "required"):
            resolved = []
            for place, given in enumerate(getattr(event, key)):
                explain = partial(_explain_unknown_thing, document, (key, place), names, others)
                resolved.append(_resolve_name(given, names.named, explain, problems))
            changed[key] = resolved
        limits = {}
        explain_limit = partial(_explain_unknown_limit, document, others)
        for given, limit in event.limits.items():
            name = _resolve_limit_name(given, names.counted, explain_limit, problems)
            limits[name] = limit
        changed["limits"] = limits
    if problems:
        problems.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
        raise Unreadable(problems)
    return event.model_copy(update=changed)


def _resolve_header(
    event: EventFile,
    document: YamlDocument,
    library: Library,
    games: list[Game],
    problems: list[Problem],
) -> dict[str, object]:
    """Return the edition, battle size and season of the event as the data calls them, by key.

    Only those that the event states are returned. Unknown ones stay as written, and a problem is
    added to `problems`.
    """
    names_by_key: dict[str, dict[str, str]] = {"edition": {}, "battle_size": {}, "season": {}}
    for book in [game.load_rulebook(library) for game in games]:
        names_by_key["edition"][fold(book.edition)] = book.edition
        for size in book.battle_sizes:
            names_by_key["battle_size"] |= {fold(size.id): size.id, fold(size.name): size.id}
        for season_id, season in book.seasons.items():
            names_by_key["season"] |= {fold(season_id): season_id, fold(season.name): season_id}
    resolved: dict[str, object] = {}
    for key, names in names_by_key.items():
        given = getattr(event, key)
        if given is not None:
            explain = partial(_make_unknown_problem, document, (key,))
            resolved[key] = _resolve_name(given, names, explain, problems)
    return resolved


def _make_unknown_problem(
    document: YamlDocument, path: Path, given: str, near: str | None
) -> Problem:
    """Return the problem for a name that nothing has; `near` is the nearest known name."""
    return document.make_problem("unknown_event_name", path, given=given, near=near)


def _explain_unknown_thing(
    document: YamlDocument,
    path: Path,
    names: EventNames,
    others: Others,
    given: str,
    near: str | None,
) -> Problem:
    """Return the problem for a banned or required name that no game of the event has.

    A banned keyword, and a name of another game, each have a message of their own.
    """
    if path[0] == "banned" and _is_known(given, names.counted):
        return document.make_problem("event_bans_keyword", path, given=given)
    if (game := _find_other_game(given, others)) is not None:
        return document.make_problem(
            "event_name_of_other_game", path, given=given, **_get_game_args(game)
        )
    return _make_unknown_problem(document, path, given, near)


def _explain_unknown_limit(
    document: YamlDocument, others: Others, given: str, near: str | None
) -> Problem:
    """Return the problem for a limit on something that no game of the event has.

    Its place is that of the key in the file. A name of another game has a message of its own.
    """
    line, column = document.find_key_mark(("limits", given))
    game = _find_other_game(given, others)
    args: dict[str, str | None] = {"given": given}
    if game is None:
        key = "unknown_event_limit"
        args["near"] = near
    else:
        key = "event_name_of_other_game"
        args |= _get_game_args(game)
    return Problem(key=key, args=args, file=document.file, line=line, column=column)


def _find_other_game(given: str, others: Others) -> RuleBook | None:
    """Return the rule book of another game that knows the name `given`, or None."""
    for book, names in others():
        if _is_known(given, names.named) or _is_known(given, names.counted):
            return book
    return None


def _get_game_args(book: RuleBook) -> dict[str, Name]:
    """Return the name and edition of a game for a message."""
    return {"game": Name(book.name), "edition": Name(book.edition)}


def _is_known(given: str, names: dict[str, str]) -> bool:
    """Return whether `names` has `given`, as a name, as an id, or in another language."""
    return (
        fold(given) in names
        or fold(given).replace("-", " ") in names
        or find_translated(given, names.values()) is not None
    )


def _resolve_name(
    given: str, names: dict[str, str], unknown: Unknown, problems: list[Problem]
) -> str:
    """Return the data's name for `given`, which may be written in another language.

    An unknown name is returned as given, and a problem for it, made by `unknown`, is added to
    `problems`.
    """
    name = names.get(fold(given))
    if name is not None:
        return given if fold(name) == fold(given) else name
    translated = find_translated(given, names.values())
    if translated is not None:
        return translated
    near = find_nearest(given, names.values()) or find_nearest_translated(given, names.values())
    problems.append(unknown(given, near))
    return given


def _resolve_limit_name(
    given: str, names: dict[str, str], unknown: Unknown, problems: list[Problem]
) -> str:
    """Return the data's name for `given`, a thing or a keyword that a limit counts.

    A keyword of several words may be written as an id, such as epic-hero; it is returned as given.
    An unknown name is returned as given too, and its problem is added to `problems`.
    """
    spaced = fold(given).replace("-", " ")
    if spaced in names and fold(given) not in names:
        return given
    return _resolve_name(given, names, unknown, problems)


def _collect_names(games: Iterable[Game], library: Library, day: str) -> EventNames:
    """Return all names that an event of these games may use, as of today and of `day`."""
    names = EventNames()
    for game in games:
        for home, name in game.list_factions(library):
            names.add_thing(home, name, counted=False)
            for entry in game.list_entries(library, home):
                if game.sells_units:
                    names.add_thing(entry.id, entry.name, counted=True, unit=True)
                    names.add_thing(f"{home}/{entry.id}", entry.name, counted=True, unit=True)
                names.add_keywords((*entry.keywords, *entry.faction_keywords))
        for thing, name, is_counted in _iter_listed(game, library, day):
            names.add_thing(thing, name, counted=is_counted)
        for other in game.list_other_names(library):
            names.add_thing(other.id, other.name, counted=other.is_unit, unit=other.is_unit)
            names.add_keywords(other.keywords)
    return names


def _collect_names_by_game(
    games: Iterable[Game], library: Library, day: str
) -> list[tuple[RuleBook, EventNames]]:
    """Return for each game its rule book and the names that events may use."""
    return [(game.load_rulebook(library), _collect_names([game], library, day)) for game in games]


def _iter_listed(game: Game, library: Library, day: str) -> Iterator[tuple[str, str, bool]]:
    """Yield (id, name, whether limits count it) of what factions can choose from.

    Both what can be chosen today and what could be chosen on `day` is yielded. Units of today are
    left out, because they are listed elsewhere. If the history does not reach back to `day`, that
    day is left out.
    """
    for home, _ in game.list_choosable_homes(library):
        for date in dict.fromkeys((None, day)):
            try:
                listed = game.list_choosables(library, home, date)
            except Unreadable:  # the history does not reach back so far
                continue
            for thing in listed:
                if thing.kind not in UNITS:
                    yield thing.id.rpartition("/")[2], thing.name, thing.kind not in NOT_COUNTED
                elif date is not None:
                    yield thing.id, thing.name, True
