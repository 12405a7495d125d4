"""Every text of the builder, in three languages, with the same placeholders; and every key does one thing in one place."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from listbuilder.store import words as store
from listbuilder.store.words import LANGS
from listbuilder.tui.actions import table
from listbuilder.tui.screens.builder import BuilderScreen
from listbuilder.tui.words import Words
from tests.own_state import ROOT

FILE = ROOT / "listbuilder" / "tui" / "words.yaml"
SOURCES = sorted((ROOT / "listbuilder" / "tui").rglob("*.py"))


def _placeholders(text: str) -> set[str]:
    return {name.split(":")[0] for name in re.findall(r"{([^}]*)}", text)}


def test_the_languages_say_the_same() -> None:
    tables = {lang: store.table(FILE, lang) for lang in LANGS}
    assert tables["en"].keys() == tables["ja"].keys() == tables["zh"].keys()
    for key, english in tables["en"].items():
        for lang in ("ja", "zh"):
            assert _placeholders(tables[lang][key]) == _placeholders(english), (lang, key)


def test_every_action_has_a_name_and_a_deed() -> None:
    for lang in LANGS:
        words = Words(lang)
        assert [action.id for action in table.ACTIONS if not words.has(f"action.{action.id}")] == []
    without = [action.id for action in table.ACTIONS if not hasattr(BuilderScreen, f"do_{action.id}")]
    assert without == []


def test_a_key_does_one_thing_in_one_place() -> None:
    for pane in ("army", "picker", "fields", "verdict"):
        keys = Counter(key for action in table.in_pane(pane) for key in action.keys)
        assert [key for key, count in keys.items() if count > 1] == [], pane


def test_every_text_the_screens_name_is_there() -> None:
    words = Words("en")
    missing = []
    for file in SOURCES:
        for key in re.findall(r"words\(\s*\"([a-z_.]+)\"", Path(file).read_text(encoding="utf-8")):
            if not words.has(key):
                missing.append(f"{file.name}: {key}")
    assert missing == []
