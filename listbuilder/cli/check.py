"""`listbuilder check PATH...`: the verdict, the reasons for it, and what it rests on."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.cli.context import (
    ILLEGAL,
    OK,
    OUR_BUG,
    UNREAD,
    Context,
    build_bug_problem,
    should_show_trace,
)
from listbuilder.cli.judge_file import ReadingOptions, get_size_limit, is_our_bug, judge_all_lists
from listbuilder.cli.layout import VERDICT_ROLE
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader

if TYPE_CHECKING:
    from listbuilder.reports.event import EventFile

MANY = (".zip", ".csv", ".tsv")
FORMATS = ("text", "json", "short")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder check` to `parser`."""
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
    """Check lists, print their verdicts, and return the exit code.

    Folders, archives, tables and `--csv` go to the module for many lists.
    """
    wish = ReadingOptions(
        args.form, _read_event(args.event, context), context.read_collection(args.collection)
    )
    shown = DetailOptions(args.verbose, args.everything)
    if args.csv or any(_has_many_lists(name) for name in args.paths):
        from listbuilder.cli import batch

        return batch.run(args, context, wish)
    positions = []
    rosters = []
    for name in args.paths:
        load = _FileLoader(name)
        judged_lists = judge_all_lists(load, name, context, wish)
        several = len(args.paths) > 1 or len(judged_lists) > 1
        for judged_list in judged_lists:
            position, content = _build_output(
                judged_list,
                context.copy_for_game(judged_list.system),
                wish,
                shown,
                None if len(judged_lists) > 1 else load.raw,
            )
            if not is_read(position) or context.format == "json":
                context.copy_for_game(position.system).print_problems(position.problems)
            positions.append(position)
            if not isinstance(content, str):
                rosters.append(content)
            elif content:
                print(content, end="\n\n" if several and context.format == "text" else "\n")
    if context.format == "json":
        from listbuilder.cli import verdict_json

        print(verdict_json.build_document(rosters))
    elif len(positions) > 1 and context.format == "text":
        print(
            count_verdicts(
                [position.verdict for position in positions if is_read(position)], context
            )
        )
    return (
        OUR_BUG
        if any(map(is_our_bug, positions))
        else choose_exit_code(position.verdict for position in positions)
    )


class DetailOptions(msgspec.Struct, frozen=True):
    """The options for how much of a verdict is shown.

    They are all that it rests on (-v), and every problem (--all).
    """

    verbose: bool = False
    everything: bool = False


class _FileLoader:
    """A function that loads a file when it is asked to, and keeps it for quoting."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.raw: bytes | None = None

    def __call__(self) -> bytes:
        """Read the file and return its bytes."""
        self.raw = reader.read_named_file(self.name, get_size_limit(self.name))
        return self.raw


def is_read(position: Position) -> bool:
    """Return whether there was anything to judge.

    A file that isn't there, or can't be opened, gets no verdict.
    """
    return bool(position.sha256) or not position.problems


def _build_output(
    position: Position,
    context: Context,
    wish: ReadingOptions,
    shown: DetailOptions,
    raw: bytes | None = None,
) -> tuple[Position, str | dict[str, Any]]:
    """Return the verdict in words or as JSON, with its position.

    A list whose verdict can't be put into words is an unread one, with the bug as its problem.
    """
    try:
        return position, build_json(
            position, context, wish
        ) if context.format == "json" else build_text(position, context, wish, shown, raw)
    except Exception as error:
        if should_show_trace() or is_our_bug(position):
            raise
        failed = Position(
            None,
            context.library,
            file=position.file,
            problems=[build_bug_problem(error, position.file)],
        )
        return _build_output(failed, context, wish, shown)


def build_json(position: Position, context: Context, wish: ReadingOptions) -> dict[str, Any]:
    """Return the verdict as JSON, with what is missing from the collection if one was given."""
    from listbuilder.cli import verdict_json

    content = verdict_json.build_roster(position, context)
    if wish.owned is not None:
        from listbuilder.cli import collection

        content["collection"] = collection.build_json(position, wish.owned)
    return content


def build_text(
    position: Position,
    context: Context,
    wish: ReadingOptions,
    shown: DetailOptions,
    raw: bytes | None = None,
) -> str:
    """Return the whole verdict, or a line for each problem with --format short.

    It is empty for a file that was not read.
    """
    from listbuilder.cli import verdict_text

    if context.format == "short":
        return (
            "\n".join(verdict_text.format_short_lines(position, context))
            if is_read(position)
            else ""
        )
    if not is_read(position):
        return ""
    text = verdict_text.build_verdict_text(
        position, context, verbose=shown.verbose, everything=shown.everything, raw=raw
    )
    if wish.owned is not None:
        from listbuilder.cli import collection

        text = "\n".join([text, *collection.list_missing_lines(position, wish.owned, context)])
    return text


def _read_event(name: str | None, context: Context) -> EventFile | None:
    """Return the event file `name`, resolved with the library, or None if none was given."""
    if name is None:
        return None
    from listbuilder.event import event_file

    return event_file.read_event(Path(name), context.library)


def choose_exit_code(verdicts: Iterator[str] | Sequence[str]) -> int:
    """Return the exit code for verdicts. Unread weighs more than illegal, and illegal more than
    legal.
    """
    different = set(verdicts)
    return UNREAD if "unread" in different else ILLEGAL if "illegal" in different else OK


def _has_many_lists(name: str) -> bool:
    """Return whether a path may hold many lists: a folder, an archive or a table."""
    return name != "-" and (Path(name).suffix.lower() in MANY or os.path.isdir(name))


def count_verdicts(verdicts: Sequence[str], context: Context) -> str:
    """Return the sentence that counts the lists of each verdict, the worst first."""
    if not verdicts:
        return context.say("check.summary_none")
    counts = {verdict: verdicts.count(verdict) for verdict in ("illegal", "unread", "legal")}
    texts = {
        verdict: context.say(f"check.count_{verdict}", count=count)
        for verdict, count in counts.items()
        if count
    }
    text = context.say("check.summary", count=len(verdicts), counts=list(texts.values()))
    for verdict, part in texts.items():
        text = text.replace(part, context.paint(part, VERDICT_ROLE[verdict]), 1)
    return text
