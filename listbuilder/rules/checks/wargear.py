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
    """Report wargear that the datasheet's options don't allow, with the option that limits it.

    Only units that state wargear, or whose datasheet requires a choice, are checked. Why a loadout
    is wrong is explained for a limited number of loadouts (`MAX_EXPLAINED`); further wrong units
    are only named.
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

    Wargear that can't be checked is not reported here: it is noted when the roster is read. A unit
    without findings is marked in `worked_out`, so that it is not checked again. A wrong loadout
    that is explained is added to `explained_loadouts`.
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
    """Return a key that is equal for units of one datasheet with equal models and wargear."""
    return (
        id(unit.datasheet),
        *((g.model, g.count, tuple((g.wargear or {}).items())) for g in unit.groups),
    )


def _make_limit_phrase(given: int, least: int, most: int, rest: bool) -> Phrase:
    """Return the phrase for the bound that is broken: at least, at most, or exactly so many.

    `given` is the present number, `least` and `most` the bounds. `rest` says that the bounds hold
    only while the other wargear stays as it is; the phrase then says so, and only then is it
    "exactly" if both bounds are equal.
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
    """Return the phrase that names the datasheet's option at index `option`, and its limits.

    `numbers` are the numbers in the option, such as how many per how many models. Empty if `option`
    is None, because no option sets the limit.
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
    """Return the most exact path in the roster for `item` in the group with index `group`.

    That is the path of the item itself; if it is not written there, of the group's wargear; if none
    is written, of the group. It is the unit's path if the roster does not list groups.
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
    """The search for legal wargear that changes the fewest items.

    It goes unit by unit until the work allowed for one army is used up.
    """

    def __init__(self) -> None:
        """Start with no work done. The budget of work is made when the first unit is searched."""
        self._purse: SearchBudget | None = None

    def find_fixes(self, unit: MusterUnit) -> tuple[Fix, ...] | None:
        """Return the fix that gives `unit` the legal wargear nearest to its own.

        Uses up some of the army's budget of work. Empty if the unit lists no models or no legal
        wargear is near; None if the budget is used up.
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
    """Return the fix that changes the wargear of each group of `unit` to that of `legal`.

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
    """Yield each item whose number differs between `old` and `new`, with the difference.

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
