"""Every test run has a cache of its own, and hypothesis the same examples everywhere. The end of a run says what it left out."""

from __future__ import annotations

import contextlib
import gc
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.needs import NO_PROGRAM, NO_SHARED
from tests.usage import USAGE, find_missing, list_expected, watch_program

# Before anything is compiled. Workers of one run share it: the compiled form is safe under concurrent use.
os.environ.setdefault(
    "LISTBUILDER_CACHE", os.path.join(tempfile.gettempdir(), f"listbuilder-tests-{os.getuid()}")
)

# The data grow old by themselves; what is said of that has tests of its own.
os.environ["LISTBUILDER_TODAY"] = "2026-06-01"

# Also of programs that a test starts: what they say does not hang on whose machine it is.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)
for name in ("LANG", "DATA", "EVENT"):  # settings of whoever runs the tests
    os.environ.pop(f"LISTBUILDER_{name}", None)
os.environ["XDG_CONFIG_HOME"] = os.path.join(os.environ["LISTBUILDER_CACHE"], "no-settings")

settings.register_profile("steady", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("steady")

TESTS = Path(__file__).parent
# Folders of which every test is slow: they compare all data with ../shared, or with other programs.
SLOW_FOLDERS = [TESTS / name for name in ("clients", "corpus", "facts")]
WHOLE_RUN = pytest.StashKey[bool]()
MISSING = pytest.StashKey[list[str]]()


# --- what is slow, and what the quick tests use ---


def is_whole_run(config: pytest.Config) -> bool:
    """Return whether all quick tests are to run: no file, folder, word or other mark was asked for."""
    if hasattr(config, "workerinput"):
        return bool(config.workerinput["whole_run"])
    option = config.option
    folders = [Path(each).resolve() for each in config.args]
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS or folders == [TESTS]
    narrowed = (
        option.keyword
        or option.deselect
        or option.ignore
        or option.ignore_glob
        or option.collectonly
    )
    narrowed = (
        narrowed
        or getattr(option, "lf", False)
        or option.maxfail
        or getattr(option, "stepwise", False)
    )
    return everything and not narrowed and option.markexpr in ("", "not slow")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[WHOLE_RUN] = is_whole_run(config)
    if config.stash[WHOLE_RUN]:
        watch_program(USAGE)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of pytest-xdist, which does not see how the run was started."""
    node.workerinput["whole_run"] = node.config.stash[WHOLE_RUN]


def leaves_slow_out(config: pytest.Config) -> bool:
    """Return whether only quick tests are to run: then no time is spent on collecting the others."""
    return bool(config.option.markexpr == "not slow")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if leaves_slow_out(config) and collection_path in SLOW_FOLDERS else None


def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[Any] | None:
    """Collect nothing of a function that is slow: its cases would be made only to be deselected."""
    marks = getattr(obj, "pytestmark", ())
    is_slow = isinstance(marks, list) and any(mark.name == "slow" for mark in marks)
    return [] if is_slow and leaves_slow_out(collector.config) else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    import_share(session.config)
    return (yield)


def import_share(config: pytest.Config) -> None:
    """Import some of the test modules, in each worker of pytest-xdist others.

    Every worker collects every test. Each module's asserts are rewritten and compiled once, which
    takes longest in a fresh clone; so the workers begin at different modules and read the rest as
    the others have written it. What can't be imported is reported when it is collected.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or not config.stash[WHOLE_RUN]:
        return
    modules = [
        ".".join(path.relative_to(TESTS.parent).with_suffix("").parts)
        for path in sorted(TESTS.rglob("test_*.py"))
        if not (leaves_slow_out(config) and set(path.parents) & set(SLOW_FOLDERS))
    ]
    own = int(worker["workerid"].removeprefix("gw"))
    for name in modules[own :: worker["workercount"]]:
        with contextlib.suppress(Exception, pytest.skip.Exception):
            import_module(name)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    slow = {path for path in {item.path for item in items} if set(path.parents) & set(SLOW_FOLDERS)}
    for item in items:
        if item.path in slow:
            item.add_marker(pytest.mark.slow)
    for number, cases in find_sampled(items):
        quick = {round(step * len(cases) / number) for step in range(number)}  # evenly spread
        for place, item in enumerate(cases):
            if place not in quick:
                item.add_marker(pytest.mark.slow)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep the garbage collector from looking through all tests and modules again and again.

    They are half a million objects that stay to the end: a fifth of a worker's time.
    """
    if session.config.stash[WHOLE_RUN]:
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)


def find_sampled(items: list[pytest.Item]) -> Iterator[tuple[int, list[pytest.Item]]]:
    """Yield the cases of each test that bears `slow_but`, and how many of them are to stay quick."""
    found: dict[tuple[str, ...], list[pytest.Item]] = {}
    numbers: dict[tuple[str, ...], int] = {}
    for item in items:
        if mark := item.get_closest_marker("slow_but"):
            number, *names = mark.args
            if not hasattr(item, "callspec"):
                raise pytest.UsageError(
                    f"{item.nodeid} bears slow_but and has no cases; mark it slow, or not at all"
                )
            params = item.callspec.params
            key = (item.nodeid.partition("[")[0], *(repr(params[name]) for name in names))
            found.setdefault(key, []).append(item)
            numbers[key] = number
    for key, cases in found.items():
        yield numbers[key], cases


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    USAGE.recording = item.get_closest_marker("slow") is None
    try:
        return (yield)
    finally:
        USAGE.recording = False


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker recorded. A worker that crashed recorded nothing."""
    USAGE.merge(getattr(node, "workeroutput", {}).get("usage", {}))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["usage"] = USAGE.as_lists()
    elif config.stash[WHOLE_RUN] and exitstatus in (
        pytest.ExitCode.OK,
        pytest.ExitCode.TESTS_FAILED,
    ):
        config.stash[MISSING] = find_missing(USAGE.used, list_expected())
        if config.stash[MISSING]:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


# --- what the end of a run says ---


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for line in summarize_skipped(
        reason_of(report) for report in terminalreporter.stats.get("skipped", [])
    ):
        terminalreporter.write_line(line)
    if missing := config.stash.get(MISSING, []):
        terminalreporter.section("not covered by the quick tests", red=True)
        for line in missing:
            terminalreporter.write_line(line, red=True)


def reason_of(report: Any) -> str:
    """Return why a test was skipped, in its own words."""
    longrepr = report.longrepr
    return str(longrepr[2] if isinstance(longrepr, tuple) else longrepr).removeprefix("Skipped: ")


def summarize_skipped(reasons: Any) -> list[str]:
    """Return one line for `../shared`, one for all programs that are missing, and one for each other reason."""
    counts = Counter(reasons)
    lines = []
    if shared := counts.pop(NO_SHARED, 0):
        lines.append(f"skipped without ../shared: {count_tests(shared)}")
    programs = {
        reason.removeprefix(NO_PROGRAM): counts.pop(reason)
        for reason in sorted(counts)
        if reason.startswith(NO_PROGRAM)
    }
    if programs:
        told = ", ".join(f"{name} ({count})" for name, count in programs.items())
        lines.append(
            f"skipped because programs are not installed: {count_tests(sum(programs.values()))}: {told}"
        )
    lines += [
        f"skipped: {count_tests(count)}: {' '.join(reason.split())}"
        for reason, count in sorted(counts.items())
    ]
    return lines


def count_tests(number: int) -> str:
    return f"{number} test{'' if number == 1 else 's'}"


# --- what all tests share ---


@pytest.fixture(scope="session", autouse=True)
def every_report_is_as_published() -> Iterator[None]:
    """All JSON of check, show and export that any test makes in this process has to fit the models of `contract`."""
    from listbuilder.cli import verdict_json
    from listbuilder.formats.printout import Printout
    from listbuilder.formats.write import json as writer
    from listbuilder.reports import CheckReport, ExportDocument

    report, export = verdict_json.build_document, writer.write

    def reported(rosters: list[dict[str, Any]]) -> str:
        made = report(rosters)
        CheckReport.model_validate_json(made)
        return made

    def exported(sheet: Printout) -> bytes:
        made = export(sheet)
        ExportDocument.model_validate_json(made)
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verdict_json, "build_document", reported)
        patch.setattr(writer, "write", exported)
        yield


@pytest.fixture(scope="session", autouse=True)
def whatever_is_said_has_words_for_it() -> Iterator[None]:
    """Each problem, finding and note that any test makes in this process is given what its words take, and no more."""
    from tests.said import listened_to

    with listened_to():
        yield
