"""The commands of the program, by group, and how each is loaded.

A command is a module of listbuilder.cli with `add_arguments` and `run`. It is imported when it is
called, so that a command loads only what it needs itself.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from listbuilder.cli.context import Context

FORMATS = ("text", "json")  # of every command; one that has more says so in FORMATS of its module
MORE_FORMATS = ("short",)


class CommandModule(Protocol):
    """The module of a command.

    It may have `FORMATS` too, what --format can be, and `EXAMINES_DATA`, for a command that runs on
    data that can't be used.
    """

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments and options of the command to `parser`."""

    def run(self, args: argparse.Namespace, context: Context) -> int:
        """Run the command and return its exit code."""


def _load_edit() -> CommandModule:
    from listbuilder.cli import edit

    return edit


def _load_new() -> CommandModule:
    from listbuilder.cli import new

    return new


def _load_find() -> CommandModule:
    from listbuilder.cli import find

    return find


def _load_why() -> CommandModule:
    from listbuilder.cli import why

    return why


def _load_fix() -> CommandModule:
    from listbuilder.cli import fix

    return fix


def _load_fill() -> CommandModule:
    from listbuilder.cli import fill

    return fill


def _load_check() -> CommandModule:
    from listbuilder.cli import check

    return check


def _load_event() -> CommandModule:
    from listbuilder.cli import event

    return event


def _load_rules() -> CommandModule:
    from listbuilder.cli import rules

    return rules


def _load_diff() -> CommandModule:
    from listbuilder.cli import diff

    return diff


def _load_collection() -> CommandModule:
    from listbuilder.cli import collection

    return collection


def _load_show() -> CommandModule:
    from listbuilder.cli import show

    return show


def _load_export() -> CommandModule:
    from listbuilder.cli import export

    return export


def _load_import() -> CommandModule:
    from listbuilder.cli import import_

    return import_


def _load_verify() -> CommandModule:
    from listbuilder.cli import verify

    return verify


def _load_data() -> CommandModule:
    from listbuilder.cli import data

    return data


def _load_config() -> CommandModule:
    from listbuilder.cli import config

    return config


def _load_doctor() -> CommandModule:
    from listbuilder.cli import doctor

    return doctor


def _load_report() -> CommandModule:
    from listbuilder.cli import report

    return report


def _load_share() -> CommandModule:
    from listbuilder.cli import share

    return share


def _load_serve() -> CommandModule:
    from listbuilder.cli import serve

    return serve


def _load_completion() -> CommandModule:
    from listbuilder.cli import completion

    return completion


def _load_help() -> CommandModule:
    from listbuilder.cli import help

    return help


GROUPS: dict[str, dict[str, Callable[[], CommandModule]]] = {
    "build": {
        "edit": _load_edit,
        "new": _load_new,
        "find": _load_find,
        "why": _load_why,
        "fix": _load_fix,
        "fill": _load_fill,
    },
    "check": {
        "check": _load_check,
        "event": _load_event,
        "rules": _load_rules,
        "diff": _load_diff,
        "collection": _load_collection,
    },
    "show": {
        "show": _load_show,
        "export": _load_export,
        "import": _load_import,
        "verify": _load_verify,
        "share": _load_share,
        "serve": _load_serve,
    },
    "program": {
        "data": _load_data,
        "config": _load_config,
        "doctor": _load_doctor,
        "report": _load_report,
        "completion": _load_completion,
        "help": _load_help,
    },
}
_LOADERS = {name: load for group in GROUPS.values() for name, load in group.items()}
COMMANDS = tuple(_LOADERS)


def import_command(name: str) -> CommandModule:
    """Import the module of the command `name`, and return it."""
    return _LOADERS[name]()


def get_formats(command: CommandModule) -> tuple[str, ...]:
    """Return the values that --format can have with `command`."""
    return getattr(command, "FORMATS", FORMATS)
