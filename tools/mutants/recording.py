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
import sys
import time
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import msgspec
import pytest

from tools.mutants.places import MUTATED, ROOT, WORK, hide_shared, module_of, relative, sources

PROBE = "__probe__"
CACHE = WORK / "cache"  # compiled data
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def pytest_words(paths: list[str]) -> list[str]:
    """Nothing is printed, nothing kept, nothing run in parallel."""
    plugins = [word for name in ("cacheprovider", "xdist", "terminal") for word in ("-p", f"no:{name}")]
    return [*paths, "-o", "addopts=", *plugins, "--continue-on-collection-errors"]


class Record(msgspec.Struct):
    """What one run of the nearest tests told."""

    seconds: dict[str, float] = {}  # of each test that passed
    lines: dict[str, dict[str, list[int]]] = {}  # file -> test -> statements it runs
    early: dict[str, list[int]] = {}  # file -> statements run before the first test, or while data is compiled
    failed: list[str] = []


class Altered(SourceLoader):
    """Loads a module from a changed syntax tree."""

    def __init__(self, file: Path, change: Callable[[str], ast.Module], names: dict[str, Any]) -> None:
        self.file, self.change, self.names = file, change, names

    def get_filename(self, fullname: str) -> str:
        return str(self.file)

    def get_data(self, path: str | bytes) -> bytes:
        return Path(os.fsdecode(path)).read_bytes()

    def path_stats(self, path: str | bytes) -> Any:
        raise OSError  # no .pyc of a changed module is read or written

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(self.change(self.file.read_text(encoding="utf-8")), str(self.file), "exec", dont_inherit=True)
        return code

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__.update(self.names)
        super().exec_module(module)


class Finder(MetaPathFinder):
    """Stands before Python's own: module name -> how it is loaded instead."""

    def __init__(self, loaders: dict[str, Altered]) -> None:
        self.loaders = loaders

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
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
        if not isinstance(statements, list) or not statements or not isinstance(statements[0], ast.stmt):
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
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, str)
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
        self._watch_compiling()
        self._to_early()

    def _to_early(self) -> None:
        for name, hits in self.hits.items():
            self._early[name] |= hits.keys()

    def _watch_compiling(self) -> None:
        """What makes the compiled form of data leaves no trace in the next test: the form is there already."""
        from listbuilder.store import library

        real = library.Kind.sections

        def sections(kind: Any, file: Path, raw: bytes) -> Any:
            before = {name: dict(hits) for name, hits in self.hits.items()}
            for hits in self.hits.values():
                hits.clear()
            made = real(kind, file, raw)
            self._to_early()
            for name, hits in self.hits.items():
                hits.update(before[name])
            return made

        library.Kind.sections = sections  # type: ignore[method-assign, assignment]

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


def of_now(tests: list[str], jobs: int = 1) -> Record:
    """The record of the tree as it is: made once for each state of it, by several processes at a time."""
    file = WORK / f"record-{_state(tests)}.json"
    if not file.is_file():
        WORK.mkdir(parents=True, exist_ok=True)
        for old in WORK.glob("record-*.json"):
            old.unlink()
        shutil.rmtree(CACHE, ignore_errors=True)
        CACHE.mkdir()  # though no test should compile anything
        parts = [part for place in range(jobs) if (part := tests[place::jobs])]
        file.write_bytes(msgspec.json.encode(merged(_recorded(parts))))
    return msgspec.json.decode(file.read_bytes(), type=Record)


def _recorded(parts: list[list[str]]) -> list[Record]:
    """What each process tells; all that they compiled is put together for those that come after."""
    import subprocess

    outs = [WORK / f"part-{place}.json" for place in range(len(parts))]
    caches = [WORK / f"cache-{place}" for place in range(len(parts))]
    running = []
    for out, cache, part in zip(outs, caches, parts, strict=True):
        shutil.rmtree(cache, ignore_errors=True)
        command = [sys.executable, "-m", "tools.mutants.recording", str(out), *part]
        running.append(subprocess.Popen(command, cwd=ROOT, env={**os.environ, "LISTBUILDER_CACHE": str(cache)}))
    codes = [process.wait() for process in running]
    if any(codes):
        raise RuntimeError("the tests could not be recorded")
    for cache in caches:
        if cache.is_dir():
            shutil.copytree(cache, CACHE, dirs_exist_ok=True)
            shutil.rmtree(cache)
    return [msgspec.json.decode(out.read_bytes(), type=Record) for out in outs]


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


def _state(tests: list[str]) -> str:
    digest = hashlib.sha256("".join((*MUTATED, *tests)).encode())
    for folder in ("listbuilder", "tests", "factions", "examples", "tools/mutants"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in (".py", ".yaml", ".txt", ".json") and file.is_file():
                digest.update(relative(file).encode() + file.read_bytes())
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
