"""Report that a fully painted army scores at the end."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.params import Count


class Params(Model):
    """The victory points for a fully painted army."""

    vp: Count


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report the victory points for a fully painted army, if the roster says it is one."""
    if army.battle_ready:
        yield Finding(key="painted", path=("battle_ready",), args={"vp": params.vp})
