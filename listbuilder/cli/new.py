"""`listbuilder new SYSTEM FACTION`: a starting roster, to standard output or into a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from listbuilder.cli import streams
from listbuilder.cli.context import OK, Context
from listbuilder.cli.systems import known_system
from listbuilder.games.base import NewRoster
from listbuilder.games.catalog import system
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader, writer
from listbuilder.store.schema_line import with_schema_beside


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument("faction", metavar="FACTION", nargs="?", default="")
    parser.add_argument("--size", metavar="SIZE")
    parser.add_argument("--detachment", metavar="DETACHMENT")
    parser.add_argument("--name", metavar="NAME")
    parser.add_argument("-o", "--output", metavar="OUT")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--schema", action="store_true")


def run(args: argparse.Namespace, context: Context) -> int:
    game = known_system(args.system)
    wanted = NewRoster(args.faction, args.size, args.detachment, args.name, context.as_of)
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


def _read_back(text: str, name: str | None) -> bytes:
    """A name may hold what no text can, such as half a letter."""
    try:
        raw = text.encode()
        if not name or reader.read_text(raw, "").data.get("name") == name:
            return raw
    except (UnicodeEncodeError, Unreadable):
        pass
    raise Unreadable([Problem(key="not_readable_back")])
