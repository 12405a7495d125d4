"""Fixtures for tests that open and save: a state folder of their own, and a list that may be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Recovery, history and settings of each test are its own."""
    folder = tmp_path / "state"
    monkeypatch.setenv("LISTBUILDER_STATE", str(folder))
    return folder


@pytest.fixture(scope="session")
def library() -> Library:
    return Library()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A copy of the example that a test may write."""
    path = tmp_path / "list.yaml"
    path.write_bytes(EXAMPLE.read_bytes())
    return path
