"""Many lists at once: judged on all cores, shown as a table, as JSON, as CSV.

One bad list never stops the others.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from listbuilder.cli import batch_items, pool, streams
from listbuilder.cli.batch_items import Item
from listbuilder.cli.check import (
    DetailOptions,
    build_json,
    build_text,
    choose_exit_code,
    count_verdicts,
    is_read,
)
from listbuilder.cli.context import (
    OUR_BUG,
    Context,
    encode_json,
    should_show_trace,
)
from listbuilder.cli.folders import AGAIN
from listbuilder.cli.judge_file import (
    ReadingOptions,
    has_several_lists,
    is_our_bug,
    judge_safely,
    make_bug_position,
)
from listbuilder.cli.layout import HEADLINE, VERDICT_ROLE, Page, measure_width, pad_painted
from listbuilder.cli.verdict_text import format_verdict
from listbuilder.data.tables import make_safe_cell
from listbuilder.i18n.messages import join_with_colon, translate_name
from listbuilder.model.safe_text import escape_hidden
from listbuilder.roster.position import Position
from listbuilder.rules import messages

COLUMNS = (
    "file",
    "player",
    "faction",
    "points",
    "limit",
    "stated_points",
    "verdict",
    "format",
    "reason",
    "otherwise",
)


class ListRow(msgspec.Struct):
    """The row shown for one list. Plain values, because rows travel between processes."""

    file: str
    verdict: str
    player: str = ""
    faction: str = ""
    points: int | None = None
    limit: int | None = None
    stated_points: int | None = None
    format: str = ""
    reason: str = ""
    more: int = 0  # errors beside the one that is the reason
    called: str = ""  # the verdict in words
    otherwise: str | None = None
    # what is said where there is no list at all: a note that lies in the folder, a link to another
    passed_over: str = ""
    complaints: list[str] = []
    text: str = ""
    json: bytes = b""  # a fifth of what the same takes as an object, and there may be thousands
    our_bug: bool = False
    again: bool = False  # a link to a folder whose files are rows already
    several: bool = False  # it holds several lists, which are to be judged each
    absent: bool = False  # a path of the command that could not be read: there is nothing to judge


class BatchJob(pool.Job):
    """The settings of a process that judges many lists.

    `wish`: how lists are read. `full`, `json` and `shown`: what is made of each verdict. `named`:
    the paths given on the command line.
    """

    wish: ReadingOptions
    full: bool
    json: bool
    shown: DetailOptions
    named: tuple[str, ...]  # the paths of the command


def run(args: argparse.Namespace, context: Context, wish: ReadingOptions) -> int:
    """Judge many lists, print a row for each or write them as CSV, and return the exit code.

    `wish`: how the lists are read, as asked for on the command line. What is asked for about a
    single list is printed as soon as that list is judged.
    """
    shown, short = DetailOptions(args.verbose, args.everything), context.format == "short"
    job = BatchJob(
        pool.build_task(args, context),
        wish,
        full=args.full or short,
        json=context.format == "json",
        shown=shown,
        named=tuple(args.paths),
    )
    items = [item for name in args.paths for item in batch_items.find_items(name, args.column)]
    rows: list[ListRow] = []
    for row in pool.show_progress(_judge_all_items(items, job, args.jobs, context), len(items)):
        if not row.passed_over and (row.absent or job.json):
            _print_complaints(row, job.full)
        if row.text and not row.passed_over:
            print(row.text, end="\n" if short else "\n\n")
        row.text, row.complaints = "", []
        rows.append(row)
    if args.csv:
        _write_csv([row for row in rows if not row.passed_over], args.csv)
    if job.json:
        from listbuilder.cli import verdict_json

        print(verdict_json.build_document([msgspec.Raw(row.json) for row in rows if not row.again]))
    elif args.csv != "-" and not short:
        _print_rows(rows, context)
    judged = [row.verdict for row in rows if not row.passed_over]
    return OUR_BUG if any(row.our_bug for row in rows) else choose_exit_code(judged)


def _print_rows(rows: Sequence[ListRow], context: Context) -> None:
    """Print the table of lists, the files passed over, and the number of each verdict."""
    lists = [row for row in rows if not row.passed_over and not row.absent]
    if lists:
        print(build_table(lists, context))
    for row in rows:
        if row.passed_over:
            print(context.paint(row.passed_over, "dim"))
    if rows:
        print()
    print(count_verdicts([row.verdict for row in lists], context))


def _print_complaints(row: ListRow, full: bool) -> None:
    """Print the problems of one list to standard error.

    All are printed if `full` is set, else the first one and the number of the others.
    """
    shown = row.complaints if full else row.complaints[:1]
    more = len(row.complaints) - len(shown)
    for place, line in enumerate(shown, start=1):
        print(f"{line} (+{more})" if more and place == len(shown) else line, file=sys.stderr)


def _judge_all_items(
    items: Sequence[Item], job: BatchJob, jobs: int | None, context: Context
) -> Iterator[ListRow]:
    """Yield the row of each item, in order; an item with several lists has several rows.

    Problems of the user's own data, found by another process, are added to `context`. `jobs`: how
    many processes work at once.
    """

    def build_killed_row(item: Item) -> ListRow:
        """Return the row that says that the process judging `item` was killed."""
        killed = Item(item.name, problem=pool.build_killed_problem(item.name))
        return judge_item(killed, job, context)

    work = pool.Work(judge_item, job, context, build_killed_row)
    for item, (row, own_data) in zip(
        items, pool.process_in_parallel(items, work, jobs), strict=True
    ):
        pool.add_problems(own_data, context)
        parts = item.split_parts() if row.several else []
        if parts:
            yield from (judge_item(part, job, context) for part in parts)
        else:
            yield row


def judge_item(item: Item, job: BatchJob, context: Context) -> ListRow:
    """Return the row of one list. No error of the list or of listbuilder stops the others.

    If its verdict can't be put into a row, the list counts as not read, and its problem says why.
    """
    position = judge_safely(item.load_bytes, item.name, context, job.wish)
    try:
        return build_row(position, item, job, context)
    except Exception as error:
        if should_show_trace():
            raise
        failed = make_bug_position(error, item.name, context, position.sha256)
        return build_row(failed, item, job, context)


def build_row(position: Position, item: Item, job: BatchJob, context: Context) -> ListRow:
    """Return the row of a list that was judged, with its text or JSON if `job` asks for them."""
    army, context = position.army, context.copy_for_game(position.system)
    player = item.player or (position.imported.player if position.imported else None)
    if not player and position.document is not None and isinstance(position.document.data, dict):
        player = position.document.data.get("player")
    row = ListRow(
        file=position.file,
        verdict=position.verdict,
        called=format_verdict(position, context),
        otherwise=position.otherwise,
        player=str(player or ""),
        faction=translate_name(army.faction_name, context.lang) if army else "",
        points=army.points if army and army.counts_points else None,
        limit=army.limit if army else None,
        stated_points=position.imported.stated_total if position.imported else None,
        format=position.format,
        reason=find_main_reason(position, context),
        more=len(position.problems)
        + sum(breach.severity == "error" for breach in position.breaches)
        + position.count_findings("error")
        - 1,
        passed_over=_explain_passed_over(position, item, context),
        again=item.find_passed_over_key(position.problems) == AGAIN,
        complaints=[context.format_problem(problem) for problem in position.problems],
        our_bug=is_our_bug(position),
        several=has_several_lists(position),
        absent=item.name in job.named and not is_read(position),
    )
    if job.full and not job.json:
        row.text = build_text(position, context, job.wish, job.shown)
    if job.json:
        content = build_json(position, context, job.wish)
        row.json = encode_json({**content, "not_a_list": True} if row.passed_over else content)
    return row


def _explain_passed_over(position: Position, item: Item, context: Context) -> str:
    """Return the sentence why `item` is passed over as no list, or "" if it is a list."""
    key = item.find_passed_over_key(position.problems)
    if key == AGAIN:
        return context.format_problem(position.problems[0])
    return context.say("check.passed_over", file=position.file) if key else ""


def find_main_reason(position: Position, context: Context) -> str:
    """Return the first thing that prevents a legal verdict, as a sentence, or "" if none.

    A line that was not understood comes before what the event forbids, and that before a broken
    rule. The line number comes first, without the file, which has a column of its own.
    """
    if position.problems:
        problem = position.problems[0]
        line = f"{problem.line}: " if problem.line is not None else ""
        return line + context.format_without_place(problem)
    for breach in position.breaches:
        if breach.severity == "error":
            return messages.say_note(breach, context.lang)
    for finding in position.findings:
        if finding.severity == "error":
            return f"{finding.code} {messages.say_finding(finding, context.lang)}"
    return ""


_ORDER = {"illegal": 0, "unread": 1, "legal": 2}
_NAME = 24  # cells that the name of a file wants; with fewer, what is beside it goes below


def build_table(rows: Sequence[ListRow], context: Context) -> str:
    """Return a table with a line for each list, illegal ones first, then unread, then legal.

    Below a list stands why it is not legal.
    """
    page = Page(context)
    ordered = sorted(rows, key=lambda row: _ORDER[row.verdict])
    short = _cut_common_folder([row.file for row in rows])
    verdicts = {
        verdict: context.paint(messages.say_verdict(verdict, context.lang), VERDICT_ROLE[verdict])
        for verdict in {row.verdict for row in rows}
    }
    cells = [
        (
            verdicts[row.verdict],
            escape_hidden(short[row.file]),
            escape_hidden(row.player),
            escape_hidden(row.faction),
            _format_points(row),
        )
        for row in ordered
    ]
    widths = [max(map(measure_width, column)) for column in zip(*cells, strict=True)]
    begins = widths[0] + 2
    beside = sum(width + 2 for width in widths[2:] if width)
    room = min(page.width, HEADLINE) - begins - beside
    fits = room >= min(widths[1], _NAME)
    if fits:
        widths[1] = min(widths[1], room)
    for row, (verdict, file, player, faction, points) in zip(ordered, cells, strict=True):
        first = pad_painted(verdict, widths[0]) + "  "
        if not fits or measure_width(file) > widths[1]:
            page.add_prose(first, file, hang=begins)
            if below := " · ".join(part for part in (player, faction, points) if part):
                page.add_prose(" " * begins, below)
        else:
            beside_it = [
                (player, widths[2], False),
                (faction, widths[3], False),
                (points, widths[4], True),
            ]
            shown = [pad_painted(text, width, right) for text, width, right in beside_it if width]
            page.add_lines("  ".join([first + pad_painted(file, widths[1]), *shown]).rstrip())
        if row.reason:
            more = f" {context.say('batch.more', count=row.more)}" if row.more > 0 else ""
            page.add_prose(" " * begins, f"{_format_reason(row, context)}{more}", hang=begins)
        if row.otherwise:
            key = "check.without_them" if row.more > 0 else "check.without_it"
            verdict_then = messages.say_verdict(row.otherwise, context.lang)
            page.add_prose(" " * begins, context.say(key, verdict=verdict_then), hang=begins)
    return str(page)


def _format_points(row: ListRow) -> str:
    """Return the points of a list and its limit as “POINTS / LIMIT”, or "" if unknown.

    Without a limit, the points stand alone.
    """
    if row.points is None:
        return ""
    return str(row.points) if row.limit is None else f"{row.points} / {row.limit}"


def _format_reason(row: ListRow, context: Context) -> str:
    """Return the reason of `row`, with the code of the rule in colour or its line in words."""
    code, _, message = row.reason.partition(" ")
    if row.verdict == "illegal" and any(letter.isdecimal() for letter in code) and "-" in code:
        return f"{context.paint(code, 'bad')} {message}"
    number, separator, message = row.reason.partition(": ")
    if row.verdict == "unread" and separator and number.isdecimal():
        return join_with_colon(context.say("batch.line", line=int(number)), message, context.lang)
    return row.reason


def _cut_common_folder(files: Sequence[str]) -> dict[str, str]:
    """Return a short name for each of `files`, without the folders that all of them share."""
    folders = {os.path.dirname(file) for file in files}
    try:
        common = os.path.commonpath(folders) if folders else ""
    except ValueError:
        common = ""
    short = {file: file[len(common) :].lstrip("/\\") if common else file for file in files}
    return {file: name.removeprefix(f".{os.sep}") for file, name in short.items()}


def _write_csv(rows: Sequence[ListRow], place: str) -> None:
    """Write `rows` as CSV to the file `place`; “-” is standard output."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n" if place == "-" else "\r\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow(
            ["" if value is None else make_safe_cell(value) for value in _build_csv_cells(row)]
        )
    if place == "-":
        streams.send_text(out.getvalue())
        return
    from listbuilder.yamlio.writer import write_bytes

    write_bytes(Path(place), out.getvalue().encode("utf-8-sig"))


def _build_csv_cells(row: ListRow) -> tuple[str | int | None, ...]:
    """Return the cells of a CSV row, in the order of COLUMNS."""
    points = (row.points, row.limit, row.stated_points)
    return (
        row.file,
        row.player,
        row.faction,
        *points,
        row.verdict,
        row.format,
        row.reason,
        row.otherwise,
    )
