"""The state that a desk keeps from one run to the next, besides its pages.

If anything is wrong with it, the lists are checked again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from listbuilder.data.library import Library
from listbuilder.event.entry import Entry, is_id, is_stem
from listbuilder.event.triage import EarlierResult
from listbuilder.model.problem import Unreadable
from listbuilder.version import VERSION
from listbuilder.yamlio import reader
from listbuilder.yamlio.writer import write_bytes

FILE = "state.json"
MOST = 500_000_000  # bytes of a state; one of a season of 28,000 lists has 100 million
_LAYOUT = 3
_READ = (2, _LAYOUT)  # of the one before nothing is kept but what its files are called


class EventState(msgspec.Struct, kw_only=True):
    """The state of one run: its entries, what their verdicts rest on, and the results before it."""

    layout: int
    basis: str  # what every verdict rests on beside the list itself
    entries: list[Entry]
    before: dict[str, EarlierResult]


def compute_basis(library: Library, inputs: Iterable[bytes]) -> str:
    """Return a hash of everything besides the lists that their verdicts rest on.

    That is `inputs` and the data files of `library`, which are told by size and time.
    """
    digest = hashlib.sha256(f"{_LAYOUT} {VERSION}".encode())
    for given in inputs:
        digest.update(b"\0" + given)
    for folder in library.folders:
        for place, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                try:
                    status = os.stat(os.path.join(place, name))
                except OSError:
                    continue
                line = f"{place}/{name} {status.st_size} {status.st_mtime_ns}\n"
                digest.update(os.fsencode(line))
    return digest.hexdigest()


def load_state(out: Path) -> tuple[EventState | None, bool]:
    """Return the state of the last run, and whether there is one that can't be used.

    The state is None if there is none or it can't be used; the second value tells the two apart.
    """
    place = out / FILE
    if not os.path.lexists(place):
        return None, False
    try:
        state = msgspec.json.decode(reader.read_bytes(place, MOST), type=EventState)
    except (Unreadable, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None, True
    names_are_safe = all(is_id(entry.id) and is_stem(entry.stem) for entry in state.entries)
    if state.layout not in _READ or not names_are_safe:
        return None, True
    return state, False


def save_state(
    out: Path, basis_hash: str, entries: Iterable[Entry], before: dict[str, EarlierResult]
) -> None:
    """Write the state for the next run. `basis_hash` tells what its verdicts rest on."""
    state = EventState(layout=_LAYOUT, basis=basis_hash, entries=list(entries), before=before)
    write_bytes(out / FILE, msgspec.json.encode(state))
