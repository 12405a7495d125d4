"""Random keys, clicks and window sizes break nothing: a few short runs of `make monkeys`, and what longer ones found."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest
from textual import events
from textual.screen import Screen
from textual.timer import Timer

from listbuilder.data.library import Library
from listbuilder.i18n.messages import LANGS
from listbuilder.tui.actions import export
from listbuilder.tui.key_queue import LOOK_AGAIN
from listbuilder.tui.palette import Palette
from listbuilder.tui.screens.dialogs import Answer, Ask
from listbuilder.tui.screens.export import ExportScreen
from listbuilder.tui.screens.new_list import NewScreen
from listbuilder.tui.screens.too_small import TooSmall
from listbuilder.tui.widgets.filter import Filter
from listbuilder.tui.widgets.keybar import KeyBar
from tests.own_state import EXAMPLE
from tools.monkeys.drive import Failure, play
from tools.monkeys.events import HOME, SIZES, STARTS, WIZARD, Run
from tools.monkeys.shrink import shortened

from .driving import NARROW, Driver, drive

EVENTS = 40


@pytest.mark.parametrize("place", range(len(STARTS)))
@pytest.mark.slow_but(1)
def test_monkeys(place: int) -> None:
    """From every start once; the sizes and the languages take turns."""
    run = Run(start=STARTS[place], size=SIZES[place % len(SIZES)], seed=7 + place, count=EVENTS)
    assert play(run) is None


def test_the_same_seed_plays_the_same_events() -> None:
    run = Run(start=HOME, size=(80, 24), seed=3)
    assert run.events() == run.events() and len(run.events()) == 300
    assert run.events() != Run(start=HOME, size=(80, 24), seed=4).events()
    runs = [Run(start=HOME, size=(80, 24), seed=seed) for seed in range(5)]
    kinds = {event.removeprefix("~").partition(":")[0] for each in runs for event in each.events()}
    assert kinds == {"key", "click", "double", "wheel", "size", "paste", "look"}


def test_a_failure_is_found_and_made_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: NewScreen) -> None:
        raise KeyError("nobody expects this")

    monkeypatch.setattr(NewScreen, "action_begin", broken)
    run = Run(start=HOME, size=(80, 24), seed=0)
    found = play(run, ["key:down", "key:up", "key:n", "key:x", "key:ctrl+g", "key:down"])
    assert (
        found is not None
        and found.kind == "crash"
        and found.what == "KeyError: 'nobody expects this'"
    )
    assert (
        found.events == ("key:down", "key:up", "key:n", "key:x", "key:ctrl+g")
        and found.screen == "NewScreen"
    )
    assert shortened(found, 20).events == ("key:n", "key:ctrl+g")


def test_a_monkey_cannot_leave_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "file"
    refused: list[Exception] = []

    def writes(self: NewScreen) -> None:
        try:
            outside.write_text("here")
        except OSError as error:
            refused.append(error)

    monkeypatch.setattr(NewScreen, "action_begin", writes)
    assert play(Run(start=WIZARD, size=(80, 24), seed=0), ["key:ctrl+g"]) is None
    assert len(refused) == 1 and not outside.exists()
    outside.write_text("here")  # the fence is down again


# --- what monkeys found ---


def _plays(start: str, events: Sequence[str], seed: int = 0) -> Failure | None:
    return play(Run(start=start, size=(80, 24), seed=seed), list(events))


@pytest.mark.parametrize("seed", range(len(LANGS)))
@pytest.mark.parametrize("key", ["key:tab", "click:10,2", "double:10,2"])
def test_the_faction_is_asked_for_before_the_game(key: str, seed: int) -> None:
    assert _plays(WIZARD, [key, "key:a", "key:enter"], seed) is None


def test_the_wizard_says_that_the_game_comes_first(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("n", "tab")
        screen = driver.app.screen
        assert isinstance(screen, NewScreen) and screen.place == 0
        assert "Choose a game first." in driver.text()
        await driver.press("down")
        assert "Choose a game first." not in driver.text()
        await driver.press("enter", "shift+tab", "tab")
        assert screen.place == 1

    drive(journey, library, size=NARROW)


def test_an_export_is_chosen_while_its_preview_is_made(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The preview comes when the screen is gone."""
    made, left = threading.Event(), threading.Event()

    def slow(*_: object) -> bytes:
        made.set()
        left.wait(60)
        return b"made"

    monkeypatch.setattr(export, "_make_export", slow)

    async def journey(driver: Driver) -> None:
        driver.main.execute_action("export")
        await driver.until(made.is_set)
        preview: Screen[Any] = driver.app.screen
        assert isinstance(preview, ExportScreen)
        preview.dismiss(None)
        left.set()
        for _ in range(20):
            await driver.pilot.pause()
        assert driver.app.wrong is None and driver.app.is_running
        assert _top(driver) is driver.main

    drive(journey, library, EXAMPLE)


def test_a_second_click_beside_the_palette_closes_nothing_else(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("T", "ctrl+p")
        *_, asked, palette = driver.app.screen_stack
        assert isinstance(asked, Ask) and isinstance(palette, Palette)
        palette.dismiss()
        palette.dismiss()
        await driver.pilot.pause()
        assert _top(driver) is asked
        await driver.press("escape")
        assert _top(driver) is driver.main

    drive(journey, library, EXAMPLE)


def test_a_question_is_answered_under_another_screen(library: Library) -> None:
    """Whatever stands over it goes with it; nothing waits for an answer that cannot come."""

    async def journey(driver: Driver) -> None:
        app, answers = driver.app, list[Any]()
        asked = Ask("?", [Answer(key="a", left="a")])
        app.push_screen(asked, answers.append)
        await driver.pilot.pause()
        app.push_screen(TooSmall("too small"))
        await driver.pilot.pause()
        asked.dismiss("a")
        asked.dismiss("b")
        await driver.pilot.pause()
        assert answers == ["a"] and app.screen is driver.main

    drive(journey, library, EXAMPLE)


def test_a_click_on_nothing_leaves_the_keys_to_the_question(library: Library) -> None:
    """As a click does that comes before a question is drawn."""

    async def journey(driver: Driver) -> None:
        await driver.press("T")
        asked: Screen[Any] = driver.app.screen
        assert isinstance(asked, Ask) and asked.focused is not None
        asked.set_focus(None)
        assert asked.focused is not None
        await driver.press("escape")
        assert _top(driver) is driver.main

    drive(journey, library, EXAMPLE)


def test_a_click_on_what_has_gone(library: Library) -> None:
    """It is painted until the next look, and has no frame any more that Textual could ask for its place."""

    async def journey(driver: Driver) -> None:
        app = driver.app
        bar = app.screen.query_one(KeyBar)
        x, y = bar.region.x + 3, bar.region.y
        assert app.get_widget_at(x, y)[0] is bar
        parent, bar._parent = bar._parent, None
        app.post_message(events.MouseDown(None, x, y, 0, 0, 1, False, False, False, x, y))
        for _ in range(5):
            await driver.pilot.pause()
        bar._parent = parent
        assert app.wrong is None

    drive(journey, library, EXAMPLE)


def test_keys_wait_in_no_timer_that_textual_drops(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A short timer whose task is late before it begins to wait never fires: here each is late."""
    run = Timer._run

    async def run_unless_late(timer: Timer) -> None:
        if timer._repeat != 0 or timer._interval > LOOK_AGAIN:
            await run(timer)

    monkeypatch.setattr(Timer, "_run", run_unless_late)

    async def journey(driver: Driver) -> None:
        for key in ("n", *"necro"):
            driver.app.post_message(_key(key))
        for _ in range(6000):  # a minute at least, for a machine that has much else to do
            if not driver.app._held_keys and [
                each.value for each in driver.app.screen.query(Filter)
            ] == ["necro"]:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"keys are still held: {driver.app._held_keys}")

    drive(journey, library)


def test_keys_that_come_after_the_end(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        app = driver.app
        for key in "abc":
            app._held_keys.append(_key(key))
        app._schedule_next_key()
        app.exit(0)
        app.post_message(_key("d"))

    drive(journey, library, EXAMPLE)


def _top(driver: Driver) -> Screen[Any]:
    return driver.app.screen


def _key(character: str) -> events.Key:
    return events.Key(character, character)
