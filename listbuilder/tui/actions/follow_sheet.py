"""Show the datasheet of what is under the cursor of the army, or of the picker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.timer import Timer

from listbuilder.games.common.editor import SheetView
from listbuilder.tui.actions.units import make_selected_sheet
from listbuilder.tui.screens.base import is_left, set_title
from listbuilder.tui.widgets.sheet import LiveSheet

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

LOOKED = 0.12  # seconds on one thing after which its datasheet is drawn


class SheetFollower:
    """The datasheet beside or below the army, which follows the cursor once it rests."""

    def __init__(self, screen: BuilderScreen) -> None:
        """Prepare to show datasheets on `screen`."""
        self.screen = screen
        self._later: Timer | None = None

    @property
    def is_waiting(self) -> bool:
        """Return whether the datasheet is to be refreshed in a moment."""
        return self._later is not None

    def schedule_refresh(self) -> None:
        """Refresh the datasheet after a moment, and put off a refresh that is waiting already."""
        if self._later is not None:
            self._later.stop()
        self._later = self.screen.set_timer(LOOKED, self._refresh)

    def _refresh(self) -> None:
        """Show the datasheet of the selected unit or offer, if a pane for it is visible."""
        self._later, screen = None, self.screen
        if is_left(screen):
            return
        if screen.has_class("-narrow") and not screen.has_class("-few"):
            return
        pane = screen.query_one("#sheet" if screen.has_class("-widest") else "#below", LiveSheet)
        sheets = self._list_sheets(pane)
        pane.set_class(not sheets, "-empty")
        pane.refresh_from(sheets, screen.words)
        set_title(pane, screen.words("pane.sheet"))

    def _list_sheets(self, pane: LiveSheet) -> list[SheetView]:
        """Return the datasheet of the selected unit or offer, for `pane`.

        The pane that has the whole height also shows those of the units that are with it.
        """
        screen = self.screen
        sheet = make_selected_sheet(screen)
        if sheet is None:
            return []
        position = screen.session.position
        if pane.id != "sheet" or screen.picking or position.army is None:
            return [sheet]
        sheets = [sheet]
        for path in screen.army_tree.list_paths_below(screen.path):
            further = position.editor.make_sheet_view(position.army, path=path)
            if further is not None and further not in sheets:
                sheets.append(further)
        return sheets
