"""Who may bear an enhancement: the right kind of unit, one each, and fulfilling the enhancement's own condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.faction import Enhancement
from listbuilder.games.shared.match import Keyword, fits, matches, matches_any
from listbuilder.law.fixes import drop_enhancement, drop_enhancements
from listbuilder.law.looks import LooksAt
from listbuilder.law.params import Count
from listbuilder.model.base import Model, Path, fold
from listbuilder.model.finding import Finding

LOOKS_AT: LooksAt = "bearers"


class Params(Model):
    bearer: str
    never: str
    per_unit: Count | None = None  # where no other rule says it


Borne = list[tuple[Enhancement, Path]]


def check(army: Muster, params: Params) -> Iterator[Finding]:
    own = {enhancement.id for detachment in army.detachments for enhancement in detachment.enhancements}
    for unit in army.muster_units:
        pairs = zip(unit.enhancements, unit.enhancement_paths, strict=True)
        borne: Borne = [pair for pair in pairs if unit.may_bear(pair[0])]  # of the others the limits of allies speak
        if not borne:
            continue
        barred = [(enhancement, path) for enhancement, path in borne if bar(unit, enhancement, params.bearer, params.never)]
        if barred:
            yield _barred(unit, barred, params)
        left = [pair for pair in borne if pair not in barred]
        if params.per_unit is not None and len(left) > params.per_unit:
            yield _several(unit, left, params.per_unit)
        for enhancement, path in left:
            # What an outsider lacks, it lacks because it is one: the army's faction speaks of that.
            reason = _unmet(unit, enhancement) if enhancement.id in own and unit.standing != "outsider" else None
            if reason:
                key, args = reason
                args = {"unit": unit.name, "enhancement": enhancement.name, **args}
                fix = drop_enhancement(unit, enhancement, path)
                about = (*unit.path, "enhancement", enhancement.id)
                yield Finding(key=key, path=path, args=args, units=(unit.id,), fixes=(fix,), about=about)


def bar(unit: MusterUnit, enhancement: Enhancement, bearer: str, never: str) -> tuple[str, dict[str, Any]] | None:
    """Why such a unit may bear none at all, whatever it has."""
    by_name = any(isinstance(each, str) and fold(each) == fold(unit.name) for each in enhancement.requires.all)
    any_unit = enhancement.bearer == "unit" or enhancement.upgrade
    if unit.has(never) and not by_name and not enhancement.epic_hero:
        return "never", {"keyword": never}
    if not unit.has(bearer) and not any_unit:
        return "not_bearer", {"keyword": bearer}
    return None if unit.datasheet.army.enhancements else ("datasheet_never", {})


def _barred(unit: MusterUnit, barred: Borne, params: Params) -> Finding:
    """One finding, however many it bears: it is one cause."""
    reason = bar(unit, barred[0][0], params.bearer, params.never)
    assert reason is not None
    key, args = reason
    args = {"unit": unit.name, "enhancement": [enhancement.name for enhancement, _ in barred], **args}
    path, fix, about = barred[0][1], drop_enhancements(unit, barred), (*unit.path, "enhancement")
    return Finding(key=key, path=path, args=args, units=(unit.id,), fixes=(fix,), about=about, excess=len(barred))


def _several(unit: MusterUnit, borne: Borne, most: int) -> Finding:
    args = {"unit": unit.name, "count": len(borne), "max": most, "enhancements": [e.name for e, _ in borne]}
    fixes = (drop_enhancement(unit, *borne[-1]),) if len(borne) == most + 1 else ()
    path, about, excess = borne[most][1], (*unit.path, "enhancement"), len(borne) - most
    return Finding(key="several", path=path, args=args, units=(unit.id,), fixes=fixes, about=about, excess=excess)


def _unmet(unit: MusterUnit, enhancement: Enhancement) -> tuple[str, dict[str, Any]] | None:
    requires = enhancement.requires
    lacking = [_words(each) for each in requires.all if not matches(unit.tags, each)]
    if lacking:
        return "needs", {"needs": lacking}
    if requires.any and not matches_any(unit.tags, requires.any):
        return "needs_one", {"needs": [_words(each) for each in requires.any]}
    if not fits(unit.tags, requires):
        return "excluded", {"not": [_words(each) for each in requires.none if matches(unit.tags, each)]}
    abilities = [each for each in requires.abilities if not _able(unit, each)]
    if abilities:
        return "needs", {"needs": abilities}
    items = [each for each in requires.wargear if not unit.carries(each)]
    return ("needs", {"needs": items}) if items else None


def _able(unit: MusterUnit, ability: str) -> bool:
    wanted = fold(ability)
    return any(fold(each) == wanted or fold(each).startswith(wanted + " ") for each in unit.datasheet.core_abilities)


def _words(element: Keyword) -> str:
    return element if isinstance(element, str) else " ".join(element)
