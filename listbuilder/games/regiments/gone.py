"""Things that a roster names and today's data doesn't have any more, as they were on their last day."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from listbuilder.games.regiments.army import RegimentArmy
from listbuilder.games.regiments.lookup import KINDS, FoundWarscroll, Lookup, history_kind
from listbuilder.model.base import Path, kebab

if TYPE_CHECKING:
    from listbuilder.games.regiments.resolve import Resolver
    from listbuilder.model.past import Gone, Thing

# Of a unit in its state of another day nothing is known to be so today.
ALL_KEYS = frozenset({"keywords", "regiment", "models", "can_be_reinforced", "legends"})
GENERIC = "generic"


class WentAway(NamedTuple):
    """Something that the roster names and no data of the day has any more."""

    kind: str
    path: Path
    gone: Gone
    at: Path | None


def note_gone(army: RegimentArmy, resolver: Resolver) -> None:
    """Record in the army what was found to be gone while its roster was read."""
    for each in resolver.away:
        unit = next((known for known in army.regiment_units if each.path[: len(known.path)] == known.path), None)
        if unit is not None and each.kind == "unit":
            army.by_today[unit.path] = ALL_KEYS
        known = choices_now(army, resolver, each.kind, each.gone)
        army.note_away(each.kind, each.gone, each.path, at=each.at, unit=unit, known=known)


def choices_now(army: RegimentArmy, resolver: Resolver, kind: str, gone: Gone | None) -> tuple[str, ...]:
    """Return what there is to choose from on the army's day in place of a formation, lore or terrain without a successor."""
    if gone is None or gone.now or gone.not_before or kind not in KINDS or resolver.renown:
        return ()
    here = KINDS[kind](resolver.main.head)
    return tuple(each.name for each in here if army.allows(getattr(each, "battlepacks", ())))


def gone_warscroll(resolver: Resolver, given: str, path: Path) -> FoundWarscroll | None:
    """Return a warscroll that is gone, as it was on its last day, and record that."""
    home, _, warscroll_id = given.rpartition("/")
    then = went(resolver, "unit", warscroll_id, path, home or resolver.main.id, (*path, "unit"))
    return then.warscroll(given) if then else None


def went(resolver: Resolver, kind: str, given: str, path: Path, home: str | None = None, at: Path | None = None) -> Lookup | None:
    """Record something that today's data doesn't have any more, and return where it is found on its last day."""
    main = resolver.main
    for each in [home] if home else [main.id, GENERIC]:
        thing = _thing(resolver, each, kind, given) or _thing(resolver, each, kind, kebab(given))
        if thing is None or thing.until is None:
            continue
        from listbuilder.model.past import Gone, gone, shifted  # only for what is gone

        found = gone(thing, shifted(main.head.as_of, 1), _names_today(resolver, kind), grace=0)
        resolver.away.append(WentAway(kind, path, found or Gone(name=thing.name, until=thing.until), at))
        shelf = resolver.today.on(shifted(thing.until, -1))
        then = shelf.faction(main.id)
        assert then is not None, "the faction is known on every day"
        return Lookup(shelf, then, resolver.renown)
    return None


def _thing(resolver: Resolver, home: str, kind: str, given: str) -> Thing | None:
    return resolver.shelf.past.went([home], history_kind(kind), given)


def _names_today(resolver: Resolver, kind: str) -> dict[str, str]:
    """Return the names of the faction's things of that kind, by the ids that the history has them under."""
    head = resolver.main.head
    if kind == "unit":
        return resolver.main.index
    if kind == "enhancement":
        return {f"{table.id}/{each.id}": each.name for table in head.enhancement_tables for each in table.choices}
    return {each.id: each.name for each in KINDS[kind](head)} if kind in KINDS else {}
