"""When two spellings are the same name, worked out by hand."""

from __future__ import annotations

import pytest

from listbuilder.games.shared.likeness import Known, key, plain, slips


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


def test_names_are_alike_whatever_their_lengths_let_be_skipped() -> None:
    """Each written name is compared with every name, as if nothing were skipped by its length."""
    names = ["Necron Warriors", "Flies", "Allies of Khaine", "Wraithlord", "Aethwrought Guard", "Ork Boyz", "Captain", "Chaplain"]
    known = Known(names)
    for written in (
        "Necron Wariors",
        "Necron Warriorz",
        "Fly",
        "Ally of Kaine",
        "Wraith lord",
        "Aethwrght Guard",
        "Ork Boy",
        "Captian",
    ):
        alike = {name: count for name in names if (count := slips(plain(written), plain(name))) is not None}
        assert alike, written
        (best,) = [name for name, count in alike.items() if count == min(alike.values())]
        assert known.nearest(written) == (best, alike[best])
        assert known.has_any(written)
    for written in ("Zzz", "Necron", "", "Boyz Ork", "Chaplin Captain"):
        assert known.nearest(written) is None and not known.has_any(written)
