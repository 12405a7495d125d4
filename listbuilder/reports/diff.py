"""The report of `diff --format json`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from listbuilder.reports.base import Finding, Published, Sha256


class ComparedList(Published):
    """One of the two lists that are compared."""

    file: str
    format: str
    """Format, as named by `check --format json`."""
    system: str
    faction: str
    name: str
    as_of: str | None
    """Date of the rules and points used; null in games without points."""
    data: Sha256
    verdict: Literal["legal", "illegal", "unread"]
    points: int | None
    limit: int | None
    unread: list[str]
    """Lines not understood; they are not compared."""


class Difference(Published):
    """A difference in the army, or in a unit that both lists have."""

    what: Literal[
        "faction",
        "limit",
        "label",
        "fact",
        "models",
        "composition",
        "wargear",
        "place",
        "attached",
        "embarked",
        "name",
        "trait",
    ]
    """`label`: a choice of the whole army; `fact`: a property of the army; `trait`: a property of a
    unit, such as its enhancement; `place`: its regiment or slot."""
    before: int | str | dict[str, int] | None
    """Null if there was none. For wargear and composition: only the items that differ, by name."""
    after: int | str | dict[str, int] | None


class ComparedUnit(Published):
    """A unit of one of the two lists."""

    id: str
    datasheet: str
    name: str
    models: int
    points: int | None


class UnitDifference(Published):
    """A unit that differs between the lists, or that only one of them has."""

    before: ComparedUnit | None
    """Null if only the other list has the unit."""
    after: ComparedUnit | None
    changes: list[Difference]
    remarks: list[str]
    """For one list on two dates: why the unit is missing, and what was assumed."""


class ComparedExtra(Published):
    """Part of the total that is not a unit."""

    kind: str
    name: str
    points: int


class ExtraDifference(Published):
    """A part of the total that is not a unit and differs, or that only one list has."""

    before: ComparedExtra | None
    after: ComparedExtra | None


class Verdicts(Published):
    """Problems that only one of the two lists has."""

    new: list[Finding]
    """Problems only in the second list, with its paths and units."""
    worse: list[Finding]
    cured: list[Finding]
    """Problems only in the first list, with its paths and units."""


class DiffReport(Published):
    """The differences between two lists."""

    listbuilder: str
    """Version of listbuilder."""
    alike: bool
    before: ComparedList
    after: ComparedList
    army: list[Difference]
    units: list[UnitDifference]
    """Units that differ, in pairs of the same datasheet."""
    extras: list[ExtraDifference]
    same: Annotated[int, Field(ge=0)]
    """Number of units that are the same in both lists."""
    findings: Verdicts
