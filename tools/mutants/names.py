"""Who speaks of what a mutant changes: it is run when the module is imported, and felt where its name is used."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import msgspec

from tools.mutants.places import ROOT, relative
from tools.mutants.population import Mutant

Lines = dict[str, set[int]]  # file -> statements


class Spoken(msgspec.Struct, frozen=True):
    """Where a name is used: in statements of functions, and for what else that is made when a module is imported."""

    lines: set[tuple[str, int]] = msgspec.field(default_factory=set)
    names: set[str] = msgspec.field(default_factory=set)


def feelers(mutant: Mutant) -> Lines:
    """Statements that speak of what the mutant's value is given to: a field, a constant, a keyword, and what is made of them
    outside of functions. Of the default of a function, its body.
    """
    node: ast.AST = ast.parse((ROOT / mutant.file).read_text(encoding="utf-8"))
    name = ""
    for field, place in mutant.path:
        value = getattr(node, field)
        node = value if place is None else value[place]
        if isinstance(node, ast.FunctionDef):
            return {mutant.file: {statement.lineno for statement in node.body}}
        name = next(_given(node), name)
    found: Lines = defaultdict(set)
    waiting, seen = [name], {name}
    while waiting:
        spoken = _spoken().get(waiting.pop(), Spoken())
        for file, line in spoken.lines:
            found[file].add(line)
        waiting += sorted(spoken.names - seen)
        seen |= spoken.names
    return found


def _given(node: ast.AST) -> Iterator[str]:
    """The name that a value is given, innermost first."""
    if isinstance(node, ast.keyword) and node.arg:
        yield node.arg
    elif isinstance(node, ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.AnnAssign | ast.Assign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (target.id for target in targets if isinstance(target, ast.Name))


@cache
def _spoken() -> dict[str, Spoken]:
    found: dict[str, Spoken] = defaultdict(Spoken)
    for file in sorted((ROOT / "listbuilder").rglob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            _note(node, relative(file), 0, "", found)
    return found


def _note(node: ast.AST, file: str, line: int, made: str, found: dict[str, Spoken]) -> None:
    """`line`: of the statement in a function, or 0; `made`: outside of functions, the name that is given a value."""
    if isinstance(node, ast.stmt) and line:
        line = node.lineno
    name = (
        node.id
        if isinstance(node, ast.Name)
        else node.attr
        if isinstance(node, ast.Attribute)
        else ""
    )
    if name and line:
        found[name].lines.add((file, line))
    elif name and made and name != made:
        found[name].names.add(made)
    if not line and isinstance(node, ast.AnnAssign | ast.Assign):
        made = next(_given(node), "")
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "bases", "decorator_list"):
            continue
        inside = line or (1 if isinstance(node, ast.FunctionDef) and field == "body" else 0)
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                _note(child, file, inside, made, found)
