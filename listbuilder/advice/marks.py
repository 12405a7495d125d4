"""The picker's marks: of everything that could be added to an army, whether it may be, in one go."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from listbuilder.games.shared.choices import Added, Offer
from listbuilder.law import commands
from listbuilder.law.effect import NOTHING, Effect
from listbuilder.law.position import Position
from listbuilder.model.base import Path

Kind = Literal["fits", "points", "illegal", "nowhere"]  # only the points are in the way; a rule is; there is no place for it


class Mark(msgspec.Struct, frozen=True):
    offer: Offer
    effect: Effect
    added: Added | None = None

    @property
    def kind(self) -> Kind:
        if self.added is None or not self.effect.possible:
            return "nowhere"
        return "fits" if self.effect.allowed else "points" if self.effect.only_points else "illegal"

    @property
    def codes(self) -> list[str]:
        """Of the rules that stand in the way, each once."""
        return list(dict.fromkeys(finding.code for finding in self.effect.against if finding.severity == "error"))


def mark(
    position: Position, offer: Offer, models: int | None = None, place: Path | None = None, free: Collection[str] = ()
) -> Mark:
    """Of one, at that size, at that place; `free` as for `commands.adding`."""
    adding = commands.adding(position, offer.id, models, place, free)
    return Mark(offer, adding[1], adding[0]) if adding else Mark(offer, NOTHING)


def marks(position: Position) -> list[Mark]:
    army = position.army
    if army is None:
        return []
    return [mark(position, offer) for offer in position.editor.offers(army)]
