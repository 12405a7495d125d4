"""Two editions of one game: a list is of the one that its signs say, and without a sign of that whose names and prices it has.

The lists of the corpus are skipped where it is not at hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list
from listbuilder.model.problem import Unreadable
from tests.needs import SHARED, needs_shared

TENTH, ELEVENTH = "warhammer-40k-10e", "warhammer-40k-11e"
CORPUS = SHARED / "corpus"

# Overlord and Veil of Darkness 85 + 20, Warriors 90, Immortals 70 in the 10th edition; 90 + 20, 85 and 65 in the 11th.
BARE = """\
+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Xenos - Necrons
+ DETACHMENT: Awakened Dynasty
+ TOTAL ARMY POINTS: {total}pts
+ WARLORD: Char1: Overlord
+ ENHANCEMENT: Veil of Darkness (on Char1: Overlord)
+ NUMBER OF UNITS: 3
+++++++++++++++++++++++++++++++++++++++++++++++

Char1: 1x Overlord ({overlord} pts): Warlord, Overlord's blade, Tachyon arrow
Enhancement: Veil of Darkness (+20 pts)
10x Necron Warriors ({warriors} pts): 10 with Close combat weapon, Gauss flayer
5x Immortals ({immortals} pts): 5 with Close combat weapon, Gauss blaster
"""


def system_of(text: str, library: Library) -> str | None:
    made = import_list(text.encode(), "x", library).document
    return made.data["system"] if made else None


@pytest.mark.parametrize(
    ("prices", "edition"),
    [
        ((265, 105, 90, 70), TENTH),
        ((260, 110, 85, 65), ELEVENTH),
        ((265, 105, 85, 65), ELEVENTH),
        ((280, 110, 100, 70), TENTH),
    ],
)
def test_without_a_sign_the_prices_say_it(
    prices: tuple[int, int, int, int], edition: str, library: Library
) -> None:
    """Most of them; where as many agree with both, it is of the first."""
    total, overlord, warriors, immortals = prices
    assert (
        system_of(
            BARE.format(total=total, overlord=overlord, warriors=warriors, immortals=immortals),
            library,
        )
        == edition
    )


def test_a_sign_says_more_than_prices(library: Library) -> None:
    text = BARE.format(total=265, overlord=105, warriors=90, immortals=70)
    signed = text.replace("+ WARLORD", "+ FORCE DISPOSITION: Take and Hold\n+ WARLORD")
    assert system_of(signed, library) == ELEVENTH


# Legal and at the right price in both: four War Dogs.
BOTH = {
    "40kdc-chaos-knights-houndpack.input.newrecruit-" + form
    for form in ("simple", "wtc-compact", "wtc-full")
}
FILES = [
    file
    for edition in ("40k10", "40k11")
    for file in sorted((CORPUS / edition).glob("*/*.txt"))
    if file.stem not in BOTH
]


@pytest.mark.slow
@needs_shared("corpus", "40k10")
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}/{file.stem}")
def test_lists_of_the_corpus(file: Path, library: Library) -> None:
    try:
        made = import_list(file.read_bytes(), file.name, library).document
    except Unreadable as error:  # a form that is not read
        assert [problem.key for problem in error.problems] != ["edition_not_read"]
        return
    if made is not None:
        assert made.data["system"] == {"40k10": TENTH, "40k11": ELEVENTH}[file.parts[-3]]


SIGNS = re.compile(
    r"detachment points|points de d|dispositions?|attached|attach|app version|version de l|exported|created with|leading "
    r"|purge the foe|take and hold|reconnaissance|priority assets|disruption|liminez|11th",
    re.IGNORECASE,
)
POINTS = re.compile(r" ?\(\d(?:/\d)? (?:Detachment Points|Points de D\S+)\)")
UNIT = re.compile(r"[(\[]\d{2,3} ?(?:pts|points)[)\]]", re.IGNORECASE)


def without_signs(text: str) -> str:
    """Without any line that only one of the editions has."""
    return "\n".join(
        line for each in text.splitlines() if not SIGNS.search(line := POINTS.sub("", each))
    )


def without_head(text: str) -> str:
    """From the first unit on: neither faction nor detachment."""
    lines = without_signs(text).splitlines()
    first = next((place for place, line in enumerate(lines) if place > 4 and UNIT.search(line)), 0)
    return "\n".join(lines[first:])


@pytest.mark.slow
@needs_shared("corpus", "40k10")
@pytest.mark.parametrize("loss", [without_signs, without_head], ids=lambda loss: loss.__name__)
@pytest.mark.parametrize("edition", ["40k10", "40k11"])
def test_lists_of_the_corpus_that_lost_every_sign(
    edition: str, loss: Callable[[str], str], library: Library
) -> None:
    wrong, told = [], 0
    for file in FILES:
        if (
            file.parts[-3] != edition or file.stem == "compactor-V11Sample"
        ):  # a sample with hardly a known unit
            continue
        try:
            made = import_list(
                loss(file.read_text(encoding="utf-8")).encode(), file.name, library
            ).document
        except Unreadable:
            continue
        told += made is not None
        if made is not None and made.data["system"] != {"40k10": TENTH, "40k11": ELEVENTH}[edition]:
            wrong.append(file.name)
    assert wrong == []
    assert told >= 0.9 * sum(file.parts[-3] == edition for file in FILES)
