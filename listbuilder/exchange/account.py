"""The book kept while names are resolved: which line became what, what was guessed, what could not be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from listbuilder.exchange.parsed import ParsedList
from listbuilder.exchange.source import Source
from listbuilder.games.shared.names import Match
from listbuilder.games.shared.numbers import ROUND, bracket, counts, priced
from listbuilder.games.shared.phrases import is_footer
from listbuilder.model.base import Path
from listbuilder.model.finding import Note
from listbuilder.model.imported import Gone, Imported, Went
from listbuilder.model.problem import Problem


class Said(NamedTuple):
    """A keyword that the list states of a unit, and its datasheet has not."""

    path: Path
    keyword: str
    line: int = 0
    given: str = ""  # what the line says, where that is all it says


class Account:
    def __init__(self, source: Source, file: str) -> None:
        self.source = source
        self.file = file
        self.notes: list[Note] = []
        self.problems: list[Problem] = []
        self.gone: list[Gone] = []
        self.past: dict[Path, dict[str, int | None]] = {}
        self.marks: dict[Path, tuple[int, int]] = {}
        self.asked = 0  # units of which it was asked what they must have
        self.warned: list[Note] = []
        self.keywords: list[Said] = []
        self._said: set[int] = set()
        self._told: set[str] = set()  # problems and guesses by all they say: a search through thousands is slow

    def found(self, match: Match, written: str, taken: str, line: int, path: Path = ()) -> None:
        """A name was resolved. If that was a guess, it is told."""
        self.source.mapped(line)
        if match.how == "guess":
            self.guess(written, taken, line, path, match.distance)

    def guess(self, written: str, taken: str, line: int, path: Path = (), distance: int = 0) -> None:
        args = {"line": line, "given": written, "taken": taken, "distance": distance}
        note = Note(key="import_guess" if distance else "import_taken", args=args, path=path)
        if self._is_new(note):
            self.notes.append(note)

    def note(self, key: str, path: Path = (), **args: Any) -> None:
        self.notes.append(Note(key=key, args=args, path=path))

    def unread(self, line: int, key: str, path: Path = (), **args: Any) -> None:
        """A line, or a name on it, that could not be read; one sentence for each name."""
        self.source.unread(line)
        self._said.add(line)
        problem = Problem(key=key, args=args, file=self.file, line=line, path=path)
        if self._is_new(problem):
            self.problems.append(problem)

    def _is_new(self, told: Note | Problem) -> bool:
        before = len(self._told)
        self._told.add(repr(told))
        return len(self._told) > before

    def at(self, path: Path, line: int | None) -> None:
        if line is not None and 0 < line <= len(self.source.lines):
            self.marks[path] = (line, self.source[line].indent + 1)

    def went(self, went: Went, line: int, path: Path, prices: dict[str, int | None], factor: int = 1) -> None:
        """A name that only the history has."""
        self.gone.append(Gone(went.name, line, path, prices, factor))
        args: dict[str, Any] = {"given": went.name}
        if went.until:
            args["since"] = went.until
        if went.until and went.now:
            args["now"] = went.now
        key = ("unread_replaced" if went.now else "unread_gone") if went.until else "unread_past"
        self.unread(line, key, path, **args)

    def hidden(self, is_unit: Callable[[str], bool]) -> None:
        """Text that was passed over as talk is not talk where it counts something, has points, or names a unit with points."""
        for line in self.source.lines if not self.source.tree else ():
            if line.fate != "noise" or is_footer(line.words):
                continue
            found = bracket(line.words, ROUND)
            if counts(line.words) or (priced(line.words) and not line.heading) or (found and found[0] and is_unit(found[0])):
                self.unread(line.number, "unread_line", text=line.words[:120])

    def close(self) -> None:
        """Lines that nobody marked are unread, each with its own sentence."""
        for line in self.source.settle():
            if line.number not in self._said:
                args = {"text": line.words[:120]}
                self.problems.append(Problem(key="unread_line", args=args, file=self.file, line=line.number))
        self.problems.sort(key=lambda problem: problem.line or 0)


def accounting_of(parsed: ParsedList, account: Account) -> Imported:
    """What becomes of it for whoever reads the verdict."""
    fates = [line.fate for line in account.source.lines]
    made = Imported(
        format=parsed.format,
        nested=account.source.tree,
        player=parsed.player,
        mapped=fates.count("mapped"),
        noise=fates.count("noise"),
        unread=account.problems,
        notes=account.notes,
        warned=account.warned,
        gone=account.gone,
        past=account.past,
        stated_total=parsed.total,
    )
    made.lines = sum(fate is not None for fate in fates)
    return made
