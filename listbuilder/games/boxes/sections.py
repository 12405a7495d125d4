"""How boxes and armies of one box are listed: for `find`, `show`, `new` and pickers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from listbuilder.games.base import Findable, Section
from listbuilder.games.boxes.army import BoxArmy, BoxUnit
from listbuilder.games.boxes.patrol import Patrol, PatrolUnit
from listbuilder.games.boxes.shelf import BoxShelf
from listbuilder.games.boxes.spearhead import SpearheadBox
from listbuilder.games.shared.aids import Aided
from listbuilder.games.shared.values import Table, one
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path
from listbuilder.model.finding import Remarked
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document
from listbuilder.store.schema_line import schema_line

Box = TypeVar("Box", bound=Patrol | SpearheadBox)
Said = list[tuple[str, dict[str, Any]]]
_WORD = {"enhancement": "show.enhancement_chosen"}  # show.enhancement has points

_SECTIONS = (("commander", None), ("characters", "Character"), ("characters", "Hero"), ("transports", "Transport"))


def boxes(shelf: BoxShelf[Any]) -> list[tuple[str, str]]:
    return [(each, head.name) for each in shelf.ids() if (head := shelf.head(each))]


def entries(shelf: BoxShelf[Any], box_id: str) -> list[Findable]:
    head = shelf.head(box_id)
    return [head.entry] if head else []


def box_of(document: Document, key: str, given: str, shelf: BoxShelf[Box]) -> Box:
    """The box a roster names."""
    return _box(given, (key,), shelf, document.problem)


def box_called(given: str, shelf: BoxShelf[Box]) -> Box:
    """The same, where there is no roster yet."""
    return _box(given, (), shelf, lambda key, path, **args: Problem(key=key, args=args))


def _box(given: str, path: Path, shelf: BoxShelf[Box], problem: Callable[..., Problem]) -> Box:
    def fail(key: str, path: Path, **args: object) -> None:
        raise Unreadable([problem(key, path, **args)])

    wanted = one(given, path, _named(shelf), fail)
    found = shelf.box(wanted or given)
    if found is None:
        fail("unknown_box", path, given=given, near=_near(given, shelf), begin=shelf.system)
    assert found is not None
    return found


def _named(shelf: BoxShelf[Any]) -> Iterator[Table]:
    yield dict(boxes(shelf))


def _near(given: str, shelf: BoxShelf[Any]) -> str | None:
    """The box nearest in id or name, by its id."""
    found = nearest(given, shelf.ids())
    if found is None:
        names = {name: each for each, name in boxes(shelf)}
        found = names.get(nearest(given, names) or "")
    return found


# --- a starting roster ---------------------------------------------------------------------------------------------


def starting_head(system: str, key: str, box: Patrol | SpearheadBox, name: str | None) -> list[str]:
    from listbuilder.store.scalars import quoted  # only where a roster is begun

    return [
        schema_line(f"roster-{system}"),
        f"system: {system}",
        *([f"name: {quoted(name)}"] if name else []),
        f"{key}: {box.id}",
    ]


def starting_pick(field: str, ids: list[str]) -> str:
    return f"{field}: {ids[0]}  # or {', '.join(ids[1:])}"


def starting_choices(box: Patrol | SpearheadBox) -> list[str]:
    if not box.choices:
        return []
    return ["choices:", *(f"  {starting_pick(slot, list(ids))}" for slot, ids in box.choices.items())]


# --- an army on the table ------------------------------------------------------------------------------------------


def sections(army: Army) -> list[Section]:
    """Who leads, the other characters, those who ride first, and the rest."""
    assert isinstance(army, BoxArmy)
    found: dict[str, list[BoxUnit]] = {}
    for unit in army.box_units:
        found.setdefault(_section(unit), []).append(unit)
    order = list(dict.fromkeys([*(key for key, _ in _SECTIONS), "others"]))
    return [Section(key, list(found[key])) for key in order if key in found]


def _section(unit: BoxUnit) -> str:
    if unit.commander:
        return "commander"
    return next((key for key, keyword in _SECTIONS if keyword and unit.has(keyword)), "others")


def remarks(army: Army, unit: Unit) -> Said:
    assert isinstance(army, BoxArmy)
    assert isinstance(unit, BoxUnit)
    said: Said = []
    commander = army.commander
    if unit.commander and commander is not None:
        said.append((f"show.{commander.field}", {}))
        if commander.model:
            said.append(("show.model", {"model": commander.model}))
    if unit.enhancement:
        said.append(("show.borne", {"name": unit.enhancement}))
    if unit.has("Reinforcements"):
        said.append(("show.reinforcements", {}))
    if unit.part.unit_wargear:
        said.append(("show.kit", {"items": list(unit.part.unit_wargear)}))
    if isinstance(unit.facts, PatrolUnit):
        said.extend(_formation_words(unit, unit.facts))
    return said


def _formation_words(unit: BoxUnit, facts: PatrolUnit) -> Said:
    """What its datasheet lets it do in battle formations. What is declared is secret and stands elsewhere."""
    said: Said = []
    if unit.may_lead:
        said.append(("show.must_lead" if facts.must_lead else "show.may_lead", {"units": list(unit.may_lead)}))
    if facts.patrol_squads:
        said.append(("show.may_split", {"sizes": [str(squad.size) for squad in facts.patrol_squads]}))
    if facts.transport:
        said.append(("show.carries", {"capacity": facts.transport.capacity}))
    if facts.core_abilities:
        said.append(("show.abilities", {"abilities": list(facts.core_abilities)}))
    return said


def facts(army: Army) -> Said:
    """What stands above the table: what was chosen for the whole army."""
    assert isinstance(army, BoxArmy)
    said: Said = []
    for field, pick in army.picks.items():
        chosen = pick.chosen
        if chosen is None:
            offered = [offer.name for offer in pick.offered]
            said.append((f"show.{field}_open", {"names": offered}))
        elif field != "enhancement" or not any(unit.enhancement for unit in army.box_units):
            said.append((_WORD.get(field, f"show.{field}"), {"name": chosen.name}))
    for choice in army.choices:
        if choice.chosen is None and choice.options:
            said.append(("show.choice_open", {"units": [part.name for part in choice.options]}))
    if army.mission:
        named = {each.id: each.name for each in army.book.missions}
        said.append(("show.mission", {"mission": named.get(army.mission, army.mission)}))
    if army.battle_ready:
        said.append(("show.battle_ready", {}))
    return said


def box_aids(army: Army) -> Iterator[Aided]:
    """Yield the secondary objectives and stratagems of the box, by name."""
    assert isinstance(army, BoxArmy)
    if army.objectives:
        yield Aided("aid.objectives", {"names": list(army.objectives)})
    if army.stratagems:
        yield Aided("aid.stratagems", {"names": [Remarked(name, f"{points} CP") for name, points in army.stratagems.items()]})
