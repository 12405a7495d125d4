"""Run by the interpreter that has wh40kdc, and never imported: judges rosters, one JSON document a line, in and out.

Names become ids as wh40kdc's own import makes them. It is given no wargear, for it would add items that it thinks were left
out and drop some that do not fit: those are looked up one by one with its own functions (of exactly this version). Prices are
its own, added up as its validator adds them.
"""

from __future__ import annotations

import json
import signal
import sys
from typing import Any

from wh40kdc import Dataset, try_import_roster
from wh40kdc.data.pricing import host_unit_points, wargear_points
from wh40kdc.data.roster import validate_roster_core
from wh40kdc.imports.resolve import (
    _find_weapon_candidates,
    _resolve_unit_ability_id,
    _resolve_wargear_item_id,
    _scoped_weapon_id,
)

SECONDS = 30.0  # of processor time for one roster: its search for loadouts has no bound of its own


class GivenUp(BaseException):
    """Not an Exception: wh40kdc catches those."""


def bounded(roster: dict[str, Any], dataset: Any) -> dict[str, Any]:
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        return judge(roster, dataset)
    except GivenUp:
        return {"unknown": [f"no-answer: {SECONDS:.0f} s"], "found": [], "points": []}
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _give_up(*_: object) -> None:
    raise GivenUp


def judge(roster: dict[str, Any], dataset: Any) -> dict[str, Any]:
    bare = {**roster, "units": [{**unit, "wargear": []} for unit in roster["units"]]}
    read = try_import_roster(json.dumps(bare), dataset)["roster"]
    warnings = [each for each in read["diagnostics"]["warnings"] if "unresolved" in each["code"]]
    unknown = [
        f"{each['code']}: {each['raw_name']}"
        for each in warnings
        if each["code"] != "weapon-unresolved"
    ]
    units = [
        _unit(given, known, read["faction_id"], dataset, unknown)
        for given, known in zip(roster["units"], read["units"], strict=True)
    ]
    spec = {
        "faction_id": read["faction_id"],
        "battle_size": roster["battle_size"],
        "force_disposition": roster["force_disposition"],
        "detachment_ids": [
            each["ref"]["id"] for each in read["detachments"] if each["ref"]["id"] is not None
        ],
        "units": units,
    }
    found = validate_roster_core(spec, dataset)
    army = [
        {key: each[key] for key in ("code", "id", "unitIndex", "severity")}
        for each in found["army"]
    ]
    loadouts = [
        {
            "code": each["code"],
            "id": each["id"],
            "unitIndex": unit["unitIndex"],
            "severity": "error",
        }
        for unit in found["units"]
        for each in unit["violations"]
    ]
    return {"unknown": unknown, "found": army + loadouts, "points": _points(spec, dataset)}


def _unit(
    given: dict[str, Any], known: dict[str, Any], faction: str, dataset: Any, unknown: list[str]
) -> dict[str, Any]:
    view = dataset.units.get_in_faction(known["ref"]["id"], faction) or dataset.units.get_any(
        known["ref"]["id"]
    )
    counts: dict[str, int] = {}
    for each in given["wargear"]:
        name = each["ref"]["raw_name"]
        item = _item(view, name, dataset) if view else None
        if item is None:
            unknown.append(f"weapon-unresolved: {name}")
        else:
            counts[item] = counts.get(item, 0) + each["count"]
    attached = known["leader_attachment"] if given["leader_attachment"] else None
    return {
        "unit_id": known["ref"]["id"] or "",
        "model_count": given["model_count"],
        "is_warlord": given["is_warlord"],
        "enhancement_id": known["enhancement"]["id"] if known["enhancement"] else None,
        "leader_bodyguard_id": attached["bodyguard_ref"]["id"] if attached else None,
        "keyword_overrides": [],
        "counts": counts,
    }


def _item(view: Any, name: str, dataset: Any) -> str | None:
    found: str | None = _scoped_weapon_id(dataset, view, name)
    if found is None and (weapons := _find_weapon_candidates(dataset, name)):
        found = weapons[0].id
    return (
        found
        or _resolve_wargear_item_id(dataset, view, name)
        or _resolve_unit_ability_id(dataset, view, name)
    )


def _points(spec: dict[str, Any], dataset: Any) -> list[int | None]:
    """Of each unit with its wargear and enhancement; None: it knows no such unit."""
    faction = dataset.factions.get(spec["faction_id"]) if spec["faction_id"] else None
    copies: dict[str, int] = {}
    points: list[int | None] = []
    for unit in spec["units"]:
        view = dataset.units.get_in_faction(
            unit["unit_id"], spec["faction_id"]
        ) or dataset.units.get_any(unit["unit_id"])
        if view is None:
            points.append(None)
            continue
        copies[unit["unit_id"]] = copy = copies.get(unit["unit_id"], 0) + 1
        cost = host_unit_points(
            view.raw, unit["model_count"], copy, faction.raw if faction else None
        )
        cost += wargear_points(view.raw, unit["counts"])
        enhancement = (
            dataset.enhancements.get(unit["enhancement_id"]) if unit["enhancement_id"] else None
        )
        points.append(cost + ((enhancement or {}).get("cost") or 0))
    return points


def main() -> None:
    dataset = Dataset.embedded()
    signal.signal(signal.SIGVTALRM, _give_up)
    for line in sys.stdin:
        print(json.dumps(bounded(json.loads(line), dataset)), flush=True)


if __name__ == "__main__":
    main()
