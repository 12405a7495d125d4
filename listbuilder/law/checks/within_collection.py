"""Any models the player owns, and none more often than that; of whom no card is known, that is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.games.heroes.army import Hero, HeroArmy
from listbuilder.games.heroes.hero import HeroCard
from listbuilder.law.fixes import drop_units
from listbuilder.law.params import Count
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step, put
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
    yield from _unknown(army)


def _unknown(army: HeroArmy) -> Iterator[Finding]:
    """Heroes that no card is known of; of the rest of the collection only what is likely meant for another."""
    unknown: dict[str, list[Hero]] = {}
    for hero in army.heroes:
        if not hero.known:
            unknown.setdefault(hero.datasheet_id, []).append(hero)
    for hero_id in {**unknown, **army.likely_meant}:
        heroes, meant = unknown.get(hero_id, []), army.likely_meant.get(hero_id)
        args = {"hero": heroes[0].name if heroes else hero_id, "other": meant.name if meant else ""}
        yield Finding(
            key="unknown_card_near" if meant else "unknown_card",
            severity="info",
            path=heroes[0].path if heroes else ("collection", hero_id),
            args=args,
            units=tuple(hero.id for hero in heroes),
            fixes=(_meant(heroes, meant, args),) if heroes and meant else (),
            about=hero_id,
            cause="unknown_card",
        )


def _meant(heroes: list[Hero], card: HeroCard, args: dict[str, str]) -> Fix:
    edit = Edit(tuple(Step("set", (*hero.path, "hero"), card.id) for hero in heroes))
    return Fix(key="replace", args=args, edit=edit)


def _fixes(army: HeroArmy, heroes: list[Hero]) -> tuple[Fix, ...]:
    """Another hero of the collection in its place, or none."""
    taken = Counter(hero.datasheet_id for hero in army.heroes)
    spare = next((each for each, owned in (army.collection or {}).items() if owned > taken[each]), None)
    if len(heroes) == 1 and spare in army.owned_names:
        (hero,) = heroes
        args = {"hero": hero.name, "other": army.owned_names[spare]}
        return (Fix(key="replace", args=args, edit=put(spare, *hero.path, "hero")),)
    return (drop_units(army, heroes),)
