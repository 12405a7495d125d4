"""Each kind of army brings its own words: what its code names is in its file, or in what all kinds share."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.games import game_wording as games
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n import messages
from listbuilder.i18n.messages import LANGS

FOLDER = Path(games.__file__).parent
KINDS = sorted({get_game(each).kind for each in SYSTEMS})
NAMED = (
    (r"Text\(\s*\"([a-z_.]+)\"", "{}"),
    (r"\"((?:show|section|sheet|table|stat|field)\.[a-z_.]+)\"", "{}"),
    (r"Column\(\s*\"([a-z_]+)\"", "section.{}"),
    (r"(?:choice|Field|StartStep)\(\s*(?:key=)?\"([a-z_]+)\"", "field.{}"),
)
NO_TEMPLATE = {"plain", "custom_name"}  # the player's own words


def named_in(files: list[Path]) -> set[str]:
    return {
        shape.format(key)
        for file in files
        for pattern, shape in NAMED
        for key in re.findall(pattern, file.read_text(encoding="utf-8"))
        if key not in NO_TEMPLATE
    }


def sources(kind: str) -> list[Path]:
    manifests = [
        FOLDER / f"{type(get_game(each)).__module__.rpartition('.')[2]}.py"
        for each in SYSTEMS
        if get_game(each).kind == kind
    ]
    return [*sorted((FOLDER / kind).rglob("*.py")), *manifests]


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_a_kind_names_is_its_own_or_shared(kind: str) -> None:
    known = (
        messages.load_texts(games.get_words_file(kind), "en").keys()
        | messages.load_texts(games.SHARED, "en").keys()
    )
    named = named_in(sources(kind))
    assert len(named) > 5, "the patterns find nothing any more"
    assert named - known == set()


def test_every_word_the_shared_code_names_is_shared() -> None:
    named = named_in(sorted((FOLDER / "common").rglob("*.py")))
    assert len(named) > 5, "the patterns find nothing any more"
    assert named - messages.load_texts(games.SHARED, "en").keys() == set()


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_repeats_no_shared_word(kind: str) -> None:
    for lang in LANGS:
        own, shared = (
            messages.load_texts(games.get_words_file(kind), lang),
            messages.load_texts(games.SHARED, lang),
        )
        assert {key for key in own if own[key] == shared.get(key)} == set()
