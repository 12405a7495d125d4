"""What may be typed: the parser of the command line, its help and its complaints, in the language of the run.

Each command says which options it takes; what they mean stands in help.yaml, which is read only when somebody asks or
something is wrong. The completions and the man page are made of the same parser and the same words.
"""

from __future__ import annotations

import argparse
import keyword
import os
import re
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from listbuilder.cli.context import UNREAD, language
from listbuilder.model.visible import typed, visible
from listbuilder.store.words import LANGS, Lang
from listbuilder.version import VERSION

PROGRAM = "listbuilder"
HELP = Path(__file__).parent / "help.yaml"

# group -> its commands, each a module in listbuilder.cli with add_arguments(parser) and run(args, context) -> exit code
GROUPS: dict[str, tuple[str, ...]] = {
    "build": ("edit", "new", "find", "why", "fix", "fill"),
    "check": ("check", "event", "rules", "diff", "collection"),
    "show": ("show", "export", "import", "verify"),
    "program": ("data", "doctor", "report", "completion", "help"),
}
FORMATS = ("text", "json")  # of every command; one that has more says so in FORMATS of its module
MORE_FORMATS = ("short",)
_PIECES = 12  # of a name, that anybody would put together again
COMMANDS = tuple(command for group in GROUPS.values() for command in group)


class Parser(argparse.ArgumentParser):
    """Of the program, or of one command."""

    lang: Lang = "en"  # a default of the class: subparsers are made by argparse
    command = ""

    def __init__(self, **more: Any) -> None:
        super().__init__(add_help=False, **more)

    def error(self, message: str) -> NoReturn:
        """One sentence and exit 2, without the whole usage before it."""
        for pattern, key in _SAID:
            if found := pattern.fullmatch(message):
                if key == "too_much":
                    self._unrecognized(found["given"].split())
                self.refuse(key, **found.groupdict() | self._wanted(key, message))
        self._leave(visible(message))

    def refuse(self, key: str, **args: Any) -> NoReturn:
        self._leave(self.say(f"errors.{key}", **args))

    def _unrecognized(self, rest: Sequence[str]) -> NoReturn:
        given = rest[0].split("=")[0]
        if not _is_option(given):
            self.refuse("too_much", given=" ".join(rest))
        from listbuilder.store.nearest import nearest

        near = nearest(given, self._option_string_actions)
        self.refuse("unknown_option_near" if near else "unknown_option", given=given, near=near)

    def _leave(self, sentence: str) -> NoReturn:
        print(self.say("errors.see", command=self.prog, sentence=sentence), file=sys.stderr)
        raise SystemExit(UNREAD)

    def say(self, key: str, **args: Any) -> str:
        from listbuilder.store import words

        return words.say(HELP, key, self.lang, args, called=())  # what was typed and what can be are literals

    def _wanted(self, key: str, message: str) -> dict[str, Any]:
        """What stands at the places that were left empty, and how it looks when they are filled."""
        if key != "missing":
            return {}
        empty = set(re.split("[,/] ?", message.partition(": ")[2]))
        names = [
            _place_of(each) for each in self._actions if each.required and empty & {*each.option_strings, each.metavar, each.dest}
        ]
        return {"names": names, "example": examples(self.command)[0]}

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        from listbuilder.store.nearest import nearest

        given, known = str(value), [str(choice) for choice in action.choices]
        near = nearest(given, known, cutoff=0.4)
        if action.dest != "command":
            key = "not_a_choice_near" if near else "not_a_choice"
            self.refuse(key, option=name_of(action), given=given, known=known, near=near)
        if os.path.exists(given):
            self.refuse("is_a_file", given=given)
        self.refuse("no_command_near" if near else "no_command", given=given, known=known, near=near)

    def format_help(self) -> str:
        from listbuilder.cli import help_page

        return help_page.page(self)


class Command(Parser):
    """What one command takes. Loaded when it is called; options stand anywhere between the paths, `--` ends them."""

    def __init__(self, command: str, **more: Any) -> None:
        super().__init__(**more)
        self.command = command
        self.lang = more["parents"][0].lang

    def load(self) -> None:
        made = module(self.command)
        made.add_arguments(self)
        _set_formats(self, formats_of(made))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.load()
        found, rest = super().parse_known_args(list(self._options_first(args)), namespace)
        if rest:
            self._unrecognized(rest)
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
                    self.refuse("wants_value", option=name_of(wanting))
                yield left.pop(0)
        if name := _parted(others):
            self.refuse("spaces", given=name, now=typed(name))
        if any(map(_is_option, others)):
            yield "--"
        yield from others

    def _wanting(self, word: str) -> argparse.Action | None:
        """The option whose value is the next word. Long ones may be shortened, as long as it is clear which is meant."""
        known = self._option_string_actions
        meant = [known[word]] if word in known else [action for name, action in known.items() if name.startswith(word)]
        return meant[0] if meant and all(action.nargs is None for action in meant) else None


# What argparse says -> what we say of it. Its sentences have no keys; one that is not here is shown as it is.
_SAID: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.DOTALL), key)
    for pattern, key in (
        (r"unrecognized arguments: (?P<given>.*)", "too_much"),
        (r"the following arguments are required: (?P<names>.*)", "missing"),
        (r"argument (?P<option>.+?): expected (?:one|at least one) argument", "wants_value"),
        (r"argument (?P<option>.+?): ignored explicit argument .*", "wants_no_value"),
        (r"argument (?P<option>.+?): invalid int value: '(?P<given>.*)'", "wants_number"),
        (r"ambiguous option: (?P<given>.+?) could match (?P<known>.*)", "ambiguous"),
    )
)


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"{PROGRAM} {VERSION}")
        raise SystemExit(0)


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-" and " " not in word  # as argparse has it: no option has a space in it


def _parted(words: Sequence[str]) -> str | None:
    """A file's name that a shell took apart at its spaces: none of its pieces is there, and it is."""
    few = words[:_PIECES]
    for start in range(len(few)):
        for end in range(start + 2, len(few) + 1):
            name = " ".join(few[start:end])
            if os.path.exists(name) and not any(map(os.path.exists, few[start:end])):
                return name
    return None


def name_of(action: argparse.Action) -> str:
    """As a person would type it: the long form of an option, what stands for an argument."""
    if action.option_strings:
        return max(action.option_strings, key=len)
    return action.metavar if isinstance(action.metavar, str) else action.dest.upper()


def _place_of(action: argparse.Action) -> str:
    """What is wanted there: one of a few words, or what the name stands for."""
    return "|".join(map(str, action.choices)) if action.choices and action.metavar is None else name_of(action)


def module(command: str) -> ModuleType:
    """The command's module; a name that Python keeps for itself has an underscore behind it."""
    return import_module(f"listbuilder.cli.{command}{'_' if keyword.iskeyword(command) else ''}")


def formats_of(command: ModuleType) -> tuple[str, ...]:
    """Return what --format can be with a command."""
    return getattr(command, "FORMATS", FORMATS)


def _set_formats(parser: Parser, known: tuple[str, ...]) -> None:
    for action in parser._actions:
        if action.dest == "format":
            action.choices = known


def examples(command: str) -> list[str]:
    from listbuilder.store import reader

    file = HELP.with_name("examples.yaml")
    return [str(each) for each in reader.read_text(file.read_bytes(), str(file)).data[command]]


def common(lang: Lang = "en") -> Parser:
    """Options that may stand before or after the command."""
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


def parser_for(words: Sequence[str]) -> Parser:
    """The parser, in the language that these words ask for."""
    lang = asked_language(words)
    parser = Parser(prog=PROGRAM, parents=[common(lang)])
    parser.lang = lang
    _set_formats(parser, (*FORMATS, *MORE_FORMATS))  # the command that follows says which of them it has
    parser.set_defaults(lang=None, format="text", as_of=None, data=None, no_color=False, command=None)
    commands: Any = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Command)
    for command in COMMANDS:
        commands.add_parser(command, command=command, parents=[common(lang)])  # its own: defaults are the program's
    return parser


def command_parser(command: str, lang: Lang) -> Command:
    """One command's parser with all it takes."""
    made = Command(command, prog=f"{PROGRAM} {command}", parents=[common(lang)])
    made.load()
    return made


def asked_language(words: Sequence[str]) -> Lang:
    """Before anything is parsed: what is wrong with the words has to be said in it."""
    given = None
    for place, word in enumerate(words):
        if word == "--":
            break
        option, _, value = word.partition("=")
        if len(option) > 3 and "--lang".startswith(option):
            given = value or next(iter(words[place + 1 : place + 2]), None)
    return language(given)
