"""The page that --help shows: what a command does, examples, arguments and common options."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterable, Iterator

from listbuilder.cli.commands import GROUPS
from listbuilder.cli.completion_values import list_values
from listbuilder.cli.parser import (
    HELP,
    PROGRAM,
    Parser,
    build_common_parser,
    format_argument_name,
    read_examples,
)
from listbuilder.i18n.messages import load_texts

_WIDEST, _COLUMN = 100, 24
Row = tuple[str, str]


def build_help(parser: Parser) -> str:
    """Return the help page of the program or of a command, as wide as the terminal allows."""
    width = min(_WIDEST, shutil.get_terminal_size().columns - 1)
    list_blocks = _list_command_blocks if parser.command else _list_program_blocks
    return "\n\n".join(list_blocks(parser, width)) + "\n"


def _list_program_blocks(parser: Parser, width: int) -> Iterator[str]:
    """Yield the parts of the program's page: usage, commands by group, options, exit codes."""
    usage = f"{parser.say('program.usage')}{PROGRAM} COMMAND …"
    yield f"{usage}\n\n{wrap_help(parser.say('program.what'), width)}"
    for group, commands in GROUPS.items():
        rows = [(command, parser.say(f"commands.{command}.summary")) for command in commands]
        yield _format_block(parser.say(f"groups.{group}"), rows, width)
    yield _format_common_options(parser, width)
    yield wrap_help(parser.say("program.more"), width)
    yield wrap_help(parser.say("program.exit"), width)


def _list_command_blocks(parser: Parser, width: int) -> Iterator[str]:
    """Yield the parts of a command's page: usage, examples, arguments, options, common options."""
    shared = {action.dest for action in build_common_parser()._actions}
    own = [action for action in parser._actions if action.dest not in shared]
    arguments = [action for action in own if not action.option_strings]
    options = [action for action in own if action.option_strings]
    words = [parser.prog]
    words += [format_option(action) for action in options if action.required]
    if options:
        words.append("…")
    words += map(_format_place, arguments)
    summary = wrap_help(parser.say(f"commands.{parser.command}.summary"), width)
    yield f"{parser.say('program.usage')}{' '.join(words)}\n\n{summary}"
    examples = [f"  {example}" for example in read_examples(parser.command)]
    yield "\n".join([f"{parser.say('program.examples')}:", *examples])
    if arguments:
        rows = [
            (format_argument_name(action), describe_argument(parser, action))
            for action in arguments
        ]
        yield _format_block(parser.say("program.given"), rows, width)
    if options:
        rows = _build_option_rows(parser, options)
        yield _format_block(parser.say("program.options"), rows, width)
    yield _format_common_options(parser, width)


def _format_common_options(parser: Parser, width: int) -> str:
    """Return the block of the help page about the options that every command has."""
    everywhere = {action.dest for action in build_common_parser()._actions}
    common = [action for action in parser._actions if action.dest in everywhere]
    return _format_block(parser.say("program.common"), _build_option_rows(parser, common), width)


def describe_argument(parser: Parser, action: argparse.Action) -> str:
    """Return the description of an argument in a few words, from help.yaml.

    The description for the parser's own command comes first, then the one that commands share.
    """
    keys = (
        f"commands.{parser.command}.{action.dest}",
        f"shared.{action.dest}",
        f"common.{action.dest}",
    )
    key = next(key for key in keys if key in load_texts(HELP, parser.lang))
    if "{values}" in load_texts(HELP, "en")[key]:
        return parser.say(key, values=list_values(action))
    return parser.say(key)


def format_option(action: argparse.Action) -> str:
    """Return an option as help shows it: short form, long form, and the word for its value."""
    wants = "" if action.nargs == 0 else f" {_format_value(action)}"
    return ", ".join(sorted(action.option_strings, key=len)) + wants


def _format_value(action: argparse.Action) -> str:
    """Return the word for an argument's value: its metavar, else its choices, else its name."""
    if isinstance(action.metavar, str):
        return action.metavar
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def _build_option_rows(parser: Parser, actions: Iterable[argparse.Action]) -> list[Row]:
    """Return a row for each option: how it is typed, and what it is."""
    return [
        (format_option(action), describe_argument(parser, action))
        for action in actions
        if action.option_strings
    ]


def _format_place(action: argparse.Action) -> str:
    """Return an argument as the usage line shows it, such as `[FILE]` if it can be left out."""
    name = _format_value(action)
    return {"?": f"[{name}]", "*": f"[{name} …]", "+": f"{name} …"}.get(str(action.nargs), name)


def _format_block(title: str, rows: list[Row], width: int) -> str:
    """Return a block of the help page: `title` with `rows` below it in two columns.

    If the first text of a row is too wide for its column, the second begins on the next line.
    """
    from rich.cells import cell_len

    column = min(_COLUMN, width // 2, max((cell_len(name) for name, _ in rows), default=0) + 4)
    lines = [f"{title}:"]
    for name, text in rows:
        start = f"  {name}"
        body = wrap_help(text, width - column).split("\n")
        if cell_len(start) + 2 > column:
            lines.append(start)
        else:
            lines.append(start + " " * (column - cell_len(start)) + body.pop(0))
        lines += [" " * column + line for line in body]
    return "\n".join(lines)


def wrap_help(text: str, width: int) -> str:
    """Return `text` broken into lines of at most `width` terminal cells.

    Lines are broken at spaces, and in scripts without spaces between any two characters.
    """
    from rich.cells import cell_len

    lines, line = [], ""
    for piece in _split_into_pieces(text):
        if line and cell_len(line + piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return "\n".join([*lines, line.rstrip()])


_NEVER_FIRST = "、。，；：！？）」』”)…"


def _split_into_pieces(text: str) -> Iterator[str]:
    """Yield the parts of `text` that must not be broken over two lines.

    A part is a word with the space after it, or a wide character with the punctuation after it that
    may not begin a line.
    """
    piece = ""
    for place, character in enumerate(text):
        piece += character
        after = text[place + 1 : place + 2]
        if (
            after
            and after not in _NEVER_FIRST
            and after != " "
            and (character == " " or _is_wide(character) or _is_wide(after))
        ):
            yield piece
            piece = ""
    if piece:
        yield piece


def _is_wide(character: str) -> bool:
    """Return whether a line may be broken beside `character`, as in Chinese and Japanese."""
    return "\u2e80" <= character <= "\uffef"
