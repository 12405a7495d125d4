"""`listbuilder new SYSTEM FACTION`: a starting roster, on standard output or in a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from listbuilder.cli import streams
from listbuilder.cli.context import OK, UNREAD, Context, format_json
from listbuilder.cli.game_option import require_system
from listbuilder.games.game import NewRoster
from listbuilder.games.registry import get_game
from listbuilder.i18n.messages import translate_name
from listbuilder.i18n.readings import get_sort_key
from listbuilder.model.message_args import Literal
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.yamlio import reader, writer
from listbuilder.yamlio.schema_line import write_schema_beside


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder new` to `parser`."""
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument("faction", metavar="FACTION", nargs="*", default=[])
    parser.add_argument("--size", metavar="SIZE")
    parser.add_argument("--detachment", metavar="DETACHMENT")
    parser.add_argument("--name", metavar="NAME")
    parser.add_argument("-o", "--output", metavar="OUT")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--schema", action="store_true")


def run(args: argparse.Namespace, context: Context) -> int:
    """Write a starting roster for a faction, and return the exit code.

    If no faction is given and the game has several, the factions are printed instead.
    """
    game = require_system(args.system)
    faction = " ".join(args.faction)
    if not faction:
        factions = get_game(game).list_factions(context.library)
        if len(factions) > 1:
            return _print_factions(args.system, factions, context)
    wanted = NewRoster(faction, args.size, args.detachment, args.name, context.as_of)
    text = get_game(game).write_new_roster(wanted, context.library)
    raw = _encode_and_verify(text, args.name)
    if args.output is None:
        streams.send_text(text)
        return OK
    out = Path(args.output)
    if args.schema:
        raw = write_schema_beside(text, out).encode()
    writer.write_new_file(out, raw, force=args.force)
    context.print_written(out)
    return OK


def _print_factions(game: str, factions: list[tuple[str, str]], context: Context) -> int:
    """Print the ids and names of a game's factions, and return the exit code UNREAD.

    It is used when no faction was given.
    """
    if context.format == "json":
        rows = [{"id": faction_id, "name": name} for faction_id, name in factions]
        print(format_json({"system": game, "factions": rows}))
        return UNREAD
    print(context.say("new.which", system=Literal(game)), file=sys.stderr)
    width = max(len(faction_id) for faction_id, _ in factions)
    factions = sorted(factions, key=lambda faction: get_sort_key(faction[1], context.lang))
    for faction_id, name in factions:
        print(f"{faction_id:<{width}}  {escape_hidden(translate_name(name, context.lang))}")
    return UNREAD


def _encode_and_verify(text: str, name: str | None) -> bytes:
    """Return `text` in bytes, if reading it gives back the roster's `name`.

    Raises Unreadable if not. Why: a name may hold what no text can, such as half a letter.
    """
    try:
        raw = text.encode()
        if not name or reader.read_yaml(raw, "").data.get("name") == name:
            return raw
    except (UnicodeEncodeError, Unreadable):
        pass
    raise Unreadable([Problem(key="not_readable_back")])
