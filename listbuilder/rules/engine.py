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
    """Return the findings of the rules that are shown, in the order of the rules.

    Silent findings are left out, because another finding says the same.
    """
    return [finding for finding in run_rules(army) if not finding.silent]


def run_rules(army: Army) -> list[Stamped]:
    """Return every finding of the rules in `army`, in the order of the rules.

    Silent findings are included; they are never shown, because another rule's finding says as much.
    An error becomes a warning if it depends on something assumed, or on data that is unknown for
    the army's date.
    """
    return _soften_findings(_run_prepared_rules(army, prepare_rules(army.book)), army)


def run_rules_called(army: Army, code: str, name: str) -> list[Stamped]:
    """Return every finding of the rules with that code and name, as `run_rules` returns them.

    The other rules are not run. Several rules may share a code and a name.
    """
    rules = _group_rules_by_name(army.book).get((code, name), [])
    return _soften_findings(_run_prepared_rules(army, rules), army)


def find_by_rule(army: Army, rule: Rule) -> list[Finding]:
    """Return what the check of `rule` finds in `army`; nothing is softened."""
    return [
        finding
        for prepared, function, params in prepare_rules(army.book)
        if prepared is rule
        for finding in function(army, params)
    ]


def _run_prepared_rules(army: Army, rules: list[tuple[Rule, Check, Any]]) -> list[Stamped]:
    """Return what the checks of `rules` find in `army`, in the order of the rules."""
    return [
        _stamp_finding(finding, rule)
        for rule, function, params in rules
        for finding in function(army, params)
    ]


def _soften_findings(found: list[Stamped], army: Army) -> list[Stamped]:
    """Return `found`, with errors made warnings if they depend on what is assumed or unknown.

    Unknown is data of the army's date. Each finding is looked at by itself.
    """
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
        """The findings in lists, by (code, name) of their rule."""
        by_rule: dict[tuple[str, str], list[Stamped]] = {}
        for finding in self._found:
            by_rule.setdefault((finding.code, finding.name), []).append(finding)
        return by_rule


def run_rules_after_addition(army: Army, before: FindingsByRule, joined: Unit) -> list[Stamped]:
    """Return every finding in `army`, a checked army with the unit `joined` added at the end.

    `before` has the findings of the army before the addition. A rule is run again only if the new
    unit can change what it finds; each check says which part of an army it looks at. This is only
    right because the added unit has no enhancements and no declared formation, and because nothing
    is assumed about the other units.
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
    """Return the rules that are on, each with its key, its scope, its check and parameters.

    Each entry is (key, scope, rule, function of the check, parameters); the key is the rule's code
    and name.
    """
    return [
        ((rule.code, rule.name), get_check_scope(rule.check), rule, *rest)
        for rule, *rest in prepare_rules(book)
    ]


def get_check_scope(check: str) -> LooksAt:
    """Return which part of an army the check looks at, such as "each" unit by itself.

    It is the LOOKS_AT of the check's module; without one, the whole army.
    """
    return CHECKS[check]().looks_at


@lru_cache(maxsize=64)
def _group_rules_by_name(book: RuleBook) -> dict[tuple[str, str], list[tuple[Rule, Check, Any]]]:
    """Return the rules of `book` that are on, prepared, by their code and name."""
    rules: dict[tuple[str, str], list[tuple[Rule, Check, Any]]] = {}
    for prepared in prepare_rules(book):
        rules.setdefault((prepared[0].code, prepared[0].name), []).append(prepared)
    return rules


@lru_cache(maxsize=64)
def prepare_rules(book: RuleBook) -> list[tuple[Rule, Check, Any]]:
    """Return the rules of `book` that are on, each with its check and its parameters.

    The list is made once for each book. The modules of the checks are imported here.
    """
    prepared = []
    for rule in book.rules:
        if rule.on:
            module = CHECKS[rule.check]()
            # half of the rules have none: msgspec need not examine the classes of their parameters
            given = rule.params
            params = msgspec.convert(given, module.params) if given else module.params()
            prepared.append((rule, module.check, params))
    return prepared


def _stamp_finding(finding: Finding, rule: Rule) -> Stamped:
    """Return the finding with the code, name, severity and citation of its rule added.

    If the check gave the finding a severity of its own, that one is used. The finding is secret if
    the rule is, unless the check marked it as public.
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
