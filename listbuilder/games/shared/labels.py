"""What units are called where there are several of one name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from listbuilder.games.shared.choices import Text
from listbuilder.model.army import Unit
from listbuilder.model.base import fold

Numbers = Mapping[str, int]  # by id of a unit
NO_NUMBERS: Numbers = {}


def numbered(label: Text, number: int | None) -> Text:
    """The label of one of several that are called the same."""
    return Text("numbered", {"label": label, "number": number}) if number else label


def squad_of(label: Text, unit: Unit) -> Text:
    """Return the label of a unit, with the number of the part where it is a part of a unit that is split."""
    return Text("squad_of", {"label": label, "number": unit.squad}) if unit.squad else label


def numbers(units: Iterable[Unit]) -> dict[str, int]:
    """Which of those that are called the same it is, in the order of the roster. None of who is alone."""
    alike: dict[tuple[str, int], list[str]] = {}
    for unit in units:
        alike.setdefault((fold(unit.custom_name or unit.name), unit.squad), []).append(unit.id)
    return {each: place for ids in alike.values() if len(ids) > 1 for place, each in enumerate(ids, 1)}
