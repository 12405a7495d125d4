"""What tests of other programs' lists share."""

from __future__ import annotations

import pytest

from listbuilder.store.library import Library


@pytest.fixture(scope="session")
def library() -> Library:
    return Library()
