"""The report of `fill --format json`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from listbuilder.reports.base import Published

Number = Annotated[int, Field(ge=0)]


class GapCount(Published):
    """A gap of the army, before and after."""

    gap: str
    """What the army lacks, judging by its datasheets: anti_tank, holding, fast or deep_strike."""
    before: int
    after: int
    wanted: int


class Purchase(Published):
    """One thing to spend points on."""

    what: Literal["unit", "size", "enhancement", "choice"]
    text: str
    """Text in the requested language."""
    datasheet: str | None
    """Id of the unit's datasheet, as in a roster."""
    to: str | None
    """Name of the unit that gets bigger or receives it."""
    models: int | None
    """Number of models afterwards. Null if there is nothing to choose."""
    points: Number
    """Cost of this purchase alone, after earlier ones of the same kind."""


class WayToSpend(Published):
    """A set of purchases that leaves the list legal."""

    spent: Number
    left: Number
    points: int | None
    """Total points afterwards."""
    purchases: list[Purchase]
    models: int
    """Number of models added; wounds and objective control are given the same way."""
    wounds: int
    control: int
    gaps: list[GapCount]
    """Gaps that it reduces."""
    bearers_instead: list[str]
    """Names of other units that could receive the same item instead."""
    reasons: list[str]
    """Reasons for its rank."""


class FreeChoice(Published):
    """An option that costs nothing and is not chosen yet."""

    what: str
    units: list[str]
    """Names of units that can have it; empty if it belongs to the army."""
    options: list[str]


class FillReport(Published):
    """The ways to spend the points that a list has left."""

    listbuilder: str
    """Version of listbuilder."""
    file: str
    system: str
    verdict: Literal["legal", "illegal"]
    points: int | None
    limit: int | None
    budget: int | None
    """Points available; null in games without points."""
    ranked_by: Literal["closest", "models", "wounds", "control", "gaps"]
    lacking: list[GapCount]
    """What the army lacks before any purchase."""
    ways: list[WayToSpend]
    """Ways that leave the list legal, best first."""
    candidates: Number
    """Number of single purchases within the points, legal or not."""
    tried: Number
    """Number of combinations checked."""
    complete: bool
    """False if some combinations were not tried and could rank among these."""
    free: list[FreeChoice]
    """Free options not chosen yet."""
