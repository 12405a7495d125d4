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
from listbuilder.edit.story import Head, Line, Story, encode, framed, read

MOST_BYTES = 200_000_000  # more than any evening's changes
_ENDING, _NEW = ".journal", ".journal-new"
_SCRAP_SECONDS = 3600  # whoever lives has long given it its name
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_WRITE = _READ | os.O_RDWR | os.O_APPEND


class NotTakenUp(Exception):
    """Another program has it, or had it since it was found; or, with a reason, it cannot be opened any more."""

    def __init__(self, file: Path, reason: str | None = None) -> None:
        super().__init__(str(file))
        self.file = file
        self.reason = reason


class Journal:
    """The recovery file of one open roster. Locked while the program that writes it lives.

    Nothing here raises: a disk that is full or a folder that cannot be written must not stop the player. `failed` says
    why the file does not hold everything; as long as it does, every change and every `flush` tries again to write all
    that is missing, in order.
    """

    def __init__(self, head: Head, lines: Iterable[Line] = (), *, start: bool = True) -> None:
        self.file: Path | None = None
        self.failed: str | None = None
        self.kept_as: Path | None = None  # where what this one stands in for was set aside
        self._path = head.path
        self._story = [encode(head), *map(encode, lines)]
        self._handle: io.FileIO | None = None
        self._written = self._size = self._crc = 0
        self._replaced: list[tuple[Path, io.FileIO | None]] = []  # what this one holds all of, and its lock
        self._guard = threading.Lock()  # a save may run beside the keyboard
        if start:
            self.flush()

    @classmethod
    def resume(cls, found: Found) -> Journal:
        """Go on with a recovered one; one that is damaged is kept aside as it was, and written anew as far as it was read.

        Raises NotTakenUp.
        """
        handle = _claimed_for_writing(found)
        journal = cls(found.story.head, found.story.lines, start=False)
        if found.story.sound and "+" in handle.mode:
            journal.file, journal._handle = found.file, handle
            journal._written, journal._size, journal._crc = len(journal._story), found.story.size, found.story.crc
        else:
            journal._replaced.append((found.file, handle))
            journal.flush()
        return journal

    def add(self, line: Line) -> None:
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
            elif self.file is not None:
                with contextlib.suppress(OSError):
                    self.file.unlink(missing_ok=True)
            if not keep:
                self._retire()
            self._let_go()

    def abandon(self) -> None:
        """As the end of the process would leave it."""
        with self._guard:
            self._let_go()

    def _let_go(self) -> None:
        for handle in (self._handle, *(lock for _, lock in self._replaced)):
            if handle is not None:
                handle.close()
        self._handle, self._replaced = None, []

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
        """The file as it should be, whatever was done to it or failed before."""
        if self._handle is None or not self._as_left(self._handle):
            self._begin()
        assert self._handle is not None
        self._write_rest(self._handle)

    def _as_left(self, handle: io.FileIO) -> bool:
        """Nothing behind what is known to be whole, and nothing of that gone."""
        try:
            status = os.fstat(handle.fileno())
            if status.st_size > self._size:
                os.ftruncate(handle.fileno(), self._size)
        except OSError:
            return False
        return status.st_nlink > 0 and status.st_size >= self._size

    def _begin(self) -> None:
        """A new file with everything. It gets its name when it is locked and whole: nobody takes it for left behind."""
        folder = recovery_folder()
        folder.mkdir(parents=True, exist_ok=True)
        name = folder / f"{_key(self._path)}-{os.getpid()}-{time.time_ns():x}"
        scrap, file = name.with_suffix(_NEW), name.with_suffix(_ENDING)
        before = self.file, self._handle, self._written, self._size, self._crc
        self._written = self._size = self._crc = 0
        handle = None
        try:
            handle = io.FileIO(os.open(scrap, _WRITE | os.O_CREAT | os.O_EXCL, 0o600), "ab+")
            _lock(handle)
            self._write_rest(handle)
            if self._replaced:
                os.fsync(handle.fileno())  # before the other one goes by another name
            if not _LOCKS:  # such a platform may not rename what is open
                handle.close()
            os.rename(scrap, file)
            if not _LOCKS:
                handle = io.FileIO(os.open(file, _WRITE), "ab+")
        except OSError:
            self.file, self._handle, self._written, self._size, self._crc = before
            if handle is not None:
                handle.close()
                with contextlib.suppress(OSError):
                    os.unlink(scrap)
            raise
        if before[0] is not None:
            self._replaced.append((before[0], before[1]))
        self.file, self._handle = file, handle

    def _write_rest(self, handle: io.FileIO) -> None:
        for payload in self._story[self._written :]:
            line, crc = framed(payload, self._crc)
            self._write(handle, line)
            self._written, self._size, self._crc = self._written + 1, self._size + len(line), crc

    def _write(self, handle: io.FileIO, line: bytes) -> None:
        """Whole or not at all: what was written of it in vain is taken back, and it is tried once more."""
        problem = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        for _ in range(2):
            try:
                if os.write(handle.fileno(), line) == len(line):
                    return
            except OSError as error:
                problem = error
            os.ftruncate(handle.fileno(), self._size)
        raise problem

    def _retire(self) -> None:
        """Set aside what this file stands in for; what cannot be, is tried again later."""
        left = []
        for file, lock in self._replaced:
            if lock is not None and not _LOCKS:
                lock.close()
            try:
                self.kept_as = folders.set_aside(file)
            except FileNotFoundError:
                pass
            except OSError:
                left.append((file, lock))
                continue
            if lock is not None:
                lock.close()
        self._replaced = left


class Found(msgspec.Struct):
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

    found: list[Found]  # newest first
    aside: list[Aside]  # just now
    closed: list[tuple[Path, str]]  # cannot be opened, and why


def left_behind(path: Path | None = None) -> list[Found]:
    return look(path).found


def look(path: Path | None = None) -> Looked:
    """Recovery files with unsaved changes whose program no longer runs; of one roster, or of all.

    Those whose roster was saved are cleared away; those that cannot be read are set aside.
    """
    looked = Looked([], [], [])
    for file in _journals():
        try:
            with _claimed(file, _READ) as handle:
                story, when = _read(handle)
                handle.close() if not _LOCKS else None
                _sort_in(Found(file, story, when) if story else None, file, looked)
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
            _claimed(file, _READ).close()
            file.unlink()


def _read(handle: io.FileIO) -> tuple[Story | None, float]:
    status = os.fstat(handle.fileno())
    if status.st_size > MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return read(handle.read()), status.st_mtime


def _sort_in(found: Found | None, file: Path, looked: Looked) -> None:
    if found is None:
        looked.aside.append(Aside(folders.set_aside(file)))
    elif found.story.unsaved:
        looked.found.append(found)
    elif found.story.lost:
        looked.aside.append(Aside(folders.set_aside(file), found.path, found.story.lost))
    else:
        file.unlink()


def discard(found: Found) -> None:
    """The player does not want it. One that is damaged may hold more than was shown, and is only set aside."""
    with contextlib.suppress(OSError, NotTakenUp), _claimed(found.file, _READ) as handle:
        same = os.fstat(handle.fileno()).st_size == found.story.size
        handle.close() if not _LOCKS else None
        if same and found.story.sound:
            found.file.unlink()
        elif same:
            folders.set_aside(found.file)


def put_aside(found: Found) -> Path:
    """Its lines can be believed, but what they tell is no roster. Where it is now: under its old name if it must stay."""
    with contextlib.suppress(OSError):
        return folders.set_aside(found.file)
    return found.file


def recovery_folder() -> Path:
    return folders.state_folder() / "recovery"


def _key(name: str | None) -> str:
    return hashlib.sha256(os.fsencode(folders.real(name))).hexdigest()[:16] if name else "unnamed"


# --- locks: who holds one lives ---

try:
    import fcntl
except ImportError:  # a platform without them offers the file of a living program too
    _LOCKS = False
else:
    _LOCKS = True

_TRIES = 20
_WAIT = 0.01  # seconds; someone who only looks is gone by then


def _claimed(file: Path, flags: int) -> io.FileIO:
    """Opened and locked. Raises NotTakenUp where a living program has it, OSError where it is no file one can open."""
    descriptor = os.open(file, flags)
    handle = io.FileIO(descriptor, "ab+" if flags & os.O_RDWR else "rb")
    try:
        status = os.fstat(descriptor)
        folders.must_be_file(status)
        now = os.stat(file) if _lock(handle) else None
        if now is None or (now.st_dev, now.st_ino) != (status.st_dev, status.st_ino):
            raise NotTakenUp(file)
    except BaseException:
        handle.close()
        raise
    return handle


def _claimed_for_writing(found: Found) -> io.FileIO:
    """Opened for reading only where no more can be had. Raises NotTakenUp."""
    try:
        try:
            handle = _claimed_patiently(found.file, _WRITE)
        except PermissionError:
            handle = _claimed_patiently(found.file, _READ)
    except OSError as error:
        raise NotTakenUp(found.file, error.strerror or str(error)) from None
    if os.fstat(handle.fileno()).st_size != found.story.size:
        handle.close()
        raise NotTakenUp(found.file)
    return handle


def _claimed_patiently(file: Path, flags: int) -> io.FileIO:
    for _ in range(_TRIES - 1):
        try:
            return _claimed(file, flags)
        except NotTakenUp:
            time.sleep(_WAIT)
    return _claimed(file, flags)


def _lock(handle: io.FileIO) -> bool:
    """Whether nobody else has it. A file system that knows no locks is as a platform without them."""
    if _LOCKS:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True
