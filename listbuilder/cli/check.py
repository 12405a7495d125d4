"""`listbuilder check PATH...`: the verdict, what led to it, and what it rests on."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.cli.context import ILLEGAL, OK, UNREAD, Context
from listbuilder.cli.lists import LIST_BYTES, Wish, judge_any
from listbuilder.law.judge import Judgement
from listbuilder.model.problem import Unreadable
from listbuilder.store import reader
from listbuilder.store.ours import named_as_ours

if TYPE_CHECKING:
    from listbuilder.contract.event import EventFile

MANY = (".zip", ".csv", ".tsv")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="list, folder, zip or CSV of lists, or - for standard input")
    parser.add_argument("--from", dest="form", metavar="FORMAT", help="the lists' format, where it is not to be detected")
    parser.add_argument("--event", metavar="FILE", help="event file that every list is checked against as well")
    parser.add_argument("--column", metavar="NAME", help="column of a CSV that holds the lists")
    parser.add_argument("--csv", metavar="FILE", help="write the summary table as CSV too; - for standard output")
    parser.add_argument("--full", action="store_true", help="the whole verdict of each list in a folder, zip or CSV")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes for many lists (default: one for each core)")


def run(args: argparse.Namespace, context: Context) -> int:
    wish = Wish(args.form, _event(args.event))
    if args.csv or any(_holds_many(name) for name in args.paths):
        from listbuilder.cli import batch

        return batch.run(args, context, wish)
    judgements = []
    for name in args.paths:
        done = _judge(name, context, wish)
        context.complain(done.problems)
        judgements.append(done)
        if context.format == "text":
            from listbuilder.cli import verdict_text

            print(verdict_text.full(done, context), end="\n\n" if len(args.paths) > 1 else "\n")
    if context.format == "json":
        from listbuilder.cli import verdict_json

        print(verdict_json.report(judgements, context))
    elif len(judgements) > 1:
        print(summary([done.verdict for done in judgements], context))
    return exit_code(done.verdict for done in judgements)


def _event(name: str | None) -> EventFile | None:
    if name is None:
        return None
    from listbuilder.exchange import event

    return event.read(Path(name))


def exit_code(verdicts: Iterator[str] | Sequence[str]) -> int:
    """What could not be read weighs more than what is illegal."""
    found = set(verdicts)
    return UNREAD if "unread" in found else ILLEGAL if "illegal" in found else OK


def _holds_many(name: str) -> bool:
    return name != "-" and (Path(name).suffix.lower() in MANY or Path(name).is_dir())


def _judge(name: str, context: Context, wish: Wish) -> Judgement:
    if name == "-":
        return judge_any(sys.stdin.buffer.read(reader.ROSTER_BYTES + 1), "-", context, wish)
    try:
        raw = reader.read_bytes(Path(name), reader.ROSTER_BYTES if named_as_ours(name) else LIST_BYTES)
    except Unreadable as error:
        return Judgement(file=name, sha256="", verdict="unread", problems=list(error.problems))
    return judge_any(raw, name, context, wish)


def summary(verdicts: Sequence[str], context: Context) -> str:
    return context.say(
        "check.summary",
        count=len(verdicts),
        legal=verdicts.count("legal"),
        illegal=verdicts.count("illegal"),
        unread=verdicts.count("unread"),
    )
