"""What a table of prices is refused for in an army of regiments, with every word, and what it
changes."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.history.reprice import Change
from tests.games.common.test_repricing import Case, Json, reprice

GITZ = Case("age-of-sigmar-4e", "gloomspite-gitz")
NAME = "Gloomspite Gitz"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "row", "key", "path", "args"),
    [
        ("datasheets", {"datasheet": "Squig Hord", "points": 1}, "price_no_datasheet",
         ("datasheet",),
         {"given": "Squig Hord", "faction": NAME}),
        ("datasheets", {"datasheet": "Clanrats", "points": 1}, "price_elsewhere", ("datasheet",),
         {"given": "Clanrats", "faction": NAME, "others": ["Skaven"]}),
        ("datasheets", {"datasheet": "Loonboss", "models": 3, "points": 1}, "price_no_size",
         ("models",),
         {"unit": "Loonboss", "models": 3, "sizes": ["1"]}),
        ("datasheets", {"datasheet": "Loonboss", "points": None}, "price_one_a_unit", (),
         {"unit": "Loonboss"}),
        ("datasheets", {"datasheet": "Loonboss", "copy": 2, "points": 1}, "price_one_a_unit", (),
         {"unit": "Loonboss"}),
        ("enhancements", {"enhancement": "Moonblade", "points": 1}, "price_no_name", (),
         {"given": "Moonblade", "faction": NAME}),
        ("enhancements", {"enhancement": "Loontouched", "detachment": "Nobody", "points": 1},
         "price_no_detachment",
         ("detachment",), {"given": "Nobody", "faction": NAME}),
        ("extras", {"name": "Bad Sun Loonshrine", "points": 1}, "price_no_name", (),
         {"given": "Bad Sun Loonshrine", "faction": NAME}),
        ("wargear", {"datasheet": "Loonboss", "item": "moon", "points": 1}, "price_no_wargear", (),
         {"given": "moon"}),
        ("detachments", {"detachment": "Troggherd", "dp": 1}, "price_no_dp", (),
         {"given": "Troggherd"}),
    ],
    ids=str,
)  # fmt: skip
def test_why_a_row_is_refused(
    kind: str, row: Json, key: str, path: tuple[str, ...], args: Json
) -> None:
    done = reprice(GITZ, {kind: [{"faction": NAME, **row}]}, Library())
    (problem,) = done.problems
    told: dict[str, Any] = {
        name: each for name, each in problem.args.items() if name not in ("near", "known")
    }
    assert (problem.key, problem.path, told) == (key, (kind, 0, *path), args)


def test_every_kind_of_change() -> None:
    head = {"faction": NAME}
    done = reprice(
        GITZ,
        {
            "datasheets": [
                {**head, "datasheet": "loonboss", "points": 75},
                {**head, "datasheet": "Squig Herd", "points": 100},
            ],
            "enhancements": [{**head, "enhancement": "Loontouched", "points": 30}],
            "extras": [{**head, "name": "Bad Moon Loonshrine", "points": 10}],
        },
        Library(),
    )
    assert (done.problems, done.same) == ([], 1)
    assert done.changes[:1] == [Change("gloomspite-gitz", "datasheet", "Loonboss", {}, 70, 75)]
    assert done.changes[-2:] == [
        Change("gloomspite-gitz", "enhancement", "Loontouched", {"table": "Heroic Traits"}, 20, 30),
        Change("gloomspite-gitz", "extra", "Bad Moon Loonshrine", {}, 0, 10),
    ]
