"""`listbuilder new SYSTEM FACTION`: a starting roster, to standard output or into a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from listbuilder.cli import streams
from listbuilder.cli.context import OK, UNREAD, Context, as_json
from listbuilder.cli.systems import known_system
from listbuilder.games.base import NewRoster
from listbuilder.games.catalog import system
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.said import Literal
from listbuilder.model.visible import visible
from listbuilder.store import reader, writer
from listbuilder.store.readings import in_order
from listbuilder.store.schema_line import with_schema_beside
from listbuilder.store.words import local


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument("faction", metavar="FACTION", nargs="*", default=[])
    parser.add_argument("--size", metavar="SIZE")
    parser.add_argument("--detachment", metavar="DETACHMENT")
    parser.add_argument("--name", metavar="NAME")
    parser.add_argument("-o", "--output", metavar="OUT")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--schema", action="store_true")


def run(args: argparse.Namespace, context: Context) -> int:
    game = known_system(args.system)
    faction = " ".join(args.faction)
    if not faction and len(factions := system(game).factions(context.library)) > 1:
        return _which(args.system, factions, context)
    wanted = NewRoster(faction, args.size, args.detachment, args.name, context.as_of)
    text = system(game).new(wanted, context.library)
    raw = _read_back(text, args.name)
    if args.output is None:
        streams.send(text)
        return OK
    out = Path(args.output)
    if args.schema:
        raw = with_schema_beside(text, out).encode()
    writer.write_new(out, raw, force=args.force)
    context.say_written(out)
    return OK


def _which(game: str, factions: list[tuple[str, str]], context: Context) -> int:
    """What can stand behind the game, for whoever left it out."""
    if context.format == "json":
        print(as_json({"system": game, "factions": [{"id": each, "name": name} for each, name in factions]}))
        return UNREAD
    print(context.say("new.which", system=Literal(game)), file=sys.stderr)
    width = max(len(each) for each, _ in factions)
    for each, name in sorted(factions, key=lambda faction: in_order(faction[1], context.lang)):
        print(f"{each:<{width}}  {visible(local(name, context.lang))}")
    return UNREAD


def _read_back(text: str, name: str | None) -> bytes:
    """A name may hold what no text can, such as half a letter."""
    try:
        raw = text.encode()
        if not name or reader.read_text(raw, "").data.get("name") == name:
            return raw
    except (UnicodeEncodeError, Unreadable):
        pass
    raise Unreadable([Problem(key="not_readable_back")])
