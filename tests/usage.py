"""Records which rules, commands, screens, readers and writers the quick tests use, so that none of them is left to the slow ones.

A quick test is one without the mark `slow`. Each process of a run records for itself; conftest.py puts the records of all
processes together at the end, and a run of all tests fails if anything of `list_expected` is missing in them.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import SimpleNamespace
from typing import Any

Record = dict[str, set[str]]
KINDS = {
    "kept": "rules without a quick test of a legal list",
    "broken": "rules without a quick test of an illegal list",
    "command": "commands that no quick test runs",
    "screen": "screens that no quick test shows",
    "reader": "formats that no quick test reads a whole list of",
    "writer": "forms that no quick test writes",
}


class Usage:
    """The record of one process. It takes nothing down while a slow test runs."""

    def __init__(self) -> None:
        self.used: Record = {kind: set() for kind in KINDS}
        self.recording = False

    def add(self, kind: str, name: str) -> None:
        if self.recording:
            self.used[kind].add(name)

    def merge(self, other: Mapping[str, list[str]]) -> None:
        for kind, names in other.items():
            self.used[kind].update(names)

    def as_lists(self) -> dict[str, list[str]]:
        """Return the record in types that pytest-xdist can send from one process to another."""
        return {kind: sorted(names) for kind, names in self.used.items()}


USAGE = Usage()


def list_expected() -> Record:
    """Return all rules, commands, screens, readers and writers of the program."""
    from listbuilder.cli.commands import COMMANDS
    from listbuilder.data.library import Library
    from listbuilder.formats.registry import READERS, WRITERS
    from listbuilder.games.registry import SYSTEMS, get_game

    library = Library()
    rules = {
        f"{game} {rule.code}"
        for game in SYSTEMS
        for rule in get_game(game).load_rulebook(library).rules
    }
    return {
        "kept": rules,
        "broken": rules,
        "command": set(COMMANDS),
        "screen": {screen.__name__ for screen in _find_screens()},
        "reader": set(READERS),
        "writer": set(WRITERS),
    }


def _find_screens() -> Iterator[type]:
    """Yield every class of `listbuilder.tui` that is a screen."""
    from textual.screen import Screen

    from listbuilder import tui

    for found in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}."):
        module = import_module(found.name)
        for value in vars(module).values():
            if (
                isinstance(value, type)
                and issubclass(value, Screen)
                and value.__module__ == module.__name__
            ):
                yield value


def find_missing(used: Record, expected: Record) -> list[str]:
    """Return a line for each kind of which something expected was not used. Empty if everything was."""
    lines = []
    for kind, words in KINDS.items():
        if missing := sorted(expected[kind] - used[kind]):
            lines.append(f"{words}: {', '.join(missing)}")
    return lines


def watch_program(usage: Usage) -> None:
    """Record the commands, readers, writers and screens of this process from now on.

    To be called before any test module is imported, because many of them import `export` by name.
    """
    catalog: Any = import_module("listbuilder.formats.registry")
    catalog.load_reader = _watch_readers(usage, catalog.load_reader)
    catalog.export_printout = _watch_writers(usage, catalog.export_printout)
    main: Any = import_module("listbuilder.cli.main")
    main.import_command = _watch_commands(usage, main.import_command)
    screen = import_module("textual.screen").Screen
    screen._on_screen_resume = _watch_screens(usage, screen._on_screen_resume)


def _watch_commands(usage: Usage, module: Callable[[str], Any]) -> Callable[[str], Any]:
    """A command counts if it came to a result, exit code 0 or 1."""

    def watched(command: str) -> Any:
        found = module(command)

        def run(*args: Any) -> int:
            code: int = found.run(*args)
            if code in (0, 1):
                usage.add("command", command)
            return code

        return SimpleNamespace(**{**vars(found), "run": run})

    return watched


def _watch_readers(usage: Usage, reader: Callable[[str], Any]) -> Callable[[str], Any]:
    """A reader counts if it read a list of at least two units."""

    def watched(name: str) -> Any:
        read = reader(name)

        def reading(found: Any) -> Any:
            parsed, source = read(found)
            if len(parsed.units) >= 2:
                usage.add("reader", name)
            return parsed, source

        return reading

    return watched


def _watch_writers(usage: Usage, export: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    def watched(sheet: Any) -> bytes:
        content = export(sheet)
        usage.add("writer", sheet.wish.form)
        return content

    return watched


def _watch_screens(usage: Usage, resume: Callable[..., None]) -> Callable[..., None]:
    """A screen counts when it is the one that is seen."""

    def watched(screen: Any, event: Any) -> None:
        usage.add("screen", type(screen).__name__)
        resume(screen, event)

    return watched
