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
            yield Finding(key="twice", path=each.path, args={"card": each.name}, fixes=(drop_chosen(army, each),))
        seen.add(each.id)
    if len(seen) > params.max:
        args = {"count": len(seen), "max": params.max, "cards": list(dict.fromkeys(each.name for each in army.tactics))}
        last = army.tactics[-1]
        fixes = (drop_chosen(army, last),) if len(army.tactics) == params.max + 1 else ()
        yield Finding(key="several", path=army.tactics[params.max].path, args=args, fixes=fixes)
