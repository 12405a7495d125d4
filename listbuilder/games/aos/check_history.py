"""The part of `data check` for the histories and foreign names of factions with warscrolls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.aos.catalog import RenownData, Shelf
from listbuilder.games.aos.faction import ArmyOfRenown, WarscrollFaction
from listbuilder.games.aos.history_catalog import EXTRAS, TABLES, RegimentsPast
from listbuilder.games.aos.history_records import WarscrollHistory
from listbuilder.history.check import PastChecker, check_file
from listbuilder.model.aliases import Alias, WarscrollAliases
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem
from listbuilder.yamlio.reader import YamlDocument

GENERIC = "generic"
LORES = ("spell_lores", "prayer_lores", "manifestation_lores")
Ids = dict[str, set[str]]


def _list_choice_ids(source: WarscrollFaction | ArmyOfRenown) -> Ids:
    """Return the ids of the formations, enhancements, lores and terrain of `source`, by kind.

    The ids of all lores together are under "lores", too.
    """
    ids_by_kind = {
        kind: {getattr(choice, "id", choice) for choice in getattr(source, kind, ())}
        for kind in EXTRAS
    }
    ids_by_kind["enhancements"] = {
        f"{table.id}/{enhancement.id}"
        for table in source.enhancement_tables
        for enhancement in table.choices
    }
    ids_by_kind["lores"] = {lore_id for kind in LORES for lore_id in ids_by_kind[kind]}
    return ids_by_kind


def _list_todays_ids(shelf: Shelf, faction_id: str) -> Ids | None:
    """Return the ids of everything in today's file `faction_id`, by kind, or None.

    None if there is no such file. The generic file and the file of regiments of renown count as
    factions here.
    """
    nothing: Ids = {kind: set() for kind in (*TABLES, *EXTRAS, "regiments")}
    if faction_id == GENERIC:
        return nothing | {"manifestation_lores": {lore.id for lore in shelf.load_generic_lores()}}
    if faction_id == RenownData.ID:
        renown = shelf.load_regiments_of_renown()
        return nothing | {
            "regiments": set(renown.regiments if renown else ()),
            "warscrolls": set(renown.index if renown else ()),
        }
    data = shelf.load_faction(faction_id)
    if data is None:
        return None
    return (
        nothing
        | _list_choice_ids(data.head)
        | {"warscrolls": set(data.index), "armies_of_renown": set(data.armies)}
    )


def _check_history(
    checker: PastChecker, file: WarscrollHistory, shelf: Shelf, today: Ids
) -> Iterator[Problem]:
    """Yield the problems of a history file: repeated ids, wrong dates, contradictions.

    `today` are the ids of today's data by kind. A contradiction is a record of a current thing that
    today's data doesn't have, or of a removed thing that it still has. The own things of armies of
    renown are checked too.
    """
    for kind in (*EXTRAS, "armies_of_renown", "regiments", "warscrolls"):
        records = getattr(file, kind)
        yield from checker.check_things(records, today[kind], (kind,))
        yield from checker.check_dates_inside(records, (kind,))
    data = shelf.load_faction(file.id)
    for place, army in enumerate(file.armies_of_renown):
        of_today = data.load_army_of_renown(army.id) if data else None
        ids = _list_choice_ids(of_today) if of_today is not None else {}
        for kind in (*EXTRAS, "warscrolls"):
            here: Path = ("armies_of_renown", place, kind)
            own = getattr(army, kind, ())
            if kind in ids:
                yield from checker.check_things(own, ids[kind], here)
            yield from checker.check_dates_inside(own, here)


def _check_aliases(
    checker: PastChecker, file: WarscrollAliases, shelf: Shelf, today: Ids
) -> Iterator[Problem]:
    """Yield the problems of a file of foreign names: unknown ids, sources and dates."""
    history = RegimentsPast(shelf.system, shelf.library).load_faction(file.id)
    data = shelf.load_faction(file.id)
    for kind in TABLES:
        names: dict[str, Alias] = getattr(file, kind)
        known_ids = today[kind] | set(history.get_things(kind) if history else ())
        for army_id in data.armies if data else ():
            army = data.load_army_of_renown(army_id) if data else None
            if army is not None:
                own_ids = _list_choice_ids(army).get(kind, ())
                known_ids |= {f"{army.id}:{choice_id}" for choice_id in own_ids}
        yield from checker.check_aliases(names, known_ids, file.sources, (kind,))
    yield from checker.check_unit_items(file.unit_options, ("unit_options",))


def check_history_file(document: YamlDocument, model: Any, shelf: Shelf) -> Iterator[Problem]:
    """Yield the problems of a history or of a file of foreign names.

    Nothing is yielded for any other file.
    """
    return check_file(
        document,
        model,
        shelf,
        _list_todays_ids,
        {WarscrollHistory: _check_history, WarscrollAliases: _check_aliases},
    )
