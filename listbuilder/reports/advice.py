"""The reports of `fix --format json` and `why --format json`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from listbuilder.reports.base import Finding, Published

Verdict = Literal["legal", "illegal", "unread"]
Sum = Annotated[int, Field(ge=0)]


class EditStep(Published):
    """One step of an edit: set a key or an entry of a list, insert before an entry, or remove
    either.

    Steps apply in their order.
    """

    op: Literal["set", "insert", "remove"]
    path: list[str | int]
    value: Any


class OfferedChanges(Published):
    """Changes that were applied and checked before being offered."""

    changes: list[str]
    """The changes in words, one line each."""
    steps: list[EditStep]
    """Steps from the current roster to `roster`."""
    units_lost: Sum
    things_changed: Sum
    points_lost: Sum | None
    """Null in games without points. The same applies to `points`."""
    verdict: Verdict
    """Verdict on the roster after the changes."""
    points: int | None
    roster: dict[str, Any]


class FixReport(Published):
    """The changes that make a list legal."""

    listbuilder: str
    """Version of listbuilder."""
    file: str
    format: str
    """`roster` is listbuilder's own format; other names are those of `--from`."""
    sha256: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
    system: str | None
    verdict: Verdict
    """Verdict on the list before any change."""
    points: int | None
    limit: int | None
    findings: list[Finding]
    """Errors of the list."""
    offers: list[OfferedChanges]
    """Smallest first: by units lost, then changes, then points lost.

    Units with `keep: true` are changed last.
    """
    standing: list[Finding]
    """If there are no fixes: the errors that no tried change resolves."""
    together: bool
    """True if no changes fix all errors at once, although each alone can be fixed."""
    unread: list[str]
    """Lines not understood. Such a list gets no fixes."""
    written: str | None
    """File the fixed roster was written to."""


class CausingUnit(Published):
    """A unit of the list that causes the reason."""

    id: str
    name: str
    path: list[str | int]
    """Path in the roster with the addition."""


class ReasonAgainst(Finding):
    """Rule that forbids the addition, with the problem it would report."""

    causes: list[CausingUnit]
    offers: list[OfferedChanges]
    """Changes that resolve this reason alone; others can remain.

    `steps` and `roster` include the addition.
    """


class WhyAnswer(Published):
    """The answer about one thing: whether it can be added, and what forbids it."""

    kind: str
    """`unit`, `wargear`, or the roster key it would be chosen in."""
    name: str
    of: str | None
    """Detachment, table or faction that it belongs to."""
    brought_by: list[str]
    """Regiments of Renown that contain the unit, if it can't be taken alone."""
    to: str | None
    """Id of the unit that receives it or that it is attached to."""
    allowed: bool
    only_points: bool
    """True if only the points forbid it."""
    points: int | None
    """Total points with the addition."""
    steps: list[EditStep]
    """Steps that add it."""
    reasons: list[ReasonAgainst]
    offers: list[OfferedChanges]
    """Changes that resolve all reasons, so that it can be added."""


class WhyMark(Published):
    """A thing that could be added, and whether the rules allow it."""

    id: str
    name: str
    allowed: bool
    only_points: bool
    change: int
    """Change in points."""
    points: int | None
    reasons: list[Finding]


class WhyReport(Published):
    """The answer to `why`: `answer` if something was asked for by name, `marks` with --all."""

    listbuilder: str
    """Version of listbuilder."""
    file: str
    sha256: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
    system: str | None
    verdict: Verdict
    """Verdict on the list before any change."""
    points: int | None
    unread: list[str]
    """Lines not understood. For such a list there is no answer."""
    answer: WhyAnswer | None = None
    marks: list[WhyMark] | None = None
