"""Check that there is one hero in each of the numbered slots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.games.heroes.army import Hero, HeroArmy
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.params import Count


class Params(Model):
    """The number of heroes in an army.

    If there are more, those too many are left to another rule.
    """

    of: Count


def check(army: HeroArmy, params: Params) -> Iterator[Finding]:
    """Report heroes in a slot that does not exist or is already taken.

    Heroes without a slot together make one warning. Heroes beyond the allowed number are left to
    another rule.
    """
    surplus = army.choose_surplus_heroes(params.of)
    heroes = [hero for hero in army.heroes if hero not in surplus]
    unplaced = [hero for hero in army.list_heroes_without_place() if hero not in surplus]
    taken = {hero.slot for hero in heroes if hero not in unplaced}
    free = [slot for slot in army.slots if slot not in taken]
    for hero in unplaced:
        if hero.slot is None:
            continue
        args: MessageArgs = {
            "hero": hero.name,
            "slot": hero.slot,
            "slots": [str(slot) for slot in army.slots],
        }
        if hero.slot not in army.slots:
            yield Finding(
                key="unknown",
                path=hero.slot_path,
                args=args,
                units=(hero.id,),
                fixes=_make_place_fixes([hero], unplaced, free),
            )
        else:
            first = next(other for other in heroes if other.slot == hero.slot)
            args["other"] = first.name
            pair = (first.id, hero.id)
            fixes, about = _make_place_fixes([hero], unplaced, free), f"slot {hero.slot}"
            yield Finding(
                key="doubled", path=hero.slot_path, args=args, units=pair, fixes=fixes, about=about
            )
    waiting = [hero for hero in unplaced if hero.slot is None]
    if waiting:
        args = {"heroes": [hero.name for hero in waiting], "free": [str(slot) for slot in free]}
        ids = tuple(hero.id for hero in waiting)
        fixes = _make_place_fixes(waiting, unplaced, free)
        yield Finding(
            key="open",
            path=waiting[0].path,
            args=args,
            units=ids,
            severity="warning",
            fixes=fixes,
            about=("heroes",),
        )


def _make_place_fixes(
    heroes: Sequence[Hero], lost: Sequence[Hero], free: Sequence[int]
) -> tuple[Fix, ...]:
    """Return the fix that puts each of `heroes` into a free slot.

    The free slots are given in order to all heroes in `lost`, who wait for one. Empty if there are
    too few slots for `heroes`.
    """
    places = {hero.id: slot for hero, slot in zip(lost, free, strict=False)}
    steps = tuple(
        Step("set", hero.slot_path, places[hero.id]) for hero in heroes if hero.id in places
    )
    if len(steps) < len(heroes):
        return ()
    args = {
        "heroes": [hero.name for hero in heroes],
        "slots": [str(places[hero.id]) for hero in heroes],
    }
    return (Fix(key="place", args=args, edit=Edit(steps)),)
