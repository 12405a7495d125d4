"""The files that a desk writes for one list: its page, the message to its player, the clean page.

They are written under the list's id, and named after its player once all lists are known:
`anna-schmidt.html`.
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
from listbuilder.event.desk_row import DeskRow
from listbuilder.event.entry import MOST_SOURCE, Entry, fill_entry, is_id, make_list_id
from listbuilder.event.message import Sender
from listbuilder.event.players import Player, PlayerRegistry, get_stem
from listbuilder.event.triage import choose_language
from listbuilder.formats import documents
from listbuilder.formats.detect import decode_list
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Wish
from listbuilder.formats.registry import READERS, export_printout
from listbuilder.i18n.messages import Lang
from listbuilder.model.problem import Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.roster.position import Position
from listbuilder.rules import messages

_SHORT = 8  # digits of an id that tell the lists of one player apart
# characters of a file's name; in some scripts a character takes four of the 255 bytes allowed
MOST_STEM = 60
# Names that Windows reserves; and `index` is the page that a web server shows of a folder.
_RESERVED = {"con", "prn", "aux", "nul", "index"}
_RESERVED |= {f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³"}


class EventSettings(msgspec.Struct):
    """The settings for the files of every list. Small, because it is sent to each process."""

    out: str | None  # the folder; None: nothing is written
    sender: Sender
    roll: PlayerRegistry
    lang: Lang  # the organiser's
    fallback: Lang  # for players without a known language
    pages: bool
    clean: bool
    limit: int | None = None  # points that the event allows


def write_list_files(
    position: Position, entry_so_far: Entry, raw: bytes, plan: EventSettings
) -> Entry:
    """Fill in the entry of a list, write its page, message and clean page; return it.

    `raw`: the list as it was handed in. Nothing is written if `plan` has no folder or wants no
    pages, or if the file is no list. The entry's limit is lowered to the event's.
    """
    entry = fill_entry(position, entry_so_far, plan.lang)
    fixes = message.Fixes(position) if entry.verdict == "illegal" else None
    if plan.limit is not None and entry.limit is not None:
        entry.limit = min(entry.limit, plan.limit)
    entry.fix = fixes.list_sentences(plan.lang) if fixes else []
    entry.fix_phrases = fixes.list_phrases(plan.lang) if fixes else []
    if plan.out is None or not plan.pages or entry.passed_over:
        return entry
    player = plan.roll.find_owner(entry.file, entry.said_player, entry.email)
    lang = choose_language(player, plan.fallback)
    entry_for_player = entry
    if lang != plan.lang:
        empty_entry = Entry(id=entry.id, file=entry.file, sha256=entry.sha256)
        entry_for_player = fill_entry(position, empty_entry, lang)
    player_name = player.name if player else next(iter(entry.said_player), "")
    fix = fixes.list_sentences(lang) if fixes else []
    parts = message.compose_message(entry_for_player, fix, player_name, plan.sender, lang)
    entry.told = parts if player else []
    text = message.join_message(parts, entry.file, None, lang)
    out = Path(plan.out)
    entry.clean = plan.clean and _write_clean_page(position, out, entry, player_name, plan)
    entry.own_page = True
    source = list(yield_source_lines(position, raw))
    address = (player.email if player else "") or entry.email
    page = pages.render_list(
        entry, player_name, plan.sender, text, source, plan.lang, address=address
    )
    _write_file(out / results.get_page_path(entry), page)
    _write_file(out / results.get_message_path(entry), text.encode())
    return entry


def make_export_wish(
    form: str, position: Position, player: str, lang: Lang, *, remarks: bool = True
) -> Wish:
    """Return the settings for an export: form, language, day, player and the event's breaches.

    `remarks`: whether breaches that are mere remarks are included.
    """
    event_findings = tuple(
        (breach.severity, messages.say_note(breach, lang))
        for breach in position.breaches
        if remarks or not breach.remark
    )
    return Wish(form, lang, as_of=position.as_of, player=player, asked=event_findings)


def _write_clean_page(
    position: Position, out: Path, entry: Entry, player_name: str, plan: EventSettings
) -> bool:
    """Write the clean page of a list, to be published; return whether it was written.

    It is not written if its verdict would differ from the desk's, or if the list, which can be read
    as of its day, can't be read as a roster on its own.
    """
    wish = make_export_wish("html", position, player_name, plan.lang, remarks=False)
    try:
        sheet = make_printout(position, position.library, wish)
        if sheet is None or sheet.verdict.kind != entry.verdict:
            return False
        _write_file(out / results.CLEAN / f"{entry.id}.html", export_printout(sheet))
    except Unreadable:
        return False
    return True


def yield_source_lines(position: Position, raw: bytes) -> Iterator[str]:
    """Yield the lines of a list as it was handed in; nothing if that was not readable text.

    At most MOST_SOURCE characters are shown.
    """
    form = READERS.get(position.format)
    if form is not None and form.is_tree:
        return
    if position.document is not None:
        text = position.document.raw.decode("utf-8", "replace")
    else:
        try:
            text = decode_list(documents.extract_text(raw, position.file), position.file)
        except Unreadable:
            return
    for line in text[:MOST_SOURCE].split("\n"):
        yield escape_hidden(line.rstrip("\r"), "\t")


def has_all_files(out: Path, entry: Entry, plan: EventSettings) -> bool:
    """Return whether the list has all pages that `plan` asks for, and their files exist.

    False also if the list has pages that `plan` does not ask for.
    """
    wants_pages = plan.pages and not entry.passed_over
    lacks_clean = wants_pages and plan.clean and not entry.clean and entry.verdict != "unread"
    if entry.own_page != wants_pages or lacks_clean:
        return False
    return all(os.path.isfile(out / file) for file in list_files(entry))


def rewrite_message(out: Path, row: DeskRow) -> None:
    """Write the message to the player of `row` again if the player's other lists changed.

    The message mentions the other lists, and these are known only when all lists are read. The copy
    of the message on the list's page is replaced too.
    """
    entry = row.entry
    if not entry.told or not entry.own_page or entry.told_beside == row.beside:
        return
    text = message.join_message(entry.told, entry.file, row.beside, row.lang)
    place = out / results.get_page_path(entry)
    _write_file(place, pages.replace_message(place.read_bytes(), text))
    _write_file(out / results.get_message_path(entry), text.encode())
    entry.told_beside = row.beside


def list_files(entry: Entry) -> list[str]:
    """Return the paths of a list's files, relative to the folder of the results."""
    files = (
        results.get_page_path(entry),
        results.get_message_path(entry),
        results.get_clean_page_path(entry),
    )
    return [file for file in files if file]


def supersede_versions(out: Path, rows: Iterable[DeskRow]) -> None:
    """Delete the messages about lists that no longer count, and restore those about lists that do.

    A list counts again if the newer one is taken away. Its message is in its saved parts.
    """
    for row in rows:
        for version in (*row.older, *row.too_late):
            if not version.superseded:
                file = results.get_message_path(version)
                if file:
                    (out / file).unlink(missing_ok=True)
                version.superseded = True
        if row.entry.superseded:
            row.entry.superseded = False
            if row.entry.told and row.entry.own_page:
                text = message.join_message(row.entry.told, row.entry.file, None, row.lang)
                _write_file(out / results.get_message_path(row.entry), text.encode())


def name_files_after_players(out: Path, rows: Sequence[DeskRow], missing: Iterable[Player]) -> None:
    """Rename the files of each list after its player, or after the list's file without a player.

    Part of the list's id is added if the name is not unique or can't stand alone; if it still isn't
    unique, the id is the name. Lists that don't count always have part of their id. Each file is
    renamed to its id first, because two lists may swap their names. `missing`: the players without
    a list. Nothing of theirs is renamed, but their names count as taken, because their messages are
    files too.
    """
    wanted: dict[str, str] = {}
    stems: dict[str, str] = {}
    for row in rows:
        slug = make_slug(row.player) or make_slug(get_stem(row.entry.file))
        wanted[row.entry.id] = slug
        for version in (*row.older, *row.too_late):
            stems[version.id] = _append_id(slug, version.id)
    count = Counter([*wanted.values(), *{make_slug(player.name) for player in missing}])
    stems |= wanted
    for list_id, stem in wanted.items():
        if count[stem] > 1 or not _may_stand_without_id(stem):
            stems[list_id] = _append_id(stem, list_id)
    stem_count = Counter(stems.values())
    for list_id, stem in stems.items():
        if stem_count[stem] > 1:
            stems[list_id] = list_id
    entries = [entry for row in rows for entry in (row.entry, *row.older, *row.too_late)]
    renamed = [entry for entry in entries if entry.own_page and entry.stem != stems[entry.id]]
    for entry in renamed:
        _rename_files(out, entry, "")
    for entry in renamed:
        _rename_files(out, entry, stems[entry.id])


def name_reminders(players: Sequence[Player]) -> list[str]:
    """Return the file name, without ending, of the message to each player without a list.

    All names are different.
    """
    stems = [make_slug(player.name) for player in players]
    count = Counter(stems)
    earlier_namesakes: Counter[str] = Counter()
    unique_stems = []
    for player, stem in zip(players, stems, strict=True):
        player_id = make_list_id(f"missing {earlier_namesakes[player.name]}", player.name.encode())
        earlier_namesakes[player.name] += 1
        if count[stem] > 1 or not _may_stand_without_id(stem):
            stem = _append_id(stem, player_id)
        unique_stems.append(stem)
    return unique_stems


def _may_stand_without_id(stem: str) -> bool:
    """Return whether `stem` may be the name of files without a list's id added.

    It may not if it is empty, reserved by Windows or for a folder's index page, or looks like an
    id.
    """
    return bool(stem) and stem not in _RESERVED and not is_id(stem)


def _append_id(stem: str, its_id: str) -> str:
    """Return `stem` with the first digits of the id added, or the id if the stem is empty."""
    return f"{stem}-{its_id[:_SHORT]}" if stem else its_id


def _rename_files(out: Path, entry: Entry, stem: str) -> None:
    """Rename the files of a list to `stem`, and correct the link on the list's page.

    An empty `stem` means the list's id.
    """
    before, old_link = list_files(entry), results.get_clean_page_path(entry)
    entry.stem = stem
    for old, new in zip(before, list_files(entry), strict=True):
        if old != new:
            os.replace(out / old, out / new)
    new_link = results.get_clean_page_path(entry)
    if old_link and new_link != old_link:
        page = out / results.get_page_path(entry)
        old_href, new_href = f'href="../{old_link}"', f'href="../{new_link}"'
        _write_file(page, page.read_bytes().replace(old_href.encode(), new_href.encode()))


def make_slug(name: str) -> str:
    """Return `name` as it is used in file names, such as `anna-schmidt`.

    Empty if the name has no character that may stand in a file name.
    """
    slug = re.sub(r"[^\w-]+", "-", unicodedata.normalize("NFC", name.casefold()))
    return slug.strip("-_")[:MOST_STEM].strip("-_")


def _write_file(place: Path, content: bytes) -> None:
    """Write `content` to `place`, not atomically: a run that does not finish is done again."""
    with open(place, "wb") as file:
        file.write(content)
