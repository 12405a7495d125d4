"""List the prices that a Warhammer 40,000 list states, each with what it is the price of.

It is named as in the histories.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from listbuilder.data.library import Library
from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import ParsedList
from listbuilder.games.game import Game
from listbuilder.games.wh40k import name_index as muster_names
from listbuilder.history.best_date import SeasonDates, StatedPrice
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Price
from listbuilder.model.roster_data import RosterData


def list_stated_prices(
    parsed: ParsedList, account: Account, data: RosterData, game: Game, library: Library
) -> list[StatedPrice]:
    """Return the price that the list states for each unit, with the things it may include.

    Besides the models these are enhancements, the surcharge of a further copy, and priced items.
    """
    index = muster_names.get_name_index(game, library)
    main = data["faction"]
    lines = {unit.line: unit for unit in parsed.units}
    found = []
    copies = Counter(row["datasheet"] for row in data["units"])
    for place, row in enumerate(data["units"]):
        unit = lines.get(account.marks.get(("units", place), (0, 0))[0])
        if unit is None or not unit.points:
            continue
        borne = [
            part
            for enhancement_id in _make_list(row.get("enhancement"))
            if (part := index.find_enhancement_part(enhancement_id, main))
        ]
        sheet = index.make_datasheet_part(row["datasheet"], main, _count_models(row.get("models")))
        points = unit.points + (
            sum(words.points or 0 for words in unit.enhancements) if parsed.adds_enhancements else 0
        )
        sheet_and_home = index.find_datasheet(row["datasheet"], main)
        rows = sheet_and_home[0].points if sheet_and_home else ()
        lists = [rows, *index.today.past.list_price_lists(sheet.faction, sheet.thing)]
        further = {
            surcharge
            for rows in lists
            for surcharge in _list_copy_surcharges(rows, copies[row["datasheet"]])
        }
        items = {
            sum(
                price.points * _count_carried(row, price.add_item)
                for price in rows
                if price.add_item
            )
            for rows in lists
        }
        extra_points = {
            *items,
            *further,
            *(item_points + surcharge for item_points in items for surcharge in further),
        } - {0}
        ally = sheet.faction != main
        found.append(
            StatedPrice(
                sheet.faction,
                sheet.thing,
                sheet.size,
                points,
                tuple(borne),
                tuple(extra_points),
                ally,
            )
        )
    return found


def is_fully_priced(data: RosterData, prices: list[StatedPrice]) -> bool:
    """Return whether every unit has a stated price that leaves no amount open.

    An amount is open if the price may include more than the unit and its enhancements.
    """
    return len(prices) == len(data["units"]) and not any(price.more for price in prices)


def _count_carried(row: RosterData, item: str) -> int:
    """Return how many of the priced item `item` are written in a roster row.

    Items that the list leaves out are not counted, because they are not known yet.
    """
    models = row.get("models")
    groups = models if isinstance(models, list) else []
    return sum(
        count
        for group in groups
        for name, count in group.get("wargear", {}).items()
        if fold(name) == fold(item)
    )


def _list_copy_surcharges(rows: Iterable[Price], count: int) -> set[int]:
    """Return the amounts by which the further of `count` copies may cost more than the first.

    Empty for fewer than two copies.
    """
    if count < 2:
        return set()
    plain = {price.models: price.points for price in rows if price.when is None and price.models}
    further = [
        price
        for price in rows
        if price.when and price.when.copy_from and price.when.copy_from <= count
    ]
    return {price.points - plain[price.models] for price in further if price.models in plain}


def find_season(data: RosterData, game: Game, library: Library) -> SeasonDates | None:
    """Return None, because lists of datasheets belong to no season."""
    return None


def _count_models(given: Any) -> int:
    """Return the number of models in a row's `models`; 1 for the smallest unit (None)."""
    return given if isinstance(given, int) else sum(group["count"] for group in given or ()) or 1


def _make_list(given: str | list[str] | None) -> list[str]:
    """Return `given` as a list: itself, a list of one, or empty for None."""
    return [given] if isinstance(given, str) else given or []
