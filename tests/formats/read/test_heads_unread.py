"""The head of a list names what nobody knows: that is told, and never passes as if it had not been written."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, judge_list
from tests.formats.read import one_list_per_format
from tests.formats.write.made import EXAMPLES, exported

ELEVENTH = EXAMPLES / "40k-11e" / "legal" / "necrons-two-detachments.yaml"


def _eleventh(form: str) -> str:
    return exported(ELEVENTH, form).decode()


UNREAD: dict[str, tuple[Callable[[], str], str, str, str]] = {
    "a faction": (
        lambda: one_list_per_format.WTC,
        "Xenos - Necrons",
        "Xenos - Banana",
        "unread_faction",
    ),
    "a faction of the eleventh edition": (
        lambda: _eleventh("wtc"),
        "KEYWORD: Xenos - Necrons",
        "KEYWORD: Banana",
        "unread_faction",
    ),
    "a faction without a label": (
        lambda: one_list_per_format.GW_A,
        "\nNecrons\n",
        "\nBanana\n",
        "unread_faction",
    ),
    "a faction of the app, eleventh edition": (
        lambda: _eleventh("gw"),
        "\nNecrons\n",
        "\nBanana\n",
        "unread_faction",
    ),
    "a warlord": (
        lambda: one_list_per_format.WTC,
        "WARLORD: Char1: Overlord",
        "WARLORD: Banana",
        "contradiction_warlord_missing",
    ),
    "an enhancement": (
        lambda: one_list_per_format.WTC,
        "Veil of Darkness (on",
        "Banana Cloak (on",
        "unread_enhancement",
    ),
    "an enhancement further down": (
        lambda: _eleventh("wtc-compact"),
        "& Tools of Dominion",
        "& Banana",
        "unread_enhancement",
    ),
    "a second detachment": (
        lambda: one_list_per_format.NR_SIMPLE,
        "Detachment: Awakened Dynasty\n",
        "Detachment: Awakened Dynasty\nDetachment: Banana\n",
        "unread_detachment",
    ),
    "a detachment of two": (
        lambda: _eleventh("nr-simple"),
        "Canoptek Court\n",
        "Banana\n",
        "unread_detachment",
    ),
    "a formation between others": (
        lambda: one_list_per_format.AOS_DASHED,
        "Vanguard Wing",
        "Banana",
        "unread_formation",
    ),
    "a formation behind a dash": (
        lambda: one_list_per_format.SCROLLCASTER,
        "Vanguard Wing",
        "Banana",
        "unread_formation",
    ),
    "a formation behind a label": (
        lambda: one_list_per_format.AOS_PLAIN,
        "\nVanguard Wing\n",
        "\nBattle Formation: Banana\n",
        "unread_formation",
    ),
}


@pytest.mark.parametrize("case", UNREAD)
def test_what_nobody_knows_is_unread(case: str, library: Library) -> None:
    text, before, after, key = UNREAD[case]
    written = text()
    assert before in written and judge_list(written.encode(), "x", library).verdict == "legal"
    spoilt = written.replace(before, after, 1)
    done = judge_list(spoilt.encode(), "x", library)
    assert done.verdict == "unread"
    lines = [place for place, line in enumerate(spoilt.split("\n"), 1) if "Banana" in line]
    assert [(problem.key, problem.line) for problem in done.problems] == [(key, lines[0])]


def test_of_several_names_on_one_line_the_others_are_read(library: Library) -> None:
    written = one_list_per_format.AOS_DASHED.replace("| Vanguard Wing", "| Vanguard Wing | Banana")
    made = import_list(written.encode(), "x", library)
    assert made.document is not None and made.document.data["battle_formation"] == "vanguard-wing"
    assert [problem.args["given"] for problem in made.account.unread] == ["Banana"]


@pytest.mark.parametrize(
    "words",
    ["Vanguard Wing General's Handbook 2026-27", "Vanguard Wing (charge and run)", "Vanguard Wing"],
)
def test_what_stands_behind_a_formation_does_not_hide_it(words: str, library: Library) -> None:
    made = import_list(
        one_list_per_format.AOS_DASHED.replace("| Vanguard Wing", f"| {words}").encode(),
        "x",
        library,
    )
    assert made.document is not None
    assert (made.document.data["battle_formation"], made.document.data["season"]) == (
        "vanguard-wing",
        "2026-27",
    )
    assert made.account.unread == []


def test_a_formation_in_square_brackets(library: Library) -> None:
    made = import_list(
        one_list_per_format.LISTBOT.replace("\nVanguard Wing\n", "\n[Vanguard Wing]\n").encode(),
        "x",
        library,
    )
    assert made.document is not None and made.document.data["battle_formation"] == "vanguard-wing"
    assert made.account.unread == []


@pytest.mark.parametrize("written", ["Xenos - Necorns", "Necrona"])
def test_a_faction_that_is_nearly_one_is_taken_and_told(written: str, library: Library) -> None:
    done = judge_list(
        one_list_per_format.WTC.replace("Xenos - Necrons", written).encode(), "x", library
    )
    assert done.verdict == "legal"
    told = [note.args for note in done.assumed if note.key == "import_guess"]
    assert [(each["given"], each["taken"], each["distance"]) for each in told] == [
        (written, "Necrons", 1)
    ]


def test_where_no_head_says_anything_the_units_are_named() -> None:
    """Not `the faction could not be told from` with nothing behind it."""
    head = "+ FACTION KEYWORD:\n+ DETACHMENT:\n+ TOTAL ARMY POINTS: 190pts\n\n"
    text = f"{head}Unknown Thing (100 pts): Sword\nOther Thing (90 pts): Axe\n"
    problems = judge_list(text.encode(), "x", Library()).problems
    assert [(each.key, each.args["given"]) for each in problems] == [
        ("unread_faction", ["Unknown Thing", "Other Thing"])
    ]
