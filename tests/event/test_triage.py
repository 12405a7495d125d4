"""Which list goes where, what only the others tell of it, what is new, and what is counted."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.event.entry import Entry, ListedUnit, Remark, make_list_id
from listbuilder.event.players import Player, PlayerRegistry
from listbuilder.event.triage import Desk, EarlierResult, NameCount, build_desk

NOBODY = PlayerRegistry([])
ERROR, NOTE = [Remark("wrong", "40K-01")], [Remark("look")]


def entry(name: str, **more: Any) -> Entry:
    return Entry(
        id=make_list_id(name, b""),
        file=f"{name}.txt",
        sha256="",
        **{"verdict": "legal", "said_player": [name], **more},
    )


def desk(
    entries: list[Entry],
    roll: PlayerRegistry = NOBODY,
    before: dict[str, EarlierResult] | None = None,
    deadline: str = "",
) -> Desk:
    return build_desk(entries, roll, before, deadline, "en", "en")


@pytest.mark.parametrize(
    ("more", "group"),
    [
        ({"verdict": "illegal", "errors": ERROR}, "ask"),
        ({"verdict": "illegal", "errors": ERROR, "doubts": NOTE}, "ask"),
        ({"verdict": "unread", "unread": NOTE}, "look"),
        ({"verdict": "unread", "unread": NOTE, "errors": ERROR}, "look"),
        ({"doubts": NOTE}, "look"),
        ({"warnings": NOTE}, "warned"),
        ({}, "legal"),
    ],
)
def test_where_a_list_goes(more: dict[str, Any], group: str) -> None:
    assert [row.group for row in desk([entry("a", **more)]).rows] == [group]


def test_the_order_is_what_there_is_to_do() -> None:
    found = desk(
        [
            entry("d"),
            entry("c", warnings=NOTE),
            entry("b", verdict="unread", unread=NOTE),
            entry("z", verdict="illegal", errors=ERROR),
            entry("a", verdict="illegal", errors=ERROR),
            entry("note", passed_over=True),
        ]
    )
    assert [row.player for row in found.rows] == ["a", "z", "b", "c", "d"]
    assert found.passed_over == ["note.txt"]
    assert found.statistics.groups == {
        "ask": 2,
        "look": 1,
        "whose": 0,
        "warned": 1,
        "legal": 1,
    }


def test_missing_double_strange_and_equal_lists() -> None:
    roll = PlayerRegistry(
        [Player("Anna", lang="ja", team="N"), Player("Bo"), Player("Cy"), Player("Dee")]
    )
    found = desk(
        [
            entry("Anna", likeness="1"),
            entry("one", said_player=["Bo"]),
            entry("two", said_player=["Bo"]),
            entry("Cy", likeness="1"),
            entry("Stranger"),
            entry("nameless", said_player=[]),
        ],
        roll,
    )
    rows = {row.entry.file: row for row in found.rows}
    said = {file: [each.text for each in row.reasons] for file, row in rows.items()}
    assert said == {
        "Anna.txt": ["the same list as Cy"],
        "Cy.txt": ["the same list as Anna"],
        "one.txt": ["one of 2 lists from this player; the others: two.txt"],
        "two.txt": ["one of 2 lists from this player; the others: one.txt"],
        "Stranger.txt": ["not in the player list"],
        "nameless.txt": ["no player name in the list or in its file name"],
    }
    assert [player.name for player in found.missing] == ["Dee"]
    assert (
        rows["one.txt"].group,
        rows["Anna.txt"].group,
        rows["Anna.txt"].lang,
        rows["Anna.txt"].team,
    ) == (
        "look",
        "warned",
        "ja",
        "N",
    )


def test_late_is_a_remark() -> None:
    (late, early) = desk(
        [entry("a", handed_in="2026-05-30 20:01"), entry("b", handed_in="2026-05-30 20:00")],
        deadline="2026-05-30 20:00",
    ).rows
    assert (late.group, [each.text for each in late.remarks]) == (
        "warned",
        ["dated 2026-05-30 20:01, after the deadline of 2026-05-30 20:00"],
    )
    assert early.remarks == []


def test_what_is_new_since_last_time() -> None:
    roll = PlayerRegistry([Player("Anna"), Player("Bo")])
    first = [entry("Anna"), entry("Bo")]
    assert {row.news for row in desk(first, roll).rows} == {""}
    before = {each.id: EarlierResult("legal", each.said_player[0]) for each in first}
    now = [
        entry("Anna", verdict="illegal", errors=ERROR),
        entry("changed", said_player=["Bo"]),
        entry("Cy"),
    ]
    assert {row.player: row.news for row in desk(now, roll, before).rows} == {
        "Anna": "otherwise",
        "Bo": "again",
        "Cy": "new",
    }
    assert {row.news for row in desk(first, roll, before).rows} == {""}


def test_what_is_played() -> None:
    units = [
        ListedUnit("Warriors", 10, 90),
        ListedUnit("Warriors", 20, 180),
        ListedUnit("Monolith", 1, 400),
    ]
    counts = desk(
        [
            entry(
                "a", faction="Necrons", labels=["Awakened"], points=1990, limit=2000, units=units
            ),
            entry(
                "b",
                faction="Necrons",
                labels=["Awakened"],
                points=2010,
                limit=2000,
                units=units[:1],
            ),
            entry("c", faction="Orks", points=2000, limit=2000),
        ]
    ).statistics
    assert counts.factions == [NameCount("Necrons", 2), NameCount("Orks", 1)]
    assert counts.labels == [NameCount("Necrons · Awakened", 2)]
    assert counts.units == [NameCount("Warriors", 2, 3), NameCount("Monolith", 1, 1)]
    assert counts.points == [NameCount("< 0", 1), NameCount("0", 1), NameCount("1–20", 1)]
    assert counts.spent == (1990, 2000, 2010)


def test_of_two_players_of_one_name_nobody_can_say_whose_it_is() -> None:
    found = desk(
        [entry("Jane Smith"), entry("Nobody")],
        PlayerRegistry([Player("Jane Smith"), Player("Jane Smith")]),
    )
    said = {row.player: [remark.text for remark in row.reasons] for row in found.rows}
    assert said == {
        "Jane Smith": [
            "2 players are called Jane Smith; add a file column to the player list to tell them apart"
        ],
        "Nobody": ["not in the player list"],
    }
    assert len(found.missing) == 2
