"""`listbuilder collection from FILE...`: what one owns, made out of lists."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from listbuilder.advice.collection import Need, Owned, needs, of_armies
from listbuilder.cli import streams
from listbuilder.cli.context import OK, UNREAD, Context
from listbuilder.cli.lists import LIST_BYTES, Wish, judge_safely
from listbuilder.law.position import Position
from listbuilder.store import reader, writer
from listbuilder.store.ours import named_as_ours
from listbuilder.store.schema_line import schema_line
from listbuilder.store.words import local


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("from",))
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("-o", "--output", dest="out", metavar="OUT")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--name", metavar="NAME", default="")


def run(args: argparse.Namespace, context: Context) -> int:
    positions = []
    for name in args.files:
        limit = reader.ROSTER_BYTES if named_as_ours(name) else LIST_BYTES
        positions.append(judge_safely(partial(reader.read_named, name, limit), name, context, Wish()))
        context.complain(positions[-1].problems)
    armies = [position.army for position in positions if position.army is not None]
    if not armies:
        return UNREAD
    content = text_of(of_armies(args.name or _name(args, positions), armies), args.files, context)
    if args.out:
        out = Path(args.out)
        writer.write_new(out, content, force=args.force)
        context.say_written(out)
    else:
        streams.send(content.decode())
    return UNREAD if any(position.problems for position in positions) else OK


def _name(args: argparse.Namespace, positions: list[Position]) -> str:
    players = {player for each in positions if (player := _player(each))}
    return players.pop() if len(players) == 1 else Path(args.out or args.files[0]).stem or "collection"


def _player(position: Position) -> str:
    if position.imported is not None:
        return position.imported.player or ""
    return str(position.data.get("player") or "") if isinstance(position.data, dict) else ""


def text_of(owned: Owned, files: list[str], context: Context) -> bytes:
    data = {"collection": owned.name, "games": owned.games}
    notes = [*(context.say("collection.of", file=file) for file in files), context.say("collection.made")]
    head = schema_line("collection") + "\n" + "".join(map(writer.comment, notes))
    return writer.checked(head + writer.new_text(data), data)


# --- of a list that is checked ---


def lines(done: Position, owned: Owned, context: Context) -> list[str]:
    """What is missing to field the list."""
    if done.army is None:
        return []
    lacking = _lacking(done, owned)
    if not lacking:
        return [f"  {context.say('collection.fielded', name=owned.name)}"]
    count = sum(need.missing for need in lacking)
    first = context.paint(context.say("collection.missing", name=owned.name, count=count), "warn")
    return [f"  {first}", *(f"    {_line(need, context)}" for need in lacking)]


def _line(need: Need, context: Context) -> str:
    unit = local(need.name, context.lang)
    return context.say("collection.need", unit=unit, missing=need.missing, needed=need.needed, owned=need.owned)


def as_json(done: Position, owned: Owned) -> dict[str, Any] | None:
    if done.army is None:
        return None
    missing = [
        {"datasheet": need.datasheet, "name": need.name, "needed": need.needed, "owned": need.owned}
        for need in _lacking(done, owned)
    ]
    return {"name": owned.name, "missing": missing}


def _lacking(done: Position, owned: Owned) -> list[Need]:
    assert done.army is not None
    return [need for need in needs(done.army, owned) if need.missing]
