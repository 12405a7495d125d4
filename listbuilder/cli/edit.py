"""`listbuilder edit FILE`, and `listbuilder` alone: run the builder."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.cli.context import Context
from listbuilder.i18n.messages import find_language
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.workspace import folders

if TYPE_CHECKING:
    from listbuilder.advice.collection import Owned

# A changed line is drawn at the next tick of this clock; at Textual's own 60 the wait alone would
# use up the budget from edit to verdict. The clock stands still while nothing changes.
FRAMES = "240"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder edit` to `parser`."""
    parser.add_argument("--collection", metavar="FILE")
    parser.add_argument("file", nargs="?", metavar="FILE")


def run(args: argparse.Namespace, context: Context) -> int:
    """Run the builder and return its exit code. Raises Unreadable without a terminal.

    It is loaded by name, because the command line knows no screens.
    """
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Unreadable([Problem(key="no_terminal")])
    owned = _read_collection(args.collection, context)
    os.environ.setdefault("TEXTUAL_FPS", FRAMES)
    if not context.color:
        os.environ["NO_COLOR"] = "1"
    lang = context.lang
    if args.lang is None:
        lang = find_language(folders.load_settings().lang) or lang
    # Loaded by name: the command line knows no screens, and only here meets the builder.
    app = import_module("listbuilder.tui.app").Builder(
        context.library, lang, Path(args.file) if args.file else None, context.as_of, owned
    )
    code: int = import_module("listbuilder.tui.shutdown").run(app)
    return code


def _read_collection(name: str | None, context: Context) -> Owned | None:
    """Return the player's collection from the file `name`, or None if none was given."""
    if name is None:
        return None
    from listbuilder.advice import collection

    return collection.read_collection(Path(name), context.library)
