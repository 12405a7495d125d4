"""Runs the law of a game over an army."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any

import msgspec

from listbuilder.law.catalog import CHECKS
from listbuilder.model.army import Army
from listbuilder.model.finding import Finding, Stamped
from listbuilder.model.rule import Rule, RuleBook

Check = Callable[[Army, Any], Iterator[Finding]]


def check(army: Army) -> list[Stamped]:
    """Every finding that is to be told, in the order of the law."""
    return [finding for finding in judge(army) if not finding.silent]


def judge(army: Army) -> list[Stamped]:
    """Every finding; also those that nobody is told, because another rule's finding says as much."""
    found = [_stamped(finding, rule) for rule, function, params in law_of(army.book) for finding in function(army, params)]
    if army.assumed_keys:
        from listbuilder.law import by_assumption  # only for the list of another program that leaves something open

        found = by_assumption.softened(found, army)
    if not army.by_today:
        return found
    from listbuilder.law.by_today import softened  # only for a past day

    return softened(found, army)


@lru_cache(maxsize=64)
def law_of(book: RuleBook) -> list[tuple[Rule, Check, Any]]:
    """The rules of a book with their checks and parameters, made ready once."""
    return [(rule, *_ready(rule)) for rule in book.rules if rule.on]


def _ready(rule: Rule) -> tuple[Check, Any]:
    module = import_module(CHECKS[rule.check])
    return module.check, msgspec.convert(rule.params, module.Params)


def _stamped(finding: Finding, rule: Rule) -> Stamped:
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
        citation=rule.says(finding.key),
        public=finding.public,
        secret=rule.secret and not finding.public,
    )
