"""The account kept while names are resolved: which line became what, was guessed or unread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from listbuilder.formats.parsed import ParsedList
from listbuilder.formats.source import Source
from listbuilder.matching.names import Match
from listbuilder.matching.numbers import ROUND, has_count, has_price, split_last_bracket
from listbuilder.matching.phrases import is_footer
from listbuilder.model.base import Path
from listbuilder.model.finding import Note
from listbuilder.model.imported import GoneThing, GoneUnit, Imported
from listbuilder.model.problem import Problem


class StatedKeyword(NamedTuple):
    """A keyword that the list states of a unit, and its datasheet has not."""

    path: Path
    keyword: str
    line: int = 0
    given: str = ""  # what the line says, where that is all it says


class UncheckedItem(NamedTuple):
    """An item whose name is unknown in the language of the list, under a unit that is known."""

    path: Path
    line: int
    given: str
    datasheet: str


class Account:
    """The account of one import: notes, problems, and the line that each part of the roster is
    from.
    """

    def __init__(self, source: Source, file: str) -> None:
        """Begin the account of `source`, which was read from the file called `file`."""
        self.source = source
        self.file = file
        self.notes: list[Note] = []
        self.problems: list[Problem] = []
        self.gone: list[GoneUnit] = []
        self.past: dict[Path, dict[str, int | None]] = {}
        self.marks: dict[Path, tuple[int, int]] = {}
        self.asked = 0  # units of which it was asked what they must have
        self.warned: list[Note] = []
        self.keywords: list[StatedKeyword] = []
        self.foreign = False  # the list is surely in another language than English
        self.unchecked: list[UncheckedItem] = []
        self._said: set[int] = set()
        self._told: set[str] = (
            set()
        )  # problems and guesses by all they say: a search through thousands is slow

    def record_match(
        self, match: Match, written: str, name: str, line: int, path: Path = ()
    ) -> None:
        """Mark `line` as understood, because its name `written` was found as `name`.

        If the match is a guess, a note says so.
        """
        self.source.mark_mapped(line)
        if match.how == "guess":
            self.note_guess(written, name, line, path, match.distance)

    def note_guess(
        self, written: str, name: str, line: int, path: Path = (), distance: int = 0
    ) -> None:
        """Add a note that `written` was taken for `name`, unless the same note exists already.

        `distance` is how much the names differ; 0 means that the name was taken by other signs.
        """
        args = {"line": line, "given": written, "taken": name, "distance": distance}
        note = Note(key="import_guess" if distance else "import_taken", args=args, path=path)
        if self._is_new(note):
            self.notes.append(note)

    def add_note(self, key: str, path: Path = (), **args: Any) -> None:
        """Add a note with the message `key` about `path` of the roster."""
        self.notes.append(Note(key=key, args=args, path=path))

    def mark_unread(self, line: int, key: str, path: Path = (), **args: Any) -> None:
        """Mark `line` as unread, and add the problem `key` unless the same one exists already.

        One line can have several problems, one for each name on it that is unknown.
        """
        self.source.mark_unread(line)
        self._said.add(line)
        problem = Problem(key=key, args=args, file=self.file, line=line, path=path)
        if self._is_new(problem):
            self.problems.append(problem)

    def _is_new(self, item: Note | Problem) -> bool:
        """Return whether the note or problem was not recorded before, and remember it from
        now on.
        """
        before = len(self._told)
        self._told.add(repr(item))
        return len(self._told) > before

    def leave_unchecked(self, path: Path, line: int, given: str, datasheet: str) -> None:
        """Mark `line` as read, and note that its item `given` can't be checked.

        Whether that is harmless shows when the unit's points are known.
        """
        self.source.mark_mapped(line)
        self.unchecked.append(UncheckedItem(path, line, given, datasheet))

    def mark_place(self, path: Path, line: int | None) -> None:
        """Record that the part of the roster at `path` comes from `line`.

        None, or a line that doesn't exist, is ignored.
        """
        if line is not None and 0 < line <= len(self.source.lines):
            self.marks[path] = (line, self.source[line].indent + 1)

    def record_gone(
        self,
        past_thing: GoneThing,
        line: int,
        path: Path,
        prices: dict[str, int | None],
        factor: int = 1,
    ) -> None:
        """Record a thing that only the history knows, and report its line as unread.

        `prices` are what it cost, by day. `factor` is how many times its price counts for the list.
        """
        self.gone.append(GoneUnit(past_thing.name, line, path, prices, factor))
        args: dict[str, Any] = {"given": past_thing.name}
        if past_thing.until:
            args["since"] = past_thing.until
        if past_thing.until and past_thing.now:
            args["now"] = past_thing.now
        key = "unread_past"
        if past_thing.until:
            key = "unread_replaced" if past_thing.now else "unread_gone"
        self.mark_unread(line, key, path, **args)

    def retract(self, key: str) -> None:
        """Drop the problems of the kind `key`, and mark their lines as understood.

        What they report was told by other lines of the list, or by the data.
        """
        for problem in self.problems:
            if problem.key == key and problem.line:
                self.source[problem.line].fate = "mapped"
        self.problems = [problem for problem in self.problems if problem.key != key]

    def mark_overlooked_lines(self, is_unit: Callable[[str], bool]) -> None:
        """Report lines that were passed over as talk, but look like a part of the list.

        Such a line has a count, has points, or has a name before a bracket for which `is_unit` is
        true. Footers, and the lines of roster files, are left alone.
        """
        for line in self.source.lines if not self.source.tree else ():
            if line.fate != "noise" or is_footer(line.words):
                continue
            name_and_points = split_last_bracket(line.words, ROUND)
            if (
                has_count(line.words)
                or (has_price(line.words) and not line.heading)
                or (name_and_points and name_and_points[0] and is_unit(name_and_points[0]))
            ):
                self.mark_unread(line.number, "unread_line", text=line.words[:120])

    def report_rest(self) -> None:
        """Report each line that nothing has marked as unread, and sort all problems by line."""
        for line in self.source.mark_rest_unread():
            if line.number not in self._said:
                args = {"text": line.words[:120]}
                self.problems.append(
                    Problem(key="unread_line", args=args, file=self.file, line=line.number)
                )
        self.problems.sort(key=lambda problem: problem.line or 0)


def make_account_summary(parsed: ParsedList, account: Account) -> Imported:
    """Return the account as the report of the import that readers of the verdict get."""
    summary = Imported(
        format=parsed.format,
        nested=account.source.tree,
        player=parsed.player,
        unread=account.problems,
        notes=account.notes,
        warned=account.warned,
        gone=account.gone,
        past=account.past,
        stated_total=parsed.total,
    )
    summary.count_lines([line.fate for line in account.source.lines])
    return summary
