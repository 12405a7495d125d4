"""A list from bytes to a verdict, whoever wrote it. What only other people's formats need is loaded for them alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from listbuilder.cli.context import Context, bug, wants_trace
from listbuilder.law.position import Position
from listbuilder.model.bounds import LIST_BYTES as LIST_BYTES
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.ours import is_ours, named_as_ours

if TYPE_CHECKING:
    from listbuilder.advice.collection import Owned
    from listbuilder.contract.event import EventFile


REPORT = b"listbuilder report "  # what a report of a wrong verdict begins with; the list is inside


class Wish(msgspec.Struct):
    """How lists are to be read, and what is asked beside the law: --from, --event and --collection."""

    format: str | None = None
    event: EventFile | None = None
    owned: Owned | None = None


def judge_safely(load: Callable[[], bytes], name: str, context: Context, wish: Wish) -> Position:
    """The verdict whatever happens: what befalls one list must not stop the others. Such a list is unread, and says why."""

    def unread(problems: Iterable[Problem]) -> Position:
        return Position(None, context.library, file=name, problems=problems)

    try:
        done = judge_any(load(), name, context, wish)
        done.judge()
        return done
    except Unreadable as error:
        return unread(error.problems)
    except (MemoryError, OSError) as error:
        reason = getattr(error, "strerror", None) or str(error) or "out of memory"
        return unread([Problem(key="gave_out", args={"reason": reason}, file=name)])
    except Exception as error:
        if wants_trace():
            raise
        return unread([bug(error, name)])


def judge_each(load: Callable[[], bytes], name: str, context: Context, wish: Wish) -> list[Position]:
    """The verdicts on all lists of one paste; one where it holds one. It is loaded once, for a pipe is read once."""
    kept: list[bytes] = []

    def once() -> bytes:
        if not kept:
            kept.append(load())
        return kept[0]

    done = judge_safely(once, name, context, wish)
    if not holds_several(done):
        return [done]
    return [judge_safely(partial(bytes, raw), each, context, wish) for each, raw in parts_of(once(), name)] or [done]


def holds_several(done: Position) -> bool:
    return any(problem.key == "two_lists" for problem in done.problems)


def parts_of(raw: bytes, name: str) -> list[tuple[str, bytes]]:
    """Each list of a paste by itself, under a name of its own; none where it holds one."""
    from listbuilder.exchange.two_lists import each_list

    if raw.startswith(REPORT):
        from listbuilder.exchange import report

        raw = report.inside(raw, name)
    return [] if is_ours(raw) else each_list(raw, name)


def is_our_bug(done: Position) -> bool:
    return any(problem.key == "our_bug" for problem in done.problems)


def judge_any(raw: bytes, name: str, context: Context, wish: Wish) -> Position:
    if raw.startswith(REPORT):
        from listbuilder.exchange import report

        raw = report.inside(raw, name)
    day = context.as_of or (wish.event.points_as_of if wish.event else None)
    if wish.format is None and is_ours(raw):
        done = Position.read(raw, name, context.library, day)
    else:
        done = _foreign(raw, name, context, wish, day)
    if wish.event is None:
        return done
    from listbuilder.exchange import event

    return done.under(partial(event.breaches, wish.event), wish.event.points_limit)


def _foreign(raw: bytes, name: str, context: Context, wish: Wish, day: str | None) -> Position:
    from listbuilder.exchange.imports import judge_list

    if wish.format is None and named_as_ours(name) and len(raw) > 0:
        from listbuilder.exchange.detect import detect

        try:
            detect(raw, name)
        except Unreadable:  # no list of others: what is wrong with it as a roster is more use
            return Position.read(raw, name, context.library, day)
    return judge_list(raw, name, context.library, day, wish.format)
