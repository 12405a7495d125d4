"""`listbuilder data prices FILE --system S --from DATE [--apply]`: a price update into data and history."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from listbuilder.cli.context import OK, Context, as_json
from listbuilder.cli.systems import known_system
from listbuilder.games.base import is_day
from listbuilder.games.catalog import system
from listbuilder.games.shared.versions import PLACE as VERSIONS
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible
from listbuilder.store import paths, transaction, writer
from listbuilder.store.library import Library
from listbuilder.store.words import listed

if TYPE_CHECKING:
    from listbuilder.contract.prices import PriceTable
    from listbuilder.games.shared.repricing import Change, Outcome
    from listbuilder.store.reader import Document


def run(args: argparse.Namespace, context: Context) -> int:
    from listbuilder.store import price_file

    folder = _folder(args.data)
    game = known_system(args.system)
    if not is_day(args.day):
        raise Unreadable([Problem(key="bad_date", args={"given": args.day})])
    table, document = price_file.read(Path(args.path))
    if not args.apply:
        done = _worked_out(table, document, folder, game, args)
    else:
        with transaction.locked(folder) as settled:
            context.complain([settled.problem(folder)] if settled else [])
            done = _worked_out(table, document, folder, game, args)
            if done.files:
                _check(game, folder, done)
                _write(folder, game, done.files, table.prices, args.day)
    names = dict(system(game).factions(Library([folder])))
    if context.format == "json":
        print(as_json(_report(table.prices, game, args, done)))
        return OK
    _show(done, names, context)
    key = "prices.applied" if args.apply and done.files else "prices.not_applied" if done.files else "prices.nothing"
    print(context.say(key, files=len(done.files), folder=str(folder), day=args.day))
    return OK


def _worked_out(table: PriceTable, document: Document, folder: Path, game: str, args: argparse.Namespace) -> Outcome:
    """Return what the table changes in the data as it is now. Raises Unreadable if a row can't be placed."""
    library = Library([folder])
    done = system(game).reprice(table, document, library, args.day)
    if done is None:
        raise Unreadable([Problem(key="prices_of_no_game", args={"given": game})])
    if done.problems:
        raise Unreadable(done.problems)
    return done


def _folder(given: str | None) -> Path:
    """Where the data is that is changed: the folder asked for, else that of a checkout."""
    if given:
        return Path(os.path.realpath(os.path.expanduser(given)))
    if paths.factions().is_relative_to(paths.PACKAGE):
        raise Unreadable([Problem(key="prices_installed", args={"folder": str(paths.factions())})])
    return paths.factions()


# --- what changes -----------------------------------------------------------------------------------------------------


def _report(name: str, game: str, args: argparse.Namespace, done: Outcome) -> dict[str, Any]:
    from listbuilder.version import VERSION

    return {
        "listbuilder": VERSION,
        "prices": name,
        "system": game,
        "from_day": args.day,
        "applied": bool(args.apply and done.files),
        "changes": [_row(each) for each in done.changes],
        "kept": [_row(each) for each in done.kept],
        "same": done.same,
        "files": sorted(f"{game}/{place}.yaml" for place in done.files),
    }


def _row(change: Change) -> dict[str, Any]:
    what = change.what
    return {
        "faction": change.faction,
        "kind": change.kind,
        "name": change.thing,
        "models": what.get("models"),
        "of": what.get("of", {}),
        "copy_from": what.get("copy"),
        "as_ally": what.get("as_ally", False),
        "item": what.get("item"),
        "inside": what.get("detachment") or what.get("table"),
        "before": change.before,
        "after": change.after,
    }


def _show(done: Outcome, names: dict[str, str], context: Context) -> None:
    """A table a faction, the dearer ones first; then what of the same things stays."""
    from rich.table import Table

    from listbuilder.cli.tables import cell, rendered

    for faction in dict.fromkeys(each.faction for each in done.changes):
        rows = [each for each in done.changes if each.faction == faction]
        shown = Table(title=cell(names.get(faction, faction)), title_justify="left", box=None, padding=(0, 2, 0, 0))
        for key in ("thing", "what", "before", "after", "difference"):
            shown.add_column(cell(context.say(f"prices.{key}")), justify="left" if key in ("thing", "what") else "right")
        for each in rows:
            difference = (each.after or 0) - (each.before or 0)
            style = "red" if difference > 0 else "green"
            cells = [each.thing, _what(each, context), _points(each, each.before, context), _points(each, each.after, context)]
            both = each.before is not None and each.after is not None
            shown.add_row(*map(cell, cells), cell(f"{difference:+}" if both else "", style))
        print(rendered(context, shown))
    for each in done.kept:
        faction = names.get(each.faction, each.faction)
        print(context.say("prices.kept", thing=each.thing, faction=faction, what=_what(each, context), points=each.before))
    dearer = sum((each.after or 0) > (each.before or 0) for each in done.changes)
    cheaper = len(done.changes) - dearer
    print(context.say("prices.summary", count=len(done.changes), dearer=dearer, cheaper=cheaper, same=done.same))


def _points(change: Change, points: int | None, context: Context) -> str:
    if points is None:
        return "-"
    return context.say("prices.dp", points=points) if change.kind == "detachment" else str(points)


def _what(change: Change, context: Context) -> str:
    """Which of the thing's prices it is."""
    what = change.what
    parts = []
    if what.get("of"):
        parts.append(" + ".join(f"{count} {visible(name)}" for name, count in what["of"].items()))
    elif what.get("models"):
        parts.append(context.say("prices.models", models=what["models"]))
    parts += [context.say("prices.copy", copy=what["copy"])] if what.get("copy") else []
    parts += [context.say("prices.as_ally")] if what.get("as_ally") else []
    parts += [visible(str(what[key])) for key in ("item", "detachment", "table") if what.get(key)]
    return listed(parts, context.lang)


# --- writing ----------------------------------------------------------------------------------------------------------


def _check(game: str, folder: Path, done: Outcome) -> None:
    """The files as they will be, looked through as `data check` does. Raises Unreadable with what was not wrong before."""
    from listbuilder.cli.data import check_file

    with TemporaryDirectory() as scratch:
        place = Path(scratch)
        _put(place / game, done.files)
        library = Library([folder, place])
        was = Library([folder])
        wrong: list[Problem] = []
        for each in _changed(done):
            old = was.candidates(game, each)[0]
            before = {(problem.key, str(problem.args)) for problem in check_file(old, was)}
            wrong += [
                problem
                for problem in check_file(place / game / f"{each}.yaml", library)
                if problem.severity == "error" and (problem.key, str(problem.args)) not in before
            ]
    if wrong:
        raise Unreadable([*wrong, Problem(key="prices_not_written", file=str(folder))])


def _changed(done: Outcome) -> list[str]:
    """Where more changes than the day in the head."""
    factions = {change.faction for change in done.changes}
    return [each for each in done.files if each.rpartition("/")[2] in factions or each == VERSIONS]


def _put(folder: Path, files: dict[str, bytes]) -> None:
    for each, raw in files.items():
        path = folder / f"{each}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)


def _write(folder: Path, game: str, files: dict[str, bytes], title: str, day: str) -> None:
    """Write all of the files or none, whatever stops the program. Raises Unreadable if the machine refuses.

    A read-only file is left as it is, and all the others with it.
    """
    for each in files:
        writer.refuse_read_only(folder / game / f"{each}.yaml")
    try:
        transaction.write(folder, {f"{game}/{each}.yaml": raw for each, raw in files.items()}, f"{title} ({day})")
    except OSError as error:
        args = {"reason": error.strerror or str(error)}
        raise Unreadable(
            [Problem(key="cannot_write", file=str(error.filename2 or error.filename or folder), args=args)]
        ) from None
