"""Runs the law of a game over an army."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import msgspec

from listbuilder.law.catalog import CHECKS
from listbuilder.model.army import Army
from listbuilder.model.finding import Finding
from listbuilder.model.rule import Rule, RuleBook

Check = Callable[[Army, Any], Iterator[Finding]]

_laws: dict[int, tuple[RuleBook, list[tuple[Rule, Check, Any]]]] = {}


def check(army: Army) -> list[Finding]:
    """Every finding, in the order of the law."""
    found = [_stamped(finding, rule) for rule, function, params in law_of(army.book) for finding in function(army, params)]
    if not army.by_today:
        return found
    from listbuilder.law.by_today import softened  # only for a past day

    return softened(found, army)


def law_of(book: RuleBook) -> list[tuple[Rule, Check, Any]]:
    """The rules of a book with their checks and parameters, made ready once."""
    known = _laws.get(id(book))
    if known is None or known[0] is not book:
        known = (book, [(rule, *_ready(rule)) for rule in book.rules if rule.on])
        _laws[id(book)] = known
    return known[1]


def _ready(rule: Rule) -> tuple[Check, Any]:
    module = import_module(CHECKS[rule.check])
    return module.check, msgspec.convert(rule.params, module.Params)


def _stamped(finding: Finding, rule: Rule) -> Finding:
    return msgspec.structs.replace(
        finding,
        code=rule.code,
        name=rule.name,
        check=rule.check,
        severity=finding.severity or rule.severity,
        citation=rule.citation,
    )
