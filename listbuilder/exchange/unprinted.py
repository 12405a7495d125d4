"""Enhancements that a program leaves out though the points it prints include them: named where the points leave no choice.

Versions 2.0.1 to 2.0.3 of the app print no Upgrade on units without a Character; some exports of WarOrgan print none at all.
"""

from __future__ import annotations

import copy
from typing import Any

from listbuilder.exchange.parsed import ParsedList
from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.faction import Enhancement
from listbuilder.games.shared.match import fits
from listbuilder.law.position import Position
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Path, at
from listbuilder.model.finding import Note
from listbuilder.store.reader import Document

MOST = 8  # units that may lack one
WRONG = ("enhancement_bearer", "enhancement_once", "enhancement_source", "one_enhancement", "enhancement_cap")


def added(position: Position, parsed: ParsedList) -> tuple[Any, list[Note]] | None:
    """The roster with them; None unless then every stated price and the total are exactly met."""
    army, document = position.army, position.document
    if document is None or not isinstance(army, Muster) or parsed.total in (None, army.points):
        return None
    stated = {unit.line: unit.points for unit in parsed.units}
    lacking: list[tuple[MusterUnit, list[Enhancement]]] = []
    for unit in army.muster_units:
        mark = document.marks.get(unit.path)
        missing = (stated.get(mark[0] if mark else 0) or 0) - (unit.points or 0)
        if missing > 0 and not unit.enhancements:
            lacking.append((unit, [each for each in _known(army) if each.points == missing]))
    if not lacking or len(lacking) > MOST or sum(known[0].points for _, known in lacking if known) != parsed.total - army.points:
        return None
    data, notes = copy.deepcopy(document.data), []
    for unit, known in lacking:
        fitting = [each for each in known if not _wrong(position, unit.path, each)]
        if len(fitting) != 1:
            return None
        at(data, unit.path)["enhancement"] = fitting[0].id
        args = {"unit": unit.name, "enhancement": fitting[0].name, "points": fitting[0].points}
        notes.append(Note(key="import_enhancement_by_points", args=args, path=unit.path))
    return (data, notes) if not _speaks_against(data, position) else None


def candidates(army: Army, unit: Unit | Extra, missing: int) -> list[str]:
    """The enhancements of the chosen detachments that cost as much as is missing, for a unit that has none."""
    if not isinstance(army, Muster) or not isinstance(unit, MusterUnit) or unit.enhancements or missing <= 0:
        return []
    able = [each for each in _known(army) if fits(unit.tags, each.requires)]
    return [each.name for each in able if each.points == missing]


def _known(army: Muster) -> list[Enhancement]:
    return [each for detachment in army.detachments for each in detachment.enhancements]


def _wrong(position: Position, path: Path, enhancement: Enhancement) -> bool:
    data = copy.deepcopy(position.data)
    at(data, path)["enhancement"] = enhancement.id
    return _speaks_against(data, position)


def _speaks_against(data: Any, position: Position) -> bool:
    """Whether anything does, a warning too: what nobody wrote must not be what is wrong with the list."""
    tried = position.at(Document(data=data, marks={}, keys={}, file="", raw=b""))
    return any(each.severity in ("error", "warning") and each.check in WRONG for each in tried.findings)
