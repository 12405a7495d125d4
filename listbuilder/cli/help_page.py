"""The page that --help shows: what a command does, two examples, what it takes, and the options that all commands share."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterable, Iterator

from listbuilder.cli.parser import GROUPS, HELP, PROGRAM, Parser, common, examples, name_of
from listbuilder.cli.values import values
from listbuilder.store.words import table

_WIDEST, _COLUMN = 100, 24
Row = tuple[str, str]


def page(parser: Parser) -> str:
    width = min(_WIDEST, shutil.get_terminal_size().columns - 1)
    blocks = list(_command(parser, width) if parser.command else _program(parser, width))
    return "\n\n".join(blocks) + "\n"


def _program(parser: Parser, width: int) -> Iterator[str]:
    yield f"{parser.say('program.usage')}{PROGRAM} COMMAND …\n\n{wrapped(parser.say('program.what'), width)}"
    for group, commands in GROUPS.items():
        rows = [(command, parser.say(f"commands.{command}.summary")) for command in commands]
        yield _block(parser.say(f"groups.{group}"), rows, width)
    everywhere = {action.dest for action in common()._actions}
    own = [action for action in parser._actions if action.dest in everywhere]
    yield _block(parser.say("program.common"), _options(parser, "common", own), width)
    yield wrapped(parser.say("program.more"), width)
    yield wrapped(parser.say("program.exit"), width)


def _command(parser: Parser, width: int) -> Iterator[str]:
    shared = {action.dest for action in common()._actions}
    own = [action for action in parser._actions if action.dest not in shared]
    given = [action for action in own if not action.option_strings]
    options = [action for action in own if action.option_strings]
    usage = " ".join([parser.prog, *_required(options), *(["…"] if options else []), *map(_place, given)])
    yield f"{parser.say('program.usage')}{usage}\n\n{wrapped(parser.say(f'commands.{parser.command}.summary'), width)}"
    yield "\n".join([f"{parser.say('program.examples')}:", *(f"  {example}" for example in examples(parser.command))])
    if given:
        yield _block(parser.say("program.given"), [(name_of(action), told(parser, action)) for action in given], width)
    if options:
        yield _block(parser.say("program.options"), _options(parser, parser.command, options), width)
    everywhere = {action.dest for action in common()._actions}
    own = [action for action in parser._actions if action.dest in everywhere]
    yield _block(parser.say("program.common"), _options(parser, "common", own), width)


def told(parser: Parser, action: argparse.Action) -> str:
    """What it is, in a few words: of this command, or as all say it."""
    keys = (f"commands.{parser.command}.{action.dest}", f"shared.{action.dest}", f"common.{action.dest}")
    key = next(key for key in keys if key in table(HELP, parser.lang))
    return parser.say(key, values=values(action)) if "{values}" in table(HELP, "en")[key] else parser.say(key)


def spelled(action: argparse.Action) -> str:
    """An option with its short form and what stands behind it."""
    wants = "" if action.nargs == 0 else f" {_value(action)}"
    return ", ".join(sorted(action.option_strings, key=len)) + wants


def _value(action: argparse.Action) -> str:
    if isinstance(action.metavar, str):
        return action.metavar
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def _options(parser: Parser, whose: str, actions: Iterable[argparse.Action]) -> list[Row]:
    return [(spelled(action), told(parser, action)) for action in actions if action.option_strings]


def _required(options: list[argparse.Action]) -> list[str]:
    return [spelled(action) for action in options if action.required]


def _place(action: argparse.Action) -> str:
    name = _value(action)
    return {"?": f"[{name}]", "*": f"[{name} …]", "+": f"{name} …"}.get(str(action.nargs), name)


def _block(title: str, rows: list[Row], width: int) -> str:
    from rich.cells import cell_len

    column = min(_COLUMN, width // 2, max((cell_len(name) for name, _ in rows), default=0) + 4)
    lines = [f"{title}:"]
    for name, text in rows:
        start = f"  {name}"
        body = wrapped(text, width - column).split("\n")
        if cell_len(start) + 2 > column:
            lines.append(start)
        else:
            lines.append(start + " " * (column - cell_len(start)) + body.pop(0))
        lines += [" " * column + line for line in body]
    return "\n".join(lines)


def wrapped(text: str, width: int) -> str:
    """At spaces, and between any two characters of a script that has none; counted in cells of the terminal."""
    from rich.cells import cell_len

    lines, line = [], ""
    for piece in _pieces(text):
        if line and cell_len(line + piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return "\n".join([*lines, line.rstrip()])


_NEVER_FIRST = "、。，；：！？）」』”)…"


def _pieces(text: str) -> Iterator[str]:
    """What stays together: a word with the space behind it, a wide character with the marks that may not begin a line."""
    piece = ""
    for place, character in enumerate(text):
        piece += character
        after = text[place + 1 : place + 2]
        if after and after not in _NEVER_FIRST and after != " " and (character == " " or _wide(character) or _wide(after)):
            yield piece
            piece = ""
    if piece:
        yield piece


def _wide(character: str) -> bool:
    return "\u2e80" <= character <= "\uffef"
