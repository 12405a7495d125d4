"""Something that could not be read: where, what was given, what is allowed. Never a traceback."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from listbuilder.model.base import Path
from listbuilder.model.message_args import MessageArgs


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One sentence for the user. The wording lives in i18n/problems.yaml, under `key`."""

    key: str
    args: MessageArgs = msgspec.field(default_factory=dict)
    file: str = ""
    line: int | None = None
    column: int | None = None
    path: Path = ()
    severity: Literal["error", "warning"] = "error"


def make_unwritable_problem(error: OSError, file: object) -> Problem:
    """Return the problem that says why the file or folder `file` can't be written."""
    reason = error.strerror or str(error)
    return Problem(key="cannot_write", file=str(file), args={"reason": reason})


class Unreadable(Exception):
    """Raised where reading cannot go on; carries every problem found until then."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.file}:{p.line}: {p.key} {p.args}" for p in self.problems))
