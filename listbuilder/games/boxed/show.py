"""The listing of boxes and of armies of one box: for `find`, `show`, `new` and pickers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from listbuilder.games.boxed.army import BoxArmy, BoxUnit
from listbuilder.games.boxed.catalog import BoxShelf
from listbuilder.games.boxed.patrol import Patrol, PatrolUnit
from listbuilder.games.boxed.spearhead import SpearheadBox
from listbuilder.games.common.reference_aids import AidLine
from listbuilder.games.common.roster_values import Table, resolve_one
from listbuilder.games.game import Findable, Section
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path
from listbuilder.model.finding import Remarked
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio.reader import YamlDocument
from listbuilder.yamlio.schema_line import make_schema_line

Box = TypeVar("Box", bound=Patrol | SpearheadBox)
Said = list[tuple[str, dict[str, Any]]]
_WORD = {"enhancement": "show.enhancement_chosen"}  # show.enhancement has points

_SECTIONS = (
    ("commander", None),
    ("characters", "Character"),
    ("characters", "Hero"),
    ("transports", "Transport"),
)


def list_boxes(shelf: BoxShelf[Any]) -> list[tuple[str, str]]:
    """Return (id, name) of each box of the game."""
    heads = [(box_id, shelf.head(box_id)) for box_id in shelf.list_ids()]
    return [(box_id, head.name) for box_id, head in heads if head]


def list_entries(shelf: BoxShelf[Any], box_id: str) -> list[Findable]:
    """Return the box as a search result, in a list. Empty if there is no such box."""
    head = shelf.head(box_id)
    return [head.entry] if head else []


def find_box_of_roster(document: YamlDocument, key: str, given: str, shelf: BoxShelf[Box]) -> Box:
    """Return the box that the roster `document` names under `key` as `given`.

    Raises Unreadable with the place in the roster if there is no such box.
    """
    return _find_box(given, (key,), shelf, document.make_problem)


def find_box_by_name(given: str, shelf: BoxShelf[Box]) -> Box:
    """Return the box with the id or name `given`. Raises Unreadable if there is no such box.

    It is used for a roster that doesn't exist yet, so the problem has no place in a file.
    """
    return _find_box(given, (), shelf, lambda key, path, **args: Problem(key=key, args=args))


def _find_box(given: str, path: Path, shelf: BoxShelf[Box], problem: Callable[..., Problem]) -> Box:
    """Return the box with the id or name `given`.

    Raises Unreadable with the nearest box if there is none; `problem` makes the problem for `path`.
    """

    def raise_unreadable(key: str, path: Path, **args: object) -> None:
        """Raise Unreadable with the problem that `problem` makes from the arguments."""
        raise Unreadable([problem(key, path, **args)])

    wanted = resolve_one(given, path, _yield_box_names(shelf), raise_unreadable)
    box = shelf.load_box(wanted or given)
    if box is None:
        near = find_nearest(given, shelf.list_ids())
        if near is None:  # no id is near: perhaps a name is
            names = {name: box_id for box_id, name in list_boxes(shelf)}
            near = names.get(find_nearest(given, names) or "")
        raise_unreadable("unknown_box", path, given=given, near=near, begin=shelf.system)
    assert box is not None
    return box


def _yield_box_names(shelf: BoxShelf[Any]) -> Iterator[Table]:
    """Yield one table of all boxes, name by id. It is only made if a name is looked for."""
    yield dict(list_boxes(shelf))


# --- a starting roster ---


def make_header_lines(
    system: str, key: str, box: Patrol | SpearheadBox, name: str | None
) -> list[str]:
    """Return the first lines of a new roster: its schema, game, name if any, and box."""
    from listbuilder.yamlio.scalars import write_quoted  # only where a roster is begun

    lines = [make_schema_line(f"roster-{system}"), f"system: {system}"]
    if name:
        lines.append(f"name: {write_quoted(name)}")
    return [*lines, f"{key}: {box.id}"]


def make_pick_line(field: str, ids: list[str]) -> str:
    """Return the line of a new roster that sets `field` to the first of `ids`.

    A comment lists the others.
    """
    return f"{field}: {ids[0]}  # or {', '.join(ids[1:])}"


def make_choice_lines(box: Patrol | SpearheadBox) -> list[str]:
    """Return the lines of a new roster that choose the first unit for each slot of the box.

    A comment in each line lists the other units. Empty if the box has no slots.
    """
    if not box.choices:
        return []
    slots = [make_pick_line(slot, list(ids)) for slot, ids in box.choices.items()]
    return ["choices:", *(f"  {line}" for line in slots)]


# --- an army on the table ---


def sections(army: Army) -> list[Section]:
    """Return the units in the sections in which `show` and exports group them.

    First comes the commander, then the other characters, the transports, and all other units.
    """
    assert isinstance(army, BoxArmy)
    units_by_section: dict[str, list[BoxUnit]] = {}
    for unit in army.box_units:
        units_by_section.setdefault(_choose_section(unit), []).append(unit)
    order = list(dict.fromkeys([*(key for key, _ in _SECTIONS), "others"]))
    return [Section(key, list(units_by_section[key])) for key in order if key in units_by_section]


def _choose_section(unit: BoxUnit) -> str:
    """Return the key of the section to list the unit in, such as "commander" or "others"."""
    if unit.commander:
        return "commander"
    for key, keyword in _SECTIONS:
        if keyword and unit.has_keyword(keyword):
            return key
    return "others"


def remarks(army: Army, unit: Unit) -> Said:
    """Return what `show` prints beside a unit: keys of texts of the game with arguments.

    They say whether it is the commander, its enhancement, whether it is a reinforcement, its shared
    wargear, and what it can do in battle formations.
    """
    assert isinstance(army, BoxArmy)
    assert isinstance(unit, BoxUnit)
    notes: Said = []
    commander = army.commander
    if unit.commander and commander is not None:
        notes.append((f"show.{commander.field}", {}))
        if commander.model:
            notes.append(("show.model", {"model": commander.model}))
    if unit.enhancement:
        notes.append(("show.borne", {"name": unit.enhancement}))
    if unit.has_keyword("Reinforcements"):
        notes.append(("show.reinforcements", {}))
    if unit.part.unit_wargear:
        notes.append(("show.kit", {"items": list(unit.part.unit_wargear)}))
    if isinstance(unit.facts, PatrolUnit):
        notes.extend(_list_formation_remarks(unit, unit.facts))
    return notes


def _list_formation_remarks(unit: BoxUnit, facts: PatrolUnit) -> Said:
    """Return the remarks on what its datasheet lets the unit do in battle formations.

    What the roster declares for it isn't included, because that is secret.
    """
    notes: Said = []
    if unit.may_lead:
        key = "show.must_lead" if facts.must_lead else "show.may_lead"
        notes.append((key, {"units": list(unit.may_lead)}))
    if facts.patrol_squads:
        sizes = [str(squad.size) for squad in facts.patrol_squads]
        notes.append(("show.may_split", {"sizes": sizes}))
    if facts.starts_in_reserve is not None:
        notes.append(("show.starts_in_reserve", {"round": facts.starts_in_reserve}))
    if facts.transport:
        notes.append(("show.carries", {"capacity": facts.transport.capacity}))
    if facts.core_abilities:
        notes.append(("show.abilities", {"abilities": list(facts.core_abilities)}))
    return notes


def facts(army: Army) -> Said:
    """Return what `show` prints above the units: keys of texts of the game with arguments.

    They say what was chosen for the army and which choices are still open.
    """
    assert isinstance(army, BoxArmy)
    notes: Said = []
    for field, pick in army.picks.items():
        chosen = pick.chosen
        if chosen is None:
            offered = [offer.name for offer in pick.offered]
            notes.append((f"show.{field}_open", {"names": offered}))
        elif field != "enhancement" or not any(unit.enhancement for unit in army.box_units):
            notes.append((_WORD.get(field, f"show.{field}"), {"name": chosen.name}))
    for choice in army.choices:
        if choice.chosen is None and choice.options:
            notes.append(("show.choice_open", {"units": [part.name for part in choice.options]}))
    if army.mission:
        named = {mission.id: mission.name for mission in army.book.missions}
        notes.append(("show.mission", {"mission": named.get(army.mission, army.mission)}))
    if army.battle_ready:
        notes.append(("show.battle_ready", {}))
    return notes


def yield_box_aids(army: Army) -> Iterator[AidLine]:
    """Yield a line with the box's own mission, its secondary objectives and its stratagems.

    A line is left out if the box has none. Stratagems have their cost in command points.
    """
    assert isinstance(army, BoxArmy)
    if army.mission and not army.book.missions:
        yield AidLine("aid.mission", {"mission": army.mission})
    if army.objectives:
        yield AidLine("aid.objectives", {"names": list(army.objectives)})
    if army.stratagems:
        names = [
            name if points is None else Remarked(name, f"{points} CP")
            for name, points in army.stratagems.items()
        ]
        yield AidLine("aid.stratagems", {"names": names})
