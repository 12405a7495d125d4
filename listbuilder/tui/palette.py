"""The command palette: every action, by its name in the current language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.tui import keymap
from listbuilder.tui.screens.dialogs import Answer, Ask

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

# what makes sense only where its key is pressed, or needs the key to know what to do
LEFT_OUT = (
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


class Palette(Ask):
    """The dialog of all actions, with their keys on the right; what can't be used now says why."""

    def __init__(self, app: Builder) -> None:
        """Make the palette of the open roster, or else of the first screen."""
        super().__init__(
            app.words("action.palette"),
            _list_answers(app),
            placeholder=app.words("search_actions"),
        )


def open_palette(app: Builder) -> None:
    """Open the palette, and execute the action that is chosen."""

    def execute_action(action: str | None) -> None:
        """Execute `action` on the open roster, or else on the first screen."""
        main = app.main
        if action is None:
            return
        if main is not None:
            main.execute_action(action)
        else:
            app.do_from_home(action)

    app.push_screen(Palette(app), execute_action)


def _list_answers(app: Builder) -> list[Answer]:
    """Return an answer for each action, with its keys and the reason why it can't be used now."""
    answers = []
    for action in keymap.ACTIONS:
        if action.id in LEFT_OUT:
            continue
        reason = app.main.find_reason_against(action.id) if app.main is not None else None
        answers.append(
            Answer(
                key=action.id,
                left=app.words(f"action.{action.id}"),
                right=" ".join(map(keymap.format_key, action.keys)),
                words=(action.id,),
                refused=reason is not None,
                why=(reason,) if reason is not None else (),
            )
        )
    return answers
