"""The command line: one command per file, loaded when it is called."""

from __future__ import annotations

import argparse
import keyword
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from listbuilder.cli import gate, streams
from listbuilder.cli.context import CUT_OFF, OUR_BUG, UNREAD, Context, language, library_for, wants_color, wants_trace
from listbuilder.games.base import TODAY, is_day
from listbuilder.model.problem import Unreadable
from listbuilder.model.visible import visible
from listbuilder.store.words import LANGS
from listbuilder.version import VERSION

# command -> module in listbuilder.cli; each has add_arguments(parser) and run(args, context) -> exit code
COMMANDS: dict[str, str] = {
    "edit": "the builder; also what `listbuilder` alone opens",
    "check": "verdict on rosters; a folder is walked, - is standard input",
    "why": "may this be added, and if not, what stands in the way and the smallest change that clears it",
    "fix": "the smallest edits that make a list legal, and what else comes near",
    "show": "a roster as a table",
    "import": "another program's list into a roster, every line accounted for",
    "export": "a roster for others: as a page, a picture, a text or another program's file",
    "verify": "whether the verdict printed in an export still holds",
    "collection": "what you own, made out of lists",
    "diff": "two lists by meaning, or one list on two days",
    "fill": "ranked legal ways to spend the points left",
    "event": "an organiser's folder of lists: what to ask whom, a page and a message for each",
    "new": "a starting roster",
    "find": "datasheets by fuzzy name, with points, sizes and keywords",
    "rules": "the law, with citations",
    "data": "schema and consistency of faction files; new prices into them",
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One sentence and exit 2, without the whole usage before it."""
        print(f"{self.prog}: {visible(message)}; see {self.prog} --help", file=sys.stderr)
        raise SystemExit(UNREAD)


class _Command(_Parser):
    """What one command takes. Loaded when it is called; options stand anywhere between the paths, `--` ends them."""

    def __init__(self, command: str, **more: Any) -> None:
        super().__init__(**more)
        self.command = command

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        _module(self.command).add_arguments(self)
        found, rest = super().parse_known_args(list(self._options_first(args)), namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return found, rest

    def _options_first(self, words: Sequence[str]) -> Iterator[str]:
        """argparse hands all paths to the first run of them, so there must be one. (Its own way to mix, the intermixed
        parsing, takes no `--`.)"""
        left = list(words)
        others: list[str] = []
        while left:
            word = left.pop(0)
            if word == "--":
                others += left
                break
            if not _is_option(word):
                others.append(word)
                continue
            yield word
            if (wanting := self._wanting(word)) is not None:
                if not left or _is_option(left[0]):
                    self.error(str(argparse.ArgumentError(wanting, "expected one argument")))
                yield left.pop(0)
        if any(map(_is_option, others)):
            yield "--"
        yield from others

    def _wanting(self, word: str) -> argparse.Action | None:
        """The option whose value is the next word. Long ones may be shortened, as long as it is clear which is meant."""
        known = self._option_string_actions
        meant = [known[word]] if word in known else [action for name, action in known.items() if name.startswith(word)]
        return meant[0] if meant and all(action.nargs is None for action in meant) else None


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-" and " " not in word  # as argparse has it: no option has a space in it


@gate.guarded()
def run(argv: Sequence[str]) -> int:
    """The whole program. Never a traceback for anything a user can do."""
    try:
        code = _to_the_end(argv)
        streams.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _refused(error)
    except MemoryError:
        print("listbuilder: there is not enough memory for this; nothing of yours was changed", file=sys.stderr)
        return UNREAD
    except Exception as error:
        if wants_trace():
            raise
        print(f"listbuilder: a bug of ours: {type(error).__name__}: {visible(str(error))}", file=sys.stderr)
        print("set LISTBUILDER_DEBUG=1 to see where; nothing of yours was changed", file=sys.stderr)
        return OUR_BUG


def _to_the_end(argv: Sequence[str]) -> int:
    try:
        return _run(argv)
    except SystemExit as stop:  # of the parser: help is output like any other, and can fail like it
        return stop.code if isinstance(stop.code, int) else UNREAD


def _refused(error: OSError) -> int:
    """The machine would not do something: the fault of neither the lists nor the program."""
    output = streams.failure()
    if isinstance(output or error, BrokenPipeError):
        return CUT_OFF
    if output is None:
        name = f"{visible(os.fsdecode(error.filename))}: " if isinstance(error.filename, (str, bytes)) else ""
        print(f"listbuilder: {name}{error.strerror or error}", file=sys.stderr)
        return UNREAD
    print(f"listbuilder: standard output cannot be written: {output.strerror or output}", file=sys.stderr)
    return UNREAD


def _run(argv: Sequence[str]) -> int:
    parser = _parser()
    args = parser.parse_args(list(argv))
    if args.command is None:
        if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
            return _run([*argv, "edit"])
        parser.print_help()
        return 0
    for day in args.as_of or ():
        if day != TODAY and not is_day(day):
            parser.error(f"--as-of {day!r} is not a date; write it as 2025-06-11, or {TODAY}")
    last_day = args.as_of[-1] if args.as_of else None  # only `diff` looks at more than one
    if args.data and not os.path.isdir(os.path.expanduser(args.data)):
        parser.error(f"--data {args.data!r} is not a folder; name one laid out like factions/")
    context = Context(language(args.lang), args.format, last_day, library_for(args.data), wants_color(args.no_color))
    if context.color:
        gate.allow_colors()
    try:
        code: int = _module(args.command).run(args, context)
    except Unreadable as error:
        context.complain(error.problems)
        code = UNREAD
    context.complain(context.library.problems)
    return code


def _module(command: str) -> ModuleType:
    """The command's module; a name that Python keeps for itself has an underscore behind it."""
    return import_module(f"listbuilder.cli.{command}{'_' if keyword.iskeyword(command) else ''}")


def _common() -> _Parser:
    """Options that may stand before or after the command."""
    common = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--lang", choices=LANGS, help="language (default: that of the locale)")
    common.add_argument("--format", choices=("text", "json"), help="text (default) or json")
    common.add_argument("--as-of", action="append", metavar="DATE", help="judge by the data of that day, as 2025-06-11; or today")
    common.add_argument("--data", metavar="DIR", help="own faction files beside or over the shipped ones")
    common.add_argument("--no-color", action="store_true", help="no colours")
    common.add_argument("--version", action=_Version, nargs=0, help="version")
    return common


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="listbuilder", description="Army lists: build, check, show.", parents=[_common()])
    parser.set_defaults(lang=None, format="text", as_of=None, data=None, no_color=False, command=None)
    commands: Any = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Command)
    for command, summary in COMMANDS.items():
        commands.add_parser(command, command=command, help=summary, description=summary, parents=[_common()])
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"listbuilder {VERSION}")
        raise SystemExit(0)
