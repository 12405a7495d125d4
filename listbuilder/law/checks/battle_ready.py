"""A fully painted army scores at the end, if the roster says that it is."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.law.params import Count
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    vp: Count


def check(army: Army, params: Params) -> Iterator[Finding]:
    if army.battle_ready:
        yield Finding(key="painted", path=("battle_ready",), args={"vp": params.vp})
