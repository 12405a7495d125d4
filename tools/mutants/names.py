"""Who speaks of what a mutant changes: it is run when the module is imported, and felt where its name is used."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache

from tools.mutants.places import ROOT, relative, sources
from tools.mutants.population import Mutant

Lines = dict[str, set[int]]  # file -> statements


def feelers(mutant: Mutant) -> Lines:
    """Statements that mention the name which the mutant's value is given: a field, a constant, a keyword; or the body of the
    function whose default it is.
    """
    tree = ast.parse((ROOT / mutant.file).read_text(encoding="utf-8"))
    node: ast.AST = tree
    names: list[str] = []
    for field, place in mutant.path:
        value = getattr(node, field)
        node = value if place is None else value[place]
        if isinstance(node, ast.FunctionDef):
            return {mutant.file: {statement.lineno for statement in node.body}}
        if isinstance(node, ast.keyword) and node.arg:
            names.append(node.arg)
        if isinstance(node, ast.AnnAssign | ast.Assign | ast.ClassDef):
            names += _given(node)
    found: Lines = defaultdict(set)
    for file, line in _mentions().get(names[-1], ()) if names else ():
        found[file].add(line)
    return found


def _given(node: ast.AnnAssign | ast.Assign | ast.ClassDef) -> list[str]:
    if isinstance(node, ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


@cache
def _mentions() -> dict[str, set[tuple[str, int]]]:
    """Name -> file and statement that has it, of all statements inside of functions."""
    found: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for file in sources():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                for statement in function.body:
                    _note(statement, statement.lineno, relative(file), found)
    return found


def _note(node: ast.AST, line: int, file: str, found: dict[str, set[tuple[str, int]]]) -> None:
    line = node.lineno if isinstance(node, ast.stmt) else line
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None
    if name:
        found[name].add((file, line))
    for child in ast.iter_child_nodes(node):
        _note(child, line, file, found)
