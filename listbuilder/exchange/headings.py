"""Names of choices, with what was chosen below them: the choice is not had beside what it is."""

from __future__ import annotations

from listbuilder.exchange.parsed import Listed
from listbuilder.games.muster.sheet_names import SheetNames
from listbuilder.games.shared.likeness import key
from listbuilder.games.shared.names import Match
from listbuilder.games.shared.numbers import BARE_COUNT
from listbuilder.model.base import fold


def is_heading(entry: Listed, names: SheetNames) -> bool:
    """A choice, and below it what was chosen: not counted, and in words of the unit's own wargear and of what it opens."""
    if entry.children and not entry.models and _repeats(entry, names):
        return True
    if not (entry.children or entry.heading) or entry.models or (entry.counted and entry.count != 1):
        return False
    found = None if entry.heading else names.items.find(entry.name)
    if found and not any(_same(child, entry, found, names) for child in entry.children):
        return bool(BARE_COUNT.match(entry.name))
    around = (names.sheet.name, *names.kinds, *(child.name for child in entry.children))
    name = entry.name.partition(" (")[0] if entry.token else entry.name
    return names.speaks_of_wargear(name, {word for each in around for word in key(each).split()})


def _repeats(entry: Listed, names: SheetNames) -> bool:
    """`2x 2 Bolt Pistols`, and below it `4x Bolt pistol`: all that its name says, as often as it says it."""
    mine = {match.target: entry.count * each for match, each in names.items_in(entry.name)}
    listed = {match.target: child.count * n for child in entry.children for match, n in names.items_in(child.name)}
    return bool(mine) and all(listed.get(item) == count for item, count in mine.items())


def _same(child: Listed, choice: Listed, found: Match, names: SheetNames) -> bool:
    """Whether what stands below a choice is what the choice is known to be: listed once, not twice."""
    if fold(child.name) == fold(choice.name):
        return True
    listed = names.items.find(child.name) if found.how == "alias" and found.target else None
    return listed is not None and listed.target == found.target
