"""The lists of an event, from what was handed in to an entry for each.

Only what is new or changed is judged.
"""

from __future__ import annotations

import argparse
import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from listbuilder.cli import pool
from listbuilder.cli.batch_items import Item
from listbuilder.cli.context import Context, should_show_trace
from listbuilder.cli.judge_file import (
    ReadingOptions,
    has_several_lists,
    judge_safely,
    make_bug_position,
)
from listbuilder.event import files, saved_state
from listbuilder.event.entry import Entry, make_list_id
from listbuilder.event.guess_faction import guess_faction
from listbuilder.event.players import get_stem
from listbuilder.formats import documents
from listbuilder.formats.clean.split_lists import name_part
from listbuilder.model.problem import Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.roster.position import Position
from listbuilder.yamlio import datetimes


class EventJob(pool.Job):
    """The settings of a process that judges lists for an event.

    `wish`: how lists are read. `plan`: which result files are written.
    """

    wish: ReadingOptions
    plan: files.EventSettings


class HandedIn(msgspec.Struct):
    """One file or row that was handed in, before it is judged.

    `place`: its number among all items. `kin`: the rule book that its list is probably for, or "".
    """

    item: Item
    entry: Entry
    place: int
    kin: str = ""


def judge_lists(
    items: Sequence[Item],
    old_state: saved_state.EventState | None,
    job: EventJob,
    args: argparse.Namespace,
    context: Context,
) -> tuple[list[list[Entry]], int]:
    """Return a list of entries for each item, and how many lists were judged.

    An item has several entries if it holds several lists. A list with the same text as in the last
    run (`old_state`) is not judged again if all its result files still exist.
    """
    old_entries = _group_by_origin(old_state.entries) if old_state else {}
    used_ids: set[str] = set()
    entries_by_place: list[list[Entry]] = []
    todo: list[HandedIn] = []
    for place, item in enumerate(items):
        raw = _load_or_empty(item)
        entry = _make_id_unique(_make_entry(item, raw, args.path), used_ids)
        old = old_entries.get(entry.id, [])
        if old and _are_files_there(old, job.plan):
            entries_by_place.append([_update_old_entry(old_entry, entry) for old_entry in old])
            continue
        entries_by_place.append([])
        todo.append(HandedIn(item, entry, place, guess_faction(raw, context.library)))
    todo = _sort_for_processes(todo)

    def build_killed_entries(handed_in: HandedIn) -> list[Entry]:
        """Return the entries that say that the process judging `handed_in` was killed."""
        name = handed_in.item.name
        lost = Item(name, problem=pool.build_killed_problem(name))
        return judge_handed_in(HandedIn(lost, handed_in.entry, handed_in.place), job, context)

    work = pool.Work(
        judge_handed_in, job, context, build_killed_entries, lambda handed_in: handed_in.kin
    )
    rows = pool.process_in_parallel(todo, work, args.jobs)
    for handed_in, (entries, own_data) in zip(
        todo, pool.show_progress(rows, len(todo)), strict=True
    ):
        pool.add_problems(own_data, context)
        entries_by_place[handed_in.place] = entries
    return entries_by_place, sum(len(entries_by_place[handed_in.place]) for handed_in in todo)


def _are_files_there(entries: Iterable[Entry], plan: files.EventSettings) -> bool:
    """Return whether all result files of `entries` exist. True if no files are to be written."""
    if plan.out is None:
        return True
    out = Path(plan.out)
    return all(files.has_all_files(out, entry, plan) for entry in entries)


def _sort_for_processes(todo: Iterable[HandedIn]) -> list[HandedIn]:
    """Return the lists to be judged, in the order in which the processes should take them.

    Lists of one rule book stand together, so that a process opens few books; equal texts stand next
    to each other. The books with the most lists come first, so that no process begins with many
    lists when the others are done. Lists of no known book come last, because by then many books are
    open.
    """
    todo = list(todo)
    many = Counter(handed_in.kin for handed_in in todo if handed_in.kin)
    return sorted(
        todo, key=lambda handed_in: (-many[handed_in.kin], handed_in.kin, handed_in.entry.sha256)
    )


def _group_by_origin(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """Return old entries by the id of the file or row that they came from.

    All lists of one paste are together.
    """
    by_origin: dict[str, list[Entry]] = {}
    for entry in entries:
        by_origin.setdefault(entry.whole or entry.id, []).append(entry)
    return by_origin


def _update_old_entry(old_entry: Entry, new: Entry) -> Entry:
    """Return `old_entry` with the file name and the time of `new`, set in place.

    Why: the same text may have been handed in again under another name.
    """
    old_entry.file = name_part(new.file, old_entry.part) if old_entry.part else new.file
    old_entry.handed_in = new.handed_in
    return old_entry


def _make_entry(item: Item, raw: bytes, path: str) -> Entry:
    """Return a list's entry before it is judged: id, file name, player, sender and time.

    `path`: the folder of the lists, cut off from the name. The id of a table's row is made from its
    player instead of its number, because rows move.
    """
    shown = item.name[len(path) :].lstrip("/\\:") if item.name.startswith(path) else item.name
    name = f"{item.player}.row" if item.cell is not None else shown
    players = [escape_hidden(item.player)] if item.player else []
    mail = documents.read_mail_header(raw)
    stem = get_stem(shown)
    return Entry(
        id=make_list_id(name, raw),
        file=escape_hidden(shown or os.path.basename(item.name)),
        sha256=_hash_text(raw),
        said_player=players,
        sender=escape_hidden(mail.name),
        email=item.email or mail.address,
        handed_in=datetimes.parse_stamp(stem) or mail.time or item.time,
    )


def _hash_text(raw: bytes) -> str:
    """Return the SHA-256 of `raw`, or "" if it is empty."""
    return hashlib.sha256(raw).hexdigest() if raw else ""


def _make_id_unique(entry: Entry, used_ids: set[str]) -> Entry:
    """Return `entry` with an id that is not in `used_ids`, and add the id to `used_ids`.

    Why: rows of one player with the same text are still several lists; they are numbered in order.
    """
    first, number = entry.id, 0
    while entry.id in used_ids:
        number += 1
        entry.id = make_list_id(str(number), first.encode())
    used_ids.add(entry.id)
    return entry


def judge_handed_in(handed_in: HandedIn, job: EventJob, context: Context) -> list[Entry]:
    """Return the entries of one file or row after judging it: one for each list in it."""
    position = _judge_text_once(handed_in.item, handed_in.entry.sha256, context, job)
    parts = handed_in.item.split_parts() if has_several_lists(position) else []
    if not parts:
        return [_complete_entry(position, handed_in.item, handed_in.entry, job, context)]
    handed_in.entry.players_without = handed_in.item.list_players_without()
    return [
        _judge_part(part, number, handed_in.entry, job, context)
        for number, part in enumerate(parts, start=1)
    ]


def _judge_part(item: Item, number: int, whole: Entry, job: EventJob, context: Context) -> Entry:
    """Return the entry of list `number` of a paste, judged by itself.

    `whole`: the entry of the paste, from which the player and the time are taken.
    """
    raw = item.load_bytes()
    entry = msgspec.structs.replace(
        whole,
        id=make_list_id(f"{whole.id} {number}", raw),
        file=name_part(whole.file, number),
        sha256=_hash_text(raw),
        said_player=list(whole.said_player),
        players_without=whole.players_without if number == 1 else [],
        whole=whole.id,
        part=number,
    )
    position = judge_safely(item.load_bytes, item.name, context, job.wish)
    return _complete_entry(position, item, entry, job, context)


def _complete_entry(
    position: Position, item: Item, entry: Entry, job: EventJob, context: Context
) -> Entry:
    """Return `entry` with the verdict in it, and write its result files.

    If an unforeseen error prevents this, the entry reports that error instead. A file that isn't a
    list is marked as passed over, unless it belongs to a player: then it isn't a note of the
    organiser's.
    """
    stated_names = [*entry.said_player, entry.sender]
    player = job.plan.roll.find_owner(entry.file, stated_names, entry.email)
    entry.passed_over = bool(item.find_passed_over_key(position.problems)) and player is None
    raw = _load_or_empty(item) if position.document is None else b""
    try:
        return files.write_list_files(position, entry, raw, job.plan)
    except (OSError, Unreadable):
        raise
    except Exception as error:
        if should_show_trace():
            raise
        failed = make_bug_position(error, item.name, context, position.sha256)
        bare = Entry(
            id=entry.id, file=entry.file, sha256=entry.sha256, whole=entry.whole, part=entry.part
        )
        return files.write_list_files(failed, bare, b"", job.plan)


def _judge_text_once(item: Item, sha256: str, context: Context, job: EventJob) -> Position:
    """Return the verdict on a list; the text judged last by this process is not judged again.

    Why: many players hand in the same text in a season. The name of the file belongs to the entry
    and not to the text; only its ending may change how the text is read.
    """
    global _last
    text = (sha256, os.path.splitext(item.name)[1])
    if _last is not None and sha256 and _last[0] is job and _last[1] == text:
        return _last[2]
    position = judge_safely(item.load_bytes, item.name, context, job.wish)
    _last = (job, text, position)
    return position


_last: tuple[EventJob, tuple[str, str], Position] | None = None


def _load_or_empty(item: Item) -> bytes:
    """Return the bytes of `item`, or b"" if they can't be read.

    The error is reported later, when the item is judged.
    """
    try:
        return item.load_bytes()
    except Exception:
        return b""
