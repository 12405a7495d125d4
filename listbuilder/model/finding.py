"""The findings of checks, and the edits that would fix them.

Wording is added later, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

import msgspec

from listbuilder.model.base import Path
from listbuilder.model.edit import Edit
from listbuilder.model.message_args import MessageArgs
from listbuilder.model.rulebook import Citation, Severity


class Amount(msgspec.Struct, frozen=True):
    """A number of something, as an argument: the name is shown in the reader's language.

    A text as `count` is a range that is allowed, as 0-1.
    """

    count: int | str
    name: str


class Remarked(msgspec.Struct, frozen=True):
    """Something with a number or mark in brackets behind it, as an argument."""

    name: str
    remark: str


class Phrase(msgspec.Struct, frozen=True):
    """An argument that is itself a text of the check's words, and not a name or number.

    The text is `phrases.<key>`.
    """

    key: str
    args: MessageArgs = msgspec.field(default_factory=dict)


class Fix(msgspec.Struct, frozen=True, kw_only=True):
    """An edit that fixes a finding. `key` names its label in the wording of the check."""

    key: str
    edit: Edit
    args: MessageArgs = msgspec.field(default_factory=dict)


class LazyFixes(Sequence[Fix]):
    """Fixes that are looked for when somebody looks at them.

    That can take longer than all other rules. The search may give up (None) where the work allowed
    for a roster is done; then there are none, and it is said.
    """

    def __init__(self, find: Callable[[], tuple[Fix, ...] | None]) -> None:
        """Keep `find`, which returns the fixes, or None if it gives up.

        It is called when the fixes are first needed.
        """
        self._find = find
        self._found: tuple[Fix, ...] | None = None
        self._given_up = False

    @property
    def given_up(self) -> bool:
        """True if the search for fixes gave up. Searches now if no search was made before."""
        self._find_all()
        return self._given_up

    def _find_all(self) -> tuple[Fix, ...]:
        """Return all fixes; they are searched for once and kept. Empty if the search gave up."""
        if self._found is None:
            found = self._find()
            self._given_up, self._found = found is None, found or ()
        return self._found

    def __len__(self) -> int:
        return len(self._find_all())

    @overload
    def __getitem__(self, place: int) -> Fix: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Fix, ...]: ...

    def __getitem__(self, place: int | slice) -> Fix | tuple[Fix, ...]:
        return self._find_all()[place]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A result of a check: one cause, one finding.

    It has neither wording nor rule; the engine makes a `Stamped` of it.

    A cause is known again after an edit by the rule, by `cause` and by what it is `about`; then
    `excess` tells whether it got worse. So `about` has to be said where the path is not what the
    finding is about: a check that speaks of the fourth of a kind is about the kind, and says its
    name.
    """

    key: str
    path: Path = ()
    args: MessageArgs = msgspec.field(default_factory=dict)
    units: tuple[str, ...] = ()
    fixes: Sequence[Fix] = ()
    severity: Severity | None = None  # where the check knows better than the rule
    # a place of the roster, which edits move (and names below it), or a name; None: the path
    about: Path | str | None = None
    cause: str = ""  # where several keys are ways of saying the same: one of them; else the key
    excess: int = 0  # how much is too much, or is missing
    of_points: bool = False  # mended by spending less, whatever on
    silent: bool = False  # true, but what another rule finds says it already
    # under a rule that speaks of battle formations: true whatever is declared, so no secret
    public: bool = False


class Stamped(Finding, frozen=True, kw_only=True):
    """A finding under a rule, as everybody but the checks knows it. Only the engine makes them."""

    severity: Severity
    code: str
    name: str
    check: str
    citation: Citation
    secret: bool = False
    by_today: bool = False  # it rests on today's data, for that of a past day is not known

    @property
    def what(self) -> tuple[str, str, str]:
        """The rule that is broken (code and name), and in which way.

        Findings before and after an edit are matched by it.
        """
        return (self.code, self.name, self.cause or self.key)

    @property
    def whom(self) -> Path | str:
        """The path in the roster, or the name, of what the finding is about."""
        return self.path if self.about is None else self.about


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """Something assumed, or something that was not checked."""

    key: str
    args: MessageArgs = msgspec.field(default_factory=dict)
    path: Path = ()


class Breach(Note, frozen=True, kw_only=True):
    """A demand beyond the rules that a list does not meet.

    It is known again after an edit as a finding is. A `remark` is worth saying and makes no list
    illegal: how it was handed in, not what is on it. `fixed`: nothing on the roster could be
    otherwise, so that it were not so: it is of another game. `whole`: it is about whole units, and
    nothing helps but to do without some.
    """

    about: str = ""
    cause: str = ""
    excess: int = 0
    remark: bool = False
    fixed: bool = False
    whole: bool = False
    units: tuple[str, ...] = ()
    of_points: bool = False
    fixes: tuple[Fix, ...] = ()

    @property
    def severity(self) -> Severity:
        """The severity of the breach: "warning" for a remark, otherwise "error"."""
        return "warning" if self.remark else "error"

    @property
    def what(self) -> tuple[str, str]:
        """The demand that is not met, and the name of what it is about."""
        return (self.cause or self.key, self.about)

    @property
    def whom(self) -> str:
        """The name of what the breach is about."""
        return self.about


Wrong = Stamped | Breach  # what the law has against a roster, or an event
