"""`diff --format json`. The model of the document is in reports/diff.py."""

from __future__ import annotations

from listbuilder.advice.diff import Diff, Difference, UnitDiff, Value
from listbuilder.cli.context import Context
from listbuilder.cli.diff import explain_absence
from listbuilder.games import game_wording as games
from listbuilder.games.common.editor import Text
from listbuilder.model.army import Extra, Unit
from listbuilder.roster.position import Position
from listbuilder.rules import finding_json
from listbuilder.version import VERSION


def build_report(diff: Diff, context: Context) -> dict[str, object]:
    """Return the JSON document of the difference between two lists."""
    effect = diff.effect
    return {
        "listbuilder": VERSION,
        "alike": diff.is_alike,
        "before": _build_list_row(diff.before, context),
        "after": _build_list_row(diff.after, context),
        "army": [_build_change_row(change, diff, context) for change in diff.army],
        "units": [_build_unit_row(unit, diff, context) for unit in diff.units],
        "extras": [
            {"before": _build_extra_side(extra.before), "after": _build_extra_side(extra.after)}
            for extra in diff.extras
        ],
        "same": diff.same,
        "findings": {
            "new": [
                finding_json.make_finding_json(finding, context.lang) for finding in effect.caused
            ],
            "worse": [
                finding_json.make_finding_json(finding, context.lang) for finding in effect.worsened
            ],
            "cured": [
                finding_json.make_finding_json(finding, context.lang) for finding in effect.cured
            ],
        },
    }


def _build_list_row(position: Position, context: Context) -> dict[str, object]:
    """Return the JSON fields about one of the two lists as a whole."""
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
        "unread": [context.format_without_place(problem) for problem in position.problems],
    }


def _build_unit_row(unit: UnitDiff, diff: Diff, context: Context) -> dict[str, object]:
    """Return the JSON fields of one unit that differs: both sides, its changes, and remarks."""
    return {
        "before": _build_unit_side(unit.before, diff.before),
        "after": _build_unit_side(unit.after, diff.after),
        "changes": [_build_change_row(change, diff, context) for change in unit.changes],
        "remarks": explain_absence(unit, context),
    }


def _build_unit_side(unit: Unit | None, position: Position) -> dict[str, object] | None:
    """Return the JSON fields of a unit in one of the two lists; None if it isn't there."""
    if unit is None:
        return None
    assert position.army is not None
    points = unit.points if position.army.counts_points else None
    return {
        "id": unit.id,
        "datasheet": unit.datasheet_id,
        "name": unit.name,
        "models": unit.models,
        "points": points,
    }


def _build_extra_side(extra: Extra | None) -> dict[str, object] | None:
    """Return the JSON fields of another part of the army in one list; None if it isn't there.

    `extra`: a part with points that is not a unit.
    """
    return (
        None if extra is None else {"kind": extra.kind, "name": extra.name, "points": extra.points}
    )


def _build_change_row(change: Difference, diff: Diff, context: Context) -> dict[str, object]:
    """Return the JSON fields of one change: what changed, and its value before and after."""
    return {
        "what": change.what,
        "before": _build_value(change.before, diff, context),
        "after": _build_value(change.after, diff, context),
    }


def _build_value(value: Value, diff: Diff, context: Context) -> int | str | dict[str, int] | None:
    """Return a value of a change for JSON: a `Text` in words, anything else unchanged."""
    if isinstance(value, Text):
        return games.say(diff.after.system, value.key, context.lang, value.args)
    return value
