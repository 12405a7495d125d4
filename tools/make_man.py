"""Write docs/listbuilder.1, the manual page: python -m tools.make_man [--check]

Commands and options come from the parser and the texts of --help, the other sections from man_sections.yaml.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.cli.commands import COMMANDS, FORMATS, get_formats, import_command
from listbuilder.cli.help_page import describe_argument, format_option
from listbuilder.cli.parser import (
    PROGRAM,
    Parser,
    build_command_parser,
    build_common_parser,
    build_parser,
    format_argument_name,
    read_examples,
)
from listbuilder.yamlio import reader

SECTIONS: dict[str, Any] = reader.read_yaml_file(Path(__file__).with_name("man_sections.yaml")).data
PAGE = Path(__file__).resolve().parent.parent / "docs" / f"{PROGRAM}.1"


def make_page() -> str:
    """Return the manual page as its source, in the macros of man(7)."""
    return "\n".join(_yield_lines()) + "\n"


def _yield_lines() -> Iterator[str]:
    """Yield the lines of the page, section by section."""
    program = build_parser(["--lang", "en"])
    yield f'.TH {PROGRAM.upper()} 1 "" "" "User Commands"'
    yield from (".SH NAME", f"{PROGRAM} \\- {_escape(program.say('program.what')).rstrip('.')}")
    yield from (".SH SYNOPSIS", f".B {PROGRAM}", ".I COMMAND", "[\\fIOPTIONS\\fR] ...")
    yield from (".SH DESCRIPTION", _escape(program.say("program.more")))
    yield ".SH COMMON OPTIONS"
    yield from _yield_options(program, {action.dest for action in build_common_parser()._actions})
    yield ".SH COMMANDS"
    for command in COMMANDS:
        yield from _yield_command(command)
    yield from (".SH EXIT STATUS", *_yield_entries("exit_status"))
    yield from (".SH ENVIRONMENT", *_yield_entries("environment"))
    yield from (".SH FILES", *_yield_entries("files"), ".PP", _escape(SECTIONS["files_elsewhere"]))
    yield ".SH BUGS"
    for bug in SECTIONS["bugs"]:
        yield from (".IP \\(bu 2", _escape(bug))
    yield from (".PP", _escape(SECTIONS["bugs_report"]))


def _yield_entries(section: str) -> Iterator[str]:
    """Yield a list of terms, each with its explanation."""
    for entry in SECTIONS[section]:
        yield from (".TP", f"\\fB{_escape(entry['of'])}\\fR", _escape(entry["is"]))


def _yield_command(command: str) -> Iterator[str]:
    """Yield the lines on one command: what it is for, its arguments, its options, examples."""
    parser = build_command_parser(command, "en")
    own = {action.dest for action in parser._actions} - {
        action.dest for action in build_common_parser()._actions
    }
    if get_formats(import_command(command)) != FORMATS:
        own.add("format")
    yield f".SS {PROGRAM} {command}"
    yield _escape(parser.say(f"commands.{command}.summary"))
    for action in parser._actions:
        if action.dest in own and not action.option_strings:
            yield from (
                ".TP",
                f"\\fI{_escape(format_argument_name(action))}\\fR",
                _escape(describe_argument(parser, action)),
            )
    yield from _yield_options(parser, own)
    yield from (
        ".PP",
        "Examples:",
        ".nf",
        *(f"    {_escape(example)}" for example in read_examples(command)),
        ".fi",
    )


def _yield_options(parser: Parser, wanted: set[str]) -> Iterator[str]:
    """Yield the lines on the options whose names are in `wanted`."""
    for action in parser._actions:
        if action.dest in wanted and action.option_strings:
            yield from (
                ".TP",
                f"\\fB{_escape(format_option(action))}\\fR",
                _escape(describe_argument(parser, action)),
            )


def _escape(text: str) -> str:
    """Return the text with everything escaped that the formatter would interpret."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def main() -> int:
    """Write the page, or with `--check` say whether it is up to date; return the exit code."""
    if "--check" in sys.argv:
        if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != make_page():
            print(f"{PAGE.name} is not what the parser says; run python -m tools.make_man")
            return 1
        return 0
    PAGE.write_text(make_page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
