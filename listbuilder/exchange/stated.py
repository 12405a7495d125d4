"""The prices that a list states, each with what it is the price of in the histories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import ParsedList
from listbuilder.games.base import System
from listbuilder.games.muster import names as muster_names
from listbuilder.games.regiments import names as regiment_names
from listbuilder.games.shared.best_day import Stated
from listbuilder.model.base import Path
from listbuilder.store.library import Library


def of_muster(made: ParsedList, account: Account, data: dict[str, Any], system: System, library: Library) -> list[Stated]:
    """The prices that the list states, each with what it is the price of."""
    index = muster_names.index(system, library)
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


def _models(given: Any) -> int:
    """How many; 1 is the smallest unit."""
    return given if isinstance(given, int) else sum(group["count"] for group in given or ()) or 1


def _listed(given: str | list[str] | None) -> list[str]:
    return [given] if isinstance(given, str) else given or []


def of_regiments(made: ParsedList, account: Account, data: dict[str, Any], system: System, library: Library) -> list[Stated]:
    """The prices that the list states, each with what it is the price of."""
    index = regiment_names.index(system, library)
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


def _rows(data: dict[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    for place, regiment in enumerate(data.get("regiments", ())):
        if "hero" in regiment:
            yield ("regiments", place, "hero"), regiment["hero"]
        for inside, row in enumerate(regiment.get("units", ())):
            yield ("regiments", place, "units", inside), row
    for place, row in enumerate(data.get("auxiliary", ())):
        yield ("auxiliary", place), row
