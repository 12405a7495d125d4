"""The mutants themselves: each is another program, has a name of its own, and goes where it is said to be."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tools.mutants import allowed, population
from tools.mutants.choosing import plan
from tools.mutants.names import feelers
from tools.mutants.places import CASES, MUTATED, NEAREST, QUICK, ROOT
from tools.mutants.population import Mutant
from tools.mutants.recording import Record, _state, merged, moved_lines, probed, pytest_words
from tools.mutants.trial import _codes, chunks
from tools.mutants.warm import Killers, Result

pytestmark = pytest.mark.slow

SOURCE = '''\
"""A module."""

from typing import Literal

Kind = Literal["a", "b"]
MOST = 3


class Params:
    keyword: str = "x"


def check(units, most: int = 2):
    """Says something."""
    assert units is not None, "told"
    for unit in units:
        if unit.hidden:
            continue
        if not unit.count or (unit.count > most and unit.name != "a"):
            yield f"{unit.name}: {unit.count + 1:d}"
    print([each for each in units if each])
    return
'''


HIDDEN = type("Unit", (), {"hidden": True, "count": 0, "name": "b"})
BOTH = "unit.count > most and unit.name != 'a'"


@pytest.fixture
def mutants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Mutant]:
    file = tmp_path / "module.py"
    file.write_text(SOURCE)
    monkeypatch.setattr(population, "relative", lambda _: "module.py")
    return population.of_file(file)


def test_what_may_be_mutated(mutants: list[Mutant]) -> None:
    assert [(each.operator, each.before, each.after) for each in mutants] == [
        ("constant", "3", "4"),
        ("constant", "3", "2"),
        ("constant", "'x'", "'x?'"),
        ("constant", "2", "3"),
        ("constant", "2", "1"),
        ("condition", "if unit.hidden", "if not unit.hidden"),
        ("loop", "continue", "break"),
        ("and-or", f"not unit.count or ({BOTH})", f"not unit.count and ({BOTH})"),
        ("not", "not unit.count", "unit.count"),
        ("and-or", BOTH, "unit.count > most or unit.name != 'a'"),
        ("comparison", "unit.count > most", "unit.count >= most"),
        ("comparison", "unit.count > most", "unit.count <= most"),
        ("comparison", "unit.name != 'a'", "unit.name == 'a'"),
        ("constant", "'a'", "'a?'"),
        ("yield", "yield f'{unit.name}: {unit.count + 1:d}'", "pass"),
        ("constant", "': '", "': ?'"),
        ("arithmetic", "unit.count + 1", "unit.count - 1"),
        ("constant", "1", "2"),
        ("constant", "1", "0"),
        ("call", "print([each for each in units if each])", "pass"),
        ("filter", "for each in units if each", "for each in units"),
        ("return", "return", "pass"),
    ]
    assert [each.at_import for each in mutants] == [True] * 5 + [False] * 17
    assert {each.function for each in mutants} == {"", "Params", "check"}
    assert len({each.name for each in mutants}) == len(mutants)


def test_each_mutant_is_another_program(mutants: list[Mutant]) -> None:
    whole = ast.unparse(ast.parse(SOURCE))
    made = [ast.unparse(population.mutated(each, SOURCE)) for each in mutants]
    assert all(each != whole for each in made) and len(set(made)) == len(made)
    for each, text in zip(mutants, made, strict=True):
        compile(text, "module.py", "exec")
        assert each.after in text or each.operator in (
            "filter",
            "return",
            "condition",
            "constant",
        ), each.name


def test_functions_of_a_mutant_stand_where_they_stood(mutants: list[Mutant]) -> None:
    before = _codes(compile(ast.parse(SOURCE), "module.py", "exec"))
    for each in mutants:
        after = _codes(compile(population.mutated(each, SOURCE), "module.py", "exec"))
        assert [(code.co_qualname, code.co_firstlineno) for code in after] == [("check", 13)]
        same = each.at_import or each.operator == "return"  # nothing comes after this one
        assert (after == before) == same


def test_a_probe_before_every_statement_of_a_function() -> None:
    lines: dict[int, bool] = {}
    names: dict[str, Any] = {"__probe__": lines}
    exec(compile(probed(SOURCE), "module.py", "exec"), names)
    assert lines == {}
    assert list(names["check"]([HIDDEN])) == []
    assert list(lines) == [15, 16, 17, 18, 21, 22]


def test_a_probe_is_no_call() -> None:
    """Tests that count calls find as many in what is recorded."""
    plain, with_probes = _events(ast.parse(SOURCE)), _events(probed(SOURCE))
    assert plain == with_probes
    assert "call" in plain and "c_call" in plain


def _events(tree: ast.Module) -> list[str]:
    names: dict[str, Any] = {"__probe__": {}}
    exec(compile(tree, "module.py", "exec"), names)
    seen: list[str] = []

    def saw(frame: FrameType, event: str, argument: object) -> None:
        seen.append(event)

    before = sys.getprofile()
    sys.setprofile(saw)
    try:
        list(names["check"]([HIDDEN]))
    finally:
        sys.setprofile(before)
    return seen


def test_what_several_processes_recorded_is_one_record() -> None:
    one = Record(seconds={"a": 1.0}, lines={"f": {"a": [1]}}, early={"f": [3, 5]}, failed=["x"])
    other = Record(
        seconds={"b": 2.0},
        lines={"f": {"b": [2]}, "g": {"b": [7]}},
        early={"f": [4, 5], "g": [1]},
        failed=["y"],
    )
    whole = merged([one, other])
    assert whole.seconds == {"a": 1.0, "b": 2.0}
    assert whole.lines == {"f": {"a": [1], "b": [2]}, "g": {"b": [7]}}
    assert whole.early == {"f": [3, 4, 5], "g": [1]}
    assert whole.failed == ["x", "y"]


def _mutant(**changes: object) -> Mutant:
    usual: dict[str, object] = {
        "file": "listbuilder/rules/checks/copies_limit.py", "function": "check", "line": 9, "statement": 9, "operator": "constant",
        "before": "1", "after": "2", "nth": 0, "path": (), "choice": 0, "at_import": False,
    }  # fmt: skip
    return Mutant(**{**usual, **changes})  # type: ignore[arg-type]


def test_the_nearest_tests_come_first() -> None:
    near, other = (
        f"{CASES}::test_case[warhammer-40k-10e 40K-06: a]",
        f"{CASES}::test_case[spearhead SH-01: b]",
    )
    far = "tests/cli/t.py::t"
    file = _mutant().file
    record = Record(
        seconds={
            far: 0.1,
            other: 0.2,
            near: 0.7,
            "tests/cli/t.py::u": 0.1,
            "tests/cli/u.py::v": 0.0,
        },
        lines={file: {far: [9], other: [8, 9], near: [9], "tests/cli/t.py::u": [8]}},
        early={file: [30]},
    )
    assert plan(_mutant(), record).tests == [near, other, far]
    assert plan(_mutant(), record, budget=0.85).tests == [near, far]
    assert plan(_mutant(), record, budget=0.85).left_out == 1
    assert not plan(_mutant(), record).cold
    for late in (_mutant(statement=30), _mutant(at_import=True)):
        assert plan(late, record).cold and len(plan(late, record).tests) == 5
        assert plan(late, record).tests[-1] == "tests/cli/u.py::v"  # it runs nothing of the file
    assert plan(_mutant(statement=31), record).tests == []


def test_one_test_of_each_way_through_the_file_comes_before_a_second_of_any() -> None:
    """A hundred that do alike, and a slow one that goes another way."""
    file = _mutant().file
    alike = [f"tests/rules/test_a.py::t[{number:03}]" for number in range(100)]
    other = "tests/cli/test_b.py::t"
    lines = {test: [8, 9] for test in alike} | {other: [8, 9, 10]}
    record = Record(seconds=dict.fromkeys(alike, 0.1) | {other: 5.0}, lines={file: lines})
    found = plan(_mutant(), record, budget=6.0)
    assert found.tests[:3] == [alike[0], other, alike[1]]
    assert (len(found.tests), found.left_out) == (1 + 1 + 9, 90)


def test_the_tests_that_killed_something_near_come_first(tmp_path: Path) -> None:
    """Those of the mutant itself, of its function, of its file; the others stay in their order, and none is added."""
    tests = [f"tests/rules/test_a.py::t{number}" for number in range(6)]
    record = Record(
        seconds=dict.fromkeys(tests, 0.1), lines={_mutant().file: {key: [9] for key in tests}}
    )
    killers = Killers(tmp_path / "killers.json")
    other, elsewhere = _mutant(before="7"), _mutant(function="limit", before="8")

    def killed(mutant: Mutant, by: str, how: str = "test") -> None:
        killers.note(Result(plan(mutant, record), how != "survived", by, how, 0.1))

    assert killers.first(plan(_mutant(), record)) == tests
    for _ in range(3):
        killed(elsewhere, tests[4])
    killed(other, tests[5])
    assert killers.first(plan(_mutant(), record)) == [tests[5], tests[4], *tests[:4]]
    killed(_mutant(), tests[2])
    killed(_mutant(before="9"), tests[1], "survived")
    killed(_mutant(before="9"), "tests/rules/test_gone.py::t")
    found = killers.first(plan(_mutant(), record))
    assert found[0] == tests[2] and sorted(found) == tests
    killers.keep()
    assert Killers(tmp_path / "killers.json").first(plan(_mutant(), record))[0] == tests[2]


def test_a_cold_process_collects_few_files_at_a_time() -> None:
    tests = ["a.py::1", "b.py::1", "a.py::2", "c.py::1", "b.py::2", "d.py::1", "a.py::3"]
    assert list(chunks(tests, 2)) == [
        ["a.py::1", "b.py::1", "a.py::2"],
        ["c.py::1", "b.py::2", "d.py::1", "a.py::3"],
    ]
    assert list(chunks(tests, 4)) == [tests] and list(chunks([], 2)) == []


def test_where_lines_are_after_an_edit() -> None:
    """A line that came in is run by whoever ran the one before it; one that was changed by whoever ran it before."""
    assert moved_lines("a\nb\nc\n", "a\nb\nc\n") == {1: [1], 2: [2], 3: [3]}
    assert moved_lines("a\nb\nc\n", "a\nnew\nb\nc\n") == {1: [1, 2], 2: [3], 3: [4]}
    assert moved_lines("a\nb\nc\n", "a\nc\n") == {1: [1], 2: [], 3: [2]}
    assert moved_lines("a\nb\nc\n", "a\nB\nC\nD\nc\n") == {1: [1], 2: [2, 3, 4], 3: [5]}
    assert moved_lines("a\n", "new\na\n") == {1: [2]}


def _at(file: str, text: str) -> Mutant:
    """The first mutant of the line that says so."""
    path = ROOT / file
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(each for each in population.of_file(path) if text in lines[each.line - 1])


def _felt(mutant: Mutant, file: str) -> set[str]:
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return {lines[line - 1].strip() for line in feelers(mutant)[file]}


@pytest.mark.parametrize(
    ("mutant", "file", "text"),
    [
        (
            ("games/wh40k/faction.py", "include_forbidden"),
            "games/wh40k/ally_standing.py",
            "if not any(detachment.include_forbidden",
        ),
        (
            ("games/aos/history_catalog.py", '"warscroll-history"'),
            "games/aos/game.py",
            "return {",
        ),
        (
            ("games/aos_4e.py", "cost="),
            "formats/write/ros.py",
            "name, type_id = self.game.cost",
        ),  # not recorded
        (
            ("wargear/check.py", "kit: Kit, groups: Sequence[Group], *, explained"),
            "wargear/check.py",
            "keys = tuple(",
        ),  # its body
    ],
)
def test_what_is_run_at_import_is_felt_where_its_name_is_spoken(
    mutant: tuple[str, str], file: str, text: str
) -> None:
    made = _at(f"listbuilder/{mutant[0]}", mutant[1])
    assert any(text in line for line in _felt(made, f"listbuilder/{file}"))


def test_a_sample_is_drawn_by_its_seed() -> None:
    first, again, other = (
        population.sample(20, 1, set()),
        population.sample(20, 1, set()),
        population.sample(20, 2, set()),
    )
    assert first == again != other and len({each.name for each in first}) == 20
    without = {each.name for each in first[:5]}
    again = population.sample(20, 1, without)
    assert (
        not without & {each.name for each in again} and again[:15] == first[5:]
    )  # each has a lot of its own


def test_what_is_named_is_there() -> None:
    for place in (*MUTATED, *NEAREST, CASES):
        assert (ROOT / place).exists(), place


def test_harmless_mutants_are_there_and_have_a_reason() -> None:
    entries = allowed.allowed()
    names = [entry.mutant for entry in entries]
    assert len(set(names)) == len(names)
    assert all(len(entry.reason) > 15 for entry in entries)
    assert allowed.stale(entries, {each.name for each in population.every()}) == []


def test_a_stale_entry_is_named() -> None:
    gone = allowed.Allowed(
        "listbuilder/gone.py:f:constant: 1 => 2", "it was never reached by anything"
    )
    assert allowed.stale([gone], {"listbuilder/here.py:f:constant: 1 => 2"}) == [gone.mutant]


def test_only_quick_tests_may_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are recorded apart from all."""
    monkeypatch.delenv(QUICK, raising=False)
    every, state = pytest_words(["tests/rules"]), _state(ROOT / "tests/rules/test_numbers.py")
    monkeypatch.setenv(QUICK, "yes")
    assert "not slow" in pytest_words(["tests/rules"]) and "not slow" not in every
    assert _state(ROOT / "tests/rules/test_numbers.py") != state


def test_a_test_of_the_module_itself_comes_first() -> None:
    """Of what is run at import, a test of everything in that module tells most."""
    mutant = next(
        each
        for each in population.of_file(ROOT / "listbuilder/games/registry.py")
        if each.at_import
    )
    seconds = {
        "tests/x.py::test_a[listbuilder.games.registry]": 2.0,
        "tests/games/test_y.py::test_b": 0.001,
    }
    assert (
        plan(mutant, Record(seconds=seconds)).tests[0]
        == "tests/x.py::test_a[listbuilder.games.registry]"
    )
