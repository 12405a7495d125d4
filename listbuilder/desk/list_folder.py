"""The folder of lists, `lists/<player>/<time>.txt`, with a file for each version.

Lists aren't stored anywhere else. So `listbuilder event` works on the folder without the server,
and if the server is killed, no list is lost that it confirmed.
"""

from __future__ import annotations

import contextlib
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from listbuilder.data import atomic_file
from listbuilder.model.limits import LIST_BYTES
from listbuilder.yamlio import reader

MOST_NAME = 60  # letters of a player's folder; in some scripts a letter takes four bytes of 255
MOST_VERSIONS = 100  # of one player; more of them are an attack
MOST_FOLDERS = 5_000  # players of one event
# Endings that say how bytes are read; any other file is kept as a text.
ENDINGS = (".yaml", ".yml", ".ros", ".rosz", ".json", ".pdf", ".eml", ".docx", ".odt")
TEXT = ".txt"
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)?(?:-(\d{1,3}))?")
_NOT_IN_NAMES = re.compile(r"[^\w '’-]+")
# Names that Windows reserves for devices.
_RESERVED = {"con", "prn", "aux", "nul"} | {
    f"{port}{n}" for port in ("com", "lpt") for n in range(10)
}


class Version(msgspec.Struct, frozen=True, order=True):
    """One version of a player's list: where it is, and when it was handed in.

    `time`: as “2026-11-20 20:14”, in the organiser's time. `number`: of several in one second.
    """

    time: str
    seconds: str
    number: int
    folder: str
    file: str

    @property
    def stamp(self) -> str:
        """Return when the version was handed in, with seconds."""
        return f"{self.time}:{self.seconds}"

    @property
    def key(self) -> str:
        """Return the path of the file below the folder of lists, with `/` between the parts."""
        return f"{self.folder}/{self.file}" if self.folder else self.file


def make_folder_name(name: str) -> str:
    """Return the name of the folder for a player: the player's own name, safe in every system.

    Empty if nothing of `name` can be in a file's name. Letters, digits, spaces, hyphens and
    apostrophes stay, so that `event` finds the player by it.
    """
    plain = _NOT_IN_NAMES.sub(" ", unicodedata.normalize("NFC", name))
    short = " ".join(plain.split())[:MOST_NAME].strip(" '’-_")
    return f"{short} player" if short.casefold() in _RESERVED else short


def assign_folders(names: Iterable[str]) -> list[str]:
    """Return a folder for each of `names`, all different: of two of one name the second gets a 2.

    Names that differ only in capitals count as equal, because some systems treat them as one.
    """
    used: set[str] = set()
    folders = []
    for name in names:
        stem = make_folder_name(name) or "player"
        folder, number = stem, 1
        while folder.casefold() in used:
            number += 1
            folder = f"{stem} {number}"
        used.add(folder.casefold())
        folders.append(folder)
    return folders


def choose_ending(file_name: str) -> str:
    """Return the ending with which an uploaded file is stored: its own if known, else `.txt`."""
    ending = os.path.splitext(file_name)[1].lower()
    return ending if ending in ENDINGS else TEXT


def read_time(file: str, folder: Path) -> tuple[str, str, int]:
    """Return (time, second, number) of a version, from the name of `file` in `folder`.

    For any other name, such as a file that an organiser put there by hand, it is the time of the
    file's last change; empty if even that is unknown.
    """
    found = _TIME.match(os.path.splitext(file)[0])
    if found is not None:
        day, hour, minute, second, number = found.groups()
        return f"{day} {hour}:{minute}", second or "00", int(number or 0)
    try:
        changed = datetime.fromtimestamp((folder / file).stat().st_mtime)
    except (OSError, ValueError, OverflowError):
        return "", "", 0
    return changed.strftime("%Y-%m-%d %H:%M"), changed.strftime("%S"), 0


class ListFolder:
    """The folder `lists` of an event."""

    def __init__(self, root: Path) -> None:
        """Use the folder `root`, and create it if it doesn't exist. Raises OSError."""
        self.root = root
        root.mkdir(parents=True, exist_ok=True)

    def find_versions(self) -> dict[str, list[Version]]:
        """Return the versions in each player's folder, the oldest first.

        A file outside of the players' folders, put there by hand, has the folder "".
        """
        found: dict[str, list[Version]] = {}
        for entry in _list_entries(self.root):
            if entry.is_dir(follow_symlinks=False):
                files = [
                    file.name for file in _list_entries(self.root / entry.name) if file.is_file()
                ]
                versions = [self._make_version(entry.name, file) for file in files[:MOST_VERSIONS]]
                if versions:
                    found[entry.name] = sorted(versions)
            elif entry.is_file(follow_symlinks=False):
                found.setdefault("", []).append(self._make_version("", entry.name))
        return found

    def _make_version(self, folder: str, file: str) -> Version:
        """Return the version in `file` of a player's folder."""
        time, seconds, number = read_time(file, self.root / folder)
        return Version(time, seconds, number, folder, file)

    def make_fingerprint(self) -> tuple[tuple[str, int], ...]:
        """Return a value that changes whenever a file is added or removed.

        It is the time of the last change of each folder.
        """
        times = [("", _get_change_time(self.root))]
        for entry in _list_entries(self.root):
            if entry.is_dir(follow_symlinks=False):
                times.append((entry.name, _get_change_time(self.root / entry.name)))
        return tuple(times)

    def read(self, version: Version) -> bytes:
        """Return the bytes of a version. Raises Unreadable."""
        return reader.read_bytes(self.root / version.folder / version.file, LIST_BYTES)

    def write(self, folder: str, raw: bytes, ending: str, now: datetime) -> Version:
        """Write a new version into a player's folder, and return it when it is on the disk.

        The file gets its name only when it is complete, so that no program reads a part of it. It
        never replaces another file. Raises OSError.
        """
        place = self.root / folder
        place.mkdir(exist_ok=True)
        handle, temporary = _open_temporary_file(place, now)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
            stem = now.strftime("%Y-%m-%dT%H%M%S")
            name, number = f"{stem}{ending}", 0
            while not _give_name(place / temporary, place / name):
                number += 1
                name = f"{stem}-{number}{ending}"
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(place / temporary)
        flush_folder(place)
        flush_folder(self.root)
        return Version(now.strftime("%Y-%m-%d %H:%M"), now.strftime("%S"), number, folder, name)


def write_private_file(file: Path, content: bytes) -> None:
    """Write a file that only its owner may read, and return when it is on the disk."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    atomic_file.write_file(file, content)
    flush_folder(file.parent)


def flush_folder(folder: Path) -> None:
    """Wait until the names of the files in `folder` are on the disk, if the system can do that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return  # Windows can't open folders
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def _list_entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield the entries of a folder by name, without hidden ones; none if it can't be read."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if not entry.name.startswith("."):
            yield entry


def _get_change_time(folder: Path) -> int:
    """Return the time at which a file was last added to `folder` or removed; 0 if it is gone."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


def _open_temporary_file(place: Path, now: datetime) -> tuple[int, str]:
    """Create a hidden file in the folder `place`; return its open handle and its name."""
    number = 0
    while True:
        name = f".{now.strftime('%H%M%S')}-{os.getpid()}-{number}.tmp"
        try:
            return os.open(place / name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666), name
        except FileExistsError:
            number += 1


def _give_name(temporary: Path, file: Path) -> bool:
    """Give the complete file `temporary` the name `file`; return False if that name is taken."""
    try:
        os.link(temporary, file)
    except FileExistsError:
        return False
    except OSError:  # a disk without links: nobody else writes into this folder
        if file.exists():
            return False
        os.rename(temporary, file)
    return True
