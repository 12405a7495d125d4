"""docs/glossary.md: every file and class it names is there."""

from __future__ import annotations

import ast
import re

import pytest

from tests.sources import ROOT

PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| word ")
]


def test_the_page_has_rows() -> None:
    assert len(ROWS) > 40
    assert len({word for word, _, _ in ROWS}) == len(ROWS)


@pytest.mark.parametrize(("word", "meaning", "where"), ROWS, ids=[row[0] for row in ROWS])
def test_it_is_where_the_page_says(word: str, meaning: str, where: str) -> None:
    pattern = where.strip("`").replace("<kind>", "*")
    files = list((ROOT / "listbuilder").glob(pattern))
    assert files, where
    for name in re.findall(r": `([A-Z]\w+)`$", meaning):
        classes = {
            node.name
            for file in files
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.ClassDef)
        }
        assert name in classes, f"{word}: {name} is not in {where}"
