"""The reports of `fix --format json` and `why --format json`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from listbuilder.contract.base import Finding, Published

Verdict = Literal["legal", "illegal", "unread"]
Sum = Annotated[int, Field(ge=0)]


class EditStep(Published):
    """`set` a key or a place of a list, `insert` before a place of a list, `remove` either; in their order."""

    op: Literal["set", "insert", "remove"]
    path: list[str | int]
    value: Any


class OfferedChanges(Published):
    """Edits that were made and judged before they are offered."""

    changes: list[str]
    """In words, one line each."""
    steps: list[EditStep]
    """What leads from the roster as it stands to `roster`."""
    units_lost: Sum
    things_changed: Sum
    points_lost: Sum | None
    """Null in games without points, as is `points`."""
    verdict: Verdict
    """Of the roster with them."""
    points: int | None
    roster: dict[str, Any]


class FixReport(Published):
    listbuilder: str
    """Its version."""
    file: str
    format: str
    """`roster` is our own; the others are named as `--from` names them."""
    sha256: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
    system: str | None
    verdict: Verdict
    """Of the list as it stands."""
    points: int | None
    limit: int | None
    findings: list[Finding]
    """The errors."""
    offers: list[OfferedChanges]
    """The smallest first: by units lost, then things changed, then points lost; units with `keep: true` are touched last."""
    standing: list[Finding]
    """Without an offer: the errors that no change of the kinds tried helps against."""
    together: bool
    """No changes were found that mend all of them at once; alone each might be mended."""
    unread: list[str]
    """What could not be read. For such a list nothing is offered."""
    written: str | None
    """The file that the mended roster was written to."""


class CausingUnit(Published):
    id: str
    name: str
    path: list[str | int]
    """In the roster with the thing in it."""


class ReasonAgainst(Finding):
    """A rule in the way, as it would find the roster with the thing in it."""

    causes: list[CausingUnit]
    offers: list[OfferedChanges]
    """What clears it alone; other reasons may stand. `steps` and `roster` have the thing in it, as everywhere here."""


class WhyAnswer(Published):
    kind: str
    """`unit`, `wargear`, or the field of the roster that it would be chosen in."""
    name: str
    of: str | None
    """The detachment, table or faction that it belongs to."""
    brought_by: list[str]
    """What the army could choose instead, where the unit is not to be had alone: regiments of renown that it is in."""
    to: str | None
    """Id of the unit that it is given to or goes with."""
    allowed: bool
    only_points: bool
    """Nothing stands in the way but the points."""
    points: int | None
    """With it."""
    steps: list[EditStep]
    """What puts it there."""
    reasons: list[ReasonAgainst]
    offers: list[OfferedChanges]
    """What clears all of them, so that it may be there."""


class WhyMark(Published):
    id: str
    name: str
    allowed: bool
    only_points: bool
    change: int
    """Of the points."""
    points: int | None
    reasons: list[Finding]


class WhyReport(Published):
    """`answer` where something was asked for by name, `marks` with --all."""

    listbuilder: str
    """Its version."""
    file: str
    sha256: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
    system: str | None
    verdict: Verdict
    """Of the list as it stands."""
    points: int | None
    unread: list[str]
    """What could not be read. Of such a list nothing is answered."""
    answer: WhyAnswer | None = None
    marks: list[WhyMark] | None = None
