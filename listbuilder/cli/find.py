"""`listbuilder find WORDS`: datasheets by name, forgiving of case, accents and typing errors.

Apostrophes don't matter either.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from listbuilder.cli.context import OK, Context, format_json
from listbuilder.cli.layout import HEADLINE, Page, measure_width
from listbuilder.games.common.roster_values import find_meant
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.messages import (
    Lang,
    join_list,
    join_with_colon,
    name_with_english,
    translate_name,
)
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.i18n.readings import get_sort_key
from listbuilder.matching import search
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rulebook import RuleBook
from listbuilder.model.safe_text import escape_hidden

if TYPE_CHECKING:
    from listbuilder.games.common.entries_on_date import DayEntry
    from listbuilder.games.game import Findable

INDENT, GAP = 2, 2  # cells before a row and between two columns
TEXT = 40  # cells: keywords with less room are left out


class Hit(msgspec.Struct, frozen=True):
    """One datasheet found, with its game and faction."""

    system: str
    faction: str
    home: str  # the faction's name
    found: DayEntry

    @property
    def entry(self) -> Findable:
        """The datasheet itself, as it was on the date asked for."""
        return self.found.entry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder find` to `parser`."""
    parser.add_argument("words", nargs="+", metavar="WORDS")
    parser.add_argument("--system", choices=list(SYSTEMS), metavar="SYSTEM")
    parser.add_argument("--faction", metavar="FACTION")
    parser.add_argument("--ids", action="store_true")
    parser.add_argument("--limit", type=int, default=15, metavar="N")


def run(args: argparse.Namespace, context: Context) -> int:
    """Print the datasheets whose names are like the words given, and return the exit code 0."""
    factions = _find_factions(args.system, args.faction, context)
    wanted = " ".join(args.words)
    hits = _find_hits(wanted, factions, context)
    if context.format == "json":
        print(format_json(_build_report(hits[: args.limit])))
    elif hits:
        datasheets = _group_by_datasheet(hits, context)
        print(_build_page(datasheets, wanted, args.limit, args.ids, context))
    else:
        print(context.say("find.nothing", words=wanted, count=len(factions)))
    return OK


def find_datasheets(
    words: str, system: str | None, faction: str | None, limit: int, context: Context
) -> dict[str, object]:
    """Return the JSON document of the datasheets that match `words`, the best match first.

    `system` and `faction` limit the search. Raises Unreadable if there is no such faction.
    """
    factions = _find_factions(system, faction, context)
    return _build_report(_find_hits(words, factions, context)[:limit])


def _build_report(hits: Sequence[Hit]) -> dict[str, object]:
    """Return the JSON document of the datasheets found."""
    return {"found": [_build_hit_row(hit) for hit in hits]}


def _find_factions(
    system: str | None, asked: str | None, context: Context
) -> list[tuple[str, str, str]]:
    """Return the game, the id and the name of each faction that `asked` may mean.

    If `asked` is None, all factions of the game `system` are returned, or of all games. Raises
    Unreadable if no faction matches.
    """
    games = [system] if system else list(SYSTEMS)
    everything = [
        (game, *faction)
        for game in games
        for faction in get_game(game).list_factions(context.library)
    ]
    if asked is None:
        return everything
    wanted = find_meant(asked, [{faction: home for _, faction, home in everything}])
    chosen = [triple for triple in everything if triple[1] in wanted]
    if not chosen:
        faction_ids = [triple[1] for triple in everything]
        near = find_nearest(asked, faction_ids)
        home = next((game for game, faction, _ in everything if faction == near), games[0])
        key = "unknown_faction" if len(games) == 1 else "unknown_faction_anywhere"
        raise Unreadable([Problem(key=key, args={"given": asked, "near": near, "begin": home})])
    return chosen


def _find_hits(wanted: str, factions: list[tuple[str, str, str]], context: Context) -> list[Hit]:
    """Return the datasheets of `factions` that match the words `wanted`, the best match first.

    Among equally good ones, those that exist on the date come first, then those that are not
    legends, then they are sorted by name.
    """
    hits = list(_list_all_entries(factions, context))
    spoken = {
        game: context.copy_for_game(get_game(game)).lang for game in {hit.system for hit in hits}
    }
    hits.sort(
        key=lambda hit: (
            hit.found.away is not None,
            hit.entry.legends,
            get_sort_key(hit.entry.name, spoken[hit.system]),
            hit.faction,
        )
    )
    return search.find_matching(
        wanted, ((hit, (hit.entry.name, *hit.entry.also, *hit.entry.keywords)) for hit in hits)
    )


def _list_all_entries(factions: list[tuple[str, str, str]], context: Context) -> Iterator[Hit]:
    """Yield all datasheets of `factions` on the date asked for.

    A game whose history doesn't go back to that date is left out. Raises Unreadable if this is true
    of all games.
    """
    too_early: Unreadable | None = None
    any_known = False
    for game, faction, home in factions:
        try:
            entries = get_game(game).list_entries_on_date(context.library, faction, context.as_of)
        except Unreadable as error:
            too_early = error
            continue
        any_known = True
        yield from (Hit(game, faction, home, entry) for entry in entries)
    if too_early is not None and not any_known:
        raise too_early


def _build_hit_row(hit: Hit) -> dict[str, object]:
    """Return the JSON fields of one datasheet found."""
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


class FoundDatasheet(msgspec.Struct, frozen=True):
    """One datasheet with its entry in each edition, the newest first."""

    hits: tuple[Hit, ...]

    @property
    def best(self) -> Hit:
        """The newest edition's entry among those that exist on the date, else the newest entry."""
        return next((hit for hit in self.hits if hit.found.away is None), self.hits[0])

    @property
    def id(self) -> str:
        """The id of the faction, a slash, and the id of the datasheet, as `--ids` prints it."""
        return f"{self.best.faction}/{self.best.entry.id}"


def _build_page(
    datasheets: Sequence[FoundDatasheet], wanted: str, limit: int, ids: bool, context: Context
) -> Page:
    """Return the page with the datasheets found, and how many matched.

    One datasheet is shown in full, several in a table for each game. At most `limit` are shown.
    `wanted`: the words searched for. `ids`: ids are shown instead of keywords.
    """
    page = Page(context)
    shown = datasheets[:limit]
    if len(shown) == 1:
        _add_datasheet(page, shown[0], context)
    else:
        games: dict[str, list[FoundDatasheet]] = {}
        for datasheet in shown:
            games.setdefault(_get_book(datasheet.best, context).name, []).append(datasheet)
        for name, units in games.items():
            page.add_blank_line()
            if len(games) > 1:
                page.add_prose("", context.paint(translate_name(name, context.lang), "bold"))
            _add_table(page, units, ids, context)
    page.add_blank_line()
    page.add_prose("", context.say("find.matches", count=len(datasheets), words=wanted))
    left = len(datasheets) - len(shown)
    if left:
        more = context.say("find.more", count=left, all=len(datasheets))
        page.add_prose("", context.paint(more, "dim"))
    return page


def _group_by_datasheet(hits: Iterable[Hit], context: Context) -> list[FoundDatasheet]:
    """Return `hits` with the entries of one datasheet in several editions put together.

    The datasheets keep the order of their first hits; within each, the newest edition comes first.
    """
    groups: dict[tuple[str, str, str, str], list[Hit]] = {}
    for hit in hits:
        key = (_get_book(hit, context).name, hit.faction, hit.entry.id, hit.entry.name)
        groups.setdefault(key, []).append(hit)
    newest = list(SYSTEMS)
    return [
        FoundDatasheet(tuple(sorted(group, key=lambda hit: -newest.index(hit.system))))
        for group in groups.values()
    ]


def _get_book(hit: Hit, context: Context) -> RuleBook:
    """Return the rule book of the game that the hit belongs to."""
    return get_game(hit.system).load_rulebook(context.library)


def _get_language(hit: Hit, context: Context) -> Lang:
    """Return the language in which names of the hit's game are shown."""
    return context.copy_for_game(get_game(hit.system)).lang


def _format_name(unit: FoundDatasheet, context: Context) -> str:
    """Return the datasheet's name, with the English name if the translation isn't official."""
    return escape_hidden(name_with_english(unit.best.entry.name, _get_language(unit.best, context)))


def _format_faction(unit: FoundDatasheet, context: Context) -> str:
    """Return the name of a datasheet's faction."""
    return escape_hidden(translate_name(unit.best.home, _get_language(unit.best, context)))


def _format_keywords(unit: FoundDatasheet, context: Context) -> str:
    """Return the keywords of a datasheet as one text, without the one that is its own name."""
    entry, lang = unit.best.entry, _get_language(unit.best, context)
    keywords = [
        translate_name(keyword, lang) for keyword in entry.keywords if keyword != entry.name
    ]
    return escape_hidden(join_list(keywords, lang))


def _format_points(hit: Hit) -> str:
    """Return the points of a datasheet for each of its sizes, as “85 / 170”; "" if none."""
    return " / ".join(map(str, hit.entry.points))


def _format_remark(hit: Hit, context: Context) -> str:
    """Return a sentence on why a datasheet doesn't exist on the date asked for.

    The text says since when it has existed or been gone, and its new name or what replaced it.
    """
    away = hit.found.away
    assert away is not None
    if away.until is None:
        return context.say("find.there_since", day=away.not_before)
    if away.now is None:
        return context.say("find.gone", day=away.until)
    key = "find.gone_renamed" if away.renamed_to else "find.gone_replaced"
    return context.say(
        key, day=away.until, now=translate_name(away.now, _get_language(hit, context))
    )


def _add_datasheet(page: Page, unit: FoundDatasheet, context: Context) -> None:
    """Add one datasheet to `page`: its name, faction and keywords, and a row for each edition."""
    about = [_format_faction(unit, context), _format_keywords(unit, context)]
    page.add_header(
        context.paint(_format_name(unit, context), "bold"),
        unit.id,
        " · ".join(part for part in about if part),
    )
    rows = []
    for hit in unit.hits:
        many = "models" if set(hit.entry.sizes) != {"1"} else "model"
        sizes = context.say(f"find.{many}", sizes=list(hit.entry.sizes)) if hit.entry.sizes else ""
        points = context.say("find.points", points=_format_points(hit)) if hit.entry.points else ""
        remark = context.paint(_format_remark(hit, context), "dim") if hit.found.away else ""
        edition = translate_name(_get_book(hit, context).edition, _get_language(hit, context))
        rows.append((edition, sizes, points, remark))
    page.add_table(rows, "llll", text=3, gap=3)


def _add_table(page: Page, units: Sequence[FoundDatasheet], ids: bool, context: Context) -> None:
    """Add a row for each datasheet of one game, with its points in each edition.

    A datasheet without points has its sizes in that column. If it doesn't exist on the date, a
    remark stands in place of its points, or after the row if it needs more room. Keywords are shown
    only if there is room for them beside the rest, so that nothing is cut; with `ids`, the ids are
    shown instead. If the screen is too narrow even for the points, each datasheet is shown by
    itself.
    """
    found = {hit.system for unit in units for hit in unit.hits}
    systems = [game for game in reversed(SYSTEMS) if game in found]
    heads = [context.say("find.name"), context.say("find.faction")]
    heads += [
        translate_name(get_game(game).load_rulebook(context.library).edition, context.lang)
        for game in systems
    ]
    room = min(page.width, HEADLINE) - INDENT
    for in_place in (True, False):
        rows = [_build_row(unit, systems, in_place, context) for unit in units]
        widths = [
            max(map(measure_width, column)) + GAP
            for column in zip(heads, *(cells for cells, _ in rows), strict=True)
        ]
        if room >= sum(widths):
            break
    else:
        for unit in units:
            page.add_blank_line()
            _add_datasheet(page, unit, context)
        return
    texts = [" · ".join(remarks) for _, remarks in rows]
    has_room = room - sum(widths) >= TEXT
    head = ""
    if has_room:
        head = context.say("find.id" if ids else "find.keywords")
    if ids:
        texts = [
            " · ".join(filter(None, (unit.id, text)))
            for unit, text in zip(units, texts, strict=True)
        ]
    elif has_room:
        texts = [
            text or _format_keywords(unit, context) for unit, text in zip(units, texts, strict=True)
        ]
    table = [[context.paint(heading, "dim") for heading in (*heads, head)]]
    table += [[*cells, text] for (cells, _), text in zip(rows, texts, strict=True)]
    page.add_table(table, "ll" + "r" * len(systems) + "l", text=len(heads), indent=INDENT, gap=GAP)


def _build_row(
    unit: FoundDatasheet, systems: Sequence[str], in_place: bool, context: Context
) -> tuple[list[str], list[str]]:
    """Return the cells of a datasheet's row, and the remarks that go after the row.

    `systems`: the editions, each with a column. `in_place`: short remarks go into the column of
    their edition.
    """
    cells, remarks = [_format_name(unit, context), _format_faction(unit, context)], []
    for game in systems:
        hit = next((hit for hit in unit.hits if hit.system == game), None)
        if hit is None:
            cells.append("")
        elif hit.found.away is None:
            cells.append(_format_points(hit) or join_list(list(hit.entry.sizes), context.lang))
        elif in_place and hit.found.away.now is None:
            cells.append(context.paint(_format_remark(hit, context), "dim"))
        else:
            cells.append(context.paint("–", "dim"))
            remark = _format_remark(hit, context)
            if len(systems) > 1:
                book, lang = _get_book(hit, context), _get_language(hit, context)
                remark = join_with_colon(translate_name(book.edition, lang), remark, context.lang)
            remarks.append(context.paint(remark, "dim"))
    return cells, remarks
