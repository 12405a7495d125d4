"""The recovery file of an open roster: written by one program, found by the next.

A line is written in one go right after its change. So whenever the program is killed, the file
holds exactly the last state, with the way back to every state before it. A line that was cut off
belongs to a change nobody has seen. What can't be read is never deleted: it is set aside under a
name of its own.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from listbuilder.workspace import folders
from listbuilder.workspace.journal_entries import Head, Story, StoryLine, encode_line, read_story
from listbuilder.workspace.locked_file import (
    LOCKS,
    NotTakenUp,
    RecoveryFile,
    open_and_lock,
    open_to_continue,
)

MOST_BYTES = 200_000_000  # more than any evening's changes
_ENDING, _NEW = ".journal", ".journal-new"
_SCRAP_SECONDS = 3600  # whoever lives has long given it its name


class Journal:
    """The recovery file of one open roster, locked while the program that writes it runs.

    No method raises, except `resume`: a disk that is full or a folder that can't be written must
    not stop the player. `failed` says why the file doesn't hold everything. Until it does, every
    change and every `flush_lines` tries again to write all missing lines, in order.
    """

    def __init__(self, head: Head, lines: Iterable[StoryLine] = (), *, start: bool = True) -> None:
        """Begin the recovery file with `head`, which holds the roster, and the changes `lines`.

        It is written at once unless `start` is off.
        """
        self.failed: str | None = None
        self.kept_as: Path | None = None  # where what this one stands in for was set aside
        self._path = head.path
        self._story = [encode_line(head), *map(encode_line, lines)]
        self._sheet: RecoveryFile | None = None
        # files of which this one holds everything, each with its lock
        self._replaced: list[tuple[Path, io.FileIO]] = []
        self._guard = threading.Lock()  # a save may run beside the keyboard
        if start:
            self.flush_lines()

    @classmethod
    def resume(cls, left_behind: LeftBehind) -> Journal:
        """Return a journal that continues the recovery file `left_behind`.

        A damaged file, or one that can't be written, is renamed and kept, and what could be read of
        it is written to a new file. Raises NotTakenUp if another program has the file open.
        """
        file, story = left_behind.file, left_behind.story
        handle = open_to_continue(file, story.size)
        journal = cls(story.head, story.lines, start=False)
        if story.is_sound and "+" in handle.mode:
            count = len(journal._story)
            journal._sheet = RecoveryFile(file, handle, count, story.size, story.crc)
        else:
            journal._replaced.append((file, handle))
            journal.flush_lines()
        return journal

    def add_line(self, line: StoryLine) -> None:
        """Add `line` to the recovery file. If it can't be written now, it is written later."""
        with self._guard:
            self._story.append(encode_line(line))
            self._write_pending_lines()

    def flush_lines(self) -> None:
        """Try again to write the lines that could not be written before."""
        with self._guard:
            self._write_pending_lines()

    def close(self, *, keep: bool = False) -> None:
        """Close the recovery file, and delete it unless `keep` is set."""
        with self._guard:
            if keep:
                self._write_pending_lines()
            else:
                self._set_replaced_aside()
                if self._sheet is not None:
                    with contextlib.suppress(OSError):
                        self._sheet.file.unlink(missing_ok=True)
            self._close_files()

    def release_files(self) -> None:
        """Close the files without writing or deleting anything, as the end of the process would."""
        with self._guard:
            self._close_files()

    def _close_files(self) -> None:
        """Close this file and the files that it replaces, without deleting any of them."""
        if self._sheet is not None:
            self._sheet.close()
        for _, handle in self._replaced:
            handle.close()
        self._sheet, self._replaced = None, []

    # --- writing ---

    def _write_pending_lines(self) -> None:
        """Write all missing lines, and set `failed` to the reason if that fails, else to None.

        If it succeeds, the damaged files that this one replaces are set aside.
        """
        try:
            self._bring_file_up_to_date()
        except OSError as error:
            self.failed = error.strerror or str(error)
        else:
            self.failed = None
            self._set_replaced_aside()

    def _bring_file_up_to_date(self) -> None:
        """Write the missing lines to the file, after cutting off bytes that are not ours.

        If that fails, a new file with all lines takes its place. Raises OSError if the new file
        can't be written either.
        """
        if self._sheet is not None and self._sheet.cut_off_other_bytes():
            with contextlib.suppress(OSError):
                self._sheet.write_missing_lines(self._story)
                return
        new = self._create_file()
        if self._sheet is not None:
            self._replaced.append((self._sheet.file, self._sheet.handle))
        self._sheet = new

    def _create_file(self) -> RecoveryFile:
        """Return a new recovery file with all lines in it.

        The file gets its final name only when it is locked and complete, so that no other program
        takes it for one left behind. Raises OSError, after deleting the new file.
        """
        folder = get_recovery_folder()
        folder.mkdir(parents=True, exist_ok=True)
        name = folder / f"{_hash_path(self._path)}-{os.getpid()}-{time.time_ns():x}"
        new = RecoveryFile.create(name.with_suffix(_NEW))
        try:
            new.write_missing_lines(self._story)
            if self._replaced:
                os.fsync(new.handle.fileno())  # before the other one goes by another name
            new.rename_to(name.with_suffix(_ENDING))
        except OSError:
            new.close()
            with contextlib.suppress(OSError):
                os.unlink(new.file)
            raise
        return new

    def _set_replaced_aside(self) -> None:
        """Rename the files that this one replaces, so that they are kept but not found again.

        A file that can't be renamed is tried again after the next write.
        """
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
    """A recovery file that another program left behind."""

    file: Path
    story: Story
    when: float

    @property
    def path(self) -> Path | None:
        """The path of the roster's file: where it was last saved, else where it was opened.

        None if the roster has no file.
        """
        name = self.story.head.path
        for line in self.story.lines:
            if line.op == "saved" and line.path:
                name = line.path
        return folders.decode_path(name) if name else None

    @property
    def count(self) -> int:
        """The number of unsaved changes that can be recovered."""
        return self.story.count

    @property
    def all(self) -> int:
        """The number of unsaved changes, including those that can't be recovered."""
        return self.story.all


class SetAside(msgspec.Struct):
    """A recovery file from which nothing can be recovered, under its new name."""

    file: Path
    path: Path | None = None  # of which roster, if that could be read
    lost: int = 0  # and how many changes could not


class RecoveryFolder(msgspec.Struct):
    """The contents of the recovery folder."""

    found: list[LeftBehind]  # newest first
    aside: list[SetAside]  # just now
    closed: list[tuple[Path, str]]  # cannot be opened, and why


# Whoever looks at a file claims it for that moment. The home screen and the opening of a roster
# look at the same time, and neither may take the other for a program that is still at work on it.
_LOOKING = threading.Lock()


def find_left_behind(path: Path | None = None) -> list[LeftBehind]:
    """Return recovery files left behind for the roster at `path`, or all if `path` is None.

    Files that are no longer needed are deleted, and files that can't be read are renamed and kept.
    """
    return scan_recovery_folder(path).found


def scan_recovery_folder(path: Path | None = None) -> RecoveryFolder:
    """Return the recovery files of programs that no longer run, sorted by what they hold.

    If `path` is given, files with unsaved changes are returned only for that roster. Files whose
    roster was saved are deleted, and files that can't be read are renamed and kept.
    """
    with _LOOKING:
        return _scan_while_locked(path)


def _scan_while_locked(path: Path | None) -> RecoveryFolder:
    """Do the work of `scan_recovery_folder`, while no other thread of this program does it."""
    looked = RecoveryFolder([], [], [])
    for file in _find_journals():
        try:
            with open_and_lock(file) as handle:
                story, when = _read_handle(handle)
                if not LOCKS:
                    handle.close()
                _put_into_group(LeftBehind(file, story, when) if story else None, file, looked)
        except (NotTakenUp, FileNotFoundError):
            continue
        except OSError as error:
            looked.closed.append((file, error.strerror or str(error)))
    if path is not None:
        real = folders.resolve_links(path)
        looked.found = [
            left
            for left in looked.found
            if left.path is not None and folders.resolve_links(left.path) == real
        ]
    looked.found.sort(key=lambda left: -left.when)
    return looked


def _find_journals() -> Iterator[Path]:
    """Yield the recovery files in their folder, and delete old unfinished ones meanwhile."""
    try:
        names = sorted(os.listdir(get_recovery_folder()))
    except OSError:
        return
    for name in names:
        if name.endswith(_ENDING):
            yield get_recovery_folder() / name
        elif name.endswith(_NEW):
            _delete_unfinished(get_recovery_folder() / name)


def _delete_unfinished(file: Path) -> None:
    """Delete a recovery file whose program was killed before the file got its final name.

    The player has never seen the change it holds. A file younger than an hour is left alone,
    because its program may be about to name it. Errors are ignored.
    """
    with contextlib.suppress(OSError, NotTakenUp):
        if time.time() - file.stat().st_mtime > _SCRAP_SECONDS:
            open_and_lock(file).close()
            file.unlink()


def _read_handle(handle: io.FileIO) -> tuple[Story | None, float]:
    """Return the roster and changes in an open recovery file, and the time of its last write.

    The first is None if not even the first line can be trusted. Raises OSError if the file is
    larger than `MOST_BYTES`.
    """
    status = os.fstat(handle.fileno())
    if status.st_size > MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return read_story(handle.read()), status.st_mtime


def _put_into_group(left: LeftBehind | None, file: Path, looked: RecoveryFolder) -> None:
    """Add `file` to one of the lists of `looked`, or delete it if all its changes were saved.

    `left`: what could be read of the file. If it is None, or if only lost lines remain, the file is
    renamed and counted as set aside.
    """
    if left is None:
        looked.aside.append(SetAside(folders.set_aside(file)))
    elif left.story.unsaved:
        looked.found.append(left)
    elif left.story.lost:
        looked.aside.append(SetAside(folders.set_aside(file), left.path, left.story.lost))
    else:
        file.unlink()


def discard_left_behind(left: LeftBehind) -> None:
    """Delete a recovery file that the player does not want.

    A damaged file is only renamed, because it may hold more than was shown. A file that has changed
    since it was read, or that another program has, is left alone.
    """
    with contextlib.suppress(OSError, NotTakenUp), open_and_lock(left.file) as handle:
        same = os.fstat(handle.fileno()).st_size == left.story.size
        if not LOCKS:
            handle.close()
        if same and left.story.is_sound:
            left.file.unlink()
        elif same:
            folders.set_aside(left.file)


def set_left_behind_aside(left: LeftBehind) -> Path:
    """Rename a sound recovery file that makes no roster, so that it isn't found again.

    Return its new path, or the old path if it can't be renamed.
    """
    with contextlib.suppress(OSError):
        return folders.set_aside(left.file)
    return left.file


def get_recovery_folder() -> Path:
    """Return the folder in which all recovery files are."""
    return folders.get_state_folder() / "recovery"


def _hash_path(name: str | None) -> str:
    """Return 16 hex digits that stand for a roster's path in file names.

    If `name` is None, return “unnamed”.
    """
    return folders.hash_path(name) if name else "unnamed"
