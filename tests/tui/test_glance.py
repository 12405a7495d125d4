"""The army at a glance: its numbers, its points by role, who arrives how, and where it is seen."""

from __future__ import annotations

from pathlib import Path

from listbuilder.advice.glance import compute_glance
from listbuilder.advice.measure import Measurer
from listbuilder.data.library import Library
from listbuilder.roster.position import Position
from tests.own_state import ROOT

from .driving import NARROW, WIDE, Driver, drive

TYRANIDS = ROOT / "examples" / "40k-10e" / "legal" / "tyranids-invasion-fleet.yaml"
STORMCAST = ROOT / "examples" / "aos" / "legal" / "stormcast-thunderhead-season.yaml"
HEROES = ROOT / "examples" / "space-marine-heroes" / "legal" / "five-plague-marines.yaml"


def test_the_numbers_of_an_army(library: Library) -> None:
    """Points by role are those that the list itself adds up to; the rest is on its datasheets."""
    position = Position.read(TYRANIDS.read_bytes(), str(TYRANIDS), library)
    glance = compute_glance(position, Measurer())
    assert glance is not None
    assert [(share.title.key, share.units, share.points) for share in glance.shares] == [
        ("section.characters", 3, 415),
        ("section.battleline", 4, 395),
        ("section.others", 10, 1185),
    ]
    assert sum(share.points for share in glance.shares) == position.points == 1995
    assert {arrival.name: [unit.name for unit in arrival.units] for arrival in glance.arrivals} == {
        "Scouts": ["Broodlord", "Genestealers"],
        "Infiltrators": ["Von Ryan's Leapers", "Lictor"],
        "Deep Strike": ["Gargoyles"],
    }


def test_a_game_without_such_numbers_shows_what_it_has(library: Library) -> None:
    position = Position.read(HEROES.read_bytes(), str(HEROES), library)
    glance = compute_glance(position, Measurer())
    assert glance is not None
    assert (glance.models, glance.numbers, glance.arrivals) == (5, (), ())


def test_it_is_there_where_there_is_room(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        assert "64 models" in driver.text()
        await driver.press("end", "x")  # the Skorpekh Lord and his like are counted no more
        assert "64 models" not in driver.text()

    drive(journey, library, file, WIDE)


def test_it_is_on_a_key_elsewhere(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "list.yaml"
    file.write_bytes(STORMCAST.read_bytes())

    async def journey(driver: Driver) -> None:
        assert "45 models" not in driver.text()
        assert "Drops: 4" in driver.text()  # it is on the army, too
        await driver.press("A")
        assert "45 models · Health 135 · Control 56" in driver.text()
        await driver.press("escape")
        assert driver.main.pane == "army"

    drive(journey, library, file, NARROW)


def _army_lines(driver: Driver) -> list[str]:
    return [line.left for line in driver.main.army_tree.lines]


def test_wargear_below_each_unit_is_kept(library: Library, file: Path) -> None:
    async def first(driver: Driver) -> None:
        assert "10 gauss reaper, 10 close combat weapon" not in _army_lines(driver)
        driver.main.army_tree.move_cursor_to(("units", 5))
        await driver.press("W")
        assert "10 gauss reaper, 10 close combat weapon" in _army_lines(driver)
        assert driver.main.path == ("units", 5)

    async def second(driver: Driver) -> None:
        assert "10 gauss reaper, 10 close combat weapon" in _army_lines(driver)

    drive(first, library, file, NARROW)
    drive(second, library, file, NARROW)


def test_leaders_by_role_or_below_whom_they_lead(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        def list_headings() -> dict[str, str]:
            return {
                line.left: line.right for line in driver.main.army_tree.lines if line.look == "head"
            }

        assert list_headings()["Characters"] == "340"  # only the one who leads nobody
        await driver.press("B")
        assert list_headings()["Characters"] == "700"
        await driver.press("B")
        assert list_headings()["Characters"] == "340"

    drive(journey, library, file, NARROW)


def test_a_unit_is_found_by_what_it_carries(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("ctrl+f")
        await driver.type("reaper")
        await driver.press("enter")
        assert driver.main.path == ("units", 5) and driver.main.pane == "army"

    drive(journey, library, file, NARROW)
