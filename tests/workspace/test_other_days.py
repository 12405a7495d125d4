"""What the builder offers for a roster of a past day; expected values are in the facts (history.json of both games)."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Offer
from listbuilder.roster import commands
from listbuilder.workspace.session import Session
from tests.workspace import test_mustered, test_regimental
from tests.workspace.choosing import field


def offers(session: Session) -> dict[str, Offer]:
    assert session.army is not None
    return {each.id: each for each in session.position.editor.list_offers(session.army)}


def options(session: Session, key: str) -> list[Any]:
    return [
        option.label.args["name"]
        for option in field(session, (), key).options()
        if "name" in option.label.args
    ]


def test_regiments_of_a_day(library: Library) -> None:
    """Freeguild Command Corps: 170 from 2025-09-24 to 2025-12-17; the Adjutants came on 2026-05-27."""
    session = test_regimental.opened(library, faction="cities-of-sigmar", points_as_of="2025-10-29")
    found = offers(session)
    assert (found["freeguild-command-corps"].points, found["freeguild-command-corps"].sizes) == (
        170,
        ("6",),
    )
    assert "freeguild-command-corps-adjutants" not in found
    added = commands.place_addition(session.position, "freeguild-command-corps")
    assert added is not None and session.apply(added.edit)
    assert [(unit.name, unit.points) for unit in session.army.units] == [  # type: ignore[union-attr]
        ("Freeguild Command Corps", 170)
    ]
    today = test_regimental.opened(library, faction="cities-of-sigmar")
    assert "freeguild-command-corps" not in offers(
        today
    ) and "freeguild-command-corps-adjutants" in offers(today)


def test_datasheets_of_a_day(library: Library) -> None:
    """Assault Squads went on 2024-02-13, at 95 for five; Canoptek Macrocytes came on 2025-10-15."""
    marines = test_mustered.opened(
        library, "space-marines", [], detachment="gladius-task-force", points_as_of="2024-01-10"
    )
    assert offers(marines)["assault-squad"].points == 95
    sheet = marines.position.editor.make_sheet_view(marines.army, offer="assault-squad")  # type: ignore[arg-type]
    assert sheet is not None and sheet.name == "Assault Squad"
    necrons = test_mustered.opened(
        library, "necrons", [], detachment="awakened-dynasty", points_as_of="2025-06-11"
    )
    assert "canoptek-macrocytes" not in offers(necrons)


def test_of_a_new_name_and_the_old_there_is_one(library: Library) -> None:
    """The Preacher is Ministorum Priest from 2024-06-08 on, and sources lag by some days."""
    for day, names in (
        ("2024-06-01", {"preacher"}),
        ("2024-06-07", {"ministorum-priest"}),
        ("2024-06-20", {"ministorum-priest"}),
    ):
        session = test_mustered.opened(
            library, "adepta-sororitas", [], detachment="hallowed-martyrs", points_as_of=day
        )
        assert {"preacher", "ministorum-priest"} & set(offers(session)) == names, day


def test_detachments_of_a_day(library: Library) -> None:
    """Starshatter Arsenal came on 2024-12-11, Pantheon of Woe on 2026-01-07."""
    session = test_mustered.opened(
        library, "necrons", [], detachment="awakened-dynasty", points_as_of="2025-06-11"
    )
    assert "Starshatter Arsenal" in options(session, "detachment")
    assert "Pantheon of Woe" not in options(session, "detachment")


@pytest.mark.parametrize("asked, points", [(None, 170), ("today", 200), ("2025-06-20", 140)])
def test_the_day_asked_for_goes_before_that_of_the_roster(
    asked: str | None, points: int, library: Library
) -> None:
    """The price of what is Freeguild Command Corps Adjutants today: 140 from 2025-06-11, 170 from 2025-09-24, now 200."""
    data = {
        "system": "age-of-sigmar-4e",
        "faction": "cities-of-sigmar",
        "points_as_of": "2025-10-29",
        "regiments": [],
    }
    found = offers(Session.create(data, library, asked))
    assert (
        found.get("freeguild-command-corps") or found["freeguild-command-corps-adjutants"]
    ).points == points
