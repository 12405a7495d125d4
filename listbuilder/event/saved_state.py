"""The results of a run of `event`, saved for the next run.

If anything is wrong with the file, the lists are checked again.
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
_READ = (2, _LAYOUT)  # from the layout before only the names of files are used


class EventState(msgspec.Struct, kw_only=True):
    """The state of one run: its entries, what their verdicts rest on, and the results before it."""

    layout: int
    basis: str  # a hash of what every verdict depends on besides the list itself
    entries: list[Entry]
    before: dict[str, EarlierResult]


def compute_basis(library: Library, inputs: Iterable[bytes]) -> str:
    """Return a hash of everything besides the lists themselves that their verdicts depend on.

    That is `inputs`, the version of listbuilder, and the data files of `library`, which are
    recognized by size and time.
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
    """Return (state of the last run, whether a state exists that can't be used).

    The state is None if there is none, or if it can't be used: unreadable, of another layout, or
    with unsafe names.
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
    """Write the state of this run for the next one.

    `basis_hash`: the hash of what the verdicts depend on besides the lists. `before`: the results
    of the run before.
    """
    state = EventState(layout=_LAYOUT, basis=basis_hash, entries=list(entries), before=before)
    write_bytes(out / FILE, msgspec.json.encode(state))
