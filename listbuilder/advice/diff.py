"""Two lists compared by what they mean: units and what is different about them, the army, and the verdict on it.

Or one list on two days: then a unit is known by its place, and `advice/other_day.py` says what became of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Literal

import msgspec

from listbuilder.advice.other_day import between
from listbuilder.advice.pairing import paired
from listbuilder.games.shared.choices import Text, named
from listbuilder.law.effect import Effect, effect_between
from listbuilder.law.position import Position
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Path, at
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Note
from listbuilder.model.problem import Problem

What = Literal[
    "faction", "limit", "label", "fact", "models", "composition", "wargear", "place", "attached", "embarked", "name", "trait"
]
Value = int | str | Text | dict[str, int] | None


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is not as it was. None: it was not there, or is no more. Texts are of the game's words."""

    what: What
    before: Value
    after: Value


class UnitDiff(msgspec.Struct, frozen=True, kw_only=True):
    """`why`: what stands against reading it on the other day; `remarks`: what is assumed of it then."""

    before: Unit | None
    after: Unit | None
    changes: tuple[Change, ...] = ()
    why: Problem | None = None
    remarks: tuple[Note, ...] = ()


class ExtraDiff(msgspec.Struct, frozen=True, kw_only=True):
    before: Extra | None
    after: Extra | None
    why: Problem | None = None
    remarks: tuple[Note, ...] = ()


class Diff(msgspec.Struct, frozen=True, kw_only=True):
    """Of units and extras only those that differ."""

    before: Position
    after: Position
    army: tuple[Change, ...]
    units: tuple[UnitDiff, ...]
    extras: tuple[ExtraDiff, ...]
    same: int  # units of which nothing is different
    effect: Effect  # on the verdict
    problems: tuple[Problem, ...] = ()  # what cannot be read on the other day, and is no unit

    @property
    def alike(self) -> bool:
        effect = self.effect
        told = (effect.against, effect.cured, effect.problems, effect.breaches, self.problems)
        return not (self.army or self.units or self.extras or any(told)) and self.before.verdict == self.after.verdict


class _Known(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a unit that can be different."""

    unit: Unit
    plain: dict[What, Value]
    composition: dict[str, int]
    wargear: dict[str, int]
    swapped: dict[str, int]  # of the wargear, what is no default
    traits: dict[Hashable, Text]
    points: int | None


def between_lists(before: Position, after: Position) -> Diff:
    """Both have an army, of one game."""
    ours, theirs = _known(before), _known(after)
    pairs = paired(ours, theirs, lambda known: known.unit, _unlike, _sign, _renamed(before, after))
    units = [_unit(one, other) for one, other in pairs]
    told = [unit for unit in units if _differs(unit)]
    return Diff(
        before=before,
        after=after,
        army=tuple(_army_changes(before, after)),
        units=tuple(told),
        extras=tuple(_extras(_army(before), _army(after))),
        same=len(units) - len(told),
        effect=effect_between(before, after, _Followed(before.data, after.data, [(unit.before, unit.after) for unit in units])),
    )


def _renamed(*positions: Position) -> dict[str, str]:
    """What the datasheets of these lists are called now, where the lists are of two days."""
    if len({_army(position).priced_on for position in positions}) < 2:
        return {}
    found: dict[str, str] = {}
    for position in positions:
        for home in {unit.home for unit in _army(position).units}:
            assert position.system is not None
            for each in position.system.entries_on(position.library, home, None):
                if each.away is not None and each.away.renamed_to:
                    found[each.entry.id] = each.away.renamed_to.rpartition("/")[2]
    return found


def between_days(before: Position, after: Position) -> Diff:
    """Of one roster. Whatever the data says of it on both days is said, so nothing is paired by what it is."""
    other = between(before, after, Edit(()))
    known = [{each.unit.path: each for each in _known(position)} for position in (before, after)]
    units, extras = [], []
    for change in other.changes:
        more: dict[str, Any] = {"before": change.before, "after": change.after, "why": change.why, "remarks": change.remarks}
        if isinstance(change.before or change.after, Extra):
            extras.append(ExtraDiff(**more))
        else:
            one, two = (each.get(change.path) for each in known)
            units.append(UnitDiff(**more, changes=_changes(one, two) if one and two else ()))
    there = sum(isinstance(part, Unit) for part in _army(before).parts)
    return Diff(
        before=before,
        after=after,
        army=tuple(_army_changes(before, after)),
        units=tuple(units),
        extras=tuple(extras),
        same=there - sum(unit.before is not None for unit in units),
        effect=other.effect,
        problems=other.problems,
    )


def _army(position: Position) -> Army:
    assert position.army is not None
    return position.army


def _unit(one: _Known | None, other: _Known | None) -> UnitDiff:
    changes = _changes(one, other) if one and other else ()
    return UnitDiff(before=one.unit if one else None, after=other.unit if other else None, changes=changes)


def _differs(unit: UnitDiff) -> bool:
    if unit.before is None or unit.after is None:
        return True
    return bool(unit.changes) or (unit.before.points, unit.before.name) != (unit.after.points, unit.after.name)


# --- a unit ---


def _known(position: Position) -> list[_Known]:
    army = _army(position)
    names = {unit.id: unit.name for unit in army.known_units()}
    return [_known_of(position, army, unit, names) for unit in army.units]


def _known_of(position: Position, army: Army, unit: Unit, names: dict[str, str]) -> _Known:
    system = position.system
    assert system is not None
    place = army.place_of(unit)
    declared = army.declarations
    plain: dict[What, Value] = {
        "models": unit.models,
        "place": Text(*place) if place else None,
        "attached": names.get(declared.attached.get(unit.id, "")) if declared else None,
        "embarked": names.get(declared.embarked.get(unit.id, "")) if declared else None,
        "name": unit.custom_name,
    }
    composition: dict[str, int] = {}
    wargear: dict[str, int] = {}
    swapped: dict[str, int] = {}
    for group in unit.groups:
        _count(composition, {group.model: group.count})
    for carried in system.carried(army, unit):
        _count(wargear, carried.items)
        _count(swapped, carried.changed)
    said = [Text(key, args) for key, args in system.remarks(army, unit)] + list(_declared(army, unit))
    points = unit.points if army.counts_points else None
    traits = {_identity(each): each for each in said}
    return _Known(unit=unit, plain=plain, composition=composition, wargear=wargear, swapped=swapped, traits=traits, points=points)


def _count(counts: dict[str, int], more: dict[str, int]) -> None:
    for name, count in more.items():
        counts[name] = counts.get(name, 0) + count


def _declared(army: Army, unit: Unit) -> Iterator[Text]:
    """Where it begins the battle, as far as that is declared."""
    if army.declarations is None:
        return
    for key, word in (("strategic_reserves", ""), ("reserves", ""), ("hover", "field."), ("split", "field.")):
        if unit.id in getattr(army.declarations, key):
            yield Text(f"{word}{key}")


def _identity(said: Text) -> Hashable:
    """What is said is the same whatever it costs."""
    return tuple(sorted((name, repr(value)) for name, value in said.args.items() if name != "points")) or said.key


def _changes(one: _Known, other: _Known) -> tuple[Change, ...]:
    return tuple(_all_changes(one, other))


def _all_changes(one: _Known, other: _Known) -> Iterator[Change]:
    for what, before in one.plain.items():
        if before != other.plain[what]:
            yield Change(what=what, before=before, after=other.plain[what])
    same_size = one.unit.models == other.unit.models
    if same_size and one.composition != other.composition:
        yield Change(what="composition", before=one.composition, after=other.composition)
    worn = [(each.wargear if one.composition == other.composition else each.swapped) for each in (one, other)]
    if worn[0] != worn[1]:
        yield Change(what="wargear", before=_only(worn[0], worn[1]), after=_only(worn[1], worn[0]))
    yield from _said("trait", one.traits, other.traits)


def _only(mine: dict[str, int], others: dict[str, int]) -> dict[str, int]:
    """Of what differs, how much of it there is."""
    return {name: count for name, count in mine.items() if others.get(name, 0) != count}


def _said(what: What, before: dict[Hashable, Text], after: dict[Hashable, Text]) -> Iterator[Change]:
    for key in {**before, **after}:
        if before.get(key) != after.get(key):
            yield Change(what=what, before=before.get(key), after=after.get(key))


def _unlike(one: _Known, other: _Known) -> tuple[int, int]:
    """How many things are different, and by how many points."""
    return len(_changes(one, other)), abs((one.points or 0) - (other.points or 0))


def _sign(known: _Known) -> str:
    """The same for units of which nothing is different."""
    counts = [sorted(each.items()) for each in (known.composition, known.wargear, known.swapped)]
    return repr((known.plain, counts, sorted(map(repr, known.traits.items())), known.points))


# --- the army ---


def _army_changes(before: Position, after: Position) -> Iterator[Change]:
    one, other = _army(before), _army(after)
    if one.faction_name != other.faction_name:
        yield Change(what="faction", before=one.faction_name, after=other.faction_name)
    if one.limit != other.limit:
        yield Change(what="limit", before=one.limit, after=other.limit)
    yield from _said("label", _labels(one), _labels(other))
    yield from _said("fact", _facts(before), _facts(after))


def _labels(army: Army) -> dict[Hashable, Text]:
    """What it is mustered as; what stands among the extras too is said there."""
    elsewhere = {army.faction_name, *(extra.name for extra in army.extras)}
    return {label: named(label) for label in army.labels() if label and label not in elsewhere}


def _facts(position: Position) -> dict[Hashable, Text]:
    assert position.system is not None
    said = [Text(key, args) for key, args in position.system.facts(_army(position))]
    return {(each.key, repr(each.args)): each for each in said}


def _extras(before: Army, after: Army) -> Iterator[ExtraDiff]:
    sides: list[dict[tuple[str, str, int], Extra]] = []
    for army in (before, after):
        side: dict[tuple[str, str, int], Extra] = {}
        for extra in army.extras:
            number = sum((extra.kind, extra.name) == key[:2] for key in side)
            side[extra.kind, extra.name, number] = extra
        sides.append(side)
    for key in {**sides[0], **sides[1]}:
        one, other = sides[0].get(key), sides[1].get(key)
        if one is None or other is None or one.points != other.points:
            yield ExtraDiff(before=one, after=other)


class _Followed:
    """Where a place of the one list is in the other: units by their partners, and what units stand in with the first of them.

    What else is one of several, such as a detachment, is where the same is written.
    """

    def __init__(self, before: Any, after: Any, pairs: Iterable[tuple[Unit | None, Unit | None]]) -> None:
        self._before, self._after = before, after
        self._partner = {one.path: other.path if other else None for one, other in pairs if one is not None and one.path}

    def __call__(self, path: Path) -> Path | None:
        for length in range(len(path), 0, -1):
            if path[:length] in self._partner:
                there = self._partner[path[:length]]
                return None if there is None else (*there, *path[length:])
        for one, other in self._partner.items():
            if path and len(one) > len(path) and one[: len(path)] == path and isinstance(path[-1], int):
                return other[: len(path)] if other is not None and len(other) == len(one) else None
        return self._written(path)

    def _written(self, path: Path) -> Path | None:
        for place, part in enumerate(path):
            if isinstance(part, int):
                same = at(self._before, path[: place + 1])
                there = at(self._after, path[:place])
                found = [number for number, each in enumerate(there) if each == same] if isinstance(there, list) else []
                if not found:
                    return None
                return (*path[:place], part if part in found else found[0], *path[place + 1 :])
        return path
