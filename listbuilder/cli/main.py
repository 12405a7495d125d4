"""The command line: one command per file, loaded when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

from listbuilder.cli import gate, streams
from listbuilder.cli.context import CUT_OFF, OUR_BUG, UNREAD, WORDS, Context, language, library_for, wants_color, wants_trace
from listbuilder.cli.parser import asked_language, formats_of, module, parser_for
from listbuilder.games.base import TODAY, is_day
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible
from listbuilder.store import languages, transaction, words


@gate.guarded()
def run(argv: Sequence[str]) -> int:
    """The whole program. Never a traceback for anything a user can do."""
    try:
        code = _to_the_end([_at_home(word) for word in argv])
        streams.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _refused(error, argv)
    except MemoryError:
        _complain(argv, "no_memory")
        return UNREAD
    except Exception as error:
        if wants_trace():
            raise
        _complain(argv, "bug", what=f"{type(error).__name__}: {error}")
        return OUR_BUG


def _at_home(word: str) -> str:
    """A path with `~`, which not every shell writes out, and none in quotes."""
    if not word.startswith(("~/", "~\\")) or os.path.exists(word):
        return word
    return os.path.expanduser(word)


def _to_the_end(argv: Sequence[str]) -> int:
    try:
        return _run(argv)
    except SystemExit as stop:  # of the parser: help is output like any other, and can fail like it
        return stop.code if isinstance(stop.code, int) else UNREAD


def _refused(error: OSError, argv: Sequence[str]) -> int:
    """The machine would not do something: the fault of neither the lists nor the program."""
    output = streams.failure()
    if isinstance(output or error, BrokenPipeError):
        return CUT_OFF
    if output is None:
        name = f"{visible(os.fsdecode(error.filename))}: " if isinstance(error.filename, (str, bytes)) else ""
        print(f"listbuilder: {name}{error.strerror or error}", file=sys.stderr)
        return UNREAD
    _complain(argv, "output", reason=output.strerror or output)
    return UNREAD


def _complain(argv: Sequence[str], key: str, **args: object) -> None:
    """Say why the program can't go on, in the language that the command asks for."""
    print(f"listbuilder: {words.say(WORDS, f'stopped.{key}', asked_language(argv), args)}", file=sys.stderr)


def _run(argv: Sequence[str]) -> int:
    parser = parser_for(argv)
    args = parser.parse_args(list(argv))
    if args.command is None:
        if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
            return _run([*argv, "edit"])
        parser.print_help()
        return 0
    for day in args.as_of or ():
        if day != TODAY and not is_day(day):
            parser.refuse("not_a_date", given=day)
    last_day = args.as_of[-1] if args.as_of else None  # only `diff` looks at more than one
    if args.data and not os.path.isdir(os.path.expanduser(args.data)):
        parser.refuse("not_a_folder", given=args.data)
    context = Context(language(args.lang), args.format, last_day, library_for(args.data), wants_color(args.no_color))
    if context.color:
        gate.allow_colors()
    command = module(args.command)
    if args.format not in (known := formats_of(command)):
        parser.refuse("not_a_choice", option="--format", given=args.format, known=list(known))
    try:
        _settle(context, give_up=not getattr(command, "EXAMINES_DATA", False))
        code: int = command.run(args, context)
    except Unreadable as error:
        context.complain(error.problems)
        code = UNREAD
    context.complain([*context.library.problems, *_of_languages()])
    return code


def _settle(context: Context, give_up: bool) -> None:
    """Finish what an update of the data left half done, and say so. If it can't be finished, the data can't be used."""
    for folder in context.library.folders:
        try:
            settled = transaction.settle(folder)
        except Unreadable as error:
            if give_up:
                raise
            context.library.problems.extend(error.problems)
        else:
            context.complain([settled.problem(folder)] if settled else [])


def _of_languages() -> Iterable[Problem]:
    """What is wrong with those that somebody has added."""
    spoken = languages.found()
    if not spoken.broken and not spoken.words:
        return ()
    from listbuilder.store import language_files  # takes 50 ms

    return language_files.problems()
