"""Draw functions for a blind reading: a reader says from the face alone what a function does, then looks.

    python -m tools.blind_reading [FOLDER] [--seed WORD] [--count N] [--bodies] [--docstrings N]

The face is path, class, decorators, signature and docstring of each drawn function (of at least six lines of body); with
`--bodies` the bodies are printed, in the same order. Score each: 2, the face says what is done and what comes back; 1, a
part; 0, it does not. `--docstrings N` draws N further docstrings alone: 2 a full statement, 1 a fragment, 0 a riddle. The
reader should not have seen the code; a second one checks the scores.
"""

from __future__ import annotations

import argparse
import ast
import pathlib
import random
from collections.abc import Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef


def list_functions(
    package: pathlib.Path,
) -> Iterator[tuple[pathlib.Path, str, Function, list[str]]]:
    """Yield (file, class name, function, lines of the file) for every function of the package."""
    for file in sorted(package.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        lines = text.splitlines()
        tree = ast.parse(text)
        owners = {
            child.lineno: node.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
            for child in node.body
            if isinstance(child, Function)
        }
        for node in ast.walk(tree):
            if isinstance(node, Function):
                yield file, owners.get(node.lineno, ""), node, lines


def first_line_of_body(function: Function) -> int:
    """Return the line on which the body begins behind the docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return body[0].lineno if body else (function.end_lineno or function.lineno) + 1


def main() -> None:
    """Print the drawn functions, and docstrings where they are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("package", nargs="?", default="listbuilder")
    parser.add_argument("--seed", default="listbuilder")
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--docstrings", type=int, default=0)
    parser.add_argument("--bodies", action="store_true")
    arguments = parser.parse_args()
    functions = list(list_functions(pathlib.Path(arguments.package)))
    long_enough = [
        item
        for item in functions
        if (item[2].end_lineno or 0) - first_line_of_body(item[2]) + 1 >= 6
    ]
    drawn = random.Random(arguments.seed).sample(
        long_enough, min(arguments.count, len(long_enough))
    )
    for number, (file, owner, function, lines) in enumerate(drawn, start=1):
        start = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
        body = first_line_of_body(function)
        shown = (
            lines[body - 1 : function.end_lineno]
            if arguments.bodies
            else lines[start - 1 : body - 1]
        )
        print(f"--- {number} {file}{f' class {owner}' if owner else ''} {function.name}")
        print("\n".join(shown))
    documented = [item for item in functions if ast.get_docstring(item[2])]
    for number, (file, _, function, _) in enumerate(
        random.Random(f"{arguments.seed} docstrings").sample(
            documented, min(arguments.docstrings, len(documented))
        ),
        start=1,
    ):
        print(f"=== {number} {file} {function.name}: {ast.get_docstring(function)}")


if __name__ == "__main__":
    main()
