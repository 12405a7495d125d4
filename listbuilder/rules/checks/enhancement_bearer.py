"""Check who bears an enhancement: the right kind of unit, one each, meeting its condition."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.faction import Enhancement
from listbuilder.matching.requirements import Keyword, has_any_tag, has_tag, is_eligible
from listbuilder.model.base import Model, Path, fold
from listbuilder.model.finding import Finding
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.fixes import drop_enhancement, drop_enhancements
from listbuilder.rules.params import Count

LOOKS_AT: LooksAt = "bearers"


class Params(Model):
    """The keyword a bearer needs, and the keyword of units that never bear an enhancement.

    `per_unit` is the most on one unit, where no other rule says it.
    """

    bearer: str
    never: str
    per_unit: Count | None = None  # where no other rule says it


Borne = list[tuple[Enhancement, Path]]


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report units that may not bear enhancements, bear too many, or fail a condition.

    Enhancements that an ally may not have are left to the rule on allies. For a unit that does not
    belong to the army, conditions are not checked: it fails them because it is of another faction,
    which another rule reports.
    """
    own = {
        enhancement.id for detachment in army.detachments for enhancement in detachment.enhancements
    }
    for unit in army.muster_units:
        pairs = zip(unit.enhancements, unit.enhancement_paths, strict=True)
        # of the others the limits of allies speak
        borne: Borne = [pair for pair in pairs if unit.may_bear(pair[0])]
        if not borne:
            continue
        barred = [
            (enhancement, path)
            for enhancement, path in borne
            if find_bar_to_bearing(unit, enhancement, params.bearer, params.never)
        ]
        if barred:
            yield _make_barred_finding(unit, barred, params)
        left = [pair for pair in borne if pair not in barred]
        if params.per_unit is not None and len(left) > params.per_unit:
            yield _make_several_finding(unit, left, params.per_unit)
        for enhancement, path in left:
            # What an outsider lacks, it lacks because it is one: the army's faction speaks of that.
            if enhancement.id not in own or unit.standing == "outsider":
                continue
            reason = _find_unmet_condition(unit, enhancement)
            if reason:
                key, args = reason
                args = {"unit": unit.name, "enhancement": enhancement.name, **args}
                fix = drop_enhancement(unit, enhancement, path)
                about = (*unit.path, "enhancement", enhancement.id)
                yield Finding(
                    key=key, path=path, args=args, units=(unit.id,), fixes=(fix,), about=about
                )


def find_bar_to_bearing(
    unit: MusterUnit, enhancement: Enhancement, bearer: str, never: str
) -> tuple[str, MessageArgs] | None:
    """Return why `unit` may not bear any such enhancement, or None.

    The reason is a finding's key and arguments.

    `bearer` is the keyword a unit needs, `never` the keyword of units that bear none. An
    enhancement that names the unit, or is for Epic Heroes, is allowed in spite of `never`; one that
    any unit may bear, in spite of lacking `bearer`.
    """
    by_name = any(
        isinstance(keyword, str) and fold(keyword) == fold(unit.name)
        for keyword in enhancement.requires.all
    )
    any_unit = enhancement.bearer == "unit" or enhancement.upgrade
    if unit.has_keyword(never) and not by_name and not enhancement.epic_hero:
        return "never", {"keyword": never}
    if not unit.has_keyword(bearer) and not any_unit:
        return "not_bearer", {"keyword": bearer}
    return None if unit.datasheet.army.enhancements else ("datasheet_never", {})


def _make_barred_finding(unit: MusterUnit, barred: Borne, params: Params) -> Finding:
    """Return the finding that `unit` may bear none of the enhancements in `barred`.

    It is one finding however many there are, because they have one cause. The fix takes them all
    away.
    """
    reason = find_bar_to_bearing(unit, barred[0][0], params.bearer, params.never)
    assert reason is not None
    key, args = reason
    args = {
        "unit": unit.name,
        "enhancement": [enhancement.name for enhancement, _ in barred],
        **args,
    }
    path, fix, about = barred[0][1], drop_enhancements(unit, barred), (*unit.path, "enhancement")
    return Finding(
        key=key,
        path=path,
        args=args,
        units=(unit.id,),
        fixes=(fix,),
        about=about,
        excess=len(barred),
    )


def _make_several_finding(unit: MusterUnit, borne: Borne, most: int) -> Finding:
    """Return the finding that `unit` bears more than `most` enhancements.

    The fix takes the last one away; there is no fix if that is not enough.
    """
    args = {
        "unit": unit.name,
        "count": len(borne),
        "max": most,
        "enhancements": [e.name for e, _ in borne],
    }
    fixes = (drop_enhancement(unit, *borne[-1]),) if len(borne) == most + 1 else ()
    path, about, excess = borne[most][1], (*unit.path, "enhancement"), len(borne) - most
    return Finding(
        key="several",
        path=path,
        args=args,
        units=(unit.id,),
        fixes=fixes,
        about=about,
        excess=excess,
    )


def _find_unmet_condition(
    unit: MusterUnit, enhancement: Enhancement
) -> tuple[str, MessageArgs] | None:
    """Return the first condition of `enhancement` that `unit` fails, or None.

    The condition is given as a finding's key and arguments.

    None if the unit meets every condition.
    """
    requires = enhancement.requires
    lacking = [
        _name_keyword(keyword) for keyword in requires.all if not has_tag(unit.tags, keyword)
    ]
    if lacking:
        return "needs", {"needs": lacking}
    if requires.any and not has_any_tag(unit.tags, requires.any):
        return "needs_one", {"needs": [_name_keyword(keyword) for keyword in requires.any]}
    if not is_eligible(unit.tags, requires):
        barring = [keyword for keyword in requires.none if has_tag(unit.tags, keyword)]
        return "excluded", {"not": [_name_keyword(keyword) for keyword in barring]}
    abilities = [ability for ability in requires.abilities if not _has_ability(unit, ability)]
    if abilities:
        return "needs", {"needs": abilities}
    items = [item for item in requires.wargear if not unit.has_item(item)]
    return ("needs", {"needs": items}) if items else None


def _has_ability(unit: MusterUnit, ability: str) -> bool:
    """Return whether the unit's datasheet has the core ability `ability`.

    A value after the ability's name is ignored.
    """
    wanted = fold(ability)
    return any(
        fold(core_ability) == wanted or fold(core_ability).startswith(wanted + " ")
        for core_ability in unit.datasheet.core_abilities
    )


def _name_keyword(element: Keyword) -> str:
    """Return a keyword of a condition as text.

    A condition may be a list of keywords that must all be there; they are joined by spaces.
    """
    return element if isinstance(element, str) else " ".join(element)
