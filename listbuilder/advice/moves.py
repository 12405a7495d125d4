"""What could be done about a finding: its own fixes, and what the builder could change about the parts it speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from listbuilder.advice.plan import Clash, Move, OfChoice, OfField, OfFinding, OfOffer, Plan, Title
from listbuilder.games.shared.choices import Field, Option, Text, joined
from listbuilder.games.shared.declaration_fields import link
from listbuilder.law.fixes import drop_units
from listbuilder.law.position import Position
from listbuilder.model.army import Unit
from listbuilder.model.base import Path, at
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Breach, Fix, Stamped, Wrong
from listbuilder.model.moves import Moves as Followed

TERMS = ("battle_size", "points_limit", "season", "mission")  # fields of what two players agreed on
OPEN = ("none", "no")  # how fields call it when nothing is chosen
MOST_OPTIONS = 40  # of one field; one with more is a matter of wargear
MOST_JOINING = 60  # units of an army in which who could go with whom is looked at
HANDED = ("warlord", "general", "enhancement", "enhancement_of")  # fields of what one may have for another
FEW = 4  # units spoken of, of which what they have may be another's
STAY = ("id", "slot")  # keys of a unit that another one in its place takes over
ENTERING = 6  # units that could be taken for want of one


class Moves:
    """Of one roster; every move speaks of it as it stands. `protect`: a part that is left alone."""

    def __init__(self, start: Position, protect: Path | None = None) -> None:
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

    def own(self, position: Position, finding: Wrong, plan: Plan) -> list[Move]:
        """Its fixes, said of the roster as it stands."""
        rule = finding if isinstance(finding, Stamped) else None
        found = [self._move(plan.backed(fix.edit), OfFinding(fix, rule)) for fix in finding.fixes]
        return [move for move in found if move is not None]

    # --- what can be done about anything ---

    def general(self, position: Position, finding: Wrong, plan: Plan, *, choices: bool) -> Iterator[Move]:
        """With the units it speaks of, with the others where it counts something, with the roster's own `choices`."""
        places = list(self._spoken_of(position, finding, plan))
        if isinstance(finding, Breach) and finding.whole:
            for path in places:
                yield from self._dropped(self.unit_at(path))
            return
        for path in places:
            yield from self.of_unit(path)
        for unit in self.units if finding.of_points or not places else ():
            if unit.path not in places:
                yield from self.of_unit(unit.path)
        for path in places if len(places) <= FEW else ():
            yield from self.handed_on(path)
        yield from self._into(plan.before(finding.path), places)
        yield from self._without(plan.before(finding.path))
        yield from self._without_part(plan.before(finding.path))
        for move in self.of_roster() if choices else ():
            about_it = move.terms and finding.path == move.part  # what was agreed on is itself wrong
            yield msgspec.structs.replace(move, terms=False) if about_it else move

    def _without(self, path: Path) -> list[Move]:
        """Without the choice it speaks of, where the roster makes one there that no field offers to take back."""
        entry = at(self.start.data, path)
        choice = isinstance(path[-1], str) and not isinstance(entry, dict) if path else False
        if entry is None or not choice or any(path == unit.path for unit in self.units):
            return []
        around = next((unit for unit in self.units if path[: len(unit.path)] == unit.path), None)
        inside = path[len(around.path) :] if around else path
        title = OfChoice(tuple(key for key in inside if isinstance(key, str)), around.name if around else None)
        return self._made(Edit((Step("remove", path),)), title, around.path if around else path[:1])

    def _without_part(self, path: Path) -> list[Move]:
        """Without a part of the roster that is no unit, with whatever is in it."""
        if len(path) < 2 or not isinstance(path[-1], int) or not isinstance(at(self.start.data, path), dict):
            return []
        inside = [unit for unit in self.units if unit.path[: len(path)] == path]
        if any(unit.path == path for unit in inside):
            return []
        points = sum(unit.cost for unit in inside)
        fix = Fix(key="drop_units", args={"units": [unit.name for unit in inside], "points": points}, edit=_removal(path))
        title = OfFinding(fix) if inside else OfChoice((str(path[0]),))
        return self._made(fix.edit, title, path)

    def _into(self, part: Path, places: list[Path]) -> Iterator[Move]:
        """What of other units touches the part that it speaks of, or speaks of something in: some may go there."""
        part = part[:2]
        if len(part) < 2 or not isinstance(part[-1], int) or any(unit.path == part for unit in self.units):
            return
        for unit in self.units:
            for move in self.of_unit(unit.path) if unit.path not in places else ():
                if not move.lost and any(step.path[: len(part)] == part for step in move.edit.steps):
                    yield move

    def _spoken_of(self, position: Position, finding: Wrong, plan: Plan) -> Iterator[Path]:
        army = position.army
        known = {unit.path for unit in self.units}
        for unit in army.units if army else ():
            inside = len(finding.path) > 1 and unit.path[: len(finding.path)] == finding.path
            if unit.id in finding.units or inside or (unit.path and finding.path[: len(unit.path)] == unit.path):
                place = plan.before(unit.path)
                if place in known:
                    yield place

    def unit_at(self, path: Path) -> Unit:
        return next(unit for unit in self.units if unit.path == path)

    def of_unit(self, path: Path) -> list[Move]:
        """Every other choice about it, and to do without it."""
        if path not in self._of_units:
            self._of_units[path] = list(self._about(self.unit_at(path)))
        return self._of_units[path]

    def _about(self, unit: Unit) -> Iterator[Move]:
        yield from self._dropped(unit)
        for field in (*self.fields(unit.path), *self._joining(unit)):
            for option in field.options():
                if not option.chosen:
                    yield from self._made(option.edit, OfField(field, option.label, unit.name), unit.path)

    def _dropped(self, unit: Unit) -> Iterator[Move]:
        army = self.start.army
        assert army is not None
        if unit.removal is not None:
            fix = drop_units(army, [unit])
            yield from self._made(fix.edit, OfFinding(fix), unit.path)
        else:
            yield from self._without_all(unit)

    def _joining(self, unit: Unit) -> list[Field]:
        """What it may go with."""
        army = self.start.army
        if self._formations is None:
            joins = self.start.editor.joins() if army and len(army.units) <= MOST_JOINING else []
            fields = self.start.editor.formations(self.start.data, army) if army and joins else []
            self._formations = [field for field in fields if field.key in dict(joins)]
        ends = [(*place, unit.id) for _, place in self.start.editor.joins()]
        return [
            field
            for field in self._formations
            if any(step.path in ends for option in field.options() for step in option.edit.steps)
        ]

    def with_company(self, position: Position, move: Move, unit: Unit) -> list[Move]:
        """That unit goes with the one that enters, as `position` has it then."""
        new = position.unit_at(self._enters[move.key])
        if new is None:
            return []
        found = []
        for key, place in self.start.editor.joins():
            for field in link(position.data, place, unit, [new]):
                edit = joined(move.edit, *(option.edit for option in field.options()[1:]))
                title = OfOffer(new.name, new.points, unit.name, key)
                found += [msgspec.structs.replace(each, things=2) for each in self._made(edit, title, move.part)]
        return found

    def _without_all(self, unit: Unit) -> Iterator[Move]:
        """A part on which others hang goes with all of them."""
        whole = self.start.editor.part(unit.path)[:-1]
        army = self.start.army
        assert army is not None
        inside = [each for each in army.units if whole and each.path[: len(whole)] == whole]
        if len(whole) > 1 and len(inside) > 1:
            points = sum(each.cost for each in inside)
            fix = Fix(key="drop_units", args={"units": [each.name for each in inside], "points": points},
                      edit=Edit((Step("remove", whole),)))  # fmt: skip
            yield from self._made(fix.edit, OfFinding(fix), unit.path)

    def fields(self, path: Path) -> list[Field]:
        """What can be chosen there, wargear apart."""
        if path not in self._fields:
            army = self.start.army
            known = self.start.editor.fields(self.start.data, army, path) if army else []
            self._fields[path] = [each for each in known if each.kind == "choice" and each.group is None]
        return self._fields[path]

    def handed_on(self, path: Path) -> list[Move]:
        """What it has, given to another unit that may be given it."""
        found = []
        for field in self.fields(path):
            if field.key not in HANDED:
                continue
            options = field.options()
            has = next((option.label for option in options if option.chosen and option.label.key not in OPEN), None)
            without = next((option for option in options if option.label.key in OPEN), None)
            if has is None or without is None:
                continue
            for unit in self.units:
                other, option = self._same(unit.path, field, has) if unit.path != path else (None, None)
                if other is None or option is None or option.chosen:
                    continue
                title = OfField(other, has, unit.name, self.unit_at(path).name)
                found += self._made(joined(without.edit, option.edit), title, path)
        return found

    def _same(self, path: Path, field: Field, has: Text) -> tuple[Field, Option] | tuple[None, None]:
        for other in self.fields(path):
            if (other.key, other.args) == (field.key, field.args):
                for option in other.options():
                    if option.label == has:
                        return other, option
        return None, None

    def of_roster(self) -> list[Move]:
        """Every other choice about the roster itself."""
        if self._of_roster is None:
            self._of_roster = []
            for field in self.fields(()):
                options = field.options()
                for option in options if len(options) <= MOST_OPTIONS else ():
                    if not option.chosen:
                        terms = field.key in TERMS
                        self._of_roster += self._made(option.edit, OfField(field, option.label), (field.key,), terms)
        return self._of_roster

    def entering(self) -> list[Move]:
        """What the army could take more of its own, the cheapest first."""
        if self._entering is None:
            position, army = self.start, self.start.army
            assert army is not None
            offers = [each for each in position.editor.offers(army) if each.home is None and not each.legends]
            self._entering = []
            for offer in sorted(offers, key=lambda each: each.points or 0):
                for added in position.editor.add(position.data, army, offer.id)[:2]:
                    made = self._made(added.edit, OfOffer(offer.name, offer.points), (*added.path, offer.id))
                    self._entering += made
                    self._enters |= {move.key: added.path for move in made}
        return self._entering

    def instead_of(self, unit: Unit) -> list[Move]:
        """Another unit in its place, with what it is: its title, its id, where it begins."""
        entry = at(self.start.data, unit.path)
        found = []
        for move in self.entering() if isinstance(entry, dict) else ():
            new = _entry(move.edit.steps[-1].value)
            if new is None or not isinstance(move.title, OfOffer) or move.title.name == unit.name:
                continue
            kept = {key: value for key, value in entry.items() if value is True or key in STAY}
            if isinstance(entry.get("warlord"), str):  # the model that is it: the other unit has others
                kept["warlord"] = True
            edit = Edit((Step("set", unit.path, {**new, **kept}),))
            title = OfOffer(move.title.name, move.title.points, unit.name, "instead")
            for each in self._made(edit, title, unit.path):
                found.append(msgspec.structs.replace(each, lost=frozenset({unit.path}), things=2))
        return found

    # --- moves ---

    def _made(self, edit: Edit, title: Title, part: Path, terms: bool = False) -> list[Move]:
        move = self._move(edit, title, part, terms)
        return [move] if move is not None else []

    def _move(self, edit: Edit, title: Title, part: Path | None = None, terms: bool = False) -> Move | None:
        """None: nothing to do, or it would change what is to be left alone."""
        if not edit.steps or self._spoils(edit):
            return None
        try:
            lost = self._lost(edit)
        except Clash:
            return None
        if self.protect is not None and self.protect in lost:
            return None
        kept = sum(2 if unit.path in lost else self._touches(edit, unit.path) for unit in self._kept())
        place = part if part is not None else self._part_of(edit)
        return Move(edit=edit, title=title, lost=lost, kept=kept, terms=terms, things=max(1, len(lost)), part=place)

    def _spoils(self, edit: Edit) -> bool:
        """It takes or replaces what is to be left alone, or what that is in."""
        wanted = self.protect
        return wanted is not None and any(step.op != "insert" and step.path == wanted[: len(step.path)] for step in edit.steps)

    @staticmethod
    def _touches(edit: Edit, path: Path | None) -> bool:
        return path is not None and any(step.path[: len(path)] == path for step in edit.steps)

    def _lost(self, edit: Edit) -> frozenset[Path]:
        return self._gone(edit) | self._chosen_away(edit)

    def _chosen_away(self, edit: Edit) -> frozenset[Path]:
        """Units that are there by one choice of the roster, which is made otherwise; each with a place of its own under it."""
        made = {step.path: step.value for step in edit.steps if step.op != "insert"}
        there = [unit.path for unit in self.units if unit.path in made and not isinstance(at(self.start.data, unit.path), dict)]
        return frozenset((*path, number) for number, path in enumerate(there) if made[path] != at(self.start.data, path))

    def _gone(self, edit: Edit) -> frozenset[Path]:
        if not any(step.op == "remove" for step in edit.steps):
            return frozenset()
        whole = Plan(self.start.data, [Move(edit=edit, title=_NO_TITLE)])  # in the order of plans
        moves = Followed(whole.edit, self.start.data)
        taken = [unit.path for unit in self.units if whole.takes(unit.path)]
        try:
            return frozenset(path for path in taken if moves(path) is None)
        except (KeyError, IndexError, TypeError):  # it goes on from another move, without which it cannot be made
            return frozenset(taken)

    def _kept(self) -> list[Unit]:
        return [unit for unit in self.units if at(self.start.data, (*unit.path, "keep")) is True]

    def _part_of(self, edit: Edit) -> Path:
        first = edit.steps[0].path
        around = [unit.path for unit in self.units if first[: len(unit.path)] == unit.path]
        return max(around, key=len, default=first[:1])


def _entry(value: Any) -> dict[str, Any] | None:
    """The entry of a unit in what is added with it."""
    if not isinstance(value, dict):
        return None
    inner = next((each for each in value.values() if isinstance(each, dict)), value)
    return {key: each for key, each in inner.items() if each is not True and key not in STAY}


def _removal(path: Path) -> Edit:
    return Edit((Step("remove", path),))


_NO_TITLE = OfOffer("")
