"""`listbuilder help COMMAND`: the same page as `listbuilder COMMAND --help`."""

from __future__ import annotations

import argparse

from listbuilder.cli.commands import COMMANDS
from listbuilder.cli.context import OK, Context
from listbuilder.cli.parser import Parser, build_command_parser, build_parser


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument of `listbuilder help` to `parser`."""
    parser.add_argument("about", nargs="?", choices=COMMANDS, metavar="COMMAND")


def run(args: argparse.Namespace, context: Context) -> int:
    """Print the help page of a command or of the program, and return the exit code."""
    parser: Parser = build_parser(["--lang", context.lang])
    if args.about:
        parser = build_command_parser(args.about, context.lang)
    print(parser.format_help(), end="")
    return OK
