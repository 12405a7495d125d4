"""When two spellings are the same name, worked out by hand."""

from __future__ import annotations

import pytest

from listbuilder.matching.likeness import KnownNames, count_slips, make_plain, make_singular_key
from listbuilder.matching.short_forms import spell_out


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
    assert make_singular_key(name) == make_singular_key(singular) == singular


def test_names_are_alike_whatever_their_lengths_let_be_skipped() -> None:
    """Each written name is compared with every name, as if nothing were skipped by its length."""
    names = [
        "Necron Warriors",
        "Flies",
        "Allies of Khaine",
        "Wraithlord",
        "Aethwrought Guard",
        "Ork Boyz",
        "Captain",
        "Chaplain",
    ]
    known = KnownNames(names)
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
        alike = {
            name: count
            for name in names
            if (count := count_slips(make_plain(written), make_plain(name))) is not None
        }
        assert alike, written
        (best,) = [name for name, count in alike.items() if count == min(alike.values())]
        assert known.find_nearest(written) == (best, alike[best])
        assert known.has_alike(written)
    for written in ("Zzz", "Necron", "", "Boyz Ork", "Chaplin Captain"):
        assert known.find_nearest(written) is None and not known.has_alike(written)


def test_letters_that_only_look_like_a_plural() -> None:
    assert (
        make_singular_key("Mind?") == "mind"
        and make_singular_key("Gap") == "gap"
        and make_singular_key("Aura") == "aura"
    )
    assert (
        make_singular_key("Ties") == "tie"
        and make_singular_key("Rubies") == "ruby"
        and make_singular_key("Series") == "sery"
    )
    assert (
        make_singular_key("Pass") == "pass"
        and make_singular_key("Abs") == "abs"
        and make_singular_key("Orks") == "ork"
    )


def test_the_words_of_a_name() -> None:
    assert make_plain("  C'tan-Shard of/the (Night), & Día + 3 ") == "ctan shard of the night dia 3"
    assert make_plain("A.B") == "ab" and make_plain("...") == ""


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
    assert count_slips(written, known) == off == count_slips(known, written)


def test_the_nearest_of_known_names() -> None:
    known = KnownNames(
        ["Khorne Berzerkers", "Wraithlord", "Titan", "Titen", "Wraith-Lord", "Berzerkers"]
    )
    assert known.find_nearest("khorne berzerkers") == ("Khorne Berzerkers", 0)
    assert known.find_nearest("Khorne Berserkers") == ("Khorne Berzerkers", 1)
    assert known.find_nearest("Berserkers") == ("Berzerkers", 1)
    assert known.find_nearest("Wraith Lord") == ("Wraith-Lord", 0)
    assert known.find_nearest("Wra ith lord") == ("Wraithlord", 1)
    assert known.find_nearest("Titin") is None  # two are as near
    assert known.find_nearest("Titan") == ("Titan", 0)
    assert known.find_nearest("Nobody") is known.find_nearest("") is None


def test_words_as_people_shorten_them() -> None:
    assert spell_out("Vet Sgt") == "veteran sergeant"
    assert spell_out("Vet Orks") == "veteran orks"
    assert spell_out("Veteran Orks") is None
