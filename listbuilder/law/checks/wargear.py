"""Every model has its default wargear, changed only by the options of its datasheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Group
from listbuilder.model.base import Model, Path, fold
from listbuilder.model.bounds import MAX_EXPLAINED, REPAIR_TRIES
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix, Later, Phrase

if TYPE_CHECKING:
    from listbuilder.games.shared.wargear.repair import Purse

Loadout = tuple[object, ...]

LOOKS_AT: LooksAt = "each"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    told: set[Loadout] = set()  # wrong loadouts that are explained
    fixes = _Fixes()
    for unit in army.muster_units:
        if _unit in unit.worked_out:
            continue
        if unit.datasheet.must_choose or any(group.wargear is not None for group in unit.groups):
            yield from _unit(unit, told, fixes)


def _unit(unit: MusterUnit, told: set[Loadout], fixes: _Fixes) -> Iterator[Finding]:
    from listbuilder.games.shared.wargear.check import check as judge  # only where a roster states wargear

    explained = len(told) < MAX_EXPLAINED or _loadout(unit) in told
    verdict = judge(unit.datasheet, unit.groups, explained=explained)
    if verdict.status != "illegal":
        unit.worked_out[_unit] = True  # what it found: nothing
        return  # what cannot be checked is named by the resolver
    later = Later(lambda: fixes.of(unit))
    if not verdict.violations:
        short = {"unit": unit.name, "number": MAX_EXPLAINED}
        yield Finding(key="not_explained", path=unit.path, args=short, units=(unit.id,), fixes=later)
        return
    told.add(_loadout(unit))
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
        yield Finding(
            key=violation.reason,
            path=path,
            args=args,
            units=(unit.id,),
            fixes=later,
            about=(*unit.path, "wargear", violation.model, violation.item),
            excess=max(violation.given - violation.allowed_max, violation.allowed_min - violation.given, 0),
        )


def _loadout(unit: MusterUnit) -> Loadout:
    return (id(unit.datasheet), *((g.model, g.count, tuple((g.wargear or {}).items())) for g in unit.groups))


def _limit(given: int, least: int, most: int, rest: bool) -> Phrase:
    """What would be allowed: at least, at most or exactly so many; with the rest as it is, or whatever else."""
    key = "exactly" if least == most and rest else "at_most" if given > most else "at_least"
    number = most if key == "at_most" else least
    return Phrase(f"{key}_rest" if rest else key, {"number": number})


def _why(option: int | None, numbers: dict[str, int | str]) -> Phrase | str:
    """Where the limit comes from: the option of the datasheet, and its numbers where it has any."""
    if option is None:
        return ""
    named: dict[str, Any] = {"option": option + 1}
    if "min" in numbers:
        least, most = numbers["min"], numbers["max"]
        return Phrase("option_size", {**named, "sizes": str(least) if least == most else f"{least}-{most}"})
    for name in ("count", "each", "pick"):
        if name in numbers:
            every: dict[str, Any] = {key: numbers[key] for key in ("per", "per_model") if key in numbers}
            key = "option_per_model" if "per_model" in every else "option_per" if every else f"option_{name}"
            return Phrase(key, {**named, **every, "many": numbers[name]})
    return Phrase("option", named)


def _path(unit: MusterUnit, group: int, item: str) -> Path:
    if unit.size_as_number or not unit.stated_size:
        return unit.path
    here: Path = (*unit.path, "models", group)
    written = unit.groups[group].wargear or {}
    found = next((name for name in written if fold(name) == fold(item)), None)
    return (*here, "wargear", found) if found else (*here, "wargear") if written else here


class _Fixes:
    """The legal wargear that changes the fewest items, unit by unit, until the work allowed for an army is done."""

    def __init__(self) -> None:
        self._purse: Purse | None = None

    def of(self, unit: MusterUnit) -> tuple[Fix, ...] | None:
        from listbuilder.games.shared.wargear.repair import Purse, nearest_legal

        if unit.size_as_number or not unit.stated_size:
            return ()
        self._purse = self._purse or Purse(REPAIR_TRIES)
        if self._purse.empty:
            return None
        legal = nearest_legal(unit.datasheet, unit.groups, self._purse)
        return () if legal is None else _rearmed(unit, legal)


def _rearmed(unit: MusterUnit, legal: Sequence[Group]) -> tuple[Fix, ...]:
    steps = []
    changes: list[str] = []
    for place, (old, new) in enumerate(zip(unit.groups, legal, strict=True)):
        if old.wargear != new.wargear and new.wargear is not None:
            steps.append(Step("set", (*unit.path, "models", place, "wargear"), new.wargear))
            changes.extend(_changes(old, new))
    return (Fix(key="rearm", args={"unit": unit.name, "changes": changes}, edit=Edit(tuple(steps))),) if steps else ()


def _changes(old: Group, new: Group) -> Iterator[str]:
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for group, sign in ((old, -1), (new, 1)):
        for name, count in (group.wargear or {}).items():
            names.setdefault(fold(name), name)
            counts[fold(name)] += sign * count
    for key, name in names.items():
        if counts[key]:
            yield f"{name} {counts[key]:+d}"
