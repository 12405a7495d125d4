"""Whole journeys with keys alone. What is asserted at the end is the session's roster."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import list_newest_first
from listbuilder.games.wh40k import wargear_fields
from listbuilder.games.wh40k.army import Muster
from listbuilder.tui.widgets.rows import Rows
from listbuilder.workspace import folders
from listbuilder.workspace.session import Session
from tests.own_state import EXAMPLE

from .driving import NARROW, WIDE, Driver, drive


def _army(session: Session) -> Counter[tuple[object, ...]]:
    """What is on the table: datasheet, models with their wargear, enhancement, warlord, price."""
    army = session.army
    assert isinstance(army, Muster)
    found: Counter[tuple[object, ...]] = Counter()
    for unit in army.muster_units:
        groups = tuple(
            (group.model, group.count, tuple(sorted((group.wargear or {}).items())))
            for group in wargear_fields.merge_groups(unit.datasheet, unit.groups)
        )
        enhancements = tuple(each.id for each in unit.enhancements)
        found[(unit.datasheet_id, groups, enhancements, unit.warlord, unit.points)] += 1
    return found


# What the list of the example takes from nothing: game, faction, size, detachment, fifteen units, all their wargear, two
# enhancements and the warlord. Whoever makes it fewer may write the new number here.
KEYS = 163


async def _begin(driver: Driver) -> None:
    await driver.press("n", "down", "enter")  # a new roster of the 10th edition
    await driver.type("nec")
    await driver.press("enter", "enter")  # Necrons; the usual size
    await driver.type("awa")
    await driver.press("enter")


async def _build_the_example(driver: Driver) -> None:
    """Fifteen units by a few letters each, then what is not the default."""
    await _begin(driver)
    units = (
        "overlord",
        "tec",
        "pla",
        "skorpekh l",
        "warr 20",
        "warr",
        "imm 10",
        "wra 6",
        "scar",
        "bla",
        "skorpekh d",
        "heavy d 2",
    )
    for letters in (*units, "doomsday a", "gho", "nightb"):
        await driver.type(letters)
        await driver.press("enter")
    await driver.press("escape", "home", "down")  # the army, at the Overlord
    await driver.press("e", "down", "enter")  # Veil of Darkness; the first who may be warlord is
    await driver.press("down", "e", "end", "enter")  # the Technomancer: the last enhancement


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.slow
def test_the_example_from_nothing(library: Library, size: tuple[int, int], tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        await _build_the_example(driver)
        tree = driver.main.army_tree
        await driver.press(
            *["down"] * (_place(tree.unit_paths, ("units", 5)) - _place(tree.unit_paths, tree.path))
        )
        await driver.press("enter", "down", ">", "escape")  # the second warriors: all reapers
        await driver.press("down", "enter", "down", "right", "escape")  # immortals: all or none
        await driver.press(
            *["down"] * (_place(tree.unit_paths, ("units", 7)) - _place(tree.unit_paths, tree.path))
        )
        await driver.press(
            "enter", "down", *["right"] * 4, "down", "down", "right", "right", "escape"
        )  # wraiths
        await driver.press(
            *["down"]
            * (_place(tree.unit_paths, ("units", 11)) - _place(tree.unit_paths, tree.path))
        )
        await driver.press("enter", "down", "right", "escape")  # one of two heavy destroyers
        assert driver.session.position.verdict == "legal"
        assert driver.session.position.points == 1990
        assert _army(driver.session) == _army(Session(EXAMPLE.read_bytes(), library))
        assert driver.keys == KEYS
        await driver.press("ctrl+s")
        await driver.press("enter")
        assert not driver.session.dirty
        assert (
            Session.open(tmp_path / "necrons-awakened-dynasty.yaml", library).position.verdict
            == "legal"
        )

    drive(journey, library, size=size)


def _place(paths: list[tuple[str | int, ...]], path: tuple[str | int, ...]) -> int:
    return paths.index(path)


async def _to_findings(driver: Driver) -> None:
    await driver.press("3")
    assert driver.main.pane == "verdict"


async def _apply_first_fix(driver: Driver) -> None:
    await _to_findings(driver)
    verdict = driver.main.verdict
    place = next(
        place
        for place, key in enumerate(verdict.keys)
        if isinstance(key, tuple) and key[0] == "fix"
    )
    await driver.press("home", *["down"] * place, "enter")


@pytest.mark.slow
def test_broken_in_five_ways_and_mended(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        session = driver.session
        # Each breaks one rule: a second copy of one who is unique, two warlords, a size, no detachment, one enhancement twice.
        breaking = {
            "40K-07": ["2", "escape", "a", *"nightb", "enter", "down", "enter", "escape"],
            "40K-12": ["1", "home", "down", "w"],
        }
        for code, keys in breaking.items():
            await driver.press(*keys)
            assert code in [finding.code for finding in session.position.findings]
            while session.position.verdict != "legal":
                before = len(session.position.findings)
                await _apply_first_fix(driver)
                assert len(session.position.findings) <= before
            assert session.position.verdict == "legal"
            await driver.press("1")
        await driver.press(
            "home", "enter", "down", "enter", "up", "enter"
        )  # the roster itself: a smaller battle
        assert [finding.code for finding in session.position.findings] == ["40K-02"]
        await driver.press("u")
        await driver.press("1")
        driver.main.army_tree.move_cursor_to(("units", 1))
        await driver.press("e", "home", "down", "enter")  # Veil of Darkness on the Technomancer too
        assert [finding.code for finding in session.position.findings] == ["40K-10"]
        await _apply_first_fix(driver)
        assert session.position.verdict == "legal"
        await driver.press(
            "1", "g", "down", "down", "enter"
        )  # another detachment: the enhancements are not of it
        await driver.type("cano")
        await driver.press("enter")
        assert "40K-11" in [finding.code for finding in session.position.findings]
        await driver.press("1")
        while session.can_undo:
            await driver.press("u")
        assert session.build_text() == EXAMPLE.read_bytes()
        assert not session.dirty

    drive(journey, library, file)


def test_from_a_finding_to_what_it_is_about(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        driver.main.army_tree.move_cursor_to(("units", 1))
        await driver.press(
            "e", "home", "down", "enter"
        )  # the Overlord's enhancement on the Technomancer too
        await _to_findings(driver)
        await driver.press("enter")
        assert driver.main.pane == "fields"
        assert driver.main.field_list.field is not None
        assert driver.main.field_list.field.key == "enhancement"
        assert driver.main.path in (("units", 0), ("units", 1))

    drive(journey, library, file)


def test_killed_and_recovered(library: Library, file: Path) -> None:
    expected: list[object] = []

    async def first(driver: Driver) -> None:
        await driver.press("down", "x")
        expected.append(driver.session.data)
        driver.session.close(keep=True)  # as the kernel leaves it after a kill

    async def second(driver: Driver) -> None:
        assert "unsaved change" in driver.text()
        await driver.press("enter")
        assert driver.session.data == expected[0]
        assert driver.session.dirty
        await driver.press("u")
        assert driver.session.build_text() == EXAMPLE.read_bytes()

    drive(first, library, file)
    assert file.read_bytes() == EXAMPLE.read_bytes()
    drive(second, library, file)


def test_closing_asks_once(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("down", "x", "q")
        assert "unsaved changes" in driver.text()
        await driver.press("escape")
        assert driver.app.is_running
        await driver.press("q", "enter")  # save, and go
        assert Session(file.read_bytes(), library).position.points == 1990 - 340

    drive(journey, library, file)


def test_changed_on_disk_is_asked(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("down", "x")
        theirs = EXAMPLE.read_bytes().replace(b"Silent dynasty", b"Theirs")
        file.write_bytes(theirs)
        await driver.press("ctrl+s")
        assert "changed by another program" in driver.question()
        await driver.press("down", "enter")  # take theirs
        assert driver.session.data["name"] == "Theirs"
        assert not driver.session.dirty
        assert file.read_bytes() == theirs
        await driver.press("u")  # mine is one undo away
        assert driver.session.position.points == 1990 - 340

    drive(journey, library, file)


def test_why_not(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("a", *"nightb")
        await driver.tried()
        assert "40K-07" in driver.text()
        await driver.press("enter")
        assert "this would break rules" in driver.text()
        await driver.press("enter")  # leave it
        assert driver.session.position.points == 1990
        assert not driver.session.can_undo

    drive(journey, library, file)


def test_undo_in_the_formations(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("f")
        assert "Strategic Reserves" in driver.text()
        await driver.press("right")
        assert driver.session.can_undo
        await driver.press("u", "escape")
        assert driver.session.build_text() == EXAMPLE.read_bytes()

    drive(journey, library, file)


def test_language_and_palette(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("L", "down", "enter")
        assert driver.app.words.lang == "ja"
        assert "判定" in driver.text()
        await driver.press("ctrl+p", *"複製")
        await driver.see("複製")

    drive(journey, library, file)


# --- the other games ---


def _regiments(session: Session) -> list[tuple[str, list[str]]]:
    return [
        (each["hero"]["unit"], [unit["unit"] for unit in each["units"]])
        for each in session.data["regiments"]
    ]


@pytest.mark.slow
def test_age_of_sigmar(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press(
            "n", *_down_to("age-of-sigmar-4e"), "enter", *"stormcast", *["enter"] * 4
        )
        await driver.press("down", "enter")  # a battle formation
        for letters in ("vigilant gryph", "liberators", "prosecutors", "liberators"):
            await driver.type(letters)
            await driver.press("enter")
        assert _regiments(driver.session) == [
            ("lord-vigilant-on-gryph-stalker", ["liberators", "prosecutors", "liberators"])
        ]
        assert driver.session.data["regiments"][0]["hero"]["general"] is True
        await driver.press("escape")
        assert driver.main.path == ("regiments", 0, "units", 2)
        await driver.press("x")
        assert _regiments(driver.session) == [
            ("lord-vigilant-on-gryph-stalker", ["liberators", "prosecutors"])
        ]
        while driver.session.can_undo:
            await driver.press("u")
        assert driver.session.data["regiments"] == []

    drive(journey, library)


def _down_to(game: str) -> list[str]:
    """From the first of the games that are offered to that one."""
    return ["down"] * list_newest_first(Library()).index(game)


@pytest.mark.parametrize(("game", "box"), [("combat-patrol", "amon"), ("spearhead", "vigilant")])
def test_boxes(library: Library, game: str, box: str) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("n", *_down_to(game), "enter", *box, "enter")
        for _ in range(9):  # the usual answers, or the first where there is none
            if driver.app.main is None:
                if driver.app.screen.query_one("#answers", Rows).cursor is None:
                    await driver.press("down")
                await driver.press("enter")
        assert driver.session.position.verdict == "legal"
        keys = driver.main.army_tree.keys
        assert len(set(keys)) == len(keys)
        await driver.press("end", "i")  # a unit that only the box names
        assert "Keywords" in driver.text()
        await driver.press("escape", "g", "down", "right")
        assert driver.session.can_undo
        assert driver.session.position.verdict == "legal"

    drive(journey, library)


def test_heroes(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("n", *_down_to("space-marine-heroes"), "enter")
        for _ in range(5):
            await driver.press("enter", "down")
        assert len(driver.session.data["heroes"]) == 5
        assert [hero["slot"] for hero in driver.session.data["heroes"]] == [1, 2, 3, 4, 5]

    drive(journey, library)


# --- bad input ---


def test_a_file_that_is_no_yaml_opens_as_text_and_is_mended(library: Library, file: Path) -> None:
    file.write_bytes(EXAMPLE.read_bytes().replace(b"faction: necrons", b"faction: 'necrons", 1))
    broken = file.read_bytes()

    async def journey(driver: Driver) -> None:
        assert "Can't read" in driver.text()
        assert "line" in driver.text()
        await driver.press("enter")
        area = driver.app.screen.query_one("#yaml")
        area.text = EXAMPLE.read_text()  # type: ignore[attr-defined]
        await driver.press("ctrl+s")
        assert driver.session.position.verdict == "legal"
        assert driver.session.dirty
        assert file.read_bytes() == broken
        await driver.press("escape", "ctrl+s")
        assert file.read_bytes() == EXAMPLE.read_bytes()

    drive(journey, library, file)


def test_unknown_units_are_shown_and_kept(library: Library, file: Path) -> None:
    file.write_bytes((EXAMPLE.parents[2] / "unreadable" / "unknown-datasheet.yaml").read_bytes())
    count = len(Session(file.read_bytes(), library).data["units"])

    async def journey(driver: Driver) -> None:
        assert "Not understood" in driver.text()
        await driver.press("down", "n", *"Bob", "enter", "ctrl+s")
        assert len(Session(file.read_bytes(), library).data["units"]) == count

    drive(journey, library, file)


def test_a_small_terminal_says_what_it_needs(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        assert "40 × 10" in driver.text()
        assert "60 × 16" in driver.text()
        await driver.pilot.resize_terminal(80, 24)
        await driver.settle()
        assert "Silent dynasty" in driver.text()

    drive(journey, library, file, size=(40, 10))


def test_a_save_that_fails_loses_nothing(
    library: Library, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from listbuilder.data import atomic_file

    real = atomic_file.write_file

    def full(path: Path, content: bytes) -> None:
        if path == file:
            raise OSError(28, "No space left on device")
        real(path, content)

    async def journey(driver: Driver) -> None:
        await driver.press("down", "x")
        monkeypatch.setattr(atomic_file, "write_file", full)
        await driver.press("ctrl+s")
        assert "No space left" in driver.text()
        await driver.press("escape")
        assert driver.session.dirty
        assert driver.session.position.points == 1990 - 340
        assert file.read_bytes() == EXAMPLE.read_bytes()

    drive(journey, library, file)


# --- more than keys, and more than one roster ---


def test_the_mouse_does_what_the_keys_do(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        tree = driver.main.army_tree
        line = next(
            y for y, piece in enumerate(tree._drawn) if tree.lines[piece.line].key == ("units", 4)
        )
        await driver.pilot.click(tree, offset=(6, line + 1))
        await driver.settle()
        assert driver.main.path == ("units", 4)
        bar = driver.main.query_one("KeyBar")
        start = next(start for start, _, action in bar._spans if action == "edit")  # type: ignore[attr-defined]
        await driver.pilot.click(bar, offset=(start + 1, 0))
        await driver.settle()
        assert driver.main.pane == "fields" and driver.main.path == ("units", 4)

    drive(journey, library, file)


def test_earlier_saves(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("down", "x", "s", "h", "down", "enter")
        assert driver.session.build_text() == EXAMPLE.read_bytes()

    drive(journey, library, file)


def test_open_another_one(library: Library, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_bytes((EXAMPLE.parent / "orks-war-horde.yaml").read_bytes())
    folders.record_recent_file(other)

    async def journey(driver: Driver) -> None:
        await driver.press("o", "down", "enter")
        assert driver.session.path == other
        assert "Orks" in driver.text()

    drive(journey, library, file)


@pytest.mark.parametrize(("form", "has"), [("markd", "Overlord"), ("gw", "Overlord")])
def test_export(library: Library, file: Path, tmp_path: Path, form: str, has: str) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("E", *form, "enter", "enter")
        made = [each for each in tmp_path.iterdir() if each.suffix in (".md", ".txt")]
        assert len(made) == 1
        text = made[0].read_text()
        assert has in text
        assert "eserve" not in text  # formations stay secret
        assert file.read_bytes() == EXAMPLE.read_bytes()

    drive(journey, library, file)


def test_import(library: Library, tmp_path: Path) -> None:
    from listbuilder.formats.make_printout import make_printout
    from listbuilder.formats.printout import Wish
    from listbuilder.formats.registry import export_printout
    from listbuilder.roster.position import Position

    done = Position.read(EXAMPLE.read_bytes(), "x", library)
    sheet = make_printout(done, library, Wish("gw"))
    assert sheet is not None
    (tmp_path / "l.txt").write_bytes(export_printout(sheet))

    async def journey(driver: Driver) -> None:
        await driver.press("i", *"l.txt", "enter")
        assert driver.app.main is not None
        await driver.press("escape")
        assert driver.session.position.points == 1990
        assert driver.session.path is None
        assert driver.session.dirty

    drive(journey, library)
