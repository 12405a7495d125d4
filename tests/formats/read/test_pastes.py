"""A list that a mail, a page or an old alphabet went over says what it said before: the ways of tools/mutations."""

from __future__ import annotations

import pytest

from listbuilder.data.decoding import decode_text, mend_text
from listbuilder.data.library import Library
from listbuilder.formats.clean import paste
from listbuilder.formats.import_list import judge_list
from tests.formats.read import one_list_per_format
from tests.needs import SHARED, needs_shared
from tools.mutations.__main__ import EVERY, differs, survives
from tools.mutations.sample import Sampled, sample

CORPUS = SHARED / "corpus"
# What takes from some lists more than can be told again: docs/mutations.md has how many.
NOT_ALWAYS = (
    *("items behind their unit", "points of each third unit lost", "wrapped at 40"),
    *("units in the plural", "units in the singular", "5 for 5x"),
)
SAMPLE = {
    "GW_A": one_list_per_format.GW_A,
    "NR_GW": one_list_per_format.NR_GW,
    "WTC": one_list_per_format.WTC,
}


@pytest.mark.parametrize("way", EVERY)
@pytest.mark.parametrize("name", SAMPLE)
def test_a_list_survives(name: str, way: str, library: Library) -> None:
    whole = judge_list(SAMPLE[name].encode(), "x", library)
    assert whole.problems == []
    assert survives(way, whole, judge_list(EVERY[way](SAMPLE[name]), "x", library))


@pytest.mark.slow
@needs_shared("corpus", "index.jsonl")
def test_real_lists_survive(library: Library) -> None:
    """Five of the sample, each in every way; all of it is `python -m tools.mutations`."""
    files: list[Sampled] = sample(CORPUS, 5)
    lost = {
        (file.name, way)
        for file in files
        for way, _ in differs(file, library)
        if way not in NOT_ALWAYS
    }
    assert lost == set()


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("• Khârn’s".encode("cp1252"), "• Khârn’s"),
        ("• Khârn’s".encode("mac_roman"), "• Khârn’s"),
        ("Ünit".encode("utf-16-le"), "Ünit"),
        ("Unit".encode("utf-16-be"), "Unit"),
        ("ネクロン".encode(), "ネクロン"),
        (b"\x80\x81\xfe\xff\x90", None),
        (b"\x00\x01\x02", None),
    ],
)
def test_letters(raw: bytes, said: str | None) -> None:
    assert decode_text(raw) == said


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("â€¢ KhÃ¢rn â€“ lâ€™Ã©pÃ©e", "• Khârn – l’épée"),
        ("‚Ä¢ Kh√¢rn", "• Khârn"),
        ("Übermensch «É» – ’É", "Übermensch «É» – ’É"),  # nothing was taken for anything
    ],
)
def test_letters_taken_for_others(written: str, meant: str) -> None:
    assert mend_text(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (
            "<ul><li>5x Boyz<ul><li>1x Axe</li></ul></li></ul>",
            "\n\n  • 5x Boyz\n\n    • 1x Axe\n\n",
        ),
        ("Gaunt&#39;s Ghosts &amp; friends", "Gaunt's Ghosts & friends"),
        ("<p>a</p><script>b</script><!-- c --><p>d</p>", "\na\n\nd\n"),
        ("1. Captain\n2) Squad\n", "Captain\nSquad\n"),
        ("2. Captain\n9. Squad\n", "2. Captain\n9. Squad\n"),  # no count of lines
        ("Captain – 85pts\nSquad - 90 points", "Captain (85 pts)\nSquad (90 pts)"),
        (
            "+ TOTAL: 2000 pts\nTotal - 85pts\nSquad - 90 points",
            "+ TOTAL: 2000 pts\nTotal (85 pts)\nSquad (90 pts)",
        ),
    ],
)
def test_restored(written: str, meant: str) -> None:
    assert paste.restore_text(written) == meant


def test_broken_lines_are_joined_where_they_begin() -> None:
    text = "Char1: 1x Overlord (85 pts): Warlord, Overlord's\nblade, Tachyon arrow\nChar2: 1x Plasmancer (55 pts): Plasmic lance"
    assert paste.join_broken_lines(text)[0].splitlines() == [
        "Char1: 1x Overlord (85 pts): Warlord, Overlord's blade, Tachyon arrow",
        "",
        "Char2: 1x Plasmancer (55 pts): Plasmic lance",
    ]
