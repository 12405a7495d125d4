"""The measures of the house: what `make lint` refuses is found, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.house_numbers import find_faults, measure

_PLAIN = '''"""A module."""


def list_units(army: list[str]) -> list[str]:
    """Return the names of the units of `army`."""
    return army


def _count(army: list[str]) -> int:
    return len(army) if army else 0
'''


def _write_package(folder: Path, text: str) -> Path:
    package = folder / "toy"
    package.mkdir()
    (package / "units.py").write_text(text, encoding="utf-8")
    return package


def test_plain_code_has_no_faults(tmp_path: Path) -> None:
    assert list(find_faults(_write_package(tmp_path, _PLAIN))) == []


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('    """Return the names of the units of `army`."""\n', "has no docstring"),
        ('"""Return the names', "begins with 'What'"),
        ("len(army) if army else 0", "a conditional expression inside another"),
        ("return army\n", "a line of 111 characters"),
    ],
)
def test_what_is_refused(line: str, fault: str, tmp_path: Path) -> None:
    instead = {
        "has no docstring": "",
        "begins with 'What'": '"""What are the names',
        "a conditional expression inside another": "1 if army else 0 if army == [] else 2",
        "a line of 111 characters": f"return army  # {'x' * 92}\n",
    }[fault]
    assert line in _PLAIN
    [found] = find_faults(_write_package(tmp_path, _PLAIN.replace(line, instead, 1)))
    assert fault in found
    assert "units.py:" in found


def test_the_measures_of_a_small_package(tmp_path: Path) -> None:
    numbers = measure(_write_package(tmp_path, _PLAIN))
    assert numbers["lines"] == 10
    assert numbers["functions per 1,000 lines"] == 200.0
    assert numbers["function names that begin with a verb, %"] == 100.0
    assert numbers["docstrings on public functions, %"] == 100.0
    assert numbers["ternaries per 1,000 lines"] == 100.0
    assert numbers["lines over 100 characters"] == 0
