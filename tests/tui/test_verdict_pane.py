"""The verdict: what it rests on is always there, and from a finding one gets to its row, its mending and its rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.i18n.messages import LANGS, Lang

from .driving import NARROW, WIDE, Driver, drive

LIST = """\
system: warhammer-40k-10e
faction: space-marines
battle_size: strike-force
detachment: gladius-task-force
units:
  - {id: lt, datasheet: lieutenant, models: 1, warlord: true, enhancement: artificer-armour}
  - datasheet: tactical-squad
    models:
      - {model: Tactical Sergeant, count: 1}
      - {model: Tactical Marine, count: 9, wargear: {flamer: 3, boltgun: 6, bolt pistol: 9, close combat weapon: 9}}
  - {datasheet: repulsor, models: 1}
  - {datasheet: captain, models: 1, enhancement: artificer-armour}
  - {id: scouts, datasheet: scout-squad, models: 5}
formations:
  embarked: {scouts: lt}
"""


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    file = tmp_path / "wrong.yaml"
    file.write_text(LIST, encoding="utf-8")
    return file


def _place(driver: Driver, code: str) -> int:
    return next(
        place for place, each in enumerate(driver.session.position.findings) if each.code == code
    )


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", [(60, 20), NARROW, WIDE])
@pytest.mark.slow_but(3)
def test_what_it_rests_on_is_always_there(
    library: Library, wrong: Path, size: tuple[int, int], lang: Lang
) -> None:
    async def look(driver: Driver) -> None:
        await driver.press("3", "end")
        text = driver.text()
        army = driver.session.army
        assert army is not None
        assert army.priced_on in text
        assert (
            driver.main.words.describe_basis("not_checked", driver.session.position.not_checked[0])[
                :8
            ]
            in text
        )

    drive(look, library, wrong, size, lang)


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.slow_but(1)
def test_enter_goes_to_the_row(library: Library, wrong: Path, size: tuple[int, int]) -> None:
    async def journey(driver: Driver) -> None:
        wanted = {
            "40K-14": (("units", 1), "flamer for boltgun"),
            "40K-22": (("units", 4), None),
            "40K-10": (("units", 3), "Enhancement"),
        }
        for code, (path, label) in wanted.items():
            await driver.press("f3")
            driver.main.verdict.move_cursor_to(("finding", _place(driver, code)))
            await driver.press("enter")
            assert driver.main.path == path
            if label is None:
                assert driver.main.pane == "army"
            else:
                assert driver.main.pane == "fields"
                line = next(
                    each
                    for each in driver.main.field_list.lines
                    if each.key == driver.main.field_list.cursor
                )
                assert (line.left, line.mark) == (label, "✗")

    drive(journey, library, wrong, size)


def test_right_mends_and_the_rule_is_told(library: Library, wrong: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("3")
        while driver.session.position.verdict != "legal":
            before = driver.session.position.count_findings("error")
            driver.main.verdict.move_cursor_to(("finding", 0))
            await driver.press("b")
            assert driver.session.position.findings[0].name in driver.text()
            await driver.press("escape", "right")
            assert driver.session.position.count_findings("error") < before
        await driver.press("right")
        assert len(driver.app.notices) >= 1
        await driver.press("1", "u", "u", "u")
        assert driver.session.build_text() == wrong.read_bytes()

    drive(journey, library, wrong, notices=True)


def test_the_first_problem_from_anywhere(library: Library, wrong: Path) -> None:
    async def journey(driver: Driver) -> None:
        assert "715" not in driver.text()
        line = driver.text().split("\n")[-2]
        assert "left" in line and "40K-" in line
        await driver.press("!")
        assert driver.main.path in (("units", 0), ("units", 3))
        assert driver.main.pane == "fields"

    drive(journey, library, wrong, NARROW)


def test_numbers_are_typed(library: Library, wrong: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("1")
        driver.main.army_tree.move_cursor_to(("units", 1))
        await driver.press("enter")
        fields = driver.main.field_list
        flamer = next(
            place
            for place, field in enumerate(fields.fields)
            if field.args.get("come") == ["flamer"]
        )
        assert "3 / 3" in driver.main.words.format_text(fields.fields[flamer].value)
        fields.move_cursor_to(flamer)
        await driver.press("2")
        army = driver.session.army
        assert army is not None
        assert (
            sum(
                (group.wargear or {}).get("flamer", 0)
                for unit in army.units
                for group in unit.groups
            )
            == 2
        )
        before = driver.session.build_text()
        await driver.press("9")  # never so many
        assert driver.session.build_text() == before
        assert len(driver.app.notices) == 1
        driver.main.army_tree.move_cursor_to(("units", 4))
        await driver.press("escape", "enter", "home", "1", "0")
        assert [unit.models for unit in army.units if unit.name == "Scout Squad"] == [5]
        assert [
            unit.models
            for unit in driver.session.army.units  # type: ignore[union-attr]
            if unit.name == "Scout Squad"
        ] == [10]
        await driver.press("3")  # no size begins so: it is the pane again
        assert driver.main.pane == "verdict"

    drive(journey, library, wrong, notices=True)


def test_what_is_free_and_not_chosen(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "free.yaml"
    file.write_text(
        "system: age-of-sigmar-4e\nfaction: stormcast-eternals\npoints_limit: 2000\nregiments:\n"
        "  - hero: {unit: lord-vigilant-on-gryph-stalker, general: true}\n    units: []\n",
        encoding="utf-8",
    )

    async def journey(driver: Driver) -> None:
        await driver.press("3")
        await driver.until(lambda: driver.main.verdict.free)
        await driver.see("Free, not yet chosen")
        driver.main.verdict.move_cursor_to(("free", 0))
        await driver.press("enter")
        assert driver.main.pane == "fields"
        free = driver.main.verdict.free[0]
        assert driver.main.field_list.field is not None
        assert driver.main.field_list.field.key == free.key

    drive(journey, library, file)


def test_at_the_cap_the_reason_is_told(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "cap.yaml"
    file.write_text(
        "system: warhammer-40k-10e\nfaction: space-marines\nbattle_size: strike-force\ndetachment: gladius-task-force\nunits:\n"
        "  - {datasheet: intercessor-squad, models: 10}\n",
        encoding="utf-8",
    )

    async def journey(driver: Driver) -> None:
        driver.main.army_tree.move_cursor_to(("units", 0))
        await driver.press("escape", "enter")
        fields = driver.main.field_list
        fields.move_cursor_to(
            next(place for place, field in enumerate(fields.fields) if field.key == "take")
        )
        assert "0 / 2 (1 for every 5 models)" in driver.text()
        await driver.press("right", "right")
        assert "2 / 2 (1 for every 5 models)" in driver.text()
        before = driver.session.build_text()
        await driver.press("right")
        assert driver.session.build_text() == before
        assert any("1 for every 5 models" in note.message for note in driver.app.notices)

    drive(journey, library, file, notices=True)


def test_a_line_that_is_older_than_the_list_does_nothing(library: Library, file: Path) -> None:
    """The verdict is drawn a moment after the change; what is pressed in between finds nothing."""

    async def journey(driver: Driver) -> None:
        driver.main.focus_verdict()
        for key in (("finding", 99), ("fix", 99, 0), ("fix", 0, 99), ("problem", 99), ("free", 99)):
            for pressed in ("enter", "right", "b"):
                driver.main.verdict.cursor = key
                driver.main.refresh_keys()
                driver.main.action_press(pressed)
                await driver.settle()
                if pressed == "b" and driver.app.screen is not driver.main:
                    await driver.press("escape")
                driver.main.focus_verdict()
        assert not driver.session.can_undo and driver.app.wrong is None

    drive(journey, library, file)
