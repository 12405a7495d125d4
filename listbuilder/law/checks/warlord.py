"""Exactly one CHARACTER is the warlord; data may force one or forbid one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.faction import Detachment
from listbuilder.games.shared.match import matches, matches_any
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix, Later


class Params(Model):
    keyword: str
    own: bool = False  # of the army's own faction, unless a detachment names it


def check(army: Muster, params: Params) -> Iterator[Finding]:
    marked = [unit for unit in army.muster_units if unit.warlord]
    named = [unit for unit in marked if _rule_allows(unit)]  # of the others the limits of allies speak
    musts = [unit for unit in army.muster_units if unit.datasheet.army.warlord == "must"]
    forced = [unit for unit in musts if _able(army, unit, params)]
    if len(named) == 1:
        yield from _single(army, named[0], forced, params)
        return
    able = _all_able(army, params)
    best = next(iter(forced or able), None)
    if not marked:
        names = [unit.name for unit in forced or able]
        if names:
            yield Finding(key="missing", path=("units",), args={"units": names}, fixes=_move(army, best), cause="nobody")
        else:
            count = any(unit.has(params.keyword) and (army.may_command(unit) or not params.own) for unit in army.muster_units)
            said = _detachment_lacks(army) or not count  # that one is needed, another rule says
            yield Finding(key="nobody", path=("units",), args={"keyword": params.keyword}, silent=said)
        return
    if len(named) > 1:
        keep = next((unit for unit in named if unit in (forced or able)), best or named[0])
        args = {"count": len(named), "units": [unit.name for unit in named]}
        ids = tuple(unit.id for unit in named)
        path, fixes, about = (*named[1].path, "warlord"), _move(army, keep), ("units",)
        yield Finding(key="several", path=path, args=args, units=ids, fixes=fixes, about=about, excess=len(named) - 1)


def _single(army: Muster, warlord: MusterUnit, forced: list[MusterUnit], params: Params) -> Iterator[Finding]:
    path = (*warlord.path, "warlord")
    fixes = Later(lambda: _move(army, next(iter(forced or _all_able(army, params)), None)))
    args: dict[str, Any] = {"unit": warlord.name, "keyword": params.keyword}
    if not warlord.has(params.keyword):
        yield Finding(key="not_character", path=path, args=args, units=(warlord.id,), fixes=fixes)
    elif _never(army, warlord):
        yield Finding(key="never", path=path, args=args, units=(warlord.id,), fixes=fixes)
    elif params.own and not army.may_command(warlord):
        detail = {**args, "faction": army.faction_name}
        yield Finding(
            key="not_own", path=path, args=detail, units=(warlord.id,), fixes=fixes, silent=warlord.standing == "outsider"
        )
    elif forced and warlord not in forced:
        ids = (warlord.id, *(unit.id for unit in forced))
        detail = {**args, "must": [unit.name for unit in forced]}
        yield Finding(key="must_be", path=path, args=detail, units=ids, fixes=fixes)
    elif other := _refusing(army, warlord):
        wanted = list(other.warlord_one_of) or [other.warlord_keyword or ""]
        detail = {**args, "detachment": other.name, "wanted": wanted}
        said = _detachment_lacks(army)
        yield Finding(key="detachment_wants", path=path, args=detail, units=(warlord.id,), fixes=fixes, silent=said)
    elif army.stating("warlord"):
        stated = _move(army, warlord)
        yield Finding(key="assumed", path=path, args=args, units=(warlord.id,), fixes=stated, severity="warning")
    else:
        yield from _model(warlord, params)


def _model(warlord: MusterUnit, params: Params) -> Iterator[Finding]:
    """Report a model that can't be the warlord, and a unit that leaves open which of several models it is."""
    if params.keyword.casefold() not in warlord.datasheet.tags:
        return  # a detachment made the whole unit a CHARACTER: which model it means, no source says
    path = (*warlord.path, "warlord")
    kinds, model = warlord.warlord_kinds, warlord.warlord_model
    fixes = tuple(_name_model(warlord, kind) for kind in kinds)
    args: dict[str, Any] = {"unit": warlord.name, "keyword": params.keyword, "models": list(kinds)}
    if not kinds:
        return  # the unit lacks the models that could be it: its composition is wrong, which another rule says
    if model is None:
        if len(kinds) > 1:
            yield Finding(key="model_open", path=path, args=args, units=(warlord.id,), fixes=fixes, severity="info")
    elif model not in {group.model for group in warlord.groups}:
        yield Finding(key="model_absent", path=path, args={**args, "model": model}, units=(warlord.id,), fixes=fixes)
    elif model not in kinds:
        yield Finding(key="model_not_character", path=path, args={**args, "model": model}, units=(warlord.id,), fixes=fixes)


def _name_model(unit: MusterUnit, model: str) -> Fix:
    edit = Edit((Step("set", (*unit.path, "warlord"), model),))
    return Fix(key="name_model", args={"unit": unit.name, "model": model}, edit=edit)


def _all_able(army: Muster, params: Params) -> list[MusterUnit]:
    return [unit for unit in army.muster_units if _able(army, unit, params)]


def _able(army: Muster, unit: MusterUnit, params: Params) -> bool:
    return (
        unit.has(params.keyword)
        and not _never(army, unit)
        and unit.standing != "outsider"
        and _rule_allows(unit)
        and _refusing(army, unit) is None
        and (army.may_command(unit) or not params.own)
    )


def _never(army: Muster, unit: MusterUnit) -> bool:
    if unit.datasheet.army.warlord != "never":
        return False
    return not any(matches_any(unit.tags, each.warlord_allowed) for each in army.detachments)


def _rule_allows(unit: MusterUnit) -> bool:
    """Whether the rule that lets the unit in lets it be the warlord."""
    return unit.rule is None or unit.rule.warlord


def _refusing(army: Muster, unit: MusterUnit) -> Detachment | None:
    """The detachment that wants another warlord."""
    for detachment in army.detachments:
        if detachment.warlord_one_of and not matches_any(unit.tags, detachment.warlord_one_of):
            return detachment
        if detachment.warlord_keyword is not None and not matches(unit.tags, detachment.warlord_keyword):
            return detachment
    return None


def _detachment_lacks(army: Muster) -> bool:
    """Whether none of those a detachment needs, and wants for its warlord, is there: its own rule speaks of that."""
    return any(
        each.must_include_any and not any(matches_any(unit.tags, each.must_include_any) for unit in army.muster_units)
        for each in army.detachments
    )


def _move(army: Muster, to: MusterUnit | None) -> tuple[Fix, ...]:
    """Makes that unit the warlord, and no other."""
    if to is None:
        return ()
    steps = [Step("remove", (*unit.path, "warlord")) for unit in army.muster_units if unit.warlord and unit is not to]
    if not to.warlord:
        steps.append(Step("set", (*to.path, "warlord"), True))
    steps += army.stating("warlord")
    return (Fix(key="make_warlord", args={"unit": to.name}, edit=Edit(tuple(steps))),)
