"""Every text is there in three languages, with the same places to fill."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import pytest

from listbuilder.data import paths
from listbuilder.i18n import messages
from listbuilder.yamlio import reader


def texts(node: Any, path: str = "") -> list[tuple[str, dict[str, str]]]:
    if isinstance(node, dict) and isinstance(node.get("en"), str):
        return [(path, node)]
    if isinstance(node, dict):
        return [found for key, child in node.items() for found in texts(child, f"{path}.{key}")]
    return []


DATA = tuple(
    paths.PACKAGE / place
    for place in (
        "formats",
        "matching",
        "games/common",
        "cli/examples.yaml",
        "i18n/moved_words.yaml",
        "tui/accents.yaml",
        "update",
    )
)  # data beside words: aliases, dates, names of other tools


def read(file: Path) -> Any:
    return reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data


EXAMPLES = {"examples.yaml"}  # commands as they are typed, in every language the same
FILES = [
    file
    for file in sorted(paths.PACKAGE.rglob("*.yaml"))
    if texts(read(file)) or not (any(map(file.is_relative_to, DATA)) or file.name in EXAMPLES)
]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(paths.PACKAGE)))
def test_three_languages_with_the_same_fields(file: Path) -> None:
    found = texts(read(file))
    assert found, f"{file} has no texts"
    for key, text in found:
        assert set(text) == set(messages.LANGS), f"{file.name}{key}: {sorted(text)}"
        for lang in ("ja", "zh"):
            assert fields(text[lang]) == fields(text["en"]), f"{file.name}{key} ({lang})"


def test_filling() -> None:
    template = "{count:model|models}: {names:and} or {names:or}; {word:q}"
    args = {"count": 1, "names": ["a", "b", "c"], "word": "Ghost Ark"}
    assert (
        messages.fill_template(template, args, "en")
        == '1 model: a, b and c or a, b or c; "Ghost Ark"'
    )
    assert messages.fill_template("{count:model|models}", {"count": 0}, "en") == "0 models"


def test_official_names_are_shown_where_there_are_any() -> None:
    assert messages.translate_name("Necron Warriors", "ja") == "ネクロン・ウォリアー"
    assert messages.translate_name("necron warriors", "zh") == "太空死灵武士"
    assert messages.translate_name("No Such Thing", "ja") == "No Such Thing"
    assert messages.translate_name("Epic Hero", "ja") == "伝説的英雄"


@pytest.mark.parametrize(
    ("given", "lang"),
    [
        ("ja_JP.UTF-8", "ja"),
        ("zh_TW", "zh"),
        ("en_GB", "en"),
        ("C.UTF-8", None),
        ("", None),
        ("zh-Hans", "zh"),
    ],
)
def test_locales(given: str, lang: str | None) -> None:
    assert messages.find_language(given) == lang
