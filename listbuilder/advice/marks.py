"""The picker's marks: for each unit that could be added to an army, whether it may be."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from listbuilder.games.common.editor import Added, Offer
from listbuilder.model.base import Path
from listbuilder.roster import commands
from listbuilder.roster.effect import NOTHING, Effect
from listbuilder.roster.position import Position

Kind = Literal[
    "fits", "points", "illegal", "nowhere"
]  # only the points are in the way; a rule is; there is no place for it


class Mark(msgspec.Struct, frozen=True):
    """The answer to whether one offer may be added.

    `added`: the edit; None if there is no place for it.
    """

    offer: Offer
    effect: Effect
    added: Added | None = None

    @property
    def kind(self) -> Kind:
        """Return whether the offer fits, points or a rule prevent it, or it has no place."""
        if self.added is None or not self.effect.possible:
            return "nowhere"
        if self.effect.allowed:
            return "fits"
        return "points" if self.effect.only_points else "illegal"

    @property
    def codes(self) -> list[str]:
        """Return the codes of the rules that are in the way, each once."""
        errors = [finding for finding in self.effect.against if finding.severity == "error"]
        return list(dict.fromkeys(error.code for error in errors))


def mark_offer(
    position: Position,
    offer: Offer,
    models: int | None = None,
    place: Path | None = None,
    free: Collection[str] = (),
) -> Mark:
    """Return whether `offer` may be added to the army, and what speaks against it.

    `models`: the size; None means the usual one. `place`: where to add it; None means the likeliest
    place. `free`: roles, such as the Warlord's, that no player has stated, so that they may be
    given to another unit.
    """
    adding = commands.place_addition_with_effect(position, offer.id, models, place, free)
    return Mark(offer, adding[1], adding[0]) if adding else Mark(offer, NOTHING)


def mark_all_offers(position: Position) -> list[Mark]:
    """Return for each unit that the army could add whether it may be; empty without an army."""
    army = position.army
    if army is None:
        return []
    return [mark_offer(position, offer) for offer in position.editor.list_offers(army)]
