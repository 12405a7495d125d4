from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.store.library import Library


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path / "state"))


@pytest.fixture(scope="session")
def library() -> Library:
    return Library()
