"""`listbuilder check PATH...`: the verdict, what led to it, and what it rests on."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.cli.context import ILLEGAL, OK, OUR_BUG, UNREAD, Context, bug, wants_trace
from listbuilder.cli.lists import LIST_BYTES, Wish, is_our_bug, judge_each
from listbuilder.law.position import Position
from listbuilder.store import reader
from listbuilder.store.ours import named_as_ours

if TYPE_CHECKING:
    from listbuilder.advice.collection import Owned
    from listbuilder.contract.event import EventFile

MANY = (".zip", ".csv", ".tsv")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--from", dest="form", metavar="FORMAT")
    parser.add_argument("--event", metavar="FILE")
    parser.add_argument("--collection", metavar="FILE")
    parser.add_argument("--column", metavar="NAME")
    parser.add_argument("--csv", metavar="FILE")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--jobs", type=int, metavar="N")


def run(args: argparse.Namespace, context: Context) -> int:
    wish = Wish(args.form, _event(args.event, context), _owned(args.collection, context))
    if args.csv or any(_holds_many(name) for name in args.paths):
        from listbuilder.cli import batch

        return batch.run(args, context, wish)
    positions = []
    rosters = []
    for name in args.paths:
        found = judge_each(partial(_load, name), name, context, wish)
        several = len(args.paths) > 1 or len(found) > 1
        for each in found:
            done, content = _written(each, context.about(each.system), wish)
            context.about(done.system).complain(done.problems)
            positions.append(done)
            if isinstance(content, str):
                print(content, end="\n\n" if several else "\n")
            else:
                rosters.append(content)
    if context.format == "json":
        from listbuilder.cli import verdict_json

        print(verdict_json.of_rows(rosters))
    elif len(positions) > 1:
        print(summary([done.verdict for done in positions], context))
    return OUR_BUG if any(map(is_our_bug, positions)) else exit_code(done.verdict for done in positions)


def _written(done: Position, context: Context, wish: Wish) -> tuple[Position, str | dict[str, Any]]:
    """The verdict in words or for programs. A list whose verdict cannot be put into words is an unread one."""
    try:
        return done, in_json(done, context, wish) if context.format == "json" else in_words(done, context, wish)
    except Exception as error:
        if wants_trace() or is_our_bug(done):
            raise
        failed = Position(None, context.library, file=done.file, sha256=done.sha256, problems=[bug(error, done.file)])
        return _written(failed, context, wish)


def in_json(done: Position, context: Context, wish: Wish) -> dict[str, Any]:
    from listbuilder.cli import verdict_json

    content = verdict_json.roster(done, context)
    if wish.owned is not None:
        from listbuilder.cli import collection

        content["collection"] = collection.as_json(done, wish.owned)
    return content


def in_words(done: Position, context: Context, wish: Wish) -> str:
    from listbuilder.cli import verdict_text

    text = verdict_text.full(done, context)
    if wish.owned is not None:
        from listbuilder.cli import collection

        text = "\n".join([text, *collection.lines(done, wish.owned, context)])
    return text


def _owned(name: str | None, context: Context) -> Owned | None:
    if name is None:
        return None
    from listbuilder.advice import collection

    return collection.read(Path(name), context.library)


def _event(name: str | None, context: Context) -> EventFile | None:
    if name is None:
        return None
    from listbuilder.exchange import event

    return event.read(Path(name), context.library)


def exit_code(verdicts: Iterator[str] | Sequence[str]) -> int:
    """What could not be read weighs more than what is illegal."""
    found = set(verdicts)
    return UNREAD if "unread" in found else ILLEGAL if "illegal" in found else OK


def _holds_many(name: str) -> bool:
    return name != "-" and (Path(name).suffix.lower() in MANY or os.path.isdir(name))


def _load(name: str) -> bytes:
    return reader.read_named(name, reader.ROSTER_BYTES if named_as_ours(name) else LIST_BYTES)


def summary(verdicts: Sequence[str], context: Context) -> str:
    return context.say(
        "check.summary",
        count=len(verdicts),
        legal=verdicts.count("legal"),
        illegal=verdicts.count("illegal"),
        unread=verdicts.count("unread"),
    )
