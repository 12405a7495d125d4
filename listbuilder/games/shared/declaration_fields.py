"""What is declared before the battle, as fields: who leads whom, who rides in what, who waits. For every game with
formations; which units may do what is the game's to say, and the law has the last word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from listbuilder.games.shared.choices import Field, Option, Text, choice, joined, named
from listbuilder.games.shared.labels import NO_NUMBERS, Numbers, numbered, squad_of
from listbuilder.model.army import Unit
from listbuilder.model.base import Path, at
from listbuilder.model.edit import Edit, Step


def name_of(unit: Unit, numbers: Numbers = NO_NUMBERS) -> Text:
    """The player's own name for it, or that of the data; numbered where there are several."""
    return squad_of(numbered(named(unit.custom_name or unit.name), numbers.get(unit.id)), unit)


def heading(unit: Unit) -> Text:
    name = unit.custom_name or unit.name
    label = Text("models_of", {"count": unit.models, "name": name}) if unit.models > 1 else named(name)
    return squad_of(label, unit)


def waiting(data: Any, unit: Unit, keys: tuple[str, ...]) -> Field:
    """Where the unit begins: on the table, or in one of these lists."""
    options = [Option(label=Text("on_the_table"), edit=_without(data, unit, keys), chosen=not _listed(data, unit, keys))]
    for key in keys:
        edit = joined(_named(unit), _without(data, unit, keys), _added(data, unit, key, keys))
        options.append(Option(label=Text(key), edit=edit, chosen=bool(_listed(data, unit, (key,)))))
    return choice("deployment", options, group=heading(unit), of=unit.id)


def listed_or_not(data: Any, unit: Unit, key: str, beside: Sequence[Path] = (), instead: Sequence[Path] = ()) -> Field:
    """A yes or no that is a list of units in the roster. With no, what stands at the places `beside` goes too; with yes,
    what stands at the places `instead`. A unit that is listed already stays as it is with yes.
    """
    listed = _listed(data, unit, (key,))
    leave = _removing({*listed, *(beside if listed else ())})
    enter = Edit(()) if listed else joined(_named(unit), _removing(instead), _added(data, unit, key, ()))
    options = [
        Option(label=Text("no"), edit=leave, chosen=not listed),
        Option(label=Text("yes"), edit=enter, chosen=bool(listed)),
    ]
    return choice(key, options, group=heading(unit), of=unit.id)


def split_aboard(
    data: Any, unit: Unit, half: str, carriers: Sequence[Unit], beside: Sequence[Path], instead: Sequence[Path]
) -> Field:
    """Return the field for a split unit: whether it is split, and in which transport its first half, `half`, starts."""
    links = at(data, ("formations", "embarked"))
    now = links.get(half) if isinstance(links, dict) else None
    listed = _listed(data, unit, ("split",))
    options = [Option(label=Text("no"), edit=_removing({*listed, *(beside if listed else ())}), chosen=not listed)]
    if listed and now not in [each.id for each in carriers]:
        options.append(Option(label=Text("yes"), edit=Edit(()), chosen=True))
    place: Path = ("formations", "embarked")
    for each in carriers:
        split = Edit(()) if listed else joined(_removing(instead), _added(data, unit, "split", ()))
        opened = Edit(()) if isinstance(links, dict) else Edit((Step("set", place, {}),))
        edit = joined(_named(unit), _named(each), split, opened, Edit((Step("set", (*place, half), each.id),)))
        options.append(Option(label=heading(each), edit=edit, chosen=bool(listed) and now == each.id, to=each.id))
    return choice("split", options, group=heading(unit), of=unit.id)


def _removing(paths: Collection[Path]) -> Edit:
    return Edit(tuple(Step("remove", path) for path in sorted(set(paths), key=_place, reverse=True)))


def link(data: Any, place: Path, unit: Unit, others: Sequence[Unit]) -> Iterator[Field]:
    """Which of the others it goes with, as `place` of the roster says; no field where there are none."""
    links = at(data, place)
    now = links.get(unit.id) if isinstance(links, dict) else None
    if not others and now is None:
        return
    options = [Option(label=Text("none"), edit=_cut(place, unit.id) if now is not None else Edit(()), chosen=now is None)]
    for other in others:
        edit = joined(_named(unit), _named(other), _opened(data, place, {}), Edit((Step("set", (*place, unit.id), other.id),)))
        options.append(Option(label=heading(other), edit=edit, chosen=now == other.id, to=other.id))
    yield choice(str(place[-1]), options, group=heading(unit), of=unit.id)


def _place(path: Path) -> list[tuple[bool, int | str]]:
    """Later places of a list go first."""
    return [(isinstance(part, int), part) for part in path]


def _cut(place: Path, unit_id: str) -> Edit:
    return Edit((Step("remove", (*place, unit_id)),))


def _named(unit: Unit) -> Edit:
    """An id in the roster, for what refers to the unit. A unit that has no place there has one by its data."""
    return Edit(()) if unit.own_id or not unit.path else Edit((Step("set", (*unit.path, "id"), unit.id),))


def _opened(data: Any, place: Path, empty: Any) -> Edit:
    """The place and what is around it, where they are not there yet."""
    steps = [Step("set", around, {}) for around in _around(place) if not isinstance(at(data, around), dict)]
    if at(data, place) is None:
        steps.append(Step("set", place, empty))
    return Edit(tuple(steps))


def _around(place: Path) -> list[Path]:
    return [place[:depth] for depth in range(1, len(place))]


def _listed(data: Any, unit: Unit, keys: tuple[str, ...]) -> list[Path]:
    found: list[Path] = []
    for key in keys:
        ids = at(data, ("formations", key))
        if isinstance(ids, list):
            found.extend(("formations", key, place) for place, each in enumerate(ids) if _means(each, unit))
    return found


def _means(entry: Any, unit: Unit) -> bool:
    return bool(entry == unit.id or (isinstance(entry, dict) and entry.get("unit") == unit.id))


def _without(data: Any, unit: Unit, keys: tuple[str, ...]) -> Edit:
    return Edit(tuple(Step("remove", path) for path in reversed(_listed(data, unit, keys))))


def _added(data: Any, unit: Unit, key: str, left: tuple[str, ...]) -> Edit:
    """To the end of the list, after it has left the lists it was in."""
    ids = at(data, ("formations", key))
    gone = len(_listed(data, unit, (key,))) if key in left else 0
    place = len(ids) - gone if isinstance(ids, list) else 0
    return joined(_opened(data, ("formations", key), []), Edit((Step("insert", ("formations", key, place), unit.id),)))
