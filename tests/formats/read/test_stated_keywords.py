"""Keywords that a list states and the data does not know: no error rests on their absence, and nothing else comes of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from listbuilder.i18n.messages import Lang
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from tests.cli.conftest import Call
from tests.cli.conftest import call as call
from tests.formats.read import one_list_per_format

ARMY = """Thralls ({points} points)

Necrons
Awakened Dynasty
Incursion (1000 points)

CHARACTERS

{units}
Exported with App Version: v1.48.2 (1), Data Version: v900
"""
OVERLORD = """Overlord ({points} points)
  • {first}1x Resurrection orb
  • 1x Voidscythe

"""
DESTROYERS = """Lokhust Destroyers (35 points){more}
  • 1x Close combat weapon
  • 1x Gauss cannon

"""


def immortals(*said: str, points: int = 70) -> str:
    lines = [f"Immortals ({points} points)", *(f"  • {each}" for each in said)]
    return "\n".join(
        [
            *lines,
            "  • 5x Immortal",
            "     ◦ 5x Close combat weapon",
            "     ◦ 5x Gauss blaster",
            "",
            "",
        ]
    )


def judged(library: Library, *units: str) -> Position:
    return judge_list(
        ARMY.format(points=sum(map(points_of, units)), units="".join(units)).encode(),
        "a.txt",
        library,
    )


def points_of(unit: str) -> int:
    return int(unit.partition("(")[2].partition(" ")[0])


def errors(done: Position) -> list[str]:
    return sorted(each.code for each in done.findings if each.severity == "error")


def notes(done: Position, lang: Lang = "en") -> list[str]:
    return [
        messages.say_note(each, lang)
        for each in done.assumed
        if each.key in ("keyword_stated", "import_choice_gone")
    ]


def taken(keyword: str = "Character", unit: str = "Immortals") -> str:
    return f"{unit} has {keyword}, as the list says (not in the data)"


def test_an_army_whose_one_character_is_stated(library: Library) -> None:
    plain = judged(library, immortals("Warlord"))
    assert (plain.verdict, errors(plain), notes(plain)) == ("illegal", ["40K-05", "40K-12"], [])
    done = judged(library, immortals("Warlord", "Awakened Dynasty Keywords: Character"))
    assert (done.verdict, errors(done), done.problems) == ("legal", [], [])
    assert notes(done) == [taken()]
    assert notes(done, "ja") == [
        "Immortals: リストにあるキャラクターはデータにないが、記載のとおり扱う"
    ]
    assert notes(done, "zh") == ["Immortals：名册写明角色，数据中没有；按所写处理"]


def test_it_can_be_the_warlord_that_nobody_names(library: Library) -> None:
    done = judged(library, immortals("Keywords: Character"))
    assert (done.verdict, notes(done)) == ("legal", [taken()])
    assert [each.key for each in done.findings if each.code == "40K-12"] == ["assumed"]


def test_the_bearer_of_an_enhancement(library: Library) -> None:
    overlord, borne = (
        OVERLORD.format(points=85, first="Warlord\n  • "),
        "Enhancement: Veil of Darkness",
    )
    assert errors(judged(library, overlord, immortals(borne, points=90))) == ["40K-09"]
    done = judged(library, overlord, immortals("Keywords: Character", borne, points=90))
    assert (done.verdict, notes(done)) == ("legal", [taken()])


def test_what_has_another_cause_stays(library: Library) -> None:
    """Two warlords, one of whom the data does not have for a Character."""
    overlord = OVERLORD.format(points=85, first="Warlord\n  • ")
    done = judged(library, overlord, immortals("Warlord", "Keywords: Character"))
    assert errors(done) == ["40K-12"]
    assert notes(done) == [
        'line 16: "Keywords: Character" is not in the data; it doesn\'t affect the verdict'
    ]


def test_the_rule_of_three_is_eased_and_no_keyword_makes_anything_stricter(
    library: Library,
) -> None:
    overlord = OVERLORD.format(points=85, first="Warlord\n  • ")
    four = [DESTROYERS.format(more=more) for more in ["", "", "", ""]]
    assert errors(judged(library, overlord, *four)) == ["40K-06"]
    said = "\n  • Keywords: Mounted, Battleline, Faction: Necrons"
    done = judged(library, overlord, *[DESTROYERS.format(more=said)] * 4)
    assert (errors(done), notes(done)) == ([], [taken("Battleline", "Lokhust Destroyers")])
    unique = [DESTROYERS.format(more="\n  • Keywords: Epic Hero, Mounted")] * 4
    assert (
        errors(judged(library, overlord, *unique)),
        notes(judged(library, overlord, *unique)),
    ) == (["40K-06"], [])


def test_an_epic_hero_bears_no_enhancement_but_that_is_not_for_a_list_to_say(
    library: Library,
) -> None:
    said = "Warlord\n  • Keywords: Epic Hero, Character\n  • Enhancement: Veil of Darkness\n  • "
    done = judged(library, OVERLORD.format(points=105, first=said))
    assert (done.verdict, errors(done), notes(done)) == ("legal", [], [])


@pytest.mark.parametrize(
    "line",
    [
        "Keyword: Character",
        "Keywords: Infantry, Character, Faction: Necrons",
        "CATEGORIES: INFANTRY • CHARACTER",
        "Mots-clés : Infanterie, Personnage",
        "Schlüsselwörter: Charaktermodell",
        "  • Awakened Dynasty Keyword: Character",
    ],
)
@pytest.mark.parametrize(
    "form",
    [
        "GW_A",
        "GW_B",
        "NR_GW",
        "WTC",
        "WTC_COMPACT",
        "NR_SIMPLE",
        "LISTFORGE",
        "BRACKET",
        "WARORGAN",
    ],
)
def test_every_form_and_every_way_to_say_it(form: str, line: str, library: Library) -> None:
    """The Immortals are the warlord; only the keyword makes that right."""
    text = getattr(one_list_per_format, form).replace("[Seigneur de guerre]", "")
    unit = next(each for each in text.splitlines() if "Immortals" in each and "70" in each)
    kept = [
        each
        for each in text.splitlines()
        if each.strip(" •\t") != "Warlord" and not each.startswith("+ WARLORD")
    ]
    plain = (
        "\n".join(kept)
        .replace("Warlord, ", "")
        .replace(", Warlord", "")
        .replace(unit, f"{unit}\n(Warlord)", 1)
    )
    plain = plain if form == "BRACKET" else plain.replace("(Warlord)", "• Warlord")
    done = judge_list(plain.encode(), "x", library)
    assert (errors(done), done.problems) == (["40K-12"], []), plain
    stated = judge_list(plain.replace(unit, f"{unit}\n{line}", 1).encode(), "x", library)
    assert (stated.verdict, errors(stated), notes(stated)) == ("legal", [], [taken()])


def test_what_nobody_calls_a_keyword_is_not_read(library: Library) -> None:
    done = judged(
        library, OVERLORD.format(points=85, first="Warlord\n  • "), immortals("Keywords: Banana")
    )
    assert (done.verdict, [each.key for each in done.problems]) == ("unread", ["unread_label"])


def test_categories_of_a_roster_file_are_keywords(library: Library) -> None:
    """Every unit lists all that it is; of what its datasheet says too nothing is told."""
    categories = (
        '<categories><category name="Infantry"/><category name="Faction: Necrons"/></categories>'
    )
    ros = one_list_per_format.ROS.replace("{by}", "").replace(
        '<selection name="Warlord" number="1" type="upgrade"/>', ""
    )
    unit = '<selection name="Immortals" number="1" type="unit">'
    warlord = '<selection name="Warlord" number="1" type="upgrade"/>'
    ros = ros.replace('<selection name="Immortal" ', f'{warlord}<selection name="Immortal" ', 1)
    plain = judge_list(ros.replace(unit, unit + categories).encode(), "a.ros", library)
    assert (errors(plain), plain.problems, notes(plain)) == (["40K-12"], [], [])
    stated = categories.replace(
        "<category ", '<category name="Character" primary="true"/><category ', 1
    )
    done = judge_list(ros.replace(unit, unit + stated).encode(), "a.ros", library)
    assert (done.verdict, notes(done)) == ("legal", [taken()])


def test_the_roster_that_is_made_of_it_says_so_too(call: Call, tmp_path: Path) -> None:
    """And so does every form that other programs read."""
    unit = immortals(
        "Warlord",
        "Awakened Dynasty Keywords: Character",
        "Enhancement: Veil of Darkness",
        points=90,
    )
    file, roster = tmp_path / "a.txt", tmp_path / "a.yaml"
    file.write_text(ARMY.format(points=90, units=unit), encoding="utf-8")
    assert call("import", str(file), "-o", str(roster)).code == 0
    assert "keywords:\n      - Character\n" in roster.read_text(encoding="utf-8")
    forms = (
        "gw",
        "wtc",
        "wtc-compact",
        "nr-simple",
        "ros",
        "newrecruit-json",
        "rosterizer-json",
        "text",
    )
    written = [tmp_path / f"of-{form}" for form in forms]
    for form, target in zip(forms, written, strict=True):
        assert call("export", str(roster), "--to", form, "-o", str(target)).code == 0
    said = json.loads(call("check", *map(str, [roster, *written]), "--format", "json").out)[
        "rosters"
    ]
    assert [(each["verdict"], each["points"], each["unread"]) for each in said] == [
        ("legal", 90, [])
    ] * (len(forms) + 1)
    assert all(taken() in each["assumed"] for each in said)


def test_what_the_data_gives_is_not_said(library: Library) -> None:
    """Three War Dogs are made Characters by their detachment: the app prints so, and so does the data."""
    dog = "War Dog Karnivore (140 Points)\n  • {}Houndpack Lance Keyword: Character\n\n"
    units = "".join(dog.format(more) for more in ("Warlord\n  • ", "", ""))
    text = (
        ARMY.format(points=420, units=units)
        .replace("Necrons", "Chaos Knights")
        .replace("Awakened Dynasty", "Houndpack Lance")
    )
    done = judge_list(text.encode(), "a.txt", library)
    assert (done.verdict, done.problems, notes(done)) == ("legal", [], [])


@pytest.mark.parametrize(
    "line", ["Keywords: Character", "Awakened Dynasty Keyword: CHARACTER", "Mots-clés : Personnage"]
)
def test_below_the_detachment_it_is_said_of_warlord_and_bearers(
    line: str, library: Library
) -> None:
    """As a grant of the detachment that the data does not know: which units it is for, only they tell."""
    units = immortals("Warlord") + DESTROYERS.format(more="")
    text = ARMY.format(points=105, units=units)
    assert errors(judge_list(text.encode(), "a.txt", library)) == ["40K-05", "40K-12"]
    done = judge_list(text.replace("Dynasty\n", f"Dynasty\n{line}\n", 1).encode(), "a.txt", library)
    assert (done.verdict, done.problems, notes(done)) == ("legal", [], [taken()])
    unknown = judge_list(
        text.replace("Dynasty\n", "Dynasty\nKeywords: Banana\n", 1).encode(), "a.txt", library
    )
    assert [each.key for each in unknown.problems] == ["unread_line"]


PACTBOUND = """Pactbound (245 Points)

Chaos Space Marines
Pactbound Zealots
Incursion (1000 Points)

CHARACTERS

Dark Apostle (65 Points)
  • Warlord
{apostle}

OTHER DATASHEETS

Khorne Berzerkers (180 Points)
{berzerkers}

Exported with App Version: v1.48.2 (1), Data Version: v900
"""


def test_a_choice_is_found_among_all_keywords_and_what_the_datasheet_has_is_none(
    library: Library,
) -> None:
    """Whoever has no mark chooses one under Pactbound Zealots; the Berzerkers have theirs."""
    told = {
        "apostle": "  • Keywords: Infantry, Character, Chaos, Tzeentch",
        "berzerkers": "  • Keywords: Infantry, Khorne, Chaos",
    }
    done = judge_list(PACTBOUND.format(**told).encode(), "a.txt", library)
    assert (done.problems, notes(done)) == ([], [])
    assert "40K-04" not in errors(done)
    assert [unit.get("keyword") for unit in done.data["units"]] == ["Tzeentch", None]
    assert all("keywords" not in unit for unit in done.data["units"])
