"""`listbuilder data prices FILE --system S --from DATE [--apply]`: a price update.

It goes into the data and its history.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from listbuilder.cli.context import OK, Context, format_json
from listbuilder.cli.data_folder import find_data_folder, find_new_errors
from listbuilder.cli.game_option import require_system
from listbuilder.data import transaction
from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.history.versions import PLACE as VERSIONS
from listbuilder.i18n.messages import join_list
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.model.windows import is_day

if TYPE_CHECKING:
    from listbuilder.history.reprice import Change, Outcome
    from listbuilder.reports.prices import PriceTable
    from listbuilder.yamlio.reader import YamlDocument


def run(args: argparse.Namespace, context: Context) -> int:
    """Print what a price table would change in the data, and return the exit code 0.

    With `--apply` the changes are also written, all or none. Raises Unreadable if the table, the
    date or the data folder can't be used.
    """
    from listbuilder.data import price_table_file

    folder = find_data_folder(args.data)
    game = require_system(args.system)
    if not is_day(args.day):
        raise Unreadable([Problem(key="bad_date", args={"given": args.day})])
    table, document = price_table_file.read_price_file(Path(args.path))
    if not args.apply:
        outcome = _compute_update(table, document, folder, game, args)
    else:
        with transaction.lock_folder(folder) as settled:
            context.print_problems([settled.make_problem(folder)] if settled else [])
            outcome = _compute_update(table, document, folder, game, args)
            if outcome.files:
                _check_updated_files(game, folder, outcome)
                files = {f"{game}/{name}.yaml": raw for name, raw in outcome.files.items()}
                transaction.write_or_refuse(folder, files, f"{table.prices} ({args.day})")
    names = dict(get_game(game).list_factions(Library([folder])))
    if context.format == "json":
        print(format_json(_build_report(table.prices, game, args, outcome)))
        return OK
    _print_changes(outcome, names, context)
    key = "prices.nothing"
    if outcome.files:
        key = "prices.applied" if args.apply else "prices.not_applied"
    print(context.say(key, files=len(outcome.files), folder=str(folder), day=args.day))
    return OK


def _compute_update(
    table: PriceTable, document: YamlDocument, folder: Path, game: str, args: argparse.Namespace
) -> Outcome:
    """Return the changes that the price table makes to the data in `folder` as they are now.

    Raises Unreadable if a row of the table can't be matched, or if the game has no prices to
    update.
    """
    library = Library([folder])
    outcome = get_game(game).update_prices(table, document, library, args.day)
    if outcome is None:
        raise Unreadable([Problem(key="prices_of_no_game", args={"given": game})])
    if outcome.problems:
        raise Unreadable(outcome.problems)
    return outcome


# --- what changes ---


def _build_report(
    name: str, game: str, args: argparse.Namespace, outcome: Outcome
) -> dict[str, object]:
    """Return the JSON fields of the update, with prices that change and prices that stay.

    `name`: the name of the price table.
    """
    from listbuilder.version import VERSION

    return {
        "listbuilder": VERSION,
        "prices": name,
        "system": game,
        "from_day": args.day,
        "applied": bool(args.apply and outcome.files),
        "changes": [_build_change_row(change) for change in outcome.changes],
        "kept": [_build_change_row(change) for change in outcome.kept],
        "same": outcome.same,
        "files": sorted(f"{game}/{place}.yaml" for place in outcome.files),
    }


def _build_change_row(change: Change) -> dict[str, object]:
    """Return the JSON fields of one changed price."""
    price_parts = change.what
    return {
        "faction": change.faction,
        "kind": change.kind,
        "name": change.thing,
        "models": price_parts.get("models"),
        "of": price_parts.get("of", {}),
        "copy_from": price_parts.get("copy"),
        "as_ally": price_parts.get("as_ally", False),
        "item": price_parts.get("item"),
        "inside": price_parts.get("detachment") or price_parts.get("table"),
        "before": change.before,
        "after": change.after,
    }


def _print_changes(outcome: Outcome, names: dict[str, str], context: Context) -> None:
    """Print a table of changed prices for each faction, then the prices kept, then the totals.

    Kept prices are those that the table doesn't name, of things it does. `names`: the name of each
    faction by its id.
    """
    from rich.table import Table

    from listbuilder.cli.tables import make_cell, render_parts

    for faction in dict.fromkeys(change.faction for change in outcome.changes):
        rows = [change for change in outcome.changes if change.faction == faction]
        shown = Table(
            title=make_cell(names.get(faction, faction)),
            title_justify="left",
            box=None,
            padding=(0, 2, 0, 0),
        )
        for key in ("thing", "what", "before", "after", "difference"):
            shown.add_column(
                make_cell(context.say(f"prices.{key}")),
                justify="left" if key in ("thing", "what") else "right",
            )
        for change in rows:
            difference = (change.after or 0) - (change.before or 0)
            style = "red" if difference > 0 else "green"
            cells = [
                change.thing,
                _describe_price(change, context),
                _format_points(change, change.before, context),
                _format_points(change, change.after, context),
            ]
            both = change.before is not None and change.after is not None
            shown.add_row(
                *map(make_cell, cells), make_cell(f"{difference:+}" if both else "", style)
            )
        print(render_parts(context, shown))
    for change in outcome.kept:
        args = {
            "thing": change.thing,
            "faction": names.get(change.faction, change.faction),
            "what": _describe_price(change, context),
            "points": change.before,
        }
        print(context.say("prices.kept", **args))
    count = len(outcome.changes)
    dearer = sum((change.after or 0) > (change.before or 0) for change in outcome.changes)
    counts = {"count": count, "dearer": dearer, "cheaper": count - dearer, "same": outcome.same}
    print(context.say("prices.summary", **counts))


def _format_points(change: Change, points: int | None, context: Context) -> str:
    """Return `points` as text, or “-” if None.

    For a detachment they are written as detachment points.
    """
    if points is None:
        return "-"
    return context.say("prices.dp", points=points) if change.kind == "detachment" else str(points)


def _describe_price(change: Change, context: Context) -> str:
    """Return which price of the thing changed, such as for 10 models; "" for the only one."""
    price_parts = change.what
    parts = []
    if price_parts.get("of"):
        counts = price_parts["of"].items()
        parts.append(" + ".join(f"{count} {escape_hidden(name)}" for name, count in counts))
    elif price_parts.get("models"):
        parts.append(context.say("prices.models", models=price_parts["models"]))
    if price_parts.get("copy"):
        parts.append(context.say("prices.copy", copy=price_parts["copy"]))
    if price_parts.get("as_ally"):
        parts.append(context.say("prices.as_ally"))
    for key in ("item", "detachment", "table"):
        if price_parts.get(key):
            parts.append(escape_hidden(str(price_parts[key])))
    return join_list(parts, context.lang)


# --- writing ---


def _check_updated_files(game: str, folder: Path, outcome: Outcome) -> None:
    """Check the updated files in a temporary folder, as `data check` does.

    Raises Unreadable with the errors that the files in `folder` don't have already.
    """
    with TemporaryDirectory() as scratch:
        place = Path(scratch)
        _put_files(place / game, outcome.files)
        library = Library([folder, place])
        old_library = Library([folder])
        pairs = [
            (old_library.find_candidates(game, name)[0], place / game / f"{name}.yaml")
            for name in _list_changed_files(outcome)
        ]
        new_problems = find_new_errors(pairs, old_library, library)
    if new_problems:
        raise Unreadable([*new_problems, Problem(key="prices_not_written", file=str(folder))])


def _list_changed_files(outcome: Outcome) -> list[str]:
    """Return the names of the updated files in which more changes than the date at their head."""
    factions = {change.faction for change in outcome.changes}
    return [
        name for name in outcome.files if name.rpartition("/")[2] in factions or name == VERSIONS
    ]


def _put_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write `files` below `folder`; the key of each is its path without the ending."""
    for name, raw in files.items():
        path = folder / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
