"""A list from bytes to a verdict, whoever wrote it. What only other people's formats need is loaded for them alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from listbuilder.cli.context import Context
from listbuilder.law.judge import Judgement, judge
from listbuilder.store.ours import is_ours, named_as_ours

if TYPE_CHECKING:
    from listbuilder.contract.event import EventFile

LIST_BYTES = 20_000_000  # of a file that another program wrote; its reader knows tighter limits


class Wish(msgspec.Struct):
    """How lists are to be read: --from and --event."""

    format: str | None = None
    event: EventFile | None = None


def judge_any(raw: bytes, name: str, context: Context, wish: Wish) -> Judgement:
    day = context.as_of or (wish.event.points_as_of if wish.event else None)
    if wish.format is None and is_ours(raw):
        done = judge(raw, name, context.library, day)
    else:
        done = _foreign(raw, name, context, wish, day)
    if wish.event is not None:
        from listbuilder.exchange import event

        event.judge(done, wish.event)
    return done


def _foreign(raw: bytes, name: str, context: Context, wish: Wish, day: str | None) -> Judgement:
    from listbuilder.exchange.imports import judge_list

    if wish.format is None and named_as_ours(name) and len(raw) > 0:
        from listbuilder.exchange.detect import detect
        from listbuilder.model.problem import Unreadable

        try:
            detect(raw, name)
        except Unreadable:  # no list of others: what is wrong with it as a roster is more use
            return judge(raw, name, context.library, day)
    return judge_list(raw, name, context.library, day, wish.format)
