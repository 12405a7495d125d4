from __future__ import annotations

from pathlib import Path

import pytest

from tests.own_state import file as file
from tests.own_state import library as library
from tests.own_state import state as state


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that a screen is told without a folder land where the test is."""
    monkeypatch.chdir(tmp_path)
