"""`listbuilder find WORDS`: datasheets by fuzzy name, forgiving of case, accents, apostrophes and typing errors."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import msgspec

from listbuilder.cli.context import OK, Context, as_json
from listbuilder.cli.tables import cell, rendered
from listbuilder.games.base import Entry
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.nearest import nearest
from listbuilder.store.words import LANGS, Lang, local, names

GOOD = 78.0  # of 100: below this a match looks like chance
LESS = 6.0  # what is found by something in it comes after what is called so


class Hit(msgspec.Struct, frozen=True):
    score: float
    system: str
    faction: str
    faction_name: str
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
    hits = sorted(_hits(wanted, factions, context), key=lambda hit: (-hit.score, hit.entry.legends, hit.entry.name, hit.faction))
    hits = hits[: args.limit]
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


def _hits(wanted: str, factions: list[tuple[str, str, str]], context: Context) -> Iterator[Hit]:
    query = fold(wanted)
    for game, faction, faction_name in factions:
        for entry in system(game).entries(context.library, faction):
            score = max(score_of(query, name) for name in spellings(entry.name))
            if score < GOOD and entry.also:
                score = max(score_of(query, name) for other in entry.also for name in spellings(other)) - LESS
            if score >= GOOD:
                yield Hit(score, game, faction, faction_name, entry)


def spellings(name: str) -> Iterator[str]:
    """The name in each language that has one."""
    yield fold(name)
    for lang in LANGS:
        other = names(lang).get(fold(name))
        if other:
            yield fold(other)


def score_of(query: str, name: str) -> float:
    """0 to 100: whole name, then beginnings of its words, then words with typing errors."""
    from rapidfuzz import fuzz

    if query == name:
        return 100.0
    if query in name:
        return 99.0 - min(8.0, (len(name) - len(query)) / 10)
    parts = name.replace("-", " ").split()
    best = [max((_word(word, part, fuzz.ratio) for part in parts), default=0.0) for word in query.replace("-", " ").split()]
    spread = abs(len(parts) - len(best)) * 0.5
    return sum(best) / len(best) - spread if best else 0.0


def _word(word: str, part: str, ratio) -> float:  # type: ignore[no-untyped-def]
    if part == word:
        return 98.0
    if part.startswith(word) and len(word) > 1:
        return 94.0
    near: float = ratio(word, part)
    return near if len(word) > 2 else 0.0


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
