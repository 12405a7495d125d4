"""`listbuilder new SYSTEM FACTION`: a starting roster, to standard output or into a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from listbuilder.cli.context import OK, Context
from listbuilder.games.base import NewRoster
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import atomic
from listbuilder.store.nearest import nearest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("system", metavar="SYSTEM", help=f"one of {', '.join(SYSTEMS)}")
    parser.add_argument("faction", metavar="FACTION", nargs="?", default="", help="id or name of the faction or box")
    parser.add_argument("--size", help="battle size")
    parser.add_argument("--detachment", help="detachment")
    parser.add_argument("--name", help="name of the list")
    parser.add_argument("-o", "--output", metavar="OUT", help="file to write (default: standard output)")
    parser.add_argument("--force", action="store_true", help="replace OUT if it exists")


def run(args: argparse.Namespace, context: Context) -> int:
    game = args.system
    if game not in SYSTEMS:
        known = list(SYSTEMS)
        details = {"given": game, "known": known, "near": nearest(game, known, cutoff=0.4)}
        raise Unreadable([Problem(key="unknown_system", args=details)])
    wanted = NewRoster(args.faction, args.size, args.detachment, args.name)
    text = system(game).new(wanted, context.library)
    if args.output is None:
        print(text, end="")
        return OK
    out = Path(args.output)
    if out.exists() and not args.force:
        raise Unreadable([Problem(key="exists_already", file=str(out))])
    try:
        atomic.write(out, text.encode())
    except OSError as error:
        raise Unreadable([Problem(key="cannot_write", file=str(out), args={"reason": error.strerror or ""})]) from None
    print(context.say("new.written", file=str(out)))
    return OK
