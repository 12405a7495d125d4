"""What no declaration could mend is no secret, unlike what the declarations themselves get wrong."""

from __future__ import annotations

from typing import Any

import msgspec

from listbuilder.data.library import Library
from listbuilder.roster.position import Position

LIBRARY = Library()
ROBOTS = {"datasheet": "kastelan-robots", "models": 2}


def judged(*units: dict[str, Any], secrets: bool, **more: Any) -> list[tuple[str, str]]:
    roster = {
        "system": "warhammer-40k-10e",
        "faction": "adeptus-mechanicus",
        "battle_size": "incursion",
        "detachment": "cohort-cybernetica",
        "units": [
            {"datasheet": "tech-priest-dominus", "warlord": True},
            {"datasheet": "cybernetica-datasmith"},
            *units,
        ],
        **more,
    }
    done = Position.read(msgspec.json.encode(roster), "roster", LIBRARY, secrets=secrets)
    assert done.problems == []
    return [(finding.code, finding.key) for finding in done.findings]


def test_a_datasmith_without_robots_is_told_to_everybody() -> None:
    more: dict[str, Any]
    for more in ({}, {"formations": {}}):
        for secrets in (True, False):
            assert judged(secrets=secrets, **more) == [("40K-30", "nowhere")]


def test_a_datasmith_who_is_not_declared_to_lead_his_robots_is_a_secret() -> None:
    assert judged(ROBOTS, secrets=True, formations={}) == [("40K-30", "alone")]
    assert judged(ROBOTS, secrets=False, formations={}) == []
    assert judged(ROBOTS, secrets=True) == []
