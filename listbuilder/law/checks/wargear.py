"""Every model has its default wargear, changed only by the options of its datasheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.model.army import Group
from listbuilder.model.base import Model, Path, fold
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix, Phrase


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    for unit in army.muster_units:
        if any(group.wargear is not None for group in unit.groups) or _must_choose(unit):
            yield from _unit(unit)


def _must_choose(unit: MusterUnit) -> bool:
    """The default wargear is legal, except where an option has to be taken."""
    return any(option.required for option in unit.datasheet.options)


def _unit(unit: MusterUnit) -> Iterator[Finding]:
    from listbuilder.games.shared.wargear.check import check as judge  # only where a roster states wargear

    verdict = judge(unit.datasheet, unit.groups)
    if verdict.status != "illegal":
        return  # what cannot be checked is named by the resolver
    fixes = _fixes(unit)
    for violation in verdict.violations:
        args: dict[str, Any] = {
            "unit": unit.name,
            "model": violation.model,
            "items": list(violation.items),
            "given": violation.given,
            "limit": _limit(violation.given, violation.allowed_min, violation.allowed_max, violation.rest),
            "why": _why(violation.option, violation.args),
            "near": Phrase("near", {"near": violation.nearest}) if violation.nearest else "",
        }
        path = _path(unit, violation.group, violation.item)
        yield Finding(key=violation.reason, path=path, args=args, units=(unit.id,), fixes=fixes)


def _limit(given: int, least: int, most: int, rest: bool) -> Phrase:
    """What would be allowed: at least, at most or exactly so many; with the rest as it is, or whatever else."""
    key = "exactly" if least == most and rest else "at_most" if given > most else "at_least"
    number = most if key == "at_most" else least
    return Phrase(f"{key}_rest" if rest else key, {"number": number})


def _why(option: int | None, numbers: dict[str, int | str]) -> Phrase | str:
    """Where the limit comes from: the option of the datasheet, and its numbers where it has any."""
    if option is None:
        return ""
    args = {"option": option + 1, **numbers}
    if "per" in args and ("count" in args or "each" in args):
        args["many"] = args.get("count", args.get("each", 0))
        return Phrase("option_per_model" if "per_model" in args else "option_per", args)
    if "min" in args or "max" in args:
        least, most = args.get("min", args.get("max")), args.get("max", args.get("min"))
        return Phrase("option_size", {**args, "sizes": str(least) if least == most else f"{least}-{most}"})
    for name in ("count", "each", "pick"):
        if name in args:
            return Phrase(f"option_{name}", {**args, "many": args[name]})
    return Phrase("option", args)


def _path(unit: MusterUnit, group: int, item: str) -> Path:
    if unit.size_as_number or not unit.stated_size:
        return unit.path
    here: Path = (*unit.path, "models", group)
    written = unit.groups[group].wargear or {}
    found = next((name for name in written if fold(name) == fold(item)), None)
    return (*here, "wargear", found) if found else (*here, "wargear") if written else here


def _fixes(unit: MusterUnit) -> tuple[Fix, ...]:
    """The legal wargear that changes the fewest items."""
    from listbuilder.games.shared.wargear.repair import nearest_legal

    legal = nearest_legal(unit.datasheet, unit.groups)
    if legal is None or unit.size_as_number or not unit.stated_size:
        return ()
    steps = []
    changes: list[str] = []
    for place, (old, new) in enumerate(zip(unit.groups, legal, strict=True)):
        if old.wargear != new.wargear and new.wargear is not None:
            steps.append(Step("set", (*unit.path, "models", place, "wargear"), new.wargear))
            changes.extend(_changes(old, new))
    return (Fix(key="rearm", args={"unit": unit.name, "changes": changes}, edit=Edit(tuple(steps))),) if steps else ()


def _changes(old: Group, new: Group) -> Iterator[str]:
    before = {fold(name): (name, count) for name, count in (old.wargear or {}).items()}
    after = {fold(name): (name, count) for name, count in (new.wargear or {}).items()}
    for key in {**before, **after}:
        name, count = before.get(key, (after.get(key, ("", 0))[0], 0))
        now = after.get(key, ("", 0))[1]
        if now != count:
            yield f"{name} {now - count:+d}"
