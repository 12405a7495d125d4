"""Many lists at once: judged over all cores, shown as a table, as JSON, as CSV. One bad list never stops the others."""

from __future__ import annotations

import argparse
import csv
import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.cli import batch_items, pool, streams
from listbuilder.cli.batch_items import Item
from listbuilder.cli.check import Shown, exit_code, in_json, in_words, is_read, summary
from listbuilder.cli.context import OUR_BUG, Context, bug, encoded, wants_trace
from listbuilder.cli.folders import AGAIN
from listbuilder.cli.layout import HEADLINE, VERDICT_ROLE, Page, padded, width_of
from listbuilder.cli.lists import Wish, holds_several, is_our_bug, judge_safely
from listbuilder.cli.verdict_text import called
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.problem import Problem
from listbuilder.model.visible import visible
from listbuilder.store.tables import safe_cell
from listbuilder.store.words import local, paired

COLUMNS = ("file", "player", "faction", "points", "limit", "stated_points", "verdict", "format", "reason", "otherwise")


class Row(msgspec.Struct):
    """What is shown of one list. Plain values: rows travel between processes."""

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
    passed_over: str = ""  # what is said where there is no list at all: a note that lies in the folder, a link to another
    complaints: list[str] = []
    text: str = ""
    json: bytes = b""  # a fifth of what the same takes as an object, and there may be thousands
    our_bug: bool = False
    again: bool = False  # a link to a folder whose files are rows already
    several: bool = False  # it holds several lists, which are to be judged each
    absent: bool = False  # a path of the command that could not be read: there is nothing to judge


class Job(pool.Job):
    """What a process needs to know."""

    wish: Wish
    full: bool
    json: bool
    shown: Shown
    named: tuple[str, ...]  # the paths of the command


def run(args: argparse.Namespace, context: Context, wish: Wish) -> int:
    shown, short = Shown(args.verbose, args.everything), context.format == "short"
    job = Job(
        pool.task(args, context),
        wish,
        full=args.full or short,
        json=context.format == "json",
        shown=shown,
        named=tuple(args.paths),
    )
    items = [item for name in args.paths for item in batch_items.of(name, args.column)]
    rows: list[Row] = []
    for row in pool.counted(_judged(items, job, args.jobs, context), len(items)):
        if not row.passed_over and (row.absent or job.json):
            _complain(row, job.full)
        if row.text and not row.passed_over:
            print(row.text, end="\n" if short else "\n\n")
        row.text, row.complaints = "", []
        rows.append(row)
    if args.csv:
        _write_csv([row for row in rows if not row.passed_over], args.csv)
    if job.json:
        from listbuilder.cli import verdict_json

        print(verdict_json.of_rows([msgspec.Raw(row.json) for row in rows if not row.again]))
    elif args.csv != "-" and not short:
        _print(rows, context)
    judged = [row.verdict for row in rows if not row.passed_over]
    return OUR_BUG if any(row.our_bug for row in rows) else exit_code(judged)


def _print(rows: Sequence[Row], context: Context) -> None:
    """Print a row for each list, what was passed over, and how many there are of each verdict."""
    lists = [row for row in rows if not row.passed_over and not row.absent]
    if lists:
        print(table(lists, context))
    for row in rows:
        if row.passed_over:
            print(context.paint(row.passed_over, "dim"))
    if rows:
        print()
    print(summary([row.verdict for row in lists], context))


def _complain(row: Row, full: bool) -> None:
    """Of many lists only the first problem of each, unless whole verdicts were asked for."""
    shown = row.complaints if full else row.complaints[:1]
    more = len(row.complaints) - len(shown)
    for place, line in enumerate(shown, start=1):
        print(f"{line} (+{more})" if more and place == len(shown) else line, file=sys.stderr)


def _judged(items: Sequence[Item], job: Job, jobs: int | None, context: Context) -> Iterator[Row]:
    """Rows in the order of the items."""
    work = pool.Work(judge_item, job, context, lambda item: _killed(item, job, context))
    for item, (row, own_data) in zip(items, pool.over(items, work, jobs), strict=True):
        pool.add_problems(own_data, context)
        yield from [judge_item(part, job, context) for part in item.parts()] or [row] if row.several else [row]


def _killed(item: Item, job: Job, context: Context) -> Row:
    return judge_item(Item(item.name, problem=pool.killed(item.name)), job, context)


def judge_item(item: Item, job: Job, context: Context) -> Row:
    done = judge_safely(item.load, item.name, context, job.wish)
    try:
        return row_of(done, item, job, context)
    except Exception as error:
        if wants_trace():
            raise
        failed = Position(None, context.library, file=item.name, sha256=done.sha256, problems=[bug(error, item.name)])
        return row_of(failed, item, job, context)


def row_of(done: Position, item: Item, job: Job, context: Context) -> Row:
    army, context = done.army, context.about(done.system)
    player = item.player or (done.imported.player if done.imported else None)
    if not player and done.document is not None and isinstance(done.document.data, dict):
        player = done.document.data.get("player")
    row = Row(
        file=done.file,
        verdict=done.verdict,
        called=called(done, context),
        otherwise=done.otherwise,
        player=str(player or ""),
        faction=local(army.faction_name, context.lang) if army else "",
        points=army.points if army and army.counts_points else None,
        limit=army.limit if army else None,
        stated_points=done.imported.stated_total if done.imported else None,
        format=done.format,
        reason=reason(done, context),
        more=len(done.problems) + sum(each.severity == "error" for each in done.breaches) + done.count("error") - 1,
        passed_over=_passed_over(done, item, context),
        again=item.passed_over(done.problems) == AGAIN,
        complaints=[context.sentence(problem) for problem in done.problems],
        our_bug=is_our_bug(done),
        several=holds_several(done),
        absent=item.name in job.named and not is_read(done),
    )
    if job.full:
        row.text = in_words(done, context, job.wish, job.shown) if not job.json else ""
    if job.json:
        content = in_json(done, context, job.wish)
        row.json = encoded({**content, "not_a_list": True} if row.passed_over else content)
    return row


def _passed_over(done: Position, item: Item, context: Context) -> str:
    key = item.passed_over(done.problems)
    return context.sentence(done.problems[0]) if key == AGAIN else context.say("check.passed_over", file=done.file) if key else ""


def reason(done: Position, context: Context) -> str:
    """The first thing that stands in the way of a legal verdict."""
    if done.problems:
        return _bare(done.problems[0], context)
    for breach in done.breaches:
        if breach.severity == "error":
            return words.note(breach, context.lang)
    error = next((finding for finding in done.findings if finding.severity == "error"), None)
    return f"{error.code} {words.message(error, context.lang)}" if error else ""


def _bare(problem: Problem, context: Context) -> str:
    """The sentence without the file, which has a column of its own."""
    line = f"{problem.line}: " if problem.line is not None else ""
    return line + context.sentence(msgspec.structs.replace(problem, file="", line=None, column=None))


_ORDER = {"illegal": 0, "unread": 1, "legal": 2}


def table(rows: Sequence[Row], context: Context) -> str:
    """Return a line for each list, the worst first, and under it what is wrong with it first of all."""
    page = Page(context)
    ordered = sorted(rows, key=lambda row: _ORDER[row.verdict])
    short = _shortened([row.file for row in rows])
    verdicts = {row.verdict: context.paint(words.verdict(row.verdict, context.lang), VERDICT_ROLE[row.verdict]) for row in rows}
    cells = [
        (verdicts[row.verdict], visible(short[row.file]), visible(row.player), visible(row.faction), _points(row))
        for row in ordered
    ]
    widths = [max(map(width_of, column)) for column in zip(*cells, strict=True)]
    begins = widths[0] + 2
    beside = sum(width + 2 for width in widths[2:] if width)
    room = min(page.width, HEADLINE) - begins - beside
    fits = room >= min(widths[1], _NAME)
    if fits:
        widths[1] = min(widths[1], room)
    for row, (verdict, file, player, faction, points) in zip(ordered, cells, strict=True):
        first = padded(verdict, widths[0]) + "  "
        if not fits or width_of(file) > widths[1]:
            page.prose(first, file, hang=begins)
            if below := " · ".join(each for each in (player, faction, points) if each):
                page.prose(" " * begins, below)
        else:
            beside_it = [(player, widths[2], False), (faction, widths[3], False), (points, widths[4], True)]
            shown = [padded(each, width, right) for each, width, right in beside_it if width]
            page.add("  ".join([first + padded(file, widths[1]), *shown]).rstrip())
        if row.reason:
            more = f" {context.say('batch.more', count=row.more)}" if row.more > 0 else ""
            page.prose(" " * begins, f"{_reason(row, context)}{more}", hang=begins)
        if row.otherwise:
            key = "check.without_them" if row.more > 0 else "check.without_it"
            page.prose(" " * begins, context.say(key, verdict=words.verdict(row.otherwise, context.lang)), hang=begins)
    return str(page)


_NAME = 24  # cells that the name of a file wants; with fewer, what is beside it goes below


def _points(row: Row) -> str:
    if row.points is None:
        return ""
    return str(row.points) if row.limit is None else f"{row.points} / {row.limit}"


def _reason(row: Row, context: Context) -> str:
    """Return the reason with its code, or its line, as verdicts show them."""
    code, _, message = row.reason.partition(" ")
    if row.verdict == "illegal" and any(letter.isdecimal() for letter in code) and "-" in code:
        return f"{context.paint(code, 'bad')} {message}"
    number, found, message = row.reason.partition(": ")
    if row.verdict == "unread" and found and number.isdecimal():
        return paired(context.say("batch.line", line=int(number)), message, context.lang)
    return row.reason


def _shortened(files: Sequence[str]) -> dict[str, str]:
    """Without the folders that all of them are in."""
    folders = {os.path.dirname(file) for file in files}
    try:
        common = os.path.commonpath(folders) if folders else ""
    except ValueError:
        common = ""
    short = {file: file[len(common) :].lstrip("/\\") if common else file for file in files}
    return {file: name.removeprefix(f".{os.sep}") for file, name in short.items()}


def _write_csv(rows: Sequence[Row], place: str) -> None:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n" if place == "-" else "\r\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow(["" if value is None else safe_cell(value) for value in _columns(row)])
    if place == "-":
        streams.send(out.getvalue())
        return
    from listbuilder.store.writer import write_bytes

    write_bytes(Path(place), out.getvalue().encode("utf-8-sig"))


def _columns(row: Row) -> tuple[Any, ...]:
    """In the order of COLUMNS."""
    points = (row.points, row.limit, row.stated_points)
    return (row.file, row.player, row.faction, *points, row.verdict, row.format, row.reason, row.otherwise)
