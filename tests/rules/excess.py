"""How far beyond its limit a finding says it is: the number that its own sentence gives, in every case of every rule.

By that number an edit is told to make something worse (roster/effect.py). It stands in no sentence by itself, but every
sentence has the numbers it is made of.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from listbuilder.model.finding import Amount, Phrase, Stamped
from tests.rules.case import Case, cases, roster_of

Args = dict[str, Any]


def no_number(args: Args) -> int:
    """It is so or it is not; what is counted there is no limit."""
    return 0


def how_many(field: str) -> Callable[[Args], int]:
    return lambda args: len(args[field])


def to_the_nearest_size(args: Args) -> int:
    sizes = [int(size) for text in args["sizes"] for size in text.split("-")]
    return min(abs(int(args["count"]) - size) for size in sizes)


def beyond_what_is_allowed(args: Args) -> int:
    """`3 Armiger`, of which there are four."""
    (most,) = (int(each.count) for each in args["allowed"] if each.name == args["kind"])
    return int(args["count"]) - most


# By check and key; all others say `count` and `max`, `over`, and the like.
OF: dict[tuple[str, str], Callable[[Args], int]] = {
    ("allies", "either"): how_many("units"),
    ("allies", "others"): how_many("units"),
    ("allies", "too_many"): beyond_what_is_allowed,
    ("auxiliary", "count"): no_number,
    ("auxiliary", "count_paid"): no_number,
    ("build_choice", "both"): lambda args: len(args["units"]) - 1,
    ("datasheet_limits", "excludes"): how_many("units"),
    ("datasheet_limits", "excludes_unless"): how_many("units"),
    ("detachment_points", "left"): no_number,
    ("enhancement_bearer", "datasheet_never"): how_many("enhancement"),
    ("enhancement_bearer", "never"): how_many("enhancement"),
    ("enhancement_bearer", "not_bearer"): how_many("enhancement"),
    ("fixed_list", "nothing_listed"): no_number,
    ("fixed_list", "size"): no_number,
    ("known_mission", "misspelt"): no_number,
    ("known_mission", "unknown"): no_number,
    ("legends", "not_allowed"): lambda args: int(args["count"]),
    ("legends", "present"): lambda args: int(args["count"]),
    ("lores", "several"): lambda args: len(args["lores"]) - int(args["max"]),
    ("no_reserves_for", "none_at_all"): how_many("units"),
    ("regiment_count", "too_few"): lambda args: int(args["min"]) - int(args["count"]),
    ("regiment_of_renown", "beside"): how_many("units"),
    ("regiment_of_renown", "missing"): how_many("units"),
    ("special_models", "has"): no_number,
    ("split_units", "other_size"): no_number,
    ("unique_tag", "shared"): lambda args: len(args["detachments"]) - 1,
    ("unit_size", "composition"): no_number,
    ("unit_size", "no_price"): no_number,
    ("unit_size", "total"): to_the_nearest_size,
    ("wargear", "all_or_none"): no_number,
    ("wargear", "team"): no_number,
}


def usual(args: Args) -> int:
    limit = args.get("limit")
    for beyond in ("over", "under"):
        if beyond in args:
            return int(args[beyond])
    if isinstance(limit, Phrase):
        return abs(int(args["given"]) - int(limit.args["number"]))
    if "lines" in args:
        return int(args["others"]) - int(args["lines"])
    if "min" in args and "others" in args:
        return int(args["min"]) - int(args["others"])
    for bound in ("max", "min", "exact", "box", "owned"):
        if isinstance(args.get(bound), int) and isinstance(args.get("count"), int):
            return abs(int(args["count"]) - int(args[bound]))
    for bound in ("max", "limit"):
        if "points" in args and bound in args:
            return abs(int(args["points"]) - int(args[bound]))
    if isinstance(args.get("without"), list):
        return len(args["without"])
    if "counts" in args:
        return int(max(args["counts"]) - min(args["counts"]))
    if isinstance(args.get("count"), int):
        return int(args["count"]) - 1  # there is one, or it is named once
    return 0


def expected(finding: Stamped) -> int:
    if finding.check == "one_leader":
        return len(finding.args["units"])
    return OF.get((finding.check, finding.key), usual)(finding.args)


def assert_excess(case: Case) -> None:
    """Assert that each finding is as far beyond its limit as its sentence says."""
    found = case.findings
    assert [(each.key, each.excess) for each in found] == [
        (each.key, expected(each)) for each in found
    ]


def keys_of(node: Any) -> set[str]:
    if isinstance(node, dict):
        return set(node).union(*map(keys_of, node.values()))
    return set().union(*map(keys_of, node)) if isinstance(node, list) else set()


def words_of(node: Any) -> set[str]:
    """Every word of every text."""
    if isinstance(node, str):
        return {node, *node.split()}
    if isinstance(node, Amount):
        return words_of(f"{node.count} {node.name}")
    inside = (
        node.values() if isinstance(node, dict) else node if isinstance(node, list | tuple) else ()
    )
    return set().union(*map(words_of, inside))


NAMES = r"[\w'’()-]+([,:]? [\w'’()-]+)*"


@cache
def known_keys() -> set[str]:
    """Return every key of the roster of any case."""
    return set().union(*(keys_of(roster_of(*param.values[2:])) for param in cases()))


def assert_named_as_in_roster(case: Case) -> None:
    """Assert that what a finding is about is called by keys of rosters, and by words of this one and of the sentence."""
    for finding in case.findings:
        known = known_keys() | words_of(case.roster) | words_of(finding.args)
        parts = finding.about if isinstance(finding.about, tuple) else ()
        assert [
            each
            for each in parts
            if isinstance(each, str) and each not in known and not set(each.split()) <= known
        ] == []
        assert not isinstance(finding.about, str) or re.fullmatch(NAMES, finding.about), (
            "a name, or names one behind the other"
        )
