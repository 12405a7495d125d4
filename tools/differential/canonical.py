"""An army as the roster document of wh40kdc (its format `roster-json`): names only, which it looks up itself."""

from __future__ import annotations

from collections import Counter
from typing import Any

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.model.base import fold
from listbuilder.wargear.loadout import get_default_wargear


def canonical(army: Muster) -> dict[str, Any]:
    attached = army.declarations.attached if army.declarations else {}
    by_id = {unit.id: unit for unit in army.muster_units}
    return {
        "name": "differential",
        "source": {"format": "roster-json", "generated_by": None},
        "game_version": {"edition": "11th", "dataslate": "launch"},
        "faction_id": army.faction.name,
        "detachments": [{"ref": _ref(each.name), "dp_cost": None} for each in army.chosen],
        "battle_size": army.size.id if army.size else None,
        "force_disposition": army.disposition,
        "points": {
            "declared_limit": None,
            "detachment_cap": None,
            "total_reported": None,
            "total_computed": 0,
        },
        "units": [_unit(unit, by_id.get(attached.get(unit.id, ""))) for unit in army.muster_units],
        "diagnostics": {},
    }


def _ref(name: str) -> dict[str, Any]:
    return {"id": None, "raw_name": name, "resolved": False, "candidates": []}


def _unit(unit: MusterUnit, host: MusterUnit | None) -> dict[str, Any]:
    attachment = (
        {"bodyguard_ref": _ref(host.name), "role": "leader", "provisional": False} if host else None
    )
    return {
        "ref": _ref(unit.name),
        "model_count": unit.models,
        "points": None,
        "is_warlord": unit.warlord,
        "enhancement": _ref(unit.enhancements[0].name) if unit.enhancements else None,
        "enhancement_points": None,
        "wargear": [
            {"ref": _ref(item), "count": count} for item, count in sorted(items(unit).items())
        ],
        "leader_attachment": attachment,
    }


def items(unit: MusterUnit) -> Counter[str]:
    """What all its models carry together, in the spelling of its datasheet."""
    found: Counter[str] = Counter()
    for group, bag in zip(
        unit.groups, get_default_wargear(unit.datasheet, list(unit.groups)), strict=True
    ):
        found.update(group.wargear if group.wargear is not None else bag)
    summed: Counter[str] = Counter()
    for item, count in found.items():
        summed[fold(item)] += count
    return summed
