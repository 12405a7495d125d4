"""One key makes a roster legal: with the smallest change, after asking, and it can be taken back."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from tests.own_state import EXAMPLE, ROOT

from .driving import WIDE, Driver, drive

FOUR_LYCHGUARD = """\
system: warhammer-40k-11e
faction: necrons
battle_size: strike-force
detachments: [canoptek-court]
units:
  - {datasheet: overlord, warlord: true}
  - {datasheet: lychguard, models: 5}
  - {datasheet: lychguard, models: 5}
  - {datasheet: lychguard, models: 5}
  - {datasheet: lychguard, models: 5}
"""


def _verdict(driver: Driver) -> str:
    return driver.session.position.verdict


def test_the_first_offer_is_taken_and_can_be_undone(library: Library, tmp_path: Path) -> None:
    """Four Lychguard; three of a datasheet are allowed (11E-10)."""
    file = tmp_path / "four.yaml"
    file.write_text(FOUR_LYCHGUARD, encoding="utf-8")

    async def journey(driver: Driver) -> None:
        session = driver.session
        before = session.data
        assert _verdict(driver) == "illegal"
        await driver.press("M", "enter")
        assert _verdict(driver) == "legal"
        assert [unit["datasheet"] for unit in session.data["units"]] == [
            "overlord",
            "lychguard",
            "lychguard",
            "lychguard",
        ]
        await driver.press("u")
        assert session.data == before
        await driver.press("M", "escape")  # asked, and nothing taken
        assert session.data == before

    drive(journey, library, file, size=WIDE)


def test_of_a_legal_roster_nothing_is_changed(library: Library, tmp_path: Path) -> None:
    file = tmp_path / EXAMPLE.name
    shutil.copy(EXAMPLE, file)

    async def journey(driver: Driver) -> None:
        before = driver.session.data
        await driver.press("M", "enter", "escape")
        assert driver.session.data == before and _verdict(driver) == "legal"

    drive(journey, library, file, size=WIDE)


@pytest.mark.parametrize(
    "name",
    sorted(file.name for file in (ROOT / "examples" / "aos" / "illegal").glob("AOS-1*.yaml")),
)
@pytest.mark.slow_but(2)
def test_other_games_too(library: Library, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    shutil.copy(ROOT / "examples" / "aos" / "illegal" / name, file)

    async def journey(driver: Driver) -> None:
        await driver.press("M", "enter")
        assert _verdict(driver) == "legal"

    drive(journey, library, file, size=WIDE)
