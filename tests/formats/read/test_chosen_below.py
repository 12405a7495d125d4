"""A choice in a roster file and what was chosen below it: had once, by whom it is listed under."""

from __future__ import annotations

import json
from typing import Any

from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from listbuilder.roster.position import Position


def _of(
    name: str, count: int = 1, *below: dict[str, Any], kind: str = "upgrade", points: int = 0
) -> dict[str, Any]:
    costs = [{"name": "pts", "typeId": "51b2-306e-1021-d207", "value": points}] if points else []
    return {"name": name, "number": count, "type": kind, "selections": list(below), "costs": costs}


def _judged(unit: dict[str, Any], library: Library) -> Position:
    chosen = _of("Detachment", 1, _of("Hallowed Martyrs"))
    force = {
        "name": "Army Roster",
        "catalogueName": "Imperium - Adepta Sororitas",
        "selections": [chosen, unit],
    }
    roster = {
        "name": "x",
        "gameSystemName": "Warhammer 40,000 10th Edition",
        "costs": [],
        "forces": [force],
    }
    return judge_list(json.dumps({"roster": roster}).encode(), "x.json", library)


def _wargear(done: Position) -> list[tuple[str, int, dict[str, int]]]:
    assert done.document is not None, done.problems
    groups = done.document.data["units"][0]["models"]
    return sorted(
        ((each["model"], each["count"], dict(each["wargear"])) for each in groups), key=str
    )


def test_what_is_counted_twice_is_had_once(library: Library) -> None:
    """Seraphim bear two pistols each: two of them four, listed as `2x 2 Bolt Pistols` and again as `4x Bolt pistol`."""
    superior = _of(
        "Seraphim Superior",
        1,
        _of("Close combat weapon"),
        _of("Plasma pistol"),
        _of("Chainsword"),
        kind="model",
    )
    pistols = _of("2 Bolt Pistols", 2, _of("Bolt pistol", 4))
    flamers = _of("2x Ministorum Hand Flamers", 2, _of("Ministorum Hand Flamer", 4))
    plain = _of("Seraphim", 2, pistols, _of("Close combat weapon", 2), kind="model")
    special = _of(
        "Seraphim with Special Weapons", 2, flamers, _of("Close combat weapon", 2), kind="model"
    )
    done = _judged(
        _of("Seraphim Squad", 1, superior, plain, special, kind="unit", points=80), library
    )
    assert done.problems == []
    seraphim = [wargear for model, _, wargear in _wargear(done) if model == "Seraphim"]
    assert sum(each.get("bolt pistol", 0) for each in seraphim) == 4
    assert sum(each.get("Ministorum hand flamer", 0) for each in seraphim) == 4
    assert [finding for finding in done.findings if finding.code == "40K-14"] == []


def test_the_model_that_the_unit_has_its_name_from(library: Library) -> None:
    geminae = _of("Geminae Superia", 2, _of("Bolt Pistol", 2), _of("Power Weapon", 2), kind="model")
    saint = _of("Saint Celestine", 1, _of("The Ardent Blade"), kind="model")
    done = _judged(_of("Saint Celestine", 1, geminae, saint, kind="unit", points=150), library)
    assert done.problems == []
    assert _wargear(done) == [
        ("Celestine", 1, {"the Ardent Blade": 1}),
        ("Geminae Superia", 2, {"bolt pistol": 2, "power weapon": 2}),
    ]
