"""What a terminal would act on is shown as what it is; what people write with stays."""

from __future__ import annotations

import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.model.safe_text import escape_hidden, escape_json

# Unicode's Bidi_Control property (PropList.txt), whole.
BIDI = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[2K\rlist.yaml: LEGAL", r"\x1b[2K\rlist.yaml: LEGAL"),
        ("\x1b]52;c;ZXZpbA==\x07", r"\x1b]52;c;ZXZpbA==\x07"),
        ("\x9b31m\x7f\x85", r"\x9b31m\x7f\x85"),
        ("a\nb\tc", r"a\nb\tc"),
        ("\u202eLAGEL\u202c", r"\u202eLAGEL\u202c"),
        ("\u2066a\u2069\u200f\u061c", r"\u2066a\u2069\u200f\u061c"),
        ("a\u2028b\u2029c", r"a\u2028b\u2029c"),
        ("Necron\u200bs \u2060\ufeff\u00ad\u3164", r"Necron\u200bs \u2060\ufeff\xad\u3164"),
        ("L\u200dEGAL L\ufe0fEGAL", r"L\u200dEGAL L\ufe0fEGAL"),  # nothing to join, nothing to vary
        ("1\ufe0f", r"1\ufe0f"),
        (
            "x\U000e0041\U000e0042",
            r"x\U000e0041\U000e0042",
        ),  # tags, in which whole sentences can be hidden
        ("\udcff\udc9b.yaml", r"\xff\x9b.yaml"),  # the bytes of a file name that is no text
        ("\ud800", r"\ud800"),
    ],
)
def test_what_acts_or_hides_is_written_out(text: str, expected: str) -> None:
    assert escape_hidden(text) == expected
    assert escape_hidden(expected) == expected  # once is enough, twice is no harm


@pytest.mark.parametrize(
    "text",
    [
        "Zahndrekh the Younger's \\ [b]",
        "ネクロン・ウォリアー",
        "葛\U000e0100城",  # the variant of a character that a Japanese name is written with
        "死灵战士（二十）",
        "e\u0301te\u0301, Đặng, Ångström",
        "שלום 20",
        "مرحبا ١٢٣",
        "می\u200cخواهم",  # Persian needs the joiner's opposite
        "क्\u200dष",
        "👩\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 ☠\ufe0f 1\ufe0f\u20e3 👍🏽 🙂\u200d↔\ufe0f 👩🏽\u200d💻 ℹ\ufe0f",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # England
        "a\u00a0b\u3000c",
    ],
)
def test_what_people_write_stays(text: str) -> None:
    assert escape_hidden(text) == text


def test_no_control_and_no_mark_of_direction_is_left() -> None:
    """Of the whole of Unicode: every character of the classes for controls, line ends and halves of pairs."""
    classes = ("Cc", "Zl", "Zp", "Cs")
    dangerous = [
        chr(code)
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) in classes
    ]
    dangerous += [chr(code) for code in BIDI]
    for character in dangerous:
        for text in (
            character,
            f"a{character}b",
            f"戦{character}闘",
            f"☠{character}☠",
            f"م{character}م",
        ):
            shown = escape_hidden(text)
            assert character not in shown and "\\" in shown, hex(ord(character))


@given(st.text())
def test_any_text_becomes_one_line_that_can_be_seen(text: str) -> None:
    shown = escape_hidden(text)
    assert len(shown.splitlines()) <= 1
    assert escape_hidden(shown) == shown


def test_what_is_kept() -> None:
    assert escape_hidden("a\nb\x1b", keep="\n") == "a\nb\\x1b"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_json_says_the_same(text: str) -> None:
    raw = json.dumps({"a": [text]}, ensure_ascii=False, indent=1)
    shown = escape_json(raw)
    assert json.loads(shown) == {"a": [text]}
    assert all(escape_hidden(line) == line for line in shown.split("\n"))
