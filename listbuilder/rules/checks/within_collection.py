"""Check that no hero is taken more often than the player owns it; unknown cards are pointed out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.games.heroes.army import Hero, HeroArmy
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step, make_set_edit
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.fixes import drop_units
from listbuilder.rules.params import Count


class Params(Model):
    """The number of heroes in an army.

    If there are more, those too many are left to another rule.
    """

    of: Count


def check(army: HeroArmy, params: Params) -> Iterator[Finding]:
    """Report heroes taken more often than they are owned, and those without a known card.

    The latter is information only. Heroes beyond the allowed number of heroes are left to another
    rule.
    """
    surplus = army.choose_surplus_heroes(params.of)
    not_owned: dict[str, list[Hero]] = {}
    for hero in army.list_heroes_beyond_collection():
        if hero not in surplus:
            not_owned.setdefault(hero.datasheet_id, []).append(hero)
    for hero_id, heroes in not_owned.items():
        taken = [
            hero for hero in army.heroes if hero.datasheet_id == hero_id and hero not in surplus
        ]
        first, *_ = heroes
        owned = Counter(army.collection)[hero_id]
        args = {"hero": first.name, "count": len(taken), "owned": owned}
        key = "not_owned" if not owned else "too_often"
        ids = tuple(hero.id for hero in taken)
        yield Finding(
            key=key,
            path=first.path,
            args=args,
            units=ids,
            fixes=_make_fixes(army, heroes),
            about=hero_id,
            cause="too_often",
            excess=len(taken) - owned,
        )
    yield from _check_unknown_cards(army)


def _check_unknown_cards(army: HeroArmy) -> Iterator[Finding]:
    """Yield a finding (information) for each hero in the army without a known card.

    Ids elsewhere in the collection are reported only if another card is likely meant. The fix then
    replaces the hero by that one.
    """
    unknown: dict[str, list[Hero]] = {}
    for hero in army.heroes:
        if not hero.has_card:
            unknown.setdefault(hero.datasheet_id, []).append(hero)
    for hero_id in {**unknown, **army.likely_meant}:
        heroes, meant = unknown.get(hero_id, []), army.likely_meant.get(hero_id)
        args = {"hero": heroes[0].name if heroes else hero_id, "other": meant.name if meant else ""}
        fixes: tuple[Fix, ...] = ()
        if heroes and meant:
            edit = Edit(tuple(Step("set", (*hero.path, "hero"), meant.id) for hero in heroes))
            fixes = (Fix(key="replace", args=args, edit=edit),)
        yield Finding(
            key="unknown_card_near" if meant else "unknown_card",
            severity="info",
            path=heroes[0].path if heroes else ("collection", hero_id),
            args=args,
            units=tuple(hero.id for hero in heroes),
            fixes=fixes,
            about=hero_id,
            cause="unknown_card",
        )


def _make_fixes(army: HeroArmy, heroes: list[Hero]) -> tuple[Fix, ...]:
    """Return the fix that replaces the surplus hero by another one of the player's collection.

    If there are several surplus heroes, or no other hero is left in the collection, the fix removes
    them.
    """
    taken = Counter(hero.datasheet_id for hero in army.heroes)
    spare = next(
        (hero_id for hero_id, owned in (army.collection or {}).items() if owned > taken[hero_id]),
        None,
    )
    if len(heroes) == 1 and spare in army.owned_names:
        (hero,) = heroes
        args = {"hero": hero.name, "other": army.owned_names[spare]}
        return (Fix(key="replace", args=args, edit=make_set_edit(spare, *hero.path, "hero")),)
    return (drop_units(army, heroes),)
