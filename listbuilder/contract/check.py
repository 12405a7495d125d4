"""The report of `check --format json`, and of `show --format json`."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from listbuilder.contract.base import Finding, Place, Published, Sha256


class CheckedUnit(Published):
    id: str
    datasheet: str
    """Its id in the data; of an ally or a part of another faction with that faction before it."""
    name: str
    models: int
    points: int | None
    """With everything that is on it. Null where the data has no price, or the game has none."""
    stated_points: int | None
    """What another program's list says."""


class CheckedExtra(Published):
    """What has a place in the total and is no unit."""

    kind: str
    name: str
    points: int


class OfferedFix(Published):
    title: str
    points: int | None
    """The total once it is made."""
    opens: list[str] = []
    """Codes of errors that are there only once it is made: `fix` finds what mends these too."""


class CheckedFinding(Finding):
    line: Place | None
    column: Place | None
    fixes: list[OfferedFix]


class UnreadLine(Published):
    line: Place | None
    column: Place | None
    text: str
    """As it stands in the file."""
    message: str


class LineCount(Published):
    """What became of the lines of another program's list."""

    all: int
    mapped: int
    noise: int


class Declared(Published):
    """Battle formations, by ids of units."""

    attached: dict[str, str]
    """Leader to bodyguard."""
    embarked: dict[str, str]
    """Unit to transport."""
    strategic_reserves: list[str]
    reserves: list[str]
    hover: list[str]
    split: list[str]
    strategic_reserves_points: int | None
    strategic_reserves_limit: int | None


class PricesAgreeing(Published):
    """Of the prices that another program's list states."""

    stated: int
    agreeing: int
    """On the day it is judged by."""
    agreeing_today: int


class DataUsed(Published):
    as_of: str | None
    """The day judged by, as 2025-06-11; null in games without."""
    sha256: Sha256
    told_by: Literal["asked", "date", "app", "catalogue", "prices", "season", "today"] | None = None
    """What told the day of another program's list: --as-of or the event, a date on it, the version of its app's data, the
    revision of its catalogue, its prices, the season it names, or nothing."""
    prices: PricesAgreeing | None = None


class LackingModels(Published):
    datasheet: str
    name: str
    needed: int
    owned: int


class Fielded(Published):
    """Of a list and a collection."""

    name: str
    """Of the collection."""
    missing: list[LackingModels]
    """Empty where everything on the list is owned."""


class CheckedRoster(Published):
    file: str
    format: str
    """`roster` is our own; the others are named as `--from` names them."""
    sha256: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
    """Of the file; empty where it could not be opened."""
    system: str | None
    faction: str | None
    name: str | None
    data: DataUsed | None
    verdict: Literal["legal", "illegal", "unread"]
    otherwise: Literal["legal", "illegal"] | None
    """Of an unread list: what it would be but for the lines that could not be read. Null where one of these could be a unit."""
    points: int | None
    stated_points: int | None
    limit: int | None
    units: list[CheckedUnit]
    extras: list[CheckedExtra] = []
    findings: list[CheckedFinding]
    unread: list[UnreadLine]
    """What could not be read. A list with any of it is never legal."""
    assumed: list[str]
    not_checked: list[str]
    player: str | None = None
    """Of lists of other programs, as are `lines` and `differences`."""
    lines: LineCount | None = None
    differences: list[str] = []
    """Stated against computed points, with what explains them."""
    formations: Declared | None = None
    """Only of `show --formations`: they are secret until both players have declared theirs."""

    not_a_list: bool = False
    """True for a file in a folder that is no list, such as a note. It does not count for the exit code."""
    collection: Fielded | None = None
    """With --collection: what is missing to field the list. The verdict does not speak of it."""

    @model_validator(mode="after")
    def _verdict_is_that_of_the_findings(self) -> Self:
        if bool(self.unread) != (self.verdict == "unread"):
            raise ValueError(f"{len(self.unread)} lines are unread and the verdict is {self.verdict}")
        if self.otherwise is not None and self.verdict != "unread":
            raise ValueError(f"the verdict is {self.verdict}, and otherwise {self.otherwise}")
        if self.verdict == "legal" and any(finding.severity == "error" for finding in self.findings):
            raise ValueError("there is an error and the verdict is legal")
        return self


class CheckReport(Published):
    listbuilder: str
    """Its version."""
    rosters: list[CheckedRoster]
