"""What is written in the modules of the package, each parsed once for all tests that look through them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "listbuilder"
SOURCES = sorted(PACKAGE.rglob("*.py"))


class Source(NamedTuple):
    """What the tests ask of one module; its whole tree would take too much memory."""

    file: Path
    strings: list[tuple[int, str]]  # line and text, but for docstrings
    docstrings: list[tuple[int, str]]
    imports: list[tuple[int, str | None]]  # line and module of each `from … import …`
    functions: list[tuple[str, int, int]]  # name, first and last line
    classes: dict[str, list[str]]  # with their methods


@cache
def read_source(file: Path) -> Source:
    """Return what is written in the module `file`."""
    source = Source(file, [], [], [], [], {})
    documented: set[int] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr):
            documented.add(id(node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings = source.docstrings if id(node) in documented else source.strings
            strings.append((node.lineno, node.value))
        elif isinstance(node, ast.ImportFrom):
            source.imports.append((node.lineno, node.module))
        elif isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            source.functions.append((node.name, node.lineno, node.end_lineno))
        elif isinstance(node, ast.ClassDef):
            source.classes[node.name] = [
                each.name for each in node.body if isinstance(each, ast.FunctionDef)
            ]
    return source


def read_sources() -> list[Source]:
    """Return what is written in each module of the package."""
    return [read_source(file) for file in SOURCES]
