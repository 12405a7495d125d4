"""The files a desk writes for one list: its page, the message to its player, the clean page.

They are written under the list's id, and called as its player once all lists are known: `anna-schmidt.html`.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from listbuilder.event import message, pages, results
from listbuilder.event.entry import MOST_SOURCE, Entry, entry_of, id_of, is_id
from listbuilder.event.message import Sender
from listbuilder.event.players import Player, Roll, stem_of
from listbuilder.event.triage import Row, language_of
from listbuilder.exchange import documents
from listbuilder.exchange.catalog import READERS, export
from listbuilder.exchange.detect import decode
from listbuilder.exchange.make_printout import printout_of
from listbuilder.exchange.printout import Wish
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.problem import Unreadable
from listbuilder.model.visible import visible
from listbuilder.store.words import Lang

_SHORT = 8  # digits of an id that tell the lists of one player apart
MOST_STEM = 60  # characters of a name of files; of some scripts a character takes four bytes, of which 255 may be
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "index", *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³")}
)  # of Windows; and `index` is the page that a web server shows of a folder


class Plan(msgspec.Struct):
    """What is made of every list. Small, for it is sent to each process."""

    out: str | None  # the folder; None: nothing is written
    sender: Sender
    roll: Roll
    lang: Lang  # the organiser's
    fallback: Lang  # of players of whom none is told
    pages: bool
    clean: bool
    limit: int | None = None  # points that the event allows


def made(done: Position, given: Entry, raw: bytes, plan: Plan) -> Entry:
    """The entry of a list, with its files written."""
    entry = entry_of(done, given, plan.lang)
    fixes = message.Fixes(done) if entry.verdict == "illegal" else None
    if plan.limit is not None and entry.limit is not None:
        entry.limit = min(entry.limit, plan.limit)
    entry.fix = fixes.said(plan.lang) if fixes else []
    entry.fix_phrases = fixes.phrases(plan.lang) if fixes else []
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
    entry.clean = plan.clean and _clean(done, out, entry, called, plan)
    entry.own_page = True
    page = pages.of_list(entry, called, plan.sender, text, list(_source(done, raw)), plan.lang)
    _write(out / results.page(entry), page)
    _write(out / results.message(entry), text.encode())
    return entry


def at_the_event(form: str, done: Position, player: str, lang: Lang, *, remarks: bool = True) -> Wish:
    """Return the wish for an export that says whose list it is, and what the event has against it."""
    asked = ((each.severity, words.note(each, lang)) for each in done.breaches if remarks or not each.remark)
    return Wish(form, lang, as_of=done.as_of, player=player, asked=tuple(asked))


def _clean(done: Position, out: Path, entry: Entry, called: str, plan: Plan) -> bool:
    try:
        sheet = printout_of(done, done.library, at_the_event("html", done, called, plan.lang, remarks=False))
        if sheet is None or sheet.verdict.kind != entry.verdict:  # a page to publish says nothing else than the desk
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
        text = (
            done.document.raw.decode("utf-8", "replace")
            if done.document is not None
            else decode(documents.opened(raw, done.file), done.file)
        )
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


def all_of(entry: Entry) -> list[str]:
    """Return the files of a list, below the folder of the results."""
    return [file for file in (results.page(entry), results.message(entry), results.clean(entry)) if file]


def rename(out: Path, rows: Sequence[Row], missing: Iterable[Player]) -> None:
    """Call the files of each list as its player, with an id where several would be called the same."""
    wanted = {row.entry.id: slug(row.player) or slug(stem_of(row.entry.file)) for row in rows}
    count = Counter([*wanted.values(), *{slug(player.name) for player in missing}])
    stems: dict[str, str] = {}
    for each, stem in wanted.items():
        stems[each] = stem if count[stem] == 1 and _may_stand_alone(stem) else _with_id(stem, each)
    twice = Counter(stems.values())
    stems = {each: stem if twice[stem] == 1 else each for each, stem in stems.items()}
    moved = [row.entry for row in rows if row.entry.own_page and row.entry.stem != stems[row.entry.id]]
    for entry in moved:  # two lists may change their names with each other
        _move(out, entry, "")
    for entry in moved:
        _move(out, entry, stems[entry.id])


def stems_of(players: Sequence[Player]) -> list[str]:
    """Return what the message to each player is called who has handed in nothing, each by a name of its own."""
    stems = [slug(player.name) for player in players]
    count = Counter(stems)
    before: Counter[str] = Counter()
    made = []
    for player, stem in zip(players, stems, strict=True):
        player_id = id_of(f"missing {before[player.name]}", player.name.encode())
        before[player.name] += 1
        made.append(stem if count[stem] == 1 and _may_stand_alone(stem) else _with_id(stem, player_id))
    return made


def _may_stand_alone(stem: str) -> bool:
    return bool(stem) and stem not in _RESERVED and not is_id(stem)


def _with_id(stem: str, its_id: str) -> str:
    return f"{stem}-{its_id[:_SHORT]}" if stem else its_id


def _move(out: Path, entry: Entry, stem: str) -> None:
    before, link = all_of(entry), results.clean(entry)
    entry.stem = stem
    for old, new in zip(before, all_of(entry), strict=True):
        if old != new:
            os.replace(out / old, out / new)
    if link and (now := results.clean(entry)) != link:
        page = out / results.page(entry)
        _write(page, page.read_bytes().replace(f'href="../{link}"'.encode(), f'href="../{now}"'.encode()))


def slug(name: str) -> str:
    """Return a name as files are called: `anna-schmidt`. Empty where it has no letter that a file's name may have."""
    return re.sub(r"[^\w-]+", "-", unicodedata.normalize("NFC", name.casefold())).strip("-_")[:MOST_STEM].strip("-_")


def _write(place: Path, content: bytes) -> None:
    """Not atomic: a run that does not come to its end is done again."""
    with open(place, "wb") as file:
        file.write(content)
