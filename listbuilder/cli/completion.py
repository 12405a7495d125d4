"""`listbuilder completion SHELL`: what Tab may put in, for bash, zsh and fish.

All that can be known beforehand is written into the script (options, games, factions, codes of rules), so that the
program need not start when Tab is pressed. What the script does not know is left to the shell: names of files.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator

import msgspec

from listbuilder.cli import streams
from listbuilder.cli.context import OK, Context
from listbuilder.cli.help_page import told
from listbuilder.cli.parser import COMMANDS, PROGRAM, Command, command_parser
from listbuilder.cli.values import factions, values
from listbuilder.games.catalog import SYSTEMS
from listbuilder.store.words import Lang


class Option(msgspec.Struct):
    names: list[str]
    takes: list[str] | None  # words that may follow; none of them where a file or any text does; None: nothing follows
    about: str


class Offered(msgspec.Struct):
    """What may stand behind one command."""

    command: str
    about: str
    options: list[Option]
    places: list[list[str]]  # of each place its words, empty for files; the last counts for all that follow
    behind: dict[str, list[str]]  # by the word at the first place, those at the second


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(SHELLS), metavar="SHELL")


def run(args: argparse.Namespace, context: Context) -> int:
    streams.send(SHELLS[args.shell]([_offered(command, context.lang) for command in COMMANDS]))
    return OK


def _offered(command: str, lang: Lang) -> Offered:
    parser = command_parser(command, lang)
    options = [_option(parser, action) for action in parser._actions if action.option_strings]
    places = [values(action) for action in parser._actions if not action.option_strings]
    behind = {game: factions(game) for game in SYSTEMS} if places and places[0] == list(SYSTEMS) else {}
    return Offered(command, parser.say(f"commands.{command}.summary"), options, places, behind)


def _option(parser: Command, action: argparse.Action) -> Option:
    return Option(list(action.option_strings), None if action.nargs == 0 else values(action), told(parser, action))


def _bash(commands: list[Offered]) -> str:
    return f"# bash completion of {PROGRAM}\n{_function(commands)}complete -o default -F {_FUNCTION} {PROGRAM}\n"


def _function(commands: list[Offered]) -> str:
    """Counts the words that are no options: the first is the command, and what may stand next depends on how many there are."""
    known = " ".join(each.command for each in commands)
    return f"""\
{_FUNCTION}() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command='' first='' words='' place=0 i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${{COMP_WORDS[i]}} in
      -*) ;;
      *) if [ -z "$command" ]; then command=${{COMP_WORDS[i]}}; else
           [ "$place" = 0 ] && first=${{COMP_WORDS[i]}}; place=$((place + 1)); fi ;;
    esac
  done
  COMPREPLY=()
  case "$command:$prev" in
{_cases(_bash_options(commands))}
  esac
  if [ -z "$words" ]; then case "$cur" in
    -*) case "$command" in
{_cases((each.command, _names(each).split()) for each in commands)}
    esac ;;
    *) case "$command:$place:$first" in
      :*) words='{known}' ;;
{_cases(_bash_places(commands))}
    esac ;;
  esac; fi
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$cur"))
}}
"""


_FUNCTION = f"__{PROGRAM}"


def _cases(cases: Iterable[tuple[str, list[str]]]) -> str:
    return "\n".join(f"      {pattern}) words='{' '.join(words)}' ;;" for pattern, words in cases if words)


def _bash_options(commands: list[Offered]) -> Iterator[tuple[str, list[str]]]:
    for each in commands:
        for option in each.options:
            yield from ((f"{each.command}:{name}", option.takes or []) for name in option.names)


def _bash_places(commands: list[Offered]) -> Iterator[tuple[str, list[str]]]:
    for each in commands:
        yield from ((f"{each.command}:1:{first}", known) for first, known in each.behind.items())
        for place, known in enumerate(each.places):
            if not (place == 1 and each.behind):
                yield f"{each.command}:{place}:*", known


def _names(command: Offered) -> str:
    return " ".join(name for option in command.options for name in option.names)


def _zsh(commands: list[Offered]) -> str:
    """Its own bash layer runs the same function. A file in `fpath` is the body of a function that Tab calls, and has to answer
    the first time; one that is read in by hand says what is to be called."""
    layer = f"_bash_complete -o default -F {_FUNCTION}"
    called = f"if [ \"${{funcstack[1]}}\" = _{PROGRAM} ]; then {layer}; else compdef '{layer}' {PROGRAM}; fi"
    where = f"# {PROGRAM} completion zsh > ~/.zfunc/_{PROGRAM}, and fpath=(~/.zfunc $fpath) before compinit; or: source it"
    return f"#compdef {PROGRAM}\n{where}\nautoload -U +X bashcompinit && bashcompinit\n{_function(commands)}{called}\n"


def _fish(commands: list[Offered]) -> str:
    known = " ".join(each.command for each in commands)
    lines = [f"# fish completion of {PROGRAM}", f"set -l commands {known}"]
    for each in commands:
        alone = "-f -n 'not __fish_seen_subcommand_from '\"$commands\""
        lines.append(f"complete -c {PROGRAM} {alone} -a {each.command} -d {_quoted(each.about)}")
        lines += _fish_options(each)
        lines += _fish_places(each)
    return "\n".join(lines) + "\n"


def _fish_options(command: Offered) -> Iterator[str]:
    seen = f"__fish_seen_subcommand_from {command.command}"
    for option in command.options:
        names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
        takes = "" if option.takes is None else f" -x -a {_quoted(' '.join(option.takes))}" if option.takes else " -r"
        yield f"complete -c {PROGRAM} -n '{seen}' {names}{takes} -d {_quoted(option.about)}"


def _fish_places(command: Offered) -> Iterator[str]:
    seen = f"__fish_seen_subcommand_from {command.command}"
    for place, known in enumerate(command.places):
        if known and not (place == 1 and command.behind):
            test = f"{seen}; and test (count (commandline -poc)) -eq {place + 2}"
            yield f"complete -c {PROGRAM} -f -n '{test}' -a {_quoted(' '.join(known))}"
    for first, known in command.behind.items():
        yield f"complete -c {PROGRAM} -f -n '{seen}; and __fish_seen_subcommand_from {first}' -a {_quoted(' '.join(known))}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS: dict[str, Callable[[list[Offered]], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
