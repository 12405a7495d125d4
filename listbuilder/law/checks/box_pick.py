"""Exactly one of the things a box offers: an enhancement, an ability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from listbuilder.games.boxes.army import BoxArmy, Offer, Pick
from listbuilder.law.params import Count, naming
from listbuilder.model.base import Model
from listbuilder.model.edit import put
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    """`field` is the key of the roster; a box with a default one needs none to be named."""

    field: Annotated[Literal["enhancement", "regiment_ability"], naming("roster")]
    max: Count


def check(army: BoxArmy, params: Params) -> Iterator[Finding]:
    pick = army.picks.get(params.field)
    if pick is None:
        return  # this game offers no such thing
    names = [offer.name for offer in pick.offered]
    args = {"box": army.faction_name, "names": names, "max": params.max}
    if not pick.given:
        if pick.default is None and pick.offered:
            yield Finding(key="open", path=(params.field,), args=args, severity="info", fixes=_take(pick))
        return
    foreign = [(offer, path, home) for offer, path, home in zip(pick.given, pick.paths, pick.homes, strict=True) if home]
    own = [offer for offer, home in zip(pick.given, pick.homes, strict=True) if not home]
    for offer, path, home in foreign:
        detail = {**args, "given": offer.name, "home": home}
        yield Finding(key="of_another_box", path=path, args=detail, fixes=_take(pick))
    if len(own) > params.max:
        detail = {**args, "count": len(own), "given": [offer.name for offer in own]}
        kept = tuple(_only("keep", params.field, offer) for offer in {offer.id: offer for offer in own}.values())
        yield Finding(key="several", path=(params.field,), args=detail, fixes=kept, excess=len(own) - params.max)


def _take(pick: Pick) -> tuple[Fix, ...]:
    return tuple(_only("take", pick.field, offer) for offer in pick.offered)


def _only(key: str, field: str, offer: Offer) -> Fix:
    return Fix(key=key, args={"offer": offer.name}, edit=put(offer.id, field))
