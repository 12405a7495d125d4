"""The command line: one command per file, loaded when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from listbuilder.cli import streams
from listbuilder.cli.commands import get_formats, import_command
from listbuilder.cli.context import (
    CUT_OFF,
    OUR_BUG,
    UNREAD,
    WORDS,
    Context,
    choose_language,
    is_served,
    list_settings_problems,
    open_library,
    should_show_trace,
    should_use_color,
)
from listbuilder.cli.parser import build_parser, find_asked_language
from listbuilder.data import atomic_file, paths
from listbuilder.data.library import Library
from listbuilder.games.game import TODAY
from listbuilder.i18n import languages, messages
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.model.windows import is_day

if TYPE_CHECKING:
    import argparse


@streams.filter_output()
def run(argv: Sequence[str], library: Library | None = None) -> int:
    """Run the whole program with the command line `argv`, and return its exit code.

    `library`: the data to use instead of that on this machine, for a caller that runs several
    commands. No mistake of a user ends in a traceback. A bug prints one sentence, or a traceback if
    developers asked for it.
    """
    try:
        code = _run_to_exit_code([_expand_home(word) for word in argv], library)
        streams.flush_output()
        return code
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _report_os_error(error, argv)
    except MemoryError:
        _print_stop_reason(argv, "no_memory")
        return UNREAD
    except Exception as error:
        if should_show_trace():
            raise
        _print_stop_reason(argv, "bug", what=f"{type(error).__name__}: {error}")
        return OUR_BUG


def _expand_home(word: str) -> str:
    """Return `word` with a leading `~` replaced by the home folder, unless it names a file.

    A file may have a name that begins with `~`: then the word stays as it is. Why: not every shell
    replaces it, and none does inside quotes.
    """
    if not word.startswith(("~/", "~\\")) or os.path.exists(word):
        return word
    return os.path.expanduser(word)


def _run_to_exit_code(argv: Sequence[str], library: Library | None) -> int:
    """Run the program and return its exit code, also if the parser ends it, as after `--help`.

    Why: help is output like any other, and writing it can fail.
    """
    try:
        return _run_command(argv, library)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else UNREAD


def _report_os_error(error: OSError, argv: Sequence[str]) -> int:
    """Print what the operating system refused to do, and return the exit code.

    Nothing is printed if the reader of the output has gone; the code is CUT_OFF then.
    """
    output = streams.get_failure()
    if isinstance(output or error, BrokenPipeError):
        return CUT_OFF
    if output is None:
        name = ""
        if isinstance(error.filename, (str, bytes)):
            name = f"{escape_hidden(os.fsdecode(error.filename))}: "
        print(f"listbuilder: {name}{error.strerror or error}", file=sys.stderr)
        return UNREAD
    _print_stop_reason(argv, "output", reason=output.strerror or output)
    return UNREAD


def _print_stop_reason(argv: Sequence[str], key: str, **args: object) -> None:
    """Print why the program can't go on to standard error.

    The sentence is the text `stopped.KEY` in the language that `argv` asks for.
    """
    sentence = messages.say(WORDS, f"stopped.{key}", find_asked_language(argv), args)
    print(f"listbuilder: {sentence}", file=sys.stderr)


def _run_command(argv: Sequence[str], library: Library | None) -> int:
    """Parse the command line, run the command and return its exit code.

    Without a command, the builder is started on a terminal; elsewhere help is printed. Problems of
    the user's own data and languages are printed at the end.
    """
    parser = build_parser(argv)
    args = parser.parse_args(list(argv))
    if args.command is None:
        is_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        if is_terminal or is_served():
            return _run_command([*argv, "edit"], library)
        parser.print_help()
        return 0
    for date in args.as_of or ():
        if date != TODAY and not is_day(date):
            parser.refuse_input("not_a_date", given=date)
    last_day = args.as_of[-1] if args.as_of else None  # only `diff` looks at more than one
    if args.data and not os.path.isdir(os.path.expanduser(args.data)):
        parser.refuse_input("not_a_folder", given=args.data)
    context = Context(
        choose_language(args.lang),
        args.format,
        last_day,
        library or open_library(args.data),
        should_use_color(args.no_color),
    )
    if context.color:
        streams.allow_colors()
    command = import_command(args.command)
    formats = list(get_formats(command))
    if args.format not in formats:
        parser.refuse_input("not_a_choice", option="--format", given=args.format, known=formats)
    try:
        _finish_interrupted_updates(context, give_up=not getattr(command, "EXAMINES_DATA", False))
        _invite_paste(args, context)
        code = command.run(args, context)
    except Unreadable as error:
        context.print_problems(error.problems)
        code = UNREAD
    context.print_problems(
        [*context.library.problems, *_find_language_problems(), *list_settings_problems()]
    )
    return code


def _invite_paste(args: argparse.Namespace, context: Context) -> None:
    """Say on standard error that a list can be pasted, if one is to be read from the keyboard.

    Why: a command that waits without a word looks as if it hung.
    """
    files = [getattr(args, name, None) for name in ("file", "before", "after")]
    if (
        "-" in [*files, *getattr(args, "paths", ())]
        and sys.stdin is not None
        and sys.stdin.isatty()
    ):
        key = "paste_windows" if os.name == "nt" else "paste"
        print(context.say(f"stdin.{key}"), file=sys.stderr)


def _finish_interrupted_updates(context: Context, give_up: bool) -> None:
    """Finish updates of the data that were interrupted, and print which were finished.

    If an update can't be finished, the data can't be used: Unreadable is raised if `give_up` is
    set, else the problem is added to those of the library.
    """
    for folder in context.library.folders:
        if not atomic_file.has_leftovers(folder):
            continue
        from listbuilder.data import transaction  # seldom needed

        try:
            finished = transaction.settle_folder(folder)
        except Unreadable as error:
            if give_up:
                raise
            context.library.problems.extend(error.problems)
        else:
            context.print_problems([finished.make_problem(folder)] if finished else [])


def _find_language_problems() -> Iterable[Problem]:
    """Return the problems of languages that the user added.

    If there are none, nothing is loaded, which saves 50 ms.
    """
    languages_found = languages.load_languages()
    shipped = paths.get_factions_folder()
    is_added = any(file.parent != shipped for file in languages_found.words.values())
    if not languages_found.broken and not is_added:
        return ()
    from listbuilder.i18n import language_files  # takes 50 ms

    return language_files.find_own_problems()
