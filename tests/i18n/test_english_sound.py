"""English names are found by how they sound in kana; measured on names whose kana the books print."""

from __future__ import annotations

import re

import pytest

from listbuilder.data import paths
from listbuilder.i18n.english_sound import score_sound
from listbuilder.matching import search
from listbuilder.yamlio import reader


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("イモータル", "Immortals"),
        ("ボーイズ", "Boyz"),
        ("インターセッサー", "Intercessor Squad"),
        ("ゴースト", "Ghost Ark"),
        ("ナイト", "Imperial Knights"),
        ("ラスキャノン", "Lascannon"),
        ("クロノマンサー", "Chronomancer"),
        ("ヴィンディケイター", "Vindicator"),
        ("いんぱるさー", "Impulsor"),
    ],
)
def test_a_name_is_heard(typed: str, name: str) -> None:
    names = [
        "Immortals",
        "Boyz",
        "Intercessor Squad",
        "Ghost Ark",
        "Imperial Knights",
        "Lascannon",
        "Chronomancer",
        "Vindicator",
        "Impulsor",
        "Basilisk",
        "Imotekh the Stormlord",
    ]
    asked, _ = search.parse_query(typed)
    assert search.find_matching(asked, [(each, (each,)) for each in names])[0] == name


def test_nothing_is_heard_in_other_names() -> None:
    assert not score_sound("イモータル", "Doomsday Ark")
    assert not score_sound("ボ", "Boyz"), "one sound is chance"


def _list_pairs() -> dict[str, str]:
    """English names whose Japanese name is written in katakana alone."""
    file = paths.get_factions_folder() / "names.yaml"
    names = reader.read_yaml(file.read_bytes(), file.name, reader.DATA_BYTES).data["names"]
    return {
        english: texts["ja"].replace("・", "").replace("＝", "")
        for section in names.values()
        for english, texts in section.items()
        if re.fullmatch(r"[\u30a1-\u30ff・＝]{3,}", texts.get("ja") or "")
    }


@pytest.mark.slow
def test_most_names_are_heard_from_the_kana_that_books_print() -> None:
    """Not one of these is written down for the search: nine in ten are the first of them all."""
    pairs = _list_pairs()
    assert len(pairs) > 400
    first = among_five = 0
    for english, japanese in pairs.items():
        scores = {name: score for name in pairs if (score := score_sound(japanese, name))}
        mine = scores.get(english, 0.0)
        better = sum(score > mine for score in scores.values())
        first += bool(mine) and better == 0
        among_five += bool(mine) and better < 5
    assert first / len(pairs) > 0.88
    assert among_five / len(pairs) > 0.94
