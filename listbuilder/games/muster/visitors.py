"""Which units of other factions an army might take: by a rule of its own faction, of any detachment it may choose, or of theirs.

Whether it may, as it stands, is for the law to say. Here is only what is worth looking at.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.base import Findable
from listbuilder.games.muster.army import Muster
from listbuilder.games.muster.data import FactionData, Shelf
from listbuilder.games.muster.detachment import available
from listbuilder.games.muster.faction import AsAllies, Include
from listbuilder.games.muster.standing import includes_of, lets_in
from listbuilder.games.shared.match import Tags
from listbuilder.model.base import fold


def visitors(shelf: Shelf, army: Muster) -> Iterator[tuple[FactionData, list[Findable]]]:
    """Of each such faction the units: all that it has where it comes as allies, else those that some rule lets in."""
    own = {faction.id for faction in army.own_factions()}
    named = {fold(name) for faction in army.own_factions() for name in faction.allies}
    includes = _includes(army)
    keywords = _keywords(shelf, own)
    for data in _others(shelf, own):
        if fold(data.head.name) in named or _comes(data.head.as_allies, keywords):
            yield data, data.entries()
            continue
        rules = [each for each in includes if each.from_ in (None, data.head.id)]
        if found := [each for each in data.entries() if rules and _let_in(rules, data, each)]:
            yield data, found


def strangers(shelf: Shelf, army: Muster) -> Iterator[tuple[FactionData, list[Findable]]]:
    """All the others."""
    known = {(data.head.id, each.id) for data, entries in visitors(shelf, army) for each in entries}
    for data in _others(shelf, {faction.id for faction in army.own_factions()}):
        yield data, [each for each in data.entries() if (data.head.id, each.id) not in known]


def _others(shelf: Shelf, own: set[str]) -> Iterator[FactionData]:
    for faction_id in shelf.ids():
        data = shelf.faction(faction_id) if faction_id not in own else None
        if data is not None:
            yield data


def _includes(army: Muster) -> list[Include]:
    """Of the faction, of what is chosen, and of what could be chosen instead."""
    own = [faction.include for faction in army.own_factions() if faction.include]
    possible = [each.include for each in available(army) if each.include]
    return [*own, *includes_of(army), *possible]


def _keywords(shelf: Shelf, own: set[str]) -> Tags:
    """Every keyword that some unit of the army's own faction has."""
    known = [data for each in own if (data := shelf.faction(each))]
    return frozenset(fold(word) for data in known for each in data.entries() for word in (*each.keywords, *each.faction_keywords))


def _comes(rule: AsAllies | None, keywords: Tags) -> bool:
    if rule is None:
        return False
    wanted = (*((rule.army_keyword,) if rule.army_keyword else ()), *rule.army_keyword_any)
    return not wanted or any(fold(each) in keywords for each in wanted)


def _let_in(rules: list[Include], data: FactionData, entry: Findable) -> bool:
    tags = frozenset(map(fold, (*entry.keywords, *entry.faction_keywords, entry.name)))
    return any(lets_in(rule, data.head.id, entry.name, tags) for rule in rules)
