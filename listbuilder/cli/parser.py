"""The parser of the command line, its help and its error messages, in the language of the run.

Each command says which options it takes. What they mean is in help.yaml, which is read only when
somebody asks or something is wrong. The completions and the man page are made from the same parser
and the same words.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from listbuilder.cli.commands import (
    COMMANDS,
    FORMATS,
    MORE_FORMATS,
    get_formats,
    import_command,
)
from listbuilder.cli.context import UNREAD, choose_language
from listbuilder.i18n.messages import LANGS, Lang
from listbuilder.model.safe_text import escape_hidden, quote_for_shell
from listbuilder.version import VERSION

PROGRAM = "listbuilder"
HELP = Path(__file__).parent / "help.yaml"

_PIECES = 12  # of a name, that anybody would put together again


class _FixedFormatter(argparse.HelpFormatter):
    """The formatter of argparse with a fixed width.

    Why: argparse makes one for each option and would measure the terminal each time. `help_page`
    makes the pages of help.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=80)


class Parser(argparse.ArgumentParser):
    """The parser of the program, or of one command."""

    lang: Lang = "en"  # a default of the class: subparsers are made by argparse
    command = ""

    def __init__(self, **more: Any) -> None:
        super().__init__(add_help=False, formatter_class=_FixedFormatter, **more)

    def error(self, message: str) -> NoReturn:
        """Print one sentence about the error and exit with code 2.

        argparse would print the whole usage before it. `message` is the sentence of argparse; if it
        is not among the known ones, it is printed as it is.
        """
        for pattern, key in _SAID:
            if match := re.fullmatch(pattern, message, re.DOTALL):
                if key == "too_much":
                    self._refuse_unrecognized(match["given"].split())
                args = match.groupdict() | self._describe_missing(key, message)
                self.refuse_input(key, **args)
        self._exit_with_sentence(escape_hidden(message))

    def refuse_input(self, key: str, **args: object) -> NoReturn:
        """Print the message `errors.KEY` with `args` filled in, and exit with code 2."""
        self._exit_with_sentence(self.say(f"errors.{key}", **args))

    def _refuse_unrecognized(self, rest: Sequence[str]) -> NoReturn:
        """Print that the first word of `rest` is unknown, and exit with code 2.

        For an option, the nearest known option is named.
        """
        given = rest[0].split("=")[0]
        if not _is_option(given):
            self.refuse_input("too_much", given=" ".join(rest))
        from listbuilder.i18n.nearest_word import find_nearest

        near = find_nearest(given, self._option_string_actions)
        key = "unknown_option_near" if near else "unknown_option"
        self.refuse_input(key, given=given, near=near)

    def _exit_with_sentence(self, sentence: str) -> NoReturn:
        """Print `sentence` and the command that shows help to standard error; exit with code 2."""
        print(self.say("errors.see", command=self.prog, sentence=sentence), file=sys.stderr)
        raise SystemExit(UNREAD)

    def say(self, key: str, **args: object) -> str:
        """Return the text `key` of help.yaml in the language of the run, filled with `args`."""
        from listbuilder.i18n import messages

        # none of `args` is a name: what was typed and what can be are literals
        return messages.say(HELP, key, self.lang, args, called=())

    def _describe_missing(self, key: str, message: str) -> dict[str, object]:
        """Return the values for the message “missing”: names of missing arguments, an example.

        `message`: the sentence of argparse that lists them. Empty if `key` is not “missing”.
        """
        if key != "missing":
            return {}
        empty = set(re.split("[,/] ?", message.partition(": ")[2]))
        names = [
            _format_argument_choices(action)
            for action in self._actions
            if action.required and empty & {*action.option_strings, action.metavar, action.dest}
        ]
        return {"names": names, "example": read_examples(self.command)[0]}

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse `value` if it is no choice of `action`: print the nearest one and exit with 2.

        A command that is the name of a file gets a message of its own.
        """
        if action.choices is None or value in action.choices:
            return
        from listbuilder.i18n.nearest_word import find_nearest

        given, choices = str(value), [str(choice) for choice in action.choices]
        near = find_nearest(given, choices, cutoff=0.4)
        if action.dest != "command":
            key = "not_a_choice_near" if near else "not_a_choice"
            name = format_argument_name(action)
            self.refuse_input(key, option=name, given=given, known=choices, near=near)
        if os.path.exists(given):
            self.refuse_input("is_a_file", given=given)
        key = "no_command_near" if near else "no_command"
        self.refuse_input(key, given=given, known=choices, near=near)

    def format_help(self) -> str:
        """Return the help page of the program or the command."""
        from listbuilder.cli import help_page

        return help_page.build_help(self)


class Command(Parser):
    """The parser of one command, loaded when it is called.

    Options may stand anywhere between the paths; `--` ends them.
    """

    def __init__(self, command: str, **more: Any) -> None:
        super().__init__(**more)
        self.command = command
        self.lang = more["parents"][0].lang

    def load_arguments(self) -> None:
        """Add the arguments of the command, which its module defines."""
        command_module = import_command(self.command)
        command_module.add_arguments(self)
        _set_formats(self, get_formats(command_module))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return `args` parsed, with options allowed anywhere, and the words left over: none.

        If words are left over, that is printed and the program exits with code 2.
        """
        self.load_arguments()
        words = list(self._put_options_first(args))
        parsed, rest = super().parse_known_args(words, namespace)
        if rest:
            self._refuse_unrecognized(rest)
        return parsed, rest

    def _put_options_first(self, words: Sequence[str]) -> Iterator[str]:
        """Yield `words` with all options before all paths.

        An option without its value, or a file name that the shell split at its spaces, is refused:
        a message is printed and the program exits with code 2. Why: argparse assigns all path
        arguments at the first group of paths it meets, so there must be only one group. Its own way
        to mix them, the intermixed parsing, doesn't accept `--`.
        """
        left = list(words)
        paths: list[str] = []
        while left:
            word = left.pop(0)
            if word == "--":
                paths += left
                break
            if not _is_option(word):
                paths.append(word)
                continue
            yield word
            valued_option = self._find_option_with_value(word)
            if valued_option is not None:
                if not left or _is_option(left[0]):
                    self.refuse_input("wants_value", option=format_argument_name(valued_option))
                yield left.pop(0)
        name = _find_split_file_name(paths)
        if name:
            self.refuse_input("spaces", given=name, now=quote_for_shell(name))
        if any(map(_is_option, paths)):
            yield "--"
        yield from paths

    def _find_option_with_value(self, word: str) -> argparse.Action | None:
        """Return the option that `word` names if the next word is its value, else None.

        A long option may be shortened, as long as it is clear which one is meant.
        """
        known = self._option_string_actions
        matches = [action for name, action in known.items() if name.startswith(word)]
        if word in known:
            matches = [known[word]]
        if not matches or any(action.nargs is not None for action in matches):
            return None
        return matches[0]


# What argparse says -> what we say of it. Its sentences have no keys; one that is not here is shown
# as it is.
_SAID = (
    (r"unrecognized arguments: (?P<given>.*)", "too_much"),
    (r"the following arguments are required: (?P<names>.*)", "missing"),
    (r"argument (?P<option>.+?): expected (?:one|at least one) argument", "wants_value"),
    (r"argument (?P<option>.+?): ignored explicit argument .*", "wants_no_value"),
    (r"argument (?P<option>.+?): invalid int value: '(?P<given>.*)'", "wants_number"),
    (r"ambiguous option: (?P<given>.+?) could match (?P<known>.*)", "ambiguous"),
)


class _Version(argparse.Action):
    """The option --version, which prints the version and ends the program."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the version and exit with 0."""
        print(f"{PROGRAM} {VERSION}")
        raise SystemExit(0)


def _is_option(word: str) -> bool:
    """Return whether argparse takes `word` for an option: it begins with “-” and has no space."""
    return word.startswith("-") and word != "-" and " " not in word


def _find_split_file_name(words: Sequence[str]) -> str | None:
    """Return the name of an existing file that the shell split at spaces, or None.

    `words`: the arguments that aren't options. Some neighbouring words joined by spaces must be a
    file, and none of these words alone may be one.
    """
    few = words[:_PIECES]
    for start in range(len(few)):
        for end in range(start + 2, len(few) + 1):
            name = " ".join(few[start:end])
            if os.path.exists(name) and not any(map(os.path.exists, few[start:end])):
                return name
    return None


def format_argument_name(action: argparse.Action) -> str:
    """Return an argument's name as it is typed: the option's longest form, else the metavar."""
    if action.option_strings:
        return max(action.option_strings, key=len)
    return action.metavar if isinstance(action.metavar, str) else action.dest.upper()


def _format_argument_choices(action: argparse.Action) -> str:
    """Return what to type for an argument: its choices as “a|b”, or else its name."""
    if action.choices and action.metavar is None:
        return "|".join(map(str, action.choices))
    return format_argument_name(action)


def _set_formats(parser: Parser, formats: tuple[str, ...]) -> None:
    """Set the values that `parser` accepts for the option --format."""
    for action in parser._actions:
        if action.dest == "format":
            action.choices = formats


def read_examples(command: str) -> list[str]:
    """Return the examples of the command `command` from examples.yaml, as they are typed."""
    from listbuilder.yamlio import reader

    file = HELP.with_name("examples.yaml")
    examples = reader.read_yaml(file.read_bytes(), str(file)).data[command]
    return [str(example) for example in examples]


def build_common_parser(lang: Lang = "en") -> Parser:
    """Return a parser with the options that every command has, such as --lang and --format.

    These options may stand before or after the command.
    """
    options = Parser(argument_default=argparse.SUPPRESS)
    options.lang = lang
    options.add_argument("--lang", choices=LANGS)
    options.add_argument("--format", choices=FORMATS)
    options.add_argument("--as-of", action="append", metavar="DATE")
    options.add_argument("--data", metavar="DIR")
    options.add_argument("--no-color", action="store_true")
    options.add_argument("-V", "--version", action=_Version, nargs=0)
    options.add_argument("-h", "--help", action="help")
    return options


def build_parser(words: Sequence[str]) -> Parser:
    """Return the program's parser for the command line `words`, in the language they ask for.

    Only commands among `words` get a parser of their own, because making all takes longer than
    a verdict. The others are known by name.
    """
    lang = find_asked_language(words)
    parser = Parser(prog=PROGRAM, parents=[build_common_parser(lang)])
    parser.lang = lang
    # the command that follows says which of them it has
    _set_formats(parser, (*FORMATS, *MORE_FORMATS))
    parser.set_defaults(
        lang=None, format="text", as_of=None, data=None, no_color=False, command=None
    )
    commands: Any = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Command)
    commands.choices = COMMANDS
    for command in COMMANDS:
        if command not in words:
            continue
        # its own options: the program's have defaults now, which would replace what was given
        commands.add_parser(command, command=command, parents=[build_common_parser(lang)])
    return parser


def build_command_parser(command: str, lang: Lang) -> Command:
    """Return the parser of the command `command`, with all its arguments."""
    parser = Command(command, prog=f"{PROGRAM} {command}", parents=[build_common_parser(lang)])
    parser.load_arguments()
    return parser


def find_asked_language(words: Sequence[str]) -> Lang:
    """Return the language the command line `words` asks for, else the environment's.

    The words are not parsed yet. Why: errors in them must be reported in that language.
    """
    asked = None
    for place, word in enumerate(words):
        if word == "--":
            break
        option, _, value = word.partition("=")
        if len(option) > 3 and "--lang".startswith(option):
            asked = None
            if value:
                asked = value
            elif place + 1 < len(words):
                asked = words[place + 1]
    return choose_language(asked)
