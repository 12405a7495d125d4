"""Check that exactly one CHARACTER is the Warlord, and the right one.

Datasheets and detachments may force a unit to be it, or forbid it.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.faction import Detachment
from listbuilder.matching.requirements import has_any_tag, has_tag
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step, make_set_edit
from listbuilder.model.finding import Finding, Fix, LazyFixes
from listbuilder.model.message_args import MessageArgs


class Params(Model):
    """The keyword that a Warlord needs, and whether it has to be of the army's own faction.

    With `own`, a unit of another faction is only allowed if a detachment names it.
    """

    keyword: str
    own: bool = False  # of the army's own faction, unless a detachment names it


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report that there is no Warlord, or several, or one that can't be the Warlord.

    Also reported: a unit that must be the Warlord and isn't, and a roster that does not say which
    model of the unit is the Warlord. Allies that may not be Warlord by their own rule are left to
    the check of allies. That no unit can be Warlord is reported silently if another rule says what
    is missing.
    """
    marked = [unit for unit in army.muster_units if unit.warlord]
    # of the others the limits of allies speak
    named = [unit for unit in marked if _is_allowed_by_ally_rule(unit)]
    musts = [unit for unit in army.muster_units if unit.datasheet.army.warlord == "must"]
    forced = [unit for unit in musts if _can_be_warlord(army, unit, params)]
    if len(named) == 1:
        yield from _check_only_warlord(army, named[0], forced, params)
        return
    able = _list_able_units(army, params)
    best = next(iter(forced or able), None)
    if not marked:
        names = [unit.name for unit in forced or able]
        if names:
            yield Finding(
                key="missing",
                path=("units",),
                args={"units": names},
                fixes=_make_warlord_fixes(army, best),
                cause="nobody",
            )
        else:
            has_any = any(
                unit.has_keyword(params.keyword) and (army.can_be_warlord(unit) or not params.own)
                for unit in army.muster_units
            )
            # that one is needed, another rule says
            is_silent = _lacks_unit_for_detachment(army) or not has_any
            yield Finding(
                key="nobody", path=("units",), args={"keyword": params.keyword}, silent=is_silent
            )
        return
    if len(named) > 1:
        keep = next((unit for unit in named if unit in (forced or able)), best or named[0])
        args = {"count": len(named), "units": [unit.name for unit in named]}
        ids = tuple(unit.id for unit in named)
        yield Finding(
            key="several",
            path=(*named[1].path, "warlord"),
            args=args,
            units=ids,
            fixes=_make_warlord_fixes(army, keep),
            about=("units",),
            excess=len(named) - 1,
        )


def _check_only_warlord(
    army: Muster, warlord: MusterUnit, forced: list[MusterUnit], params: Params
) -> Iterator[Finding]:
    """Yield the finding, if there is one, against `warlord`, the only unit marked as Warlord.

    `forced` are the units that must be the Warlord. The first of these reasons counts: it lacks the
    keyword, its datasheet never allows it, it is not of the army's faction, another unit must be
    Warlord, a detachment wants another. If none applies and the Warlord was only assumed, that is a
    warning; otherwise the model chosen as Warlord is checked.
    """
    path = (*warlord.path, "warlord")
    fixes = LazyFixes(
        lambda: _make_warlord_fixes(
            army, next(iter(forced or _list_able_units(army, params)), None)
        )
    )
    args: MessageArgs = {"unit": warlord.name, "keyword": params.keyword}
    if not warlord.has_keyword(params.keyword):
        yield Finding(key="not_character", path=path, args=args, units=(warlord.id,), fixes=fixes)
    elif _is_never_warlord(army, warlord):
        yield Finding(key="never", path=path, args=args, units=(warlord.id,), fixes=fixes)
    elif params.own and not army.can_be_warlord(warlord):
        detail = {**args, "faction": army.faction_name}
        yield Finding(
            key="not_own",
            path=path,
            args=detail,
            units=(warlord.id,),
            fixes=fixes,
            silent=warlord.standing == "outsider",
        )
    elif forced and warlord not in forced:
        ids = (warlord.id, *(unit.id for unit in forced))
        detail = {**args, "must": [unit.name for unit in forced]}
        yield Finding(key="must_be", path=path, args=detail, units=ids, fixes=fixes)
    elif refusing := _find_refusing_detachment(army, warlord):
        wanted = list(refusing.warlord_one_of) or [refusing.warlord_keyword or ""]
        detail = {**args, "detachment": refusing.name, "wanted": wanted}
        is_silent = _lacks_unit_for_detachment(army)
        yield Finding(
            key="detachment_wants",
            path=path,
            args=detail,
            units=(warlord.id,),
            fixes=fixes,
            silent=is_silent,
        )
    elif army.drop_assumed_key("warlord"):
        naming_fixes = _make_warlord_fixes(army, warlord)
        yield Finding(
            key="assumed",
            path=path,
            args=args,
            units=(warlord.id,),
            fixes=naming_fixes,
            severity="warning",
        )
    else:
        yield from _check_warlord_model(warlord, params)


def _check_warlord_model(warlord: MusterUnit, params: Params) -> Iterator[Finding]:
    """Yield a finding if the chosen model can't be Warlord, or none of several is chosen.

    A model that is chosen but is not in the unit is reported too. If no model is chosen, the
    finding is only information. Nothing is checked if a detachment made the whole unit a CHARACTER,
    because no source says which model is meant then. Nor if the unit lacks all models that could be
    Warlord, because then its composition is wrong and another rule reports that.
    """
    if params.keyword.casefold() not in warlord.datasheet.tags:
        return  # a detachment made the whole unit a CHARACTER: which model it means, no source says
    path = (*warlord.path, "warlord")
    kinds, model = warlord.warlord_kinds, warlord.warlord_model
    fixes = tuple(
        Fix(
            key="name_model",
            args={"unit": warlord.name, "model": kind},
            edit=make_set_edit(kind, *path),
        )
        for kind in kinds
    )
    args: MessageArgs = {"unit": warlord.name, "keyword": params.keyword, "models": list(kinds)}
    if not kinds:
        return  # the unit lacks the models that could be it: the rule on its composition says so
    if model is None:
        if len(kinds) > 1:
            yield Finding(
                key="model_open",
                path=path,
                args=args,
                units=(warlord.id,),
                fixes=fixes,
                severity="info",
            )
    elif model not in {group.model for group in warlord.groups}:
        yield Finding(
            key="model_absent",
            path=path,
            args={**args, "model": model},
            units=(warlord.id,),
            fixes=fixes,
        )
    elif model not in kinds:
        yield Finding(
            key="model_not_character",
            path=path,
            args={**args, "model": model},
            units=(warlord.id,),
            fixes=fixes,
        )


def _list_able_units(army: Muster, params: Params) -> list[MusterUnit]:
    """Return the army's units that are allowed to be the Warlord."""
    return [unit for unit in army.muster_units if _can_be_warlord(army, unit, params)]


def _can_be_warlord(army: Muster, unit: MusterUnit, params: Params) -> bool:
    """Return whether `unit` may be the Warlord.

    It needs the keyword, and its datasheet, its faction, the rule for allies and every detachment
    must allow it.
    """
    return (
        unit.has_keyword(params.keyword)
        and not _is_never_warlord(army, unit)
        and unit.standing != "outsider"
        and _is_allowed_by_ally_rule(unit)
        and _find_refusing_detachment(army, unit) is None
        and (army.can_be_warlord(unit) or not params.own)
    )


def _is_never_warlord(army: Muster, unit: MusterUnit) -> bool:
    """Return whether the unit's datasheet bars it from being the Warlord.

    False if a detachment lifts that bar for the unit.
    """
    if unit.datasheet.army.warlord != "never":
        return False
    return not any(
        has_any_tag(unit.tags, detachment.warlord_allowed) for detachment in army.detachments
    )


def _is_allowed_by_ally_rule(unit: MusterUnit) -> bool:
    """Return whether the rule that lets the unit into the army allows it to be the Warlord.

    True for units of the army's own faction, which need no such rule.
    """
    return unit.rule is None or unit.rule.warlord


def _find_refusing_detachment(army: Muster, unit: MusterUnit) -> Detachment | None:
    """Return the first detachment that wants a Warlord unlike `unit`, or None if none does.

    A detachment may ask for one of several names or for a keyword.
    """
    for detachment in army.detachments:
        if detachment.warlord_one_of and not has_any_tag(unit.tags, detachment.warlord_one_of):
            return detachment
        if detachment.warlord_keyword is not None and not has_tag(
            unit.tags, detachment.warlord_keyword
        ):
            return detachment
    return None


def _lacks_unit_for_detachment(army: Muster) -> bool:
    """Return whether a detachment needs a kind of unit that the army does not have.

    The rule on detachments reports that, so findings about the Warlord that follow from it stay
    silent.
    """
    return any(
        detachment.must_include_any
        and not any(
            has_any_tag(unit.tags, detachment.must_include_any) for unit in army.muster_units
        )
        for detachment in army.detachments
    )


def _make_warlord_fixes(army: Muster, unit_to_mark: MusterUnit | None) -> tuple[Fix, ...]:
    """Return the fix that makes `unit_to_mark` the only Warlord; empty if that is None.

    The mark is removed from all other units, and so is the note that the Warlord was only assumed.
    """
    if unit_to_mark is None:
        return ()
    steps = [
        Step("remove", (*unit.path, "warlord"))
        for unit in army.muster_units
        if unit.warlord and unit is not unit_to_mark
    ]
    if not unit_to_mark.warlord:
        steps.append(Step("set", (*unit_to_mark.path, "warlord"), True))
    steps += army.drop_assumed_key("warlord")
    return (Fix(key="make_warlord", args={"unit": unit_to_mark.name}, edit=Edit(tuple(steps))),)
