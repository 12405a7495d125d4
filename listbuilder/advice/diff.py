"""The comparison of two lists by what they mean: their units, the army, and the verdicts on them.

It also compares one list on two days: then a unit is known by its place, and `advice/other_date.py`
says what became of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Literal

import msgspec

from listbuilder.advice.other_date import compare_parts
from listbuilder.advice.pair_units import match_units
from listbuilder.games.common.editor import Text, make_name_text
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Note
from listbuilder.model.problem import Problem
from listbuilder.roster.effect import Effect, compare_positions
from listbuilder.roster.position import Position

What = Literal[
    "faction",
    "limit",
    "label",
    "fact",
    "models",
    "composition",
    "wargear",
    "place",
    "attached",
    "embarked",
    "name",
    "trait",
    "note",
]
Value = int | str | Text | dict[str, int] | None


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that differs; `before` or `after` is None if only one list has the thing.

    Texts are the game's words.
    """

    what: What
    before: Value
    after: Value


class UnitDiff(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that differs.

    `why`: what prevents reading it on the other day; `remarks`: what is assumed of it then.
    """

    before: Unit | None
    after: Unit | None
    changes: tuple[Difference, ...] = ()
    why: Problem | None = None
    remarks: tuple[Note, ...] = ()


class ExtraDiff(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the army that differs and is no unit, such as terrain; fields as in `UnitDiff`."""

    before: Extra | None
    after: Extra | None
    why: Problem | None = None
    remarks: tuple[Note, ...] = ()


class Diff(msgspec.Struct, frozen=True, kw_only=True):
    """The differences of two lists.

    Units and extras are listed only if they differ.
    """

    before: Position
    after: Position
    army: tuple[Difference, ...]
    units: tuple[UnitDiff, ...]
    extras: tuple[ExtraDiff, ...]
    same: int  # units of which nothing is different
    effect: Effect  # on the verdict
    problems: tuple[Problem, ...] = ()  # what cannot be read on the other day, and is no unit

    @property
    def is_alike(self) -> bool:
        """Return whether nothing differs: army, parts, problems and verdict are the same."""
        effect = self.effect
        effects = (effect.against, effect.cured, effect.problems, effect.breaches, self.problems)
        return (
            not (self.army or self.units or self.extras or any(effects))
            and self.before.verdict == self.after.verdict
        )


class _UnitFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a unit that can differ."""

    unit: Unit
    plain: dict[What, Value]
    composition: dict[str, int]
    wargear: dict[str, int]
    swapped: dict[str, int]  # of the wargear, what is no default
    traits: dict[Hashable, Text]
    points: int | None


def compare_lists(before: Position, after: Position, *, with_notes: bool = False) -> Diff:
    """Return the differences of two lists, with units paired by what they are.

    Both positions must have an army, and of the same game. `with_notes`: the player's notes are
    compared too. By default they aren't, because others may read the differences.
    """
    units_before, units_after = (
        _describe_units(position, with_notes=with_notes) for position in (before, after)
    )
    pairs = match_units(
        units_before,
        units_after,
        lambda known: known.unit,
        _measure_difference,
        _make_signature,
        _map_renamed_datasheets(before, after),
    )
    units = [_make_unit_diff(one, other) for one, other in pairs]
    differing = [unit for unit in units if _is_different(unit)]
    return Diff(
        before=before,
        after=after,
        army=tuple(_yield_army_changes(before, after, with_notes=with_notes)),
        units=tuple(differing),
        extras=tuple(_yield_extra_changes(_get_army(before), _get_army(after))),
        same=len(units) - len(differing),
        effect=compare_positions(
            before,
            after,
            _PathFollower(before.data, after.data, [(unit.before, unit.after) for unit in units]),
        ),
    )


def _map_renamed_datasheets(*positions: Position) -> dict[str, str]:
    """Return the current id of each renamed datasheet, by its old id.

    Looked at are the factions of the units of `positions`. Empty if all positions are priced on the
    same day.
    """
    if len({_get_army(position).priced_on for position in positions}) < 2:
        return {}
    new_ids: dict[str, str] = {}
    for position in positions:
        for home in {unit.home for unit in _get_army(position).units}:
            assert position.system is not None
            for entry in position.system.list_entries_on_date(position.library, home, None):
                if entry.away is not None and entry.away.renamed_to:
                    new_ids[entry.entry.id] = entry.away.renamed_to.rpartition("/")[2]
    return new_ids


def compare_days(before: Position, after: Position) -> Diff:
    """Return the differences of one roster as read on two days, `before` and `after`.

    Units are paired by their place in the roster and not by what they are, because everything that
    the data of either day says about each place is wanted.
    """
    other = compare_parts(before, after, Edit(()))
    known = [
        {known_unit.unit.path: known_unit for known_unit in _describe_units(position)}
        for position in (before, after)
    ]
    units, extras = [], []
    for change in other.changes:
        fields: dict[str, Any] = {
            "before": change.before,
            "after": change.after,
            "why": change.why,
            "remarks": change.remarks,
        }
        if isinstance(change.before or change.after, Extra):
            extras.append(ExtraDiff(**fields))
        else:
            unit_before, unit_after = (units_by_path.get(change.path) for units_by_path in known)
            if unit_before and unit_after:
                fields["changes"] = _list_unit_changes(unit_before, unit_after)
            units.append(UnitDiff(**fields))
    there = sum(isinstance(part, Unit) for part in _get_army(before).parts)
    return Diff(
        before=before,
        after=after,
        army=tuple(_yield_army_changes(before, after)),
        units=tuple(units),
        extras=tuple(extras),
        same=there - sum(unit.before is not None for unit in units),
        effect=other.effect,
        problems=other.problems,
    )


def _get_army(position: Position) -> Army:
    """Return the army of `position`, which must have one."""
    assert position.army is not None
    return position.army


def _make_unit_diff(unit_before: _UnitFacts | None, unit_after: _UnitFacts | None) -> UnitDiff:
    """Return the difference of a pair of units, one of which may be None."""
    changes = _list_unit_changes(unit_before, unit_after) if unit_before and unit_after else ()
    return UnitDiff(
        before=unit_before.unit if unit_before else None,
        after=unit_after.unit if unit_after else None,
        changes=changes,
    )


def _is_different(unit: UnitDiff) -> bool:
    """Return whether a unit came, went, or has another price, name or content."""
    if unit.before is None or unit.after is None:
        return True
    if unit.before.points != unit.after.points or unit.before.name != unit.after.name:
        return True
    return bool(unit.changes)


# --- a unit ---


def _describe_units(position: Position, *, with_notes: bool = False) -> list[_UnitFacts]:
    """Return for each unit of `position` everything that can differ, with its note if wished."""
    army = _get_army(position)
    names = {unit.id: unit.name for unit in army.list_known_units()}
    units = [_describe_unit(position, army, unit, names) for unit in army.units]
    if with_notes:
        for facts in units:
            facts.plain["note"] = _get_note(position, facts.unit.path)
    return units


def _get_note(position: Position, path: Path) -> str | None:
    """Return the note that the player wrote at `path`, the whole list's at (); None if none."""
    entry = get_at_path(position.data, path) if path else position.data
    note = entry.get("notes") if isinstance(entry, dict) else None
    return str(note) if note else None


def _describe_unit(position: Position, army: Army, unit: Unit, names: dict[str, str]) -> _UnitFacts:
    """Return everything about `unit` that can differ.

    `names`: the name of each unit by its id.
    """
    system = position.system
    assert system is not None
    place = army.describe_place(unit)
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
        _add_counts(composition, {group.model: group.count})
    for carried in system.list_carried_wargear(army, unit):
        _add_counts(wargear, carried.items)
        _add_counts(swapped, carried.changed)
    texts = [Text(key, args) for key, args in system.list_remarks(army, unit)] + list(
        _yield_declarations(army, unit)
    )
    points = unit.points if army.counts_points else None
    traits = {_make_key_without_points(text): text for text in texts}
    return _UnitFacts(
        unit=unit,
        plain=plain,
        composition=composition,
        wargear=wargear,
        swapped=swapped,
        traits=traits,
        points=points,
    )


def _add_counts(counts: dict[str, int], more: dict[str, int]) -> None:
    """Add the counts of `more` to `counts`, which is changed."""
    for name, count in more.items():
        counts[name] = counts.get(name, 0) + count


def _yield_declarations(army: Army, unit: Unit) -> Iterator[Text]:
    """Yield texts for where `unit` begins the battle (reserves, hovering, split)."""
    if army.declarations is None:
        return
    for key, word in (
        ("strategic_reserves", ""),
        ("reserves", ""),
        ("hover", "field."),
        ("split", "field."),
    ):
        if unit.id in getattr(army.declarations, key):
            yield Text(f"{word}{key}")


def _make_key_without_points(text: Text) -> Hashable:
    """Return a key of `text` without its points, to find the same text in another list.

    Why: a price that changed is not another choice. The key is the text's own key if it has no
    other arguments.
    """
    return (
        tuple(sorted((name, repr(value)) for name, value in text.args.items() if name != "points"))
        or text.key
    )


def _list_unit_changes(unit_before: _UnitFacts, unit_after: _UnitFacts) -> tuple[Difference, ...]:
    """Return all that differs between two units that are paired."""
    return tuple(_yield_unit_changes(unit_before, unit_after))


def _yield_unit_changes(unit_before: _UnitFacts, unit_after: _UnitFacts) -> Iterator[Difference]:
    """Yield all that differs between two paired units.

    The composition is compared only if both have the same number of models. If the compositions
    differ, all wargear would differ too, so only wargear that is not the default is compared.
    """
    for what, before in unit_before.plain.items():
        if before != unit_after.plain[what]:
            yield Difference(what=what, before=before, after=unit_after.plain[what])
    same_size = unit_before.unit.models == unit_after.unit.models
    if same_size and unit_before.composition != unit_after.composition:
        yield Difference(
            what="composition", before=unit_before.composition, after=unit_after.composition
        )
    worn = [
        (facts.wargear if unit_before.composition == unit_after.composition else facts.swapped)
        for facts in (unit_before, unit_after)
    ]
    if worn[0] != worn[1]:
        yield Difference(
            what="wargear",
            before=_select_differing_counts(worn[0], worn[1]),
            after=_select_differing_counts(worn[1], worn[0]),
        )
    yield from _yield_text_changes("trait", unit_before.traits, unit_after.traits)


def _select_differing_counts(mine: dict[str, int], others: dict[str, int]) -> dict[str, int]:
    """Return the counts of `mine` that are not the same in `others`."""
    return {name: count for name, count in mine.items() if others.get(name, 0) != count}


def _yield_text_changes(
    what: What, before: dict[Hashable, Text], after: dict[Hashable, Text]
) -> Iterator[Difference]:
    """Yield a difference called `what` for each text that differs in `before` and `after`.

    Both map a key to a text; a key in only one of them is a difference too, with None for the
    missing text.
    """
    for key in {**before, **after}:
        if before.get(key) != after.get(key):
            yield Difference(what=what, before=before.get(key), after=after.get(key))


def _measure_difference(unit_before: _UnitFacts, unit_after: _UnitFacts) -> tuple[int, int]:
    """Return (number of things that differ between two units, difference of their points)."""
    points = (unit_before.points or 0) - (unit_after.points or 0)
    return len(_list_unit_changes(unit_before, unit_after)), abs(points)


def _make_signature(known: _UnitFacts) -> str:
    """Return a text that is equal for two units exactly if nothing about them differs."""
    counts = [
        sorted(counter.items()) for counter in (known.composition, known.wargear, known.swapped)
    ]
    return repr((known.plain, counts, sorted(map(repr, known.traits.items())), known.points))


# --- the army ---


def _yield_army_changes(
    before: Position, after: Position, *, with_notes: bool = False
) -> Iterator[Difference]:
    """Yield what differs between the armies as a whole: faction, points limit, labels and facts.

    `with_notes`: the notes on the lists are compared too.
    """
    army_before, army_after = _get_army(before), _get_army(after)
    if army_before.faction_name != army_after.faction_name:
        yield Difference(
            what="faction", before=army_before.faction_name, after=army_after.faction_name
        )
    if army_before.limit != army_after.limit:
        yield Difference(what="limit", before=army_before.limit, after=army_after.limit)
    yield from _yield_text_changes("label", _list_labels(army_before), _list_labels(army_after))
    yield from _yield_text_changes("fact", _list_facts(before), _list_facts(after))
    notes = (_get_note(before, ()), _get_note(after, ()))
    if with_notes and notes[0] != notes[1]:
        yield Difference(what="note", before=notes[0], after=notes[1])


def _list_labels(army: Army) -> dict[Hashable, Text]:
    """Return the labels of `army`, such as its detachment, each as a text, by label.

    Left out are the name of the faction and the names of the army's extras, which are compared
    elsewhere.
    """
    elsewhere = {army.faction_name, *(extra.name for extra in army.extras)}
    return {
        label: make_name_text(label)
        for label in army.list_labels()
        if label and label not in elsewhere
    }


def _list_facts(position: Position) -> dict[Hashable, Text]:
    """Return the facts that the game states about the army, by key and arguments."""
    assert position.system is not None
    texts = [Text(key, args) for key, args in position.system.list_facts(_get_army(position))]
    return {(text.key, repr(text.args)): text for text in texts}


def _yield_extra_changes(before: Army, after: Army) -> Iterator[ExtraDiff]:
    """Yield a difference for each extra that came, went, or costs other points.

    An extra is a part of the army that is no unit, such as terrain. Extras of the same kind and
    name are paired in their order.
    """
    sides: list[dict[tuple[str, str, int], Extra]] = []
    for army in (before, after):
        side: dict[tuple[str, str, int], Extra] = {}
        for extra in army.extras:
            number = sum((extra.kind, extra.name) == key[:2] for key in side)
            side[extra.kind, extra.name, number] = extra
        sides.append(side)
    for key in {**sides[0], **sides[1]}:
        before_extra, after_extra = sides[0].get(key), sides[1].get(key)
        if before_extra is None or after_extra is None or before_extra.points != after_extra.points:
            yield ExtraDiff(before=before_extra, after=after_extra)


class _PathFollower:
    """The way from a path of the first list to the path of the same thing in the second list.

    A unit leads to its partner. A part that contains units leads to where the first of its paired
    units is. Any other item of a list, such as a detachment, leads to an equal item.
    """

    def __init__(
        self, before: Any, after: Any, pairs: Iterable[tuple[Unit | None, Unit | None]]
    ) -> None:
        self._before, self._after = before, after
        self._partner = {
            one.path: other.path if other else None
            for one, other in pairs
            if one is not None and one.path
        }

    def __call__(self, path: Path) -> Path | None:
        """Return the place of the same thing in the second list; None if it is not there."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._partner:
                there = self._partner[path[:length]]
                return None if there is None else (*there, *path[length:])
        for one, other in self._partner.items():
            if (
                path
                and len(one) > len(path)
                and one[: len(path)] == path
                and isinstance(path[-1], int)
            ):
                if other is None or len(other) != len(one):
                    return None
                return other[: len(path)]
        return self._find_by_content(path)

    def _find_by_content(self, path: Path) -> Path | None:
        """Return the path in the second list of the thing at `path` in the first, by its content.

        Only the first list index in `path` is replaced: by the same index if the item there is
        equal, otherwise by the first equal item's. None if no item is equal. A path without an
        index is returned unchanged.
        """
        for place, part in enumerate(path):
            if isinstance(part, int):
                same = get_at_path(self._before, path[: place + 1])
                there = get_at_path(self._after, path[:place])
                if not isinstance(there, list):
                    return None
                places = [number for number, item in enumerate(there) if item == same]
                if not places:
                    return None
                new_part = part if part in places else places[0]
                return (*path[:place], new_part, *path[place + 1 :])
        return path
