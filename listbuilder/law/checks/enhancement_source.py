"""Every enhancement is one of a chosen detachment."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.muster.army import Muster
from listbuilder.games.muster.detachment import home_of
from listbuilder.law.fixes import drop_enhancement
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    if not army.detachments:
        return
    own = {enhancement.id for detachment in army.detachments for enhancement in detachment.enhancements}
    chosen = [detachment.name for detachment in army.detachments]
    for unit, enhancement, path in army.borne_enhancements():
        if enhancement.id in own:
            continue
        args = {"enhancement": enhancement.name, "home": home_of(army, enhancement), "detachment": chosen}
        fix = drop_enhancement(unit, enhancement, path)
        about, args = (*unit.path, "enhancement", *path[len(unit.path) + 1 :], enhancement.id), {**args, "unit": unit.name}
        yield Finding(key="of_another", path=path, args=args, units=(unit.id,), fixes=(fix,), about=about)
