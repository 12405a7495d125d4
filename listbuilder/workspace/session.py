"""A position with a journal and a file: every change to a roster, and the way back.

Nothing here knows a screen. `apply`, `undo` and `redo` replace the position with another one, write
the recovery file and tell the listeners; only `save` writes the player's own file. Until there is a
change, or the roster is to be kept safe, a session writes nothing at all.
"""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.data.library import Library
from listbuilder.model.army import Army
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from listbuilder.workspace import folders, recent_files, saved_versions, saving
from listbuilder.workspace.journal import Journal, LeftBehind
from listbuilder.workspace.journal_entries import Head, StoryLine, can_be_encoded, encode_base64
from listbuilder.workspace.saving import AlreadyThere as AlreadyThere
from listbuilder.workspace.saving import ChangedOnDisk as ChangedOnDisk
from listbuilder.workspace.saving import Saved, compute_digest, read_if_present
from listbuilder.yamlio import reader
from listbuilder.yamlio.writer import SavedText, write_new_text

if TYPE_CHECKING:
    from listbuilder.workspace.recover import Recovered


class _WholeText(msgspec.Struct, frozen=True):
    """A change of the whole text: a restored save, or YAML typed by hand."""

    raw: bytes


Change = Edit | _WholeText
Listener = Callable[[Position], None]


class Session:
    """One open roster, with the changes made to it and the way back.

    Raises Unreadable when it is made, if the bytes are not a roster at all.
    """

    def __init__(
        self,
        raw: bytes,
        library: Library,
        path: Path | None = None,
        as_of: str | None = None,
        *,
        is_new: bool = False,
        text: bytes | None = None,
        autosave: bool = True,
    ) -> None:
        """Open the roster `raw`.

        `text`: what `raw` was changed into, given if `raw` itself could not be read. `path`: the
        roster's file. `as_of`: the date for rules and points. `is_new`: the roster has no file yet.
        `autosave` off: no recovery file is written.
        """
        self.library = library
        self.as_of = as_of
        self.path = path
        self.base = raw if text is None else text
        # a change and its line in the recovery file are one: a save may run beside the keyboard
        self.changing = threading.RLock()
        self.position = self._read_roster(self.base)
        self._opened = self.position.data
        self.disk = None if is_new or path is None else compute_digest(raw)
        self.recovered: Recovered | None = None  # of a damaged recovery file
        self._listeners: list[Listener] = []
        self._done: list[Change] = []
        self._undone: list[Change] = []
        # length of what is done at the last save; -1: never, or gone for good
        self._saved_at = -1 if is_new or text is not None else 0
        self._journal: Journal | None = None
        self._autosave = autosave

    @classmethod
    def open(cls, path: Path, library: Library, as_of: str | None = None) -> Session:
        """Return a session with the roster file at `path`.

        Raises Unreadable if it can't be read or is not a roster.
        """
        return cls(reader.read_bytes(path, reader.ROSTER_BYTES), library, path, as_of)

    @classmethod
    def create(
        cls,
        data: dict[str, Any],
        library: Library,
        as_of: str | None = None,
        path: Path | None = None,
    ) -> Session:
        """Return a session with a new roster made of `data`; it counts as unsaved.

        `path`: the file to save it in later, or None.
        """
        return cls(write_new_text(data).encode(), library, path, as_of, is_new=True)

    @classmethod
    def recover(
        cls, left_behind: LeftBehind, library: Library, as_of: str | None = None
    ) -> Session:
        """Return a session with the last state in a recovery file; its changes can be undone.

        Raises Unreadable if the file can't be used, or NotTakenUp if another builder has it open.
        """
        from listbuilder.workspace import recover as recovering

        return recovering.recover_session(left_behind, library, as_of)

    # --- what it is ---

    def _read_roster(self, raw: bytes) -> Position:
        """Return the roster `raw` as a position, with its rules and points looked up.

        Raises Unreadable if `raw` is not a roster.
        """
        position = Position.read(raw, str(self.path or ""), self.library, self.as_of)
        if position.system is None:
            raise Unreadable(position.problems)
        return position

    @property
    def data(self) -> Any:
        """The roster as plain data. It must not be changed in place."""
        return self.position.data

    @property
    def army(self) -> Army | None:
        """The army of the roster as it is now, or None if it can't be resolved."""
        return self.position.army

    @property
    def name(self) -> str:
        """The name written in the roster, else the file name without its ending, else ""."""
        given = self.data.get("name")
        if given:
            return str(given)
        return self.path.stem if self.path else ""

    @property
    def dirty(self) -> bool:
        """True if there are changes since the last save."""
        return len(self._done) != self._saved_at

    @property
    def autosave_failed(self) -> str | None:
        """The reason why the recovery file doesn't hold every change.

        None if it does, or if there is no recovery file.
        """
        return self._journal.failed if self._journal is not None else None

    @property
    def closed(self) -> bool:
        """True if no recovery file is written, because the player saved or dropped the roster."""
        return not self._autosave

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """True if there is an undone change to apply again."""
        return bool(self._undone)

    @property
    def depth(self) -> int:
        """Return how many changes can be undone."""
        return len(self._done)

    def find_keys_left_open(self, keys: Sequence[str]) -> frozenset[str]:
        """Return those of the unit `keys` that the player has never set.

        A key counts as set if it had a value in the file as it was opened, or if an edit since then
        was made to set it.
        """
        return frozenset(
            key
            for key in keys
            if not _has_key_below(self._opened, key)
            and not any(_is_key_chosen_by(change, key) for change in self._done)
        )

    def add_listener(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with the position after each change; return a function to stop that."""
        self._listeners.append(listener)

        def remove() -> None:
            """Stop the calls to the listener. A second call does nothing."""
            if listener in self._listeners:
                self._listeners.remove(listener)

        return remove

    # --- changing it ---

    def apply(self, edit: Edit) -> bool:
        """Apply `edit` to the roster, and return True, or False if the edit has no steps.

        The edit is written into the recovery file, and listeners are called. Edits change the
        roster only here; the other way is `replace_text`.
        """
        if not edit.steps:
            return False
        self._perform_and_record(lambda: self._apply_change(edit), StoryLine(op="do", edit=edit))
        return True

    def replace_text(self, raw: bytes) -> None:
        """Replace the whole text of the roster with `raw`. It can be undone like any change.

        Raises Unreadable if `raw` is not a roster.
        """
        line = StoryLine(op="whole", raw=encode_base64(raw))
        self._perform_and_record(lambda: self._apply_change(_WholeText(raw)), line)

    def undo(self) -> bool:
        """Undo the last change, and return True, or False if there is none to undo."""
        if not self._done:
            return False
        self._perform_and_record(self._undo_change, StoryLine(op="undo"))
        return True

    def redo(self) -> bool:
        """Apply the last undone change again, and return True, or False if there is none."""
        if not self._undone:
            return False
        self._perform_and_record(self._redo_change, StoryLine(op="redo"))
        return True

    def _apply_change(self, change: Change, *, keep_undone: bool = False) -> None:
        """Apply `change` to the position and add it to the list of changes that can be undone.

        Unless `keep_undone` is set, changes that were undone before can't be redone any more. If
        the saved state was among them, no state counts as saved.
        """
        if isinstance(change, _WholeText):
            self.position = self.position.replace_roster(self._read_roster(change.raw))
        else:
            self.position = self.position.apply(change)
        if not keep_undone:
            if self._saved_at > len(self._done):
                self._saved_at = -1
            self._undone.clear()
        self._done.append(change)

    def _undo_change(self) -> None:
        """Take back the last change, so that it can be applied again by a redo."""
        self.position = self.position.undo()
        self._undone.append(self._done.pop())

    def _redo_change(self) -> None:
        """Apply the change that was undone last again."""
        self._apply_change(self._undone[-1], keep_undone=True)
        self._undone.pop()

    def _perform_and_record(self, perform: Callable[[], None], line: StoryLine) -> None:
        """Call `perform`, record `line` in the recovery file, judge, and tell the listeners."""
        with self.changing:
            perform()
            self._record_line(line)
        self.position.compute_verdict()
        for listener in tuple(self._listeners):
            listener(self.position)

    # --- keeping it ---

    def keep_safe(self) -> None:
        """Start the recovery file if there are unsaved changes, and note the file as a recent one.

        It is called when the player begins to work on the roster. A roster without a file is not
        noted.
        """
        if self.dirty:
            self._record_line(None)
        if self.path is not None and self.disk is not None:
            seen = None if self.dirty else recent_files.build_seen(self.path, self.position)
            folders.record_recent_file(self.path, seen)

    def _record_line(self, line: StoryLine | None) -> None:
        """Append `line` to the recovery file; the file is started if there is none.

        If `line` is None, the file is only started. Nothing is written if autosave is off. A full
        disk or a folder that can't be written must not stop the player; `autosave_failed` says so
        as long as it lasts. An edit that would not survive the file's format is recorded as the
        whole text of the roster.
        """
        if not self._autosave:
            return
        if line is not None and line.op == "do" and not can_be_encoded(line):
            line = StoryLine(op="whole", raw=encode_base64(self.build_text()))
        if self._journal is not None:
            if line is not None:
                self._journal.add_line(line)
            return
        path = folders.encode_path(self.path) if self.path else None
        head = Head(
            raw=encode_base64(self.base),
            path=path,
            disk=self.disk,
            pending=self.disk is None or line is None,
        )
        self._journal = Journal(head, [] if line is None else [line])

    def flush_recovery_file(self) -> None:
        """Try again to write the lines that could not be written to the recovery file before."""
        if self._journal is not None:
            self._journal.flush_lines()

    def build_text(self) -> bytes:
        """Return the bytes that a save would write.

        The parts of the text that the player never changed stay the same, byte for byte.
        """
        return self._apply_changes_to_text(*self._copy_changes_and_data()).raw

    def _copy_changes_and_data(self) -> tuple[tuple[Change, ...], Any]:
        """Return the changes made so far, without undone ones, and the roster data they led to.

        Both are taken under the lock, because a save may run while the player goes on typing.
        """
        with self.changing:
            return tuple(self._done), self.data

    def _apply_changes_to_text(self, applied: Sequence[Change], data: Any) -> SavedText:
        """Return the text of the roster as it was opened, with the changes `applied` made in it.

        `data`: the roster data that the new text must have.
        """
        changes = [change.raw if isinstance(change, _WholeText) else change for change in applied]
        return saving.build_changed_text(self.base, changes, data)

    def save(self, path: Path | None = None, *, force: bool = False) -> Saved:
        """Write the roster to its file, whole or not at all, and return where it was saved.

        If `path` is given, it is the roster's file from now on. Raises Unreadable if the file can't
        be written, and ChangedOnDisk or AlreadyThere if the player should be asked first, unless
        `force` is set. Raises ValueError if the roster has no file and `path` is None.
        """
        target = path or self.path
        if target is None:
            raise ValueError("a roster without a name is saved under one")
        done, data = self._copy_changes_and_data()
        written = self._apply_changes_to_text(done, data)
        same_file = self.path is not None and target.resolve() == self.path.resolve()
        saving.replace_file(target, written.raw, self.disk if same_file else None, force=force)
        with self.changing:
            self.path, self.disk = target, compute_digest(written.raw)
            begun = self._done[: len(done)]  # changes may have been made or undone meanwhile
            unmoved = len(begun) == len(done) and all(map(operator.is_, begun, done))
            self._saved_at = len(done) if unmoved else -1
            self._record_line(self._build_saved_line())
        seen = None if self.dirty else recent_files.build_seen(target, self.position)
        folders.record_recent_file(target, seen)
        return Saved(target, written.anew)

    def save_copy(self, path: Path, *, force: bool = False) -> Saved:
        """Write a copy of the roster to `path`, and return where it was saved.

        The session keeps its own file and its unsaved changes. `force`: replace a file that is
        there.
        """
        written = self._apply_changes_to_text(*self._copy_changes_and_data())
        saving.replace_file(path, written.raw, None, force=force)
        folders.record_recent_file(path)
        return Saved(path, written.anew)

    def rename_file(self, path: Path, *, force: bool = False) -> Saved:
        """Save the roster as `path`, delete the old file, and move the saved versions along.

        Raises AlreadyThere if a file of that name exists and `force` is not set. If saving fails,
        the saved versions get their old name back. Return where the roster was saved.
        """
        old = self.path
        if old is not None and old.resolve() != path.resolve():
            if read_if_present(path) is not None and not force:
                raise AlreadyThere(str(path))
            saved_versions.move_saves(old, path)
        try:
            saved = self.save(path, force=force)
        except BaseException:
            if old is not None:
                saved_versions.move_saves(path, old)
            raise
        if old is not None and old.resolve() != path.resolve():
            old.unlink(missing_ok=True)
            folders.remove_recent_file(old)
        return saved

    def accept_text_on_disk(self, raw: bytes) -> None:
        """Note that the file now holds `raw`, and that this is the roster as it is open.

        The roster then counts as saved. It is called after the player has seen the change of the
        file.
        """
        self.disk, self._saved_at = compute_digest(raw), len(self._done)
        self._record_line(self._build_saved_line())

    def _build_saved_line(self) -> StoryLine:
        """Return the recovery file's line about a save: the file, and after how many changes."""
        path = folders.encode_path(Path(folders.resolve_links(self.path))) if self.path else None
        return StoryLine(op="saved", path=path, disk=self.disk, at=self._saved_at)

    def has_changed_on_disk(self) -> bool:
        """Return whether the file's content differs from what was last read or saved here.

        False if the file is gone, or if the roster has no file yet. Raises Unreadable if it can't
        be read.
        """
        if self.path is None or self.disk is None:
            return False
        now = read_if_present(self.path)
        return now is not None and compute_digest(now) != self.disk

    def close(self, *, keep: bool = False) -> None:
        """Close the session, and delete its recovery file unless `keep` is set.

        With `keep` the recovery file stays, so that the changes can be recovered at the next start.
        """
        if self._journal is not None:
            self._journal.close(keep=keep)
            self._journal = None
        self._autosave = False


def _has_key_below(data: object, key: str) -> bool:
    """Return whether any mapping inside `data` has a value at `key`.

    The outermost mapping itself doesn't count.
    """
    if isinstance(data, dict):
        children = list(data.values())
    elif isinstance(data, list):
        children = data
    else:
        return False
    for child in children:
        if isinstance(child, dict) and child.get(key):
            return True
        if _has_key_below(child, key):
            return True
    return False


def _is_key_chosen_by(change: Change, key: str) -> bool:
    """Return whether the player set `key` with `change`.

    Only an edit that does nothing else counts. Why: values that come along with a new unit were set
    by the program, not by the player. A change of the whole text may have set any key, so the
    answer is always True for it.
    """
    if isinstance(change, _WholeText):
        return True
    steps = change.steps
    if any(step.op == "insert" or isinstance(step.value, (list, dict)) for step in steps):
        return False
    return any(step.op == "set" and step.path[-1] == key for step in steps)
