"""Bytes as text, whatever a mail, a spreadsheet or an old system made of it.

UTF-8, UTF-16 with or without its mark, or the western letters of Windows or the Mac; and UTF-8 that was taken for these.
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


def text_of(raw: bytes) -> str | None:
    """None where it is no text."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _of(raw, "utf-16")
    if b"\0" in raw:
        return _wide(raw)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _western(raw)


def first_wrong(raw: bytes) -> tuple[int, int]:
    """Line and column of the first byte that is not UTF-8."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return raw.count(b"\n", 0, error.start) + 1, error.start - raw.rfind(b"\n", 0, error.start)
    return 1, 1


def mended(text: str) -> str:
    """`â€¢ KhÃ¢rn`: letters beyond ASCII that were written as UTF-8 and read as western ones."""
    for codec in _WESTERN:
        for _ in range(_TWICE):
            better = _mended(text, codec)
            if better == text:
                break
            text = better
    return text


def _mended(text: str, codec: str) -> str:
    return _mistaken(codec).sub(lambda found: _back(found[0], codec), text)


def _of(raw: bytes, codec: str) -> str | None:
    try:
        return raw.decode(codec)
    except UnicodeDecodeError:
        return None


def _wide(raw: bytes) -> str | None:
    """UTF-16 that lost its mark: of western text every second byte is nothing, of any text the line breaks tell."""
    for codec, zero in (("utf-16-le", 1), ("utf-16-be", 0)):
        nothing, something = raw[zero::2].count(0), raw[1 - zero :: 2].count(0)
        if len(raw) % 2 == 0 and not something and nothing * 4 > len(raw):
            return _of(raw, codec)
    return None


def _western(raw: bytes) -> str | None:
    """The one of them in which nearly every letter makes sense where it stands."""
    found = [(text, sense) for codec in _WESTERN if (text := _of(raw, codec)) is not None and (sense := _sense(text)) >= _LIKELY]
    return max(found, key=lambda each: each[1])[0] if found else None


def _sense(text: str) -> float:
    beyond = [place for place, char in enumerate(text) if char >= "\x80"]
    return sum(_sensible(text, place) for place in beyond) / len(beyond)


def _sensible(text: str, place: int) -> bool:
    char = text[place]
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if char in "’‘":
        return before.isalpha() or after.isalpha()
    if char in _MARKS:
        return True
    return char in _LETTERS and (before.isalpha() or after.isalpha()) and not (char.isupper() and before.islower())


@cache
def _mistaken(codec: str) -> re.Pattern[str]:
    """What the bytes of one UTF-8 letter look like: two of western letters, three of signs and eastern ones, four of pictures."""
    rest = f"[{_of_bytes(range(0x80, 0xC0), codec)}]"
    two = f"[{_of_bytes((0xC2, 0xC3, 0xC5), codec)}]{rest}"
    three = f"[{_of_bytes((*range(0xE2, 0xEA), 0xEF), codec)}]{rest}{{2}}"
    four = f"[{_of_bytes((0xF0,), codec)}]{rest}{{3}}"
    return re.compile(f"{two}|{three}|{four}")


def _of_bytes(some: Iterable[int], codec: str) -> str:
    return "".join(re.escape(_letter(byte, codec)) for byte in some)


def _letter(byte: int, codec: str) -> str:
    return bytes([byte]).decode(codec, "ignore") or chr(byte)  # a byte without a letter stays what it is


def _back(found: str, codec: str) -> str:
    letters = {_letter(byte, codec): byte for byte in range(0x80, 0x100)}
    try:
        return bytes(letters[char] for char in found).decode("utf-8")
    except (UnicodeDecodeError, KeyError):
        return found
