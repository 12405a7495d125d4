"""Lists of other days: each is what an army could be that day, made by hand from ../shared/facts/history."""

from __future__ import annotations

import pytest

from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader


def judged(text: str, library: Library, day: str) -> Position:
    return judge_list(text.encode(), "list.txt", library, as_of=day)


def app(faction: str, detachment: str, units: str, total: int) -> str:
    return f"Then ({total} points)\n\n{faction}\nStrike Force (2000 points)\n{detachment}\n\nCHARACTERS\n\n{units}"


def errors(done: Position) -> list[str]:
    return [f"{each.code} {each.key}" for each in done.findings if each.severity == "error"]


def codes(done: Position, severity: str) -> list[str]:
    return [each.code for each in done.findings if each.severity == severity]


# --- the faction keyword ----------------------------------------------------------------------------------------------

ASURYANI = "Farseer (80 points)\n  • Warlord\n\nFire Dragons (90 points)\n\nRangers (55 points)\n"


def test_an_army_has_the_faction_keyword_of_its_day(library: Library) -> None:
    """Until the codex of 2025-02-05 all of them were Aeldari; today's army is Asuryani."""
    then = judged(app("Aeldari", "Battle Host", ASURYANI, 225), library, "2023-09-10")
    assert (then.verdict, errors(then)) == ("legal", [])
    assert then.army is not None and then.army.faction.faction_keyword == "Aeldari"  # type: ignore[attr-defined]
    now = judged(app("Aeldari", "Aspect Host", ASURYANI, 225), library, "2025-02-05")
    assert now.army is not None and now.army.faction.faction_keyword == "Asuryani"  # type: ignore[attr-defined]


# --- names with a comma -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "    Enhancement: Through Unity, Devastation",
        "  • Enhancements: Through Unity, Devastation",
        "  • Enhancement: Through Unity, Devastation (+20 pts)",
        "  • Through Unity, Devastation (+20 pts)",
    ],
)
def test_a_comma_may_be_in_the_name_of_an_enhancement(line: str, library: Library) -> None:
    units = f"Cadre Fireblade (75 points)\n  • Warlord\n  • 1x Close combat weapon\n    1x Fireblade pulse rifle\n{line}\n"
    done = judged(app("T'au Empire", "Kauyon", units, 75), library, "2025-02-10")
    assert (done.verdict, done.points) == ("legal", 75)
    assert done.imported is not None and done.document is not None
    assert done.document.data["units"][0]["enhancement"] == "through-unity-devastation"


def test_two_things_on_a_line_stay_two(library: Library) -> None:
    units = (
        "Cadre Fireblade (50 points)\n  • Warlord\n  • Close combat weapon, Fireblade pulse rifle\n"
    )
    done = judged(app("T'au Empire", "Kauyon", units, 50), library, "2025-02-10")
    assert done.verdict == "legal" and done.document is not None
    assert done.document.data["units"][0]["models"][0]["wargear"] == {
        "close combat weapon": 1,
        "Fireblade pulse rifle": 1,
    }


# --- conditions that nobody could read --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faction", "detachment", "unit", "points", "enhancement", "day"),
    [
        ("Imperial Knights", "Noble Lance", "Knight Paladin", 425, "Mythic Hero", "2025-03-12"),
        (
            "Necrons",
            "Annihilation Legion",
            "Skorpekh Lord",
            105,
            "Eldritch Nightmare",
            "2024-02-01",
        ),
        (
            "Space Marines\nDark Angels",
            "Unforgiven Task Force",
            "Ancient in Terminator Armour",
            85,
            "Pennant of Remembrance",
            "2023-09-07",
        ),
    ],
)
def test_a_condition_cut_into_words_is_none(
    faction: str,
    detachment: str,
    unit: str,
    points: int,
    enhancement: str,
    day: str,
    library: Library,
) -> None:
    """A model with a Bondsman ability; Destroyer Cult; or a Terminator Ancient: as the sources of those days print them."""
    units = f"{unit} ({points} points)\n  • Warlord\n  • Enhancement: {enhancement}\n"
    done = judged(app(faction, detachment, units, points), library, day)
    assert (done.verdict, errors(done)) == ("legal", [])
    assert done.document is not None and "enhancement" in done.document.data["units"][0]


def test_keywords_that_the_sources_of_the_day_leave_out_make_no_error(library: Library) -> None:
    """The exports of 2023 do not call Saint Celestine, a Dark Apostle and others Characters; today's do."""
    saint = "Saint Celestine (150 points)\n  • Warlord\n"
    done = judged(app("Adepta Sororitas", "Hallowed Martyrs", saint, 150), library, "2023-09-10")
    assert (done.verdict, errors(done)) == ("legal", [])
    assert {"40K-05", "40K-12"} <= set(codes(done, "warning"))
    assert "by_today" in [note.key for note in done.not_checked]
    apostle = "Dark Apostle (105 points)\n  • Warlord\n  • Enhancement: Talisman of Burning Blood\n"
    done = judged(
        app("Chaos Space Marines", "Slaves to Darkness", apostle, 105), library, "2023-07-10"
    )
    assert (done.verdict, errors(done)) == ("legal", []) and "40K-09" in codes(done, "warning")


def test_what_was_no_character_on_any_day_is_none(library: Library) -> None:
    units = "Battle Sisters Squad (100 points)\n  • Warlord\n"
    done = judged(app("Adepta Sororitas", "Hallowed Martyrs", units, 100), library, "2023-09-10")
    assert {"40K-05 too_few", "40K-12 not_able"} & set(errors(done)) and done.verdict == "illegal"


# --- chapters ---------------------------------------------------------------------------------------------------------

TEMPLARS = "Captain in Terminator Armour (95 points)\n  • Warlord\n\nRepulsor (190 points)\n"


def test_before_a_chapter_had_its_own_the_parents_is_meant(library: Library) -> None:
    """The Repulsor of the Black Templars came on 2025-08-09; that of the Space Marines cost 190 in May 2024."""
    done = judged(
        app("Space Marines\nBlack Templars", "Gladius Task Force", TEMPLARS, 285),
        library,
        "2024-05-08",
    )
    assert done.points == 285
    assert errors(done) == []
    assert "40K-18" in codes(done, "warning")  # what a chapter may not take is known of today only


def test_since_it_has_its_own_that_is_meant(library: Library) -> None:
    done = judged(
        app("Space Marines\nBlack Templars", "Gladius Task Force", TEMPLARS, 285),
        library,
        "2025-09-16",
    )
    assert done.army is not None
    assert [unit.home for unit in done.army.units][-1] == "black-templars"
    assert "40K-18" not in codes(done, "warning")


def test_which_of_its_parents_detachments_a_chapter_may_choose_is_known_of_today_only(
    library: Library,
) -> None:
    units = "Captain in Terminator Armour (95 points)\n  • Warlord\n"
    text = app("Space Marines\nBlack Templars", "1st Company Task Force", units, 95)
    then, now = judged(text, library, "2024-05-08"), judged(text, library, "today")
    assert "40K-04" in codes(then, "warning") and errors(then) == []
    assert errors(now) == ["40K-04 of_another"]


# --- a day that is not known to the day -------------------------------------------------------------------------------

SKARBRAND = """T 930/2000 pts
-----
Grand Alliance Chaos | Blades of Khorne | Brass Stampede
-----
General's Regiment
Skarbrand (380)
• General
Khorgorath (110)
Wrathmongers (140)
Bloodletters (200)
-----
Created with Warhammer Age of Sigmar: The App
"""


def test_of_two_days_with_its_prices_it_is_of_the_one_on_which_nothing_is_wrong(
    library: Library,
) -> None:
    """Until 2025-07-16 Skarbrand could lead any unit of Khorne, and since that day only Daemons; no price changed."""
    listed = prices_of(
        "2025-06-11",
        "blades-of-khorne",
        ["skarbrand", "khorgorath", "wrathmongers", "bloodletters"],
        library,
    )
    text = SKARBRAND
    for old, new in zip((380, 110, 140, 200), listed, strict=True):
        text = text.replace(f"({old})", f"({new})")
    text = text.replace("T 930/", f"T {sum(listed)}/")
    done = judge_list(text.encode(), "list.txt", library)
    assert (done.verdict, done.points) == ("legal", sum(listed))
    assert done.imported is not None and done.imported.day is not None
    assert (done.imported.day.day, done.imported.day.how) == ("2025-06-11", "prices")
    (note,) = [each for each in done.imported.notes if each.key == "day_among"]
    assert (
        note.args["day"] == "2025-06-11"
        and note.args["other"] > "2025-06-11"
        and note.args["codes"] == ["AOS-13"]
    )
    assert judge_list(text.encode(), "list.txt", library, as_of="2025-07-16").verdict == "illegal"


def prices_of(day: str, faction: str, units: list[str], library: Library) -> list[int]:
    """By the history file, as its heading says it is to be read."""
    text = (
        paths.get_factions_folder() / "age-of-sigmar-4e" / "history" / f"{faction}.yaml"
    ).read_bytes()
    rows = {
        row["id"]: row
        for row in reader.read_yaml(text, faction, limit=10_000_000).data["warscrolls"]
    }
    return [
        [points for start, points in rows[each]["prices"].items() if start <= day][-1]
        for each in units
    ]


TANKBUSTAS = """Beastboss (80 points)
  • Warlord

Tankbustas (120 points)
  • 1x Boss Nob
    • 1x Choppa
      2x Rokkit pistol
  • 5x Tankbusta
    • 5x Close combat weapon
      5x Rokkit launcha
"""
V538 = "\nExported with App Version: v1.25.0 (1), Data Version: v538\n"  # prices of 2024-12-11, until February


def test_between_two_releases_a_datasheet_changed(library: Library) -> None:
    """Tankbustas were five until 2024-12-26, and six at the same price since; the app's data has one version for both."""
    text = app("Orks", "War Horde", TANKBUSTAS, 200)
    done = judge_list(f"{text}{V538}".encode(), "list.txt", library)
    assert (done.verdict, errors(done)) == ("legal", [])
    assert done.imported is not None and done.imported.day is not None
    assert (done.imported.day.day, done.imported.day.how) == ("2024-12-26", "app")
    assert "40K-13 total" in errors(judged(text, library, "2024-12-11"))


def test_what_is_wrong_on_all_of_its_days_is_wrong(library: Library) -> None:
    text = app(
        "Orks", "War Horde", TANKBUSTAS.replace("Beastboss (80", "Ghazghkull Thraka (235") * 2, 710
    )
    done = judge_list(f"{text}{V538}".encode(), "list.txt", library)
    assert done.verdict == "illegal"
    assert "40K-07" in codes(done, "error")


@pytest.mark.parametrize("leader", ["Terminator Sergeant", "Terminator Squad Leader"])
@pytest.mark.parametrize("day", ["2025-07-09", "2026-01-07", "2026-01-13", "2026-05-01"])
def test_models_may_have_the_name_of_another_day(leader: str, day: str, library: Library) -> None:
    """Their leader has been called one and the other; nothing else changed."""
    units = f"""Ancient (50 points)
  • Warlord

Terminator Squad (170 points)
  • 1x {leader}
    • 1x Power fist
      1x Storm bolter
  • 4x Terminator
    • 4x Power fist
      4x Storm bolter
"""
    done = judged(app("Space Marines", "Gladius Task Force", units, 220), library, day)
    assert (done.verdict, errors(done)) == ("legal", [])


def test_a_price_too_many_does_not_make_a_composition_unbelievable(library: Library) -> None:
    """Windriders were three to nine, with prices up to nine and one for ten; today's six fit those prices even less."""
    units = "Farseer (80 points)\n  • Warlord\n\nWindriders (240 points)\n  • 9x Windrider\n"
    done = judged(app("Aeldari", "Battle Host", units, 320), library, "2024-05-08")
    assert (done.verdict, done.points) == ("legal", 320)
    assert "40K-13" not in codes(done, "warning")


def test_of_two_days_with_its_prices_it_is_of_the_one_with_its_total(library: Library) -> None:
    """Grotesques cost 180 until 2024-08-23 and 160 since; that they are 20 more could be a further copy's price, but is not."""
    units = "Archon (75 points)\n  • Warlord\n\nGrotesques (180 points)\n  • 6x Grotesque\n\nIncubi (75 points)\n"
    done = judge_list(
        app("Drukhari", "Realspace Raiders", units, 330).encode(), "list.txt", library
    )
    assert (done.verdict, done.points) == ("legal", 330)
    assert done.imported is not None and done.imported.day is not None
    assert (done.imported.day.day, done.imported.day.agreeing) == ("2024-05-08", 3)


def test_a_day_asked_for_is_that_day(library: Library) -> None:
    done = judged(SKARBRAND, library, "2025-07-16")
    assert (
        done.imported is not None
        and done.imported.day is not None
        and done.imported.day.day == "2025-07-16"
    )


def test_on_the_newest_day_names_are_todays(library: Library) -> None:
    """New Recruit's name of a warscroll that has another today; on the day of the newest prices as without a day."""
    text = """T 310/2000 pts
-----
Grand Alliance Order | Sylvaneth
-----
General's Regiment
Arch-Revenant (110)
• General
Scourge of Aqshy: Kurnoth Hunters with Kurnoth Greatswords (200)
-----
Created with Warhammer Age of Sigmar: The App
"""
    for asked in ("today", "2026-08-18", "2026-07-20"):
        done = judged(text, library, asked)
        assert not [
            each.key
            for each in done.problems
            if "warscroll" in each.key or each.key == "unread_unit"
        ], asked
        assert done.army is not None and len(done.army.units) == 2
