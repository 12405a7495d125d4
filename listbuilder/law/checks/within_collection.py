"""Where a collection is given, no model more often than it is owned."""

from __future__ import annotations

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
        owned = army.owned(heroes[0]) or 0
        args = {"hero": heroes[0].name, "count": len(taken), "owned": owned}
        key = "not_owned" if not owned else "too_often"
        ids = tuple(hero.id for hero in taken)
        path, fixes, about, excess = heroes[0].path, _fixes(army, heroes), heroes[0].datasheet_id, len(taken) - owned
        yield Finding(key=key, path=path, args=args, units=ids, fixes=fixes, about=about, cause="too_often", excess=excess)


def _fixes(army: HeroArmy, heroes: list[Hero]) -> tuple[Fix, ...]:
    """Another hero of the collection in its place, or none."""
    taken: dict[str, int] = {}
    for hero in army.heroes:
        taken[hero.datasheet_id] = taken.get(hero.datasheet_id, 0) + 1
    spare = next((each for each, owned in (army.collection or {}).items() if owned > taken.get(each, 0)), None)
    if len(heroes) == 1 and spare in army.owned_names:
        args = {"hero": heroes[0].name, "other": army.owned_names[spare]}
        return (Fix(key="replace", args=args, edit=put(spare, *heroes[0].path, "hero")),)
    return (drop_units(army, heroes),)
