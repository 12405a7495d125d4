"""What a check found, and the edits that would mend it. Wording is added later, in the reader's language."""

from __future__ import annotations

from typing import Any

import msgspec

from listbuilder.model.base import Path
from listbuilder.model.edit import Edit
from listbuilder.model.rule import Citation, Severity


class Amount(msgspec.Struct, frozen=True):
    """So many of something, as an argument: the name is shown in the reader's language."""

    count: int
    name: str


class Phrase(msgspec.Struct, frozen=True):
    """An argument that is itself a text of the check's words (`phrases.<key>`), not a name or number."""

    key: str
    args: dict[str, Any] = msgspec.field(default_factory=dict)


class Fix(msgspec.Struct, frozen=True, kw_only=True):
    """An edit that mends a finding. `key` names its label in the words of the check."""

    key: str
    edit: Edit
    args: dict[str, Any] = msgspec.field(default_factory=dict)


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One cause, one finding. A check fills the upper half, the engine the lower."""

    key: str
    path: Path = ()
    args: dict[str, Any] = msgspec.field(default_factory=dict)
    units: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()

    code: str = ""
    name: str = ""
    check: str = ""
    severity: Severity | None = None  # of the rule, unless the check knows better
    citation: Citation | None = None


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """Something assumed, or something that was not checked."""

    key: str
    args: dict[str, Any] = msgspec.field(default_factory=dict)
    path: Path = ()
