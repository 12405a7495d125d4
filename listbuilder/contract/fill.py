"""The report of `fill --format json`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from listbuilder.contract.base import Published

Number = Annotated[int, Field(ge=0)]


class GapCount(Published):
    gap: str
    """anti_tank, holding, fast, deep_strike: what an army may lack, by facts of its datasheets."""
    before: int
    after: int
    wanted: int


class Purchase(Published):
    what: Literal["unit", "size", "enhancement", "choice"]
    text: str
    """In the language asked for."""
    datasheet: str | None
    """Of a unit, as a roster names it."""
    to: str | None
    """Name of the unit that grows or bears it."""
    models: int | None
    """Of a unit or a size: how many there are then. Null where there is nothing to choose."""
    points: Number
    """By itself, after those of its kind before it."""


class WayToSpend(Published):
    spent: Number
    left: Number
    points: int | None
    """The total then."""
    purchases: list[Purchase]
    models: int
    """How many more there are then, as wounds and objective control."""
    wounds: int
    control: int
    gaps: list[GapCount]
    """Those that it makes smaller."""
    bearers_instead: list[str]
    """Names of units that may bear what is given here to another, all else being equal."""
    reasons: list[str]
    """Why it stands where it does."""


class FreeChoice(Published):
    what: str
    units: list[str]
    """Names of those that may have it; empty: the army."""
    options: list[str]


class FillReport(Published):
    listbuilder: str
    """Its version."""
    file: str
    system: str
    verdict: Literal["legal", "illegal"]
    points: int | None
    limit: int | None
    budget: int | None
    """What may be spent; null in games without points."""
    ranked_by: Literal["closest", "models", "wounds", "control", "gaps"]
    lacking: list[GapCount]
    """What the army lacks before anything is bought."""
    ways: list[WayToSpend]
    """Every one leaves a legal list; the best first."""
    candidates: Number
    """Single things that the points would buy, legal or not."""
    tried: Number
    """Combinations that the law was asked about."""
    complete: bool
    """False: there are combinations that were not tried and might rank among these."""
    free: list[FreeChoice]
    """What costs nothing and is not chosen."""
