"""The warning that changes could not be written to the recovery file."""

from __future__ import annotations

from textual.widgets import Static

from listbuilder.tui.screens.base import is_left
from listbuilder.tui.text import Words
from listbuilder.workspace.session import Session

# seconds after which what could not be kept safe is tried again, without a change too
TRY_AGAIN = 2.0


class RecoveryWarning(Static):
    """A line that is shown at every size, until the recovery file has all changes again."""

    DEFAULT_CSS = """
    RecoveryWarning {
        height: auto; display: none; background: $panel; color: $text-warning; padding: 0 1;
    }
    """

    def __init__(self, *, id: str) -> None:
        """Make a warning that is hidden."""
        super().__init__(id=id, markup=False)
        self._tries = False

    def refresh_from(self, session: Session, words: Words) -> None:
        """Show or hide the warning for the recovery file of `session`.

        While it is shown, a timer tries again to write the file.
        """
        reason = session.autosave_failed
        self.display = reason is not None
        if reason is None:
            return
        self.update(f"! {words('autosave_failed', reason=reason)}")
        if not self._tries:
            self._tries = True
            self.set_timer(TRY_AGAIN, lambda: self._try_again(session, words))

    def _try_again(self, session: Session, words: Words) -> None:
        """Try again to write the recovery file, and refresh the warning."""
        self._tries = False
        session.flush_recovery_file()
        if not is_left(self):
            self.refresh_from(session, words)
