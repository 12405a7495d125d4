"""Find enhancements that a program leaves out though the points it prints include them.

They are named where the points leave no choice. Versions 2.0.1 to 2.0.3 of the app print no Upgrade
on units without a Character; some exports of WarOrgan print none at all.
"""

from __future__ import annotations

import copy
from typing import Any

from listbuilder.formats.parsed import ParsedList
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.faction import Enhancement
from listbuilder.matching.requirements import is_eligible
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.finding import Note
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument

MOST = 8  # units that may lack one
WRONG = (
    "enhancement_bearer",
    "enhancement_once",
    "enhancement_source",
    "one_enhancement",
    "enhancement_cap",
)


def add_unprinted_enhancements(
    position: Position, parsed: ParsedList
) -> tuple[Any, list[Note]] | None:
    """Return the roster with enhancements that the list doesn't print, and notes; or None.

    An enhancement is added to a unit whose stated price is higher than the computed one. None
    unless all these prices and the total are then exactly right, only one enhancement fits each
    unit, and no rule on enhancements is broken.
    """
    army, document = position.army, position.document
    if document is None or not isinstance(army, Muster) or parsed.total in (None, army.points):
        return None
    stated = {unit.line: unit.points for unit in parsed.units}
    lacking: list[tuple[MusterUnit, list[Enhancement]]] = []
    for unit in army.muster_units:
        mark = document.marks.get(unit.path)
        missing = (stated.get(mark[0] if mark else 0) or 0) - (unit.points or 0)
        if missing > 0 and not unit.enhancements:
            priced = [item for item in _list_enhancements(army) if item.points == missing]
            lacking.append((unit, priced))
    if not lacking or len(lacking) > MOST:
        return None
    added_points = sum(priced[0].points for _, priced in lacking if priced)
    if added_points != parsed.total - army.points:
        return None
    data, notes = copy.deepcopy(document.data), []
    for unit, fitting_price in lacking:
        fitting = [
            enhancement
            for enhancement in fitting_price
            if not _is_wrong_with(position, unit.path, enhancement)
        ]
        if len(fitting) != 1:
            return None
        get_at_path(data, unit.path)["enhancement"] = fitting[0].id
        args = {"unit": unit.name, "enhancement": fitting[0].name, "points": fitting[0].points}
        notes.append(Note(key="import_enhancement_by_points", args=args, path=unit.path))
    return (data, notes) if not _has_enhancement_errors(data, position) else None


def list_unprinted_candidates(army: Army, unit: Unit | Extra, missing: int) -> list[str]:
    """Return the names of enhancements that cost `missing` points and that the unit may have.

    Only enhancements of the army's detachments count. Empty if the unit has an enhancement already.
    """
    if not isinstance(army, Muster) or not isinstance(unit, MusterUnit):
        return []
    if unit.enhancements or missing <= 0:
        return []
    return [
        enhancement.name
        for enhancement in _list_enhancements(army)
        if enhancement.points == missing and is_eligible(unit.tags, enhancement.requires)
    ]


def _list_enhancements(army: Muster) -> list[Enhancement]:
    """Return the enhancements of the army's detachments."""
    return [
        enhancement for detachment in army.detachments for enhancement in detachment.enhancements
    ]


def _is_wrong_with(position: Position, path: Path, enhancement: Enhancement) -> bool:
    """Return whether the unit at `path` with `enhancement` breaks a rule on enhancements."""
    data = copy.deepcopy(position.data)
    get_at_path(data, path)["enhancement"] = enhancement.id
    return _has_enhancement_errors(data, position)


def _has_enhancement_errors(data: Any, position: Position) -> bool:
    """Return whether the roster `data` breaks a rule on enhancements; a warning counts too.

    Why: an enhancement that nobody wrote down must not be what is wrong with the list.
    """
    document = YamlDocument(data=data, marks={}, keys={}, file="", raw=b"")
    tried = position.copy_with_document(document)
    return any(
        finding.severity in ("error", "warning") and finding.check in WRONG
        for finding in tried.findings
    )
