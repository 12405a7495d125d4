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
    """Yield each faction of which the army might take units, with those units.

    They are all that it has if it comes as allies, else those that some rule lets in.
    """
    own = {faction.id for faction in army.list_own_factions()}
    named = {fold(name) for faction in army.list_own_factions() for name in faction.allies}
    includes = _list_possible_includes(army)
    keywords = _collect_own_keywords(shelf, own)
    for data in _yield_other_factions(shelf, own):
        if fold(data.head.name) in named or _may_come_as_allies(data.head.as_allies, keywords):
            yield data, data.list_entries()
            continue
        rules = [include for include in includes if include.from_ in (None, data.head.id)]
        if admitted := [
            entry for entry in data.list_entries() if rules and _is_let_in(rules, data, entry)
        ]:
            yield data, admitted


def yield_foreign_units(shelf: Shelf, army: Muster) -> Iterator[tuple[FactionData, list[Findable]]]:
    """Yield each other faction with its units that no army like this one might take."""
    possible = {
        (data.head.id, entry.id)
        for data, entries in yield_possible_allies(shelf, army)
        for entry in entries
    }
    for data in _yield_other_factions(shelf, {faction.id for faction in army.list_own_factions()}):
        yield (
            data,
            [entry for entry in data.list_entries() if (data.head.id, entry.id) not in possible],
        )


def _yield_other_factions(shelf: Shelf, own: set[str]) -> Iterator[FactionData]:
    """Yield the data of all factions but the `own` ones."""
    for faction_id in shelf.list_ids():
        data = shelf.load_faction(faction_id) if faction_id not in own else None
        if data is not None:
            yield data


def _list_possible_includes(army: Muster) -> list[Include]:
    """Return the rules that let in units: the faction's, and those of chosen or possible
    detachments.
    """
    own = [faction.include for faction in army.list_own_factions() if faction.include]
    possible = [
        detachment.include for detachment in yield_available_detachments(army) if detachment.include
    ]
    return [*own, *list_includes(army), *possible]


def _collect_own_keywords(shelf: Shelf, own: set[str]) -> Tags:
    """Return every keyword, folded, that some unit of the army's own factions has."""
    own_factions = [data for faction_id in own if (data := shelf.load_faction(faction_id))]
    return frozenset(
        fold(word)
        for data in own_factions
        for entry in data.list_entries()
        for word in (*entry.keywords, *entry.faction_keywords)
    )


def _may_come_as_allies(rule: AsAllies | None, keywords: Tags) -> bool:
    """Return whether the rule lets units be allies in an army whose units have these keywords."""
    if rule is None:
        return False
    wanted = (*((rule.army_keyword,) if rule.army_keyword else ()), *rule.army_keyword_any)
    return not wanted or any(fold(keyword) in keywords for keyword in wanted)


def _is_let_in(rules: list[Include], data: FactionData, entry: Findable) -> bool:
    """Return whether one of the rules lets in the unit of that faction."""
    tags = frozenset(map(fold, (*entry.keywords, *entry.faction_keywords, entry.name)))
    return any(can_include_unit(rule, data.head.id, entry.name, tags) for rule in rules)
