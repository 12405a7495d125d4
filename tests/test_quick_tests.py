"""The quick tests cover everything, and the end of a run says so: what conftest.py, needs.py and usage.py do."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import conftest, usage
from tests.needs import NO_PROGRAM, NO_SHARED
from tests.usage import KINDS, Usage, find_missing, list_expected

TESTPATHS = pytest.Config.ArgsSource.TESTPATHS
ARGS = pytest.Config.ArgsSource.ARGS


# --- what counts as used ---


def test_all_parts_of_the_program_are_expected() -> None:
    expected = list_expected()
    assert set(expected) == set(KINDS)
    assert (
        {"warhammer-40k-10e 40K-02", "age-of-sigmar-4e AOS-15", "spearhead SH-01"}
        <= expected["kept"]
        == expected["broken"]
    )
    assert {"check", "edit", "event"} <= expected["command"]
    assert {"HomeScreen", "BuilderScreen", "Ask", "NewScreen", "TooSmall"} <= expected["screen"]
    assert {"gw-app-text", "rosterizer-json"} <= expected["reader"]
    assert {"pdf", "gw"} <= expected["writer"]


def test_what_is_missing_is_named() -> None:
    expected = list_expected()
    assert find_missing(expected, expected) == []
    without = {
        **expected,
        "screen": expected["screen"] - {"TooSmall"},
        "broken": expected["broken"] - {"spearhead SH-01"},
    }
    assert find_missing(without, expected) == [
        "rules without a quick test of an illegal list: spearhead SH-01",
        "screens that no quick test shows: TooSmall",
    ]


def test_records_of_two_processes_are_put_together() -> None:
    one, other = Usage(), Usage()
    one.recording = other.recording = True
    one.add("command", "check")
    other.add("command", "find")
    one.merge(other.as_lists())
    assert one.used["command"] == {"check", "find"}


def test_a_slow_test_is_not_recorded() -> None:
    used = Usage()
    used.add("command", "check")
    assert used.used["command"] == set()


@pytest.mark.parametrize(("code", "counts"), [(0, True), (1, True), (2, False), (3, False)])
def test_a_command_counts_if_it_came_to_a_result(code: int, counts: bool) -> None:
    used = Usage()
    used.recording = True
    run = usage._watch_commands(used, lambda _: SimpleNamespace(run=lambda args, context: code))(
        "check"
    ).run
    assert run(None, None) == code
    assert used.used["command"] == ({"check"} if counts else set())


@pytest.mark.parametrize(("units", "counts"), [(0, False), (1, False), (2, True)])
def test_a_reader_counts_if_it_read_a_list(units: int, counts: bool) -> None:
    used = Usage()
    used.recording = True
    parsed = SimpleNamespace(units=[None] * units)
    assert usage._watch_readers(used, lambda _: lambda found: (parsed, None))("wtc")(None) == (
        parsed,
        None,
    )
    assert used.used["reader"] == ({"wtc"} if counts else set())


def test_writers_and_screens_count() -> None:
    used = Usage()
    used.recording = True
    assert (
        usage._watch_writers(used, lambda _: b"x")(
            SimpleNamespace(wish=SimpleNamespace(form="pdf"))
        )
        == b"x"
    )
    usage._watch_screens(used, lambda *_: None)("a screen", None)
    assert (used.used["writer"], used.used["screen"]) == ({"pdf"}, {"str"})


# --- which runs are asked for all of it ---


def config(args: list[str], source: pytest.Config.ArgsSource, **options: Any) -> Any:
    given = {
        "keyword": "",
        "deselect": None,
        "ignore": None,
        "ignore_glob": None,
        "collectonly": False,
        "maxfail": 0,
        "markexpr": "",
    }
    return SimpleNamespace(
        args=args, args_source=source, option=SimpleNamespace(**{**given, **options})
    )


@pytest.mark.parametrize(
    ("given", "whole"),
    [
        (config(["tests"], TESTPATHS), True),
        (config(["tests"], TESTPATHS, markexpr="not slow"), True),
        (config([str(conftest.TESTS)], ARGS), True),
        (config([str(conftest.TESTS / "rules")], ARGS), False),
        (config([str(conftest.TESTS / "test_readme.py")], ARGS, markexpr="not slow"), False),
        (config(["tests"], TESTPATHS, keyword="screen"), False),
        (config(["tests"], TESTPATHS, markexpr="slow"), False),
        (config(["tests"], TESTPATHS, maxfail=1), False),
        (config(["tests"], TESTPATHS, lf=True), False),
    ],
)
def test_only_a_run_of_everything_is_asked(given: Any, whole: bool) -> None:
    assert conftest.is_whole_run(given) == whole


# --- which cases are slow ---


class Item:
    def __init__(self, nodeid: str, params: dict[str, Any], *mark: Any) -> None:
        self.nodeid = nodeid
        self.path = Path(nodeid.partition("::")[0]).resolve()
        self.callspec = SimpleNamespace(params=params)
        self.marks = {"slow_but": SimpleNamespace(args=mark)} if mark else {}

    def get_closest_marker(self, name: str) -> Any:
        return self.marks.get(name)

    def add_marker(self, mark: Any) -> None:
        self.marks[mark.name] = mark


def test_a_few_cases_stay_quick_evenly_spread() -> None:
    items: list[Any] = [
        Item(f"tests/x.py::test_a[{number}]", {"number": number}, 3) for number in range(9)
    ]
    items += [
        Item(f"tests/x.py::test_b[{n}-{form}]", {"n": n, "form": form}, 1, "form")
        for form in "xy"
        for n in range(4)
    ]
    items += [Item("tests/x.py::test_c", {}), Item("tests/facts/test_x.py::test_d", {})]
    conftest.pytest_collection_modifyitems(items)
    quick = [
        item.nodeid.partition("::")[2] for item in items if not item.get_closest_marker("slow")
    ]
    assert quick == ["test_a[0]", "test_a[3]", "test_a[6]", "test_b[0-x]", "test_b[0-y]", "test_c"]


@pytest.mark.parametrize(
    ("markexpr", "left_out"), [("not slow", True), ("", False), ("slow", False)]
)
def test_slow_tests_are_not_even_collected_for_the_quick_run(markexpr: str, left_out: bool) -> None:
    @pytest.mark.slow
    def test_slow() -> None: ...

    @pytest.mark.slow_but(1)
    def test_sampled() -> None: ...

    asked = config(["tests"], TESTPATHS, markexpr=markexpr)
    module: Any = SimpleNamespace(config=asked)
    assert conftest.pytest_pycollect_makeitem(module, test_slow) == ([] if left_out else None)
    assert conftest.pytest_pycollect_makeitem(module, test_sampled) is None
    assert conftest.pytest_pycollect_makeitem(module, "no function") is None
    folder = conftest.TESTS / "facts"
    assert conftest.pytest_ignore_collect(folder, asked) == (True if left_out else None)
    assert conftest.pytest_ignore_collect(conftest.TESTS / "rules", asked) is None


def test_workers_begin_at_other_modules_and_share_them_all(monkeypatch: pytest.MonkeyPatch) -> None:
    imported: list[str] = []

    def import_module(name: str) -> None:
        imported.append(name)
        raise ImportError(name)  # reported when the module is collected

    monkeypatch.setattr(conftest, "import_module", import_module)
    shares = []
    for worker in ("gw0", "gw1", "gw2"):
        asked = config(["tests"], TESTPATHS, markexpr="not slow")
        asked.workerinput = {"workerid": worker, "workercount": 3}
        asked.stash = {conftest.WHOLE_RUN: True}
        conftest.import_share(asked)
        shares.append(set(imported))
        imported.clear()
    assert sum(map(len, shares)) == len(set().union(*shares)) > 300
    assert "tests.test_quick_tests" in set().union(*shares)
    assert not any(name.startswith("tests.facts.") for name in set().union(*shares))


# --- what is said of skipped tests ---


def test_skipped_tests_are_counted_in_one_line_a_reason() -> None:
    reasons = [NO_SHARED] * 3 + [
        f"{NO_PROGRAM}zsh",
        f"{NO_PROGRAM}fish",
        f"{NO_PROGRAM}fish",
        "only root\n can be somebody else",
    ]
    assert conftest.summarize_skipped(reasons) == [
        "skipped without ../shared: 3 tests",
        "skipped because programs are not installed: 3 tests: fish (2), zsh (1)",
        "skipped: 1 test: only root can be somebody else",
    ]
    assert conftest.summarize_skipped([]) == []


@pytest.mark.parametrize(
    ("longrepr", "reason"),
    [(("x.py", 3, f"Skipped: {NO_SHARED}"), NO_SHARED), ("Skipped: no glossary", "no glossary")],
)
def test_the_reason_of_a_skipped_test(longrepr: object, reason: str) -> None:
    assert conftest.reason_of(SimpleNamespace(longrepr=longrepr)) == reason
