"""What is for games of one season only, in an army of another season or of none."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.regiments.army import RegimentArmy
from listbuilder.law.fixes import drop_unit
from listbuilder.law.regiment_fixes import drop_borne, drop_chosen
from listbuilder.model.base import Model, Path
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    pass


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    for unit in army.regiment_units:
        pack = unit.warscroll.battlepack
        if pack and not army.allows((pack,)):
            fixes = (drop_unit(army, unit),) if unit.removal else ()
            yield _unseasonal(army, unit.name, (pack,), unit.path, fixes, (unit.id,))
        for each in unit.borne:
            packs = each.enhancement.battlepacks
            if not army.allows(packs):
                yield _unseasonal(army, each.enhancement.name, packs, each.path, (drop_borne(unit, each),), (unit.id,))
    for chosen in army.chosen():
        if not army.allows(chosen.battlepacks):
            yield _unseasonal(army, chosen.name, chosen.battlepacks, chosen.path, (drop_chosen(army, chosen),))


def _unseasonal(
    army: RegimentArmy, name: str, packs: tuple[str, ...], path: Path, fixes: tuple[Fix, ...], units: tuple[str, ...] = ()
) -> Finding:
    args = {"unit": name, "seasons": [army.battlepack_names.get(pack, pack) for pack in packs]}
    key = "other_season" if army.season else "only_in_season"
    if army.season:
        args["season"] = army.season.name
    return Finding(key=key, path=path, args=args, units=units, fixes=fixes, cause="other_season")
