"""The lookup of a roster's detachments and enhancements.

They are looked up in the faction, in its parent, or wherever else they are from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec

from listbuilder.games.common.resolve import Fail
from listbuilder.games.common.roster_values import Table, resolve_one
from listbuilder.games.wh40k.army import Chosen, Muster
from listbuilder.games.wh40k.catalog import Shelf
from listbuilder.games.wh40k.faction import Detachment, Enhancement, Faction
from listbuilder.games.wh40k.removed_things import describe_removal, find_removed_detachment
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path, fold


def yield_available_detachments(army: Muster) -> Iterator[Detachment]:
    """Yield every detachment that this army may choose, with its cost for this army."""
    for faction in army.list_own_factions():
        for detachment in faction.detachments:
            if may_choose(army, faction, detachment):
                yield _apply_chapter_price(army, detachment)


def may_choose(army: Muster, faction: Faction, detachment: Detachment) -> bool:
    """Return whether the army may choose this detachment of `faction`, its own or parent."""
    if detachment.keyword and army.chapter and fold(detachment.keyword) != fold(army.chapter):
        return False
    listed = [choosable.id for choosable in army.faction.parent_detachments]
    if listed and faction is army.parent and detachment.id not in listed:
        return False
    return not is_forbidden_to_chapter(army, faction, detachment)


def is_forbidden_to_chapter(army: Muster, faction: Faction, detachment: Detachment) -> bool:
    """Return whether `faction` forbids this detachment to the army's chapter."""
    limits = faction.if_chapter.get(army.chapter or "")
    return bool(limits and detachment.id in limits.forbid_detachments)


def resolve_detachments(
    army: Muster, given: Sequence[tuple[str, Path]], shelf: Shelf, today: Shelf, fail: Fail
) -> None:
    """Set `army.chosen` and `army.detachments` to the detachments that the roster names.

    `given` holds their ids or names with their paths. A detachment of another faction is recorded;
    an unknown one is a problem, reported by `fail`. If the army's chapter is not set, the first
    detachment that belongs to a chapter sets it. `today` is today's catalog, which knows what no
    longer exists.
    """
    found: list[Chosen] = []
    for name, path in given:
        chosen = _resolve_detachment(army, name, path, shelf, today, fail)
        army.chapter = army.chapter or (chosen.detachment.keyword if chosen.detachment else None)
        found.append(chosen)
    army.chosen = tuple(found)
    army.detachments = tuple(choice.detachment for choice in army.chosen if choice.detachment)


def _resolve_detachment(
    army: Muster, given: str, path: Path, shelf: Shelf, today: Shelf, fail: Fail
) -> Chosen:
    """Return the detachment that `given` names, with as much as the data knows of it.

    A detachment that no longer exists is recorded in `army`; one of another faction is returned
    without its rules. If no data has it, a problem is reported by `fail` and only the name is
    returned.
    """
    detachment_id = resolve_one(given, path, _yield_name_tables(army, shelf), fail)
    if detachment_id is None:
        return Chosen(given, path)
    given = detachment_id
    for faction in army.list_own_factions():
        found = faction.detachment_by_id.get(given)
        if found:
            home = None if may_choose(army, faction, found) else found.keyword or faction.name
            return Chosen(given, path, _apply_chapter_price(army, found), home)
    for faction in army.list_own_factions():
        data = shelf.load_faction(faction.id)
        if data and (found := data.find_detachment(given)):  # of another day
            home = None if may_choose(army, faction, found) else found.keyword or faction.name
            return Chosen(given, path, _apply_chapter_price(army, found), home)
    own_data = [today.load_faction(faction.id) for faction in army.list_own_factions()]
    removed = find_removed_detachment(today, filter(None, own_data), given)
    if removed is not None:
        detachment, home_data = removed
        away = describe_removal(today, home_data, "detachments", detachment.id)
        names = tuple(candidate.name for candidate in yield_available_detachments(army))
        army.note_unavailable("detachment", away, path, at=path, known=names)
        army.by_today[path] = frozenset({"detachment"})
        return Chosen(given, path, detachment)
    for faction_id in shelf.list_ids():
        data = shelf.load_faction(faction_id)
        if data and (found := data.head.detachment_by_id.get(given)):
            return Chosen(given, path, home=data.head.name, called=found.name)
    choices = {detachment.id: detachment.name for detachment in yield_available_detachments(army)}
    args = {
        "given": given,
        "faction": army.faction_name,
        "known": list(choices.values()),
        "near": find_nearest(given, choices),
    }
    fail("unknown_detachment", path, **args)
    return Chosen(given, path)


def _yield_name_tables(army: Muster, shelf: Shelf) -> Iterator[Table]:
    """Yield tables of detachment names by id: those of the army's factions, then those of all."""
    heads = list(army.list_own_factions())
    for data in filter(None, map(shelf.load_faction, shelf.list_ids())):
        heads.append(data.head)
    for faction in heads:
        yield {detachment.id: detachment.name for detachment in faction.detachments}


def _apply_chapter_price(army: Muster, detachment: Detachment) -> Detachment:
    """Return the detachment with its cost for this army.

    A chapter may pay another price for a detachment of its parent faction.
    """
    if detachment.id in army.faction.detachment_by_id:
        return detachment
    for listed in army.faction.parent_detachments:
        if listed.id == detachment.id:
            if listed.dp == detachment.dp:
                return detachment
            return msgspec.structs.replace(detachment, dp=listed.dp)
    return detachment


def yield_enhancement_tables(army: Muster) -> Iterator[Table]:
    """Yield two tables of enhancement names by id: of the chosen detachments, then of all.

    The second table has all detachments of the army's faction and its parent.
    """
    chosen = chain.from_iterable(detachment.enhancements for detachment in army.detachments)
    yield {enhancement.id: enhancement.name for enhancement in chosen}
    yield {enhancement.id: enhancement.name for enhancement in _yield_enhancements(army)}


def _yield_enhancements(army: Muster) -> Iterator[Enhancement]:
    """Yield the enhancements of all detachments of the army's factions."""
    for faction in army.list_own_factions():
        for detachment in faction.detachments:
            yield from detachment.enhancements


def find_enhancement(army: Muster, enhancement_id: str) -> Enhancement | None:
    """Return the enhancement with that id, or None if the army's factions have none.

    The chosen detachments are searched first, then the others.
    """
    chosen = chain.from_iterable(detachment.enhancements for detachment in army.detachments)
    for enhancement in chain(chosen, _yield_enhancements(army)):
        if enhancement.id == enhancement_id:
            return enhancement
    return None


def get_detachment_name_of(army: Muster, enhancement: Enhancement) -> str:
    """Return the name of the detachment with the enhancement; an empty text without one."""
    for faction in army.list_own_factions():
        for detachment in faction.detachments:
            if any(own.id == enhancement.id for own in detachment.enhancements):
                return detachment.name
    return ""


def list_enhancement_ids(army: Muster) -> list[str]:
    """Return the ids of all enhancements of the army's factions."""
    return [enhancement.id for enhancement in _yield_enhancements(army)]
