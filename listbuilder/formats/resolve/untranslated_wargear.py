"""Read units of a list in another language if some names of models or wargear are unknown.

The unit itself is known. Unknown items are left unchecked, and a note says so; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import Listed, ParsedList, ParsedUnit
from listbuilder.formats.resolve.model_groups import ModelGroup
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.matching.names import Match
from listbuilder.matching.phrases import get_words
from listbuilder.matching.translation import is_foreign
from listbuilder.model.army import Army, Group
from listbuilder.model.base import Path, fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.finding import Note
from listbuilder.model.roster_data import RosterData

LONGEST = 60  # characters of the name of an item; what is longer is a sentence


def may_be_untranslated_item(
    entry: Listed, unit: ParsedUnit, names: SheetNames, foreign: bool
) -> bool:
    """Return whether `entry` may be an item whose name nobody has translated.

    `foreign`: the list is in another language. Otherwise the unit's and the item's names must be,
    in a form that leaves out usual wargear. What has points or something below it is no such item.
    """
    if entry.children or entry.points is not None or not 1 < len(entry.name) <= LONGEST:
        return False
    if ":" in entry.name or entry.name.endswith((".", "!", "?")):
        return False
    if foreign:
        return True
    return unit.partial and names.is_foreign_name(unit.name) and is_foreign(entry.name)


def is_any_model(name: str) -> bool:
    """Return whether `name` only says that it is a model, such as Model or Figurine."""
    return any(fold(name) in (word, word.removesuffix("s")) for word in get_words("listed"))


def choose_unnamed_model(
    entry: Listed, unit: ParsedUnit, names: SheetNames, groups: Sequence[ModelGroup]
) -> Match | None:
    """Return the kind of model that `entry` must be, although its name is unknown; else None.

    The entry must have a count and something below it. Its kind is the only one left of which the
    unit may have so many.
    """
    if not entry.counted or not entry.children or entry.token or names.list_items_in(entry.name):
        return None
    taken = {group.model for group in groups}
    for other in unit.entries:
        match = names.match_model(other.name)
        if match and match.target:
            taken.add(match.target)
    fitting: list[str] = []
    for line in names.sheet.alternatives[0] if len(names.sheet.alternatives) == 1 else ():
        if line.name not in taken and max(line.min, 1) <= entry.count <= line.max:
            fitting.append(line.name)
    return Match(fitting[0], "guess") if len(fitting) == 1 else None


def drop_unsure_wargear(
    sheet: Datasheet, models: list[RosterData], wanted: int | None
) -> list[RosterData] | int | None:
    """Return `models` without what can't be right, as names are unknown or only guessed.

    `wanted` is the number of models that the list states or its points tell, or None. If the rows
    have another number, only the number is returned. If no use of the options gives their wargear,
    they come back without it.
    """
    from listbuilder.wargear.check import check_wargear  # only where names are not understood

    total = sum(row["count"] for row in models)
    if wanted not in (None, total) or not sheet.size.min <= total <= sheet.size.max:
        return wanted
    groups = [Group(row["model"], row["count"], row.get("wargear")) for row in models]
    if check_wargear(sheet, groups, explained=False).status != "illegal":
        return models
    return [{"model": row["model"], "count": row["count"]} for row in models]


def report_unchecked_items(army: Army | None, parsed: ParsedList, account: Account) -> list[Note]:
    """Return the note that names all items left unchecked; report those that must not be.

    An item may be left unchecked if the list states the points that its unit costs without it. A
    unit without points is right if the total is. The others are reported as not understood. Empty
    if nothing was left unchecked.
    """
    if army is None or not account.unchecked:
        return []
    stated = _get_stated_points(army, parsed, account)
    computed = {unit.path: unit.points for unit in army.units}
    ordered = army.find_priced_in_other_order(stated)
    units: dict[str, None] = {}
    names: dict[str, None] = {}
    for item in account.unchecked:
        agrees = parsed.total == army.points
        if item.path in stated:
            agrees = stated[item.path] == computed.get(item.path) or item.path in ordered
        if agrees:
            units[item.datasheet] = names[item.given] = None
        else:
            args = {"given": item.given, "datasheet": item.datasheet}
            account.mark_unread(item.line, "unread_item", (*item.path, "models"), **args)
    account.problems.sort(key=lambda problem: problem.line or 0)
    if not names:
        return []
    words = {"units": list(units), "names": list(names)}
    return [Note(key="items_unknown_in_language", args=words)]


def _get_stated_points(army: Army, parsed: ParsedList, account: Account) -> dict[Path, int]:
    """Return the points that the list states for its units, by their paths in the roster."""
    lines = {unit.line: unit for unit in parsed.units}
    stated: dict[Path, int] = {}
    for unit in army.units:
        listed = lines.get(account.marks.get(unit.path, (0, 0))[0])
        if listed is None or listed.points is None:
            continue
        stated[unit.path] = listed.points
        if parsed.adds_enhancements:
            stated[unit.path] += sum(words.points or 0 for words in listed.enhancements)
    return stated
