"""`listbuilder data check [PATH]`: schema and consistency of faction files, with file, line and column.

`listbuilder data prices FILE` is in data_prices.py.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.cli.context import ILLEGAL, OK, UNREAD, Context
from listbuilder.cli.folders import Place, below
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.law import words
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rule import RuleBook
from listbuilder.store import languages, overlay, paths, reader
from listbuilder.store.convert import convert
from listbuilder.store.library import Kind, Library, kind_of
from listbuilder.store.reader import Document


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        choices=("check", "changes", "prices"),
    )
    parser.add_argument(
        "path",
        nargs="?",
        metavar="PATH",
    )
    parser.add_argument("other", nargs="?", metavar="NEW")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--system", metavar="SYSTEM")
    parser.add_argument("--faction", metavar="FACTION")
    parser.add_argument("--from", dest="day", metavar="DATE")
    parser.add_argument("--apply", action="store_true")


def run(args: argparse.Namespace, context: Context) -> int:
    if args.action == "changes":
        from listbuilder.cli import data_changes

        return data_changes.run(args, context)
    if args.other is not None:
        raise Unreadable([Problem(key="one_path_only", args={"given": args.other})])
    return _prices(args, context) if args.action == "prices" else _check(args, context)


def _prices(args: argparse.Namespace, context: Context) -> int:
    needs = {"FILE": args.path, "--system": args.system, "--from": args.day}
    if missing := [name for name, given in needs.items() if not given]:
        raise Unreadable([Problem(key="prices_need", args={"missing": missing})])
    from listbuilder.cli import data_prices

    return data_prices.run(args, context)


def _check(args: argparse.Namespace, context: Context) -> int:
    places = list(_files(args.path, context.library))
    unread = errors = warnings = 0
    for place in places:
        try:
            found = [place.problem] if place.problem else list(check_file(Path(place.path), context.library))
            unread += place.problem is not None
        except Unreadable as error:
            found = list(error.problems)
            unread += 1
        errors += sum(problem.severity == "error" for problem in found)
        warnings += sum(problem.severity == "warning" for problem in found)
        for problem in sorted(found, key=lambda problem: (problem.line or 0, problem.column or 0)):
            print(f"{words.severity(problem.severity, context.lang)}: {context.sentence(problem)}", file=sys.stderr)
        if place.problem is None and not any(problem.severity == "error" for problem in found):
            for line in _laid_over(Path(place.path), context):
                print(line)
    print(context.say("data.clean", files=len(places), errors=errors, warnings=warnings))
    if unread:
        return UNREAD
    return ILLEGAL if errors or (args.strict and warnings) else OK


def _files(path: str | None, library: Library) -> Iterator[Place]:
    if path is None:
        for game in SYSTEMS:
            yield from (Place(str(file)) for file in library.all_files(game, system(game).data_kinds()).values())
    elif os.path.isdir(path):
        yield from (place for place in below(path) if place.is_folder or place.path.endswith(".yaml"))
    else:
        yield Place(path)


def check_file(file: Path, library: Library) -> Iterator[Problem]:
    """Everything wrong with one data file. Raises Unreadable where it does not fit its schema at all."""
    document = reader.read_text(reader.read_bytes(file, reader.DATA_BYTES), str(file), reader.DATA_BYTES)
    from listbuilder.store import language_files, schema

    if _is_of_words(file):
        yield from language_files.of(file)
        return
    game, kind = _kind(file, document)
    whole = _with_what_is_below(file, document, game, kind)
    found = schema.problems(whole, kind.schema)
    if found:
        below = _shipped(file, game) if kind.laid_over else None
        raise Unreadable(law_problems(document, game) if kind.model is RuleBook else overlay.by_entry(found, whole, below))
    model = convert(whole, kind.model, kind.schema)
    yield from (each for each in system(game).consistency(file, whole, model, library) if _is_own(each, whole, document))
    if kind.model is RuleBook:
        yield from law_problems(document, game)


def _is_of_words(file: Path) -> bool:
    """What things are called, and which languages there are: of no game."""
    tables = ("names.yaml", "readings.yaml", "terms.yaml")
    return file.name == languages.FILE or languages.is_words(file) or (file.name in tables and file.parent == paths.factions())


_HEAD = {"system", "id", "name", "as_of"}  # what a file begins with that is whole by itself


def _shipped(file: Path, game: str) -> Document | None:
    """The shipped file that one of the user's is laid over."""
    below = paths.factions() / game / file.name
    if not below.is_file() or below.samefile(file):
        return None
    return reader.read_text(reader.read_bytes(below, reader.DATA_BYTES), str(below), reader.DATA_BYTES)


def _with_what_is_below(file: Path, document: Document, game: str, kind: Kind[Any]) -> Document:
    """What is laid over a shipped file, with that; one that is whole by itself, as it stands."""
    if not kind.laid_over or document.data.keys() >= _HEAD:
        return overlay.alone(document) if kind.laid_over else document
    below = _shipped(file, game)
    return overlay.laid_over(document, below) if below else overlay.alone(document)


def _is_own(problem: Problem, whole: Document, document: Document) -> bool:
    """Not of an entry that only the shipped file has: there it was looked at already."""
    return whole is document or len(problem.path) < 2 or problem.path[:2] in whole.marks


def _laid_over(place: Path, context: Context) -> Iterator[str]:
    """What a file of the user's adds to the shipped one, and what it changes there. The shipped ones are not read again."""
    if place.resolve().is_relative_to(paths.factions().resolve()):
        return
    document = reader.read_text(reader.read_bytes(place, reader.DATA_BYTES), str(place), reader.DATA_BYTES)
    if _is_of_words(place):
        return
    game, kind = _kind(place, document)
    below = _shipped(place, game) if kind.laid_over else None
    if below is None:
        return
    args = {"file": str(place), "below": place.name}
    if overlay.replaces(document):
        yield context.say("data.replaces", **args)
        return
    found = list(overlay.changes(document, below))
    if added := [each.id for each in found if each.keys is None]:
        yield context.say("data.adds", added=added, **args)
    for each in found:
        if each.keys is not None:
            yield context.say("data.changes", id=each.id, keys=each.keys, **args)
    if not found:
        yield context.say("data.same", **args)


def law_problems(document: Document, game: str) -> list[Problem]:
    from listbuilder.law import validate

    return validate.problems(document, system(game))


def _kind(file: Path, document: Document) -> tuple[str, Kind[Any]]:
    """Which game and which kind of file it is: by its first key, or by its folder."""
    game = document.data.get("system") if isinstance(document.data, dict) else None
    if not isinstance(game, str) or game not in SYSTEMS:
        game = file.parent.name
    if game not in SYSTEMS:
        raise Unreadable([document.problem("no_system", known=list(SYSTEMS))])
    kinds = system(game).data_kinds()
    folders = [folder for kind in kinds if (folder := kind.rpartition("/")[0]) and file.parent.as_posix().endswith(f"/{folder}")]
    return game, kind_of("/".join([*sorted(folders, key=len)[-1:], file.stem]), kinds)
