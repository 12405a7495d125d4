"""What a desk writes of one list: its page, the message to its player, the clean page. Named by the list's id alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from listbuilder.event import message, pages, results
from listbuilder.event.entry import MOST_SOURCE, Entry, entry_of
from listbuilder.event.message import Sender
from listbuilder.event.players import Roll
from listbuilder.event.triage import Row, language_of
from listbuilder.exchange.catalog import READERS, export
from listbuilder.exchange.detect import decode
from listbuilder.exchange.make_printout import printout_of
from listbuilder.exchange.printout import Wish
from listbuilder.law.position import Position
from listbuilder.model.problem import Unreadable
from listbuilder.model.visible import visible
from listbuilder.store.words import Lang


class Plan(msgspec.Struct):
    """What is made of every list. Small, for it is sent to each process."""

    out: str | None  # the folder; None: nothing is written
    sender: Sender
    roll: Roll
    lang: Lang  # the organiser's
    fallback: Lang  # of players of whom none is told
    pages: bool
    clean: bool


def made(done: Position, given: Entry, raw: bytes, plan: Plan) -> Entry:
    """The entry of a list, with its files written."""
    entry = entry_of(done, given, plan.lang)
    fixes = message.Fixes(done) if entry.verdict == "illegal" else None
    entry.fix = fixes.said(plan.lang) if fixes else []
    if plan.out is None or not plan.pages or entry.passed_over:
        return entry
    player = plan.roll.of(entry.file, entry.said_player)
    lang = language_of(player, plan.fallback)
    theirs = entry if lang == plan.lang else entry_of(done, Entry(id=given.id, file=given.file, sha256=given.sha256), lang)
    called = player.name if player else next(iter(entry.said_player), "")
    parts = message.of_list(theirs, fixes.said(lang) if fixes else [], called, plan.sender, lang)
    entry.told = parts if player else []
    text = message.joined(parts, entry.file, None, lang)
    out = Path(plan.out)
    entry.clean = plan.clean and _clean(done, out, entry, plan)
    entry.own_page = True
    page = pages.of_list(entry, called, plan.sender, text, list(_source(done, raw)), plan.lang)
    _write(out / results.page(entry), page)
    _write(out / results.message(entry), text.encode())
    return entry


def _clean(done: Position, out: Path, entry: Entry, plan: Plan) -> bool:
    try:
        sheet = printout_of(done, done.library, Wish("html", plan.lang, as_of=done.as_of))
        if sheet is None:
            return False
        _write(out / results.CLEAN / f"{entry.id}.html", export(sheet))
    except Unreadable:  # what reads as a list of its day may not as a roster of its own
        return False
    return True


def _source(done: Position, raw: bytes) -> Iterator[str]:
    """The lines of a text as it was handed in; what is no text to read is left out."""
    form = READERS.get(done.format)
    if form is not None and form.tree:
        return
    try:
        text = done.document.raw.decode("utf-8", "replace") if done.document is not None else decode(raw, done.file)
    except Unreadable:
        return
    for line in text[:MOST_SOURCE].split("\n"):
        yield visible(line.rstrip("\r"), "\t")


def there(out: Path, entry: Entry, plan: Plan) -> bool:
    """Whether all that is to be of it is."""
    wanted = plan.pages and not entry.passed_over
    lacks_clean = wanted and plan.clean and not entry.clean and entry.verdict != "unread"
    if entry.own_page != wanted or lacks_clean:
        return False
    files = [results.page(entry), results.message(entry), results.clean(entry)]
    return all(os.path.isfile(out / file) for file in files if file)


def tell_again(out: Path, row: Row) -> None:
    """Whether a list is the only one of its player is known when all are read: then the message says so, here and on its page."""
    entry = row.entry
    if not entry.told or not entry.own_page or entry.told_beside == row.beside:
        return
    text = message.joined(entry.told, entry.file, row.beside, row.lang)
    place = out / results.page(entry)
    _write(place, pages.with_message(place.read_bytes(), text))
    _write(out / results.message(entry), text.encode())
    entry.told_beside = row.beside


def sweep(out: Path, old: Entry) -> None:
    """Takes away what was written of a list that is no longer there. Ids alone lead to files."""
    for file in (results.page(old), results.message(old), results.clean(old)):
        if file:
            (out / file).unlink(missing_ok=True)


def _write(place: Path, content: bytes) -> None:
    """Not atomic: a run that does not come to its end is done again."""
    with open(place, "wb") as file:
        file.write(content)
