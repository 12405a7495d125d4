"""The points of 40K cards: rows for sizes, allies and detachments, surcharges and wargear."""

from __future__ import annotations

import re

from listbuilder.update.read.cards.card_json import (
    Json,
    get_number,
    get_table,
    get_tables,
    make_value,
    read_english,
)
from listbuilder.update.read.cards.profiles import find_spelling
from listbuilder.update.tree import Place, Value


def read_points(card: Json, place: Place, spellings: str, size: Json) -> Value | None:
    """Return the rows of `points` of a card, or None if it has no points.

    A surcharge for later copies of a datasheet becomes rows with `copy_from`, wargear with a price
    becomes rows with `add_item`. `size` has the `min` and `max` of the unit if they are known: a
    row for another number of models is not understood. `spellings`: see `find_spelling`.
    """
    tables = [table for table in get_tables(card, "points") if not _is_without_price(table)]
    if not tables:
        return None
    rows: list[Json] = []
    missed: list[str] = []
    for table in tables:
        row = _read_row(table, missed)
        if row is not None and row not in rows:
            rows.append(row)
    if len(tables) < len(get_tables(card, "points")):
        missed.append("sizes without a price")
    missed += _find_contradictions(rows)
    missed += _find_impossible_sizes(rows, size)
    rows += _list_surcharges(card, rows, missed)
    rows += _list_item_prices(card, spellings, missed)
    return make_value(rows, place, missed)


def _is_without_price(table: Json) -> bool:
    """Return whether a row of points has no price yet: some exports leave it empty."""
    return table.get("cost") in (None, "", "null")


def _find_impossible_sizes(rows: list[Json], size: Json) -> list[str]:
    """Return a text for each row for fewer or more models than a unit can have."""
    lowest, highest = size.get("min"), size.get("max")
    if not isinstance(lowest, int) or not isinstance(highest, int):
        return []
    impossible: list[str] = []
    for row in rows:
        models = row["models"]
        if isinstance(models, int) and not lowest <= models <= highest:
            impossible.append(f"{models} models {row['points']} points")
    return impossible


def _find_contradictions(rows: list[Json]) -> list[str]:
    """Return a text for each row that gives a size another price than an earlier row.

    It happens for units of mixed models, whose mix the export doesn't have.
    """
    prices: dict[str, object] = {}
    contradictions: list[str] = []
    for row in rows:
        size = f"{row['models']} models {row.get('when', '')}"
        if prices.setdefault(size, row["points"]) != row["points"]:
            contradictions.append(f"{row['models']} models {row['points']} points")
    return contradictions


def _read_row(table: Json, missed: list[str]) -> Json | None:
    """Return one row of points; None, with a text in `missed`, if it lacks points or models."""
    points, models = get_number(table, "cost"), get_number(table, "models")
    if points is None or models is None:
        missed.append(f"{table.get('models')} models {table.get('cost')} points")
        return None
    row: Json = {"models": models, "points": points}
    when: Json = {}
    keyword = read_english(table.get("keyword"))
    detachment = read_english(table.get("detachment"))
    if keyword:
        when["army"] = "ally"
        when["keyword"] = keyword
    if detachment:
        when["detachment"] = detachment
    if when:
        row["when"] = when
    return row


def _list_surcharges(card: Json, rows: list[Json], missed: list[str]) -> list[Json]:
    """Return the rows for later copies of a datasheet, one for each row of its points."""
    surcharge = get_table(card, "additionalCost")
    if not surcharge:
        return []
    cost, after = get_number(surcharge, "cost"), get_number(surcharge, "afterSelections")
    if cost is None or after is None or after < 1:
        missed.append(f"surcharge {surcharge.get('cost')} after {surcharge.get('afterSelections')}")
        return []
    result: list[Json] = []
    for row in rows:
        points = row["points"]
        when = row.get("when")
        if isinstance(points, int):
            conditions: Json = {**when} if isinstance(when, dict) else {}
            conditions["copy_from"] = after + 1
            result.append({**row, "points": points + cost, "when": conditions})
    return result


def _list_item_prices(card: Json, spellings: str, missed: list[str]) -> list[Json]:
    """Return a row with `add_item` for each item of wargear that costs points.

    An item with two prices, in different options, is not understood.
    """
    prices: dict[str, int] = {}
    for option in get_tables(card, "wargearOptions"):
        for item in get_tables(option, "options"):
            points = get_number(item, "cost")
            name = read_english(item.get("name"))
            if not points or not name:
                continue
            name = find_spelling(re.split(r"\s*[\u2013\u2014]\s*", name)[0], spellings)
            if prices.setdefault(name, points) != points:
                missed.append(f"{name} {points} points")
    return [{"add_item": name, "points": points} for name, points in prices.items()]
