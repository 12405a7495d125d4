"""A player's own boxes: what the shipped ones do not have, and what is wrong in a file of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from listbuilder.cli.data import check_file
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.problem import Unreadable
from listbuilder.store.library import Library
from tests.games.boxes.box_data import load

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
    return [(f.code, f.severity or "", words.message(f, "en")) for f in done.findings if f.severity != "info"]


def test_a_spearhead_with_a_unit_built_one_of_two_ways(tmp_path: Path) -> None:
    library, _ = own(tmp_path, "spearhead", "vigilant-brotherhood", choices={"build": ["prosecutors", "liberators"]})
    base = {"system": "spearhead", "box": SHOP, "regiment_ability": "blaze-of-glory", "enhancement": "null-pendant"}
    assert found(library, base) == [("SH-05", "warning", "not chosen yet: Prosecutors or Liberators")]
    assert found(library, {**base, "choices": {"build": "liberators"}}) == []
    wrong = found(library, {**base, "choices": {"build": "lord-veritant"}})
    assert wrong == [("SH-05", "error", "Lord-Veritant is chosen; My Box offers Prosecutors or Liberators")]
    heroes = [{"unit": "lord-vigilant-on-gryph-stalker"}, {"unit": "lord-veritant"}]
    assert found(library, {**base, "units": [*heroes, {"unit": "liberators"}]}) == []
    neither = "not listed: Prosecutors or Liberators; the box has one of them"
    assert found(library, {**base, "units": heroes}) == [("SH-05", "error", neither)]


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
        ({"choices": {"unit": ["windriders", "nobody"]}}, ("unknown_box_unit", ("choices", "unit", 1))),
    ],
)
def test_what_is_wrong_in_a_patrol(tmp_path: Path, changes: dict[str, Any], expected: Any) -> None:
    assert problems(*own(tmp_path, "combat-patrol", PATROL, **changes)) == [expected]


def test_what_is_wrong_in_the_units_of_a_patrol(tmp_path: Path) -> None:
    units = load("combat-patrol", PATROL)["units"]
    place = next(n for n, unit in enumerate(units) if unit["id"] == "windriders")
    squads = [{"name": "Squad 1", "size": 4, "must_include": [{"wargear": "Scatter lazer", "count": 1}]}]
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


def test_a_broken_box_of_ones_own_is_named_and_left_out(tmp_path: Path) -> None:
    library, file = own(tmp_path, "spearhead", SPEARHEAD)
    file.write_text("system: spearhead\nid: my-box\n", encoding="utf-8")
    done = Position.read(b"{system: spearhead, box: my-box}", "case", library)
    assert [problem.key for problem in done.problems] == ["unknown_box"]
    assert library.problems[-1].key == "own_data_left_out"
    assert Position.read(b"{system: spearhead, box: vigilant-brotherhood}", "case", library).verdict == "legal"
