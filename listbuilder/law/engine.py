"""Runs the law of a game over an army."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Any

import msgspec

from listbuilder.law.catalog import CHECKS
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army, Unit
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


class Judged:
    """What was found in an army, by rule."""

    def __init__(self, found: Iterable[Stamped]) -> None:
        self._found = found

    @cached_property
    def by_rule(self) -> dict[tuple[str, str], list[Stamped]]:
        by_rule: dict[tuple[str, str], list[Stamped]] = {}
        for finding in self._found:
            by_rule.setdefault((finding.code, finding.name), []).append(finding)
        return by_rule


def judge_on(army: Army, before: Judged, joined: Unit) -> list[Stamped]:
    """The same where it is known of the army without its last unit: what cannot be otherwise is not asked again. Who has
    joined bears nothing, nothing is declared of it, and nothing was assumed of the others.
    """
    found: list[Stamped] = []
    alone = copy(army)
    alone.units = [joined]
    known = before.by_rule
    for key, looks_at, rule, function, params in _narrow_law_of(army.book):
        same = known.get(key)
        if looks_at == "each":
            more = [_stamped(finding, rule) for finding in function(alone, params)]
            if more and same:  # it may say it of all of them together
                more = [_stamped(finding, rule) for finding in function(army, params)]
            found += more or same or ()
        elif looks_at == "army":
            found += [_stamped(finding, rule) for finding in function(army, params)]
        elif same:
            found += same
    return found


@lru_cache(maxsize=64)
def _narrow_law_of(book: RuleBook) -> list[tuple[tuple[str, str], LooksAt, Rule, Check, Any]]:
    """With what each rule looks at."""
    return [((rule.code, rule.name), looks_at(rule.check), rule, *more) for rule, *more in law_of(book)]


def looks_at(check: str) -> LooksAt:
    looks: LooksAt = getattr(import_module(CHECKS[check]), "LOOKS_AT", "army")
    return looks


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
