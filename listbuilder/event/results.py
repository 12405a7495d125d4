"""The desk for other programs and for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from listbuilder.event.entry import Entry, Said
from listbuilder.event.triage import Count, Desk, Row
from listbuilder.store.tables import safe_cell
from listbuilder.version import VERSION

COLUMNS = (
    "group", "news", "player", "team", "file", "handed_in", "verdict", "otherwise", "game", "faction", "labels", "points",
    "limit", "stated_points", "format", "reasons", "fix", "message",
)  # fmt: skip
PAGES, MESSAGES, CLEAN = "lists", "messages", "clean"


def document(desk: Desk, event: str, judged: int, messages: Sequence[str]) -> dict[str, Any]:
    """Return the desk as `results.json` has it. `messages`: the file of each missing player's, empty where there is none."""
    counts = desk.statistics
    return {
        "listbuilder": VERSION,
        "event": event,
        "judged": judged,
        "lists": [_list(row) for row in desk.rows],
        "missing": [
            {"player": each.name, "team": each.team, "language": each.lang or "en", "message": file or None}
            for each, file in zip(desk.missing, messages, strict=True)
        ],
        "passed_over": desk.passed_over,
        "statistics": {
            "groups": dict(counts.groups),
            **{name: _counts(getattr(counts, name)) for name in ("factions", "labels", "units", "points")},
            "spent": counts.spent,
        },
    }


def _counts(found: list[Count]) -> list[dict[str, Any]]:
    return [{"name": each.name, "lists": each.lists, "times": each.times} for each in found]


def _list(row: Row) -> dict[str, Any]:
    entry = row.entry
    same = (
        "id", "file", "sha256", "handed_in", "verdict", "format", "game", "faction", "labels", "name", "points",
        "limit", "stated_points", "as_of", "fix",
    )  # fmt: skip
    return {
        **{name: getattr(entry, name) for name in same},
        "otherwise": entry.otherwise,
        "player": row.player,
        "known": row.known,
        "team": row.team,
        "language": row.lang,
        "group": row.group,
        "news": row.news,
        "reasons": [{"kind": kind, **msgspec.structs.asdict(said)} for kind, said in reasons(row)],
        "units": [msgspec.structs.asdict(unit) for unit in entry.units],
        "page": page(entry) or None,
        "message": message(entry) or None,
        "clean": clean(entry) or None,
    }


def reasons(row: Row) -> Iterator[tuple[str, Said]]:
    """In the order of `row.reasons`."""
    entry = row.entry
    groups = (
        ("unread", entry.unread), ("error", entry.errors), ("doubt", entry.doubts), ("remark", row.remarks),
        ("warning", entry.warnings),
    )  # fmt: skip
    for kind, found in groups:
        for said in found:
            yield kind, said


def called(entry: Entry) -> str:
    """Return what the files of a list are called, without their endings."""
    return entry.stem or entry.id


def page(entry: Entry) -> str:
    return f"{PAGES}/{called(entry)}.html" if entry.own_page else ""


def message(entry: Entry) -> str:
    return f"{MESSAGES}/{called(entry)}.txt" if entry.own_page else ""


def clean(entry: Entry) -> str:
    return f"{CLEAN}/{called(entry)}.html" if entry.clean else ""


def table(desk: Desk) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in desk.rows:
        entry = row.entry
        cells = {
            "group": row.group,
            "news": row.news,
            "player": row.player,
            "team": row.team,
            "labels": "; ".join(entry.labels),
            "reasons": "\n".join(said.text for said in row.reasons),
            "fix": "\n".join(entry.fix),
            "message": message(entry),
        }
        writer.writerow([_cell(cells[name] if name in cells else getattr(entry, name)) for name in COLUMNS])
    for each in desk.missing:
        writer.writerow([_cell({"group": "missing", "player": each.name, "team": each.team}.get(name)) for name in COLUMNS])
    return out.getvalue().encode("utf-8-sig")


def _cell(value: Any) -> Any:
    if isinstance(value, str) and "\n" in value:  # lines of ours; each was made visible where it was said
        return "\n".join(safe_cell(line) for line in value.split("\n"))
    return "" if value is None else safe_cell(value)
