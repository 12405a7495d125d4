"""Which test runs which statement: the nearest tests are run once, with a probe before every statement of the law.

    python -m tools.mutants.recording OUT TESTS...

The probes are put into the syntax tree when a module is imported; nothing on disk changes. What is run while modules are
imported, tests collected or data compiled is kept apart: such a statement cannot be tried in a process where that is over.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from functools import cache
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import msgspec
import pytest

from tools.mutants.places import (
    CASES,
    QUICK,
    ROOT,
    WORK,
    hide_shared,
    import_everything,
    module_of,
    relative,
    sources,
)

PROBE = "__probe__"
CACHE = WORK / "cache"  # compiled data
RECORDS = WORK / "records"
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def pytest_words(paths: list[str]) -> list[str]:
    """Nothing is printed, nothing kept, nothing run in parallel."""
    plugins = [
        word for name in ("cacheprovider", "xdist", "terminal") for word in ("-p", f"no:{name}")
    ]
    marks = ["-m", "not slow"] if os.environ.get(QUICK) else []
    return [*paths, "-o", "addopts=", *plugins, *marks, "--continue-on-collection-errors"]


class Record(msgspec.Struct):
    """What one run of the nearest tests told."""

    seconds: dict[str, float] = {}  # of each test that passed
    lines: dict[str, dict[str, list[int]]] = {}  # file -> test -> statements it runs
    early: dict[
        str, list[int]
    ] = {}  # file -> statements run before the first test, or while data is compiled
    failed: list[str] = []


class _State(msgspec.Struct):
    state: str


class Kept(_State):
    """The record of one test file, the state of the file it is of, and that of the program."""

    program: str
    record: Record


class Altered(SourceLoader):
    """Loads a module from a changed syntax tree."""

    def __init__(
        self, file: Path, change: Callable[[str], ast.Module], names: dict[str, Any]
    ) -> None:
        self.file, self.change, self.names = file, change, names

    def get_filename(self, fullname: str) -> str:
        return str(self.file)

    def get_data(self, path: str | bytes) -> bytes:
        return Path(os.fsdecode(path)).read_bytes()

    def path_stats(self, path: str | bytes) -> Any:
        raise OSError  # no .pyc of a changed module is read or written

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(
            self.change(self.file.read_text(encoding="utf-8")),
            str(self.file),
            "exec",
            dont_inherit=True,
        )
        return code

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__.update(self.names)
        super().exec_module(module)


class Finder(MetaPathFinder):
    """Stands before Python's own: module name -> how it is loaded instead."""

    def __init__(self, loaders: dict[str, Altered]) -> None:
        self.loaders = loaders

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        loader = self.loaders.get(fullname)
        return spec_from_file_location(fullname, loader.file, loader=loader) if loader else None


def probed(source: str) -> ast.Module:
    """Every statement inside a function leaves its line with the probe first: no call, so that tests may count calls."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, _FUNCTIONS):
            _probe_body(node)
    return ast.fix_missing_locations(tree)


def _probe_body(node: ast.AST) -> None:
    for field in ("body", "orelse", "finalbody"):
        statements = getattr(node, field, None)
        if (
            not isinstance(statements, list)
            or not statements
            or not isinstance(statements[0], ast.stmt)
        ):
            continue
        with_probes: list[ast.stmt] = []
        for place, statement in enumerate(statements):
            docstring = place == 0 and isinstance(node, _FUNCTIONS) and _is_text(statement)
            if not docstring:
                with_probes.append(_mark(statement))
            with_probes.append(statement)
            if not isinstance(statement, _FUNCTIONS | ast.ClassDef):
                _probe_body(statement)
        setattr(node, field, with_probes)
    for handler in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
        _probe_body(handler)


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _mark(statement: ast.stmt) -> ast.stmt:
    place = ast.Subscript(ast.Name(PROBE, ast.Load()), ast.Constant(statement.lineno), ast.Store())
    return ast.copy_location(ast.Assign([place], ast.Constant(True)), statement)


class Recorder:
    """The pytest plugin that asks the probes after every test."""

    def __init__(self) -> None:
        self.hits: dict[str, dict[int, bool]] = {relative(file): {} for file in sources()}
        self.record = Record()
        self._early: dict[str, set[int]] = {name: set() for name in self.hits}
        self._failed: set[str] = set()

    def install(self) -> None:
        loaders = {}
        for file in sources():
            name = relative(file)
            loaders[module_of(name)] = Altered(file, probed, {PROBE: self.hits[name]})
        sys.meta_path.insert(0, Finder(loaders))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        import_everything()
        self._watch_compiling()
        self._to_early()

    def _to_early(self) -> None:
        for name, hits in self.hits.items():
            self._early[name] |= hits.keys()

    def _watch_compiling(self) -> None:
        """What makes the compiled form of data leaves no trace in the next test: the form is there already."""
        from listbuilder.data import library

        real = library.DataFileKind.make_sections

        def sections(kind: Any, file: Path, raw: bytes) -> Any:
            before = {name: dict(hits) for name, hits in self.hits.items()}
            for hits in self.hits.values():
                hits.clear()
            made = real(kind, file, raw)
            self._to_early()
            for name, hits in self.hits.items():
                hits.update(before[name])
            return made

        library.DataFileKind.make_sections = sections  # type: ignore[method-assign, assignment]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        for hits in self.hits.values():
            hits.clear()
        start = time.process_time()
        done = yield
        if item.nodeid not in self._failed:
            self.record.seconds[item.nodeid] = time.process_time() - start
            for name, hits in self.hits.items():
                if hits:
                    self.record.lines.setdefault(name, {})[item.nodeid] = sorted(hits)
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._failed.add(report.nodeid)
            if report.failed:
                self.record.failed.append(report.nodeid)

    def finish(self) -> Record:
        self.record.early = {name: sorted(hits) for name, hits in self._early.items() if hits}
        return self.record


def of_now(tests: list[str], jobs: int = 1, fresh: bool = False) -> Record:
    """Return the record of these tests. A test file is run again when it was changed, or any if `fresh`.

    What was recorded of the program as it was is told in the lines it has now: which tests go near a statement rarely changes.
    """
    files = {
        file: RECORDS / f"{relative(file).replace('/', '-')}.json" for file in test_files(tests)
    }
    states = {file: _state(file) for file in files}
    missing = [file for file in files if fresh or not _is_of(files[file], states[file])]
    if missing:
        RECORDS.mkdir(parents=True, exist_ok=True)
        CACHE.mkdir(exist_ok=True)
        _record(missing, files, states, jobs)
    return merged(
        [
            _as_it_is_now(msgspec.json.decode(file.read_bytes(), type=Kept))
            for file in files.values()
        ]
    )


def test_files(tests: list[str]) -> list[Path]:
    found = [
        sorted((ROOT / test).rglob("test_*.py")) if (ROOT / test).is_dir() else [ROOT / test]
        for test in tests
    ]
    return list(dict.fromkeys(file for files in found for file in files))


def _is_of(kept: Path, state: str) -> bool:
    return kept.is_file() and msgspec.json.decode(kept.read_bytes(), type=_State).state == state


def _record(
    missing: list[Path], files: dict[Path, Path], states: dict[Path, str], jobs: int
) -> None:
    """Record the test files in `jobs` processes. What they compile is kept for the trials."""
    running = []
    program = keep_program()
    for place in range(jobs):
        if part := [relative(file) for file in missing[place::jobs]]:
            out, compiled = WORK / f"part-{place}.json", WORK / f"cache-part-{place}"
            shutil.rmtree(compiled, ignore_errors=True)
            command = [sys.executable, "-m", "tools.mutants.recording", str(out), *part]
            process = subprocess.Popen(
                command, cwd=ROOT, env={**os.environ, "LISTBUILDER_CACHE": str(compiled)}
            )
            running.append((process, part, out, compiled))
    for process, part, out, compiled in running:
        if process.wait():
            raise RuntimeError(f"could not be recorded: {', '.join(part)}")
        if compiled.is_dir():
            shutil.copytree(compiled, CACHE, dirs_exist_ok=True)
            shutil.rmtree(compiled)
        record = msgspec.json.decode(out.read_bytes(), type=Record)
        for name in part:
            files[ROOT / name].write_bytes(
                msgspec.json.encode(Kept(states[ROOT / name], program, _of_file(record, name)))
            )


def _of_file(record: Record, name: str) -> Record:
    """Return what was recorded of one test file, and what was early in that process."""

    def own(test: str) -> bool:
        return test.partition("::")[0] == name

    return Record(
        seconds={test: seconds for test, seconds in record.seconds.items() if own(test)},
        lines={
            file: kept
            for file, ran in record.lines.items()
            if (kept := {t: lines for t, lines in ran.items() if own(t)})
        },
        early=record.early,
        failed=[test for test in record.failed if own(test)],
    )


def _as_it_is_now(kept: Kept) -> Record:
    """Return the record in lines of the program as it is."""
    record = kept.record
    for file, moved in _moves(kept.program).items():
        for test, lines in record.lines.get(file, {}).items():
            record.lines[file][test] = sorted(
                {new for line in lines for new in moved.get(line, ())}
            )
        record.early[file] = sorted(
            {new for line in record.early.get(file, ()) for new in moved.get(line, ())}
        )
    return record


def keep_program() -> str:
    """Keep the sources as they are, and return the name by which they are found again."""
    content = msgspec.json.encode(
        {relative(file): file.read_text(encoding="utf-8") for file in sources()}
    )
    name = hashlib.sha256(content).hexdigest()[:16]
    (RECORDS / f"program-{name}").write_bytes(content)
    return name


@cache
def _moves(program: str) -> dict[str, dict[int, list[int]]]:
    """Return, for each file that is another now than in that program, where its lines are now."""
    then = msgspec.json.decode((RECORDS / f"program-{program}").read_bytes(), type=dict[str, str])
    now = {relative(file): file.read_text(encoding="utf-8") for file in sources()}
    return {
        file: moved_lines(source, now.get(file, ""))
        for file, source in then.items()
        if now.get(file) != source
    }


def moved_lines(before: str, after: str) -> dict[int, list[int]]:
    """Return for each line where it is now. Lines that are new belong to the one before them, or to those they replace."""
    found: dict[int, list[int]] = {}
    matcher = SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    last = 1
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        new = list(range(new_start + 1, new_end + 1))
        if kind == "equal":
            found |= {
                line: [moved] for line, moved in zip(range(start + 1, end + 1), new, strict=True)
            }
        elif kind == "insert":
            found[last] = [*found.get(last, ()), *new]
        else:
            found |= dict.fromkeys(range(start + 1, end + 1), new)
        last = max(end, 1)
    return found


def merged(records: list[Record]) -> Record:
    whole = Record()
    for record in records:
        whole.seconds |= record.seconds
        whole.failed += record.failed
        for file, tests in record.lines.items():
            whole.lines.setdefault(file, {}).update(tests)
        for file, early in record.early.items():
            whole.early[file] = sorted({*whole.early.get(file, ()), *early})
    return whole


def _state(file: Path) -> str:
    """Return a hash over a test file, and for those of the rules over the cases beside it."""
    digest = hashlib.sha256(
        relative(file).encode() + file.read_bytes() + os.environ.get(QUICK, "").encode()
    )
    if relative(file) == CASES:
        for cases in sorted(file.parent.glob("*/*.yaml")):
            digest.update(cases.read_bytes())
    return digest.hexdigest()[:16]


def main() -> int:
    hide_shared()
    recorder = Recorder()
    recorder.install()
    pytest.main(pytest_words(sys.argv[2:]), plugins=[recorder])
    Path(sys.argv[1]).write_bytes(msgspec.json.encode(recorder.finish()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
