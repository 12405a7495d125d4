"""The command palette: every action, by its name in the current language."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider

from listbuilder.games.shared import search
from listbuilder.tui.actions import table
from listbuilder.tui.actions.able import why_not_now
from listbuilder.tui.screens.base import Steady

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder


class Palette(Steady, CommandPalette):
    """The palette of Textual, which closes itself once."""


class Deeds(Provider):
    def _known(self) -> list[tuple[str, str, str]]:
        app = cast("Builder", self.app)
        return [
            (each.id, app.words(f"action.{each.id}"), self._help(each))
            for each in table.ACTIONS
            if each.id not in ("palette", "step", "most", "change", "follow", "pick", "back", "count", "mend_here", "rule")
        ]

    def _help(self, action: table.Action) -> str:
        """Its keys, and what stands in the way of it now."""
        main = cast("Builder", self.app).main
        why = why_not_now(main, action.id) if main is not None else None
        return "  ".join(filter(None, (" ".join(map(table.shown, action.keys)), f"✗ {why}" if why else "")))

    def _run(self, action: str) -> None:
        main = cast("Builder", self.app).main
        if main is not None:
            main.do(action)
        else:
            cast("Builder", self.app).do_from_home(action)

    async def discover(self) -> Hits:
        for action, label, keys in self._known():
            yield DiscoveryHit(label, partial(self._run, action), help=keys)

    async def search(self, query: str) -> Hits:
        """Textual's own matching knows only one word order; ours is that of every other search here."""
        matcher = self.matcher(query)
        found = search.matching(query, (((action, label, keys), (label, action)) for action, label, keys in self._known()))
        for place, (action, label, keys) in enumerate(found):
            yield Hit(1.0 - place / 100, matcher.highlight(label), partial(self._run, action), help=keys)
