"""`check --format json`: one object, documented in the design; other people's scripts read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from listbuilder.cli.context import Context, as_json
from listbuilder.law import published, words
from listbuilder.law.offers import Offers
from listbuilder.law.position import Position
from listbuilder.model.army import Army
from listbuilder.model.base import text_lines
from listbuilder.model.finding import Breach, Stamped
from listbuilder.model.imported import Imported
from listbuilder.model.problem import Problem
from listbuilder.version import VERSION


def report(positions: Sequence[Position], context: Context, formations: bool = False) -> str:
    """`formations`: also what the rosters declare of them."""
    rosters = [roster(done, context) for done in positions]
    if formations:
        from listbuilder.cli.declarations import as_json

        for made, done in zip(rosters, positions, strict=True):
            made["formations"] = as_json(done.army) if done.army else None
    return of_rows(rosters)


def of_rows(rosters: Sequence[dict[str, Any] | msgspec.Raw]) -> str:
    content = {"listbuilder": VERSION, "rosters": rosters}
    return as_json(content)


def roster(done: Position, context: Context) -> dict[str, Any]:
    army, imported = done.army, done.imported
    offers = Offers(done)
    lines = text_lines(done.document.raw.decode("utf-8-sig", "replace")) if done.document and done.problems else []
    findings = [_finding(finding, done, offers, context) for finding in done.findings]
    return {
        "file": done.file,
        "format": done.format,
        "sha256": done.sha256,
        "system": army.book.system if army else None,
        "faction": army.faction_id if army else None,
        "name": army.name if army else None,
        "data": _data(army, done) if army else None,
        "verdict": done.verdict,
        "otherwise": done.otherwise,
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
        **({"extras": _extras(army)} if army and army.extras else {}),
        "findings": [*findings, *(_breach(breach, context) for breach in done.breaches)],
        **({"fixes_shown_for": offers.count} if offers.ended else {}),
        "unread": [_unread(lines, problem, context) for problem in done.problems],
        "assumed": [words.note(note, context.lang) for note in done.assumed],
        "not_checked": [words.note(note, context.lang) for note in done.not_checked],
        **(_imported(imported, context) if imported else {}),
    }


def _data(army: Army, done: Position) -> dict[str, Any]:
    """The day judged by; of another program's list also what told it, and how many of its prices are those of the day."""
    used: dict[str, Any] = {"as_of": army.priced_on or None, "sha256": done.data_sha256}
    if done.imported is not None and (day := done.imported.day) is not None:
        used["told_by"] = day.how
        used["prices"] = {"stated": day.stated, "agreeing": day.agreeing, "agreeing_today": day.agreeing_today}
    return used


def _imported(imported: Imported, context: Context) -> dict[str, Any]:
    """What only lists of other programs have: the account of their lines, and what explains their points."""
    return {
        "player": imported.player,
        "lines": {"all": imported.lines, "mapped": imported.mapped, "noise": imported.noise},
        "differences": [words.note(note, context.lang) for note in imported.differences],
    }


def _breach(breach: Breach, context: Context) -> dict[str, Any]:
    """Something an event forbids, in the shape of a finding."""
    return {
        "code": "EVENT",
        "name": breach.key.replace("_", "-"),
        "severity": breach.severity,
        "message": words.note(breach, context.lang),
        "path": list(breach.path),
        "line": None,
        "column": None,
        "units": [],
        "citation": None,
        "fixes": [],
    }


def _extras(army: Army) -> list[dict[str, Any]]:
    """What has a place in the total and is no unit."""
    return [{"kind": extra.kind, "name": extra.name, "points": extra.points} for extra in army.extras]


def _finding(finding: Stamped, done: Position, offers: Offers, context: Context) -> dict[str, Any]:
    line, column = (done.document.mark(finding.path) if done.document else None) or (None, None)
    fixes = [
        {
            "title": words.fix_title(finding, offer.fix, context.lang),
            "points": offer.points,
            **({"opens": list(dict.fromkeys(each.code for each in offer.opens))} if offer.opens else {}),
        }
        for offer in offers.of(finding)
    ]
    return {**published.finding(finding, context.lang, line=line, column=column), "fixes": fixes}


def _unread(lines: list[str], problem: Problem, context: Context) -> dict[str, Any]:
    """The line as it stands in the file, and what is wrong with it."""
    number = problem.line or 0
    return {
        "line": problem.line,
        "column": problem.column,
        "text": lines[number - 1].strip() if 0 < number <= len(lines) else "",
        "message": context.sentence(problem),
    }
