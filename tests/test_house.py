"""The habits of the house that a machine can check."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.systems.catalog import SYSTEMS

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "listbuilder"
SOURCES = sorted(PACKAGE.rglob("*.py"))


def test_init_files_are_empty() -> None:
    assert [str(file) for file in SOURCES if file.name == "__init__.py" and file.read_text().strip()] == []


def test_no_game_is_named_outside_systems() -> None:
    """A check or command that asks which game it is in would have to name it."""
    found = []
    for file in SOURCES:
        if file.is_relative_to(PACKAGE / "systems"):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found += [f"{file.name}:{node.lineno} {game}" for game in SYSTEMS if game in node.value]
            if isinstance(node, ast.ImportFrom) and node.module:
                modules = [module for module, _ in SYSTEMS.values()]
                found += [f"{file.name}:{node.lineno} {node.module}" for module in modules if node.module == module]
    assert found == []


def test_no_faction_is_named_in_code() -> None:
    from listbuilder.store.library import Library
    from listbuilder.systems.catalog import system

    names = {name for game in SYSTEMS for faction in system(game).factions(Library()) for name in faction}
    found = []
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names:
                found.append(f"{file}:{node.lineno} {node.value}")
    assert found == []


@pytest.mark.parametrize("limit", [400])
def test_files_stay_readable(limit: int) -> None:
    long = {str(file.relative_to(ROOT)): count for file in SOURCES if (count := len(file.read_text().splitlines())) > limit}
    assert long == {}


def test_functions_stay_readable() -> None:
    long = []
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.end_lineno and node.end_lineno - node.lineno >= 60:
                long.append(f"{file.relative_to(ROOT)}:{node.lineno} {node.name}")
    assert long == []


def _modules_of(*words: str) -> set[str]:
    """What a command has loaded when it is done."""
    script = (
        "import sys, io, json; from listbuilder.__main__ import main; sys.argv[0] = 'listbuilder'\n"
        "real, sys.stdout = sys.stdout, io.StringIO()\n"
        "code = main(); sys.stdout = real; print(json.dumps([code, sorted(sys.modules)]))"
    )
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=True, env=os.environ)
    code, modules = json.loads(done.stdout)
    assert code in (0, 1), done.stderr
    return set(modules)


def test_check_loads_only_what_it_needs() -> None:
    example = str(next((ROOT / "examples" / "legal").glob("*.yaml")))
    _modules_of("check", example)  # whatever is not compiled yet is now
    loaded = {name.split(".")[0] for name in _modules_of("check", example)}
    heavy = {"textual", "jsonschema", "pydantic", "rich", "rapidfuzz", "asyncio", "multiprocessing", "difflib"}
    heavy |= {"jinja2", "segno", "reportlab", "PIL"}  # only some exports
    assert loaded & heavy == set()
