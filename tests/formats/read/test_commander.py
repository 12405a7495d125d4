"""A list that names no warlord or general: where one alone can be it, that one is, with a warning; else it is an error."""

from __future__ import annotations

from pathlib import Path

from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from tests.cli.conftest import Call
from tests.cli.conftest import call as call

DYNASTY = """Dynasty ({points} points)

Necrons
Awakened Dynasty
Incursion (1000 points)

CHARACTERS

Overlord (85 points)
  • 1x Resurrection orb
  • 1x Voidscythe

{more}BATTLELINE

Immortals (70 points)
  • 5x Immortal
    • 5x Close combat weapon
      5x Gauss blaster
"""
PLASMANCER = "Plasmancer (60 points)\n  • 1x Plasmic lance\n\n"
HOST = """Host

Stormcast Eternals
Vanguard Wing

Regiment 1
{hero}
Liberators (90)

Regiment 2
Knight-Questor (110)
"""


def told(position: Position, code: str) -> list[tuple[str, str, str]]:
    return [
        (each.key, each.severity, messages.say_finding(each, "en"))
        for each in position.findings
        if each.code == code
    ]


def test_the_one_who_can_be_the_warlord_is_with_a_warning(library: Library) -> None:
    done = judge_list(DYNASTY.format(points=155, more="").encode(), "a.txt", library)
    said = "no Warlord named; Overlord is the only unit that can be, so it is assumed"
    assert told(done, "40K-12") == [("assumed", "warning", said)]
    assert done.verdict == "legal"
    assert done.data["units"][0]["warlord"] is True
    assert not any("warlord" in messages.say_note(note, "en") for note in done.assumed)


def test_of_two_who_can_be_none_is(library: Library) -> None:
    done = judge_list(DYNASTY.format(points=215, more=PLASMANCER).encode(), "a.txt", library)
    assert told(done, "40K-12") == [
        ("missing", "error", "no Warlord; it can be Overlord or Plasmancer")
    ]
    assert "assumed" not in done.data


def test_where_something_is_unread_nobody_is_assumed(library: Library) -> None:
    """What is unread may be the warlord."""
    text = DYNASTY.format(points=215, more="Somebody Else (60 points)\n\n")
    done = judge_list(text.encode(), "a.txt", library)
    assert done.verdict == "unread"
    assert "assumed" not in done.data


def test_a_roster_of_our_own_must_name_one(library: Library) -> None:
    roster = (
        "system: warhammer-40k-10e\nfaction: necrons\nbattle_size: incursion\ndetachment: awakened-dynasty\n"
        "units: [{datasheet: overlord}, {datasheet: immortals}]\n"
    )
    done = Position.read(roster.encode(), "a.yaml", library)
    assert [key for key, severity, _ in told(done, "40K-12")] == ["missing"]
    assert done.verdict == "illegal"


def test_the_roster_that_import_writes_warns_until_the_player_says_it(
    call: Call, tmp_path: Path, library: Library
) -> None:
    file, out = tmp_path / "a.txt", tmp_path / "a.yaml"
    file.write_text(DYNASTY.format(points=155, more=""), encoding="utf-8")
    assert call("import", str(file), "-o", str(out)).code == 0
    mine = Position.read(out.read_bytes(), "a.yaml", library)
    theirs = judge_list(file.read_bytes(), "a.txt", library)
    assert mine.data["assumed"] == ["warlord"]
    assert list(mine.data).index("assumed") < list(mine.data).index("units")
    assert (mine.verdict, told(mine, "40K-12")) == (theirs.verdict, told(theirs, "40K-12"))
    [finding] = [each for each in mine.findings if each.code == "40K-12"]
    [fix] = finding.fixes
    after = mine.apply(fix.edit)
    assert "assumed" not in after.data
    assert told(after, "40K-12") == []


def test_what_is_assumed_beside_it_stays_so(library: Library) -> None:
    """A list without a size and without a warlord: naming the warlord leaves the size assumed."""
    text = DYNASTY.format(points=155, more="").replace("Incursion (1000 points)\n", "")
    done = judge_list(text.encode(), "a.txt", library)
    assert done.data["assumed"] == ["battle_size", "warlord"]
    [finding] = [each for each in done.findings if each.code == "40K-12"]
    assert done.apply(finding.fixes[0].edit).data["assumed"] == ["battle_size"]


def test_whom_the_player_chooses_in_the_builder_is_assumed_no_longer(library: Library) -> None:
    def chosen(done: Position, key: str, which: int) -> Position:
        assert done.army is not None
        unit = next(unit for unit in done.army.units if getattr(unit, key))
        field = next(
            each
            for each in done.editor.list_fields(done.data, done.army, unit.path)
            if each.key == key
        )
        options = field.options() if callable(field.options) else field.options
        return done.apply(options[which].edit)

    mustered = judge_list(DYNASTY.format(points=155, more="").encode(), "a.txt", library)
    raw = HOST.format(hero="Yndrasta, the Celestial Spear (310)").encode()
    regimental = judge_list(raw, "a.txt", library, None, "aos-app-text")
    for done, key, rest in (
        (mustered, "warlord", []),
        (regimental, "general", ["points_limit"]),
    ):  # it names no limit either
        assert done.data["assumed"] == [*rest, key]
        for which in (0, 1):  # no, and yes
            after = chosen(done, key, which)
            assert after.data.get("assumed", []) == rest
            assert after.undo().data == done.data


def test_the_one_who_can_be_the_general(library: Library) -> None:
    """Of two heroes either can be; beside a Warmaster none can but that one."""
    done = judge_list(
        HOST.format(hero="Lord-Vigilant on Gryph-stalker (120)").encode(),
        "a.txt",
        library,
        None,
        "aos-app-text",
    )
    assert [(key, severity) for key, severity, _ in told(done, "AOS-15")] == [("missing", "error")]
    hero = "Yndrasta, the Celestial Spear (310)"
    done = judge_list(HOST.format(hero=hero).encode(), "a.txt", library, None, "aos-app-text")
    said = "no general named; Yndrasta, the Celestial Spear is the only unit that can be, so it is assumed"
    assert told(done, "AOS-15") == [("assumed", "warning", said)]
    assert done.data["assumed"] == ["points_limit", "general"]


def test_only_who_makes_a_legal_army_is_assumed(library: Library) -> None:
    """With four units only the general's regiment may be: so its hero is the general, and no error follows from it."""
    four = "Lord-Vigilant on Gryph-stalker (120)\nLiberators (90)\nLiberators (90)\nLiberators (90)"
    done = judge_list(HOST.format(hero=four).encode(), "a.txt", library, None, "aos-app-text")
    assert [(key, severity) for key, severity, _ in told(done, "AOS-15")] == [
        ("assumed", "warning")
    ]
    assert done.data["regiments"][0]["hero"]["general"] is True


def test_an_assumed_mark_that_nothing_is_known_of_is_refused(library: Library) -> None:
    roster = "system: warhammer-40k-10e\nfaction: necrons\nassumed: [points]\nunits: []\n"
    done = Position.read(roster.encode(), "a.yaml", library)
    assert done.verdict == "unread"
    sentences = [problem.line for problem in done.problems]
    assert sentences == [3]
