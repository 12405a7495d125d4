"""`listbuilder find WORDS`: datasheets by fuzzy name, forgiving of case, accents, apostrophes and typing errors."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from listbuilder.cli.context import OK, Context, as_json
from listbuilder.cli.layout import HEADLINE, Page, width_of
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.games.shared import search
from listbuilder.games.shared.values import meant
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rule import RuleBook
from listbuilder.model.visible import visible
from listbuilder.store.nearest import nearest
from listbuilder.store.readings import in_order
from listbuilder.store.words import Lang, beside, listed, local, paired

if TYPE_CHECKING:
    from listbuilder.games.base import Findable
    from listbuilder.games.shared.day_entries import DayEntry

INDENT, GAP = 2, 2  # cells before a row and between two columns
TEXT = 40  # cells: keywords with less room are left out


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
    hits = _hits(wanted, factions, context)
    if context.format == "json":
        print(as_json({"found": [_report(hit) for hit in hits[: args.limit]]}))
    elif hits:
        print(_page(_grouped(hits, context), wanted, args.limit, args.ids, context))
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


def _report(hit: Hit) -> dict[str, object]:
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


# --- in words ---


class Found(msgspec.Struct, frozen=True):
    """One datasheet with what each edition says of it, the newest first."""

    hits: tuple[Hit, ...]

    @property
    def best(self) -> Hit:
        """The newest that is there, else the newest."""
        return next((hit for hit in self.hits if hit.found.away is None), self.hits[0])

    @property
    def id(self) -> str:
        return f"{self.best.faction}/{self.best.entry.id}"


def _page(found: Sequence[Found], wanted: str, limit: int, ids: bool, context: Context) -> Page:
    """Return one datasheet in full, or a table of several; and how many there are."""
    page = Page(context)
    shown = found[:limit]
    if len(shown) == 1:
        _add_one(page, shown[0], context)
    else:
        games: dict[str, list[Found]] = {}
        for each in shown:
            games.setdefault(_book(each.best, context).name, []).append(each)
        for name, units in games.items():
            page.blank()
            if len(games) > 1:
                page.prose("", context.paint(local(name, context.lang), "bold"))
            _add_table(page, units, ids, context)
    page.blank()
    page.prose("", context.say("find.matches", count=len(found), words=wanted))
    if len(found) > len(shown):
        page.prose("", context.paint(context.say("find.more", count=len(found) - len(shown), all=len(found)), "dim"))
    return page


def _grouped(hits: Iterable[Hit], context: Context) -> list[Found]:
    """Return the hits by datasheet, in their order; what several editions of a game have is one."""
    groups: dict[tuple[str, str, str, str], list[Hit]] = {}
    for hit in hits:
        groups.setdefault((_book(hit, context).name, hit.faction, hit.entry.id, hit.entry.name), []).append(hit)
    newest = list(SYSTEMS)
    return [Found(tuple(sorted(group, key=lambda hit: -newest.index(hit.system)))) for group in groups.values()]


def _book(hit: Hit, context: Context) -> RuleBook:
    return system(hit.system).book(context.library)


def _lang(hit: Hit, context: Context) -> Lang:
    return context.about(system(hit.system)).lang


def _name(unit: Found, context: Context) -> str:
    return visible(beside(unit.best.entry.name, _lang(unit.best, context)))


def _home(unit: Found, context: Context) -> str:
    return visible(local(unit.best.home, _lang(unit.best, context)))


def _keywords(unit: Found, context: Context) -> str:
    entry, lang = unit.best.entry, _lang(unit.best, context)
    return visible(listed([local(keyword, lang) for keyword in entry.keywords if keyword != entry.name], lang))


def _points(hit: Hit) -> str:
    return " / ".join(map(str, hit.entry.points))


def _remark(hit: Hit, context: Context) -> str:
    """Return since when something is not there, or from when on; and what it is called now or what took its place."""
    away = hit.found.away
    assert away is not None
    if away.until is None:
        return context.say("find.there_since", day=away.not_before)
    if away.now is None:
        return context.say("find.gone", day=away.until)
    key = "find.gone_renamed" if away.renamed_to else "find.gone_replaced"
    return context.say(key, day=away.until, now=local(away.now, _lang(hit, context)))


def _add_one(page: Page, unit: Found, context: Context) -> None:
    """Add a datasheet: its name, faction and keywords, and a line for each edition."""
    about = [_home(unit, context), _keywords(unit, context)]
    page.head(context.paint(_name(unit, context), "bold"), unit.id, " · ".join(part for part in about if part))
    rows = []
    for hit in unit.hits:
        many = "models" if set(hit.entry.sizes) != {"1"} else "model"
        sizes = context.say(f"find.{many}", sizes=list(hit.entry.sizes)) if hit.entry.sizes else ""
        points = context.say("find.points", points=_points(hit)) if hit.entry.points else ""
        remark = context.paint(_remark(hit, context), "dim") if hit.found.away else ""
        rows.append((local(_book(hit, context).edition, _lang(hit, context)), sizes, points, remark))
    page.table(rows, "llll", text=3, gap=3)


def _add_table(page: Page, units: Sequence[Found], ids: bool, context: Context) -> None:
    """Add a row for each datasheet of one game, with the points of each edition, or its sizes where it has no points.

    What is not there says so in the place of its points, or after the row if it needs more room. Keywords come only where
    there is room for them beside the rest: nothing is cut. If not even the points have room, each datasheet is shown by itself.
    """
    systems = [each for each in reversed(SYSTEMS) if any(hit.system == each for unit in units for hit in unit.hits)]
    heads = [context.say("find.name"), context.say("find.faction")]
    heads += [local(system(each).book(context.library).edition, context.lang) for each in systems]
    room = min(page.width, HEADLINE) - INDENT
    for in_place in (True, False):
        rows = [_row(unit, systems, in_place, context) for unit in units]
        widths = [max(map(width_of, column)) + GAP for column in zip(heads, *(cells for cells, _ in rows), strict=True)]
        if room >= sum(widths):
            break
    else:
        for unit in units:
            page.blank()
            _add_one(page, unit, context)
        return
    texts = [" · ".join(remarks) for _, remarks in rows]
    head = ""
    if ids or room - sum(widths) >= TEXT:
        head = context.say("find.id" if ids else "find.keywords") if room - sum(widths) >= TEXT else ""
        own = [unit.id if ids else _keywords(unit, context) for unit in units]
        texts = [
            text if text and not ids else " · ".join(filter(None, (mine, text))) for mine, text in zip(own, texts, strict=True)
        ]
    table = [[context.paint(each, "dim") for each in (*heads, head)]]
    table += [[*cells, text] for (cells, _), text in zip(rows, texts, strict=True)]
    page.table(table, "ll" + "r" * len(systems) + "l", text=len(heads), indent=INDENT, gap=GAP)


def _row(unit: Found, systems: Sequence[str], in_place: bool, context: Context) -> tuple[list[str], list[str]]:
    """Return the cells of a datasheet, and remarks for which they have no room. `in_place`: short ones are in the cell."""
    cells, remarks = [_name(unit, context), _home(unit, context)], []
    for each in systems:
        hit = next((hit for hit in unit.hits if hit.system == each), None)
        if hit is None or hit.found.away is None:
            cells.append((_points(hit) or listed(list(hit.entry.sizes), context.lang)) if hit else "")
        elif in_place and hit.found.away.now is None:
            cells.append(context.paint(_remark(hit, context), "dim"))
        else:
            cells.append(context.paint("–", "dim"))
            edition = local(_book(hit, context).edition, _lang(hit, context))
            said = paired(edition, _remark(hit, context), context.lang) if len(systems) > 1 else _remark(hit, context)
            remarks.append(context.paint(said, "dim"))
    return cells, remarks
