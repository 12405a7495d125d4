"""The names that are proposed for a roster's file, and what typing makes of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from listbuilder.data.library import Library
from listbuilder.tui.actions.file_names import propose_path
from listbuilder.workspace.session import Session

from .driving import Driver, drive

ROSTERS = {
    "necrons-awakened-dynasty": "{system: warhammer-40k-10e, faction: necrons, detachment: awakened-dynasty}",
    "necrons-annihilation-legion-hand-of-the-dynasty": (
        "{system: warhammer-40k-11e, faction: necrons,"
        " detachments: [annihilation-legion, hand-of-the-dynasty]}"
    ),
    "stormcast-eternals": "{system: age-of-sigmar-4e, faction: stormcast-eternals}",
    "silent-king-s-own": "{system: warhammer-40k-10e, faction: necrons, name: Silent / King's-own}",
    "沈黙の王": "{system: warhammer-40k-10e, faction: necrons, name: 沈黙の王}",
    "roster": "{system: warhammer-40k-10e, faction: necrons, name: ...}",
}


@pytest.mark.parametrize("stem", ROSTERS)
def test_a_name_is_proposed(library: Library, stem: str, tmp_path: Path) -> None:
    session = Session(ROSTERS[stem].encode(), library, is_new=True, autosave=False)
    stem = stem.replace("king-s", "kings")
    assert propose_path(session) == tmp_path / f"{stem}.yaml"
    (tmp_path / f"{stem}.yaml").touch()
    assert propose_path(session) == tmp_path / f"{stem}-2.yaml"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ((), "necrons-2.yaml"),
        ("mine", "mine.yaml"),
        ((*["ctrl+u", "ctrl+k"], *"mine"), "mine.yaml"),
        ((*["end", "ctrl+u"], *"mine 1.2"), "mine 1.2.yaml"),
        ((*["end", "ctrl+u"], *"a.txt"), "a.txt"),
    ],
)
@pytest.mark.slow_but(2)
def test_typing_replaces_the_stem(
    library: Library, typed: tuple[str, ...], name: str, tmp_path: Path
) -> None:
    file = tmp_path / "necrons.yaml"
    file.write_text("{system: warhammer-40k-10e, faction: necrons, detachment: awakened-dynasty}")

    async def journey(driver: Driver) -> None:
        await driver.press("escape", "S")
        assert driver.app.screen.query_one(Input).value == str(tmp_path / "necrons-2.yaml")
        await driver.press(*typed, "enter")
        assert driver.session.path is not None
        assert driver.session.path.resolve() == tmp_path / name
        assert (tmp_path / name).is_file()

    drive(journey, library, file)
