"""What the books say of the game itself: which lines an army gets, with their numbers and places."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from listbuilder.games.common.reference_aids import (
    AidLine,
    list_aids,
    list_starting_strengths,
    make_battle_ready_aid,
)
from listbuilder.model.rulebook import Aid, BattleSize, Citation, Mission, Rule, RuleBook

HERE, THERE, TABLES = (
    Citation(book="T", section="a"),
    Citation(book="T", section="b"),
    Citation(book="T", section="c"),
)
SIZES = (
    BattleSize(id="small", name="Small", points=1000, hours=2),
    BattleSize(id="open", name="Open", points=3000),
)
RAID = Mission(id="raid", name="Raid", battlefield={"small": (44, 30)}, citation=HERE)
TALK = Mission(id="talk", name="Talk")


def rule(check: str, **params: Any) -> Rule:
    return Rule(
        code=check, name=check, check=check, severity="error", citation=TABLES, params=params
    )


def book(**more: Any) -> RuleBook:
    head: dict[str, Any] = {
        "system": "toy",
        "name": "Toy",
        "edition": "first",
        "books": {},
        "rules": (),
        "battle_sizes": SIZES,
    }
    return RuleBook(**{**head, **more})


def army(law: RuleBook, **more: Any) -> Any:
    head = {"mission": None, "size_id": None, "limit": None, "declarations": None}
    return SimpleNamespace(book=law, **{**head, **more})


def test_the_mission_that_is_named_and_its_battlefield() -> None:
    law = book(missions=(TALK, RAID), missions_in=THERE)
    field = AidLine(
        "aid.battlefield_of_mission", {"mission": "Raid", "width": 44, "length": 30}, HERE
    )
    assert list(list_aids(army(law))) == []
    assert list(list_aids(army(law, size_id="open"))) == []
    assert list(list_aids(army(book(missions=(TALK, RAID), battle_sizes=()), size_id="small"))) == [
        field
    ]
    raid = AidLine("aid.mission", {"mission": "Raid"}, HERE)
    assert list(list_aids(army(law, mission="raid"))) == [raid]
    assert list(
        list_aids(
            army(book(missions=(TALK, RAID), battle_sizes=()), mission="raid", size_id="small")
        )
    ) == [raid, field]
    talk = AidLine("aid.mission", {"mission": "Talk"}, THERE)
    assert list(list_aids(army(law, mission="talk", size_id="open"))) == [talk]
    assert list(list_aids(army(law, mission="nonsense"))) == []


def test_what_a_rule_recommends_for_the_limit() -> None:
    tables = [
        {"points": 500, "width": 30, "length": 22, "terrain": 4},
        {"points": 1000, "width": 44, "length": 30, "terrain": 6},
    ]
    law = book(rules=(rule("copies_limit", max=3), rule("battlefield", tables=tables)))
    assert list(list_aids(army(law, limit=1000))) == [
        AidLine("aid.battlefield", {"width": 44, "length": 30}, TABLES),
        AidLine("aid.terrain", {"count": 6}, TABLES),
    ]
    assert list(list_aids(army(law, limit=750))) == []


def test_the_book_s_own_numbers_and_how_long_it_takes() -> None:
    aids = (
        Aid(kind="rounds", count=5, citation=HERE),
        Aid(kind="battlefield", inches=(60, 44), citation=THERE),
    )
    law = book(aids=aids, rules=(rule("copies_limit"), rule("battle_size")))
    own = [
        AidLine("aid.rounds", {"count": 5}, HERE),
        AidLine("aid.battlefield", {"width": 60, "length": 44}, THERE),
    ]
    assert list(list_aids(army(law))) == list(list_aids(army(law, size_id="open"))) == own
    assert list(list_aids(army(law, size_id="small"))) == [
        *own,
        AidLine("aid.hours", {"count": 2}, TABLES),
    ]
    assert list(list_aids(army(book(), size_id="small"))) == [
        AidLine("aid.hours", {"count": 2}, None)
    ]


@pytest.mark.parametrize(
    ("painted", "key"), [(True, "painted"), (False, "unpainted"), (None, "open")]
)
def test_what_a_painted_army_scores(painted: bool | None, key: str) -> None:
    law = book(rules=(rule("copies_limit"), rule("battle_ready", vp=10)))
    assert list(make_battle_ready_aid(army(law), painted)) == [
        AidLine(f"aid.battle_ready_{key}", {"vp": 10}, TABLES)
    ]
    assert list(make_battle_ready_aid(army(book()), painted)) == []


def test_how_many_models_an_attached_unit_begins_with() -> None:
    def unit(name: str, models: int, whole: str | None = None) -> Any:
        return SimpleNamespace(name=name, models=models, whole=whole)

    units = {"a": unit("A", 1), "b": unit("B", 10), "c": unit("C", 2), "d": unit("D", 5, "e")}
    parties = {"b": ("a", "b"), "d": ("c", "d")}
    declared = SimpleNamespace(units=units, parties=parties, secret_attachments=False)
    law = book(starting_strength=THERE)
    first = {"units": ["A", "B"], "count": 11}
    second = {"units": ["C", "D"], "count": 7}
    assert list(list_starting_strengths(army(law, declarations=declared))) == [
        AidLine("aid.starting_strength", first, THERE, False),
        AidLine("aid.starting_strength", second, THERE, True),
    ]
    declared.secret_attachments = True
    assert [each.secret for each in list_starting_strengths(army(law, declarations=declared))] == [
        True,
        True,
    ]
    assert (
        list(list_starting_strengths(army(law)))
        == list(list_starting_strengths(army(book(), declarations=declared)))
        == []
    )
