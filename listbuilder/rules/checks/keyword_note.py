"""Report units with a keyword about which the players should know something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.params import mark_as_name


class Params(Model):
    """The keyword, and the finding of this check that says it."""

    keyword: str
    say: Annotated[str, mark_as_name("finding")]


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report the units with the rule's keyword in one finding, whose key is `params.say`."""
    units = [unit for unit in army.units if unit.has_keyword(params.keyword)]
    if units:
        names = list(dict.fromkeys(unit.name for unit in units))
        ids = tuple(unit.id for unit in units)
        yield Finding(
            key=params.say,
            path=units[0].path,
            args={"units": names},
            units=ids,
            about=params.keyword,
        )
