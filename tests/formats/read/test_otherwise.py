"""A list with a line unread says what it would be without it, where that line cannot be a unit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from tests.cli.conftest import Call
from tests.cli.conftest import call as call
from tests.formats.read import one_list_per_format

ITEM = "1x Voidfrost gizmo"


def with_line(text: str, line: str, behind: str) -> bytes:
    assert behind in text
    return text.replace(behind, f"{behind}\n{line}", 1).encode()


def first_item(text: str) -> str:
    return next(line for line in text.splitlines() if line.lstrip().startswith(("• 1x", "◦ 1x")))


def test_an_unknown_item_leaves_the_rest_judged(library: Library) -> None:
    done = judge_list(
        with_line(one_list_per_format.GW_A, f"  • {ITEM}", first_item(one_list_per_format.GW_A)),
        "x",
        library,
    )
    assert [problem.key for problem in done.problems] == ["unread_item"]
    assert (done.verdict, done.otherwise) == ("unread", "legal")


def test_what_is_wrong_beside_it_is_said(library: Library) -> None:
    """A second warlord, and an item that nobody knows on another unit."""
    unit = next(
        line for line in one_list_per_format.GW_A.splitlines() if line.startswith("Necron Warriors")
    )
    text = one_list_per_format.GW_A.replace(unit, f"{unit}\n  • Warlord", 1)
    done = judge_list(with_line(text, f"  • {ITEM}", first_item(text)), "x", library)
    assert [problem.key for problem in done.problems] == ["unread_item"]
    assert "40K-12" in [each.code for each in done.findings if each.severity == "error"]
    assert (done.verdict, done.otherwise) == ("unread", "illegal")


@pytest.mark.parametrize("line", ["Voidfrost Gizmos (90 points)", "Somebody Unknown (15 Points)"])
def test_nobody_knows_where_it_could_be_a_unit(line: str, library: Library) -> None:
    done = judge_list(
        f"{one_list_per_format.GW_A.partition('Exported')[0]}\n{line}\n".encode(), "x", library
    )
    assert (done.verdict, done.otherwise) == ("unread", None)


def test_of_a_list_that_is_read_there_is_nothing_to_say(library: Library) -> None:
    done = judge_list(one_list_per_format.GW_A.encode(), "x", library)
    assert (done.verdict, done.otherwise) == ("legal", None)


MUSTERED = (
    "GW_A",
    "GW_B",
    "NR_GW",
    "WTC",
    "WTC_COMPACT",
    "NR_SIMPLE",
    "LISTFORGE",
    "WARORGAN",
    "BRACKET",
    "ROS",
)


def text_of(form: str) -> str:
    text: str = getattr(one_list_per_format, form)
    return text.replace("{by}", "")


@pytest.mark.parametrize("form", MUSTERED)
def test_an_enhancement_that_nobody_knows_is_told_once_and_is_no_unit(
    form: str, library: Library
) -> None:
    """Heads and bearers name it; some forms print its points with it, some in the price of its bearer alone."""
    done = judge_list(
        text_of(form).replace("Veil of Darkness", "Veil of Brightness").encode(), "x", library
    )
    assert [each.key for each in done.problems] == [
        "unread_item" if form in ("NR_SIMPLE", "ROS") else "unread_enhancement"
    ]
    assert (done.verdict, done.otherwise) == ("unread", "legal")


@pytest.mark.parametrize("form", [form for form in MUSTERED if form != "BRACKET"])
def test_an_item_on_whatever_line_of_its_unit(form: str, library: Library) -> None:
    text = text_of(form).replace("Resurrection Orb", "Resurrection orb")
    done = judge_list(text.replace("Resurrection orb", "Voidfrost gizmo").encode(), "x", library)
    assert [each.key for each in done.problems] == ["unread_item"]
    assert (done.verdict, done.otherwise) == ("unread", "legal")


@pytest.mark.parametrize("form", ["WTC_COMPACT", "NR_SIMPLE"])
def test_what_has_points_of_its_own_behind_a_unit_may_be_one(form: str, library: Library) -> None:
    """A line break was lost: the bracket is neither the unit's price nor part of it."""
    text = text_of(form)
    unit = next(line for line in text.splitlines() if "Overlord" in line and ("105 pts" in line))
    for bracket in ("(90 pts)", "[90 pts]"):
        done = judge_list(
            text.replace(unit, f"{unit}, Voidfrost Gizmos {bracket}").encode(), "x", library
        )
        assert (done.verdict, done.otherwise) == ("unread", None), bracket


def test_whom_it_leads_is_no_unit_of_the_list(library: Library) -> None:
    done = judge_list(
        with_line(
            one_list_per_format.GW_A,
            "  • Leading: Voidfrost Riders",
            first_item(one_list_per_format.GW_A),
        ),
        "x",
        library,
    )
    assert [problem.key for problem in done.problems] == ["unread_attachment"]
    assert (done.verdict, done.otherwise) == ("unread", "legal")


def test_a_detachment_that_nobody_knows_leaves_everything_open(library: Library) -> None:
    """In whatever form: that its title could be the name of a list makes it none."""
    for form in ("GW_A", "NR_GW", "WTC", "LISTFORGE", "BRACKET", "ROS"):
        text = text_of(form).replace("Awakened", "Sleeping")
        done = judge_list(text.encode(), "x", library)
        assert [each.key for each in done.problems] == ["unread_detachment"], form
        assert (done.verdict, done.otherwise) == ("unread", None), form


def test_what_is_wrong_with_the_army_is_no_matter_of_the_line(library: Library) -> None:
    """Four of a kind, and an item on the fourth that nobody knows."""
    destroyer = "Lokhust Destroyers (35 points)\n  • 1x Close combat weapon\n  • 1x Gauss cannon\n"
    text = one_list_per_format.GW_A.replace(
        "BATTLELINE", f"OTHER DATASHEETS\n\n{destroyer * 4}  • {ITEM}\n\nBATTLELINE"
    ).replace("(265", "(405")
    done = judge_list(text.encode(), "x", library)
    assert [problem.key for problem in done.problems] == ["unread_item"]
    assert [each.code for each in done.findings if each.severity == "error"] == ["40K-06"]
    assert (done.verdict, done.otherwise) == ("unread", "illegal")


def test_what_rests_on_it_is_a_warning(library: Library) -> None:
    """Five Immortals, and what they shoot with is not known: that they have too few of their guns may be the line's fault."""
    done = judge_list(
        one_list_per_format.GW_A.replace("5x Gauss blaster", "5x Voidfrost gizmo").encode(),
        "x",
        library,
    )
    assert [(each.code, each.severity) for each in done.findings] == [("40K-14", "warning")]
    assert (done.verdict, done.otherwise) == ("unread", "legal")


@pytest.mark.parametrize("form", ["AOS_PLAIN", "AOS_DASHED", "SIGDEX", "NR_AOS", "SCROLLCASTER"])
@pytest.mark.parametrize(
    "old, new",
    [("Stormreach Portal", "Voidfrost Portal"), ("Envoy of the Heavens", "Envoy of the Voidfrost")],
)
def test_terrain_and_traits_that_nobody_knows(
    form: str, old: str, new: str, library: Library
) -> None:
    """And that nobody knows what it costs is no contradiction of the total."""
    done = judge_list(text_of(form).replace(old, new).encode(), "x", library)
    assert len(done.problems) == 1, done.problems
    assert (done.verdict, done.otherwise) == ("unread", "legal")


@pytest.mark.parametrize("form", ["AOS_PLAIN", "AOS_DASHED", "SIGDEX", "NR_AOS", "SCROLLCASTER"])
def test_an_option_under_a_unit_of_a_regiment(form: str, library: Library) -> None:
    unit = next(line for line in text_of(form).splitlines() if "Liberators" in line)
    done = judge_list(with_line(text_of(form), "• 1x Voidfrost banner", unit), "x", library)
    assert [each.key for each in done.problems] == ["unread_option"]
    assert (done.verdict, done.otherwise) == ("unread", "legal")


@pytest.mark.parametrize(
    "lang, said",
    [
        ("en", "Without it the list would be LEGAL."),
        ("ja", "その行を除けば適正です。"),
        ("zh", "不计该行，列表合法。"),
    ],
)
def test_every_output_in_every_language(lang: str, said: str, call: Call, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_bytes(
            with_line(one_list_per_format.GW_A, f"  • {ITEM}", first_item(one_list_per_format.GW_A))
        )
    text = call("check", str(tmp_path / "a.txt"), "--lang", lang)
    assert "".join(said.split()) in "".join(text.out.split())
    table = call("check", str(tmp_path), "--lang", lang)
    assert "".join(table.out.split()).count("".join(said.split())) == 2
    rows = json.loads(call("check", str(tmp_path), "--lang", lang, "--format", "json").out)[
        "rosters"
    ]
    assert [(row["verdict"], row["otherwise"]) for row in rows] == [("unread", "legal")] * 2
