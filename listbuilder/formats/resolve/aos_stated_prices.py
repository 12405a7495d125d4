"""List the prices that an Age of Sigmar list states, each with what it is the price of.

It is named as in the histories.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.data.library import Library
from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import ParsedList
from listbuilder.games.aos import name_index as regiment_names
from listbuilder.games.game import Game
from listbuilder.history.best_date import SeasonDates, StatedPrice
from listbuilder.model.base import Path
from listbuilder.model.roster_data import RosterData


def list_stated_prices(
    parsed: ParsedList, account: Account, data: RosterData, game: Game, library: Library
) -> list[StatedPrice]:
    """Return the unit prices that the list states, each with the things it pays for.

    A price may include the unit's enhancements. Units without a price are left out.
    """
    index = regiment_names.get_index(game, library)
    lines = {unit.line: unit for unit in parsed.units}
    prices = []
    for path, row in _iter_units(data):
        unit = lines.get(account.marks.get(path, (0, 0))[0])
        if unit is None or not unit.points:
            continue
        home, slash, own_id = row["unit"].rpartition("/")
        borne = [
            part
            for enhancement_id in row.get("enhancements", ())
            if (part := index.find_enhancement_part(enhancement_id, data["faction"]))
        ]
        points = unit.points + (
            sum(words.points or 0 for words in unit.enhancements) if parsed.adds_enhancements else 0
        )
        size = 2 if row.get("reinforced") else 1
        prices.append(
            StatedPrice(home if slash else data["faction"], own_id, size, points, tuple(borne))
        )
    return prices


def is_fully_priced(data: RosterData, prices: list[StatedPrice]) -> bool:
    """Return False, because lores, terrain and regiments of renown may have unstated prices."""
    return False


def find_season(data: RosterData, game: Game, library: Library) -> SeasonDates | None:
    """Return the dates between which the list can have been made; None if it is unknown.

    They are those of the season that the roster names, else those up to the end of the only season
    that its warscrolls are limited to. Why no beginning then: such warscrolls were published some
    weeks before the season began.
    """
    index = regiment_names.get_index(game, library)
    seasons = game.load_rulebook(library).seasons
    if named_season := seasons.get(data.get("season", "")):
        return SeasonDates(named_season.from_, named_season.until)
    sheets = [
        sheet
        for _, row in _iter_units(data)
        if (sheet := index.load_warscroll(row["unit"], data["faction"]))
    ]
    bound = {sheet.battlepack for sheet in sheets if sheet.battlepack}
    bound_seasons = [
        season_row for season_row in seasons.values() if season_row.battlepack in bound
    ]
    return SeasonDates(None, bound_seasons[0].until) if len(bound_seasons) == 1 else None


def _iter_units(data: RosterData) -> Iterator[tuple[Path, RosterData]]:
    """Yield the path and the row of each unit of the roster."""
    for place, regiment in enumerate(data.get("regiments", ())):
        if "hero" in regiment:
            yield ("regiments", place, "hero"), regiment["hero"]
        for inside, row in enumerate(regiment.get("units", ())):
            yield ("regiments", place, "units", inside), row
    for place, row in enumerate(data.get("auxiliary", ())):
        yield ("auxiliary", place), row
