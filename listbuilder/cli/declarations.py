"""Battle formations as `show --formations` prints them. They are secret until both players have declared theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from listbuilder.cli.context import Context
from listbuilder.games.shared.declarations.places import aboard
from listbuilder.law.checks import strategic_reserves_limit
from listbuilder.law.engine import law_of
from listbuilder.model.army import Army, Unit
from listbuilder.model.declaration import Declarations
from listbuilder.store.words import local


def lines(army: Army, titles: dict[str, str], context: Context) -> Iterator[str]:
    """What the roster declares, one sentence each, under a heading; units are called as in the table."""
    yield context.say("formations.title")
    if army.declarations is None or not (army.declarations.declared or army.declarations.attached):
        yield f"  {context.say('formations.undeclared')}"
        return
    said = list(_sentences(army, army.declarations, titles, context))
    yield from (f"  {sentence}" for sentence in said or [context.say("formations.nothing")])


def _sentences(army: Army, formations: Declarations, titles: dict[str, str], context: Context) -> Iterator[str]:
    names = {unit.id: _name(unit, titles, context) for unit in army.known_units()} | titles

    def known(ids: Iterable[str]) -> list[str]:
        return [names[each] for each in ids]

    for party in formations.parties.values():
        yield context.say("formations.attached", unit=names[party[0]], attached=known(party[1:]))
    for transport in dict.fromkeys(formations.embarked.values()):
        yield context.say("formations.embarked", transport=names[transport], units=known(aboard(formations, transport)))
    if formations.strategic_reserves:
        waiting = strategic(army)
        if waiting is not None:
            points, limit, ids = waiting
            yield context.say("formations.strategic_reserves", points=points, limit=limit, units=known(ids))
    for field in ("reserves", "hover", "split"):
        ids = list(getattr(formations, field))
        if ids:
            yield context.say(f"formations.{field}", units=known(ids))


def _name(unit: Unit, titles: dict[str, str], context: Context) -> str:
    """Return what a unit is called. A part of a split unit has the title of the whole unit, and its own number."""
    called = unit.custom_name or local(unit.name, context.lang)
    if not unit.squad:
        return called
    return context.say("formations.squad_of", unit=titles.get(unit.whole or "", called), number=unit.squad)


def strategic(army: Army) -> tuple[int, int | str, list[str]] | None:
    """Points in strategic reserves, the limit, and all that waits there; None in games that have none."""
    params = next((params for rule, _, params in law_of(army.book) if isinstance(params, strategic_reserves_limit.Params)), None)
    if params is None or army.declarations is None:
        return None
    waiting = strategic_reserves_limit.counted(army, army.declarations, params)
    limit = strategic_reserves_limit.limit_of(army, params)
    return strategic_reserves_limit.points_of(waiting), "?" if limit is None else limit, [unit.id for unit in waiting]


def as_json(army: Army) -> dict[str, Any] | None:
    """The block as the roster has it, with the points in strategic reserves."""
    formations = army.declarations
    if formations is None:
        return None
    waiting = strategic(army)
    return {
        "attached": formations.attached,
        "embarked": formations.embarked,
        "strategic_reserves": list(formations.strategic_reserves),
        "reserves": list(formations.reserves),
        "hover": list(formations.hover),
        "split": list(formations.split),
        "strategic_reserves_points": waiting[0] if waiting else None,
        "strategic_reserves_limit": waiting[1] if waiting and isinstance(waiting[1], int) else None,
    }
