"""Small faults: what may be done to one node of a syntax tree, and where it may be done."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}

Mutation = tuple[str, ast.AST]  # the operator's name, and what stands in the node's place


def _compare(node: ast.Compare) -> Iterator[Mutation]:
    for place, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            changed = copy.deepcopy(node)
            changed.ops[place] = other()
            yield "comparison", changed


def _arithmetic(node: ast.BinOp | ast.AugAssign) -> Iterator[Mutation]:
    if type(node.op) in ARITHMETIC:
        changed = copy.deepcopy(node)
        changed.op = ARITHMETIC[type(node.op)]()
        yield "arithmetic", changed


def _and_or(node: ast.BoolOp) -> Iterator[Mutation]:
    changed = copy.deepcopy(node)
    changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield "and-or", changed


def _not(node: ast.UnaryOp) -> Iterator[Mutation]:
    if isinstance(node.op, ast.Not):
        yield "not", copy.deepcopy(node.operand)


def _constant(node: ast.Constant) -> Iterator[Mutation]:
    value = node.value
    if isinstance(value, bool):
        yield "constant", ast.Constant(not value)
    elif isinstance(value, int):
        yield "constant", ast.Constant(value + 1)
        yield "constant", ast.Constant(value - 1)
    elif isinstance(value, str):
        yield "constant", ast.Constant(f"{value}?")


def _call(node: ast.Call) -> Iterator[Mutation]:
    if isinstance(node.func, ast.Name) and node.func.id in OPPOSITES:
        changed = copy.deepcopy(node)
        changed.func = ast.Name(OPPOSITES[node.func.id], ast.Load())
        yield "opposite", changed


def _return(node: ast.Return) -> Iterator[Mutation]:
    if node.value is None:
        yield "return", ast.Pass()
    elif not (
        isinstance(node.value, ast.Constant) and not node.value.value
    ):  # false for false tells callers nothing
        yield "return", ast.Return(ast.Constant(None))


def _statement(node: ast.Expr) -> Iterator[Mutation]:
    if isinstance(node.value, ast.Yield | ast.YieldFrom):
        yield "yield", ast.Pass()
    elif isinstance(node.value, ast.Call):
        yield "call", ast.Pass()


def _loop(node: ast.Continue | ast.Break) -> Iterator[Mutation]:
    yield "loop", ast.Break() if isinstance(node, ast.Continue) else ast.Continue()


def _condition(node: ast.If | ast.IfExp | ast.While) -> Iterator[Mutation]:
    """A comparison, an and, a not has a mutation of its own; a bare name or call is turned round here."""
    if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        changed = copy.deepcopy(node)
        changed.test = ast.UnaryOp(ast.Not(), changed.test)
        yield "condition", changed


def _filter(node: ast.comprehension) -> Iterator[Mutation]:
    for place in range(len(node.ifs)):
        changed = copy.deepcopy(node)
        del changed.ifs[place]
        yield "filter", changed


OPERATORS: dict[type[ast.AST], Callable[..., Iterator[Mutation]]] = {
    ast.Compare: _compare,
    ast.BinOp: _arithmetic,
    ast.AugAssign: _arithmetic,
    ast.BoolOp: _and_or,
    ast.UnaryOp: _not,
    ast.Constant: _constant,
    ast.Call: _call,
    ast.Return: _return,
    ast.Expr: _statement,
    ast.Continue: _loop,
    ast.Break: _loop,
    ast.If: _condition,
    ast.IfExp: _condition,
    ast.While: _condition,
    ast.comprehension: _filter,
}

# What says nothing about behaviour: types, the sentences of bugs, keywords of a class, imports, what mypy is told.
_SILENT_FIELDS = {"annotation", "returns", "decorator_list", "keywords_of_class", "type_params"}
_SILENT = (
    (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise, ast.TypeAlias)
    if hasattr(ast, "TypeAlias")
    else (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise)
)


def parts(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """The children that may be mutated: field, place in it, node."""
    for field, value in ast.iter_fields(node):
        if field in _SILENT_FIELDS or (
            isinstance(node, ast.ClassDef) and field in ("keywords", "bases")
        ):
            continue
        if isinstance(value, list):
            for place, item in enumerate(value):
                if isinstance(item, ast.AST) and not _is_silent(item, node, field, place):
                    yield field, place, item
        elif isinstance(value, ast.AST) and not _is_silent(value, node, field, None):
            yield field, None, value


def _is_silent(item: ast.AST, parent: ast.AST, field: str, place: int | None) -> bool:
    if isinstance(item, _SILENT):
        return True
    if isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant):
        return True  # a docstring
    if (
        isinstance(item, ast.If)
        and isinstance(item.test, ast.Name)
        and item.test.id == "TYPE_CHECKING"
    ):
        return True
    if isinstance(item, ast.keyword) and item.arg == "strict":  # of zip: an assertion
        return True
    if isinstance(item, ast.Call) and isinstance(item.func, ast.Name) and item.func.id == "TypeVar":
        return True
    if (
        isinstance(parent, ast.Call)
        and isinstance(parent.func, ast.Name)
        and parent.func.id == "cast"
    ):
        return field == "args" and place == 0
    if (
        isinstance(parent, ast.Module)
        and isinstance(item, ast.Assign)
        and isinstance(item.value, ast.Subscript | ast.BinOp)
    ):
        return (
            isinstance(item.targets[0], ast.Name)
            and item.targets[0].id[:1].isupper()
            and not item.targets[0].id.isupper()
        )
    return isinstance(parent, ast.FormattedValue) and field == "format_spec"
