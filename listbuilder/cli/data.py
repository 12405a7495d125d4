"""`listbuilder data check [PATH]`: schema and consistency of data files, with file and line.

`data prices FILE` is in data_prices.py, `data changes` in data_changes.py, and `data update` in
data_update.py.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.cli.context import ILLEGAL, OK, UNREAD, Context
from listbuilder.cli.folders import Place, walk_folder
from listbuilder.data import overlay, paths
from listbuilder.data.library import CORRECTIONS, SOURCES, DataFileKind, Library, find_kind
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n import languages
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rulebook import RuleBook
from listbuilder.rules import messages
from listbuilder.yamlio import reader
from listbuilder.yamlio.convert import convert_document
from listbuilder.yamlio.reader import YamlDocument


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder data` to `parser`."""
    parser.add_argument("action", choices=("check", "changes", "prices", "update"))
    parser.add_argument("path", nargs="?", metavar="PATH")
    parser.add_argument("other", nargs="?", metavar="NEW")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--system", metavar="SYSTEM")
    parser.add_argument("--faction", metavar="FACTION")
    parser.add_argument("--from", dest="day", metavar="DATE|PATH")
    parser.add_argument("--with", action="append", metavar="PATH")
    parser.add_argument("--answers", metavar="FILE")
    parser.add_argument("--lists", action="append", metavar="PATH")
    parser.add_argument("--apply", action="store_true")


def run(args: argparse.Namespace, context: Context) -> int:
    """Run the action of `listbuilder data` that `args` name, and return the exit code.

    Raises Unreadable if a second path is given to another action than `changes`.
    """
    if args.action == "changes":
        from listbuilder.cli import data_changes

        return data_changes.run(args, context)
    if args.other is not None:
        raise Unreadable([Problem(key="one_path_only", args={"given": args.other})])
    if args.action == "update":
        from listbuilder.cli import data_update

        return data_update.run(args, context)
    return _run_prices(args, context) if args.action == "prices" else _run_check(args, context)


def _run_prices(args: argparse.Namespace, context: Context) -> int:
    """Run `data prices` and return its exit code.

    Raises Unreadable if the file, `--system` or `--from` is missing.
    """
    needs = {"FILE": args.path, "--system": args.system, "--from": args.day}
    if missing := [name for name, argument in needs.items() if not argument]:
        raise Unreadable([Problem(key="prices_need", args={"missing": missing})])
    from listbuilder.cli import data_prices

    return data_prices.run(args, context)


def _run_check(args: argparse.Namespace, context: Context) -> int:
    """Check data files, print their problems, and return the exit code.

    For a file of the user's own without errors, it also prints what the file changes in the shipped
    one. With `--strict`, warnings count as errors.
    """
    places = list(_list_files(args.path, context.library))
    unread = errors = warnings = 0
    for place in places:
        try:
            if place.problem is not None:
                raise Unreadable([place.problem])
            problems = list(check_file(Path(place.path), context.library))
        except Unreadable as error:
            problems = list(error.problems)
            unread += 1
        errors += sum(problem.severity == "error" for problem in problems)
        warnings += sum(problem.severity == "warning" for problem in problems)
        problems.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
        for problem in problems:
            severity = messages.say_severity(problem.severity, context.lang)
            print(f"{severity}: {context.format_problem(problem)}", file=sys.stderr)
        if place.problem is None and not any(problem.severity == "error" for problem in problems):
            for line in _describe_overlay(Path(place.path), context):
                print(line)
    if args.path is None:
        _print_ages(context)
    print(context.say("data.clean", files=len(places), errors=errors, warnings=warnings))
    if unread:
        return UNREAD
    return ILLEGAL if errors or (args.strict and warnings) else OK


def _print_ages(context: Context) -> None:
    """Print a line for each game that says how old its data is."""
    from listbuilder.games.data_age import find_data_age

    for system in SYSTEMS:
        age = find_data_age(system, context.library)
        if age is not None:
            book = get_game(system).load_rulebook(context.library)
            game = messages.say_game(book, context.lang)
            print(context.say("data.age", game=game, day=age.day, days=age.days))


def _list_files(path: str | None, library: Library) -> Iterator[Place]:
    """Yield the data files to check: all files if `path` is None, else those at `path`."""
    if path is None:
        for game in SYSTEMS:
            files = library.list_all_files(game, get_game(game).get_data_kinds())
            yield from (Place(str(file)) for file in files.values())
            corrections = paths.get_factions_folder() / game / CORRECTIONS
            if corrections.is_file():
                yield Place(str(corrections))
    elif os.path.isdir(path):
        for place in walk_folder(path):
            is_source = Path(place.path).parent.name == SOURCES  # what `data update` keeps there
            if place.is_folder or (place.path.endswith(".yaml") and not is_source):
                yield place
    else:
        yield Place(path)


def check_file(file: Path, library: Library) -> Iterator[Problem]:
    """Yield the problems of one data file.

    Raises Unreadable if the file doesn't fit its schema at all. Problems in entries that only the
    shipped file has are left out, because they are reported for that file.
    """
    if file.name == CORRECTIONS:
        from listbuilder.update.corrections import find_correction_problems

        yield from find_correction_problems(file)
        return
    document = _read_data_file(file)
    from listbuilder.i18n import language_files
    from listbuilder.yamlio import schema_errors

    if _is_words_file(file):
        yield from language_files.find_language_problems(file)
        return
    game, kind = _find_kind(file, document)
    whole = document
    if paths.get_factions_folder() in library.folders:  # else the files are whole by themselves
        whole = _merge_with_shipped(file, document, game, kind)
    schema_problems = schema_errors.find_schema_problems(whole, kind.schema)
    if schema_problems:
        if kind.model is RuleBook:
            raise Unreadable(find_rule_problems(document, game))
        below = _read_shipped_file(file, game) if kind.laid_over else None
        raise Unreadable(overlay.combine_by_entry(schema_problems, whole, below))
    model = convert_document(whole, kind.model, kind.schema)
    for problem in get_game(game).check_consistency(file, whole, model, library):
        # an entry that only the built-in file has was checked there already
        if whole is document or len(problem.path) < 2 or problem.path[:2] in whole.marks:
            yield problem
    if kind.model is RuleBook:
        yield from find_rule_problems(document, game)


def _read_data_file(file: Path) -> YamlDocument:
    """Return the YAML document in a data file; raise Unreadable if it is no YAML or too large."""
    raw = reader.read_bytes(file, reader.DATA_BYTES)
    return reader.read_yaml(raw, str(file), reader.DATA_BYTES)


def _is_words_file(file: Path) -> bool:
    """Return whether `file` is a table of translations, names or languages.

    Such a file belongs to no game.
    """
    tables = ("names.yaml", "readings.yaml", "terms.yaml")
    return (
        file.name == languages.FILE
        or languages.is_language_words(file)
        or (file.name in tables and file.parent == paths.get_factions_folder())
    )


_HEAD = {"system", "id", "name", "as_of"}  # what a file begins with that is whole by itself


def _read_shipped_file(file: Path, game: str) -> YamlDocument | None:
    """Return the shipped file of the same name that `file` adds to, or None if there is none.

    None also if `file` is the shipped file itself.
    """
    below = paths.get_factions_folder() / game / file.name
    if not below.is_file() or below.samefile(file):
        return None
    return _read_data_file(below)


def _merge_with_shipped(
    file: Path, document: YamlDocument, game: str, kind: DataFileKind[Any]
) -> YamlDocument:
    """Return a user's data file merged into the shipped file of the same name.

    A file that is complete by itself is returned alone, and so is a file of a kind that is never
    merged.
    """
    if not kind.laid_over or document.data.keys() >= _HEAD:
        return overlay.remove_replace_mark(document) if kind.laid_over else document
    below = _read_shipped_file(file, game)
    return overlay.lay_over(document, below) if below else overlay.remove_replace_mark(document)


def _describe_overlay(place: Path, context: Context) -> Iterator[str]:
    """Yield sentences on what a user's data file adds to the shipped one and changes there.

    Nothing is yielded for shipped files, which are not read again, nor for files without a shipped
    one to change.
    """
    if place.resolve().is_relative_to(paths.get_factions_folder().resolve()):
        return
    document = _read_data_file(place)
    if _is_words_file(place) or place.name == CORRECTIONS:
        return
    game, kind = _find_kind(place, document)
    below = _read_shipped_file(place, game) if kind.laid_over else None
    if below is None:
        return
    args = {"file": str(place), "below": place.name}
    if overlay.has_replace_mark(document):
        yield context.say("data.replaces", **args)
        return
    changes = list(overlay.find_changes(document, below))
    if added := [change.id for change in changes if change.keys is None]:
        yield context.say("data.adds", added=added, **args)
    for change in changes:
        if change.keys is not None:
            yield context.say("data.changes", id=change.id, keys=change.keys, **args)
    if not changes:
        yield context.say("data.same", **args)


def find_rule_problems(document: YamlDocument, game: str) -> list[Problem]:
    """Return the problems of the rules file `document` of `game`."""
    from listbuilder.rules import validate

    return validate.list_problems(document, get_game(game))


def _find_kind(file: Path, document: YamlDocument) -> tuple[str, DataFileKind[Any]]:
    """Return the game and the kind of a data file.

    The game is the `system` that the file names, else that of its folder. Raises Unreadable if
    neither names a game.
    """
    game = document.data.get("system") if isinstance(document.data, dict) else None
    if not isinstance(game, str) or game not in SYSTEMS:
        game = file.parent.name
    if game not in SYSTEMS:
        raise Unreadable([document.make_problem("no_system", known=list(SYSTEMS))])
    kinds = get_game(game).get_data_kinds()
    place = file.parent.as_posix()
    folders = {kind.rpartition("/")[0] for kind in kinds}
    ours = [folder for folder in folders if folder and place.endswith(f"/{folder}")]
    deepest = sorted(ours, key=len)[-1:]
    return game, find_kind("/".join([*deepest, file.stem]), kinds)
