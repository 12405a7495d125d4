"""The roster resolved, for other programs. Its form is `contract/export.py`, which is loaded only by those who read it."""

from __future__ import annotations

from typing import Any

import msgspec

from listbuilder.exchange.printout import Grid, PrintedCard, PrintedSection, PrintedUnit, Printout
from listbuilder.law import published, words
from listbuilder.model.visible import escaped
from listbuilder.version import VERSION


def write(sheet: Printout) -> bytes:
    return escaped(msgspec.json.format(msgspec.json.encode(exported(sheet)), indent=1).decode()).encode() + b"\n"


def exported(sheet: Printout) -> dict[str, Any]:
    army, done = sheet.army, sheet.done
    return {
        "listbuilder": VERSION,
        "language": str(sheet.lang),
        "game": {"id": army.book.system, "name": army.book.name, "edition": army.book.edition},
        "name": sheet.name,
        "player": sheet.player,
        "faction": army.faction_id,
        "labels": sheet.labels,
        "facts": sheet.facts,
        "points": army.points if army.counts_points else None,
        "limit": army.limit,
        "sections": [_section(section) for section in sheet.sections],
        "cards": [_card(card) for card in sheet.cards],
        "formations": sheet.formations,
        "verdict": done.verdict,
        "findings": [published.finding(each, sheet.lang) for each in done.findings],
        "assumed": [words.note(note, sheet.lang) for note in done.assumed],
        "not_checked": [words.note(note, sheet.lang) for note in done.not_checked],
        "data": {"as_of": army.priced_on, "sha256": done.data_sha256},
        "roster": {"sha256": sheet.roster_sha256, "file_sha256": sheet.file_sha256},
        **_if_any(reminders=dict(sheet.reminders), notes=sheet.notes),
        "seal": sheet.sealed,
    }


def _if_any(**said: Any) -> dict[str, Any]:
    """What is left out where there is nothing to say."""
    return {key: value for key, value in said.items() if value}


def _section(section: PrintedSection) -> dict[str, Any]:
    return {
        "key": section.key,
        "title": section.title,
        "points": section.points,
        "units": [_unit(line) for line in section.lines],
        "extras": [{"name": name, "kind": kind, "points": points} for name, kind, points in section.extras],
    }


def _unit(line: PrintedUnit) -> dict[str, Any]:
    return {
        "id": line.id,
        "datasheet": line.unit.datasheet_id,
        "name": line.name,
        "datasheet_name": line.unit.name,
        "custom_name": line.custom or None,
        "models": line.size,
        "points": line.points,
        "remarks": line.remarks,
        "wargear": [
            {"model": each.model, "count": each.count, "items": each.items, "changed": each.changed} for each in line.carried
        ],
        **_if_any(formations=line.ties, notes=line.notes),
    }


def _card(card: PrintedCard) -> dict[str, Any]:
    return {
        "name": card.name,
        "count": card.count,
        "tables": [_table(grid) for grid in card.grids],
        "loads": card.loads,
        "abilities": card.abilities,
        "wargear": card.wargear,
        "keywords": card.keywords,
        "faction_keywords": card.faction_keywords,
        "base_size": card.base_size,
    }


def _table(grid: Grid) -> dict[str, Any]:
    rows = [{"name": row.name, "values": row.values, "keywords": row.keywords} for row in grid.rows]
    return {"key": grid.key, "title": grid.title, "head": grid.head, "rows": rows}
