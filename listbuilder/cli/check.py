"""`listbuilder check PATH...`: the verdict, what led to it, and what it rests on."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.cli.context import ILLEGAL, OK, OUR_BUG, UNREAD, Context, bug, wants_trace
from listbuilder.cli.layout import VERDICT_ROLE
from listbuilder.cli.lists import LIST_BYTES, Wish, is_our_bug, judge_each
from listbuilder.law.position import Position
from listbuilder.store import reader
from listbuilder.store.ours import named_as_ours

if TYPE_CHECKING:
    from listbuilder.advice.collection import Owned
    from listbuilder.contract.event import EventFile

MANY = (".zip", ".csv", ".tsv")
FORMATS = ("text", "json", "short")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--from", dest="form", metavar="FORMAT")
    parser.add_argument("--event", metavar="FILE")
    parser.add_argument("--collection", metavar="FILE")
    parser.add_argument("--column", metavar="NAME")
    parser.add_argument("--csv", metavar="FILE")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--all", dest="everything", action="store_true")
    parser.add_argument("--jobs", type=int, metavar="N")


def run(args: argparse.Namespace, context: Context) -> int:
    wish = Wish(args.form, _event(args.event, context), _owned(args.collection, context))
    shown = Shown(args.verbose, args.everything)
    if args.csv or any(_holds_many(name) for name in args.paths):
        from listbuilder.cli import batch

        return batch.run(args, context, wish)
    positions = []
    rosters = []
    for name in args.paths:
        load = _Once(name)
        found = judge_each(load, name, context, wish)
        several = len(args.paths) > 1 or len(found) > 1
        for each in found:
            done, content = _written(each, context.about(each.system), wish, shown, None if len(found) > 1 else load.raw)
            if not is_read(done) or context.format == "json":
                context.about(done.system).complain(done.problems)
            positions.append(done)
            if not isinstance(content, str):
                rosters.append(content)
            elif content:
                print(content, end="\n\n" if several and context.format == "text" else "\n")
    if context.format == "json":
        from listbuilder.cli import verdict_json

        print(verdict_json.of_rows(rosters))
    elif len(positions) > 1 and context.format == "text":
        print(summary([done.verdict for done in positions if is_read(done)], context))
    return OUR_BUG if any(map(is_our_bug, positions)) else exit_code(done.verdict for done in positions)


class Shown(msgspec.Struct, frozen=True):
    """The options for how much of a verdict is shown: all that it rests on (-v), and every problem (--all)."""

    verbose: bool = False
    everything: bool = False


class _Once:
    """Loads a file when it is asked for, and keeps it for quoting."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.raw: bytes | None = None

    def __call__(self) -> bytes:
        self.raw = reader.read_named(self.name, reader.ROSTER_BYTES if named_as_ours(self.name) else LIST_BYTES)
        return self.raw


def is_read(done: Position) -> bool:
    """Return whether there was anything to judge. A file that is not there, or cannot be opened, gets no verdict."""
    return bool(done.sha256) or not done.problems


def _written(
    done: Position, context: Context, wish: Wish, shown: Shown, raw: bytes | None = None
) -> tuple[Position, str | dict[str, Any]]:
    """The verdict in words or for programs. A list whose verdict cannot be put into words is an unread one."""
    try:
        return done, in_json(done, context, wish) if context.format == "json" else in_words(done, context, wish, shown, raw)
    except Exception as error:
        if wants_trace() or is_our_bug(done):
            raise
        failed = Position(None, context.library, file=done.file, problems=[bug(error, done.file)])
        return _written(failed, context, wish, shown)


def in_json(done: Position, context: Context, wish: Wish) -> dict[str, Any]:
    from listbuilder.cli import verdict_json

    content = verdict_json.roster(done, context)
    if wish.owned is not None:
        from listbuilder.cli import collection

        content["collection"] = collection.as_json(done, wish.owned)
    return content


def in_words(done: Position, context: Context, wish: Wish, shown: Shown, raw: bytes | None = None) -> str:
    """The whole verdict, or a line for each problem with --format short; empty of a file that was not read."""
    from listbuilder.cli import verdict_text

    if context.format == "short":
        return "\n".join(verdict_text.short(done, context)) if is_read(done) else ""
    if not is_read(done):
        return ""
    text = verdict_text.full(done, context, verbose=shown.verbose, everything=shown.everything, raw=raw)
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


def summary(verdicts: Sequence[str], context: Context) -> str:
    """Return how many lists there are of each verdict, the worst first."""
    if not verdicts:
        return context.say("check.summary_none")
    counts = {each: verdicts.count(each) for each in ("illegal", "unread", "legal")}
    said = {each: context.say(f"check.count_{each}", count=count) for each, count in counts.items() if count}
    text = context.say("check.summary", count=len(verdicts), counts=list(said.values()))
    for each, part in said.items():
        text = text.replace(part, context.paint(part, VERDICT_ROLE[each]), 1)
    return text
