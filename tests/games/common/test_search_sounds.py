"""Names are found as people type them in Japanese and Chinese, and sorted as they are read."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.i18n import kana, messages, readings
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.matching import search
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader

NAMES = ["Necron Warriors", "Overlord", "Boyz", "Abaddon the Despoiler", "Lychguard", "Infantry"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ねくろん", "Necron Warriors"),  # kana of the other kind
        ("ﾈｸﾛﾝ", "Necron Warriors"),  # of half width
        ("ネクロンウォリアー", "Necron Warriors"),  # without the dot
        ("おーばーろーど", "Overlord"),  # ヴァ as most people type it
        ("nekuron", "Necron Warriors"),
        ("oovaaroodo", "Overlord"),
        ("ほへい", "Infantry"),  # the kana of 歩兵, as one of the games calls it
        ("太空死灵", "Necron Warriors"),
        ("太空死靈武士", "Necron Warriors"),  # traditional
        ("taikong", "Necron Warriors"),
        ("tkslws", "Necron Warriors"),  # the first letters of its syllables
        ("大掠夺者阿巴顿", "Abaddon the Despoiler"),  # a fan's name: found, and never shown
        ("necron", "Necron Warriors"),
    ],
)
def test_it_is_found(typed: str, found: str) -> None:
    asked, models = search.parse_query(typed)
    assert models is None
    assert search.find_matching(asked, [(name, (name,)) for name in NAMES])[0] == found


SEARCHES = reader.read_yaml(
    (Path(__file__).parent / "searches.yaml").read_bytes(), "searches.yaml"
).data
CASES = [
    (game, typed, found)
    for games in SEARCHES.values()
    for game, cases in games.items()
    for typed, found in cases.items()
]


@cache
def sheets(game: str) -> tuple[str, ...]:
    library = Library()
    factions = [faction for faction, _ in get_game(game).list_factions(library)]
    return tuple(
        dict.fromkeys(
            entry.name for each in factions for entry in get_game(game).list_entries(library, each)
        )
    )


def test_there_are_sixty_searches_of_each_language() -> None:
    assert all(sum(map(len, SEARCHES[lang].values())) >= 60 for lang in ("ja", "zh"))


@pytest.mark.parametrize(("game", "typed", "found"), CASES)
@pytest.mark.slow_but(20)
def test_it_is_the_first_of_all_datasheets(game: str, typed: str, found: str) -> None:
    asked, _ = search.parse_query(typed)
    assert search.find_matching(asked, [(name, (name,)) for name in sheets(game)])[:1] == [found]


def test_a_fans_name_is_never_shown() -> None:
    assert messages.translate_name("Abaddon the Despoiler", "zh") == "Abaddon the Despoiler"


def test_english_words_find_what_is_called_so_and_nothing_by_its_sound() -> None:
    """`wu shi` sounds in the Chinese name of one of them; an English word that some name has is no sound."""
    assert search.find_matching("guard", [(name, (name,)) for name in NAMES]) == ["Lychguard"]


@pytest.mark.parametrize(
    ("text", "folded", "romaji"),
    [
        ("ネクロン・ウォリアー", "ネクロンウオリア", "nekuronworia"),
        ("ジャッカル", "ジヤツカル", "jakkaru"),
        ("シュート", "シユト", "shuto"),
        ("がっつ", "ガツツ", "gattsu"),
    ],
)
def test_kana(text: str, folded: str, romaji: str) -> None:
    assert (kana.fold_kana(text), kana.convert_to_romaji(text)) == (folded, romaji)


def test_order_is_that_of_what_is_shown() -> None:
    """オーヴァーロード, ネクロン・ウォリアー, ボゥイ; bàzhǔ, mánrén xiǎozi, tàikōng sǐlíng wǔshì."""
    three = ["Boyz", "Necron Warriors", "Overlord"]
    assert sorted(three, key=lambda name: readings.get_sort_key(name, "ja")) == [
        "Overlord",
        "Necron Warriors",
        "Boyz",
    ]
    assert sorted(three, key=lambda name: readings.get_sort_key(name, "zh")) == [
        "Overlord",
        "Boyz",
        "Necron Warriors",
    ]
    assert sorted(three, key=lambda name: readings.get_sort_key(name, "en")) == three


@pytest.mark.parametrize("given", ["インカージョン", "入侵", "incursoin"])
def test_a_value_in_another_language_is_told_its_id(given: str) -> None:
    assert find_nearest(given, ["incursion", "strike-force", "onslaught"]) == "incursion"


def test_an_id_is_told_for_every_kind_of_name() -> None:
    assert find_nearest("太空死灵武士", ["overlord", "necron-warriors"]) == "necron-warriors"
    assert find_nearest("オーヴァーロード", ["overlord", "necron-warriors"]) == "overlord"
    assert find_nearest("何でもない", ["overlord", "necron-warriors"]) is None


def test_a_roster_may_say_it_in_any_of_the_languages() -> None:
    """The same army as with the ids."""
    told = [
        {
            "battle_size": "インカージョン",
            "detachments": ["天蓋の先鋒隊"],
            "units": [{"datasheet": "太空死靈武士", "models": 10}],
        },
        {
            "battle_size": "入侵",
            "detachments": ["遮天先锋"],
            "units": [{"datasheet": "ネクロン・ウォリアー", "models": 10}],
        },
        {
            "battle_size": "incursion",
            "detachments": ["skyshroud-spearhead"],
            "units": [{"datasheet": "necron-warriors", "models": 10}],
        },
    ]
    armies = []
    for words_of_it in told:
        raw = msgspec.json.encode(
            {"system": "warhammer-40k-11e", "faction": "necrons", **words_of_it}
        )
        army = Position.read(raw, "roster.yaml", Library()).army
        assert army is not None
        armies.append(
            (
                army.size_id,
                army.list_labels(),
                [(unit.datasheet_id, unit.models, unit.points) for unit in army.units],
            )
        )
    assert armies[0] == armies[1] == armies[2]
