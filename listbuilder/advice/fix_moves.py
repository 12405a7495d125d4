"""Moves that could help against a finding: its own fixes, other choices for what it is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from listbuilder.advice.fix_plan import (
    AdditionTitle,
    ChoiceTitle,
    Clash,
    FixTitle,
    Move,
    Plan,
    RemovalTitle,
    Title,
)
from listbuilder.games.common.deployment_fields import make_link_fields
from listbuilder.games.common.editor import Field, Option, Text, join_edits
from listbuilder.model.army import Unit
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Breach, Fix, Stamped, Wrong
from listbuilder.model.path_moves import Moves as Followed
from listbuilder.roster.position import Position
from listbuilder.rules.fixes import drop_units

TERMS = ("battle_size", "points_limit", "season", "mission")  # fields of what two players agreed on
OPEN = ("none", "no")  # how fields call it when nothing is chosen
MOST_OPTIONS = 40  # of one field; one with more is a matter of wargear
MOST_JOINING = 60  # units of an army in which who could go with whom is looked at
HANDED = (
    "warlord",
    "general",
    "enhancement",
    "enhancement_of",
)  # fields of what one may have for another
FEW = 4  # units spoken of, of which what they have may be another's
STAY = ("id", "slot")  # keys of a unit that another one in its place takes over
ENTERING = 6  # units that could be taken for want of one


class MoveFinder:
    """The moves that can be made on one roster; each move is an edit of the unchanged roster.

    `protect`: a part of the roster that no move may remove or replace.
    """

    def __init__(self, start: Position, protect: Path | None = None) -> None:
        """Prepare the moves on the roster `start`."""
        self.start = start
        self.protect = protect
        self.units = [unit for unit in start.army.units if unit.path] if start.army else []
        self.places = {unit.path for unit in self.units}
        self._of_units: dict[Path, list[Move]] = {}
        self._fields: dict[Path, list[Field]] = {}
        self._of_roster: list[Move] | None = None
        self._entering: list[Move] | None = None
        self._enters: dict[tuple[object, ...], Path] = {}
        self._formations: list[Field] | None = None

    # --- what a finding offers itself ---

    def list_own_fixes(self, position: Position, finding: Wrong, plan: Plan) -> list[Move]:
        """Return the fixes that `finding` itself offers, as moves on the first roster.

        `finding` was made for a roster after `plan`, so its fixes are translated back. Empty fixes
        and those that change the protected part are left out.
        """
        rule = finding if isinstance(finding, Stamped) else None
        moves = [
            self._make_move(plan.translate_back(fix.edit), FixTitle(fix, rule))
            for fix in finding.fixes
        ]
        return [move for move in moves if move is not None]

    # --- what can be done about anything ---

    def yield_moves_about(
        self, position: Position, finding: Wrong, plan: Plan, *, choices: bool
    ) -> Iterator[Move]:
        """Yield moves that change what `finding` is about.

        `finding` is about the roster `position`, which is the first roster after `plan`. Yielded
        are moves of the units it is about; moves of all units if it counts points or names no unit;
        the removal of the choice or part it is about; and with `choices` those of the roster
        itself. If the finding is a breach that only the removal of whole units can fix (`whole`),
        only those removals are yielded.
        """
        places = list(self._yield_concerned_units(position, finding, plan))
        if isinstance(finding, Breach) and finding.whole:
            for path in places:
                yield from self._yield_removal(self.get_unit(path))
            return
        for path in places:
            yield from self.list_unit_moves(path)
        for unit in self.units if finding.of_points or not places else ():
            if unit.path not in places:
                yield from self.list_unit_moves(unit.path)
        for path in places if len(places) <= FEW else ():
            yield from self.list_handovers(path)
        yield from self._yield_moves_into(plan.trace_back(finding.path), places)
        yield from self._list_choice_removal(plan.trace_back(finding.path))
        yield from self._list_part_removal(plan.trace_back(finding.path))
        for move in self.list_roster_moves() if choices else ():
            about_it = (
                move.terms and finding.path == move.part
            )  # what was agreed on is itself wrong
            yield msgspec.structs.replace(move, terms=False) if about_it else move

    def _list_choice_removal(self, path: Path) -> list[Move]:
        """Return a list with the move that removes the roster's choice at `path`, or an empty one.

        It is empty if there is nothing at `path`, or if a unit, a list item or a table is there,
        which is no choice.
        """
        entry = get_at_path(self.start.data, path)
        if not path or entry is None or any(path == unit.path for unit in self.units):
            return []
        if not isinstance(path[-1], str) or isinstance(entry, dict):
            return []
        around = next((unit for unit in self.units if path[: len(unit.path)] == unit.path), None)
        inside = path[len(around.path) :] if around else path
        title = RemovalTitle(
            tuple(key for key in inside if isinstance(key, str)), around.name if around else None
        )
        return self._list_possible_move(
            Edit((Step("remove", path),)), title, around.path if around else path[:1]
        )

    def _list_part_removal(self, path: Path) -> list[Move]:
        """Return a list with the move that removes the part at `path` and its units, or empty.

        A part is an item of a list in the roster, such as a regiment. The list is empty if `path`
        is no such part or is a unit.
        """
        if (
            len(path) < 2
            or not isinstance(path[-1], int)
            or not isinstance(get_at_path(self.start.data, path), dict)
        ):
            return []
        inside = [unit for unit in self.units if unit.path[: len(path)] == path]
        if any(unit.path == path for unit in inside):
            return []
        points = sum(unit.cost for unit in inside)
        fix = Fix(
            key="drop_units",
            args={"units": [unit.name for unit in inside], "points": points},
            edit=Edit((Step("remove", path),)),
        )
        title = FixTitle(fix) if inside else RemovalTitle((str(path[0]),))
        return self._list_possible_move(fix.edit, title, path)

    def _yield_moves_into(self, part: Path, excluded: list[Path]) -> Iterator[Move]:
        """Yield moves of units outside `excluded` that touch the part of the roster around `part`.

        An example is a move that puts a unit into that regiment. Moves that cost a unit are left
        out. Nothing is yielded if the part is itself a unit.
        """
        part = part[:2]
        if (
            len(part) < 2
            or not isinstance(part[-1], int)
            or any(unit.path == part for unit in self.units)
        ):
            return
        for unit in self.units:
            moves = self.list_unit_moves(unit.path) if unit.path not in excluded else []
            for move in moves:
                if not move.lost and any(
                    step.path[: len(part)] == part for step in move.edit.steps
                ):
                    yield move

    def _yield_concerned_units(
        self, position: Position, finding: Wrong, plan: Plan
    ) -> Iterator[Path]:
        """Yield the paths, in the first roster, of the units that `finding` is about.

        These are the units it names, the units inside the part it is about, and the unit around its
        path. `position` is the first roster after `plan`; units that the plan added are left out.
        """
        army = position.army
        known = {unit.path for unit in self.units}
        for unit in army.units if army else ():
            inside = len(finding.path) > 1 and unit.path[: len(finding.path)] == finding.path
            if (
                unit.id in finding.units
                or inside
                or (unit.path and finding.path[: len(unit.path)] == unit.path)
            ):
                place = plan.trace_back(unit.path)
                if place in known:
                    yield place

    def get_unit(self, path: Path) -> Unit:
        """Return the first roster's unit at `path`; raises StopIteration if no unit is there."""
        return next(unit for unit in self.units if unit.path == path)

    def list_unit_moves(self, path: Path) -> list[Move]:
        """Return the moves about the unit at `path`: its removal, and every option not chosen now.

        They are made once for each unit.
        """
        if path not in self._of_units:
            self._of_units[path] = list(self._yield_unit_moves(self.get_unit(path)))
        return self._of_units[path]

    def _yield_unit_moves(self, unit: Unit) -> Iterator[Move]:
        """Yield the removal of `unit` and every choice about it that is not made now."""
        yield from self._yield_removal(unit)
        for field in (*self.list_fields(unit.path), *self._list_joining_fields(unit)):
            for option in field.options():
                if not option.chosen:
                    yield from self._list_possible_move(
                        option.edit, ChoiceTitle(field, option.label, unit.name), unit.path
                    )

    def _yield_removal(self, unit: Unit) -> Iterator[Move]:
        """Yield the move that removes `unit`.

        If `unit` can't be removed alone, the move removes the part around it with all its units;
        nothing is yielded if that part has no other unit.
        """
        army = self.start.army
        assert army is not None
        if unit.removal is not None:
            fix = drop_units(army, [unit])
            yield from self._list_possible_move(fix.edit, FixTitle(fix), unit.path)
        else:
            yield from self._yield_removal_of_whole(unit)

    def _list_joining_fields(self, unit: Unit) -> list[Field]:
        """Return the deployment fields by which `unit` can be joined with another unit.

        Empty for an army of more than MOST_JOINING units, as too many pairs would have to be looked
        at.
        """
        army = self.start.army
        if self._formations is None:
            joins = (
                self.start.editor.list_joins() if army and len(army.units) <= MOST_JOINING else []
            )
            fields: list[Field] = []
            if army and joins:
                fields = self.start.editor.list_deployment_fields(self.start.data, army)
            self._formations = [field for field in fields if field.key in dict(joins)]
        ends = [(*place, unit.id) for _, place in self.start.editor.list_joins()]
        return [
            field
            for field in self._formations
            if any(step.path in ends for option in field.options() for step in option.edit.steps)
        ]

    def add_and_join(self, position: Position, move: Move, unit: Unit) -> list[Move]:
        """Return moves that do `move`, which adds a unit, and join `unit` with the new one.

        `position` is the roster after `move`. Empty if the new unit is not on that roster or can't
        be joined.
        """
        new = position.find_unit(self._enters[move.key])
        if new is None:
            return []
        moves = []
        for key, place in self.start.editor.list_joins():
            for field in make_link_fields(position.data, place, unit, [new]):
                edit = join_edits(move.edit, *(option.edit for option in field.options()[1:]))
                title = AdditionTitle(new.name, new.points, unit.name, key)
                moves += [
                    msgspec.structs.replace(made, things=2)
                    for made in self._list_possible_move(edit, title, move.part)
                ]
        return moves

    def _yield_removal_of_whole(self, unit: Unit) -> Iterator[Move]:
        """Yield the move that removes the part around `unit` with all its units.

        Nothing is yielded if there is no such part, or if it holds only this unit.
        """
        whole = self.start.editor.find_part(unit.path)[:-1]
        army = self.start.army
        assert army is not None
        inside = [member for member in army.units if whole and member.path[: len(whole)] == whole]
        if len(whole) > 1 and len(inside) > 1:
            points = sum(member.cost for member in inside)
            fix = Fix(
                key="drop_units",
                args={"units": [member.name for member in inside], "points": points},
                edit=Edit((Step("remove", whole),)),
            )
            yield from self._list_possible_move(fix.edit, FixTitle(fix), unit.path)

    def list_fields(self, path: Path) -> list[Field]:
        """Return the fields of the unit or roster at `path` that offer a choice, without
        wargear.
        """
        if path not in self._fields:
            army = self.start.army
            all_fields = self.start.editor.list_fields(self.start.data, army, path) if army else []
            self._fields[path] = [
                field for field in all_fields if field.kind == "choice" and field.group is None
            ]
        return self._fields[path]

    def list_handovers(self, path: Path) -> list[Move]:
        """Return moves that give another unit what the unit at `path` has, such as an enhancement.

        What can be handed over is in HANDED: the role of warlord or general, and enhancements.
        Other units take it if they have the same option and have not chosen it.
        """
        moves = []
        for field in self.list_fields(path):
            if field.key not in HANDED:
                continue
            options = field.options()
            filled = [option for option in options if option.label.key not in OPEN]
            held = next((option.label for option in filled if option.chosen), None)
            without = next((option for option in options if option.label.key in OPEN), None)
            if held is None or without is None:
                continue
            for unit in self.units:
                if unit.path == path:
                    continue
                same_field, option = self._find_same_option(unit.path, field, held)
                if same_field is None or option is None or option.chosen:
                    continue
                title = ChoiceTitle(same_field, held, unit.name, self.get_unit(path).name)
                moves += self._list_possible_move(
                    join_edits(without.edit, option.edit), title, path
                )
        return moves

    def _find_same_option(
        self, path: Path, field: Field, label: Text
    ) -> tuple[Field, Option] | tuple[None, None]:
        """Return the field like `field` of the unit at `path`, and its option labelled `label`.

        (None, None) if that unit has no such field or option.
        """
        for candidate in self.list_fields(path):
            if (candidate.key, candidate.args) == (field.key, field.args):
                for option in candidate.options():
                    if option.label == label:
                        return candidate, option
        return None, None

    def list_roster_moves(self) -> list[Move]:
        """Return a move for every option about the roster itself that is not chosen now.

        Fields with more than MOST_OPTIONS options are left out. Moves that change what the players
        agreed on, such as the battle size, are marked as `terms`.
        """
        if self._of_roster is None:
            self._of_roster = []
            for field in self.list_fields(()):
                options = field.options()
                for option in options if len(options) <= MOST_OPTIONS else ():
                    if not option.chosen:
                        terms = field.key in TERMS
                        self._of_roster += self._list_possible_move(
                            option.edit, ChoiceTitle(field, option.label), (field.key,), terms
                        )
        return self._of_roster

    def list_units_to_enter(self) -> list[Move]:
        """Return moves that add a unit of the army's own faction, the cheapest unit first.

        Legends are left out. Each unit is tried in up to two places of the roster. The moves are
        made once.
        """
        if self._entering is None:
            position, army = self.start, self.start.army
            assert army is not None
            offers = [
                available
                for available in position.editor.list_offers(army)
                if available.home is None and not available.legends
            ]
            self._entering = []
            for offer in sorted(offers, key=lambda available: available.points or 0):
                for added in position.editor.add_offer(position.data, army, offer.id)[:2]:
                    made = self._list_possible_move(
                        added.edit, AdditionTitle(offer.name, offer.points), (*added.path, offer.id)
                    )
                    self._entering += made
                    self._enters |= {move.key: added.path for move in made}
        return self._entering

    def list_replacements(self, unit: Unit) -> list[Move]:
        """Return moves that put another unit in the place of `unit`.

        The new unit keeps the old one's titles (such as general), its id and its slot. If one kind
        of model was named as the warlord, the whole new unit becomes the warlord, because it has
        other models. Empty if `unit` has no table of its own in the roster.
        """
        entry = get_at_path(self.start.data, unit.path)
        moves = []
        for move in self.list_units_to_enter() if isinstance(entry, dict) else ():
            new = _extract_unit_entry(move.edit.steps[-1].value)
            if (
                new is None
                or not isinstance(move.title, AdditionTitle)
                or move.title.name == unit.name
            ):
                continue
            kept = {key: value for key, value in entry.items() if value is True or key in STAY}
            if isinstance(
                entry.get("warlord"), str
            ):  # the model that is it: the other unit has others
                kept["warlord"] = True
            edit = Edit((Step("set", unit.path, {**new, **kept}),))
            title = AdditionTitle(move.title.name, move.title.points, unit.name, "instead")
            for made in self._list_possible_move(edit, title, unit.path):
                moves.append(msgspec.structs.replace(made, lost=frozenset({unit.path}), things=2))
        return moves

    # --- moves ---

    def _list_possible_move(
        self, edit: Edit, title: Title, part: Path, terms: bool = False
    ) -> list[Move]:
        """Return a list with the move that makes `edit`, or an empty one if it is not possible."""
        move = self._make_move(edit, title, part, terms)
        return [move] if move is not None else []

    def _make_move(
        self, edit: Edit, title: Title, part: Path | None = None, terms: bool = False
    ) -> Move | None:
        """Return `edit` as a move, or None if it is empty, clashes or changes the protected part.

        `part`: the part of the roster that the move is about; None means the unit around the edit's
        first step. `terms`: whether the move changes what the players agreed on. The move records
        which units are lost, and how many units it touches that the player wants kept.
        """
        if not edit.steps or self._is_protected_changed(edit):
            return None
        try:
            lost = self._find_removed_units(edit) | self._find_units_chosen_away(edit)
        except Clash:
            return None
        if self.protect is not None and self.protect in lost:
            return None
        kept = 0
        for unit in self._list_units_to_keep():
            if unit.path in lost:
                kept += 2
            elif any(step.path[: len(unit.path)] == unit.path for step in edit.steps):
                kept += 1
        place = part if part is not None else self._find_part(edit)
        return Move(
            edit=edit,
            title=title,
            lost=lost,
            kept=kept,
            terms=terms,
            things=max(1, len(lost)),
            part=place,
        )

    def _is_protected_changed(self, edit: Edit) -> bool:
        """Return whether `edit` removes or replaces the protected part, or anything around it.

        False if no part is protected.
        """
        wanted = self.protect
        return wanted is not None and any(
            step.op != "insert" and step.path == wanted[: len(step.path)] for step in edit.steps
        )

    def _find_units_chosen_away(self, edit: Edit) -> frozenset[Path]:
        """Return invented paths for units that leave because `edit` changes a roster's choice.

        Such a unit has no table of its own in the roster: it comes with the choice. Each gets a
        path below the path of the choice, so that every one of them is counted as lost.
        """
        made = {step.path: step.value for step in edit.steps if step.op != "insert"}
        there = [
            unit.path
            for unit in self.units
            if unit.path in made and not isinstance(get_at_path(self.start.data, unit.path), dict)
        ]
        return frozenset(
            (*path, number)
            for number, path in enumerate(there)
            if made[path] != get_at_path(self.start.data, path)
        )

    def _find_removed_units(self, edit: Edit) -> frozenset[Path]:
        """Return the paths of the units that the removals of `edit` take out.

        A unit that the edit takes out and puts in elsewhere is not counted. If the edit builds on
        another move and can't be followed without that move, every unit it would take out is
        counted.
        """
        if not any(step.op == "remove" for step in edit.steps):
            return frozenset()
        whole = Plan(self.start.data, [Move(edit=edit, title=_NO_TITLE)])  # in the order of plans
        moves = Followed(whole.edit, self.start.data)
        taken = [unit.path for unit in self.units if whole.is_removed(unit.path)]
        try:
            return frozenset(path for path in taken if moves(path) is None)
        except (
            KeyError,
            IndexError,
            TypeError,
        ):  # it goes on from another move, without which it cannot be made
            return frozenset(taken)

    def _list_units_to_keep(self) -> list[Unit]:
        """Return the units that the player marked with `keep`."""
        return [
            unit
            for unit in self.units
            if get_at_path(self.start.data, (*unit.path, "keep")) is True
        ]

    def _find_part(self, edit: Edit) -> Path:
        """Return the path of the innermost unit around the first step of `edit`.

        If no unit is around that step, the path is the roster's top-level key that the step
        changes.
        """
        first = edit.steps[0].path
        around = [unit.path for unit in self.units if first[: len(unit.path)] == unit.path]
        return max(around, key=len, default=first[:1])


def _extract_unit_entry(value: Any) -> dict[str, Any] | None:
    """Return the new unit's table found in `value`, which an edit adds, or None.

    None if `value` is no table. If `value` is a table that holds the unit's table, such as a new
    regiment, the inner one is used. Titles, and the keys that a replacement takes over from the old
    unit, are left out.
    """
    if not isinstance(value, dict):
        return None
    inner = next((part for part in value.values() if isinstance(part, dict)), value)
    return {key: item for key, item in inner.items() if item is not True and key not in STAY}


_NO_TITLE = AdditionTitle("")
