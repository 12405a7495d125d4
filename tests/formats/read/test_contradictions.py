"""A list that says one thing twice and not the same is unread, and the contradiction is named; never illegal, never legal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from listbuilder.i18n import messages
from listbuilder.roster.position import Position
from tests.formats.read import one_list_per_format
from tests.formats.read.test_formats import BATTLESCRIBE, as_json
from tests.formats.write.made import EXAMPLES, exported
from tests.needs import SHARED, needs_shared

PROBLEMS = Path(messages.__file__).parent / "problems.yaml"
CORPUS = SHARED / "corpus"


def told(done: Position) -> list[tuple[str, int | None, dict[str, Any]]]:
    assert done.verdict == "unread"
    return [(problem.key, problem.line, problem.args) for problem in done.problems]


def judged(text: str, library: Library) -> Position:
    return judge_list(text.encode(), "x", library)


@pytest.mark.parametrize(
    ("text", "line", "unit", "stated", "listed"),
    [
        (
            one_list_per_format.WTC.replace("10x Necron Warriors", "20x Necron Warriors"),
            25,
            "Necron Warriors",
            20,
            10,
        ),
        (
            one_list_per_format.WTC.replace("6 with Close", "5 with Close"),
            26,
            "Necron Warrior",
            10,
            9,
        ),
        (
            one_list_per_format.WTC_COMPACT.replace("10x Necron Warriors", "9x Necron Warriors"),
            16,
            "Necron Warriors",
            9,
            10,
        ),
        (one_list_per_format.NR_GW.replace("5x Immortals", "6x Immortals"), 22, "Immortals", 6, 5),
        (
            one_list_per_format.NR_GW.replace("• 10x Necron Warrior\n", "• 20x Necron Warrior\n"),
            27,
            "Necron Warriors",
            10,
            20,
        ),
    ],
)
def test_models_said_and_listed(
    text: str, line: int, unit: str, stated: int, listed: int, library: Library
) -> None:
    args = {"unit": unit, "stated": stated, "listed": listed}
    assert told(judged(text, library)) == [("contradiction_models", line, args)]


@pytest.mark.parametrize(
    ("before", "after", "line", "thing"),
    [
        ("• 10x Necron Warrior\n", "• 0x Necron Warrior\n", 28, "Necron Warrior"),
        ("10x Gauss flayer", "0x Gauss flayer", 30, "Gauss flayer"),
    ],
)
def test_none_of_it_is_listed(
    before: str, after: str, line: int, thing: str, library: Library
) -> None:
    assert before in one_list_per_format.NR_GW
    said = told(judged(one_list_per_format.NR_GW.replace(before, after), library))
    assert ("contradiction_nothing", line, {"thing": thing}) in said


def test_a_unit_of_none(library: Library) -> None:
    done = judged(
        one_list_per_format.WTC.replace("10x Necron Warriors", "0x Necron Warriors"), library
    )
    assert ("contradiction_nothing", 25, {"thing": "Necron Warriors"}) in told(done)
    assert done.army is not None
    assert "Necron Warriors" not in [unit.name for unit in done.army.units]


def test_units_said_and_listed(library: Library) -> None:
    done = judged(
        one_list_per_format.WTC.replace("NUMBER OF UNITS: 3", "NUMBER OF UNITS: 4"), library
    )
    assert told(done) == [("contradiction_units", 8, {"stated": 4, "listed": 3})]


SIZES = {
    "GW_A": (
        one_list_per_format.GW_A.replace("Incursion (1000 points)", "Strike Force (1000 points)"),
        4,
        "Strike Force",
        2000,
        1000,
    ),
    "the other way": (
        one_list_per_format.GW_A.replace("Incursion (1000", "Incursion (2,000"),
        4,
        "Incursion",
        1000,
        2000,
    ),
    "no size's points": (
        one_list_per_format.GW_B.replace("1,000", "750"),
        5,
        "Incursion",
        1000,
        750,
    ),
}


@pytest.mark.parametrize("case", SIZES)
def test_a_battle_size_and_its_points(case: str, library: Library) -> None:
    text, line, size, points, stated = SIZES[case]
    assert (
        "contradiction_limit",
        line,
        {"size": size, "points": points, "stated": stated},
    ) in told(judged(text, library))


@pytest.mark.parametrize("form", ["gw", "nr-simple"])
def test_a_battle_size_of_the_eleventh_edition_and_its_points(form: str, library: Library) -> None:
    text = exported(EXAMPLES / "40k-11e" / "legal" / "necrons-two-detachments.yaml", form).decode()
    assert judged(text, library).verdict == "legal"
    for stated in ("Strike Force (1000", "Incursion (2000"):
        changed = re.sub(r"Strike Force \(2,?000", stated, text)
        assert [key for key, _, _ in told(judged(changed, library))][:1] == ["contradiction_limit"]


def test_a_battle_size_of_a_roster_file_and_its_points(library: Library) -> None:
    assert "Incursion (1000 Point limit)" in BATTLESCRIBE
    for stated in (1000, 2000):
        done = judge_list(
            BATTLESCRIBE.replace("(1000 Point limit)", f"({stated} Point limit)").encode(),
            "x",
            library,
        )
        keys = [problem.key for problem in done.problems]
        assert (done.verdict, keys) == (
            ("legal", []) if stated == 1000 else ("unread", ["contradiction_limit"])
        )


TOTALS = {
    "GW_A": (one_list_per_format.GW_A.replace("265", "285"), 1),
    "GW_B": (one_list_per_format.GW_B.replace("265", "285"), 1),
    "NR_GW": (one_list_per_format.NR_GW.replace("265", "285"), 4),
    "WTC": (one_list_per_format.WTC.replace("265", "285"), 4),
    "WTC_COMPACT": (one_list_per_format.WTC_COMPACT.replace("265", "285"), 4),
    "NR_SIMPLE": (one_list_per_format.NR_SIMPLE.replace("[265 pts]", "[285 pts]"), 3),
    "LISTFORGE": (one_list_per_format.LISTFORGE.replace("265", "285"), 1),
    "WARORGAN": (one_list_per_format.WARORGAN.replace("265", "285"), 1),
    "BRACKET": (one_list_per_format.BRACKET.replace("d'armée : 265", "d'armée : 285"), 5),
    "AOS_PLAIN": (one_list_per_format.AOS_PLAIN.replace("640/", "660/"), 1),
    "AOS_DASHED": (one_list_per_format.AOS_DASHED.replace("640/", "660/"), 1),
    "NR_AOS": (one_list_per_format.NR_AOS.replace("640 points", "700 points"), 1),
    "SIGDEX": (one_list_per_format.SIGDEX.replace("640/", "665/"), 1),
    "SCROLLCASTER": (one_list_per_format.SCROLLCASTER.replace("640 points", "700 points"), 1),
    "LISTBOT": (one_list_per_format.LISTBOT.replace("510/2000", "535/2000"), 15),
    "a unit's price": (one_list_per_format.GW_A.replace("(90 points)", "(190 points)"), 1),
    "a lore's price": (
        one_list_per_format.AOS_PLAIN.replace(
            "Forbidden Power (20 Points)", "Forbidden Power (30 Points)"
        ),
        1,
    ),
    "a line lost": (
        one_list_per_format.GW_B.replace("Immortals (70 Points)\n  • 5x Immortal\n", ""),
        1,
    ),
}


@pytest.mark.parametrize("case", TOTALS)
def test_a_total_unlike_the_lines(case: str, library: Library) -> None:
    text, line = TOTALS[case]
    found = told(judged(text, library))
    assert ("contradiction_total", line) in [(key, at) for key, at, _ in found]


def test_the_total_of_a_roster_file(library: Library) -> None:
    for raw in (
        BATTLESCRIBE.replace('value="265.0"', 'value="300.0"').encode(),
        json.dumps(_costing(300)).encode(),
    ):
        found = told(judge_list(raw, "x", library))
        assert [(key, args["stated"], args["listed"]) for key, _, args in found] == [
            ("contradiction_total", 300, 265)
        ]


def _costing(points: int) -> dict[str, Any]:
    made = as_json()
    made["roster"]["costs"][0]["value"] = points
    return made


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        (
            one_list_per_format.WTC.replace(
                "WARLORD: Char1: Overlord", "WARLORD: Batt1: Immortals"
            ),
            6,
            "contradiction_warlord",
        ),
        (
            one_list_per_format.WTC.replace(
                "WARLORD: Char1: Overlord", "WARLORD: Char1: Plasmancer"
            ),
            6,
            "contradiction_warlord",
        ),
        (
            one_list_per_format.WTC.replace(
                "WARLORD: Char1: Overlord", "WARLORD: Char1: Plasmancer"
            ).replace("  • Warlord\n", ""),
            6,
            "contradiction_warlord_missing",
        ),
        (
            one_list_per_format.WTC.replace("(on Char1: Overlord)", "(on Batt1: Immortals)"),
            7,
            "contradiction_bearer",
        ),
        (
            one_list_per_format.WTC.replace(
                "Veil of Darkness (on Char1", "Phasal Subjugator (on Char1"
            ),
            7,
            "contradiction_bearer_missing",
        ),
    ],
)
def test_the_head_against_the_list(text: str, line: int, key: str, library: Library) -> None:
    assert [(each, at) for each, at, _ in told(judged(text, library))] == [(key, line)]


@pytest.mark.parametrize("count", [7, 15])
def test_models_that_a_warscroll_cannot_have(count: int, library: Library) -> None:
    done = judged(
        one_list_per_format.LISTBOT.replace("- 10 x Liberators", f"- {count} x Liberators"), library
    )
    args = {"unit": "Liberators", "stated": count, "models": 5}
    assert told(done) == [("contradiction_size", 12, args)]


OLD = one_list_per_format.GW_A.replace("(90 points)", "(110 points)").replace(
    "265", "285"
)  # prices of some other day, and their sum
NO_CONTRADICTION = {
    "prices of another day": OLD,
    "over the limit": one_list_per_format.GW_A.replace(
        "BATTLELINE\n", "BATTLELINE\n" + 10 * "\nImmortals (70 points)\n  • 5x Immortal\n"
    ).replace("265", "965"),
    "prices of lores not printed": one_list_per_format.AOS_PLAIN.replace(
        " (20 Points)\n\nBattle", "\n\nBattle"
    ),
    "prices of terrain not printed": one_list_per_format.AOS_PLAIN.replace(
        "Portal (20 Points)", "Portal"
    ),
    "lores printed and not counted": one_list_per_format.AOS_PLAIN.replace("640/", "600/"),
    "no total": one_list_per_format.GW_B.partition("\n\n")[2],
    "a size and a total": one_list_per_format.WTC.replace("265pts", "1000 (265)"),
}


@pytest.mark.parametrize("case", NO_CONTRADICTION)
def test_what_is_no_contradiction(case: str, library: Library) -> None:
    done = judged(NO_CONTRADICTION[case], library)
    assert [problem.key for problem in done.problems] == []
    assert done.verdict in ("legal", "illegal")


def test_the_sentences_name_both_numbers() -> None:
    for key in ("contradiction_models", "contradiction_units", "contradiction_total"):
        for lang in messages.LANGS:
            said = messages.say(
                PROBLEMS, key, lang, {"unit": "X", "stated": 10, "listed": 20, "count": 3}
            )
            assert "10" in said and "20" in said


# Of the lists whose lines do not agree: fragments, one made up, and a unit called "(2 Models)" of three.
TRUE = {
    "40k10/more/gw-grey-knights-bcp-fragment.txt": "contradiction_total",
    "40k10/more/misc-bcp-bracket-custodes.txt": "contradiction_total",
    "40k10/more/misc-markdown-chatbot-tyranids.md": "contradiction_total",
    "40k10/more/mhq-tau-retaliation-fr-en-2026-04-25.txt": "contradiction_total",
    "40k11/more/bracket-fr-necrons-11e.txt": "contradiction_total",
    "40k11/more/char-dash-daemons-11e.txt": "contradiction_total",
    "40k11/more/compactor-V11Sample.txt": "contradiction_total",
    "40k11/more/ironbuilt-tyranids-11e.txt": "contradiction_total",
    "aos4/newrecruit-rosz/nr-fec-001-ghb-kitchen-sink.rosz": "contradiction_size",
}


@pytest.mark.slow
@needs_shared("corpus", "index.jsonl")
def test_real_lists_agree_with_themselves(library: Library) -> None:
    found: dict[str, str] = {}
    for index in ("index.jsonl", "index-more.jsonl"):
        for row in (CORPUS / index).read_text(encoding="utf-8").splitlines():
            file = json.loads(row)["file"]
            done = judge_list((CORPUS / file).read_bytes(), file, library)
            keys = [
                problem.key for problem in done.problems if problem.key.startswith("contradiction")
            ]
            found |= {file: keys[0]} if keys else {}
    assert found == TRUE
