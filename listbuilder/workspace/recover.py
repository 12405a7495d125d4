"""The way from a recovery file back to the open roster.

Its changes are made again, as far as they can be believed and done.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from listbuilder.data.library import Library
from listbuilder.workspace import folders
from listbuilder.workspace.journal import Journal, LeftBehind
from listbuilder.workspace.journal_entries import StoryLine, decode_base64
from listbuilder.workspace.session import Session, _WholeText


class Recovered(msgspec.Struct):
    """The part of a damaged recovery file that could be recovered."""

    count: int
    all: int
    file: Path
    journal: Journal

    def get_kept_file(self) -> Path:
        """Return the path at which the damaged recovery file is kept unchanged."""
        return self.journal.kept_as or self.file


def recover_session(left_behind: LeftBehind, library: Library, as_of: str | None = None) -> Session:
    """Return a session with a recovery file's roster, after as many changes as can be made.

    If the roster can't be judged after a change, that change and all later ones are left out: a bug
    has ended the builder there, and would end it again. The session goes on with the recovery file.
    Raises Unreadable if the file doesn't begin with a roster, and NotTakenUp if another program has
    it.
    """
    for count in range(len(left_behind.story.lines), -1, -1):
        session, applied = _apply_lines(left_behind, count, library, as_of)
        try:
            session.position.compute_verdict()
            break
        except Exception:
            if not applied:
                raise
    story = left_behind.story.cut_to(applied)
    session._journal = Journal.resume(msgspec.structs.replace(left_behind, story=story))
    session._autosave = True
    if story.lost:
        session.recovered = Recovered(story.count, story.all, left_behind.file, session._journal)
    return session


def _apply_lines(
    left_behind: LeftBehind, count: int, library: Library, as_of: str | None
) -> tuple[Session, int]:
    """Return a session after the first `count` lines of the file, and how many were applied.

    It stops at the first line that can't be applied, such as a line of another version of
    listbuilder, or one that somebody changed.
    """
    head = left_behind.story.head
    path = folders.decode_path(head.path) if head.path else None
    raw, is_new = decode_base64(head.raw), head.disk is None
    session = Session(raw, library, path, as_of, is_new=is_new, autosave=False)
    session.disk = head.disk
    for place, line in enumerate(left_behind.story.lines[:count]):
        try:
            _apply_line(session, line)
        except Exception:
            return session, place
    return session, count


def _apply_line(session: Session, line: StoryLine) -> None:
    """Apply one line of a recovery file to `session`: a change, an undo, a redo or a save."""
    if line.op == "do" and line.edit:
        session._apply_change(line.edit)
    elif line.op == "whole" and line.raw:
        session._apply_change(_WholeText(decode_base64(line.raw)))
    elif line.op == "undo":
        session._undo_change()
    elif line.op == "redo":
        session._redo_change()
    elif line.op == "saved":
        session._saved_at = len(session._done) if line.at is None else line.at
        session.disk = line.disk
        session.path = (folders.decode_path(line.path) if line.path else None) or session.path
