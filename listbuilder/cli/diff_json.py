"""`diff --format json`: the model is in contract/diff.py."""

from __future__ import annotations

from typing import Any

from listbuilder.advice.diff import Change, Diff, UnitDiff, Value
from listbuilder.cli.context import Context, as_json
from listbuilder.cli.diff import bare, remarks_of
from listbuilder.games import words as games
from listbuilder.games.shared.choices import Text
from listbuilder.law import published
from listbuilder.law.position import Position
from listbuilder.model.army import Extra, Unit
from listbuilder.version import VERSION


def report(found: Diff, context: Context) -> str:
    effect = found.effect
    content = {
        "listbuilder": VERSION,
        "alike": found.alike,
        "before": _list(found.before, context),
        "after": _list(found.after, context),
        "army": [_change(change, found, context) for change in found.army],
        "units": [_unit(unit, found, context) for unit in found.units],
        "extras": [{"before": _extra(each.before), "after": _extra(each.after)} for each in found.extras],
        "same": found.same,
        "findings": {
            "new": [published.finding(each, context.lang) for each in effect.caused],
            "worse": [published.finding(each, context.lang) for each in effect.worsened],
            "cured": [published.finding(each, context.lang) for each in effect.cured],
        },
    }
    return as_json(content)


def _list(position: Position, context: Context) -> dict[str, Any]:
    army = position.army
    assert army is not None
    return {
        "file": position.file,
        "format": position.format,
        "system": army.book.system,
        "faction": army.faction_id,
        "name": army.name,
        "as_of": army.priced_on or None,
        "data": position.data_sha256,
        "verdict": position.verdict,
        "points": army.points if army.counts_points else None,
        "limit": army.limit,
        "unread": [bare(problem, context) for problem in position.problems],
    }


def _unit(unit: UnitDiff, found: Diff, context: Context) -> dict[str, Any]:
    return {
        "before": _side(unit.before, found.before),
        "after": _side(unit.after, found.after),
        "changes": [_change(change, found, context) for change in unit.changes],
        "remarks": remarks_of(unit, context),
    }


def _side(unit: Unit | None, position: Position) -> dict[str, Any] | None:
    if unit is None:
        return None
    assert position.army is not None
    points = unit.points if position.army.counts_points else None
    return {"id": unit.id, "datasheet": unit.datasheet_id, "name": unit.name, "models": unit.models, "points": points}


def _extra(extra: Extra | None) -> dict[str, Any] | None:
    return None if extra is None else {"kind": extra.kind, "name": extra.name, "points": extra.points}


def _change(change: Change, found: Diff, context: Context) -> dict[str, Any]:
    return {
        "what": change.what,
        "before": _value(change.before, found, context),
        "after": _value(change.after, found, context),
    }


def _value(value: Value, found: Diff, context: Context) -> int | str | dict[str, int] | None:
    if isinstance(value, Text):
        return games.say(found.after.system, value.key, context.lang, value.args)
    return value
