"""The picker with a collection: how much is owned and used, and only what is owned."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from listbuilder.advice.collection import Owned
from listbuilder.data.library import Library
from listbuilder.tui.app import Builder
from tests.tui.driving import WIDE, Driver

ROSTER = """\
system: warhammer-40k-10e
faction: necrons
battle_size: strike-force
detachment: awakened-dynasty
units:
  - {datasheet: overlord, models: 1, warlord: true}
  - {datasheet: necron-warriors, models: 10}
"""


@pytest.mark.slow
def test_own_and_used(tmp_path: Path) -> None:
    file = tmp_path / "n.yaml"
    file.write_text(ROSTER, encoding="utf-8")
    owned = Owned(
        "Mine",
        {"warhammer-40k-10e": {"necron-warriors": 20, "necrons/ghost-ark": 1, "overlord": 1}},
    )

    async def work() -> None:
        app = Builder(Library(), "en", file, None, owned)
        async with app.run_test(size=WIDE) as pilot:
            driver = Driver(app, pilot)
            await driver.settle()
            await driver.settle()
            await driver.press("a")
            await driver.tried()
            await driver.type("necron warriors")
            assert "own 20, used 10" in driver.text()
            for _ in "necron warriors":
                await driver.press("backspace")
            everything = len(driver.main.picker.find_matches())
            await driver.press("ctrl+b")
            fitting = len(driver.main.picker.find_matches())
            await driver.press("ctrl+b")
            names = {offer.id for offer in driver.main.picker.find_matches()}
            assert names == {"necron-warriors", "ghost-ark"}  # the one Overlord is used
            await driver.press("ctrl+b")
            assert len(driver.main.picker.find_matches()) == everything > fitting > 2
            assert app.main is not None
            app.main.session.close()

    asyncio.run(work())
