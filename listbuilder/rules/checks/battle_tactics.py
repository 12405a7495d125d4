"""Check that there are at most so many battle tactics cards, each once."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.params import Count
from listbuilder.rules.regiment_fixes import drop_army_choice


class Params(Model):
    """The most battle tactics cards in an army."""

    max: Count


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report battle tactics cards chosen twice, and more different cards than the limit."""
    seen: set[str] = set()
    for card in army.tactics:
        if card.id in seen:
            fix = drop_army_choice(army, card)
            yield Finding(
                key="twice", path=card.path, args={"card": card.name}, fixes=(fix,), about=card.id
            )
        seen.add(card.id)
    if len(seen) > params.max:
        args = {
            "count": len(seen),
            "max": params.max,
            "cards": list(dict.fromkeys(card.name for card in army.tactics)),
        }
        last = army.tactics[-1]
        fixes = (drop_army_choice(army, last),) if len(army.tactics) == params.max + 1 else ()
        path, excess = army.tactics[params.max].path, len(seen) - params.max
        yield Finding(
            key="several",
            path=path,
            args=args,
            fixes=fixes,
            about=("battle_tactics",),
            excess=excess,
        )
