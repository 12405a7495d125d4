"""Battle formations as `show --formations` prints them.

They are secret until both players have declared theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.cli.context import Context
from listbuilder.games.common.reserves import list_aboard
from listbuilder.i18n.messages import translate_name
from listbuilder.model.army import Army, Unit
from listbuilder.model.deployment import Declarations
from listbuilder.rules.gauges import count_strategic_reserves, measure_strategic_reserves


def describe_deployment(army: Army, titles: dict[str, str], context: Context) -> Iterator[str]:
    """Yield a heading and a sentence for each thing the roster declares for its deployment.

    If nothing is declared, one sentence says so. `titles`: what units are called in the table, by
    id.
    """
    yield context.say("formations.title")
    if army.declarations is None or not (army.declarations.declared or army.declarations.attached):
        yield f"  {context.say('formations.undeclared')}"
        return
    sentences = list(_list_sentences(army, army.declarations, titles, context))
    yield from (f"  {sentence}" for sentence in sentences or [context.say("formations.nothing")])


def _list_sentences(
    army: Army, formations: Declarations, titles: dict[str, str], context: Context
) -> Iterator[str]:
    """Yield a sentence for each thing declared: leaders, transports, reserves, split units."""
    names = {
        unit.id: _format_unit_name(unit, titles, context) for unit in army.list_known_units()
    } | titles

    def list_names(ids: Iterable[str]) -> list[str]:
        """Return the names of the units that have these `ids`."""
        return [names[unit_id] for unit_id in ids]

    for party in formations.parties.values():
        attached = list_names(party[1:])
        yield context.say("formations.attached", unit=names[party[0]], attached=attached)
    for transport in dict.fromkeys(formations.embarked.values()):
        units = list_names(list_aboard(formations, transport))
        yield context.say("formations.embarked", transport=names[transport], units=units)
    if formations.strategic_reserves:
        reserves = measure_strategic_reserves(army)
        if reserves is not None:
            yield context.say(
                "formations.strategic_reserves",
                points=reserves.points,
                limit="?" if reserves.limit is None else reserves.limit,
                units=list_names(reserves.ids),
            )
        counted = count_strategic_reserves(army)
        if counted is not None:
            yield context.say(
                "formations.strategic_reserves_units",
                count=len(counted.ids),
                limit=counted.limit,
                units=list_names(counted.ids),
            )
    for field in ("reserves", "hover", "split"):
        ids = list(getattr(formations, field))
        if ids:
            yield context.say(f"formations.{field}", units=list_names(ids))


def _format_unit_name(unit: Unit, titles: dict[str, str], context: Context) -> str:
    """Return what a unit is called.

    A part of a split unit is called by the title of the whole unit and its own number. `titles`:
    the titles of units by id.
    """
    name = unit.custom_name or translate_name(unit.name, context.lang)
    if not unit.squad:
        return name
    whole = titles.get(unit.whole or "", name)
    return context.say("formations.squad_of", unit=whole, number=unit.squad)


def build_json(army: Army) -> dict[str, object] | None:
    """Return the JSON fields of the deployment, with the points in strategic reserves.

    None if the roster declares nothing.
    """
    formations = army.declarations
    if formations is None:
        return None
    reserves = measure_strategic_reserves(army)
    return {
        "attached": formations.attached,
        "embarked": formations.embarked,
        "strategic_reserves": list(formations.strategic_reserves),
        "reserves": list(formations.reserves),
        "hover": list(formations.hover),
        "split": list(formations.split),
        "strategic_reserves_points": reserves.points if reserves else None,
        "strategic_reserves_limit": reserves.limit if reserves else None,
    }
