"""`check --format json`: one object. Other people's scripts read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from listbuilder.cli.context import Context, format_json
from listbuilder.model.army import Army
from listbuilder.model.base import split_lines
from listbuilder.model.finding import Breach, Stamped
from listbuilder.model.imported import Imported
from listbuilder.model.problem import Problem
from listbuilder.roster.offers import Offers
from listbuilder.roster.position import Position
from listbuilder.rules import finding_json, messages
from listbuilder.version import VERSION


def build_report(positions: Sequence[Position], context: Context, formations: bool = False) -> str:
    """Return the JSON document with the verdict on each of `positions`.

    `formations`: add what each roster declares for its deployment.
    """
    rosters = [build_roster(position, context) for position in positions]
    if formations:
        from listbuilder.cli.deployment import build_json

        for roster_row, position in zip(rosters, positions, strict=True):
            roster_row["formations"] = build_json(position.army) if position.army else None
    return build_document(rosters)


def build_document(rosters: Sequence[dict[str, object] | msgspec.Raw]) -> str:
    """Return the JSON text that holds `rosters` and the version of listbuilder."""
    content = {"listbuilder": VERSION, "rosters": rosters}
    return format_json(content)


def build_roster(position: Position, context: Context) -> dict[str, Any]:
    """Return the JSON fields of the verdict on one list."""
    army, imported = position.army, position.imported
    offers = Offers(position)
    lines: list[str] = []
    if position.document and position.problems:
        lines = split_lines(position.document.raw.decode("utf-8-sig", "replace"))
    extras = [
        {"kind": extra.kind, "name": extra.name, "points": extra.points}
        for extra in (army.extras if army else ())
    ]
    findings = [
        _build_finding_row(finding, position, offers, context) for finding in position.findings
    ]
    return {
        "file": position.file,
        "format": position.format,
        "sha256": position.sha256,
        "system": army.book.system if army else None,
        "faction": army.faction_id if army else None,
        "name": army.name if army else None,
        **(_describe_army(army, context) if army else {}),
        "data": _describe_data(army, position) if army else None,
        "verdict": position.verdict,
        "otherwise": position.otherwise,
        "points": army.points if army and army.counts_points else None,
        "stated_points": imported.stated_total if imported else None,
        "limit": army.limit if army else None,
        "units": [
            {
                "id": unit.id,
                "datasheet": unit.datasheet_id,
                "name": unit.name,
                "models": unit.models,
                "points": unit.points if army and army.counts_points else None,
                "stated_points": imported.stated.get(unit.path) if imported else None,
            }
            for unit in (army.units if army else ())
        ],
        **({"extras": extras} if extras else {}),
        "findings": [
            *findings,
            *(_build_breach_row(breach, context) for breach in position.breaches),
        ],
        **({"fixes_shown_for": offers.count} if offers.ended else {}),
        "unread": [build_unread_row(lines, problem, context) for problem in position.problems],
        "assumed": [messages.say_note(note, context.lang) for note in position.assumed],
        "not_checked": [messages.say_note(note, context.lang) for note in position.not_checked],
        **(_describe_import(imported, context) if imported else {}),
    }


def _describe_army(army: Army, context: Context) -> dict[str, object]:
    """Return the names that a short answer about a list begins with, such as its faction's."""
    leaders = [unit.name for unit in army.units if unit.leads_army]
    return {
        "game": messages.say_game(army.book, context.lang),
        "faction_name": army.faction_name,
        "detachments": army.list_own_labels(),
        "battle_size": army.get_battle_size_name(),
        "warlord": leaders[0] if leaders else None,
        "enhancements": [
            {"name": name, "unit": unit.id}
            for unit in army.units
            for name in unit.enhancement_names
        ],
    }


def _describe_data(army: Army, position: Position) -> dict[str, object]:
    """Return the date and the hash of the data that the list was judged by.

    For another program's list, what told the date and how many of its stated prices agree are
    added.
    """
    data: dict[str, object] = {"as_of": army.priced_on or None, "sha256": position.data_sha256}
    if position.imported is not None and (day := position.imported.day) is not None:
        data["told_by"] = day.how
        data["prices"] = {
            "stated": day.stated,
            "agreeing": day.agreeing,
            "agreeing_today": day.agreeing_today,
        }
    return data


def _describe_import(imported: Imported, context: Context) -> dict[str, object]:
    """Return the JSON fields only for lists of other programs: player, lines, differences."""
    return {
        "player": imported.player,
        "lines": {"all": imported.lines, "mapped": imported.mapped, "noise": imported.noise},
        "differences": [messages.say_note(note, context.lang) for note in imported.differences],
    }


def _build_breach_row(breach: Breach, context: Context) -> dict[str, object]:
    """Return what an event forbids in the JSON fields of a finding, under the code “EVENT”."""
    return {
        "code": "EVENT",
        "name": breach.key.replace("_", "-"),
        "severity": breach.severity,
        "message": messages.say_note(breach, context.lang),
        "path": list(breach.path),
        "line": None,
        "column": None,
        "units": [],
        "citation": None,
        "fixes": [],
    }


def _build_finding_row(
    finding: Stamped, position: Position, offers: Offers, context: Context
) -> dict[str, object]:
    """Return the JSON fields of a finding, with its line in the file and its fixes.

    A finding is a broken rule or a note of a rule.
    """
    mark = position.document.find_mark(finding.path) if position.document else None
    line, column = mark or (None, None)
    fixes = []
    for offer in offers.list_offers(finding):
        fix_row: dict[str, object] = {
            "title": messages.say_fix_title(finding, offer.fix, context.lang),
            "points": offer.points,
        }
        if offer.opens:
            fix_row["opens"] = list(dict.fromkeys(opened.code for opened in offer.opens))
        fixes.append(fix_row)
    return {
        **finding_json.make_finding_json(finding, context.lang, line=line, column=column),
        "fixes": fixes,
    }


def build_unread_row(lines: list[str], problem: Problem, context: Context) -> dict[str, object]:
    """Return the JSON fields of a problem, with the text of its line in the file.

    `lines`: the lines of the file. The text is "" if the problem has no line.
    """
    number = problem.line or 0
    return {
        "line": problem.line,
        "column": problem.column,
        "text": lines[number - 1].strip() if 0 < number <= len(lines) else "",
        "message": context.format_without_place(problem),
    }
