"""A position with a journal and a file: every change to a roster, and the way back.

Nothing here knows of a screen. `apply`, `undo` and `redo` put another position in place of the one that was, write the
recovery file and tell the listeners; the player's own file is written by `save` alone. Until there is a change, or it is
to be kept safe, a session writes nothing at all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.edit import folders, history
from listbuilder.edit.journal import Found, Journal, Line, pack, unpack
from listbuilder.law.position import Position
from listbuilder.model.army import Army
from listbuilder.model.edit import Edit, Step
from listbuilder.model.problem import Unreadable
from listbuilder.store import reader
from listbuilder.store.library import Library
from listbuilder.store.writer import Manuscript, new_text, write_bytes


class ChangedOnDisk(Exception):
    """Someone else wrote the file since it was opened or saved here."""


class AlreadyThere(Exception):
    """Saving under a new name would replace another file."""


class _Whole(msgspec.Struct, frozen=True):
    """A change of the whole text: a restored save, or YAML typed by hand."""

    raw: bytes


Change = Edit | _Whole
Listener = Callable[[Position], None]


class Session:
    """One open roster. Raises Unreadable where the bytes are no roster at all."""

    def __init__(
        self, raw: bytes, library: Library, path: Path | None = None, as_of: str | None = None, *, is_new: bool = False,
        text: bytes | None = None, autosave: bool = True,
    ) -> None:  # fmt: skip
        """`text` is what `raw`, which nobody could read, was changed into."""
        self.library = library
        self.as_of = as_of
        self.path = path
        self.base = raw if text is None else text
        self.position = self._read(self.base)
        self.disk = None if is_new or path is None else digest(raw)
        self.autosave_failed: str | None = None
        self._listeners: list[Listener] = []
        self._done: list[Change] = []
        self._undone: list[Change] = []
        self._saved_at = (
            -1 if is_new or text is not None else 0
        )  # length of what is done at the last save; -1: never, or gone for good
        self._journal: Journal | None = None
        self._autosave = autosave

    @classmethod
    def open(cls, path: Path, library: Library, as_of: str | None = None) -> Session:
        return cls(reader.read_bytes(path, reader.ROSTER_BYTES), library, path, as_of)

    @classmethod
    def new(cls, data: dict[str, Any], library: Library, as_of: str | None = None) -> Session:
        return cls(new_text(data).encode(), library, None, as_of, is_new=True)

    @classmethod
    def recover(cls, found: Found, library: Library, as_of: str | None = None) -> Session:
        """Exactly the last state, with the way back."""
        path = Path(found.head.path) if found.head.path else None
        session = cls(unpack(found.head.raw), library, path, as_of, is_new=found.head.disk is None, autosave=False)
        session.disk = found.head.disk
        for line in found.lines:
            session._replay(line)
        session._journal = Journal.resume(found.file)
        session._autosave = True
        return session

    # --- what it is ---

    def _read(self, raw: bytes) -> Position:
        """Raises Unreadable where that is no roster."""
        position = Position.read(raw, str(self.path or ""), self.library, self.as_of)
        if position.system is None:
            raise Unreadable(position.problems)
        return position

    @property
    def data(self) -> Any:
        """The roster as plain data, which nobody changes."""
        return self.position.data

    @property
    def army(self) -> Army | None:
        return self.position.army

    @property
    def name(self) -> str:
        given = self.data.get("name")
        return str(given) if given else (self.path.stem if self.path else "")

    @property
    def dirty(self) -> bool:
        return len(self._done) != self._saved_at

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Called after every change; returns the way to stop it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    # --- changing it ---

    def apply(self, edit: Edit) -> bool:
        """The one way a roster changes. False where the edit changes nothing."""
        if not edit.steps:
            return False
        self._do(edit)
        self._after(Line(op="do", edit=edit))
        return True

    def replace(self, raw: bytes) -> None:
        """Another text in place of this one; can be taken back like any change. Raises Unreadable."""
        self._do(_Whole(raw))
        self._after(Line(op="whole", raw=pack(raw)))

    def undo(self) -> bool:
        if not self._done:
            return False
        self._undo()
        self._after(Line(op="undo"))
        return True

    def redo(self) -> bool:
        if not self._undone:
            return False
        self._redo()
        self._after(Line(op="redo"))
        return True

    def _do(self, change: Change, *, keep_undone: bool = False) -> None:
        if isinstance(change, _Whole):
            document = self._read(change.raw).document
            assert document is not None
            self.position = self.position.replace(document)
        else:
            self.position = self.position.apply(change)
        if not keep_undone:
            if self._saved_at > len(self._done):
                self._saved_at = -1
            self._undone.clear()
        self._done.append(change)

    def _undo(self) -> None:
        self.position = self.position.undo()
        self._undone.append(self._done.pop())

    def _redo(self) -> None:
        self._do(self._undone.pop(), keep_undone=True)

    def _replay(self, line: Line) -> None:
        if line.op == "do" and line.edit:
            self._do(line.edit)
        elif line.op == "whole" and line.raw:
            self._do(_Whole(unpack(line.raw)))
        elif line.op == "undo" and self._done:
            self._undo()
        elif line.op == "redo" and self._undone:
            self._redo()
        elif line.op == "saved":
            self._saved_at, self.disk = len(self._done), line.disk
            self.path = Path(line.path) if line.path else self.path

    def _after(self, line: Line) -> None:
        self._record(line)
        for listener in tuple(self._listeners):
            listener(self.position)

    # --- keeping it ---

    def keep_safe(self) -> None:
        """From here on the player works on it: what is unsaved already is written down for the next start as well."""
        if self.dirty:
            self._record(None)
        if self.path is not None and self.disk is not None:
            folders.remember(self.path)

    def _record(self, line: Line | None) -> None:
        """A full disk or a folder that cannot be written must not stop the player; it is said, once."""
        if not self._autosave:
            return
        try:
            if self._journal is None:
                self._journal = Journal.start(self.base, self.path, self.disk, pending=self.disk is None or line is None)
                for change in self._done:
                    self._journal.add(_line_of(change))
                if line is not None and line.op == "saved":
                    self._journal.add(line)
            elif line is not None:
                self._journal.add(line)
            self.autosave_failed = None
        except OSError as error:
            self.autosave_failed = error.strerror or str(error)

    def text(self, changes: Sequence[Change] | None = None) -> bytes:
        """What a save would write: what the player never changed comes out byte for byte."""
        start = self.base
        edits: list[Edit] = []
        for change in tuple(self._done) if changes is None else changes:
            if isinstance(change, _Whole):
                start, edits = change.raw, []
            else:
                edits.append(change)
        if not edits:
            return start
        manuscript = Manuscript(start)
        for edit in edits:
            manuscript.apply(fresh(edit))
        return manuscript.raw()

    def save(self, path: Path | None = None, *, force: bool = False) -> Path:
        """Writes the player's file, whole or not at all; with a path, under that name from now on.

        Raises Unreadable where it cannot be written, ChangedOnDisk or AlreadyThere where the player should be asked.
        """
        target = path or self.path
        if target is None:
            raise ValueError("a roster without a name is saved under one")
        done = tuple(self._done)  # a save may run beside the keyboard
        raw = self.text(done)
        now = on_disk(target)
        same_file = self.path is not None and target.resolve() == self.path.resolve()
        if now is not None and not force and digest(now) != digest(raw):
            if not same_file or self.disk is None:
                raise AlreadyThere(str(target))
            if digest(now) != self.disk:
                raise ChangedOnDisk(str(target))
        if now is not None:
            history.keep(target, now)
        write_bytes(target, raw)
        history.keep(target, raw)
        self.path, self.disk = target, digest(raw)
        unmoved = len(self._done) >= len(done) and all(a is b for a, b in zip(self._done, done, strict=False))
        self._saved_at = len(done) if unmoved else -1
        self._record(Line(op="saved", path=str(target.resolve()), disk=self.disk))
        folders.remember(target)
        return target

    def copy_to(self, path: Path, *, force: bool = False) -> None:
        """A copy under another name; this roster goes on as it was."""
        if on_disk(path) is not None and not force:
            raise AlreadyThere(str(path))
        write_bytes(path, self.text())
        folders.remember(path)

    def rename(self, path: Path, *, force: bool = False) -> None:
        """The file itself gets another name, its history with it."""
        old = self.path
        if old is not None and old.resolve() != path.resolve():
            if on_disk(path) is not None and not force:
                raise AlreadyThere(str(path))
            history.move(old, path)
        self.save(path, force=force)
        if old is not None and old.resolve() != path.resolve():
            old.unlink(missing_ok=True)
            folders.forget(old)

    def now_on_disk(self, raw: bytes) -> None:
        """The player has seen this text of the file, and what is open now is what it says."""
        self.disk, self._saved_at = digest(raw), len(self._done)
        self._record(Line(op="saved", path=str(self.path.resolve()) if self.path else None, disk=self.disk))

    def changed_on_disk(self) -> bool:
        if self.path is None or self.disk is None:
            return False
        now = on_disk(self.path)
        return now is not None and digest(now) != self.disk

    def close(self, *, keep: bool = False) -> None:
        """Nothing is left to recover, unless the changes are to be kept for the next start."""
        if self._journal is not None:
            self._journal.close(keep=keep)
            self._journal = None
        self._autosave = False


def fresh(edit: Edit) -> Edit:
    """The same edit with values of its own: what is put into a manuscript is changed there by later edits."""
    if all(isinstance(step.value, (str, int, float, bool, type(None))) for step in edit.steps):
        return edit
    return Edit(tuple(Step(step.op, step.path, deepcopy(step.value)) for step in edit.steps))


def _line_of(change: Change) -> Line:
    return Line(op="whole", raw=pack(change.raw)) if isinstance(change, _Whole) else Line(op="do", edit=change)


def digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def on_disk(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
