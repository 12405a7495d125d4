"""The commands of the command line, run in the page on files in the memory of its worker.

The page sends JSON and gets JSON back. A command prints the same words and documents as in a
terminal, because it is the same code.
"""

from __future__ import annotations

import io
import os
from contextlib import redirect_stderr, redirect_stdout

import msgspec

from listbuilder.cli import main
from listbuilder.cli.context import Context
from listbuilder.data.library import Library
from listbuilder.model.edit import Edit, Step
from listbuilder.model.problem import Unreadable
from listbuilder.pages.parts import MissingPart, PageLibrary

# Commands that the page may run; the others are about files and programs of a computer.
COMMANDS = ("check", "diff", "export", "fill", "fix", "import", "share", "why")


class Fixing(msgspec.Struct, frozen=True):
    """A change of a list: the fix of one finding, or steps.

    `finding` and `fix` count from 0, as `check` lists them. `steps`: as the JSON of `fix` has them.
    """

    file: str
    finding: int = 0
    fix: int = 0
    steps: tuple[Step, ...] = ()


class Request(msgspec.Struct, frozen=True):
    """A command as it would be typed, without the name of the program; or a fix to be made.

    `columns`: the width that texts are laid out for.
    """

    words: list[str] = []
    columns: int = 80
    fixing: Fixing | None = None


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The output of a command and its exit code, or the part that has to be loaded first."""

    code: int = 0
    out: str = ""
    err: str = ""
    needs: str = ""


class Engine:
    """The program with the data that it has read, which stay loaded between commands."""

    def __init__(self, library: Library | None = None) -> None:
        """Set up the engine with `library`, by default that of the page."""
        self.library = library or PageLibrary()

    def answer(self, request: str) -> str:
        """Return the answer to a request of the page; both are JSON."""
        return msgspec.json.encode(self.run(msgspec.json.decode(request, type=Request))).decode()

    def run(self, request: Request) -> Answer:
        """Run a command and return what it printed, or which part is missing for it.

        Raises ValueError for a command that the page doesn't have.
        """
        os.environ["COLUMNS"] = str(max(20, min(request.columns, 200)))
        try:
            if request.fixing is not None:
                return self._make_fix(request.fixing)
            if not request.words or request.words[0] not in COMMANDS:
                raise ValueError(f"not a command of the page: {request.words[:1]}")
            out, err = io.StringIO(), io.StringIO()
            with redirect_stdout(out), redirect_stderr(err):
                code = main.run(request.words, self.library)
        except MissingPart as missing:
            # A new library, because the old one may be half filled with the missing data.
            self.library = type(self.library)()
            return Answer(needs=missing.name)
        return Answer(code, out.getvalue(), err.getvalue())

    def _make_fix(self, fixing: Fixing) -> Answer:
        """Return the text of the list with one change made, or exit code 2 if it can't be made.

        The text is in the form in which the list came, if that says the same; else it is a roster.
        Why it is no command: `fix` writes rosters, and a player takes the text back to an app.
        """
        from listbuilder.cli.fix import build_changed_text
        from listbuilder.cli.judge_file import ReadingOptions, judge_named_file
        from listbuilder.cli.same_form_text import write_in_form

        context = Context("en", "text", None, self.library, False)
        position = judge_named_file(fixing.file, None, context)
        text = b""
        try:
            edit = Edit(fixing.steps)
            if not fixing.steps:
                edit = position.findings[fixing.finding].fixes[fixing.fix].edit
            after = position.apply(edit)
            if position.format != "roster":
                text = write_in_form(after, position.format, context, ReadingOptions())
            text = text or build_changed_text(position, edit, after)
        except (LookupError, TypeError, Unreadable):
            return Answer(code=2)
        return Answer(out=text.decode())
