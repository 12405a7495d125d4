"""`listbuilder check PATH...`: the verdict, the reasons for it, and what it rests on."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from listbuilder.cli.context import (
    ILLEGAL,
    OK,
    OUR_BUG,
    UNREAD,
    Context,
    should_show_trace,
)
from listbuilder.cli.judge_file import (
    ReadingOptions,
    get_size_limit,
    is_our_bug,
    judge_all_lists,
    make_bug_position,
)
from listbuilder.cli.layout import VERDICT_ROLE
from listbuilder.data.settings import get_setting
from listbuilder.roster.position import Position
from listbuilder.rules.messages import say_game
from listbuilder.yamlio import reader

DATA_PAGE = "docs/data.md"  # says where the data comes from and how to bring it up to date
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
    """Judge the lists at the given paths, print their verdicts, and return the exit code.

    Folders, archives, tables and `--csv` are passed on to `batch`, the module for many lists.
    """
    event = None
    if event_path := args.event or get_setting("event"):
        from listbuilder.event import event_file

        event = event_file.read_event(Path(event_path), context.library)
    wish = ReadingOptions(args.form, event, context.read_collection(args.collection))
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
            raw = None if len(judged_lists) > 1 else load.raw
            spoken = context.copy_for_game(judged_list.system)
            position, content = _build_output(judged_list, spoken, wish, shown, raw)
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
        verdicts = [position.verdict for position in positions if is_read(position)]
        print(count_verdicts(verdicts, context))
    if context.format == "text" and sys.stderr.isatty():
        _print_old_data(positions, context)
    if any(map(is_our_bug, positions)):
        return OUR_BUG
    return choose_exit_code([position.verdict for position in positions])


def _print_old_data(positions: Sequence[Position], context: Context) -> None:
    """Print to standard error that newer data may exist, once for each date of a game's data.

    Only a person at a terminal is told: scripts and other programs read what is printed.
    """
    from listbuilder.workspace.data_notice import take_untold

    games = {position.system.id: position.system for position in positions if position.system}
    for age in take_untold(games, context.library):
        book = games[age.system].load_rulebook(context.library)
        key = "data.old_points" if age.has_points else "data.old"
        game = say_game(book, context.lang)
        print(context.say(key, game=game, day=age.day, file=DATA_PAGE), file=sys.stderr)


class DetailOptions(msgspec.Struct, frozen=True):
    """The amount of detail: all that a verdict rests on (-v), and every problem (--all)."""

    verbose: bool = False
    everything: bool = False


class _FileLoader:
    """A function that loads a file when it is asked to, and keeps it for quoting."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.raw: bytes | None = None

    def __call__(self) -> bytes:
        """Read the file, keep its bytes in `raw`, and return them."""
        self.raw = reader.read_named_file(self.name, get_size_limit(self.name))
        return self.raw


def is_read(position: Position) -> bool:
    """Return whether the list could be opened at all.

    False for a file that doesn't exist or can't be opened: it gets no verdict.
    """
    return bool(position.sha256) or not position.problems


def _build_output(
    position: Position,
    context: Context,
    wish: ReadingOptions,
    shown: DetailOptions,
    raw: bytes | None = None,
) -> tuple[Position, str | dict[str, object]]:
    """Return the position that is shown, and its verdict as text or as JSON fields.

    If the verdict can't be put into words, the position returned is that of a list that could not
    be read, with the bug as its problem. `raw`: the bytes of the list, for quoting its lines.
    """
    try:
        if context.format == "json":
            return position, build_json(position, context, wish)
        return position, build_text(position, context, wish, shown, raw)
    except Exception as error:
        if should_show_trace() or is_our_bug(position):
            raise
        failed = make_bug_position(error, position.file, context)
        return _build_output(failed, context, wish, shown)


def build_json(position: Position, context: Context, wish: ReadingOptions) -> dict[str, object]:
    """Return the JSON fields of the verdict, and of what a given collection lacks."""
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
    """Return the whole verdict as text, or with `--format short` one line for each problem.

    "" for a file that could not be opened. With a collection, lines on the models it lacks follow.
    `shown`: how much is shown. `raw`: the bytes of the list, for quoting its lines.
    """
    from listbuilder.cli import verdict_text

    if not is_read(position):
        return ""
    if context.format == "short":
        return "\n".join(verdict_text.format_short_lines(position, context))
    text = verdict_text.build_verdict_text(
        position, context, verbose=shown.verbose, everything=shown.everything, raw=raw
    )
    if wish.owned is not None:
        from listbuilder.cli import collection

        text = "\n".join([text, *collection.list_missing_lines(position, wish.owned, context)])
    return text


def choose_exit_code(verdicts: Sequence[str]) -> int:
    """Return the exit code of the worst of `verdicts`; unread is worse than illegal."""
    if "unread" in verdicts:
        return UNREAD
    return ILLEGAL if "illegal" in verdicts else OK


def _has_many_lists(name: str) -> bool:
    """Return whether the path `name` may hold many lists: a folder, an archive or a table."""
    return name != "-" and (Path(name).suffix.lower() in MANY or os.path.isdir(name))


def count_verdicts(verdicts: Sequence[str], context: Context) -> str:
    """Return a sentence with the number of lists of each verdict: illegal, unread, legal."""
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
