"""`listbuilder edit FILE`, and `listbuilder` alone: run the builder."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from listbuilder.cli.context import Context, is_served
from listbuilder.i18n.messages import find_language
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.workspace import folders

# A changed line is drawn at the next tick of this clock; at Textual's own 60 the wait alone would
# use up the budget from edit to verdict. The clock stands still while nothing changes.
FRAMES = "240"
DUMB = "dumb"  # the name of a terminal that only prints lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder edit` to `parser`."""
    parser.add_argument("--collection", metavar="FILE")
    parser.add_argument("file", nargs="?", metavar="FILE")


def run(args: argparse.Namespace, context: Context) -> int:
    """Run the builder and return its exit code. Raises Unreadable without a usable terminal.

    The builder is imported only here, so that the other commands don't load any screens.
    """
    _require_screen()
    owned = context.read_collection(args.collection)
    os.environ.setdefault("TEXTUAL_FPS", FRAMES)
    if not context.color and (args.no_color or not is_served()):
        os.environ["NO_COLOR"] = "1"
    lang = context.lang
    if args.lang is None:
        lang = find_language(folders.load_settings().lang) or lang
    from listbuilder.tui import app, shutdown

    file = Path(args.file) if args.file else None
    return shutdown.run(app.Builder(context.library, lang, file, context.as_of, owned))


def _require_screen() -> None:
    """Raise Unreadable if there is nothing that could show the builder.

    That is standard output that is not a terminal, or a terminal that can't move its cursor.
    """
    if is_served():
        return
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Unreadable([Problem(key="no_terminal")])
    if os.environ.get("TERM") == DUMB:
        raise Unreadable([Problem(key="dumb_terminal")])
