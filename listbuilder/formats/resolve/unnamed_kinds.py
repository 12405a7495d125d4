"""Tell which model of a unit is its leader, if the list only says what each model carries.

New Recruit calls models by their weapons: `6x Power fist and combi-weapon`. Which of them is the
champion is not said, and no error may rest on taking the wrong one.
"""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.formats.parsed import Listed
from listbuilder.formats.resolve.model_groups import ModelGroup
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.model.army import Group


def are_called_by_items(entry: Listed, names: SheetNames) -> bool:
    """Return whether `entry` calls models by what they bear, and then says what all of it is.

    `2x Paired accursed weapons: 2 with Paired accursed weapons`.
    """
    loadouts = [child for child in entry.children if child.loadout]
    if not entry.models or len(loadouts) != len(entry.children):
        return False
    is_whole = sum(loadout.count for loadout in loadouts) == entry.count
    return bool(loadouts) and is_whole and bool(names.list_items_in(entry.name))


def find_legal_kinds(
    names: SheetNames, groups: Sequence[ModelGroup], is_named: bool
) -> list[ModelGroup] | None:
    """Return `groups` with another model as the one of its kind, so that their wargear is legal.

    `is_named`: the list names the model that is the only one of its kind; it is then kept. None if
    the wargear is legal as it is, if no model makes it so, or if the unit has other kinds than many
    models of one and one of another.
    """
    bulk, sheet = names.bulk, names.sheet
    if bulk is None or len(sheet.alternatives) != 1:
        return None
    single = [line for line in sheet.alternatives[0] if line.name != bulk.name]
    if len(single) != 1 or (single[0].min, single[0].max) != (1, 1):
        return None
    kind = single[0].name
    has_kind = any(group.model == kind for group in groups)
    if any(group.model not in (bulk.name, kind) for group in groups) or (has_kind and is_named):
        return None
    total = sum(group.count for group in groups)
    if not sheet.size.min <= total <= sheet.size.max or (has_kind and _is_legal(names, groups)):
        return None
    alike = [ModelGroup(bulk.name, group.count, group.line, group.wargear) for group in groups]
    for place, group in enumerate(alike):
        if any(count % group.count for count in group.wargear.values()):
            continue
        one = {item: count // group.count for item, count in group.wargear.items()}
        rest = {item: count - one[item] for item, count in group.wargear.items()}
        left = [ModelGroup(bulk.name, group.count - 1, group.line, rest)] if group.count > 1 else []
        tried = [
            ModelGroup(kind, 1, group.line, one),
            *alike[:place],
            *left,
            *alike[place + 1 :],
        ]
        if _is_legal(names, tried):
            return tried
    return None


def _is_legal(names: SheetNames, groups: Sequence[ModelGroup]) -> bool:
    """Return whether some use of the datasheet's options gives the wargear of `groups`."""
    from listbuilder.wargear.check import check_wargear  # only where kinds are not named

    army = [Group(group.model, group.count, group.wargear or None) for group in groups]
    return check_wargear(names.sheet, army, explained=False).status != "illegal"
