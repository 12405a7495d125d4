"""One hero in each of the numbered slots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from listbuilder.games.heroes.army import Hero, HeroArmy
from listbuilder.law.params import Count
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    """Of more than `of` heroes, those too many are spoken of elsewhere."""

    of: Count


def check(army: HeroArmy, params: Params) -> Iterator[Finding]:
    surplus = army.surplus(params.of)
    heroes = [hero for hero in army.heroes if hero not in surplus]
    lost = [hero for hero in army.without_place() if hero not in surplus]
    taken = {hero.slot for hero in heroes if hero not in lost}
    free = [slot for slot in army.slots if slot not in taken]
    for hero in lost:
        if hero.slot is None:
            continue
        args: dict[str, Any] = {"hero": hero.name, "slot": hero.slot, "slots": [str(slot) for slot in army.slots]}
        if hero.slot not in army.slots:
            yield Finding(key="unknown", path=hero.slot_path, args=args, units=(hero.id,), fixes=_place([hero], lost, free))
        else:
            first = next(each for each in heroes if each.slot == hero.slot)
            args["other"] = first.name
            both = (first.id, hero.id)
            fixes, about = _place([hero], lost, free), f"slot {hero.slot}"
            yield Finding(key="doubled", path=hero.slot_path, args=args, units=both, fixes=fixes, about=about)
    waiting = [hero for hero in lost if hero.slot is None]
    if waiting:
        args = {"heroes": [hero.name for hero in waiting], "free": [str(slot) for slot in free]}
        ids = tuple(hero.id for hero in waiting)
        fixes = _place(waiting, lost, free)
        yield Finding(key="open", path=waiting[0].path, args=args, units=ids, severity="warning", fixes=fixes, about=("heroes",))


def _place(heroes: Sequence[Hero], lost: Sequence[Hero], free: Sequence[int]) -> tuple[Fix, ...]:
    """Each into the slot that is left for it, counted among all who wait for one."""
    places = {hero.id: slot for hero, slot in zip(lost, free, strict=False)}
    steps = tuple(Step("set", hero.slot_path, places[hero.id]) for hero in heroes if hero.id in places)
    if len(steps) < len(heroes):
        return ()
    args = {"heroes": [hero.name for hero in heroes], "slots": [str(places[hero.id]) for hero in heroes]}
    return (Fix(key="place", args=args, edit=Edit(steps)),)
