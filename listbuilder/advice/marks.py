"""The picker's marks: of everything that could be added to an army, whether it may be, in one go."""

from __future__ import annotations

import msgspec

from listbuilder.games.shared.choices import Offer
from listbuilder.law import commands
from listbuilder.law.effect import NOTHING, Effect
from listbuilder.law.position import Position


class Mark(msgspec.Struct, frozen=True):
    offer: Offer
    effect: Effect

    @property
    def codes(self) -> list[str]:
        """Of the rules that stand in the way, each once."""
        return list(dict.fromkeys(finding.code for finding in self.effect.against if finding.severity == "error"))


def marks(position: Position) -> list[Mark]:
    army = position.army
    if army is None:
        return []
    found = []
    for offer in position.editor.offers(army):
        adding = commands.adding(position, offer.id)
        found.append(Mark(offer, adding[1] if adding else NOTHING))
    return found
