"""Which tests a mutant is tried against, and in which order: those that run its statement, the nearest to its file first.

Nearest are the cases of the rules that use a check, and the tests in the folder that mirrors the file's own. It goes in turn:
the quickest of each kind first, no kind has more time than another, and one farther off has to be so much quicker. Before any
two tests that go the same way through the file, one of each way has its turn: what a thousand tests do alike, one of them shows.

What is run at import or while data is compiled is felt by tests of any kind: first by those that run what speaks of it.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import accumulate

import msgspec

from tools.mutants.names import Lines, feelers
from tools.mutants.places import CASES, ROOT, module_of
from tools.mutants.population import Mutant
from tools.mutants.recording import Record

FARTHER = 4.0  # times the seconds: a test one folder farther off comes as late as one that takes so much longer
BUDGET = 15.0  # seconds of tests for one mutant, as they were recorded; what is left out is said


class Plan(msgspec.Struct):
    """A mutant and its tests."""

    mutant: Mutant
    cold: bool
    tests: list[str]
    seconds: dict[str, float]
    left_out: int


def plan(mutant: Mutant, record: Record, budget: float = BUDGET) -> Plan:
    cold = mutant.at_import or mutant.statement in record.early.get(mutant.file, ())
    here = record.lines.get(mutant.file, {})
    groups = [_running({mutant.file: {mutant.statement}}, record)]
    if cold:  # whoever may feel it, tests of everything in this very module first
        groups.insert(
            0, [test for test in record.seconds if test.endswith(f"[{module_of(mutant.file)}]")]
        )
        felt = feelers(mutant)
        groups += [_running(felt, record), _beside(felt, record), list(here), list(record.seconds)]
    ordered: dict[str, None] = {}
    for group in groups:
        tests = [test for test in group if test not in ordered]
        ordered |= dict.fromkeys(_in_turn(tests, mutant.file, here, record.seconds))
    kept: list[str] = []
    spent = 0.0
    for test in ordered:
        if kept and spent + record.seconds[test] > budget:
            continue
        spent += record.seconds[test]
        kept.append(test)
    return Plan(
        mutant, cold, kept, {test: record.seconds[test] for test in kept}, len(ordered) - len(kept)
    )


def _running(lines: Lines, record: Record) -> list[str]:
    """The tests that run one of these statements."""
    found: dict[str, None] = {}
    for file, wanted in lines.items():
        found |= dict.fromkeys(
            test for test, ran in record.lines.get(file, {}).items() if not wanted.isdisjoint(ran)
        )
    return list(found)


def _beside(lines: Lines, record: Record) -> list[str]:
    """The tests in the folders that mirror those of these files, of which it is not recorded what they run."""
    folders = {
        f"tests/{file.partition('/')[2].rpartition('/')[0]}/"
        for file in lines
        if file not in record.lines
    }
    return [
        test
        for test in record.seconds
        if f"{test.partition('::')[0].rpartition('/')[0]}/" in folders
    ]


def _in_turn(
    tests: list[str], file: str, here: dict[str, list[int]], seconds: dict[str, float]
) -> list[str]:
    """By seconds and nearness; every kind of test has the same time: a kind is a test function, or the cases of a rule."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for test in sorted(tests, key=lambda each: (seconds[each], each)):
        kinds[_kind(test)].append(test)
    turns = [
        (spent * FARTHER ** _distance(kind, file), test)
        for kind, some in kinds.items()
        for spent, test in zip(accumulate(seconds[test] for test in some), some, strict=True)
    ]
    ordered = [turn[-1] for turn in sorted(turns)]
    ways: dict[tuple[int, ...], str] = {}
    for test in ordered:
        ways.setdefault(tuple(here.get(test, ())), test)
    first = set(ways.values())
    return [test for test in ordered if test in first] + [
        test for test in ordered if test not in first
    ]


def _kind(test: str) -> str:
    """`tests/rules/test_cases.py::test_case[a-game 40K-06: three of each]` is of the kind of `a-game 40K-06`."""
    function, _, parameters = test.partition("[")
    return f"{function}[{parameters.partition(':')[0]}" if ": " in parameters else function


def _distance(kind: str, file: str) -> int:
    """0 for the cases of the rules that use this check; else how many of the file's folders are not in the test's path."""
    test, _, code = kind.partition("[")
    if code and code in _codes().get(file.rpartition("/")[2].removesuffix(".py"), ()):
        return 0
    if test.startswith(CASES):
        return 1
    own = file.split("/")[1:-1]
    theirs = test.split("::")[0].split("/")[1:-1]
    shared = next(
        (place for place, (a, b) in enumerate(zip(own, theirs, strict=False)) if a != b),
        min(len(own), len(theirs)),
    )
    return len(own) - shared


@cache
def _codes() -> dict[str, set[str]]:
    """Check -> the rules that use it, as the ids of their cases begin."""
    from listbuilder.yamlio import reader

    found: dict[str, set[str]] = defaultdict(set)
    for file in sorted((ROOT / "factions").glob("*/rules.yaml")):
        book = reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data
        for rule in book["rules"]:
            found[rule["check"]].add(f"{book['system']} {rule['code']}")
    return found
