"""The engine that runs the rules of a game over an army."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from listbuilder.model.army import Army, Unit
from listbuilder.model.finding import Finding, Stamped
from listbuilder.model.rulebook import Rule, RuleBook
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.registry import CHECKS, Check


def check_army(army: Army) -> list[Stamped]:
    """Return the findings in an army that are shown, in the order of the rules."""
    return [finding for finding in run_rules(army) if not finding.silent]


def run_rules(army: Army) -> list[Stamped]:
    """Return every finding in an army, in the order of the rules.

    Silent ones are included: nobody is told them, because another rule's finding says as much.
    Errors that rest on something assumed, or on data not known for the army's date, are warnings.
    """
    found = [
        _stamp_finding(finding, rule)
        for rule, function, params in prepare_rules(army.book)
        for finding in function(army, params)
    ]
    if army.assumed_keys:
        # only for the list of another program that leaves something open
        from listbuilder.rules.by_assumption import soften_assumed

        found = soften_assumed(found, army)
    if not army.by_today:
        return found
    from listbuilder.rules.by_todays_rules import soften_unknown_on_date  # only for a past day

    return soften_unknown_on_date(found, army)


class FindingsByRule:
    """The findings in an army, by rule."""

    def __init__(self, findings: Iterable[Stamped]) -> None:
        """Hold the findings; they are sorted by rule when first asked for."""
        self._found = findings

    @cached_property
    def by_rule(self) -> dict[tuple[str, str], list[Stamped]]:
        """The findings by code and name of their rule."""
        by_rule: dict[tuple[str, str], list[Stamped]] = {}
        for finding in self._found:
            by_rule.setdefault((finding.code, finding.name), []).append(finding)
        return by_rule


def run_rules_after_addition(army: Army, before: FindingsByRule, joined: Unit) -> list[Stamped]:
    """Return every finding in an army that differs from a checked one by its last unit alone.

    What cannot change is not asked again: each check says what it looks at. This holds because the
    joined unit has no enhancements, nothing is declared of it, and nothing was assumed of the
    others.
    """
    found: list[Stamped] = []
    joined_alone = copy(army)
    joined_alone.units = [joined]
    earlier_by_rule = before.by_rule
    for key, looks_at, rule, function, params in _prepare_rules_with_scope(army.book):
        earlier = earlier_by_rule.get(key)
        if looks_at == "each":
            more = [_stamp_finding(finding, rule) for finding in function(joined_alone, params)]
            if more and earlier:  # it may say it of all of them together
                more = [_stamp_finding(finding, rule) for finding in function(army, params)]
            found += more or earlier or ()
        elif looks_at == "army":
            found += [_stamp_finding(finding, rule) for finding in function(army, params)]
        elif earlier:
            found += earlier
    return found


@lru_cache(maxsize=64)
def _prepare_rules_with_scope(
    book: RuleBook,
) -> list[tuple[tuple[str, str], LooksAt, Rule, Check, Any]]:
    """Return the prepared rules of a book, each with its key and with what its check looks at."""
    return [
        ((rule.code, rule.name), get_check_scope(rule.check), rule, *rest)
        for rule, *rest in prepare_rules(book)
    ]


def get_check_scope(check: str) -> LooksAt:
    """Return what of an army a check looks at: its module's LOOKS_AT, else the whole army."""
    return CHECKS[check]().looks_at


@lru_cache(maxsize=64)
def prepare_rules(book: RuleBook) -> list[tuple[Rule, Check, Any]]:
    """Return the rules of a book that are on, each with its check and its parameters.

    Made once for a book. The modules of their checks are imported here.
    """
    prepared = []
    for rule in book.rules:
        if rule.on:
            module = CHECKS[rule.check]()
            prepared.append((rule, module.check, msgspec.convert(rule.params, module.params)))
    return prepared


def _stamp_finding(finding: Finding, rule: Rule) -> Stamped:
    """Return the finding with its rule's code, name, severity and citation.

    A check's own severity goes before the rule's. A public finding of a secret rule is no secret.
    """
    return Stamped(
        key=finding.key,
        path=finding.path,
        args=finding.args,
        units=finding.units,
        fixes=finding.fixes,
        about=finding.about,
        cause=finding.cause,
        excess=finding.excess,
        of_points=finding.of_points,
        silent=finding.silent,
        severity=finding.severity or rule.severity,
        code=rule.code,
        name=rule.name,
        check=rule.check,
        citation=rule.get_citation(finding.key),
        public=finding.public,
        secret=rule.secret and not finding.public,
    )
