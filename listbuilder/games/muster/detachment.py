"""Finds the roster's detachments and enhancements, in the faction, its parent, or wherever else they are from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from listbuilder.games.muster.army import Chosen, Muster
from listbuilder.games.muster.data import Shelf
from listbuilder.games.muster.faction import Detachment, Enhancement, Faction
from listbuilder.games.muster.gone import gone_detachment, gone_today
from listbuilder.games.shared.resolving import Fail
from listbuilder.games.shared.values import Table, one
from listbuilder.model.base import Path, fold
from listbuilder.store.nearest import nearest


def available(army: Muster) -> Iterator[Detachment]:
    """Every detachment this army may choose."""
    for faction in army.own_factions():
        for detachment in faction.detachments:
            if may_choose(army, faction, detachment):
                yield _at_its_price(army, detachment)


def may_choose(army: Muster, faction: Faction, detachment: Detachment) -> bool:
    if detachment.keyword and army.chapter and fold(detachment.keyword) != fold(army.chapter):
        return False
    listed = army.faction.parent_detachments
    if listed and faction is army.parent and all(each.id != detachment.id for each in listed):
        return False
    return not forbidden(army, faction, detachment)


def forbidden(army: Muster, faction: Faction, detachment: Detachment) -> bool:
    """By name, to this army's chapter."""
    limits = faction.if_chapter.get(army.chapter or "")
    return bool(limits and detachment.id in limits.forbid_detachments)


def settle(army: Muster, given: Sequence[tuple[str, Path]], shelf: Shelf, today: Shelf, fail: Fail) -> None:
    """Fills army.chosen and army.detachments; an id of another faction is noted, an id of none is a problem.

    The first that is of a chapter makes the army one of that chapter, where nothing else has. `today` is the shelf of
    today, which knows what is gone.
    """
    found: list[Chosen] = []
    for name, path in given:
        chosen = _chosen(army, name, path, shelf, today, fail)
        army.chapter = army.chapter or (chosen.detachment.keyword if chosen.detachment else None)
        found.append(chosen)
    army.chosen = tuple(found)
    army.detachments = tuple(each.detachment for each in army.chosen if each.detachment)


def _chosen(army: Muster, given: str, path: Path, shelf: Shelf, today: Shelf, fail: Fail) -> Chosen:
    wanted = one(given, path, _names(army, shelf), fail)
    if wanted is None:
        return Chosen(given, path)
    given = wanted
    for faction in army.own_factions():
        found = faction.detachment_by_id.get(given)
        if found:
            home = None if may_choose(army, faction, found) else found.keyword or faction.name
            return Chosen(given, path, _at_its_price(army, found), home)
    for faction in army.own_factions():
        data = shelf.faction(faction.id)
        if data and (found := data.detachment(given)):  # of another day
            home = None if may_choose(army, faction, found) else found.keyword or faction.name
            return Chosen(given, path, _at_its_price(army, found), home)
    homes = [data for faction in army.own_factions() if (data := today.faction(faction.id))]
    if (went := gone_detachment(today, homes, given)) is not None:
        detachment, home_data = went
        away = gone_today(today, home_data, "detachments", detachment.id)
        names = tuple(each.name for each in available(army))
        army.note_away("detachment", away, path, at=path, known=names)
        army.by_today[path] = frozenset({"detachment"})
        return Chosen(given, path, detachment)
    for faction_id in shelf.ids():
        data = shelf.faction(faction_id)
        if data and (found := data.head.detachment_by_id.get(given)):
            return Chosen(given, path, home=data.head.name, called=found.name)
    choices = {detachment.id: detachment.name for detachment in available(army)}
    args = {"given": given, "faction": army.faction_name, "known": list(choices.values()), "near": nearest(given, choices)}
    fail("unknown_detachment", path, **args)
    return Chosen(given, path)


def _names(army: Muster, shelf: Shelf) -> Iterator[Table]:
    """Of the army's own factions, then of every other."""
    for faction in (*army.own_factions(), *(data.head for each in shelf.ids() if (data := shelf.faction(each)))):
        yield {each.id: each.name for each in faction.detachments}


def _at_its_price(army: Muster, detachment: Detachment) -> Detachment:
    """A chapter may pay another price for a detachment of its parent."""
    listed = next((each for each in army.faction.parent_detachments if each.id == detachment.id), None)
    if listed is None or listed.dp == detachment.dp or detachment.id in army.faction.detachment_by_id:
        return detachment
    return msgspec.structs.replace(detachment, dp=listed.dp)


def enhancement_names(army: Muster) -> Iterator[Table]:
    """Of the chosen detachments, then of all."""
    yield {each.id: each.name for detachment in army.detachments for each in detachment.enhancements}
    yield {e.id: e.name for faction in army.own_factions() for d in faction.detachments for e in d.enhancements}


def find_enhancement(army: Muster, enhancement_id: str) -> Enhancement | None:
    """In the chosen detachments first, then in the others of the faction."""
    others = [detachment for faction in army.own_factions() for detachment in faction.detachments]
    for detachment in (*army.detachments, *others):
        for enhancement in detachment.enhancements:
            if enhancement.id == enhancement_id:
                return enhancement
    return None


def home_of(army: Muster, enhancement: Enhancement) -> str:
    """Name of the detachment an enhancement belongs to."""
    for faction in army.own_factions():
        for detachment in faction.detachments:
            if any(each.id == enhancement.id for each in detachment.enhancements):
                return detachment.name
    return ""


def enhancement_ids(army: Muster) -> list[str]:
    return [e.id for faction in army.own_factions() for d in faction.detachments for e in d.enhancements]
