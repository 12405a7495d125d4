"""A few letters find a name, a keyword or a role, in any language."""

from __future__ import annotations

import pytest

from listbuilder.matching.search import find_matching, parse_query
from listbuilder.workspace.session import Session


@pytest.mark.parametrize(
    ("query", "words", "number"),
    [
        ("warriors 20", "warriors", 20),
        ("war x5", "war", 5),
        ("Wraiths", "wraiths", None),
        ("10", "", 10),
        ("", "", None),
    ],
)
def test_numbers_behind_words(query: str, words: str, number: int | None) -> None:
    assert parse_query(query) == (words, number)


def _found(session: Session, query: str) -> list[str]:
    assert session.army is not None
    return [
        offer.name
        for offer in find_matching(
            query,
            ((offer, offer.words) for offer in session.position.editor.list_offers(session.army)),
        )
    ]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("overlord", "Overlord"),
        ("necron war", "Necron Warriors"),
        ("war nec", "Necron Warriors"),
        ("ctan night", "C'tan Shard of the Nightbringer"),
        ("c’tan shard of the night", "C'tan Shard of the Nightbringer"),
        ("ovld", "Overlord"),
        ("オーヴァーロード", "Overlord"),
        ("dooark", "Doomsday Ark"),
    ],
)
def test_names(session: Session, query: str, first: str) -> None:
    assert _found(session, query)[0] == first


def test_keywords(session: Session) -> None:
    assert {"Immortals", "Necron Warriors"} <= set(_found(session, "battleline"))
    assert "Ghost Ark" not in _found(session, "battleline")


def test_nothing_is_nothing(session: Session) -> None:
    assert _found(session, "xyzzy") == []
