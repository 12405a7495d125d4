"""Where a collection is given, no model more often than it is owned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.games.heroes.army import Hero, HeroArmy
from listbuilder.law.fixes import drop_units
from listbuilder.law.params import Count
from listbuilder.model.base import Model
from listbuilder.model.edit import put
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    """Of more than `of` heroes, those too many are spoken of elsewhere."""

    of: Count


def check(army: HeroArmy, params: Params) -> Iterator[Finding]:
    surplus = army.surplus(params.of)
    beyond: dict[str, list[Hero]] = {}
    for hero in army.beyond_collection():
        if hero not in surplus:
            beyond.setdefault(hero.datasheet_id, []).append(hero)
    for hero_id, heroes in beyond.items():
        taken = [hero for hero in army.heroes if hero.datasheet_id == hero_id and hero not in surplus]
        first, *_ = heroes
        owned = Counter(army.collection)[hero_id]
        args = {"hero": first.name, "count": len(taken), "owned": owned}
        key = "not_owned" if not owned else "too_often"
        ids = tuple(hero.id for hero in taken)
        path, fixes, about, excess = first.path, _fixes(army, heroes), hero_id, len(taken) - owned
        yield Finding(key=key, path=path, args=args, units=ids, fixes=fixes, about=about, cause="too_often", excess=excess)


def _fixes(army: HeroArmy, heroes: list[Hero]) -> tuple[Fix, ...]:
    """Another hero of the collection in its place, or none."""
    taken = Counter(hero.datasheet_id for hero in army.heroes)
    spare = next((each for each, owned in (army.collection or {}).items() if owned > taken[each]), None)
    if len(heroes) == 1 and spare in army.owned_names:
        (hero,) = heroes
        args = {"hero": hero.name, "other": army.owned_names[spare]}
        return (Fix(key="replace", args=args, edit=put(spare, *hero.path, "hero")),)
    return (drop_units(army, heroes),)
