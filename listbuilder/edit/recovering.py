"""From a recovery file back to the open roster: told again change by change, as far as it can be believed and done."""

from __future__ import annotations

from pathlib import Path

import msgspec

from listbuilder.edit import folders
from listbuilder.edit.journal import Journal, LeftBehind
from listbuilder.edit.session import Session, _Whole
from listbuilder.edit.story import StoryLine, unpack
from listbuilder.store.library import Library


class Recovered(msgspec.Struct):
    """How much of a damaged recovery file could be taken up."""

    count: int
    all: int
    file: Path
    journal: Journal

    def kept_as(self) -> Path:
        """Where the damaged file is kept as it was."""
        return self.journal.kept_as or self.file


def recover(found: LeftBehind, library: Library, as_of: str | None = None) -> Session:
    """Raises Unreadable where it tells of no roster, and NotTakenUp."""
    for count in range(len(found.story.lines), -1, -1):
        session, done = _told(found, count, library, as_of)
        try:
            session.position.judge()
            break
        except Exception:  # a bug of ours has ended the builder here, and would again
            if not done:
                raise
    story = found.story.upto(done)
    session._journal = Journal.resume(msgspec.structs.replace(found, story=story))
    session._autosave = True
    if story.lost:
        session.recovered = Recovered(story.count, story.all, found.file, session._journal)
    return session


def _told(found: LeftBehind, count: int, library: Library, as_of: str | None) -> tuple[Session, int]:
    """Up to the first line that does not fit, as one of another version or another hand may not."""
    head = found.story.head
    path = folders.path_of(head.path) if head.path else None
    session = Session(unpack(head.raw), library, path, as_of, is_new=head.disk is None, autosave=False)
    session.disk = head.disk
    for place, line in enumerate(found.story.lines[:count]):
        try:
            _replay(session, line)
        except Exception:
            return session, place
    return session, count


def _replay(session: Session, line: StoryLine) -> None:
    if line.op == "do" and line.edit:
        session._do(line.edit)
    elif line.op == "whole" and line.raw:
        session._do(_Whole(unpack(line.raw)))
    elif line.op == "undo":
        session._undo()
    elif line.op == "redo":
        session._redo()
    elif line.op == "saved":
        session._saved_at, session.disk = len(session._done) if line.at is None else line.at, line.disk
        session.path = (folders.path_of(line.path) if line.path else None) or session.path
