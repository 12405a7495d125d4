"""Makes docs/listbuilder.1, the manual page, of the same parser and words as --help: python -m tools.make_man [--check]"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from listbuilder.cli.help_page import spelled, told
from listbuilder.cli.parser import COMMANDS, PROGRAM, Parser, command_parser, common, examples, name_of, parser_for

PAGE = Path(__file__).resolve().parent.parent / "docs" / f"{PROGRAM}.1"


def made() -> str:
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    program = parser_for(["--lang", "en"])
    yield f'.TH {PROGRAM.upper()} 1 "" "" "User Commands"'
    yield from (".SH NAME", f"{PROGRAM} \\- {_plain(program.say('program.what')).rstrip('.')}")
    yield from (".SH SYNOPSIS", f".B {PROGRAM}", ".I COMMAND", "[\\fIOPTIONS\\fR] ...")
    yield from (".SH DESCRIPTION", _plain(program.say("program.more")))
    yield ".SH OPTIONS OF EVERY COMMAND"
    yield from _options(program, {action.dest for action in common()._actions})
    yield ".SH COMMANDS"
    for command in COMMANDS:
        yield from _command(command)
    yield from (".SH EXIT STATUS", _plain(program.say("program.exit")))


def _command(command: str) -> Iterator[str]:
    parser = command_parser(command, "en")
    own = {action.dest for action in parser._actions} - {action.dest for action in common()._actions}
    yield f".SS {PROGRAM} {command}"
    yield _plain(parser.say(f"commands.{command}.summary"))
    for action in parser._actions:
        if action.dest in own and not action.option_strings:
            yield from (".TP", f"\\fI{_plain(name_of(action))}\\fR", _plain(told(parser, action)))
    yield from _options(parser, own)
    yield from (".PP", "Examples:", ".nf", *(f"    {_plain(example)}" for example in examples(command)), ".fi")


def _options(parser: Parser, wanted: set[str]) -> Iterator[str]:
    for action in parser._actions:
        if action.dest in wanted and action.option_strings:
            yield from (".TP", f"\\fB{_plain(spelled(action))}\\fR", _plain(told(parser, action)))


def _plain(text: str) -> str:
    """No letter of it means anything to the formatter."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def main() -> int:
    if "--check" in sys.argv:
        if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != made():
            print(f"{PAGE.name} is not what the parser says; run python -m tools.make_man")
            return 1
        return 0
    PAGE.write_text(made(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
