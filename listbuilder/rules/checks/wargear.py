"""Check that every model has its default wargear, changed only by the options of its datasheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.model.army import Group
from listbuilder.model.base import Model, Path, fold
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix, LazyFixes, Phrase
from listbuilder.model.limits import MAX_EXPLAINED, REPAIR_TRIES
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.check_scope import LooksAt

if TYPE_CHECKING:
    from listbuilder.wargear.repair import SearchBudget

Loadout = tuple[object, ...]

LOOKS_AT: LooksAt = "each"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report wargear that the datasheet's options do not allow, with the option that limits it.

    Only units are checked whose wargear is stated or that must choose. Up to a bound each wrong
    loadout is explained; the rest are only named.
    """
    explained_loadouts: set[Loadout] = set()  # wrong loadouts that are explained
    fixes = _Fixes()
    for unit in army.muster_units:
        if _check_unit in unit.worked_out:
            continue
        if unit.datasheet.must_choose or any(group.wargear is not None for group in unit.groups):
            yield from _check_unit(unit, explained_loadouts, fixes)


def _check_unit(
    unit: MusterUnit, explained_loadouts: set[Loadout], fixes: _Fixes
) -> Iterator[Finding]:
    """Yield the findings against the wargear of one unit.

    What cannot be checked is named by the resolver. Mutates: a unit without findings remembers that
    it has none, and what is explained is added to
    `explained_loadouts`.
    """
    from listbuilder.wargear.check import (
        check_wargear as judge,  # only where a roster states wargear
    )

    has_room = len(explained_loadouts) < MAX_EXPLAINED
    explained = has_room or _get_loadout_key(unit) in explained_loadouts
    verdict = judge(unit.datasheet, unit.groups, explained=explained)
    if verdict.status != "illegal":
        unit.worked_out[_check_unit] = True  # what it found: nothing
        return  # what cannot be checked is named by the resolver
    later = LazyFixes(lambda: fixes.find_fixes(unit))
    if not verdict.violations:
        brief_args = {"unit": unit.name, "number": MAX_EXPLAINED}
        yield Finding(
            key="not_explained", path=unit.path, args=brief_args, units=(unit.id,), fixes=later
        )
        return
    explained_loadouts.add(_get_loadout_key(unit))
    for violation in verdict.violations:
        args: MessageArgs = {
            "unit": unit.name,
            "model": violation.model,
            "items": list(violation.items),
            "given": violation.given,
            "limit": _make_limit_phrase(
                violation.given, violation.allowed_min, violation.allowed_max, violation.rest
            ),
            "why": _make_option_phrase(violation.option, violation.args),
            "near": Phrase("near", {"near": violation.nearest}) if violation.nearest else "",
        }
        path = _find_item_path(unit, violation.group, violation.item)
        yield Finding(
            key=violation.reason,
            path=path,
            args=args,
            units=(unit.id,),
            fixes=later,
            about=(*unit.path, "wargear", violation.model, violation.item),
            excess=max(
                violation.given - violation.allowed_max, violation.allowed_min - violation.given, 0
            ),
        )


def _get_loadout_key(unit: MusterUnit) -> Loadout:
    """Return a key that is the same for units of one datasheet with the same models and wargear."""
    return (
        id(unit.datasheet),
        *((g.model, g.count, tuple((g.wargear or {}).items())) for g in unit.groups),
    )


def _make_limit_phrase(given: int, least: int, most: int, rest: bool) -> Phrase:
    """Return the phrase for what would be allowed: at least, at most or exactly so many.

    `rest` says that it holds with the rest of the wargear as it is; else it holds whatever else
    there is.
    """
    number = least
    if least == most and rest:
        key = "exactly"
    elif given > most:
        key, number = "at_most", most
    else:
        key = "at_least"
    return Phrase(f"{key}_rest" if rest else key, {"number": number})


def _make_option_phrase(option: int | None, numbers: dict[str, int | str]) -> Phrase | str:
    """Return the phrase for the datasheet option that the limit comes from, with its numbers.

    Empty if no option is behind it.
    """
    if option is None:
        return ""
    named: MessageArgs = {"option": option + 1}
    if "min" in numbers:
        least, most = numbers["min"], numbers["max"]
        return Phrase(
            "option_size", {**named, "sizes": str(least) if least == most else f"{least}-{most}"}
        )
    for name in ("count", "each", "pick"):
        if name in numbers:
            args = {**named, "many": numbers[name]}
            args |= {key: numbers[key] for key in ("per", "per_model") if key in numbers}
            if "per_model" in numbers:
                return Phrase("option_per_model", args)
            return Phrase("option_per" if "per" in numbers else f"option_{name}", args)
    return Phrase("option", named)


def _find_item_path(unit: MusterUnit, group: int, item: str) -> Path:
    """Return the most exact path of the item in the roster.

    That is the item's name, else the wargear of its group, else the group, else the unit.
    """
    if unit.size_as_number or not unit.stated_size:
        return unit.path
    here: Path = (*unit.path, "models", group)
    written = unit.groups[group].wargear or {}
    written_name = next((name for name in written if fold(name) == fold(item)), None)
    if written_name:
        return (*here, "wargear", written_name)
    return (*here, "wargear") if written else here


class _Fixes:
    """The search for the legal wargear that changes the fewest items.

    It goes unit by unit, until the work allowed for an army is done.
    """

    def __init__(self) -> None:
        """Start with no work done; the budget is made with the first unit."""
        self._purse: SearchBudget | None = None

    def find_fixes(self, unit: MusterUnit) -> tuple[Fix, ...] | None:
        """Return the fix that gives the unit the nearest legal wargear.

        Empty if the unit states no models or nothing legal is near; None if the work allowed for
        the army is done.
        """
        from listbuilder.wargear.repair import SearchBudget, find_nearest_legal

        if unit.size_as_number or not unit.stated_size:
            return ()
        self._purse = self._purse or SearchBudget(REPAIR_TRIES)
        if self._purse.empty:
            return None
        legal = find_nearest_legal(unit.datasheet, unit.groups, self._purse)
        return () if legal is None else _make_rearm_fixes(unit, legal)


def _make_rearm_fixes(unit: MusterUnit, legal: Sequence[Group]) -> tuple[Fix, ...]:
    """Return the fix that sets the wargear of `legal` in each group where it differs.

    Empty if no group differs.
    """
    steps = []
    changes: list[str] = []
    for place, (old, new) in enumerate(zip(unit.groups, legal, strict=True)):
        if old.wargear != new.wargear and new.wargear is not None:
            steps.append(Step("set", (*unit.path, "models", place, "wargear"), new.wargear))
            changes.extend(_list_changes(old, new))
    if not steps:
        return ()
    args = {"unit": unit.name, "changes": changes}
    return (Fix(key="rearm", args=args, edit=Edit(tuple(steps))),)


def _list_changes(old: Group, new: Group) -> Iterator[str]:
    """Yield each item whose number differs between two groups, with the difference.

    An example: `Plasma gun +1`.
    """
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for group, sign in ((old, -1), (new, 1)):
        for name, count in (group.wargear or {}).items():
            names.setdefault(fold(name), name)
            counts[fold(name)] += sign * count
    for key, name in names.items():
        if counts[key]:
            yield f"{name} {counts[key]:+d}"
