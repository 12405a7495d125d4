"""Report what the table needs, and the cards on which nothing is written yet."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.heroes.army import HeroArmy
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.params import Count


class Params(Model):
    """The number of boards and dice that the table needs."""

    boards: Count
    dice: Count


def check(army: HeroArmy, params: Params) -> Iterator[Finding]:
    """Report the boards and dice to bring, and heroes whose known card has no symbols."""
    if not army.units:
        return
    yield Finding(
        key="bring", path=("heroes",), args={"boards": params.boards, "dice": params.dice}
    )
    blank = [hero for hero in army.heroes if hero.has_card and not hero.card.symbols]
    if blank:
        args = {"heroes": list(dict.fromkeys(hero.name for hero in blank))}
        yield Finding(
            key="blank",
            path=blank[0].path,
            args=args,
            units=tuple(hero.id for hero in blank),
            about=("heroes",),
        )
