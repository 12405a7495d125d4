"""Errors that depend on an assumption become warnings.

An assumption of the program never makes an error. But what would be wrong under every assumption
stays an error.
"""

from __future__ import annotations

import msgspec

from listbuilder.model.army import Army
from listbuilder.model.finding import Finding, Stamped
from listbuilder.model.rulebook import Rule
from listbuilder.rules.engine import find_by_rule

SIZE = "battle_size"
LIMIT = "points_limit"  # the list states none, so nobody can say that it breaks one
WARLORD = "warlord"  # assumed for a typed list that names none
PRICES = "prices"  # those of the list are another source's, which nothing confirms or refutes
# check -> those of its findings that rest on the battle size; none named: all. Rules with a number
# for each size are known by their parameters.
_BY_SIZE: dict[str, frozenset[str]] = {
    "allies": frozenset({"points", "slots"}),
    "detachment_points": frozenset(),
    "mission_limits": frozenset(),
    "points_limit": frozenset(),
    "strategic_reserves_limit": frozenset(),
}


def soften_assumed(findings: list[Stamped], army: Army) -> list[Stamped]:
    """Return the findings, with errors made warnings if they depend on something assumed.

    Why: what the program itself assumed about an imported list must not make the list illegal.
    """
    rules = {(rule.code, rule.name): rule for rule in army.book.rules}
    softened = []
    for finding in findings:
        rule = rules[finding.code, finding.name]
        if finding.severity == "error" and _rests_on_assumption(finding, rule, army):
            finding = msgspec.structs.replace(finding, severity="warning")
        softened.append(finding)
    return softened


def _rests_on_assumption(finding: Stamped, rule: Rule, army: Army) -> bool:
    """Return whether an error depends on an assumed battle size, points limit or price source.

    A list that states no points limit can't be said to break one. Prices are assumed if they come
    from another source, which nothing confirms or refutes.
    """
    if PRICES in army.assumed_keys and rule.check == "points_limit":
        return True
    if LIMIT in army.assumed_keys and rule.check == "points_limit" and finding.key == "missing":
        return True
    if WARLORD in army.assumed_keys and rule.check == "warlord" and finding.key == "missing":
        return True
    return (
        SIZE in army.assumed_keys
        and _rests_on_battle_size(finding, rule, army)
        and not _is_found_at_each_size(finding, rule, army)
    )


def _is_found_at_each_size(finding: Stamped, rule: Rule, army: Army) -> bool:
    """Return whether `rule` reports the same at each battle size that the army may have.

    These are the sizes that its points fit, or the largest if they fit none. False for a points
    limit, because the list states none.
    """
    if rule.check == "points_limit":
        return False
    sizes = army.book.battle_sizes
    fitting = [size for size in sizes if size.points >= army.points] or list(sizes[-1:])
    for size in fitting:
        keys = {"size_id": size.id, "limit": size.points, "size": size}
        known = {key: value for key, value in keys.items() if hasattr(army, key)}
        found = find_by_rule(msgspec.structs.replace(army, **known), rule)
        if not any(_is_same(other, finding) for other in found):
            return False
    return True


def _is_same(finding: Finding, other: Finding) -> bool:
    """Return whether two findings of one rule report the same of the same units."""
    return (finding.key, finding.about, finding.units) == (other.key, other.about, other.units)


def _rests_on_battle_size(finding: Stamped, rule: Rule, army: Army) -> bool:
    """Return whether an error that `rule` reports depends on the battle size.

    For some checks a table says so. For the others it does if the rule's parameters have a number
    for each battle size.
    """
    keys = _BY_SIZE.get(rule.check)
    if keys is not None:
        return not keys or finding.key in keys
    return _has_number_for_each_size(rule.params, {size.id for size in army.book.battle_sizes})


def _has_number_for_each_size(value: object, sizes: set[str]) -> bool:
    """Return whether `value` is or contains a map whose keys are all ids in `sizes`.

    `value` is the value of a rule's parameters; maps inside maps are searched too.
    """
    if not isinstance(value, dict):
        return False
    if value and set(value) <= sizes:
        return True
    return any(_has_number_for_each_size(inner, sizes) for inner in value.values())
