"""`listbuilder find WORDS`: datasheets by fuzzy name, forgiving of case, accents, apostrophes and typing errors."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import msgspec

from listbuilder.cli.context import OK, Context, as_json
from listbuilder.cli.tables import cell, rendered
from listbuilder.games.base import Entry
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.games.shared import search
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.nearest import nearest
from listbuilder.store.words import Lang, local


class Hit(msgspec.Struct, frozen=True):
    system: str
    faction: str
    entry: Entry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="WORDS", help="words of a name")
    parser.add_argument("--system", choices=list(SYSTEMS), help="only this game")
    parser.add_argument("--faction", help="only this faction")
    parser.add_argument("--limit", type=int, default=15, metavar="N", help="at most so many (default 15)")


def run(args: argparse.Namespace, context: Context) -> int:
    games = [args.system] if args.system else list(SYSTEMS)
    factions = list(_factions(games, args.faction, context))
    wanted = " ".join(args.words)
    hits = _hits(wanted, factions, context)[: args.limit]
    if context.format == "json":
        print(as_json({"found": [_row(hit) for hit in hits]}))
    elif hits:
        _print(hits, context)
    else:
        print(context.say("find.nothing", words=wanted, count=len(factions)))
    return OK


def _factions(games: list[str], given: str | None, context: Context) -> Iterator[tuple[str, str, str]]:
    everything = [(game, *faction) for game in games for faction in system(game).factions(context.library)]
    if given is None:
        yield from everything
        return
    chosen = [each for each in everything if fold(given) in (each[1], fold(each[2]))]
    if not chosen:
        known = [each[1] for each in everything]
        details = {"given": given, "known": known, "near": nearest(given, known)}
        raise Unreadable([Problem(key="unknown_faction", args=details)])
    yield from chosen


def _hits(wanted: str, factions: list[tuple[str, str, str]], context: Context) -> list[Hit]:
    """The best first; of equals, those in print before legends, then by name."""
    hits = [
        Hit(game, faction, entry) for game, faction, _ in factions for entry in system(game).entries(context.library, faction)
    ]
    hits.sort(key=lambda hit: (hit.entry.legends, hit.entry.name, hit.faction))
    return search.matching(wanted, ((hit, (hit.entry.name, *hit.entry.also, *hit.entry.keywords)) for hit in hits))


def _row(hit: Hit) -> dict[str, object]:
    return {
        "system": hit.system,
        "faction": hit.faction,
        "datasheet": hit.entry.id,
        "name": hit.entry.name,
        "sizes": list(hit.entry.sizes),
        "points": list(hit.entry.points),
        "keywords": list(hit.entry.keywords),
        "legends": hit.entry.legends,
    }


def _print(hits: list[Hit], context: Context) -> None:
    from rich import box
    from rich.table import Table

    lang: Lang = context.lang
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("name", "id", "sizes", "points", "keywords"):
        right = key in ("sizes", "points")
        table.add_column(context.say(f"find.{key}"), overflow="fold", justify="right" if right else "left", no_wrap=key == "id")
    for hit in hits:
        entry = hit.entry
        table.add_row(
            cell(local(entry.name, lang)),
            cell(f"{hit.faction}/{entry.id}"),
            cell(", ".join(entry.sizes)),
            cell("/".join(map(str, entry.points)) or "-"),
            cell(", ".join(local(keyword, lang) for keyword in entry.keywords if keyword != entry.name)),
        )
    print(rendered(context, table), end="")
