"""The roster resolved, for other programs.

Its form is `reports/export.py`, which is loaded only by those who read it.
"""

from __future__ import annotations

import msgspec

from listbuilder.formats.printout import Grid, PrintedCard, PrintedSection, PrintedUnit, Printout
from listbuilder.model.safe_text import escape_json
from listbuilder.rules import finding_json, messages
from listbuilder.version import VERSION


def write(sheet: Printout) -> bytes:
    """Return the roster `sheet`, as it is printed, as the bytes of a JSON document."""
    text = msgspec.json.format(msgspec.json.encode(make_document(sheet)), indent=1).decode()
    return escape_json(text).encode() + b"\n"


def make_document(sheet: Printout) -> dict[str, object]:
    """Return the roster `sheet`, as it is printed, as the data of the JSON document."""
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
        "sections": [_make_section(section) for section in sheet.sections],
        "cards": [_make_card(card) for card in sheet.cards],
        "formations": sheet.formations,
        "verdict": done.verdict,
        "findings": [
            finding_json.make_finding_json(finding, sheet.lang) for finding in done.findings
        ],
        "assumed": [messages.say_note(note, sheet.lang) for note in done.assumed],
        "not_checked": [messages.say_note(note, sheet.lang) for note in done.not_checked],
        "data": {"as_of": army.priced_on, "sha256": done.data_sha256},
        "roster": {"sha256": sheet.roster_sha256, "file_sha256": sheet.file_sha256},
        **_drop_empty(reminders=dict(sheet.reminders), notes=sheet.notes),
        "seal": sheet.sealed,
    }


def _drop_empty(**fields: object) -> dict[str, object]:
    """Return the `fields` whose value is not empty; the document leaves out the others."""
    return {key: value for key, value in fields.items() if value}


def _make_section(section: PrintedSection) -> dict[str, object]:
    """Return the data of one section with its units and extras."""
    return {
        "key": section.key,
        "title": section.title,
        "points": section.points,
        "units": [_make_unit(line) for line in section.lines],
        "extras": [
            {"name": name, "kind": kind, "points": points} for name, kind, points in section.extras
        ],
    }


def _make_unit(line: PrintedUnit) -> dict[str, object]:
    """Return the data of one unit with the wargear of its models."""
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
            {
                "model": carried.model,
                "count": carried.count,
                "items": carried.items,
                "changed": carried.changed,
            }
            for carried in line.carried
        ],
        **_drop_empty(formations=line.ties, notes=line.notes),
    }


def _make_card(card: PrintedCard) -> dict[str, object]:
    """Return the data of one datasheet card."""
    return {
        "name": card.name,
        "count": card.count,
        "tables": [_make_table(grid) for grid in card.grids],
        "loads": card.loads,
        "abilities": card.abilities,
        "wargear": card.wargear,
        "keywords": card.keywords,
        "faction_keywords": card.faction_keywords,
        "base_size": card.base_size,
    }


def _make_table(grid: Grid) -> dict[str, object]:
    """Return the data of one table of values of a card."""
    rows = [{"name": row.name, "values": row.values, "keywords": row.keywords} for row in grid.rows]
    return {"key": grid.key, "title": grid.title, "head": grid.head, "rows": rows}
