"""What made a newcomer stumble at 80x24 and does no longer: a name that is missing, a place that is not the place."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from listbuilder.advice.fill_ordered import fill_own_first
from listbuilder.data.library import Library
from listbuilder.i18n.messages import LANGS, Lang
from listbuilder.roster.position import Position
from listbuilder.tui import keymap
from listbuilder.tui.actions.file_names import propose_path
from listbuilder.tui.screens.dialogs import Ask
from listbuilder.tui.text import Words
from listbuilder.workspace.session import Session

from .driving import NARROW, Driver, drive

COURT = """\
system: warhammer-40k-11e
faction: necrons
battle_size: strike-force
detachments: [awakened-dynasty]
units:
  - {datasheet: overlord, warlord: true}
  - {datasheet: necron-warriors, models: 20}
"""
STORMHOST = """\
system: age-of-sigmar-4e
faction: stormcast-eternals
season: 2026-27
points_limit: 2000
battle_formation: thunderhead-host
regiments:
  - hero: {unit: knight-arcanum, general: true}
"""


@pytest.fixture
def court(tmp_path: Path) -> Path:
    file = tmp_path / "court.yaml"
    file.write_text(COURT, encoding="utf-8")
    return file


def test_a_question_about_a_unit_names_it(library: Library, court: Path) -> None:
    """Asked from its page, too, and in the message about the answer."""

    async def journey(driver: Driver) -> None:
        await driver.press("down", "enter")
        fields = driver.main.field_list
        place = next(place for place, field in enumerate(fields.fields) if field.key == "attached")
        fields.move_cursor_to(place)
        await driver.press("enter")
        assert isinstance(driver.app.screen, Ask)
        assert driver.app.screen.heading == "Attach Overlord to"
        await driver.press(*"warriors", "enter")
        assert driver.app.notices[-1].message.startswith("Overlord: ")

    drive(journey, library, court, NARROW, notices=True)


def test_an_addition_says_whom_a_leader_joined(library: Library, court: Path) -> None:
    """The army shows it below that unit, and not under the heading of its role."""

    async def journey(driver: Driver) -> None:
        await driver.press("a", *"chronomancer", "enter")
        await driver.see("Chronomancer 70 → Necron Warriors")

    drive(journey, library, court, NARROW)


def test_the_name_of_a_saved_list_is_everywhere(library: Library, court: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("S", *"mine", "enter")
        await driver.until(lambda: driver.session.path == court.with_name("mine.yaml"))
        lines = driver.text().splitlines()
        assert lines[0].startswith(" mine") and lines[2].startswith("◆ mine")

    drive(journey, library, court, NARROW)


def test_faction_and_detachment_have_room_at_80_columns(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "host.yaml"
    file.write_text(STORMHOST, encoding="utf-8")

    async def journey(driver: Driver) -> None:
        top = driver.text().splitlines()[0]
        assert " host  Stormcast Eternals " in top
        assert "Thunderhead Host" in top and "110/2000" in top and "█" in top

    drive(journey, library, file, NARROW)


def test_regiments_of_renown_are_proposed_after_own_units(library: Library) -> None:
    position = Position.read(STORMHOST.encode(), "host.yaml", library)
    ways = fill_own_first(position, None).ways
    allied = [any(member.is_allied for member in way.members) for way in ways]
    assert ways and allied == sorted(allied) and not allied[0]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("pane", keymap.FOOTER)
def test_the_footer_has_help_and_what_is_special_here(pane: keymap.Pane, lang: Lang) -> None:
    """At 80 columns, in each language; what has no room must not be what only this page has."""
    needed = {
        "army": ("add", "edit", "save", "help", "quit"),
        "picker": ("pick", "back", "save", "help", "why", "fits"),
        "fields": ("change", "step", "back", "save", "help"),
        "verdict": ("follow", "mend_here", "rule", "back", "help", "quit"),
    }[pane]
    words, taken, shown = Words(lang), 0, []
    for action, key in keymap.list_footer(pane):
        size = cell_len(key) + cell_len(words(f"action.{action.id}")) + 3
        if taken + size - 1 <= NARROW[0]:
            taken += size
            shown.append(action.id)
    assert set(needed) <= set(shown)


def test_a_small_window_shows_the_name_before_the_bar(library: Library, tmp_path: Path) -> None:
    """Numbers of problems and the bar of points give way; the list's name is not cut for them."""
    file = tmp_path / "eleven-letters.yaml"
    file.write_text(COURT.replace("detachments: [awakened-dynasty]\n", ""), encoding="utf-8")

    async def journey(driver: Driver) -> None:
        assert driver.text().splitlines()[0].startswith(" eleven-letters ")

    drive(journey, library, file, (60, 16))


def test_a_price_limit_means_the_price_that_is_shown(library: Library, court: Path) -> None:
    """The first Chronomancer costs 70, the second 80."""

    async def journey(driver: Driver) -> None:
        await driver.press("a", *"chronomancer", "enter")
        await driver.tried()
        await driver.press(*"<80")
        assert "Plasmancer" in driver.text() and "Chronomancer  " not in driver.text()
        await driver.press("backspace", "1")  # <81
        row = next(line for line in driver.main.picker.rows.lines if line.key == "chronomancer")
        assert row.right.endswith("80")

    drive(journey, library, court, NARROW)


def test_a_message_goes_when_the_list_changes(library: Library, court: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("down", "u")
        await driver.see("Nothing to undo.")
        await driver.press("d")
        assert "Nothing to undo." not in driver.text()

    drive(journey, library, court, NARROW, notices=True)


def test_why_not_says_no_rule_is_broken_where_none_is(library: Library, court: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("a", *"immortals", "ctrl+y")
        assert isinstance(driver.app.screen, Ask)
        assert driver.app.screen.heading == "Immortals"

    drive(journey, library, court, NARROW)


def test_another_list_to_compare_with_stands_before_the_dates(
    library: Library, court: Path
) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("D")
        assert isinstance(driver.app.screen, Ask)
        first = [answer.left for answer in driver.app.screen.answers[:2]]
        assert first == ["today", "Compare with another list…"]

    drive(journey, library, court, NARROW)


def test_a_game_without_points_speaks_of_none(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "marines.yaml"
    file.write_text("system: space-marine-heroes\nheroes: []\n", encoding="utf-8")

    async def journey(driver: Driver) -> None:
        assert "Cholerus" in driver.text()
        for hint in ("warriors 20", "<100", "over points"):
            assert hint not in driver.text()

    drive(journey, library, file, NARROW)


def test_a_list_without_a_faction_is_named_after_its_heading(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    heroes = {"system": "space-marine-heroes", "heroes": [{"hero": "morslug", "slot": 1}]}
    session = Session.create(heroes, library)
    assert propose_path(session) == tmp_path / "plague-marines.yaml"
