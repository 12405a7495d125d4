"""At most so many battle tactics cards, each once."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.regiments.army import RegimentArmy
from listbuilder.law.params import Count
from listbuilder.law.regiment_fixes import drop_chosen
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    max: Count


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    seen: set[str] = set()
    for each in army.tactics:
        if each.id in seen:
            fix = drop_chosen(army, each)
            yield Finding(key="twice", path=each.path, args={"card": each.name}, fixes=(fix,), about=each.id)
        seen.add(each.id)
    if len(seen) > params.max:
        args = {"count": len(seen), "max": params.max, "cards": list(dict.fromkeys(each.name for each in army.tactics))}
        last = army.tactics[-1]
        fixes = (drop_chosen(army, last),) if len(army.tactics) == params.max + 1 else ()
        path, excess = army.tactics[params.max].path, len(seen) - params.max
        yield Finding(key="several", path=path, args=args, fixes=fixes, about=("battle_tactics",), excess=excess)
