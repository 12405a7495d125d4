"""The actions of the first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.tui.actions import files, import_list, open_file
from listbuilder.tui.actions.help import show_help
from listbuilder.tui.actions.language import make_language_question
from listbuilder.tui.screens.home import HomeScreen

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

OF_A_FILE = {
    "duplicate_file": files.copy_file,
    "rename_file": files.rename_file,
}

OF_THE_LIBRARY = {
    "search_lists": HomeScreen.start_search,
    "sort_lists": HomeScreen.change_order,
}


def execute_home_action(app: Builder, action: str) -> None:
    """Execute the action of the first screen with the id `action`.

    An id of another screen, from the command palette, gives a notice that no roster is open.
    """
    match action:
        case "new":
            app.run_flow(open_file.start_new_list, app)
        case "open":
            app.run_flow(open_file.ask_and_open, app)
        case "import":
            app.run_flow(import_list.ask_for_list, app)
        case "take_back":
            app.run_flow(files.restore_files, app)
        case "language":
            app.run_flow(_ask_language, app)
        case "messages":
            app.show_notices()
        case "help":
            show_help(app)
        case "quit":
            app.run_flow(app.leave_builder)
        case _:
            _run_file_action(app, action)


def _run_file_action(app: Builder, action: str) -> None:
    """Run `action` on the file under the cursor; a notice says so if there is no file.

    For an action that needs an open roster, a notice says that none is open.
    """
    screen = app.screen
    path = screen.file if isinstance(screen, HomeScreen) else None
    if isinstance(screen, HomeScreen) and action in OF_THE_LIBRARY:
        OF_THE_LIBRARY[action](screen)
    elif action in ("delete_file", "mark_file") and isinstance(screen, HomeScreen):
        if not screen.chosen_files:
            app.notify(app.words("home.no_file"), severity="warning")
        elif action == "delete_file":
            app.run_flow(files.delete_files, app, screen.chosen_files)
        elif path is not None:
            screen.toggle_mark(path)
    elif action not in OF_A_FILE:
        app.notify(app.words("home.no_roster"), severity="warning")
    elif path is None:
        app.notify(app.words("home.no_file"), severity="warning")
    else:
        app.run_flow(OF_A_FILE[action], app, path)


async def _ask_language(app: Builder) -> None:
    """Ask for the language and change to it."""
    if answer := await app.push_screen_wait(make_language_question(app.words)):
        app.change_language(answer)
