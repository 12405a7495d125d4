"""Every line is mapped, noise or unread, and nothing unread is ever called legal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.data.library import Library
from listbuilder.formats.clean.split_lists import split_paste
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.model.problem import Unreadable
from tests.formats.read import one_list_per_format

TEXTS = [
    one_list_per_format.GW_A,
    one_list_per_format.GW_B,
    one_list_per_format.NR_GW,
    one_list_per_format.WTC,
    one_list_per_format.WTC_COMPACT,
    one_list_per_format.NR_SIMPLE,
    one_list_per_format.LISTFORGE,
    one_list_per_format.BRACKET,
]
TEXTS += [
    one_list_per_format.AOS_PLAIN,
    one_list_per_format.AOS_DASHED,
    one_list_per_format.SIGDEX,
    one_list_per_format.NR_AOS,
    one_list_per_format.LISTBOT,
    one_list_per_format.SCROLLCASTER,
]

_library = Library()


@pytest.mark.slow
@given(text=st.sampled_from(TEXTS), data=st.data())
def test_every_line_has_a_fate_whatever_is_done_to_the_list(text: str, data: st.DataObject) -> None:
    """Lines dropped, doubled, swapped, cut and made up."""
    lines = text.splitlines()
    for _ in range(data.draw(st.integers(0, 5))):
        place = data.draw(st.integers(0, len(lines) - 1))
        change = data.draw(st.sampled_from(["drop", "double", "cut", "new", "strip", "swap"]))
        if change == "drop" and len(lines) > 1:
            del lines[place]
        elif change == "double":
            lines.insert(place, lines[place])
        elif change == "cut":
            lines[place] = lines[place][: len(lines[place]) // 2]
        elif change == "new":
            lines.insert(place, data.draw(st.text(max_size=40)).replace("\n", " "))
        elif change == "strip":
            lines[place] = lines[place].strip()
        else:
            lines[place], lines[-1] = lines[-1], lines[place]
    raw = "\n".join(lines).encode("utf-8", "ignore")
    try:
        made = import_list(raw, "x", _library)
    except Unreadable as error:
        assert error.problems
        return
    fates = {line.fate for line in made.source.written_lines}
    assert fates <= {"mapped", "noise", "unread"}
    done = judge_list(raw, "x", _library)
    if any(line.fate == "unread" for line in made.source.lines):
        assert done.verdict == "unread"


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        (
            one_list_per_format.GW_A.replace("Immortals (70", "Tractors of Mars (70"),
            19,
            "unread_unit",
        ),
        (one_list_per_format.GW_A.replace("1x Voidscythe", "1x Plasma dustbin"), 13, "unread_item"),
        (
            one_list_per_format.GW_A.replace(
                "Enhancement: Veil of Darkness", "Enhancement: Cloak of Nonsense"
            ),
            14,
            "unread_enhancement",
        ),
        (
            one_list_per_format.GW_A.replace("Awakened Dynasty", "Woken Household"),
            5,
            "unread_detachment",
        ),
        (
            one_list_per_format.GW_A.replace(
                "BATTLELINE\n", "BATTLELINE\nI also bring my friend's tank\n"
            ),
            18,
            "unread_line",
        ),
        (
            one_list_per_format.AOS_PLAIN.replace(
                "Prosecutors (150)", "Persecutors of Nobody (150)"
            ),
            19,
            "unread_unit",
        ),
        (
            one_list_per_format.AOS_PLAIN.replace(
                "• Envoy of the Heavens - (20) Points", "• Envoy of the Devil"
            ),
            15,
            "unread_enhancement",
        ),
        (
            one_list_per_format.AOS_PLAIN.replace("Vanguard Wing", "Rearguard Leg"),
            4,
            "unread_formation",
        ),
        (
            one_list_per_format.AOS_PLAIN.replace("Lore of the Storm", "Lore of the Tea Cup"),
            7,
            "unread_thing",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(
    text: str, line: int, key: str, library: Library
) -> None:
    done = judge_list(text.encode(), "x", library)
    assert (line, key) in [(problem.line, problem.key) for problem in done.problems]
    assert done.verdict == "unread"


def test_guesses_are_told_with_their_distance(library: Library) -> None:
    text = one_list_per_format.GW_A.replace("Necron Warriors", "Necron Wariors").replace(
        "Gauss flayer", "Gaus flayer"
    )
    made = import_list(text.encode(), "x", library)
    told = [
        (note.args["given"], note.args["taken"], note.args["distance"])
        for note in made.account.notes
    ]
    assert told == [("Necron Wariors", "Necron Warriors", 1), ("Gaus flayer", "gauss flayer", 1)]
    assert made.account.unread == []


def test_prose_around_a_list_is_noise_and_a_unit_in_it_is_not(library: Library) -> None:
    talk = "Hi, here is my list for Saturday :)\nsee you\n\n"
    assert (
        judge_list(
            (talk + one_list_per_format.GW_A + "\nthanks, bye").encode(), "x", library
        ).verdict
        == "legal"
    )
    after = judge_list(
        (one_list_per_format.GW_A + "\nNecron Warriors (90 points)\n").encode(), "x", library
    )
    assert after.army is not None and after.army.points == 265 + 90
    assert (
        judge_list(
            ("Annihilators (130)\n" + one_list_per_format.AOS_PLAIN).encode(), "x", library
        ).verdict
        == "unread"
    )


@pytest.mark.parametrize(
    "text",
    [
        one_list_per_format.GW_A * 2,
        one_list_per_format.AOS_PLAIN + "\n" + one_list_per_format.AOS_DASHED,
        one_list_per_format.WTC + one_list_per_format.WTC,
    ],
)
def test_two_lists_in_one_paste_are_refused(text: str, library: Library) -> None:
    done = judge_list(text.encode(), "x", library)
    assert [problem.key for problem in done.problems] == ["two_lists"]


@pytest.mark.parametrize("between", ["\n", "\n\n\n", "\n---------\n", "\nBob:\n\n"])
@pytest.mark.parametrize("second", ["GW_A", "AOS_PLAIN", "AOS_DASHED", "WTC"])
@pytest.mark.parametrize("first", ["GW_A", "AOS_PLAIN", "AOS_DASHED", "WTC"])
def test_two_lists_in_one_paste_are_each_what_they_are_alone(
    first: str, second: str, between: str, library: Library
) -> None:
    one, two = getattr(one_list_per_format, first).strip("\n"), getattr(one_list_per_format, second)
    text = one + between + two
    alone = [judge_list(part.encode(), "x", library) for part in (one, two)]
    found = split_paste(text.encode(), "x")
    assert [name for name, _ in found] == ["x (1)", "x (2)"]
    done = [judge_list(raw, name, library) for name, raw in found]
    for each, by_itself in zip(done, alone, strict=True):
        assert each.verdict == by_itself.verdict
        assert each.army is not None and by_itself.army is not None
        assert (each.army.points, len(each.army.units)) == (
            by_itself.army.points,
            len(by_itself.army.units),
        )
    document, before = done[1].document, (one + between).count("\n")
    assert document is not None and alone[1].document is not None
    key = ("units", 0) if "units" in document.data else ("regiments", 0, "units", 0)
    marks = [each.find_mark(key) for each in (document, alone[1].document)]
    assert (
        marks[0] and marks[1] and marks[0][0] == marks[1][0] + before
    )  # on the lines of the whole paste


def test_a_second_list_hides_nothing_of_the_first(library: Library) -> None:
    forged = "All is well (1000 points)\n\nNecrons\nIncursion (1000 points)\n\nNecron Warriors (90 points)\n"
    illegal = (
        one_list_per_format.GW_A.rstrip() + "\n\nOverlord (9999 points)\n  • 1x Staff of light\n\n"
    )
    (_, first), _ = split_paste((illegal + forged).encode(), "x")
    alone, done = (judge_list(raw, "x", library) for raw in (illegal.encode(), first))
    assert alone.verdict != "legal" and done.verdict == alone.verdict
    assert "9999" in first.decode()


@pytest.mark.parametrize(
    ("text", "edition"),
    [
        (
            "++ Battalion Detachment 3CP (Necrons) [50 PL, 1,000pts] ++\nOverlord [95pts]\n",
            "Warhammer 40,000, 9th edition",
        ),
        (
            one_list_per_format.ROS.replace("{by}", "").replace("10th", "9th"),
            "Warhammer 40,000, 9th edition",
        ),
        (
            "Allegiance: Skaven\nGrand Strategy: x\n\nLeaders\nClawlord (100)\n",
            "Warhammer Age of Sigmar, 3rd edition",
        ),
    ],
)
def test_other_editions_are_named_and_refused(text: str, edition: str, library: Library) -> None:
    done = judge_list(text.encode(), "x", library)
    assert [(problem.key, problem.args["edition"]) for problem in done.problems] == [
        ("edition_not_read", edition)
    ]
    assert done.verdict == "unread"


@pytest.mark.parametrize(
    "text",
    [
        one_list_per_format.GW_A.replace(
            "Awakened Dynasty", "Awakened Dynasty\n3 Detachment Points"
        ),
        one_list_per_format.GW_A.replace(
            "Awakened Dynasty", "Awakened Dynasty (3 Detachment Points)"
        ),
        one_list_per_format.GW_A.replace("BATTLELINE", "Attached Unit 1\n\nBATTLELINE"),
        one_list_per_format.GW_A.replace("BATTLELINE", "UNITÉS ATTACHÉES\n\nBATTLELINE"),
        one_list_per_format.GW_A.replace("v1.40.1", "v2.1.0"),
        one_list_per_format.WTC.replace("+ SECONDARY", "+ FORCE DISPOSITION: x\n+ SECONDARY"),
        one_list_per_format.ROS.replace("{by}", "").replace("10th", "11th"),
    ],
)
def test_a_list_is_of_the_edition_that_its_signs_say(text: str, library: Library) -> None:
    made = import_list(text.encode(), "x", library).document
    assert made is not None
    assert made.data["system"] == "warhammer-40k-11e"
    assert made.data["detachments"] == ["awakened-dynasty"]
    assert "detachment" not in made.data


@pytest.mark.parametrize(
    "text",
    [
        one_list_per_format.GW_A,
        one_list_per_format.GW_B,
        one_list_per_format.WTC,
        one_list_per_format.WTC_COMPACT,
        one_list_per_format.ROS.replace("{by}", ""),
    ],
)
def test_without_them_it_is_of_the_edition_before(text: str, library: Library) -> None:
    made = import_list(text.encode(), "x", library).document
    assert made is not None
    assert made.data["system"] == "warhammer-40k-10e"
    assert "detachments" not in made.data


def test_leaders_attached_in_the_text_become_formations(library: Library) -> None:
    text = one_list_per_format.GW_B.replace(
        "  • Warlord\n", "  • Warlord\n  • Leading: Immortals\n"
    )
    made = import_list(text.encode(), "x", library)
    assert made.document is not None
    assert made.document.data["formations"] == {"attached": {"overlord": "immortals"}}
    assert [unit.get("id") for unit in made.document.data["units"]] == [
        "overlord",
        "immortals",
        None,
    ]


BRACKETED = """+++++++++++++++++++++++
+ PLAYER - Someone
+ TOTAL ARMY POINTS - 370pts
+ ARMY FACTIONS USED - Deathwatch
+++++++++++++++++++++++
DETACHEMENT Deathwatch - Black Spear Task Force : (...)

Characters 1 (lead) : [Warlord] Watch Master (95pts), 1x Vigil spear [95pts]

Battleline 1 : (5) Deathwatch Veterans (100 Points), 1x Watch Sergeant (1x boltgun), 4x Deathwatch Veteran (4x boltgun) [100pts]

Infantry 1 : (10) Proteus Kill Team, nothing anybody knows [175pts]
"""


def test_a_line_of_brackets_has_its_models_wargear_and_warlord(library: Library) -> None:
    made = import_list(BRACKETED.encode(), "x", library)
    assert made.document is not None
    first, second = made.document.data["units"][:2]
    assert (first["warlord"], first["datasheet"]) == (True, "watch-master")
    counts = {group["model"]: group["count"] for group in second["models"]}
    assert counts == {"Watch Sergeant": 1, "Deathwatch Veteran": 4}
    assert 12 in [
        problem.line for problem in made.account.unread
    ]  # what nobody knows is not guessed


@pytest.mark.parametrize("total", ["Total: 265 points", "**Total: 265pts**"])
def test_a_total_below_the_units_is_the_total(total: str, library: Library) -> None:
    text = one_list_per_format.GW_A.replace("Test dynasty (265 points)", "Test dynasty").replace(
        "Exported", f"{total}\n\nExported"
    )
    done = judge_list(text.encode(), "x", library)
    assert done.verdict == "legal"
    assert done.imported is not None and done.imported.stated_total == 265
    assert judge_list(text.replace("265", "285").encode(), "x", library).verdict == "unread"


def test_a_warlord_before_an_enhancement_on_the_line_of_the_unit(library: Library) -> None:
    text = "Necrons\nAwakened Dynasty\n\nOverlord (105 points) Warlord Enhancement: Veil of Darkness\nNecron Warriors (90 points)\n"
    made = import_list(text.encode(), "x", library)
    assert made.document is not None and not made.account.unread
    overlord = made.document.data["units"][0]
    assert overlord["warlord"] is True and overlord["enhancement"] == "veil-of-darkness"
