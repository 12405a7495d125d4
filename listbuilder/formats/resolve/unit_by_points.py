"""Find the datasheet of an unknown name by points, size and section, in a foreign-language list."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.formats.parsed import ParsedUnit
from listbuilder.games.wh40k.name_index import MusterNameIndex
from listbuilder.games.wh40k.price import compute_price_by_rows, list_unconditional_rows
from listbuilder.games.wh40k.sizes import make_default_groups
from listbuilder.matching.likeness import make_singular_key
from listbuilder.matching.names import Match
from listbuilder.matching.phrases import load_phrases
from listbuilder.matching.translation import get_english_words
from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.roster_data import RosterData

_OTHERS = ("other datasheets", "allied units")  # headings that are no keyword


def find_unit_by_points(unit: ParsedUnit, index: MusterNameIndex, home: str) -> Datasheet | None:
    """Return the only datasheet that the unit's points, size and section fit, or None.

    Datasheets of the faction `home` and of its parent count, with their prices on the day of
    `index` and today. If several fit, it is the one whose name shares the most words with the
    unit's; None if two share equally many. Why no other days: among the prices of all days, too
    many units would fit.
    """
    if unit.points is None or any(words.points is None for words in unit.enhancements):
        return None
    points = unit.points - sum(words.points or 0 for words in unit.enhancements)
    keyword = find_section_keyword(unit.section)
    fitting: dict[str, Datasheet] = {}
    factions = index.list_own_factions(home)
    for data in (*factions, *(index.get_faction_data(data.head.id) for data in factions)):
        for sheet in filter(None, map(data.get_sheet, data.index)):
            if keyword and keyword not in map(fold, sheet.keywords):
                continue
            if _has_price(sheet, unit.models, points):
                fitting.setdefault(sheet.id, sheet)
    sheets = list(fitting.values())
    if len(sheets) < 2:
        return sheets[0] if sheets else None
    written = get_english_words(unit.name)
    shared = {sheet.id: len(get_english_words(sheet.name) & written) for sheet in sheets}
    sheets.sort(key=lambda sheet: shared[sheet.id], reverse=True)
    return sheets[0] if shared[sheets[0].id] > shared[sheets[1].id] else None


def find_allied_namesake(
    unit: ParsedUnit, reference: str, index: MusterNameIndex, home: str
) -> tuple[str, Match] | None:
    """Return the ally that is meant by the name of a unit that may not be one, or None.

    `reference` is the unit of that name. If its faction is no ally of the faction `home`, a unit of
    an ally is meant whose name has the same words and more: `Immolator` for the Sisters of Battle
    Immolator. Of several, it is the one that costs the stated points; None if not exactly one does.
    """
    place, slash, _ = reference.rpartition("/")
    allies = index.list_allied_factions(home)
    found = index.find_datasheet(reference, home)
    if not slash or place in allies or unit.points is None or found is None:
        return None
    words = set(make_singular_key(found[0].name).split())
    costs: dict[str, bool] = {}
    for ally in allies:
        for data in filter(None, (index.shelf.load_faction(ally), index.get_faction_data(ally))):
            for sheet in filter(None, map(data.get_sheet, data.index)):
                if words < set(make_singular_key(sheet.name).split()):
                    key = f"{ally}/{sheet.id}"
                    costs[key] = costs.get(key, False) or _has_price(
                        sheet, unit.models, unit.points
                    )
    fitting = [key for key in costs if len(costs) == 1 or costs[key]]
    return (fitting[0], Match(fitting[0], "guess")) if len(fitting) == 1 else None


def find_section_keyword(section: str) -> str | None:
    """Return the folded keyword that all units under the heading `section` have, or None.

    The heading may be in any language, and may have a number behind it.
    """
    written = fold(section).rstrip(" 0123456789:")
    for row in load_phrases()["sections"]:
        if written in map(fold, row):
            return None if row[0] in _OTHERS else str(row[0])
    return None


def compute_surplus(
    sheet: Datasheet, unit: ParsedUnit, models: list[RosterData] | int | None
) -> int | None:
    """Return the points that the list states for `unit` beyond its models; None if unknown.

    `models` are those of its row in the roster.
    """
    groups: Sequence[Group]
    if isinstance(models, list):
        groups = [Group(row["model"], row["count"], row.get("wargear")) for row in models]
    else:
        groups = make_default_groups(sheet, models)
    cost = compute_price_by_rows(sheet, groups, list_unconditional_rows(sheet))
    return unit.points - cost if unit.points is not None and cost is not None else None


def _has_price(sheet: Datasheet, models: int | None, points: int) -> bool:
    """Return whether the datasheet costs `points` with `models` models.

    None stands for any number of models that the datasheet allows.
    """
    sizes = range(sheet.size.min, sheet.size.max + 1)
    rows = list_unconditional_rows(sheet)
    for size in sizes if models is None else [models]:
        if (
            size in sizes
            and compute_price_by_rows(sheet, make_default_groups(sheet, size), rows) == points
        ):
            return True
    return False
