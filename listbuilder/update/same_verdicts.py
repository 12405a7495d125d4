"""The proof that an update doesn't change the past: lists judged as of the day before it.

Every list is judged twice as of the day before the update: with the data as they are, and with the
updated data, from whose histories that day's data are computed. Verdict, points and findings must
be the same. A difference means that the history lacks the former state of something.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from listbuilder.data.is_roster_file import is_named_as_ours, is_our_roster
from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from listbuilder.i18n import problem_text
from listbuilder.model.limits import LIST_BYTES
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.windows import shift_date
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from listbuilder.update.apply import compute_mere_release
from listbuilder.update.data_entries import WholeLibrary
from listbuilder.yamlio import reader

_LIST_ENDINGS = (".yaml", ".yml", ".txt", ".rosz", ".ros", ".json", ".html", ".eml", ".md")
_SHOWN = 160  # characters of a finding that differs


class Judgement(msgspec.Struct, frozen=True):
    """The parts of a judged list that are compared.

    `findings` are its errors, warnings and assumptions as sentences.
    """

    verdict: str
    points: int | None
    findings: tuple[str, ...]


class DifferentVerdict(msgspec.Struct, frozen=True):
    """A list that the updated data judge differently as of the day before the update.

    `what` is verdict, points or findings; `before` and `after` have only what differs.
    """

    file: str
    what: str
    before: str
    after: str

    def make_problem(self, day: str) -> Problem:
        """Return the problem that stops the update; `day` is the day before it."""
        args = {"list": self.file, "day": day, "what": self.what}
        args |= {"before": self.before or "-", "after": self.after or "-"}
        return Problem(key="update_other_verdict", args=dict(args))


@contextlib.contextmanager
def lay_out_update(folder: Path, system: str, files: Mapping[str, bytes]) -> Iterator[Path]:
    """Provide a temporary data folder: the one at `folder` with the new `files` of `system` in it.

    The keys of `files` are paths below the game's folder, without the ending. Unchanged files are
    links. The folder is deleted at the end.
    """
    with TemporaryDirectory(prefix="listbuilder-update-") as scratch:
        target = Path(scratch)
        for path in sorted(folder.glob("*")):  # tables of words, and the other games
            if path.name != system and not path.name.startswith("."):
                _link(path, target / path.name)
        new = {f"{place}.yaml" for place in files}
        for path in sorted((folder / system).rglob("*.yaml")):
            place = path.relative_to(folder / system)
            if place.as_posix() not in new:
                (target / system / place).parent.mkdir(parents=True, exist_ok=True)
                _link(path, target / system / place)
        for name, raw in files.items():
            path = target / system / f"{name}.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(raw)
        yield target


def _link(source: Path, target: Path) -> None:
    """Make `target` a link to a file or folder, or a copy if the system can't make links."""
    try:
        os.symlink(source.resolve(), target)
    except OSError:
        copy = shutil.copytree if source.is_dir() else shutil.copyfile
        copy(source, target)


def find_lists(paths: Iterable[Path]) -> list[Path]:
    """Return the files at `paths`, and those that may be lists in the folders among them."""
    found: dict[Path, None] = {}
    for path in paths:
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in inside:
            if file == path or (file.is_file() and file.suffix.lower() in _LIST_ENDINGS):
                found[file] = None
    return list(found)


class Comparison(msgspec.Struct):
    """The lists that an update would judge differently as of the day before it.

    `judged` is the number of lists compared. `by_date` are lists that any release changes, even one
    without a single change of data: the day before it is then in the past, where some names in
    lists from other programs mean something else. They are no reason to stop the update.
    """

    different: list[DifferentVerdict] = []
    by_date: list[str] = []
    judged: int = 0


def compare_verdicts(
    folder: Path,
    system: str,
    files: Mapping[str, bytes],
    day: str,
    lists: Iterable[Path],
    report: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Return which lists the new `files` judge differently as of the day before the update.

    `day` is the first day of the update. `lists` are files and folders; lists of other games and
    other files are left out. `report` is called after each file with the number done and the total.
    Without a history the data of the day before can't be computed, and nothing is compared.
    """
    comparison = Comparison()
    if not (folder / system / "history").is_dir():
        return comparison
    day_before = shift_date(day, -1)
    paths = find_lists(lists)
    with contextlib.ExitStack() as stack:
        old_library = WholeLibrary(folder)
        new_library = WholeLibrary(stack.enter_context(lay_out_update(folder, system, files)))
        mere: Library | None = None
        for number, path in enumerate(paths, start=1):
            old = judge_file(path, system, old_library, day_before)
            new = None if old is None else judge_file(path, system, new_library, day_before)
            comparison.judged += old is not None
            if new != old:
                if mere is None:
                    dates = compute_mere_release(folder, system, day)
                    mere_folder = stack.enter_context(lay_out_update(folder, system, dates))
                    mere = WholeLibrary(mere_folder)
                dated = judge_file(path, system, mere, day_before)
                assert new is not None and dated is not None, path  # the list names its game
                if new == dated:
                    comparison.by_date.append(str(path))
                comparison.different += _compare(str(path), dated, new)
            if report is not None:
                report(number, len(paths))
    return comparison


def judge_file(path: Path, system: str, library: Library, day: str) -> Judgement | None:
    """Return the judgement of the list in a file as of `day`; None if it isn't one of `system`."""
    try:
        raw = reader.read_bytes(path, LIST_BYTES)
    except Unreadable:
        return None
    try:
        if is_our_roster(raw) or is_named_as_ours(path.name):
            position = Position.read(raw, path.name, library, day)
        else:
            position = judge_list(raw, path.name, library, day, None)
        if position.system is None or position.system.id != system:
            return None
        return _make_judgement(position)
    except Unreadable:
        return None


def _make_judgement(position: Position) -> Judgement:
    """Return the parts of a judged list that are compared."""
    verdict = position.compute_verdict()
    findings = [finding for finding in position.findings if finding.severity != "info"]
    texts = [f"{finding.severity}: {messages.say_finding(finding, 'en')}" for finding in findings]
    texts += [
        f"{problem.severity}: {problem_text.say_problem(problem, 'en')}"
        for problem in position.problems
    ]
    texts += [f"assumed: {messages.say_note(note, 'en')}" for note in position.assumed]
    army = position.army
    points = army.points if army is not None and army.counts_points else None
    return Judgement(verdict, points, tuple(sorted(texts)))


def _compare(file: str, old: Judgement, new: Judgement) -> Iterator[DifferentVerdict]:
    """Yield the differences between two judgements of a list."""
    if old.verdict != new.verdict:
        yield DifferentVerdict(file, "verdict", old.verdict, new.verdict)
    if old.points != new.points:
        yield DifferentVerdict(file, "points", str(old.points), str(new.points))
    gone = [text for text in old.findings if text not in new.findings]
    come = [text for text in new.findings if text not in old.findings]
    if gone or come:
        before, after = ("; ".join(texts)[:_SHOWN] for texts in (gone, come))
        yield DifferentVerdict(file, "findings", before, after)
