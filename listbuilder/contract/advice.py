"""The report of `fix --format json`, and the parts it shares with that of `why`."""

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
    """Each of them could be mended, and all of them together not."""
    unread: list[str]
    """What could not be read. For such a list nothing is offered."""
    written: str | None
    """The file that the mended roster was written to."""
