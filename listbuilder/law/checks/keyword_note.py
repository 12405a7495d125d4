"""Units with a keyword, of whom the players should know something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from listbuilder.law.params import naming
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    """`say` is the sentence, among the findings of this check."""

    keyword: str
    say: Annotated[str, naming("finding")]


def check(army: Army, params: Params) -> Iterator[Finding]:
    units = [unit for unit in army.units if unit.has(params.keyword)]
    if units:
        names = list(dict.fromkeys(unit.name for unit in units))
        ids = tuple(unit.id for unit in units)
        yield Finding(key=params.say, path=units[0].path, args={"units": names}, units=ids, about=params.keyword)
