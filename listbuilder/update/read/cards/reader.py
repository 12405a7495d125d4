"""The reader of card exports (game-datacards): it recognises their files and makes books of them.

A source is one JSON file or a folder of them, such as a checkout of the whole repository; only the
files of the wanted game are read. The content of a file says what it is for, never its name.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import msgspec

from listbuilder.update.read.cards import aos_book, patrol_book, spearhead_book, wh40k_book
from listbuilder.update.read.cards.card_json import Json, get_tables, read_raw_english
from listbuilder.update.read.cards.source_names import Names
from listbuilder.update.read.cards.warscrolls import has_cards
from listbuilder.update.tree import Book, Entry, Place, Source, Unread
from listbuilder.yamlio import reader as yaml_reader

READER = "cards"

MAX_BYTES = 20_000_000  # the largest card file has one megabyte; anything far beyond is not one
_SAMPLE = 5  # files of each folder are looked at to recognise it; those of cards are all alike


def recognise(path: Path) -> bool:
    """Return whether `path` is a card file, or a folder with one in it."""
    if path.is_file():
        return _is_card_file(path)
    looked_at: Counter[Path] = Counter()
    for file in _list_json_files(path):
        looked_at[file.parent] += 1
        if looked_at[file.parent] <= _SAMPLE and _is_card_file(file):
            return True
    return False


def _is_card_file(path: Path) -> bool:
    """Return whether a file is JSON with cards of any game."""
    content, _ = _load(path)
    return isinstance(content, dict) and _find_game(content) is not None


def _list_json_files(path: Path) -> Iterator[Path]:
    """Yield the JSON files in a folder and in the folders in it, in order; or the file `path`."""
    if path.is_file():
        yield path
        return
    for file in sorted(path.rglob("*.json")):
        if not any(part.startswith(".") for part in file.relative_to(path).parts):
            yield file


def _load(path: Path) -> tuple[object, str]:
    """Return (content, reason) of a JSON file; the reason is why it can't be read, "" if it can."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return None, "too large for a card file"
        return json.loads(path.read_bytes()), ""
    except (OSError, ValueError, RecursionError) as error:
        return None, f"not valid JSON: {str(error).splitlines()[0][:60]}"


class CardGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of card_games.yaml: the files that hold cards of one kind and edition, and their game.

    `game` is "" for cards that no game of ours uses.
    """

    holds: str
    edition: str
    game: str = ""


@cache
def _load_games() -> list[CardGame]:
    """Return the rows of card_games.yaml."""
    file = Path(__file__).with_name("card_games.yaml")
    document = yaml_reader.read_yaml(file.read_bytes(), str(file), yaml_reader.DATA_BYTES)
    return msgspec.convert(document.data, list[CardGame])


def _find_game(file: Json) -> CardGame | None:
    """Return which game and kind the cards of a file are for, or None if it has no cards."""
    if has_cards(file):
        holds = "boxes" if file.get("isSpearhead") is True else "warscrolls"
        cards = get_tables(file, "warscrolls")
    elif wh40k_book.is_faction_file(file):
        holds = "patrols" if file.get("isCombatPatrol") is True else "factions"
        cards = get_tables(file, "datasheets")
    else:
        return None
    editions = {read_raw_english(card.get("source")) for card in [file, *cards]}
    rows = [row for row in _load_games() if row.holds == holds]
    named = [row for row in rows if row.edition in editions]
    return (named or rows)[0]


def read(path: Path, system: str) -> Source:
    """Return the books of the game `system` in the card files at `path`.

    A file that can't be read is in `unread`, with its own name as the name of the book.
    """
    files: list[tuple[str, Json]] = []
    holds = ""
    unread: list[Unread] = []
    labels: set[str] = set()
    for file in _list_json_files(path):
        name = file.name if path.is_file() else file.relative_to(path).as_posix()
        content, reason = _load(file)
        if reason:
            unread.append(Unread(Place(name), reason, book=file.stem))
            continue
        game = _find_game(content) if isinstance(content, dict) else None
        if game is not None and isinstance(content, dict) and game.game == system:
            holds = game.holds
            files.append((name, content))
            label = content.get("compatibleDataVersion")
            if label:
                labels.add(str(label))
    books = _drop_shared_ids(_READERS[holds](files)) if files else []
    label = max(labels, key=lambda text: (len(text), text)) if labels else ""
    return Source(READER, path, tuple(books), label=label, unread=tuple(unread))


def _drop_shared_ids(books: list[Book]) -> list[Book]:
    """Return `books` with the id removed from entries that share it with another.

    Why: the export makes ids from names, so an enhancement of two detachments, or a datasheet of
    two factions, has one id but two sets of values.
    """
    ids = Counter(entry.source_id for book in books for entry in book.entries)
    unique: list[Book] = []
    for book in books:
        entries: list[Entry] = []
        for entry in book.entries:
            if ids[entry.source_id] > 1:
                entry = msgspec.structs.replace(entry, source_id="")
            entries.append(entry)
        unique.append(msgspec.structs.replace(book, entries=tuple(entries)))
    return unique


def _read_wh40k_books(files: list[tuple[str, Json]]) -> list[Book]:
    """Return a book for each faction file of 40K."""
    names = Names([file for _, file in files])
    return [wh40k_book.read_book(file, name, names) for name, file in files]


def _read_patrol_books(files: list[tuple[str, Json]]) -> list[Book]:
    """Return a book for each Combat Patrol of the 11th edition."""
    names = Names([file for _, file in files])
    return [patrol_book.read_book(file, name, names) for name, file in files]


def _read_box_books(files: list[tuple[str, Json]]) -> list[Book]:
    """Return a book for each Spearhead box; boxes of one faction share the id of their files."""
    ids = Counter(read_raw_english(file.get("id")) for _, file in files)
    books: list[Book] = []
    for name, file in files:
        is_shared = ids[read_raw_english(file.get("id"))] > 1
        books.append(spearhead_book.read_book(file, name, is_shared=is_shared))
    return books


_READERS: dict[str, Callable[[list[tuple[str, Json]]], list[Book]]] = {
    "factions": _read_wh40k_books,
    "patrols": _read_patrol_books,
    "warscrolls": aos_book.read_books,
    "boxes": _read_box_books,
}
