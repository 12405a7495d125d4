"""What is owned against what a list needs. Counted by hand from the rosters."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.advice import collection
from listbuilder.advice.collection import (
    Need,
    Owned,
    collect_from_armies,
    count_owned_and_used,
    list_needs,
)
from listbuilder.data.library import Library
from listbuilder.model.army import Army
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from tests.rules.edits import EXAMPLES, files

LIBRARY = Library()
ROOT = Path(__file__).resolve().parents[2] / "examples"
ELEVENTH = sorted((ROOT / "40k-11e" / "legal").glob("*.yaml"))


def army(file: Path) -> Army:
    found = Position.read(file.read_bytes(), file.name, LIBRARY).army
    assert found is not None
    return found


NECRONS = army(ROOT / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml")
HEROES = army(ROOT / "space-marine-heroes" / "legal" / "five-plague-marines.yaml")
SPEARHEAD = army(ROOT / "spearhead" / "legal" / "vigilant-brotherhood.yaml")


def lacking(found: Army, owned: dict[str, int]) -> list[tuple[str, int, int]]:
    needed = list_needs(found, Owned("x", {found.book.system: owned}))
    return [(need.name, need.needed, need.owned) for need in needed if need.missing]


def test_two_units_share_the_models_of_a_datasheet() -> None:
    """20 and 10 Necron Warriors."""
    everything = collect_from_armies("x", [NECRONS]).games["warhammer-40k-10e"]
    assert everything["necrons/necron-warriors"] == 30
    assert lacking(NECRONS, everything) == []
    assert lacking(NECRONS, everything | {"necrons/necron-warriors": 29}) == [
        ("Necron Warriors", 30, 29)
    ]


def test_a_datasheet_without_its_faction_or_by_its_name() -> None:
    everything = collect_from_armies("x", [NECRONS]).games["warhammer-40k-10e"]
    del everything["necrons/necron-warriors"]
    assert lacking(NECRONS, everything | {"necron-warriors": 20}) == [("Necron Warriors", 30, 20)]
    assert (
        lacking(NECRONS, everything | {"necron-warriors": 20, "necrons/necron-warriors": 10}) == []
    )
    assert lacking(NECRONS, everything | {"orks/necron-warriors": 30}) == [
        ("Necron Warriors", 30, 0)
    ]


def test_what_is_owned_under_the_bare_name_is_shared_out_once() -> None:
    """20 here and 20 there are needed; 10 of the one are owned as such, and 25 of either."""
    warriors = next(unit for unit in NECRONS.units if unit.models == 20)
    guests = msgspec.structs.replace(warriors, home="orks")
    both = msgspec.structs.replace(NECRONS, units=[warriors, guests])
    owned = {"necrons/necron-warriors": 10, "necron-warriors": 25}
    needed = list_needs(both, Owned("x", {NECRONS.book.system: owned}))
    assert [(need.needed, need.owned, need.missing) for need in needed] == [
        (20, 20, 0),
        (20, 15, 5),
    ]


def test_what_is_of_another_game_is_not_there() -> None:
    needed = list_needs(NECRONS, collect_from_armies("x", [HEROES, SPEARHEAD]))
    assert {need.owned for need in needed} == {0} and sum(
        need.needed for need in needed
    ) == 64  # as `show` counts them


def test_a_whole_box() -> None:
    assert lacking(SPEARHEAD, {"vigilant-brotherhood": 1}) == []
    assert lacking(SPEARHEAD, {"vigilant-brotherhood": 0}) != []


def test_heroes() -> None:
    everything = collect_from_armies("x", [HEROES]).games["space-marine-heroes"]
    assert everything == {
        "gangrus": 1,
        "morslug": 1,
        "plague-champion": 1,
        "pustus": 1,
        "scabos": 1,
    }
    assert lacking(HEROES, everything | {"scabos": 0}) == [("Scabos", 1, 0)]


def test_of_several_lists_the_largest_need() -> None:
    """10 Intercessors in one, none in the other; each list is fielded alone."""
    made = collect_from_armies("x", [army(file) for file in ELEVENTH])
    assert made.games["warhammer-40k-11e"]["space-marines/intercessor-squad"] == 10
    assert made.games["warhammer-40k-11e"]["necrons/necron-warriors"] == 30


@pytest.mark.parametrize("game", EXAMPLES)
@given(number=st.integers(0, 500))
@settings(max_examples=10, deadline=None)
def test_a_list_can_be_fielded_with_what_it_says_is_owned(game: str, number: int) -> None:
    known = files(game)
    found = Position.read(known[number % len(known)].read_bytes(), "x", LIBRARY).army
    if found is None:
        return
    made = collect_from_armies("x", [found])
    assert [need for need in list_needs(found, made) if need.missing] == []
    less = {key: max(0, count - 1) for key, count in made.games[found.book.system].items()}
    short = [
        need for need in list_needs(found, Owned("x", {found.book.system: less})) if need.missing
    ]
    assert len(short) == sum(count > 0 for count in made.games[found.book.system].values())


def test_an_offer() -> None:
    """Owned under both names; the army uses 20 and 10."""
    editor = Position.read(
        (ROOT / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml").read_bytes(), "x", LIBRARY
    ).editor
    offer = next(offer for offer in editor.list_offers(NECRONS) if offer.id == "necron-warriors")
    owned = Owned("x", {"warhammer-40k-10e": {"necron-warriors": 12, "necrons/necron-warriors": 8}})
    assert count_owned_and_used(NECRONS, owned, offer) == (20, 30)


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "c.yaml"
    games = "  warhammer-40k-10e: {Necron Warriors: 20, necrons/ghost-ark: 1}\n  spearhead: {vigilant-brotherhood: 1}\n"
    file.write_text(f"collection: Mine\ngames:\n{games}", encoding="utf-8")
    found = collection.read_collection(file, LIBRARY)
    assert found.games["warhammer-40k-10e"] == {"necron-warriors": 20, "necrons/ghost-ark": 1}
    need = next(need for need in list_needs(NECRONS, found) if need.name == "Necron Warriors")
    assert need == Need(datasheet="necron-warriors", name="Necron Warriors", needed=30, owned=20)


@pytest.mark.parametrize(
    ("games", "key", "place", "near"),
    [
        ("warhammer-40k-10: {overlord: 1}", "unknown_system", (3, 3), "warhammer-40k-10e"),
        ("warhammer-40k-10e: {overlrd: 1}", "not_owned_by_anyone", (3, 23), "overlord"),
        ("warhammer-40k-10e: {orks/overlord: 1}", "not_owned_by_anyone", (3, 23), None),
        ("warhammer-40k-10e: {overlord: -1}", "too_small", (3, 33), None),
        ("warhammer-40k-10e: {overlord: two}", "wrong_type", (3, 33), None),
    ],
)
def test_what_is_wrong_and_where(
    tmp_path: Path, games: str, key: str, place: tuple[int, int], near: str | None
) -> None:
    file = tmp_path / "c.yaml"
    file.write_text(f"collection: Mine\ngames:\n  {games}\n", encoding="utf-8")
    with pytest.raises(Unreadable) as error:
        collection.read_collection(file, LIBRARY)
    (problem,) = error.value.problems
    assert (problem.key, (problem.line, problem.column)) == (key, place)
    assert near is None or problem.args["near"] == near
