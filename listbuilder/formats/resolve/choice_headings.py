"""Tell names of choices from items, where what was chosen stands below them.

The choice is not had beside what it is.
"""

from __future__ import annotations

from listbuilder.formats.parsed import Listed
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.matching.likeness import make_singular_key
from listbuilder.matching.names import Match
from listbuilder.matching.numbers import BARE_COUNT
from listbuilder.model.base import fold


def is_choice_heading(entry: Listed, names: SheetNames) -> bool:
    """Return whether an entry is the heading of a choice, with what was chosen listed below it.

    Its name has only words of the unit's wargear, of the unit, or of its children; or its children
    are exactly the items it names. It has no count above one, unless its children sum up to it.
    """
    if entry.children and not entry.models and _is_sum_of_children(entry, names):
        return True
    if not (entry.children or entry.heading) or entry.models:
        return False
    if entry.counted and entry.count != 1:
        return False
    match = None if entry.heading else names.items.find_exact(entry.name)
    if match and not any(_is_same_item(child, entry, match, names) for child in entry.children):
        return bool(BARE_COUNT.match(entry.name))
    around = (names.sheet.name, *names.kinds, *(child.name for child in entry.children))
    words_around: set[str] = set()
    for text in around:
        words_around.update(make_singular_key(text).split())
    name = entry.name.partition(" (")[0] if entry.token else entry.name
    return names.is_about_wargear(name, words_around)


def _is_sum_of_children(entry: Listed, names: SheetNames) -> bool:
    """Return whether the children of `entry` list each item of its name, in that number.

    `2x 2 Bolt Pistols`, and below it `4x Bolt pistol`.
    """
    own_items = {
        match.target: entry.count * count for match, count in names.list_items_in(entry.name)
    }
    listed: dict[str | None, int] = {}
    for child in entry.children:
        for match, count in names.list_items_in(child.name):
            listed[match.target] = child.count * count
    return bool(own_items) and all(listed.get(item) == count for item, count in own_items.items())


def _is_same_item(child: Listed, choice: Listed, match: Match, names: SheetNames) -> bool:
    """Return whether `child` is the item that the `choice` above it stands for.

    It has the same name, or `match` says that the choice's name is an alias of the child's item.
    """
    if fold(child.name) == fold(choice.name):
        return True
    listed = names.items.find_exact(child.name) if match.how == "alias" and match.target else None
    return listed is not None and listed.target == match.target
