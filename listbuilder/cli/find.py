"""`listbuilder find WORDS`: datasheets by fuzzy name, forgiving of case, accents, apostrophes and typing errors."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from listbuilder.cli.context import OK, Context, as_json
from listbuilder.cli.tables import cell, rendered, screen_width, stacked
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.games.shared import search
from listbuilder.games.shared.values import meant
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.nearest import nearest
from listbuilder.store.readings import in_order
from listbuilder.store.words import Lang, beside, listed, local

if TYPE_CHECKING:
    from listbuilder.games.base import Findable
    from listbuilder.games.shared.day_entries import DayEntry

AWAY = " *"  # behind the name of what was not there that day
_GAP = 3  # between two columns
_EDITION = 12  # columns that the name of an edition takes
_LEAST = 12  # less than that tells nothing


class Hit(msgspec.Struct, frozen=True):
    system: str
    faction: str
    home: str  # the faction's name
    found: DayEntry

    @property
    def entry(self) -> Findable:
        return self.found.entry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="WORDS")
    parser.add_argument("--system", choices=list(SYSTEMS), metavar="SYSTEM")
    parser.add_argument("--faction", metavar="FACTION")
    parser.add_argument("--ids", action="store_true")
    parser.add_argument("--limit", type=int, default=15, metavar="N")


def run(args: argparse.Namespace, context: Context) -> int:
    games = [args.system] if args.system else list(SYSTEMS)
    factions = list(_factions(games, args.faction, context))
    wanted = " ".join(args.words)
    hits = _hits(wanted, factions, context)[: args.limit]
    if context.format == "json":
        print(as_json({"found": [_row(hit) for hit in hits]}))
    elif hits:
        _print(hits, context, args.ids)
    else:
        print(context.say("find.nothing", words=wanted, count=len(factions)))
    return OK


def _factions(games: list[str], given: str | None, context: Context) -> Iterator[tuple[str, str, str]]:
    everything = [(game, *faction) for game in games for faction in system(game).factions(context.library)]
    if given is None:
        yield from everything
        return
    wanted = meant(given, [{faction: home for _, faction, home in everything}])
    chosen = [each for each in everything if each[1] in wanted]
    if not chosen:
        known = [each[1] for each in everything]
        near = nearest(given, known)
        home = next((game for game, faction, _ in everything if faction == near), games[0])
        key = "unknown_faction" if len(games) == 1 else "unknown_faction_anywhere"
        raise Unreadable([Problem(key=key, args={"given": given, "near": near, "begin": home})])
    yield from chosen


def _hits(wanted: str, factions: list[tuple[str, str, str]], context: Context) -> list[Hit]:
    """The best first; of equals, what is there before what is not, those in print before legends, then by name as shown."""
    hits = list(_all(factions, context))
    spoken = {game: context.about(system(game)).lang for game in {hit.system for hit in hits}}
    hits.sort(
        key=lambda hit: (hit.found.away is not None, hit.entry.legends, in_order(hit.entry.name, spoken[hit.system]), hit.faction)
    )
    return search.matching(wanted, ((hit, (hit.entry.name, *hit.entry.also, *hit.entry.keywords)) for hit in hits))


def _all(factions: list[tuple[str, str, str]], context: Context) -> Iterator[Hit]:
    """On the day asked for. A game whose history does not reach back to it is passed over, unless no other does."""
    too_early: Unreadable | None = None
    any_known = False
    for game, faction, home in factions:
        try:
            entries = system(game).entries_on(context.library, faction, context.as_of)
        except Unreadable as error:
            too_early = error
            continue
        any_known = True
        yield from (Hit(game, faction, home, entry) for entry in entries)
    if too_early is not None and not any_known:
        raise too_early


def _row(hit: Hit) -> dict[str, object]:
    away = hit.found.away
    return {
        "system": hit.system,
        "faction": hit.faction,
        "datasheet": hit.entry.id,
        "name": hit.entry.name,
        "sizes": list(hit.entry.sizes),
        "points": list(hit.entry.points),
        "keywords": list(hit.entry.keywords),
        "legends": hit.entry.legends,
        "as_of": hit.found.day or None,
        "gone_since": away.until if away else None,
        "there_since": away.not_before if away else None,
        "renamed_to": away.renamed_to if away else None,
        "replaced_by": away.replaced_by if away else None,
    }


def _remark(hit: Hit, context: Context) -> str:
    """Of what is not there: when it was, and what it is called now or what took its place."""
    away = hit.found.away
    assert away is not None
    name = f"{hit.faction}/{hit.entry.id}"
    if away.until is None:
        return context.say("find.there_since", id=name, day=away.not_before)
    if away.now is None:
        return context.say("find.gone", id=name, day=away.until)
    key = "find.gone_renamed" if away.renamed_to else "find.gone_replaced"
    return context.say(key, id=name, day=away.until, now=local(away.now, context.lang))


def _print(hits: list[Hit], context: Context, ids: bool) -> None:
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table

    rows = [(hit, context.about(system(hit.system)).lang) for hit in hits]
    several = len({hit.system for hit in hits}) > 1
    columns = {
        "name": [beside(hit.entry.name, lang) + (AWAY if hit.found.away else "") for hit, lang in rows],
        "sizes": [listed(list(hit.entry.sizes), context.lang) for hit in hits],
        "points": ["/".join(map(str, hit.entry.points)) or "-" for hit in hits],
        "faction": [_home(hit, lang, several, context) for hit, lang in rows],
        "id": [f"{hit.faction}/{hit.entry.id}" for hit in hits],
        "keywords": [_keywords(hit, lang) for hit, lang in rows],
    }
    heads = {key: context.say(f"find.{key}") for key in columns}
    widths = _widths(columns, heads, screen_width() - 2, ids, several)
    if several and widths.get("faction", 0) < max(map(cell_len, columns["faction"])):  # it is cut at its end
        columns["faction"] = [_home(hit, lang, several, context, edition_first=True) for hit, lang in rows]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key, width in widths.items():
        numbers = key in ("sizes", "points")
        table.add_column(heads[key], justify="right" if numbers else "left", no_wrap=True, overflow="ellipsis", width=width)
    for place in range(len(hits)):
        table.add_row(*(cell(columns[key][place], "dim" if key == "id" else "") for key in widths))
        if ids and "id" not in widths:
            table.add_row(stacked(_cut(f"  {columns['id'][place]}", widths["name"]), "dim"))
    print(rendered(context, table, width=screen_width()), end="")
    for hit in hits:
        if hit.found.away:
            print(f"{AWAY.strip()} {_remark(hit, context.about(system(hit.system)))}")


def _home(hit: Hit, lang: Lang, several: bool, context: Context, edition_first: bool = False) -> str:
    """The faction; where datasheets of several games stand side by side, of which edition too."""
    edition = system(hit.system).book(context.library).edition
    both = [local(hit.home, lang), local(edition, lang)]
    return listed(both[::-1] if edition_first else both, lang) if several else both[0]


def _cut(text: str, width: int) -> Iterator[str]:
    """Whole, in as many lines as it takes, each below the other."""
    indent = text[: len(text) - len(text.lstrip())]
    rest = text.strip()
    step = max(width - len(indent), 1)
    yield from (indent + rest[at : at + step] for at in range(0, len(rest), step))


def _keywords(hit: Hit, lang: Lang) -> str:
    return listed([local(keyword, lang) for keyword in hit.entry.keywords if keyword != hit.entry.name], lang)


def _widths(columns: dict[str, list[str]], heads: dict[str, str], room: int, ids: bool, several: bool) -> dict[str, int]:
    """Name, sizes and points are on one line whatever the room; the id where it fits whole, else whose it is. Of several games
    whose it is goes before: one datasheet of two editions has one id."""
    from rich.cells import cell_len

    whole = {key: max(map(cell_len, (heads[key], *texts))) for key, texts in columns.items()}
    name = max(whole["name"], whole["id"] + 2) if ids else whole["name"]  # an id that has no column stands below
    given = {
        "name": min(name, room // 2),
        "sizes": min(whole["sizes"], room // 5),
        "points": min(whole["points"], room // 5),
    }
    left = room - sum(width + _GAP for width in given.values())
    if several:
        lacking = max(min(_EDITION, whole["faction"]) + _GAP - left, 0)  # of the room for an edition, which the name gives
        given["name"] -= min(lacking, given["name"] // 2)
        left = room - sum(width + _GAP for width in given.values())
        given["faction"] = max(min(whole["faction"], left), 1)
        left -= given["faction"] + _GAP
    if left >= whole["id"] + _GAP + (0 if several else _LEAST):
        given["id"] = whole["id"]
    elif left > _LEAST and not several:
        given["faction"] = min(whole["faction"], left)
    left = room - sum(width + _GAP for width in given.values())
    if left > _LEAST:
        given["keywords"] = min(whole["keywords"], left)
    return given
