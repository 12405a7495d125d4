from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.workspace.session import Session
from tests.own_state import file as file
from tests.own_state import library as library
from tests.own_state import state as state


@pytest.fixture
def session(file: Path, library: Library) -> Session:
    return Session.open(file, library)
