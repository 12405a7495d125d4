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
from listbuilder.store import paths, reader
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
    if file.name in ("names.yaml", "readings.yaml", "terms.yaml") and file.parent == paths.factions():
        return
    game, kind = _kind(file, document)
    from listbuilder.store import schema

    found = schema.problems(document, kind.schema)
    if found:
        raise Unreadable(law_problems(document, game) if kind.model is RuleBook else found)
    model = convert(document, kind.model, kind.schema)
    yield from system(game).consistency(file, document, model, library)
    if kind.model is RuleBook:
        yield from law_problems(document, game)


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
