"""When two spellings are the same name, worked out by hand."""

from __future__ import annotations

import pytest

from listbuilder.games.shared.likeness import key


@pytest.mark.parametrize(
    ("name", "singular"),
    [
        ("Necron Warriors", "necron warrior"),
        ("Ork Boyz", "ork boy"),
        ("Batteries", "battery"),
        ("Flies", "fly"),
        ("Dies", "die"),  # too short for a y
        ("Bows", "bow"),
        ("Gas", "gas"),  # too short for a plural
        ("Boss Nobz", "boss nob"),
        ("Cutlass", "cutlass"),
        ("Buzz", "buzz"),
    ],
)
def test_words_in_the_singular(name: str, singular: str) -> None:
    assert key(name) == key(singular) == singular
