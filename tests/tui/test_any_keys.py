"""Any keys in any order: nothing breaks, and undoing all of it gives the same bytes. 5,000 actions over all games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Field
from listbuilder.roster import commands
from listbuilder.workspace.session import Session
from tests.own_state import ROOT

from .driving import NARROW, WIDE, Driver, drive

FOLDERS = (
    "40k-10e/legal",
    "40k-11e/legal",
    "aos/legal",
    "combat-patrol/legal",
    "combat-patrol-11e/legal",
    "spearhead/legal",
    "space-marine-heroes/legal",
)
LISTS = {folder: sorted((ROOT / "examples" / folder).glob("*.yaml"))[0] for folder in FOLDERS}
ACTIONS = 5_000
KEYS_EACH = 40
# What changes the army or goes about in it; nothing that leaves the roster, writes a file or asks for a name.
KEYS = (
    *(
        "down",
        "up",
        "pageup",
        "pagedown",
        "home",
        "end",
        "x",
        "d",
        "plus",
        "minus",
        "w",
        "K",
        "J",
        "u",
        "U",
        "1",
        "2",
        "3",
        "g",
    ),
    *(
        "left",
        "right",
        "less_than_sign",
        "greater_than_sign",
        "exclamation_mark",
        "l",
        "t",
        "v",
        "f",
        "r",
        "e",
        "enter",
        "escape",
    ),
)


def _file(name: str, tmp_path: Path) -> Path:
    file = tmp_path / "list.yaml"
    file.write_bytes(LISTS[name].read_bytes())
    return file


def _any_field(session: Session, dice: random.Random) -> list[Field]:
    army = session.army
    places = [(), *(unit.path for unit in army.units if unit.path)] if army is not None else []
    place = dice.choice(places) if places else ()
    fields = [
        *commands.list_fields(session.position, place),
        *(commands.list_deployment_fields(session.position) if dice.random() < 0.3 else []),
    ]
    return [field for field in fields if field.kind == "choice"]


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.slow
def test_any_edits_are_undone(name: str, library: Library, tmp_path: Path) -> None:
    """The actions behind the keys, without drawing: that is what makes 5,000 of them affordable."""
    file = _file(name, tmp_path)
    session = Session(file.read_bytes(), library, file, autosave=False)
    dice = random.Random(name)
    offers = session.position.editor.list_offers(session.army) if session.army is not None else []
    done = 0
    for _ in range(ACTIONS // len(LISTS)):
        army = session.army
        paths = [unit.path for unit in army.units if unit.path] if army is not None else []
        deed = dice.randrange(10)
        before = session.position.verdict
        if deed < 2 and offers and len(paths) < 40:
            added = commands.place_addition(
                session.position, dice.choice(offers).id, dice.choice([None, 10])
            )
            done += added is not None and session.apply(added.edit)
        elif deed == 2 and paths:
            done += session.apply(commands.remove_part(session.position, dice.choice(paths)))
        elif deed == 3 and paths:
            moved = commands.move_unit(session.position, dice.choice(paths), dice.choice([-1, 1]))
            done += moved is not None and session.apply(moved.edit)
        elif deed == 4 and paths and len(paths) < 40:
            copied = commands.copy_unit(session.position, dice.choice(paths))
            done += copied is not None and session.apply(copied.edit)
        elif deed == 5:
            done += session.undo()
        elif fields := _any_field(session, dice):
            options = dice.choice(fields).options()
            done += bool(options) and session.apply(dice.choice(options).edit)
        assert session.position.verdict in ("legal", "illegal", "unread") and before
    assert done > ACTIONS // len(LISTS) // 10
    while session.undo():
        pass
    assert session.build_text() == file.read_bytes()


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.slow_but(1)
def test_any_keys_are_undone(name: str, library: Library, tmp_path: Path) -> None:
    file = _file(name, tmp_path)
    dice = random.Random(name)

    async def journey(driver: Driver) -> None:
        for _ in range(KEYS_EACH):
            await driver.press(dice.choice(KEYS))
            assert driver.app.is_running and driver.app.main is not None
            assert driver.text().strip()
        for _ in range(6):
            await driver.press("escape")
        await driver.press("1")
        while driver.session.undo():
            pass
        assert driver.session.build_text() == file.read_bytes()

    drive(journey, library, file, dice.choice((NARROW, WIDE, (200, 60), (60, 20))))


def test_what_is_drawn_again_is_all_that_changed(library: Library, tmp_path: Path) -> None:
    """Only changed lines are drawn after a key: the screen is as if all of it had been drawn."""

    async def act(driver: Driver) -> None:
        for key in (
            "down",
            "down",
            "d",
            "w",
            "u",
            "plus",
            "minus",
            "x",
            "u",
            "K",
            "e",
            "right",
            "escape",
            "U",
        ):
            await driver.press(key)
            shown = [strip.text for strip in driver.main._compositor.render_strips()]
            for widget in driver.main.walk_children():
                widget._styles_cache.clear()  # type: ignore[attr-defined]
            assert shown == [strip.text for strip in driver.main._compositor.render_strips()], key

    drive(act, library, _file("40k-10e/legal", tmp_path))
