"""Every small fault there is in the law and the games, each with a name that outlives moved lines."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec

from tools.mutants import operators
from tools.mutants.places import ROOT, relative, sources

Step = tuple[str, int | None]  # field of a node, place in it
Way = tuple[Step, ...]


class Mutant(msgspec.Struct, frozen=True, kw_only=True):
    """One fault at one place."""

    file: str
    function: str  # qualified name, or "" at the level of the module
    line: int
    statement: int  # line of the statement it is in, the smallest there is
    operator: str
    before: str
    after: str
    nth: int  # of those that read the same in this function
    path: Way
    choice: int  # which of the node's mutations

    at_import: bool  # not inside of a function: it is run once, when the module is imported

    @property
    def name(self) -> str:
        again = f" #{self.nth}" if self.nth else ""
        return f"{self.file}:{self.function}:{self.operator}: {self.before} => {self.after}{again}"


class _Place(msgspec.Struct, frozen=True):
    """Where a node is."""

    path: Way = ()
    function: str = ""
    statement: int = 0
    at_import: bool = True


def every() -> list[Mutant]:
    return [mutant for file in sources() for mutant in of_file(file)]


def sample(count: int, seed: int, without: set[str], only: str = "") -> list[Mutant]:
    """Drawn by seed; the order of work is theirs too, so that a run cut short is a sample as well.

    Each has a lot of its own, so that the same are drawn after a change of the code elsewhere.
    """
    known = [mutant for mutant in every() if mutant.name not in without and only in mutant.name]
    known.sort(key=lambda mutant: hashlib.sha256(f"{seed} {mutant.name}".encode()).digest())
    return list(islice((mutant for mutant in known if is_another_program(mutant)), count))


def is_another_program(mutant: Mutant) -> bool:
    """A bare return at the end of a function is none: the same code is made of it."""
    source = (ROOT / mutant.file).read_text(encoding="utf-8")
    made = (ast.parse(source), mutated(mutant, source))
    one, other = (compile(tree, mutant.file, "exec", dont_inherit=True) for tree in made)
    return one != other


def of_file(file: Path) -> list[Mutant]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    seen: Counter[tuple[str, str, str, str]] = Counter()
    found = []
    for node, at in _walk(tree, _Place()):
        make = operators.OPERATORS.get(type(node))
        for choice, (operator, changed) in enumerate(make(node)) if make else ():
            like = (at.function, operator, _text(node), _text(changed))
            line = getattr(node, "lineno", at.statement)
            found.append(
                Mutant(
                    file=relative(file),
                    function=at.function,
                    line=line,
                    statement=at.statement,
                    operator=operator,
                    before=like[2],
                    after=like[3],
                    nth=seen[like],
                    path=at.path,
                    choice=choice,
                    at_import=at.at_import,
                )
            )
            seen[like] += 1
    return found


def _walk(node: ast.AST, at: _Place) -> Iterator[tuple[ast.AST, _Place]]:
    """Every node that may be mutated, and its place."""
    for field, place, child in operators.parts(node):
        statement = child.lineno if isinstance(child, ast.stmt) else at.statement
        outside = at.at_import and (not isinstance(node, ast.FunctionDef) or field != "body")
        here = _Place((*at.path, (field, place)), at.function, statement, outside)
        yield child, here
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{at.function}.{child.name}" if at.function else child.name
            here = msgspec.structs.replace(here, function=name)
        yield from _walk(child, here)


def _text(node: ast.AST) -> str:
    """What is written there: the head of a statement is enough."""
    if isinstance(node, ast.If | ast.While):
        return f"{'if' if isinstance(node, ast.If) else 'while'} {ast.unparse(node.test)}"
    if isinstance(node, ast.comprehension):
        return ast.unparse(node).strip()
    return ast.unparse(ast.fix_missing_locations(node)).split("\n")[0]


def mutated(mutant: Mutant, source: str) -> ast.Module:
    """The tree with the fault in it. Line numbers stay."""
    tree = ast.parse(source)
    parent: ast.AST = tree
    for step in mutant.path[:-1]:
        parent = _child(parent, step)
    field, place = mutant.path[-1]
    node = _child(parent, mutant.path[-1])
    _, changed = list(operators.OPERATORS[type(node)](node))[mutant.choice]
    ast.copy_location(changed, node)
    if place is None:
        setattr(parent, field, changed)
    else:
        getattr(parent, field)[place] = changed
    return ast.fix_missing_locations(tree)


def _child(node: ast.AST, step: Step) -> ast.AST:
    field, place = step
    value = getattr(node, field)
    found: ast.AST = value if place is None else value[place]
    return found
