"""`listbuilder event PATH --rules EVENT -o OUT`: a folder of lists as a page of what to do.

It is for an organiser: the page says what to do about each list.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from listbuilder.cli import batch_items, event_judging, event_output, event_terminal, pool
from listbuilder.cli.batch_items import Item
from listbuilder.cli.check import choose_exit_code
from listbuilder.cli.context import OUR_BUG, Context, format_json
from listbuilder.cli.folders import create_folder
from listbuilder.cli.judge_file import ReadingOptions
from listbuilder.data.settings import get_setting
from listbuilder.data.table_columns import NameColumns, find_column
from listbuilder.data.tables import read_table
from listbuilder.event import (
    event_file,
    files,
    message,
    players,
    results,
    saved_state,
    triage,
)
from listbuilder.event.entry import Entry
from listbuilder.event.message import Sender
from listbuilder.event.triage import EarlierResult
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.reports.event import EventFile

NOTES = "notes.yaml"  # of the desk of `serve`, beside the folder of lists
MOST_CLEAN = 200  # lists of which clean pages are made unasked: half a minute


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder event` to `parser`."""
    parser.add_argument("path", metavar="PATH")
    rules = get_setting("event")
    parser.add_argument("--rules", metavar="FILE", required=rules is None, default=rules)
    parser.add_argument("-o", "--output", dest="out", metavar="OUT")
    parser.add_argument("--players", metavar="FILE")
    parser.add_argument("--from", dest="form", metavar="FORMAT")
    parser.add_argument("--column", metavar="NAME")
    parser.add_argument("--player-column", metavar="NAME")
    parser.add_argument("--email-column", metavar="NAME")
    parser.add_argument("--write-players", metavar="FILE")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--pages", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--clean", action=argparse.BooleanOptionalAction)
    parser.add_argument("--book", action="store_true")
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--jobs", type=int, metavar="N")


class _Event(msgspec.Struct):
    """The event, players, lists and folder that a run of `event` works on."""

    rules: EventFile  # with the names that the data has
    written_rules: EventFile  # with names as the organiser wrote them, for headings
    roll: players.PlayerRegistry
    items: list[Item]
    job: event_judging.EventJob
    out: Path | None
    basis: str  # a hash of everything that the verdicts depend on besides the lists


def run(args: argparse.Namespace, context: Context) -> int:
    """Judge a folder of lists, write or print what to do about each, and return the exit code.

    With `-o`, the results, the messages to players and the clean pages are written into that
    folder; without it, the page is only printed. Results of the last run are used again unless
    `--anew` was given, or the rules, the players, the options or the data have changed since.
    """
    event = _read_event(args, context)
    rules, out = event.rules, event.out
    old_state, damaged = saved_state.load_state(out) if out else (None, False)
    is_usable = old_state is not None and old_state.basis == event.basis and not args.anew
    lists, judged = event_judging.judge_lists(
        event.items, old_state if is_usable else None, event.job, args, context
    )
    entries = [entry for item_entries in lists for entry in item_entries]
    desk = triage.build_desk(
        entries,
        event.roll,
        old_state.before if old_state else None,
        _format_deadline(rules),
        context.lang,
        event.job.plan.fallback,
        rules.resubmissions,
        rules.team,
        _find_accepted(args.path, entries),
    )
    messages = [""] * len(desk.missing)
    if out is not None:
        messages = event_output.write_desk_files(desk, out, event.job.plan)
        if args.book:
            handed_in = list(zip(event.items, lists, strict=True))
            event_output.write_book(desk, handed_in, out, event.job, context)
        event_output.write_results(
            desk, out, event.written_rules, judged, messages, event.job.plan, context
        )
        if old_state:
            _delete_stale_results(out, old_state.entries, entries)
        records = {
            row.entry.id: EarlierResult(row.entry.verdict, row.player if row.known else "")
            for row in desk.rows
        }
        saved_state.save_state(out, event.basis, entries, records)
    if args.write_players:
        file = Path(args.write_players)
        event_output.write_players(file, args.force, desk, event.roll, context.lang)
    if damaged:
        print(message.say("cli.damaged", context.lang), file=sys.stderr)
    if context.format == "json":
        print(format_json(results.make_results(desk, rules.event, judged, messages)))
    else:
        page = event_terminal.build_page(desk, event.written_rules, judged, out, args.full, context)
        print(page)
        if out is not None:
            file_name = str(out / event_output.PAGE)
            print(message.say("cli.wrote", context.lang, file=file_name), file=sys.stderr)
            if args.clean is None and args.pages and len(desk.rows) > MOST_CLEAN:
                print(message.say("cli.no_clean", context.lang), file=sys.stderr)
    if any(entry.our_bug for entry in entries):
        return OUR_BUG
    return choose_exit_code([row.entry.verdict for row in desk.rows])


def _read_event(args: argparse.Namespace, context: Context) -> _Event:
    """Return what the arguments say: the event, its players, the lists and where results go.

    The event file is read twice: once as the organiser wrote it, and once resolved with the
    library. Clean pages are made without `--clean` only for up to `MOST_CLEAN` lists.
    """
    written_rules = event_file.read_event(Path(args.rules))
    rules = event_file.read_event(Path(args.rules), context.library)
    players_file = None
    if args.players:
        players_file = Path(args.players)
    elif rules.players:
        players_file = Path(args.rules).parent / rules.players
    people = NameColumns(args.player_column, args.email_column)
    known_players = players.read_players(players_file, people) if players_file else []
    roll = players.PlayerRegistry(known_players)
    _check_columns(args.path, players_file, people)
    out = Path(args.out) if args.out else None
    if out is not None:
        create_folder(out, results.PAGES, results.MESSAGES, results.CLEAN)
    own = (args.rules, players_file, out, args.write_players)
    own_paths = {os.path.realpath(path) for path in own if path}
    items = [
        item
        for item in batch_items.find_items(args.path, args.column, people)
        if not _is_own_file(item, own_paths)
    ]
    plan = files.EventSettings(
        out=str(out) if out else None,
        sender=_make_sender(rules),
        roll=roll,
        lang=context.lang,
        fallback=rules.lang or context.lang,
        pages=args.pages,
        limit=rules.points_limit,
        clean=args.pages and (len(items) <= MOST_CLEAN if args.clean is None else args.clean),
    )
    day = context.as_of or event_file.get_day_of_event(rules)
    options = (context.lang, day, args.form, people, plan.sender)
    inputs = (
        Path(args.rules).read_bytes(),
        players_file.read_bytes() if players_file else b"",
        repr(options).encode(),
    )
    return _Event(
        rules=rules,
        written_rules=written_rules,
        roll=roll,
        items=items,
        job=event_judging.EventJob(
            pool.build_task(args, context), ReadingOptions(args.form, rules), plan
        ),
        out=out,
        basis=saved_state.compute_basis(context.library, inputs),
    )


# --- places ---


def _check_columns(path: str, players_file: Path | None, people: NameColumns) -> None:
    """Raise Unreadable if a chosen column is neither in the tables of lists nor in the players'.

    Why: a misspelt title would leave every list without a player.
    """
    for title in filter(None, (people.player, people.email)):
        head = read_table(str(players_file))[:1] if players_file else []
        titles = [*batch_items.list_titles(path), *(head[0] if head else ())]
        if find_column(titles, title) is None:
            args = {"given": title, "known": titles}
            raise Unreadable([Problem(key="unknown_column", args=args, file=path)])


def _find_accepted(path: str, entries: Iterable[Entry]) -> set[str]:
    """Return the files of the lists that an organiser accepted at the desk of `serve`.

    Its notes are beside the folder of lists. Without a desk there are none.
    """
    notes_file = Path(path).resolve().parent / NOTES
    if not os.path.isdir(path) or not notes_file.is_file():
        return set()
    from listbuilder.desk.notes import Notes  # only where there is a desk

    notes = Notes(notes_file)
    return {entry.file for entry in entries if notes.get_note(entry.file).accepted}


def _is_own_file(item: Item, own_paths: set[str]) -> bool:
    """Return whether `item` is in `own_paths`, or in a folder that is among them.

    `own_paths`: the event file, the file of players and the folder of results. All of them may be
    in the folder of lists, and none of them is to be judged.
    """
    if item.path is None and not os.path.exists(item.name):
        return False
    place = os.path.realpath(item.path or item.name)
    return any(place == path or place.startswith(path + os.sep) for path in own_paths)


def _delete_stale_results(
    out: Path, old_entries: Iterable[Entry], current_entries: Iterable[Entry]
) -> None:
    """Delete result files in `out` that belong to `old_entries` but not to `current_entries`.

    `old_entries` are those of an earlier run: their lists are gone, or have another name now.
    """
    old_files = {file for entry in old_entries for file in files.list_files(entry)}
    current_files = {file for entry in current_entries for file in files.list_files(entry)}
    for file in old_files - current_files:
        (out / file).unlink(missing_ok=True)


def _make_sender(rules: EventFile) -> Sender:
    """Return the event's name and deadline for messages; without a deadline that has passed."""
    now = datetime.now().strftime("%Y-%m-%d %H:%M")
    is_over = now > _format_deadline(rules)
    return Sender(
        escape_hidden(rules.event), "" if is_over else escape_hidden(rules.deadline or "")
    )


def _format_deadline(rules: EventFile) -> str:
    """Return the deadline of the event as “2026-05-30 23:59”, or "" if there is none.

    A deadline without a time lasts until the end of its day.
    """
    until = (rules.deadline or "").replace("T", " ")
    return f"{until} 23:59" if len(until) == 10 else until
