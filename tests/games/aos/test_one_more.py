"""When only the unit that joins is read, and when the whole army of regiments is: each condition of
the shorter way by itself."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.model.base import Path
from listbuilder.model.edit import Edit, Step
from tests.games.wh40k.test_one_more import Roster, edited

GITZ: Roster = {
    "system": "age-of-sigmar-4e", "faction": "gloomspite-gitz", "points_limit": 2000,
    "regiments": [
        {"hero": {"unit": "skragrott-the-loonking", "general": True},
         "units": [{"unit": "squig-herd"}]},
        {"hero": {"unit": "squigboss-with-gnasha-squig"}, "units": []},
    ],
    "auxiliary": [{"unit": "mangler-squigs"}],
}  # fmt: skip
STABBAS = {"unit": "moonclan-stabbas"}


def joined(path: Path, entry: Any, army: Roster = GITZ, as_of: str | None = None) -> bool:
    """Insert it there; return whether only it was read.

    Either way the army and its verdict are the same.
    """
    return edited(army, Edit((Step("insert", path, entry),)), as_of)


def of_one(hero: str, **more: Any) -> Any:
    return {"hero": {"unit": hero}, "units": [], **more}


@pytest.mark.parametrize(
    "entry",
    [STABBAS, {**STABBAS, "reinforced": True}, {"unit": "loonboss", "general": True}],
    ids=str,
)
@pytest.mark.parametrize("path", [("auxiliary", 1), ("regiments", 0, "units", 1)], ids=str)
def test_a_plain_unit_at_an_end_is_read_alone(path: Path, entry: Any) -> None:
    assert joined(path, entry)


def test_whoever_begins_the_last_regiment_is_read_alone() -> None:
    assert joined(("regiments", 2), of_one("loonboss"))
    assert joined(("regiments", 2), {"hero": {"unit": "loonboss", "general": True}, "units": []})


@pytest.mark.parametrize(
    ("path", "entry"),
    [
        (("auxiliary", 0), STABBAS),
        (("regiments", 0, "units", 0), STABBAS),
        (("regiments", 0), of_one("loonboss")),
        (("regiments", 1), of_one("loonboss")),
        (("regiments", 2), of_one("loonboss", name="Red ones")),
        (("regiments", 2), {"hero": {"unit": "loonboss"}}),
        (("regiments", 2), {"hero": {"unit": "loonboss"}, "units": [STABBAS]}),
        (
            ("regiments", 2),
            {"hero": {"unit": "loonboss", "enhancements": ["spiteful-prankster"]}, "units": []},
        ),
        (("auxiliary", 1), {**STABBAS, "name": "Red ones"}),
        (("auxiliary", 1), {**STABBAS, "id": "red"}),
        (("auxiliary", 1), {"unit": "nobody"}),
        (("auxiliary", 1), "moonclan-stabbas"),
        (("auxiliary", 1), {"unit": "mangler-squigs"}),  # a second one: ids are numbered
        (("auxiliary", 1), {"unit": "squig-herd"}),
        (("auxiliary", 1), {"unit": "ironjawz/brutes"}),  # of a faction whose file was not read
    ],
    ids=str,
)
def test_elsewhere_or_with_more_said_the_roster_is_read_whole(path: Path, entry: Any) -> None:
    assert not joined(path, entry)


def test_who_led_nobody_is_another_once_somebody_joins() -> None:
    """So all of the army is judged again, though only the unit was read."""
    assert not joined(("regiments", 1, "units", 0), STABBAS)
    led = {
        **GITZ,
        "regiments": [
            GITZ["regiments"][0],
            {**GITZ["regiments"][1], "units": [{"unit": "squig-hoppers"}]},
        ],
    }
    assert joined(("regiments", 1, "units", 1), STABBAS, led)


def test_an_army_of_which_something_is_said_besides_is_read_whole() -> None:
    unknown = {**GITZ, "auxiliary": [{"unit": "nobody"}]}
    assert not joined(("regiments", 0, "units", 1), STABBAS, unknown)
    assert not joined(("auxiliary", 1), STABBAS, as_of="2025-07-01")
    assert not edited(GITZ, Edit((Step("set", ("auxiliary", 0), STABBAS),)))
    twice = Edit((Step("insert", ("auxiliary", 1), STABBAS), Step("set", ("name",), "Two at once")))
    assert not edited(GITZ, twice)


def test_a_list_that_is_not_written_is_no_end() -> None:
    bare = {**GITZ, "auxiliary": None}
    del bare["auxiliary"]
    assert not edited(bare, Edit((Step("set", ("auxiliary",), [STABBAS]),)))


def test_one_with_an_id_of_its_own_does_not_number_the_next() -> None:
    own = {**GITZ, "auxiliary": [{"unit": "mangler-squigs", "id": "big"}]}
    assert joined(("auxiliary", 1), {"unit": "mangler-squigs"}, own)


def test_a_unit_that_is_gone_makes_the_whole_army_be_read() -> None:
    gargants = {
        "system": "age-of-sigmar-4e", "faction": "sons-of-behemat", "points_limit": 2000,
        "regiments": [{"hero": {"unit": "king-brodd", "general": True},
                       "units": [{"unit": "boss-stompers"}]}],
    }  # fmt: skip
    assert not joined(("regiments", 0, "units", 1), {"unit": "mancrusher-mob"}, gargants)
    assert joined(("regiments", 0, "units", 1), {"unit": "mancrusher-gargant"}, gargants)
