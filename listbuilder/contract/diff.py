"""The report of `diff --format json`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from listbuilder.contract.base import Finding, Published, Sha256


class ComparedList(Published):
    file: str
    format: str
    """As `check --format json` names it."""
    system: str
    faction: str
    name: str
    as_of: str | None
    """The day it is judged by; null in games without."""
    data: Sha256
    verdict: Literal["legal", "illegal", "unread"]
    points: int | None
    limit: int | None
    unread: list[str]
    """What could not be read, and so is not compared."""


class Difference(Published):
    what: Literal[
        "faction", "limit", "label", "fact", "models", "composition", "wargear", "place", "attached", "embarked", "name", "trait"
    ]
    """`label`: what the army is mustered as; `fact`: what is said of it as a whole; `trait`: what is said of a unit, such as
    its enhancement; `place`: its regiment or slot."""
    before: int | str | dict[str, int] | None
    """Null where there was none. Of wargear and composition only what differs, by name."""
    after: int | str | dict[str, int] | None


class ComparedUnit(Published):
    id: str
    datasheet: str
    name: str
    models: int
    points: int | None


class UnitDifference(Published):
    before: ComparedUnit | None
    """Null where only the other list has it."""
    after: ComparedUnit | None
    changes: list[Difference]
    remarks: list[str]
    """Of a list on two days: why it is not there, and what is assumed of it."""


class ComparedExtra(Published):
    """What has a place in the total and is no unit."""

    kind: str
    name: str
    points: int


class ExtraDifference(Published):
    before: ComparedExtra | None
    after: ComparedExtra | None


class Verdicts(Published):
    """What the law says of the one and not of the other."""

    new: list[Finding]
    """With the paths and units of the list after."""
    worse: list[Finding]
    cured: list[Finding]
    """With the paths and units of the list before."""


class DiffReport(Published):
    listbuilder: str
    """Its version."""
    alike: bool
    before: ComparedList
    after: ComparedList
    army: list[Difference]
    units: list[UnitDifference]
    """Those that differ, paired by what they are."""
    extras: list[ExtraDifference]
    same: Annotated[int, Field(ge=0)]
    """How many units are the same in both."""
    findings: Verdicts
