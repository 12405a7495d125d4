"""`data check` of the histories and foreign names of factions with warscrolls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.regiments.allegiance import ArmyOfRenown, WarscrollFaction
from listbuilder.games.regiments.data import RenownData, Shelf
from listbuilder.games.regiments.past_data import EXTRAS, TABLES, RegimentsPast
from listbuilder.games.regiments.past_model import PastArmyOfRenown, PastWarscroll, WarscrollHistory
from listbuilder.games.shared.past_check import PastChecker, of_file
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem
from listbuilder.model.written import Alias, WarscrollAliases
from listbuilder.store.reader import Document

GENERIC = "generic"
LORES = ("spell_lores", "prayer_lores", "manifestation_lores")
Ids = dict[str, set[str]]


def _of(source: WarscrollFaction | ArmyOfRenown) -> Ids:
    """Formations, enhancements, lores and terrain by kind. (An army of renown has the ids of its terrain alone.)"""
    found = {kind: {getattr(each, "id", each) for each in getattr(source, kind, ())} for kind in EXTRAS}
    found["enhancements"] = {f"{table.id}/{each.id}" for table in source.enhancement_tables for each in table.choices}
    found["lores"] = {each for kind in LORES for each in found[kind]}
    return found


def _ids(shelf: Shelf, faction_id: str) -> Ids | None:
    """Everything of today's file by kind; of the generic file and the regiments of renown too."""
    nothing: Ids = {kind: set() for kind in (*TABLES, *EXTRAS, "regiments")}
    if faction_id == GENERIC:
        return nothing | {"manifestation_lores": {each.id for each in shelf.generic_lores()}}
    if faction_id == RenownData.ID:
        renown = shelf.renown()
        return nothing | {"regiments": set(renown.regiments if renown else ()), "warscrolls": set(renown.index if renown else ())}
    data = shelf.faction(faction_id)
    if data is None:
        return None
    return nothing | _of(data.head) | {"warscrolls": set(data.index), "armies_of_renown": set(data.armies)}


def _history(checker: PastChecker, file: WarscrollHistory, shelf: Shelf, today: Ids) -> Iterator[Problem]:
    for kind in (*EXTRAS, "armies_of_renown", "regiments", "warscrolls"):
        yield from checker.things(getattr(file, kind), today[kind], (kind,))
    yield from _extras(checker, file, ())
    for place, regiment in enumerate(file.regiments):
        yield from checker.points(regiment.prices, ("regiments", place, "prices"))
    for place, warscroll in enumerate(file.warscrolls):
        yield from _warscroll(checker, warscroll, ("warscrolls", place))
    data = shelf.faction(file.id)
    for place, army in enumerate(file.armies_of_renown):
        here: Path = ("armies_of_renown", place)
        of_today = data.army(army.id) if data else None
        if of_today is not None:
            ids = _of(of_today)
            for kind in [each for each in EXTRAS if hasattr(army, each)]:
                yield from checker.things(getattr(army, kind), ids[kind], (*here, kind))
        yield from _extras(checker, army, here)
        for order, own in enumerate(army.warscrolls):
            yield from _warscroll(checker, own, (*here, "warscrolls", order))


def _extras(checker: PastChecker, file: WarscrollHistory | PastArmyOfRenown, path: Path) -> Iterator[Problem]:
    for kind in EXTRAS:
        for place, each in enumerate(getattr(file, kind, ())):
            yield from checker.points(each.points, (*path, kind, place, "points"))


def _warscroll(checker: PastChecker, warscroll: PastWarscroll, here: Path) -> Iterator[Problem]:
    yield from checker.points(warscroll.prices, (*here, "prices"))
    untils = [change.until for change in warscroll.changes]
    yield from checker.newest_first(untils, [(*here, "changes", place, "until") for place in range(len(untils))])


def _aliases(checker: PastChecker, file: WarscrollAliases, shelf: Shelf, today: Ids) -> Iterator[Problem]:
    past = RegimentsPast(shelf.system, shelf.library).faction(file.id)
    data = shelf.faction(file.id)
    for kind in TABLES:
        names: dict[str, Alias] = getattr(file, kind)
        known = today[kind] | set(past.things(kind) if past else ())
        armies = [army for each in data.armies if (army := data.army(each))] if data else []
        known |= {f"{army.id}:{each}" for army in armies for each in _of(army).get(kind, ())}
        yield from checker.aliases(names, known, file.sources, (kind,))
    yield from checker.under(file.unit_options, ("unit_options",))


def problems(document: Document, model: Any, shelf: Shelf) -> Iterator[Problem]:
    """Nothing for a file that is no history."""
    return of_file(document, model, shelf, _ids, {WarscrollHistory: _history, WarscrollAliases: _aliases})
