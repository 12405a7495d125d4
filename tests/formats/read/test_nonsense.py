"""No counted line vanishes: it is a known model, a known item, a heading, or unread with what stands below it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.roster.position import Position
from tests.formats.read import one_list_per_format
from tests.formats.read.nonsense import NONSENSE, Spoilt, inserted, misspelt, replaced, selections
from tests.formats.read.test_formats import flattened
from tests.formats.write.made import EXAMPLES, exported
from tests.needs import SHARED, needs_shared

OURS = {
    name: text
    for name, text in vars(one_list_per_format).items()
    if name.isupper() and isinstance(text, str) and name not in ("FENCE", "ROS", "BRACKET")
}
OURS |= {f"{name}-flat": flattened(OURS[name]) for name in ("GW_A", "GW_B", "WTC", "WTC_COMPACT")}
FORMS = ("gw", "wtc", "wtc-compact", "nr-simple")
MUSTERED = [
    (file, form)
    for game in ("40k-10e", "40k-11e")
    for file in sorted((EXAMPLES / game / "legal").glob("*.yaml"))
    for form in FORMS
]
OF_REGIMENTS = [(file, "aos-app") for file in sorted((EXAMPLES / "aos" / "legal").glob("*.yaml"))]
TREES = [
    *sorted((EXAMPLES / "40k-10e" / "legal").glob("*.yaml"))[:3],
    *sorted((EXAMPLES / "aos" / "legal").glob("*.yaml"))[:4],
]
CORPUS = SHARED / "corpus"


def silent(done: Position, line: int) -> bool:
    """Whether nobody is told that the line could not be read."""
    return done.verdict != "unread" or line not in [problem.line for problem in done.problems]


def vanished(spoilt: Iterator[Spoilt], library: Library) -> list[tuple[int, str, str]]:
    judged = ((each, judge_list(each.text.encode(), "x", library)) for each in spoilt)
    return [
        (each.line, each.before, done.verdict) for each, done in judged if silent(done, each.line)
    ]


@pytest.mark.parametrize("name", OURS)
@pytest.mark.slow_but(4)
def test_nonsense_in_a_list_is_unread(name: str, library: Library) -> None:
    assert vanished(replaced(OURS[name]), library) == []


@pytest.mark.parametrize(
    ("file", "form"), [*MUSTERED, *OF_REGIMENTS], ids=lambda each: getattr(each, "stem", each)
)
@pytest.mark.slow_but(2)
def test_nonsense_in_an_export_of_ours_is_unread(file: Path, form: str, library: Library) -> None:
    text = exported(file, form).decode()
    spoilt = list(replaced(text))
    chosen = random.Random(file.stem + form).sample(spoilt, min(12, len(spoilt)))
    assert chosen
    assert vanished(iter(chosen), library) == []


@pytest.mark.slow
@pytest.mark.parametrize("file", TREES, ids=lambda file: file.stem)
def test_nonsense_in_a_roster_file_is_unread(file: Path, library: Library) -> None:
    wrong = []
    for raw, name in selections(exported(file, "ros")):
        done = judge_list(raw, "x", library)
        if done.verdict != "unread" or not any(
            NONSENSE in str(problem.args) for problem in done.problems
        ):
            wrong.append((name, done.verdict))
    assert wrong == []


@pytest.mark.parametrize("name", OURS)
def test_the_rest_of_a_list_is_read_as_without_the_nonsense(name: str, library: Library) -> None:
    clean = import_list(OURS[name].encode(), "x", library)
    assert clean.document is not None
    for each in inserted(OURS[name]):
        made = import_list(each.text.encode(), "x", library)
        assert made.document is not None
        assert made.document.data == clean.document.data, each.line
        assert [problem.line for problem in made.account.unread] == [each.line]


@pytest.mark.parametrize("name", OURS)
def test_a_misspelt_name_is_said_or_unread(name: str, library: Library) -> None:
    for each in misspelt(OURS[name]):
        done = judge_list(each.text.encode(), "x", library)
        said = [note.args for note in done.assumed if note.args.get("line") == each.line]
        assert not silent(done, each.line) or any(note["given"] in each.text for note in said), (
            each.after
        )


SQUAD = """My list (80 points)

Space Marines
Incursion (1000 points)
Gladius Task Force


BATTLELINE

Intercessor Squad (80 points)
  • 1x Intercessor Sergeant
     ◦ 1x Bolt pistol
     ◦ 1x Bolt rifle
     ◦ 1x Close combat weapon
  • 4x {model}
     ◦ 4x Bolt pistol
     ◦ 4x Bolt rifle
     ◦ 4x Close combat weapon
     ◦ 1x Astartes grenade launcher
"""


STRANGERS = [
    "Techmarine Overlord of Terra",
    "Techmarine Overlord",
    "Pyrocastr",
    "Banana Intercessor",
]


@pytest.mark.parametrize("model", STRANGERS)
def test_unknown_models_are_unread_with_what_stands_below_them(
    model: str, library: Library
) -> None:
    done = judge_list(SQUAD.format(model=model).encode(), "x", library)
    assert done.verdict == "unread"
    assert [problem.line for problem in done.problems] == [15, 16, 17, 18, 19]
    assert done.problems[0].args["given"] == model


def test_models_of_a_known_name_are_read(library: Library) -> None:
    done = judge_list(SQUAD.format(model="Intercessor").encode(), "x", library)
    assert done.problems == []
    assert done.army is not None and done.army.units[0].models == 5


@pytest.mark.parametrize(
    ("given", "taken"), [("Intercesor", "Intercessor"), ("Intercesssor", "Intercessor")]
)
def test_a_near_name_is_taken_and_both_are_told(given: str, taken: str, library: Library) -> None:
    done = judge_list(SQUAD.format(model=given).encode(), "x", library)
    assert done.problems == []
    assert (given, taken, 1) in [
        (n.args.get("given"), n.args.get("taken"), n.args.get("distance")) for n in done.assumed
    ]


@pytest.mark.parametrize("words", ["2x Banana cannon", "Banana cannon", "1x Liberator Banana"])
def test_nothing_under_a_warscroll_is_without_content(words: str, library: Library) -> None:
    text = one_list_per_format.AOS_PLAIN.replace("• 1x Grandhammer", f"• {words}")
    done = judge_list(text.encode(), "x", library)
    assert done.verdict == "unread"
    assert [problem.line for problem in done.problems] == [18]


@pytest.mark.parametrize(
    "words", ["Zorblax: Quentin", "Led by: Zorblax Quentin", "Mark of Chaos: Banana"]
)
def test_labels_of_nothing_known_are_unread(words: str, library: Library) -> None:
    done = judge_list(
        one_list_per_format.GW_B.replace("  • Warlord\n", f"  • Warlord\n  • {words}\n").encode(),
        "x",
        library,
    )
    assert done.verdict == "unread"
    assert [problem.line for problem in done.problems] == [11]


@pytest.mark.parametrize(
    "words", ["4x Zorblax Quentin", "bring 4x Zorblax Quentin", "Zorblax Quentin (90 points)"]
)
@pytest.mark.parametrize(
    "text",
    [
        one_list_per_format.GW_B,
        one_list_per_format.AOS_DASHED,
        one_list_per_format.NR_SIMPLE,
        one_list_per_format.LISTFORGE,
    ],
)
def test_what_counts_something_is_no_talk_around_the_list(
    text: str, words: str, library: Library
) -> None:
    for made, lines_of_it in (
        (f"{words}\n{text}", {1, 2}),
        (f"{text.rstrip()}\n\n{words}\n", {text.rstrip().count("\n") + 3}),
    ):
        done = judge_list(made.encode(), "x", library)
        assert done.verdict == "unread"
        assert lines_of_it & {problem.line for problem in done.problems}, (
            made
        )  # 2: its title took the place of the list's own


def rows() -> list[str]:
    found = []
    for name in ("index.jsonl", "index-more.jsonl"):
        index = CORPUS / name
        found += (
            [json.loads(line)["file"] for line in index.read_text(encoding="utf-8").splitlines()]
            if index.is_file()
            else []
        )
    return [file for file in found if file.endswith(".txt")]


@pytest.mark.slow
@needs_shared("corpus", "index.jsonl")
def test_nonsense_in_real_lists_is_unread(library: Library) -> None:
    """Three lines of each, drawn by the file's name."""
    wrong = []
    for file in rows():
        text = (
            (CORPUS / file)
            .read_text(encoding="utf-8-sig")
            .replace("\r\n", "\n")
            .replace("\r", "\n")
        )
        if judge_list(text.encode(), "x", library).imported is None:
            continue  # no list, or of another edition
        spoilt = list(replaced(text))
        chosen = random.Random(file).sample(spoilt, min(3, len(spoilt)))
        wrong += [(file, *each) for each in vanished(iter(chosen), library)]
    assert wrong == []


@pytest.mark.parametrize(
    ("words", "fate"),
    [("4 gauss flayers, 6 gauss reapers", []), ("4 zorblaxes, 6 gauss reapers", [16])],
)
def test_a_choice_above_its_content_is_a_heading_in_words_of_the_unit(
    words: str, fate: list[int], library: Library
) -> None:
    text = one_list_per_format.NR_SIMPLE.replace(
        "Necron Warriors [90 pts]:\n• 4x", f"Necron Warriors [90 pts]:\n  {words}\n• 4x"
    )
    done = judge_list(text.encode(), "x", library)
    assert [problem.line for problem in done.problems] == fate
    assert done.army is not None and done.army.units[2].models == 10


def test_what_stands_behind_the_points_of_a_unit_is_read(library: Library) -> None:
    text = one_list_per_format.GW_B.replace(
        "Overlord (105 Points)", "Overlord (105 Points) Zorblax Quentin"
    )
    assert [problem.line for problem in judge_list(text.encode(), "x", library).problems] == [9]


def test_a_flat_body_under_a_head_of_new_recruit_is_read_flat(library: Library) -> None:
    text = (
        one_list_per_format.FENCE.replace("UNITS: 3", "UNITS: 2").replace("265", "195")
        + """CHARACTER

1x Overlord (105 pts)
• 1x Resurrection orb
• 1x Voidscythe
• Warlord
• Veil of Darkness (+20 pts)

10x Necron Warriors (90 pts)
• 4x Necron Warrior
• 4x Close combat weapon
4x Gauss flayer
• 6x Necron Warrior
• 6x Close combat weapon
6x Gauss reaper
"""
    )
    made = import_list(text.encode(), "x", library)
    assert made.account.unread == []
    assert made.document is not None
    assert made.document.data["units"][1]["models"] == [
        {
            "model": "Necron Warrior",
            "count": 4,
            "wargear": {"close combat weapon": 4, "gauss flayer": 4},
        },
        {
            "model": "Necron Warrior",
            "count": 6,
            "wargear": {"close combat weapon": 6, "gauss reaper": 6},
        },
    ]


def test_the_number_of_models_may_stand_in_the_name(library: Library) -> None:
    for name in ("10 Necron Warriors (90 points)", "Necron Warriors (10) (90 points)"):
        done = judge_list(
            one_list_per_format.GW_B.replace("Necron Warriors (90 Points)", name).encode(),
            "x",
            library,
        )
        assert (done.problems, done.verdict) == ([], "legal")
    done = judge_list(
        one_list_per_format.GW_B.replace(
            "Necron Warriors (90 Points)", "20 Necron Warriors (90 Points)"
        ).encode(),
        "x",
        library,
    )
    assert [problem.key for problem in done.problems] == ["contradiction_models"]


def of_unit(unit: str, faction: str, formation: str, *bullets: str) -> str:
    under = "".join(f"• {each}\n" for each in bullets)
    return f"""Test 0/2000 pts

{faction}
{formation}
Drops: 1

General's Regiment
{unit} (100)
{under}"""


@pytest.mark.parametrize(
    ("unit", "faction", "formation", "words", "known"),
    [
        (
            "Arkanaut Company",
            "Kharadron Overlords",
            "Endrineers Guild Expeditionary Force",
            "1x Light Skyhook",
            True,
        ),
        (
            "Arkanaut Company",
            "Kharadron Overlords",
            "Endrineers Guild Expeditionary Force",
            "1x Heavy Skyhook",
            False,
        ),
        (
            "Stormfiends",
            "Skaven",
            "Warpcog Convocation",
            "1x Ratling Cannons and Clubbing Blows",
            True,
        ),
        ("Stormfiends", "Skaven", "Warpcog Convocation", "1x Ratling Cannons and Zorblax", False),
        ("Liberators", "Stormcast Eternals", "Vanguard Wing", "1x Champion", True),
        ("Liberators", "Stormcast Eternals", "Vanguard Wing", "1x Musician", False),
    ],
)
def test_what_a_warscroll_has_is_no_content(
    unit: str, faction: str, formation: str, words: str, known: bool, library: Library
) -> None:
    """Weapons of the warscroll, choices that programs print, special models that its keywords name; and no others."""
    made = import_list(of_unit(unit, faction, formation, words).encode(), "x", library)
    assert [problem.key for problem in made.account.unread if problem.line == 9] == (
        [] if known else ["unread_option"]
    )


def test_what_a_unit_of_a_regiment_of_renown_bears_is_in_the_roster(library: Library) -> None:
    text = of_unit("Belga the Cystwitch", "Maggotkin of Nurgle", "Tallyband of Nurgle", "General")
    text += "\nRegiments of Renown\nGodmarked Ascendant (260)\nDaemon Prince\n• Wings\n• Rustfang\n• Zorblax Quentin\nLiberators\n"
    made = import_list(text.encode(), "x", library)
    assert made.document is not None
    assert made.document.data["regiment_of_renown"] == {
        "regiment": "godmarked-ascendant",
        "units": [{"unit": "slaves-to-darkness/daemon-prince", "enhancements": ["rustfang"]}],
    }
    told = [
        (problem.key, problem.line)
        for problem in made.account.unread
        if problem.key != "contradiction_total"
    ]
    assert told == [("unread_enhancement", 16), ("unread_member", 17)]
