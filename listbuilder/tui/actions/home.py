"""The actions of the first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.tui import keymap
from listbuilder.tui.actions import files, import_list
from listbuilder.tui.actions.language import make_language_question
from listbuilder.tui.screens.dialogs import Info
from listbuilder.tui.screens.home import KEYS, HomeScreen
from listbuilder.tui.widgets.rows import Line
from listbuilder.tui.widgets.terminal_cells import pad_text

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

OF_A_FILE = {
    "duplicate_file": files.copy_file,
    "rename_file": files.rename_file,
    "delete_file": files.delete_file,
}


def execute_home_action(app: Builder, action: str) -> None:
    """Execute the action of the first screen with the id `action`.

    An id of another screen, from the command palette, gives a notice that no roster is open.
    """
    match action:
        case "new":
            app.run_flow(app.start_new_list())
        case "open":
            app.run_flow(app.ask_and_open())
        case "import":
            app.run_flow(import_list.ask_for_list(app))
        case "take_back":
            app.run_flow(files.restore_file(app))
        case "language":
            app.run_flow(_ask_language(app))
        case "keys":
            _show_keys(app)
        case "quit":
            app.run_flow(app.leave_builder())
        case _:
            _run_file_action(app, action)


def _run_file_action(app: Builder, action: str) -> None:
    """Run `action` on the file under the cursor; a notice says so if there is no file.

    For an action that needs an open roster, a notice says that none is open.
    """
    path = app.screen.file if isinstance(app.screen, HomeScreen) else None
    if action not in OF_A_FILE:
        app.notify(app.words("home.no_roster"), severity="warning")
    elif path is None:
        app.notify(app.words("home.no_file"), severity="warning")
    else:
        app.run_flow(OF_A_FILE[action](app, path))


def _show_keys(app: Builder) -> None:
    """Show the list of keys of the first screen."""
    rows = []
    for action, keys in KEYS:
        shown_keys = pad_text(" ".join(keymap.format_key(key) for key in keys), 18)
        rows.append(Line(left=f"{shown_keys} {app.words(f'action.{action}')}"))
    app.push_screen(Info(app.words("action.keys"), lambda _: rows))


async def _ask_language(app: Builder) -> None:
    """Ask for the language and change to it."""
    if answer := await app.push_screen_wait(make_language_question(app.words)):
        app.change_language(answer)
