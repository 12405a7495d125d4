"""A list of the 11th edition with keys alone: two detachments, a disposition, a support and a leader with their units."""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.games.wh40k.army import Muster

from .driving import WIDE, Driver, drive

# What this list takes from nothing. Whoever makes it fewer may write the new number here.
KEYS = 71


def _tree(driver: Driver) -> list[tuple[int, str, str]]:
    """How far in each unit stands, its name and its points."""
    return [
        (line.indent, line.left, line.right) for line in driver.main.army_tree.lines if line.key
    ]


@pytest.mark.slow
def test_a_list_of_the_eleventh_edition(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("n", "enter")
        await driver.type("nec")
        await driver.press("enter", "enter")
        await driver.type("canop")
        await driver.press("enter")
        await driver.type("hand")
        await driver.press("enter")  # a further detachment, which takes the points that were left
        for letters in ("overlord", "imm 10", "lych 10", "pla", "wra 6", "wra"):
            await driver.type(letters)
            await driver.press("enter")
        await driver.press(
            "escape", "g", *["down"] * 5, ">", "escape"
        )  # the disposition that is left to choose
        await driver.press(
            "f", "enter", "down", "down", "enter", "escape"
        )  # the Overlord goes with the Lychguard
        session = driver.session
        assert session.data == {
            "system": "warhammer-40k-11e",
            "faction": "necrons",
            "battle_size": "strike-force",
            "detachments": ["canoptek-court", "hand-of-the-dynasty"],
            "disposition": "take-and-hold",
            "units": [
                {"id": "overlord", "datasheet": "overlord", "models": 1, "warlord": True},
                {"datasheet": "immortals", "models": 10},
                {"id": "lychguard", "datasheet": "lychguard", "models": 10},
                {"id": "plasmancer", "datasheet": "plasmancer", "models": 1},
                {"datasheet": "canoptek-wraiths", "models": 6},
                {"datasheet": "canoptek-wraiths", "models": 3},
            ],
            "attached": {"plasmancer": "immortals", "overlord": "lychguard"},
        }
        army = session.army
        assert isinstance(army, Muster) and session.position.verdict == "legal"
        # 90 + 130 + 160 + 60, six Wraiths 220, and three as the second copy 115: prices of 2026-09-30
        assert army.points == 775
        assert _tree(driver) == [
            (1, "10 Immortals", "130"),
            (3, "Plasmancer", "60"),
            (1, "10 Lychguard", "160"),
            (3, "Overlord", "90"),
            (1, "6 Canoptek Wraiths 1", "220"),
            (1, "3 Canoptek Wraiths 2", "115"),
        ]
        assert driver.keys == KEYS

    drive(journey, library, size=WIDE)
