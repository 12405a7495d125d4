"""The prices that a list of datasheets states, each with what it is the price of in the histories."""

from __future__ import annotations

from typing import Any

from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import ParsedList
from listbuilder.games.base import Game
from listbuilder.games.muster import names as muster_names
from listbuilder.games.shared.best_day import Stated, Window
from listbuilder.store.library import Library


def stated(made: ParsedList, account: Account, data: dict[str, Any], game: Game, library: Library) -> list[Stated]:
    """The prices that the list states, each with what it is the price of."""
    index = muster_names.index(game, library)
    main = data["faction"]
    lines = {unit.line: unit for unit in made.units}
    found = []
    for place, row in enumerate(data["units"]):
        unit = lines.get(account.marks.get(("units", place), (0, 0))[0])
        if unit is None or not unit.points:
            continue
        borne = [full for each in _listed(row.get("enhancement")) if (full := index.enhancement_part(each, main))]
        sheet = index.sheet_part(row["datasheet"], main, _models(row.get("models")))
        points = unit.points + (sum(words.points or 0 for words in unit.enhancements) if made.adds_enhancements else 0)
        found.append(Stated(sheet.faction, sheet.thing, sheet.size, points, tuple(borne)))
    return found


def season(data: dict[str, Any], game: Game, library: Library) -> Window | None:
    """Lists of datasheets name none."""
    return None


def _models(given: Any) -> int:
    """How many; 1 is the smallest unit."""
    return given if isinstance(given, int) else sum(group["count"] for group in given or ()) or 1


def _listed(given: str | list[str] | None) -> list[str]:
    return [given] if isinstance(given, str) else given or []
