"""Lines that a page or another tool cut, ran together or counted otherwise: read as the program's own text is."""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.clean.lines import add_brackets, rewrite_lines
from listbuilder.formats.import_list import judge_list
from listbuilder.roster.position import Position
from tests.formats.read import one_list_per_format

UNITS = "Overlord\n85 points\n• Warlord\n\nNecron Warriors\n\n90 points\n\nImmortals\n(70 Points)\n"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (
            UNITS,
            "Overlord (85 points)\n\n• Warlord\n\nNecron Warriors (90 points)\n\n\n\nImmortals (70 points)\n\n",
        ),
        (
            "Title\n\n(2000 points)\nNecrons\n",
            "Title\n\n(2000 points)\nNecrons\n",
        ),  # one alone is no manner
        ("Overlord85 Points\nWarriors90 Points\nImmortals 70 pts\n", None),
        ("A (60) • Reinforced\nB (70) • General\n", "A (60)\n• Reinforced\nB (70)\n• General\n"),
        (
            "Canoptek Court (3 Detachment Points) Purge the Foe Strike Force (2000 points)\n",
            "Canoptek Court (3 Detachment Points)\nPurge the Foe\nStrike Force (2000 points)\n",
        ),
        ("Gladius Strike Force (60 points)\n", None),
    ],
)
def test_lines(written: str, meant: str | None) -> None:
    if meant is None:
        meant = (
            "Overlord (85 points)\nWarriors (90 points)\nImmortals (70 points)\n"
            if "85" in written
            else "Gladius\n" + written[8:]
        )
    assert add_brackets(rewrite_lines(written)) == meant


def read(text: str, library: Library) -> Position:
    done = judge_list(text.encode(), "x", library)
    assert done.problems == [] and done.army is not None
    return done


def carried(done: Position, place: int = 0) -> list[tuple[str, int, dict[str, int]]]:
    unit = done.document.data["units"][place] if done.document else {}
    return [(each["model"], each["count"], each.get("wargear", {})) for each in unit["models"]]


FENCE = """+ FACTION KEYWORD: Chaos - World Eaters
+ DETACHMENT: Berzerker Warband
+ TOTAL ARMY POINTS: 180pts
"""
EACH = "10x Khorne Berzerkers (180 pts)\n• 1x Khorne Berzerker Champion: Chainblade, Bolt pistol\n"


def test_counts_of_all_models_and_counts_of_each(library: Library) -> None:
    """`9x Berzerker: 9x Chainblade` says how many they have together; without counts it is what each has."""
    together = read(
        f"{FENCE}\n{EACH}• 9x Khorne Berzerker: 9x Chainblade, 7x Bolt pistol, 2x Plasma pistol\n",
        library,
    )
    assert carried(together)[1][2] == {"chainblade": 9, "bolt pistol": 7, "plasma pistol": 2}
    apart = read(f"{FENCE}\n{EACH}• 9x Khorne Berzerker: Chainblade, Bolt pistol\n", library)
    assert carried(apart)[1][2] == {"chainblade": 9, "bolt pistol": 9}
    bare = read(f"{FENCE}\n{EACH}* 9 Khorne Berzerker\n  9 with Chainblade, Bolt pistol\n", library)
    assert carried(bare) == carried(apart)


SIMPLE = """Chaos - Chaos Space Marines - Test - [260pts]

# ++ Army Roster ++ [260pts]
## Configuration
Battle Size: Incursion (1000 Point limit)
Detachment Choice: Pact-bound Zealots

## Character [90pts]
Dark Apostle [90pts]: Accursed crozius, Bolt pistol, Warlord, Mark of Nurgle
• 2x Dark Disciple: Close combat weapon

## Infantry [160pts]
Obliterators [160pts]: Mark of Tzeentch
• 2x Obliterator: Crushing fists, Fleshmetal guns
"""


def test_a_model_without_a_line_of_its_own_and_a_mark_among_wargear(library: Library) -> None:
    done = read(SIMPLE.replace("260", "250"), library)
    assert carried(done)[0] == ("Dark Apostle", 1, {"accursed crozius": 1, "bolt pistol": 1})
    assert carried(done)[1][:2] == ("Dark Disciple", 2)
    assert done.document is not None and [
        each["keyword"] for each in done.document.data["units"]
    ] == ["Nurgle", "Tzeentch"]


def test_who_is_in_the_box_and_not_in_the_unit(library: Library) -> None:
    text = """+ FACTION KEYWORD: Imperium - Imperial Knights
+ DETACHMENT: Questoris Companions
+ TOTAL ARMY POINTS: 415pts

Char1: 2x Canis Rex (415 pts): Warlord
• 1x Canis Rex: Freedom's Hand, Las-impulsor, Questoris multi-laser
• 1x Sir Hekhtur: Close combat weapon, Hekhtur's pistol
"""
    assert [group[:2] for group in carried(read(text, library))] == [("Canis Rex", 1)]


def test_an_organisers_head_above_the_apps_own(library: Library) -> None:
    """Total and detachment are said twice, and are the same: that is no second detachment and no unit."""
    head = """+++++++++++++++++++++++++++++++++++++++++++++++
Player Name: Kim
Factions Used: Necrons
Detachment Used: Awakened Dynasty
Warlord: Overlord
Army Points: 265
+++++++++++++++++++++++++++++++++++++++++++++++

"""
    plain = read(one_list_per_format.GW_A, library)
    both = read(head + one_list_per_format.GW_A, library)
    assert both.army is not None and plain.army is not None
    assert (both.verdict, both.points, len(both.army.units)) == (
        plain.verdict,
        plain.points,
        len(plain.army.units),
    )
    other = judge_list(
        (head.replace("Awakened Dynasty", "Canoptek Court") + one_list_per_format.GW_A).encode(),
        "x",
        library,
    )
    assert [problem.line for problem in other.problems if problem.key == "unread_line"] != []


def test_points_between_the_words_of_a_head_stay() -> None:
    head = "Necrons • Awakened Dynasty • Strike Force\n"
    assert rewrite_lines(f"{head}A (60 pts) • Warlord\nB (70 pts) • Relic\n").startswith(head)
    assert rewrite_lines(f"{head}A (60 pts)\n• Warlord\n").startswith(head)
