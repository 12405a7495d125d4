"""What the program assumed itself never makes an error: a finding that rests on it is a warning."""

from __future__ import annotations

from typing import Any

import msgspec

from listbuilder.model.army import Army
from listbuilder.model.finding import Stamped
from listbuilder.model.rule import Rule

SIZE = "battle_size"
LIMIT = "points_limit"  # the list states none, so nobody can say that it breaks one
PRICES = "prices"  # those of the list are another source's, which nothing confirms or refutes
# check -> those of its findings that rest on the battle size; none named: all. Rules with a number for each size are
# known by their parameters.
_BY_SIZE: dict[str, frozenset[str]] = {
    "allies": frozenset({"points", "slots"}),
    "detachment_points": frozenset(),
    "mission_limits": frozenset(),
    "points_limit": frozenset(),
    "strategic_reserves_limit": frozenset(),
}


def softened(findings: list[Stamped], army: Army) -> list[Stamped]:
    rules = {(rule.code, rule.name): rule for rule in army.book.rules}
    return [
        msgspec.structs.replace(finding, severity="warning")
        if finding.severity == "error" and _assumed(finding, rules[finding.code, finding.name], army)
        else finding
        for finding in findings
    ]


def _assumed(finding: Stamped, rule: Rule, army: Army) -> bool:
    if PRICES in army.assumed_keys and rule.check == "points_limit":
        return True
    if LIMIT in army.assumed_keys and rule.check == "points_limit" and finding.key == "missing":
        return True
    return SIZE in army.assumed_keys and _rests(finding, rule, army)


def _rests(finding: Stamped, rule: Rule, army: Army) -> bool:
    keys = _BY_SIZE.get(rule.check)
    if keys is not None:
        return not keys or finding.key in keys
    return _for_each_size(rule.params, {size.id for size in army.book.battle_sizes})


def _for_each_size(value: Any, sizes: set[str]) -> bool:
    """Whether somewhere in it stands a number for each battle size."""
    if not isinstance(value, dict):
        return False
    return (bool(value) and set(value) <= sizes) or any(_for_each_size(each, sizes) for each in value.values())
