"""The desk as files for other programs and for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

import msgspec

from listbuilder.data.tables import make_safe_cell
from listbuilder.event.desk_row import DeskRow
from listbuilder.event.entry import Entry, Remark
from listbuilder.event.triage import Desk, NameCount
from listbuilder.version import VERSION

COLUMNS = (
    "group",
    "news",
    "player",
    "proposed",
    "email",
    "team",
    "file",
    "handed_in",
    "versions",
    "verdict",
    "otherwise",
    "game",
    "faction",
    "labels",
    "points",
    "limit",
    "stated_points",
    "format",
    "reasons",
    "fix",
    "message",
)
PAGES, MESSAGES, CLEAN = "lists", "messages", "clean"


def make_results(desk: Desk, event: str, judged: int, messages: Sequence[str]) -> dict[str, object]:
    """Return the content of `results.json` for the desk.

    `event`: the event's name. `judged`: how many lists were checked in this run. `messages`: for
    each missing player, the file of the message; empty if none was written.
    """
    statistics = desk.statistics
    return {
        "listbuilder": VERSION,
        "event": event,
        "judged": judged,
        "lists": [_export_row(row) for row in desk.rows],
        "missing": [
            {
                "player": missing_player.name,
                "email": missing_player.email,
                "team": missing_player.team,
                "language": missing_player.lang or "en",
                "message": file or None,
            }
            for missing_player, file in zip(desk.missing, messages, strict=True)
        ],
        "passed_over": desk.passed_over,
        "teams": [msgspec.structs.asdict(team) for team in desk.teams],
        "statistics": {
            "groups": dict(statistics.groups),
            "factions": _export_counts(statistics.factions),
            "labels": _export_counts(statistics.labels),
            "units": _export_counts(statistics.units),
            "points": _export_counts(statistics.points),
            "spent": statistics.spent,
        },
    }


def _export_counts(counts: list[NameCount]) -> list[dict[str, object]]:
    """Return counts in the form for `results.json`."""
    return [{"name": count.name, "lists": count.lists, "times": count.times} for count in counts]


def _export_row(row: DeskRow) -> dict[str, object]:
    """Return one list in the form for `results.json`."""
    entry = row.entry
    copied_fields = (
        "id",
        "file",
        "sha256",
        "handed_in",
        "verdict",
        "format",
        "game",
        "faction",
        "labels",
        "name",
        "points",
        "limit",
        "stated_points",
        "as_of",
        "fix",
    )
    return {
        **{name: getattr(entry, name) for name in copied_fields},
        "otherwise": entry.otherwise,
        "player": row.player,
        "known": row.known,
        "proposed": row.proposed.name if row.proposed else "",
        "email": get_address(row),
        "team": row.team,
        "language": row.lang,
        "group": row.group,
        "news": row.news,
        "reasons": [
            {"kind": kind, **msgspec.structs.asdict(remark)} for kind, remark in yield_reasons(row)
        ],
        "units": [msgspec.structs.asdict(unit) for unit in entry.units],
        "page": get_page_path(entry) or None,
        "message": get_message_path(entry) or None,
        "clean": get_clean_page_path(entry) or None,
        "versions": [
            {
                "id": version.id,
                "file": version.file,
                "handed_in": version.handed_in,
                "verdict": version.verdict,
                "late": is_late,
                "page": get_page_path(version) or None,
            }
            for is_late, versions in ((True, row.too_late), (False, row.older))
            for version in versions
        ],
    }


def get_address(row: DeskRow) -> str:
    """Return the address of a list's player, else the one that the list came from, or ""."""
    return row.owner.email if row.owner and row.owner.email else row.entry.email


def yield_reasons(row: DeskRow) -> Iterator[tuple[str, Remark]]:
    """Yield (kind, remark) for each remark on a list, in the order of importance."""
    entry = row.entry
    groups = (
        ("unread", entry.unread),
        ("error", entry.errors),
        ("doubt", entry.doubts),
        ("remark", [*([row.identity] if row.identity else []), *row.remarks]),
        ("warning", entry.warnings),
    )
    for kind, remarks in groups:
        for remark in remarks:
            yield kind, remark


def get_stem(entry: Entry) -> str:
    """Return the common name of a list's files, without ending: its stem, else its id."""
    return entry.stem or entry.id


def get_page_path(entry: Entry) -> str:
    """Return the path of a list's page, relative to the results; empty if it has none."""
    return f"{PAGES}/{get_stem(entry)}.html" if entry.own_page else ""


def get_message_path(entry: Entry) -> str:
    """Return the path of the message to the player, relative to the results, or "".

    There is no message about a list that doesn't count.
    """
    has_message = entry.own_page and not entry.superseded
    return f"{MESSAGES}/{get_stem(entry)}.txt" if has_message else ""


def get_clean_page_path(entry: Entry) -> str:
    """Return the path of a list's clean page, relative to the results; empty if it has none."""
    return f"{CLEAN}/{get_stem(entry)}.html" if entry.clean else ""


def make_csv(desk: Desk) -> bytes:
    """Return the desk as a CSV file for spreadsheets: a row per list and missing player."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in desk.rows:
        entry = row.entry
        cells: dict[str, object] = {
            "group": row.group,
            "news": row.news,
            "player": row.player,
            "proposed": row.proposed.name if row.proposed else "",
            "email": get_address(row),
            "team": row.team,
            "versions": len(row.older) + len(row.too_late) + 1,
            "labels": "; ".join(entry.labels),
            "reasons": "\n".join(remark.text for remark in row.reasons),
            "fix": "\n".join(entry.fix),
            "message": get_message_path(entry),
        }
        writer.writerow(
            [_make_cell(cells[name] if name in cells else getattr(entry, name)) for name in COLUMNS]
        )
    for player in desk.missing:
        cells = {
            "group": "missing",
            "player": player.name,
            "email": player.email,
            "team": player.team,
        }
        writer.writerow([_make_cell(cells.get(name)) for name in COLUMNS])
    return out.getvalue().encode("utf-8-sig")


def _make_cell(value: object) -> object:
    """Return `value` as a cell that no spreadsheet takes for a formula; None becomes empty.

    A text of several lines is made safe line by line. Its line breaks are listbuilder's own,
    because those in players' texts were made visible before.
    """
    if isinstance(value, str) and "\n" in value:
        return "\n".join(make_safe_cell(line) for line in value.split("\n"))
    return "" if value is None else make_safe_cell(value)
