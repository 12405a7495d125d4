"""What a player can get wrong in a roster of a mustered army: one problem, with its line, what was
given and what is nearest.
"""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.cli.context import Context
from listbuilder.data.library import Library
from listbuilder.i18n.messages import LANGS
from listbuilder.model.problem import Problem
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from tests.games.paths import is_there
from tests.raw import raw, stems

GAME = "warhammer-40k-10e"
LIBRARY = Library()
HEAD = f"system: {GAME}\nfaction: necrons\nbattle_size: incursion\n"
UNITS = HEAD + "units:\n"
LORD = UNITS + "  - datasheet: overlord\n    models:\n"
FACTIONS = [stem for stem in stems(GAME) if stem != "rules"]


def judged(text: str) -> Position:
    return Position.read(text.encode(), "list.yaml", LIBRARY)


def one(text: str) -> Problem:
    done = judged(text)
    assert done.verdict == "unread"
    (problem,) = done.problems
    assert is_there(text, problem), problem
    for lang in LANGS:
        sentence = Context(lang, "text", None, LIBRARY, False).format_problem(problem)
        assert "{" not in sentence.replace(text, "")
    return problem


NECRONS = raw(GAME, "necrons")


@pytest.mark.parametrize(
    ("text", "key", "line", "args"),
    [
        (
            f"system: {GAME}\nfaction: necorns\n",
            "unknown_faction",
            2,
            {"given": "necorns", "near": "necrons", "begin": GAME},
        ),
        (
            UNITS + "  - {datasheet: overlrod}\n",
            "unknown_datasheet",
            5,
            {"given": "overlrod", "faction": "Necrons", "near": "overlord"},
        ),
        (
            UNITS + "  - {datasheet: boyz}\n",
            "datasheet_elsewhere",
            5,
            {"given": "boyz", "faction": "Necrons", "other": ["orks/boyz"]},
        ),
        (
            UNITS + "  - {datasheet: orcs/boyz}\n",
            "unknown_faction",
            5,
            {"given": "orcs", "near": "orks", "begin": GAME},
        ),
        (
            UNITS + "  - {datasheet: orks/boys}\n",
            "unknown_datasheet",
            5,
            {"given": "orks/boys", "faction": "Orks", "near": "boyz"},
        ),
        (UNITS + "  - {datasheet: overlord, models: 0}\n", "count_below_one", 5, {"given": 0}),
        (UNITS + "  - {datasheet: overlord, models: []}\n", "count_below_one", 5, {"given": 0}),
        (
            LORD + "      - {model: Overlord, count: 0}\n",
            "count_below_one",
            7,
            {"given": 0},
        ),
        (
            LORD + "      - {model: Overlord, count: 1, wargear: {voidscythe: 0}}\n",
            "count_below_one",
            7,
            {"given": 0},
        ),
        (
            LORD + "      - {model: Overlrd, count: 1}\n",
            "unknown_model",
            7,
            {
                "given": "Overlrd",
                "datasheet": "Overlord",
                "known": ["Overlord"],
                "near": "Overlord",
            },
        ),
        (
            UNITS + "  - {datasheet: overlord, id: a}\n  - {datasheet: monolith, id: a}\n",
            "duplicate_id",
            6,
            {"given": "a"},
        ),
        (
            UNITS + "  - {datasheet: overlord, enhancement: veil-of-drakness}\n",
            "unknown_enhancement",
            5,
            {"given": "veil-of-drakness", "faction": "Necrons", "near": "veil-of-darkness"},
        ),
        (
            UNITS + "  - {datasheet: overlord, enhancement: [veil-of-darkness, nothing-at-all]}\n",
            "unknown_enhancement",
            5,
            {"given": "nothing-at-all", "faction": "Necrons", "near": None},
        ),
        (HEAD + "points_as_of: 11.06.2025\n", "bad_date", 4, {"given": "11.06.2025"}),
        (
            HEAD + "points_as_of: 2023-01-01\n",
            "too_early",
            4,
            {"given": "2023-01-01", "first": "2023-06-16"},
        ),
        (
            HEAD + "detachment: canoptek-cort\n",
            "unknown_detachment",
            4,
            {
                "given": "canoptek-cort",
                "faction": "Necrons",
                "known": [each["name"] for each in NECRONS["detachments"]],
                "near": "canoptek-court",
            },
        ),
        (
            f"system: {GAME}\nfaction: space-marines\nchapter: ultramarins\n",
            "unknown_chapter",
            3,
            {
                "given": "ultramarins",
                "faction": "Space Marines",
                "known": [each["id"] for each in raw(GAME, "space-marines")["chapters"]],
                "near": "ultramarines",
            },
        ),
    ],
    ids=lambda value: (
        value if isinstance(value, str) and "_" in value and "\n" not in value else ""
    ),
)
def test_what_cannot_be_read(text: str, key: str, line: int, args: dict[str, Any]) -> None:
    problem = one(text)
    assert (problem.key, problem.line, problem.args) == (key, line, args)


def test_every_problem_is_named_and_what_can_be_read_is_read() -> None:
    entries = ("overlrod", "monolith, models: -1", "ghost-ark", "x/y")
    done = judged(UNITS + "".join(f"  - {{datasheet: {each}}}\n" for each in entries))
    assert [problem.key for problem in done.problems] == [
        "unknown_datasheet",
        "count_below_one",
        "unknown_faction",
    ]
    assert done.army is not None and [unit.name for unit in done.army.units] == ["Ghost Ark"]


def test_ids_are_made_where_none_are_written() -> None:
    text = UNITS + "".join(
        f"  - {{datasheet: monolith{each}}}\n"
        for each in ("", ", id: monolith-2", "", ", id: a", "")
    )
    done = judged(text)
    assert done.army is not None
    assert [unit.id for unit in done.army.units] == [
        "monolith",
        "monolith-2",
        "monolith-3",
        "a",
        "monolith-4",
    ]
    assert [unit.own_id for unit in done.army.units] == [False, True, False, True, False]


def test_a_chapter_is_found_by_id_and_by_name() -> None:
    for given in ("ultramarines", "Ultramarines", "ULTRAMARINES"):
        done = judged(f"system: {GAME}\nfaction: space-marines\nchapter: {given}\n")
        assert done.army is not None and not done.problems
        assert done.army.chapter == "Ultramarines"  # type: ignore[attr-defined]


def _notes(done: Position, which: str) -> list[str]:
    found = done.assumed if which == "assumed" else done.army.not_checked if done.army else []
    for note in found:
        for lang in LANGS:
            assert "{" not in messages.say_note(note, lang)
    return [messages.say_note(note, "en") for note in found]


def test_a_size_that_is_not_said_is_the_smallest_and_that_is_told() -> None:
    done = judged(
        UNITS
        + "  - {datasheet: necron-warriors}\n  - {datasheet: immortals, models: 5}\n"
        + "  - {datasheet: overlord}\n"
    )
    assert done.army is not None and [unit.models for unit in done.army.units] == [10, 5, 1]
    [said] = _notes(done, "assumed")
    assert "Necron Warriors" in said and "10" in said


def test_wargear_of_a_datasheet_with_a_bullet_that_is_not_in_the_data_is_not_checked() -> None:
    unparsed = [
        (faction, each) for faction in FACTIONS for each in raw(GAME, faction)["datasheets"]
        if any(option.get("unparsed") for option in each.get("options",
                                                             [])) and each.get("default_wargear")
    ]  # fmt: skip
    faction, sheet = unparsed[0]
    line = sheet["models"][0]
    text = (
        f"system: {GAME}\nfaction: {faction}\nunits:\n  - datasheet: {sheet['id']}\n    models:\n"
    )
    written = text + f"      - {{model: {line['name']}, count: {line['max']}, wargear: {{x: 1}}}}\n"
    assert any(sheet["name"] in said for said in _notes(judged(written), "not_checked"))
    bare = text + f"      - {{model: {line['name']}, count: {line['max']}}}\n"
    assert not any(sheet["name"] in said for said in _notes(judged(bare), "not_checked"))


@pytest.mark.parametrize("value", [None, 3, "x", [], {}, [[]], {"a": 1}, True, [None], [3]])
@pytest.mark.parametrize(
    "key",
    [
        "faction",
        "chapter",
        "battle_size",
        "detachment",
        "units",
        "formations",
        "points_as_of",
        "name",
        "mission",
    ],
)
def test_anything_at_all_in_any_place_is_a_sentence(key: str, value: Any) -> None:
    import msgspec

    roster = {
        "system": GAME,
        "faction": "necrons",
        "battle_size": "incursion",
        "units": [{"datasheet": "overlord"}],
        key: value,
    }
    done = Position.read(msgspec.json.encode(roster), "list.yaml", LIBRARY)
    assert done.verdict in ("legal", "illegal", "unread")
    assert all(problem.line for problem in done.problems)
