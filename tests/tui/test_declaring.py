"""Who leads, rides and waits, declared from the army with one key and an answer: in every game that declares it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.data.library import Library

from .driving import NARROW, WIDE, Driver, drive

TENTH = """\
system: warhammer-40k-10e
faction: space-marines
battle_size: strike-force
detachment: gladius-task-force
units:
  - {datasheet: lieutenant, models: 1, warlord: true}
  - {datasheet: hellblaster-squad, models: 10}
  - {datasheet: hellblaster-squad, models: 5}
  - {datasheet: repulsor, models: 1}
  - {datasheet: repulsor, models: 1}
"""
ELEVENTH = """\
system: warhammer-40k-11e
faction: necrons
battle_size: strike-force
detachments: [canoptek-court]
units:
  - {datasheet: overlord, models: 1, warlord: true}
  - {datasheet: lychguard, models: 10}
  - {datasheet: plasmancer, models: 1}
  - {datasheet: immortals, models: 10}
"""
PATROL = "system: combat-patrol\npatrol: {patrol}\n"


def _file(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "list.yaml"
    file.write_text(text, encoding="utf-8")
    return file


async def _stand_on(driver: Driver, number: int) -> None:
    await driver.press("1")
    driver.main.army_tree.move_cursor_to(("units", number))
    await driver.settle()


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.slow_but(1)
def test_leads_rides_and_waits_in_the_tenth_edition(
    library: Library, tmp_path: Path, size: tuple[int, int]
) -> None:
    async def journey(driver: Driver) -> None:
        await _stand_on(driver, 0)
        await driver.press("l")
        assert (
            "10 × Hellblaster Squad 1" in driver.text()
            and "5 × Hellblaster Squad 2" in driver.text()
        )
        await driver.press("enter")
        assert driver.session.data["formations"]["attached"] == {"lieutenant": "hellblaster-squad"}
        await _stand_on(driver, 1)
        await driver.press("t", "down")
        assert "Repulsor 2" in driver.text() and "11/14" in driver.text()
        await driver.press("enter")
        formations: dict[str, Any] = driver.session.data["formations"]
        (into,) = formations["embarked"].values()
        assert driver.session.army is not None
        assert next(unit for unit in driver.session.army.units if unit.id == into).path == (
            "units",
            4,
        )
        await _stand_on(driver, 3)
        await driver.press("v")
        assert "Strategic Reserves: 0 of 500 points" in driver.text()
        await driver.press("enter")
        assert driver.session.data["formations"]["strategic_reserves"] == ["repulsor"]
        await driver.press("v", "home", "enter")  # and back on the table
        assert not driver.session.data["formations"].get("strategic_reserves")
        assert driver.session.position.verdict == "legal"

    drive(journey, library, _file(tmp_path, TENTH), size)


def test_from_the_other_side(library: Library, tmp_path: Path) -> None:
    """On the bodyguard: who leads it. On the transport: who rides in it."""

    async def journey(driver: Driver) -> None:
        await _stand_on(driver, 2)
        await driver.press("l", "enter")
        await _stand_on(driver, 3)
        await driver.press("t", "end", "enter")
        formations: dict[str, Any] = driver.session.data["formations"]
        assert list(formations["attached"]) == ["lieutenant"]
        army = driver.session.army
        assert army is not None
        paths = {unit.id: unit.path for unit in army.units}
        assert [paths[each] for each in formations["attached"].values()] == [("units", 2)]
        assert {paths[unit]: paths[into] for unit, into in formations["embarked"].items()} == {
            ("units", 2): ("units", 3)
        }
        await _stand_on(driver, 2)
        await driver.press("l", "home", "enter")  # the same again lets it go
        assert not driver.session.data["formations"].get("attached")

    drive(journey, library, _file(tmp_path, TENTH))


def test_in_the_eleventh_edition_attachments_are_of_the_roster(
    library: Library, tmp_path: Path
) -> None:
    async def journey(driver: Driver) -> None:
        await _stand_on(driver, 0)
        await driver.press("l")
        await driver.type("lych")
        await driver.press("enter")
        await _stand_on(driver, 2)  # a support
        await driver.press("l", "enter")
        assert driver.session.data["attached"] == {
            "overlord": "lychguard",
            "plasmancer": "immortals",
        }
        assert "formations" not in driver.session.data
        await _stand_on(driver, 3)
        await driver.press("v", "enter")
        assert driver.session.data["formations"]["strategic_reserves"] == ["immortals"]
        assert driver.session.position.verdict == "legal"

    drive(journey, library, _file(tmp_path, ELEVENTH))


def test_what_is_forbidden_is_asked_about(library: Library, tmp_path: Path) -> None:
    """Both Hellblasters and the Lieutenant in one Repulsor are too many."""

    async def journey(driver: Driver) -> None:
        for number in (1, 2):
            await _stand_on(driver, number)
            await driver.press("t", "home", "down")
            assert ("15/14" in driver.text()) is (number == 2)
            await driver.press("enter")
        before = driver.session.data
        assert len(before["formations"]["embarked"]) == 1
        assert "15" in driver.text() and "40K-2" in driver.text()
        await driver.press("enter")  # leave it
        assert driver.session.data == before
        await driver.press("escape", "t", "home", "down", "enter", "down", "enter")  # all the same
        assert len(driver.session.data["formations"]["embarked"]) == 2
        assert driver.session.position.verdict == "illegal"

    drive(journey, library, _file(tmp_path, TENTH))


def test_in_a_patrol(library: Library, tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("1")
        tree = driver.main.army_tree
        leader = next(
            path
            for path, leaf in tree.leaves.items()
            if leaf.unit and leaf.unit.name == "Overlord Amonhotekh"
        )
        tree.move_cursor_to(leader)
        await driver.press("l", "enter")
        formations: dict[str, Any] = driver.session.data["formations"]
        assert len(formations["attached"]) == 1
        assert driver.session.position.verdict == "legal"
        await driver.press("v", "end", "enter")  # who has no ability for it is asked about
        assert "CP-" in driver.text()
        await driver.press("down", "enter")
        assert len(driver.session.data["formations"]["reserves"]) == 1

    drive(journey, library, _file(tmp_path, PATROL.format(patrol="amonhotekhs-guard")))


@pytest.mark.parametrize("key", ["l", "t", "v"])
@pytest.mark.slow_but(1)
def test_where_there_is_nothing_to_declare_it_is_said(
    library: Library, tmp_path: Path, key: str
) -> None:
    text = (
        "system: age-of-sigmar-4e\nfaction: stormcast-eternals\npoints_limit: 2000\nregiments:\n"
        "  - hero: {unit: lord-vigilant-on-gryph-stalker, general: true}\n    units: []\n"
    )

    async def journey(driver: Driver) -> None:
        await driver.press("1", "home", "down", "down")
        before = driver.session.build_text()
        await driver.press(key)
        (said,) = driver.app.notices
        assert "Lord-Vigilant" in said.message
        assert driver.session.build_text() == before

    drive(journey, library, _file(tmp_path, text), notices=True)
