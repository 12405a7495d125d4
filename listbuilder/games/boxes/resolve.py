"""From what a roster says of its units to the units of an army, each beside the unit of the box it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from listbuilder.games.boxes.army import BoxArmy, BoxUnit, Choice, Part, Stranger
from listbuilder.games.boxes.compare import pair_up
from listbuilder.games.boxes.elsewhere import in_other_games
from listbuilder.games.boxes.parts import Contents
from listbuilder.games.boxes.roster import BoxRosterUnit
from listbuilder.games.boxes.shelf import BoxShelf
from listbuilder.games.shared.resolving import NewIds
from listbuilder.games.shared.roster import RosterGroup
from listbuilder.games.shared.values import Table, items, one
from listbuilder.model.army import Group
from listbuilder.model.base import Path, fold
from listbuilder.model.problem import Problem
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document


class UnitReader:
    """Reads the units and choices of one roster. Problems are collected; what can be read is read."""

    def __init__(self, document: Document, shelf: BoxShelf[Any], contents: Contents) -> None:
        self.document = document
        self.shelf = shelf
        self.contents = contents
        self.problems: list[Problem] = []

    def fail(self, key: str, path: Path, **args: Any) -> None:
        self.problems.append(self.document.problem(key, path, **args))

    def fill(self, army: BoxArmy, entries: tuple[BoxRosterUnit, ...] | None, choices: dict[str, str]) -> None:
        """Units, choices, and what is missing of the box."""
        army.listed = entries is not None
        army.choices = [self._choice(slot, choices.get(slot)) for slot in self.contents.choices]
        stray = [slot for slot in choices if slot not in self.contents.choices]
        army.choices.extend(self._stray_choice(slot, choices[slot]) for slot in stray)
        if entries is None:
            army.box_parts = self._parts(army)
            self._take_the_box(army)
            return
        army.entries = len(entries)
        self._check_ids(entries)
        units = [unit for place, entry in enumerate(entries) if (unit := self._unit(army, place, entry))]
        army.units.extend(units)
        self._settle_choices(army, units)
        army.box_parts = self._parts(army)
        self._pair(army, [unit for unit in units if not unit.surplus])

    # --- choices -------------------------------------------------------------------------------------------------

    def _choice(self, slot: str, given: str | None) -> Choice:
        options = tuple(self.contents.parts[each] for each in self.contents.choices[slot])
        choice = Choice(slot=slot, options=options)
        if given is None:
            return choice
        given = (
            one(given, ("choices", slot), chain([{part.id: part.name for part in options}], self.part_names()), self.fail)
            or given
        )
        choice.given, choice.given_name = given, self.name_of(given, ("choices", slot)) or given
        choice.chosen = next((part for part in options if part.id == given), None)
        return choice

    def _stray_choice(self, slot: str, given: str) -> Choice:
        if self.contents.choices:
            known = list(self.contents.choices)
            path: Path = ("choices", slot)
            line, column = self.document.key_mark(path)
            details = {"given": slot, "allowed": known, "near": nearest(slot, known)}
            self.problems.append(
                Problem(key="unknown_key", args=details, file=self.document.file, line=line, column=column, path=path)
            )
        given = one(given, ("choices", slot), self.part_names(), self.fail) or given
        return Choice(slot=slot, options=(), given=given, given_name=self.name_of(given, ("choices", slot)) or given)

    def part_names(self) -> Iterator[Table]:
        """Of this box, then of every other."""
        yield {part.id: part.name for part in self.contents.parts.values()}
        for box in self.shelf.others(self.contents.id):
            yield {unit.id: unit.name for unit in box.units}

    def name_of(self, unit_id: str, path: Path) -> str | None:
        """The name of a unit of this box or another; of none, it is a problem."""
        own = self.contents.parts.get(unit_id)
        part = own or self.shelf.part_elsewhere(unit_id, self.contents.id)
        if part is None:
            self._no_such_unit(unit_id, path)
            return None
        return part.name

    def _settle_choices(self, army: BoxArmy, units: list[BoxUnit]) -> None:
        """Which of the units offered the list brings: the one it names, else the first of them it lists."""
        for choice in army.choices:
            ids = {part.id for part in choice.options}
            choice.listed = tuple(unit for unit in units if unit.part.home == self.contents.id and unit.part.id in ids)
            if not choice.listed:
                continue
            wanted = choice.chosen.id if choice.chosen else choice.listed[0].part.id
            kept = next((unit for unit in choice.listed if unit.part.id == wanted), choice.listed[0])
            choice.chosen = kept.part
            for unit in choice.listed:
                unit.surplus = unit.part.id != kept.part.id
                unit.matched = not unit.surplus

    # --- units ---------------------------------------------------------------------------------------------------

    def _parts(self, army: BoxArmy) -> tuple[Part, ...]:
        chosen = [choice.chosen.id for choice in army.choices if choice.chosen]
        wanted = {part.id for part in self.contents.fixed()} | set(chosen)
        return tuple(part for part in self.contents.parts.values() if part.id in wanted)

    def _take_the_box(self, army: BoxArmy) -> None:
        ids = NewIds(self.contents.parts)
        for part in army.box_parts:
            for copy in range(part.count):
                unit_id = part.id if not copy else ids.of(part.id)
                army.units.append(_as_boxed(part, unit_id))

    def _check_ids(self, entries: tuple[BoxRosterUnit, ...]) -> None:
        seen: set[str] = set()
        for place, entry in enumerate(entries):
            if entry.id is not None and entry.id in seen:
                self.fail("duplicate_id", ("units", place, "id"), given=entry.id)
            seen.add(entry.id or "")
        self._new_ids = NewIds(entry.id for entry in entries if entry.id)

    def _unit(self, army: BoxArmy, place: int, entry: BoxRosterUnit) -> BoxUnit | None:
        path: Path = ("units", place)
        wanted = one(entry.unit, (*path, "unit"), self.part_names(), self.fail)
        if wanted is None:
            return None
        part = self.contents.parts.get(wanted) or self.shelf.part_elsewhere(wanted, self.contents.id)
        if part is None:
            self._unknown(army, wanted, path)
            return None
        groups = self._groups(part, entry, path)
        if groups is None:
            return None
        stated = groups if isinstance(entry.models, tuple) else None
        return BoxUnit(
            id=entry.id or self._new_ids.of(part.id),
            path=path,
            name=part.name,
            datasheet_id=part.id if part.home == self.contents.id else f"{part.home}/{part.id}",
            groups=groups,
            tags=part.tags,
            home=part.home,
            custom_name=entry.name,
            own_id=entry.id is not None,
            part=part,
            stated=stated,
            number=entry.models if isinstance(entry.models, int) else None,
            matched=part.home == self.contents.id,
        )

    def _unknown(self, army: BoxArmy, given: str, path: Path) -> None:
        found = in_other_games(given, self.shelf.system, self.shelf.library)
        if found is not None:
            army.strangers.append(Stranger(path, *found))
            return
        self._no_such_unit(given, (*path, "unit"))

    def _no_such_unit(self, given: str, path: Path) -> None:
        near = nearest(given, self.contents.parts)
        more = {} if near else {"choose": list(self.contents.parts)}
        self.fail("unknown_box_unit", path, given=given, box=self.contents.name, near=near, **more)

    def _groups(self, part: Part, entry: BoxRosterUnit, path: Path) -> tuple[Group, ...] | None:
        models = entry.models
        if models is None:
            return part.groups()
        if isinstance(models, int):
            if models < 1:
                self.fail("count_below_one", (*path, "models"), given=models)
                return None
            return (Group(part.loadouts[0].model if len(part.groups()) == 1 else part.name, models),)
        groups = [self._group(part, group, (*path, "models", place)) for place, group in enumerate(models)]
        if not groups:
            self.fail("count_below_one", (*path, "models"), given=0)
        return tuple(group for group in groups if group) if groups and all(groups) else None

    def _group(self, part: Part, group: RosterGroup, path: Path) -> Group | None:
        known = {fold(loadout.model): loadout.model for loadout in part.loadouts}
        if len(known) == 1:  # its only kind of model may be called by the unit's name
            known.setdefault(fold(part.name), part.loadouts[0].model)
        called = one(group.model, (*path, "model"), [{each: each for each in known.values()}], self.fail)
        if called is None:
            return None
        name = known.get(fold(called))
        if name is None:
            names = list(dict.fromkeys(known.values()))
            near = nearest(group.model, names)
            self.fail("unknown_model", (*path, "model"), given=group.model, datasheet=part.name, known=names, near=near)
            return None
        for item, count in (group.wargear or {}).items():
            if count < 1:
                self.fail("count_below_one", (*path, "wargear", item), given=count)
                return None
        if group.count < 1:
            self.fail("count_below_one", (*path, "count"), given=group.count)
            return None
        return Group(name, group.count, items(group.wargear, (*path, "wargear"), self._item_names(part), self.fail))

    def _item_names(self, part: Part) -> Iterator[Table]:
        """Of the unit, then of the whole box."""
        for parts in ([part], self.contents.parts.values()):
            carried = (item for each in parts for loadout in each.loadouts for item in loadout.wargear)
            yield {item: item for item in chain(carried, (item for each in parts for item in each.unit_wargear))}

    def _pair(self, army: BoxArmy, units: list[BoxUnit]) -> None:
        """Each listed unit with the unit of the box it stands for; the rest is too many or missing."""
        places: dict[str, list[Part]] = {}
        for part in army.box_parts:
            places.setdefault(fold(part.name), []).extend([part] * part.count)
        listed: dict[str, list[BoxUnit]] = {}
        for unit in units:
            if unit.matched:
                listed.setdefault(fold(unit.name), []).append(unit)
        for name, parts in places.items():
            mine = listed.get(name, [])
            paired = pair_up([(unit.part.id, unit.number, unit.stated) for unit in mine], parts)
            for unit, place in zip(mine, paired, strict=True):
                unit.matched = place is not None
                if place is not None:
                    unit.part = parts[place]
                    unit.tags = unit.part.tags
            army.missing.extend(part for place, part in enumerate(parts) if place not in paired)
        for stranger in army.strangers:
            stranger.instead = next((part for part in army.missing if fold(part.name) == fold(stranger.name)), None)
            if stranger.instead is not None:
                army.missing.remove(stranger.instead)


def _as_boxed(part: Part, unit_id: str) -> BoxUnit:
    return BoxUnit(
        id=unit_id,
        path=(),
        name=part.name,
        datasheet_id=part.id,
        home=part.home,
        groups=part.groups(),
        tags=part.tags,
        part=part,
    )
