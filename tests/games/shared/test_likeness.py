"""When two spellings are the same name, worked out by hand."""

from __future__ import annotations

import pytest

from listbuilder.games.shared.likeness import Known, key, plain, slips
from listbuilder.games.shared.short_forms import spelled_out


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


def test_letters_that_only_look_like_a_plural() -> None:
    assert key("Mind?") == "mind" and key("Gap") == "gap" and key("Aura") == "aura"
    assert key("Ties") == "tie" and key("Rubies") == "ruby" and key("Series") == "sery"
    assert key("Pass") == "pass" and key("Abs") == "abs" and key("Orks") == "ork"


def test_the_words_of_a_name() -> None:
    assert plain("  C'tan-Shard of/the (Night), & Día + 3 ") == "ctan shard of the night dia 3"
    assert plain("A.B") == "ab" and plain("...") == ""


@pytest.mark.parametrize(
    ("written", "known", "off"),
    [
        ("berzerkers", "berzerkers", 0),
        ("berzerker", "berzerkers", 0),  # the singular
        ("berserkers", "berzerkers", 1),
        ("bersekrers", "berzerkers", 2),
        ("bersekxers", "berzerkers", None),
        ("boyz", "boys", 0),
        ("bozy", "boyz", None),  # four letters are right or wrong
        ("titen", "titan", 1),
        ("tien", "titan", None),
        ("titaness", "titan", None),
        ("wraithlord", "wraith lord", 1),
        ("wraith lord", "wraithlord", 1),
        ("wraith lords", "wraithlord", None),
        ("", "wraithlord", None),
        ("khorne berserkers", "khorne berzerkers", 1),
        ("khorme berserkers", "khorne berzerkers", 2),
        ("berserkers khorne", "khorne berzerkers", None),
        ("berserkers", "khorne berzerkers", None),
        ("knight the", "knight titan", None),
        ("predator2", "predator3", None),  # a number is another thing
        ("abcdefghij", "abcdefghijklm", None),
        ("abcdefghijk", "abcdefghij", 1),
    ],
)
def test_how_many_letters_are_wrong(written: str, known: str, off: int | None) -> None:
    assert slips(written, known) == off == slips(known, written)


def test_the_nearest_of_known_names() -> None:
    known = Known(["Khorne Berzerkers", "Wraithlord", "Titan", "Titen", "Wraith-Lord", "Berzerkers"])
    assert known.nearest("khorne berzerkers") == ("Khorne Berzerkers", 0)
    assert known.nearest("Khorne Berserkers") == ("Khorne Berzerkers", 1)
    assert known.nearest("Berserkers") == ("Berzerkers", 1)
    assert known.nearest("Wraith Lord") == ("Wraith-Lord", 0)
    assert known.nearest("Wra ith lord") == ("Wraithlord", 1)
    assert known.nearest("Titin") is None  # two are as near
    assert known.nearest("Titan") == ("Titan", 0)
    assert known.nearest("Nobody") is known.nearest("") is None


def test_words_as_people_shorten_them() -> None:
    assert spelled_out("Vet Sgt") == "veteran sergeant"
    assert spelled_out("Vet Orks") == "veteran orks"
    assert spelled_out("Veteran Orks") is None
