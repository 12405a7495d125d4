"""Who may bear an enhancement: the right kind of unit, one each, and fulfilling the enhancement's own condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.model.base import Model, Path, fold
from listbuilder.model.faction import Enhancement, Keyword
from listbuilder.model.finding import Finding
from listbuilder.model.muster import Muster, MusterUnit
from listbuilder.rules.fixes import drop_enhancement
from listbuilder.systems.muster.match import fits, matches, matches_any


class Params(Model):
    bearer: str
    never: str
    per_unit: int


def check(army: Muster, params: Params) -> Iterator[Finding]:
    own = {enhancement.id for enhancement in army.detachment.enhancements} if army.detachment else set()
    for unit in army.muster_units:
        borne = list(zip(unit.enhancements, unit.enhancement_paths, strict=True))
        if len(borne) > params.per_unit:
            args = {"unit": unit.name, "count": len(borne), "max": params.per_unit, "enhancements": [e.name for e, _ in borne]}
            fixes = (drop_enhancement(unit, *borne[-1]),) if len(borne) == params.per_unit + 1 else ()
            yield Finding(key="several", path=borne[params.per_unit][1], args=args, units=(unit.id,), fixes=fixes)
        if unit.rule is not None and not unit.rule.enhancements:
            continue  # an ally that may have none at all: the limits of allies speak of it
        for enhancement, path in borne:
            # What an outsider lacks, it lacks because it is one: the army's faction speaks of that.
            known = enhancement.id in own and unit.standing != "outsider"
            yield from _unfit(unit, enhancement, path, params, known)


def _unfit(unit: MusterUnit, enhancement: Enhancement, path: Path, params: Params, known: bool) -> Iterator[Finding]:
    """The one reason why this unit may not bear it, if there is one."""
    reason = _reason(unit, enhancement, params, known)
    if reason:
        key, args = reason
        args = {"unit": unit.name, "enhancement": enhancement.name, **args}
        yield Finding(key=key, path=path, args=args, units=(unit.id,), fixes=(drop_enhancement(unit, enhancement, path),))


def _reason(unit: MusterUnit, enhancement: Enhancement, params: Params, known: bool) -> tuple[str, dict[str, Any]] | None:
    by_name = any(isinstance(each, str) and fold(each) == fold(unit.name) for each in enhancement.requires.all)
    any_unit = enhancement.bearer == "unit"
    if unit.has(params.never) and not (any_unit and by_name):
        return "never", {"keyword": params.never}
    if enhancement.bearer_unknown:
        return None  # named under "not checked"
    if not unit.has(params.bearer) and not any_unit:
        return "not_bearer", {"keyword": params.bearer}
    if not unit.datasheet.army.enhancements:
        return "datasheet_never", {}
    if known:
        return _unmet(unit, enhancement)
    return None


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
