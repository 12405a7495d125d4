"""What a desk remembers from one run to the next, beside its pages. Whatever is wrong with it, the lists are judged anew."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from listbuilder.event.entry import Entry, is_id, is_stem
from listbuilder.event.triage import Before
from listbuilder.model.problem import Unreadable
from listbuilder.store import reader
from listbuilder.store.library import Library
from listbuilder.store.writer import write_bytes
from listbuilder.version import VERSION

FILE = "state.json"
MOST = 500_000_000  # bytes of a state; one of a season of 28,000 lists has 100 million
_LAYOUT = 3
_READ = (2, _LAYOUT)  # of the one before nothing is kept but what its files are called


class State(msgspec.Struct, kw_only=True):
    layout: int
    basis: str  # what every verdict rests on beside the list itself
    entries: list[Entry]
    before: dict[str, Before]


def basis(library: Library, asked: Iterable[bytes]) -> str:
    """`asked`: everything else that a verdict hangs on."""
    made = hashlib.sha256(f"{_LAYOUT} {VERSION}".encode())
    for each in asked:
        made.update(b"\0" + each)
    for folder in library.folders:
        for place, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                try:
                    found = os.stat(os.path.join(place, name))
                except OSError:
                    continue
                made.update(os.fsencode(f"{place}/{name} {found.st_size} {found.st_mtime_ns}\n"))
    return made.hexdigest()


def load(out: Path) -> tuple[State | None, bool]:
    """And whether there is one that cannot be used."""
    place = out / FILE
    if not os.path.lexists(place):
        return None, False
    try:
        found = msgspec.json.decode(reader.read_bytes(place, MOST), type=State)
    except (Unreadable, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None, True
    if found.layout not in _READ or not all(is_id(entry.id) and is_stem(entry.stem) for entry in found.entries):
        return None, True
    return found, False


def save(out: Path, made: str, entries: Iterable[Entry], before: dict[str, Before]) -> None:
    state = State(layout=_LAYOUT, basis=made, entries=list(entries), before=before)
    write_bytes(out / FILE, msgspec.json.encode(state))
