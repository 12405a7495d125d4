"""A position with a journal and a file: every change to a roster, and the way back.

Nothing here knows of a screen. `apply`, `undo` and `redo` put another position in place of the one that was, write the
recovery file and tell the listeners; the player's own file is written by `save` alone. Until there is a change, or it is
to be kept safe, a session writes nothing at all.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.edit import folders, history, recent, saving
from listbuilder.edit.journal import Journal, LeftBehind
from listbuilder.edit.saving import AlreadyThere as AlreadyThere
from listbuilder.edit.saving import ChangedOnDisk as ChangedOnDisk
from listbuilder.edit.saving import Saved, digest, on_disk
from listbuilder.edit.story import Head, StoryLine, pack, survives
from listbuilder.law.position import Position
from listbuilder.model.army import Army
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Unreadable
from listbuilder.store import reader
from listbuilder.store.library import Library
from listbuilder.store.writer import Written, new_text

if TYPE_CHECKING:
    from listbuilder.edit.recovering import Recovered


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
        self.changing = (
            threading.RLock()
        )  # a change and its line in the recovery file are one: a save may run beside the keyboard
        self.position = self._read(self.base)
        self._opened = self.position.data
        self.disk = None if is_new or path is None else digest(raw)
        self.recovered: Recovered | None = None  # of a damaged recovery file
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
    def new(cls, data: dict[str, Any], library: Library, as_of: str | None = None, path: Path | None = None) -> Session:
        return cls(new_text(data).encode(), library, path, as_of, is_new=True)

    @classmethod
    def recover(cls, found: LeftBehind, library: Library, as_of: str | None = None) -> Session:
        """The last state that can be known, with the way back. Raises Unreadable, or NotTakenUp where another builder has it."""
        from listbuilder.edit import recovering

        return recovering.recover(found, library, as_of)

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

    def unsaid(self, keys: Sequence[str]) -> frozenset[str]:
        """Of these keys of units those of which no player has said anything: neither in the file nor by a key since."""
        return frozenset(
            key for key in keys if not _says(self._opened, key) and not any(_chose(each, key) for each in self._done)
        )

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Called after every change; returns the way to stop it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    # --- changing it ---

    def apply(self, edit: Edit) -> bool:
        """The one way a roster changes. False where the edit changes nothing."""
        if not edit.steps:
            return False
        self._change(lambda: self._do(edit), StoryLine(op="do", edit=edit))
        return True

    def replace(self, raw: bytes) -> None:
        """Another text in place of this one; can be taken back like any change. Raises Unreadable."""
        self._change(lambda: self._do(_Whole(raw)), StoryLine(op="whole", raw=pack(raw)))

    def undo(self) -> bool:
        if not self._done:
            return False
        self._change(self._undo, StoryLine(op="undo"))
        return True

    def redo(self) -> bool:
        if not self._undone:
            return False
        self._change(self._redo, StoryLine(op="redo"))
        return True

    def _do(self, change: Change, *, keep_undone: bool = False) -> None:
        if isinstance(change, _Whole):
            self.position = self.position.replace(self._read(change.raw))
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
        self._do(self._undone[-1], keep_undone=True)
        self._undone.pop()

    def _change(self, deed: Callable[[], None], line: StoryLine) -> None:
        with self.changing:
            deed()
            self._record(line)
        self.position.judge()
        for listener in tuple(self._listeners):
            listener(self.position)

    # --- keeping it ---

    def keep_safe(self) -> None:
        """From here on the player works on it: what is unsaved already is written down for the next start as well."""
        if self.dirty:
            self._record(None)
        if self.path is not None and self.disk is not None:
            folders.remember(self.path, None if self.dirty else recent.seen(self.path, self.position))

    def _record(self, line: StoryLine | None) -> None:
        """A full disk or a folder that cannot be written must not stop the player; it is said as long as it is so."""
        if not self._autosave:
            return
        if line is not None and line.op == "do" and not survives(line):
            line = StoryLine(op="whole", raw=pack(self.text()))
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

    def text(self) -> bytes:
        """What a save would write: what the player never changed comes out byte for byte."""
        return self._written(*self._now()).raw

    def _now(self) -> tuple[tuple[Change, ...], Any]:
        """What was done and what it came to; a save may run beside the keyboard."""
        with self.changing:
            return tuple(self._done), self.data

    def _written(self, done: Sequence[Change], data: Any) -> Written:
        changes = [change.raw if isinstance(change, _Whole) else change for change in done]
        return saving.written(self.base, changes, data)

    def save(self, path: Path | None = None, *, force: bool = False) -> Saved:
        """Writes the player's file, whole or not at all; with a path, under that name from now on.

        Raises Unreadable where it cannot be written, ChangedOnDisk or AlreadyThere where the player should be asked.
        """
        target = path or self.path
        if target is None:
            raise ValueError("a roster without a name is saved under one")
        done, data = self._now()
        written = self._written(done, data)
        same_file = self.path is not None and target.resolve() == self.path.resolve()
        saving.put(target, written.raw, self.disk if same_file else None, force=force)
        with self.changing:
            self.path, self.disk = target, digest(written.raw)
            unmoved = len(self._done) >= len(done) and all(a is b for a, b in zip(self._done, done, strict=False))
            self._saved_at = len(done) if unmoved else -1
            self._record(self._saved_line())
        folders.remember(target, None if self.dirty else recent.seen(target, self.position))
        return Saved(target, written.anew)

    def copy_to(self, path: Path, *, force: bool = False) -> Saved:
        """A copy under another name; this roster goes on as it was."""
        written = self._written(*self._now())
        saving.put(path, written.raw, None, force=force)
        folders.remember(path)
        return Saved(path, written.anew)

    def rename(self, path: Path, *, force: bool = False) -> Saved:
        """The file itself gets another name, its history with it."""
        old = self.path
        if old is not None and old.resolve() != path.resolve():
            if on_disk(path) is not None and not force:
                raise AlreadyThere(str(path))
            history.move(old, path)
        try:
            saved = self.save(path, force=force)
        except BaseException:
            if old is not None:
                history.move(path, old)
            raise
        if old is not None and old.resolve() != path.resolve():
            old.unlink(missing_ok=True)
            folders.forget(old)
        return saved

    def now_on_disk(self, raw: bytes) -> None:
        """The player has seen this text of the file, and what is open now is what it says."""
        self.disk, self._saved_at = digest(raw), len(self._done)
        self._record(self._saved_line())

    def _saved_line(self) -> StoryLine:
        path = folders.named(Path(folders.real(self.path))) if self.path else None
        return StoryLine(op="saved", path=path, disk=self.disk, at=self._saved_at)

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


def _says(data: Any, key: str) -> bool:
    """Somewhere below the roster itself."""
    children = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return any((isinstance(each, dict) and bool(each.get(key))) or _says(each, key) for each in children)


def _chose(change: Change, key: str) -> bool:
    """By an edit that does nothing else: what comes along with a new unit, the program said."""
    if isinstance(change, _Whole):
        return True
    return all(step.op != "insert" and not isinstance(step.value, (list, dict)) for step in change.steps) and any(
        step.op == "set" and step.path[-1] == key for step in change.steps
    )
