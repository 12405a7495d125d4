"""The report of `check --format json`, and of `show --format json`."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from listbuilder.reports.base import Finding, Place, Published, Sha256


class CheckedUnit(Published):
    """A unit of the list as the check counted it."""

    id: str
    datasheet: str
    """Id in the data; units from another faction have that faction's id before it."""
    name: str
    models: int
    points: int | None
    """Cost including wargear and enhancements. Null if the data or the game has no cost for it."""
    stated_points: int | None
    """Points stated in a list from another app."""


class CheckedExtra(Published):
    """Part of the total that is not a unit."""

    kind: str
    name: str
    points: int


class CheckedEnhancement(Published):
    """An enhancement, and the unit that has it."""

    name: str
    unit: str
    """Id of the unit."""


class OfferedFix(Published):
    """A fix of a problem, with what it would change."""

    title: str
    points: int | None
    """Total points with the fix."""
    opens: list[str] = []
    """Codes of errors that the fix itself causes; `fix` finds changes without them."""


class CheckedFinding(Finding):
    """A problem with its place in the file and its fixes."""

    line: Place | None
    column: Place | None
    fixes: list[OfferedFix]


class UnreadLine(Published):
    """A line of the list that was not understood."""

    line: Place | None
    column: Place | None
    text: str
    """Text of the line, as in the file."""
    message: str


class LineCount(Published):
    """The number of lines of a list from another app, by how they were read."""

    all: int
    mapped: int
    noise: int


class Declared(Published):
    """Declared battle formations, by ids of units."""

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
    """The number of costs stated in a list from another app, and of those that match the data."""

    stated: int
    agreeing: int
    """Number that match on the date used."""
    agreeing_today: int


class DataUsed(Published):
    """The data that the verdict rests on."""

    as_of: str | None
    """Date of the rules and points used, as 2025-06-11; null in games without points."""
    sha256: Sha256
    told_by: Literal["asked", "date", "app", "catalogue", "prices", "season", "today"] | None = None
    """How the date was found: --as-of, the event, a date in the list, the app's data version, the
    catalogue revision, the stated points, the season, or not at all."""
    prices: PricesAgreeing | None = None


class LackingModels(Published):
    """A datasheet of the list of which the player owns too few models."""

    datasheet: str
    name: str
    needed: int
    owned: int


class Fielded(Published):
    """Comparison of a list with a collection."""

    name: str
    """Name of the collection."""
    missing: list[LackingModels]
    """Empty if the player owns every model in the list."""


class CheckedRoster(Published):
    """The result of checking one list."""

    file: str
    format: str
    """`roster` is listbuilder's own format; other names are those of `--from`."""
    sha256: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
    """Hash of the file; empty if it could not be opened."""
    system: str | None
    faction: str | None
    name: str | None
    game: str | None = None
    """Name and edition of the game."""
    faction_name: str | None = None
    detachments: list[str] = []
    """Names of the detachments, or of what the game has in their place, such as a battle
    formation."""
    battle_size: str | None = None
    warlord: str | None = None
    """Name of the unit that leads the army."""
    enhancements: list[CheckedEnhancement] = []
    data: DataUsed | None
    verdict: Literal["legal", "illegal", "unread"]
    otherwise: Literal["legal", "illegal"] | None
    """Verdict without the lines not understood.

    Null if the list was fully understood, or if such a line could be a unit.
    """
    points: int | None
    stated_points: int | None
    limit: int | None
    units: list[CheckedUnit]
    extras: list[CheckedExtra] = []
    findings: list[CheckedFinding]
    unread: list[UnreadLine]
    """Lines not understood. A list with such lines is never legal."""
    assumed: list[str]
    not_checked: list[str]
    player: str | None = None
    """Player named in a list from another app.

    `lines` and `differences` also exist only for such lists.
    """
    lines: LineCount | None = None
    differences: list[str] = []
    """Differences between stated and computed points, with the explanation."""
    formations: Declared | None = None
    """Only with `show --formations`, because formations are secret until both players have declared
    theirs.
    """

    not_a_list: bool = False
    """True for a file in a folder that is not a list, such as a note.

    It does not affect the exit code.
    """
    collection: Fielded | None = None
    """With --collection: the models missing for the list. They don't affect the verdict."""

    @model_validator(mode="after")
    def _validate_verdict(self) -> Self:
        """Return the model itself if its verdict agrees with its findings and unread lines.

        Raises ValueError if not.
        """
        if bool(self.unread) != (self.verdict == "unread"):
            raise ValueError(
                f"{len(self.unread)} lines are unread and the verdict is {self.verdict}"
            )
        if self.otherwise is not None and self.verdict != "unread":
            raise ValueError(f"the verdict is {self.verdict}, and otherwise {self.otherwise}")
        if self.verdict == "legal" and any(
            finding.severity == "error" for finding in self.findings
        ):
            raise ValueError("there is an error and the verdict is legal")
        return self


class CheckReport(Published):
    """The report on all lists that were checked."""

    listbuilder: str
    """Version of listbuilder."""
    rosters: list[CheckedRoster]
