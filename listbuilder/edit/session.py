"""The one writer: an open roster, every change to it, the way back, and what the law says of it.

Nothing here knows of a screen. `apply`, `undo` and `redo` change the roster, judge it, write the recovery file and
tell the listeners; the player's own file is written by `save` alone.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.edit import folders, history
from listbuilder.edit.journal import Found, Journal
from listbuilder.edit.story import Head, Line, pack, survives
from listbuilder.games.base import System
from listbuilder.games.catalog import editor
from listbuilder.games.shared.choices import Editor
from listbuilder.law import engine
from listbuilder.law.judge import Verdict, system_of
from listbuilder.model.army import Army
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader
from listbuilder.store.library import Library
from listbuilder.store.reader import Document
from listbuilder.store.writer import Manuscript, new_text, write_bytes

if TYPE_CHECKING:
    from listbuilder.edit.recovering import Recovered


class ChangedOnDisk(Exception):
    """Someone else wrote the file since it was opened or saved here."""


class AlreadyThere(Exception):
    """Saving under a new name would replace another file."""


class State(msgspec.Struct):
    """The roster as it stands and what was found in it."""

    verdict: Verdict = "unread"
    army: Army | None = None
    findings: list[Finding] = []
    problems: list[Problem] = []

    @property
    def points(self) -> int | None:
        return self.army.points if self.army else None

    def count(self, severity: str) -> int:
        return sum((finding.severity or "error") == severity for finding in self.findings)


class _Whole(msgspec.Struct, frozen=True):
    """A change of the whole text: a restored save, or YAML typed by hand."""

    raw: bytes


class _Done(msgspec.Struct, frozen=True):
    change: Edit | _Whole
    back: Edit | None  # None for a whole text: the way back is what was there before
    before: Any = None


Listener = Callable[[State], None]


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
        self.base = raw
        self.document = reader.read_text(raw if text is None else text, str(path or ""))
        self.system: System = system_of(self.document)
        self.editor: Editor = editor(self.system.id, library)
        self.disk = None if is_new or path is None else digest(raw)
        self.recovered: Recovered | None = None  # of a damaged recovery file
        self.state = State()
        self._listeners: list[Listener] = []
        self._done: list[_Done] = []
        self._undone: list[Edit | _Whole] = []
        self._saved_at = (
            -1 if is_new or text is not None else 0
        )  # length of what is done at the last save; -1: never, or gone for good
        self._journal: Journal | None = None
        self._order = threading.RLock()  # a change and its line in the recovery file are one: a save may run beside the keyboard
        self._autosave = autosave
        if text is not None:
            self.base = text
        if self.dirty:
            self._record(None)
        self._judge()

    @classmethod
    def open(cls, path: Path, library: Library, as_of: str | None = None) -> Session:
        session = cls(reader.read_bytes(path, reader.ROSTER_BYTES), library, path, as_of)
        folders.remember(path)
        return session

    @classmethod
    def new(cls, data: dict[str, Any], library: Library, as_of: str | None = None) -> Session:
        return cls(new_text(data).encode(), library, None, as_of, is_new=True)

    @classmethod
    def recover(cls, found: Found, library: Library, as_of: str | None = None) -> Session:
        """The last state that can be known, with the way back. Raises Unreadable, or NotTakenUp where another builder has it."""
        from listbuilder.edit import recovering

        return recovering.recover(found, library, as_of)

    # --- what it is ---

    @property
    def data(self) -> Any:
        """The roster as plain data. Nobody but the session changes it."""
        return self.document.data

    @property
    def army(self) -> Army | None:
        return self.state.army

    @property
    def name(self) -> str:
        given = self.data.get("name")
        return str(given) if given else (self.path.stem if self.path else "")

    @property
    def dirty(self) -> bool:
        return len(self._done) != self._saved_at

    @property
    def autosave_failed(self) -> str | None:
        """Why the recovery file does not hold every change, if it does not."""
        return self._journal.failed if self._journal is not None else None

    @property
    def closed(self) -> bool:
        """Saved or dropped by the player: nothing of it is kept any more."""
        return not self._autosave

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
        self._change(lambda: self._do(edit), Line(op="do", edit=edit))
        return True

    def replace(self, raw: bytes) -> None:
        """Another text in place of this one; can be taken back like any change. Raises Unreadable."""
        system_of(reader.read_text(raw, str(self.path or "")))
        self._change(lambda: self._do(_Whole(raw)), Line(op="whole", raw=pack(raw)))

    def undo(self) -> bool:
        if not self._done:
            return False
        self._change(self._undo, Line(op="undo"))
        return True

    def redo(self) -> bool:
        if not self._undone:
            return False
        self._change(self._redo, Line(op="redo"))
        return True

    def _do(self, change: Edit | _Whole, *, keep_undone: bool = False) -> None:
        if isinstance(change, _Whole):
            before = self.document
            self._read_whole(change.raw)
            done = _Done(change, None, before)
        else:
            done = _Done(change, fresh(change).apply(self.data))
            self.document = Document(self.data, {}, {}, self.document.file, b"")
        if not keep_undone:
            if self._saved_at > len(self._done):
                self._saved_at = -1
            self._undone.clear()
        self._done.append(done)

    def _undo(self) -> None:
        done = self._done.pop()
        if done.back is None:
            self.document = done.before
            self._take_system()
        else:
            done.back.apply(self.data)
        self._undone.append(done.change)

    def _redo(self) -> None:
        self._do(self._undone.pop(), keep_undone=True)

    def _read_whole(self, raw: bytes) -> None:
        self.document = reader.read_text(raw, str(self.path or ""))
        self._take_system()

    def _take_system(self) -> None:
        system = system_of(self.document)
        if system.id != self.system.id:
            self.system, self.editor = system, editor(system.id, self.library)

    def _change(self, deed: Callable[[], None], line: Line) -> None:
        with self._order:
            deed()
            self._record(line)
        self._judge()
        for listener in tuple(self._listeners):
            listener(self.state)

    # --- judging it ---

    def _judge(self) -> None:
        self.state = self.judged()

    def judged(self) -> State:
        """The law on the roster as it stands this moment."""
        try:
            reading = self.system.read(self.document, self.library, self.as_of)
        except Unreadable as error:
            return State(problems=list(error.problems))
        if reading.army is None:
            return State(problems=reading.problems)
        findings = engine.check(reading.army)
        verdict: Verdict = "unread"
        if not reading.problems:
            verdict = "illegal" if any(finding.severity == "error" for finding in findings) else "legal"
        return State(verdict, reading.army, findings, reading.problems)

    def would_be(self, edit: Edit) -> State | None:
        """The state an edit would bring, without making it. None where it does not fit the roster."""
        try:
            back = fresh(edit).apply(self.data)
        except (KeyError, IndexError, TypeError):
            return None
        try:
            return self.judged()
        finally:
            back.apply(self.data)

    # --- keeping it ---

    def _record(self, line: Line | None) -> None:
        """A full disk or a folder that cannot be written must not stop the player; it is said as long as it is so."""
        if not self._autosave:
            return
        if line is not None and line.op == "do" and not survives(line):
            line = Line(op="whole", raw=pack(self.text()))
        if self._journal is not None:
            if line is not None:
                self._journal.add(line)
            return
        path = folders.named(self.path) if self.path else None
        head = Head(raw=pack(self.base), path=path, disk=self.disk, pending=self.disk is None or line is None)
        self._journal = Journal(head, [] if line is None else [line])

    def keep(self) -> None:
        """Try again what could not be written into the recovery file."""
        if self._journal is not None:
            self._journal.flush()

    def text(self, steps: Sequence[_Done] | None = None) -> bytes:
        """What a save would write: what the player never changed comes out byte for byte."""
        start = self.base
        edits: list[Edit] = []
        for done in tuple(self._done) if steps is None else steps:
            if isinstance(done.change, _Whole):
                start, edits = done.change.raw, []
            else:
                edits.append(done.change)
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
        with self._order:
            self.path, self.disk = target, digest(raw)
            unmoved = len(self._done) >= len(done) and all(a is b for a, b in zip(self._done, done, strict=False))
            self._saved_at = len(done) if unmoved else -1
            self._record(self._saved_line())
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
        self._record(self._saved_line())

    def _saved_line(self) -> Line:
        path = folders.named(Path(folders.real(self.path))) if self.path else None
        return Line(op="saved", path=path, disk=self.disk, at=self._saved_at)

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
    """The same edit with values of its own: what is put into a roster is changed there by later edits."""
    if all(isinstance(step.value, (str, int, float, bool, type(None))) for step in edit.steps):
        return edit
    return Edit(tuple(Step(step.op, step.path, deepcopy(step.value)) for step in edit.steps))


def digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def on_disk(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
