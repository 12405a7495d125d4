"""How a list begins: from nothing, from a file, from what was pasted; and what the first screen shows and does."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS, list_newest_first
from listbuilder.tui.screens.dialogs import Info
from listbuilder.tui.screens.home import HomeScreen
from listbuilder.tui.screens.new_list import NewScreen
from listbuilder.tui.widgets.rows import Rows
from listbuilder.workspace import folders
from tests.own_state import EXAMPLE

from .driving import NARROW, WIDE, Driver, drive


def _down_to(game: str) -> list[str]:
    return ["down"] * list_newest_first(Library()).index(game)


def _labels(driver: Driver) -> dict[str, str]:
    screen = driver.app.screen
    assert isinstance(screen, NewScreen)
    return {line.left: line.right for line in screen.query_one("#questions").lines}  # type: ignore[attr-defined]


def _answers(driver: Driver) -> list[str]:
    return [line.left for line in driver.app.screen.query_one("#answers").lines]  # type: ignore[attr-defined]


# --- a new list ---


@pytest.mark.parametrize("size", [WIDE, NARROW, (60, 20)])
@pytest.mark.slow_but(1)
def test_what_governs_the_rest_is_asked_first(library: Library, size: tuple[int, int]) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("n", *_down_to("age-of-sigmar-4e"), "enter", *"stormcast", "enter")
        assert list(_labels(driver)) == [
            "Game", "Faction or box", "Points limit", "Season", "Army of Renown", "Battle formation",
        ]  # fmt: skip
        await driver.press("enter", "enter", *"ruination brotherhood", "enter")
        if driver.app.main is None:
            await driver.press("enter")
        data = driver.session.data
        assert data["season"] == "2026-27"
        assert data["army_of_renown"] == "ruination-brotherhood"

    drive(journey, library, size=size)


def test_escape_goes_one_question_back_and_answers_stay(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("n", "down", "enter", *"necr", "enter", *"incur", "enter")
        assert driver.app.screen.place == 3  # type: ignore[attr-defined]
        await driver.press("escape", "escape")
        assert _labels(driver)["Battle size"].startswith("Incursion")
        assert "Necrons" in _labels(driver)["Faction or box"]
        await driver.press("enter")  # Necrons again: what was answered for them stays
        assert _labels(driver)["Battle size"].startswith("Incursion")
        await driver.press("escape", *"ork", "enter")
        assert not _labels(driver)["Battle size"].startswith("Incursion")
        for _ in range(4):
            await driver.press("escape")
        assert isinstance(driver.app.screen, HomeScreen)
        assert driver.app.main is None

    drive(journey, library)


def test_several_detachments_are_asked_for_while_there_are_points(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press(
            "n", "enter", *"necron", "enter", "enter", *"canop", "enter", *"hand", "enter"
        )
        if driver.app.main is None:
            await driver.press("enter")
        assert driver.session.data["detachments"] == ["canoptek-court", "hand-of-the-dynasty"]

    drive(journey, library)


@pytest.mark.parametrize("game", list(SYSTEMS))
@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.slow_but(1, "game")
def test_a_new_list_of_any_game_greets_without_an_error(
    library: Library, game: str, lang: str
) -> None:
    """With Enter, and a step down where the game must be told: no answer is chosen by the alphabet."""

    async def journey(driver: Driver) -> None:
        await driver.press("n", *_down_to(game), "enter")
        for _ in range(12):
            if driver.app.main is None:
                rows = driver.app.screen.query_one("#answers")
                if rows.cursor is None:  # type: ignore[attr-defined]
                    asked = list(_labels(driver))
                    await driver.press("enter")  # says how to choose, and goes nowhere
                    assert list(_labels(driver)) == asked
                    await driver.press("down")
                await driver.press("enter")
        await driver.until(lambda: driver.app.main is not None)
        army = driver.session.army
        assert army is not None
        if army.units:
            assert driver.session.position.count_findings("error") == 0
        else:
            assert "✗" not in driver.text().splitlines()[0]
            assert not [
                each.code for each in driver.session.position.findings if "detach" in each.key
            ]

    drive(journey, library, lang=lang)


def test_ten_is_the_edition_of_the_whole_game_first(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("n", *"10")
        assert _answers(driver) == [
            "Warhammer 40,000 (10th edition)",
            "Combat Patrol (10th edition)",
        ]

    drive(journey, library)


def test_the_last_game_and_faction_are_where_one_begins(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("n", *"aos", "enter", *"skaven", "enter", "ctrl+g")
        driver.session.close()
        await driver.press("ctrl+n")
        if driver.app.screen is not driver.app.main and not isinstance(
            driver.app.screen, NewScreen
        ):
            await driver.press("down", "enter")  # the list without units may go
        rows = driver.app.screen.query_one("#answers")
        assert rows.cursor == "age-of-sigmar-4e"  # type: ignore[attr-defined]
        await driver.press("enter")
        assert rows.cursor == "skaven"  # type: ignore[attr-defined]

    drive(journey, library)


def test_what_a_detachment_is_and_how_many_points_there_are(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("n", "enter", *"necr", "enter", "enter")
        assert "You have 3 detachment points (DP); 0 are spent." in driver.text()
        await driver.press("tab")  # the last question: begins with it open
        assert driver.app.main is not None
        assert not driver.session.data.get("detachments")

    drive(journey, library)


@pytest.mark.parametrize(("game", "faction", "box"), [("combat-patrol", "necrons", "amonhotekhs-guard"),
                                                      ("spearhead", "idoneth", "akhelian-tide-guard")])  # fmt: skip
def test_boxes_are_found_by_their_faction(
    library: Library, game: str, faction: str, box: str
) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("n", *_down_to(game), "enter", *faction)
        screen = driver.app.screen
        keys = [line.key for line in screen.query_one("#answers").lines]  # type: ignore[attr-defined]
        assert box in keys
        assert faction in driver.text().lower().split("combat patrol")[-1]

    drive(journey, library)


def test_labels_show_what_is_charged(library: Library, tmp_path: Path) -> None:
    """The base book charges nothing for an enhancement; the season does."""
    file = tmp_path / "s.yaml"
    lines = ["system: age-of-sigmar-4e", "faction: stormcast-eternals", "points_limit: 2000", "regiments:",
             "  - {hero: {unit: lord-vigilant-on-gryph-stalker, general: true}, units: []}"]  # fmt: skip
    for season, points in (([], ""), (["season: 2026-27"], "+20")):
        file.write_text("\n".join([*lines, *season, ""]))

        async def journey(driver: Driver, points: str = points) -> None:
            driver.main.army_tree.move_cursor_to(("regiments", 0, "hero"))
            await driver.press("e", *"envoy")
            assert _answers(driver)[0] == "Heroic Traits: Envoy of the Heavens"
            rows = driver.app.screen.query_one("#answers", Rows)
            assert rows.lines[0].right == points

        drive(journey, library, file)


# --- from files and from what is pasted ---


def _list_text(library: Library) -> str:
    from listbuilder.formats.make_printout import make_printout
    from listbuilder.formats.printout import Wish
    from listbuilder.formats.registry import export_printout
    from listbuilder.roster.position import Position

    sheet = make_printout(Position.read(EXAMPLE.read_bytes(), "x", library), library, Wish("gw"))
    assert sheet is not None
    return export_printout(sheet).decode()


@pytest.mark.parametrize("where", ["home", "dialog"])
def test_a_pasted_list_is_imported(library: Library, where: str) -> None:
    text = _list_text(library)

    async def journey(driver: Driver) -> None:
        if where == "dialog":
            await driver.press("i")
        driver.app.post_message(events.Paste(text))
        await driver.until(lambda: isinstance(driver.app.screen, Info))
        assert "1990 points, as stated in the list" in driver.text()
        assert driver.text().count("1990 points") == 1
        await driver.press("escape")
        assert driver.session.position.points == 1990
        assert driver.session.path is None

    drive(journey, library)


def test_edit_imports_what_is_another_programs_list(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(_list_text(library).replace("Nightbringer", "Nightbringr Foo Bar", 1))
    before = file.read_bytes()

    async def journey(driver: Driver) -> None:
        assert isinstance(driver.app.screen, Info)
        await driver.press("escape")
        assert len(driver.session.data["units"]) >= 14
        assert driver.session.path is None
        assert file.read_bytes() == before

    drive(journey, library, file)


def test_edit_of_a_missing_name_creates_it(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "new.yaml"

    async def journey(driver: Driver) -> None:
        assert isinstance(driver.app.screen, NewScreen)
        await driver.press(
            "enter", *"necron", "enter", "enter", *"awak", "enter", *"overlord", "enter", "ctrl+s"
        )
        assert not driver.session.dirty
        assert "overlord" in file.read_text()

    drive(journey, library, file)


# --- the first screen ---


def _home(driver: Driver) -> HomeScreen:
    screen = driver.app.screen
    assert isinstance(screen, HomeScreen)
    return screen


def _to_file(driver: Driver, path: Path) -> None:
    _home(driver).query_one("#home").move_cursor_to(("file", path))  # type: ignore[attr-defined]


def test_recent_lists_with_game_points_and_verdict(library: Library, file: Path) -> None:
    async def first(driver: Driver) -> None:
        assert driver.session.position.points == 1990

    async def second(driver: Driver) -> None:
        text = driver.text()
        for part in (
            "Silent dynasty",
            file.name,
            "Necrons · Warhammer 40,000 (10th",
            "1990/2000",
            "LEGAL",
        ):
            assert part in text
        assert "Build, check and share army lists" not in text  # only while there are none

    drive(first, library, file)
    for size in (WIDE, NARROW, (60, 20)):
        drive(second, library, size=size)


def test_a_file_changed_elsewhere_is_judged_anew(library: Library, file: Path) -> None:
    from listbuilder.workspace import recent_files

    folders.record_recent_file(file)
    assert folders.find_unchanged_seen([file]) == {}
    assert recent_files.judge_unknown_files([file], library, None)
    assert folders.find_unchanged_seen([file])[file].points == 1990
    file.write_bytes(file.read_bytes().replace(b"Silent dynasty", b"Silent"))
    assert folders.find_unchanged_seen([file]) == {}


def test_duplicate_rename_and_the_bin(library: Library, file: Path) -> None:
    folders.record_recent_file(file)
    raw = file.read_bytes()

    async def journey(driver: Driver) -> None:
        _to_file(driver, file)
        await driver.press("d", "enter")
        copy = file.with_name("list-2.yaml")
        assert copy.read_bytes() == raw
        _to_file(driver, copy)
        await driver.press("r", *"other", "enter")  # the ending stays
        other = file.with_name("other.yaml")
        assert other.read_bytes() == raw and not copy.exists()
        _to_file(driver, other)
        await driver.press("x", "enter")
        assert not other.exists()
        assert file.exists()
        await driver.press("u")
        assert other.read_bytes() == raw
        _to_file(driver, file)
        await driver.press("r", *"other", "enter")  # taken: nothing is lost
        assert other.read_bytes() == raw and file.read_bytes() == raw

    drive(journey, library)


def test_the_hint_fits_the_page(library: Library) -> None:
    """On Add letters are typed, and the tip on sizes is seen at 80 columns; on Army a opens Add."""

    async def journey(driver: Driver) -> None:
        await driver.press("n", "enter", *"necr", "enter", "ctrl+g")
        assert "warriors 20" in driver.text()
        await driver.press("escape")
        assert "Press a to add a unit." in driver.text()
        assert "letters" not in driver.text()

    drive(journey, library, size=NARROW)
