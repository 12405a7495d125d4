"""The prices that a list of datasheets states, each with what it is the price of in the histories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import ParsedList
from listbuilder.games.base import Game
from listbuilder.games.muster import names as muster_names
from listbuilder.games.shared.best_day import Stated, Window
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Price
from listbuilder.store.library import Library


def stated(made: ParsedList, account: Account, data: dict[str, Any], game: Game, library: Library) -> list[Stated]:
    """The prices that the list states, each with what it is the price of."""
    index = muster_names.index(game, library)
    main = data["faction"]
    lines = {unit.line: unit for unit in made.units}
    found = []
    copies = Counter(row["datasheet"] for row in data["units"])
    for place, row in enumerate(data["units"]):
        unit = lines.get(account.marks.get(("units", place), (0, 0))[0])
        if unit is None or not unit.points:
            continue
        borne = [full for each in _listed(row.get("enhancement")) if (full := index.enhancement_part(each, main))]
        sheet = index.sheet_part(row["datasheet"], main, _models(row.get("models")))
        points = unit.points + (sum(words.points or 0 for words in unit.enhancements) if made.adds_enhancements else 0)
        known = index.sheet(row["datasheet"], main)
        rows = known[0].points if known else ()
        lists = [rows, *index.today.past.price_lists(sheet.faction, sheet.thing)]
        further = {each for rows in lists for each in _of_copies(rows, copies[row["datasheet"]])}
        items = {sum(price.points * _carried(row, price.add_item) for price in rows if price.add_item) for rows in lists}
        more = {*items, *further, *(one + each for one in items for each in further)} - {0}
        ally = sheet.faction != main
        found.append(Stated(sheet.faction, sheet.thing, sheet.size, points, tuple(borne), tuple(more), ally))
    return found


def whole(data: dict[str, Any], prices: list[Stated]) -> bool:
    """Whether nothing else on the roster can have a price, nor these be more than they are for it."""
    return len(prices) == len(data["units"]) and not any(each.more for each in prices)


def _carried(row: dict[str, Any], item: str) -> int:
    """How many of a priced item the list writes down; those that it leaves out are not known yet."""
    models = row.get("models")
    groups = models if isinstance(models, list) else []
    return sum(count for group in groups for name, count in group.get("wargear", {}).items() if fold(name) == fold(item))


def _of_copies(rows: Iterable[Price], count: int) -> set[int]:
    """What so many copies may cost more than the first."""
    if count < 2:
        return set()
    plain = {price.models: price.points for price in rows if price.when is None and price.models}
    further = [price for price in rows if price.when and price.when.copy_from and price.when.copy_from <= count]
    return {price.points - plain[price.models] for price in further if price.models in plain}


def season(data: dict[str, Any], game: Game, library: Library) -> Window | None:
    """Lists of datasheets name none."""
    return None


def _models(given: Any) -> int:
    """How many; 1 is the smallest unit."""
    return given if isinstance(given, int) else sum(group["count"] for group in given or ()) or 1


def _listed(given: str | list[str] | None) -> list[str]:
    return [given] if isinstance(given, str) else given or []
