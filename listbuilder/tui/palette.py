"""The command palette: every action, by its name in the current language."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider

from listbuilder.matching import search
from listbuilder.tui import keymap
from listbuilder.tui.screens.base import Steady

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder


class Palette(Steady, CommandPalette):
    """Textual's command palette, but one that closes itself only once.

    It also takes the keys that turn a page only where its list is drawn.
    """

    def _action_command_list(self, action: str) -> None:
        """Pass `action` on to the list of commands, except turning a page before the list is drawn.

        Why: a list that isn't drawn has no lines, and Textual fails when it looks for the cursor's
        line.
        """
        is_drawn = bool(self.query_one(CommandList).scrollable_content_region)
        if is_drawn or action not in ("page_up", "page_down"):
            super()._action_command_list(action)


class ActionProvider(Provider):
    """The actions that the command palette offers."""

    def _list_actions(self) -> list[tuple[str, str, str]]:
        """Return (id, label, help) of each action that the palette offers.

        Actions that make sense only in one pane are left out. The help is the action's keys and why
        it can't be used now.
        """
        app = cast("Builder", self.app)
        return [
            (action.id, app.words(f"action.{action.id}"), self._format_help(action))
            for action in keymap.ACTIONS
            if action.id
            not in (
                "palette",
                "step",
                "most",
                "change",
                "follow",
                "pick",
                "back",
                "count",
                "mend_here",
                "rule",
            )
        ]

    def _format_help(self, action: keymap.Action) -> str:
        """Return the keys of `action` and, if it can't be used on the open roster now, the
        reason.
        """
        main = cast("Builder", self.app).main
        reason = main.find_reason_against(action.id) if main is not None else None
        parts = [" ".join(map(keymap.format_key, action.keys))] if action.keys else []
        if reason:
            parts.append(f"✗ {reason}")
        return "  ".join(parts)

    def _execute_action(self, action: str) -> None:
        """Execute `action`, an action's id, on the open roster, or else on the first screen."""
        main = cast("Builder", self.app).main
        if main is not None:
            main.execute_action(action)
        else:
            cast("Builder", self.app).do_from_home(action)

    async def discover(self) -> Hits:
        """Yield all actions that the palette offers; Textual calls this while nothing is typed."""
        for action, label, keys in self._list_actions():
            yield DiscoveryHit(label, partial(self._execute_action, action), help=keys)

    async def search(self, query: str) -> Hits:
        """Yield the actions that match the typed text, the best first.

        They are matched as in every other search of the builder, because Textual's own matching
        allows only one order of words.
        """
        matcher = self.matcher(query)
        matches = search.find_matching(
            query,
            (
                ((action, label, keys), (label, action))
                for action, label, keys in self._list_actions()
            ),
        )
        for place, (action, label, keys) in enumerate(matches):
            yield Hit(
                1.0 - place / 100,
                matcher.highlight(label),
                partial(self._execute_action, action),
                help=keys,
            )
