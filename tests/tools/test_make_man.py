"""The manual page lists the environment variables, folders and exit codes that the program uses."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from listbuilder.cli import context
from tests.sources import PACKAGE, SOURCES
from tools.make_man import SECTIONS

FOLDERS = {"recovery", "history", "bin", "reports", "locks", "open", "settings.json"}


def variables_read() -> set[str]:
    """Return every environment variable that the code reads or sets by name."""
    found: set[str] = set()
    for file in SOURCES:
        text = file.read_text(encoding="utf-8")
        found |= set(re.findall(r"""environ(?:\.get\(|\.setdefault\(|\[)"([A-Z_]+)""", text))
        found |= set(re.findall(r"""\bLISTBUILDER_[A-Z]+\b""", text))
    loops = (
        node
        for file in SOURCES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.For)
    )
    for loop in loops:
        if "environ.get" in ast.unparse(loop) and isinstance(loop.iter, ast.Tuple):
            found |= {str(each.value) for each in loop.iter.elts if isinstance(each, ast.Constant)}
    return found


def listed(section: str) -> list[str]:
    return [name for entry in SECTIONS[section] for name in entry["of"].split(", ")]


@pytest.mark.slow
def test_every_variable_of_the_program_is_listed() -> None:
    read = variables_read()
    assert {"LISTBUILDER_CACHE", "LC_MESSAGES", "NO_COLOR"} <= read
    assert read - set(listed("environment")) == set()


@pytest.mark.slow
def test_every_own_variable_listed_is_read() -> None:
    own = {name for name in listed("environment") if name.startswith("LISTBUILDER_")}
    assert own == {name for name in variables_read() if name.startswith("LISTBUILDER_")}


def test_every_exit_code_is_listed() -> None:
    codes = (context.OK, context.ILLEGAL, context.UNREAD, context.OUR_BUG, context.CUT_OFF)
    assert listed("exit_status") == [str(code) for code in codes]


def test_every_folder_of_the_state_is_listed() -> None:
    code = "\n".join(
        file.read_text(encoding="utf-8") for file in (PACKAGE / "workspace").glob("*.py")
    )
    used = set(re.findall(r"""state_folder\(\)\s*/ "([\w.]+)\"""", code))
    assert used == FOLDERS
    state = [Path(name) for name in listed("files") if "/state/" in name]
    assert {path.name for path in state} == used
