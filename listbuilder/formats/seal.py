"""Write and read the seal: the roster inside an export, small enough for a QR code.

It is enough to judge the roster again. A seal is the text `LB1:` and what follows: the roster as
compact JSON with what was printed of it, deflated, in an alphabet that QR codes pack well and that
neither HTML, JSON, PDF nor a chat changes. Old seals stay readable: a new layout gets a new number.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec

from listbuilder.model.windows import is_day

MARK = "LB1:"
# The characters of a QR code's alphanumeric mode without space, $, % and *: three of them hold two
# bytes.
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+-./:"
_BASE = len(_ALPHABET)
_VALUE = {character: place for place, character in enumerate(_ALPHABET)}
_LETTERS = re.compile(r"[0-9A-Z+\-./:\s]{1,2000000}")  # more than an opened seal may hold
_AT_ONCE = 3 * 1024  # letters opened before it is looked whether they are a seal at all
_NOT_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_TRIES = 50  # marks looked at in one text
_MOST = 1 << 20  # bytes of an opened seal; a roster file may be no larger
_DIGITS = re.compile("[0-9a-f]{0,16}")
_PAGE = re.compile(r"https?://[!-~]+")
_LONGEST_PAGE = 200
_VERDICTS = ("legal", "illegal")
# What stands before the seal in each of our forms, and what no name in them can hold. A name may be
# a seal itself.
_PLACES = ('content="', "<metadata>", "/Keywords (", '"seal": "', '"seal":"', "\n\n", "\r\n\r\n")

# What nearly every roster says. Part of the layout: never change it, make a new layout instead.
_WORDS = (
    b'"}],"units":[{"system":"-10e-4e","name":"","player":"","faction":"","chapter":"",'
    b'"battle_size":"strike-force",'
    b'"detachment":"","points_limit":2000,"battle_formation":"",'
    b'"regiments":[{"hero":{"unit":"","general":true,'
    b'"enhancements":[""]},"units":[{"unit":"","reinforced":true},"auxiliary":[],'
    b'"spell_lore":"","prayer_lore":"",'
    b'"manifestation_lore":"","faction_terrain":"","season":"",'
    b'"heroes":[{"hero":"","slot":1},"collection":{"",'
    b'"formations":{"attached":{},"embarked":{},"strategic_reserves":[],"reserves":[]},'
    b'"warlord":true,"enhancement":"",'
    b'"wargear":{"bolt pistol":1,"close combat weapon":4}}]},{"id":"","datasheet":"","models":1},'
    b'{"id":"","datasheet":"","models":[{"model":"","count":1,"wargear":{"":1,"":1}},'
    b'{"model":"","count":'
)


class Seal(msgspec.Struct, array_like=True, frozen=True):
    """A record of what was printed, and the roster it was printed of."""

    version: str  # of listbuilder
    form: str
    lang: str
    audience: str
    verdict: str
    points: int
    data: str  # first digits of the hash of the data
    day: str  # of the prices used
    as_of: str | None  # the day asked for, where one was
    file: str  # first digits of the hash of the file it was made from
    roster: dict[str, Any]
    asked: tuple[tuple[str, str], ...] = ()  # what an event had against it: severity and sentence
    page: str = ""  # address of the page in its link, where one was printed

    def encode_roster(self) -> bytes:
        """Return the roster in the seal as JSON bytes, which can be read like a roster file."""
        return encode_canonically(self.roster)


class Sealed(msgspec.Struct, frozen=True):
    """A seal as it stands in a file: what it says, and its letters in one piece.

    Nothing that stands behind the letters is in it.
    """

    seal: Seal
    text: str


def encode_canonically(roster: dict[str, Any]) -> bytes:
    """Return a roster as JSON bytes, always the same bytes for the same roster.

    The JSON is valid YAML too, because characters that YAML doesn't allow are escaped.
    """
    text = msgspec.json.encode(roster).decode()
    return _NOT_YAML.sub(lambda character: f"\\u{ord(character[0]):04x}", text).encode()


def compute_fingerprint(roster: dict[str, Any]) -> str:
    """Return the SHA-256 hash of the list in `roster`.

    Formations, notes, the user's own keys, comments and layout don't change the hash.
    """
    public = strip_private(roster, formations=False, notes=False)
    return hashlib.sha256(msgspec.json.encode(public, order="sorted")).hexdigest()


def strip_private(data: Any, formations: bool, notes: bool) -> Any:
    """Return the roster `data` without the user's own `x-` keys and without private parts.

    The private parts are the formations, which `formations` keeps, and the player's notes, which
    `notes` keeps.
    """
    kept = _strip_private_keys(data, notes)
    if isinstance(kept, dict) and not formations:
        kept.pop("formations", None)
    return kept


_OWN = ("notes", "keep")  # the player's own, and nobody else's


def _strip_private_keys(data: Any, notes: bool) -> Any:
    """Return `data` without `x-` keys, and without the player's own keys unless `notes`.

    The player's own keys are `notes` and `keep`.
    """
    if isinstance(data, dict):
        kept: dict[str, Any] = {}
        for key, value in data.items():
            is_extra = isinstance(key, str) and key.startswith("x-")
            if not is_extra and (notes or key not in _OWN):
                kept[str(key)] = _strip_private_keys(value, notes)
        return kept
    if isinstance(data, list):
        return [_strip_private_keys(item, notes) for item in data]
    return data


def close_seal(seal: Seal) -> str:
    """Return the text of a seal: its mark and its packed content as letters.

    Without objections of an event, and without a page, the fields for them are left out. Why: such
    a seal is then written as it was before there were events and pages.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, zdict=_WORDS)
    fields = msgspec.structs.astuple(seal)
    if not seal.page:
        fields = fields[:-1] if seal.asked else fields[:-2]
    content = msgspec.json.encode(fields)
    return MARK + _encode_letters(packer.compress(content) + packer.flush())


def open_seal(text: str) -> Seal | None:
    """Return the seal that `text` begins with, or None if there is no seal or it is damaged."""
    sealed = open_sealed(text)
    return sealed.seal if sealed else None


def open_sealed(text: str) -> Sealed | None:
    """Return the seal that `text` begins with, and exactly its letters; else None.

    It is unpacked piece by piece, and never beyond the largest size of a roster. Why: anyone can
    make a seal that unpacks to anything.
    """
    if not text.startswith(MARK):
        return None
    letters = "".join(text[len(MARK) :].split())
    opener = zlib.decompressobj(zdict=_WORDS)
    content = packed = b""
    try:
        for start in range(0, len(letters), _AT_ONCE):
            piece = _decode_letters(letters[start : start + _AT_ONCE])
            content += opener.decompress(piece, _MOST - len(content))
            packed += piece
            is_cut_short = len(piece) * 3 < _AT_ONCE * 2
            if opener.eof or opener.unconsumed_tail or len(content) >= _MOST or is_cut_short:
                break
        if not opener.eof:  # cut short, or a bomb
            return None
        seal = msgspec.json.decode(content, type=Seal)
    except (zlib.error, msgspec.DecodeError):
        return None
    used = packed[: len(packed) - len(opener.unused_data)]
    return Sealed(seal, MARK + _encode_letters(used)) if _is_sound(seal) else None


def _is_sound(seal: Seal) -> bool:
    """Return whether each field of a seal has a value that our own seals can have.

    Why: anyone can make a seal.
    """
    if not all(day is None or is_day(day) for day in (seal.as_of, seal.day or None)):
        return False
    if len(seal.page) > _LONGEST_PAGE or (seal.page and not _PAGE.fullmatch(seal.page)):
        return False
    return seal.verdict in _VERDICTS and all(map(_DIGITS.fullmatch, (seal.data, seal.file)))


def find_seal(text: str) -> Sealed | None:
    """Return the seal in `text`, or None if there is no seal that can be opened.

    Places where our own exports have their seal are tried first, then others from the beginning of
    the text.
    """
    if MARK not in text:
        return None
    for start in _iter_starts(text):
        letters = _LETTERS.match(text, start)
        if letters is not None and (sealed := open_sealed(letters[0])) is not None:
            return sealed
    return None


def _iter_starts(text: str) -> Iterator[int]:
    """Yield the positions in `text` where a seal may begin, the likeliest first.

    The places where our own exports put the seal come first, because other words may hold the mark
    of a seal before it. Then a limited number of other positions of the mark follow.
    """
    for place in _PLACES:
        if (start := text.find(place + MARK)) >= 0:
            yield start + len(place)
    start = -1
    for _ in range(_TRIES):
        if (start := text.find(MARK, start + 1)) < 0:
            return
        yield start


def _encode_letters(content: bytes) -> str:
    """Return `content` in the alphabet of seals: three letters for every two bytes.

    An odd last byte gets a zero byte added, which the reader ignores.
    """
    letters: list[str] = []
    even = content + b"\0" * (len(content) % 2)
    for place in range(0, len(even), 2):
        first, rest = divmod(even[place] << 8 | even[place + 1], _BASE * _BASE)
        second, third = divmod(rest, _BASE)
        letters += (_ALPHABET[first], _ALPHABET[second], _ALPHABET[third])
    return "".join(letters)


def _decode_letters(text: str) -> bytes:
    """Return the bytes that the letters of a seal stand for.

    Decoding stops at three letters that no seal can have, so that words behind a seal do no harm.
    """
    content = bytearray()
    for place in range(0, len(text) - 2, 3):
        first, second, third = (_VALUE[character] for character in text[place : place + 3])
        number = (first * _BASE + second) * _BASE + third
        if number >= 1 << 16:
            break
        content += number.to_bytes(2, "big")
    return bytes(content)
