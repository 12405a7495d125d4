"""`listbuilder data update`: update the data from local sources, and ask about what is unsure."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from listbuilder.cli.context import ILLEGAL, OK, Context, format_json
from listbuilder.cli.data_folder import find_data_folder, find_new_errors
from listbuilder.cli.game_option import require_system
from listbuilder.data import atomic_file, transaction
from listbuilder.games.data_age import get_today
from listbuilder.games.game import TODAY
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.windows import is_day, shift_date
from listbuilder.update.changes import Change, FieldChange, NewBook

if TYPE_CHECKING:
    from listbuilder.update.questions import Answers
    from listbuilder.update.run import Update

_FAR_DAYS = 366  # releases are printed weeks ahead, not years
ANSWERS = "answers.yaml"  # in the folder the command runs in, unless --answers says otherwise


def run(args: argparse.Namespace, context: Context) -> int:
    """Print the report of an update, write its questions, and with `--apply` the changes.

    Returns 0 if everything is decided, 1 if questions are open or a guard stopped the update.
    Raises Unreadable if an argument is missing or a source, the data or the answers can't be used.
    """
    args.as_of = context.as_of  # the one date, as the command line has read it
    if args.as_of == TODAY:
        args.as_of = get_today().isoformat()
    _require_arguments(args)
    game = require_system(args.system)
    if not is_day(args.as_of):
        raise Unreadable([Problem(key="bad_date", args={"given": args.as_of})])
    folder = find_data_folder(args.data)
    answers_file = Path(args.answers or ANSWERS)
    _require_writable_place(answers_file)
    _warn_of_far_date(args.as_of, context)
    if not args.apply:
        update = _report_update(folder, game, args, answers_file, context)
        return ILLEGAL if update.open or update.stopped else OK
    with transaction.lock_folder(folder) as settled:
        context.print_problems([settled.make_problem(folder)] if settled else [])
        update = _report_update(folder, game, args, answers_file, context)
        _refuse_undecided(update, answers_file)
        _write_update(update, folder, args, context)
    return OK


def _report_update(
    folder: Path, game: str, args: argparse.Namespace, answers_file: Path, context: Context
) -> Update:
    """Compute what the sources change in `folder`, print the report, and write the questions.

    Returns the update. Raises Unreadable if a source, the data or the answers can't be used.
    """
    from listbuilder.update import report
    from listbuilder.update.questions import read_answers
    from listbuilder.update.run import compute_update

    answers = read_answers(answers_file)
    update = compute_update(
        folder, game, _list_paths(args), args.as_of, answers, faction=args.faction
    )
    if context.format == "json":
        print(format_json(report.build_report(update)))
    else:
        print(report.format_report(update, context.lang), end="")
    _write_questions(update, answers, answers_file, context)
    return update


def _require_arguments(args: argparse.Namespace) -> None:
    """Raise Unreadable if the source, the game or the date is missing, or a path is given."""
    needs = {"--from": args.day, "--system": args.system, "--as-of": args.as_of}
    if missing := [name for name, argument in needs.items() if not argument]:
        raise Unreadable([Problem(key="update_needs", args={"missing": missing})])
    if args.path is not None:
        raise Unreadable([Problem(key="update_takes_no_path", args={"given": args.path})])


def _require_writable_place(answers_file: Path) -> None:
    """Raise Unreadable if the answers file is a folder, or is in a folder that doesn't exist.

    Why: reading the sources takes long, and a wrong path should be reported before.
    """
    if answers_file.is_dir():
        raise Unreadable([Problem(key="is_a_folder", file=str(answers_file))])
    if not answers_file.parent.is_dir():
        raise Unreadable([Problem(key="no_such_file", file=str(answers_file.parent))])


def _warn_of_far_date(day: str, context: Context) -> None:
    """Print a warning if the update counts only from a day more than a year from now."""
    if day > shift_date(get_today().isoformat(), _FAR_DAYS):
        far = Problem(key="update_far_date", args={"given": day}, severity="warning")
        context.print_problems([far])


def _list_paths(args: argparse.Namespace) -> list[Path]:
    """Return the paths of all sources, first that of `--from`, then those of `--with`."""
    others: Sequence[str] = getattr(args, "with") or ()
    return [Path(path).expanduser() for path in (args.day, *others)]


def _write_questions(update: Update, answers: Answers, file: Path, context: Context) -> None:
    """Write the answers file with every question; without questions, only if it already exists."""
    from listbuilder.update.questions import format_answers

    if not update.questions and not file.exists():
        return
    text = format_answers(update.questions, answers).encode()
    if not file.exists() or file.read_bytes() != text:
        atomic_file.write_file(file, text)
    if update.open and context.format != "json":
        print(context.say("update.open", count=len(update.open), file=str(file)))


def _refuse_undecided(update: Update, file: Path) -> None:
    """Raise Unreadable if a guard stopped the update or a question is open."""
    if update.stopped:
        raise Unreadable(update.stopped)
    if update.open:
        args = {"count": len(update.open)}
        raise Unreadable([Problem(key="update_has_questions", file=str(file), args=args)])


def _write_update(update: Update, folder: Path, args: argparse.Namespace, context: Context) -> None:
    """Write the changes, their history and what the sources said: all of them, or none.

    Call it inside `transaction.lock_folder`. Raises Unreadable if the new data have errors or
    change the verdict on a list of an earlier date.
    """
    from listbuilder.update import apply as applying

    game = update.system
    label = _make_label(update)
    outcome = applying.compute_update(folder, game, update.changes, args.as_of, label)
    if outcome.problems:
        raise Unreadable(outcome.problems)
    if outcome.files:
        _refuse_new_errors(folder, game, outcome.files)
        by_date = _refuse_other_verdicts(folder, game, outcome.files, args)
        if by_date:
            print(context.say("update.by_date", count=len(by_date)))
    files = {f"{game}/{place}.yaml": raw for place, raw in outcome.files.items()}
    for place, raw in update.locks.items():
        file = folder / place
        if not file.is_file() or file.read_bytes() != raw:
            files[place] = raw
    if not files:
        print(context.say("update.unchanged"))
        return
    transaction.write_or_refuse(folder, files, f"{game} ({args.as_of})")
    for change in outcome.unrecorded:
        print(context.say("update.unrecorded", entry=_name_change(change)))
    count = {"files": len(files), "folder": str(folder), "day": args.as_of}
    print(context.say("update.applied", **count))


def _name_change(change: Change) -> str:
    """Return what a change is about: `necrons/lychguard, keywords`."""
    if isinstance(change, NewBook):
        return change.book
    name = f"{change.book}/{change.entry_id}"
    return f"{name}, {change.field}" if isinstance(change, FieldChange) else name


def _make_label(update: Update) -> str:
    """Return the name of the update for the list of releases: its points document, or sources."""
    documents = [source.matched.source.label for source in update.sources if source.rank == 1]
    labels = [f"{source.reader} {source.matched.source.label}".strip() for source in update.sources]
    return ", ".join(filter(None, documents)) or ", ".join(labels)


def _refuse_new_errors(folder: Path, game: str, files: Mapping[str, bytes]) -> None:
    """Raise Unreadable with the errors that `data check` finds only in the new files.

    The keys of `files` are paths below the folder of the game, without the ending.
    """
    from listbuilder.update.data_entries import WholeLibrary
    from listbuilder.update.same_verdicts import lay_out_update

    with lay_out_update(folder, game, files) as laid_out:
        pairs = [
            (folder / game / f"{place}.yaml", laid_out / game / f"{place}.yaml") for place in files
        ]
        found = find_new_errors(pairs, WholeLibrary(folder), WholeLibrary(laid_out))
        where = {str(new): str(old) for old, new in pairs}
    if found:
        problems = [
            msgspec.structs.replace(problem, file=where.get(problem.file, problem.file))
            for problem in found
        ]
        raise Unreadable([*problems, Problem(key="prices_not_written", file=str(folder))])


def _refuse_other_verdicts(
    folder: Path, game: str, files: Mapping[str, bytes], args: argparse.Namespace
) -> list[str]:
    """Compare verdicts as of the day before the update; raise Unreadable if one changes.

    The examples beside the data folder and the lists of `--lists` are compared. Returns the lists
    whose verdict would change with any release, only because the date is then in the past.
    """
    from listbuilder.update.same_verdicts import compare_verdicts

    lists = [Path(path).expanduser() for path in args.lists or ()]
    examples = folder.parent / "examples"
    if examples.is_dir():
        lists.append(examples)
    comparison = compare_verdicts(folder, game, files, args.as_of, lists)
    if comparison.different:
        day_before = shift_date(args.as_of, -1)
        raise Unreadable(
            [difference.make_problem(day_before) for difference in comparison.different]
        )
    return comparison.by_date
