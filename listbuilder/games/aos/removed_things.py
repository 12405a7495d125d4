"""Things that a roster names and today's data no longer has, as they were on their last day."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from listbuilder.games.aos.army import RegimentArmy
from listbuilder.games.aos.lookup import KINDS, FoundWarscroll, Lookup, name_history_kind
from listbuilder.model.base import Path, make_id_from_name

if TYPE_CHECKING:
    from listbuilder.games.aos.resolve import Resolver
    from listbuilder.model.windows import Gone, Thing

# Of a unit in its state of another day nothing is known to be so today.
ALL_KEYS = frozenset({"keywords", "regiment", "models", "can_be_reinforced", "legends"})
GENERIC = "generic"


class RemovedThing(NamedTuple):
    """Something that the roster names and no data of the date has any more."""

    kind: str
    path: Path
    gone: Gone
    at: Path | None


def record_removed_things(army: RegimentArmy, resolver: Resolver) -> None:
    """Record in `army` the removed things that `resolver` found while it read the roster.

    If the warscroll of a unit was removed, all keys of the unit are marked as known only for
    another date.
    """
    for removed in resolver.away:
        unit = None
        for candidate in army.regiment_units:
            if removed.path[: len(candidate.path)] == candidate.path:
                unit = candidate
                break
        if unit is not None and removed.kind == "unit":
            army.by_today[unit.path] = ALL_KEYS
        known = list_choices_today(army, resolver, removed.kind, removed.gone)
        army.note_unavailable(
            removed.kind, removed.gone, removed.path, at=removed.at, unit=unit, known=known
        )


def list_choices_today(
    army: RegimentArmy, resolver: Resolver, kind: str, gone: Gone | None
) -> tuple[str, ...]:
    """Return the names to choose from today in place of the removed choice `gone` of `kind`.

    Empty if something replaced it, if it isn't a formation, lore or terrain, if it wasn't there yet
    on the date, and in an army of renown.
    """
    if gone is None or gone.now or gone.not_before or kind not in KINDS or resolver.renown:
        return ()
    choices = KINDS[kind](resolver.main.head)
    return tuple(
        choice.name for choice in choices if army.is_for_season(getattr(choice, "battlepacks", ()))
    )


def find_removed_warscroll(resolver: Resolver, given: str, path: Path) -> FoundWarscroll | None:
    """Return a removed warscroll as on its last day, and record that it was removed.

    `given` is its id, or `faction/id`. None if no such warscroll was removed.
    """
    home, _, warscroll_id = given.rpartition("/")
    lookup_on_last_day = record_removed_thing(
        resolver, "unit", warscroll_id, path, home or resolver.main.id, (*path, "unit")
    )
    return lookup_on_last_day.find_warscroll(given) if lookup_on_last_day else None


def record_removed_thing(
    resolver: Resolver,
    kind: str,
    given: str,
    path: Path,
    home: str | None = None,
    at: Path | None = None,
) -> Lookup | None:
    """Record that the thing `given` was removed, and return a lookup for its last day.

    `kind` is its kind and `path` its place in the roster. `home` is the file to look in; None means
    the faction and the generic file. `at` is the path of its id if another id can take its place
    there. None if no thing of that id or name was removed.
    """
    main = resolver.main
    for file_id in [home] if home else [main.id, GENERIC]:
        thing = _find_removed(resolver, file_id, kind, given) or _find_removed(
            resolver, file_id, kind, make_id_from_name(given)
        )
        if thing is None or thing.until is None:
            continue
        from listbuilder.model.windows import (  # only for what is gone
            Gone,
            describe_absence,
            shift_date,
        )

        absence = describe_absence(
            thing, shift_date(main.head.as_of, 1), _list_names_today(resolver, kind), grace=0
        )
        resolver.away.append(
            RemovedThing(kind, path, absence or Gone(name=thing.name, until=thing.until), at)
        )
        shelf = resolver.today.get_shelf_on_date(shift_date(thing.until, -1))
        main_on_last_day = shelf.load_faction(main.id)
        assert main_on_last_day is not None, "the faction is known on every day"
        return Lookup(shelf, main_on_last_day, resolver.renown)
    return None


def _find_removed(resolver: Resolver, home: str, kind: str, given: str) -> Thing | None:
    """Return the history record of the removed thing called `given`, or None.

    Only the history of the file `home` is searched.
    """
    return resolver.shelf.past.find_former_thing([home], name_history_kind(kind), given)


def _list_names_today(resolver: Resolver, kind: str) -> dict[str, str]:
    """Return the names of the faction's things of `kind` today, by the ids used in histories.

    Empty for a kind that a faction file doesn't list.
    """
    head = resolver.main.head
    if kind == "unit":
        return resolver.main.index
    if kind == "enhancement":
        return {
            f"{table.id}/{enhancement.id}": enhancement.name
            for table in head.enhancement_tables
            for enhancement in table.choices
        }
    return {choice.id: choice.name for choice in KINDS[kind](head)} if kind in KINDS else {}
