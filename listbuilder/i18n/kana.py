"""Kana as people type it: hiragana or katakana, in half width or full.

The marks that hands leave out may be there or not.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_KATAKANA = {code: code + 0x60 for code in range(0x3041, 0x3097)}
_SAME = {
    "ヴァ": "バ",
    "ヴィ": "ビ",
    "ヴェ": "ベ",
    "ヴォ": "ボ",
    "ヴュ": "ビュ",
    "ヴ": "ブ",
    "ヂ": "ジ",
    "ヅ": "ズ",
    "ヲ": "オ",
}
_SPELLED = re.compile("|".join(_SAME))
_SMALL = str.maketrans("ァィゥェォャュョヮッヵヶ", "アイウエオヤユヨワツカケ")
_UNSAID = str.maketrans("", "", "ー・･＝= ")
_KANA = re.compile("[\u3041-\u30ff\uff66-\uff9f]")

_ROWS = {
    "": "アイウエオ",
    "k": "カキクケコ",
    "s": "サシスセソ",
    "t": "タチツテト",
    "n": "ナニヌネノ",
    "h": "ハヒフヘホ",
    "m": "マミムメモ",
    "r": "ラリルレロ",
    "g": "ガギグゲゴ",
    "z": "ザジズゼゾ",
    "d": "ダヂヅデド",
    "b": "バビブベボ",
    "p": "パピプペポ",
}
_ROMAJI = {
    kana: consonant + vowel
    for consonant, row in _ROWS.items()
    for kana, vowel in zip(row, "aiueo", strict=True)
}
_ROMAJI |= {
    "ヤ": "ya",
    "ユ": "yu",
    "ヨ": "yo",
    "ワ": "wa",
    "シ": "shi",
    "チ": "chi",
    "ツ": "tsu",
    "フ": "fu",
    "ジ": "ji",
    "ヂ": "ji",
    "ヅ": "zu",
    "ヲ": "o",
    "ン": "n",
    "ヴ": "vu",
}
_GLIDES = {
    "ャ": "ya",
    "ュ": "yu",
    "ョ": "yo",
    "ァ": "a",
    "ィ": "i",
    "ゥ": "u",
    "ェ": "e",
    "ォ": "o",
}
_ODD = {
    "チェ": "che",
    "シェ": "she",
    "ジェ": "je",
    "テュ": "tyu",
    "デュ": "dyu",
    "トゥ": "tu",
    "ドゥ": "du",
    "ツァ": "tsa",
}
_ODD |= {
    "ウォ": "wo",
    "ウィ": "wi",
    "ウェ": "we",
    "ファ": "fa",
    "フィ": "fi",
    "フェ": "fe",
    "フォ": "fo",
    "クァ": "kwa",
    "クォ": "kwo",
}


def has_kana(text: str) -> bool:
    """Return whether there is any kana in `text`."""
    return _KANA.search(text) is not None


def convert_to_katakana(text: str) -> str:
    """Return `text` in full width, with katakana in place of hiragana."""
    return unicodedata.normalize("NFKC", text).translate(_KATAKANA)


@lru_cache(maxsize=16384)
def fold_kana(text: str) -> str:
    """Return a form of `text` that is equal for all spellings of the same sound.

    For instance, ねくろん・うぉりあー becomes ネクロンウオリア.
    """
    return (
        _SPELLED.sub(lambda found: _SAME[found[0]], convert_to_katakana(text))
        .translate(_SMALL)
        .translate(_UNSAID)
    )


@lru_cache(maxsize=16384)
def get_kana_sort_key(text: str) -> str:
    """Return the key by which kana texts sort as in a dictionary.

    Dots and long vowels are left out, and small kana count as large ones. Voiced and unvoiced kana
    differ only if everything else is equal.
    """
    full = convert_to_katakana(text).translate(_SMALL).translate(_UNSAID)
    bare = "".join(c for c in unicodedata.normalize("NFD", full) if not unicodedata.combining(c))
    return f"{bare}\0{full}".casefold()


@lru_cache(maxsize=16384)
def convert_to_romaji(text: str) -> str:
    """Return `text` with kana in Latin letters, as most people type them, without long vowels.

    Other characters are unchanged.
    """
    letters, done, place = convert_to_katakana(text), "", 0
    is_doubled = False
    while place < len(letters):
        pair, one = letters[place : place + 2], letters[place]
        glide = _GLIDES.get(pair[1:])
        if pair in _ODD:
            latin, step = _ODD[pair], 2
        elif glide and one in _ROMAJI:
            stem = _ROMAJI[one][:-1]
            latin, step = (
                stem + (glide[1:] if stem in ("sh", "ch", "j") and glide[0] == "y" else glide),
                2,
            )
        else:
            latin, step = _ROMAJI.get(one, "" if one in "ー・･" else one), 1
        if one == "ッ":
            is_doubled, latin = True, ""
        elif is_doubled:
            latin, is_doubled = latin[:1] + latin, False
        done += latin
        place += step
    return drop_long_vowels(done)


def drop_long_vowels(romaji: str) -> str:
    """Return `romaji` with long vowels shortened: oobaaroodo and ōbārōdo become obarodo.

    Why: long vowels are written in many ways, and by many people not at all.
    """
    text = "".join(
        c for c in unicodedata.normalize("NFKD", romaji.casefold()) if not unicodedata.combining(c)
    )
    return re.sub(r"ou(?![aeiou])", "o", re.sub(r"([aeiou])\1+", r"\1", text))
