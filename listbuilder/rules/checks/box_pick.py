"""Check that one of the things that a box offers is chosen: an enhancement, an ability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from listbuilder.games.boxed.army import BoxArmy, BoxOffer, BoxPick
from listbuilder.model.base import Model
from listbuilder.model.edit import make_set_edit
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.params import Count, mark_as_name


class Params(Model):
    """The roster's key of the choice, and the most that may be chosen.

    A box with a default one needs none to be named.
    """

    field: Annotated[Literal["enhancement", "regiment_ability"], mark_as_name("roster")]
    max: Count


def check(army: BoxArmy, params: Params) -> Iterator[Finding]:
    """Report a choice from another box, and more choices than allowed.

    A choice still open is information, and only if the box has no default. The fixes choose one
    thing that the box offers.
    """
    pick = army.picks.get(params.field)
    if pick is None:
        return  # this game offers no such thing
    names = [offer.name for offer in pick.offered]
    args = {"box": army.faction_name, "names": names, "max": params.max}
    if not pick.given:
        if pick.default is None and pick.offered:
            yield Finding(
                key="open",
                path=(params.field,),
                args=args,
                severity="info",
                fixes=_make_take_fixes(pick),
            )
        return
    foreign = [
        (offer, path, home)
        for offer, path, home in zip(pick.given, pick.paths, pick.homes, strict=True)
        if home
    ]
    own = [offer for offer, home in zip(pick.given, pick.homes, strict=True) if not home]
    for offer, path, home in foreign:
        detail = {**args, "given": offer.name, "home": home}
        yield Finding(key="of_another_box", path=path, args=detail, fixes=_make_take_fixes(pick))
    if len(own) > params.max:
        detail = {**args, "count": len(own), "given": [offer.name for offer in own]}
        kept = tuple(
            _make_only_fix("keep", params.field, offer)
            for offer in {offer.id: offer for offer in own}.values()
        )
        yield Finding(
            key="several",
            path=(params.field,),
            args=detail,
            fixes=kept,
            excess=len(own) - params.max,
        )


def _make_take_fixes(pick: BoxPick) -> tuple[Fix, ...]:
    """Return one fix for each thing that the box offers, which chooses that thing alone."""
    return tuple(_make_only_fix("take", pick.field, offer) for offer in pick.offered)


def _make_only_fix(key: str, field: str, offer: BoxOffer) -> Fix:
    """Return the fix that makes `offer` the only chosen thing under the roster's key `field`."""
    return Fix(key=key, args={"offer": offer.name}, edit=make_set_edit(offer.id, field))
