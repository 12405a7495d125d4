"""Lists are dealt by the book they seem to be of; what they seem to be of changes no verdict."""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.event.guess_faction import guess_faction
from tests.formats.read import one_list_per_format


@pytest.mark.parametrize(
    ("raw", "book"),
    [
        (one_list_per_format.GW_A.encode(), "necrons"),
        (b"T\xe2\x80\x99au Empire\nStrike Force (2000 Points)", "tau empire"),
        (b"\xff\xfe\x00", ""),
        (b"", ""),
    ],
)
def test_the_book_a_list_seems_to_be_of(raw: bytes, book: str) -> None:
    assert guess_faction(raw, Library()) == book
