"""No two of the detachments have the same unique tag."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.muster.army import Chosen, Muster
from listbuilder.law.checks.detachment_points import bought_by, without
from listbuilder.law.looks import LooksAt
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding

LOOKS_AT: LooksAt = "terms"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    tagged: dict[str, list[Chosen]] = {}
    for chosen in bought_by(army):
        if chosen.detachment and chosen.detachment.unique:
            tagged.setdefault(fold(chosen.detachment.unique), []).append(chosen)
    for tag, same in tagged.items():
        if len(same) > 1:
            named = same[0].detachment
            args = {"tag": named.unique if named else tag, "detachments": [each.name for each in same]}
            fixes = tuple(without(each) for each in reversed(same)) if len(same) == 2 else ()
            yield Finding(key="shared", path=same[1].path, args=args, fixes=fixes, about=tag, excess=len(same) - 1)
