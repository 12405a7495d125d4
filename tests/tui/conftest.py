from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.store.library import Library

from ..edit.conftest import EXAMPLE


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "state"
    monkeypatch.setenv("LISTBUILDER_STATE", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture(scope="session")
def library() -> Library:
    return Library()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "list.yaml"
    path.write_bytes(EXAMPLE.read_bytes())
    return path
