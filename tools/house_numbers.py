"""Measure how plainly the package is written and how finely it is cut.

    python -m tools.house_numbers [FOLDER] [--json]    the table, here and in three well-kept packages
    python -m tools.house_numbers --check              the table, and exit 1 for what nobody would want
    python -m tools.house_numbers --runs               files and functions that a check, an import and a key enter

The three packages (sqlfluff without its dialects, pre-commit, textual) were measured with the same code. The numbers are a
mirror, not a gate: a function that is clear as it stands stays as it is. Refused are only a docstring that begins with a
function word, a public function without one, a conditional expression inside another, and a line over 100 characters.
"""

from __future__ import annotations

import argparse
import ast
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator

_WORDS = pathlib.Path(__file__).with_name("house_words.txt")


def _read_words() -> Iterator[set[str]]:
    """Yield the sets of words of house_words.txt, one for each paragraph."""
    for paragraph in _WORDS.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in paragraph.splitlines() if not line.startswith("#")]
        yield set(" ".join(lines).split())


VERBS, FUNCTION_WORDS = _read_words()
LINE_LENGTH = 100
GOALS = {
    "lines": "<= 58,000",
    "files": "<= 340",
    "functions per 1,000 lines": "<= 62",
    "function length, median": ">= 9",
    "functions of at most 5 lines, %": "<= 33",
    "private functions with one caller, %": "<= 15",
    "function names that begin with a verb, %": ">= 75",
    "function names of one word, %": "<= 35",
    "docstrings that begin with a function word, %": "<= 2",
    "docstrings on public functions, %": ">= 98",
    "docstrings on private functions of 10+ lines, %": ">= 90",
    "ternaries per 1,000 lines": "<= 20",
    "comprehensions per 1,000 lines": "<= 45",
    "loops over `each`": "<= 50",
    "Any per 1,000 lines": "<= 5",
    "lines over 100 characters": "0",
    "modules imported by one other only": "<= 50",
}
ANCHORS = {  # measured with the same code: sqlfluff without dialects, pre-commit, textual
    "functions per 1,000 lines": "26 / 50 / 47",
    "function length, median": "15 / 8 / 10",
    "functions of at most 5 lines, %": "21 / 34 / 33",
    "private functions with one caller, %": "15 / 22 / 6",
    "function names that begin with a verb, %": "68 / 58 / 82",
    "docstrings that begin with a function word, %": "1 / 7 / 0.4",
    "ternaries per 1,000 lines": "5 / 4 / 8",
    "comprehensions per 1,000 lines": "10 / 9 / 6",
    "Any per 1,000 lines": "2.6 / 6.1 / 1.1",
}


def measure(package: pathlib.Path) -> dict[str, float]:
    """Return each measure of the Python files below `package`."""
    count: Counter[str] = Counter()
    lengths: list[int] = []
    importers: Counter[str] = Counter()
    modules: set[str] = set()
    for file in sorted(package.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        tree = ast.parse(text)
        lines = text.splitlines()
        count["lines"] += len(lines)
        count["files"] += 1
        count["wide"] += sum(len(line) > 100 for line in lines)
        module = ".".join(
            (package.name, *file.relative_to(package).with_suffix("").parts)
        ).removesuffix(".__init__")
        modules.add(module)
        _count_imports(tree, module, importers)
        references = Counter(
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(tree)
            if isinstance(node, (ast.Name, ast.Attribute))
        )
        functions = [
            node
            for node in ast.walk(tree)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        ]
        defined = Counter(function.name for function in functions)
        for function in functions:
            _count_function(function, count, lengths, defined, references)
        for node in ast.walk(tree):
            count["ternary"] += isinstance(node, ast.IfExp)
            count["comprehension"] += isinstance(
                node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
            )
            count["any"] += isinstance(node, ast.Name) and node.id == "Any"
            target = (
                getattr(node, "target", None)
                if isinstance(node, (ast.For, ast.comprehension))
                else None
            )
            count["each"] += isinstance(target, ast.Name) and target.id == "each"
    functions_total = max(1, count["functions"])
    per_line = 1000 / max(1, count["lines"])
    return {
        "lines": count["lines"],
        "files": count["files"],
        "functions per 1,000 lines": round(count["functions"] * per_line, 1),
        "function length, median": statistics.median(lengths or [0]),
        "functions of at most 5 lines, %": round(
            100 * sum(n <= 5 for n in lengths) / functions_total, 1
        ),
        "private functions with one caller, %": round(
            100 * count["one caller"] / functions_total, 1
        ),
        "function names that begin with a verb, %": round(100 * count["verb"] / functions_total, 1),
        "function names of one word, %": round(100 * count["one word"] / functions_total, 1),
        "docstrings that begin with a function word, %": round(
            100 * count["odd docstring"] / max(1, count["docstring"]), 1
        ),
        "docstrings on public functions, %": round(
            100 * count["public documented"] / max(1, count["public"]), 1
        ),
        "docstrings on private functions of 10+ lines, %": round(
            100 * count["long documented"] / max(1, count["long private"]), 1
        ),
        "ternaries per 1,000 lines": round(count["ternary"] * per_line, 1),
        "comprehensions per 1,000 lines": round(count["comprehension"] * per_line, 1),
        "loops over `each`": count["each"],
        "Any per 1,000 lines": round(count["any"] * per_line, 1),
        "lines over 100 characters": count["wide"],
        "modules imported by one other only": sum(importers[module] == 1 for module in modules),
    }


def _count_imports(tree: ast.Module, module: str, importers: Counter[str]) -> None:
    """Add the modules that `tree` imports to `importers`, each once."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    importers.update(found - {module})


def _count_function(
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    count: Counter[str],
    lengths: list[int],
    defined: Counter[str],
    references: Counter[str],
) -> None:
    """Add one function to `count` and its length to `lengths`."""
    name = function.name
    length = (function.end_lineno or function.lineno) - function.lineno + 1
    lengths.append(length)
    count["functions"] += 1
    words = [word for word in name.strip("_").split("_") if word]
    count["one word"] += len(words) <= 1
    count["verb"] += bool(words) and (words[0] in VERBS or name.startswith("__"))
    private = name.startswith("_") and not name.startswith("__")
    count["one caller"] += private and defined[name] == 1 and references[name] == 1
    docstring = ast.get_docstring(function)
    if docstring:
        first = re.findall(r"[A-Za-z']+", docstring)[:1]
        count["docstring"] += 1
        count["odd docstring"] += bool(first) and first[0] in FUNCTION_WORDS
    if not name.startswith("_"):
        count["public"] += 1
        count["public documented"] += bool(docstring)
    elif private and length >= 10:
        count["long private"] += 1
        count["long documented"] += bool(docstring)


def find_faults(package: pathlib.Path) -> Iterator[str]:
    """Yield what no reader would want, with its place: `FILE:LINE: what it is`."""
    for file in sorted(package.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), start=1):
            if len(line) > LINE_LENGTH:
                yield f"{file}:{number}: a line of {len(line)} characters; the limit is {LINE_LENGTH}"
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from _find_docstring_faults(file, node)
            elif isinstance(node, ast.IfExp) and _contains_conditional(node):
                yield f"{file}:{node.lineno}: a conditional expression inside another; write statements"


def _find_docstring_faults(
    file: pathlib.Path, function: ast.FunctionDef | ast.AsyncFunctionDef
) -> Iterator[str]:
    """Yield a fault if `function` is public without a docstring, or has one without a subject."""
    docstring = ast.get_docstring(function)
    place = f"{file}:{function.lineno}: {function.name}"
    if docstring is None:
        if not function.name.startswith("_"):
            yield f"{place} has no docstring; say what it returns or does"
        return
    first_word = re.match(r"\W*([A-Za-z']+)", docstring)
    if first_word and first_word[1] in FUNCTION_WORDS:
        yield f"{place}: the docstring begins with {first_word[1]!r}; begin with Return, Yield, Write ..."


def _contains_conditional(node: ast.IfExp) -> bool:
    """Return whether a branch or the condition of `node` is a conditional expression itself."""
    branches = (node.body, node.orelse, node.test)
    return any(isinstance(branch, ast.IfExp) for branch in branches)


# Counts what one run enters: the files and the functions of the package, without comprehensions.
_PROFILE = """
import sys
entered = set()
def note(frame, event, argument):
    code = frame.f_code
    if event == "call" and "listbuilder" in code.co_filename and not code.co_name.startswith("<"):
        entered.add((code.co_filename, code.co_name, code.co_firstlineno))
{prepare}
sys.setprofile(note)
try:
    {run}
except SystemExit:
    pass
sys.setprofile(None)
own = [row for row in entered if "/listbuilder/" in row[0]]
print(len({{file for file, *_ in own}}), len(own), file=sys.stderr)
"""


def count_runs(root: pathlib.Path) -> dict[str, tuple[int, int]]:
    """Return (files, functions) that a `check` of a roster and an `import` of its text enter.

    Both run in a process of their own, the second time of two, so that compiled data is there.
    """
    roster = root / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(folder) / "list.txt"
        subprocess.run(
            [sys.executable, "-m", "listbuilder", "export", roster, "--to", "gw", "-o", text],
            check=True,
            cwd=root,
        )
        for name, words in (("check", ["check", roster]), ("import", ["import", text])):
            code = _PROFILE.format(
                prepare="from listbuilder.cli.main import run",
                run=f"run({[str(word) for word in words]!r})",
            )
            for _ in range(2):
                done = subprocess.run(
                    [sys.executable, "-c", code], capture_output=True, text=True, cwd=root
                )
            files, functions = done.stderr.split()[-2:]
            counts[name] = (int(files), int(functions))
    return counts


def main() -> int:
    """Print the table of the package that is named, and what is refused. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.house_numbers")
    parser.add_argument("package", nargs="?", default="listbuilder", type=pathlib.Path)
    parser.add_argument("--json", action="store_true", help="the measures as JSON")
    parser.add_argument("--check", action="store_true", help="exit 1 for what nobody would want")
    parser.add_argument("--runs", action="store_true", help="what a check and an import enter")
    options = parser.parse_args()
    measures = measure(options.package)
    if options.json:
        print(json.dumps(measures, indent=1))
        return 0
    print(f"{'measure':50s} {'here':>10s}  {'goal':>10s}  sqlfluff / pre-commit / textual")
    for name, value in measures.items():
        print(f"{name:50s} {value:>10,}  {GOALS[name]:>10s}  {ANCHORS.get(name, '')}")
    if options.runs:
        for name, (files, functions) in count_runs(options.package.resolve().parent).items():
            print(f"{f'files / functions that {name} enters':50s} {f'{files} / {functions}':>10s}")
    faults = list(find_faults(options.package)) if options.check else []
    for fault in faults:
        print(fault)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
