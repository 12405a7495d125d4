"""Units that split, as the builder offers it: one choice, and each half is then spoken of by itself."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Field
from listbuilder.roster import commands
from listbuilder.workspace.session import Session

YAEGIRS: list[dict[str, Any]] = [
    {"datasheet": "kahl", "warlord": True},
    {"datasheet": "hernkyn-yaegirs", "models": 10},
    {"id": "carrier", "datasheet": "kapricus-carrier"},
]
HEADS: dict[str, dict[str, Any]] = {
    "warhammer-40k-10e": {"detachment": "needgaard-oathband"},
    "warhammer-40k-11e": {"detachments": ["needgaard-oathband"]},
}


def opened(library: Library, game: str, units: list[dict[str, Any]], **more: Any) -> Session:
    head = {
        "system": game,
        "faction": "leagues-of-votann",
        "battle_size": "incursion",
        **HEADS[game],
    }
    return Session.create({**head, **more, "units": units}, library)


def declared(session: Session, key: str, of: str) -> Field | None:
    return next(
        (
            each
            for each in commands.list_deployment_fields(session.position)
            if (each.key, each.of) == (key, of)
        ),
        None,
    )


def choose(session: Session, key: str, of: str, to: str) -> None:
    field = declared(session, key, of)
    assert field is not None
    session.apply(next(each for each in field.options() if to in (each.to, each.label.key)).edit)


@pytest.mark.parametrize("game", HEADS)
def test_a_transport_splits_a_unit_and_carries_a_half(library: Library, game: str) -> None:
    session = opened(library, game, YAEGIRS)
    choose(session, "split", "hernkyn-yaegirs", "carrier")
    assert session.data["formations"] == {
        "split": ["hernkyn-yaegirs"],
        "embarked": {"hernkyn-yaegirs/squad-1": "carrier"},
    }
    assert session.data["units"][1] == {
        "datasheet": "hernkyn-yaegirs",
        "models": 10,
        "id": "hernkyn-yaegirs",
    }
    assert [each for each in session.position.findings if each.severity == "error"] == []
    assert declared(session, "embarked", "hernkyn-yaegirs") is None
    choose(session, "deployment", "hernkyn-yaegirs/squad-2", "strategic_reserves")
    assert session.data["formations"]["strategic_reserves"] == ["hernkyn-yaegirs/squad-2"]
    choose(session, "split", "hernkyn-yaegirs", "no")
    assert session.data["formations"] == {"split": [], "embarked": {}, "strategic_reserves": []}


@pytest.mark.parametrize("game", HEADS)
def test_what_was_said_of_the_whole_goes(library: Library, game: str) -> None:
    units = [YAEGIRS[0], {"id": "yaegirs", **YAEGIRS[1]}, YAEGIRS[2]]
    session = opened(
        library, game, units, formations={"strategic_reserves": ["yaegirs"], "embarked": {}}
    )
    choose(session, "split", "yaegirs", "carrier")
    assert session.data["formations"] == {
        "strategic_reserves": [],
        "embarked": {"yaegirs/squad-1": "carrier"},
        "split": ["yaegirs"],
    }
    session.undo()
    assert session.data["formations"] == {"strategic_reserves": ["yaegirs"], "embarked": {}}


def test_a_unit_that_splits_by_itself_is_a_yes_or_no(library: Library) -> None:
    head = {
        "system": "warhammer-40k-10e",
        "faction": "orks",
        "battle_size": "incursion",
        "detachment": "war-horde",
    }
    units = [
        {"datasheet": "warboss", "warlord": True},
        {"id": "kommandos", "datasheet": "kommandos", "models": 10},
    ]
    session = Session.create({**head, "units": units}, library)
    field = declared(session, "split", "kommandos")
    assert field is not None
    assert [each.label.key for each in field.options()] == ["no", "yes"]
    choose(session, "split", "kommandos", "yes")
    assert session.data["formations"] == {"split": ["kommandos"]}
    assert [each.of for each in commands.list_deployment_fields(session.position) if each.key == "deployment"] == [
        "warboss", "kommandos/squad-1", "kommandos/squad-2"
    ]  # fmt: skip


def test_a_unit_that_cannot_split_is_not_asked(library: Library) -> None:
    session = opened(library, "warhammer-40k-10e", YAEGIRS)
    assert declared(session, "split", "kahl") is None


def test_removing_the_unit_takes_its_halves_along(library: Library) -> None:
    formations = {
        "split": ["yaegirs"],
        "embarked": {"yaegirs/squad-1": "carrier"},
        "strategic_reserves": ["yaegirs/squad-2"],
    }
    session = opened(
        library,
        "warhammer-40k-10e",
        [YAEGIRS[0], {"id": "yaegirs", **YAEGIRS[1]}, YAEGIRS[2]],
        formations=formations,
    )
    session.apply(commands.remove_part(session.position, ("units", 1)))
    assert session.data["formations"] == {"split": [], "embarked": {}, "strategic_reserves": []}
    assert session.position.problems == []


def test_the_whole_named_where_it_is_split_is_told(library: Library) -> None:
    formations = {"split": ["yaegirs"], "embarked": {"yaegirs": "carrier"}}
    session = opened(
        library,
        "warhammer-40k-10e",
        [YAEGIRS[0], {"id": "yaegirs", **YAEGIRS[1]}, YAEGIRS[2]],
        formations=formations,
    )
    assert [(each.key, each.args["parts"]) for each in session.position.problems] == [
        ("split_unit", ["yaegirs/squad-1", "yaegirs/squad-2"])
    ]
