"""The units of other factions that an army might take.

They may come by a rule of its own faction, of any detachment it may choose, or of theirs. Whether
the army may take them as it stands, the law says. Here is only what is worth looking at.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.game import Findable
from listbuilder.games.wh40k.ally_standing import can_include_unit, list_includes
from listbuilder.games.wh40k.army import Muster
from listbuilder.games.wh40k.catalog import FactionData, Shelf
from listbuilder.games.wh40k.detachments import yield_available_detachments
from listbuilder.games.wh40k.faction import AsAllies, Include
from listbuilder.matching.requirements import Tags
from listbuilder.model.base import fold


def yield_possible_allies(
    shelf: Shelf, army: Muster
) -> Iterator[tuple[FactionData, list[Findable]]]:
    """Yield each other faction from which the army might take units, with those units.

    These are all units of a faction that may come as allies, otherwise the units that some rule can
    include. Rules of detachments that the army could choose count too.
    """
    named: set[str] = set()
    for faction in army.list_own_factions():
        named.update(map(fold, faction.allies))
    includes = _list_possible_includes(army)
    keywords = _collect_own_keywords(shelf, army)
    for data in _yield_other_factions(shelf, army):
        if fold(data.head.name) in named or _may_come_as_allies(data.head.as_allies, keywords):
            yield data, data.list_entries()
            continue
        rules = [include for include in includes if include.from_ in (None, data.head.id)]
        if rules:
            admitted = [entry for entry in data.list_entries() if _is_let_in(rules, data, entry)]
            if admitted:
                yield data, admitted


def yield_foreign_units(shelf: Shelf, army: Muster) -> Iterator[tuple[FactionData, list[Findable]]]:
    """Yield each other faction with its units that no army of this faction might take."""
    possible: dict[str, set[str]] = {}
    for data, entries in yield_possible_allies(shelf, army):
        possible[data.head.id] = {entry.id for entry in entries}
    for data in _yield_other_factions(shelf, army):
        known = possible.get(data.head.id, set())
        yield data, [entry for entry in data.list_entries() if entry.id not in known]


def _yield_other_factions(shelf: Shelf, army: Muster) -> Iterator[FactionData]:
    """Yield the data of all factions except the army's faction and its parent."""
    own = {faction.id for faction in army.list_own_factions()}
    for faction_id in shelf.list_ids():
        data = shelf.load_faction(faction_id) if faction_id not in own else None
        if data is not None:
            yield data


def _list_possible_includes(army: Muster) -> list[Include]:
    """Return the rules that include units of other factions, in the army or in armies like it.

    They are those of its factions, of its detachments and of all detachments it could choose.
    """
    own = [faction.include for faction in army.list_own_factions()]
    possible = [detachment.include for detachment in yield_available_detachments(army)]
    return [include for include in (*own, *list_includes(army), *possible) if include]


def _collect_own_keywords(shelf: Shelf, army: Muster) -> Tags:
    """Return every keyword, folded, that some unit of the army's own factions has."""
    keywords: set[str] = set()
    for faction in army.list_own_factions():
        data = shelf.load_faction(faction.id)
        for entry in data.list_entries() if data else ():
            keywords.update(map(fold, (*entry.keywords, *entry.faction_keywords)))
    return frozenset(keywords)


def _may_come_as_allies(rule: AsAllies | None, keywords: Tags) -> bool:
    """Return whether the rule allows allies in an army whose units have these keywords.

    `keywords` are all keywords that units of the army's factions have. False if `rule` is None.
    """
    if rule is None:
        return False
    wanted = [keyword for keyword in (rule.army_keyword, *rule.army_keyword_any) if keyword]
    return not wanted or any(fold(keyword) in keywords for keyword in wanted)


def _is_let_in(rules: list[Include], data: FactionData, entry: Findable) -> bool:
    """Return whether one of the rules includes the unit `entry` of the faction `data`."""
    tags = frozenset(map(fold, (*entry.keywords, *entry.faction_keywords, entry.name)))
    return any(can_include_unit(rule, data.head.id, entry.name, tags) for rule in rules)
