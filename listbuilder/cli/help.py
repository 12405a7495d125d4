"""`listbuilder help COMMAND`: what `listbuilder COMMAND --help` says."""

from __future__ import annotations

import argparse

from listbuilder.cli.context import OK, Context
from listbuilder.cli.parser import COMMANDS, command_parser, parser_for


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("about", nargs="?", choices=COMMANDS, metavar="COMMAND")


def run(args: argparse.Namespace, context: Context) -> int:
    parser = command_parser(args.about, context.lang) if args.about else parser_for(["--lang", context.lang])
    print(parser.format_help(), end="")
    return OK
