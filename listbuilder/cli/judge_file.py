"""A list from bytes to a verdict, whoever wrote it.

What only other programs' formats need is loaded for them alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from listbuilder.cli.context import Context, build_bug_problem, should_show_trace
from listbuilder.data.is_roster_file import is_named_as_ours, is_our_roster
from listbuilder.model.limits import LIST_BYTES as LIST_BYTES
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader

if TYPE_CHECKING:
    from listbuilder.advice.collection import Owned
    from listbuilder.reports.event import EventFile


REPORT = b"listbuilder report "  # what a report of a wrong verdict begins with; the list is inside


class ReadingOptions(msgspec.Struct):
    """The options for how a list is read and what it is compared with.

    They come from --from, --event and --collection.
    """

    format: str | None = None
    event: EventFile | None = None
    owned: Owned | None = None


def get_size_limit(name: str) -> int:
    """Return how many bytes of the file `name` are read at most.

    The limit depends on whether the name is that of a roster file or of another program's list.
    """
    return reader.ROSTER_BYTES if is_named_as_ours(name) else LIST_BYTES


def judge_named_file(name: str, form: str | None, context: Context) -> Position:
    """Judge the list in the file `name`, or standard input for "-"; return its position.

    A list that can't be judged has the verdict “unread”, and its problem says why. `form`: the
    format from `--from`, or None to detect it.
    """
    load = partial(reader.read_named_file, name, get_size_limit(name))
    return judge_safely(load, name, context, ReadingOptions(form))


def judge_safely(
    load: Callable[[], bytes], name: str, context: Context, wish: ReadingOptions
) -> Position:
    """Judge the list whose bytes `load` returns, and return its position; no error gets out.

    Why: one bad list must not stop the others. A list that can't be judged has the verdict
    “unread”, and its problem says why. `wish`: how the list is read.
    """

    def build_unread(problems: Iterable[Problem]) -> Position:
        """Return the position of a list that can't be judged, with these problems."""
        return Position(None, context.library, file=name, problems=problems)

    try:
        position = judge_bytes(load(), name, context, wish)
        position.compute_verdict()
        return position
    except Unreadable as error:
        return build_unread(error.problems)
    except (MemoryError, OSError) as error:
        reason = getattr(error, "strerror", None) or str(error) or "out of memory"
        return build_unread([Problem(key="gave_out", args={"reason": reason}, file=name)])
    except Exception as error:
        if should_show_trace():
            raise
        return make_bug_position(error, name, context)


def make_bug_position(error: Exception, name: str, context: Context, sha256: str = "") -> Position:
    """Return the position of the list `name`, which could not be judged because of the bug `error`.

    `sha256` is the digest of the list's bytes, if the bytes could be read.
    """
    problem = build_bug_problem(error, name)
    return Position(None, context.library, file=name, sha256=sha256, problems=[problem])


def judge_all_lists(
    load: Callable[[], bytes], name: str, context: Context, wish: ReadingOptions
) -> list[Position]:
    """Judge every list in one text, and return a position for each.

    `load` returns the bytes of the text. It is called only once, because a pipe can be read only
    once.
    """
    loaded: list[bytes] = []

    def load_once() -> bytes:
        """Return the bytes of the text, loaded at the first call and then kept."""
        if not loaded:
            loaded.append(load())
        return loaded[0]

    position = judge_safely(load_once, name, context, wish)
    if not has_several_lists(position):
        return [position]
    return [
        judge_safely(partial(bytes, raw), part_name, context, wish)
        for part_name, raw in split_lists(load_once(), name)
    ] or [position]


def has_several_lists(position: Position) -> bool:
    """Return whether the text judged turned out to hold several lists."""
    return any(problem.key == "two_lists" for problem in position.problems)


def split_lists(raw: bytes, name: str) -> list[tuple[str, bytes]]:
    """Return name and bytes of each list in the text `raw`; empty if it holds only one."""
    from listbuilder.formats.clean.split_lists import split_paste

    if raw.startswith(REPORT):
        from listbuilder.formats import bug_report

        raw = bug_report.extract_list(raw, name)
    raw = _extract_text(raw, name)
    return [] if is_our_roster(raw) else split_paste(raw, name)


def is_our_bug(position: Position) -> bool:
    """Return whether a bug of listbuilder prevented the judging of this list."""
    return any(problem.key == "our_bug" for problem in position.problems)


def judge_bytes(raw: bytes, name: str, context: Context, wish: ReadingOptions) -> Position:
    """Judge a list given as bytes, and return its position.

    `raw` may be a roster, a report made by listbuilder, or another program's list. The date is that
    of the run, else that of the event. With an event, its conditions are checked too. Raises
    Unreadable if the list can't be read.
    """
    if raw.startswith(REPORT):
        from listbuilder.formats import bug_report

        raw = bug_report.extract_list(raw, name)
    elif wish.format is None:
        raw = _extract_text(raw, name)
    date = context.as_of
    if date is None and wish.event is not None:
        from listbuilder.event.event_file import get_day_of_event

        date = get_day_of_event(wish.event)
    if wish.format is None and is_our_roster(raw):
        position = Position.read(raw, name, context.library, date)
    else:
        position = _judge_foreign_list(raw, name, context, wish, date)
    if wish.event is None:
        return position
    from listbuilder.event import event_file

    position = event_file.set_size_of_event(wish.event, position)
    return position.copy_with_demands(
        partial(
            event_file.find_breaches, wish.event, written=event_file.find_other_points(position)
        )
    )


def _extract_text(raw: bytes, name: str) -> bytes:
    """Return the text in a document, such as the list in a mail; other bytes unchanged.

    Most lists aren't documents; for them only the first bytes are looked at.
    """
    if is_our_roster(raw):
        return raw
    from listbuilder.formats import documents

    return documents.extract_text(raw, name)


def _judge_foreign_list(
    raw: bytes, name: str, context: Context, wish: ReadingOptions, date: str | None
) -> Position:
    """Judge another program's list, and return its position.

    A file that is named like a roster but has no known format is read as a roster, because the
    problems found then are more useful. `date`: the date for rules and points.
    """
    from listbuilder.formats.import_list import judge_list

    if wish.format is None and is_named_as_ours(name) and len(raw) > 0:
        from listbuilder.formats.detect import detect_format

        try:
            detect_format(raw, name)
        except Unreadable:
            return Position.read(raw, name, context.library, date)
    return judge_list(raw, name, context.library, date, wish.format)
