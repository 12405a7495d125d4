"""The same detachment is not chosen twice."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.muster.army import Chosen, Muster
from listbuilder.law.looks import LooksAt
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix

LOOKS_AT: LooksAt = "terms"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    copies: dict[str, list[Chosen]] = {}
    for chosen in army.chosen:
        copies.setdefault(chosen.given, []).append(chosen)
    for given, same in copies.items():
        if len(same) > 1:
            args = {"detachment": same[0].name, "count": len(same)}
            steps = tuple(Step("remove", each.path) for each in reversed(same[1:]))
            fix = Fix(key="once", args=args, edit=Edit(steps))
            yield Finding(key="again", path=same[1].path, args=args, fixes=(fix,), about=given, excess=len(same) - 1)
