"""Every text of the builder, in three languages, with the same placeholders; and every key does one thing in one place."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from listbuilder.data.library import Library
from listbuilder.i18n import messages as store
from listbuilder.i18n.messages import LANGS
from listbuilder.tui import keymap
from listbuilder.tui.actions.by_id import ACTIONS, ACTIONS_OF_SEVERAL_KEYS
from listbuilder.tui.screens.dialogs import Info
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.rows import Rows
from tests.own_state import ROOT

from .driving import Driver, drive

FILE = ROOT / "listbuilder" / "tui" / "words.yaml"
SOURCES = sorted((ROOT / "listbuilder" / "tui").rglob("*.py"))


def _placeholders(text: str) -> set[str]:
    return {name.split(":")[0] for name in re.findall(r"{([^}]*)}", text)}


def test_the_languages_say_the_same() -> None:
    tables = {lang: store.load_texts(FILE, lang) for lang in LANGS}
    assert tables["en"].keys() == tables["ja"].keys() == tables["zh"].keys()
    for key, english in tables["en"].items():
        for lang in ("ja", "zh"):
            assert _placeholders(tables[lang][key]) == _placeholders(english), (lang, key)


def test_every_action_has_a_name_and_a_deed() -> None:
    for lang in LANGS:
        words = Words(lang)
        assert [
            action.id for action in keymap.ACTIONS if not words.has_message(f"action.{action.id}")
        ] == []
    assert sorted(action.id for action in keymap.ACTIONS) == sorted(
        [*ACTIONS, *ACTIONS_OF_SEVERAL_KEYS]
    )


def test_a_key_does_one_thing_in_one_place() -> None:
    for pane in ("army", "picker", "fields", "verdict"):
        keys = Counter(key for action in keymap.yield_actions(pane) for key in action.keys)
        assert [key for key, count in keys.items() if count > 1] == [], pane


def test_every_text_the_screens_name_is_there() -> None:
    words = Words("en")
    missing = []
    for file in SOURCES:
        for key in re.findall(r"words\(\s*\"([a-z_.]+)\"", Path(file).read_text(encoding="utf-8")):
            if not words.has_message(key):
                missing.append(f"{file.name}: {key}")
    assert missing == []


SKAVEN = """\
system: age-of-sigmar-4e
faction: skaven
points_limit: 2000
regiments:
  - hero: {unit: clawlord-on-gnaw-beast, general: true}
    units: [{unit: gutter-runners}]
"""


def test_what_no_book_prints_has_the_english_beside_it_once(
    library: Library, tmp_path: Path
) -> None:
    """Glossary: Deathmaster is likely, and in no book that was seen. Said where one chooses, and not in every sentence."""
    file = tmp_path / "skaven.yaml"
    file.write_text(SKAVEN, encoding="utf-8")

    async def journey(driver: Driver) -> None:
        await driver.press("a", *"マスター")
        rows = [line.left for line in driver.main.picker.rows.lines]
        assert "デスマスター（Deathmaster）" in rows
        army = [line.left for line in driver.main.army_tree.lines]
        assert any("ガッター・ランナー" in row and "Gutter" not in row for row in army)

    drive(journey, library, file, lang="ja")


def test_a_fans_name_is_searched_for_and_not_shown(library: Library, tmp_path: Path) -> None:
    """Glossary: 变化灵 is what players call The Changeling, and no book."""
    file = tmp_path / "tzeentch.yaml"
    file.write_text(
        "system: age-of-sigmar-4e\nfaction: disciples-of-tzeentch\npoints_limit: 2000\n",
        encoding="utf-8",
    )

    async def journey(driver: Driver) -> None:
        await driver.press("a", *"变化灵")
        rows = [line.left for line in driver.main.picker.rows.lines if line.key]
        assert rows[0].startswith("The Changeling") and "变化灵" not in "".join(rows)

    drive(journey, library, file, lang="zh")


def test_help_begins_with_the_page_one_is_on(library: Library, file: Path) -> None:
    """F1 and, where nothing is typed, a question mark; and in dialogs what their keys are."""

    async def journey(driver: Driver) -> None:
        words = driver.app.words
        for keys, pane in (
            ((), "army"),
            (("a",), "picker"),
            (("escape", "enter"), "fields"),
            (("3",), "verdict"),
        ):
            await driver.press(*keys)
            for key in ("f1", "?"):
                await driver.press(key)
                assert isinstance(driver.app.screen, Info)
                heads = [line.left for line in driver.app.screen.query_one(Rows).lines]
                assert heads[:2] == [words(f"help.{pane}"), words(f"pane.{pane}")]
                await driver.press("escape")
        await driver.press("S", "f1")
        assert isinstance(driver.app.screen, Info)
        assert "Esc" in driver.text()
        await driver.press("f1", "escape")
        assert driver.app.screen_stack[-1] is driver.main

    drive(journey, library, file)


def test_a_letter_answers_where_nothing_is_to_be_typed(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("down", "x", "ctrl+q")
        assert "type to narrow" not in driver.text()
        await driver.press("e")
        assert driver.app.screen is driver.main and driver.session.dirty
        await driver.press("ctrl+q", "s")
        assert not driver.session.dirty

    drive(journey, library, file)


def test_a_theme_is_seen_before_it_is_chosen(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        before = driver.app.theme
        await driver.press("T", "down")
        assert driver.app.theme != before
        await driver.press("escape")
        assert driver.app.theme == before

    drive(journey, library, file)
