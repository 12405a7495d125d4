"""What a sentence takes from an id, a key or the words of a player is said to be literal, or stands in quotes.

In a finding or a note a plain text is a name, and is shown in the reader's language: an id that happens to be a word of the
rules (`warlord`, `overlord`) would be, too, and nobody would find it in the file again. mypy cannot tell one text from
another, so this looks at the code: what is handed to a sentence must not be an attribute that holds an id or what was written.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.data import paths
from tests.i18n.test_words import read, texts

ROOMS = ("rules", "roster", "games", "advice", "event")
SENTENCES = {"Finding", "Fix", "Note", "Breach", "Text", "Phrase"}
# Attributes and names that hold what a file or command says, or an id.
WRITTEN = {
    "id",
    "sheet_id",
    "datasheet_id",
    "faction_id",
    "size_id",
    "unit_id",
    "size_given",
    "given",
    "code",
    "file",
    "written",
}
SAID = re.compile(r"\{(\w+)(?::([^}]*))?\}")
NUMBERS = {("wargear.py", "given")}  # how many are carried
CHECKS = paths.PACKAGE / "rules" / "checks"


def how(file: Path) -> dict[str, set[str]]:
    """How every argument is put, by its name: in the sentences of the check itself, else in all others."""
    own = file.with_suffix(".yaml")
    others = [
        *(paths.PACKAGE / "rules").glob("*.yaml"),
        *(paths.PACKAGE / "games").rglob("words.yaml"),
    ]
    found: dict[str, set[str]] = {}
    for each in [own] if own.is_file() else others:
        for _, text in texts(read(each)):
            for name, put in SAID.findall(text["en"]):
                found.setdefault(name, set()).add(put)
    return found


def given(tree: ast.AST, of_check: bool) -> Iterator[tuple[str, ast.expr]]:
    """Arguments of sentences: in the call itself, or of a check in what it calls so. (Those of problems are literal.)"""
    for node in ast.walk(tree):
        pairs: list[ast.expr] = []
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in SENTENCES
        ):
            pairs = [each.value for each in node.keywords if each.arg == "args"] + node.args[1:2]
        elif of_check and isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            names = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(
                isinstance(each, ast.Name) and each.id in ("args", "details", "told")
                for each in names
            ):
                pairs = [node.value]
        for pair in pairs:
            if isinstance(pair, ast.Dict):
                for key, value in zip(pair.keys, pair.values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield key.value, value


def is_written(value: ast.expr) -> bool:
    if isinstance(value, ast.Attribute):
        return value.attr in WRITTEN
    if isinstance(value, ast.Name):
        return value.id in WRITTEN
    if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
        return is_written(value.elt)
    if (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in ("list", "tuple", "sorted")
        and value.args
    ):
        return is_written(value.args[0])
    return False


FILES = sorted(file for room in ROOMS for file in (paths.PACKAGE / room).rglob("*.py"))


def bare(source: str, file: Path) -> list[str]:
    put, found = how(file), given(ast.parse(source), file.parent == CHECKS)
    texts_given = [
        name for name, value in found if is_written(value) and (file.name, name) not in NUMBERS
    ]
    return [name for name in texts_given if put.get(name, {"q"}) != {"q"}]


@pytest.mark.slow_but(60)
@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(paths.PACKAGE)))
def test_nothing_written_is_handed_on_as_a_name(file: Path) -> None:
    assert bare(file.read_text(encoding="utf-8"), file) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("Finding(key='k', args={'unit': unit.name})", []),
        ("Finding(key='k', args={'unit': unit.id})", ["unit"]),
        ("Finding(key='k', args={'unit': Literal(unit.id)})", []),
        ("args = {'unit': unit.datasheet_id}", ["unit"]),
        ("args = {'units': [each.id for each in units]}", ["units"]),
        ("args = {'given': army.size_given}", []),
    ],
)
def test_what_is_seen(source: str, found: list[str]) -> None:
    """The words of the check on warlords; what is in quotes there is literal anyway."""
    assert bare(source, CHECKS / "warlord.py") == found
