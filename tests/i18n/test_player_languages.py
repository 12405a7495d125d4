"""The languages in which players are written to: every text has a place, and nothing else is filled in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.data import paths
from listbuilder.i18n import language_files, languages
from listbuilder.i18n.messages import LANGS, PLAYER_LANGS, find_language, find_player_language
from listbuilder.i18n.names import translate_name
from listbuilder.i18n.text_files import load_texts, yield_texts_below

ADDED = [lang for lang in PLAYER_LANGS if lang not in LANGS]


def get_file(lang: str) -> Path:
    return languages.load_languages().words[lang]


@pytest.mark.parametrize("lang", ADDED)
def test_every_text_has_a_place_in_the_words_of_the_program(lang: str) -> None:
    assert list(language_files.find_text_problems(get_file(lang))) == []
    for place, texts in languages.read_texts(get_file(lang)).data.items():
        if place != "names":
            english = load_texts(paths.PACKAGE / place, "en")
            assert {key for key, _ in yield_texts_below(texts)} <= set(english), place


@pytest.mark.parametrize("lang", ADDED)
def test_all_of_them_say_the_same_sentences(lang: str) -> None:
    def list_keys(of: str) -> set[tuple[str, str]]:
        data = languages.read_texts(get_file(of)).data
        places = (place for place in data if place != "names")
        return {(place, key) for place in places for key, _ in yield_texts_below(data[place])}

    assert list_keys(lang) == list_keys(ADDED[0])


def test_french_signs_stand_apart() -> None:
    text = get_file("fr").read_text(encoding="utf-8").partition("names:")[0]
    said = re.findall(r': "(.*)"$', text, re.MULTILINE)
    assert [words for words in said if re.search(r"[^\u00a0{][;?!:](?: |$)", words)] == []


def test_what_is_missing_is_said_in_english() -> None:
    words = paths.PACKAGE / "event" / "words.yaml"
    assert load_texts(words, "fr")["group.ask"] == load_texts(words, "en")["group.ask"]
    assert load_texts(words, "fr")["message.hello"] == "Bonjour {player},"
    assert translate_name("Awakened Dynasty", "fr") == "Dynastie Éveillée"
    assert translate_name("No such thing", "fr") == "No such thing"


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("français", "fr"),
        ("Deutsch", "de"),
        ("ESPAÑOL", "es"),
        ("it_IT.UTF-8", "it"),
        ("日本語", "ja"),
        ("zh-Hans", "zh"),
        ("xx", None),
        ("", None),
    ],
)
def test_a_language_of_a_player_is_found_by_code_and_name(text: str, lang: str | None) -> None:
    assert find_player_language(text) == lang
    assert find_language("fr_FR.UTF-8") is None, "the program itself does not speak it"
