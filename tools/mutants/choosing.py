"""Which tests a mutant is tried against, and in which order: those that run its statement, the quickest of each kind first."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from tools.mutants.population import Mutant
from tools.mutants.recording import Record

BUDGET = 12.0  # seconds of tests for one mutant, as they were recorded; what is left out is said


class Plan(msgspec.Struct):
    """A mutant and its tests."""

    mutant: Mutant
    cold: bool
    tests: list[str]
    seconds: dict[str, float]
    left_out: int


def plan(mutant: Mutant, record: Record, budget: float = BUDGET) -> Plan:
    running = record.lines.get(mutant.file, {})
    if mutant.at_import:  # for whoever runs anything of the module
        cold, tests = True, list(running)
    else:
        cold = mutant.statement in record.early.get(mutant.file, ())
        tests = list(running) if cold else [test for test, lines in running.items() if mutant.statement in lines]
    ordered = _in_turn(tests, record.seconds)
    kept: list[str] = []
    spent = 0.0
    for test in ordered:
        spent += record.seconds[test]
        if kept and spent > budget:
            break
        kept.append(test)
    return Plan(mutant, cold, kept, {test: record.seconds[test] for test in kept}, len(ordered) - len(kept))


def _in_turn(tests: list[str], seconds: dict[str, float]) -> list[str]:
    """One of each kind of test, then the second of each: a kind is a test function, or a file of cases."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for test in sorted(tests, key=lambda each: (seconds[each], each)):
        kinds[_kind(test)].append(test)
    turns = [(place, seconds[test], test) for kind in kinds.values() for place, test in enumerate(kind)]
    return [test for _, _, test in sorted(turns)]


def _kind(test: str) -> str:
    """`tests/rules/test_cases.py::test_case[40K-06: three of each]` is of the kind of 40K-06."""
    function, _, parameters = test.partition("[")
    return f"{function}[{parameters.partition(':')[0]}" if ": " in parameters else function
