"""Find what some tools print twice, in a unit that lost its indents.

It was told by how deep it stands: where a paste lost that, it is told by names and counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import Listed, ParsedUnit
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.matching.likeness import make_singular_key
from listbuilder.matching.names import Match
from listbuilder.matching.numbers import BARE_COUNT, COUNT

MOST_PARTS = 30  # of one choice; no option of any datasheet comes near that
_JOINT = re.compile(r",? and |, ")


def drop_repeated_entries(
    unit: ParsedUnit, names: SheetNames, model: Callable[[Listed], Match | None], account: Account
) -> None:
    """Remove the entries of `unit` that only repeat other lines, and mark them as read.

    Nothing is done unless the unit has lost its indentation. `model` returns the model that an
    entry names, or None.
    """
    if not unit.flat:
        return
    twice = [*_find_repeated_models(unit, model), *_find_choice_names(unit, names)]
    account.source.mark_mapped(*(entry.line for entry in twice))
    left_out = set(map(id, twice))
    unit.entries = [entry for entry in unit.entries if id(entry) not in left_out]


def mark_models_named_by_items(unit: ParsedUnit, names: SheetNames) -> None:
    """Mark entries of `unit` as models that are named by some of what they carry.

    Some programs print no count for one model: `Battle Sister w/ Special Weapon`. Such a name may
    also be that of an item. Nothing is done unless the unit has lost its indentation, what the
    models carry stands behind them, and they then make up a size that the datasheet allows.
    """
    if not unit.flat:
        return
    found: list[Listed] = []
    total = 0
    for place, entry in enumerate(unit.entries):
        if names.match_model(entry.name) is None:
            continue
        if _is_model_named_by_items(unit.entries[place : place + 1 + MOST_PARTS], names):
            found.append(entry)
            total += entry.count
        elif entry.counted or names.models.find_exact(entry.name):
            total += entry.count
    if found and total in names.sheet.totals:
        for entry in found:
            entry.models = entry.counted = True


def _is_model_named_by_items(entries: list[Listed], names: SheetNames) -> bool:
    """Return whether the first of `entries` names models with some of their wargear.

    Wargear must stand behind it. If the name alone could mean items, they must be listed there; if
    it couldn't, it must have no count, because a counted one is told without this.
    """
    first, *behind = entries
    if first.token or first.children or not names.is_variant_of_model(first.name):
        return False
    carried: set[str | None] = set()
    for entry in behind:
        items = names.list_items_in(entry.name)
        if not items or names.is_variant_of_model(entry.name):
            break
        carried.update(match.target for match, _ in items)
    named = {match.target for match, _ in names.list_items_in(first.name)}
    return bool(carried) and named <= carried and (bool(named) or not first.counted)


def _find_repeated_models(
    unit: ParsedUnit, model: Callable[[Listed], Match | None]
) -> list[Listed]:
    """Return the entries that name the same models a second time among what the models carry.

    With these entries the unit would have more models than stated. They must make up that surplus
    exactly; otherwise the result is empty.
    """
    model_entries = [(entry, match.target) for entry in unit.entries if (match := model(entry))]
    surplus = sum(entry.count for entry, _ in model_entries) - (unit.models or 0)
    echoes: list[Listed] = []
    for (above, model_above), (entry, model_below) in pairwise(model_entries):
        if model_above == model_below and above.count == entry.count <= surplus:
            echoes.append(entry)
            surplus -= entry.count
    return echoes if unit.models and not surplus else []


def _find_choice_names(unit: ParsedUnit, names: SheetNames) -> list[Listed]:
    """Return entries that are names of choices, with exactly the chosen things behind them.

    Examples are `2 ectoplasma cannons` and `Ectoplasma cannon and claws`.
    """
    choices: list[Listed] = []
    for place, entry in enumerate(unit.entries):
        if entry.token or entry.children:
            continue
        below = unit.entries[place + 1 : place + 1 + MOST_PARTS]
        if entry.counted:
            has_inner_count = BARE_COUNT.match(entry.name) or COUNT.match(entry.name)
            repeated = (
                bool(has_inner_count)
                and bool(below)
                and _is_same_count_of_items(entry, below[0], names)
            )
        elif BARE_COUNT.match(entry.name):
            repeated = bool(below) and _is_same_count_of_items(entry, below[0], names)
        else:
            repeated = _is_listing_of_parts(
                _JOINT.split(entry.name), [below_entry.name for below_entry in below]
            )
        if repeated:
            choices.append(entry)
    return choices


def _is_same_count_of_items(choice: Listed, below: Listed, names: SheetNames) -> bool:
    """Return whether the name of `choice` says the same item and count as the entry `below`."""
    chosen = [
        (match.target, choice.count * count) for match, count in names.list_items_in(choice.name)
    ]
    listed = [(match.target, below.count) for match, _ in names.list_items_in(below.name)]
    return bool(chosen) and chosen == listed


def _is_listing_of_parts(parts: list[str], listed: list[str]) -> bool:
    """Return whether the names in `listed` begin with one name for each of `parts`.

    `parts` are at least two parts of a choice's name. The names may be in any order. A name fits a
    part if it has all words of the part.
    """
    if not 1 < len(parts) <= len(listed):
        return False
    left = [set(make_singular_key(name).split()) for name in listed[: len(parts)]]
    for words in (set(make_singular_key(part).split()) for part in parts):
        fitting = next((words_of_name for words_of_name in left if words <= words_of_name), None)
        if fitting is None:
            return False
        left.remove(fitting)
    return True
