"""Bytes as text, whatever a mail, a spreadsheet or an old system made of it.

UTF-8, UTF-16 with or without its mark, or the western letters of Windows or the Mac; and UTF-8 that
was taken for these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

_WESTERN = ("cp1252", "mac_roman")
_LIKELY = 0.8  # of the letters beyond ASCII: as many must make sense where they stand
_MARKS = "’‘“”–—•…◦·▪●■«»×°®™©\u00a0¿¡½"
_LETTERS = "àâäáãåæçéèêëíìîïñóòôöõøœúùûüýÿßšžÀÂÄÁÅÆÇÉÈÊËÍÎÏÑÓÔÖØŒÚÙÛÜŠŽ"
_TWICE = 2  # times that a text may have been taken for something else


def decode_text(raw: bytes) -> str | None:
    """Return `raw` as text, in the encoding that gives sensible letters; None if it is no text."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _try_decode(raw, "utf-16")
    if b"\0" in raw:
        return _decode_utf16(raw)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _decode_western(raw)


def find_first_wrong_byte(raw: bytes) -> tuple[int, int]:
    """Return line and column of the first byte that is not UTF-8, or (1, 1) if all are."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return raw.count(b"\n", 0, error.start) + 1, error.start - raw.rfind(b"\n", 0, error.start)
    return 1, 1


def mend_text(text: str) -> str:
    """Return `text` with letters corrected that were decoded wrongly, as in `â€¢ KhÃ¢rn`.

    They were written as UTF-8 and read in a western encoding, perhaps twice.
    """
    for codec in _WESTERN:
        for _ in range(_TWICE):
            better = _mend_once(text, codec)
            if better == text:
                break
            text = better
    return text


def _mend_once(text: str, codec: str) -> str:
    """Return `text` with letters corrected that were UTF-8 but read in the western encoding
    `codec`.
    """
    return _make_mistake_pattern(codec).sub(lambda found: _restore_letters(found[0], codec), text)


def _try_decode(raw: bytes, codec: str) -> str | None:
    """Return `raw` decoded by `codec`, or None if some bytes stand for no letter in it."""
    try:
        return raw.decode(codec)
    except UnicodeDecodeError:
        return None


def _decode_utf16(raw: bytes) -> str | None:
    """Return UTF-16 bytes without a byte order mark as text, or None if they are something else.

    It is recognised by its zero bytes: in western text every second byte is zero, and in any text
    those of line breaks are.
    """
    for codec, zero in (("utf-16-le", 1), ("utf-16-be", 0)):
        nothing, something = raw[zero::2].count(0), raw[1 - zero :: 2].count(0)
        if len(raw) % 2 == 0 and not something and nothing * 4 > len(raw):
            return _try_decode(raw, codec)
    return None


def _decode_western(raw: bytes) -> str | None:
    """Return `raw` in the western encoding in which most letters are sensible; None if none
    fits.
    """
    readings = [
        (text, sense)
        for codec in _WESTERN
        if (text := _try_decode(raw, codec)) is not None
        and (sense := _measure_sense(text)) >= _LIKELY
    ]
    return max(readings, key=lambda reading: reading[1])[0] if readings else None


def _measure_sense(text: str) -> float:
    """Return the share of the characters beyond ASCII that are sensible at their places."""
    beyond = [place for place, char in enumerate(text) if char >= "\x80"]
    return sum(_is_sensible(text, place) for place in beyond) / len(beyond)


def _is_sensible(text: str, place: int) -> bool:
    """Return whether the character at `place` is likely there, such as an accented letter in a
    word.
    """
    char = text[place]
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if char in "’‘":
        return before.isalpha() or after.isalpha()
    if char in _MARKS:
        return True
    return (
        char in _LETTERS
        and (before.isalpha() or after.isalpha())
        and not (char.isupper() and before.islower())
    )


@cache
def _make_mistake_pattern(codec: str) -> re.Pattern[str]:
    """Return a pattern for one UTF-8 character that was read in the western encoding `codec`.

    It looks like two characters for a western letter, three for a sign or an eastern letter, and
    four for a pictogram.
    """
    rest = f"[{_make_class(range(0x80, 0xC0), codec)}]"
    two = f"[{_make_class((0xC2, 0xC3, 0xC5), codec)}]{rest}"
    three = f"[{_make_class((*range(0xE2, 0xEA), 0xEF), codec)}]{rest}{{2}}"
    four = f"[{_make_class((0xF0,), codec)}]{rest}{{3}}"
    return re.compile(f"{two}|{three}|{four}")


def _make_class(some: Iterable[int], codec: str) -> str:
    """Return the letters of some bytes, escaped for use in a character class."""
    return "".join(re.escape(_decode_byte(byte, codec)) for byte in some)


def _decode_byte(byte: int, codec: str) -> str:
    """Return the letter of `byte` in `codec`; the character with that code if it has none."""
    # A byte without a letter stays what it is.
    return bytes([byte]).decode(codec, "ignore") or chr(byte)


def _restore_letters(mistaken: str, codec: str) -> str:
    """Return the letters that were misread by `codec` as `mistaken`.

    `mistaken` itself is returned if it can't come from such a mistake.
    """
    letters = {_decode_byte(byte, codec): byte for byte in range(0x80, 0x100)}
    try:
        return bytes(letters[char] for char in mistaken).decode("utf-8")
    except (UnicodeDecodeError, KeyError):
        return mistaken
