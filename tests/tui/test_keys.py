"""How many keys a whole list takes: one table. Each journey begins at the first screen and ends with the file saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import list_newest_first
from listbuilder.workspace.session import Session

from .driving import NARROW, WIDE, Driver, drive

GOAL = 110  # keys for 2,000 points with leaders attached, transports filled, wargear chosen, saved


class Journey(msgspec.Struct, frozen=True, kw_only=True):
    """`keys`: words of letters are typed, the others are names of keys. `ends`: what is so of the roster then."""

    game: str
    keys: tuple[str, ...]
    bound: int
    units: int
    least: int = 0  # points
    ends: Callable[[Any], None] = lambda data: None


_KEYS = frozenset(
    [
        *(
            "enter",
            "escape",
            "home",
            "end",
            "up",
            "down",
            "left",
            "right",
            "pageup",
            "pagedown",
            "tab",
            "ctrl+s",
            "ctrl+g",
        ),
        *("plus", "minus", "greater_than_sign", "question_mark"),
    ]
)


def _pressed(words: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for word in words:
        found += [word] if word in _KEYS else list(word)
    return found


def _down_to(game: str) -> tuple[str, ...]:
    return ("down",) * list_newest_first(Library()).index(game)


def _add(*letters: str) -> tuple[str, ...]:
    """Each by a few letters; `2*` adds it twice, for the query stays."""
    found: list[str] = []
    for each in letters:
        count, _, query = each.rpartition("*")
        found += [query, *["enter"] * int(count or 1)]
    return tuple(found)


def _declared(data: Any) -> None:
    """Three leaders, two transports, and something else than the usual gun."""
    attached = data["attached"] if "attached" in data else data["formations"]["attached"]
    assert len(attached) == 3
    assert len(data["formations"]["embarked"]) == 2
    assert any(isinstance(unit["models"], list) for unit in data["units"]), "wargear was chosen"


def _blessed(data: Any) -> None:
    """All that costs a choice and few points: a formation, two lores, terrain, an artefact and a heroic trait."""
    assert all(
        data[key]
        for key in (
            "battle_formation",
            "spell_lore",
            "manifestation_lore",
            "faction_terrain",
            "season",
        )
    )
    assert len(data["regiments"][0]["hero"]["enhancements"]) == 2


def run(
    journey: Journey, library: Library, size: tuple[int, int], folder: Path, look: bool = False
) -> None:
    keys = _pressed(("n", *_down_to(journey.game), *journey.keys))

    async def go(driver: Driver) -> None:
        await driver.press(*keys)
        session = driver.session
        if look:
            print(session.data, session.position.points, driver.keys, session.path)
            print(
                [(each.code, each.key, each.args) for each in session.position.findings],
                driver.text(),
            )
            return
        assert session.army is not None
        assert session.position.count_findings("error") == 0, [
            (each.code, each.args) for each in session.position.findings
        ]
        assert len(session.army.units) >= journey.units
        assert (session.position.points or 0) >= journey.least
        journey.ends(session.data)
        assert driver.keys <= journey.bound <= GOAL
        assert session.path is not None and not session.dirty
        assert Session.open(session.path, library).position.verdict == session.position.verdict

    drive(go, library, size=size)


TAU = (
    "shad",
    "fireb",
    "eth",
    "col",
    "2*bre",
    "str",
    "2*dev",
    "2*sunf",
    "2*ham",
    "2*rip",
    "broad 3",
)
MARINES = (
    "cap",
    "lieu",
    "biol",
    "hell 10",
    "blade vet",
    "2*inter",
    "imp",
    "repu",
    "2*erad 6",
    "3*rede",
)
MARINES_11E = (
    "cap",
    "hell 10",
    "lieu",
    "2*erad 6",
    "biol",
    "blade vet",
    "2*inter",
    "imp",
    "repu",
    "3*rede",
)

JOURNEYS: dict[str, Journey] = {
    "T'au, 10th edition": Journey(
        game="warhammer-40k-10e",
        keys=(
            *("enter", "tau", "enter", "enter", "kau", "enter", *_add(*TAU)),
            *("escape", *("home", "down", "down", "l", "enter") * 3),  # three leaders
            *("home", "down", "down", "t", "enter", "down", "down", "t", "enter"),  # two transports
            *("end", "up", "enter", "down", "right"),  # another gun
            *("ctrl+s", "enter"),
        ),
        bound=GOAL,
        units=16,
        least=1900,
        ends=_declared,
    ),
    "Space Marines, 10th edition": Journey(
        game="warhammer-40k-10e",
        keys=(
            *("enter", "mari", "enter", "enter", "gla", "enter", *_add(*MARINES)),
            *("escape", *("home", "down", "l", "enter") * 3),  # three leaders
            *("home", "down", "t", "enter", *["down"] * 4, "t", "enter"),  # two transports
            *("enter", "down", "right"),  # another gun
            *("ctrl+s", "enter"),
        ),
        bound=GOAL,
        units=14,
        least=1850,
        ends=_declared,
    ),
    "T'au, 11th edition": Journey(
        game="warhammer-40k-11e",
        keys=(
            *("enter", "tau", "enter", "enter", "kau", "enter", "enter", *_add(*TAU)),
            *("escape", *("home", "down", "down", "l", "enter") * 3),  # three leaders
            *("home", "down", "down", "t", "enter", "down", "down", "t", "enter"),  # two transports
            *("end", "up", "enter", "down", "right"),  # another gun
            *("ctrl+s", "enter"),
        ),
        bound=GOAL,
        units=16,
        least=1850,
        ends=_declared,
    ),
    "Space Marines, 11th edition": Journey(
        game="warhammer-40k-11e",
        keys=(
            *("enter", "mari", "enter", "enter", "gla", "enter", *_add(*MARINES_11E)),
            *(
                "escape",
                "home",
                "down",
                "l",
                "enter",
            ),  # the Captain; the two supports went where they can by themselves
            *("home", "down", "t", "enter", *["down"] * 3, "t", "enter"),  # two transports
            *("enter", "down", "right"),  # another gun
            *("ctrl+s", "enter"),
        ),
        bound=GOAL,
        units=14,
        least=1850,
        ends=_declared,
    ),
    "Stormcast Eternals": Journey(
        game="age-of-sigmar-4e",
        keys=(
            *("enter", "storm", *["enter"] * 4, "down", "enter"),
            *_add(
                "vigilant gry",
                "2*libera",
                "prosec",
                "celestant",
                "2*annih",
                "prosec",
                "krond",
                "3*vindic",
            ),
            *(
                "escape",
                "end",
                "enter",
                *["down"] * 3,
                "right",
                *["down"] * 2,
                "right",
                "down",
                "right",
            ),  # lores, terrain
            *(
                "escape",
                "home",
                "down",
                "down",
                "enter",
                "down",
                "right",
                "down",
                "right",
            ),  # an artefact, a trait
            *("ctrl+s", "enter"),
        ),
        bound=GOAL,
        units=11,
        least=1800,
        ends=_blessed,
    ),
    "Amonhotekh's Guard": Journey(
        game="combat-patrol",
        keys=("enter", "amon", "enter", "enter", "enter", "ctrl+s", "enter"),
        bound=20,
        units=5,
    ),
    "Vigilant Brotherhood": Journey(
        game="spearhead",
        keys=("enter", "vigil", "enter", *["down", "enter"] * 2, "ctrl+s", "enter"),
        bound=20,
        units=4,
    ),
    "Five heroes": Journey(
        game="space-marine-heroes",
        keys=("enter", *["enter", "down"] * 5, "ctrl+s", "enter"),
        bound=20,
        units=5,
    ),
}


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize("name", list(JOURNEYS))
@pytest.mark.slow_but(1)
def test_keys(library: Library, tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    run(JOURNEYS[name], library, size, tmp_path)
