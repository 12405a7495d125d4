"""The lists of an event, from what was handed in to an entry for each; only what is not known from before is judged."""

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
from listbuilder.cli.context import Context, bug, wants_trace
from listbuilder.cli.lists import Wish, holds_several, judge_safely
from listbuilder.event import files, state
from listbuilder.event.entry import Entry, id_of
from listbuilder.exchange import documents
from listbuilder.exchange.kin import kin
from listbuilder.exchange.two_lists import part_name
from listbuilder.law.position import Position
from listbuilder.model.problem import Unreadable
from listbuilder.model.visible import visible


class Job(pool.Job):
    wish: Wish
    plan: files.Plan


class Given(msgspec.Struct):
    """What was handed in under one name: where it is, what is known of it before, which book it seems to be of."""

    item: Item
    entry: Entry
    place: int
    kin: str = ""


def lists(
    items: Sequence[Item], kept: state.State | None, job: Job, args: argparse.Namespace, context: Context
) -> tuple[list[list[Entry]], int]:
    """Of every item its list, or each of those that are in it; and how many were judged."""
    known = _known(kept.entries) if kept else {}
    taken: set[str] = set()
    found: list[list[Entry]] = []
    todo: list[Given] = []
    for place, item in enumerate(items):
        raw = _raw(item)
        entry = _told_apart(_given(item, raw, args.path), taken)
        old = known.get(entry.id, [])
        if old and (job.plan.out is None or all(files.there(Path(job.plan.out), each, job.plan) for each in old)):
            found.append([_again(each, entry) for each in old])
            continue
        found.append([])
        todo.append(Given(item, entry, place, kin(raw, context.library)))
    todo = _in_order(todo)
    work = pool.Work(judge_one, job, context, lambda given: _killed(given, job, context), lambda given: given.kin)
    rows = pool.over(todo, work, args.jobs)
    for given, (entries, own_data) in zip(todo, pool.counted(rows, len(todo)), strict=True):
        pool.add_problems(own_data, context)
        found[given.place] = entries
    return found, sum(len(found[given.place]) for given in todo)


def _in_order(todo: Iterable[Given]) -> list[Given]:
    """A process that has a book open judges the lists of that book, and equal ones at once. The most first, so that no process
    begins with many when the others are done; and last those that seem to be of no book, for by then many books are open."""
    todo = list(todo)
    many = Counter(given.kin for given in todo if given.kin)
    return sorted(todo, key=lambda given: (-many[given.kin], given.kin, given.entry.sha256))


def _known(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """By what they were handed in as: all lists of a paste together."""
    known: dict[str, list[Entry]] = {}
    for entry in entries:
        known.setdefault(entry.whole or entry.id, []).append(entry)
    return known


def _again(old: Entry, now: Entry) -> Entry:
    """The same text may lie under another name."""
    old.file = part_name(now.file, old.part) if old.part else now.file
    old.handed_in = now.handed_in
    return old


def _given(item: Item, raw: bytes, path: str) -> Entry:
    """What is known of a list before it is read. A row of a table is known by its player: rows move."""
    shown = item.name[len(path) :].lstrip("/\\:") if item.name.startswith(path) else item.name
    name = f"{item.player}.row" if item.cell is not None else shown
    said = [visible(item.player)] if item.player else []
    return Entry(
        id=id_of(name, raw),
        file=visible(shown or item.name),
        sha256=_sum(raw),
        said_player=said,
        sender=visible(documents.sender(raw)),
        handed_in=item.time,
    )


def _sum(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest() if raw else ""


def _told_apart(given: Entry, taken: set[str]) -> Entry:
    """Rows of one player with the same list are several all the same, in their order."""
    first, number = given.id, 0
    while given.id in taken:
        number += 1
        given.id = id_of(str(number), first.encode())
    taken.add(given.id)
    return given


def judge_one(given: Given, job: Job, context: Context) -> list[Entry]:
    done = _judged(given.item, given.entry.sha256, context, job)
    parts = given.item.parts() if holds_several(done) else []
    if not parts:
        return [_made(done, given.item, given.entry, job, context)]
    return [_of_part(part, number, given.entry, job, context) for number, part in enumerate(parts, start=1)]


def _of_part(item: Item, number: int, whole: Entry, job: Job, context: Context) -> Entry:
    raw = item.load()
    entry = msgspec.structs.replace(
        whole,
        id=id_of(f"{whole.id} {number}", raw),
        file=part_name(whole.file, number),
        sha256=_sum(raw),
        said_player=list(whole.said_player),
        whole=whole.id,
        part=number,
    )
    return _made(judge_safely(item.load, item.name, context, job.wish), item, entry, job, context)


def _made(done: Position, item: Item, entry: Entry, job: Job, context: Context) -> Entry:
    theirs = job.plan.roll.of(entry.file, [*entry.said_player, entry.sender])  # then it is not a note of the organiser's
    entry.passed_over = bool(item.passed_over(done.problems)) and theirs is None
    raw = _raw(item) if done.document is None else b""
    try:
        return files.made(done, entry, raw, job.plan)
    except (OSError, Unreadable):
        raise
    except Exception as error:
        if wants_trace():
            raise
        failed = Position(None, context.library, file=item.name, sha256=done.sha256, problems=[bug(error, item.name)])
        bare = Entry(id=entry.id, file=entry.file, sha256=entry.sha256, whole=entry.whole, part=entry.part)
        return files.made(failed, bare, b"", job.plan)


def _judged(item: Item, sha256: str, context: Context, job: Job) -> Position:
    """A text that comes again, and in a season many do, is judged once. What its file is called is of its entry; only the
    ending may say what it is."""
    global _last
    text = (sha256, os.path.splitext(item.name)[1])
    if _last is not None and sha256 and _last[0] is job and _last[1] == text:
        return _last[2]
    done = judge_safely(item.load, item.name, context, job.wish)
    _last = (job, text, done)
    return done


_last: tuple[Job, tuple[str, str], Position] | None = None


def _raw(item: Item) -> bytes:
    try:
        return item.load()
    except Exception:  # whatever it is, it is said when the list is judged
        return b""


def _killed(given: Given, job: Job, context: Context) -> list[Entry]:
    lost = Item(given.item.name, problem=pool.killed(given.item.name))
    return judge_one(Given(lost, given.entry, given.place), job, context)
