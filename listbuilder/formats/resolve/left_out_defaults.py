"""Find out what models carry if a list leaves out their default wargear.

New Recruit since its version 36 prints only what differs from the default: "19x Trooper", below it
"2 with Flamer". The other 17 carry what the datasheet gives them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from listbuilder.formats.parsed import Listed, ParsedUnit
from listbuilder.formats.resolve.model_groups import ModelGroup
from listbuilder.formats.source import Source
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.games.wh40k.sizes import make_default_groups
from listbuilder.matching import phrases
from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.wargear import get_item_name
from listbuilder.wargear.loadout import get_default_wargear

_VERSION = re.compile(r"v(\d{1,3})(?:\.\d|\b)", re.IGNORECASE)


def is_printed_without_defaults(source: Source) -> bool:
    """Return whether the last lines name a program, in a version that leaves out defaults."""
    programs: dict[str, int] = phrases.load_phrases()["without_defaults"]
    for line in source.lines[-8:]:
        version = _VERSION.search(line.words)
        for program, first in programs.items():
            is_of_version = first == 0 or (version is not None and int(version[1]) >= first)
            if is_of_version and program in fold(line.words):
                return True
    return False


def lacks_default_wargear(unit: ParsedUnit, names: SheetNames) -> bool:
    """Return whether `unit` names no wargear for models that have some by default.

    False if a line that the reader took for models isn't the name of a model, because then it may
    be wargear.
    """
    if not names.sheet.default_wargear:
        return False
    models = [entry for entry in unit.entries if entry.models]
    if any(names.models.find_exact(entry.name) is None for entry in models):
        return False
    return not unit.entries or any(not entry.children for entry in models)


def has_only_default_items(loadout: Listed, model: str, names: SheetNames) -> bool:
    """Return whether every item of `loadout` is default wargear of the kind `model`.

    A list with such a loadout prints what doesn't differ, so it leaves no models out.
    """
    default: set[str] = set()
    for row in names.sheet.default_wargear:
        if row.is_for_model(model):
            default.update(fold(get_item_name(item)) for item in row.items)
    for child in loadout.children:
        for match, _ in names.list_items_in(child.name):
            if match.target is not None and fold(match.target) not in default:
                return False
    return True


def list_unlisted_models(
    names: SheetNames, groups: Iterable[ModelGroup], stated: int
) -> list[tuple[str, int]]:
    """Return (model, count) of the models of a usual unit of `stated` models that `groups` lack.

    Empty if none is missing, or if `groups` has more of a kind than such a unit.
    """
    listed: Counter[str] = Counter()
    for group in groups:
        listed[group.model] += group.count
    if not 0 < sum(listed.values()) < stated:
        return []
    missing: list[tuple[str, int]] = []
    usual = {group.model: group.count for group in make_default_groups(names.sheet, stated)}
    for model, count in usual.items():
        if count > listed[model]:
            missing.append((model, count - listed[model]))
    is_exact = sum(count for _, count in missing) == stated - sum(listed.values())
    return missing if is_exact else []


def add_defaults(
    names: SheetNames, groups: Sequence[ModelGroup], bare: Iterable[ModelGroup]
) -> list[str]:
    """Add the default wargear to the `bare` groups, whose own lines name none; return the items.

    They only have items that the list names for the whole unit. Nothing is added if the unit is
    legal without it, or would not be legal with it.
    """
    from listbuilder.wargear.check import check_wargear  # only where a list leaves something out

    places = [place for place, group in enumerate(groups) if group in bare and group.wargear]
    written = [Group(group.model, group.count, group.wargear or None) for group in groups]
    if not places or check_wargear(names.sheet, written, explained=False).status != "illegal":
        return []
    defaults = get_default_wargear(names.sheet, written)
    completed = list(written)
    for place in places:
        wargear = {**defaults[place]}
        for item, count in groups[place].wargear.items():
            wargear[item] = max(count, wargear.get(item, 0))
        completed[place] = Group(groups[place].model, groups[place].count, wargear)
    if check_wargear(names.sheet, completed, explained=False).status == "illegal":
        return []
    added: list[str] = []
    for place in places:
        added += [item for item in defaults[place] if item not in groups[place].wargear]
        groups[place].wargear = dict(completed[place].wargear or {})
    return added
