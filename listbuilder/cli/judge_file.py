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
    """Return how many bytes are read of a list called `name`: of a roster or of another list."""
    return reader.ROSTER_BYTES if is_named_as_ours(name) else LIST_BYTES


def judge_named_file(name: str, form: str | None, context: Context) -> Position:
    """Return the verdict on the list in the file `name`, or in standard input for "-".

    A list that can't be judged is unread, and its problem says why. `form`: the format from --from,
    or None to find it out.
    """
    load = partial(reader.read_named_file, name, get_size_limit(name))
    return judge_safely(load, name, context, ReadingOptions(form))


def judge_safely(
    load: Callable[[], bytes], name: str, context: Context, wish: ReadingOptions
) -> Position:
    """Return the verdict on a list, whatever happens: one list must not stop the others.

    A list that can't be judged is unread, and its problem says why.
    """

    def build_unread(problems: Iterable[Problem]) -> Position:
        """Return the position of an unread list with these problems."""
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
        return build_unread([build_bug_problem(error, name)])


def judge_all_lists(
    load: Callable[[], bytes], name: str, context: Context, wish: ReadingOptions
) -> list[Position]:
    """Return the verdicts on all lists of one paste; one verdict if it holds one list.

    The paste is loaded once, because a pipe can be read only once.
    """
    loaded: list[bytes] = []

    def load_once() -> bytes:
        """Return the bytes of the paste, loaded at the first call."""
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
    """Return whether a list turned out to be several in one paste."""
    return any(problem.key == "two_lists" for problem in position.problems)


def split_lists(raw: bytes, name: str) -> list[tuple[str, bytes]]:
    """Return each list of a paste with a name of its own; empty if it holds only one."""
    from listbuilder.formats.clean.split_lists import split_paste

    if raw.startswith(REPORT):
        from listbuilder.formats import bug_report

        raw = bug_report.extract_list(raw, name)
    raw = _extract_text(raw, name)
    return [] if is_our_roster(raw) else split_paste(raw, name)


def is_our_bug(position: Position) -> bool:
    """Return whether a bug of listbuilder prevented the verdict."""
    return any(problem.key == "our_bug" for problem in position.problems)


def judge_bytes(raw: bytes, name: str, context: Context, wish: ReadingOptions) -> Position:
    """Return the verdict on a list in any form.

    It may be a roster, a report of listbuilder, or another program's list. The date is that of the
    run, else that of the event. Raises Unreadable if it can't be read.
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
    """Return the text in a document, such as the list in a mail.

    Most lists aren't documents, and cost a look at how they begin.
    """
    if is_our_roster(raw):
        return raw
    from listbuilder.formats import documents

    return documents.extract_text(raw, name)


def _judge_foreign_list(
    raw: bytes, name: str, context: Context, wish: ReadingOptions, date: str | None
) -> Position:
    """Return the verdict on another program's list.

    A file that is named as a roster and isn't a list of any other program is read as a roster: what
    is wrong with it as a roster is more useful.
    """
    from listbuilder.formats.import_list import judge_list

    if wish.format is None and is_named_as_ours(name) and len(raw) > 0:
        from listbuilder.formats.detect import detect_format

        try:
            detect_format(raw, name)
        except Unreadable:
            return Position.read(raw, name, context.library, date)
    return judge_list(raw, name, context.library, date, wish.format)
