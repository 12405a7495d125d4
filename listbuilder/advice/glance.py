"""An army at a glance: its models, wounds and control, its points by role, and who arrives how."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from listbuilder.advice.measure import CONTROL, WOUNDS, Measure, Measurer
from listbuilder.games.common.editor import Text
from listbuilder.games.game import Game
from listbuilder.matching.phrases import load_data_file
from listbuilder.model.army import Army, Unit
from listbuilder.roster.position import Position


class Share(msgspec.Struct, frozen=True):
    """The units and points under one heading of an army; `title` is a text of the game's words."""

    title: Text
    units: int
    points: int


class Arrival(msgspec.Struct, frozen=True):
    """The units that can begin the battle in a special way: those with the ability `name`."""

    name: str
    units: tuple[Unit, ...]


class Glance(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers that describe an army in short.

    `numbers` are the sums of wounds and control, by the name of that column of the datasheets;
    empty in games without them. `facts` are the game's own remarks, such as the number of drops.
    """

    models: int
    numbers: tuple[tuple[str, int], ...]
    shares: tuple[Share, ...]
    arrivals: tuple[Arrival, ...]
    facts: tuple[Text, ...]


@cache
def load_arrivals() -> tuple[str, ...]:
    """Return the names of the abilities by which units begin a battle in a special way."""
    names: dict[str, tuple[str, ...]] = msgspec.convert(
        load_data_file("arrivals.yaml"), dict[str, tuple[str, ...]]
    )
    return names["arrivals"]


def compute_glance(position: Position, measurer: Measurer) -> Glance | None:
    """Return the army of `position` at a glance, or None if it has no army.

    `measurer` remembers the counts of units that are alike; a screen keeps one for its roster.
    """
    army, game = position.army, position.system
    if army is None or game is None:
        return None
    measures = [(unit, measurer.measure_unit(position, unit)) for unit in army.units]
    return Glance(
        models=sum(measure.models for _, measure in measures),
        numbers=tuple(_yield_numbers([measure for _, measure in measures])),
        shares=tuple(list_shares(game, army)),
        arrivals=tuple(_yield_arrivals(measures)),
        facts=tuple(Text(key, args) for key, args in game.list_facts(army)),
    )


def list_shares(game: Game, army: Army) -> list[Share]:
    """Return the share of each role of the army that has units or costs points, in their order."""
    shares: list[Share] = []
    for section in game.group_units_by_role(army):
        points = sum(unit.cost for unit in section.units)
        points += sum(extra.cost for extra in section.extras)
        title = Text(f"section.{section.key}", dict(section.args))
        if section.units or points:
            shares.append(Share(title, len(section.units), points))
    return shares


def _yield_numbers(measures: list[Measure]) -> Iterator[tuple[str, int]]:
    """Yield (name, sum) for wounds and for control, each with the name that the game has for it."""
    heads = {head for measure in measures for head in measure.heads}
    wounds = sum(measure.wounds for measure in measures)
    control = sum(measure.control for measure in measures)
    for names, total in ((WOUNDS, wounds), (CONTROL, control)):
        name = next((name for name in names if name in heads), None)
        if name is not None:
            yield name, total


def _yield_arrivals(measures: list[tuple[Unit, Measure]]) -> Iterator[Arrival]:
    """Yield each special way to begin the battle that units have, with these units.

    An ability may be printed with a value, such as `Scouts 6"`.
    """
    for name in load_arrivals():
        units = tuple(
            unit
            for unit, measure in measures
            if any(ability.startswith(name) for ability in measure.abilities)
        )
        if units:
            yield Arrival(name, units)
