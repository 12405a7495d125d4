"""`listbuilder collection from FILE...`: the models a player owns, taken from lists.

`check --collection` compares a list with it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from listbuilder.advice.collection import Need, Owned, collect_from_armies, list_needs
from listbuilder.cli import streams
from listbuilder.cli.context import OK, UNREAD, Context
from listbuilder.cli.judge_file import judge_named_file
from listbuilder.i18n.messages import translate_name
from listbuilder.roster.position import Position
from listbuilder.yamlio import writer
from listbuilder.yamlio.schema_line import make_schema_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder collection` to `parser`."""
    parser.add_argument("action", choices=("from",))
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("-o", "--output", dest="out", metavar="OUT")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--name", metavar="NAME", default="")


def run(args: argparse.Namespace, context: Context) -> int:
    """Write a collection with the models of all the lists given, and return the exit code.

    The code is UNREAD if one of the lists has parts that could not be read.
    """
    positions = []
    for name in args.files:
        positions.append(judge_named_file(name, None, context))
        context.print_problems(positions[-1].problems)
    armies = [position.army for position in positions if position.army is not None]
    if not armies:
        return UNREAD
    owned = collect_from_armies(args.name or _choose_name(args, positions), armies)
    content = build_text(owned, args.files, context)
    if args.out:
        out = Path(args.out)
        writer.write_new_file(out, content, force=args.force)
        context.print_written(out)
    else:
        streams.send_text(content.decode())
    return UNREAD if any(position.problems for position in positions) else OK


def _choose_name(args: argparse.Namespace, positions: list[Position]) -> str:
    """Return the name of a new collection: the one player of all lists, else a file's name."""
    players = set(filter(None, map(_get_player, positions)))
    if len(players) == 1:
        return players.pop()
    return Path(args.out or args.files[0]).stem or "collection"


def _get_player(position: Position) -> str:
    """Return the name of the player of a list, or "" if none is given."""
    if position.imported is not None:
        return position.imported.player or ""
    return str(position.data.get("player") or "") if isinstance(position.data, dict) else ""


def build_text(owned: Owned, files: list[str], context: Context) -> bytes:
    """Return a collection as YAML bytes, with comments that name the lists it was made from."""
    data = {"collection": owned.name, "games": owned.games}
    notes = [
        *(context.say("collection.of", file=file) for file in files),
        context.say("collection.made"),
    ]
    head = make_schema_line("collection") + "\n" + "".join(map(writer.make_comment, notes))
    return writer.encode_checked(head + writer.write_new_text(data), data)


# --- of a list that is checked ---


def list_missing_lines(position: Position, owned: Owned, context: Context) -> list[str]:
    """Return lines that say which models of the list are missing from the collection.

    If none are missing, one line says so. Empty if the list can't be resolved.
    """
    if position.army is None:
        return []
    lacking = _find_missing(position, owned)
    if not lacking:
        return [f"  {context.say('collection.fielded', name=owned.name)}"]
    count = sum(need.missing for need in lacking)
    first = context.paint(context.say("collection.missing", name=owned.name, count=count), "warn")
    lines = [f"  {first}"]
    for need in lacking:
        args = {"missing": need.missing, "needed": need.needed, "owned": need.owned}
        unit = translate_name(need.name, context.lang)
        lines.append(f"    {context.say('collection.need', unit=unit, **args)}")
    return lines


def build_json(position: Position, owned: Owned) -> dict[str, object] | None:
    """Return the JSON fields of what the collection lacks for the list.

    None if the list can't be resolved.
    """
    if position.army is None:
        return None
    missing = [
        {"datasheet": need.datasheet, "name": need.name, "needed": need.needed, "owned": need.owned}
        for need in _find_missing(position, owned)
    ]
    return {"name": owned.name, "missing": missing}


def _find_missing(position: Position, owned: Owned) -> list[Need]:
    """Return the units of the list for which the collection has too few models."""
    assert position.army is not None
    return [need for need in list_needs(position.army, owned) if need.missing]
