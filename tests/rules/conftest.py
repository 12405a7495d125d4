from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.roster.position import Position

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
LIBRARY = Library()


@pytest.fixture
def example() -> Position:
    return position_of(EXAMPLE.read_text())


def position_of(text: str) -> Position:
    return Position.read(text.encode(), "list.yaml", LIBRARY)
