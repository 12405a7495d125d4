"""Check that the same detachment is not chosen twice."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Chosen, Muster
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.check_scope import LooksAt

LOOKS_AT: LooksAt = "terms"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report detachments chosen more than once; the fix removes all but the first entry."""
    copies: dict[str, list[Chosen]] = {}
    for chosen in army.chosen:
        copies.setdefault(chosen.given, []).append(chosen)
    for given, same_chosen in copies.items():
        if len(same_chosen) > 1:
            args = {"detachment": same_chosen[0].name, "count": len(same_chosen)}
            steps = tuple(
                Step("remove", extra_copy.path) for extra_copy in reversed(same_chosen[1:])
            )
            fix = Fix(key="once", args=args, edit=Edit(steps))
            yield Finding(
                key="again",
                path=same_chosen[1].path,
                args=args,
                fixes=(fix,),
                about=given,
                excess=len(same_chosen) - 1,
            )
