"""The recovery file of an open roster: written by the program that has it open, found by the next one.

A line is written in one go right after its change, so whenever the program is killed the file holds exactly the last
state, with the way back to every state before it. A line that was cut off belongs to a change nobody has seen.
What cannot be read is never deleted: it is set aside under a name of its own.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import os
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from listbuilder.edit import folders
from listbuilder.edit.held import LOCKS, NotTakenUp, RecoveryFile, claimed, taken_up
from listbuilder.edit.story import Head, Story, StoryLine, encode, read

MOST_BYTES = 200_000_000  # more than any evening's changes
_ENDING, _NEW = ".journal", ".journal-new"
_SCRAP_SECONDS = 3600  # whoever lives has long given it its name


class Journal:
    """The recovery file of one open roster. Locked while the program that writes it lives.

    Nothing here raises: a disk that is full or a folder that cannot be written must not stop the player. `failed` says
    why the file does not hold everything; as long as it does, every change and every `flush` tries again to write all
    that is missing, in order.
    """

    def __init__(self, head: Head, lines: Iterable[StoryLine] = (), *, start: bool = True) -> None:
        self.failed: str | None = None
        self.kept_as: Path | None = None  # where what this one stands in for was set aside
        self._path = head.path
        self._story = [encode(head), *map(encode, lines)]
        self._sheet: RecoveryFile | None = None
        self._replaced: list[tuple[Path, io.FileIO]] = []  # what this one holds all of, and its lock
        self._guard = threading.Lock()  # a save may run beside the keyboard
        if start:
            self.flush()

    @classmethod
    def resume(cls, found: LeftBehind) -> Journal:
        """Go on with a recovered one; one that is damaged is kept aside as it was, and written anew as far as it was read.

        Raises NotTakenUp.
        """
        handle = taken_up(found.file, found.story.size)
        journal = cls(found.story.head, found.story.lines, start=False)
        if found.story.sound and "+" in handle.mode:
            journal._sheet = RecoveryFile(found.file, handle, len(journal._story), found.story.size, found.story.crc)
        else:
            journal._replaced.append((found.file, handle))
            journal.flush()
        return journal

    def add(self, line: StoryLine) -> None:
        with self._guard:
            self._story.append(encode(line))
            self._flush()

    def flush(self) -> None:
        """Write what could not be written before."""
        with self._guard:
            self._flush()

    def close(self, *, keep: bool = False) -> None:
        with self._guard:
            if keep:
                self._flush()
            else:
                self._retire()
                if self._sheet is not None:
                    with contextlib.suppress(OSError):
                        self._sheet.file.unlink(missing_ok=True)
            self._let_go()

    def abandon(self) -> None:
        """As the end of the process would leave it."""
        with self._guard:
            self._let_go()

    def _let_go(self) -> None:
        if self._sheet is not None:
            self._sheet.close()
        for _, handle in self._replaced:
            handle.close()
        self._sheet, self._replaced = None, []

    # --- writing ---

    def _flush(self) -> None:
        try:
            self._catch_up()
        except OSError as error:
            self.failed = error.strerror or str(error)
        else:
            self.failed = None
            self._retire()

    def _catch_up(self) -> None:
        """The file as it should be, whatever was done to it or failed before; if it is past help, another."""
        if self._sheet is not None and self._sheet.as_left():
            with contextlib.suppress(OSError):
                self._sheet.write(self._story)
                return
        new = self._begun()
        if self._sheet is not None:
            self._replaced.append((self._sheet.file, self._sheet.handle))
        self._sheet = new

    def _begun(self) -> RecoveryFile:
        """A new file with everything. It gets its name when it is locked and whole: nobody takes it for left behind."""
        folder = recovery_folder()
        folder.mkdir(parents=True, exist_ok=True)
        name = folder / f"{_key(self._path)}-{os.getpid()}-{time.time_ns():x}"
        new = RecoveryFile.new(name.with_suffix(_NEW))
        try:
            new.write(self._story)
            if self._replaced:
                os.fsync(new.handle.fileno())  # before the other one goes by another name
            new.rename(name.with_suffix(_ENDING))
        except OSError:
            new.close()
            with contextlib.suppress(OSError):
                os.unlink(new.file)
            raise
        return new

    def _retire(self) -> None:
        """Set aside what this file stands in for; what cannot be, is tried again later."""
        left = []
        for file, handle in self._replaced:
            if not LOCKS:
                handle.close()
            try:
                self.kept_as = folders.set_aside(file)
            except FileNotFoundError:
                pass
            except OSError:
                left.append((file, handle))
                continue
            handle.close()
        self._replaced = left


class LeftBehind(msgspec.Struct):
    """A recovery file that someone left behind."""

    file: Path
    story: Story
    when: float

    @property
    def path(self) -> Path | None:
        """Where the roster was last saved."""
        saved = (line.path for line in reversed(self.story.lines) if line.op == "saved" and line.path)
        name = next(saved, self.story.head.path)
        return folders.path_of(name) if name else None

    @property
    def count(self) -> int:
        """Unsaved changes that can be taken up."""
        return self.story.count

    @property
    def all(self) -> int:
        """Unsaved changes that there were."""
        return self.story.all


class Aside(msgspec.Struct):
    """A recovery file of which nothing can be taken up, under its new name."""

    file: Path
    path: Path | None = None  # of which roster, if that could be read
    lost: int = 0  # and how many changes could not


class Looked(msgspec.Struct):
    """What stands in the recovery folder."""

    found: list[LeftBehind]  # newest first
    aside: list[Aside]  # just now
    closed: list[tuple[Path, str]]  # cannot be opened, and why


# Whoever looks at a file claims it for that moment. The home screen and the opening of a roster look at the same time, and
# neither may take the other for a program that is still at work on it.
_LOOKING = threading.Lock()


def left_behind(path: Path | None = None) -> list[LeftBehind]:
    return look(path).found


def look(path: Path | None = None) -> Looked:
    """Recovery files with unsaved changes whose program no longer runs; of one roster, or of all.

    Those whose roster was saved are cleared away; those that cannot be read are set aside.
    """
    with _LOOKING:
        return _look(path)


def _look(path: Path | None) -> Looked:
    looked = Looked([], [], [])
    for file in _journals():
        try:
            with claimed(file) as handle:
                story, when = _read(handle)
                handle.close() if not LOCKS else None
                _sort_in(LeftBehind(file, story, when) if story else None, file, looked)
        except (NotTakenUp, FileNotFoundError):
            continue
        except OSError as error:
            looked.closed.append((file, error.strerror or str(error)))
    if path is not None:
        looked.found = [each for each in looked.found if each.path and folders.real(each.path) == folders.real(path)]
    looked.found.sort(key=lambda each: -each.when)
    return looked


def _journals() -> Iterator[Path]:
    try:
        names = sorted(os.listdir(recovery_folder()))
    except OSError:
        return
    for name in names:
        if name.endswith(_ENDING):
            yield recovery_folder() / name
        elif name.endswith(_NEW):
            _clear_scrap(recovery_folder() / name)


def _clear_scrap(file: Path) -> None:
    """The beginning of a recovery file whose program was killed before it had a name: of a change nobody has seen."""
    with contextlib.suppress(OSError, NotTakenUp):
        if time.time() - file.stat().st_mtime > _SCRAP_SECONDS:
            claimed(file).close()
            file.unlink()


def _read(handle: io.FileIO) -> tuple[Story | None, float]:
    status = os.fstat(handle.fileno())
    if status.st_size > MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return read(handle.read()), status.st_mtime


def _sort_in(found: LeftBehind | None, file: Path, looked: Looked) -> None:
    if found is None:
        looked.aside.append(Aside(folders.set_aside(file)))
    elif found.story.unsaved:
        looked.found.append(found)
    elif found.story.lost:
        looked.aside.append(Aside(folders.set_aside(file), found.path, found.story.lost))
    else:
        file.unlink()


def discard(found: LeftBehind) -> None:
    """The player does not want it. One that is damaged may hold more than was shown, and is only set aside."""
    with contextlib.suppress(OSError, NotTakenUp), claimed(found.file) as handle:
        same = os.fstat(handle.fileno()).st_size == found.story.size
        handle.close() if not LOCKS else None
        if same and found.story.sound:
            found.file.unlink()
        elif same:
            folders.set_aside(found.file)


def put_aside(found: LeftBehind) -> Path:
    """Its lines can be believed, but what they tell is no roster. Where it is now: under its old name if it must stay."""
    with contextlib.suppress(OSError):
        return folders.set_aside(found.file)
    return found.file


def recovery_folder() -> Path:
    return folders.state_folder() / "recovery"


def _key(name: str | None) -> str:
    return hashlib.sha256(os.fsencode(folders.real(name))).hexdigest()[:16] if name else "unnamed"
