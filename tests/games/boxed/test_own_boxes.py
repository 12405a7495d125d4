"""A player's own boxes: what the shipped ones do not have, and what is wrong in a file of their
own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from listbuilder.cli.data import check_file
from listbuilder.data.library import Library
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from tests.games.boxed.box_data import load

SHOP = "my-box"


def own(tmp_path: Path, game: str, base: str, **changes: Any) -> tuple[Library, Path]:
    """A box of one's own: a shipped one with changes."""
    data = {**load(game, base), "id": SHOP, "name": "My Box", **changes}
    folder = tmp_path / game
    folder.mkdir()
    file = folder / f"{SHOP}.yaml"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=1))
    return Library([tmp_path]), file


def found(library: Library, roster: dict[str, Any]) -> list[tuple[str, str, str]]:
    done = Position.read(msgspec.json.encode(roster), "case", library)
    assert not done.problems
    return [
        (f.code, f.severity or "", messages.say_finding(f, "en"))
        for f in done.findings
        if f.severity != "info"
    ]


def test_a_spearhead_with_a_unit_built_one_of_two_ways(tmp_path: Path) -> None:
    library, _ = own(
        tmp_path,
        "spearhead",
        "vigilant-brotherhood",
        choices={"build": ["prosecutors", "liberators"]},
    )
    base = {
        "system": "spearhead",
        "box": SHOP,
        "regiment_ability": "blaze-of-glory",
        "enhancement": "null-pendant",
    }
    assert found(library, base) == [
        ("SH-05", "warning", "not chosen yet: Prosecutors or Liberators")
    ]
    assert found(library, {**base, "choices": {"build": "liberators"}}) == []
    wrong = found(library, {**base, "choices": {"build": "lord-veritant"}})
    assert wrong == [
        (
            "SH-05",
            "error",
            "Lord-Veritant is chosen, but My Box only offers Prosecutors or Liberators",
        )
    ]
    heroes = [{"unit": "lord-vigilant-on-gryph-stalker"}, {"unit": "lord-veritant"}]
    assert found(library, {**base, "units": [*heroes, {"unit": "liberators"}]}) == []
    neither = "missing Prosecutors or Liberators; the box contains one of them"
    assert found(library, {**base, "units": heroes}) == [("SH-05", "error", neither)]


def test_the_id_of_a_box_may_have_dashes_and_underscores(tmp_path: Path) -> None:
    library, file = own(tmp_path, "spearhead", "vigilant-brotherhood", id="my_own-box2")
    file.rename(file.with_name("my_own-box2.yaml"))
    assert (
        Position.read(b"{system: spearhead, box: my_own-box2}", "case", library).verdict == "legal"
    )
    assert (
        Position.read(b"{system: spearhead, box: 'my_own-box2/'}", "case", library).verdict
        == "unread"
    )


def problems(library: Library, file: Path) -> list[tuple[str, Any]]:
    try:
        return [(problem.key, problem.path) for problem in check_file(file, library)]
    except Unreadable as error:
        return [(problem.key, problem.path) for problem in error.problems]


def without(units: list[Any], place: int, **changes: Any) -> list[Any]:
    return [{**unit, **changes} if n == place else unit for n, unit in enumerate(units)]


PATROL = "the-fatebreakers"
SPEARHEAD = "vigilant-brotherhood"


@pytest.mark.parametrize("game", ["combat-patrol", "spearhead"])
def test_a_copy_of_a_shipped_box_is_clean(tmp_path: Path, game: str) -> None:
    assert problems(*own(tmp_path, game, PATROL if game == "combat-patrol" else SPEARHEAD)) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"warlord": "nobody"}, ("unknown_box_unit", ("warlord",))),
        ({"id": "other"}, ("data_id_is_not_file", ("id",))),
        ({"count_source": "hearsay"}, ("data_unknown_mark", ("count_source",))),
        ({"warlord": 3}, ("wrong_type", ("warlord",))),
        ({"warlords": "x"}, ("unknown_key", ("warlords",))),
        (
            {"choices": {"unit": ["windriders", "nobody"]}},
            ("unknown_box_unit", ("choices", "unit", 1)),
        ),
    ],
)
def test_what_is_wrong_in_a_patrol(tmp_path: Path, changes: dict[str, Any], expected: Any) -> None:
    assert problems(*own(tmp_path, "combat-patrol", PATROL, **changes)) == [expected]


def test_what_is_wrong_in_the_units_of_a_patrol(tmp_path: Path) -> None:
    units = load("combat-patrol", PATROL)["units"]
    place = next(n for n, unit in enumerate(units) if unit["id"] == "windriders")
    squads = [
        {"name": "Squad 1", "size": 4, "must_include": [{"wargear": "Scatter lazer", "count": 1}]}
    ]
    changed = without(units, place, patrol_squads=squads, leads=["nobody"])
    assert problems(*own(tmp_path, "combat-patrol", PATROL, units=changed)) == [
        ("data_squads_size", ("units", place, "patrol_squads")),
        ("data_unknown_item", ("units", place, "patrol_squads", 0, "must_include", 0)),
        ("unknown_box_unit", ("units", place, "leads", 0)),
    ]


def test_what_is_wrong_in_the_enhancements_of_a_patrol(tmp_path: Path) -> None:
    one, two = load("combat-patrol", PATROL)["enhancements"]
    changed = [{**one, "bearer": "nobody"}, {**two, "id": one["id"], "default": True}]
    assert problems(*own(tmp_path, "combat-patrol", PATROL, enhancements=changed)) == [
        ("data_id_twice", ("enhancements", 1, "id")),
        ("unknown_box_unit", ("enhancements", 0, "bearer")),
        ("data_one_default", ("enhancements",)),
    ]


def test_what_is_wrong_in_a_spearhead(tmp_path: Path) -> None:
    units = load("spearhead", SPEARHEAD)["units"]
    loadout = [{"model": "Liberator", "count": 4, "weapons": ["Warhamer"]}]
    changed = without(units, 3, loadout=loadout)
    assert problems(*own(tmp_path, "spearhead", SPEARHEAD, units=changed, general="nobody")) == [
        ("unknown_box_unit", ("general",)),
        ("data_loadout_size", ("units", 3, "models")),
        ("data_unknown_weapon", ("units", 3, "loadout", 0, "weapons", 0)),
    ]


def told(
    tmp_path: Path, game: str, box: str, **changes: Any
) -> list[tuple[str, Any, dict[str, Any]]]:
    library, file = own(tmp_path, game, box, **changes)
    return [(problem.key, problem.path, problem.args) for problem in check_file(file, library)]


PATROL_HEAD: list[tuple[dict[str, Any], str, Any, dict[str, Any]]] = [
    (
        {"warlord": "farseer-iranet"},
        "unknown_box_unit",
        ("warlord",),
        {"given": "farseer-iranet", "near": "farseer-iraneth"},
    ),
    (
        {"warlord_model": "Farser"},
        "unknown_model",
        ("warlord_model",),
        {"given": "Farser", "datasheet": "Farseer Iraneth"},
    ),
    ({"id": "other"}, "data_id_is_not_file", ("id",), {"given": "other", "file": "my-box"}),
    *(
        ({mark: "infered"}, "data_unknown_mark", (mark,), {"given": "infered", "near": "inferred"})
        for mark in (
            "warlord_source",
            "warlord_model_source",
            "count_source",
            "default_source",
            "secondary_source",
        )
    ),
]


@pytest.mark.parametrize(
    ("changes", "key", "path", "args"), PATROL_HEAD, ids=lambda value: str(value)[:40]
)
def test_each_thing_that_a_patrol_names(
    tmp_path: Path, changes: dict[str, Any], key: str, path: Any, args: dict[str, Any]
) -> None:
    ((said, place, details),) = told(tmp_path, "combat-patrol", PATROL, **changes)
    assert (said, place) == (key, path)
    assert {name: details.get(name) for name in args} == args


@pytest.mark.parametrize(
    ("squads", "key", "path", "args"),
    [
        (
            [{"name": "1", "size": 3}, {"name": "2", "size": 4}],
            "data_squads_size",
            (),
            {"count": 7, "models": 6},
        ),
        (
            [
                {"name": "1", "size": 3},
                {"name": "2", "size": 3, "must_include": [{"model": "Windridr", "count": 1}]},
            ],
            "unknown_model",
            (1, "must_include", 0),
            {"given": "Windridr", "near": "Windrider", "datasheet": "Windriders"},
        ),
        (
            [
                {"name": "1", "size": 3},
                {"name": "2", "size": 3, "must_include": [{"wargear": "Lazer", "count": 1}]},
            ],
            "data_unknown_item",
            (1, "must_include", 0),
            {"given": "Lazer", "datasheet": "Windriders"},
        ),
    ],
)
def test_what_is_wrong_in_squads(
    tmp_path: Path, squads: list[Any], key: str, path: Any, args: dict[str, Any]
) -> None:
    units = load("combat-patrol", PATROL)["units"]
    place = next(n for n, unit in enumerate(units) if unit["id"] == "windriders")
    found = told(
        tmp_path, "combat-patrol", PATROL, units=without(units, place, patrol_squads=squads)
    )
    assert [(said, where) for said, where, _ in found] == [
        (key, ("units", place, "patrol_squads", *path))
    ]
    assert {name: found[0][2].get(name) for name in args} == args


def test_whom_an_enhancement_lets_its_bearer_lead(tmp_path: Path) -> None:
    one, two = load("combat-patrol", PATROL)["enhancements"]
    changed = [one, {**two, "may_lead": ["windriders", "windrider"]}]
    ((key, path, args),) = told(tmp_path, "combat-patrol", PATROL, enhancements=changed)
    assert (key, path) == ("unknown_box_unit", ("enhancements", 1, "may_lead", 1))
    assert (args["given"], args["near"]) == ("windrider", "windriders")


@pytest.mark.parametrize("game", ["combat-patrol", "spearhead"])
def test_two_units_of_one_id(tmp_path: Path, game: str) -> None:
    box = PATROL if game == "combat-patrol" else SPEARHEAD
    units = load(game, box)["units"]
    ((key, path, args), *_) = told(tmp_path, game, box, units=[*units, units[0]])
    assert (key, path, args["given"]) == (
        "data_id_twice",
        ("units", len(units), "id"),
        units[0]["id"],
    )


@pytest.mark.parametrize("defaults", [0, 2])
def test_one_enhancement_is_the_default(tmp_path: Path, defaults: int) -> None:
    changed = [
        {**each, "default": place < defaults}
        for place, each in enumerate(load("combat-patrol", PATROL)["enhancements"])
    ]
    ((key, path, args),) = told(tmp_path, "combat-patrol", PATROL, enhancements=changed)
    assert (key, path, args["count"]) == ("data_one_default", ("enhancements",), defaults)


def test_each_thing_that_a_spearhead_names(tmp_path: Path) -> None:
    box = load("spearhead", SPEARHEAD)
    abilities = [
        box["regiment_abilities"][0],
        {**box["regiment_abilities"][0], "source": "third-party-ap"},
    ]
    enhancements = [*box["enhancements"][:-1], {**box["enhancements"][-1], "source": "infered"}]
    units = without(box["units"], 1, data_source="hearsay")
    loadout = [{"model": "Prosecutor", "count": 3, "weapons": ["Stormcal Hammer"]}]
    place = next(n for n, unit in enumerate(units) if unit["id"] == "prosecutors")
    units = without(units, place, loadout=loadout)
    changes = {
        "regiment_abilities": abilities,
        "enhancements": enhancements,
        "units": units,
        "count_source": "gossip",
    }
    found = told(tmp_path, "spearhead", SPEARHEAD, general="lord-veritent", **changes)
    last = len(enhancements) - 1
    weapon = box["units"][place]["weapons"][0]["name"]
    assert [(key, path) for key, path, _ in found] == [
        ("data_id_twice", ("regiment_abilities", 1, "id")),
        ("data_unknown_mark", ("regiment_abilities", 1, "source")),
        ("data_unknown_mark", ("enhancements", last, "source")),
        ("unknown_box_unit", ("general",)),
        ("data_unknown_mark", ("count_source",)),
        *sorted(
            [
                ("data_unknown_mark", ("units", 1, "data_source")),
                ("data_unknown_weapon", ("units", place, "loadout", 0, "weapons", 0)),
            ],
            key=lambda pair: pair[1][1],
        ),
    ]
    args = {key: said for key, _, said in found}
    assert args["unknown_box_unit"]["near"] == "lord-veritant"
    assert args["data_unknown_weapon"]["given"] == "Stormcal Hammer" and weapon
    assert found[1][2]["near"] == "third-party-app"


def test_a_broken_box_of_ones_own_is_named_and_left_out(tmp_path: Path) -> None:
    library, file = own(tmp_path, "spearhead", SPEARHEAD)
    file.write_text("system: spearhead\nid: my-box\n", encoding="utf-8")
    done = Position.read(b"{system: spearhead, box: my-box}", "case", library)
    assert [problem.key for problem in done.problems] == ["unknown_box"]
    assert library.problems[-1].key == "own_data_left_out"
    assert (
        Position.read(b"{system: spearhead, box: vigilant-brotherhood}", "case", library).verdict
        == "legal"
    )
