"""The prices that a list of regiments states, each with what it is the price of in the histories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import ParsedList
from listbuilder.games.base import Game
from listbuilder.games.regiments import names as regiment_names
from listbuilder.games.shared.best_day import Stated, Window
from listbuilder.model.base import Path
from listbuilder.store.library import Library


def stated(made: ParsedList, account: Account, data: dict[str, Any], game: Game, library: Library) -> list[Stated]:
    """The prices that the list states, each with what it is the price of."""
    index = regiment_names.index(game, library)
    lines = {unit.line: unit for unit in made.units}
    found = []
    for path, row in _rows(data):
        unit = lines.get(account.marks.get(path, (0, 0))[0])
        if unit is None or not unit.points:
            continue
        home, slash, own_id = row["unit"].rpartition("/")
        borne = [part for each in row.get("enhancements", ()) if (part := index.enhancement_part(each, data["faction"]))]
        points = unit.points + (sum(words.points or 0 for words in unit.enhancements) if made.adds_enhancements else 0)
        size = 2 if row.get("reinforced") else 1
        found.append(Stated(home if slash else data["faction"], own_id, size, points, tuple(borne)))
    return found


def whole(data: dict[str, Any], prices: list[Stated]) -> bool:
    """Lores, terrain and regiments of renown may have prices too."""
    return False


def season(data: dict[str, Any], game: Game, library: Library) -> Window | None:
    """When the list can have been made: in the season it names, else in that which its warscrolls are for alone.

    Those were there some weeks before the season began.
    """
    index = regiment_names.index(game, library)
    seasons = game.book(library).seasons
    if named := seasons.get(data.get("season", "")):
        return Window(named.from_, named.until)
    sheets = [sheet for _, row in _rows(data) if (sheet := index.sheet(row["unit"], data["faction"]))]
    bound = {sheet.battlepack for sheet in sheets if sheet.battlepack}
    known = [each for each in seasons.values() if each.battlepack in bound]
    return Window(None, known[0].until) if len(known) == 1 else None


def _rows(data: dict[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    for place, regiment in enumerate(data.get("regiments", ())):
        if "hero" in regiment:
            yield ("regiments", place, "hero"), regiment["hero"]
        for inside, row in enumerate(regiment.get("units", ())):
            yield ("regiments", place, "units", inside), row
    for place, row in enumerate(data.get("auxiliary", ())):
        yield ("auxiliary", place), row
