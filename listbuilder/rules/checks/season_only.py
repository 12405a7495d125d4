"""Check that what is for games of one season is not in an army of another season or of none."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy
from listbuilder.model.base import Model, Path
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.fixes import drop_unit
from listbuilder.rules.regiment_fixes import drop_army_choice, drop_borne_enhancement


class Params(Model):
    pass


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report units, enhancements and choices that are only for other seasons than the army's.

    The fix removes the thing reported, if it can be removed alone.
    """
    for unit in army.regiment_units:
        pack = unit.warscroll.battlepack
        if pack and not army.is_for_season((pack,)):
            fixes = (drop_unit(army, unit),) if unit.removal else ()
            yield _make_season_finding(army, unit.name, (pack,), unit.path, fixes, (unit.id,))
        for borne in unit.borne:
            packs = borne.enhancement.battlepacks
            if not army.is_for_season(packs):
                yield _make_season_finding(
                    army,
                    borne.enhancement.name,
                    packs,
                    borne.path,
                    (drop_borne_enhancement(unit, borne),),
                    (unit.id,),
                )
    for chosen in army.list_choices():
        if not army.is_for_season(chosen.battlepacks):
            yield _make_season_finding(
                army,
                chosen.name,
                chosen.battlepacks,
                chosen.path,
                (drop_army_choice(army, chosen),),
            )


def _make_season_finding(
    army: RegimentArmy,
    name: str,
    packs: tuple[str, ...],
    path: Path,
    fixes: tuple[Fix, ...],
    units: tuple[str, ...] = (),
) -> Finding:
    """Return the finding that `name` is only for other seasons than the army's.

    If the army has no season, the finding says that the thing is only for games of a season.
    `packs` are the seasons that it is for.
    """
    args = {"unit": name, "seasons": [army.battlepack_names.get(pack, pack) for pack in packs]}
    key = "other_season" if army.season else "only_in_season"
    if army.season:
        args["season"] = army.season.name
    return Finding(key=key, path=path, args=args, units=units, fixes=fixes, cause="other_season")
