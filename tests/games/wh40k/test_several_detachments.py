"""Rosters of an edition with several detachments: what stands where, what is moved, and what a
player can change in them.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.games.game import NewRoster
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.army import Muster
from listbuilder.i18n.messages import LANGS
from listbuilder.i18n.problem_text import say_problem
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader

GAME = "warhammer-40k-11e"
LIBRARY = Library()
UNITS = """\
units:
  - {id: overlord, datasheet: overlord, warlord: true}
  - {id: immortals, datasheet: immortals, models: 5}
"""


def position(text: str) -> Position:
    return Position.read(
        f"system: {GAME}\nfaction: necrons\nbattle_size: strike-force\n{text}".encode(),
        "r.yaml",
        LIBRARY,
    )


def army_of(text: str) -> Muster:
    done = position(text)
    assert done.problems == []
    assert isinstance(done.army, Muster)
    return done.army


def test_what_stands_where() -> None:
    army = army_of(
        "detachments: [canoptek-court, hand-of-the-dynasty]\ndisposition: take-and-hold\n"
        "attached: {overlord: immortals}\nformations: {strategic_reserves: [immortals]}\n" + UNITS
    )
    assert [each.name for each in army.detachments] == ["Canoptek Court", "Hand of the Dynasty"]
    assert [each.path for each in army.chosen] == [("detachments", 0), ("detachments", 1)]
    assert army.disposition == "take-and-hold" and army.dispositions == ("Take and Hold",)
    assert army.declarations is not None and army.declarations.declared
    assert army.declarations.attached == {"overlord": "immortals"}
    assert army.declarations.make_attached_path("overlord") == ("attached", "overlord")
    assert set(army.declarations.strategic_reserves) == {"immortals"}
    assert army.mentions["overlord"] == [("attached", "overlord")]
    assert army.mentions["immortals"] == [
        ("attached", "overlord"),
        ("formations", "strategic_reserves", 0),
    ]


@pytest.mark.parametrize(
    ("text", "unknown"), [("", False), ("attached: {}\n", False), ("attached: null\n", True)]
)
def test_attachments_are_there_without_a_declaration(text: str, unknown: bool) -> None:
    formations = army_of(text + UNITS).declarations
    assert formations is not None
    assert (formations.declared, formations.attached_unknown, formations.attached) == (
        False,
        unknown,
        {},
    )


MOVED = [
    ("detachment: canoptek-court\n", 4, "key_moved", "detachments: [...]"),
    ("formations: {attached: {overlord: immortals}}\n", 4, "key_moved", "attached: {...}"),
    (
        "formations:\n  embarked: {}\n  reserves: [immortals]\n",
        6,
        "key_moved",
        "formations: {strategic_reserves: [...]}",
    ),
    ("formations: {hover: [immortals]}\n", 4, "key_gone", ""),
]


@pytest.mark.parametrize(("text", "line", "key", "now"), MOVED)
def test_a_key_of_the_edition_before_says_where_it_goes(
    text: str, line: int, key: str, now: str
) -> None:
    done = position(text + UNITS)
    (problem,) = done.problems
    assert (problem.key, problem.line, problem.args["now"]) == (key, line, now)
    assert done.verdict == "unread"
    for lang in LANGS:
        said = say_problem(problem, lang)
        assert now in said and "{" not in said.replace(now, "")


def test_a_key_of_this_edition_in_a_roster_of_the_one_before_says_how_it_was_written() -> None:
    text = "system: warhammer-40k-10e\nfaction: necrons\ndetachments: [awakened-dynasty]\n" + UNITS
    (problem,) = Position.read(text.encode(), "r.yaml", LIBRARY).problems
    assert (problem.key, problem.args["given"], problem.args["now"]) == (
        "key_moved",
        "detachments",
        "detachment: ...",
    )


def test_a_bearer_is_a_model_of_the_datasheet() -> None:
    text = (
        "system: warhammer-40k-11e\nfaction: astra-militarum\n"
        "units:\n  - {datasheet: cadian-command-squad, bearer: %s}\n"
    )
    done = Position.read((text % "cadian COMMANDER").encode(), "r.yaml", LIBRARY)
    assert isinstance(done.army, Muster)
    assert [unit.bearer for unit in done.army.muster_units] == ["Cadian Commander"]
    (problem,) = Position.read((text % "Cadian Komander").encode(), "r.yaml", LIBRARY).problems
    assert (problem.key, problem.args["near"], problem.path) == (
        "unknown_model",
        "Cadian Commander",
        ("units", 0, "bearer"),
    )


def test_a_new_roster_can_be_read_and_added_to() -> None:
    text = get_game(GAME).write_new_roster(
        NewRoster(faction="necrons", detachment="canoptek-court"), LIBRARY
    )
    assert "detachments: [canoptek-court]\n" in text
    done = Position.read(text.encode(), "new.yaml", LIBRARY)
    assert done.verdict == "legal"
    blank = done.editor.make_blank_roster("necrons")
    assert blank == {
        "system": GAME,
        "faction": "necrons",
        "battle_size": "strike-force",
        "units": [],
    }


def field(done: Position, key: str, place: int = 0) -> Any:
    assert done.army is not None
    return [each for each in done.editor.list_fields(done.data, done.army, ()) if each.key == key][
        place
    ]


def choose(done: Position, key: str, name: str, place: int = 0) -> Position:
    option = next(
        each for each in field(done, key, place).options() if each.label.args.get("name") == name
    )
    return done.apply(option.edit)


def test_detachments_are_chosen_one_after_the_other() -> None:
    done = choose(position(UNITS), "detachment", "Canoptek Court")
    assert done.data["detachments"] == ["canoptek-court"]
    further = field(done, "further_detachment").options()
    assert "Canoptek Court" not in [each.label.args.get("name") for each in further]
    dear = next(each for each in further if each.label.args.get("name") == "Starshatter Arsenal")
    assert [finding.code for finding in done.predict_effect(dear.edit).against] == ["11E-05"]
    done = choose(done, "further_detachment", "Hand of the Dynasty")
    done = choose(done, "disposition", "Take and Hold")
    assert done.data["detachments"] == ["canoptek-court", "hand-of-the-dynasty"]
    assert done.data["disposition"] == "take-and-hold"
    done = choose(done, "detachment", "Skyshroud Spearhead", place=1)
    assert done.data["detachments"] == ["canoptek-court", "skyshroud-spearhead"]
    none = next(each for each in field(done, "detachment", 0).options() if each.label.key == "none")
    assert done.apply(none.edit).data["detachments"] == ["skyshroud-spearhead"]


def test_units_are_attached_at_the_top() -> None:
    done = position("formations: {}\n" + UNITS)
    assert done.army is not None
    fields = done.editor.list_deployment_fields(done.data, done.army)
    attached = next(each for each in fields if each.key == "attached")
    option = next(each for each in attached.options() if each.label.key != "none")
    after = done.apply(option.edit)
    assert after.data["attached"] == {"overlord": "immortals"}
    assert after.data["formations"] == {}
    assert {each.key for each in fields} == {"attached", "deployment"}
    waiting = next(each for each in fields if each.key == "deployment")
    assert [each.label.key for each in waiting.options()] == ["on_the_table", "strategic_reserves"]


def test_an_upgrade_is_offered_to_units_that_are_no_characters() -> None:
    done = position("detachments: [hand-of-the-dynasty]\n" + UNITS)
    assert done.army is not None
    keys = [each.key for each in done.editor.list_fields(done.data, done.army, ("units", 1))]
    assert "enhancement" in keys
    bare = position("detachments: [canoptek-court]\n" + UNITS)
    assert bare.army is not None
    assert "enhancement" not in [
        each.key for each in bare.editor.list_fields(bare.data, bare.army, ("units", 1))
    ]


def test_a_chapter_pays_its_own_price_for_a_detachment_of_its_parent() -> None:
    """No page of today has one that differs; those of July had (Stormlance Task Force)."""
    from listbuilder.games.wh40k.detachments import yield_available_detachments

    data = {
        "system": GAME,
        "faction": "blood-angels",
        "detachments": ["gladius-task-force"],
        "units": [],
    }
    done = Position.read(msgspec.json.encode(data), "r.yaml", LIBRARY)
    assert isinstance(done.army, Muster) and done.army.parent is not None
    listed = tuple(
        msgspec.structs.replace(each, dp=2)
        for each in done.army.faction.parent_detachments
        if each.id[0] == "g"
    )
    done.army.faction = msgspec.structs.replace(done.army.faction, parent_detachments=listed)
    prices = {each.id: each.dp for each in yield_available_detachments(done.army)}
    assert prices["gladius-task-force"] == 2
    assert "stormlance-task-force" not in prices
    assert prices["angelic-inheritors"] == 3


def test_the_schema_is_kept() -> None:
    document = reader.read_yaml(
        b"system: warhammer-40k-11e\nfaction: necrons\ndetachments: canoptek-court\n", "r.yaml"
    )
    done = Position(document, LIBRARY)
    assert [(problem.key, problem.line) for problem in done.problems] == [("wrong_type", 3)]
