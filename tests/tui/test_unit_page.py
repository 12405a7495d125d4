"""The page of a unit: its keys act where the hand is, and nothing is lost without a word."""

from __future__ import annotations

from pathlib import Path

from textual import events

from listbuilder.data.library import Library
from listbuilder.tui.widgets.rows import Rows
from tests.own_state import ROOT

from .driving import NARROW, WIDE, Driver, drive

OVERLORD, WARRIORS, IMMORTALS = ("units", 0), ("units", 4), ("units", 6)


def _tell(driver: Driver) -> str:
    """Return the newest message."""
    return driver.app.notices[-1].message


def test_delete_empties_a_field_and_never_a_unit(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        count = len(driver.session.data["units"])
        driver.main.army_tree.move_cursor_to(OVERLORD)
        await driver.press("enter")
        fields = driver.main.field_list
        place = next(n for n, field in enumerate(fields.fields) if field.key == "enhancement")
        fields.move_cursor_to(place)
        assert driver.session.data["units"][0]["enhancement"] == "veil-of-darkness"
        await driver.press("delete")
        assert "enhancement" not in driver.session.data["units"][0]
        fields.move_cursor_to(next(n for n, f in enumerate(fields.fields) if f.key == "name"))
        assert driver.session.data["units"][0]["name"]
        await driver.press("x")
        assert "name" not in driver.session.data["units"][0]
        await driver.press("backspace")  # nothing left there
        driver.main.army_tree.move_cursor_to(IMMORTALS)
        await driver.press("home", "x")
        assert "Size can't be empty" in _tell(driver)
        assert len(driver.session.data["units"]) == count

    drive(journey, library, file, NARROW)


def test_removing_says_so_and_undo_goes_back_there(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        driver.main.army_tree.move_cursor_to(IMMORTALS)
        await driver.press("x")
        assert "Immortals removed (u to undo)" in _tell(driver)
        following = driver.main.path  # what came after them
        assert following != IMMORTALS
        await driver.press("home", "u")
        assert driver.main.path == IMMORTALS
        assert driver.session.data["units"][6]["datasheet"] == "immortals"
        await driver.press("end", "U")
        assert driver.main.path == following
        assert driver.session.data["units"][6]["datasheet"] != "immortals"

    drive(journey, library, file, WIDE)


def test_the_keys_of_the_army_work_on_the_page_of_a_unit(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        driver.main.army_tree.move_cursor_to(WARRIORS)
        await driver.press("enter", "minus")
        assert driver.session.army is not None
        assert driver.session.army.units[4].models == 10
        await driver.press("r")
        assert driver.session.army.units[4].models == 20
        await driver.press("down", "plus", "plus", "minus")  # gauss reapers, on their own line
        wargear = [group.wargear for group in driver.session.army.units[4].groups]
        assert [items["gauss reaper"] for items in wargear if items] == [1]
        assert driver.session.army.units[4].models == 20
        await driver.press("J")
        assert driver.main.path == ("units", 5) and driver.main.pane == "fields"
        assert driver.session.army.units[5].models == 20

    drive(journey, library, file, NARROW)


def test_a_fix_is_offered_where_there_is_one_and_reported(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("3")
        assert "fix it" not in driver.text().splitlines()[-1]  # nothing is wrong
        await driver.press("1")
        driver.main.army_tree.move_cursor_to(OVERLORD)
        await driver.press("w", "3")
        assert "fix it" in driver.text().splitlines()[-1]
        await driver.press("right")
        assert _tell(driver).startswith("Done (u to undo): ")
        assert driver.session.position.verdict == "legal"

    drive(journey, library, file, NARROW)


def test_the_page_says_what_a_unit_costs_and_carries(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        driver.main.army_tree.move_cursor_to(WARRIORS)
        await driver.press("enter", "left")  # 19 models
        lines = driver.main.field_list.lines
        assert (lines[0].left, lines[0].right) == ("Necron Warriors 1", "19 cost as 20: 200")
        assert lines[1].left == "Points: 10 for 90, 11\u201320 for 200"
        assert "19 gauss flayer" in lines[2].left
        await driver.press("right")
        assert driver.main.field_list.lines[0].right == "200"

    drive(journey, library, file, NARROW)


def test_the_page_says_who_leads_rides_and_waits(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        fields = driver.main.field_list

        def show_value(key: str) -> str:
            return next(
                line.right for line in fields.lines if line.left == key and line.key is not None
            )

        def go_to(key: str) -> None:
            fields.move_cursor_to(next(line.key for line in fields.lines if line.left == key))

        driver.main.army_tree.move_cursor_to(OVERLORD)
        await driver.press("enter")
        assert show_value("Attached to") == "‹ 20 × Necron Warriors 1 ›"
        go_to("Attached to")
        await driver.press("x")
        assert "overlord" not in driver.session.data["formations"]["attached"]
        await driver.press("enter")
        await driver.type("warriors")
        await driver.press("enter")
        assert show_value("Attached to") == "‹ 20 × Necron Warriors 1 ›"
        go_to("Starts")
        await driver.press("right")
        assert driver.session.data["formations"]["strategic_reserves"]
        await driver.press("u")
        await driver.press("1")
        driver.main.army_tree.move_cursor_to(WARRIORS)
        await driver.press("enter")
        assert show_value("Led or joined by") == "Zahndrekh the Younger"
        go_to("Led or joined by")
        await driver.press("delete")
        assert show_value("Led or joined by") == "–"

    drive(journey, library, file, WIDE)


def test_space_goes_through_the_choices(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        driver.main.army_tree.move_cursor_to(("units", 8))  # scarabs
        await driver.press("enter")
        fields = driver.main.field_list
        fields.move_cursor_to(next(n for n, f in enumerate(fields.fields) if f.key == "deployment"))
        seen = []
        for _ in range(4):
            seen.append(fields.fields[int(str(fields.cursor))].value.key)
            await driver.press("space")
        assert seen[0] == "on_the_table" and seen[1] != seen[0]
        assert seen[0] in seen[2:]  # after the last comes the first

    drive(journey, library, file, NARROW)


def test_a_price_stands_once(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        driver.main.army_tree.move_cursor_to(OVERLORD)
        await driver.press("e")
        row = next(line for line in driver.text().splitlines() if "Veil of Darkness" in line)
        assert row.count("+20") == 1 and "(+20)" not in row

    drive(journey, library, file, NARROW)


def test_a_list_pasted_on_the_army_is_imported(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        pasted = (ROOT / "examples" / "pasted" / "necrons.txt").read_text(encoding="utf-8")
        before = driver.session
        driver.app.screen.post_message(events.Paste("one line"))
        await driver.settle()
        assert "paste all its lines" in driver.app.notices[-1].message
        driver.app.screen.post_message(events.Paste(pasted))
        await driver.until(lambda: driver.session is not before)
        assert driver.session.army is not None and driver.session.army.units

    drive(journey, library, file, NARROW)


def test_nothing_is_offered_that_is_not_there(library: Library, tmp_path: Path) -> None:
    box = tmp_path / "box.yaml"
    box.write_bytes((ROOT / "examples/spearhead/legal/vigilant-brotherhood.yaml").read_bytes())

    async def journey(driver: Driver) -> None:
        assert " a add " not in driver.text().splitlines()[-1]
        await driver.press("f")  # a screen with nothing on it
        assert "nothing to declare" in driver.app.notices[-1].message
        assert driver.app.screen is driver.main

    drive(journey, library, box, NARROW)


def test_fixes_name_the_unit_among_equal_ones(library: Library, tmp_path: Path) -> None:
    orks = tmp_path / "orks.yaml"
    bikers = "".join("  - {datasheet: warbikers, models: 6}\n" for _ in range(4))
    orks.write_text(
        "system: warhammer-40k-10e\nfaction: orks\nbattle_size: incursion\n"
        "detachment: war-horde\nunits:\n"
        f"  - {{datasheet: warboss, models: 1, warlord: true}}\n{bikers}"
    )

    async def journey(driver: Driver) -> None:
        await driver.press("3")
        assert "Remove Warbikers (-130) [Warbikers 4]" in driver.text()
        await driver.press("M")
        await driver.see("Smallest changes first")
        assert "[Warbikers" in driver.text().split("Smallest changes first")[1]
        await driver.press("enter")
        assert driver.session.position.verdict == "legal"
        assert _tell(driver).startswith("Done (u to undo): Remove Warbikers")

    drive(journey, library, orks, NARROW)


def test_the_datasheet_of_a_candidate_goes_with_the_search(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("a")
        await driver.type("monolith")
        await driver.until(lambda: not driver.main.sheets.is_waiting)
        sheet = driver.main.query_one("#sheet", Rows)
        assert "Monolith" in [line.left for line in sheet.lines]
        await driver.press("escape")
        await driver.until(lambda: not driver.main.sheets.is_waiting)
        assert "Monolith" not in [line.left for line in sheet.lines]

    drive(journey, library, file, (200, 60))
