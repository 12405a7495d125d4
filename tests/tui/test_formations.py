"""The overview of what is declared: the verdict is there, the total of the reserves, and a footer that is true."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library

from .driving import NARROW, WIDE, Driver, drive
from .test_declaring import TENTH


@pytest.mark.parametrize("size", [(60, 20), NARROW, WIDE])
@pytest.mark.slow_but(1)
def test_the_overview(library: Library, tmp_path: Path, size: tuple[int, int]) -> None:
    file = tmp_path / "list.yaml"
    file.write_text(TENTH, encoding="utf-8")

    async def journey(driver: Driver) -> None:
        await driver.press("f")
        text = driver.text()
        assert "LEGAL" in text and "0 of 500" in text
        assert "Hellblaster Squad 1" in text and "Hellblaster Squad 2" in text
        rows = driver.app.screen.query_one("#formations")
        place = next(
            place
            for place, field in enumerate(rows.fields)  # type: ignore[attr-defined]
            if (field.key, field.of) == ("deployment", "repulsor")
        )
        rows.move_cursor_to(place)  # type: ignore[attr-defined]
        await driver.press("right")
        assert driver.session.data["formations"]["strategic_reserves"] == ["repulsor"]
        assert "180 of 500" in driver.text()
        await driver.press("u")
        assert "0 of 500" in driver.text()
        assert not driver.session.dirty
        rows.move_cursor_to(0)  # type: ignore[attr-defined]
        await driver.press("enter", "enter", "escape")
        assert driver.app.screen is driver.main

    drive(journey, library, file, size)
