"""Watch the file of the open roster, because another program may change it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from listbuilder.model.problem import Unreadable
from listbuilder.tui.screens.base import is_left
from listbuilder.workspace import folders
from listbuilder.workspace.open_mark import OpenMark
from listbuilder.workspace.saving import compute_digest, read_if_present

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

SECONDS = 3.0  # between two looks at the file


class FileWatch:
    """A watch over the file of a roster that warns once of each change by another program.

    It also warns once if another builder has the file open too.
    """

    def __init__(self, screen: BuilderScreen) -> None:
        """Prepare to watch the file of the roster that `screen` shows; `look` does it."""
        self.screen = screen
        self._stamp = self._get_stamp()
        self._told = ""  # the digest of the text that the player was warned of
        self._mark: OpenMark | None = None

    def mark_file(self) -> None:
        """Mark the roster's file as open here, and tell the player if another builder has it.

        If the roster has got another file since, the mark moves to that one.
        """
        path = self.screen.session.path
        if self._mark is not None and self._mark.path == path:
            return
        self.stop()
        if path is not None:
            self._mark = OpenMark(path)
            if self._mark.is_taken:
                self.screen.builder.warn(self.screen.words("open_elsewhere", file=path.name))

    def stop(self) -> None:
        """Remove the mark that the file is open here."""
        if self._mark is not None:
            self._mark.remove()
            self._mark = None

    def _get_stamp(self) -> str | None:
        """Return a text that changes whenever the file does; None without a file."""
        path = self.screen.session.path
        return folders.compute_stamp(path) if path is not None else None

    async def look(self) -> None:
        """Look at the file, and tell the player if another program has changed it.

        The file is read only if its time or size has changed. A save from here is no such change.
        """
        self.mark_file()
        stamp = self._get_stamp()
        if stamp is None or stamp == self._stamp:
            return
        session = self.screen.session
        assert session.path is not None
        try:
            raw = await asyncio.to_thread(read_if_present, session.path)
        except Unreadable:
            return
        self._stamp = stamp
        digest = compute_digest(raw) if raw is not None else ""
        if digest not in ("", session.disk, self._told) and not is_left(self.screen):
            self._told = digest
            self.screen.builder.warn(self.screen.words("changed_meanwhile", file=session.path.name))
