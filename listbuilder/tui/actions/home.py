"""What the keys of the first screen do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.tui.actions import files, table, taking_in
from listbuilder.tui.actions.speaking import which_language
from listbuilder.tui.screens.ask import Info
from listbuilder.tui.screens.home import KEYS, HomeScreen
from listbuilder.tui.widgets.cells import padded
from listbuilder.tui.widgets.rows import Line

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

OF_A_FILE = {"duplicate_file": files.duplicate, "rename_file": files.rename, "delete_file": files.delete}


def do(app: Builder, action: str) -> None:
    match action:
        case "new":
            app.flow(app.start_new())
        case "open":
            app.flow(app.ask_and_open())
        case "import":
            app.flow(taking_in.ask_for_list(app))
        case "take_back":
            app.flow(files.take_back(app))
        case "language":
            app.flow(_ask_language(app))
        case "keys":
            _tell_keys(app)
        case "quit":
            app.flow(app.leave())
        case _:
            _with_file(app, action)


def _with_file(app: Builder, action: str) -> None:
    """What is done to the file under the cursor; and what needs an open roster says so."""
    path = app.screen.file if isinstance(app.screen, HomeScreen) else None
    if action not in OF_A_FILE:
        app.notify(app.words("home.no_roster"), severity="warning")
    elif path is None:
        app.notify(app.words("home.no_file"), severity="warning")
    else:
        app.flow(OF_A_FILE[action](app, path))


def _tell_keys(app: Builder) -> None:
    rows = [
        Line(left=f"{padded(' '.join(table.shown(key) for key in keys), 18)} {app.words(f'action.{action}')}")
        for action, keys in KEYS
    ]
    app.push_screen(Info(app.words("action.keys"), lambda _: rows))


async def _ask_language(app: Builder) -> None:
    if answer := await app.push_screen_wait(which_language(app.words)):
        app.speak(answer)
