"""What a check found, and the edits that would mend it. Wording is added later, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

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


class Later(Sequence[Fix]):
    """Fixes that are looked for when somebody looks at them: it can take longer than all the rest of the law.

    The search may give up (None) where the work allowed for a roster is done; then there are none, and it is said.
    """

    def __init__(self, find: Callable[[], tuple[Fix, ...] | None]) -> None:
        self._find = find
        self._found: tuple[Fix, ...] | None = None
        self._given_up = False

    @property
    def given_up(self) -> bool:
        self._all()
        return self._given_up

    def _all(self) -> tuple[Fix, ...]:
        if self._found is None:
            found = self._find()
            self._given_up, self._found = found is None, found or ()
        return self._found

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, place: int) -> Fix: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Fix, ...]: ...

    def __getitem__(self, place: int | slice) -> Fix | tuple[Fix, ...]:
        return self._all()[place]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One cause, one finding. A check fills the upper half, the engine the lower."""

    key: str
    path: Path = ()
    args: dict[str, Any] = msgspec.field(default_factory=dict)
    units: tuple[str, ...] = ()
    fixes: Sequence[Fix] = ()

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
