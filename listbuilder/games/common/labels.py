"""The labels of units where several have one name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from listbuilder.games.common.editor import Text
from listbuilder.model.army import Unit
from listbuilder.model.base import fold

Numbers = Mapping[str, int]  # by id of a unit
NO_NUMBERS: Numbers = {}


def add_number(label: Text, number: int | None) -> Text:
    """Return `label` with `number`, which tells units of one name apart.

    `number` None or 0: `label` is returned as it is.
    """
    return Text("numbered", {"label": label, "number": number}) if number else label


def add_squad(label: Text, unit: Unit) -> Text:
    """Return `label` with the number of the part, if `unit` is a part of a split unit."""
    return Text("squad_of", {"label": label, "number": unit.squad}) if unit.squad else label


def number_units(units: Iterable[Unit]) -> dict[str, int]:
    """Return the number of each unit among those with the same name, by the unit's id.

    Units are numbered in the order of the roster. A unit whose name no other has gets no number.
    Parts of split units are counted apart, by the number of the part.
    """
    alike: dict[tuple[str, int], list[str]] = {}
    for unit in units:
        alike.setdefault((fold(unit.custom_name or unit.name), unit.squad), []).append(unit.id)
    numbers = {}
    for ids in alike.values():
        if len(ids) > 1:
            numbers.update({unit_id: place for place, unit_id in enumerate(ids, 1)})
    return numbers
