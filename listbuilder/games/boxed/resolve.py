"""The way from the units that a roster lists to the units of an army.

Each of them is put beside the unit of the box that it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from listbuilder.games.boxed.army import BoxArmy, BoxPart, BoxUnit, UnitChoice, UnitOfOtherGame
from listbuilder.games.boxed.catalog import BoxShelf
from listbuilder.games.boxed.comparable_unit import BoxContents
from listbuilder.games.boxed.compare import match_units
from listbuilder.games.boxed.other_games import find_unit_in_other_games
from listbuilder.games.boxed.roster import BoxRosterUnit
from listbuilder.games.common.resolve import NewIds
from listbuilder.games.common.roster import RosterGroup
from listbuilder.games.common.roster_values import Table, resolve_items, resolve_one
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Group
from listbuilder.model.base import Path, fold
from listbuilder.model.problem import Problem
from listbuilder.yamlio.reader import YamlDocument


class UnitReader:
    """Reads the units and choices of one roster.

    Problems are collected and reading goes on, so that as much as possible is read.
    """

    def __init__(self, document: YamlDocument, shelf: BoxShelf[Any], contents: BoxContents) -> None:
        """Prepare to read the roster `document` for the box with `contents`.

        Units of other boxes are looked up in `shelf`.
        """
        self.document = document
        self.shelf = shelf
        self.contents = contents
        self.problems: list[Problem] = []

    def report_problem(self, key: str, path: Path, **args: object) -> None:
        """Add a problem with the message `key` at `path` of the roster to `self.problems`."""
        self.problems.append(self.document.make_problem(key, path, **args))

    def fill_army(
        self, army: BoxArmy, entries: tuple[BoxRosterUnit, ...] | None, choices: dict[str, str]
    ) -> None:
        """Fill `army` with the units and choices of the roster.

        The box's units that the roster lacks are recorded as missing. `entries` are the units that
        the roster lists; if it is None, the army has every unit of the box. A unit that the box
        contains several times then gets a new id for each copy. `choices` are the units that the
        roster chooses, by slot.
        """
        army.listed = entries is not None
        for slot in self.contents.choices:
            army.choices.append(self._read_choice(slot, choices.get(slot)))
        for slot in choices:
            if slot not in self.contents.choices:
                army.choices.append(self._read_unknown_choice(slot, choices[slot]))
        if entries is None:
            army.box_parts = self._list_box_parts(army)
            new_ids = NewIds(self.contents.parts)
            for part in army.box_parts:
                for copy_number in range(part.count):
                    unit_id = new_ids.make_id(part.id) if copy_number else part.id
                    army.units.append(_make_box_unit(part, unit_id))
            return
        army.entries = len(entries)
        self._report_duplicate_ids(entries)
        units = []
        for place, entry in enumerate(entries):
            unit = self._read_unit(army, place, entry)
            if unit:
                units.append(unit)
        army.units.extend(units)
        self._decide_choices(army, units)
        army.box_parts = self._list_box_parts(army)
        self._match_with_box(army, [unit for unit in units if not unit.surplus])

    # --- choices ---

    def _read_choice(self, slot: str, given: str | None) -> UnitChoice:
        """Return the choice for a slot of the box, with the unit `given` that the roster chooses.

        If `given` is None, the choice is left open. An unknown unit is reported.
        """
        options = tuple(self.contents.parts[unit_id] for unit_id in self.contents.choices[slot])
        choice = UnitChoice(slot=slot, options=options)
        if given is None:
            return choice
        path: Path = ("choices", slot)
        tables = chain([{part.id: part.name for part in options}], self.yield_unit_names())
        choice.given = resolve_one(given, path, tables, self.report_problem) or given
        choice.given_name = self.find_unit_name(choice.given, path) or choice.given
        for part in options:
            if part.id == choice.given:
                choice.chosen = part
                break
        return choice

    def _read_unknown_choice(self, slot: str, given: str) -> UnitChoice:
        """Return the choice for a slot that the box doesn't have; it offers no units.

        The slot is reported if the box has other slots. An unknown unit `given` is reported too.
        """
        path: Path = ("choices", slot)
        if self.contents.choices:
            known = list(self.contents.choices)
            line, column = self.document.find_key_mark(path)
            details = {"given": slot, "allowed": known, "near": find_nearest(slot, known)}
            self.problems.append(
                Problem(
                    key="unknown_key",
                    args=details,
                    file=self.document.file,
                    line=line,
                    column=column,
                    path=path,
                )
            )
        given = resolve_one(given, path, self.yield_unit_names(), self.report_problem) or given
        name = self.find_unit_name(given, path) or given
        return UnitChoice(slot=slot, options=(), given=given, given_name=name)

    def yield_unit_names(self) -> Iterator[Table]:
        """Yield for each box a table of its units, name by id: this box first, then all others.

        The other boxes are only loaded if this box doesn't have the name that is looked for.
        """
        yield {part.id: part.name for part in self.contents.parts.values()}
        for box in self.shelf.load_other_boxes(self.contents.id):
            yield {unit.id: unit.name for unit in box.units}

    def find_unit_name(self, unit_id: str, path: Path) -> str | None:
        """Return the name of the unit `unit_id` of this box or another, or None if it is unknown.

        An unknown unit is reported at `path`.
        """
        own_part = self.contents.parts.get(unit_id)
        part = own_part or self.shelf.find_part_in_other_boxes(unit_id, self.contents.id)
        if part is None:
            self._report_unknown_unit(unit_id, path)
            return None
        return part.name

    def _decide_choices(self, army: BoxArmy, units: list[BoxUnit]) -> None:
        """Decide for each choice which of the offered units counts, if `units` has any of them.

        It is the unit that the choice names if the list has it, otherwise the first offered unit
        that the list has. Every other listed unit of the choice is marked as surplus.
        """
        for choice in army.choices:
            ids = {part.id for part in choice.options}
            choice.listed = tuple(
                unit for unit in units if unit.part.home == self.contents.id and unit.part.id in ids
            )
            if not choice.listed:
                continue
            wanted = choice.chosen.id if choice.chosen else choice.listed[0].part.id
            named = [unit for unit in choice.listed if unit.part.id == wanted]
            kept = named[0] if named else choice.listed[0]
            choice.chosen = kept.part
            for unit in choice.listed:
                unit.surplus = unit.part.id != kept.part.id
                unit.matched = not unit.surplus

    # --- units ---

    def _list_box_parts(self, army: BoxArmy) -> tuple[BoxPart, ...]:
        """Return the units that the box contains: the fixed units and those chosen in `army`."""
        chosen = [choice.chosen.id for choice in army.choices if choice.chosen]
        wanted = {part.id for part in self.contents.list_fixed_parts()} | set(chosen)
        return tuple(part for part in self.contents.parts.values() if part.id in wanted)

    def _report_duplicate_ids(self, entries: tuple[BoxRosterUnit, ...]) -> None:
        """Report each unit id that an earlier entry already has.

        All given ids are recorded in `self._new_ids`, so that new ids differ from them.
        """
        seen: set[str] = set()
        for place, entry in enumerate(entries):
            if entry.id is not None and entry.id in seen:
                self.report_problem("duplicate_id", ("units", place, "id"), given=entry.id)
            seen.add(entry.id or "")
        self._new_ids = NewIds(entry.id for entry in entries if entry.id)

    def _read_unit(self, army: BoxArmy, place: int, entry: BoxRosterUnit) -> BoxUnit | None:
        """Return the unit that `entry` describes, or None if it can't be read.

        It can't be read if it is unknown or its models are wrong; both are reported. A unit of
        another game isn't reported but added to `army.strangers`. `place` is the entry's position
        in the roster.
        """
        path: Path = ("units", place)
        wanted = resolve_one(
            entry.unit, (*path, "unit"), self.yield_unit_names(), self.report_problem
        )
        if wanted is None:
            return None
        part = self.contents.parts.get(wanted)
        if part is None:
            part = self.shelf.find_part_in_other_boxes(wanted, self.contents.id)
        if part is None:
            unit = find_unit_in_other_games(wanted, self.shelf.system, self.shelf.library)
            if unit is not None:
                army.strangers.append(UnitOfOtherGame(path, *unit))
            else:
                self._report_unknown_unit(wanted, (*path, "unit"))
            return None
        groups = self._read_groups(part, entry, path)
        if groups is None:
            return None
        stated = groups if isinstance(entry.models, tuple) else None
        return BoxUnit(
            id=entry.id or self._new_ids.make_id(part.id),
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

    def _report_unknown_unit(self, given: str, path: Path) -> None:
        """Report that no box has the unit `given`, with the nearest unit of this box.

        If no unit is near, the message lists all units of this box.
        """
        near = find_nearest(given, self.contents.parts)
        more = {} if near else {"choose": list(self.contents.parts)}
        self.report_problem(
            "unknown_box_unit", path, given=given, box=self.contents.name, near=near, **more
        )

    def _read_groups(
        self, part: BoxPart, entry: BoxRosterUnit, path: Path
    ) -> tuple[Group, ...] | None:
        """Return the groups of models that `entry` states, or those of the box if it states none.

        None if a count is below one or a model is unknown; these are reported.
        """
        models = entry.models
        if models is None:
            return part.make_groups()
        if isinstance(models, int):
            if models < 1:
                self.report_problem("count_below_one", (*path, "models"), given=models)
                return None
            name = part.loadouts[0].model if len(part.make_groups()) == 1 else part.name
            return (Group(name, models),)
        if not models:
            self.report_problem("count_below_one", (*path, "models"), given=0)
            return None
        groups = []
        for place, stated in enumerate(models):
            group = self._read_group(part, stated, (*path, "models", place))
            if group:
                groups.append(group)
        return tuple(groups) if len(groups) == len(models) else None

    def _read_group(self, part: BoxPart, group: RosterGroup, path: Path) -> Group | None:
        """Return one group of models with its wargear, or None if it can't be read.

        An unknown model and a count below one are reported. If a unit has only one kind of model,
        the model can also be called by the unit's name.
        """
        known = {fold(loadout.model): loadout.model for loadout in part.loadouts}
        if len(known) == 1:
            known.setdefault(fold(part.name), part.loadouts[0].model)
        model_names = {model: model for model in known.values()}
        name_given = resolve_one(group.model, (*path, "model"), [model_names], self.report_problem)
        if name_given is None:
            return None
        name = known.get(fold(name_given))
        if name is None:
            names = list(dict.fromkeys(known.values()))
            near = find_nearest(group.model, names)
            self.report_problem(
                "unknown_model",
                (*path, "model"),
                given=group.model,
                datasheet=part.name,
                known=names,
                near=near,
            )
            return None
        for item, count in (group.wargear or {}).items():
            if count < 1:
                self.report_problem("count_below_one", (*path, "wargear", item), given=count)
                return None
        if group.count < 1:
            self.report_problem("count_below_one", (*path, "count"), given=group.count)
            return None
        wargear = resolve_items(
            group.wargear, (*path, "wargear"), self._yield_item_names(part), self.report_problem
        )
        return Group(name, group.count, wargear)

    def _yield_item_names(self, part: BoxPart) -> Iterator[Table]:
        """Yield two tables of wargear names: those of the unit `part`, those of the whole box."""
        for parts in ([part], self.contents.parts.values()):
            names: dict[str, str] = {}
            for loadout in chain.from_iterable(box_part.loadouts for box_part in parts):
                names |= {item: item for item in loadout.wargear}
            for box_part in parts:
                names |= {item: item for item in box_part.unit_wargear}
            yield names

    def _match_with_box(self, army: BoxArmy, units: list[BoxUnit]) -> None:
        """Find for each listed unit the unit of the box that it stands for, and mark the others.

        A listed unit without a counterpart is marked as not matched: it is one too many. Units of
        the box without a counterpart are added to `army.missing`. A unit of another game takes the
        place of a missing unit with the same name.
        """
        places: dict[str, list[BoxPart]] = {}
        for part in army.box_parts:
            places.setdefault(fold(part.name), []).extend([part] * part.count)
        listed: dict[str, list[BoxUnit]] = {}
        for unit in units:
            if unit.matched:
                listed.setdefault(fold(unit.name), []).append(unit)
        for name, parts in places.items():
            listed_units = listed.get(name, [])
            wanted = [(unit.part.id, unit.number, unit.stated) for unit in listed_units]
            paired = match_units(wanted, parts)
            for unit, place in zip(listed_units, paired, strict=True):
                unit.matched = place is not None
                if place is not None:
                    unit.part = parts[place]
                    unit.tags = unit.part.tags
            army.missing.extend(part for place, part in enumerate(parts) if place not in paired)
        for stranger in army.strangers:
            for part in army.missing:
                if fold(part.name) == fold(stranger.name):
                    stranger.instead = part
                    army.missing.remove(part)
                    break


def _make_box_unit(part: BoxPart, unit_id: str) -> BoxUnit:
    """Return the unit `part` of the box as an army unit with the id `unit_id`, unchanged."""
    return BoxUnit(
        id=unit_id,
        path=(),
        name=part.name,
        datasheet_id=part.id,
        home=part.home,
        groups=part.make_groups(),
        tags=part.tags,
        part=part,
    )
