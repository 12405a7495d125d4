"""`listbuilder completion SHELL`: what Tab may complete, for bash, zsh and fish.

All that can be known beforehand is written into the script (options, games, factions, codes of
rules), so that the program need not start when Tab is pressed. What the script doesn't know is left
to the shell: names of files.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator

import msgspec

from listbuilder.cli import streams
from listbuilder.cli.commands import COMMANDS
from listbuilder.cli.completion_values import list_factions, list_values
from listbuilder.cli.context import OK, Context
from listbuilder.cli.help_page import describe_argument
from listbuilder.cli.parser import PROGRAM, build_command_parser
from listbuilder.games.registry import SYSTEMS
from listbuilder.i18n.messages import Lang


class Option(msgspec.Struct):
    """One option of a command, with the words that may follow it."""

    names: list[str]
    # words that may follow; empty if a file or any text follows; None: nothing follows
    takes: list[str] | None
    about: str


class CommandWords(msgspec.Struct):
    """The words that may follow one command on the command line."""

    command: str
    about: str
    options: list[Option]
    # of each place its words, empty for files; the last counts for all that follow
    places: list[list[str]]
    behind: dict[str, list[str]]  # by the word at the first place, those at the second


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument of `listbuilder completion` to `parser`."""
    parser.add_argument("shell", choices=tuple(SHELLS), metavar="SHELL")


def run(args: argparse.Namespace, context: Context) -> int:
    """Write the completion script for the shell asked for, and return the exit code 0.

    The script goes to standard output.
    """
    words = [_collect_words(command, context.lang) for command in COMMANDS]
    streams.send_text(SHELLS[args.shell](words))
    return OK


def _collect_words(command: str, lang: Lang) -> CommandWords:
    """Return the words that the shell may offer after a command: options, values, arguments."""
    parser = build_command_parser(command, lang)
    options = []
    for action in parser._actions:
        if action.option_strings:
            takes = None if action.nargs == 0 else list_values(action)
            about = describe_argument(parser, action)
            options.append(Option(list(action.option_strings), takes, about))
    places = [list_values(action) for action in parser._actions if not action.option_strings]
    behind = {}
    if places and places[0] == list(SYSTEMS):
        behind = {game: list_factions(game) for game in SYSTEMS}
    return CommandWords(command, parser.say(f"commands.{command}.summary"), options, places, behind)


def _build_bash_script(commands: list[CommandWords]) -> str:
    """Return the completion script for bash."""
    function = _build_shell_function(commands)
    start_line = f"complete -o default -F {_FUNCTION} {PROGRAM}"
    return f"# bash completion of {PROGRAM}\n{function}{start_line}\n"


def _build_shell_function(commands: list[CommandWords]) -> str:
    """Return the shell function that completes a word, for bash and zsh.

    The function counts the words on the line that aren't options: the first is the command, and the
    number of the others decides what may come next.
    """
    names = " ".join(command.command for command in commands)
    return f"""\
{_FUNCTION}() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}}{_VARIABLES}
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${{COMP_WORDS[i]}} in
      -*) ;;
      *) if [ -z "$command" ]; then command=${{COMP_WORDS[i]}}; else
           [ "$place" = 0 ] && first=${{COMP_WORDS[i]}}; place=$((place + 1)); fi ;;
    esac
  done
  COMPREPLY=()
  case "$command:$prev" in
{_format_cases(_list_option_cases(commands))}
  esac
  if [ -z "$words" ]; then case "$cur" in
    -*) case "$command" in
{_format_cases((command.command, _list_option_names(command)) for command in commands)}
    esac ;;
    *) case "$command:$place:$first" in
      :*) words='{names}' ;;
{_format_cases(_list_place_cases(commands))}
    esac ;;
  esac; fi
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$cur"))
}}
"""


_FUNCTION = f"__{PROGRAM}"
_VARIABLES = " command='' first='' words='' place=0 i"  # local ones of the function


def _format_cases(cases: Iterable[tuple[str, list[str]]]) -> str:
    """Return the lines of a shell `case`: one for each pattern with its words.

    A pattern without words is left out.
    """
    return "\n".join(
        f"      {pattern}) words='{' '.join(words)}' ;;" for pattern, words in cases if words
    )


def _list_option_cases(commands: list[CommandWords]) -> Iterator[tuple[str, list[str]]]:
    """Yield a pattern for each option of each command, with the values that may follow it."""
    for command in commands:
        for option in command.options:
            yield from ((f"{command.command}:{name}", option.takes or []) for name in option.names)


def _list_place_cases(commands: list[CommandWords]) -> Iterator[tuple[str, list[str]]]:
    """Yield a pattern for each argument of each command, with the words it can be.

    The pattern has the place of the argument. If the second argument depends on the first, there is
    a pattern for each word of the first.
    """
    for command in commands:
        yield from (
            (f"{command.command}:1:{first}", words) for first, words in command.behind.items()
        )
        for place, words in enumerate(command.places):
            if not (place == 1 and command.behind):
                yield f"{command.command}:{place}:*", words


def _list_option_names(command: CommandWords) -> list[str]:
    """Return the names of all options of a command."""
    return [name for option in command.options for name in option.names]


def _build_zsh_script(commands: list[CommandWords]) -> str:
    """Return the completion script for zsh, which runs the function for bash in its bash mode.

    The script works in both ways of use. As a file in `fpath` it is the body of a function that Tab
    calls, and must answer the first time; if it is sourced by hand, it registers the function.
    """
    layer = f"_bash_complete -o default -F {_FUNCTION}"
    is_called = f'[ "${{funcstack[1]}}" = _{PROGRAM} ]'
    start_line = f"if {is_called}; then {layer}; else compdef '{layer}' {PROGRAM}; fi"
    where = (
        f"# {PROGRAM} completion zsh > ~/.zfunc/_{PROGRAM},"
        " and fpath=(~/.zfunc $fpath) before compinit; or: source it"
    )
    function = _build_shell_function(commands)
    load = "autoload -U +X bashcompinit && bashcompinit"
    return f"#compdef {PROGRAM}\n{where}\n{load}\n{function}{start_line}\n"


def _build_fish_script(commands: list[CommandWords]) -> str:
    """Return the completion script for fish."""
    names = " ".join(command.command for command in commands)
    lines = [f"# fish completion of {PROGRAM}", f"set -l commands {names}"]
    alone = "-f -n 'not __fish_seen_subcommand_from '\"$commands\""
    for command in commands:
        about = _quote_for_fish(command.about)
        lines.append(f"complete -c {PROGRAM} {alone} -a {command.command} -d {about}")
        lines += _list_fish_options(command)
        lines += _list_fish_places(command)
    return "\n".join(lines) + "\n"


def _list_fish_options(command: CommandWords) -> Iterator[str]:
    """Yield a fish line for each option of a command, with the values it takes."""
    seen = f"__fish_seen_subcommand_from {command.command}"
    for option in command.options:
        names = " ".join(
            f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names
        )
        takes = ""
        if option.takes:
            takes = f" -x -a {_quote_for_fish(' '.join(option.takes))}"
        elif option.takes is not None:
            takes = " -r"
        yield f"complete -c {PROGRAM} -n '{seen}' {names}{takes} -d {_quote_for_fish(option.about)}"


def _list_fish_places(command: CommandWords) -> Iterator[str]:
    """Yield a fish line for each argument of a command whose possible words are known."""
    seen = f"__fish_seen_subcommand_from {command.command}"
    for place, words in enumerate(command.places):
        if words and not (place == 1 and command.behind):
            test = f"{seen}; and test (count (commandline -poc)) -eq {place + 2}"
            yield f"complete -c {PROGRAM} -f -n '{test}' -a {_quote_for_fish(' '.join(words))}"
    for first, words in command.behind.items():
        condition = f"{seen}; and __fish_seen_subcommand_from {first}"
        yield f"complete -c {PROGRAM} -f -n '{condition}' -a {_quote_for_fish(' '.join(words))}"


def _quote_for_fish(text: str) -> str:
    """Return `text` in single quotes, escaped for fish."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS: dict[str, Callable[[list[CommandWords]], str]] = {
    "bash": _build_bash_script,
    "zsh": _build_zsh_script,
    "fish": _build_fish_script,
}
