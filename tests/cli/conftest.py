"""Calls the program the way its users do, in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from listbuilder.cli.main import run


class Result(NamedTuple):
    code: int
    out: str
    err: str


Call = Callable[..., Result]


@pytest.fixture
def call(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Call:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "120")

    def call(*words: str) -> Result:
        try:
            code = run(words)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        out, err = capfd.readouterr()
        return Result(code, out, err)

    return call


@pytest.fixture
def roster(tmp_path: Path) -> Callable[[str], str]:
    """Writes a roster and returns its path."""
    made = 0

    def write(text: str) -> str:
        nonlocal made
        made += 1
        file = tmp_path / f"list{made}.yaml"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write
